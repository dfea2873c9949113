/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The NVIDIA driver's interface, as far as the backend uses it: loaded at run
 * time, and declared here, so that neither CUDA's headers nor its libraries are
 * needed. Names, numbers and structures are those of cuda.h (CUDA 12.0), where
 * CU is CF_CU; a CUdeviceptr, which has 64 bits as a pointer has, is one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct CUctx_st *CfCudaContext;
typedef struct CUstream_st *CfCuStream;
typedef struct CUevent_st *CfCuEvent;
typedef struct CUgraph_st *CfCuGraph;
typedef struct CUgraphExec_st *CfCuGraphExec;
typedef struct CUlib_st *CfCuLibrary;
typedef struct CUkern_st *CfCuKernel;

typedef enum {
  CF_CU_SUCCESS = 0,
  CF_CU_ERROR_INVALID_VALUE = 1,
  CF_CU_ERROR_OUT_OF_MEMORY = 2,
  CF_CU_ERROR_NO_DEVICE = 100,
  CF_CU_ERROR_INVALID_IMAGE = 200,
  CF_CU_ERROR_NO_BINARY_FOR_GPU = 209,
  CF_CU_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  CF_CU_ERROR_NOT_READY = 600,
  CF_CU_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  CF_CU_ERROR_NOT_SUPPORTED = 801
} CfCuResult;

/* CU_DEVICE_ATTRIBUTE_… */
typedef enum {
  CF_CU_DEVICE_CLOCK_RATE = 13, /* kHz */
  CF_CU_DEVICE_MULTIPROCESSOR_COUNT = 16,
  CF_CU_DEVICE_INTEGRATED = 18,
  CF_CU_DEVICE_CAN_MAP_HOST_MEMORY = 19,
  CF_CU_DEVICE_L2_CACHE_SIZE = 38,
  CF_CU_DEVICE_COMPUTE_CAPABILITY_MAJOR = 75,
  CF_CU_DEVICE_COMPUTE_CAPABILITY_MINOR = 76,
  CF_CU_DEVICE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  CF_CU_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CF_CU_DEVICE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100
} CfCuDeviceAttribute;

/* CU_FUNC_ATTRIBUTE_… */
typedef enum {
  CF_CU_FUNC_SHARED_SIZE_BYTES = 1,
  CF_CU_FUNC_PTX_VERSION = 5,
  CF_CU_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CF_CU_FUNC_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14
} CfCuFuncAttribute;

enum {
  CF_CU_STREAM_NON_BLOCKING = 1,
  CF_CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
  CF_CU_EVENT_BLOCKING_SYNC = 1,
  CF_CU_EVENT_DISABLE_TIMING = 2,
  CF_CU_MEMHOST_PORTABLE = 1,  /* MEMHOSTALLOC, MEMHOSTREGISTER */
  CF_CU_MEMHOST_DEVICEMAP = 2, /* the same */
  CF_CU_MEMORYTYPE_HOST = 1,
  CF_CU_MEMORYTYPE_DEVICE = 2,
  CF_CU_LAUNCH_CLUSTER_DIMENSION = 4,
  CF_CU_LAUNCH_PROGRAMMATIC_STREAM_SERIALIZATION = 6
};

/* CUDA_MEMCPY2D: bytes, rows */
typedef struct {
  gsize src_x, src_y;
  gint src_type; /* CF_CU_MEMORYTYPE_… */
  gconstpointer src_host, src_device, src_array;
  gsize src_pitch;
  gsize dst_x, dst_y;
  gint dst_type;
  gpointer dst_host, dst_device, dst_array;
  gsize dst_pitch;
  gsize width, height;
} CfCuMemcpy2D;

/* CUlaunchAttribute */
typedef struct {
  gint id; /* CF_CU_LAUNCH_… */
  gint unused;
  union {
    guint cluster[3];
    gint may_overlap; /* programmaticStreamSerializationAllowed */
    guint64 all[8];
  } value;
} CfCuLaunchAttribute;

/* CUlaunchConfig */
typedef struct {
  guint grid[3], block[3], shared;
  CfCuStream stream;
  CfCuLaunchAttribute *attributes;
  guint n_attributes;
} CfCuLaunchConfig;

/* X (its name here, the driver's, arguments); results are CfCuResult. */
#define CF_CU_FUNCTIONS(X) \
  X (GetErrorName, "cuGetErrorName", (CfCuResult error, const gchar **name)) \
  X (GetErrorString, "cuGetErrorString", \
      (CfCuResult error, const gchar **text)) \
  X (DeviceGetCount, "cuDeviceGetCount", (gint * n)) \
  X (DeviceGetName, "cuDeviceGetName", \
      (gchar * name, gint length, gint device)) \
  X (DeviceGetAttribute, "cuDeviceGetAttribute", \
      (gint * value, CfCuDeviceAttribute attribute, gint device)) \
  X (DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", \
      (CfCudaContext * context, gint device)) \
  X (DevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (gint device)) \
  X (CtxPushCurrent, "cuCtxPushCurrent_v2", (CfCudaContext context)) \
  X (CtxPopCurrent, "cuCtxPopCurrent_v2", (CfCudaContext * context)) \
  X (CtxGetDevice, "cuCtxGetDevice", (gint * device)) \
  X (MemAlloc, "cuMemAlloc_v2", (gpointer * memory, gsize size)) \
  X (MemFree, "cuMemFree_v2", (gpointer memory)) \
  X (MemHostAlloc, "cuMemHostAlloc", \
      (gpointer * memory, gsize size, guint flags)) \
  X (MemFreeHost, "cuMemFreeHost", (gpointer memory)) \
  X (MemHostRegister, "cuMemHostRegister_v2", \
      (gpointer memory, gsize size, guint flags)) \
  X (MemHostUnregister, "cuMemHostUnregister", (gpointer memory)) \
  X (MemHostGetDevicePointer, "cuMemHostGetDevicePointer_v2", \
      (gpointer * mapped, gpointer memory, guint flags)) \
  X (MemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", \
      (gpointer to, gconstpointer from, gsize size, CfCuStream stream)) \
  X (MemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", \
      (gpointer to, gconstpointer from, gsize size, CfCuStream stream)) \
  X (Memcpy2DAsync, "cuMemcpy2DAsync_v2", \
      (const CfCuMemcpy2D *copy, CfCuStream stream)) \
  X (MemsetD8Async, "cuMemsetD8Async", \
      (gpointer memory, guint8 value, gsize size, CfCuStream stream)) \
  X (StreamCreate, "cuStreamCreate", (CfCuStream * stream, guint flags)) \
  X (StreamDestroy, "cuStreamDestroy_v2", (CfCuStream stream)) \
  X (StreamSynchronize, "cuStreamSynchronize", (CfCuStream stream)) \
  X (StreamWaitEvent, "cuStreamWaitEvent", \
      (CfCuStream stream, CfCuEvent event, guint flags)) \
  X (StreamBeginCapture, "cuStreamBeginCapture_v2", \
      (CfCuStream stream, gint mode)) \
  X (StreamEndCapture, "cuStreamEndCapture", \
      (CfCuStream stream, CfCuGraph * graph)) \
  X (GraphInstantiate, "cuGraphInstantiateWithFlags", \
      (CfCuGraphExec * exec, CfCuGraph graph, guint64 flags)) \
  X (GraphLaunch, "cuGraphLaunch", (CfCuGraphExec exec, CfCuStream stream)) \
  X (GraphDestroy, "cuGraphDestroy", (CfCuGraph graph)) \
  X (GraphExecDestroy, "cuGraphExecDestroy", (CfCuGraphExec exec)) \
  X (EventCreate, "cuEventCreate", (CfCuEvent * event, guint flags)) \
  X (EventDestroy, "cuEventDestroy_v2", (CfCuEvent event)) \
  X (EventRecord, "cuEventRecord", (CfCuEvent event, CfCuStream stream)) \
  X (EventQuery, "cuEventQuery", (CfCuEvent event)) \
  X (EventSynchronize, "cuEventSynchronize", (CfCuEvent event)) \
  X (EventElapsedTime, "cuEventElapsedTime", \
      (gfloat * milliseconds, CfCuEvent from, CfCuEvent to)) \
  X (LibraryLoadData, "cuLibraryLoadData", \
      (CfCuLibrary * library, gconstpointer code, gpointer jit_options, \
          gpointer jit_values, guint n_jit, gpointer options, gpointer values, \
          guint n)) \
  X (LibraryUnload, "cuLibraryUnload", (CfCuLibrary library)) \
  X (LibraryGetKernel, "cuLibraryGetKernel", \
      (CfCuKernel * kernel, CfCuLibrary library, const gchar *name)) \
  X (KernelGetAttribute, "cuKernelGetAttribute", \
      (gint * value, CfCuFuncAttribute attribute, CfCuKernel kernel, \
          gint device)) \
  X (KernelSetAttribute, "cuKernelSetAttribute", \
      (CfCuFuncAttribute attribute, gint value, CfCuKernel kernel, \
          gint device)) \
  X (LaunchKernelEx, "cuLaunchKernelEx", \
      (const CfCuLaunchConfig *config, CfCuKernel kernel, gpointer *arguments, \
          gpointer extra)) \
  X (OccupancyMaxActiveBlocksPerMultiprocessor, \
      "cuOccupancyMaxActiveBlocksPerMultiprocessor", \
      (gint * n, CfCuKernel kernel, gint n_threads, gsize shared)) \
  X (OccupancyMaxActiveClusters, "cuOccupancyMaxActiveClusters", \
      (gint * n, CfCuKernel kernel, const CfCuLaunchConfig *config))

#define CF_CU_MEMBER(name, symbol, arguments) CfCuResult (*name) arguments;

typedef struct {
  CF_CU_FUNCTIONS (CF_CU_MEMBER)
} CfCuDriver;

#undef CF_CU_MEMBER

/* Once a device is open. */
extern CfCuDriver cf_cu;

/* Loads and starts the driver; CF_ERROR_NO_DEVICE where there is none, or one
 * that is too old. */
gboolean cf_cu_load (GError **error);
/* What CUDA the driver supports, 1000 * major + 10 * minor; 0: unknown */
gint cf_cu_get_version (void);

/* A text for users. */
const gchar *cf_cu_describe (CfCuResult result);

/* TRUE for CF_CU_SUCCESS; else sets `error`, naming what was tried. */
gboolean cf_cuda_check (CfCuResult result, const gchar *what, GError **error);

G_END_DECLS
