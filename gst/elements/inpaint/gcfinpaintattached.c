/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds masks that upstream elements have attached to a frame. */
#include "gst/elements/inpaint/gcfinpaintattached.h"

#include "gst/elements/inpaint/gcfinpaintsegmentation.h"
#include "gst/elements/inpaint/gstcudamaskmeta.h"

gboolean
gcf_inpaint_attached_is_any (GstBuffer *frame, gboolean segmentations)
{
  gpointer state = NULL;

  return gst_cuda_mask_meta_iterate (frame, &state)
         || (segmentations && gcf_inpaint_segmentation_is_any (frame));
}

GPtrArray *
gcf_inpaint_attached_find (
    GstBuffer *frame, gboolean segmentations, gint width, gint height)
{
  GPtrArray *found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)gcf_inpaint_mask_unref);
  gpointer state = NULL;
  GstCudaMaskMeta *meta;

  while ((meta = gst_cuda_mask_meta_iterate (frame, &state)))
    g_ptr_array_add (found, gcf_inpaint_mask_ref (meta->marks));
  if (segmentations)
    gcf_inpaint_segmentation_find (frame, width, height, found);
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
is_of_same (const GcfInpaintAttached *a, const GcfInpaintAttached *b)
{
  return are_same (a->marks, b->marks)
         && a->settings.invert == b->settings.invert
         && a->settings.dilate == b->settings.dilate
         && a->settings.policy == b->settings.policy && a->width == b->width
         && a->height == b->height;
}

/* Takes the mask. */
static void
add_mask (GcfInpaintAttached *self, GcfInpaintMask *mask)
{
  if (self->mask && mask) {
    gcf_inpaint_mask_add_mask (self->mask, mask);
    gcf_inpaint_mask_unref (mask);
  } else if (mask) {
    self->mask = mask;
  }
}

static gboolean
make_mask (GcfInpaintAttached *self, GError **error)
{
  GcfInpaintMask *mask;
  gboolean passes;
  guint i;

  for (i = 0; self->marks && i < self->marks->len; i++) {
    if (!gcf_inpaint_source_make_mask (&self->settings, self->marks->pdata[i],
            self->width, self->height, &mask, &passes, error))
      return FALSE;
    self->passes |= passes;
    add_mask (self, mask);
  }
  return TRUE;
}

gboolean
gcf_inpaint_attached_take (GcfInpaintAttached *self, GPtrArray *marks,
    const GcfInpaintSource *settings, gint width, gint height, GError **error)
{
  GcfInpaintAttached now = {
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
  gcf_inpaint_attached_clear (self);
  if (made)
    *self = now;
  else
    gcf_inpaint_attached_clear (&now);
  return made;
}

const GcfInpaintMask *
gcf_inpaint_attached_get_misfit (const GcfInpaintAttached *self)
{
  guint i;

  for (i = 0; self->marks && i < self->marks->len; i++) {
    const GcfInpaintMask *marks = self->marks->pdata[i];

    if (marks->width != self->width || marks->height != self->height)
      return marks;
  }
  return NULL;
}

void
gcf_inpaint_attached_clear (GcfInpaintAttached *self)
{
  g_clear_pointer (&self->marks, g_ptr_array_unref);
  g_clear_pointer (&self->mask, gcf_inpaint_mask_unref);
  *self = (GcfInpaintAttached){ 0 };
}
