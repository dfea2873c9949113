/* The states of a frame's samples: holes, of bits and alpha, and what is known.
 * A thread a sample, bound by the way to memory. */
#include "cuda/inpaint/temporal.cuh"

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
