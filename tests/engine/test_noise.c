/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* How strong noise is, by tiles of all kinds of light, beside the reference,
 * and what is made of it over time. */
#include "reference_noise.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#define TILES_MAX 60 /* of a class */

static gint
draw_around (Random *random, gint mean)
{
  const gint v = mean + mean / 2 * random_range (random, -64, 64) / 64;

  return CLAMP (v, 0, CF_NOISE_SIGMA_MAX - 1);
}

/* Classes that are left out, that have few tiles, or many, whose noise rises or
 * falls with light by a lot or a little; tiles that stand and that move, with
 * texture or without, that flow or do not count. */
static GArray *
draw_tiles (Random *random)
{
  static const gint most[] = { 0, 2, 14, TILES_MAX };
  static const gint kinds[] = { 0, CF_NOISE_COUNTS,
    CF_NOISE_COUNTS | CF_NOISE_STILL, CF_NOISE_COUNTS | CF_NOISE_MOVING };
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (CfNoiseTile));
  const gint kind = random_range (random, 0, 3);
  const gint coarse = random_range (random, 80, 200);
  const gint moving = random_range (random, 0, 3);
  const gint flowing = random_range (random, 0, 4);
  gint mean = 1 << random_range (random, 0, 14);
  gint i, n;

  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    const gint few = most[kind == 3 ? random_range (random, 0, 3) : kind];

    mean = MAX ((gint64)mean * random_range (random, 20, 250) / 100, 1);
    mean = MIN (mean, 1 << 15);
    for (n = random_range (random, 0, few); n > 0; n--) {
      const gint of_kind = random_range (random, 0, 9);
      CfNoiseTile tile = {
        .near = draw_around (random, mean),
        .apart = draw_around (random, mean * coarse / 100),
        .left = draw_around (random, mean * coarse / 90),
        .low = draw_around (random, mean * coarse / 90),
        .texture =
            draw_around (random, mean * random_range (random, 1, 300) / 100),
        .kind = kinds[of_kind < 1                               ? 0
                      : of_kind < 2                             ? 1
                      : of_kind < 2 + 3 * moving - (moving > 2) ? 3
                                                                : 2],
        .luma = i,
      };

      if (tile.kind > CF_NOISE_COUNTS && random_range (random, 0, 3) < flowing)
        tile.kind |= CF_NOISE_FLOWS;
      g_array_append_val (tiles, tile);
    }
  }
  return tiles;
}

/* Streams of such frames: first ones, others, repeats. */
TEST (denoise_noise_held, TEST_CPU)
{
  for (gint n = 0; n < 200; n++) {
    CfNoiseHeld is = { 0 }, right = { 0 };

    for (gint frame = 0; frame < 30; frame++) {
      GArray *tiles = draw_tiles (&t->random);
      const CfNoiseStatistics told = reference_noise_tell (tiles);
      const gint how = frame == 0 && random_range (&t->random, 0, 1)
                           ? random_range (&t->random, 0, 2)
                           : CF_NOISE_COMPARED;

      if (random_range (&t->random, 0, 5) == 0 || (n % 8 == 0 && frame < 12)) {
        cf_noise_repeat (&is);
        reference_noise_repeat (&right);
      } else {
        cf_noise_hold (&is, &told, how);
        reference_noise_hold (&right, &told, how);
      }
      tester_check (t, memcmp (&is, &right, sizeof is) == 0,
          "frame %d of %u tiles: noise of %u, %u and %u, not %u, %u and %u",
          frame, told.n, is.sigma, is.flowing, is.coarse, right.sigma,
          right.flowing, right.coarse);
      tester_check (t,
          cf_noise_sigma (&is) == reference_noise_sigma (&right)
              && cf_noise_as_white (cf_noise_sigma (&is), is.coarse >> 8)
                     == reference_noise_white (&right),
          "white noise of %u", reference_noise_white (&right));
      g_array_unref (tiles);
    }
  }
}

/* --- over time --- */

/* Of a picture that stands, whose classes have these deviations of white noise.
 */
static CfNoiseStatistics
given_of (const guint *deviations)
{
  CfNoiseStatistics t = { 0 };

  for (guint i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    t.luma[i] = (CfNoiseClass){ .n = 100,
      .near = deviations[i],
      .apart = deviations[i],
      .n_of = { 100, 0 },
      .left = { deviations[i], 0 } };
    t.n += 100;
  }
  t.n_still = t.n;
  t.near = t.apart = t.left = t.low = deviations[0];
  return t;
}

static CfNoiseStatistics
told_of_all (guint deviation)
{
  guint deviations[CF_NOISE_LUMA_CLASSES], i;

  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    deviations[i] = deviation;
  return given_of (deviations);
}

static void
hold (CfNoiseHeld *h, guint deviation, gint n)
{
  const CfNoiseStatistics told = told_of_all (deviation);

  for (; n > 0; n--)
    cf_noise_hold (h, &told, CF_NOISE_COMPARED);
}

static void
check_between (
    Tester *t, const CfNoiseHeld *h, guint from, guint to, const gchar *what)
{
  const guint sigma = cf_noise_sigma (h);

  tester_check (t, sigma >= from && sigma <= to, "%s: %u is not from %u to %u",
      what, sigma, from, to);
}

static void
check_steps (Tester *t)
{
  static const guint steps[][2] = { { 512, 1024 }, { 512, 2048 }, { 1024, 512 },
    { 2048, 512 }, { 1000, 1200 } };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    const guint to = steps[i][1];
    CfNoiseHeld h = { 0 };

    hold (&h, steps[i][0], 40);
    check_between (t, &h, steps[i][0] - 1, steps[i][0] + 1, "noise that stays");
    hold (&h, to, 8);
    check_between (t, &h, to * 4 / 5, to * 6 / 5, "8 frames behind a step");
  }
}

/* Each sixth frame shows the noise, those behind it repeat it. */
static void
check_groups (Tester *t)
{
  CfNoiseHeld h = { 0 };

  for (gint i = 0; i < 8; i++) {
    hold (&h, 2048, 1);
    hold (&h, 300, 5);
  }
  check_between (t, &h, 1024, 2048, "groups of pictures");
  hold (&h, 300, 100);
  check_between (t, &h, 300, 360, "noise that fell");
}

static void
check_foreign (Tester *t)
{
  guint deviations[CF_NOISE_LUMA_CLASSES] = { 10, 1000, 1000, 1000, 1000, 1000,
    1000, 200 };
  CfNoiseStatistics told = given_of (deviations);
  CfNoiseHeld h = { 0 };

  cf_noise_hold (&h, &told, CF_NOISE_COMPARED);
  check_between (t, &h, 1000, 1000, "a surround is not its noise");
  memset (&h, 0, sizeof h);
  told.near = 1000;
  cf_noise_hold (&h, &told, CF_NOISE_FIRST);
  check_between (t, &h, 1000, 1000, "nor in a first frame");
  deviations[0] = deviations[7] = 400;
  told = given_of (deviations);
  memset (&h, 0, sizeof h);
  cf_noise_hold (&h, &told, CF_NOISE_COMPARED);
  check_between (t, &h, 880, 900, "noise falls in the dark");
}

static void
check_repeats (Tester *t)
{
  const CfNoiseStatistics told = told_of_all (700);
  CfNoiseHeld h = { 0 };

  cf_noise_hold (&h, &told, CF_NOISE_FIRST);
  for (gint i = 0; i < CF_NOISE_REPEATS_MOST - 1; i++)
    cf_noise_repeat (&h);
  check_between (t, &h, 700, 700, "some repeats");
  cf_noise_repeat (&h);
  check_between (t, &h, 0, 0, "a still");
  cf_noise_hold (&h, &told, CF_NOISE_COMPARED);
  for (gint i = 0; i < 100; i++)
    cf_noise_repeat (&h);
  check_between (t, &h, 700, 700, "repeats of what is known");
}

/* Of a small picture few tiles tell; of a large one they may be anything. */
static void
check_few (Tester *t)
{
  CfNoiseStatistics told = {
    .n = 2, .n_still = 2, .n_all = 2, .near = 500, .apart = 500, .left = 500
  };
  CfNoiseHeld h = { 0 };

  told.luma[3] = (CfNoiseClass){
    .n = 2, .near = 500, .apart = 500, .n_of = { 2, 0 }, .left = { 500, 0 }
  };
  cf_noise_hold (&h, &told, CF_NOISE_COMPARED);
  check_between (t, &h, 500, 500, "all of two tiles");
  memset (&h, 0, sizeof h);
  told.n_all = 100;
  cf_noise_hold (&h, &told, CF_NOISE_COMPARED);
  check_between (t, &h, 0, 0, "two of a hundred tiles");
}

/* --- by light --- */

static void
check_curve (Tester *t, const guint *deviations, gdouble near)
{
  const CfNoiseStatistics told = given_of (deviations);
  CfNoiseHeld h = { 0 };
  guint32 luma_classes[CF_NOISE_LUMA_CLASSES], curve[CF_NOISE_LEVELS];
  guint i, sigma;

  for (i = 0; i < 40; i++)
    cf_noise_hold (&h, &told, CF_NOISE_COMPARED);
  sigma = cf_noise_sigma (&h);
  cf_noise_luma_classes (&h, sigma, luma_classes);
  cf_noise_levels (luma_classes, curve);
  for (i = 0; i < CF_NOISE_LEVELS; i++) {
    const guint right = deviations[i / CF_NOISE_LEVELS_OF_CLASS];

    tester_check (t, fabs ((gdouble)curve[i] - right) <= near * right + 1,
        "at level %u of light %u, not %u", i, curve[i], right);
  }
}

static void
check_curves (Tester *t)
{
  static const guint level[] = { 500, 500, 500, 500, 500, 500, 500, 500 };
  static const guint rises[] = { 500, 560, 620, 680, 740, 800, 860, 920 };
  static const guint falls[] = { 900, 800, 720, 650, 600, 550, 500, 460 };
  static const guint none[] = { 0, 0, 0, 0, 0, 0, 0, 0 };

  check_curve (t, level, 0.02);
  check_curve (t, rises, 0.1);
  check_curve (t, falls, 0.1);
  check_curve (t, none, 0);
}

/* Curves of anything: at most four times the mean up or down. */
static void
check_any_curve (Tester *t)
{
  CfNoiseHeld h = { 0 };
  guint32 luma_classes[CF_NOISE_LUMA_CLASSES], curve[CF_NOISE_LEVELS];
  guint sigma = 1 << random_range (&t->random, 0, 14), i;

  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    h.share[i] = random_range (&t->random, 0, 1)
                     ? random_range (&t->random, 0, 16384)
                     : 0;
    h.sums[i] =
        h.share[i]
        * (random_range (&t->random, 0, 1) ? random_range (&t->random, 0, 32766)
                                           : random_range (&t->random, 0, 3));
  }
  cf_noise_luma_classes (&h, sigma, luma_classes);
  cf_noise_levels (luma_classes, curve);
  for (i = 0; i < CF_NOISE_LEVELS; i++)
    tester_check (t,
        curve[i] >= MIN (sigma / 4, CF_NOISE_SIGMA_MAX)
            && curve[i] <= MIN (4 * sigma, CF_NOISE_SIGMA_MAX),
        "%u of %u", curve[i], sigma);
}

TEST (denoise_noise_over_time, TEST_CPU)
{
  check_steps (t);
  check_groups (t);
  check_foreign (t);
  check_repeats (t);
  check_few (t);
  check_curves (t);
  for (gint i = 0; i < 500; i++)
    check_any_curve (t);
}

#define SIDE 320

/* A ramp from dark to bright whose noise has this deviation in middle grey, and
 * a variance in proportion to the light: behind some frames the estimate is the
 * root of the mean of that, within a tenth, on the CPU. */
TEST (denoise_noise_light, TEST_CPU)
{
  static const gint deviations[] = { 3, 6, 10 };
  CfPlane p = { NULL, SIDE, SIDE, SIDE, 1, 1, 8, 1, 0 }, dst;
  CfFilterParams params = { CF_OP_DENOISE,
    .denoise = { .method = CF_DENOISE_RECURSIVE,
        .past = 4,
        .sigma = -1,
        .strength = 256 } };

  p.data = g_malloc (SIDE * SIDE);
  dst = p;
  dst.data = g_malloc (SIDE * SIDE);
  for (guint i = 0; i < G_N_ELEMENTS (deviations); i++) {
    GError *error = NULL;
    CfFilter *filter =
        cf_filter_new (t->target.device, &params, &p, 1, 1, &error);
    const gdouble right = deviations[i] * sqrt (120 / 128.);
    gboolean ok = filter != NULL;
    CfNoise noise;
    gdouble sigma = 0;

    for (gint n = 0; n < 3 && ok; n++) {
      for (guint x = 0; x < SIDE * SIDE; x++) {
        const gdouble luma = 20 + 200. * (x % SIDE) / SIDE;
        gdouble draw = -6;

        for (guint k = 0; k < 12; k++) /* of variance 1 */
          draw += random_range (&t->random, 0, 65535) / 65535.;
        draw = rint (luma + deviations[i] * sqrt (luma / 128) * draw);
        p.data[x] = CLAMP (draw, 0, 255);
      }
      ok = cf_filter_run (filter, t->target.stream, &p, &dst, &error)
           && cf_stream_synchronize (t->target.stream, &error);
    }
    if (ok)
      sigma = cf_filter_get_noise (filter, 0, &noise) ? noise.sigma / 256. : 0;
    tester_no_error (t, ok, error, "an estimate");
    tester_check (t, fabs (sigma - right) < 0.1 * right,
        "of noise of %d in middle grey, %g is told", deviations[i], sigma);
    cf_filter_free (filter);
  }
  g_free (p.data);
  g_free (dst.data);
}
