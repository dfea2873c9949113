/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Masks to convolve with, drawn at random. */
#include "mask.h"

#include <math.h>
#include <string.h>

gdouble
random_fraction (Random *random)
{
  return ldexp (random_next (random) >> 11, -53);
}

/* What the values of a mask have in common. */
typedef enum {
  VALUES_SMALL,
  VALUES_BYTES,
  VALUES_POSITIVE,
  VALUES_HUGE,
  VALUES_SPARSE,
  VALUES_DOMINANT,
  VALUES_BELL, /* around the middle */
  N_VALUES
} Values;

/* Value i of n, as an integer. */
static gint
draw_integer (
    Values values, gint i, gint n, gboolean is_product, Random *random)
{
  /* a row's results may take more than 31 bits, all of it less than 60 */
  const gint huge = is_product ? 1 << 13 : 1 << 29;

  switch (values) {
    case VALUES_SMALL:
      return random_range (random, -4, 4);
    case VALUES_BYTES:
      return random_range (random, -128, 127);
    case VALUES_HUGE:
      return random_range (random, -huge, huge);
    case VALUES_SPARSE:
      return random_range (random, 0, 4) ? 0 : random_range (random, -9, 9);
    case VALUES_DOMINANT:
      return i == n / 2 ? 900 : random_range (random, -3, 3);
    case VALUES_BELL:
      return rint (
          200 * exp (-8.0 * (2 * i + 1 - n) * (2 * i + 1 - n) / n / n));
    default:
      return random_range (random, 0, is_product ? 120 : 255);
  }
}

static gdouble
draw_real (Values values, gint i, gint n, gdouble scale, Random *random)
{
  const gdouble from_middle = (i - n / 2) * scale;

  switch (values) {
    case VALUES_POSITIVE:
      return random_fraction (random);
    case VALUES_HUGE:
      return (random_fraction (random) - 0.5) * 1e6;
    case VALUES_SPARSE:
      return random_range (random, 0, 4) ? 0 : random_fraction (random) - 0.3;
    case VALUES_DOMINANT:
      return i == n / 2 ? 0.9 + random_fraction (random)
                        : random_fraction (random) / n;
    case VALUES_BELL:
      return exp (-from_middle * from_middle);
    default:
      return random_fraction (random) - 0.4;
  }
}

static void
draw_values (
    gdouble *value, gint n, MaskKind kind, gboolean is_product, Random *random)
{
  static const gint dyadic[] = { 1, 1, 1, 2, 16, 1024 };
  static const gint decimal[] = { 10, 100, 1000, 10000 };
  const Values values = random_range (random, 0, N_VALUES - 1);
  const gdouble scale = 0.05 + random_fraction (random);
  /* the product of two may have 10 binary or 4 decimal digits */
  gint of = dyadic[random_range (random, 0, is_product ? 4 : 5)], i;

  if (kind == MASK_DECIMAL)
    of = decimal[random_range (random, 0, is_product ? 1 : 3)];
  for (i = 0; i < n; i++)
    value[i] =
        kind == MASK_REAL
            ? draw_real (values, i, n, scale, random)
            : draw_integer (values, i, n, is_product, random) / (gdouble)of;
}

static void
draw_normalization (CfConvolveParams *p, MaskKind kind, Random *random)
{
  static const gdouble divisors[] = { 1, 2, 3, 7, 255, 1000003, 0.25, 2.5, -3,
    16, 273, -0.5 };
  static const gdouble biases[] = { 0, 0, 0.5, -0.5, 128, -128.25, 16.125, 1000,
    -65536, 65536 };

  p->normalize = random_range (random, 0, CF_NORMALIZE_MANUAL);
  p->divisor = divisors[random_range (random, 0, G_N_ELEMENTS (divisors) - 1)];
  p->bias = biases[random_range (random, 0, G_N_ELEMENTS (biases) - 1)];
  if (kind == MASK_DECIMAL && random_range (random, 0, 1))
    p->divisor = random_range (random, 1, 1000) / 10.0;
  if (kind == MASK_REAL && random_range (random, 0, 1)) {
    p->divisor = 10 * random_fraction (random);
    p->bias = 200 * random_fraction (random) - 100;
  }
}

static gint
draw_side (gint largest, Random *random)
{
  return 1 + 2 * random_range (random, 0, (largest - 1) / 2);
}

/* The product of a row and a column as a matrix. */
static void
multiply (CfConvolveParams *p, MaskKind kind, const gdouble *row,
    const gdouble *column)
{
  for (gint y = 0; y < p->height; y++) {
    for (gint x = 0; x < p->width; x++) {
      gdouble *value = &p->value[y * p->width + x];

      *value = row[x] * column[y];
      if (kind == MASK_DECIMAL)
        *value = rint (*value * 10000) / 10000;
    }
  }
}

void
mask_draw (CfConvolveParams *p, MaskKind kind, MaskForm form, gint largest,
    Random *random)
{
  gdouble row[CF_CONVOLVE_TAPS_MAX], column[CF_CONVOLVE_TAPS_MAX];

  do {
    memset (p, 0, sizeof (*p));
    p->width = draw_side (largest, random);
    p->height = draw_side (largest, random);
    p->is_product = form == MASK_PRODUCT;
    p->flip = random_range (random, 0, 1);
    p->separable = random_range (random, 0, 2);
    if (form == MASK_MATRIX) {
      draw_values (p->value, p->width * p->height, kind, FALSE, random);
    } else {
      draw_values (row, p->width, kind, TRUE, random);
      draw_values (column, p->height, kind, TRUE, random);
      for (gint i = 0; i < p->width; i++)
        p->value[i] = row[i];
      for (gint i = 0; i < p->height; i++)
        p->value[p->width + i] = column[i];
      if (form == MASK_RANK_ONE)
        multiply (p, kind, row, column);
    }
    draw_normalization (p, kind, random);
  } while (!cf_convolve_params_validate (p, NULL));
}

void
mask_draw_any (CfConvolveParams *p, gint largest, Random *random)
{
  const MaskForm form = largest > CF_CONVOLVE_SIDE_MAX
                            ? MASK_PRODUCT
                            : random_range (random, 0, N_MASK_FORMS - 1);

  mask_draw (
      p, random_range (random, 0, N_MASK_KINDS - 1), form, largest, random);
}

gchar *
mask_describe (const CfConvolveParams *p)
{
  static const gchar *separable[] = { "auto", "never", "always" };
  const gint n = p->is_product ? p->width + p->height : p->width * p->height;
  GString *s = g_string_new (NULL);
  gint i;

  g_string_append_printf (s,
      "convolution with %s%dx%d:", p->is_product ? "product " : "", p->width,
      p->height);
  for (i = 0; i < MIN (n, 10); i++)
    g_string_append_printf (s, " %.17g", p->value[i]);
  g_string_append_printf (s, "%s, separable %s%s", i < n ? "..." : "",
      separable[p->separable], p->flip ? ", flipped" : "");
  if (p->normalize == CF_NORMALIZE_MANUAL)
    g_string_append_printf (
        s, ", divisor %.17g, bias %.17g", p->divisor, p->bias);
  else if (p->normalize == CF_NORMALIZE_NONE)
    g_string_append (s, ", not normalized");
  return g_string_free (s, FALSE);
}
