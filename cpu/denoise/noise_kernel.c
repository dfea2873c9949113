/* Sums of tiles on one instruction set (-DCF_ISA=name). The loops are left to
 * the compiler: a quarter of a frame's rows of tiles is looked at. */
#include "cpu/denoise/noise_kernel.h"

#include <stdlib.h>

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

typedef struct {
  guint32 a, b, clipped;
} Sums;

typedef struct {
  guint8 *line;
  gint16 *values[3], *differences[3]; /* of rows, by their numbers modulo 3 */
  Sums *sums;                         /* of tiles */
} Rows;

static void
rows_init (Rows *r, gint width, guint8 *at)
{
  const gsize n = ((gsize)width + 2 * CF_CPU_RECURSIVE_MARGIN + 31) / 32 * 32;
  gint16 *rows = (gint16 *)at;
  gint i;

  for (i = 0; i < 3; i++) {
    r->values[i] = rows + 2 * i * n;
    r->differences[i] = rows + (2 * i + 1) * n;
  }
  r->line = (guint8 *)(rows + 6 * n);
  r->sums = (Sums *)(rows + 7 * n);
}

/* The sum of |h| of 16 samples from x on, whose rows are above, on and below
 * them. */
static inline guint32
add_tile (const gint16 *above, const gint16 *on, const gint16 *below)
{
  guint32 sum = 0;
  gint i;

  for (i = 0; i < CF_DENOISE_TILE; i++) {
    const gint16 left = above[i] - 2 * on[i] + below[i];
    const gint16 middle = above[i + 1] - 2 * on[i + 1] + below[i + 1];
    const gint16 right = above[i + 2] - 2 * on[i + 2] + below[i + 2];

    sum += abs ((gint16)(left - 2 * middle + right));
  }
  return sum;
}

/* Of row y, the one above it, and the one above that, which has the tile's
 * differences in the middle. */
static void
add_row (Rows *r, gint y, gint n_tiles)
{
  gint16 *const *v = r->values, *const *d = r->differences;
  const gint above = (y + 1) % 3, on = (y + 2) % 3, below = y % 3;
  gint i;

  for (i = 0; i < n_tiles; i++) {
    const gint x = i * CF_DENOISE_TILE;

    r->sums[i].a += add_tile (v[above] + x, v[on] + x, v[below] + x);
    r->sums[i].b += add_tile (d[above] + x, d[on] + x, d[below] + x);
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
