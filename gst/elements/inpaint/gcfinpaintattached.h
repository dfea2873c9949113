/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds masks that upstream elements have attached to a frame. */
#pragma once

#include <gst/gst.h>

#include "gst/elements/inpaint/gcfinpaintsource.h"

G_BEGIN_DECLS

/* The last frame's masks, and what they were made of. */
typedef struct {
  GPtrArray *marks;          /* GcfInpaintMask, by their own sizes; or NULL */
  GcfInpaintSource settings; /* without a file */
  gint width, height;
  GcfInpaintMask *mask; /* what all of them mark, or NULL */
  gboolean passes;      /* the frame is of another size than one */
} GcfInpaintAttached;

gboolean gcf_inpaint_attached_is_any (GstBuffer *frame, gboolean segmentations);
/* Finds what mattes mark on this frame (GstCudaMaskMeta) and, with
 * `segmentations`, what segmenters do (GstAnalyticsSegmentationMtd): an array
 * of GcfInpaintMask, or NULL where there is none. Segmentations are put
 * into frames of width and height. */
GPtrArray *gcf_inpaint_attached_find (
    GstBuffer *frame, gboolean segmentations, gint width, gint height);

/* Makes `mask` and `passes` of such an array, which it takes, by the properties
 * `settings`, for frames of this size: the very same as before where all is.
 * FALSE with CF_ERROR_INVALID where the sizes are an error. */
gboolean gcf_inpaint_attached_take (GcfInpaintAttached *self, GPtrArray *marks,
    const GcfInpaintSource *settings, gint width, gint height, GError **error);
/* One of another size than frames, where they pass. */
const GcfInpaintMask *gcf_inpaint_attached_get_misfit (
    const GcfInpaintAttached *self);
void gcf_inpaint_attached_clear (GcfInpaintAttached *self);

G_END_DECLS
