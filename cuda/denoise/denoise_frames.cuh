/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of one place in several frames, 16 bytes a thread: the frame's own
 * from anywhere, the others from where they are kept, in aligned rows. Bound by
 * memory: all of a thread's loads are on their way before it uses any, and kept
 * frames' come first, as the frame's may be many. */
#pragma once

#include "cuda/denoise/denoisekernels.h"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/store.cuh"

#define SAMPLES (CF_DENOISE_VECTOR / CF_BYTES)

typedef Row<CF_DENOISE_VECTOR / 4> Vector;

/* of one width in each file that includes this */
namespace
{

/* A thread's place in a plane; vectors are counted along rows, channel by
 * channel. */
struct Place {
  int x, y; /* of the first sample */
  int64_t src, dst, kept;

  __device__ __forceinline__
  Place (const CfKernelPlane &plane, const CfKernelDenoisePlane &ring)
  {
    uint32_t i =
        (blockIdx.x - plane.first_block) * CF_KERNEL_THREADS + threadIdx.x;
    const uint32_t channel = split_channel (plane, i);
    const Position position = find_block (plane, i);

    x = position.x * SAMPLES;
    y = position.y;
    src = channel * plane.src_channel + y * plane.src_stride;
    dst = channel * plane.dst_channel + y * plane.dst_stride;
    kept = channel * ring.channel + y * ring.row + (int64_t)x * CF_BYTES;
  }
};

} // namespace

static __device__ __forceinline__ Vector
load_frame (const CfKernelPlane &plane, const Place &place)
{
  const uint8_t *src = plane.src + place.src;
  Vector v;

  if (plane.src_vector == CF_DENOISE_VECTOR
      && place.x + SAMPLES <= plane.width) {
    v.quad[0] = __ldg ((const uint4 *)(src + (int64_t)place.x * CF_BYTES));
    return v;
  }
#pragma unroll
  for (int i = 0; i < CF_DENOISE_VECTOR / 4; i++)
    v.word[i] = 0;
#pragma unroll
  for (int i = 0; i < SAMPLES; i++)
    if (place.x + i < plane.width) {
      const uint8_t *at =
          src + (int64_t)(place.x + i) * plane.src_step * CF_BYTES;

      v.word[i * CF_BYTES / 4] |=
          (uint32_t)(CF_BYTES == 1 ? *at : *(const uint16_t *)at)
          << i * CF_BYTES % 4 * 8;
    }
  return v;
}

static __device__ __forceinline__ Vector
load_kept (const CfKernelDenoisePlane &ring, const Place &place, int64_t frame)
{
  Vector v;

  v.quad[0] = __ldg ((const uint4 *)(ring.at + frame + place.kept));
  return v;
}

/* Rows of kept frames have room for whole vectors. */
static __device__ __forceinline__ void
keep_frame (const CfKernelDenoise &d, const CfKernelDenoisePlane &ring,
    const Place &place, const Vector &v)
{
  if (d.store >= 0)
    *(uint4 *)(ring.at + d.store + place.kept) = v.quad[0];
}

static __device__ __forceinline__ void
store_result (const CfKernelPlane &plane, const Place &place, const Vector &v)
{
  store_row<CF_BYTES> (plane, plane.dst + place.dst, place.x, v);
}
