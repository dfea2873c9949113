/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting's inner loops on one instruction set (-DCF_ISA=name). Each lane of
 * a vector is a column of a block. */
#include "cpu/inpaint/inpaint_kernel.h"

#include "cpu/core/vector.h"

typedef gfloat CfVectorFloat __attribute__ ((vector_size (CF_VECTOR_BYTES)));
#define LANES ((gint)(CF_VECTOR_BYTES / sizeof (gfloat)))

#define CF_DCT_VALUE CfVectorFloat
#include "engine/inpaint/cfinpaintdct.h"

/* Squares of 4x4 change places in registers. */
typedef gfloat Four __attribute__ ((vector_size (16)));

/* gcc 11 has another name for it */
#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLE __builtin_shufflevector
#else
typedef gint32 FourIndices __attribute__ ((vector_size (16)));
#define SHUFFLE(a, b, ...) \
  __builtin_shuffle (a, b, (FourIndices){ __VA_ARGS__ })
#endif

CF_INLINE void
load_transposed (const gfloat *from, gint size, Four *to)
{
  const Four *r0 = (const Four *)from, *r1 = (const Four *)(from + size),
             *r2 = (const Four *)(from + 2 * size),
             *r3 = (const Four *)(from + 3 * size);
  const Four a = SHUFFLE (*r0, *r1, 0, 4, 1, 5),
             b = SHUFFLE (*r2, *r3, 0, 4, 1, 5),
             c = SHUFFLE (*r0, *r1, 2, 6, 3, 7),
             d = SHUFFLE (*r2, *r3, 2, 6, 3, 7);

  to[0] = SHUFFLE (a, b, 0, 1, 4, 5);
  to[1] = SHUFFLE (a, b, 2, 3, 6, 7);
  to[2] = SHUFFLE (c, d, 0, 1, 4, 5);
  to[3] = SHUFFLE (c, d, 2, 3, 6, 7);
}

CF_INLINE void
store_four (gfloat *to, gint size, const Four *v)
{
  gint i;

  for (i = 0; i < 4; i++)
    *(Four *)(to + i * size) = v[i];
}

CF_INLINE void
transpose (gfloat *block, gint size)
{
  gint y, x;

  for (y = 0; y < size; y += 4)
    for (x = 0; x <= y; x += 4) {
      Four a[4], b[4];

      load_transposed (block + y * size + x, size, a);
      load_transposed (block + x * size + y, size, b);
      store_four (block + x * size + y, size, a);
      store_four (block + y * size + x, size, b);
    }
}

/* Transformed columns become rows of coefficients of the block's columns: in
 * `block`, transposed, row 0 and lane 0 are those of frequency 0. Those that
 * stay are halved, as the way back wants it. */
CF_INLINE void
drop (CfVectorFloat *rows, gint size, gboolean has_lane_0, gfloat threshold)
{
  const CfVectorFloat inner = (CfVectorFloat){ 0 } + threshold * (size / 2),
                      edge = (CfVectorFloat){ 0 }
                             + threshold * (size * 0.70710678f);
  CfVectorFloat first = inner, first_0 = edge, halves = { 0 };
  gint i;

  halves += 1.f;
  if (has_lane_0) {
    first[0] = edge[0];
    first_0[0] = -1; /* the mean stays */
    halves[0] = 0.5f;
  }
  CF_SHARED_UNROLLED for (i = 0; i < size; i++)
  {
    const CfVectorFloat limit = i == 0 ? first_0 : first;
    const CfVector32 sign = (CfVector32){ 0 } + G_MININT32;
    const CfVectorFloat size_of = (CfVectorFloat)((CfVector32)rows[i] & ~sign);

    rows[i] =
        (CfVectorFloat)((CfVector32)rows[i] & (size_of >= limit)) * halves;
  }
  rows[0] *= 0.5f;
}

#define SHRINK(size) \
  static void shrink_##size (gfloat *block, gfloat threshold) \
  { \
    CfVectorFloat v[size]; \
    gint pass, g, i; \
\
    for (pass = 0; pass < 3; pass++) { \
      for (g = 0; g < size; g += LANES) { \
        CF_SHARED_UNROLLED for (i = 0; i < size; i++) v[i] = \
            *(const CfVectorFloat *)(block + i * size + g); \
        if (pass < 2) \
          cf_dct_##size (v); \
        if (pass == 1) \
          drop (v, size, g == 0, threshold); \
        if (pass > 0) \
          cf_dct_transposed_##size (v); \
        CF_SHARED_UNROLLED for (i = 0; i < size; i++) \
            * (CfVectorFloat *)(block + i * size + g) = v[i]; \
      } \
      if (pass < 2) \
        transpose (block, size); \
    } \
  }

SHRINK (16)
SHRINK (32)
SHRINK (64)

/* A loop of which no turn reads what another one stores. */
#ifdef __clang__
#define CF_INDEPENDENT _Pragma ("clang loop vectorize(assume_safety)")
#else
#define CF_INDEPENDENT _Pragma ("GCC ivdep")
#endif

CF_INLINE gfloat
choose (gint32 mask, gfloat a, gfloat b)
{
  return mask ? a : b;
}

static void
combine (const gfloat *const blocks[4], gfloat scale, gfloat momentum,
    const gint32 *mask, gint n, gfloat *x, gfloat *y)
{
  const gfloat *a = blocks[0], *b = blocks[1], *c = blocks[2], *d = blocks[3];
  gint i;

  CF_INDEPENDENT
  for (i = 0; i < n; i++) {
    const gfloat r = (((a[i] + b[i]) + c[i]) + d[i]) * scale;

    y[i] = choose (mask[i], r + momentum * (r - x[i]), y[i]);
    x[i] = choose (mask[i], r, x[i]);
  }
}

static void
sweep (const gfloat *const rows[3], const gint32 *mask, gint n, gfloat weight,
    gfloat *to)
{
  const gfloat *up = rows[0], *here = rows[1], *down = rows[2];
  gint i;

#define STEP(left, right) \
  to[i] = choose (mask[i], \
      here[i] \
          + weight * (((up[i] + down[i]) + (left + right)) * 0.25f - here[i]), \
      here[i])
  i = 0;
  STEP (here[0], here[n > 1]);
  CF_INDEPENDENT
  for (i = 1; i < n - 1; i++)
    STEP (here[i - 1], here[i + 1]);
  if (n > 1)
    STEP (here[i - 1], here[i]);
#undef STEP
}

const CfCpuInpaintKernel G_PASTE (cf_cpu_inpaint_,
    CF_ISA) = { { shrink_16, shrink_32, shrink_64 }, combine, sweep };
