/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers and structures of cuda/core/driver.h are those of CUDA's header: this
 * compiles, or they are not. */
#include "cuda/core/driver.h"

#include <cuda.h>

#define SAME(ours, theirs) G_STATIC_ASSERT ((gint)(ours) == (gint)(theirs))
#define SAME_PLACE(Ours, ours, Theirs, theirs) \
  SAME (G_STRUCT_OFFSET (Ours, ours), G_STRUCT_OFFSET (Theirs, theirs))
#define ERROR(name) SAME (CF_CU_##name, CUDA_##name)
#define DEVICE(name) SAME (CF_CU_DEVICE_##name, CU_DEVICE_ATTRIBUTE_##name)
#define FUNC(name) SAME (CF_CU_FUNC_##name, CU_FUNC_ATTRIBUTE_##name)
#define LAUNCH(name) SAME (CF_CU_LAUNCH_##name, CU_LAUNCH_ATTRIBUTE_##name)
#define COPY(ours, theirs) \
  SAME_PLACE (CfCuMemcpy2D, ours, CUDA_MEMCPY2D, theirs)
#define CONFIG(ours, theirs) \
  SAME_PLACE (CfCuLaunchConfig, ours, CUlaunchConfig, theirs)

SAME (sizeof (gpointer), sizeof (CUdeviceptr));

ERROR (SUCCESS);
ERROR (ERROR_INVALID_VALUE);
ERROR (ERROR_OUT_OF_MEMORY);
ERROR (ERROR_NO_DEVICE);
ERROR (ERROR_INVALID_IMAGE);
ERROR (ERROR_NO_BINARY_FOR_GPU);
ERROR (ERROR_UNSUPPORTED_PTX_VERSION);
ERROR (ERROR_NOT_READY);
ERROR (ERROR_HOST_MEMORY_ALREADY_REGISTERED);
ERROR (ERROR_NOT_SUPPORTED);

DEVICE (CLOCK_RATE);
DEVICE (MULTIPROCESSOR_COUNT);
DEVICE (INTEGRATED);
DEVICE (CAN_MAP_HOST_MEMORY);
DEVICE (L2_CACHE_SIZE);
DEVICE (COMPUTE_CAPABILITY_MAJOR);
DEVICE (COMPUTE_CAPABILITY_MINOR);
DEVICE (MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
DEVICE (MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
DEVICE (PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES);

FUNC (SHARED_SIZE_BYTES);
FUNC (PTX_VERSION);
FUNC (MAX_DYNAMIC_SHARED_SIZE_BYTES);
FUNC (NON_PORTABLE_CLUSTER_SIZE_ALLOWED);

SAME (CF_CU_STREAM_NON_BLOCKING, CU_STREAM_NON_BLOCKING);
SAME (CF_CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
    CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
SAME (CF_CU_EVENT_BLOCKING_SYNC, CU_EVENT_BLOCKING_SYNC);
SAME (CF_CU_EVENT_DISABLE_TIMING, CU_EVENT_DISABLE_TIMING);
SAME (CF_CU_MEMHOST_PORTABLE, CU_MEMHOSTALLOC_PORTABLE);
SAME (CF_CU_MEMHOST_PORTABLE, CU_MEMHOSTREGISTER_PORTABLE);
SAME (CF_CU_MEMHOST_DEVICEMAP, CU_MEMHOSTALLOC_DEVICEMAP);
SAME (CF_CU_MEMHOST_DEVICEMAP, CU_MEMHOSTREGISTER_DEVICEMAP);
SAME (CF_CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_HOST);
SAME (CF_CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_DEVICE);

SAME (sizeof (CfCuMemcpy2D), sizeof (CUDA_MEMCPY2D));
COPY (src_type, srcMemoryType);
COPY (src_host, srcHost);
COPY (src_device, srcDevice);
COPY (src_pitch, srcPitch);
COPY (dst_type, dstMemoryType);
COPY (dst_host, dstHost);
COPY (dst_device, dstDevice);
COPY (dst_pitch, dstPitch);
COPY (width, WidthInBytes);
COPY (height, Height);

LAUNCH (CLUSTER_DIMENSION);
LAUNCH (PROGRAMMATIC_STREAM_SERIALIZATION);
SAME (sizeof (CfCuLaunchAttribute), sizeof (CUlaunchAttribute));
SAME_PLACE (
    CfCuLaunchAttribute, value.cluster, CUlaunchAttribute, value.clusterDim);
SAME_PLACE (CfCuLaunchAttribute, value.may_overlap, CUlaunchAttribute,
    value.programmaticStreamSerializationAllowed);
SAME (sizeof (CfCuLaunchConfig), sizeof (CUlaunchConfig));
CONFIG (grid, gridDimX);
CONFIG (block, blockDimX);
CONFIG (shared, sharedMemBytes);
CONFIG (stream, hStream);
CONFIG (attributes, attrs);
CONFIG (n_attributes, numAttrs);
