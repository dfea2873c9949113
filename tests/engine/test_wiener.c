/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage's arithmetic at its limits (engine/denoise/cfwiener.h):
 * quotients by floats, and what has to fit 16 or 32 bits. */
#include "engine/denoise/cfwiener.h"
#include "engine/denoise/cfwienerterms.h"
#include "tests.h"

#include <stdlib.h>

static void
check_gains (Tester *t)
{
  const gint most = (1 << 23) - 512;
  gint wrong = 0, y;

  for (y = 0; y <= most; y++)
    wrong += cf_wiener_gain (y) != (1 << 23) / (256 + y);
  tester_check (t, wrong == 0, "%d gains of %d", wrong, most);
  tester_check (t,
      cf_wiener_gain (8) < CF_WIENER_WHOLE && cf_wiener_gain (most) >= 1,
      "gains do not fit 15 bits");
}

static void
check_losses (Tester *t)
{
  gint wrong = 0, left, e;

  for (left = 0; left <= CF_WIENER_UNIT; left += 8)
    for (e = 0; e <= CF_WIENER_PILOT_MOST; e++) {
      const gint below = 16 * e * e + left / 8;
      const gint l = below > 0 ? 16 * (left / 8 * 2048 / below) : 0;

      if (below > 0)
        wrong += cf_wiener_loss (left, e) != MIN (l, CF_WIENER_WHOLE);
    }
  tester_check (t, wrong == 0, "%d losses", wrong);
}

/* What is left is never nothing, so that no quotient is of 0. */
static void
check_left (Tester *t)
{
  gint least = CF_WIENER_WHOLE, most = 0, n, d;

  for (n = CF_WIENER_COUNT_LEAST; n <= 255; n++)
    for (d = 0; d <= CF_WIENER_MISMATCH_MOST; d++) {
      const gint i = cf_wiener_inverse_worth (n * CF_WIENER_AREA);
      const gint left =
          cf_wiener_left (cf_wiener_gain (cf_wiener_spread (i, d)), i);

      least = MIN (least, left);
      most = MAX (most, left);
    }
  tester_check (t, least >= 8 && most <= CF_WIENER_WHOLE,
      "what is left is %d to %d", least, most);
}

/* w, h: by the mismatch of a frame ahead, and of luma with it. */
static void
check_weights_ahead (Tester *t)
{
  gint wrong = 0, last = 256, d, x;

  for (d = 0; d <= CF_WIENER_MISMATCH_MOST; d++) {
    for (x = 0; x < CF_WIENER_APART_MOST; x++) {
      const gint y =
          cf_wiener_spread_apart (cf_wiener_spread (CF_WIENER_UNIT, d), x);
      const gint w = cf_wiener_weight_ahead (y);

      wrong += w != 65536 / y || w > 256;
      wrong += cf_wiener_gain_ahead (w) != 32768 * w / (256 + w);
    }
    x = cf_wiener_weight_ahead (cf_wiener_spread (CF_WIENER_UNIT, d));
    wrong += x > last;
    last = x;
  }
  tester_check (t, wrong == 0, "%d weights of a frame ahead", wrong);
  tester_check (t,
      cf_wiener_gain_ahead (0) == 0
          && 2 * cf_wiener_gain_ahead (256) == CF_WIENER_UNIT,
      "gains of a frame ahead are not up to a half");
}

/* y', q': for every y there is, what y w is and what is left fit 31 and 16
 * bits, and are never nothing. */
static void
check_beside (Tester *t)
{
  const gint most_spread = (1 << 23) - 512;
  gint least = CF_WIENER_UNIT, most = 0, wrong = 0, w, y, n;

  for (w = 0; w <= 256; w++) {
    const gint h = cf_wiener_gain_ahead (w);
    const gint alone = cf_wiener_left_beside (0, CF_WIENER_WHOLE, h);

    least = MIN (least, alone);
    most = MAX (most, alone);
    for (n = CF_WIENER_COUNT_LEAST; n <= 255; n++) {
      const gint i = cf_wiener_inverse_worth (n * CF_WIENER_AREA);

      for (y = cf_wiener_spread (i, 0); y <= most_spread; y += y / 8 + 1) {
        const gint64 more = y + ((gint64)y * w >> 8);
        const gint beside = cf_wiener_spread_beside (y, w);
        const gint left = cf_wiener_left_beside (cf_wiener_gain (beside), i, h);

        wrong += beside != MIN (more, most_spread);
        least = MIN (least, left);
        most = MAX (most, left);
      }
    }
  }
  for (w = 0; w <= 256; w++)
    wrong += cf_wiener_spread_beside (most_spread, w) != most_spread;
  tester_check (t, wrong == 0, "%d spreads beside a frame ahead", wrong);
  tester_check (t, least >= 8 && most <= CF_WIENER_UNIT,
      "what is left beside a frame ahead is %d to %d", least, most);
}

static void
check_results (Tester *t)
{
  gint wrong = 0, weights, i, j;

  for (weights = 64; weights <= 4094; weights++) {
    const gint one = (1 << 20) / weights;

    wrong += cf_wiener_divided (1 << 20, weights) != one;
    /* the largest change there is does not leave 32 bits */
    wrong += (gint64)(weights * 32767 >> 4) * one + 32768 > G_MAXINT32;
    wrong += (gint64)(weights * -32768 >> 4) * one < G_MININT32;
  }
  tester_check (t, wrong == 0, "%d sums of weights", wrong);
  for (i = 0; i < 4; i++)
    for (j = 0; j < 4; j++) {
      const gint shares = cf_wiener_share (i, j) + cf_wiener_share (i + 4, j)
                          + cf_wiener_share (i, j + 4)
                          + cf_wiener_share (i + 4, j + 4);

      tester_check (t, shares == 64, "the shares of a sample are %d", shares);
    }
}

/* Rows are of one length, and orthogonal, nearly. */
static void
check_matrix (Tester *t)
{
  gint u, k, i;

  for (u = 0; u < CF_WIENER_SIDE; u++)
    for (k = 0; k < CF_WIENER_SIDE; k++) {
      gint sum = 0, size = 0;

      for (i = 0; i < CF_WIENER_SIDE; i++) {
        sum += cf_wiener_matrix[u][i] * cf_wiener_matrix[k][i];
        size += abs (cf_wiener_matrix[u][i]);
      }
      tester_check (t, abs (sum - (u == k) * 32768) <= 64 && size <= 512,
          "rows %d and %d: %d, %d", u, k, sum, size);
    }
}

static void
check_terms (Tester *t)
{
  static const guint32 sigmas[] = { 0, 1, 36, 300, 16384 };
  gint coarse;
  guint s, f;

  for (coarse = 0; coarse <= 384; coarse++) {
    gint sum = 0, of;

    for (f = 0; f < CF_WIENER_FREQUENCIES; f++) {
      const guint32 v = cf_wiener_variance (f, coarse);

      of = f < 8 ? f + 1 : 15 - f; /* frequencies */
      sum += of * v;
      for (s = 0; s < G_N_ELEMENTS (sigmas); s++)
        tester_check (t,
            cf_wiener_mismatch_term (
                cf_wiener_sigma (sigmas[s], cf_wiener_root (v)))
                <= 65535,
            "a term of coarseness %d, sigma %u", coarse, sigmas[s]);
    }
    tester_check (t, abs (sum - 64 * 64) < 64 * 64 / 16,
        "variances of coarseness %d are %d", coarse, sum);
  }
}

TEST (wiener_limits, TEST_CPU)
{
  check_gains (t);
  check_losses (t);
  check_left (t);
  check_weights_ahead (t);
  check_beside (t);
  check_results (t);
  check_matrix (t);
  check_terms (t);
}
