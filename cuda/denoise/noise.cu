/* How strong the noise is: sums of tiles are counted, and the last block to end
 * makes the estimates of the counts: engine/denoise/cfdenoisenoise.h. A frame
 * is compared with the last result, or where CF_OF_FRAMES is 1 with another
 * frame.
 *
 * A block has the tiles' rows of differences shared out to its warps; a lane
 * has four columns, a tile four lanes. Bound by the way to memory: a warp's
 * loads are all on their way before it uses any. */
#include "cuda/denoise/recursivekernels.h"
#include "cuda/device-code/dependent.cuh"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/warp.cuh"
#include "engine/denoise/cfdenoisenoise.h"
#include "engine/denoise/cfdenoiserecursive.h"

#define LANE CF_RECURSIVE_LANE
#define ROWS (CF_NOISE_ROWS + 2)

namespace
{

/* Of a lane's or a tile's differences, and of what its class goes by: less than
 * 2^20, and above those bits how many samples are clipped. */
struct Sums {
  uint32_t a, b, samples;
};

#define CLIPPED_BIT 20

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
      own.apart, own.last_layout == CF_RECURSIVE_VECTOR, own.width - x, l.last);
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

/* A sample of what tells the light, at a place of the plane of colour. */
static __device__ __forceinline__ uint32_t
load_light (const CfKernelLight &light, int x, int y)
{
  const uint8_t *at =
      light.at + ((int64_t)y << light.halved_y) * light.stride
      + ((int64_t)x << light.halved_x) * light.step * light.bytes;
  const uint32_t v =
      light.bytes == 2 ? __ldg ((const uint16_t *)at) : __ldg (at);

  return (v << (16 - light.bits - light.shift)
             & (0xffff << (16 - light.bits) & 0xffff))
         >> 4;
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
  uint32_t first = 0; /* samples of the lane's first column */
  uint32_t light = 0;

#pragma unroll
  for (int i = 0; i < ROWS; i++)
    if (x < own.width)
      load (plane, own, place, x, y + i, loaded[i]);
    else
      loaded[i] = Loaded{};
  if (own.light.at && x < own.width)
    light = load_light (own.light, x, y + 1);
#pragma unroll
  for (int i = 0; i < ROWS; i++)
    rows[i] = value (plane, loaded[i]);
#pragma unroll
  for (int i = 1; i < ROWS - 1; i++) {
    sums.a += add_row (rows[i - 1].v, rows[i].v, rows[i + 1].v);
    sums.b += add_row (rows[i - 1].d, rows[i].d, rows[i + 1].d);
#pragma unroll
    for (int k = 0; k < LANE; k++) {
      const uint32_t clipped = rows[i].v[k] == 0 || rows[i].v[k] == greatest;

      (k ? sums.samples : first) += rows[i].v[k] + (clipped << CLIPPED_BIT);
    }
  }
  sums.a = add_lanes (sums.a);
  sums.b = add_lanes (sums.b);
  sums.samples = add_lanes (
      sums.samples + __shfl_sync (CF_ALL_LANES, first, min (lane + 1, 31)));
  if (own.is_colour)
    sums.samples =
        (sums.samples >> CLIPPED_BIT << CLIPPED_BIT) + add_lanes (light);
  return sums;
}

/* What the tile is compared with, in eighths of a frame. */
static __device__ __forceinline__ uint32_t
count_of (
    const CfKernelRecursivePlane &own, bool is_first, const Place &place, int i)
{
  if (is_first)
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
    bool is_first, const Place &place, int i, Sums sums)
{
  const uint32_t count = count_of (own, is_first, place, i);
  const uint32_t share = cf_denoise_noise_share (count / CF_DENOISE_WHOLE);

  const uint32_t bin =
      cf_denoise_bin (cf_denoise_tile_sum (sums.a, sums.b, share, count));
  const uint32_t number = cf_denoise_tile_class (
      sums.samples & ((1u << CLIPPED_BIT) - 1), own.is_colour);

  if (sums.samples >> CLIPPED_BIT <= CF_DENOISE_TILE_CLIPPED)
    atomicAdd (&d.bins[own.estimate * CF_DENOISE_CLASS_BINS
                       + number * CF_DENOISE_BINS + bin],
        1u);
}

/* --- estimates --- */

#define LANE_BINS (CF_DENOISE_BINS / 32)
static_assert (LANE_BINS * 32 == CF_DENOISE_BINS, "lanes share all bins");

/* Of the tiles in a warp's bins, `end` of which are in this lane's and in those
 * of the lanes before. */
static __device__ __forceinline__ uint32_t
find_sum (const uint32_t (&bins)[LANE_BINS], uint32_t end, uint32_t rank)
{
  const int first = threadIdx.x % 32 * LANE_BINS;
  const int owner = __popc (__ballot_sync (CF_ALL_LANES, end <= rank));
  uint32_t sum = 0;

#pragma unroll
  for (int i = LANE_BINS - 1; i >= 0; i--) {
    const uint32_t before = end - bins[i];

    if (rank >= before && rank < end)
      sum = cf_denoise_sum_in_bin (first + i, bins[i], rank - before);
    end = before;
  }
  return __shfl_sync (CF_ALL_LANES, sum, owner);
}

/* A warp's class: what its tiles tell, and bins for the next frame. */
static __device__ __forceinline__ CfDenoiseClass
find_class (uint32_t *all)
{
  const int lane = threadIdx.x % 32;
  volatile uint32_t *at = all + lane * LANE_BINS;
  uint32_t bins[LANE_BINS], end = 0;
  CfDenoiseClass result = {};

#pragma unroll
  for (int i = 0; i < LANE_BINS; i++)
    bins[i] = at[i];
#pragma unroll
  for (int i = 0; i < LANE_BINS; i++) {
    end += bins[i];
    at[i] = 0;
  }
  for (int i = 1; i < 32; i *= 2) {
    const uint32_t others = __shfl_up_sync (CF_ALL_LANES, end, i);

    end += lane >= i ? others : 0;
  }
  result.tiles = __shfl_sync (CF_ALL_LANES, end, 31);
  if (result.tiles == 0)
    return result;
  result.sum = find_sum (bins, end, cf_denoise_tile_rank (result.tiles));
  return result;
}

/* All of a block's threads call. */
static __device__ __forceinline__ void
estimate (const CfKernelRecursive &d, bool is_unknown)
{
  __shared__ CfDenoiseClass classes[CF_KERNEL_PLANES][CF_DENOISE_CLASSES];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

#pragma unroll 1
  for (int i = warp; i < d.picture.n_planes * CF_DENOISE_CLASSES;
       i += CF_KERNEL_WARPS) {
    const int number = i % CF_DENOISE_CLASSES;
    const CfKernelRecursivePlane &own = d.plane[i / CF_DENOISE_CLASSES];
    const CfDenoiseClass found =
        find_class (d.bins + own.estimate * CF_DENOISE_CLASS_BINS
                    + number * CF_DENOISE_BINS);

    if (lane == 0)
      classes[i / CF_DENOISE_CLASSES][number] = found;
  }
  __syncthreads ();
  if ((int)threadIdx.x < d.picture.n_planes) {
    const CfKernelRecursivePlane &own = d.plane[threadIdx.x];
    uint32_t *last = d.estimates + own.estimate;
    const uint32_t sigma = cf_denoise_sigma_next (is_unknown ? 0 : *last,
        cf_denoise_sigma_of_sum (
            cf_denoise_sum_of_classes (classes[threadIdx.x])));

    *last = sigma;
    *(volatile uint32_t *)&d.told[own.estimate] =
        CF_NOISE_TELL (d.history, sigma);
  }
}

} // namespace

/* Seven blocks a multiprocessor: registers enough for all rows. */
extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS, 7)
    CF_KERNEL (const __grid_constant__ CfKernelRecursive d)
{
  allow_next ();
  await_previous ();

  __shared__ Sums shared[CF_KERNEL_WARPS][CF_NOISE_TILES];
  __shared__ uint32_t n_before;

  const bool is_cut = d.cut && __ldg (d.cut);
  const bool begins = d.is_unknown || is_cut;

  if (d.again ? !is_cut
              : !begins && !cf_denoise_is_estimated (d.frame - __ldg (d.began)))
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
      all.samples += shared[i][threadIdx.x].samples;
    }
    count_tile (d, own, d.is_first || (is_cut && !CF_OF_FRAMES), place,
        threadIdx.x, all);
    __threadfence ();
  }
  __syncthreads ();
  if (threadIdx.x == 0)
    n_before = atomicAdd (d.n_done, 1u);
  __syncthreads ();
  if (n_before + 1 < gridDim.x)
    return;

  __threadfence ();
  estimate (d, begins);
  if (threadIdx.x == 0) {
    *d.n_done = 0;
    if (begins)
      *d.began = d.frame;
  }
}
