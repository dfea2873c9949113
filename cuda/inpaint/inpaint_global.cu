/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Global inpainting does this around cuFFT's transforms; CF_STAGE chooses a
 * kernel.
 *
 * The cosine transform of x is made from the Fourier transform V of the
 * permuted v(a, b) = x(tau a, tau b), tau n = 2n in the first half and 2(N - n)
 * - 1 in the second (J. Makhoul, "A fast cosine transform in one and two
 * dimensions", 1980), so that x stays permuted from the first iteration to the
 * last. With w_N^l = e^(-i pi l / 2N), a = w_M^k V(k, l) and b = conj (w_M^k)
 * V(M - k, l), the four coefficients of a pair of rows are parts of two
 * numbers: S = w_N^l (a + b) has those of (k, l) and, negated, (k, N - l); D =
 * w_N^l (a - b) has, negated, those of (M - k, N - l) and (M - k, l). The rest
 * of them makes V(k, l) = conj (w_M^k w_N^l) (S + D) / 2 and V(M - k, l) =
 * w_M^k conj (w_N^l) (S - D) / 2.
 *
 * Bound by memory: an iteration reads and writes the spectrum once, and reads
 * and writes the samples of holes. */
#include "engine/inpaint/cfinpaintthreshold.h"
#include "cuda/device-code/dependent.cuh"
#include "cuda/inpaint/inpaint_globalkernels.h"

#define THREADS CF_INPAINT_GLOBAL_THREADS
#define WARPS (THREADS / 32)
#define WORDS(width) (((width) + 31) / 32)

typedef CfInpaintComplex Complex;
typedef CfKernelInpaintGlobal Global;

namespace
{

#if CF_STAGE == 0

/* tau */
static __device__ __forceinline__ int
unpermuted (int i, int n)
{
  return 2 * i < n ? 2 * i : 2 * (n - i) - 1;
}

/* A warp makes a word of holes, and its samples. */
static __device__ __forceinline__ void
run (const Global &g)
{
  const uint32_t warp = blockIdx.x * WARPS + threadIdx.x / 32;
  const uint32_t across = WORDS (g.width);
  const int row = (int)(warp / across), lane = threadIdx.x % 32;
  const int column = (int)(warp % across) * 32 + lane;
  bool is_hole = false;

  if (warp == 0 && lane == 0)
    g.state->maximum = 0;
  if (row >= g.height)
    return;
  if (column < g.width) {
    const int there = unpermuted (column, g.width);
    const int x = g.is_column ? 0 : there;
    const int y = g.is_column ? there : unpermuted (row, g.height);
    const int width = g.is_column ? 1 : g.width;

    is_hole = g.given_holes[(int64_t)y * WORDS (width) + x / 32] >> x % 32 & 1;
    g.picture[(int64_t)row * g.width + column] =
        is_hole ? 0.0f : g.samples[(int64_t)y * width + x];
  }

  const uint32_t word = __ballot_sync (0xffffffff, is_hole);

  if (lane == 0)
    g.holes[warp] = word;
}

#elif CF_STAGE == 1 || CF_STAGE == 3

static __device__ __forceinline__ Complex
multiply (Complex a, Complex b)
{
  return Complex{ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* conj (a) b */
static __device__ __forceinline__ Complex
multiply_conjugate (Complex a, Complex b)
{
  return Complex{ a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re };
}

static __device__ __forceinline__ Complex
add (Complex a, Complex b)
{
  return Complex{ a.re + b.re, a.im + b.im };
}

static __device__ __forceinline__ Complex
subtract (Complex a, Complex b)
{
  return Complex{ a.re - b.re, a.im - b.im };
}

struct Four {
  Complex s, d;
};

/* Coefficients of a row or column that is its own partner are the same or not
 * there: they are made so, exactly. */
static __device__ __forceinline__ Four
forward (const Global &g, int k, int l, Complex row, Complex column,
    Complex first, Complex second)
{
  const Complex a = multiply (row, first);
  const Complex b = multiply_conjugate (row, second);
  Four f = { multiply (column, add (a, b)),
    multiply (column, subtract (a, b)) };

  if (l == 0)
    f.s.im = 0;
  if (2 * l == g.width)
    f.s.im = -f.s.re;
  if (2 * k == g.height)
    f.d = Complex{ f.s.im, -f.s.re };
  if (l == 0)
    f.d.re = 0;
  if (2 * l == g.width)
    f.d.re = f.d.im;
  return f;
}

/* Scales a part of S or D, for an orthonormal coefficient of 1. */
static __device__ __forceinline__ float
gain (const Global &g, int k, int l)
{
  constexpr float root2 = 1.41421356f;

  return g.gain * (k == 0 ? root2 : 1.0f) * (l == 0 ? root2 : 1.0f);
}

static __device__ __forceinline__ bool
has_partner (const Global &g, int k)
{
  return k > 0 && 2 * k != g.height;
}

static __device__ __forceinline__ Complex *
spectrum_at (const Global &g, int k, int l)
{
  return g.spectrum + (int64_t)k * (g.width / 2 + 1) + l;
}

#if CF_STAGE == 1

static __device__ __forceinline__ float
largest (const Global &g, int k, int l)
{
  const Complex first = *spectrum_at (g, k, l);
  const Complex second =
      has_partner (g, k) ? *spectrum_at (g, g.height - k, l) : first;
  Four f =
      forward (g, k, l, g.row_twiddles[k], g.column_twiddles[l], first, second);

  if (k == 0 && l == 0)
    f.s.re = 0;
  return fmaxf (fmaxf (fabsf (f.s.re), fabsf (f.s.im)),
             fmaxf (fabsf (f.d.re), fabsf (f.d.im)))
         / gain (g, k, l);
}

/* The largest coefficient but that of the mean. */
static __device__ __forceinline__ void
run (const Global &g)
{
  const uint32_t across = g.width / 2 + 1;
  const uint32_t n = across * (g.height / 2 + 1);
  float maximum = 0;

  for (uint32_t i = blockIdx.x * THREADS + threadIdx.x; i < n;
       i += gridDim.x * THREADS)
    maximum =
        fmaxf (maximum, largest (g, (int)(i / across), (int)(i % across)));

  /* as they are not negative, their bits have their order */
  uint32_t bits = __float_as_uint (maximum);

#pragma unroll
  for (int i = 16; i > 0; i /= 2)
    bits = max (bits, __shfl_xor_sync (0xffffffff, bits, i));
  if (threadIdx.x % 32 == 0)
    atomicMax (&g.state->maximum, bits);
}

#else

static __device__ __forceinline__ float
kept (float c, float limit)
{
  return fabsf (c) < limit ? 0.0f : c;
}

/* Thresholds the coefficients of a pair of rows and columns, in place; the
 * inverse transform is not normalised. */
static __device__ __forceinline__ void
threshold_four (const Global &g, int k, int l, Complex row, Complex column,
    float threshold, Complex &first, Complex &second)
{
  const Four f = forward (g, k, l, row, column, first, second);
  const float limit = threshold * gain (g, k, l);
  const Complex s = { k == 0 && l == 0 ? f.s.re : kept (f.s.re, limit),
    kept (f.s.im, limit) };
  const Complex d = { kept (f.d.re, limit), kept (f.d.im, limit) };
  const Complex to = { column.re * g.scale, column.im * g.scale };

  first = multiply_conjugate (row, multiply_conjugate (to, add (s, d)));
  second = multiply (row, multiply_conjugate (to, subtract (s, d)));
}

static __device__ __forceinline__ void
run (const Global &g)
{
  constexpr int pairs = CF_INPAINT_THRESHOLD_PAIRS;
  const uint32_t across = (g.width / 2 + THREADS) / THREADS;
  const int k0 = (int)(blockIdx.x / across) * pairs;
  const int l = (int)(blockIdx.x % across) * THREADS + threadIdx.x;
  Complex row[pairs], first[pairs], second[pairs];

  if (l > g.width / 2) {
    await_previous ();
    return;
  }

  const Complex column = g.column_twiddles[l];

#pragma unroll
  for (int i = 0; i < pairs; i++)
    row[i] = g.row_twiddles[min (k0 + i, g.height / 2)];
  await_previous ();

  const float threshold = g.state->threshold;

#pragma unroll
  for (int i = 0; i < pairs; i++) {
    const int k = min (k0 + i, g.height / 2);

    first[i] = *spectrum_at (g, k, l);
    second[i] =
        has_partner (g, k) ? *spectrum_at (g, g.height - k, l) : first[i];
  }
#pragma unroll
  for (int i = 0; i < pairs; i++) {
    const int k = k0 + i;

    if (k > g.height / 2)
      break;
    threshold_four (g, k, l, row[i], column, threshold, first[i], second[i]);
    *spectrum_at (g, k, l) = first[i];
    if (has_partner (g, k))
      *spectrum_at (g, g.height - k, l) = second[i];
  }
}

#endif

#elif CF_STAGE == 2

/* One block. */
static __device__ __forceinline__ void
run (const Global &g)
{
  const double start =
      g.start < 0 ? cf_inpaint_start (__uint_as_float (g.state->maximum))
                  : g.start;

  for (int i = threadIdx.x; i < g.n; i += THREADS)
    g.thresholds[i] =
        cf_inpaint_threshold (start, g.end, g.is_exponential, i, g.n);
  if (threadIdx.x == 0) {
    g.state->iteration = 0;
    g.state->threshold = g.thresholds[0];
  }
}

#elif CF_STAGE == 4

/* Prepares the next iteration: nothing that runs beside this reads it. */
static __device__ __forceinline__ void
advance (const Global &g)
{
  const int next = g.state->iteration + 1;

  g.state->iteration = next;
  if (next < g.n)
    g.state->threshold = g.thresholds[next];
}

/* Estimates into holes: what is known stays, unread. */
static __device__ __forceinline__ void
run (const Global &g)
{
  constexpr int n = CF_INPAINT_MERGE_WORDS;
  const int per_row = WORDS (g.width);
  const uint32_t across = (per_row + n - 1) / n;
  const uint32_t warp = blockIdx.x * WARPS + threadIdx.x / 32;
  const int row = (int)(warp / across), lane = threadIdx.x % 32;
  const int word = (int)(warp % across) * n;
  uint32_t holes[n];
  float estimate[n];

#pragma unroll
  for (int i = 0; i < n; i++)
    holes[i] = row < g.height && word + i < per_row
                   ? g.holes[(int64_t)row * per_row + word + i]
                   : 0;
  await_previous ();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    advance (g);

  const float *from = g.result + row * g.result_pitch + word * 32 + lane;
  float *to = g.picture + (int64_t)row * g.width + word * 32 + lane;

#pragma unroll
  for (int i = 0; i < n; i++)
    if (holes[i] >> lane & 1)
      estimate[i] = from[i * 32];
#pragma unroll
  for (int i = 0; i < n; i++)
    if (holes[i] >> lane & 1)
      to[i * 32] = estimate[i];
}

#else

/* tau's inverse */
static __device__ __forceinline__ int
permuted (int i, int n)
{
  return i % 2 == 0 ? i / 2 : n - (i + 1) / 2;
}

/* A warp gives a word's samples. */
static __device__ __forceinline__ void
run (const Global &g)
{
  const int width = g.is_column ? 1 : g.width;
  const int height = g.is_column ? g.width : g.height;
  const uint32_t warp = blockIdx.x * WARPS + threadIdx.x / 32;
  const uint32_t across = WORDS (width);
  const int lane = threadIdx.x % 32;
  const int y = (int)(warp / across), x = (int)(warp % across) * 32 + lane;

  if (y >= height || !(g.given_holes[warp] >> lane & 1))
    return;

  const int row = g.is_column ? 0 : permuted (y, g.height);
  const int column = permuted (g.is_column ? y : x, g.width);

  g.samples[(int64_t)y * width + x] =
      g.picture[(int64_t)row * g.width + column];
}

#endif

} // namespace

extern "C" __global__ void
__launch_bounds__ (THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelInpaintGlobal g)
{
  run (g);
}
