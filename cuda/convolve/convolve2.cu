/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolution by a row and a column of taps, on tensor cores, in one kernel.
 *
 * A warp goes down a strip of CF_TWO_PASS_WIDTH columns, 16 rows at a time.
 * First pass: 16 columns of taps times 8 rows of samples give the row's
 * results t, a column and two rows a lane. These are the bytes of four rows
 * that the same lane then needs for the second pass, a matrix of taps for 16
 * rows times 32 rows of t: a lane keeps those of the last rows in its own part
 * of shared memory, and nothing goes through another's. Bound by the way from
 * samples to results of one group of rows, which few warps hide; samples are
 * loaded a group earlier. */
#include "cuda/convolve/convolve.cuh"
#include "cuda/device-code/dynamic.cuh"

#define ACROSS (CF_TWO_PASS_WIDTH / 16)
#define FIRST_SUMS (CF_BYTES + CF_DIGITS - 1)
#define SUMS (CF_T_BYTES + CF_DIGITS - 1)

namespace
{

/* t of 16 rows, of a lane: its bytes of equal weight, for columns g and
 * g + 8. */
struct Group {
  uint32_t byte[ACROSS][CF_T_BYTES][2];
};

/* The groups of a lane, which comes round; word by word, so that lanes are
 * side by side. */
struct Ring {
  static constexpr int words = sizeof (Group) / 4;
  uint32_t *const at;

  __device__ __forceinline__ uint32_t &
  word (int slot, int i) const
  {
    return at[(slot * words + i) * 32];
  }
};

typedef int32_t Sums[SUMS][ACROSS][2][4];

/* t less its minimum. */
static __device__ __forceinline__ uint32_t
between (const CfKernelConvolve &c, const int32_t (&part)[FIRST_SUMS])
{
  /* integers alone have one part, which began with the start, and no shift */
  if (FIRST_SUMS == 1)
    return part[0];
  return (uint32_t)((sum_64 (part) + c.between_start) >> c.between_shift);
}

#define PITCH CF_TWO_PASS_PITCH (CF_BYTES)

typedef Area<CF_BYTES, PITCH, SampleVector, true, CF_DIGITS == 2 ? 1 : 2> Block;

/* The first pass for 16 rows and 16 columns: `from` is the lane's row of the
 * first window. [rows 8...15][columns g + 8, row 2 t + 1] */
static __device__ __forceinline__ void
first_pass (const CfKernelConvolve &c, const uint8_t *from, uint32_t (&t)[2][4])
{
  const uint4 *taps = (const uint4 *)c.taps + threadIdx.x % 32;
  int32_t sums[2][FIRST_SUMS][4] = {};

#pragma unroll
  for (int i = 0; i < (FIRST_SUMS == 1 ? 8 : 0); i++)
    sums[i / 4][0][i % 4] = (int32_t)c.between_start;
#pragma unroll 1
  for (int chunk = 0; chunk < c.chunks; chunk++, from += 32 * CF_BYTES) {
    const Part part = load_part (from);

#pragma unroll
    for (int q = 0; q < CF_DIGITS; q++) {
      const uint4 tap = __ldg (taps + q * 32);
      const uint32_t a[4] = { tap.x, tap.y, tap.z, tap.w };

#pragma unroll
      for (int half = 0; half < 2; half++)
#pragma unroll
        for (int p = 0; p < CF_BYTES; p++)
          mma_su (
              sums[half][p + q], a, part.byte[p][half], part.byte[p][half + 2]);
    }
    taps += CF_DIGITS * 32;
  }
#pragma unroll
  for (int half = 0; half < 2; half++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      int32_t part[FIRST_SUMS];

#pragma unroll
      for (int s = 0; s < FIRST_SUMS; s++)
        part[s] = sums[half][s][i];
      t[half][i] = between (c, part);
    }
}

/* Bytes of four numbers. */
static __device__ __forceinline__ void
take_bytes (uint32_t a, uint32_t b, uint32_t c, uint32_t d,
    uint32_t (&byte)[CF_T_BYTES])
{
  const uint32_t low_ab = __byte_perm (a, b, 0x5140);
  const uint32_t low_cd = __byte_perm (c, d, 0x5140);
  const uint32_t high_ab = __byte_perm (a, b, 0x7362);
  const uint32_t high_cd = __byte_perm (c, d, 0x7362);

  byte[0] = __byte_perm (low_ab, low_cd, 0x5410);
  byte[1] = __byte_perm (low_ab, low_cd, 0x7632);
  byte[2] = __byte_perm (high_ab, high_cd, 0x5410);
#if CF_T_BYTES == 4
  byte[3] = __byte_perm (high_ab, high_cd, 0x7632);
#endif
}

/* The first pass for 16 rows of the warp's columns. */
static __device__ __forceinline__ void
make_group (
    const CfKernelConvolve &c, const uint8_t *from, const Ring &ring, int slot)
{
#pragma unroll
  for (int j = 0; j < ACROSS; j++, from += 16 * CF_BYTES) {
    uint32_t t[2][4], byte[CF_T_BYTES];

    first_pass (c, from, t);
#pragma unroll
    for (int half = 0; half < 2; half++) {
      take_bytes (t[0][2 * half], t[0][2 * half + 1], t[1][2 * half],
          t[1][2 * half + 1], byte);
#pragma unroll
      for (int p = 0; p < CF_T_BYTES; p++)
        ring.word (slot, (j * 2 + half) * CF_T_BYTES + p) = byte[p];
    }
  }
}

/* The second pass for 16 rows, whose windows begin in group `slot`. */
static __device__ __forceinline__ void
second_pass (const CfKernelConvolve &c, const Ring &ring, int slot, Sums &sums)
{
  const uint4 *taps = (const uint4 *)c.column + threadIdx.x % 32;

#pragma unroll 1
  for (int group = 0; group < c.groups; group += 2) {
    const int first = slot;
    const int second = first + 1 == c.groups ? 0 : first + 1;
    uint4 tap[CF_DIGITS];

    slot = second + 1 == c.groups ? 0 : second + 1;
#pragma unroll
    for (int q = 0; q < CF_DIGITS; q++)
      tap[q] = __ldg (taps + q * 32);
    taps += CF_DIGITS * 32;
#pragma unroll
    for (int j = 0; j < ACROSS; j++)
#pragma unroll
      for (int half = 0; half < 2; half++)
#pragma unroll
        for (int p = 0; p < CF_T_BYTES; p++) {
          const int i = (j * 2 + half) * CF_T_BYTES + p;
          const uint32_t b0 = ring.word (first, i), b1 = ring.word (second, i);

#pragma unroll
          for (int q = 0; q < CF_DIGITS; q++) {
            const uint32_t a[4] = { tap[q].x, tap[q].y, tap[q].z, tap[q].w };

            mma_su (sums[p + q][j][half], a, b0, b1);
          }
        }
  }
}

template <int Scale>
static __device__ __forceinline__ void
store (const CfKernelConvolve &c, const CfKernelPlane &plane, uint8_t *dst,
    int x0, int y0, const Sums &sums)
{
#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int y = y0 + threadIdx.x % 32 / 4 + 8 * half;
    int32_t part[2][4][SUMS];

#pragma unroll
    for (int k = 0; k < 8; k++)
#pragma unroll
      for (int s = 0; s < SUMS; s++)
        part[k / 4][k % 4][s] = sums[s][k / 4][k % 4 / 2][2 * half + k % 2];
    store_results<Scale> (
        plane, c.scale, dst + y * plane.dst_stride, x0, y < plane.height, part);
  }
}

/* 16 rows of results, whose windows begin in group `slot`. */
static __device__ __forceinline__ void
store_rows (const CfKernelConvolve &c, const CfKernelPlane &plane, uint8_t *dst,
    int x0, int y0, const Ring &ring, int slot)
{
  Sums sums = {};

  second_pass (c, ring, slot, sums);
  with_scale (c.scale, [&] (auto kind) {
    store<decltype (kind)::value> (c, plane, dst, x0, y0, sums);
  });
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS, CF_BLOCKS)
    CF_KERNEL (const __grid_constant__ CfKernelConvolve c)
{
  __shared__ __align__ (16) uint8_t tile[CF_TWO_PASS_TILE_BYTES (CF_BYTES)];
  const CfKernelPlane &plane = find_plane (c.picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int warp = threadIdx.x / 32, threads = 32 * c.warps;
  const int width = CF_TWO_PASS_WIDTH * c.warps;
  const int left = position.x * width;
  const int x0 = left + warp * CF_TWO_PASS_WIDTH;
  const int y0 = position.y * c.strip_rows;
  const int rows = min (c.strip_rows, plane.height - y0);
  const int reach = c.width / 2;
  const uint8_t *src = plane.src + channel * plane.src_channel;
  uint8_t *dst = plane.dst + channel * plane.dst_channel;
  CF_DYNAMIC_SHARED (shared);
  const Ring ring = { shared + warp * c.groups * Ring::words * 32
                      + threadIdx.x % 32 };
  const Block area (plane, threads, width - 16 + 32 * c.chunks);
  const auto load = [&] (int y, int buffer) {
    area.load (plane, tile + buffer * 16 * PITCH, src, c.picture.border,
        left - c.lead, y, 16, left - reach,
        min (left + width, plane.width) + reach);
  };
  int y = y0 - c.height / 2, slot = 0, buffer = 0;

  /* rows come in while those before are summed; two buffers, so that there is
   * one barrier a group */
#pragma unroll 1
  for (int row = -16 * c.groups; row < rows; row += 16, buffer ^= 1) {
    if (row + 16 < rows)
      load (y, buffer ^ 1);
    y += 16;
    if (row > -16 * c.groups && x0 < plane.width) {
      make_group (c,
          lane_row<PITCH> (tile + buffer * 16 * PITCH + (x0 - left) * CF_BYTES),
          ring, slot);
      slot = slot + 1 == c.groups ? 0 : slot + 1; /* the first now */
      if (row >= 0)
        store_rows (c, plane, dst, x0, y0 + row, ring, slot);
    }
    await_copies ();
    __syncthreads ();
  }
}
