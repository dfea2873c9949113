/* Percentile of windows of any size, samples of two bytes. A block gives all
 * samples that its tile's windows hold ranks of their own, by counting; their
 * codes, ranks scaled to eight bits, go through rank.cuh's passes. What is left
 * is to look through the samples that have the result's code, in order, for
 * those in the window: some hundred at most, a 256th of all. */
#include "cuda/rank/rank.cuh"

#define LISTED (CF_RANK_LIST_UNIT / 256) /* entries that are read at once */
#define TOGETHER 8                       /* samples that are read at once */

namespace
{

/* The samples of a tile's windows, and a block's tables of them. */
struct Samples {
  const uint8_t *src;
  int64_t stride;
  int width, height;
  uint32_t *bins; /* a counter of 16 bits for each value */
  uint16_t *list; /* by rank: y << 8 | x */
  uint8_t *codes;
  int code_pitch;
  uint32_t per_code; /* ranks of a code: a multiple of LISTED */
};

__device__ __forceinline__ uint32_t
load_sample (const Samples &s, int x, int y)
{
  return ((const uint16_t *)(s.src + y * s.stride))[x];
}

/* Counts a value in its half of a word; returns the word as it was. */
__device__ __forceinline__ uint32_t
count (const Samples &s, uint32_t value)
{
  return atomicAdd (s.bins + value / 2, value % 2 ? 0x10000 : 1);
}

/* Calls emit (x, y, n, value) for all samples, those of column x and n rows
 * from y on together, so that their loads wait together. */
template <typename Emit>
__device__ __forceinline__ void
for_samples (const Samples &s, const Emit &emit)
{
  const int lane = threadIdx.x % LANES, warps = blockDim.x / LANES;

#pragma unroll 1
  for (int y = threadIdx.x / LANES * TOGETHER; y < s.height;
       y += warps * TOGETHER)
#pragma unroll 1
    for (int x = lane; x < s.width; x += LANES) {
      const int n = min (TOGETHER, s.height - y);
      uint32_t value[TOGETHER];

#pragma unroll
      for (int i = 0; i < TOGETHER; i++)
        value[i] = i < n ? load_sample (s, x, y + i) : 0;
      emit (x, y, n, value);
    }
}

/* Counts become the ranks of their values' first samples. Each warp does its
 * part of the n bins, when it has the sum of those before. */
__device__ __forceinline__ void
accumulate (uint32_t *bins, int n, uint32_t *sums)
{
  const int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  const int vectors = n / 8 / (blockDim.x / LANES);
  uint4 *at = (uint4 *)bins + warp * vectors;
  uint32_t sum = 0;

#pragma unroll 4
  for (int i = lane; i < vectors; i += LANES) {
    const uint4 v = at[i];
    /* no more than 65535 in all: neither half overflows */
    const uint32_t all = v.x + v.y + v.z + v.w;

    sum += (all & 0xffff) + (all >> 16);
  }
#pragma unroll
  for (int i = 1; i < LANES; i *= 2)
    sum += __shfl_xor_sync (0xffffffff, sum, i);
  if (lane == 0)
    sums[warp] = sum;
  __syncthreads ();

  sum = 0;
  for (int i = 0; i < warp; i++)
    sum += sums[i];
#pragma unroll 4
  for (int i = lane; i < vectors; i += LANES) {
    uint4 v = at[i];
    const uint32_t all = v.x + v.y + v.z + v.w;
    const uint32_t own = (all & 0xffff) + (all >> 16);
    uint32_t before = own;
    uint32_t *word[4] = { &v.x, &v.y, &v.z, &v.w };

#pragma unroll
    for (int k = 1; k < LANES; k *= 2) {
      const uint32_t other = __shfl_up_sync (0xffffffff, before, k);

      before += lane >= k ? other : 0;
    }
    const uint32_t total = __shfl_sync (0xffffffff, before, LANES - 1);

    before += sum - own;
    sum += total;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const uint32_t low = *word[k] & 0xffff, high = *word[k] >> 16;

      *word[k] = (before + low) << 16 | before;
      before += low + high;
    }
    at[i] = v;
  }
}

/* Fills a block's tables. All threads call, and all tables are ready after. */
__device__ __forceinline__ void
rank_samples (const Samples &s, int n_bins, uint32_t *sums)
{
  const uint32_t scale = 0xffffffff / s.per_code + 1;

  for (int i = threadIdx.x; i < n_bins / 8; i += blockDim.x)
    ((uint4 *)s.bins)[i] = make_uint4 (0, 0, 0, 0);
  __syncthreads ();
  for_samples (s, [&] (int, int, int n, const uint32_t (&value)[TOGETHER]) {
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
      if (i < n)
        count (s, value[i]);
  });
  __syncthreads ();
  accumulate (s.bins, n_bins, sums);
  __syncthreads ();
  for_samples (s, [&] (int x, int y, int n, const uint32_t (&value)[TOGETHER]) {
    uint32_t word[TOGETHER];

    /* all before the first is waited for */
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
      if (i < n)
        word[i] = count (s, value[i]);
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
      if (i < n) {
        const uint32_t rank = word[i] >> value[i] % 2 * 16 & 0xffff;

        s.list[rank] = (uint16_t)((y + i) << 8 | x);
        s.codes[(y + i) * s.code_pitch + x] = (uint8_t)__umulhi (rank, scale);
      }
  });
  __syncthreads ();
}

/* The window at (x, y), for two positions at a time, in bytes. */
struct Inside {
  static constexpr uint32_t high = 0x80808080;
  uint32_t origin, room; /* 128 - size */

  __device__ __forceinline__
  Inside (const Windows &w, int x, int y)
      : origin ((y << 8 | x) * 0x00010001u),
        room (high - (w.height << 8 | w.width) * 0x00010001u)
  {
  }

  /* Bits 7 and 23: 1 where the position is outside. Sizes are below 128. */
  __device__ __forceinline__ uint32_t
  outside (uint32_t positions) const
  {
    const uint32_t from = ((positions | high) - (origin & ~high))
                          ^ ((positions ^ ~origin) & high);
    const uint32_t beyond = ((from & ~high) + room) | from;

    return (beyond | beyond >> 8) & 0x00800080;
  }
};

/* Of the samples in the window at (x, y) that have this code, that of rank k
 * from 0. */
__device__ __forceinline__ uint32_t
find_sample (
    const Samples &s, const Windows &w, int x, int y, uint32_t code, int k)
{
  const uint4 *list = (const uint4 *)(s.list + code * s.per_code);
  const Inside window (w, x, y);
  uint4 next = list[0];

  for (uint32_t i = 1; i <= s.per_code / LISTED; i++) {
    const uint32_t word[LISTED / 2] = { next.x, next.y, next.z, next.w };
    uint32_t outside = 0;

    next = list[i]; /* the last one of these is not used */
#pragma unroll
    for (int j = 0; j < LISTED / 2; j++)
      outside |= window.outside (word[j]) >> j;

    const int inside = LISTED - __popc (outside);

    if (k >= inside) {
      k -= inside;
      continue;
    }
#pragma unroll
    for (int j = 0; j < LISTED; j++) {
      const uint32_t at = word[j / 2] >> j % 2 * 16 & 0xffff;

      if (!(outside >> ((j % 2 ? 23 : 7) - j / 2) & 1) && k-- == 0)
        return load_sample (s, at & 0xff, at >> 8);
    }
  }
  return 0; /* not reached */
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_RANK_2_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelRank rank)
{
  CF_DYNAMIC_SHARED (memory);
  __shared__ uint32_t sums[CF_RANK_2_THREADS / LANES];
  const int warps = blockDim.x / LANES, warp = threadIdx.x / LANES;
  const int lane = threadIdx.x % LANES;
  const int first_row = warp * CF_RANK_CHUNKS * rank.chunk_rows;
  const int columns = CF_RANK_COLUMNS (rank.tile_width + rank.window_width - 1);
  const Slabs slabs (memory, warp, columns, lane);
  uint8_t *scratch = rank.scratch + blockIdx.x * rank.block_bytes;
  uint32_t *results = (uint32_t *)(scratch + rank.results_at);

  for (uint32_t i = blockIdx.x; i < rank.n_tiles; i += gridDim.x) {
    const CfKernelPlane &plane = find_plane (rank.picture, i);
    const RankTile tile (rank, plane, i, warps);
    Samples s;

    s.src = plane.src + tile.channel * plane.src_channel
            + tile.y * plane.src_stride + tile.x * 2;
    s.stride = plane.src_stride;
    s.width = tile.width + rank.window_width - 1;
    s.height = tile.height + rank.window_height - 1;
    s.bins = (uint32_t *)scratch;
    s.list = (uint16_t *)(scratch + rank.list_at);
    s.codes = scratch + rank.codes_at;
    s.code_pitch = columns;
    s.per_code = (s.width * s.height + CF_RANK_LIST_UNIT - 1)
                 / CF_RANK_LIST_UNIT * LISTED;
    rank_samples (s, max (1 << plane.bits, CF_RANK_BINS_MIN), sums);

    const Windows windows = { s.codes + first_row * columns, columns,
      tile.width, rank.chunk_rows, tile.height - first_row, rank.window_width,
      rank.window_height, rank.limit };
    uint8_t *dst = plane.dst + tile.channel * plane.dst_channel
                   + (tile.y + first_row) * plane.dst_stride
                   + (int64_t)tile.x * plane.dst_step * 2;
    uint32_t *own = results + first_row * rank.tile_width;

    if (windows.valid_rows > 0) {
      find_ranks (windows, slabs, lane, [&] (int x, int y, int code, int k) {
        own[y * rank.tile_width + x] = code << 16 | k;
      });
      const int rows =
          min (windows.valid_rows, CF_RANK_CHUNKS * rank.chunk_rows);

      /* each lane's own results */
      for (int y = 0; y < rows; y++)
        for (int x = lane; x < windows.outputs; x += LANES) {
          const uint32_t result = own[y * rank.tile_width + x];

          *(uint16_t *)(dst + y * plane.dst_stride + x * plane.dst_step * 2) =
              (uint16_t)(find_sample (s, windows, x, first_row + y,
                             result >> 16, result & 0xffff)
                         << plane.shift);
        }
    }
  }
}
