/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The fake driver's kernels, and graphs, which are of nothing. A library is
 * what somebody loads as code: the name of its kernel, behind "cf_kernel_", or
 * a fat binary that is not compressed, in which the name is found. */
#include "fakeprivate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "cf_kernel_"
/* Shared memory that every launch may ask for. */
#define SHARED_DEFAULT (48u << 10)
/* Blocks of a cluster on every GPU that has them. */
#define CLUSTER_PORTABLE 8
#define MAX_THREADS 1024

#define BUSY \
  { \
    .shared_block = 227 << 10, .version = 13000, .code = 90, \
    .largest_place = 16, .rubbish = 0xd5, .memory = SIZE_MAX / 2 \
  }

FakeGpu fake_gpu = BUSY;

struct CUkern_st {
  CUkernel next;
  char *name;
  size_t variables, most_dynamic;
  int any_cluster;
  unsigned launches;
};

static CUkernel kernels; /* none is ever freed: launchers keep them */

/* The kernel of this name; the lock is held. */
static CUkernel
find (const char *name)
{
  CUkernel k;

  for (k = kernels; k; k = k->next)
    if (!strcmp (k->name, name))
      return k;
  k = calloc (1, sizeof *k);
  k->name = strdup (name);
  k->most_dynamic = SHARED_DEFAULT;
  k->next = kernels;
  kernels = k;
  return k;
}

/* --- For tests --- */

void
fake_gpu_reset (void)
{
  const size_t allocated = fake_gpu.allocated;
  CUkernel k;

  pthread_mutex_lock (&fake_lock);
  for (k = kernels; k; k = k->next) {
    k->variables = 0;
    k->most_dynamic = SHARED_DEFAULT;
    k->any_cluster = 0;
    k->launches = 0;
  }
  fake_gpu = (FakeGpu)BUSY;
  fake_gpu.idle = 1;
  fake_gpu.allocated = allocated;
  pthread_mutex_unlock (&fake_lock);
}

void
fake_gpu_set_variables (const char *kernel, size_t bytes)
{
  pthread_mutex_lock (&fake_lock);
  find (kernel)->variables = bytes;
  pthread_mutex_unlock (&fake_lock);
}

unsigned
fake_gpu_get_launches (const char *kernel)
{
  unsigned n;

  pthread_mutex_lock (&fake_lock);
  n = find (kernel)->launches;
  pthread_mutex_unlock (&fake_lock);
  return n;
}

/* --- Libraries --- */

/* What nvcc's fat binaries begin with */
#define FAT_MAGIC 0xba55ed50u

typedef struct {
  uint32_t magic;
  uint16_t version, header; /* bytes of this */
  uint64_t size;            /* behind it */
} FatHeader;

static int
is_fat (CUlibrary library)
{
  uint32_t magic;

  memcpy (&magic, library, sizeof magic);
  return magic == FAT_MAGIC;
}

static int
has_name (CUlibrary library, const char *name)
{
  const FatHeader *fat = (const FatHeader *)library;
  const char *bytes = (const char *)fat + fat->header;
  const size_t n = strlen (name);
  uint64_t i;

  for (i = 0; i + n <= fat->size; i++)
    if (bytes[i] == name[0] && !memcmp (bytes + i, name, n))
      return 1;
  return 0;
}

CUresult
cuLibraryLoadData (CUlibrary *library, const void *code,
    CUjit_option *jit_options, void **jit_values, unsigned n_jit,
    CUlibraryOption *options, void **values, unsigned n)
{
  *library = (CUlibrary)code;
  return code ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuLibraryUnload (CUlibrary library)
{
  return CUDA_SUCCESS;
}

CUresult
cuLibraryGetKernel (CUkernel *kernel, CUlibrary library, const char *name)
{
  const size_t n = strlen (PREFIX);

  if (is_fat (library) ? !has_name (library, name)
                       : strncmp (name, PREFIX, n)
                             || strcmp (name + n, (const char *)library))
    return CUDA_ERROR_NOT_FOUND;
  pthread_mutex_lock (&fake_lock);
  *kernel = find (name);
  pthread_mutex_unlock (&fake_lock);
  return CUDA_SUCCESS;
}

/* --- Attributes --- */

static void
interrupt (void)
{
  void (*other) (void) = fake_gpu.interrupt;

  fake_gpu.interrupt = NULL;
  if (other)
    other ();
}

CUresult
cuKernelGetAttribute (int *value, CUfunction_attribute attribute,
    CUkernel kernel, CUdevice device)
{
  if (fake_gpu.no_code)
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = kernel->variables;
      break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      *value = fake_gpu.code;
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
  interrupt ();
  return CUDA_SUCCESS;
}

CUresult
cuKernelSetAttribute (
    CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device)
{
  interrupt ();
  if (attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED)
    kernel->any_cluster = value;
  else if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
           || value + kernel->variables > fake_gpu.shared_block)
    return CUDA_ERROR_INVALID_VALUE;
  else
    kernel->most_dynamic = value;
  return CUDA_SUCCESS;
}

/* --- Launches --- */

static int
fits (CUkernel k, unsigned n_threads, size_t shared)
{
  return n_threads >= 1 && n_threads <= MAX_THREADS && shared <= k->most_dynamic
         && shared + k->variables <= fake_gpu.shared_block;
}

static const CUlaunchAttributeValue *
find_attribute (const CUlaunchConfig *config, CUlaunchAttributeID id)
{
  unsigned i;

  for (i = 0; i < config->numAttrs; i++)
    if (config->attrs[i].id == id)
      return &config->attrs[i].value;
  return NULL;
}

static unsigned
cluster_of (const CUlaunchConfig *config)
{
  const CUlaunchAttributeValue *value =
      find_attribute (config, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);

  return value ? value->clusterDim.x : 1;
}

static int
overlaps (const CUlaunchConfig *config)
{
  const CUlaunchAttributeValue *value = find_attribute (
      config, CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);

  return value && value->programmaticStreamSerializationAllowed;
}

static void
finish_launch (void *unused)
{
  pthread_mutex_lock (&fake_lock);
  fake_gpu.undone--;
  pthread_mutex_unlock (&fake_lock);
}

/* Whether a GPU takes it; code for less than 9.0 would not wait for the kernel
 * in front. */
static CUresult
check_launch (const CUlaunchConfig *config, CUkernel k)
{
  const unsigned cluster = cluster_of (config);

  if (config->gridDimX >= 1 && config->gridDimX % cluster == 0
      && fits (k, config->blockDimX, config->sharedMemBytes)
      && (cluster <= CLUSTER_PORTABLE || k->any_cluster)
      && cluster <= fake_gpu.largest_place
      && !(overlaps (config) && fake_gpu.code < 90))
    return CUDA_SUCCESS;
  fake_gpu.refused++;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuLaunchKernelEx (const CUlaunchConfig *config, CUfunction function,
    void **arguments, void **extra)
{
  CUkernel k = (CUkernel)function;
  CUstream stream;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = fake_stream (config->hStream, &stream);
  if (result == CUDA_SUCCESS)
    result = check_launch (config, k);
  if (result == CUDA_SUCCESS && fake_gpu.fails_in > 0
      && --fake_gpu.fails_in == 0)
    result = CUDA_ERROR_NOT_SUPPORTED;
  if (result == CUDA_SUCCESS) {
    k->launches++;
    fake_gpu.launches++;
    fake_gpu.overlapping += overlaps (config);
    fake_gpu.cluster = cluster_of (config);
    fake_gpu.undone++;
    fake_stream_add (stream, finish_launch, NULL);
    /* the argument is the caller's, who may change it behind this */
    if (fake_gpu.run)
      result = fake_stream_wait (stream);
  }
  pthread_mutex_unlock (&fake_lock);
  if (result == CUDA_SUCCESS && fake_gpu.run)
    fake_gpu.run (k->name, config->gridDimX, config->blockDimX,
        config->sharedMemBytes, cluster_of (config), arguments);
  return result;
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (
    int *n, CUfunction function, int n_threads, size_t shared)
{
  *n = fits ((CUkernel)function, n_threads, shared);
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxActiveClusters (
    int *n, CUfunction function, const CUlaunchConfig *config)
{
  CUkernel k = (CUkernel)function;
  const unsigned cluster = cluster_of (config);

  *n = 0;
  if (!fits (k, config->blockDimX, config->sharedMemBytes)
      || (cluster > CLUSTER_PORTABLE && !k->any_cluster))
    return CUDA_ERROR_INVALID_VALUE;
  *n = cluster <= fake_gpu.largest_place;
  return CUDA_SUCCESS;
}

/* --- Graphs --- */

CUresult
cuStreamBeginCapture_v2 (CUstream stream, CUstreamCaptureMode mode)
{
  return CUDA_SUCCESS;
}

CUresult
cuStreamEndCapture (CUstream stream, CUgraph *graph)
{
  *graph = calloc (1, 1);
  return CUDA_SUCCESS;
}

CUresult
cuGraphDestroy (CUgraph graph)
{
  free (graph);
  return CUDA_SUCCESS;
}

CUresult
cuGraphInstantiateWithFlags (
    CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
  fake_gpu.graphs++;
  *exec = calloc (1, 1);
  return CUDA_SUCCESS;
}

CUresult
cuGraphExecDestroy (CUgraphExec exec)
{
  free (exec);
  return CUDA_SUCCESS;
}

CUresult
cuGraphLaunch (CUgraphExec exec, CUstream stream)
{
  return CUDA_SUCCESS;
}
