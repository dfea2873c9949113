/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Maps a rectangle of a frame's pixels to samples of the engine's planes. */
#include "gst/frame/gcfregion.h"

GcfRows
gcf_plane_rows (const GcfPlane *plane, const GstVideoInfo *info, gint field)
{
  const gboolean alternate = GST_VIDEO_INFO_INTERLACE_MODE (info)
                             == GST_VIDEO_INTERLACE_MODE_ALTERNATE;
  GcfRows rows = {
    .first = alternate ? field : plane->first_row,
    .step = alternate ? 2 : plane->row_step,
  };

  rows.n =
      (GST_VIDEO_INFO_HEIGHT (info) - rows.first + rows.step - 1) / rows.step;
  return rows;
}

/* Returns how many of these rows are above row y of the frame. */
static gint
rows_above (const GcfRows *rows, gint y)
{
  return CLAMP ((y - rows->first + rows->step - 1) / rows->step, 0, rows->n);
}

/* The last row of a field's chroma is for all that is left of the field, and so
 * is the last column. */
static CfRectangle
samples_of (const GcfPlane *plane, const GstVideoInfo *info, gint field,
    const GstVideoRectangle *r)
{
  const guint c = plane->components[0];
  const gint w_sub = GST_VIDEO_FORMAT_INFO_W_SUB (info->finfo, c);
  const gint h_sub = GST_VIDEO_FORMAT_INFO_H_SUB (info->finfo, c);
  const gint width = plane->geometry.width, height = plane->geometry.height;
  const GcfRows rows = gcf_plane_rows (plane, info, field);
  const gint top = rows_above (&rows, r->y);
  const gint bottom = rows_above (&rows, r->y + r->h);

  if (top >= bottom)
    return (CfRectangle){ 0 };
  return (CfRectangle){
    .left = MIN (r->x >> w_sub, width - 1),
    .top = MIN (top >> h_sub, height - 1),
    .right = MIN (((r->x + r->w - 1) >> w_sub) + 1, width),
    .bottom = MIN (((bottom - 1) >> h_sub) + 1, height),
  };
}

void
gcf_region_init (CfRegion *region, const GcfPicture *picture,
    const GstVideoInfo *info, gint field, const GstVideoRectangle *rectangle)
{
  guint i;

  memset (region, 0, sizeof (*region));
  for (i = 0; i < picture->n_planes; i++)
    if (picture->planes[i].kind != 0)
      region->planes[i] =
          samples_of (&picture->planes[i], info, field, rectangle);
}
