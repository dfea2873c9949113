/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds masks that upstream elements have attached to a frame. */
#include "gst/elements/inpaint/gstcudainpaintattached.h"

#include "gst/elements/inpaint/gstcudainpaintsegmentation.h"
#include "gst/elements/inpaint/gstcudamaskmeta.h"

gboolean
gst_cuda_inpaint_attached_is_any (GstBuffer *frame, gboolean segmentations)
{
  gpointer state = NULL;

  return gst_cuda_mask_meta_iterate (frame, &state)
         || (segmentations && gst_cuda_inpaint_segmentation_is_any (frame));
}

GPtrArray *
gst_cuda_inpaint_attached_find (
    GstBuffer *frame, gboolean segmentations, gint width, gint height)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (
      (GDestroyNotify)gst_cuda_inpaint_mask_unref);
  gpointer state = NULL;
  GstCudaMaskMeta *meta;

  while ((meta = gst_cuda_mask_meta_iterate (frame, &state)))
    g_ptr_array_add (found, gst_cuda_inpaint_mask_ref (meta->marks));
  if (segmentations)
    gst_cuda_inpaint_segmentation_find (frame, width, height, found);
  if (found->len == 0)
    g_clear_pointer (&found, g_ptr_array_unref);
  return found;
}

static gboolean
are_same (const GPtrArray *a, const GPtrArray *b)
{
  guint i;

  if (!a || !b || a->len != b->len)
    return a == b;
  for (i = 0; i < a->len; i++)
    if (a->pdata[i] != b->pdata[i])
      return FALSE;
  return TRUE;
}

static gboolean
is_of_same (const GstCudaInpaintAttached *a, const GstCudaInpaintAttached *b)
{
  return are_same (a->marks, b->marks)
         && a->settings.invert == b->settings.invert
         && a->settings.dilate == b->settings.dilate
         && a->settings.policy == b->settings.policy && a->width == b->width
         && a->height == b->height;
}

/* Takes the mask. */
static void
add_mask (GstCudaInpaintAttached *self, GstCudaInpaintMask *mask)
{
  if (self->mask && mask) {
    gst_cuda_inpaint_mask_add_mask (self->mask, mask);
    gst_cuda_inpaint_mask_unref (mask);
  } else if (mask) {
    self->mask = mask;
  }
}

static gboolean
make_mask (GstCudaInpaintAttached *self, GError **error)
{
  GstCudaInpaintMask *mask;
  gboolean passes;
  guint i;

  for (i = 0; self->marks && i < self->marks->len; i++) {
    if (!gst_cuda_inpaint_source_make_mask (&self->settings,
            self->marks->pdata[i], self->width, self->height, &mask, &passes,
            error))
      return FALSE;
    self->passes |= passes;
    add_mask (self, mask);
  }
  return TRUE;
}

gboolean
gst_cuda_inpaint_attached_take (GstCudaInpaintAttached *self, GPtrArray *marks,
    const GstCudaInpaintSource *settings, gint width, gint height,
    GError **error)
{
  GstCudaInpaintAttached now = {
    .marks = marks,
    .settings = { .invert = settings->invert,
        .dilate = settings->dilate,
        .policy = settings->policy },
    .width = width,
    .height = height,
  };
  gboolean made = TRUE;

  if (is_of_same (self, &now)) {
    g_clear_pointer (&now.marks, g_ptr_array_unref);
    return TRUE;
  }
  made = make_mask (&now, error);
  gst_cuda_inpaint_attached_clear (self);
  if (made)
    *self = now;
  else
    gst_cuda_inpaint_attached_clear (&now);
  return made;
}

const GstCudaInpaintMask *
gst_cuda_inpaint_attached_get_misfit (const GstCudaInpaintAttached *self)
{
  guint i;

  for (i = 0; self->marks && i < self->marks->len; i++) {
    const GstCudaInpaintMask *marks = self->marks->pdata[i];

    if (marks->width != self->width || marks->height != self->height)
      return marks;
  }
  return NULL;
}

void
gst_cuda_inpaint_attached_clear (GstCudaInpaintAttached *self)
{
  g_clear_pointer (&self->marks, g_ptr_array_unref);
  g_clear_pointer (&self->mask, gst_cuda_inpaint_mask_unref);
  *self = (GstCudaInpaintAttached){ 0 };
}
