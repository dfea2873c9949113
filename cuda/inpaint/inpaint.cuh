/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting's kernels share this: whose turn a block is, and masks. */
#pragma once

#include "cuda/inpaint/inpaintkernels.h"
#include "cuda/inpaint/inpaintstate.h"
#include "cuda/device-code/dependent.cuh"

/* Blocks go round the parts. */
__device__ __forceinline__ const CfKernelInpaintPart &
cf_inpaint_part (const CfKernelInpaint &k)
{
  return k.part[blockIdx.x % k.n_parts];
}

__device__ __forceinline__ int
cf_inpaint_block_of_part (const CfKernelInpaint &k)
{
  return blockIdx.x / k.n_parts;
}

__device__ __forceinline__ CfInpaintState *
cf_inpaint_state (const CfKernelInpaintPart &p)
{
  return (CfInpaintState *)p.state;
}

__device__ __forceinline__ bool
cf_inpaint_is_hole (
    const uint32_t *mask, const CfKernelInpaintPart &p, int x, int y)
{
  return mask[(int64_t)y * p.words + x / 32] >> (x % 32) & 1;
}

__device__ __forceinline__ bool
cf_inpaint_is_unknown (float v)
{
  return v != v;
}

__device__ __forceinline__ int64_t
cf_inpaint_at (const CfKernelInpaintBox &b, int x, int y)
{
  return (int64_t)(y - b.top) * (b.right - b.left) + (x - b.left);
}

/* The pixel of this thread in the tiles over the holes; false: it has none. */
__device__ __forceinline__ bool
cf_inpaint_hole (
    const CfKernelInpaint &k, const CfKernelInpaintPart &p, int *x, int *y)
{
  const int across = (p.holes.right - p.holes.left + CF_INPAINT_TILE_WIDTH - 1)
                     / CF_INPAINT_TILE_WIDTH;
  const int block = cf_inpaint_block_of_part (k);

  *x = p.holes.left + block % across * CF_INPAINT_TILE_WIDTH
       + threadIdx.x % CF_INPAINT_TILE_WIDTH;
  *y = p.holes.top + block / across * CF_INPAINT_TILE_HEIGHT
       + threadIdx.x / CF_INPAINT_TILE_WIDTH;
  return *x < p.holes.right && *y < p.holes.bottom
         && cf_inpaint_is_hole (p.mask, p, *x, *y);
}
