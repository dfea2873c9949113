/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frame's mask: the file's, what is attached, rectangles and regions. */
#include "gst/elements/inpaint/gstcudainpaintframe.h"

#include <string.h>

#include "gst/filter/gstcudafilterroi.h"

static gboolean
same_rectangles (const GArray *a, const GArray *b)
{
  return a && b && a->len == b->len
         && (a->len == 0
             || memcmp (a->data, b->data, a->len * sizeof (GstVideoRectangle))
                    == 0);
}

static GstCudaInpaintMask *
make_mask (const GstCudaInpaintFrame *of, gint width, gint height)
{
  GstCudaInpaintMask *only = of->file ? of->file : of->attached, *mask;
  guint i;

  if (of->rectangles->len == 0 && !of->alpha && !(of->file && of->attached))
    return only ? gst_cuda_inpaint_mask_ref (only) : NULL;
  mask = only ? gst_cuda_inpaint_mask_copy (only)
              : gst_cuda_inpaint_mask_new (width, height);
  if (of->file && of->attached)
    gst_cuda_inpaint_mask_add_mask (mask, of->attached);
  mask->alpha = of->alpha;
  for (i = 0; i < of->rectangles->len; i++) {
    GstVideoRectangle r = g_array_index (of->rectangles, GstVideoRectangle, i);

    gst_cuda_inpaint_mask_add (mask, r.x, r.y, r.w, r.h);
  }
  return mask;
}

GstCudaInpaintMask *
gst_cuda_inpaint_frame_get_mask (GstCudaInpaintFrame *self, GstBuffer *buffer,
    GQuark type, GstCudaInpaintMask *file, GstCudaInpaintMask *attached,
    const GArray *rectangles, gboolean alpha, gint width, gint height)
{
  GstCudaInpaintFrame now = {
    .file = file ? gst_cuda_inpaint_mask_ref (file) : NULL,
    .attached = attached ? gst_cuda_inpaint_mask_ref (attached) : NULL,
    .alpha = alpha,
    .rectangles = gst_cuda_filter_roi_find (buffer, type, width, height),
  };

  if (rectangles->len > 0)
    g_array_append_vals (now.rectangles, rectangles->data, rectangles->len);
  if (self->file == now.file && self->attached == now.attached
      && self->alpha == now.alpha
      && same_rectangles (self->rectangles, now.rectangles)) {
    gst_cuda_inpaint_frame_clear (&now);
  } else {
    now.mask = make_mask (&now, width, height);
    gst_cuda_inpaint_frame_clear (self);
    *self = now;
  }
  return self->mask ? gst_cuda_inpaint_mask_ref (self->mask) : NULL;
}

void
gst_cuda_inpaint_frame_clear (GstCudaInpaintFrame *self)
{
  g_clear_pointer (&self->mask, gst_cuda_inpaint_mask_unref);
  g_clear_pointer (&self->file, gst_cuda_inpaint_mask_unref);
  g_clear_pointer (&self->attached, gst_cuda_inpaint_mask_unref);
  g_clear_pointer (&self->rectangles, g_array_unref);
}
