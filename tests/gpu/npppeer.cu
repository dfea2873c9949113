/* NPP's median behind two C functions: see npppeer.h. */
#include "npppeer.h"

#include <cstdio>

#include <nppi_filtering_functions.h>

static NppStreamContext
stream_context (cudaStream_t stream)
{
  NppStreamContext c = {};
  cudaDeviceProp properties;

  cudaGetDevice (&c.nCudaDeviceId);
  cudaGetDeviceProperties (&properties, c.nCudaDeviceId);
  c.hStream = stream;
  c.nMultiProcessorCount = properties.multiProcessorCount;
  c.nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor;
  c.nMaxThreadsPerBlock = properties.maxThreadsPerBlock;
  c.nSharedMemPerBlock = properties.sharedMemPerBlock;
  c.nCudaDevAttrComputeCapabilityMajor = properties.major;
  c.nCudaDevAttrComputeCapabilityMinor = properties.minor;
  return c;
}

extern "C" int
npp_peer_space (int width, int height, int size, int bytes)
{
  NppStreamContext c = stream_context (0);
  NppiSize roi = { width, height }, mask = { size, size };
  Npp32u space = 0;
  NppStatus status =
      bytes == 1
          ? nppiFilterMedianGetBufferSize_8u_C1R_Ctx (roi, mask, &space, c)
          : nppiFilterMedianGetBufferSize_16u_C1R_Ctx (roi, mask, &space, c);

  return status == NPP_SUCCESS ? (int)space : -1;
}

extern "C" int
npp_peer_median (const void *src, int src_stride, void *dst, int dst_stride,
    int width, int height, int size, int bytes, void *space,
    cudaStream_t stream)
{
  static NppStreamContext c = stream_context (0);
  NppiSize roi = { width, height }, mask = { size, size };
  NppiPoint anchor = { size / 2, size / 2 };
  NppStatus status;

  c.hStream = stream;
  cudaStreamGetFlags (stream, &c.nStreamFlags);
  if (bytes == 1)
    status = nppiFilterMedian_8u_C1R_Ctx ((const Npp8u *)src, src_stride,
        (Npp8u *)dst, dst_stride, roi, mask, anchor, (Npp8u *)space, c);
  else
    status = nppiFilterMedian_16u_C1R_Ctx ((const Npp16u *)src, src_stride,
        (Npp16u *)dst, dst_stride, roi, mask, anchor, (Npp8u *)space, c);
  if (status != NPP_SUCCESS)
    fprintf (stderr, "NPP: status %d, %s\n", (int)status,
        cudaGetErrorString (cudaPeekAtLastError ()));
  return status;
}
