/* Noise with a known truth, and how far a picture is from it. */
#include "quality.h"

#include <math.h>

/* xorshift64* (Vigna 2014): enough for noise, the same everywhere */
static inline guint32
next_random (guint64 *state)
{
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return (*state * G_GUINT64_CONSTANT (0x2545f4914f6cdd1d)) >> 32;
}

void
quality_add_salt_and_pepper (
    GstVideoFrame *frame, gdouble fraction, guint64 *state, NoiseCount *count)
{
  guint64 limit = fraction * 4294967296.0;

  for (guint c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (frame); c++) {
    gint width = GST_VIDEO_FRAME_COMP_WIDTH (frame, c);
    gint height = GST_VIDEO_FRAME_COMP_HEIGHT (frame, c);
    gint stride = GST_VIDEO_FRAME_COMP_STRIDE (frame, c);
    gint step = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);
    guint8 *data = GST_VIDEO_FRAME_COMP_DATA (frame, c);

    for (gint y = 0; y < height; y++) {
      guint8 *row = data + (gsize)y * stride;

      for (gint x = 0; x < width; x++) {
        guint32 r = next_random (state);

        if (r >= limit)
          continue;
        row[(gsize)x * step] = r & 1 ? 255 : 0;
        count->hit++;
      }
    }
    count->samples += (guint64)width * height;
  }
}

guint64
quality_luma_error (const GstVideoFrame *a, const GstVideoFrame *b)
{
  gint width = GST_VIDEO_FRAME_COMP_WIDTH (a, 0);
  gint height = GST_VIDEO_FRAME_COMP_HEIGHT (a, 0);
  guint64 sum = 0;

  for (gint y = 0; y < height; y++) {
    const guint8 *p = (const guint8 *)GST_VIDEO_FRAME_COMP_DATA (a, 0)
                      + (gsize)y * GST_VIDEO_FRAME_COMP_STRIDE (a, 0);
    const guint8 *q = (const guint8 *)GST_VIDEO_FRAME_COMP_DATA (b, 0)
                      + (gsize)y * GST_VIDEO_FRAME_COMP_STRIDE (b, 0);
    guint32 row = 0; /* 255^2 times 66 051 samples fit */

    for (gint x = 0; x < width; x++) {
      gint d = p[x] - q[x];

      row += d * d;
    }
    sum += row;
  }
  return sum;
}

gdouble
quality_psnr (guint64 squared_error, guint64 samples)
{
  if (squared_error == 0)
    return INFINITY;
  return 10 * log10 (255.0 * 255.0 * samples / squared_error);
}
