/* How far a picture is from what it should be. */
#include "quality.h"

#include <math.h>
#include <string.h>

#define CELL 4 /* two by two of them are a window */

/* Of the samples of a cell, or of a window, in both pictures */
typedef struct {
  guint32 a, b;    /* sums */
  guint32 squares; /* of both */
  guint32 product;
} Sums;

static const guint8 *
luma_row (const GstVideoFrame *frame, gint y)
{
  return (const guint8 *)GST_VIDEO_FRAME_COMP_DATA (frame, 0)
         + (gsize)y * GST_VIDEO_FRAME_COMP_STRIDE (frame, 0);
}

static void
add_error (Quality *quality, const GstVideoFrame *a, const GstVideoFrame *b)
{
  gint width = GST_VIDEO_FRAME_COMP_WIDTH (a, 0);
  gint height = GST_VIDEO_FRAME_COMP_HEIGHT (a, 0);

  for (gint y = 0; y < height; y++) {
    const guint8 *p = luma_row (a, y), *q = luma_row (b, y);
    guint32 row = 0; /* 255^2 times 66 051 samples fit */

    for (gint x = 0; x < width; x++) {
      gint d = p[x] - q[x];

      row += d * d;
    }
    quality->squared_error += row;
  }
  quality->samples += (guint64)width * height;
}

static void
sum_cells (Sums *cells, gint n, const GstVideoFrame *a, const GstVideoFrame *b,
    gint top)
{
  memset (cells, 0, n * sizeof *cells);
  for (gint y = top; y < top + CELL; y++) {
    const guint8 *p = luma_row (a, y), *q = luma_row (b, y);

    for (gint i = 0; i < n; i++)
      for (gint x = i * CELL; x < (i + 1) * CELL; x++) {
        cells[i].a += p[x];
        cells[i].b += q[x];
        cells[i].squares += p[x] * p[x] + q[x] * q[x];
        cells[i].product += p[x] * q[x];
      }
  }
}

static gdouble
window_similarity (
    const Sums *tl, const Sums *tr, const Sums *bl, const Sums *br)
{
  const gdouble n = 4 * CELL * CELL;
  const gdouble c1 = 0.01 * 255 * 0.01 * 255, c2 = 0.03 * 255 * 0.03 * 255;
  gdouble a = (tl->a + tr->a + bl->a + br->a) / n;
  gdouble b = (tl->b + tr->b + bl->b + br->b) / n;
  gdouble squares = tl->squares + tr->squares + bl->squares + br->squares;
  gdouble product = tl->product + tr->product + bl->product + br->product;
  gdouble variances = (squares - n * (a * a + b * b)) / (n - 1);
  gdouble covariance = (product - n * a * b) / (n - 1);

  return (2 * a * b + c1) * (2 * covariance + c2)
         / ((a * a + b * b + c1) * (variances + c2));
}

static void
add_similarity (
    Quality *quality, const GstVideoFrame *a, const GstVideoFrame *b)
{
  gint n = GST_VIDEO_FRAME_COMP_WIDTH (a, 0) / CELL;
  gint n_rows = GST_VIDEO_FRAME_COMP_HEIGHT (a, 0) / CELL;
  Sums *above = g_new (Sums, n), *below = g_new (Sums, n);

  for (gint i = 0; i < n_rows; i++) {
    Sums *last = above;

    above = below;
    below = last;
    sum_cells (below, n, a, b, i * CELL);
    for (gint j = 1; i > 0 && j < n; j++) {
      quality->similarity += window_similarity (
          &above[j - 1], &above[j], &below[j - 1], &below[j]);
      quality->windows++;
    }
  }
  g_free (above);
  g_free (below);
}

void
quality_add (Quality *quality, const GstVideoFrame *a, const GstVideoFrame *b)
{
  add_error (quality, a, b);
  add_similarity (quality, a, b);
}

gdouble
quality_psnr (const Quality *quality)
{
  if (quality->squared_error == 0)
    return INFINITY;
  return 10 * log10 (255.0 * 255.0 * quality->samples / quality->squared_error);
}

gdouble
quality_ssim (const Quality *quality)
{
  return quality->windows > 0 ? quality->similarity / quality->windows : NAN;
}
