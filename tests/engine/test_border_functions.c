/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine's border arithmetic against tables written out by hand. */
#include "tests.h"

static void
check_index (Tester *t, CfBorder border, gint n, gint first,
    const gint *expected, gint n_expected)
{
  for (gint i = 0; i < n_expected; i++) {
    gssize got = cf_border_index (first + i, n, border);

    tester_check (t, got == expected[i],
        "border %d: index %d of %d is %d, "
        "not %" G_GSSIZE_FORMAT,
        border, first + i, n, expected[i], got);
  }
}

TEST (border_functions, TEST_ALWAYS)
{
  static const gint replicate[] = { 0, 0, 0, 0, 1, 2, 3, 3, 3, 3 };
  static const gint mirror[] = { 1, 0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0, 1, 2,
    3, 2, 1 };
  static const gint mirror_2[] = { 1, 0, 1, 0, 1, 0, 1, 0, 1 };
  static const gint mirror_1[] = { 0, 0, 0, 0, 0, 0, 0 };
  static const gint constant[] = { -1, -1, 0, 1, 2, 3, -1, -1 };
  static const struct {
    gint value, bits, shift;
    guint expected;
  } samples[] = { { 0, 8, 0, 0 }, { 255, 8, 0, 255 }, { 200, 8, 0, 200 },
    { 1, 10, 0, 4 }, { 255, 10, 0, 1020 }, { 128, 10, 6, 32768 },
    { 255, 12, 4, 65280 }, { 255, 16, 0, 65280 }, { 255, 5, 3, 248 },
    { 255, 1, 0, 1 } };

  check_index (
      t, CF_BORDER_REPLICATE, 4, -3, replicate, G_N_ELEMENTS (replicate));
  check_index (t, CF_BORDER_MIRROR, 4, -7, mirror, G_N_ELEMENTS (mirror));
  check_index (t, CF_BORDER_MIRROR, 2, -3, mirror_2, G_N_ELEMENTS (mirror_2));
  check_index (t, CF_BORDER_MIRROR, 1, -3, mirror_1, G_N_ELEMENTS (mirror_1));
  check_index (t, CF_BORDER_CONSTANT, 4, -2, constant, G_N_ELEMENTS (constant));
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    guint got =
        cf_border_sample (samples[i].value, samples[i].bits, samples[i].shift);

    tester_check (t, got == samples[i].expected,
        "border value %d in %d bits "
        "<< %d is %u, not %u",
        samples[i].value, samples[i].bits, samples[i].shift,
        samples[i].expected, got);
  }
}
