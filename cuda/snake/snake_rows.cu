/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prefix sums of a picture's rows, for contours. A warp makes a row, 128 pixels
 * at a time: each lane sums four, and gets what comes before from the others.
 * Bound by the memory that is written, 8 or 16 bytes a pixel. */
#include "cuda/snake/snakekernels.h"
#include "cuda/device-code/warp.cuh"

#define PIXELS 4 /* a lane's */

namespace
{

/* Four samples from x on; 0 from the row's end on. */
static __device__ __forceinline__ void
load (const CfKernelSnakeRows &r, const uint8_t *row, int x,
    uint32_t (&value)[PIXELS])
{
  if (r.bytes == 1 && r.step == 1 && (uintptr_t)row % 4 == 0
      && x + PIXELS <= r.width) {
    const uint32_t word = *(const uint32_t *)(row + x);

#pragma unroll
    for (int i = 0; i < PIXELS; i++)
      value[i] = (word >> 8 * i & 0xff) >> r.shift;
    return;
  }
#pragma unroll
  for (int i = 0; i < PIXELS; i++) {
    const int64_t at = (int64_t)(x + i) * r.step;

    value[i] = 0;
    if (x + i < r.width)
      value[i] =
          (r.bytes == 1 ? row[at] : ((const uint16_t *)row)[at]) >> r.shift;
  }
}

/* The sums of the lanes before this one, exclusive; `total` is that of all. */
static __device__ __forceinline__ uint64_t
sum_before (uint64_t sum, uint64_t &total)
{
  const int lane = threadIdx.x % 32;
  uint64_t inclusive = sum;

#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const uint64_t other = shuffle_up (inclusive, d);

    if (lane >= d)
      inclusive += other;
  }
  total = shuffle (inclusive, 31);
  return inclusive - sum;
}

static __device__ __forceinline__ void
narrow_row (const CfKernelSnakeRows &r, const uint8_t *row, uint64_t *to)
{
  uint64_t sum = 0;
  uint32_t ahead[PIXELS];

  load (r, row, threadIdx.x % 32 * PIXELS, ahead);
  for (int x0 = 0; x0 <= r.width; x0 += 32 * PIXELS) {
    const int x = x0 + threadIdx.x % 32 * PIXELS;
    uint64_t entry[PIXELS + 1] = {}, total;
    uint32_t v[PIXELS];

    memcpy (v, ahead, sizeof v);
    load (r, row, x + 32 * PIXELS, ahead);
#pragma unroll
    for (int i = 0; i < PIXELS; i++)
      entry[i + 1] = cf_snake_narrow_add (entry[i], v[i]);

    const uint64_t before = sum + sum_before (entry[PIXELS], total);

    /* rows begin at 16 bytes, and have room for whole pairs */
#pragma unroll
    for (int i = 0; i < PIXELS; i += 2)
      if (x + i <= r.width)
        *(ulonglong2 *)(to + x + i) =
            make_ulonglong2 (before + entry[i], before + entry[i + 1]);
    sum += total;
  }
}

static __device__ __forceinline__ void
wide_row (const CfKernelSnakeRows &r, const uint8_t *row, CfSnakeWideEntry *to)
{
  uint64_t s = 0, q = 0;
  uint32_t ahead[PIXELS];

  load (r, row, threadIdx.x % 32 * PIXELS, ahead);
  for (int x0 = 0; x0 <= r.width; x0 += 32 * PIXELS) {
    const int x = x0 + threadIdx.x % 32 * PIXELS;
    CfSnakeWideEntry entry[PIXELS + 1] = {};
    uint64_t total_s, total_q;
    uint32_t v[PIXELS];

    memcpy (v, ahead, sizeof v);
    load (r, row, x + 32 * PIXELS, ahead);
#pragma unroll
    for (int i = 0; i < PIXELS; i++) {
      entry[i + 1].s = entry[i].s + v[i];
      entry[i + 1].q = entry[i].q + (uint64_t)v[i] * v[i];
    }

    const uint64_t before_s = s + sum_before (entry[PIXELS].s, total_s);
    const uint64_t before_q = q + sum_before (entry[PIXELS].q, total_q);

#pragma unroll
    for (int i = 0; i < PIXELS; i++)
      if (x + i <= r.width)
        to[x + i] =
            CfSnakeWideEntry{ before_s + entry[i].s, before_q + entry[i].q };
    s += total_s;
    q += total_q;
  }
}

} // namespace

extern "C" __global__ void
CF_KERNEL (const __grid_constant__ CfKernelSnakeRows r)
{
  constexpr int rows = CF_SNAKE_ROWS_THREADS / 32;
  const int y = blockIdx.x * rows + threadIdx.x / 32;

  if (y >= r.height)
    return;

  const uint8_t *row = r.src + y * r.stride;

  if (r.narrow)
    narrow_row (r, row, r.narrow + y * r.pitch);
  else
    wide_row (r, row, r.wide + y * r.pitch);
}
