/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Puts what a matte marks on the frame that it is of. */
#pragma once

#include <gst/gst.h>

#include "gst/elements/inpaint/gcfinpaintmask.h"

G_BEGIN_DECLS

#define GST_CUDA_MASK_META_API_TYPE (gst_cuda_mask_meta_api_get_type ())

/* cudamask attaches it, cudainpaint reads it. It has no tags: elements in
 * between copy it, and a copy of the buffer shares the marks. */
typedef struct {
  GstMeta meta;
  GcfInpaintMask *marks; /* by the matte's own size */
} GstCudaMaskMeta;

GType gst_cuda_mask_meta_api_get_type (void);

/* Takes a reference of the marks. The buffer is writable. */
void gst_cuda_mask_meta_add (GstBuffer *buffer, GcfInpaintMask *marks);
/* The next one, as gst_buffer_iterate_meta(); NULL where there is no other. */
GstCudaMaskMeta *gst_cuda_mask_meta_iterate (
    GstBuffer *buffer, gpointer *state);

G_END_DECLS
