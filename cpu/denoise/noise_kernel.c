/* Sums of tiles on one instruction set (-DCF_ISA=name), row by row: of pairs of
 * columns, since what multiplies and adds leaves those. */
#include "cpu/denoise/noise_kernel.h"

#include "cpu/core/vector.h"

#include <string.h>

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

#define LANES (CF_VECTOR_BYTES / 2)

typedef gint16 S16 __attribute__ ((vector_size (CF_VECTOR_BYTES)));

typedef struct {
  guint8 *line;
  gint16 *values[3], *differences[3]; /* of rows, by their numbers modulo 3 */
  gint16 *second;                     /* differences from row to row */
  guint16 *clipped;                   /* of columns */
  gint32 *a, *b;                      /* of pairs of columns */
} Rows;

static void
rows_init (Rows *r, gint width, guint8 *at)
{
  const gsize n = CF_CPU_NOISE_ROW (width);
  gint16 *rows = (gint16 *)at;
  gint i;

  for (i = 0; i < 3; i++) {
    r->values[i] = rows + 2 * i * n;
    r->differences[i] = rows + (2 * i + 1) * n;
  }
  r->second = rows + 6 * n;
  r->line = (guint8 *)(rows + 7 * n);
  r->clipped = (guint16 *)(rows + 8 * n);
  r->a = (gint32 *)(rows + 9 * n);
  r->b = (gint32 *)(rows + 10 * n);
  memset (r->clipped, 0, 3 * n * sizeof (gint16));
}

/* Adds |h| of the row above y, of n columns from the second one on, to the sums
 * of their pairs. */
static void
add_row (gint16 *const *rows, gint y, gint n, gint16 *second, gint32 *sums)
{
  const gint16 *above = rows[(y + 1) % 3], *on = rows[(y + 2) % 3];
  const gint16 *below = rows[y % 3];
  const CfVector ones = cf_vector_splat_16 (1);
  gint x;

  for (x = 0; x < n + 2; x++)
    second[x] = above[x] - 2 * on[x] + below[x];
  for (x = 0; x < n; x += LANES) {
    const S16 h = (S16)cf_vector_load (second + x)
                  - 2 * (S16)cf_vector_load (second + x + 1)
                  + (S16)cf_vector_load (second + x + 2);
    const S16 sign = h >> 15;
    const CfVector sum = cf_vector_load (sums + x / 2);

    cf_vector_store (sums + x / 2, (CfVector)cf_vector_madd ((CfVector32)sum,
                                       (CfVector)((h ^ sign) - sign), ones));
  }
}

/* Adds 1 for each of n values that is the least or the greatest. */
static void
count_clipped (const gint16 *values, gint16 greatest, guint16 *clipped, gint n)
{
  gint x;

  for (x = 0; x < n; x += LANES) {
    const S16 v = (S16)cf_vector_load (values + x);
    const S16 before = (S16)cf_vector_load (clipped + x);

    /* true lanes are -1 */
    cf_vector_store (clipped + x,
        (CfVector)(before
                   - ((v == 0) | (v == (S16)cf_vector_splat_16 (greatest)))));
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
tile_clipped (const Rows *r, gint i)
{
  guint n = 0;
  gint k;

  for (k = 0; k < CF_DENOISE_TILE; k++)
    n += r->clipped[i * CF_DENOISE_TILE + k];
  return n;
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
