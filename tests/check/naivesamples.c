/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the naive filters share: samples of a component, the border, and the
 * walk over a frame. */
#include "naivesamples.h"

#include <string.h>

static gint
fold (gint i, gint n, const gchar *border)
{
  if (g_str_equal (border, "replicate"))
    return CLAMP (i, 0, n - 1);
  if (n == 1)
    return 0;
  while (i < 0 || i >= n)
    i = i < 0 ? -i : 2 * (n - 1) - i;
  return i;
}

guint
naive_samples_get (const NaiveSamples *s, gint x, gint y, const gchar *border,
    gint border_value)
{
  gboolean inside = x >= 0 && x < s->width && y >= 0 && y < s->height;
  const guint8 *p;
  guint raw;

  if (!inside && g_str_equal (border, "constant"))
    return border_value << (s->depth - 8);
  if (!inside) {
    x = fold (x, s->width, border);
    y = fold (y, s->height, border);
  }
  p = s->data + y * s->stride + x * s->pstride;
  raw = s->depth > 8 ? GST_READ_UINT16_LE (p) : *p;
  return raw >> s->shift;
}

void
naive_samples_set (const NaiveSamples *s, gint x, gint y, guint value)
{
  guint8 *p = s->data + y * s->stride + x * s->pstride;

  if (s->depth > 8)
    GST_WRITE_UINT16_LE (p, value << s->shift);
  else
    *p = value;
}

static gboolean
is_filtered (const gchar *planes, const GstVideoInfo *info, guint c)
{
  if (c == 3)
    return strstr (planes, "alpha") != NULL;
  if (c == 0 || GST_VIDEO_INFO_IS_RGB (info))
    return strstr (planes, "luma") != NULL;
  return strstr (planes, "chroma") != NULL;
}

GstBuffer *
naive_samples_filter (const GstVideoInfo *info, GstBuffer *frame,
    gboolean by_field, const gchar *planes, NaiveSamplesFunc filter_samples,
    gconstpointer filter)
{
  GstBuffer *result = gst_buffer_copy_deep (frame);
  GstVideoFrame f;

  if (!gst_video_frame_map (&f, info, result, GST_MAP_READWRITE))
    g_error ("a frame of the test cannot be mapped");
  for (guint c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (&f); c++) {
    gint rows = GST_VIDEO_FRAME_COMP_HEIGHT (&f, c);
    gint field, fields = by_field ? 2 : 1;

    if (!is_filtered (planes, info, c))
      continue;
    for (field = 0; field < fields; field++) {
      gint stride = GST_VIDEO_FRAME_COMP_STRIDE (&f, c);
      NaiveSamples s = {
        .data = (guint8 *)GST_VIDEO_FRAME_COMP_DATA (&f, c) + field * stride,
        .stride = stride * fields,
        .pstride = GST_VIDEO_FRAME_COMP_PSTRIDE (&f, c),
        .width = GST_VIDEO_FRAME_COMP_WIDTH (&f, c),
        .height = by_field ? (rows + 1 - field) / 2 : rows,
        .depth = GST_VIDEO_FRAME_COMP_DEPTH (&f, c),
        .shift = GST_VIDEO_FORMAT_INFO_SHIFT (info->finfo, c),
      };

      /* GStreamer counts the V of P010, P012 and P016 in samples. */
      if (s.depth + s.shift > 8
          && GST_VIDEO_FORMAT_INFO_POFFSET (info->finfo, c) == 1)
        s.data++;
      filter_samples (&s, filter);
    }
  }
  gst_video_frame_unmap (&f);
  return result;
}
