/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting by iterated thresholding of a whole plane's cosine transform:
 * CF_INPAINT_GLOBAL, see cfinpaint.h. */
#pragma once

#include "engine/inpaint/cfinpaint.h"

#include <stdint.h>

G_BEGIN_DECLS

typedef struct _CfCudaInpaintGlobal CfCudaInpaintGlobal;

/* All planes have one size. Errors: UNSUPPORTED where there is no cuFFT or it
 * does not know the size, OUT_OF_MEMORY, DEVICE_LOST. */
CfCudaInpaintGlobal *cf_cuda_inpaint_global_new (CfDevice *device,
    const CfInpaintParams *params, gint width, gint height, GError **error);
/* Enqueued work still runs. */
void cf_cuda_inpaint_global_free (CfCudaInpaintGlobal *self);

/* Enqueues. `samples`: height rows of width floats, packed, in steps of 8 bits;
 * `holes`: height rows of CF_INPAINT_WORDS (width) words, bits as in
 * CfInpaintHoles; both in the device's memory. Samples of holes are replaced by
 * the result, which is neither rounded nor limited; the others stay. Runs must
 * all be on one stream. */
gboolean cf_cuda_inpaint_global_run (CfCudaInpaintGlobal *self,
    CfStream *stream, gfloat *samples, const uint32_t *holes, GError **error);

/* The device keeps so many unused loops, which take long to make: an element
 * runs filters on five streams, with planes of two sizes, and makes them all
 * anew when a property changes. */
#define CF_CUDA_INPAINT_LOOPS_KEPT 10
/* Bytes from which on streams share, and nothing is kept. */
#define CF_CUDA_INPAINT_LOOPS_SIZE ((gsize)1 << 30)
/* Tests use this: how many are unused at the moment, and the bytes of all. */
guint cf_cuda_inpaint_global_count_kept (CfDevice *device, gsize *size);

G_END_DECLS
