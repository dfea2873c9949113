/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The driver, a device's context, and its memory.
 *
 * cudart is linked statically and finds the driver itself. The few driver
 * calls that make a context current are looked up here, in the same library,
 * so that nothing needs it before a device is opened. */
#include "cuda/core/cudabackend.h"
#include "cuda/core/cudalimits.h"
#include "engine/core/cferror.h"
#include "engine/core/cflibrary.h"
#include "cuda/core/picturekernels.h"

typedef gint CfCudaResult; /* CUresult; 0 is success */

static struct {
  gchar *missing; /* why there is none, or NULL */
  CfCudaResult (*init) (guint flags);
  CfCudaResult (*get_error_string) (CfCudaResult result, const gchar **text);
  CfCudaResult (*primary_retain) (CfCudaContext *context, gint device);
  CfCudaResult (*primary_release) (gint device);
  CfCudaResult (*push) (CfCudaContext context);
  CfCudaResult (*pop) (CfCudaContext *context);
} driver;

static gpointer
driver_load (gpointer unused)
{
  const CfSymbol symbols[] = {
    { &driver.init, "cuInit" },
    { &driver.get_error_string, "cuGetErrorString" },
    { &driver.primary_retain, "cuDevicePrimaryCtxRetain" },
    { &driver.primary_release, "cuDevicePrimaryCtxRelease_v2" },
    { &driver.push, "cuCtxPushCurrent_v2" },
    { &driver.pop, "cuCtxPopCurrent_v2" },
  };
  gchar *missing;
  gpointer library = cf_library_open_driver (&missing);
  const gchar *absent;
  CfCudaResult result;

  if (!library) {
    driver.missing =
        g_strdup_printf ("%s: to use a GPU, install its driver", missing);
    g_free (missing);
    return NULL;
  }
  absent = cf_library_find (library, symbols, G_N_ELEMENTS (symbols));
  if (absent) {
    driver.missing = g_strdup_printf ("The NVIDIA driver is too old (it has "
                                      "no %s): update it",
        absent);
    return NULL;
  }
  result = driver.init (0);
  if (result != 0) {
    const gchar *text = NULL;

    driver.get_error_string (result, &text);
    driver.missing = g_strdup_printf ("The NVIDIA driver does not start (%s): "
                                      "see whether nvidia-smi finds a GPU",
        text ? text : "unknown error");
  }
  return NULL;
}

static gboolean
no_device (GError **error, const gchar *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (
      error, g_error_new_valist (CF_ERROR, CF_ERROR_NO_DEVICE, format, args));
  va_end (args);
  return FALSE;
}

gboolean
cf_cuda_check (cudaError_t result, const gchar *what, GError **error)
{
  if (result == cudaSuccess)
    return TRUE;

  cudaGetLastError (); /* or the next call would report it again */
  if (result == cudaErrorMemoryAllocation)
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "Out of memory: cannot %s", what);
  else
    g_set_error (error, CF_ERROR, CF_ERROR_DEVICE_LOST,
        "The GPU failed: cannot %s (%s: %s)", what, cudaGetErrorName (result),
        cudaGetErrorString (result));
  return FALSE;
}

static gboolean
push (CfCudaContext context, GError **error)
{
  CfCudaResult result = driver.push (context);
  const gchar *text = NULL;

  if (result == 0)
    return TRUE;
  driver.get_error_string (result, &text);
  g_set_error (error, CF_ERROR, CF_ERROR_DEVICE_LOST,
      "The GPU's context is gone (%s)", text ? text : "unknown error");
  return FALSE;
}

static void
pop (void)
{
  CfCudaContext context;

  driver.pop (&context);
}

/* The contexts that this thread has entered, so that entering the current one
 * again costs nothing. A thread that holds one may call others' CUDA code in
 * between, which leaves the stack as it was. */
#define MAX_ENTERED 4

static __thread struct {
  CfCudaContext context;
  guint times;
} entered[MAX_ENTERED];
static __thread guint n_entered;

gboolean
cf_cuda_enter (CfDevice *device, GError **error)
{
  CfCudaContext context = device->context;

  if (n_entered > 0 && entered[n_entered - 1].context == context) {
    entered[n_entered - 1].times++;
    return TRUE;
  }
  if (n_entered == MAX_ENTERED) {
    g_set_error (error, CF_ERROR, CF_ERROR_DEVICE_LOST,
        "More than %d CUDA contexts are nested", MAX_ENTERED);
    return FALSE;
  }
  if (!push (context, error))
    return FALSE;
  entered[n_entered].context = context;
  entered[n_entered++].times = 1;
  return TRUE;
}

void
cf_cuda_leave (void)
{
  if (--entered[n_entered - 1].times > 0)
    return;
  n_entered--;
  pop ();
}

/* The runtime's own opinion: it needs a driver of its own major version. */
static gboolean
runtime_check (gint id, GError **error)
{
  gint n = 0, runtime = 0, supported = 0;
  cudaError_t result = cudaGetDeviceCount (&n);

  if (result == cudaErrorInsufficientDriver) {
    cudaGetLastError ();
    cudaRuntimeGetVersion (&runtime);
    cudaDriverGetVersion (&supported);
    return no_device (error,
        "The NVIDIA driver is too old: it supports CUDA "
        "%d.%d, and this build needs %d.0 or later. Update the driver, "
        "or rebuild with an older CUDA Toolkit",
        supported / 1000, supported % 1000 / 10, runtime / 1000);
  }
  if (result != cudaSuccess) {
    cudaGetLastError ();
    return no_device (error, "CUDA finds no GPU (%s: %s)",
        cudaGetErrorName (result), cudaGetErrorString (result));
  }
  if (MAX (id, 0) >= n)
    return no_device (error,
        "There is no CUDA device %d: this machine has %d, "
        "numbered from 0",
        MAX (id, 0), n);
  return TRUE;
}

/* Describes the current context's device, and sees that this build holds
 * code for it. */
static gchar *
describe (GError **error)
{
  struct cudaDeviceProp properties;
  struct cudaFuncAttributes attributes;
  gint device;
  cudaError_t result;

  if (!cf_cuda_check (cudaGetDevice (&device), "find the current device", error)
      || !cf_cuda_check (cudaGetDeviceProperties (&properties, device),
          "read the device's properties", error))
    return NULL;

  result = cudaFuncGetAttributes (&attributes, (gconstpointer)cf_kernel_copy);
  if (result == cudaErrorNoKernelImageForDevice
      || result == cudaErrorInvalidDeviceFunction
      || result == cudaErrorUnsupportedPtxVersion) {
    cudaGetLastError ();
    no_device (error,
        "This build holds no code for %s (%s): rebuild with "
        "-Dcuda-arch=%d%d",
        properties.name, cudaGetErrorString (result), properties.major,
        properties.minor);
    return NULL;
  }
  if (!cf_cuda_check (result, "load a kernel", error))
    return NULL;

  return g_strdup_printf ("%s, compute capability %d.%d", properties.name,
      properties.major, properties.minor);
}

/* TRUE if the current context's device has no memory of its own, or reaches the
 * host's by the host's own page tables: Jetsons and DGX Spark, and Grace. (That
 * it can read any host memory tells nothing: Linux's HMM has a GPU on the bus
 * do that.) */
static gboolean
shares_host_memory (gboolean *shares, GError **error)
{
  gint device, can = 0, integrated = 0, tables = 0;

  if (!cf_cuda_check (cudaGetDevice (&device), "find the current device", error)
      || !cf_cuda_check (
          cudaDeviceGetAttribute (&can, cudaDevAttrCanMapHostMemory, device),
          "read the device's attributes", error)
      || !cf_cuda_check (
          cudaDeviceGetAttribute (&integrated, cudaDevAttrIntegrated, device),
          "read the device's attributes", error)
      || !cf_cuda_check (
          cudaDeviceGetAttribute (&tables,
              cudaDevAttrPageableMemoryAccessUsesHostPageTables, device),
          "read the device's attributes", error))
    return FALSE;
  *shares = can && (integrated || tables);
  return TRUE;
}

static void
read_model (CfCudaModel *model)
{
  static const enum cudaDeviceAttr asked[] = {
    cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor,
    cudaDevAttrMultiProcessorCount, cudaDevAttrClockRate, cudaDevAttrL2CacheSize
  };
  gint device = 0, value[G_N_ELEMENTS (asked)] = { 0 };
  guint i;

  *model = (CfCudaModel)CF_CUDA_MODEL_REFERENCE;
  cudaGetDevice (&device);
  for (i = 0; i < G_N_ELEMENTS (asked); i++)
    if (cudaDeviceGetAttribute (&value[i], asked[i], device) != cudaSuccess) {
      cudaGetLastError ();
      value[i] = 0;
    }
  if (value[0] > 0)
    model->capability = 10 * value[0] + value[1];
  if (value[2] > 0)
    model->processors = value[2];
  if (value[3] > 0)
    model->clock = value[3];
  if (value[4] > 0)
    model->l2 = value[4];
}

typedef struct {
  const CfCudaPoolClass *keeper;
  gpointer what;
} Pool;

CfDevice *
cf_cuda_device_open (const CfDeviceConfig *config, GError **error)
{
  static GOnce once = G_ONCE_INIT;
  CfCudaDevice *self;
  CfCudaContext context = config->context;
  gint primary = -1;
  gchar *description = NULL;
  CfCudaModel model;
  cudaStream_t stream;
  gboolean ok, shares = FALSE;

  g_once (&once, driver_load, NULL);
  if (driver.missing) {
    no_device (error, "%s", driver.missing);
    return NULL;
  }
  if (!runtime_check (context ? 0 : config->id, error))
    return NULL;

  if (!context) {
    CfCudaResult result;

    primary = MAX (config->id, 0);
    result = driver.primary_retain (&context, primary);
    if (result != 0) {
      const gchar *text = NULL;

      driver.get_error_string (result, &text);
      no_device (error, "CUDA device %d cannot be used (%s)", primary,
          text ? text : "unknown error");
      return NULL;
    }
  }

  if (!push (context, error))
    goto fail;
  description = describe (error);
  ok = description && shares_host_memory (&shares, error)
       && cf_cuda_check (
           cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking),
           "create a stream", error);
  if (ok)
    read_model (&model);
  pop ();
  if (!ok)
    goto fail;

  self = g_new0 (CfCudaDevice, 1);
  self->model = model;
  self->stream = stream;
  self->parent.description = description;
  self->parent.context = context;
  self->parent.maps_host = shares;
  self->primary = primary;
  g_mutex_init (&self->lock);
  self->kept = g_array_new (FALSE, FALSE, sizeof (Pool));
  return &self->parent;

fail:
  g_free (description);
  if (primary >= 0)
    driver.primary_release (primary);
  return NULL;
}

void
cf_cuda_device_close (CfDevice *device)
{
  CfCudaDevice *self = (CfCudaDevice *)device;
  guint i;

  for (i = 0; i < self->kept->len; i++) {
    const Pool *kept = &g_array_index (self->kept, Pool, i);

    kept->keeper->end (kept->what, device);
  }
  g_array_free (self->kept, TRUE);
  if (cf_cuda_enter (device, NULL)) {
    cf_cuda_check (cudaStreamDestroy (self->stream), "free a stream", NULL);
    cf_cuda_leave ();
  }
  g_mutex_clear (&self->lock);
  if (self->primary >= 0)
    driver.primary_release (self->primary);
  g_free (self);
}

gpointer
cf_cuda_device_get_pool (CfDevice *device, const CfCudaPoolClass *keeper)
{
  CfCudaDevice *self = (CfCudaDevice *)device;
  Pool kept = { keeper, NULL };
  guint i;

  g_mutex_lock (&self->lock);
  for (i = 0; i < self->kept->len; i++)
    if (g_array_index (self->kept, Pool, i).keeper == keeper)
      kept = g_array_index (self->kept, Pool, i);
  if (!kept.what) {
    kept.what = keeper->make ();
    g_array_append_val (self->kept, kept);
  }
  g_mutex_unlock (&self->lock);
  return kept.what;
}

/* TRUE where anything was given up. That may wait for the GPU: without the
 * lock. */
static gboolean
shrink_kept (CfDevice *device)
{
  CfCudaDevice *self = (CfCudaDevice *)device;
  gboolean any = FALSE;
  GArray *all;
  guint i;

  g_mutex_lock (&self->lock);
  all = g_array_copy (self->kept);
  g_mutex_unlock (&self->lock);
  for (i = 0; i < all->len; i++) {
    const Pool *kept = &g_array_index (all, Pool, i);

    any = kept->keeper->shrink (kept->what, device) || any;
  }
  g_array_free (all, TRUE);
  return any;
}

/* A size beyond the address space is an invalid value to CUDA. */
static gboolean
check_allocation (cudaError_t result, const gchar *what, GError **error)
{
  return cf_cuda_check (
      result == cudaErrorInvalidValue ? cudaErrorMemoryAllocation : result,
      what, error);
}

gboolean
cf_cuda_upload (CfDevice *device, guint8 *to, gconstpointer from, gsize size,
    const gchar *what, GError **error)
{
  cudaStream_t on = ((CfCudaDevice *)device)->stream;

  return cf_cuda_check (
             cudaMemcpyAsync (to, from, size, cudaMemcpyHostToDevice, on), what,
             error)
         && cf_cuda_check (cudaStreamSynchronize (on), what, error);
}

gboolean
cf_cuda_clear (CfDevice *device, guint8 *memory, gsize size, const gchar *what,
    GError **error)
{
  cudaStream_t on = ((CfCudaDevice *)device)->stream;

  return cf_cuda_check (cudaMemsetAsync (memory, 0, size, on), what, error)
         && cf_cuda_check (cudaStreamSynchronize (on), what, error);
}

static guint8 *
allocate (CfDevice *device, gsize size, gboolean shrinks, GError **error)
{
  gpointer data = NULL;
  cudaError_t status;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return NULL;
  status = cudaMalloc (&data, size);
  if (status == cudaErrorMemoryAllocation && shrinks && shrink_kept (device)) {
    cudaGetLastError ();
    status = cudaMalloc (&data, size);
  }
  ok = check_allocation (status, "allocate GPU memory", error);
  cf_cuda_leave ();
  return ok ? data : NULL;
}

guint8 *
cf_cuda_device_alloc (CfDevice *device, gsize size, GError **error)
{
  return allocate (device, size, TRUE, error);
}

guint8 *
cf_cuda_device_try_alloc (CfDevice *device, gsize size, GError **error)
{
  return allocate (device, size, FALSE, error);
}

void
cf_cuda_device_free (CfDevice *device, guint8 *data)
{
  if (!cf_cuda_enter (device, NULL))
    return;
  cf_cuda_check (cudaFree (data), "free GPU memory", NULL);
  cf_cuda_leave ();
}

guint8 *
cf_cuda_host_alloc (CfDevice *device, gsize size, GError **error)
{
  gpointer data = NULL;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return NULL;
  ok = check_allocation (
      cudaHostAlloc (&data, size, cudaHostAllocPortable | cudaHostAllocMapped),
      "allocate page-locked memory", error);
  cf_cuda_leave ();
  return ok ? data : NULL;
}

void
cf_cuda_host_free (CfDevice *device, guint8 *data)
{
  if (!cf_cuda_enter (device, NULL))
    return;
  cf_cuda_check (cudaFreeHost (data), "free page-locked memory", NULL);
  cf_cuda_leave ();
}

gboolean
cf_cuda_host_register (
    CfDevice *device, guint8 *data, gsize size, GError **error)
{
  cudaError_t result;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return FALSE;
  result = cudaHostRegister (
      data, size, cudaHostRegisterPortable | cudaHostRegisterMapped);
  if (result == cudaErrorHostMemoryAlreadyRegistered
      || result == cudaErrorInvalidValue || result == cudaErrorNotSupported) {
    cudaGetLastError ();
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "This memory cannot be page-locked (%s)", cudaGetErrorString (result));
    ok = FALSE;
  } else {
    ok = cf_cuda_check (result, "page-lock memory", error);
  }
  cf_cuda_leave ();
  return ok;
}

void
cf_cuda_host_unregister (CfDevice *device, guint8 *data)
{
  if (!cf_cuda_enter (device, NULL))
    return;
  cf_cuda_check (cudaHostUnregister (data), "unlock memory", NULL);
  cf_cuda_leave ();
}

guint8 *
cf_cuda_host_map (CfDevice *device, guint8 *data)
{
  gpointer mapped = NULL;
  gboolean ok;

  if (!cf_cuda_enter (device, NULL))
    return NULL;
  ok = cf_cuda_check (
      cudaHostGetDevicePointer (&mapped, data, 0), "map memory", NULL);
  cf_cuda_leave ();
  return ok ? mapped : NULL;
}

gboolean
cf_cuda_get_limits (CfCudaLimits *limits, GError **error)
{
  gint device = 0, processors = 0, block = 0, processor = 0;

  if (!cf_cuda_check (cudaGetDevice (&device), "find the current device", error)
      || !cf_cuda_check (cudaDeviceGetAttribute (&processors,
                             cudaDevAttrMultiProcessorCount, device),
          "read the device's attributes", error)
      || !cf_cuda_check (cudaDeviceGetAttribute (&block,
                             cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
          "read the device's attributes", error)
      || !cf_cuda_check (
          cudaDeviceGetAttribute (
              &processor, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device),
          "read the device's attributes", error))
    return FALSE;

  limits->processors = processors;
  /* a block's static variables are of the same memory */
  limits->shared_block = block - 256;
  limits->shared_processor = processor;
  return TRUE;
}
