/* Noise that is added to pictures whose truth is then known. */
#include "noise.h"

#include <math.h>

#define NORMAL_BITS 16
#define N_NORMAL (1 << NORMAL_BITS)
#define DARK 3 /* times less noise in black than in middle grey */

struct _SensorNoise {
  gfloat deviation[256];   /* by the value of luma */
  gfloat normal[N_NORMAL]; /* to draw from */
};

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
noise_add_salt_and_pepper (
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

SensorNoise *
sensor_noise_new (gdouble sigma)
{
  SensorNoise *noise = g_new (SensorNoise, 1);
  gdouble dark = sigma * sigma / (DARK * DARK);
  gdouble slope = (sigma * sigma - dark) / 128;
  guint64 state = 1;

  for (gint i = 0; i < 256; i++)
    noise->deviation[i] = sqrt (dark + slope * i);
  /* Box and Muller 1958; neither is 0 */
  for (gint i = 0; i < N_NORMAL; i += 2) {
    gdouble u = (next_random (&state) + 0.5) / 4294967296.0;
    gdouble v = (next_random (&state) + 0.5) / 4294967296.0;

    noise->normal[i] = sqrt (-2 * log (u)) * cos (2 * G_PI * v);
    noise->normal[i + 1] = sqrt (-2 * log (u)) * sin (2 * G_PI * v);
  }
  return noise;
}

void
sensor_noise_free (SensorNoise *noise)
{
  g_free (noise);
}

gdouble
sensor_noise_deviation (const SensorNoise *noise, guint8 luma)
{
  return noise->deviation[luma];
}

static inline guint8
with_noise (
    const SensorNoise *noise, guint8 value, gfloat deviation, guint64 *state)
{
  gfloat normal = noise->normal[next_random (state) >> (32 - NORMAL_BITS)];

  return CLAMP (floorf (value + deviation * normal + 0.5f), 0, 255);
}

/* Chroma first: its noise is by luma as it was. */
void
sensor_noise_add (
    const SensorNoise *noise, GstVideoFrame *frame, guint64 *state)
{
  const guint8 *luma = GST_VIDEO_FRAME_COMP_DATA (frame, 0);
  gint luma_stride = GST_VIDEO_FRAME_COMP_STRIDE (frame, 0);

  for (gint c = GST_VIDEO_FRAME_N_COMPONENTS (frame) - 1; c >= 0; c--) {
    gint width = GST_VIDEO_FRAME_COMP_WIDTH (frame, c);
    gint height = GST_VIDEO_FRAME_COMP_HEIGHT (frame, c);
    gint stride = GST_VIDEO_FRAME_COMP_STRIDE (frame, c);
    guint8 *data = GST_VIDEO_FRAME_COMP_DATA (frame, c);
    gint shift = c > 0; /* I420: half as wide and as high */
    gfloat share = c > 0 ? SENSOR_NOISE_CHROMA : 1;

    for (gint y = 0; y < height; y++) {
      guint8 *row = data + (gsize)y * stride;
      const guint8 *light = luma + (gsize)(y << shift) * luma_stride;

      for (gint x = 0; x < width; x++)
        row[x] = with_noise (
            noise, row[x], share * noise->deviation[light[x << shift]], state);
    }
  }
}
