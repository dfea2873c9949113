/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every sample of single pictures, under medians most of all, against the naive
 * reference. */
#include "operations.h"
#include "reference.h"
#include "tests.h"

#define SMALL_SIDE 40
#define SMALL_ROUNDS 5

/* Draws that cover all of their choices over a run. */
typedef struct {
  Bag width, height, fill, border_value, layout, depth, border;
} Bags;

static const gint border_values[] = { 0, 1, 100, 127, 128, 254, 255 };

static void
bags_init (Bags *bags)
{
  bag_init (&bags->width, SMALL_SIDE);
  bag_init (&bags->height, SMALL_SIDE);
  bag_init (&bags->fill, N_FILLS);
  bag_init (&bags->border_value, G_N_ELEMENTS (border_values));
  bag_init (&bags->layout, N_INTERLEAVED);
  bag_init (&bags->depth, N_DEPTHS);
  bag_init (&bags->border, CF_BORDER_CONSTANT + 1);
}

static FilterCase
draw_case (Tester *t, Bags *bags, const Layout *layout, const Depth *depth,
    gint width, gint height)
{
  FilterCase fc = { .filtered = layout->filtered,
    .fill = bag_draw (&bags->fill, &t->random),
    .dirty = random_range (&t->random, 0, 1),
    .seed = random_next (&t->random) };

  picture_spec_init (&fc.spec, layout, depth, width, height);
  return fc;
}

/* Of any size, depth and layout. */
static FilterCase
draw_any_case (Tester *t, Bags *bags)
{
  const gint height = 1 + bag_draw (&bags->height, &t->random);
  const gint width = 1 + bag_draw (&bags->width, &t->random);
  const gint depth = bag_draw (&bags->depth, &t->random);
  const gint layout = bag_draw (&bags->layout, &t->random);

  return draw_case (t, bags, &layouts[layout], &depths[depth], width, height);
}

static CfFilterParams
draw_median (Tester *t, Bags *bags, gint size, gint iterations, CfBorder border)
{
  CfFilterParams params = { .op = CF_OP_MEDIAN };

  median_params_set_size (&params.median, size);
  params.median.iterations = iterations;
  params.median.border = border;
  params.median.border_value =
      border_values[bag_draw (&bags->border_value, &t->random)];
  return params;
}

TEST (copy, TEST_ALWAYS)
{
  Bags bags;

  bags_init (&bags);
  for (gint layout = 0; layout < N_INTERLEAVED; layout++) {
    for (gint depth = 0; depth < N_DEPTHS; depth++) {
      for (gint i = 0; i < 8; i++) {
        const gint height = 1 + bag_draw (&bags.height, &t->random);
        const gint width = 1 + bag_draw (&bags.width, &t->random);
        FilterCase fc = draw_case (
            t, &bags, &layouts[layout], &depths[depth], width, height);

        fc.params.op = CF_OP_COPY;
        tester_filter_case (t, &fc, oracle_naive, NULL);
      }
    }
  }
  for (gint i = 0; i < 4; i++) {
    const gint nth_depth = bag_draw (&bags.depth, &t->random);
    const gint nth_layout = bag_draw (&bags.layout, &t->random);
    FilterCase fc = draw_case (
        t, &bags, &layouts[nth_layout], &depths[nth_depth], 1921 + i, 367 - i);

    fc.params.op = CF_OP_COPY;
    tester_filter_case (t, &fc, oracle_naive, NULL);
  }
}

static void
exhaust_small (Tester *t, gint size, FilterCase fc, const Layout *layout,
    const Depth *depth)
{
  for (gint width = 1; width <= SMALL_SIDE; width++) {
    for (gint height = 1; height <= SMALL_SIDE; height++) {
      picture_spec_init (&fc.spec, layout, depth, width, height);
      for (fc.fill = 0; fc.fill < N_FILLS; fc.fill++) {
        fc.seed = random_next (&t->random);
        tester_filter_case (t, &fc, oracle_naive, NULL);
      }
    }
  }
}

static void
check_coverage (Tester *t, const gint *widths, const gint *heights)
{
  gboolean all = TRUE;

  for (gint i = 1; i <= SMALL_SIDE; i++)
    all = all && widths[i] > 0 && heights[i] > 0;
  tester_check (
      t, all, "every width and every height 1...%d was drawn", SMALL_SIDE);
}

/* All layouts x depths x borders x iterations. */
TEST_SIZES (median_small, TEST_ALWAYS, TEST_NETWORK_SIZES)
{
  gint widths[SMALL_SIDE + 1] = { 0 }, heights[SMALL_SIDE + 1] = { 0 };
  Bags bags;

  bags_init (&bags);
  for (gint layout = 0; layout < N_INTERLEAVED; layout++) {
    for (gint depth = 0; depth < N_DEPTHS; depth++) {
      for (gint border = 0; border <= CF_BORDER_CONSTANT; border++) {
        for (gint iterations = 1; iterations <= 3; iterations++) {
          for (gint i = 0; i < SMALL_ROUNDS; i++) {
            gint width = 1 + bag_draw (&bags.width, &t->random);
            gint height = 1 + bag_draw (&bags.height, &t->random);
            FilterCase fc = draw_case (
                t, &bags, &layouts[layout], &depths[depth], width, height);

            widths[width]++;
            heights[height]++;
            fc.params = draw_median (t, &bags, size, iterations, border);
            if (t->options->exhaustive)
              exhaust_small (t, size, fc, &layouts[layout], &depths[depth]);
            else
              tester_filter_case (t, &fc, oracle_naive, NULL);
          }
        }
      }
    }
  }
  check_coverage (t, widths, heights);
}

static void
large_case (Tester *t, Bags *bags, gint size, gint width, gint height,
    const Layout *layout, const Depth *depth, gint iterations)
{
  FilterCase fc = draw_case (t, bags, layout, depth, width, height);

  fc.params = draw_median (
      t, bags, size, iterations, bag_draw (&bags->border, &t->random));
  tester_filter_case (t, &fc, oracle_naive, NULL);
}

/* Pictures of many tiles, slices and blocks, none of a round number. */
TEST_SIZES (median_large, TEST_ALWAYS, TEST_NETWORK_SIZES)
{
  static const gint thin[][2] = { { 1, 5003 }, { 5003, 1 }, { 2, 3001 },
    { 3001, 2 }, { 17, 2049 }, { 2049, 17 }, { 1027, 16 }, { 16, 1027 } };
  Bags bags;

  bags_init (&bags);
  large_case (
      t, &bags, size, 1921, 1083, &layouts[LAYOUT_GREY], &depths[DEPTH_8], 1);
  large_case (
      t, &bags, size, 4099, 257, &layouts[LAYOUT_GREY], &depths[DEPTH_16], 1);
  large_case (
      t, &bags, size, 641, 367, &layouts[LAYOUT_RGB], &depths[DEPTH_8], 1);
  large_case (
      t, &bags, size, 367, 641, &layouts[LAYOUT_FOUR], &depths[DEPTH_16], 1);
  for (guint i = 0; i < 3; i++) {
    const gint nth_depth = bag_draw (&bags.depth, &t->random);
    const gint nth_layout = bag_draw (&bags.layout, &t->random);

    large_case (t, &bags, size, 641, 367, &layouts[nth_layout],
        &depths[nth_depth], 1 + i % 2);
  }
  for (guint i = 0; i < G_N_ELEMENTS (thin); i++) {
    const gint nth_depth = bag_draw (&bags.depth, &t->random);
    const gint nth_layout = bag_draw (&bags.layout, &t->random);

    large_case (t, &bags, size, thin[i][0], thin[i][1], &layouts[nth_layout],
        &depths[nth_depth], 1 + i % 3);
  }
  for (guint i = 0; i < 40; i++) {
    const gint nth_depth = bag_draw (&bags.depth, &t->random);
    const gint nth_layout = bag_draw (&bags.layout, &t->random);
    const gint height = random_range (&t->random, 41, 150);
    const gint width = random_range (&t->random, 41, 300);

    large_case (t, &bags, size, width, height, &layouts[nth_layout],
        &depths[nth_depth], 1 + i % 2);
  }
}

TEST_SIZES (iterations, TEST_ALWAYS, TEST_NETWORK_SIZES)
{
  Bags bags;

  bags_init (&bags);
  for (gint iterations = 1; iterations <= CF_ITERATIONS_MAX; iterations++) {
    for (gint i = 0; i < 6; i++) {
      FilterCase fc = draw_any_case (t, &bags);

      fc.params = draw_median (
          t, &bags, size, iterations, bag_draw (&bags.border, &t->random));
      tester_filter_case (t, &fc, oracle_naive, NULL);
    }
  }
}

/* Pictures around and below the window's size, each border, each value. */
TEST_SIZES (borders, TEST_ALWAYS, TEST_NETWORK_SIZES)
{
  const gint sides[] = { 1, 2, 3, 4, size / 2, size / 2 + 1, size - 1, size,
    size + 1, 2 * size + 1 };
  Bags bags;

  bags_init (&bags);
  for (gint border = 0; border <= CF_BORDER_CONSTANT; border++) {
    guint values =
        border == CF_BORDER_CONSTANT ? G_N_ELEMENTS (border_values) : 2;

    for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
      for (guint j = 0; j < G_N_ELEMENTS (sides); j++) {
        for (guint k = 0; k < values; k++) {
          const gint nth_depth = bag_draw (&bags.depth, &t->random);
          const gint nth_layout = bag_draw (&bags.layout, &t->random);
          FilterCase fc = draw_case (t, &bags, &layouts[nth_layout],
              &depths[nth_depth], sides[i], sides[j]);

          fc.params = draw_median (t, &bags, size, 1 + k % 2, border);
          tester_filter_case (t, &fc, oracle_naive, NULL);
        }
      }
    }
  }
}

static CfFilterParams
draw_rank (Tester *t, Bags *bags, gint largest, gint iterations)
{
  CfFilterParams params = draw_median (t, bags, CF_MEDIAN_SIZE_MIN, iterations,
      bag_draw (&bags->border, &t->random));

  median_params_draw_window (&params.median, largest, &t->random);
  return params;
}

/* All layouts x depths x borders, each with several windows of any sides and
 * percentile; and all iterations. */
TEST (rank_small, TEST_ALWAYS)
{
  Bags bags;

  bags_init (&bags);
  for (gint layout = 0; layout < N_INTERLEAVED; layout++) {
    for (gint depth = 0; depth < N_DEPTHS; depth++) {
      for (gint border = 0; border <= CF_BORDER_CONSTANT; border++) {
        for (gint i = 0; i < SMALL_ROUNDS; i++) {
          const gint height = 1 + bag_draw (&bags.height, &t->random);
          const gint width = 1 + bag_draw (&bags.width, &t->random);
          FilterCase fc = draw_case (
              t, &bags, &layouts[layout], &depths[depth], width, height);

          fc.params = draw_rank (t, &bags, i == 0 ? 7 : 31, 1 + i % 2);
          fc.params.median.border = border;
          tester_filter_case (t, &fc, oracle_naive, NULL);
        }
      }
    }
  }
  for (gint iterations = 1; iterations <= CF_ITERATIONS_MAX; iterations++) {
    for (gint i = 0; i < 6; i++) {
      FilterCase fc = draw_any_case (t, &bags);

      fc.params = draw_rank (t, &bags, 31, iterations);
      tester_filter_case (t, &fc, oracle_naive, NULL);
    }
  }
}

static void
rank_case (Tester *t, Bags *bags, gint width, gint height, gint window_width,
    gint window_height, const Layout *layout, const Depth *depth)
{
  FilterCase fc = draw_case (t, bags, layout, depth, width, height);

  fc.params = draw_rank (t, bags, CF_MEDIAN_SIZE_MAX, 1);
  if (window_width > 0) {
    fc.params.median.width = window_width;
    fc.params.median.height = window_height;
  }
  tester_filter_case (t, &fc, oracle_naive, NULL);
}

/* A gradient, whose medians are many values. */
static void
gradient_case (Tester *t, Bags *bags, gint size, const Depth *depth)
{
  FilterCase fc =
      draw_case (t, bags, &layouts[LAYOUT_GREY], depth, 641 + size, 367);

  fc.fill = FILL_SALT_PEPPER;
  fc.params =
      draw_median (t, bags, size, 1, bag_draw (&bags->border, &t->random));
  tester_filter_case (t, &fc, oracle_naive, NULL);
}

/* Windows of any sides up to the largest, above all the extreme ones, on
 * pictures of many tiles in both directions, and on those smaller than the
 * window. */
TEST (rank_large, TEST_ALWAYS)
{
  static const gint thin[][2] = { { 1, 3001 }, { 3001, 1 }, { 2, 1501 },
    { 1501, 2 }, { 17, 1027 }, { 1027, 17 } };
  static const gint windows[][2] = { { 17, 17 }, { 31, 31 }, { 101, 101 },
    { 101, 3 }, { 3, 101 }, { 51, 75 } };
  static const gint depth_of[] = { DEPTH_8, DEPTH_10, DEPTH_16 };
  Bags bags;

  bags_init (&bags);
  for (guint k = 0; k < G_N_ELEMENTS (depth_of); k++) {
    for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
      rank_case (t, &bags, 641 + 2 * i, 367, windows[i][0], windows[i][1],
          &layouts[LAYOUT_GREY], &depths[depth_of[k]]);
    rank_case (t, &bags, 269, 3001, 35, 31, &layouts[LAYOUT_GREY],
        &depths[depth_of[k]]);
    gradient_case (t, &bags, 51, &depths[depth_of[k]]);
    gradient_case (t, &bags, 75, &depths[depth_of[k]]);
    gradient_case (t, &bags, 101, &depths[depth_of[k]]);
    /* all fills */
    for (guint i = 0; i < N_FILLS; i++)
      rank_case (t, &bags, 301, 203, 0, 0, &layouts[LAYOUT_GREY],
          &depths[depth_of[k]]);
  }
  for (guint i = 0; i < G_N_ELEMENTS (thin); i++) {
    const gint nth_depth = bag_draw (&bags.depth, &t->random);
    const gint nth_layout = bag_draw (&bags.layout, &t->random);

    rank_case (t, &bags, thin[i][0], thin[i][1], 0, 0, &layouts[nth_layout],
        &depths[nth_depth]);
  }
  for (guint i = 0; i < 60; i++) {
    const gint nth_depth = bag_draw (&bags.depth, &t->random);
    const gint nth_layout = bag_draw (&bags.layout, &t->random);
    const gint height = random_range (&t->random, 1, 150);
    const gint width = random_range (&t->random, 1, i < 20 ? 100 : 400);

    rank_case (t, &bags, width, height, 0, 0, &layouts[nth_layout],
        &depths[nth_depth]);
  }
}

/* The operations */

static gboolean
reference (const CfFilterParams *params, const CfPlane *src, const CfPlane *dst,
    GString *why)
{
  reference_plane (params, reference_method (params), src, dst);
  return TRUE;
}

static void
describe (const CfFilterParams *params, GString *s)
{
  const CfMedianParams *m = &params->median;

  g_string_append_printf (s, "percentile %d of %dx%d, iterations %d",
      m->percentile, m->width, m->height, m->iterations);
  describe_border (s, m->border, m->border_value);
}

OPERATION (CF_OP_MEDIAN, describe, reference)
