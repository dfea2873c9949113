/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours as boxed types, and what is in them by functions, for programs that
 * cannot read structures. */
#include "gstcudasnakecontours.h"

#include <string.h>

G_DEFINE_BOXED_TYPE (GstCudaSnakeContour, gst_cuda_snake_contour,
    gst_cuda_snake_contour_copy, gst_cuda_snake_contour_free)
G_DEFINE_BOXED_TYPE (GstCudaSnakeContours, gst_cuda_snake_contours,
    gst_cuda_snake_contours_copy, gst_cuda_snake_contours_free)

/* One contour */

static void
copy_contour (GstCudaSnakeContour *to, const GstCudaSnakeContour *from)
{
  const gsize n_bytes = 2 * (gsize)from->n_points * sizeof (gint);
  gint *points = g_malloc (n_bytes);

  if (n_bytes > 0)
    memcpy (points, from->points, n_bytes);
  *to = *from;
  to->points = points;
}

GstCudaSnakeContour *
gst_cuda_snake_contour_copy (const GstCudaSnakeContour *contour)
{
  GstCudaSnakeContour *copy;

  g_return_val_if_fail (contour != NULL, NULL);

  copy = g_new (GstCudaSnakeContour, 1);
  copy_contour (copy, contour);
  return copy;
}

void
gst_cuda_snake_contour_free (GstCudaSnakeContour *contour)
{
  if (!contour)
    return;
  g_free ((gint *)contour->points);
  g_free (contour);
}

const gint *
gst_cuda_snake_contour_get_points (
    const GstCudaSnakeContour *contour, guint *n_coordinates)
{
  g_return_val_if_fail (contour != NULL, NULL);
  g_return_val_if_fail (n_coordinates != NULL, NULL);

  *n_coordinates = 2 * contour->n_points;
  return contour->points;
}

/* All of a frame */

GstCudaSnakeContours *
gst_cuda_snake_contours_alloc (
    gint width, gint height, guint n_contours, GstCudaSnakeContour **contour)
{
  GstCudaSnakeContours *contours = g_new0 (GstCudaSnakeContours, 1);

  *contour = g_new0 (GstCudaSnakeContour, n_contours);
  contours->width = width;
  contours->height = height;
  contours->n_contours = n_contours;
  contours->contours = *contour;
  return contours;
}

GstCudaSnakeContours *
gst_cuda_snake_contours_copy (const GstCudaSnakeContours *contours)
{
  GstCudaSnakeContours *copy;
  GstCudaSnakeContour *contour;
  guint i;

  g_return_val_if_fail (contours != NULL, NULL);

  contour = g_new (GstCudaSnakeContour, contours->n_contours);
  for (i = 0; i < contours->n_contours; i++)
    copy_contour (&contour[i], &contours->contours[i]);
  copy = g_new (GstCudaSnakeContours, 1);
  *copy = *contours;
  copy->contours = contour;
  return copy;
}

void
gst_cuda_snake_contours_free (GstCudaSnakeContours *contours)
{
  guint i;

  if (!contours)
    return;
  for (i = 0; i < contours->n_contours; i++)
    g_free ((gint *)contours->contours[i].points);
  g_free ((GstCudaSnakeContour *)contours->contours);
  g_free (contours);
}

GstCudaSnakeContour *
gst_cuda_snake_contours_get_contour (
    const GstCudaSnakeContours *contours, guint index)
{
  g_return_val_if_fail (contours != NULL, NULL);

  return index < contours->n_contours
             ? gst_cuda_snake_contour_copy (&contours->contours[index])
             : NULL;
}

/* Getters */

#define GETTER(type, of, Of, field) \
  type gst_cuda_snake_##of##_get_##field (const GstCudaSnake##Of *of) \
  { \
    g_return_val_if_fail (of != NULL, 0); \
    return of->field; \
  }

GETTER (gint, contours, Contours, width)
GETTER (gint, contours, Contours, height)
GETTER (guint, contours, Contours, n_contours)
GETTER (guint, contour, Contour, id)
GETTER (guint64, contour, Contour, area)
GETTER (gdouble, contour, Contour, mean_in)
GETTER (gdouble, contour, Contour, variance_in)
GETTER (gdouble, contour, Contour, mean_out)
GETTER (gdouble, contour, Contour, variance_out)
GETTER (gdouble, contour, Contour, criterion)
GETTER (guint, contour, Contour, iterations)
GETTER (gboolean, contour, Contour, converged)
GETTER (gdouble, contour, Contour, cut)
