/* An iteration in two launches: blocks without their small coefficients, and
 * what holes get of them (CF_STAGE). The second is bound by memory. */
#include "cuda/inpaint/inpaint_iteration.cuh"

#define SHRINK 0
#define COMBINE 1

#if CF_STAGE == SHRINK
#define THREADS CF_INPAINT_SHRINK_THREADS (CF_SIZE)

static __device__ __forceinline__ void
shrink (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  __shared__ float tiles[THREADS / CF_SIZE][CF_SIZE * PITCH];

  if (k.iteration >= p.iterations)
    return;
  shrink_block<false> (p, grid_of (p, k.iteration, k.shift_x, k.shift_y),
      cf_inpaint_block_of_part (k) * (THREADS / CF_SIZE)
          + threadIdx.x / CF_SIZE,
      threshold_of (p, k.iteration), tiles[threadIdx.x / CF_SIZE]);
}
#else
#define THREADS CF_INPAINT_THREADS

static __device__ __forceinline__ void
combine (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  const int words = words_across (p), block = cf_inpaint_block_of_part (k);

  if (k.iteration >= p.iterations)
    return;
  combine_rows<false> (p, grid_of (p, k.iteration, k.shift_x, k.shift_y),
      p.holes.left / 32 + block % words,
      p.holes.top + block / words * CF_INPAINT_COMBINE_HEIGHT
          + threadIdx.x / 32 * ROWS,
      momentum_of (k, p));
}
#endif

extern "C" __global__ void
__launch_bounds__ (THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelInpaint k)
{
  const CfKernelInpaintPart &p = cf_inpaint_part (k);

  allow_next ();
  await_previous ();
#if CF_STAGE == SHRINK
  shrink (k, p);
#else
  combine (k, p);
#endif
}
