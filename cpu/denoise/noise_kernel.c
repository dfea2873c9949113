/* Sums of tiles on one instruction set (-DCF_ISA=name): a block of tiles side
 * by side is brought to 12 bits first, then vectors of columns go down its
 * rows. Sums are of pairs of columns, since what multiplies and adds leaves
 * those. Bound: arithmetic, some 30 instructions a vector of 16-bit lanes. */
#include "cpu/denoise/noise_kernel.h"

#include "cpu/core/ahead.h"
#include "cpu/denoise/recursive_vector.h"

#define CF_BITS 8
#define CF_SAMPLE guint8
#include "cpu/core/line_template.h"
#undef CF_BITS
#undef CF_SAMPLE

#define CF_BITS 16
#define CF_SAMPLE guint16
#include "cpu/core/line_template.h"
#undef CF_BITS
#undef CF_SAMPLE

#define CF_JOIN_(a, b) a##_##b
#define CF_JOIN(a, b) CF_JOIN_ (a, b)

#define ROWS (CF_DENOISE_TILE + 2)
#define TILES CF_CPU_NOISE_TILES
#define COLUMNS (TILES * CF_DENOISE_TILE)
/* with those around, and what vectors reach beyond */
#define STRIDE (COLUMNS + 64)

typedef gint16 S16 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef guint16 U16 __attribute__ ((vector_size (CF_VECTOR_BYTES)));

#define s16_load(p) ((S16)cf_vector_load (p))

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
  guint8 lines[2][2 * STRIDE];         /* samples: the frame's, and another's */
  gint32 a[STRIDE / 2], b[STRIDE / 2]; /* of pairs of columns */
  guint16 sums[STRIDE], clipped[STRIDE]; /* of columns: samples */
} Block;

/* Of a plane's samples: shifted up, and the bits that count. */
typedef struct {
  gint up;
  guint16 bits;
} Scale;

G_STATIC_ASSERT (sizeof (Block) <= CF_CPU_NOISE_SCRATCH);

/* |h| of a vector of columns, all rows. */
CF_INLINE CfVector32
add_rows (gint16 (*rows)[STRIDE], gint x)
{
  const CfVector ones = cf_vector_splat_16 (1);
  CfVector32 sum = { 0 };
  S16 above = { 0 }, on = { 0 };
  gint y;

#pragma GCC unroll 18
  for (y = 0; y < ROWS; y++) {
    const S16 below = s16_load (rows[y] + x) - 2 * s16_load (rows[y] + x + 1)
                      + s16_load (rows[y] + x + 2);

    if (y >= 2)
      sum = cf_vector_madd (
          sum, (CfVector)s16_abs (above - 2 * on + below), ones);
    above = on;
    on = below;
  }
  return sum;
}

/* A vector of columns' samples, and those that are the least or the greatest.
 */
CF_INLINE void
add_samples (Block *block, gint x, gint16 greatest)
{
  const S16 most = (S16)cf_vector_splat_16 (greatest);
  U16 sum = { 0 };
  S16 n = { 0 };
  gint y;

  for (y = 1; y <= CF_DENOISE_TILE; y++) {
    const S16 v = s16_load (block->values[y] + x + 1);

    sum += (U16)v;               /* below 2^16 */
    n -= (v == 0) | (v == most); /* true lanes are -1 */
  }
  cf_vector_store (block->sums + x, (CfVector)sum);
  cf_vector_store (block->clipped + x, (CfVector)n);
}

static void
add_block (Block *block, gint n_tiles, gint16 greatest)
{
  gint x;

  for (x = 0; x < n_tiles * CF_DENOISE_TILE; x += V16_LANES) {
    cf_vector_store (block->a + x / 2, (CfVector)add_rows (block->values, x));
    cf_vector_store (
        block->b + x / 2, (CfVector)add_rows (block->differences, x));
    add_samples (block, x, greatest);
  }
}

static guint32
tile_sum (const gint32 *sums, gint i)
{
  guint32 sum = 0;
  gint k;

  for (k = 0; k < CF_DENOISE_TILE / 2; k++)
    sum += sums[i * CF_DENOISE_TILE / 2 + k];
  return sum;
}

static guint
add_columns (const guint16 *columns, gint i)
{
  guint n = 0;
  gint k;

  for (k = 0; k < CF_DENOISE_TILE; k++)
    n += columns[i * CF_DENOISE_TILE + k];
  return n;
}

/* What tells the class of a colour's tile. */
static guint32
add_light (const CfCpuNoiseJob *j, gint tile)
{
  const gint apart = CF_DENOISE_TILE / CF_DENOISE_LIGHTS;
  const CfPlane *p = j->light;
  const gint up = 16 - p->bits - p->shift;
  guint32 sum = 0;
  gint i, k;

  for (i = 0; i < CF_DENOISE_LIGHTS; i++) {
    const gint y = j->tile_row * CF_DENOISE_TILE + 1 + i * apart;
    const guint8 *row = p->data + (gssize)(y << j->halved_y) * p->stride;

    for (k = 0; k < CF_DENOISE_LIGHTS; k++) {
      const gsize x = (gsize)(tile * CF_DENOISE_TILE + k * apart)
                      << j->halved_x;
      const guint v = p->bytes == 1 ? row[x * p->step]
                                    : ((const guint16 *)row)[x * p->step];

      sum += (v << up & 0xffff << (16 - p->bits) & 0xffff) >> 4;
    }
  }
  return sum;
}

static guint
class_of (const CfCpuNoiseJob *j, const Block *block, gint first, gint i)
{
  if (!j->is_colour)
    return cf_denoise_tile_class (add_columns (block->sums, i), FALSE);
  return j->light ? cf_denoise_tile_class (add_light (j, first + i), TRUE) : 0;
}

/* Puts a block's tiles into their bins; `counts` are those of their first
 * results, or NULL where each has `count`. */
static void
count_tiles (const CfCpuNoiseJob *j, const Block *block, gint first,
    gint n_tiles, const guint8 *counts, guint count, guint32 *bins)
{
  gint i;

  for (i = 0; i < n_tiles; i++) {
    if (counts)
      count = counts[i * CF_DENOISE_TILE];
    if (add_columns (block->clipped, i) <= CF_DENOISE_TILE_CLIPPED) {
      const guint32 sum = cf_denoise_tile_sum (tile_sum (block->a, i),
          tile_sum (block->b, i), j->shares[count / CF_DENOISE_WHOLE], count);

      bins[class_of (j, block, first, i) * CF_DENOISE_BINS
           + cf_denoise_bin (sum)]++;
    }
  }
}

#define CF_BITS 8
#define CF_SAMPLE guint8
#include "cpu/denoise/noise_template.h"
#undef CF_BITS
#undef CF_SAMPLE

#define CF_BITS 16
#define CF_SAMPLE guint16
#include "cpu/denoise/noise_template.h"
#undef CF_BITS
#undef CF_SAMPLE

#define TABLE_(isa) cf_cpu_noise_##isa
#define TABLE(isa) TABLE_ (isa)

const CfCpuNoiseKernel TABLE (CF_ISA) = { { noise_8, noise_16 } };
