/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A convolution's numbers split into those that vectors sum. */
#include "cpu/convolve/convolve.h"

#include <math.h>

/* Taps of 16 bits keep off -2^15: the sum of two products then fits 31 bits. */
#define TAP_MAX 32767
/* Bits of a digit that is a byte */
#define QUAD_BASE 8
/* A number in single precision, of parts that were rounded before, is off by
 * less than this share of them */
#define FLOAT_ERROR 0x1p-21
/* Bits of a digit, where sums may wrap around: parts of t are not negative */
#define WRAP_BASE 15

static gint32
pair (gint64 first, gint64 second)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  return (gint32)((guint32)(first & 0xffff) | (guint32)second << 16);
#else
  return (gint32)((guint32)(second & 0xffff) | (guint32)first << 16);
#endif
}

/* Four bytes, as they are on little-endian processors, which alone have dot
 * products. */
static gint32
quad (const gint64 *bytes)
{
  return (gint32)((guint32)(bytes[0] & 0xff) | (guint32)(bytes[1] & 0xff) << 8
                  | (guint32)(bytes[2] & 0xff) << 16 | (guint32)bytes[3] << 24);
}

/* Digit d of n, the lower ones from -2^(base - 1) to 2^(base - 1) - 1, the
 * highest one what is left. */
static gint64
digit (gint64 n, gint d, gint digits, gint base)
{
  gint64 half = G_GINT64_CONSTANT (1) << (base - 1);
  gint64 low = ((n + half) & (2 * half - 1)) - half;

  if (d == digits - 1 && d == 0)
    return n;
  return d == 0 ? low : digit ((n - low) >> base, d - 1, digits - 1, base);
}

/* Sums of n taps' digits: of each, the magnitudes. FALSE where one is not in
 * min...max. */
static gboolean
digit_sums_within (const gint64 *taps, gint n, gint digits, gint base, gint min,
    gint max, gint64 *magnitudes)
{
  gint i, d;

  for (d = 0; d < digits; d++) {
    magnitudes[d] = 0;
    for (i = 0; i < n; i++) {
      const gint64 v = digit (taps[i], d, digits, base);

      if (v < min || v > max)
        return FALSE;
      magnitudes[d] += ABS (v);
    }
  }
  return TRUE;
}

/* Takes digits that are 16-bit numbers. */
static gboolean
digit_sums (
    const gint64 *taps, gint n, gint digits, gint base, gint64 *magnitudes)
{
  return digit_sums_within (
      taps, n, digits, base, -TAP_MAX, TAP_MAX, magnitudes);
}

static gint64
sum_of (const gint64 *taps, gint n)
{
  gint64 sum = 0;
  gint i;

  for (i = 0; i < n; i++)
    sum += taps[i];
  return sum;
}

/* log2 (n) where n is a power of two, else -1 */
static gint
exact_log2 (gint64 n)
{
  gint bits = g_bit_nth_msf (n, -1);

  return n == G_GINT64_CONSTANT (1) << bits ? bits : -1;
}

static gboolean
fits_32_bits (gint64 low, gint64 high)
{
  return low >= G_MININT32 && high <= G_MAXINT32;
}

/* Sums of these magnitudes, which must not wrap around, over a divisor: it is a
 * power of two where they are to carry. */
static gboolean
scale_apart (CfCpuScale *s, CfCpuScaleKind kind, gint n_sums, gint base,
    const gint64 *magnitudes, gint64 offset, gint64 divisor, gint bits)
{
  gint64 carry = 0;
  gdouble lower = ABS (offset); /* what the highest part may be more than n */
  gint w;

  s->kind = kind;
  s->n_sums = n_sums;
  s->base = base;
  s->addend = offset;
  s->divisor = divisor;
  s->shift = exact_log2 (divisor) - (n_sums - 1) * base;
  if (kind == CF_CPU_SCALE_CARRY && (s->shift < 0 || s->shift > 31))
    return FALSE;
  for (w = 0; w < n_sums; w++) {
    gint64 part = 0;

    if (kind == CF_CPU_SCALE_CARRY) {
      part = w == n_sums - 1 ? offset
                             : offset & ((G_GINT64_CONSTANT (1) << base) - 1);
      offset >>= base;
    }
    if (w < n_sums - 1)
      lower += ldexp (magnitudes[w], w * base);
    carry += magnitudes[w] + ABS (part);
    if (carry > G_MAXINT32)
      return FALSE;
    s->offset[w] = part;
    carry = kind == CF_CPU_SCALE_CARRY ? (carry >> base) + 1 : 0;
  }
  s->inverse = 1.0 / divisor;
  /* off by less than half of 1, for results and 1 more, and the remainder is of
   * 32 bits */
  return kind != CF_CPU_SCALE_DIVIDE
         || (divisor < 1 << 29
             && FLOAT_ERROR * (lower + ldexp (divisor, bits + 1))
                    < 0.5 * divisor);
}

/* SHIFT: sums may wrap around, as n + offset, from low to high, does not. */
static gboolean
scale_shift (CfCpuScale *s, gint64 low, gint64 high, gint64 offset, gint shift)
{
  if (shift < 0 || shift > 31 || !fits_32_bits (low, high))
    return FALSE;
  s->kind = CF_CPU_SCALE_SHIFT;
  s->offset[0] = (gint32)offset;
  s->shift = shift;
  return TRUE;
}

static gboolean
may_wrap (CfCpuScaleKind kind)
{
  return kind == CF_CPU_SCALE_SHIFT || kind == CF_CPU_SCALE_MULTIPLY;
}

/* Sums lack `missing` of n; they may wrap around. */
static gboolean
scale_wrapping (CfCpuScale *s, CfCpuScaleKind kind, const CfConvolvePlan *plan,
    gint64 missing)
{
  CfConvolveScale scale;

  if (!fits_32_bits (plan->n_min, plan->n_max))
    return FALSE;
  if (kind == CF_CPU_SCALE_SHIFT)
    return scale_shift (s, plan->n_min + plan->offset,
        plan->n_max + plan->offset, plan->offset + missing,
        exact_log2 (plan->divisor));
  if (!cf_convolve_plan_scale (plan, &scale) || scale.multiplier == 0)
    return FALSE;
  s->kind = CF_CPU_SCALE_MULTIPLY;
  s->offset[0] = (gint32)(missing - plan->n_min);
  s->multiplier = scale.multiplier;
  s->addend = scale.addend + plan->n_min * scale.multiplier;
  s->shift = scale.shift;
  return TRUE;
}

static void
group_rows (CfCpuConvolve *c, gint height, gint base)
{
  const gint width = c->plan.width;
  gint32 *groups = c->taps;
  gint i, j, k, d;

  for (j = 0; j < height; j++)
    for (i = 0; i < width; i += c->group)
      for (d = 0; d < c->digits; d++) {
        const gint64 *t = c->plan.taps + j * width + i;
        gint64 of[CF_CPU_QUAD] = { 0 };

        for (k = 0; k < c->group && i + k < width; k++)
          of[k] = digit (t[k], d, c->digits, base);
        *groups++ = c->group == CF_CPU_QUAD ? quad (of) : pair (of[0], of[1]);
      }
}

/* A mask's or a row's taps: the scale is given where sums may wrap around. */
static gboolean
split_samples (CfCpuConvolve *c, CfCpuScale *scale, CfCpuScaleKind kind,
    gint height, gint64 offset, gint64 divisor)
{
  const CfConvolvePlan *plan = &c->plan;
  const gint n = plan->width * height;
  const gint64 largest =
      c->sample_bias > 0 ? c->sample_bias : (1 << plan->bits) - 1;
  gint64 magnitudes[CF_CPU_SUMS_MAX];
  const gboolean quads = c->group == CF_CPU_QUAD;
  const gint most = quads ? G_MAXINT8 : TAP_MAX;
  const gint least = quads ? G_MININT8 : -TAP_MAX;
  gint digits, base, d;

  for (digits = 1; digits <= CF_CPU_SUMS_MAX; digits++) {
    for (base = quads ? QUAD_BASE : WRAP_BASE; base > 0; base--) {
      if (!digit_sums_within (
              plan->taps, n, digits, base, least, most, magnitudes))
        continue;
      for (d = 0; d < digits; d++)
        magnitudes[d] *= largest;
      if (may_wrap (kind)
          || scale_apart (scale, kind, digits, base, magnitudes, offset,
              divisor, plan->bits))
        goto found;
    }
  }
  return FALSE;

found:
  scale->n_sums = c->digits = digits;
  scale->base = base;
  c->groups = (plan->width + c->group - 1) / c->group;
  group_rows (c, height, base);
  return TRUE;
}

static gboolean
split_mask (CfCpuConvolve *c, CfCpuScaleKind kind)
{
  const CfConvolvePlan *plan = &c->plan;
  const gint64 missing =
      c->sample_bias * sum_of (plan->taps, plan->width * plan->height);

  if (may_wrap (kind) && !scale_wrapping (&c->result, kind, plan, missing))
    return FALSE;
  return split_samples (
      c, &c->result, kind, plan->height, plan->offset + missing, plan->divisor);
}

/* t less t_bias */
static gboolean
split_row (CfCpuConvolve *c, gint64 t_bias)
{
  const CfConvolvePlan *plan = &c->plan;
  const gint64 unit = G_GINT64_CONSTANT (1) << plan->shift;
  const gint64 missing = c->sample_bias * sum_of (plan->taps, plan->width);
  const gint64 offset = unit / 2 - t_bias * unit + missing;

  if (scale_shift (&c->row, (plan->t_min - t_bias) * unit,
          (plan->t_max - t_bias + 1) * unit - 1, offset, plan->shift))
    return split_samples (c, &c->row, CF_CPU_SCALE_SHIFT, 1, 0, 0);
  return split_samples (c, &c->row, CF_CPU_SCALE_CARRY, 1, offset, unit);
}

/* The magnitudes of the column pass's sums, or FALSE: t, less its bias, in
 * `parts` parts, the lower one not negative. */
static gboolean
column_sums (const CfConvolvePlan *plan, gint64 low, gint64 high, gint parts,
    gint digits, gint base, gint64 *magnitudes)
{
  gint64 part[2], taps[2];
  gint p, d;

  part[0] = (G_GINT64_CONSTANT (1) << base) - 1;
  if (parts == 2) {
    low >>= base;
    high >>= base;
  }
  if (low < G_MININT16 || high > G_MAXINT16)
    return FALSE;
  part[parts - 1] = MAX (-low, high);
  if (!digit_sums (plan->taps + plan->width, plan->height, digits, base, taps))
    return FALSE;
  for (p = 0; p < parts + digits - 1; p++)
    magnitudes[p] = 0;
  for (p = 0; p < parts; p++)
    for (d = 0; d < digits; d++)
      magnitudes[p + d] += part[p] * taps[d];
  return TRUE;
}

/* Rows come in pairs, those of the upper result from a pair's first row on. */
static void
pair_column (CfCpuConvolve *c, gint base)
{
  const CfConvolvePlan *plan = &c->plan;
  const gint64 *taps = plan->taps + plan->width;
  const gint digits = c->column_digits;
  gint32 *pairs = c->column;
  gint i, lower, d;

  for (i = 0; i <= plan->height; i += 2)
    for (lower = 0; lower < 2; lower++)
      for (d = 0; d < digits; d++) {
        gint a = i - lower, b = a + 1;

        *pairs++ = pair (a >= 0 ? digit (taps[a], d, digits, base) : 0,
            b < plan->height ? digit (taps[b], d, digits, base) : 0);
      }
}

static gboolean
split_column (CfCpuConvolve *c, CfCpuScaleKind kind, gint64 t_bias)
{
  const CfConvolvePlan *plan = &c->plan;
  const gint64 missing =
      t_bias * sum_of (plan->taps + plan->width, plan->height);
  gint64 magnitudes[CF_CPU_SUMS_MAX];
  gint cost, parts, digits, base;

  if (may_wrap (kind) && !scale_wrapping (&c->result, kind, plan, missing))
    return FALSE;
  for (cost = 1; cost <= 4; cost++) {
    parts = cost == 1 || cost == 3 ? 1 : 2;
    digits = cost < 3 ? 1 : 2;
    for (base = WRAP_BASE; base > 0; base--)
      if (column_sums (plan, plan->t_min - t_bias, plan->t_max - t_bias, parts,
              digits, base, magnitudes)
          && (may_wrap (kind)
              || scale_apart (&c->result, kind, parts + digits - 1, base,
                  magnitudes, plan->offset + missing, plan->divisor,
                  plan->bits)))
        goto found;
  }
  return FALSE;

found:
  c->parts = parts;
  c->column_digits = digits;
  c->column_pairs = (plan->height + 1) / 2;
  c->result.n_sums = parts + digits - 1;
  c->result.base = base;
  pair_column (c, base);
  return TRUE;
}

/* Quads instead of pairs, unless these take fewer products or are scaled
 * faster. */
static void
prefer_quads (CfCpuConvolve *c)
{
  CfCpuConvolve *quads = g_new0 (CfCpuConvolve, 1);
  CfCpuScaleKind kind;
  gboolean better = FALSE;

  quads->plan = c->plan;
  quads->group = CF_CPU_QUAD;
  quads->sample_bias = CF_CPU_DOT_BIAS;
  for (kind = CF_CPU_SCALE_SHIFT; kind <= c->result.kind && !better; kind++)
    better = split_mask (quads, kind)
             && quads->groups * quads->digits <= c->groups * c->digits;
  if (better)
    *c = *quads;
  g_free (quads);
}

static gboolean
split_pairs (CfCpuConvolve *c)
{
  const CfConvolvePlan *plan = &c->plan;
  CfCpuScaleKind kind;
  gint64 t_bias = 0;

  c->group = CF_CPU_PAIR;
  c->sample_bias = plan->bits == 16 ? 32768 : 0;
  if (plan->two_passes) {
    if (!fits_32_bits (plan->t_min, plan->t_max))
      return FALSE;
    if (plan->t_min < G_MININT16 || plan->t_max > G_MAXINT16)
      t_bias = (plan->t_min + plan->t_max + 1) >> 1;
    if (!split_row (c, t_bias))
      return FALSE;
  }
  /* the fastest one */
  for (kind = CF_CPU_SCALE_SHIFT; kind <= CF_CPU_SCALE_DIVIDE_64; kind++)
    if (plan->two_passes ? split_column (c, kind, t_bias)
                         : split_mask (c, kind))
      return TRUE;
  return FALSE;
}

gboolean
cf_cpu_convolve_split (CfCpuConvolve *c, gboolean has_quads)
{
  if (!split_pairs (c))
    return FALSE;
  if (has_quads && c->plan.bits == 8 && !c->plan.two_passes)
    prefer_quads (c);
  return TRUE;
}
