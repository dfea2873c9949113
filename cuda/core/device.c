/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A device's context, and its memory. */
#include "cuda/core/cudabackend.h"
#include "cuda/core/cudalimits.h"
#include "cuda/core/launch.h"
#include "cuda/core/picturekernels.h"
#include "engine/core/cferror.h"

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

static gboolean
push (CfCudaContext context, GError **error)
{
  CfCuResult result = cf_cu.CtxPushCurrent (context);

  if (result == CF_CU_SUCCESS)
    return TRUE;
  g_set_error (error, CF_ERROR, CF_ERROR_DEVICE_LOST,
      "The GPU's context is gone (%s)", cf_cu_describe (result));
  return FALSE;
}

static void
pop (void)
{
  CfCudaContext context;

  cf_cu.CtxPopCurrent (&context);
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

static gboolean
check_id (gint id, GError **error)
{
  gint n = 0;
  CfCuResult result = cf_cu.DeviceGetCount (&n);

  if (result != CF_CU_SUCCESS)
    return no_device (error, "CUDA finds no GPU (%s)", cf_cu_describe (result));
  if (MAX (id, 0) >= n)
    return no_device (error,
        "There is no CUDA device %d: this machine has %d, "
        "numbered from 0",
        MAX (id, 0), n);
  return TRUE;
}

static gboolean
read_attribute (
    CfCuDeviceAttribute attribute, gint device, gint *value, GError **error)
{
  return cf_cuda_check (cf_cu.DeviceGetAttribute (value, attribute, device),
      "read the device's attributes", error);
}

static gboolean
find_current (gint *device, GError **error)
{
  return cf_cuda_check (
      cf_cu.CtxGetDevice (device), "find the current device", error);
}

/* Describes the current context's device, and sees that this build holds
 * code for it. */
static gchar *
describe (GError **error)
{
  gchar name[256];
  gint device, major, minor;
  CfCudaCode code;
  CfCuResult result;

  if (!find_current (&device, error)
      || !cf_cuda_check (cf_cu.DeviceGetName (name, sizeof name, device),
          "read the device's name", error)
      || !read_attribute (
          CF_CU_DEVICE_COMPUTE_CAPABILITY_MAJOR, device, &major, error)
      || !read_attribute (
          CF_CU_DEVICE_COMPUTE_CAPABILITY_MINOR, device, &minor, error))
    return NULL;

  result = cf_cuda_kernel_get_code (&cf_kernel_copy, &code);
  if (result == CF_CU_ERROR_NO_BINARY_FOR_GPU
      || result == CF_CU_ERROR_INVALID_IMAGE
      || result == CF_CU_ERROR_UNSUPPORTED_PTX_VERSION) {
    no_device (error,
        "This build holds no code for %s (%s): rebuild with "
        "-Dcuda-arch=%d%d",
        name, cf_cu_describe (result), major, minor);
    return NULL;
  }
  if (!cf_cuda_check (result, "load a kernel", error))
    return NULL;

  return g_strdup_printf ("%s, compute capability %d.%d", name, major, minor);
}

/* TRUE if the current context's device has no memory of its own, or reaches the
 * host's by the host's own page tables: Jetsons and DGX Spark, and Grace. (That
 * it can read any host memory tells nothing: Linux's HMM has a GPU on the bus
 * do that.) */
static gboolean
shares_host_memory (gboolean *shares, GError **error)
{
  gint device, can = 0, integrated = 0, tables = 0;

  if (!find_current (&device, error)
      || !read_attribute (CF_CU_DEVICE_CAN_MAP_HOST_MEMORY, device, &can, error)
      || !read_attribute (CF_CU_DEVICE_INTEGRATED, device, &integrated, error)
      || !read_attribute (
          CF_CU_DEVICE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, device,
          &tables, error))
    return FALSE;
  *shares = can && (integrated || tables);
  return TRUE;
}

static void
read_model (CfCudaModel *model)
{
  static const CfCuDeviceAttribute asked[] = {
    CF_CU_DEVICE_COMPUTE_CAPABILITY_MAJOR,
    CF_CU_DEVICE_COMPUTE_CAPABILITY_MINOR, CF_CU_DEVICE_MULTIPROCESSOR_COUNT,
    CF_CU_DEVICE_CLOCK_RATE, CF_CU_DEVICE_L2_CACHE_SIZE
  };
  gint device = 0, value[G_N_ELEMENTS (asked)] = { 0 };
  guint i;

  *model = (CfCudaModel)CF_CUDA_MODEL_REFERENCE;
  cf_cu.CtxGetDevice (&device);
  for (i = 0; i < G_N_ELEMENTS (asked); i++)
    if (cf_cu.DeviceGetAttribute (&value[i], asked[i], device) != CF_CU_SUCCESS)
      value[i] = 0;
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
  CfCudaDevice *self;
  CfCudaContext context = config->context;
  gint primary = -1;
  gchar *description = NULL;
  CfCudaModel model;
  CfCuStream stream;
  gboolean ok, shares = FALSE;

  if (!cf_cu_load (error) || !check_id (context ? 0 : config->id, error))
    return NULL;

  if (!context) {
    CfCuResult result;

    primary = MAX (config->id, 0);
    result = cf_cu.DevicePrimaryCtxRetain (&context, primary);
    if (result != CF_CU_SUCCESS) {
      no_device (error, "CUDA device %d cannot be used (%s)", primary,
          cf_cu_describe (result));
      return NULL;
    }
  }

  if (!push (context, error))
    goto fail;
  description = describe (error);
  ok =
      description && shares_host_memory (&shares, error)
      && cf_cuda_check (cf_cu.StreamCreate (&stream, CF_CU_STREAM_NON_BLOCKING),
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
    cf_cu.DevicePrimaryCtxRelease (primary);
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
    cf_cuda_check (cf_cu.StreamDestroy (self->stream), "free a stream", NULL);
    cf_cuda_leave ();
  }
  g_mutex_clear (&self->lock);
  if (self->primary >= 0)
    cf_cu.DevicePrimaryCtxRelease (self->primary);
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
check_allocation (CfCuResult result, const gchar *what, GError **error)
{
  return cf_cuda_check (
      result == CF_CU_ERROR_INVALID_VALUE ? CF_CU_ERROR_OUT_OF_MEMORY : result,
      what, error);
}

/* Waits for what was enqueued on the device's own stream. */
static gboolean
finish (CfDevice *device, CfCuResult result, const gchar *what, GError **error)
{
  return cf_cuda_check (result, what, error)
         && cf_cuda_check (
             cf_cu.StreamSynchronize (((CfCudaDevice *)device)->stream), what,
             error);
}

gboolean
cf_cuda_upload (CfDevice *device, guint8 *to, gconstpointer from, gsize size,
    const gchar *what, GError **error)
{
  const CfCuStream on = ((CfCudaDevice *)device)->stream;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return FALSE;
  ok = finish (device, cf_cu.MemcpyHtoDAsync (to, from, size, on), what, error);
  cf_cuda_leave ();
  return ok;
}

gboolean
cf_cuda_clear (CfDevice *device, guint8 *memory, gsize size, const gchar *what,
    GError **error)
{
  const CfCuStream on = ((CfCudaDevice *)device)->stream;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return FALSE;
  ok = finish (device, cf_cu.MemsetD8Async (memory, 0, size, on), what, error);
  cf_cuda_leave ();
  return ok;
}

static guint8 *
allocate (CfDevice *device, gsize size, gboolean shrinks, GError **error)
{
  gpointer data = NULL;
  CfCuResult status;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return NULL;
  status = cf_cu.MemAlloc (&data, size);
  if (status == CF_CU_ERROR_OUT_OF_MEMORY && shrinks && shrink_kept (device)) {
    status = cf_cu.MemAlloc (&data, size);
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
  cf_cuda_check (cf_cu.MemFree (data), "free GPU memory", NULL);
  cf_cuda_leave ();
}

guint8 *
cf_cuda_host_alloc (CfDevice *device, gsize size, GError **error)
{
  gpointer data = NULL;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return NULL;
  ok = check_allocation (cf_cu.MemHostAlloc (&data, size,
                             CF_CU_MEMHOST_PORTABLE | CF_CU_MEMHOST_DEVICEMAP),
      "allocate page-locked memory", error);
  cf_cuda_leave ();
  return ok ? data : NULL;
}

void
cf_cuda_host_free (CfDevice *device, guint8 *data)
{
  if (!cf_cuda_enter (device, NULL))
    return;
  cf_cuda_check (cf_cu.MemFreeHost (data), "free page-locked memory", NULL);
  cf_cuda_leave ();
}

gboolean
cf_cuda_host_register (
    CfDevice *device, guint8 *data, gsize size, GError **error)
{
  CfCuResult result;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return FALSE;
  result = cf_cu.MemHostRegister (
      data, size, CF_CU_MEMHOST_PORTABLE | CF_CU_MEMHOST_DEVICEMAP);
  if (result == CF_CU_ERROR_HOST_MEMORY_ALREADY_REGISTERED
      || result == CF_CU_ERROR_INVALID_VALUE
      || result == CF_CU_ERROR_NOT_SUPPORTED) {
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "This memory cannot be page-locked (%s)", cf_cu_describe (result));
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
  cf_cuda_check (cf_cu.MemHostUnregister (data), "unlock memory", NULL);
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
      cf_cu.MemHostGetDevicePointer (&mapped, data, 0), "map memory", NULL);
  cf_cuda_leave ();
  return ok ? mapped : NULL;
}

gboolean
cf_cuda_get_limits (CfCudaLimits *limits, GError **error)
{
  gint device = 0, processors = 0, block = 0, processor = 0;

  if (!find_current (&device, error)
      || !read_attribute (
          CF_CU_DEVICE_MULTIPROCESSOR_COUNT, device, &processors, error)
      || !read_attribute (
          CF_CU_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device, &block, error)
      || !read_attribute (CF_CU_DEVICE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
          device, &processor, error))
    return FALSE;

  limits->processors = processors;
  /* a block's static variables are of the same memory */
  limits->shared_block = block - 256;
  limits->shared_processor = processor;
  return TRUE;
}
