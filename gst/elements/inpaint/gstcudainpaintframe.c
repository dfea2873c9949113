/* A frame's mask: the file's, a matte's, and the frame's own regions. */
#include "gst/elements/inpaint/gstcudainpaintframe.h"

#include <string.h>

/* Regions of interest of this type, less what is outside of the frame. */
static GArray *
find_rectangles (GstBuffer *buffer, const gchar *type, gint width, gint height)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (GstVideoRectangle));
  gpointer state = NULL;
  GstMeta *meta;

  while (type
         && (meta = gst_buffer_iterate_meta_filtered (
                 buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE))) {
    const GstVideoRegionOfInterestMeta *roi =
        (GstVideoRegionOfInterestMeta *)meta;
    GstVideoRectangle r;

    if (strcmp (type, GST_CUDA_INPAINT_ANY_TYPE) != 0
        && g_strcmp0 (type, g_quark_to_string (roi->roi_type)) != 0)
      continue;
    if (roi->x >= (guint)width || roi->y >= (guint)height)
      continue;
    r.x = roi->x;
    r.y = roi->y;
    r.w = MIN (roi->w, (guint)(width - r.x));
    r.h = MIN (roi->h, (guint)(height - r.y));
    if (r.w > 0 && r.h > 0)
      g_array_append_val (found, r);
  }
  return found;
}

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
  GstCudaInpaintMask *only = of->file ? of->file : of->matte, *mask;
  guint i;

  if (of->rectangles->len == 0 && !of->alpha && !(of->file && of->matte))
    return only ? gst_cuda_inpaint_mask_ref (only) : NULL;
  mask = only ? gst_cuda_inpaint_mask_copy (only)
              : gst_cuda_inpaint_mask_new (width, height);
  if (of->file && of->matte)
    gst_cuda_inpaint_mask_add_mask (mask, of->matte);
  mask->alpha = of->alpha;
  for (i = 0; i < of->rectangles->len; i++) {
    GstVideoRectangle r = g_array_index (of->rectangles, GstVideoRectangle, i);

    gst_cuda_inpaint_mask_add (mask, r.x, r.y, r.w, r.h);
  }
  return mask;
}

GstCudaInpaintMask *
gst_cuda_inpaint_frame_get_mask (GstCudaInpaintFrame *self, GstBuffer *buffer,
    const gchar *type, GstCudaInpaintMask *file, GstCudaInpaintMask *matte,
    gboolean alpha, gint width, gint height)
{
  GstCudaInpaintFrame now = {
    .file = file ? gst_cuda_inpaint_mask_ref (file) : NULL,
    .matte = matte ? gst_cuda_inpaint_mask_ref (matte) : NULL,
    .alpha = alpha,
    .rectangles = find_rectangles (buffer, type, width, height),
  };

  if (self->file == now.file && self->matte == now.matte
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
  g_clear_pointer (&self->matte, gst_cuda_inpaint_mask_unref);
  g_clear_pointer (&self->rectangles, g_array_unref);
}
