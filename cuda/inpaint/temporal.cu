/* Temporal repair (engine/inpaint/cfinpainttemporal.h): samples' states, a
 * reference as a search takes it, what blocks take from a reference, and what
 * holes do. Work is in proportion to the holes, but for a look at each sample's
 * state. */
#include "cuda/device-code/warp.cuh"
#include "cuda/inpaint/temporalkernels.h"

#define WARPS (CF_TEMPORAL_THREADS / 32)
#define AROUND (CF_MOTION_TAPS / 2 - 1) /* taps in front of the sample */
/* samples of a window that a lane has */
#define SAMPLES (CF_TEMPORAL_WINDOW * CF_TEMPORAL_WINDOW / 32)

namespace
{

template <typename Plane>
__device__ __forceinline__ int
load (const Plane &p, const uint8_t *data, int x, int y, int channel)
{
  const uint8_t *at =
      data + y * p.stride + ((int64_t)x * p.step + channel) * p.bytes;

  return (p.bytes == 1 ? *at : *(const uint16_t *)at) >> p.shift;
}

__device__ __forceinline__ void
store (const CfKernelTemporalPlane &p, int x, int y, int channel, int value)
{
  uint8_t *at =
      p.data + y * p.stride + ((int64_t)x * p.step + channel) * p.bytes;

  if (p.bytes == 1)
    *at = (uint8_t)(value << p.shift);
  else
    *(uint16_t *)at = (uint16_t)(value << p.shift);
}

/* The thread's plane and sample; FALSE: none. */
__device__ __forceinline__ bool
find_sample (const CfKernelTemporal &d, int &plane, int &x, int &y)
{
  int64_t at;

  plane = 0;
  while (plane + 1 < d.n_planes && d.plane[plane + 1].first_block <= blockIdx.x)
    plane++;

  const CfKernelTemporalPlane &p = d.plane[plane];

  at =
      (int64_t)(blockIdx.x - p.first_block) * CF_TEMPORAL_THREADS + threadIdx.x;
  y = (int)(at / p.width);
  x = (int)(at % p.width);
  return y < p.height;
}

/* --- blocks --- */

__device__ __forceinline__ int
sum_of_warp (int v)
{
#pragma unroll
  for (int i = 1; i < 32; i *= 2)
    v += (int)__shfl_xor_sync (CF_ALL_LANES, (uint32_t)v, i);
  return v;
}

/* A warp's block, and the window of which each lane has some samples. */
struct Window {
  const CfTemporalPictures &p;
  const int bx, by, lane;
  int level, n; /* known samples, of all lanes */
  uint32_t known;

  __device__ __forceinline__
  Window (const CfTemporalPictures &p, int bx, int by, int lane)
      : p (p), bx (bx), by (by), lane (lane), level (0), n (0), known (0)
  {
  }

  __device__ __forceinline__ int
  x (int i) const
  {
    return cf_temporal_window (bx, level)
           + (((lane + 32 * i) % CF_TEMPORAL_WINDOW) << level);
  }

  __device__ __forceinline__ int
  y (int i) const
  {
    return cf_temporal_window (by, level)
           + (((lane + 32 * i) / CF_TEMPORAL_WINDOW) << level);
  }

  __device__ __forceinline__ void
  look_around ()
  {
    known = 0;
    for (int i = 0; i < SAMPLES; i++)
      known |= (uint32_t)cf_temporal_is_known (&p, x (i), y (i)) << i;
    n = sum_of_warp (__popc (known));
  }

  /* In the block and those around it. */
  __device__ __forceinline__ bool
  has_hole_near () const
  {
    bool any = false;

    for (int i = 0; i < SAMPLES; i++) {
      const int at = lane + 32 * i;
      const int left = (bx - 1) * CF_MOTION_BLOCK + at % CF_TEMPORAL_WINDOW;
      const int top = (by - 1) * CF_MOTION_BLOCK + at / CF_TEMPORAL_WINDOW;

      any |= left >= 0 && left < p.width && top >= 0 && top < p.height
             && p.states[(int64_t)top * p.width + left] != CF_TEMPORAL_KNOWN;
    }
    return __ballot_sync (CF_ALL_LANES, any) != 0;
  }

  __device__ __forceinline__ int
  sample (int i) const
  {
    return p.frame[(int64_t)y (i) * p.stride + x (i)];
  }

  /* The sum of absolute differences from the mean. */
  __device__ __forceinline__ int
  texture () const
  {
    int sum = 0, differences = 0, mean;

    for (int i = 0; i < SAMPLES; i++)
      if (known >> i & 1)
        sum += sample (i);
    mean = (sum_of_warp (sum) + n / 2) / n;
    for (int i = 0; i < SAMPLES; i++)
      if (known >> i & 1)
        differences += abs (sample (i) - mean);
    return sum_of_warp (differences);
  }

  /* Pairs, of all lanes. */
  __device__ __forceinline__ int
  match (CfMotionVector v, int &differences) const
  {
    int pairs = 0, sum = 0;

    for (int i = 0; i < SAMPLES; i++)
      if (known >> i & 1) {
        const CfTemporalPair pair = cf_temporal_pair (&p, x (i), y (i), v);

        pairs += pair.counts;
        sum += pair.difference;
      }
    differences = sum_of_warp (sum);
    return sum_of_warp (pairs);
  }
};

__device__ __forceinline__ CfMotionVector
candidate (const CfKernelTemporalBlocks &d, const Window &w, int i)
{
  return cf_temporal_candidate (d.field.vectors, d.field.width, d.field.height,
      *d.dominant, w.bx, w.by, w.level, i);
}

/* Whether one before it is the same. */
__device__ __forceinline__ bool
was_tried (
    const CfKernelTemporalBlocks &d, const Window &w, int n, CfMotionVector v)
{
  for (int i = 0; i < n; i++) {
    const CfMotionVector other = candidate (d, w, i);

    if (other.x == v.x && other.y == v.y)
      return true;
  }
  return false;
}

/* All lanes of a warp. */
__device__ __forceinline__ CfTemporalChoice
choose (const CfKernelTemporalBlocks &d, int bx, int by, int lane)
{
  Window w (d.pictures, bx, by, lane);
  CfTemporalChoice best = { { 0, 0 }, CF_TEMPORAL_REFUSED };
  int pairs = 0, differences = 0;

  if (*d.cut || !w.has_hole_near ())
    return best;
  w.look_around ();
  while (w.n < CF_TEMPORAL_ENOUGH && w.level < CF_TEMPORAL_LEVELS - 1) {
    w.level++;
    w.look_around ();
  }
  if (w.n < CF_TEMPORAL_FEW)
    return best;
  for (int i = 0; i < CF_TEMPORAL_CANDIDATES; i++) {
    const CfMotionVector v = candidate (d, w, i);
    int own_pairs, own_differences;

    if (was_tried (d, w, i, v))
      continue;
    own_pairs = w.match (v, own_differences);
    if (cf_temporal_is_enough (own_pairs, w.n)
        && (pairs == 0 || own_differences * pairs < differences * own_pairs)) {
      pairs = own_pairs;
      differences = own_differences;
      best.v = v;
    }
  }
  if (pairs > 0 && cf_temporal_fits (differences, pairs, w.texture (), w.n))
    best.difference = cf_temporal_mean_difference (differences, pairs);
  return best;
}

/* --- samples --- */

/* One of the blocks around a sample. */
struct Block {
  int weight, index; /* of 4 W H, of blocks of W x H */
  uint32_t uses;     /* bit i: reference i */
};

struct Sample {
  const CfKernelTemporalPlane &p;
  const int n_references, x, y;

  __device__ __forceinline__ CfMotionVector
  vector_of (int reference, int block) const
  {
    CfMotionVector v = p.reference[reference].choices[block].v;

    v.x = (int16_t)cf_denoise_subsampled (v.x, p.halved_x);
    v.y = (int16_t)cf_denoise_subsampled (v.y, p.halved_y);
    return v;
  }

  __device__ __forceinline__ uint32_t
  find_uses (int block) const
  {
    int best = CF_TEMPORAL_REFUSED;
    uint32_t uses = 0;

    for (int i = 0; i < n_references; i++)
      best = min (best, (int)p.reference[i].choices[block].difference);
    for (int i = 0; i < n_references; i++)
      if (cf_temporal_uses (p.reference[i].choices[block].difference, best)
          && cf_temporal_leads (p.reference[i].states, p.width, p.height, x, y,
              vector_of (i, block)))
        uses |= 1u << i;
    return uses;
  }

  __device__ __forceinline__ void
  find_blocks (Block (&blocks)[4]) const
  {
    const int width = CF_MOTION_BLOCK >> p.halved_x;
    const int height = CF_MOTION_BLOCK >> p.halved_y;
    int to_x, to_y;
    const int own_x = cf_temporal_weight (x, width, &to_x);
    const int own_y = cf_temporal_weight (y, height, &to_y);

#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int bx = x / width + (i % 2 ? to_x : 0);
      const int by = y / height + (i / 2 ? to_y : 0);

      blocks[i].weight = (i % 2 ? 2 * width - own_x : own_x)
                         * (i / 2 ? 2 * height - own_y : own_y);
      blocks[i].index = cf_motion_clamp (by, 0, p.down - 1) * p.across
                        + cf_motion_clamp (bx, 0, p.across - 1);
      blocks[i].uses = find_uses (blocks[i].index);
    }
  }

  __device__ __forceinline__ int
  interpolate (int reference, int channel, CfMotionVector v) const
  {
    const int most = (1 << p.bits) - 1;
    const int left = x + (v.x >> 2) - AROUND, top = y + (v.y >> 2) - AROUND;
    int sum = 0;

#pragma unroll 1
    for (int j = 0; j < CF_MOTION_TAPS; j++) {
      const int down = cf_motion_taps[v.y & 3][j];
      const int row = cf_motion_clamp (top + j, 0, p.height - 1);
      int of_row = 0;

      if (down == 0)
        continue;
#pragma unroll
      for (int i = 0; i < CF_MOTION_TAPS; i++)
        if (cf_motion_taps[v.x & 3][i] != 0)
          of_row +=
              cf_motion_taps[v.x & 3][i]
              * load (p, p.reference[reference].data,
                  cf_motion_clamp (left + i, 0, p.width - 1), row, channel);
      sum += down * cf_motion_rounded (of_row, most);
    }
    return cf_motion_rounded (sum, most);
  }

  __device__ __forceinline__ int
  predict (const Block &block, int channel) const
  {
    int sum = 0, n = 0;

    for (int i = 0; i < n_references; i++)
      if (block.uses >> i & 1) {
        sum += interpolate (i, channel, vector_of (i, block.index));
        n++;
      }
    return n > 0 ? (2 * sum + n) / (2 * n) : load (p, p.data, x, y, channel);
  }

  __device__ __forceinline__ void
  repair () const
  {
    const int all =
        4 * (CF_MOTION_BLOCK >> p.halved_x) * (CF_MOTION_BLOCK >> p.halved_y);
    Block blocks[4];
    int of_time = 0;

    find_blocks (blocks);
#pragma unroll
    for (int i = 0; i < 4; i++)
      of_time += blocks[i].uses ? blocks[i].weight : 0;
    if (of_time == 0)
      return;
#pragma unroll 1
    for (int c = 0; c < p.channels; c++) {
      int sum = all / 2;

#pragma unroll 1
      for (int i = 0; i < 4; i++)
        sum += blocks[i].weight * predict (blocks[i], c);
      store (p, x, y, c, sum / all);
    }
    if (2 * of_time >= all)
      p.states[(int64_t)y * p.width + x] = CF_TEMPORAL_TIME;
  }
};

} // namespace

#if CF_STAGE == 0 /* states */
extern "C" __global__ void
__launch_bounds__ (CF_TEMPORAL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelTemporal d)
{
  int plane, x, y;

  if (!find_sample (d, plane, x, y))
    return;

  const CfKernelTemporalPlane &p = d.plane[plane];
  bool is_hole = false;

  if (p.holes)
    is_hole =
        p.holes[(int64_t)y * ((p.width + 31) / 32) + x / 32] >> x % 32 & 1;
  if (p.alpha) {
    const uint8_t *at = p.alpha + y * p.alpha_stride
                        + (int64_t)x * p.alpha_step * p.alpha_bytes;

    is_hole |=
        (p.alpha_bytes == 1 ? *at : *(const uint16_t *)at) >> p.alpha_shift
        == 0;
  }
  p.states[(int64_t)y * p.width + x] =
      is_hole ? CF_TEMPORAL_SPACE : CF_TEMPORAL_KNOWN;
}
#elif CF_STAGE == 1 /* lead */
extern "C" __global__ void
__launch_bounds__ (CF_TEMPORAL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelTemporalLead d)
{
  const int64_t at = (int64_t)blockIdx.x * CF_TEMPORAL_THREADS + threadIdx.x;
  const int x = (int)(at % d.width), y = (int)(at / d.width);

  if (y >= d.height)
    return;

  const uint8_t *from =
      d.src + y * d.src_stride + (int64_t)x * d.src_step * d.bytes;
  const int value = (d.bytes == 1 ? *from : *(const uint16_t *)from) >> d.shift;

  d.last[(int64_t)y * d.last_stride + x] =
      (uint16_t)((value << 8) >> d.bits << 8);
}
#elif CF_STAGE == 2 /* choose */
extern "C" __global__ void
__launch_bounds__ (CF_TEMPORAL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelTemporalBlocks d)
{
  const int lane = threadIdx.x % 32;
  const int block = blockIdx.x * WARPS + threadIdx.x / 32;
  CfTemporalChoice choice;

  if (block >= d.field.width * d.field.height)
    return;
  choice = choose (d, block % d.field.width, block / d.field.width, lane);
  if (lane == 0)
    d.choices[block] = choice;
}
#else               /* repair */
extern "C" __global__ void
__launch_bounds__ (CF_TEMPORAL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelTemporal d)
{
  int plane, x, y;

  if (!find_sample (d, plane, x, y))
    return;

  const CfKernelTemporalPlane &p = d.plane[plane];

  if (p.states[(int64_t)y * p.width + x] != CF_TEMPORAL_SPACE)
    return;
  Sample{ p, d.n_references, x, y }.repair ();
}
#endif
