/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours as GstAnalyticsRelationMeta. */
#include "gst/elements/snake/gcfsnakeanalytics.h"

#include <gst/analytics/analytics.h>

#include "gst/elements/snake/gcfsnakefill.h"

static void
relate (GstAnalyticsRelationMeta *meta, GstAnalyticsRelTypes how,
    const GstAnalyticsMtd *first, const GstAnalyticsMtd *second)
{
  gst_analytics_relation_meta_set_relation (meta, how, first->id, second->id);
}

static void
add_track (GstAnalyticsRelationMeta *meta, const GstAnalyticsODMtd *object,
    guint id, GstClockTime first_seen, GstClockTime last_seen)
{
  GstAnalyticsTrackingMtd track;

  gst_analytics_relation_meta_add_tracking_mtd (meta, id, first_seen, &track);
  gst_analytics_tracking_mtd_update_last_seen (&track, last_seen);
  relate (meta, GST_ANALYTICS_REL_TYPE_RELATE_TO, object, &track);
}

#if GST_CHECK_VERSION(1, 26, 0)
/* The smallest rectangle of pixels that holds all contours. */
static GstVideoRectangle
get_bounds (const GstCudaSnakeContours *contours)
{
  gint left = contours->width, top = contours->height, right = 0, bottom = 0;
  guint i;

  for (i = 0; i < contours->n_contours; i++) {
    GstVideoRectangle box;

    gst_cuda_snake_contour_get_bounds (&contours->contours[i], &box);
    left = MIN (left, box.x);
    top = MIN (top, box.y);
    right = MAX (right, box.x + box.w);
    bottom = MAX (bottom, box.y + box.h);
  }
  return (GstVideoRectangle){ left, top, right - left, bottom - top };
}

static GstBuffer *
make_mask (const GstCudaSnakeContours *contours, const GstVideoRectangle *box)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (CfSpan));
  GstVideoInfo info;
  GstBuffer *mask;
  guint8 *samples;
  guint i, k;

  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_GRAY8, box->w, box->h);
  samples = g_malloc0 (info.size);
  for (i = 0; i < contours->n_contours; i++) {
    const GstCudaSnakeContour *c = &contours->contours[i];

    g_array_set_size (spans, 0);
    gcf_snake_fill_add (spans, (const CfSnakePoint *)c->points, c->n_points);
    for (k = 0; k < spans->len; k++) {
      const CfSpan s = g_array_index (spans, CfSpan, k);

      memset (samples + (gsize)(s.y - box->y) * info.stride[0] + s.x - box->x,
          i + 1, s.length);
    }
  }
  g_array_unref (spans);
  mask = gst_buffer_new_wrapped (samples, info.size);
  gst_buffer_add_video_meta_full (mask, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_GRAY8, box->w, box->h, 1, info.offset, info.stride);
  return mask;
}

static void
add_mask (GstAnalyticsRelationMeta *meta, const GstCudaSnakeContours *contours,
    const GstAnalyticsODMtd *objects)
{
  const GstVideoRectangle box = get_bounds (contours);
  GstAnalyticsSegmentationMtd segmentation;
  guint regions[256], i;

  for (i = 0; i <= contours->n_contours; i++)
    regions[i] = i;
  gst_analytics_relation_meta_add_segmentation_mtd (meta,
      make_mask (contours, &box), GST_SEGMENTATION_TYPE_INSTANCE, i, regions,
      box.x, box.y, box.w, box.h, &segmentation);
  for (i = 0; i < contours->n_contours; i++)
    relate (meta, GST_ANALYTICS_REL_TYPE_CONTAIN, &segmentation, &objects[i]);
}
#endif

void
gcf_snake_analytics_add (GstBuffer *buffer,
    const GstCudaSnakeContours *contours, const GstClockTime *since)
{
  const GQuark type = g_quark_from_static_string (GCF_SNAKE_ANALYTICS_TYPE);
  GstAnalyticsRelationMeta *meta;
  GstAnalyticsODMtd objects[255];
  guint i;

  g_return_if_fail (contours->n_contours <= G_N_ELEMENTS (objects));

  if (contours->n_contours == 0)
    return;
  meta = gst_buffer_get_analytics_relation_meta (buffer);
  if (!meta)
    meta = gst_buffer_add_analytics_relation_meta (buffer);
  for (i = 0; i < contours->n_contours; i++) {
    const GstCudaSnakeContour *c = &contours->contours[i];
    GstVideoRectangle box;

    gst_cuda_snake_contour_get_bounds (c, &box);
    gst_analytics_relation_meta_add_od_mtd (
        meta, type, box.x, box.y, box.w, box.h, 1 - c->cut, &objects[i]);
    if (since)
      add_track (meta, &objects[i], c->id, since[i], GST_BUFFER_PTS (buffer));
  }
#if GST_CHECK_VERSION(1, 26, 0)
  add_mask (meta, contours, objects);
#endif
}
