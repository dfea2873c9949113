/* Inpainting by iterated thresholding of a whole plane's cosine transform:
 * CF_INPAINT_GLOBAL, see cfinpaint.h. */
#pragma once

#include "cfinpaint.h"

#include <stdint.h>

G_BEGIN_DECLS

typedef struct _CfCudaInpaintGlobal CfCudaInpaintGlobal;

/* For planes of one size. What it takes long to make is kept for the next ones
 * of a size: CF_CUDA_GLOBALS_KEPT of them. Errors: UNSUPPORTED where there is
 * no cuFFT or it does not know the size, OUT_OF_MEMORY, DEVICE_LOST. */
#define CF_CUDA_GLOBALS_KEPT 2 /* a picture's planes have two sizes */
CfCudaInpaintGlobal *cf_cuda_inpaint_global_new (CfDevice *device,
    const CfInpaintParams *params, gint width, gint height, GError **error);
/* What is enqueued still runs. */
void cf_cuda_inpaint_global_free (CfCudaInpaintGlobal *self);
/* For a device that is closed, or has no memory left: ends those that are kept,
 * and waits for what they do. TRUE where there were any. */
gboolean cf_cuda_inpaint_global_end_kept (CfDevice *device);

/* Enqueues. `samples`: height rows of width floats, packed, in steps of 8 bits;
 * `holes`: height rows of CF_INPAINT_WORDS (width) words, bits as in
 * CfInpaintHoles; both in the device's memory. Samples of holes are replaced by
 * the result, which is neither rounded nor limited; the others stay. Runs must
 * all be on one stream. */
gboolean cf_cuda_inpaint_global_run (CfCudaInpaintGlobal *self,
    CfStream *stream, gfloat *samples, const uint32_t *holes, GError **error);

G_END_DECLS
