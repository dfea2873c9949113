/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every sample of pictures under the epsilon filter against the naive
 * reference. */
#include "operations.h"
#include "reference.h"
#include "reference_noise.h"
#include "tests.h"

#include <math.h>

static const gint thresholds[] = { 0, 1, 13, 256, 5120, 65280, 65536 };

#define SIZES ((CF_EPSILON_SIZE_MAX - CF_EPSILON_SIZE_MIN) / 2 + 1)

static FilterCase
draw_case (Tester *t, const Layout *layout, const Depth *depth, gint width,
    gint height)
{
  return filter_case_draw (
      CF_OP_EPSILON, layout, depth, width, height, &t->random);
}

static void
run_case (Tester *t, FilterCase *fc, CfBorder border)
{
  CfEpsilonParams *p = &fc->params.epsilon;

  p->border = border;
  p->border_value = border_value_draw (&t->random);
  tester_filter_case (t, fc, oracle_naive, NULL);
}

/* All sizes x thresholds x modes x depths x borders. */
TEST (epsilon_sizes, TEST_ALWAYS)
{
  const gint n = SIZES * G_N_ELEMENTS (thresholds) * 2 * N_DEPTHS
                 * (CF_BORDER_CONSTANT + 1);

  for (gint i = 0; i < n; i++) {
    gint rest = i;
    CfEpsilonParams p = { .iterations = 1 };
    const Depth *depth;
    FilterCase fc;

    p.size = CF_EPSILON_SIZE_MIN + 2 * (rest % SIZES);
    rest /= SIZES;
    p.threshold = thresholds[rest % G_N_ELEMENTS (thresholds)];
    rest /= G_N_ELEMENTS (thresholds);
    p.mode = rest % 2;
    rest /= 2;
    depth = &depths[rest % N_DEPTHS];
    const gint height = random_range (&t->random, 1, 20);
    const gint width = random_range (&t->random, 1, 40);
    const gint nth_layout = random_range (&t->random, 0, N_INTERLEAVED - 1);
    fc = draw_case (t, &layouts[nth_layout], depth, width, height);
    fc.params.epsilon = p;
    run_case (t, &fc, rest / N_DEPTHS);
  }
}

/* All depths, shifted up or not, in one byte or two. */
TEST (epsilon_depths, TEST_ALWAYS)
{
  for (gint bits = 1; bits <= 16; bits++) {
    for (gint bytes = bits > 8 ? 2 : 1; bytes <= 2; bytes++) {
      for (gint i = 0; i < 24; i++) {
        const Depth depth = { "depth", bits, bytes,
          i % 2 ? 8 * bytes - bits : 0 };
        const gint height = random_range (&t->random, 1, 30);
        const gint width = random_range (&t->random, 1, 60);
        const gint nth_layout = random_range (&t->random, 0, N_INTERLEAVED - 1);
        FilterCase fc =
            draw_case (t, &layouts[nth_layout], &depth, width, height);

        epsilon_params_draw (&fc.params.epsilon, 19, &t->random);
        run_case (t, &fc, i % (CF_BORDER_CONSTANT + 1));
      }
    }
  }
}

/* Thresholds of whole steps and between them, on samples that differ by each of
 * them. */
TEST (epsilon_thresholds, TEST_ALWAYS)
{
  static const gint depth_of[] = { DEPTH_8, DEPTH_16 };

  for (gint threshold = 0; threshold <= CF_EPSILON_THRESHOLD_MAX;
       threshold += threshold < 512 ? 29 : CF_EPSILON_STEP / 2) {
    for (gint mode = CF_EPSILON_AVERAGE; mode <= CF_EPSILON_CLAMP; mode++) {
      for (guint i = 0; i < G_N_ELEMENTS (depth_of); i++) {
        FilterCase fc =
            draw_case (t, &layouts[LAYOUT_GREY], &depths[depth_of[i]], 300, 9);

        fc.fill = threshold < 65280 ? FILL_RANDOM : FILL_EXTREMES;
        fc.params.epsilon = (CfEpsilonParams){
          .size = 9, .threshold = threshold, .mode = mode, .iterations = 1
        };
        run_case (t, &fc, CF_BORDER_REPLICATE);
      }
    }
  }
}

/* Pictures around and below the window's size, each border. */
TEST (epsilon_borders, TEST_ALWAYS)
{
  static const gint sizes[] = { 3, 9, 31 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++) {
    const gint sides[] = { 1, 2, 3, sizes[s] / 2, sizes[s] / 2 + 1,
      sizes[s] - 1, sizes[s], sizes[s] + 1, 2 * sizes[s] + 1 };

    for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
      for (guint k = 0; k < G_N_ELEMENTS (sides); k++) {
        for (gint border = 0; border <= CF_BORDER_CONSTANT; border++) {
          const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
          const gint nth_layout =
              random_range (&t->random, 0, N_INTERLEAVED - 1);
          FilterCase fc = draw_case (
              t, &layouts[nth_layout], &depths[nth_depth], sides[i], sides[k]);

          epsilon_params_draw (&fc.params.epsilon, 31, &t->random);
          fc.params.epsilon.size = sizes[s];
          run_case (t, &fc, border);
        }
      }
    }
  }
}

TEST (epsilon_iterations, TEST_ALWAYS)
{
  for (gint iterations = 1; iterations <= CF_ITERATIONS_MAX; iterations++) {
    for (gint i = 0; i < 12; i++) {
      const gint height = random_range (&t->random, 1, 30);
      const gint width = random_range (&t->random, 1, 40);
      const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
      const gint nth_layout = random_range (&t->random, 0, N_LAYOUTS - 1);
      FilterCase fc = draw_case (
          t, &layouts[nth_layout], &depths[nth_depth], width, height);

      epsilon_params_draw (&fc.params.epsilon, 11, &t->random);
      fc.params.epsilon.iterations = iterations;
      run_case (t, &fc, i % (CF_BORDER_CONSTANT + 1));
    }
  }
}

/* Pictures of many blocks and slices, none of a round number. */
TEST (epsilon_large, TEST_ALWAYS)
{
  static const gint pictures[][2] = { { 1921, 363 }, { 4099, 57 }, { 1, 5003 },
    { 5003, 1 }, { 17, 2049 }, { 2049, 17 }, { 1027, 130 } };
  static const gint depth_of[] = { DEPTH_8, DEPTH_16 };

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++) {
    for (guint k = 0; k < 4; k++) {
      FilterCase fc = draw_case (t,
          &layouts[i == 0 ? LAYOUT_GREY : random_range (&t->random, 0, 9)],
          &depths[depth_of[k % 2]], pictures[i][0], pictures[i][1]);

      epsilon_params_draw (&fc.params.epsilon, i == 0 ? 9 : 13, &t->random);
      fc.params.epsilon.mode = k / 2;
      run_case (t, &fc, (i + k) % (CF_BORDER_CONSTANT + 1));
    }
  }
  for (guint i = 0; i < 60; i++) {
    const gint height = random_range (&t->random, 41, 150);
    const gint width = random_range (&t->random, 41, 300);
    const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
    const gint nth_layout = random_range (&t->random, 0, N_LAYOUTS - 1);
    FilterCase fc =
        draw_case (t, &layouts[nth_layout], &depths[nth_depth], width, height);

    epsilon_params_draw (&fc.params.epsilon, i % 10 == 0 ? 31 : 11, &t->random);
    run_case (t, &fc, i % (CF_BORDER_CONSTANT + 1));
  }
}

/* --- estimated thresholds --- */

/* In 1/256 of a step of 8 bits. */
static guint
sigma_of (const FilterCase *fc, const CfPlane *src, guint plane)
{
  const CfPlaneKinds *kinds = &fc->params.epsilon.planes;
  const CfDenoiseParams p = { .chroma = kinds->chroma,
    .by_field = kinds->by_field };
  const CfPlane *at = &src[plane];
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (CfNoiseTile));
  ReferenceLuma luma;
  const gint from =
      reference_noise_find_luma (&p, src, fc->filtered, plane, &luma);
  gint *luma_classes = from >= 0 ? channel_samples (&src[from], 0) : NULL;
  CfNoiseHeld held = { 0 };
  CfNoiseStatistics told;

  luma.channel.at = luma_classes;
  for (gint c = 0; c < at->channels; c++) {
    g_autofree gint *samples = channel_samples (at, c);
    const ReferenceChannel v = { samples, at->width, at->height };

    const ReferenceNoiseOther none = { { NULL } };

    reference_noise_add (
        tiles, &v, &none, at->bits, kinds->chroma >> plane & 1 ? &luma : NULL);
  }
  told = reference_noise_tell (tiles);
  reference_noise_hold (&held, &told, CF_NOISE_ALONE);
  g_free (luma_classes);
  g_array_unref (tiles);
  return reference_noise_sigma (&held);
}

static gboolean
oracle_estimated (const FilterCase *fc, const CfPlane *src, const CfPlane *dst,
    gpointer data, GString *why)
{
  const CfEpsilonParams *p = &fc->params.epsilon;
  const gdouble factor = p->mode == CF_EPSILON_CLAMP ? 1.5 : 3;

  for (guint i = 0; i < fc->spec.n_planes; i++) {
    gdouble threshold;

    if (!(fc->filtered >> i & 1)) {
      reference_plane_copied (&src[i], &dst[i]);
      continue;
    }
    threshold =
        sigma_of (fc, src, i) / 256. * factor * pow (2, src[i].bits - 8);
    threshold = MIN (floor (threshold), 1 << src[i].bits);
    reference_plane_epsilon (&fc->params,
        65536 * (gint64)(threshold / p->iterations), &src[i], &dst[i]);
  }
  return TRUE;
}

/* Pictures of a few tiles and of none, of all depths and kinds of planes. */
TEST (epsilon_estimated, TEST_ALWAYS)
{
  for (gint i = 0; i < 200; i++) {
    const gboolean is_small = random_range (&t->random, 0, 9) == 0;
    const gint height = random_range (&t->random, is_small ? 1 : 34, 90);
    const gint width = random_range (&t->random, is_small ? 1 : 34, 120);
    const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
    const gint nth_layout = random_range (&t->random, 0, N_LAYOUTS - 1);
    FilterCase fc =
        draw_case (t, &layouts[nth_layout], &depths[nth_depth], width, height);
    CfEpsilonParams *p = &fc.params.epsilon;

    epsilon_params_draw (p, 7, &t->random);
    p->threshold = CF_EPSILON_THRESHOLD_ESTIMATED;
    p->iterations = random_range (&t->random, 1, 3);
    p->planes.chroma = random_range (&t->random, 0, 15);
    p->planes.by_field = random_range (&t->random, 0, 3) == 0;
    p->border = i % (CF_BORDER_CONSTANT + 1);
    p->border_value = border_value_draw (&t->random);
    tester_filter_case (t, &fc, oracle_estimated, NULL);
  }
}

/* The operation */

static gboolean
reference (const CfFilterParams *params, const CfPlane *src, const CfPlane *dst,
    GString *why)
{
  reference_plane (params, REFERENCE_NAIVE, src, dst);
  return TRUE;
}

static void
describe (const CfFilterParams *params, GString *s)
{
  const CfEpsilonParams *e = &params->epsilon;

  g_string_append_printf (s,
      "epsilon %s of %dx%d, threshold %d, iterations %d, chroma 0x%x%s",
      e->mode == CF_EPSILON_CLAMP ? "clamp" : "average", e->size, e->size,
      e->threshold, e->iterations, e->planes.chroma,
      e->planes.by_field ? ", two fields" : "");
  describe_border (s, e->border, e->border_value);
}

OPERATION (CF_OP_EPSILON, describe, reference)
