/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The parser of masks, of their files and of lists, on mutations of texts that
 * are masks or nearly so. */
#include <math.h>
#include <string.h>

#include "engine/core/cferror.h"
#include "engine/convolve/cfmask.h"
#include "fuzz.h"

static const gchar *const corpus[] = {
  "1",
  "1 2 1; 2 4 2; 1 2 1",
  "-1,0,1;-2,0,2;-1,0,1",
  "1 4 6 4 1 * 1;4;6;4;1",
  "# Gaussian\n1 2 1\n2 4 2 # the middle\n\n1 2 1\n",
  "0.0625 -.125 1.e-3 +7E+2 0x1.8p-4",
  "1e308 -1e308 1e-308",
  "\xef\xbb\xbf"
  "1\r\n2\r\n3\r\n",
  "1 nan 1; inf 0 -infinity; 1 1e999 1",
  "1 2; 3",
  ";;; ,,, * #",
  "1e-320 * 1e-3",
  "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
  "1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n"
  "8\n9\n1\n2\n3\n4",
  "",
  NULL,
};

static const gchar *const words[] = { " ", ";", "\n", ",", "*", "#", "\t", "\r",
  " 1", " -0", " 0.1", " 1e308", " 1e-320", " 1e999", " nan", " inf", "0x",
  " 9007199254740993", " 1 2 3", ";1 2 3", "\xc2\xa0", "\xe2\x88\x92", "\xff",
  "\xf0\x9f\x98\x80", "\x1b[31m", " * 1 1 1", NULL };

/* A refusal changes nothing. */
static void
check_refusal (const CfConvolveParams *mask, GError *error)
{
  static const CfConvolveParams untouched = { .width = -1 };

  fuzz_check (memcmp (mask, &untouched, sizeof (untouched)) == 0,
      "refused, but the mask has changed");
  fuzz_check_refusal (error, CF_ERROR, CF_ERROR_INVALID);
}

static void
check_same (const CfConvolveParams *a, const CfConvolveParams *b)
{
  gint n = a->is_product ? a->width + a->height : a->width * a->height, i;

  fuzz_check (a->width == b->width && a->height == b->height
                  && a->is_product == b->is_product,
      "its own text is a mask of other sides");
  for (i = 0; i < n; i++)
    fuzz_check (a->value[i] == b->value[i], "its own text is another mask");
}

/* What is accepted is a mask of valid sides and values, which the engine can
 * plan for, and is the same as its own text. */
static void
check_mask (CfConvolveParams *mask)
{
  gint limit = mask->is_product ? CF_CONVOLVE_TAPS_MAX : CF_CONVOLVE_SIDE_MAX;
  gint n = mask->is_product ? mask->width + mask->height
                            : mask->width * mask->height;
  gchar *text = cf_mask_to_text (mask);
  CfConvolveParams again = { 0 };
  CfConvolvePlan plan;

  fuzz_check (mask->width % 2 == 1 && mask->width >= 1 && mask->width <= limit
                  && mask->height % 2 == 1 && mask->height >= 1
                  && mask->height <= limit,
      "accepted with bad sides");
  for (gint i = 0; i < n; i++)
    fuzz_check (
        isfinite (mask->value[i]), "accepted with a value that is none");
  fuzz_check (
      cf_mask_parse (&again, text, -1, NULL), "its own text is refused");
  check_same (mask, &again);
  g_free (text);

  if (!cf_convolve_params_validate (mask, NULL)) {
    GError *error = NULL;

    /* only for values that are too large, or all too small: 255 x 255 of those
     * below do not amplify */
    for (gint i = 0; i < n; i++) {
      mask->value[i] = CLAMP (mask->value[i], -1, 1);
      if (fabs (mask->value[i]) < 1e-90)
        mask->value[i] = 0;
    }
    mask->normalize = CF_NORMALIZE_MANUAL;
    mask->divisor = 65536;
    fuzz_check (cf_convolve_params_validate (mask, &error),
        "the engine refuses it with small values too");
  }
  for (gint bits = 8; bits <= 16; bits += 8) {
    cf_convolve_plan_init (&plan, mask, bits);
    fuzz_check (plan.divisor > 0 && plan.n_min <= plan.n_max
                    && plan.t_min <= plan.t_max,
        "the plan for it has no range");
  }
}

/* What the parser made of it, in the one way or the other */
static gboolean
judge (gboolean ok, CfConvolveParams *mask, GError *error)
{
  if (ok)
    check_mask (mask);
  else
    check_refusal (mask, error);
  return ok;
}

static gboolean
try_text (const guint8 *bytes, gsize n)
{
  CfConvolveParams mask = { .width = -1 };
  GError *error = NULL;
  const gboolean ok = cf_mask_parse (&mask, (const gchar *)bytes, n, &error);

  return judge (ok, &mask, error);
}

/* The same in a file is the same. */
static void
try_file (const guint8 *bytes, gsize n, gboolean is_mask)
{
  CfConvolveParams mask = { .width = -1 };
  GError *error = NULL;
  const gboolean ok = cf_mask_load (&mask, fuzz_file (bytes, n), &error);

  fuzz_check (ok == is_mask, "its file is judged otherwise");
  judge (ok, &mask, error);
}

/* The first half as a row, the other as a column */
static void
try_lists (const guint8 *bytes, gsize n)
{
  CfConvolveParams mask = { .width = -1 };
  GError *error = NULL;
  g_autofree gchar *horizontal = g_strndup ((const gchar *)bytes, n / 2);
  g_autofree gchar *vertical =
      g_strndup ((const gchar *)bytes + n / 2, n - n / 2);
  const gboolean ok =
      cf_mask_parse_factors (&mask, horizontal, vertical, &error);

  judge (ok, &mask, error);
}

static gboolean
try (const guint8 *bytes, gsize n)
{
  const gboolean is_mask = try_text (bytes, n);

  if (n % 4 == 0)
    try_file (bytes, n, is_mask);
  try_lists (bytes, n);
  return is_mask;
}

static void
make (GRand *rand, GByteArray *input)
{
  fuzz_make_text (rand, input, corpus);
}

const Fuzzer fuzzer = { .make = make, .try = try, .words = words };
