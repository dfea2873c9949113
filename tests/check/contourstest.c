/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of contours share: random ones, and whether they are equal. */
#include "contourstest.h"

#include <gst/check/gstcheck.h>
#include <math.h>

static gdouble
random_double (GRand *rand)
{
  static const gdouble extremes[] = { 0, -0., 1. / 12, 1. / 3, 1e-310,
    G_MAXDOUBLE, -G_MAXDOUBLE };

  if (g_rand_int_range (rand, 0, 8) == 0)
    return extremes[g_rand_int_range (rand, 0, G_N_ELEMENTS (extremes))];
  return g_rand_double_range (rand, -1e6, 1e6);
}

/* 0 to max, those two more often than others. */
static gint
random_coordinate (GRand *rand, gint max)
{
  switch (g_rand_int_range (rand, 0, 8)) {
    case 0:
      return 0;
    case 1:
      return max;
    default:
      return g_rand_int_range (rand, 0, max);
  }
}

GstCudaSnakeContours *
contours_test_random (GRand *rand, gint width, gint height, guint n_contours)
{
  GstCudaSnakeContours *contours = g_new0 (GstCudaSnakeContours, 1);
  GstCudaSnakeContour *contour = g_new0 (GstCudaSnakeContour, n_contours);
  guint i, j, id = g_rand_int (rand);

  for (i = 0; i < n_contours; i++) {
    gint *points;

    contour[i].id = id + i;
    contour[i].n_points = g_rand_int_range (rand, 3, 40);
    contour[i].points = points = g_new (gint, 2 * contour[i].n_points);
    for (j = 0; j < contour[i].n_points; j++) {
      points[2 * j] = random_coordinate (rand, width);
      points[2 * j + 1] = random_coordinate (rand, height);
    }
    contour[i].area =
        g_rand_double (rand) * ((gdouble)width * height - 1) + 0.5;
    contour[i].mean_in = random_double (rand);
    contour[i].variance_in = fabs (random_double (rand));
    contour[i].mean_out = random_double (rand);
    contour[i].variance_out = fabs (random_double (rand));
    contour[i].criterion = random_double (rand);
    contour[i].iterations = g_rand_int (rand);
    contour[i].converged = g_rand_boolean (rand);
    contour[i].cut = g_rand_int_range (rand, 0, 3) / 2.;
  }
  contours->width = width;
  contours->height = height;
  contours->n_contours = n_contours;
  contours->contours = contour;
  return contours;
}

void
contours_test_compare (const GstCudaSnakeContours *actual,
    const GstCudaSnakeContours *expected, const gchar *what)
{
  fail_unless (actual->width == expected->width
                   && actual->height == expected->height
                   && actual->n_contours == expected->n_contours,
      "%s: %u contours in a frame of %dx%d, but expected %u in %dx%d", what,
      actual->n_contours, actual->width, actual->height, expected->n_contours,
      expected->width, expected->height);
  for (guint i = 0; i < expected->n_contours; i++) {
    const GstCudaSnakeContour *a = &actual->contours[i];
    const GstCudaSnakeContour *e = &expected->contours[i];

    fail_unless (a->id == e->id && a->n_points == e->n_points,
        "%s: contour %u: id %u, %u nodes, but expected id %u, %u nodes", what,
        i, a->id, a->n_points, e->id, e->n_points);
    fail_unless (a->points != e->points, "%s: contour %u: no copy", what, i);
    for (guint j = 0; j < 2 * e->n_points; j++)
      fail_unless (a->points[j] == e->points[j],
          "%s: contour %u: coordinate %u is %d, but expected %d", what, i, j,
          a->points[j], e->points[j]);
    fail_unless (
        a->area == e->area && a->mean_in == e->mean_in
            && a->variance_in == e->variance_in && a->mean_out == e->mean_out
            && a->variance_out == e->variance_out
            && a->criterion == e->criterion && a->iterations == e->iterations
            && a->converged == e->converged && a->cut == e->cut,
        "%s: contour %u: another area, mean, variance, criterion, number of "
        "iterations, end, or cut",
        what, i);
  }
}

GstCudaSnakeContours *
contours_test_get (GstBuffer *buffer, const gchar *what)
{
  GstCudaSnakeContours *contours;
  GError *error = NULL;
  gboolean ok = gst_buffer_get_cuda_snake_contours (buffer, &contours, &error);

  fail_unless (ok, "%s: %s", what, error ? error->message : "no error is set");
  fail_unless (contours != NULL, "%s: there are no contours", what);
  return contours;
}

gchar *
contours_test_text (GstBuffer *buffer)
{
  GstCustomMeta *meta =
      gst_buffer_get_custom_meta (buffer, GST_CUDA_SNAKE_META_NAME);

  return meta ? gst_structure_to_string (gst_custom_meta_get_structure (meta))
              : g_strdup ("");
}
