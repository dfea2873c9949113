/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The reference of the search for motion finds what is known: shifts, none
 * under noise, cuts. A program of its own, as no backend is in it. */
#include "random.h"
#include "reference_scene_change.h"
#include "reference_denoise_motion.h"

#include <string.h>

#define WIDTH 200
#define HEIGHT 136
#define SCALE 4 /* samples of the texture for one of a picture */
#define MARGIN 16
#define SIDE(n) (((n) + 2 * MARGIN) * SCALE)

typedef struct {
  guint8 samples[HEIGHT][WIDTH];
} Frame;

/* Random samples, each the mean of those around it, stretched again. */
static guint8 *
texture_new (const gchar *name)
{
  const gint width = SIDE (WIDTH), height = SIDE (HEIGHT), reach = 6;
  const gint cell = 3, across = width / cell + 8;
  guint8 *texture = g_malloc (width * height);
  guint8 *cells = g_malloc (across * (height / cell + 8));
  Random random;

  random_init (&random, 25, name);
  random_bytes (&random, cells, across * (height / cell + 8));
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++) {
      gint sum = 0;

      for (gint j = -reach; j <= reach; j++)
        for (gint i = -reach; i <= reach; i++)
          sum +=
              cells[(y + j + reach) / cell * across + (x + i + reach) / cell];
      sum = sum / ((2 * reach + 1) * (2 * reach + 1)) - 128;
      texture[y * width + x] = CLAMP (128 + 2 * sum, 0, 255);
    }
  g_free (cells);
  return texture;
}

/* The texture moved by quarters of a sample. */
static void
draw (Frame *frame, const guint8 *texture, gint x4, gint y4)
{
  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++)
      frame->samples[y][x] = texture[((y + MARGIN) * SCALE + y4) * SIDE (WIDTH)
                                     + (x + MARGIN) * SCALE + x4];
}

/* sigma in 1/256 of a step; twelve uniform numbers are near enough a normal. */
static void
add_noise (Frame *frame, gint sigma, Random *random)
{
  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++) {
      gint sum = 0;

      for (gint i = 0; i < 12; i++)
        sum += random_range (random, -500, 500);
      frame->samples[y][x] =
          CLAMP (frame->samples[y][x] + sum * sigma / 256 / 1000, 0, 255);
    }
}

static ReferenceMotion
motion_new (void)
{
  ReferenceMotion motion = { NULL };

  motion.field = g_new0 (
      CfMotionVector, cf_motion_blocks (WIDTH) * cf_motion_blocks (HEIGHT));
  return motion;
}

static ReferenceMotionSceneChange
look (const Frame *frame, const Frame *result, gint sigma,
    ReferenceMotion *motion)
{
  return reference_denoise_motion (&frame->samples[0][0],
      &result->samples[0][0], WIDTH, HEIGHT, sigma, motion);
}

/* Blocks whose vector is further than `near` from (x4, y4), of those that the
 * motion leaves in the picture. */
static gint
others (const ReferenceMotion *motion, gint x4, gint y4, gint near)
{
  const gint across = cf_motion_blocks (WIDTH);
  gint n = 0;

  for (gint y = 2; y < HEIGHT / CF_MOTION_BLOCK - 2; y++)
    for (gint x = 2; x < WIDTH / CF_MOTION_BLOCK - 2; x++)
      n += ABS (motion->field[y * across + x].x - x4) > near
           || ABS (motion->field[y * across + x].y - y4) > near;
  return n;
}

/* From the first frame on, and kept. Between samples those a quarter beside the
 * dominant vector are free, and may fit the interpolation better. */
static void
test_shift (void)
{
  static const gint shifts[][2] = { { 28, -20 }, { -4, 0 }, { 0, 44 },
    { 52, 36 }, { 5, -2 }, { -11, 7 }, { 2, 2 } };
  g_autofree guint8 *texture = texture_new ("shift");

  for (gsize i = 0; i < G_N_ELEMENTS (shifts); i++) {
    const gint x = shifts[i][0], y = shifts[i][1];
    const gint near = (x | y) & 3 ? 1 : 0;
    ReferenceMotion motion = motion_new ();
    Frame frame, result;

    draw (&result, texture, 0, 0);
    draw (&frame, texture, x, y);
    for (gint round = 0; round < 2; round++) {
      look (&frame, &result, 128, &motion);
      g_assert_cmpint (others (&motion, x, y, near), ==, 0);
      g_assert_cmpint (motion.dominant.x, ==, x);
      g_assert_cmpint (motion.dominant.y, ==, y);
    }
    g_free (motion.field);
  }
}

/* Where nothing moves no block does, be there texture or none. */
static void
test_noise (void)
{
  g_autofree guint8 *texture = texture_new ("noise");
  Random random;

  random_init (&random, 25, "noise");
  for (gint i = 0; i < 6; i++) {
    const gint sigma = 256 * (i % 3 == 0 ? 2 : i % 3 == 1 ? 8 : 20);
    ReferenceMotion motion = motion_new ();
    ReferenceMotionSceneChange scene_change;
    Frame frame, result;

    if (i < 3)
      draw (&result, texture, 0, 0);
    else
      memset (&result, 120, sizeof result);
    for (gint round = 0; round < 2; round++) {
      frame = result;
      add_noise (&frame, sigma, &random);
      scene_change = look (&frame, &result, sigma, &motion);
      g_assert_cmpint (others (&motion, 0, 0, 0), ==, 0);
      g_assert_cmpint (motion.dominant.x, ==, 0);
      g_assert_cmpint (motion.dominant.y, ==, 0);
      g_assert_false (scene_change.is_scene_change);
    }
    g_free (motion.field);
  }
}

static void
test_scene_change (void)
{
  guint8 *texture = texture_new ("before"), *other = texture_new ("after");
  ReferenceMotion motion = motion_new ();
  Frame frame, result;

  draw (&result, texture, 0, 0);
  draw (&frame, other, 0, 0);
  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++)
      frame.samples[y][x] = frame.samples[y][x] / 2;
  g_assert_true (look (&frame, &result, 512, &motion).is_scene_change);

  /* light */
  draw (&frame, texture, 0, 0);
  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++)
      frame.samples[y][x] = MIN (frame.samples[y][x] * 6 / 5, 255);
  g_assert_false (look (&frame, &result, 512, &motion).is_scene_change);

  /* motion */
  draw (&frame, texture, 60, -60);
  g_assert_false (look (&frame, &result, 512, &motion).is_scene_change);
  g_free (motion.field);
  g_free (texture);
  g_free (other);
}

static gboolean
is_scene_change_in_place (const Frame *frame, const Frame *other)
{
  return reference_scene_change (
      &frame->samples[0][0], &other->samples[0][0], WIDTH, HEIGHT, 512)
      .is_scene_change;
}

/* In place: other pictures, light, and motion with and without noise. */
static void
test_scene_change_in_place (void)
{
  guint8 *texture = texture_new ("before"), *after = texture_new ("after");
  Frame frame, other;
  Random random;

  random_init (&random, 25, "cut");
  draw (&other, texture, 0, 0);
  g_assert_false (is_scene_change_in_place (&other, &other));
  draw (&frame, after, 0, 0);
  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++)
      frame.samples[y][x] = frame.samples[y][x] / 2;
  g_assert_true (is_scene_change_in_place (&frame, &other));
  g_assert_true (is_scene_change_in_place (&other, &frame));

  for (gint luma = -40; luma <= 40; luma += 10) {
    draw (&frame, texture, 0, 0);
    for (gint y = 0; y < HEIGHT; y++)
      for (gint x = 0; x < WIDTH; x++)
        frame.samples[y][x] = CLAMP (frame.samples[y][x] + luma, 0, 255);
    add_noise (&frame, 512, &random);
    g_assert_false (is_scene_change_in_place (&frame, &other));
  }
  for (gint shift = 1; shift <= MARGIN; shift++) {
    draw (&frame, texture, SCALE * shift, -SCALE * shift);
    add_noise (&frame, 512, &random);
    g_assert_false (is_scene_change_in_place (&frame, &other));
  }
  g_free (texture);
  g_free (after);
}

/* A block alone is not; half of the picture is; nor is the dominant one asked.
 */
static void
test_trust (void)
{
  const gint across = cf_motion_blocks (WIDTH);
  ReferenceMotion motion = motion_new ();

  motion.field[5 * across + 5] = (CfMotionVector){ 40, 8 };
  motion.field[5 * across + 12] = (CfMotionVector){ 2, -2 };
  for (gint y = 0; y < cf_motion_blocks (HEIGHT); y++)
    for (gint x = 18; x < across; x++)
      motion.field[y * across + x] = (CfMotionVector){ 60, 0 };
  for (gint y = 0; y < cf_motion_blocks (HEIGHT); y++)
    for (gint x = 0; x < across; x++)
      g_assert_cmpint (
          reference_denoise_motion_is_trusted (&motion, WIDTH, HEIGHT, x, y),
          ==, x != 5 || y != 5);
  motion.dominant = motion.field[5 * across + 5];
  g_assert_true (
      reference_denoise_motion_is_trusted (&motion, WIDTH, HEIGHT, 5, 5));
  g_free (motion.field);
}

/* Blocks that are cut off, and levels of one sample. */
static void
test_small (void)
{
  guint8 samples[2][19 * 19];
  CfMotionVector field[9];
  Random random;

  random_init (&random, 25, "small");
  for (gint height = 1; height <= 19; height++)
    for (gint width = 1; width <= 19; width++) {
      ReferenceMotion motion = { field };

      memset (field, 0, sizeof field);
      random_bytes (&random, samples[0], sizeof samples[0]);
      memcpy (samples[1], samples[0], sizeof samples[0]);
      reference_denoise_motion (
          samples[0], samples[1], width, height, 256, &motion);
      for (gint i = 0; i < 9; i++)
        g_assert_true (field[i].x == 0 && field[i].y == 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/denoise-motion/shift", test_shift);
  g_test_add_func ("/denoise-motion/noise", test_noise);
  g_test_add_func ("/denoise-motion/cut", test_scene_change);
  g_test_add_func ("/denoise-motion/cut-in-place", test_scene_change_in_place);
  g_test_add_func ("/denoise-motion/trust", test_trust);
  g_test_add_func ("/denoise-motion/small", test_small);
  return g_test_run ();
}
