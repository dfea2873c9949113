/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frame's mask: the file's, what is attached, rectangles and regions. */
#include "gst/elements/inpaint/gcfinpaintframe.h"

#include <string.h>

#include "gst/filter/gcfroi.h"

static gboolean
same_rectangles (const GArray *a, const GArray *b)
{
  return a && b && a->len == b->len
         && (a->len == 0
             || memcmp (a->data, b->data, a->len * sizeof (GstVideoRectangle))
                    == 0);
}

static GcfInpaintMask *
make_mask (const GcfInpaintFrame *of, gint width, gint height)
{
  GcfInpaintMask *only = of->file ? of->file : of->attached, *mask;
  guint i;

  if (of->rectangles->len == 0 && !of->alpha && !(of->file && of->attached))
    return only ? gcf_inpaint_mask_ref (only) : NULL;
  mask = only ? gcf_inpaint_mask_copy (only)
              : gcf_inpaint_mask_new (width, height);
  if (of->file && of->attached)
    gcf_inpaint_mask_add_mask (mask, of->attached);
  mask->alpha = of->alpha;
  for (i = 0; i < of->rectangles->len; i++) {
    GstVideoRectangle r = g_array_index (of->rectangles, GstVideoRectangle, i);

    gcf_inpaint_mask_add (mask, r.x, r.y, r.w, r.h);
  }
  return mask;
}

GcfInpaintMask *
gcf_inpaint_frame_get_mask (GcfInpaintFrame *self, GstBuffer *buffer,
    GQuark type, GcfInpaintMask *file, GcfInpaintMask *attached,
    const GArray *rectangles, gboolean alpha, gint width, gint height)
{
  GcfInpaintFrame now = {
    .file = file ? gcf_inpaint_mask_ref (file) : NULL,
    .attached = attached ? gcf_inpaint_mask_ref (attached) : NULL,
    .alpha = alpha,
    .rectangles = gcf_roi_find (buffer, type, width, height),
  };

  if (rectangles->len > 0)
    g_array_append_vals (now.rectangles, rectangles->data, rectangles->len);
  if (self->file == now.file && self->attached == now.attached
      && self->alpha == now.alpha
      && same_rectangles (self->rectangles, now.rectangles)) {
    gcf_inpaint_frame_clear (&now);
  } else {
    now.mask = make_mask (&now, width, height);
    gcf_inpaint_frame_clear (self);
    *self = now;
  }
  return self->mask ? gcf_inpaint_mask_ref (self->mask) : NULL;
}

void
gcf_inpaint_frame_clear (GcfInpaintFrame *self)
{
  g_clear_pointer (&self->mask, gcf_inpaint_mask_unref);
  g_clear_pointer (&self->file, gcf_inpaint_mask_unref);
  g_clear_pointer (&self->attached, gcf_inpaint_mask_unref);
  g_clear_pointer (&self->rectangles, g_array_unref);
}
