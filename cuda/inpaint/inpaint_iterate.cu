/* All iterations of local inpainting in one launch, a cluster of blocks for a
 * channel: of holes so small that launches would take longer than their work.
 * What blocks of the cluster tell each other goes through the L2 cache; a
 * barrier of the cluster parts writing from reading. */
#include "cuda/inpaint/inpaint_iteration.cuh"

#define GROUPS (CF_INPAINT_THREADS / CF_SIZE)
#define WARPS (CF_INPAINT_THREADS / 32)

extern "C" __global__ void
__launch_bounds__ (CF_INPAINT_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelInpaint k)
{
  __shared__ float tiles[GROUPS][CF_SIZE * PITCH];
  const Cluster cluster;
  const CfKernelInpaintPart &p = k.part[blockIdx.x / cluster.blocks];
  const int group = threadIdx.x / CF_SIZE, warp = threadIdx.x / 32;
  const int words = words_across (p);
  const int strips = (p.holes.bottom - p.holes.top + ROWS - 1) / ROWS;
  const float momentum = momentum_of (k, p);

  CF_SHARED_ROLLED
  for (int n = 0; n < p.iterations; n++) {
    const Grid g = grid_of (p, n, cf_inpaint_shift (n, CF_SIZE / 2, 0),
        cf_inpaint_shift (n, CF_SIZE / 2, 1));
    const float threshold = threshold_of (p, n);

    CF_SHARED_ROLLED
    for (int first = cluster.rank * GROUPS; first < g.across * g.down;
         first += cluster.blocks * GROUPS)
      shrink_block<true> (p, g, first + group, threshold, tiles[group]);
    cluster.barrier ();
    CF_SHARED_ROLLED
    for (int i = cluster.rank * WARPS + warp; i < words * strips;
         i += cluster.blocks * WARPS)
      combine_rows<true> (p, g, p.holes.left / 32 + i % words,
          p.holes.top + i / words * ROWS, momentum);
    cluster.barrier ();
  }
}
