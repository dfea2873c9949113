/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writing a thread's outputs: by vectors where the row allows, else sample by
 * sample, and nothing beyond the picture. */
#pragma once

#include "cuda/core/picturekernels.h"

template <int Words> union Row {
  uint32_t word[Words];
  uint2 pair[Words >= 2 ? Words / 2 : 1];
  uint4 quad[Words >= 4 ? Words / 4 : 1];
};

/* Clears the bits below the value. That keeps the order of samples, so it is
 * done to results alone. */
template <int Words>
static __device__ __forceinline__ void
mask_row (const CfKernelPlane &plane, Row<Words> &row)
{
#pragma unroll
  for (int i = 0; i < Words; i++)
    row.word[i] &= plane.mask;
}

/* `row` from pixel x on, all of it in the picture and aligned; `dst` is the
 * row's first sample. */
template <int Bytes, int Words>
static __device__ __forceinline__ void
store_vector (const CfKernelPlane &plane, uint8_t *dst, int x, Row<Words> row)
{
  mask_row (plane, row);
  dst += (int64_t)x * Bytes;
  if (Words % 4 == 0) {
#pragma unroll
    for (int i = 0; i < Words / 4; i++)
      ((uint4 *)dst)[i] = row.quad[i];
  } else if (Words % 2 == 0) {
#pragma unroll
    for (int i = 0; i < Words / 2; i++)
      ((uint2 *)dst)[i] = row.pair[i];
  } else {
#pragma unroll
    for (int i = 0; i < Words; i++)
      ((uint32_t *)dst)[i] = row.word[i];
  }
}

/* The same for any plane and place. */
template <int Bytes, int Words>
static __device__ __forceinline__ void
store_row (const CfKernelPlane &plane, uint8_t *dst, int x, Row<Words> row)
{
  constexpr int samples = Words * 4 / Bytes;

  if (plane.dst_vector && x + samples <= plane.width) {
    store_vector<Bytes> (plane, dst, x, row);
    return;
  }

  mask_row (plane, row);
#pragma unroll
  for (int i = 0; i < samples; i++)
    if (x + i < plane.width) {
      uint32_t v = row.word[i * Bytes / 4] >> (i * Bytes % 4 * 8);
      int64_t at = (int64_t)(x + i) * plane.dst_step;

      if (Bytes == 1)
        dst[at] = (uint8_t)v;
      else
        ((uint16_t *)dst)[at] = (uint16_t)v;
    }
}
