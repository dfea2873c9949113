/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frame's regions of interest: what GstVideoRegionOfInterestMeta marks. */
#include "gst/filter/gcfroi.h"

GArray *
gcf_roi_find (GstBuffer *buffer, GQuark type, gint width, gint height)
{
  const gboolean any = type == g_quark_from_static_string (GCF_ROI_ANY_TYPE);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (GstVideoRectangle));
  gpointer state = NULL;
  GstMeta *meta;

  while (type
         && (meta = gst_buffer_iterate_meta_filtered (
                 buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE))) {
    const GstVideoRegionOfInterestMeta *roi =
        (GstVideoRegionOfInterestMeta *)meta;
    GstVideoRectangle r;

    if ((!any && roi->roi_type != type) || roi->x >= (guint)width
        || roi->y >= (guint)height)
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
