/* The dominant vector of a field, and whether there was a cut: components are
 * counted, and the last block to end looks at the counts. */
#include "cuda/denoise/motion_block.cuh"

#define BINS CF_MOTION_BINS
#define ORDER_BITS 12

namespace
{

/* Lanes with equal numbers count them at once. All lanes call. */
__device__ __forceinline__ void
count (uint32_t *bins, int32_t component, bool counts)
{
  const uint32_t bin = cf_motion_bin (component);
  uint32_t left = __ballot_sync (CF_ALL_LANES, counts);

  while (left) {
    const int first = __ffs (left) - 1;
    const uint32_t of_first = __shfl_sync (CF_ALL_LANES, bin, first);
    const uint32_t same =
        __ballot_sync (CF_ALL_LANES, counts && bin == of_first);

    if ((int)threadIdx.x % 32 == first)
      atomicAdd (&bins[bin], (uint32_t)__popc (same));
    left &= ~same;
  }
}

/* A warp's: the bin that is largest with its neighbours, in all lanes. */
__device__ __forceinline__ int32_t
peak (const uint32_t *bins)
{
  uint64_t best = 0;

  for (int i = 1 + threadIdx.x % 32; i < BINS; i += 32) {
    const int distance = abs (i - BINS / 2);
    const uint32_t order = 2 * distance + (i > BINS / 2);
    const uint32_t sum =
        bins[i - 1] + 2 * bins[i] + (i + 1 < BINS ? bins[i + 1] : 0);
    const uint64_t key =
        (uint64_t)sum << ORDER_BITS | (((1u << ORDER_BITS) - 1) - order);

    best = key > best ? key : best;
  }
  for (int i = 1; i < 32; i *= 2) {
    const uint64_t other = shuffle_xor (best, i);

    best = other > best ? other : best;
  }

  const int order =
      ((1 << ORDER_BITS) - 1) - (int)(best & ((1 << ORDER_BITS) - 1));

  return order % 2 ? order / 2 : -(order / 2);
}

/* One thread's; counts are for the next search then. */
__device__ __forceinline__ bool
was_cut (const CfKernelMotion &d)
{
  volatile uint32_t *counts = d.counts;
  const CfKernelMotionPicture &p = d.frame[CF_MOTION_LEVELS - 1];
  const int32_t unmatched = counts[CF_MOTION_UNMATCHED],
                telling = counts[CF_MOTION_TELLING];
  int32_t changed = 0;

  for (int i = 0; i < CF_MOTION_CUT_BINS; i++)
    changed += abs ((int32_t)counts[CF_MOTION_CHANGED + i]);
  for (int i = 0; i < CF_MOTION_COUNTS; i++)
    counts[i] = 0;
  return cf_motion_is_cut (unmatched, telling,
      cf_motion_blocks (p.width) * cf_motion_blocks (p.height), changed,
      p.width * p.height);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMotion d)
{
  __shared__ uint32_t bins[2 * BINS];
  __shared__ uint32_t n_before;
  const int n = d.from.width * d.from.height;
  int32_t at;

  for (int i = threadIdx.x; i < 2 * BINS; i += CF_KERNEL_THREADS)
    bins[i] = 0;
  __syncthreads ();
  for (int first = blockIdx.x * CF_KERNEL_THREADS; first < n;
       first += gridDim.x * CF_KERNEL_THREADS) {
    const int i = min (first + (int)threadIdx.x, n - 1);
    const CfMotionVector v = d.from.vectors[i];
    const bool counts =
        first + (int)threadIdx.x < n && d.blocks[i] & CF_MOTION_IS_TEXTURED;

    count (bins, v.x, counts);
    count (bins + BINS, v.y, counts);
  }
  __syncthreads ();
  for (int i = threadIdx.x; i < 2 * BINS; i += CF_KERNEL_THREADS)
    if (bins[i])
      atomicAdd (&d.bins[i], bins[i]);
  __threadfence ();
  __syncthreads ();
  if (threadIdx.x == 0)
    n_before = atomicAdd (d.n_done, 1u);
  __syncthreads ();
  if (n_before + 1 < gridDim.x)
    return;

  __threadfence ();
  for (int i = threadIdx.x; i < 2 * BINS; i += CF_KERNEL_THREADS) {
    bins[i] = ((volatile uint32_t *)d.bins)[i];
    d.bins[i] = 0;
  }
  __syncthreads ();
  at = peak (threadIdx.x / 32 % 2 ? bins + BINS : bins);
  if (threadIdx.x == 0)
    d.dominant->x = (int16_t)at;
  if (threadIdx.x == 32)
    d.dominant->y = (int16_t)at;
  if (threadIdx.x == 64 && was_cut (d))
    *d.cut = 1;
  if (threadIdx.x == 96)
    *d.n_done = 0;
}
