/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every sample of convolved pictures against the naive reference. */
#include "mask.h"
#include "operations.h"
#include "reference.h"
#include "tests.h"

#include <string.h>

/* Everything but the mask, of `round`'s layout, depth and border. */
static FilterCase
draw_case (Tester *t, gint round, gint width, gint height)
{
  return filter_case_draw (CF_OP_CONVOLVE, &layouts[round % N_INTERLEAVED],
      &depths[round / N_INTERLEAVED % N_DEPTHS], width, height, &t->random);
}

static void
run_case (Tester *t, FilterCase *fc, CfBorder border)
{
  CfConvolveParams *p = &fc->params.convolve;

  p->border = border;
  p->border_value = border_value_draw (&t->random);
  tester_filter_case (t, fc, oracle_naive, NULL);
}

/* All layouts, depths and borders, each with several masks. */
static void
check_kind (Tester *t, MaskKind kind, MaskForm form, gint rounds)
{
  for (gint round = 0; round < N_INTERLEAVED * N_DEPTHS; round++) {
    for (gint border = 0; border <= CF_BORDER_CONSTANT; border++) {
      for (gint i = 0; i < rounds; i++) {
        const gint height = random_range (&t->random, 1, 40);
        const gint width = random_range (&t->random, 1, 60);
        FilterCase fc = draw_case (t, round, width, height);

        mask_draw (
            &fc.params.convolve, kind, form, i == 0 ? 5 : 15, &t->random);
        run_case (t, &fc, border);
      }
    }
  }
}

/* Values of a byte in samples of two. */
static void
check_wide (Tester *t)
{
  static const Depth wide = { "8-bit in 2", 8, 2, 0 };

  for (gint i = 0; i < 2 * N_INTERLEAVED; i++) {
    const gint height = random_range (&t->random, 1, 40);
    const gint width = random_range (&t->random, 1, 90);
    FilterCase fc = filter_case_draw (CF_OP_CONVOLVE,
        &layouts[i % N_INTERLEAVED], &wide, width, height, &t->random);

    mask_draw (&fc.params.convolve, MASK_INTEGER, MASK_MATRIX, 5, &t->random);
    run_case (t, &fc, i % (CF_BORDER_CONSTANT + 1));
  }
}

TEST (convolve_integer, TEST_ALWAYS)
{
  check_kind (t, MASK_INTEGER, MASK_MATRIX, 6);
  check_kind (t, MASK_DECIMAL, MASK_MATRIX, 2);
  check_wide (t);
}

TEST (convolve_real, TEST_ALWAYS) { check_kind (t, MASK_REAL, MASK_MATRIX, 6); }

/* Products given as matrices, and as factors of up to 255 taps. */
TEST (convolve_two_passes, TEST_ALWAYS)
{
  for (gint kind = 0; kind < N_MASK_KINDS; kind++) {
    check_kind (t, kind, MASK_RANK_ONE, 2);
    check_kind (t, kind, MASK_PRODUCT, 2);
    for (gint i = 0; i < 40; i++) {
      const gint height = random_range (&t->random, 1, 40);
      const gint width = random_range (&t->random, 1, 300);
      const gint combination = random_range (&t->random, 0, 95);
      FilterCase fc = draw_case (t, combination, width, height);

      mask_draw (&fc.params.convolve, kind, MASK_PRODUCT, CF_CONVOLVE_TAPS_MAX,
          &t->random);
      run_case (t, &fc, i % (CF_BORDER_CONSTANT + 1));
    }
  }
}

/* A mask of these sides on pictures around and below its size. */
static void
check_sides (Tester *t, gint mask_width, gint mask_height, MaskKind kind)
{
  const gint sides[] = { 1, 2, 3, mask_width / 2 + 1, mask_height / 2 + 1,
    mask_width, mask_height + 1, 2 * mask_width + 1 };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    for (guint j = 0; j < G_N_ELEMENTS (sides); j++) {
      for (gint border = 0; border <= CF_BORDER_CONSTANT; border++) {
        FilterCase fc =
            draw_case (t, random_range (&t->random, 0, 95), sides[i], sides[j]);

        do {
          mask_draw (&fc.params.convolve, kind,
              random_range (&t->random, 0, N_MASK_FORMS - 1),
              MAX (mask_width, mask_height), &t->random);
        } while (fc.params.convolve.width > mask_width
                 || fc.params.convolve.height > mask_height);
        run_case (t, &fc, border);
      }
    }
  }
}

TEST (convolve_borders, TEST_ALWAYS)
{
  for (gint kind = 0; kind < N_MASK_KINDS; kind++) {
    check_sides (t, 1, 9, kind);
    check_sides (t, 9, 1, kind);
    check_sides (t, 7, 7, kind);
    check_sides (t, 31, 31, kind);
  }
}

/* The largest and smallest taps of one, two and three digits of base 256, and
 * those next to them, in the sizes that the GPU has kernels for; over divisors
 * that make sums shifts, products or divisions of 32 and 64 bits. */
TEST (convolve_digits, TEST_ALWAYS)
{
  static const gdouble taps[][2] = { { 127, 127 }, { -128, -128 },
    { 127, -128 }, { 128, -129 }, { 32639, 32639 }, { -32896, 32639 },
    { 32640, -32897 }, { 8355711, 8355711 }, { -8421504, 8355711 },
    { 8355713, -8421505 } };
  static const gdouble divisors[] = { 1, 1000, 16, -4096, 16384, 4097, 3e7 };
  gint side, border = 0;

  for (side = 3; side <= 9; side += 2)
    for (guint i = 0; i < G_N_ELEMENTS (taps); i++)
      for (guint k = 0; k < G_N_ELEMENTS (divisors); k++) {
        const gint height = random_range (&t->random, 9, 40);
        const gint width =
            random_range (&t->random, 0, 3) ? 530 + 8 * (gint)k : 71 + (gint)k;
        const gint combination = random_range (&t->random, 0, 95);
        FilterCase fc = draw_case (t, combination, width, height);
        CfConvolveParams *p = &fc.params.convolve;

        p->width = p->height = side;
        p->separable = CF_SEPARABLE_NEVER;
        p->normalize = CF_NORMALIZE_MANUAL;
        p->divisor = divisors[k];
        for (gint n = 0; n < side * side; n++)
          p->value[n] = taps[i][random_range (&t->random, 0, 1)];
        run_case (t, &fc, border);
        border = (border + 1) % (CF_BORDER_CONSTANT + 1);
      }
}

/* Pictures of many tiles and slices, none of a round number. */
TEST (convolve_large, TEST_ALWAYS)
{
  static const gint pictures[][2] = { { 1921, 1083 }, { 4099, 57 }, { 1, 5003 },
    { 5003, 1 }, { 17, 2049 }, { 2049, 17 }, { 1027, 130 } };
  static const gint depth_of[] = { DEPTH_8, DEPTH_16 };

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++) {
    for (guint k = 0; k < 6; k++) {
      FilterCase fc = draw_case (
          t, k % 2 == 0 ? 0 : LAYOUT_RGB, pictures[i][0], pictures[i][1]);

      picture_spec_init (&fc.spec,
          &layouts[i == 0 ? LAYOUT_GREY : random_range (&t->random, 0, 5)],
          &depths[depth_of[k % 2]], pictures[i][0], pictures[i][1]);
      mask_draw_any (&fc.params.convolve, i == 0 ? 5 : 13, &t->random);
      run_case (t, &fc, k % (CF_BORDER_CONSTANT + 1));
    }
  }
  for (guint i = 0; i < 90; i++) {
    const gint height = random_range (&t->random, 41, 150);
    const gint width = random_range (&t->random, 41, 300);
    const gint combination = random_range (&t->random, 0, 95);
    FilterCase fc = draw_case (t, combination, width, height);

    mask_draw_any (&fc.params.convolve,
        i % 10 == 0   ? CF_CONVOLVE_TAPS_MAX
        : i % 10 == 1 ? CF_CONVOLVE_SIDE_MAX
                      : 9,
        &t->random);
    run_case (t, &fc, i % (CF_BORDER_CONSTANT + 1));
  }
}

/* The operation */

/* Whether results are at most one step from long double's. */
static gboolean
is_near_reals (const CfFilterParams *params, const CfPlane *src,
    const CfPlane *results, GString *why)
{
  CfPlane real = *results;
  gboolean near = TRUE;
  gint x, y, c;

  real.stride = (gssize)real.width * real.step * real.bytes;
  real.data = g_malloc (real.stride * real.height);
  reference_plane_convolved (params, REFERENCE_REAL, src, &real);
  for (y = 0; near && y < real.height; y++) {
    for (x = 0; near && x < real.width; x++) {
      for (c = 0; near && c < real.channels; c++) {
        gint step = 1 << real.shift;
        gint want = sample_load (&real, x, y, c);
        gint got = sample_load (results, x, y, c);

        near = ABS (want - got) <= step;
        if (!near)
          g_string_append_printf (why,
              "x %d, y %d, channel %d: the plan gives %d, long double %d", x, y,
              c, got, want);
      }
    }
  }
  g_free (real.data);
  return near;
}

static gboolean
reference (const CfFilterParams *params, const CfPlane *src, const CfPlane *dst,
    GString *why)
{
  reference_plane (params, REFERENCE_NAIVE, src, dst);
  return is_near_reals (params, src, dst, why);
}

static void
describe (const CfFilterParams *params, GString *s)
{
  gchar *mask = mask_describe (&params->convolve);

  g_string_append (s, mask);
  g_free (mask);
  describe_border (s, params->convolve.border, params->convolve.border_value);
}

OPERATION (CF_OP_CONVOLVE, describe, reference)
