/* Work beside that of a caller's stream: it follows what is there when it
 * begins, and what comes there when it ended follows it. */
#pragma once

#include "engine/core/cfdevice.h"

G_BEGIN_DECLS

typedef struct {
  CfStream *stream;
  CfEvent *begun, *ended;
} CfCudaBeside;

gboolean cf_cuda_beside_init (
    CfCudaBeside *self, CfDevice *device, GError **error);
/* Nothing where nothing was initialized; waits for what is on the stream. */
void cf_cuda_beside_clear (CfCudaBeside *self);

/* The stream for that work, or NULL. */
CfStream *cf_cuda_beside_begin (
    const CfCudaBeside *self, CfStream *stream, GError **error);
gboolean cf_cuda_beside_end (
    const CfCudaBeside *self, CfStream *stream, GError **error);

G_END_DECLS
