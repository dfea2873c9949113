/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of eight pixels a thread straight from the picture, where its rows are
 * aligned and a multiple of eight pixels wide (CF_DIRECT). */
#pragma once

#include "engine/core/cfborderindex.h"
#include "cuda/device-code/store.cuh"

/* As cf_border_index(), for i less than n beyond the row, where that is not the
 * constant. */
static __device__ __forceinline__ int
near_index (int i, int n, int border)
{
  int mirrored = i < n ? abs (i) : 2 * n - 2 - i;

  return max (0, min (border == CF_BORDER_MIRROR ? mirrored : i, n - 1));
}

/* A row's eight pixels, from an address that they are aligned at. */
template <int Words>
static __device__ __forceinline__ Row<Words>
load_row (const uint8_t *at)
{
  Row<Words> row;

  if (Words == 2)
    row.pair[0] = __ldg ((const uint2 *)at);
#pragma unroll
  for (int i = 0; i < Words / 4; i++)
    row.quad[i] = __ldg ((const uint4 *)at + i);
  return row;
}
