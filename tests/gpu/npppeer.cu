/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* NPP's filters behind C functions: see npppeer.h. */
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

static NppStatus
row_and_column (const Npp8u *src, int src_stride, Npp8u *dst, int dst_stride,
    NppiSize roi, const void *taps, int n, int divisor, Npp8u *between,
    NppStreamContext c)
{
  NppStatus status;

  if (divisor) {
    status = nppiFilterRow_8u_C1R_Ctx (src, src_stride, between, src_stride,
        roi, (const Npp32s *)taps, n, n / 2, divisor, c);
    return status
               ? status
               : nppiFilterColumn_8u_C1R_Ctx (between, src_stride, dst,
                   dst_stride, roi, (const Npp32s *)taps, n, n / 2, divisor, c);
  }
  status = nppiFilterRow32f_8u_C1R_Ctx (src, src_stride, between, src_stride,
      roi, (const Npp32f *)taps, n, n / 2, c);
  return status ? status
                : nppiFilterColumn32f_8u_C1R_Ctx (between, src_stride, dst,
                    dst_stride, roi, (const Npp32f *)taps, n, n / 2, c);
}

extern "C" int
npp_peer_convolve (const void *src, int src_stride, void *dst, int dst_stride,
    int picture_width, int picture_height, const void *taps, int width,
    int height, int divisor, void *between, cudaStream_t stream)
{
  static NppStreamContext c = stream_context (0);
  NppiSize roi = { picture_width, picture_height }, mask = { width, height };
  NppiPoint anchor = { width / 2, height / 2 };
  const Npp8u *from = (const Npp8u *)src;
  Npp8u *to = (Npp8u *)dst;
  NppStatus status;

  c.hStream = stream;
  cudaStreamGetFlags (stream, &c.nStreamFlags);
  if (between)
    status = row_and_column (from, src_stride, to, dst_stride, roi, taps, width,
        divisor, (Npp8u *)between, c);
  else if (divisor)
    status = nppiFilter_8u_C1R_Ctx (from, src_stride, to, dst_stride, roi,
        (const Npp32s *)taps, mask, anchor, divisor, c);
  else
    status = nppiFilter32f_8u_C1R_Ctx (from, src_stride, to, dst_stride, roi,
        (const Npp32f *)taps, mask, anchor, c);
  if (status != NPP_SUCCESS)
    fprintf (stderr, "NPP: status %d, %s\n", (int)status,
        cudaGetErrorString (cudaPeekAtLastError ()));
  return status;
}

extern "C" int
npp_peer_bilateral (const void *src, int src_stride, void *dst, int dst_stride,
    int width, int height, int radius, int bytes, float value_sigma,
    float position_sigma, cudaStream_t stream)
{
  static NppStreamContext c = stream_context (0);
  const float value = value_sigma * value_sigma;
  const float position = position_sigma * position_sigma;
  NppiSize size = { width, height };
  NppiPoint at = { 0, 0 };
  NppStatus status;

  c.hStream = stream;
  cudaStreamGetFlags (stream, &c.nStreamFlags);
  if (bytes == 1)
    status = nppiFilterBilateralGaussBorder_8u_C1R_Ctx ((const Npp8u *)src,
        src_stride, size, at, (Npp8u *)dst, dst_stride, size, radius, 1, value,
        position, NPP_BORDER_REPLICATE, c);
  else
    status = nppiFilterBilateralGaussBorder_16u_C1R_Ctx ((const Npp16u *)src,
        src_stride, size, at, (Npp16u *)dst, dst_stride, size, radius, 1, value,
        position, NPP_BORDER_REPLICATE, c);
  if (status != NPP_SUCCESS)
    fprintf (stderr, "NPP: status %d, %s\n", (int)status,
        cudaGetErrorString (cudaPeekAtLastError ()));
  return status;
}
