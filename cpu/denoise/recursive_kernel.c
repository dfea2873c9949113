/* The recursive mean on one instruction set (-DCF_ISA=name).
 *
 * Five rows of deviations are kept, and their sum, to which a row is added as
 * the sixth is taken away; a row is read, compared and averaged while it is in
 * the fast caches. Bound: arithmetic, some 50 instructions a vector of 16-bit
 * lanes, and as many for the filter in space.
 *
 * Vectors that are stored could be anything's, so what loops need of a job is
 * in variables of their own. */
#include "cpu/denoise/recursive_kernel.h"
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

#include "cpu/core/line_out.h"

#define CF_JOIN_(a, b) a##_##b
#define CF_JOIN(a, b) CF_JOIN_ (a, b)

#define MARGIN CF_CPU_RECURSIVE_MARGIN

/* Of rows by their numbers modulo 5. */
typedef struct {
  guint8 *lines[5];         /* room for samples */
  const guint8 *samples[5]; /* as they are in the picture, or there */
  guint16 *deviations[5];   /* of the filter in space, results of 12 bits */
  guint16 *sums, *out;
} Scratch;

/* Samples as 16 bits and back. */
typedef struct {
  gint up, down, shift;
  guint16 half;
} Shape;

static gsize
row_samples (gint width)
{
  return (width + 2 * MARGIN + 31) / 32 * 32;
}

static void
scratch_init (Scratch *s, gint width, guint8 *at)
{
  const gsize n = row_samples (width);
  guint16 *rows = (guint16 *)at;
  gint i;

  for (i = 0; i < 5; i++) {
    s->deviations[i] = rows + 2 * i * n + MARGIN;
    s->lines[i] = (guint8 *)(rows + (2 * i + 1) * n + MARGIN);
  }
  s->sums = rows + 10 * n + MARGIN;
  s->out = rows + 11 * n + MARGIN;
}

static Shape
shape_of (const CfPlane *p)
{
  return (Shape){ 16 - p->bits - p->shift, 16 - p->bits, p->shift,
    p->bits < 16 ? 1u << (15 - p->bits) : 0 };
}

/* A constant, so that shifts are. */
#define SHAPE_8 ((Shape){ 8, 8, 0, 128 })

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

#define TABLE_(isa) cf_cpu_recursive_##isa
#define TABLE(isa) TABLE_ (isa)

extern const CfCpuRecursiveKernel TABLE (CF_ISA);
const CfCpuRecursiveKernel TABLE (
    CF_ISA) = { { mean_8, mean_16 }, { space_8, space_16 } };
