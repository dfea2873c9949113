/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums of tiles on one instruction set (-DCF_ISA=name): a block of tiles side
 * by side is brought to 12 bits first, then vectors of columns go down its
 * rows. Sums are of pairs of columns, since what multiplies and adds leaves
 * those. Bound: arithmetic, some 100 instructions a vector of 16-bit lanes. */
#include "cpu/noise/noise_kernel.h"

#include "cpu/core/ahead.h"
#include "cpu/core/vector16.h"

#include "cpu/core/line.h"

#define RING CF_NOISE_RING
#define ROWS (CF_NOISE_TILE + 2 * RING)
#define TILES CF_CPU_NOISE_TILES
#define COLUMNS (TILES * CF_NOISE_TILE)
/* with those around, and what vectors reach beyond */
#define STRIDE (COLUMNS + 64)

typedef gint16 S16 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef guint16 U16 __attribute__ ((vector_size (CF_VECTOR_BYTES)));

#define s16_load(p) ((S16)cf_vector_load (p))
#define s16_splat(n) ((S16)v16_splat (n))

#if defined(__AVX512BW__)
#define s16_abs(v) ((S16)_mm512_abs_epi16 ((__m512i)(v)))
#elif defined(__AVX2__)
#define s16_abs(v) ((S16)_mm256_abs_epi16 ((__m256i)(v)))
#elif defined(CF_VECTOR_NEON)
#define s16_abs(v) ((S16)vabsq_s16 ((int16x8_t)(v)))
#else
CF_INLINE S16
s16_abs (S16 v)
{
  const S16 sign = v >> 15;

  return (v ^ sign) - sign;
}
#endif

typedef struct {
  gint16 values[ROWS][STRIDE], differences[ROWS][STRIDE];
  gint16 changes[CF_NOISE_TILE][STRIDE]; /* from the last frame */
  guint8 lines[2][2 * STRIDE]; /* samples: the frame's, and another's */
  guint16 equal[STRIDE];       /* of columns, from the first fetched on */
} Block;

/* A plane's samples are shifted up; these bits count. */
typedef struct {
  gint up;
  guint16 bits;
} Scale;

G_STATIC_ASSERT (sizeof (Block) <= CF_CPU_NOISE_SCRATCH);

/* Two 32-bit lanes are a column pair's: a tile's are whole vectors, or parts of
 * one. */
typedef union {
  CfVector32 v;
  guint32 lane[CF_VECTOR_BYTES / 4];
} Lanes;

#define TILE_LANES (CF_NOISE_TILE / 2)
#define BLOCKS (CF_NOISE_TILE / CF_NOISE_BLOCK)

/* The second difference of samples k apart, of a row. */
CF_INLINE S16
across (const gint16 *row, gint k)
{
  return s16_load (row) - 2 * s16_load (row + k) + s16_load (row + 2 * k);
}

/* |h_k| of a vector of columns, all rows; those that are 0 are counted. */
CF_INLINE CfVector32
add_rows (gint16 (*rows)[STRIDE], gint x, gint k, S16 *flat)
{
  const CfVector ones = cf_vector_splat_16 (1);
  CfVector32 sum = { 0 };
  S16 differences[ROWS];
  gint y;

  x += RING - k;
#pragma GCC unroll 20
  for (y = RING - k; y < ROWS - RING + k; y++)
    differences[y] = across (rows[y] + x, k);
#pragma GCC unroll 16
  for (y = RING; y < ROWS - RING; y++) {
    const S16 h =
        s16_abs (differences[y - k] - 2 * differences[y] + differences[y + k]);

    sum = cf_vector_madd (sum, (CfVector)h, ones);
    if (flat)
      *flat -= h == 0; /* true lanes are -1 */
  }
  return sum;
}

/* Sums of a vector of columns. */
typedef struct {
  Lanes a[2], b[2], d[BLOCKS], dd, v, vv, c, cc, flat,
      clipped; /* d: of four rows */
  Lanes g[2], dg[2], cg[2], gg[2];
} Sums;

/* What the frame is expected to be, `down` rows below and `right` columns on.
 */
#define EXPECTED(right, down) \
  (s16_load (values[y + (down)] + x + RING + (right)) \
      - s16_load (differences[y + (down)] + x + RING + (right)))

/* Gradients, and what they explain. */
CF_INLINE void
add_gradients (const Block *block, gint x, Sums *s)
{
  const CfVector ones = cf_vector_splat_16 (1);
  const gint16 (*values)[STRIDE] = block->values;
  const gint16 (*differences)[STRIDE] = block->differences;
  CfVector32 sum[2] = { 0 }, squares[2] = { 0 }, dg[2] = { 0 }, cg[2] = { 0 };
  gint i, y;

#pragma GCC unroll 16
  for (y = RING; y < ROWS - RING; y++) {
    const S16 g[2] = { EXPECTED (1, 0) - EXPECTED (-1, 0),
      EXPECTED (0, 1) - EXPECTED (0, -1) };
    const CfVector d = (CfVector)s16_load (differences[y] + x + RING);
    const CfVector c = (CfVector)s16_load (block->changes[y - RING] + x + RING);

#pragma GCC unroll 2
    for (i = 0; i < 2; i++) {
      sum[i] = cf_vector_madd (sum[i], (CfVector)g[i], ones);
      squares[i] = cf_vector_madd (squares[i], (CfVector)g[i], (CfVector)g[i]);
      dg[i] = cf_vector_madd (dg[i], (CfVector)g[i], d);
      cg[i] = cf_vector_madd (cg[i], (CfVector)g[i], c);
    }
  }
  for (i = 0; i < 2; i++) {
    s->g[i].v = sum[i];
    s->gg[i].v = squares[i];
    s->dg[i].v = dg[i];
    s->cg[i].v = cg[i];
  }
}

CF_INLINE void
add_columns (const Block *block, gint x, gint16 greatest, Sums *s)
{
  const CfVector ones = cf_vector_splat_16 (1);
  const S16 most = s16_splat (greatest);
  gint16 (*values)[STRIDE] = (gint16 (*)[STRIDE])block->values,
         (*differences)[STRIDE] = (gint16 (*)[STRIDE])block->differences;
  CfVector32 dd = { 0 }, v = { 0 }, vv = { 0 }, d = { 0 }, c = { 0 },
             cc = { 0 };
  S16 flat = { 0 }, clipped = { 0 };
  gint y;

  s->a[0].v = add_rows (values, x, 1, &flat);
  s->a[1].v = add_rows (values, x, 2, NULL);
  s->b[0].v = add_rows (differences, x, 1, NULL);
  s->b[1].v = add_rows (differences, x, 2, NULL);
#pragma GCC unroll 16
  for (y = RING; y < ROWS - RING; y++) {
    const S16 value = s16_load (values[y] + x + RING);
    const S16 difference = s16_load (differences[y] + x + RING);

    const S16 change = s16_load (block->changes[y - RING] + x + RING);

    c = cf_vector_madd (c, (CfVector)change, ones);
    cc = cf_vector_madd (cc, (CfVector)change, (CfVector)change);
    v = cf_vector_madd (v, (CfVector)value, ones);
    vv = cf_vector_madd (vv, (CfVector)value, (CfVector)value);
    d = cf_vector_madd (d, (CfVector)difference, ones);
    if ((y - RING) % CF_NOISE_BLOCK == CF_NOISE_BLOCK - 1) {
      s->d[(y - RING) / CF_NOISE_BLOCK].v = d;
      d = (CfVector32){ 0 };
    }
    dd = cf_vector_madd (dd, (CfVector)difference, (CfVector)difference);
    clipped -= (value == 0) | (value == most);
  }
  s->dd.v = dd;
  s->v.v = v;
  s->vv.v = vv;
  s->c.v = c;
  s->cc.v = cc;
  s->flat.v = cf_vector_madd ((CfVector32){ 0 }, (CfVector)flat, ones);
  s->clipped.v = cf_vector_madd ((CfVector32){ 0 }, (CfVector)clipped, ones);
}

static guint32
add_lanes (const Lanes *lanes, gint from, gint n)
{
  guint32 sum = 0;
  gint i;

  for (i = from; i < from + n; i++)
    sum += lanes->lane[i];
  return sum;
}

static void
add_to_tile (CfNoiseSums *t, const Sums *s, gint from, gint n)
{
  gint i, k;

  for (k = 0; k < 2; k++) {
    t->a[k] += add_lanes (&s->a[k], from, n);
    t->b[k] += add_lanes (&s->b[k], from, n);
    t->g[k] += (gint32)add_lanes (&s->g[k], from, n);
    t->gg[k] += add_lanes (&s->gg[k], from, n);
    t->dg[k] += (gint32)add_lanes (&s->dg[k], from, n);
    t->cg[k] += (gint32)add_lanes (&s->cg[k], from, n);
  }
  for (k = 0; k < BLOCKS; k++)
    for (i = from; i < from + n; i += CF_NOISE_BLOCK / 2) {
      const gint32 d = (gint32)add_lanes (&s->d[k], i, CF_NOISE_BLOCK / 2);

      t->d += d;
      t->blocks += (guint32)(d * d) / CF_NOISE_BLOCK_SAMPLES;
    }
  t->dd += add_lanes (&s->dd, from, n);
  t->v += add_lanes (&s->v, from, n);
  t->vv += add_lanes (&s->vv, from, n);
  t->c += (gint32)add_lanes (&s->c, from, n);
  t->cc += add_lanes (&s->cc, from, n);
  t->flat += add_lanes (&s->flat, from, n);
  t->clipped += add_lanes (&s->clipped, from, n);
}

static void
add_block (const Block *block, gint n_tiles, gint16 greatest, CfNoiseSums *sums)
{
  const gint lanes = MIN (V16_LANES / 2, TILE_LANES);
  gint x, from, i, k;

  for (x = 0; x < n_tiles * CF_NOISE_TILE; x += V16_LANES) {
    Sums s;

    add_columns (block, x, greatest, &s);
    add_gradients (block, x, &s);
    for (from = 0; from < V16_LANES / 2; from += lanes)
      if ((i = (x + 2 * from) / CF_NOISE_TILE) < n_tiles)
        add_to_tile (&sums[i], &s, from, lanes);
  }
  for (i = 0; i < n_tiles; i++)
    for (k = 0; k < CF_NOISE_TILE; k++)
      sums[i].equal += block->equal[i * CF_NOISE_TILE + RING + k];
}

static void
add_counts (const CfCpuNoiseJob *j, gint first, gint n_tiles, CfNoiseSums *sums)
{
  gint i, x, y;

  for (y = 0; y < CF_NOISE_TILE; y++) {
    const guint8 *counts =
        j->last.counts
        + (gsize)(j->tile_row * CF_NOISE_TILE + RING + y) * j->last.stride
        + first * CF_NOISE_TILE + RING;

    for (i = 0; i < n_tiles; i++)
      for (x = 0; x < CF_NOISE_TILE; x++)
        sums[i].counts += counts[i * CF_NOISE_TILE + x];
  }
}

#define CF_BITS 8
#define CF_SAMPLE guint8
#include "cpu/noise/noise_template.h"
#undef CF_BITS
#undef CF_SAMPLE

#define CF_BITS 16
#define CF_SAMPLE guint16
#include "cpu/noise/noise_template.h"
#undef CF_BITS
#undef CF_SAMPLE

const CfCpuNoiseKernel G_PASTE (
    cf_cpu_noise_, CF_ISA) = { { noise_8, noise_16 } };
