/* The median and other percentiles as their definition says, one sample after
 * the other. */
#include "naivemedian.h"

#include <stdlib.h>
#include <string.h>

/* One component's samples, in one field. */
typedef struct {
  guint8 *data;
  gint stride, pstride;
  gint width, height;
  gint depth, shift;
} Samples;

static guint
get (const Samples *s, gint x, gint y)
{
  const guint8 *p = s->data + y * s->stride + x * s->pstride;
  guint raw = s->depth > 8 ? GST_READ_UINT16_LE (p) : *p;

  return raw >> s->shift;
}

static void
set (const Samples *s, gint x, gint y, guint value)
{
  guint8 *p = s->data + y * s->stride + x * s->pstride;

  if (s->depth > 8)
    GST_WRITE_UINT16_LE (p, value << s->shift);
  else
    *p = value;
}

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

static int
compare (const void *a, const void *b)
{
  return *(const guint *)a - *(const guint *)b;
}

static guint
percentile_at (const NaiveMedian *self, const Samples *s, gint x, gint y)
{
  guint window[101 * 101], n = 0;
  gint rx = self->size / 2;
  gint ry = (self->size_y ? self->size_y : self->size) / 2;
  gint dx, dy;

  for (dy = -ry; dy <= ry; dy++) {
    for (dx = -rx; dx <= rx; dx++) {
      gint sx = x + dx, sy = y + dy;
      gboolean inside = sx >= 0 && sx < s->width && sy >= 0 && sy < s->height;

      if (!inside && g_str_equal (self->border, "constant"))
        window[n++] = self->border_value << (s->depth - 8);
      else
        window[n++] = get (s, fold (sx, s->width, self->border),
            fold (sy, s->height, self->border));
    }
  }
  qsort (window, n, sizeof (guint), compare);
  return window[(2 * self->percentile * (n - 1) + 100) / 200];
}

static void
filter (const NaiveMedian *self, const Samples *s)
{
  guint *result = g_new (guint, MAX (s->width * s->height, 1));
  gint i, x, y;

  for (i = 0; i < self->iterations; i++) {
    for (y = 0; y < s->height; y++)
      for (x = 0; x < s->width; x++)
        result[y * s->width + x] = percentile_at (self, s, x, y);
    for (y = 0; y < s->height; y++)
      for (x = 0; x < s->width; x++)
        set (s, x, y, result[y * s->width + x]);
  }
  g_free (result);
}

static gboolean
is_filtered (const NaiveMedian *self, const GstVideoInfo *info, guint c)
{
  if (c == 3)
    return strstr (self->planes, "alpha") != NULL;
  if (c == 0 || GST_VIDEO_INFO_IS_RGB (info))
    return strstr (self->planes, "luma") != NULL;
  return strstr (self->planes, "chroma") != NULL;
}

void
naive_median_apply (const NaiveMedian *self, GObject *element)
{
  g_object_set (element, "size", self->size, "size-y", self->size_y,
      "percentile", self->percentile, "iterations", self->iterations,
      "border-value", self->border_value, NULL);
  gst_util_set_object_arg (element, "border", self->border);
  gst_util_set_object_arg (element, "planes", self->planes);
}

GstBuffer *
naive_median_filter (const NaiveMedian *self, const GstVideoInfo *info,
    GstBuffer *frame, gboolean by_field)
{
  GstBuffer *result = gst_buffer_copy_deep (frame);
  GstVideoFrame f;
  guint c;

  if (!gst_video_frame_map (&f, info, result, GST_MAP_READWRITE))
    g_error ("a frame of the test cannot be mapped");
  for (c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (&f); c++) {
    gint rows = GST_VIDEO_FRAME_COMP_HEIGHT (&f, c);
    gint field, fields = by_field ? 2 : 1;

    if (!is_filtered (self, info, c))
      continue;
    for (field = 0; field < fields; field++) {
      gint stride = GST_VIDEO_FRAME_COMP_STRIDE (&f, c);
      Samples s = {
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
      filter (self, &s);
    }
  }
  gst_video_frame_unmap (&f);
  return result;
}
