/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What CUDA does without GStreamer: the limit that pipelines are compared with.
 * With transfers it is bound by the bus, without them by memory. */
#include "cudaloop.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

#define STREAMS 3
#define IN_FLIGHT 6
#define RING 12
#define THREADS 256

struct CudaLoop {
  CudaLoopKind kind;
  size_t bytes;
  size_t n; /* frames started */

  void *host_in[RING], *host_out[RING];
  void *device_in[RING], *device_out[IN_FLIGHT];
  cudaStream_t stream[STREAMS];
  cudaEvent_t done[IN_FLIGHT];
};

static __global__ void
__launch_bounds__ (THREADS) copy (uint4 *dst, const uint4 *src, size_t n)
{
  size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;

  if (i < n)
    dst[i] = src[i];
}

extern "C" const char *
cuda_loop_device_name (const char **error)
{
  static cudaDeviceProp properties;
  cudaFuncAttributes attributes;
  int device;
  cudaError_t result = cudaGetDevice (&device);

  if (result == cudaSuccess)
    result = cudaGetDeviceProperties (&properties, device);
  if (result == cudaSuccess)
    result = cudaFuncGetAttributes (&attributes, copy);
  if (result != cudaSuccess) {
    *error = cudaGetErrorString (result);
    return NULL;
  }
  return properties.name;
}

extern "C" CudaLoop *
cuda_loop_new (CudaLoopKind kind, size_t bytes, const char **error)
{
  CudaLoop *self = (CudaLoop *)calloc (1, sizeof *self);
  bool transfers = kind == CUDA_LOOP_TRANSFERS;
  size_t block = (bytes + 15) / 16 * 16;
  cudaError_t result = cudaSuccess;
  int i;

  if (!self) {
    *error = "out of memory";
    return NULL;
  }
  self->kind = kind;
  self->bytes = bytes;
  for (i = 0; i < STREAMS && result == cudaSuccess; i++)
    result =
        cudaStreamCreateWithFlags (&self->stream[i], cudaStreamNonBlocking);
  for (i = 0; i < IN_FLIGHT && result == cudaSuccess; i++) {
    result = cudaEventCreateWithFlags (&self->done[i], cudaEventDisableTiming);
    if (result == cudaSuccess)
      result = cudaMalloc (&self->device_out[i], block);
  }
  for (i = 0; i < RING && result == cudaSuccess; i++) {
    if (!transfers || i < IN_FLIGHT) {
      result = cudaMalloc (&self->device_in[i], block);
      if (result == cudaSuccess)
        result = cudaMemset (self->device_in[i], i, block);
    }
    if (transfers && result == cudaSuccess) {
      result = cudaHostAlloc (&self->host_in[i], bytes, cudaHostAllocDefault);
      if (result == cudaSuccess)
        memset (self->host_in[i], i, bytes);
    }
    if (transfers && result == cudaSuccess) {
      result = cudaHostAlloc (&self->host_out[i], bytes, cudaHostAllocDefault);
      if (result == cudaSuccess)
        memset (self->host_out[i], 0, bytes);
    }
  }
  if (result == cudaSuccess)
    result = cudaDeviceSynchronize ();
  if (result != cudaSuccess) {
    *error = cudaGetErrorString (result);
    cuda_loop_free (self);
    return NULL;
  }
  return self;
}

static cudaError_t
start_frame (CudaLoop *self, cudaStream_t stream, int slot)
{
  bool transfers = self->kind == CUDA_LOOP_TRANSFERS;
  int ring = self->n % RING;
  void *in = self->device_in[transfers ? slot : ring];
  void *out = self->device_out[slot];
  size_t units = (self->bytes + 15) / 16;
  void *args[] = { &out, &in, &units };
  cudaError_t result = cudaSuccess;

  if (transfers)
    result = cudaMemcpyAsync (
        in, self->host_in[ring], self->bytes, cudaMemcpyHostToDevice, stream);
  if (result != cudaSuccess)
    return result;
  result = cudaLaunchKernel ((const void *)copy,
      dim3 ((units + THREADS - 1) / THREADS), dim3 (THREADS), args, 0, stream);
  if (transfers && result == cudaSuccess)
    result = cudaMemcpyAsync (
        self->host_out[ring], out, self->bytes, cudaMemcpyDeviceToHost, stream);
  return result;
}

extern "C" const char *
cuda_loop_frame (CudaLoop *self)
{
  cudaStream_t stream = self->stream[self->n % STREAMS];
  int slot = self->n % IN_FLIGHT;
  cudaError_t result = cudaSuccess;

  if (self->n >= IN_FLIGHT && self->kind != CUDA_LOOP_KERNEL_SYNCHRONISED)
    result = cudaEventSynchronize (self->done[slot]);
  if (result == cudaSuccess)
    result = start_frame (self, stream, slot);
  if (result == cudaSuccess)
    result = self->kind == CUDA_LOOP_KERNEL_SYNCHRONISED
                 ? cudaStreamSynchronize (stream)
                 : cudaEventRecord (self->done[slot], stream);
  self->n++;
  return result == cudaSuccess ? NULL : cudaGetErrorString (result);
}

extern "C" void
cuda_loop_free (CudaLoop *self)
{
  int i;

  cudaDeviceSynchronize ();
  for (i = 0; i < RING; i++) {
    cudaFreeHost (self->host_in[i]);
    cudaFreeHost (self->host_out[i]);
    cudaFree (self->device_in[i]);
  }
  for (i = 0; i < IN_FLIGHT; i++) {
    cudaFree (self->device_out[i]);
    if (self->done[i])
      cudaEventDestroy (self->done[i]);
  }
  for (i = 0; i < STREAMS; i++)
    if (self->stream[i])
      cudaStreamDestroy (self->stream[i]);
  cudaGetLastError (); /* of a loop that could not be made */
  free (self);
}
