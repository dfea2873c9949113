/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "fakeruntime.h"

#include <stdlib.h>
#include <string.h>

/* Shared memory that every launch may ask for. */
#define SHARED_DEFAULT (48u << 10)
/* Blocks of a cluster on every GPU that has them. */
#define CLUSTER_PORTABLE 8

FakeRuntime fake_runtime;

typedef struct {
  gsize variables, most_dynamic;
  gboolean any_cluster;
  guint launches;
} Kernel;

typedef struct {
  gboolean pending;
  guint launches; /* before it */
} Event;

static GMutex lock;
static GHashTable *kernels; /* Kernel, by address */
static GHashTable *sizes;   /* of memory, by address */

static Kernel *
find (gconstpointer kernel)
{
  Kernel *k = g_hash_table_lookup (kernels, kernel);

  if (!k) {
    k = g_new0 (Kernel, 1);
    k->most_dynamic = SHARED_DEFAULT;
    g_hash_table_insert (kernels, (gpointer)kernel, k);
  }
  return k;
}

void
fake_runtime_reset (void)
{
  g_clear_pointer (&kernels, g_hash_table_unref);
  kernels = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (!sizes)
    sizes = g_hash_table_new (NULL, NULL);
  fake_runtime = (FakeRuntime){ .shared_block = 227 << 10,
    .code = 90,
    .largest_place = 16,
    .memory = G_MAXSIZE / 2,
    .allocated = fake_runtime.allocated };
}

void
fake_runtime_set_variables (gconstpointer kernel, gsize bytes)
{
  find (kernel)->variables = bytes;
}

guint
fake_runtime_get_launches (gconstpointer kernel)
{
  return find (kernel)->launches;
}

/* --- the device --- */

/* Linked, so that the loader takes the fake driver for the real one. */
int cuInit (unsigned flags);

cudaError_t
cudaGetDeviceCount (int *n)
{
  *n = 1;
  return cuInit (0) == 0 ? cudaSuccess : cudaErrorInitializationError;
}

cudaError_t
cudaGetDevice (int *device)
{
  *device = 0;
  return cudaSuccess;
}

cudaError_t
cudaGetDeviceProperties (struct cudaDeviceProp *properties, int device)
{
  *properties = (struct cudaDeviceProp){ .name = "a GPU that is not there",
    .major = fake_runtime.code / 10,
    .minor = fake_runtime.code % 10 };
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetAttribute (int *value, enum cudaDeviceAttr attribute, int device)
{
  *value = 0;
  if (attribute == cudaDevAttrMultiProcessorCount)
    *value = 132;
  else if (attribute == cudaDevAttrMaxSharedMemoryPerBlockOptin)
    *value = fake_runtime.shared_block;
  else if (attribute == cudaDevAttrMaxSharedMemoryPerMultiprocessor)
    *value = fake_runtime.shared_block + 1024;
  else if (attribute == cudaDevAttrCanMapHostMemory)
    *value = 1;
  else if (attribute == cudaDevAttrIntegrated)
    *value = fake_runtime.integrated;
  else if (attribute == cudaDevAttrPageableMemoryAccessUsesHostPageTables)
    *value = fake_runtime.host_tables;
  else
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

cudaError_t
cudaDriverGetVersion (int *version)
{
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t
cudaRuntimeGetVersion (int *version)
{
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t
cudaGetLastError (void)
{
  return cudaSuccess;
}

const char *
cudaGetErrorName (cudaError_t error)
{
  return error == cudaSuccess ? "cudaSuccess" : "cudaError";
}

const char *
cudaGetErrorString (cudaError_t error)
{
  return error == cudaSuccess ? "no error" : "refused by the fake runtime";
}

/* --- memory --- */

/* At an address as CUDA gives them; rubbish where kernels would see it. */
static void *
allocate_host (gsize size)
{
  const gint fill = fake_runtime.run ? 0xa5 : 0;
  void *memory;

  return posix_memalign (&memory, 256, size) == 0 ? memset (memory, fill, size)
                                                  : NULL;
}

static cudaError_t
allocate (void **memory, size_t size)
{
  cudaError_t result = cudaErrorMemoryAllocation;

  g_mutex_lock (&lock);
  if (size <= fake_runtime.memory
      && fake_runtime.allocated <= fake_runtime.memory - size)
    *memory = fake_runtime.run ? allocate_host (size) : g_try_malloc0 (size);
  if (*memory) {
    fake_runtime.allocated += size;
    g_hash_table_insert (sizes, *memory, GSIZE_TO_POINTER (size));
    result = cudaSuccess;
  }
  g_mutex_unlock (&lock);
  return result;
}

cudaError_t
cudaMalloc (void **memory, size_t size)
{
  fake_runtime.waits++;
  *memory = NULL;
  return allocate (memory, size);
}

cudaError_t
cudaFree (void *memory)
{
  fake_runtime.waits++;
  g_mutex_lock (&lock);
  fake_runtime.allocated -=
      GPOINTER_TO_SIZE (g_hash_table_lookup (sizes, memory));
  g_hash_table_remove (sizes, memory);
  g_mutex_unlock (&lock);
  g_free (memory);
  return cudaSuccess;
}

cudaError_t
cudaHostAlloc (void **memory, size_t size, unsigned flags)
{
  fake_runtime.waits++;
  *memory = allocate_host (size);
  return *memory ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t
cudaFreeHost (void *memory)
{
  fake_runtime.waits++;
  g_free (memory);
  return cudaSuccess;
}

cudaError_t
cudaHostRegister (void *memory, size_t size, unsigned flags)
{
  return cudaSuccess;
}

cudaError_t
cudaHostUnregister (void *memory)
{
  return cudaSuccess;
}

/* Mapped at the same address, as where a process has one address space. */
cudaError_t
cudaHostGetDevicePointer (void **device, void *memory, unsigned flags)
{
  *device = memory;
  return cudaSuccess;
}

/* Of the stream that waits for others, and they for it. */
static void
count_legacy (cudaStream_t stream)
{
  if (!stream || stream == cudaStreamLegacy)
    fake_runtime.legacy++;
}

/* Somebody has waited for so many launches. */
static void
do_launches (guint n)
{
  const guint left = fake_runtime.launches - n;

  fake_runtime.undone = MIN (fake_runtime.undone, left);
}

cudaError_t
cudaMemcpy (void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
  count_legacy (NULL);
  memcpy (to, from, size);
  return cudaSuccess;
}

cudaError_t
cudaMemcpyAsync (void *to, const void *from, size_t size,
    enum cudaMemcpyKind kind, cudaStream_t stream)
{
  count_legacy (stream);
  memcpy (to, from, size);
  return cudaSuccess;
}

cudaError_t
cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from,
    size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream)
{
  size_t y;

  for (y = 0; y < height; y++)
    memcpy ((guint8 *)to + y * to_pitch, (const guint8 *)from + y * from_pitch,
        width);
  return cudaSuccess;
}

cudaError_t
cudaMemset (void *memory, int value, size_t size)
{
  count_legacy (NULL);
  memset (memory, value, size);
  return cudaSuccess;
}

cudaError_t
cudaMemsetAsync (void *memory, int value, size_t size, cudaStream_t stream)
{
  count_legacy (stream);
  memset (memory, value, size);
  return cudaSuccess;
}

/* --- streams and events --- */

cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags)
{
  *stream = g_malloc0 (1);
  return cudaSuccess;
}

cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  g_free (stream);
  return cudaSuccess;
}

cudaError_t
cudaStreamSynchronize (cudaStream_t stream)
{
  count_legacy (stream);
  return cudaSuccess;
}

cudaError_t
cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
  fake_runtime.awaits++;
  fake_runtime.awaited = ((Event *)event)->launches;
  return cudaSuccess;
}

cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags)
{
  *event = (cudaEvent_t)g_new0 (Event, 1);
  return cudaSuccess;
}

cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  g_free (event);
  return cudaSuccess;
}

cudaError_t
cudaEventRecord (cudaEvent_t event, cudaStream_t stream)
{
  ((Event *)event)->pending = fake_runtime.busy;
  ((Event *)event)->launches = fake_runtime.launches;
  return cudaSuccess;
}

cudaError_t
cudaEventQuery (cudaEvent_t event)
{
  return ((Event *)event)->pending ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  ((Event *)event)->pending = FALSE;
  do_launches (((Event *)event)->launches);
  return cudaSuccess;
}

cudaError_t
cudaEventElapsedTime (float *ms, cudaEvent_t from, cudaEvent_t to)
{
  *ms = 0;
  return cudaSuccess;
}

/* --- kernels --- */

static void
interrupt (void)
{
  void (*other) (void) = fake_runtime.interrupt;

  fake_runtime.interrupt = NULL;
  if (other)
    other ();
}

cudaError_t
cudaFuncGetAttributes (
    struct cudaFuncAttributes *attributes, const void *kernel)
{
  const Kernel *k = find (kernel);

  *attributes = (struct cudaFuncAttributes){ .sharedSizeBytes = k->variables,
    .maxDynamicSharedSizeBytes = k->most_dynamic,
    .maxThreadsPerBlock = 1024,
    .ptxVersion = fake_runtime.code,
    .binaryVersion = fake_runtime.code };
  interrupt ();
  return cudaSuccess;
}

cudaError_t
cudaFuncSetAttribute (
    const void *kernel, enum cudaFuncAttribute attribute, int value)
{
  Kernel *k = find (kernel);

  interrupt ();
  if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed)
    k->any_cluster = value;
  else if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize
           || value + k->variables > fake_runtime.shared_block)
    return cudaErrorInvalidValue;
  else
    k->most_dynamic = value;
  return cudaSuccess;
}

static gboolean
fits (const Kernel *k, dim3 block, gsize shared)
{
  return block.x >= 1 && block.x * block.y * block.z <= 1024
         && shared <= k->most_dynamic
         && shared + k->variables <= fake_runtime.shared_block;
}

static cudaError_t
start (const void *kernel, dim3 grid, dim3 block, gsize shared, guint cluster,
    void **arguments)
{
  Kernel *k = find (kernel);

  if (grid.x < 1 || grid.x % cluster != 0 || !fits (k, block, shared)
      || (cluster > CLUSTER_PORTABLE && !k->any_cluster)
      || cluster > fake_runtime.largest_place) {
    fake_runtime.refused++;
    return cudaErrorInvalidValue;
  }
  if (fake_runtime.fails_in > 0 && --fake_runtime.fails_in == 0)
    return cudaErrorNotSupported;
  k->launches++;
  fake_runtime.launches++;
  fake_runtime.undone += fake_runtime.busy;
  fake_runtime.cluster = cluster;
  if (fake_runtime.run)
    fake_runtime.run (kernel, grid.x, block.x, shared, cluster, arguments);
  return cudaSuccess;
}

cudaError_t
cudaLaunchKernel (const void *kernel, dim3 grid, dim3 block, void **arguments,
    size_t shared, cudaStream_t stream)
{
  return start (kernel, grid, block, shared, 1, arguments);
}

static gboolean
overlaps (const cudaLaunchConfig_t *config)
{
  guint i;

  for (i = 0; i < config->numAttrs; i++)
    if (config->attrs[i].id
        == cudaLaunchAttributeProgrammaticStreamSerialization)
      return config->attrs[i].val.programmaticStreamSerializationAllowed;
  return FALSE;
}

static guint
cluster_of (const cudaLaunchConfig_t *config)
{
  guint i;

  for (i = 0; i < config->numAttrs; i++)
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
      return config->attrs[i].val.clusterDim.x;
  return 1;
}

cudaError_t
cudaLaunchKernelExC (
    const cudaLaunchConfig_t *config, const void *kernel, void **arguments)
{
  /* code for less would not wait */
  if (overlaps (config) && fake_runtime.code < 90)
    return cudaErrorInvalidValue;
  fake_runtime.overlapping += overlaps (config);
  return start (kernel, config->gridDim, config->blockDim,
      config->dynamicSmemBytes, cluster_of (config), arguments);
}

cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor (
    int *n, const void *kernel, int threads, size_t shared)
{
  *n = fits (find (kernel), (dim3){ threads, 1, 1 }, shared);
  return cudaSuccess;
}

cudaError_t
cudaOccupancyMaxActiveClusters (
    int *n, const void *kernel, const cudaLaunchConfig_t *config)
{
  const Kernel *k = find (kernel);
  const guint cluster = cluster_of (config);

  *n = 0;
  if (!fits (k, config->blockDim, config->dynamicSmemBytes)
      || (cluster > CLUSTER_PORTABLE && !k->any_cluster))
    return cudaErrorInvalidValue;
  *n = cluster <= fake_runtime.largest_place;
  return cudaSuccess;
}

/* --- graphs: of nothing --- */

cudaError_t
cudaStreamBeginCapture (cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
  return cudaSuccess;
}

cudaError_t
cudaStreamEndCapture (cudaStream_t stream, cudaGraph_t *graph)
{
  *graph = g_malloc0 (1);
  return cudaSuccess;
}

cudaError_t
cudaGraphDestroy (cudaGraph_t graph)
{
  g_free (graph);
  return cudaSuccess;
}

cudaError_t
cudaGraphInstantiate (
    cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
  fake_runtime.graphs++;
  *exec = g_malloc0 (1);
  return cudaSuccess;
}

cudaError_t
cudaGraphExecDestroy (cudaGraphExec_t exec)
{
  g_free (exec);
  return cudaSuccess;
}

cudaError_t
cudaGraphLaunch (cudaGraphExec_t exec, cudaStream_t stream)
{
  return cudaSuccess;
}
