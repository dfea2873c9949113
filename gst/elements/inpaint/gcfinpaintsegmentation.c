/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads what segmenters mark: GstAnalyticsSegmentationMtd, of GStreamer 1.26
 * and later. */
#include "gst/elements/inpaint/gcfinpaintsegmentation.h"

#include "gst/elements/inpaint/gcfinpaintmask.h"

#ifdef HAVE_GST_ANALYTICS
#include <gst/analytics/analytics.h>
#include <gst/video/video.h>
#endif

#if defined(HAVE_GST_ANALYTICS) && GST_CHECK_VERSION(1, 26, 0)

/* A mask of ours goes as far */
#define SIDE_MAX 32768

/* Any sample but 0, which is the ground. */
static GcfInpaintMask *
read_samples (const GstVideoFrame *frame, gint sample_bytes)
{
  const gint width = GST_VIDEO_FRAME_WIDTH (frame);
  const gint height = GST_VIDEO_FRAME_HEIGHT (frame);
  GcfInpaintMask *marks = gcf_inpaint_mask_new (width, height);
  gint x, y, i;

  for (y = 0; y < height; y++) {
    const guint8 *row = (const guint8 *)GST_VIDEO_FRAME_PLANE_DATA (frame, 0)
                        + (gsize)y * GST_VIDEO_FRAME_PLANE_STRIDE (frame, 0);
    guint32 *bits = marks->bits + (gsize)y * marks->words;

    for (x = 0; x < width; x++)
      for (i = 0; i < sample_bytes; i++)
        if (row[x * sample_bytes + i])
          bits[x / 32] |= 1u << x % 32;
  }
  gcf_inpaint_mask_shrink_box (marks);
  return marks;
}

/* NULL where it has no picture of grey. */
static GcfInpaintMask *
read_mask (GstBuffer *buffer)
{
  const GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  GcfInpaintMask *marks = NULL;
  GstVideoFrame frame;
  GstVideoInfo info;

  if (!meta || meta->width == 0 || meta->height == 0 || meta->width > SIDE_MAX
      || meta->height > SIDE_MAX
      || (meta->format != GST_VIDEO_FORMAT_GRAY8
          && meta->format != GST_VIDEO_FORMAT_GRAY16_LE
          && meta->format != GST_VIDEO_FORMAT_GRAY16_BE)
      || !gst_video_info_set_format (
          &info, meta->format, meta->width, meta->height)
      || !gst_video_frame_map (&frame, &info, buffer, GST_MAP_READ))
    return NULL;
  if ((gint)GST_VIDEO_FRAME_PLANE_STRIDE (&frame, 0)
      >= (gint)GST_VIDEO_INFO_COMP_PSTRIDE (&info, 0) * (gint)meta->width)
    marks = read_samples (&frame, GST_VIDEO_INFO_COMP_PSTRIDE (&info, 0));
  gst_video_frame_unmap (&frame);
  return marks;
}

/* Takes the marks. */
static GcfInpaintMask *
place (GcfInpaintMask *marks, const GstVideoRectangle *box, gint width,
    gint height)
{
  GcfInpaintMask *scaled = marks, *placed;
  gint x, y;

  if (box->w != marks->width || box->h != marks->height) {
    scaled = gcf_inpaint_mask_scaled (marks, box->w, box->h);
    gcf_inpaint_mask_unref (marks);
  }
  placed = gcf_inpaint_mask_new (width, height);
  for (y = MAX (scaled->top, -box->y); y < scaled->bottom; y++)
    for (x = MAX (scaled->left, -box->x); x < scaled->right; x++)
      if (x + box->x < width && y + box->y < height
          && scaled->bits[(gsize)y * scaled->words + x / 32] >> x % 32 & 1)
        placed->bits[(gsize)(y + box->y) * placed->words + (x + box->x) / 32] |=
            1u << (x + box->x) % 32;
  gcf_inpaint_mask_unref (scaled);
  gcf_inpaint_mask_shrink_box (placed);
  return placed;
}

/* NULL where it cannot be read. */
static GcfInpaintMask *
read_segmentation (
    const GstAnalyticsSegmentationMtd *segmentation, gint width, gint height)
{
  GstVideoRectangle box = { 0 };
  guint w = 0, h = 0;
  GstBuffer *buffer = gst_analytics_segmentation_mtd_get_mask (
      segmentation, &box.x, &box.y, &w, &h);
  GcfInpaintMask *marks = buffer ? read_mask (buffer) : NULL;

  gst_clear_buffer (&buffer);
  if (!marks)
    return NULL;
  /* without a size it is its own */
  box.w = w ? MIN (w, SIDE_MAX) : (guint)marks->width;
  box.h = h ? MIN (h, SIDE_MAX) : (guint)marks->height;
  box.x = CLAMP (box.x, -SIDE_MAX, SIDE_MAX);
  box.y = CLAMP (box.y, -SIDE_MAX, SIDE_MAX);
  return place (marks, &box, width, height);
}

gboolean
gcf_inpaint_segmentation_is_built (void)
{
  return TRUE;
}

void
gcf_inpaint_segmentation_find (
    GstBuffer *frame, gint width, gint height, GPtrArray *found)
{
  GstAnalyticsRelationMeta *meta =
      gst_buffer_get_analytics_relation_meta (frame);
  GstAnalyticsMtd segmentation;
  gpointer state = NULL;

  while (meta
         && gst_analytics_relation_meta_iterate (meta, &state,
             gst_analytics_segmentation_mtd_get_mtd_type (), &segmentation)) {
    GcfInpaintMask *mask = read_segmentation (&segmentation, width, height);

    if (mask)
      g_ptr_array_add (found, mask);
    else
      GST_WARNING ("a segmentation without a picture of grey is left out");
  }
}

gboolean
gcf_inpaint_segmentation_is_any (GstBuffer *frame)
{
  GstAnalyticsRelationMeta *meta =
      gst_buffer_get_analytics_relation_meta (frame);
  GstAnalyticsMtd segmentation;
  gpointer state = NULL;

  return meta
         && gst_analytics_relation_meta_iterate (meta, &state,
             gst_analytics_segmentation_mtd_get_mtd_type (), &segmentation);
}

#else

gboolean
gcf_inpaint_segmentation_is_built (void)
{
  return FALSE;
}

gboolean
gcf_inpaint_segmentation_is_any (GstBuffer *frame)
{
  return FALSE;
}

void
gcf_inpaint_segmentation_find (
    GstBuffer *frame, gint width, gint height, GPtrArray *found)
{
}

#endif
