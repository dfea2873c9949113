/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The order of taps: see convolve.cuh and the kernels. */
#include "cuda/convolve/convolvetaps.h"
#include "cuda/core/autotune.h"

#include <string.h>

/* First results of three bytes, where taps have one or two digits and samples
 * one byte; else of four. */
#define SHORT_T_DIGITS 2
/* Rows of a strip, at most */
#define STRIP_ROWS_MAX 256
/* Bytes of the taps of all lanes, for one product */
#define TAP_BYTES (32 * 16)

static gint
divide_up (gint n, gint d)
{
  return (n + d - 1) / d;
}

static gint
n_taps (const CfConvolvePlan *plan)
{
  return plan->two_passes ? plan->width + plan->height
                          : plan->width * plan->height;
}

static gint
t_bytes (const CfConvolveTaps *self)
{
  return self->bytes == 1 && self->digits <= SHORT_T_DIGITS ? 3 : 4;
}

/* Division of n < 2^62 by multiplication: 2^(64 + shift) / divisor, rounded up,
 * is off by less than 1, which n cannot make a step of: Granlund and
 * Montgomery, Division by Invariant Integers using Multiplication, 1994. */
static guint64
find_factor (guint64 divisor, gint shift)
{
  guint64 quotient = 0, rest = G_GUINT64_CONSTANT (1) << shift;
  gint i;

  for (i = 0; i < 64; i++) {
    rest *= 2;
    quotient = quotient * 2 + (rest >= divisor);
    if (rest >= divisor)
      rest -= divisor;
  }
  return quotient + 1;
}

static CfKernelScale
find_scale (const CfConvolvePlan *plan, gboolean in_64_bits)
{
  CfKernelScale s = { .maximum = (1 << plan->bits) - 1,
    .addend = plan->offset,
    .shift = g_bit_storage (plan->divisor) - 1 };
  gboolean is_power = plan->divisor == G_GINT64_CONSTANT (1) << s.shift;
  CfConvolveScale scale;

  if (!in_64_bits && cf_convolve_plan_scale (plan, &scale)) {
    s.kind = scale.multiplier == 0 ? CF_SCALE_ADD
             : scale.shift == 0    ? CF_SCALE_HIGH
                                   : CF_SCALE_MULTIPLY;
    s.multiplier = scale.multiplier;
    s.addend = scale.addend;
    s.shift = scale.shift;
  } else if (!in_64_bits && is_power
             && (plan->n_min + plan->offset) >> s.shift >= G_MININT32
             && (plan->n_max + plan->offset) >> s.shift <= G_MAXINT32) {
    s.kind = CF_SCALE_SHIFT;
  } else {
    s.kind = CF_SCALE_DIVIDE;
    if (!is_power)
      s.factor = find_factor (plan->divisor, s.shift);
  }
  return s;
}

/* Scales dot products of bytes; FALSE where sums are larger than 32 bits. */
static gboolean
find_dot_scale (const CfConvolvePlan *plan, CfKernelScale *s)
{
  CfConvolveScale scale;

  memset (s, 0, sizeof (*s));
  if (!cf_convolve_plan_scale_32 (plan, &scale))
    return FALSE;
  s->kind = scale.multiplier == 0 ? CF_SCALE_SHIFT : CF_SCALE_MULTIPLY;
  s->addend = plan->offset;
  s->multiplier = scale.multiplier;
  s->shift = scale.shift;
  return TRUE;
}

/* The side of the mask of dot products that this one fits, or 0. Those of two
 * bytes leave dividing to the others. */
static gint
find_dots (
    const CfConvolveTaps *self, CfDevice *device, const CfPlane *geometry)
{
  const CfConvolvePlan *plan = &self->plan;
  const gint side = MAX (MAX (plan->width, plan->height), 3);
  CfKernelScale scale;

  if (plan->two_passes
      || !cf_cuda_prefers_dots (device, geometry->bytes, side, self->digits))
    return 0;
  if (geometry->bytes == 1)
    return geometry->bits == 8 && find_dot_scale (plan, &scale) ? side : 0;
  return find_scale (plan, FALSE).kind != CF_SCALE_DIVIDE ? side : 0;
}

/* One pass instead of two where it is the faster. First results of more than 24
 * bits cost two passes as much as taps of more digits do. */
static void
join_passes (CfConvolvePlan *plan, CfDevice *device,
    const CfConvolveParams *params, gint bytes)
{
  CfConvolvePlan joined = *plan;
  gint digits;

  if (!cf_convolve_plan_join (&joined, params))
    return;
  digits = cf_convolve_count_digits (joined.taps, n_taps (&joined));
  if (plan->t_max - plan->t_min >= 1 << 24)
    digits = MAX (digits, 2);
  if (MAX (plan->width, plan->height)
      <= cf_cuda_one_pass_side (device, bytes, digits))
    *plan = joined;
}

void
cf_convolve_taps_init (CfConvolveTaps *self, CfDevice *device,
    const CfConvolveParams *params, const CfPlane *geometry, gsize shared)
{
  CfConvolvePlan *plan = &self->plan;
  const gint reach = params->width / 2;

  memset (self, 0, sizeof (*self));
  cf_convolve_plan_init (plan, params, geometry->bits);
  join_passes (plan, device, params, geometry->bytes);
  self->bytes = geometry->bytes;
  self->warps = CF_KERNEL_WARPS;
  self->digits = cf_convolve_count_digits (plan->taps, n_taps (plan));
  if (self->digits > CF_CONVOLVE_DIGITS_MAX
      || plan->t_max - plan->t_min > G_MAXINT32) {
    self->digits = 0;
    self->size = n_taps (plan) * sizeof (gint64);
    self->size = divide_up (self->size, 128) * 128;
    return;
  }

  self->dots = find_dots (self, device, geometry);
  if (self->dots > 0)
    return;

  self->lead = divide_up (reach, 8) * 8;
  self->chunks = divide_up (self->lead + 16 + reach, 32);
  if (!plan->two_passes) {
    self->size = (gsize)plan->height * self->chunks * self->digits * TAP_BYTES;
    return;
  }

  if (plan->t_max - plan->t_min >= 1 << 24)
    self->digits = MAX (self->digits, SHORT_T_DIGITS + 1);
  self->groups = divide_up (16 + plan->height - 1, 16);
  self->column = (gsize)self->chunks * self->digits * TAP_BYTES;
  self->size = self->column
               + (gsize)divide_up (self->groups, 2) * self->digits * TAP_BYTES;
  self->shared =
      self->warps * CF_TWO_PASS_RING_BYTES (self->groups, t_bytes (self));
  for (; self->shared + CF_TWO_PASS_TILE_BYTES (self->bytes) > shared
         && self->warps > 1;
       self->warps /= 2)
    self->shared /= 2;
}

/* The sample that byte i of a lane's register 0 or 1 is of, 32 in all. */
static gint
sample_of (const CfConvolveTaps *self, gint lane, gint which, gint i)
{
  gint t = lane % 4;

  return 16 * which
         + (self->bytes == 1 ? 4 * t + i : 2 * t + i % 2 + i / 2 * 8);
}

static gint64
tap_or_zero (const gint64 *tap, gint n, gint i)
{
  return i >= 0 && i < n ? tap[i] : 0;
}

/* Columns of the second operand: 16 pixels for 32 samples. */
static void
write_mask_row (const CfConvolveTaps *self, const gint64 *row, gint chunk,
    gint q, gint8 *to)
{
  const gint width = self->plan.width;
  gint lane, i;

  for (lane = 0; lane < 32; lane++)
    for (i = 0; i < 16; i++) {
      gint column = lane / 4, tile = i / 8;
      gint pixel = column / 2 * 4 + tile * 2 + column % 2;
      gint sample = 32 * chunk + sample_of (self, lane, i / 4 % 2, i % 4);

      *to++ = cf_convolve_digit (
          tap_or_zero (row, width, sample - self->lead - pixel + width / 2), q);
    }
}

/* Register i / 4 of the first operand, 16 rows: rows g and g + 8 take turns,
 * then the inner index. */
static void
write_first_pass (const CfConvolveTaps *self, gint chunk, gint q, gint8 *to)
{
  const gint width = self->plan.width;
  gint lane, i;

  for (lane = 0; lane < 32; lane++)
    for (i = 0; i < 16; i++) {
      gint row = lane / 4, lower = i / 4 % 2;
      gint pixel = row / 2 * 4 + lower * 2 + row % 2;
      gint sample = 32 * chunk + sample_of (self, lane, i / 8, i % 4);

      *to++ = cf_convolve_digit (tap_or_zero (self->plan.taps, width,
                                     sample - self->lead - pixel + width / 2),
          q);
    }
}

/* A lane has rows 2 t, 2 t + 1, 8 + 2 t, 9 + 2 t of a group. */
static void
write_second_pass (const CfConvolveTaps *self, gint group, gint q, gint8 *to)
{
  const gint height = self->plan.height;
  gint lane, i;

  for (lane = 0; lane < 32; lane++)
    for (i = 0; i < 16; i++) {
      gint pixel = lane / 4 + i / 4 % 2 * 8;
      gint row = lane % 4 * 2 + i % 2 + i % 4 / 2 * 8;

      row += 16 * (group + i / 8);
      *to++ = cf_convolve_digit (
          tap_or_zero (self->plan.taps + self->plan.width, height, row - pixel),
          q);
    }
}

/* The word of a tap of the mask of dot products, and its byte in there: see
 * CF_DOT_WORDS. */
static void
find_dot (
    const CfConvolveTaps *self, gint row, gint column, gint *word, gint *byte)
{
  if (self->bytes == 2 || self->dots > 5) {
    *word = row * (CF_DOT_WORDS (2, self->dots) / self->dots) + column / 4;
    *byte = column % 4;
  } else if (column < 4) {
    *word = row;
    *byte = column;
  } else {
    *word = self->dots + (row > 0);
    *byte = MAX (row - 1, 0);
  }
}

/* A mask that is smaller is in the middle. */
static void
write_dots (const CfConvolveTaps *self, guint32 *to)
{
  const CfConvolvePlan *plan = &self->plan;
  const gint left = (self->dots - plan->width) / 2;
  const gint top = (self->dots - plan->height) / 2;
  gint q, x, y;

  for (q = 0; q < self->digits; q++) {
    for (y = 0; y < plan->height; y++)
      for (x = 0; x < plan->width; x++) {
        gint value = cf_convolve_digit (plan->taps[y * plan->width + x], q);
        gint word, byte;

        find_dot (self, top + y, left + x, &word, &byte);
        to[word] |= (guint32)(guint8)value << 8 * byte;
      }
    to += CF_DOT_WORDS (self->bytes, self->dots);
  }
}

void
cf_convolve_taps_write (const CfConvolveTaps *self, guint8 *to)
{
  const CfConvolvePlan *plan = &self->plan;
  gint row, chunk, group, q;

  if (self->size == 0)
    return;
  if (self->digits == 0) {
    memcpy (to, plan->taps, n_taps (plan) * sizeof (gint64));
    return;
  }
  for (row = 0; row < (plan->two_passes ? 1 : plan->height); row++)
    for (chunk = 0; chunk < self->chunks; chunk++)
      for (q = 0; q < self->digits; q++, to += TAP_BYTES) {
        if (plan->two_passes)
          write_first_pass (self, chunk, q, (gint8 *)to);
        else
          write_mask_row (
              self, plan->taps + row * plan->width, chunk, q, (gint8 *)to);
      }
  for (group = 0; group < self->groups; group += 2)
    for (q = 0; q < self->digits; q++, to += TAP_BYTES)
      write_second_pass (self, group, q, (gint8 *)to);
}

/* The plan for first results less their minimum, so that their bytes have no
 * sign. */
static CfConvolvePlan
plan_of_kernel (const CfConvolveTaps *self)
{
  CfConvolvePlan plan = self->plan;
  gint64 sum = 0;
  gint i;

  if (!plan.two_passes || self->digits == 0)
    return plan;
  for (i = 0; i < plan.height; i++)
    sum += plan.taps[plan.width + i];
  plan.n_min -= plan.t_min * sum;
  plan.n_max -= plan.t_min * sum;
  plan.offset += plan.t_min * sum;
  return plan;
}

/* Rows of a strip, of those that are ready first: a block makes 16 rows at a
 * time after `groups` times without a result, and `resident` blocks run at
 * once. */
static gint
choose_strip (const CfConvolveTaps *taps, const CfFilter *filter,
    const CfPlane *planes, guint32 filtered, guint resident)
{
  const gint width = CF_TWO_PASS_WIDTH * taps->warps;
  guint64 least = G_MAXUINT64;
  gint best = 0, rows;

  for (rows = STRIP_ROWS_MAX; rows > 0; rows -= CF_CONVOLVE_ROWS) {
    guint64 blocks = 0, time;
    guint i;

    for (i = 0; i < filter->n_planes; i++) {
      const CfPlane *p = &planes[i];

      if (filtered >> i & 1)
        blocks += (guint64)divide_up (p->width, width)
                  * divide_up (p->height, rows) * p->channels;
    }
    time = (blocks + resident - 1) / resident
           * (rows / CF_CONVOLVE_ROWS + taps->groups);
    if (time < least) {
      least = time;
      best = rows;
    }
  }
  return best;
}

void
cf_convolve_launch_init (CfConvolveLaunch *launch, const CfConvolveTaps *taps,
    const CfCudaInterleave *interleave, const CfPlane *src, const CfPlane *dst,
    guint32 filtered, guint32 copied, guint resident)
{
  const CfFilter *filter = interleave->filter;
  const guint32 apart = cf_cuda_interleave_choose (interleave, src, dst);
  const CfConvolveParams *params = &filter->params.convolve;
  const CfConvolvePlan *plan = &taps->plan;
  CfConvolvePlan kernel_plan = plan_of_kernel (taps);
  CfKernelConvolve *c = &launch->convolve;
  guint width = CF_CONVOLVE_WIDTH;
  guint height = CF_CONVOLVE_ROWS * CF_KERNEL_WARPS;
  CfCudaLaunch l;
  guint i;

  memset (c, 0, sizeof (*c));
  c->scale = find_scale (&kernel_plan, taps->digits == 0);
  c->taps = taps->taps;
  c->width = plan->width;
  c->height = plan->height;
  c->lead = taps->lead;
  c->chunks = taps->chunks;
  c->two_passes = plan->two_passes;
  c->between_shift = plan->shift;
  if (plan->shift > 0)
    c->between_start = G_GINT64_CONSTANT (1) << (plan->shift - 1);
  if (taps->digits == 0) {
    width = CF_KERNEL_THREADS;
    height = 1;
  } else if (taps->dots > 0) {
    write_dots (taps, c->dot);
    if (taps->bytes == 1)
      find_dot_scale (plan, &c->scale);
    width = CF_DOT_WIDTH;
    height = CF_DOT_HEIGHT (taps->bytes);
  } else if (plan->two_passes) {
    c->between_start -= plan->t_min * (G_GINT64_CONSTANT (1) << plan->shift);
    c->column = taps->taps + taps->column;
    c->groups = taps->groups;
    c->warps = taps->warps;
    c->strip_rows = choose_strip (taps, filter, dst, filtered, resident);
    width = CF_TWO_PASS_WIDTH * taps->warps;
    height = c->strip_rows;
  }

  cf_cuda_launch_init (&l, params->border);
  l.by_tiles = !cf_cuda_reads_directly (filter->device);
  for (i = 0; i < filter->n_planes; i++) {
    CfCudaSurface from = cf_cuda_interleave_src (interleave, apart, i, src);
    CfCudaSurface to = cf_cuda_interleave_dst (interleave, apart, i, dst);

    if (filtered >> i & 1)
      cf_cuda_launch_add_filtered (
          &l, &dst[i], from, to, params->border_value, width, height, FALSE);
    else if (copied >> i & 1)
      cf_cuda_launch_add_copied (&l, &dst[i], from, to);
  }
  c->picture = l.picture;
  launch->n_blocks = l.n_blocks;
  launch->n_threads = 32 * taps->warps;
  launch->shared = taps->shared;
}
