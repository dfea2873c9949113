/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws on frames. */
#include "gst/frame/gcfdrawcolor.h"

#include <math.h>

/* Y'CbCr of R'G'B', all of 0...1, chroma around 0. */
static void
to_yuv (const GstVideoInfo *info, const gdouble *rgb, gdouble *yuv)
{
  gdouble kr, kb;

  if (!gst_video_color_matrix_get_Kr_Kb (
          GST_VIDEO_INFO_COLORIMETRY (info).matrix, &kr, &kb))
    gst_video_color_matrix_get_Kr_Kb (GST_VIDEO_COLOR_MATRIX_BT601, &kr, &kb);
  yuv[0] = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2];
  yuv[1] = (rgb[2] - yuv[0]) / (2 * (1 - kb));
  yuv[2] = (rgb[0] - yuv[0]) / (2 * (1 - kr));
}

void
gcf_draw_color_init (GcfDrawColor *self, const GstVideoInfo *info, guint32 argb,
    const CfSpan *spans, guint n_spans)
{
  const GstVideoFormatInfo *finfo = info->finfo;
  const gdouble rgb[3] = { (argb >> 16 & 255) / 255.0,
    (argb >> 8 & 255) / 255.0, (argb & 255) / 255.0 };
  gdouble color[GST_VIDEO_MAX_COMPONENTS];
  gint offset[GST_VIDEO_MAX_COMPONENTS], scale[GST_VIDEO_MAX_COMPONENTS];
  guint c;

  if (GST_VIDEO_FORMAT_INFO_IS_RGB (finfo))
    memcpy (color, rgb, sizeof (rgb));
  else
    to_yuv (info, rgb, color);
  color[GST_VIDEO_COMP_A] = (argb >> 24) / 255.0;

  gst_video_color_range_offsets (
      GST_VIDEO_INFO_COLORIMETRY (info).range, finfo, offset, scale);
  for (c = 0; c < GST_VIDEO_FORMAT_INFO_N_COMPONENTS (finfo); c++) {
    const gint most = (1 << GST_VIDEO_FORMAT_INFO_DEPTH (finfo, c)) - 1;

    if (c == GST_VIDEO_COMP_A)
      self->values[c] = lround (color[c] * most);
    else
      self->values[c] =
          CLAMP (lround (offset[c] + color[c] * scale[c]), 0, most);
  }
  self->spans = spans;
  self->n_spans = n_spans;
}

CfSpan *
gcf_draw_color_get_spans (
    const GcfDrawColor *self, const GstVideoInfo *info, const GcfPlane *plane)
{
  const guint c = plane->components[0];
  const gint w_sub = GST_VIDEO_FORMAT_INFO_W_SUB (info->finfo, c);
  const gint h_sub = GST_VIDEO_FORMAT_INFO_H_SUB (info->finfo, c);
  CfSpan *spans = g_new (CfSpan, self->n_spans);
  guint i;

  for (i = 0; i < self->n_spans; i++) {
    const CfSpan *s = &self->spans[i];

    spans[i].x = s->x >> w_sub;
    spans[i].y = s->y >> h_sub;
    spans[i].length = ((s->x + s->length - 1) >> w_sub) - spans[i].x + 1;
  }
  return spans;
}
