/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds masks that upstream elements have attached to a frame. */
#pragma once

#include <gst/gst.h>

#include "gst/elements/inpaint/gstcudainpaintsource.h"

G_BEGIN_DECLS

/* The last frame's masks, and what they were made of. */
typedef struct {
  GPtrArray *marks; /* GstCudaInpaintMask, by their own sizes; or NULL */
  GstCudaInpaintSource settings; /* without a file */
  gint width, height;
  GstCudaInpaintMask *mask; /* what all of them mark, or NULL */
  gboolean passes;          /* the frame is of another size than one */
} GstCudaInpaintAttached;

gboolean gst_cuda_inpaint_attached_is_any (
    GstBuffer *frame, gboolean segmentations);
/* Finds what mattes mark on this frame (GstCudaMaskMeta) and, with
 * `segmentations`, what segmenters do (GstAnalyticsSegmentationMtd): an array
 * of GstCudaInpaintMask, or NULL where there is none. Segmentations are put
 * into frames of width and height. */
GPtrArray *gst_cuda_inpaint_attached_find (
    GstBuffer *frame, gboolean segmentations, gint width, gint height);

/* Makes `mask` and `passes` of such an array, which it takes, by the properties
 * `settings`, for frames of this size: the very same as before where all is.
 * FALSE with CF_ERROR_INVALID where the sizes are an error. */
gboolean gst_cuda_inpaint_attached_take (GstCudaInpaintAttached *self,
    GPtrArray *marks, const GstCudaInpaintSource *settings, gint width,
    gint height, GError **error);
/* One of another size than frames, where they pass. */
const GstCudaInpaintMask *gst_cuda_inpaint_attached_get_misfit (
    const GstCudaInpaintAttached *self);
void gst_cuda_inpaint_attached_clear (GstCudaInpaintAttached *self);

G_END_DECLS
