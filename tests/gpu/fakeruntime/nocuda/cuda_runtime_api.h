/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What of CUDA's header the launchers and the fake runtime use, where there is
 * no CUDA Toolkit. */
#pragma once

#include <stddef.h>

#define CUDART_VERSION 13000

#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamNonBlocking 1
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2

typedef enum {
  cudaSuccess,
  cudaErrorInvalidValue,
  cudaErrorMemoryAllocation,
  cudaErrorInitializationError,
  cudaErrorInsufficientDriver,
  cudaErrorInvalidDeviceFunction,
  cudaErrorNoKernelImageForDevice,
  cudaErrorUnsupportedPtxVersion,
  cudaErrorNotReady,
  cudaErrorHostMemoryAlreadyRegistered,
  cudaErrorNotSupported
} cudaError_t;

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;

typedef struct dim3 {
  unsigned x, y, z;
} dim3;

struct cudaDeviceProp {
  char name[256];
  int major, minor;
};

enum cudaDeviceAttr {
  cudaDevAttrMultiProcessorCount,
  cudaDevAttrMaxSharedMemoryPerBlockOptin,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor,
  cudaDevAttrCanMapHostMemory,
  cudaDevAttrComputeCapabilityMajor,
  cudaDevAttrComputeCapabilityMinor,
  cudaDevAttrClockRate,
  cudaDevAttrL2CacheSize,
  cudaDevAttrIntegrated,
  cudaDevAttrPageableMemoryAccessUsesHostPageTables
};

struct cudaFuncAttributes {
  size_t sharedSizeBytes;
  int maxThreadsPerBlock, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes;
};

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize,
  cudaFuncAttributeNonPortableClusterSizeAllowed
};

enum cudaMemcpyKind {
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};

enum cudaStreamCaptureMode { cudaStreamCaptureModeThreadLocal };

typedef enum {
  cudaLaunchAttributeClusterDimension,
  cudaLaunchAttributeProgrammaticStreamSerialization
} cudaLaunchAttributeID;

typedef struct {
  cudaLaunchAttributeID id;
  union {
    dim3 clusterDim;
    int programmaticStreamSerializationAllowed;
  } val;
} cudaLaunchAttribute;

typedef struct {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
} cudaLaunchConfig_t;

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaGetDeviceCount (int *n);
cudaError_t cudaGetDevice (int *device);
cudaError_t cudaGetDeviceProperties (
    struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute (
    int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDriverGetVersion (int *version);
cudaError_t cudaRuntimeGetVersion (int *version);
cudaError_t cudaGetLastError (void);
const char *cudaGetErrorName (cudaError_t error);
const char *cudaGetErrorString (cudaError_t error);
cudaError_t cudaMalloc (void **memory, size_t size);
cudaError_t cudaFree (void *memory);
cudaError_t cudaHostAlloc (void **memory, size_t size, unsigned flags);
cudaError_t cudaFreeHost (void *memory);
cudaError_t cudaHostGetDevicePointer (
    void **device, void *memory, unsigned flags);
cudaError_t cudaHostRegister (void *memory, size_t size, unsigned flags);
cudaError_t cudaHostUnregister (void *memory);
cudaError_t cudaMemcpy (
    void *to, const void *from, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t size,
    enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from,
    size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream);
cudaError_t cudaMemset (void *memory, int value, size_t size);
cudaError_t cudaMemsetAsync (
    void *memory, int value, size_t size, cudaStream_t stream);
cudaError_t cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy (cudaStream_t stream);
cudaError_t cudaStreamSynchronize (cudaStream_t stream);
cudaError_t cudaStreamWaitEvent (
    cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy (cudaEvent_t event);
cudaError_t cudaEventRecord (cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventQuery (cudaEvent_t event);
cudaError_t cudaEventSynchronize (cudaEvent_t event);
cudaError_t cudaEventElapsedTime (float *ms, cudaEvent_t from, cudaEvent_t to);
cudaError_t cudaFuncGetAttributes (
    struct cudaFuncAttributes *attributes, const void *kernel);
cudaError_t cudaFuncSetAttribute (
    const void *kernel, enum cudaFuncAttribute attribute, int value);
cudaError_t cudaLaunchKernel (const void *kernel, dim3 grid, dim3 block,
    void **arguments, size_t shared, cudaStream_t stream);
cudaError_t cudaLaunchKernelExC (
    const cudaLaunchConfig_t *config, const void *kernel, void **arguments);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor (
    int *n, const void *kernel, int threads, size_t shared);
cudaError_t cudaOccupancyMaxActiveClusters (
    int *n, const void *kernel, const cudaLaunchConfig_t *config);
cudaError_t cudaStreamBeginCapture (
    cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture (cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaGraphDestroy (cudaGraph_t graph);
cudaError_t cudaGraphInstantiate (
    cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags);
cudaError_t cudaGraphExecDestroy (cudaGraphExec_t exec);
cudaError_t cudaGraphLaunch (cudaGraphExec_t exec, cudaStream_t stream);
#ifdef __cplusplus
}
#endif
