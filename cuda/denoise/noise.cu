/* How strong the noise is: sums of tiles are counted, and the last block to end
 * makes the estimates of the counts: engine/denoise/cfdenoisenoise.h. A frame
 * is compared with the last result, or where CF_OF_FRAMES is 1 with another
 * frame.
 *
 * A block has the tiles' rows of differences shared out to its warps; a lane
 * has four columns, a tile four lanes. Bound by the way to memory: a warp's
 * loads are all on their way before it uses any. */
#include "cuda/denoise/recursivekernels.h"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/warp.cuh"
#include "engine/denoise/cfdenoisenoise.h"
#include "engine/denoise/cfdenoiserecursive.h"

#define LANE CF_RECURSIVE_LANE
#define ROWS (CF_NOISE_ROWS + 2)

namespace
{

/* Of a lane's or a tile's differences. */
struct Sums {
  uint32_t a, b, clipped;
};

/* Four samples of 12 bits, and less the last result's. */
struct Values {
  int32_t v[LANE], d[LANE];
};

/* As they lie in memory: samples, and last results, two a word, or the other
 * frame's samples. */
struct Loaded {
  uint32_t sample[LANE], last[CF_OF_FRAMES ? LANE : LANE / 2];
};

/* Where a block's tiles are. */
struct Place {
  uint32_t channel;
  int tile, n_tiles, tile_row; /* the first, those in the picture */

  __device__ __forceinline__
  Place (const CfKernelPlane &plane, const CfKernelRecursivePlane &own)
  {
    uint32_t block = blockIdx.x - plane.first_block;

    channel = split_channel (plane, block);

    const Position position = find_block (plane, block);

    tile = position.x * CF_NOISE_TILES;
    n_tiles = min (CF_NOISE_TILES, plane.width - tile);
    tile_row = position.y * own.tile_step;
  }
};

static __device__ __forceinline__ void
load_samples (const uint8_t *at, int step, bool is_vector, int n,
    uint32_t (&sample)[LANE])
{
  if (is_vector && n >= LANE) {
#if CF_BYTES == 2
    const uint2 word = __ldg ((const uint2 *)at);

    sample[0] = word.x & 0xffff;
    sample[1] = word.x >> 16;
    sample[2] = word.y & 0xffff;
    sample[3] = word.y >> 16;
#else
    const uint32_t word = __ldg ((const uint32_t *)at);

#pragma unroll
    for (int i = 0; i < LANE; i++)
      sample[i] = word >> 8 * i & 0xff;
#endif
    return;
  }
#pragma unroll
  for (int i = 0; i < LANE; i++) {
    const uint8_t *one = at + (int64_t)i * step * CF_BYTES;

    sample[i] = 0;
    if (i < n)
      sample[i] = CF_BYTES == 2 ? __ldg ((const uint16_t *)one) : __ldg (one);
  }
}

static __device__ __forceinline__ void
load (const CfKernelPlane &plane, const CfKernelRecursivePlane &own,
    const Place &place, int x, int y, Loaded &l)
{
  const uint8_t *last = own.last + place.channel * own.channel;

#if CF_OF_FRAMES
  load_samples (
      last + ((int64_t)y * own.stride + (int64_t)x * own.apart) * CF_BYTES,
      own.apart, own.apart == 1, own.width - x, l.last);
#else
  const uint2 results =
      __ldg ((const uint2 *)(last + 2 * ((int64_t)y * own.stride + x)));

  l.last[0] = results.x;
  l.last[1] = results.y;
#endif
  load_samples (plane.src + place.channel * plane.src_channel
                    + y * plane.src_stride
                    + (int64_t)x * plane.src_step * CF_BYTES,
      plane.src_step, own.layout == CF_RECURSIVE_VECTOR, own.width - x,
      l.sample);
}

static __device__ __forceinline__ Values
value (const CfKernelPlane &plane, const Loaded &l)
{
  const uint32_t up = 16 - plane.bits - plane.shift;
  const uint32_t bits = 0xffff << (16 - plane.bits) & 0xffff;
  Values result;

#pragma unroll
  for (int i = 0; i < LANE; i++) {
    const int32_t v = (l.sample[i] << up & bits) >> 4;
#if CF_OF_FRAMES
    const int32_t last = (l.last[i] << up & bits) >> 4;
#else
    const int32_t last = l.last[i / 2] >> (i % 2 * 16 + 4) & 0xfff;
#endif

    result.v[i] = v;
    result.d[i] = min (
        max (v - last, -CF_DENOISE_DIFFERENCE_MAX), CF_DENOISE_DIFFERENCE_MAX);
  }
  return result;
}

/* |h| of the four columns from a lane's second one on, by differences of rows;
 * the first two of the next lane's are needed. All lanes call. */
static __device__ __forceinline__ uint32_t
add_row (const int32_t (&above)[LANE], const int32_t (&on)[LANE],
    const int32_t (&below)[LANE])
{
  const int lane = threadIdx.x % 32;
  int32_t down[LANE + 2];
  uint32_t next, sum = 0;

#pragma unroll
  for (int i = 0; i < LANE; i++)
    down[i] = above[i] - 2 * on[i] + below[i];
  next = __shfl_sync (CF_ALL_LANES,
      ((uint32_t)down[0] & 0xffff) | (uint32_t)down[1] << 16,
      min (lane + 1, 31));
  down[LANE] = (int16_t)next;
  down[LANE + 1] = (int32_t)next >> 16;
#pragma unroll
  for (int i = 0; i < LANE; i++)
    sum += abs (down[i] - 2 * down[i + 1] + down[i + 2]);
  return sum;
}

static __device__ __forceinline__ uint32_t
add_lanes (uint32_t v)
{
  v += __shfl_xor_sync (CF_ALL_LANES, v, 1);
  return v + __shfl_xor_sync (CF_ALL_LANES, v, 2);
}

/* A warp's rows of each tile, in the first of its lanes. */
static __device__ __forceinline__ Sums
add_tiles (const CfKernelPlane &plane, const CfKernelRecursivePlane &own,
    const Place &place)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int x = place.tile * CF_DENOISE_TILE + lane * LANE;
  const int y = place.tile_row * CF_DENOISE_TILE + warp * CF_NOISE_ROWS;
  const int32_t greatest = (0xffff << (16 - plane.bits) & 0xffff) >> 4;
  Loaded loaded[ROWS];
  Values rows[ROWS];
  Sums sums = {};
  uint32_t first = 0; /* clipped samples of the lane's first column */

#pragma unroll
  for (int i = 0; i < ROWS; i++)
    if (x < own.width)
      load (plane, own, place, x, y + i, loaded[i]);
    else
      loaded[i] = Loaded{};
#pragma unroll
  for (int i = 0; i < ROWS; i++)
    rows[i] = value (plane, loaded[i]);
#pragma unroll
  for (int i = 1; i < ROWS - 1; i++) {
    sums.a += add_row (rows[i - 1].v, rows[i].v, rows[i + 1].v);
    sums.b += add_row (rows[i - 1].d, rows[i].d, rows[i + 1].d);
#pragma unroll
    for (int k = 0; k < LANE; k++) {
      const bool clipped = rows[i].v[k] == 0 || rows[i].v[k] == greatest;

      (k ? sums.clipped : first) += clipped;
    }
  }
  sums.a = add_lanes (sums.a);
  sums.b = add_lanes (sums.b);
  sums.clipped = add_lanes (
      sums.clipped + __shfl_sync (CF_ALL_LANES, first, min (lane + 1, 31)));
  return sums;
}

/* What the tile is compared with, in eighths of a frame. */
static __device__ __forceinline__ uint32_t
count_of (const CfKernelRecursive &d, const CfKernelRecursivePlane &own,
    const Place &place, int i)
{
  if (d.is_first)
    return 0;
#if CF_OF_FRAMES
  return CF_DENOISE_WHOLE;
#else
  const int64_t at =
      (int64_t)(place.tile_row * CF_DENOISE_TILE + 1) * own.stride
      + (place.tile + i) * CF_DENOISE_TILE + 1;

  return own.last[place.channel * own.channel + own.counts + at];
#endif
}

/* Puts a tile into its bin. */
static __device__ __forceinline__ void
count_tile (const CfKernelRecursive &d, const CfKernelRecursivePlane &own,
    const Place &place, int i, Sums sums)
{
  const uint32_t count = count_of (d, own, place, i);
  const uint32_t share = cf_denoise_noise_share (count / CF_DENOISE_WHOLE);

  if (sums.clipped <= CF_DENOISE_TILE_CLIPPED)
    atomicAdd (&d.bins[own.estimate * CF_DENOISE_BINS
                       + cf_denoise_bin (
                           cf_denoise_tile_sum (sums.a, sums.b, share, count))],
        1u);
}

/* --- estimates --- */

#define LANE_BINS (CF_DENOISE_BINS / 32)
static_assert (LANE_BINS * 32 == CF_DENOISE_BINS, "lanes share all bins");

/* Of the tiles in all bins, of which each lane has some. One lane gets it, and
 * says so; where there is no tile, the first one. */
static __device__ __forceinline__ bool
find_sigma (const volatile uint32_t *bins, uint32_t *sigma)
{
  const int lane = threadIdx.x % 32;
  uint32_t n = 0, end, rank, before;
  int bin = lane * LANE_BINS;

  for (int i = 0; i < LANE_BINS; i++)
    n += bins[bin + i];
  end = n; /* of this lane's and all before */
  for (int i = 1; i < 32; i *= 2) {
    const uint32_t others = __shfl_up_sync (CF_ALL_LANES, end, i);

    end += lane >= i ? others : 0;
  }
  rank = __shfl_sync (CF_ALL_LANES, end, 31);
  *sigma = 0;
  if (rank == 0)
    return lane == 0;
  rank = cf_denoise_tile_rank (rank);
  before = end - n;
  if (rank < before || rank >= end)
    return false;
  for (; before + bins[bin] <= rank; bin++)
    before += bins[bin];
  *sigma = cf_denoise_sigma_in_bin (bin, bins[bin], rank - before);
  return true;
}

/* A warp's plane: its estimate, and bins for the next frame. */
static __device__ __forceinline__ void
estimate (const CfKernelRecursive &d, uint32_t number)
{
  volatile uint32_t *bins = d.bins + number * CF_DENOISE_BINS;
  uint32_t sigma;

  if (find_sigma (bins, &sigma)) {
    sigma =
        cf_denoise_sigma_next (d.is_unknown ? 0 : d.estimates[number], sigma);
    d.estimates[number] = sigma;
    *(volatile uint32_t *)&d.told[number] = CF_NOISE_TELL (d.history, sigma);
  }
  __syncwarp ();
  for (int i = threadIdx.x % 32; i < CF_DENOISE_BINS; i += 32)
    bins[i] = 0;
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelRecursive d)
{
  __shared__ Sums shared[CF_KERNEL_WARPS][CF_NOISE_TILES];
  __shared__ uint32_t n_before;

  if (d.cut && !__ldg (d.cut))
    return;

  const CfKernelPlane &plane = find_plane (d.picture);
  const CfKernelRecursivePlane &own = d.plane[&plane - d.picture.plane];
  const Place place (plane, own);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Sums sums = add_tiles (plane, own, place);

  if (lane % (CF_DENOISE_TILE / LANE) == 0
      && lane / (CF_DENOISE_TILE / LANE) < CF_NOISE_TILES)
    shared[warp][lane / (CF_DENOISE_TILE / LANE)] = sums;
  __syncthreads ();
  if ((int)threadIdx.x < place.n_tiles) {
    Sums all = shared[0][threadIdx.x];

    for (int i = 1; i < CF_KERNEL_WARPS; i++) {
      all.a += shared[i][threadIdx.x].a;
      all.b += shared[i][threadIdx.x].b;
      all.clipped += shared[i][threadIdx.x].clipped;
    }
    count_tile (d, own, place, threadIdx.x, all);
    __threadfence ();
  }
  __syncthreads ();
  if (threadIdx.x == 0)
    n_before = atomicAdd (d.n_done, 1u);
  __syncthreads ();
  if (n_before + 1 < gridDim.x)
    return;

  __threadfence ();
  for (int i = warp; i < d.picture.n_planes; i += CF_KERNEL_WARPS)
    estimate (d, d.plane[i].estimate);
  if (threadIdx.x == 0)
    *d.n_done = 0;
}
