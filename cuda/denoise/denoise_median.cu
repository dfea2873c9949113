/* Medians over time of CF_FRAMES frames, sample by sample. */
#include "cuda/denoise/denoise_frames.cuh"
#include "cuda/denoise/denoise_select.cuh"

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelDenoise d)
{
  const CfKernelPlane &plane = find_plane (d.picture);

  if (!plane.filtered) {
    copy_block (plane, blockIdx.x - plane.first_block);
    return;
  }

  const CfKernelDenoisePlane &ring = d.plane[&plane - d.picture.plane];
  const Place place (plane, ring);
  Vector frames[CF_FRAMES], result;

  if (place.y >= plane.height)
    return;
#pragma unroll
  for (int k = 1; k < CF_FRAMES; k++)
    frames[k] = load_kept (ring, place, d.frame[k - 1]);
  frames[0] = load_frame (plane, place);
#pragma unroll
  for (int i = 0; i < CF_DENOISE_VECTOR / 4; i++) {
    uint32_t v[CF_FRAMES];

#pragma unroll
    for (int k = 0; k < CF_FRAMES; k++)
      v[k] = frames[k].word[i];
    result.word[i] = median<CF_FRAMES> (v);
#if CF_BYTES == 1
#pragma unroll
    for (int k = 0; k < CF_FRAMES; k++)
      v[k] = frames[k].word[i] << 8;
    result.word[i] =
        __byte_perm (median<CF_FRAMES> (v), result.word[i], 0x7351);
#endif
  }
  keep_frame (d, ring, place, frames[0]);
  store_result (plane, place, result);
}
