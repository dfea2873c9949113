/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The fake driver's memory and copies. Device memory is the process's own, and
 * filled with rubbish, which a GPU's is too. */
#include "fakeprivate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <malloc.h>
#define free_aligned _aligned_free
#define posix_memalign(start, alignment, size) \
  ((*(start) = _aligned_malloc (size, alignment)) == NULL)
#else
#define free_aligned free
#endif

#define ALIGNMENT 512 /* of blocks and of pitches */

typedef enum { BLOCK_DEVICE, BLOCK_HOST, BLOCK_REGISTERED } BlockKind;

typedef struct Block Block;

struct Block {
  Block *next;
  BlockKind kind;
  CUcontext context;
  char *start;
  size_t size;
};

static Block *blocks;

static unsigned *
count_of (BlockKind kind)
{
  return kind == BLOCK_DEVICE ? &fake_blocks.device_blocks
                              : &fake_blocks.host_blocks;
}

/* --- Blocks --- */

static void
add_block (BlockKind kind, CUcontext context, void *start, size_t size)
{
  Block *block = malloc (sizeof *block);

  *block = (Block){ blocks, kind, context, start, size };
  blocks = block;
  ++*count_of (kind);
  if (kind == BLOCK_DEVICE)
    fake_gpu.allocated += size;
}

static void
free_block (Block *block)
{
  Block **b;

  for (b = &blocks; *b != block; b = &(*b)->next)
    ;
  *b = block->next;
  --*count_of (block->kind);
  if (block->kind == BLOCK_DEVICE)
    fake_gpu.allocated -= block->size;
  if (block->kind != BLOCK_REGISTERED)
    free_aligned (block->start);
  free (block);
}

/* The block that a range lies in. */
static Block *
find_block (const char *start, size_t size)
{
  Block *b;

  for (b = blocks; b; b = b->next)
    if (start >= b->start && start < b->start + b->size
        && size <= (size_t)(b->start + b->size - start))
      return b;
  return NULL;
}

static int
has_room (size_t size)
{
  return size <= fake_gpu.memory
         && fake_gpu.allocated <= fake_gpu.memory - size;
}

static CUresult
allocate (BlockKind kind, void **start, size_t size)
{
  CUcontext context;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  fake_gpu.waits++;
  result = fake_current (&context);
  if (result == CUDA_SUCCESS && size == 0)
    result = CUDA_ERROR_INVALID_VALUE;
  if (result == CUDA_SUCCESS
      && ((kind == BLOCK_DEVICE && !has_room (size))
          || posix_memalign (start, ALIGNMENT, size)))
    result = CUDA_ERROR_OUT_OF_MEMORY;
  if (result == CUDA_SUCCESS) {
    memset (*start, fake_gpu.rubbish, size);
    add_block (kind, context, *start, size);
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

/* To free memory waits for all of its context's work, as a GPU's driver does.
 */
static CUresult
release (BlockKind kind, const void *start, CUresult unknown)
{
  Block *block;
  CUcontext context;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS) {
    block = find_block (start, 1);
    if (!block || block->start != start || block->kind != kind)
      result = unknown;
  }
  if (result == CUDA_SUCCESS) {
    fake_gpu.waits++;
    fake_counts.free_syncs++;
    result = fake_context_wait (block->context);
  }
  if (result == CUDA_SUCCESS)
    free_block (block);
  pthread_mutex_unlock (&fake_lock);
  return result;
}

void
fake_memory_lose (CUcontext context)
{
  Block *b, *next;

  for (b = blocks; b; b = next) {
    next = b->next;
    if (b->context == context) {
      free_block (b);
      fake_blocks.lost++;
    }
  }
}

static int
lies_in (const void *p, size_t size, int device)
{
  Block *block;
  int lies;

  pthread_mutex_lock (&fake_lock);
  block = find_block (p, size);
  lies = block && (block->kind == BLOCK_DEVICE) == device;
  pthread_mutex_unlock (&fake_lock);
  return lies;
}

int
fake_driver_owns (const void *p, size_t size)
{
  return lies_in (p, size, 1);
}

int
fake_driver_locked (const void *p, size_t size)
{
  return lies_in (p, size, 0);
}

/* --- Device memory --- */

CUresult
cuMemAlloc_v2 (CUdeviceptr *p, size_t size)
{
  void *start;
  CUresult result = allocate (BLOCK_DEVICE, &start, size);

  if (result == CUDA_SUCCESS)
    *p = (CUdeviceptr)start;
  return result;
}

CUresult
cuMemAllocPitch_v2 (
    CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned bytes)
{
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return CUDA_ERROR_INVALID_VALUE;
  *pitch = (width + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return cuMemAlloc_v2 (p, *pitch * height);
}

CUresult
cuMemFree_v2 (CUdeviceptr p)
{
  return release (BLOCK_DEVICE, (void *)p, CUDA_ERROR_INVALID_VALUE);
}

CUresult
cuMemGetInfo_v2 (size_t *available, size_t *total)
{
  CUdevice device;
  CUresult result = cuCtxGetDevice (&device);
  Block *b;

  if (result != CUDA_SUCCESS)
    return result;
  cuDeviceTotalMem_v2 (total, device);
  *available = *total;
  pthread_mutex_lock (&fake_lock);
  for (b = blocks; b; b = b->next)
    if (b->kind == BLOCK_DEVICE && b->context->device == device)
      *available -= b->size;
  pthread_mutex_unlock (&fake_lock);
  return CUDA_SUCCESS;
}

/* --- Page-locked memory --- */

CUresult
cuMemAllocHost_v2 (void **p, size_t size)
{
  return allocate (BLOCK_HOST, p, size);
}

CUresult
cuMemHostAlloc (void **p, size_t size, unsigned flags)
{
  return allocate (BLOCK_HOST, p, size);
}

CUresult
cuMemFreeHost (void *p)
{
  return release (BLOCK_HOST, p, CUDA_ERROR_INVALID_VALUE);
}

CUresult
cuMemHostRegister_v2 (void *p, size_t size, unsigned flags)
{
  char *start = p;
  CUcontext context;
  CUresult result;
  Block *b;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS && (!p || size == 0))
    result = CUDA_ERROR_INVALID_VALUE;
  for (b = blocks; b && result == CUDA_SUCCESS; b = b->next)
    if (start < b->start + b->size && b->start < start + size)
      result = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  if (result == CUDA_SUCCESS)
    add_block (BLOCK_REGISTERED, context, start, size);
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuMemHostUnregister (void *p)
{
  return release (BLOCK_REGISTERED, p, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

CUresult
cuMemHostGetDevicePointer_v2 (CUdeviceptr *device, void *p, unsigned flags)
{
  CUcontext context;
  CUresult result;
  Block *block;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  block = find_block (p, 1);
  if (result == CUDA_SUCCESS && (!block || block->kind == BLOCK_DEVICE))
    result = CUDA_ERROR_INVALID_VALUE;
  if (result == CUDA_SUCCESS)
    *device = (CUdeviceptr)p;
  pthread_mutex_unlock (&fake_lock);
  return result;
}

/* --- Copies --- */

typedef struct {
  char *to;
  const char *from;
  size_t to_pitch, from_pitch, width, height;
  void *staging; /* from pageable memory */
} Copy;

static void
copy_rows (void *data)
{
  Copy *copy = data;

  for (size_t y = 0; y < copy->height; y++)
    memcpy (copy->to + y * copy->to_pitch, copy->from + y * copy->from_pitch,
        copy->width);
  free (copy->staging);
  free (copy);
}

typedef enum { SIDE_DEVICE, SIDE_LOCKED, SIDE_PAGEABLE } Side;

/* Where one end of a copy is; host memory can be named as a device's. */
static CUresult
find_side (CUmemorytype type, const void *host, CUdeviceptr device, size_t x,
    size_t y, size_t pitch, const CUDA_MEMCPY2D *p, Side *side, char **start)
{
  Block *block;

  if (type == CU_MEMORYTYPE_ARRAY)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (pitch < x + p->WidthInBytes && y + p->Height > 1)
    return CUDA_ERROR_INVALID_VALUE;
  *start = (type == CU_MEMORYTYPE_HOST ? (char *)host : (char *)device)
           + y * pitch + x;
  block = find_block (*start, (p->Height - 1) * pitch + p->WidthInBytes);
  *side = !block                        ? SIDE_PAGEABLE
          : block->kind == BLOCK_DEVICE ? SIDE_DEVICE
                                        : SIDE_LOCKED;
  if ((type == CU_MEMORYTYPE_HOST && *side == SIDE_DEVICE)
      || (type == CU_MEMORYTYPE_DEVICE && *side == SIDE_PAGEABLE)
      || (*side == SIDE_PAGEABLE && find_block (*start, 1)))
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

/* What the driver does with pageable memory that is copied from: it waits for
 * the stream, reads all of it, and leaves the rest to the GPU. */
static CUresult
stage (Copy *copy, CUstream stream)
{
  CUresult result = fake_stream_wait (stream);

  if (result != CUDA_SUCCESS)
    return result;
  fake_counts.copy_syncs++;
  copy->staging = malloc (copy->width * copy->height);
  for (size_t y = 0; y < copy->height; y++)
    memcpy ((char *)copy->staging + y * copy->width,
        copy->from + y * copy->from_pitch, copy->width);
  copy->from = copy->staging;
  copy->from_pitch = copy->width;
  return CUDA_SUCCESS;
}

/* A copy within device memory never waits; one into pageable memory, and one
 * from host memory to host memory, always does. */
static CUresult
enqueue_copy (const CUDA_MEMCPY2D *p, CUstream stream, int wait)
{
  Copy *copy = calloc (1, sizeof *copy);
  Side to, from = SIDE_DEVICE;
  CUresult result;
  char *start;

  copy->width = p->WidthInBytes;
  copy->height = p->Height;
  copy->to_pitch = p->dstPitch;
  copy->from_pitch = p->srcPitch;
  result = find_side (p->dstMemoryType, p->dstHost, p->dstDevice,
      p->dstXInBytes, p->dstY, p->dstPitch, p, &to, &copy->to);
  if (result == CUDA_SUCCESS) {
    result = find_side (p->srcMemoryType, p->srcHost, p->srcDevice,
        p->srcXInBytes, p->srcY, p->srcPitch, p, &from, &start);
    copy->from = start;
  }
  if (result == CUDA_SUCCESS && from == SIDE_PAGEABLE && to == SIDE_DEVICE)
    result = stage (copy, stream);
  if (result != CUDA_SUCCESS) {
    free (copy);
    return result;
  }

  if (from == SIDE_DEVICE && to == SIDE_DEVICE)
    fake_counts.device_to_device++;
  else if (to == SIDE_DEVICE)
    fake_counts.host_to_device++;
  else if (from == SIDE_DEVICE)
    fake_counts.device_to_host++;
  fake_counts.pageable_copies += from == SIDE_PAGEABLE || to == SIDE_PAGEABLE;

  if (to == SIDE_PAGEABLE || (from != SIDE_DEVICE && to != SIDE_DEVICE))
    wait = 1;
  else if (from == to || copy->staging)
    wait = 0;
  fake_stream_add (stream, copy_rows, copy);
  if (wait) {
    fake_counts.copy_syncs++;
    result = fake_stream_wait (stream);
  }
  return result;
}

static CUresult
copy_2d (const CUDA_MEMCPY2D *p, CUstream handle, int wait)
{
  CUcontext context;
  CUresult result;
  CUstream stream;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS)
    result = fake_stream (handle, &stream);
  if (result == CUDA_SUCCESS && stream->context != context)
    result = CUDA_ERROR_INVALID_HANDLE;
  if (result == CUDA_SUCCESS && p->WidthInBytes > 0 && p->Height > 0)
    result = enqueue_copy (p, stream, wait);
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuMemcpy2D_v2 (const CUDA_MEMCPY2D *p)
{
  return copy_2d (p, NULL, 1);
}

CUresult
cuMemcpy2DUnaligned_v2 (const CUDA_MEMCPY2D *p)
{
  return copy_2d (p, NULL, 1);
}

CUresult
cuMemcpy2DAsync_v2 (const CUDA_MEMCPY2D *p, CUstream stream)
{
  return copy_2d (p, stream, 0);
}

static CUresult
copy_1d (CUmemorytype to_type, CUdeviceptr to, CUmemorytype from_type,
    CUdeviceptr from, size_t size, CUstream stream, int wait)
{
  CUDA_MEMCPY2D p = { 0 };

  p.dstMemoryType = to_type;
  p.dstDevice = to;
  p.dstHost = (void *)to;
  p.srcMemoryType = from_type;
  p.srcDevice = from;
  p.srcHost = (void *)from;
  p.WidthInBytes = p.dstPitch = p.srcPitch = size;
  p.Height = 1;
  return copy_2d (&p, stream, wait);
}

CUresult
cuMemcpy (CUdeviceptr to, CUdeviceptr from, size_t size)
{
  return copy_1d (
      CU_MEMORYTYPE_UNIFIED, to, CU_MEMORYTYPE_UNIFIED, from, size, NULL, 1);
}

CUresult
cuMemcpyAsync (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
  return copy_1d (
      CU_MEMORYTYPE_UNIFIED, to, CU_MEMORYTYPE_UNIFIED, from, size, stream, 0);
}

CUresult
cuMemcpyHtoD_v2 (CUdeviceptr to, const void *from, size_t size)
{
  return copy_1d (CU_MEMORYTYPE_DEVICE, to, CU_MEMORYTYPE_HOST,
      (CUdeviceptr)from, size, NULL, 1);
}

CUresult
cuMemcpyHtoDAsync_v2 (
    CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
  return copy_1d (CU_MEMORYTYPE_DEVICE, to, CU_MEMORYTYPE_HOST,
      (CUdeviceptr)from, size, stream, 0);
}

CUresult
cuMemcpyDtoH_v2 (void *to, CUdeviceptr from, size_t size)
{
  return copy_1d (CU_MEMORYTYPE_HOST, (CUdeviceptr)to, CU_MEMORYTYPE_DEVICE,
      from, size, NULL, 1);
}

CUresult
cuMemcpyDtoHAsync_v2 (void *to, CUdeviceptr from, size_t size, CUstream stream)
{
  return copy_1d (CU_MEMORYTYPE_HOST, (CUdeviceptr)to, CU_MEMORYTYPE_DEVICE,
      from, size, stream, 0);
}

CUresult
cuMemcpyDtoD_v2 (CUdeviceptr to, CUdeviceptr from, size_t size)
{
  return copy_1d (
      CU_MEMORYTYPE_DEVICE, to, CU_MEMORYTYPE_DEVICE, from, size, NULL, 1);
}

CUresult
cuMemcpyDtoDAsync_v2 (
    CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
  return copy_1d (
      CU_MEMORYTYPE_DEVICE, to, CU_MEMORYTYPE_DEVICE, from, size, stream, 0);
}

/* --- Fills --- */

typedef struct {
  char *to;
  size_t pitch, width, height; /* width in elements */
  unsigned value, bytes;
} Fill;

static void
fill_rows (void *data)
{
  Fill *fill = data;

  for (size_t y = 0; y < fill->height; y++)
    for (size_t x = 0; x < fill->width; x++)
      memcpy (fill->to + y * fill->pitch + x * fill->bytes, &fill->value,
          fill->bytes);
  free (fill);
}

static CUresult
fill_2d (CUdeviceptr to, size_t pitch, unsigned value, unsigned bytes,
    size_t width, size_t height, CUstream handle)
{
  CUcontext context;
  CUresult result;
  CUstream stream;
  Fill *fill;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS)
    result = fake_stream (handle, &stream);
  if (result == CUDA_SUCCESS && stream->context != context)
    result = CUDA_ERROR_INVALID_HANDLE;
  if (result == CUDA_SUCCESS && width > 0 && height > 0) {
    if ((pitch < width * bytes && height > 1) || to % bytes
        || !find_block ((char *)to, (height - 1) * pitch + width * bytes)) {
      result = CUDA_ERROR_INVALID_VALUE;
    } else {
      fill = malloc (sizeof *fill);
      *fill = (Fill){ (char *)to, pitch, width, height, value, bytes };
      fake_stream_add (stream, fill_rows, fill);
    }
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuMemsetD2D8_v2 (CUdeviceptr to, size_t pitch, unsigned char value,
    size_t width, size_t height)
{
  return fill_2d (to, pitch, value, 1, width, height, NULL);
}

CUresult
cuMemsetD2D16_v2 (CUdeviceptr to, size_t pitch, unsigned short value,
    size_t width, size_t height)
{
  return fill_2d (to, pitch, value, 2, width, height, NULL);
}

CUresult
cuMemsetD2D32_v2 (
    CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height)
{
  return fill_2d (to, pitch, value, 4, width, height, NULL);
}

CUresult
cuMemsetD2D8Async (CUdeviceptr to, size_t pitch, unsigned char value,
    size_t width, size_t height, CUstream stream)
{
  return fill_2d (to, pitch, value, 1, width, height, stream);
}

CUresult
cuMemsetD2D16Async (CUdeviceptr to, size_t pitch, unsigned short value,
    size_t width, size_t height, CUstream stream)
{
  return fill_2d (to, pitch, value, 2, width, height, stream);
}

CUresult
cuMemsetD2D32Async (CUdeviceptr to, size_t pitch, unsigned value, size_t width,
    size_t height, CUstream stream)
{
  return fill_2d (to, pitch, value, 4, width, height, stream);
}

CUresult
cuMemsetD8_v2 (CUdeviceptr to, unsigned char value, size_t n)
{
  return fill_2d (to, n, value, 1, n, 1, NULL);
}

CUresult
cuMemsetD8Async (CUdeviceptr to, unsigned char value, size_t n, CUstream stream)
{
  return fill_2d (to, n, value, 1, n, 1, stream);
}

/* --- What an address is --- */

CUresult
cuPointerGetAttribute (
    void *value, CUpointer_attribute attribute, CUdeviceptr p)
{
  CUresult result = CUDA_SUCCESS;
  Block *block;

  pthread_mutex_lock (&fake_lock);
  block = find_block ((char *)p, 1);
  if (!block) {
    result = CUDA_ERROR_INVALID_VALUE;
  } else {
    switch (attribute) {
      case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)value = block->context;
        break;
      case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(CUmemorytype *)value = block->kind == BLOCK_DEVICE
                                     ? CU_MEMORYTYPE_DEVICE
                                     : CU_MEMORYTYPE_HOST;
        break;
      case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)value = p;
        break;
      case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = block->context->device;
        break;
      case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *(CUdeviceptr *)value = (CUdeviceptr)block->start;
        break;
      case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)value = block->size;
        break;
      default:
        result = CUDA_ERROR_NOT_SUPPORTED;
        break;
    }
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}
