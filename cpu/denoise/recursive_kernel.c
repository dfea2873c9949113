/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive mean on one instruction set (-DCF_ISA=name).
 *
 * Five rows of deviations are kept, and their sum, to which a row is added as
 * the sixth is taken away; a row is read, compared and averaged while it is in
 * the fast caches. Bound: arithmetic, some 50 instructions a vector of 16-bit
 * lanes, and as many for the filter in space.
 *
 * Where there are five streams and more the processor does not foresee all, so
 * what a row two further down needs is fetched by hand: that is worth a tenth.
 *
 * Vectors that are stored could be anything's, so what loops need of a job is
 * in variables of their own. */
#include "cpu/denoise/recursive_kernel.h"
#include "cpu/core/ahead.h"
#include "cpu/core/vector16.h"

#include "cpu/core/line.h"
#include "cpu/core/line_out.h"

#define MARGIN CF_CPU_RESULTS_MARGIN
#define ROWS_AHEAD 2

#define LEVEL_SHIFT 11 /* 16 bits to a level of brightness */

/* Keeps rows by their numbers modulo 5. */
typedef struct {
  guint8 *lines[5];         /* room for samples */
  const guint8 *samples[5]; /* as they are in the picture, or there */
  gint16 *deviations[5];    /* of the filter in space, results of 12 bits */
  guint16 *squares;         /* of columns' deviations, five rows' */
  gint16 *sums;             /* and of themselves */
  guint16 *out;
  guint8 *levels; /* of brightness */
  guint16 dither[CF_DENOISE_DITHER][V16_LANES];
} Scratch;

/* Samples have their brightness from here. */
typedef enum { NO_LUMA, OWN_LUMA, OTHER_LUMA } LumaOf;

/* The last result is made brighter by this, by level of brightness: one is
 * 0. */
typedef struct {
  gboolean is_there;
  V16Table more, less;
} Lighter;

/* Samples as 16 bits and back. */
typedef struct {
  gint up, down, shift;
} Shape;

static gsize
row_samples (gint width)
{
  return (width + 2 * MARGIN + 31) / 32 * 32;
}

static void
scratch_init (Scratch *s, const CfCpuRecursiveJob *j, guint8 *at)
{
  const gsize n = row_samples (j->job.right);
  guint16 *rows = (guint16 *)at;
  gint i, x;

  for (i = 0; i < 5; i++) {
    s->deviations[i] = (gint16 *)rows + 2 * i * n + MARGIN;
    s->lines[i] = (guint8 *)(rows + (2 * i + 1) * n + MARGIN);
  }
  s->squares = rows + 10 * n + MARGIN;
  s->sums = (gint16 *)rows + 11 * n + MARGIN;
  s->out = rows + 12 * n + MARGIN;
  s->levels = (guint8 *)(rows + 13 * n + MARGIN);
  for (i = 0; i < CF_DENOISE_DITHER; i++)
    for (x = 0; x < V16_LANES; x++)
      s->dither[i][x] = cf_denoise_dither (x, i, j->job.src->bits);
}

static Shape
shape_of (const CfPlane *p)
{
  return (Shape){ 16 - p->bits - p->shift, 16 - p->bits, p->shift };
}

/* A constant, so that shifts are. */
#define SHAPE_8 ((Shape){ 8, 8, 0 })
#define NOT_LIGHTER ((Lighter){ FALSE })

static Lighter
lighter_of (const CfCpuRecursiveJob *j)
{
  Lighter lighter = NOT_LIGHTER;

  if (!j->lighter)
    return lighter;
  lighter.is_there = TRUE;
  lighter.more = v16_table (j->lighter->more);
  lighter.less = v16_table (j->lighter->less);
  return lighter;
}

static LumaOf
luma_of (const CfCpuRecursiveJob *j)
{
  return j->terms->is_flat && !j->lighter ? NO_LUMA
         : j->luma                        ? OTHER_LUMA
                                          : OWN_LUMA;
}

/* Finds the levels of brightness of a row's n samples. */
static void
find_levels (const CfCpuRecursiveJob *j, gint y, gint n, guint8 *levels)
{
  const CfPlane *p = j->luma;
  const guint8 *row = p->data + (gssize)(y << j->halved_y) * p->stride;
  const gsize step = (gsize)p->step << j->halved_x;
  const gint up = 16 - p->bits - p->shift;
  const guint16 bits = 0xffff << (16 - p->bits);
  gint x;

  if (p->bytes == 2)
    for (x = 0; x < n; x++)
      levels[x] =
          (guint16)(((const guint16 *)row)[x * step] << up & bits) >> 11;
  else if (p->bits != 8)
    for (x = 0; x < n; x++)
      levels[x] = (guint16)(row[x * step] << up & bits) >> 11;
  else if (step == 1)
    for (x = 0; x < n; x++)
      levels[x] = row[x] >> 3;
  else if (step == 2)
    for (x = 0; x < n; x++)
      levels[x] = row[2 * x] >> 3;
  else
    for (x = 0; x < n; x++)
      levels[x] = row[x * step] >> 3;
}

/* Looks an entry up by the level of `own`, or of what is in `levels`. */
CF_INLINE V16
by_luma (V16Table table, V16 first, LumaOf luma, V16 own, const guint8 *levels)
{
  return luma == NO_LUMA    ? first
         : luma == OWN_LUMA ? v16_lookup (table, own >> LEVEL_SHIFT)
                            : v16_lookup (table, v16_widen (levels));
}

/* Sums each group's columns, limited, into all lanes of the group. */
CF_INLINE V16
square_of_group (const gint16 *sums)
{
  const V16 v = v16_load (sums);
  const V16 two = v + v16_swap (v), four = two + v16_swap_pairs (two);
  const V16 all = four + v16_swap_fours (four);
  const V16 sum =
      v16_min (v16_min (all, -all) >> 1, v16_splat (CF_DENOISE_SUM_MAX));

  return sum * sum;
}

static gboolean
is_plain_8 (const CfPlane *p)
{
  return p->bits == 8 && p->bytes == 1;
}

#define CF_BITS 8
#define CF_SAMPLE guint8
#include "cpu/denoise/recursive_template.h"
#undef CF_BITS
#undef CF_SAMPLE

#define CF_BITS 16
#define CF_SAMPLE guint16
#include "cpu/denoise/recursive_template.h"
#undef CF_BITS
#undef CF_SAMPLE

extern const CfCpuRecursiveKernel G_PASTE (cf_cpu_recursive_, CF_ISA);
const CfCpuRecursiveKernel G_PASTE (
    cf_cpu_recursive_, CF_ISA) = { { mean_8, mean_16 }, { space_8, space_16 } };
