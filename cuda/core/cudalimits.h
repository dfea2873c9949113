/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* These limits of a GPU decide how pictures are split. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint processors;       /* multiprocessors */
  gsize shared_block;     /* bytes of shared memory: at most for a block, */
  gsize shared_processor; /* and of all blocks of a multiprocessor */
} CfCudaLimits;

/* Reads those of the current context's device. */
gboolean cf_cuda_get_limits (CfCudaLimits *limits, GError **error);

G_END_DECLS
