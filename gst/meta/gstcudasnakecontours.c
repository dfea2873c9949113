/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours have these rules, bounds and scale, wherever they are kept. */
#include "gstcudasnakecontours.h"

#include <math.h>

/* G_DEFINE_QUARK() takes a name that is no C, which would be formatted. */
GQuark
gst_cuda_snake_meta_error_quark (void)
{
  return g_quark_from_static_string ("gst-cuda-snake-meta-error-quark");
}

gboolean
gst_cuda_snake_contours_refuse (GError **error, const gchar *format, ...)
{
  va_list args;

  va_start (args, format);
  if (error)
    *error = g_error_new_valist (GST_CUDA_SNAKE_META_ERROR,
        GST_CUDA_SNAKE_META_ERROR_INVALID, format, args);
  va_end (args);
  return FALSE;
}

/* Rules */

static gboolean
check_points (const GstCudaSnakeContour *contour, gint width, gint height,
    guint index, GError **error)
{
  guint i;

  if (contour->n_points < 3 || contour->n_points > G_MAXUINT / 2)
    return gst_cuda_snake_contours_refuse (error,
        "contour %u: a polygon cannot have %u nodes", index, contour->n_points);
  for (i = 0; i < contour->n_points; i++) {
    gint x = contour->points[2 * i], y = contour->points[2 * i + 1];

    if (x < 0 || x > width || y < 0 || y > height)
      return gst_cuda_snake_contours_refuse (error,
          "contour %u: node %u at (%d, %d) is outside the frame of %dx%d",
          index, i, x, y, width, height);
  }
  return TRUE;
}

static gboolean
check_statistics (const GstCudaSnakeContour *contour, guint64 n_pixels,
    guint index, GError **error)
{
  const struct {
    const gchar *name;
    gdouble value;
    gboolean may_be_negative;
  } numbers[] = {
    { "mean-in", contour->mean_in, TRUE },
    { "variance-in", contour->variance_in, FALSE },
    { "mean-out", contour->mean_out, TRUE },
    { "variance-out", contour->variance_out, FALSE },
    { "criterion", contour->criterion, TRUE },
    { "cut", contour->cut, FALSE },
  };
  guint i;

  if (contour->area > n_pixels)
    return gst_cuda_snake_contours_refuse (error,
        "contour %u: its area of %" G_GUINT64_FORMAT
        " pixels is larger than the frame's of %" G_GUINT64_FORMAT,
        index, contour->area, n_pixels);
  for (i = 0; i < G_N_ELEMENTS (numbers); i++) {
    if (!isfinite (numbers[i].value))
      return gst_cuda_snake_contours_refuse (
          error, "contour %u: %s is not finite", index, numbers[i].name);
    if (numbers[i].value < 0 && !numbers[i].may_be_negative)
      return gst_cuda_snake_contours_refuse (
          error, "contour %u: %s is negative", index, numbers[i].name);
  }
  if (contour->cut > 1)
    return gst_cuda_snake_contours_refuse (
        error, "contour %u: cut is above 1", index);
  return TRUE;
}

gboolean
gst_cuda_snake_contours_check (
    const GstCudaSnakeContours *contours, GError **error)
{
  gint width = contours->width, height = contours->height;
  GHashTable *ids;
  gboolean ok = TRUE;
  guint i;

  if (width <= 0 || height <= 0)
    return gst_cuda_snake_contours_refuse (
        error, "a frame cannot have %dx%d pixels", width, height);

  ids = g_hash_table_new (NULL, NULL);
  for (i = 0; i < contours->n_contours && ok; i++) {
    const GstCudaSnakeContour *contour = &contours->contours[i];

    ok = check_points (contour, width, height, i, error)
         && check_statistics (contour, (guint64)width * height, i, error);
    if (ok && !g_hash_table_add (ids, GUINT_TO_POINTER (contour->id)))
      ok = gst_cuda_snake_contours_refuse (
          error, "contour %u: another one has its id %u", i, contour->id);
  }
  g_hash_table_unref (ids);
  return ok;
}

/* Bounds and scale */

void
gst_cuda_snake_contour_get_bounds (
    const GstCudaSnakeContour *contour, GstVideoRectangle *bounds)
{
  gint left = G_MAXINT, top = G_MAXINT, right = 0, bottom = 0;
  guint i;

  g_return_if_fail (contour != NULL && contour->n_points > 0);
  g_return_if_fail (bounds != NULL);

  for (i = 0; i < contour->n_points; i++) {
    gint x = contour->points[2 * i], y = contour->points[2 * i + 1];

    left = MIN (left, x);
    top = MIN (top, y);
    right = MAX (right, x);
    bottom = MAX (bottom, y);
  }
  bounds->x = left;
  bounds->y = top;
  bounds->w = right - left;
  bounds->h = bottom - top;
}

/* The nearest to x * to / from, a half upwards. */
static gint
scale (gint x, gint from, gint to)
{
  return (2 * (gint64)x * to + from) / (2 * (gint64)from);
}

GstCudaSnakeContours *
gst_cuda_snake_contours_scale (const GstCudaSnakeContours *contours, gint width,
    gint height, GError **error)
{
  GstCudaSnakeContours *scaled;
  GstCudaSnakeContour *contour;
  guint i, j;

  g_return_val_if_fail (contours != NULL, NULL);

  if (!gst_cuda_snake_contours_check (contours, error))
    return NULL;
  if (width <= 0 || height <= 0) {
    gst_cuda_snake_contours_refuse (
        error, "a frame cannot have %dx%d pixels", width, height);
    return NULL;
  }

  scaled = gst_cuda_snake_contours_alloc (
      width, height, contours->n_contours, &contour);
  for (i = 0; i < contours->n_contours; i++) {
    const GstCudaSnakeContour *from = &contours->contours[i];
    gint *points = g_new (gint, 2 * (gsize)from->n_points);

    for (j = 0; j < from->n_points; j++) {
      points[2 * j] = scale (from->points[2 * j], contours->width, width);
      points[2 * j + 1] =
          scale (from->points[2 * j + 1], contours->height, height);
    }
    contour[i] = *from;
    contour[i].points = points;
    contour[i].area = gst_util_uint64_scale_round (from->area,
        (guint64)width * height, (guint64)contours->width * contours->height);
  }
  return scaled;
}
