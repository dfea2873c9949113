/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The fake driver's devices, contexts and errors. */
#include "fakeprivate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;
FakeDriverCounts fake_counts;
FakeDriverBlocks fake_blocks;
CUcontext fake_contexts;

static _Atomic int n_devices = -1; /* not initialised */

/* the contexts that a thread has pushed; no memory while there are none */
static __thread struct {
  CUcontext *contexts;
  size_t n;
} stack;

/* --- Errors --- */

static const struct {
  CUresult result;
  const char *name, *text;
} errors[] = {
#define ERROR(name, text) \
  { \
    name, #name, text \
  }
  ERROR (CUDA_SUCCESS, "no error"),
  ERROR (CUDA_ERROR_INVALID_VALUE, "invalid argument"),
  ERROR (CUDA_ERROR_OUT_OF_MEMORY, "out of memory"),
  ERROR (CUDA_ERROR_NOT_INITIALIZED, "initialization error"),
  ERROR (CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected"),
  ERROR (CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal"),
  ERROR (CUDA_ERROR_INVALID_CONTEXT, "invalid device context"),
  ERROR (CUDA_ERROR_INVALID_HANDLE, "invalid resource handle"),
  ERROR (CUDA_ERROR_NOT_READY, "device not ready"),
  ERROR (CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed"),
  ERROR (CUDA_ERROR_NO_BINARY_FOR_GPU,
      "no kernel image is available for execution on the device"),
  ERROR (CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, "peer access is not enabled"),
  ERROR (CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,
      "peer access is not supported between these two devices"),
  ERROR (CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
      "part or all of the requested memory range is already mapped"),
  ERROR (CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
      "pointer does not correspond to a registered memory region"),
  ERROR (CUDA_ERROR_NOT_PERMITTED, "operation not permitted"),
  ERROR (CUDA_ERROR_NOT_SUPPORTED, "operation not supported"),
#undef ERROR
};

#define N_ERRORS (sizeof errors / sizeof errors[0])

static size_t
find_error (CUresult error)
{
  size_t i;

  for (i = 0; i < N_ERRORS && errors[i].result != error; i++)
    ;
  return i;
}

CUresult
cuGetErrorName (CUresult error, const char **name)
{
  size_t i = find_error (error);

  *name = i < N_ERRORS ? errors[i].name : NULL;
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuGetErrorString (CUresult error, const char **text)
{
  size_t i = find_error (error);

  *text = i < N_ERRORS ? errors[i].text : NULL;
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* --- Devices --- */

CUresult
cuInit (unsigned flags)
{
  const char *n = getenv ("FAKE_CUDA_DEVICES");

  pthread_mutex_lock (&fake_lock);
  if (n_devices < 0)
    n_devices = n ? atoi (n) : 1;
  pthread_mutex_unlock (&fake_lock);
  return n_devices > 0 ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

static CUresult
check_device (CUdevice device)
{
  if (n_devices < 0)
    return CUDA_ERROR_NOT_INITIALIZED;
  return device >= 0 && device < n_devices ? CUDA_SUCCESS
                                           : CUDA_ERROR_INVALID_DEVICE;
}

CUresult
cuDriverGetVersion (int *version)
{
  *version = fake_gpu.version;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetCount (int *count)
{
  if (n_devices < 0)
    return CUDA_ERROR_NOT_INITIALIZED;
  *count = n_devices;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGet (CUdevice *device, int ordinal)
{
  *device = ordinal;
  return check_device (ordinal);
}

CUresult
cuDeviceGetName (char *name, int length, CUdevice device)
{
  snprintf (name, length, "Fake device %d", device);
  return check_device (device);
}

CUresult
cuDeviceGetUuid (CUuuid *uuid, CUdevice device)
{
  memset (uuid, 0, sizeof *uuid);
  uuid->bytes[sizeof uuid->bytes - 1] = device + 1;
  return check_device (device);
}

CUresult
cuDeviceGetUuid_v2 (CUuuid *uuid, CUdevice device)
{
  return cuDeviceGetUuid (uuid, device);
}

CUresult
cuDeviceTotalMem_v2 (size_t *bytes, CUdevice device)
{
  *bytes = (size_t)8 << 30;
  return check_device (device);
}

/* Of what is not named there is none: memory pools, virtual memory. */
CUresult
cuDeviceGetAttribute (int *value, CUdevice_attribute attribute, CUdevice device)
{
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      *value = fake_gpu.code / 10;
      break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
      *value = fake_gpu.code % 10;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
      *value = fake_gpu.shared_block;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR:
      *value = fake_gpu.shared_block + 1024;
      break;
    case CU_DEVICE_ATTRIBUTE_INTEGRATED:
      *value = fake_gpu.integrated;
      break;
    case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES:
      *value = fake_gpu.host_tables;
      break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      *value = 132;
      break;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT:
      *value = 512;
      break;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT:
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
      *value = 32;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = 1024;
      break;
    case CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT:
      *value = 3;
      break;
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
      *value = 1;
      break;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
      *value = device + 1;
      break;
    default:
      *value = 0;
      break;
  }
  return check_device (device);
}

CUresult
cuDeviceCanAccessPeer (int *can, CUdevice device, CUdevice peer)
{
  CUresult result = check_device (device);

  *can = 0;
  return result ? result : check_device (peer);
}

/* --- Contexts --- */

static int
is_context (CUcontext context)
{
  CUcontext c;

  for (c = fake_contexts; c && c != context; c = c->next)
    ;
  return c != NULL;
}

CUresult
fake_current (CUcontext *context)
{
  if (n_devices < 0)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (stack.n == 0)
    return CUDA_ERROR_INVALID_CONTEXT;
  *context = stack.contexts[stack.n - 1];
  return is_context (*context) ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

static void
push (CUcontext context)
{
  stack.contexts =
      realloc (stack.contexts, (stack.n + 1) * sizeof *stack.contexts);
  stack.contexts[stack.n++] = context;
  fake_blocks.pushed++;
}

static CUcontext
pop (void)
{
  CUcontext context = stack.contexts[--stack.n];

  fake_blocks.pushed--;
  if (stack.n == 0) {
    free (stack.contexts);
    stack.contexts = NULL;
  }
  return context;
}

CUresult
cuCtxCreate_v2 (CUcontext *context, unsigned flags, CUdevice device)
{
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = check_device (device);
  if (result == CUDA_SUCCESS) {
    *context = calloc (1, sizeof **context);
    (*context)->device = device;
    fake_stream_init (&(*context)->default_stream, *context, CU_STREAM_DEFAULT);
    (*context)->next = fake_contexts;
    fake_contexts = *context;
    fake_blocks.contexts++;
    push (*context);
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuCtxDestroy_v2 (CUcontext context)
{
  CUresult result = CUDA_ERROR_INVALID_CONTEXT;
  CUcontext *c;

  pthread_mutex_lock (&fake_lock);
  if (is_context (context))
    result = fake_context_wait (context);
  if (result == CUDA_SUCCESS) {
    if (stack.n > 0 && stack.contexts[stack.n - 1] == context)
      pop ();
    fake_memory_lose (context);
    fake_streams_lose (context);
    for (c = &fake_contexts; *c != context; c = &(*c)->next)
      ;
    *c = context->next;
    fake_blocks.contexts--;
    free (context);
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

/* The context that CUDA's runtime uses, while anybody has it. */
#define MAX_DEVICES 8

static struct {
  CUcontext context;
  unsigned users;
} primary[MAX_DEVICES];

CUresult
cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice device)
{
  CUresult result = check_device (device);

  if (result != CUDA_SUCCESS || device >= MAX_DEVICES)
    return CUDA_ERROR_INVALID_DEVICE;
  if (primary[device].users++ == 0) {
    cuCtxCreate_v2 (&primary[device].context, 0, device);
    cuCtxPopCurrent_v2 (NULL);
  }
  *context = primary[device].context;
  return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxRelease_v2 (CUdevice device)
{
  if (device < 0 || device >= MAX_DEVICES || primary[device].users == 0)
    return CUDA_ERROR_INVALID_CONTEXT;
  return --primary[device].users > 0
             ? CUDA_SUCCESS
             : cuCtxDestroy_v2 (primary[device].context);
}

CUresult
cuCtxPushCurrent_v2 (CUcontext context)
{
  CUresult result = CUDA_ERROR_INVALID_CONTEXT;

  pthread_mutex_lock (&fake_lock);
  if (is_context (context)) {
    push (context);
    result = CUDA_SUCCESS;
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuCtxPopCurrent_v2 (CUcontext *context)
{
  CUresult result = CUDA_ERROR_INVALID_CONTEXT;
  CUcontext popped;

  pthread_mutex_lock (&fake_lock);
  if (stack.n > 0) {
    popped = pop ();
    if (context)
      *context = popped;
    result = CUDA_SUCCESS;
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuCtxSetCurrent (CUcontext context)
{
  CUresult result = CUDA_SUCCESS;

  pthread_mutex_lock (&fake_lock);
  if (context && !is_context (context)) {
    result = CUDA_ERROR_INVALID_CONTEXT;
  } else {
    if (stack.n > 0)
      pop ();
    if (context)
      push (context);
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuCtxGetCurrent (CUcontext *context)
{
  if (n_devices < 0)
    return CUDA_ERROR_NOT_INITIALIZED;
  *context = stack.n > 0 ? stack.contexts[stack.n - 1] : NULL;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetDevice (CUdevice *device)
{
  CUcontext context;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS)
    *device = context->device;
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuCtxSynchronize (void)
{
  CUcontext context;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS) {
    fake_counts.context_syncs++;
    result = fake_context_wait (context);
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuCtxGetStreamPriorityRange (int *least, int *greatest)
{
  CUcontext context;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  pthread_mutex_unlock (&fake_lock);
  *least = *greatest = 0;
  return result;
}

CUresult
cuCtxGetLimit (size_t *value, CUlimit limit)
{
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuCtxSetLimit (CUlimit limit, size_t value)
{
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuCtxEnablePeerAccess (CUcontext peer, unsigned flags)
{
  return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

CUresult
cuCtxDisablePeerAccess (CUcontext peer)
{
  return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}

/* --- For tests --- */

FakeDriverBlocks
fake_driver_blocks (void)
{
  FakeDriverBlocks blocks;

  pthread_mutex_lock (&fake_lock);
  blocks = fake_blocks;
  pthread_mutex_unlock (&fake_lock);
  return blocks;
}

FakeDriverCounts
fake_driver_counts (void)
{
  FakeDriverCounts counts;

  pthread_mutex_lock (&fake_lock);
  counts = fake_counts;
  pthread_mutex_unlock (&fake_lock);
  return counts;
}
