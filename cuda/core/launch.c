/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/core/launch.h"
#include "cuda/core/autotune.h"

/* Graphs with dependent launches came with CUDA 12.3. */
#define DEPENDENT_LAUNCH_VERSION 12030

/* Blocks of a cluster that every GPU with clusters has a place for */
#define CLUSTER_PORTABLE 8

/* A library is no context's: it is loaded once, and stays. */
static CfCuResult
load (CfCudaKernel *kernel)
{
  CfCuLibrary library;
  CfCuKernel loaded;
  CfCuResult result = cf_cu.LibraryLoadData (
      &library, kernel->code, NULL, NULL, 0, NULL, NULL, 0);

  if (result != CF_CU_SUCCESS)
    return result;
  result = cf_cu.LibraryGetKernel (&loaded, library, kernel->name);
  if (result == CF_CU_SUCCESS)
    g_atomic_pointer_set (&kernel->loaded, loaded);
  else
    cf_cu.LibraryUnload (library);
  return result;
}

static CfCuResult
get_loaded (CfCudaKernel *kernel, CfCuKernel *loaded)
{
  static GMutex lock;
  CfCuResult result = CF_CU_SUCCESS;

  *loaded = g_atomic_pointer_get (&kernel->loaded);
  if (*loaded)
    return CF_CU_SUCCESS;
  g_mutex_lock (&lock);
  if (!kernel->loaded)
    result = load (kernel);
  *loaded = kernel->loaded;
  g_mutex_unlock (&lock);
  return result;
}

/* With the current context's device. */
static CfCuResult
get_for_device (CfCudaKernel *kernel, CfCuKernel *loaded, gint *device)
{
  CfCuResult result = get_loaded (kernel, loaded);

  return result == CF_CU_SUCCESS ? cf_cu.CtxGetDevice (device) : result;
}

/* This reads an attribute too, as the driver may load a library's code for a
 * device when it is first used there. */
CfCuResult
cf_cuda_kernel_get_code (CfCudaKernel *kernel, CfCudaCode *code)
{
  CfCuKernel loaded;
  gint device, shared = 0;
  CfCuResult result = get_for_device (kernel, &loaded, &device);

  code->arch = 0;
  if (result == CF_CU_SUCCESS)
    result = cf_cu.KernelGetAttribute (
        &code->arch, CF_CU_FUNC_PTX_VERSION, loaded, device);
  if (result == CF_CU_SUCCESS)
    result = cf_cu.KernelGetAttribute (
        &shared, CF_CU_FUNC_SHARED_SIZE_BYTES, loaded, device);
  code->shared = shared;
  return result;
}

gboolean
cf_cuda_load_kernel (CfDevice *device, CfCudaKernel *kernel, GError **error)
{
  CfCudaCode code;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return FALSE;
  ok = cf_cuda_check (
      cf_cuda_kernel_get_code (kernel, &code), "load a kernel", error);
  cf_cuda_leave ();
  return ok;
}

static CfCuResult
set_attribute (CfCudaKernel *kernel, CfCuFuncAttribute attribute, gint value)
{
  CfCuKernel loaded;
  gint device;
  CfCuResult result = get_for_device (kernel, &loaded, &device);

  return result == CF_CU_SUCCESS
             ? cf_cu.KernelSetAttribute (attribute, value, loaded, device)
             : result;
}

gboolean
cf_cuda_kernel_allow_shared (CfCudaKernel *kernel, gsize bytes, GError **error)
{
  return cf_cuda_check (
      set_attribute (kernel, CF_CU_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes),
      "load a kernel", error);
}

gboolean
cf_cuda_kernel_count_blocks (CfCudaKernel *kernel, guint n_threads,
    gsize shared, guint *n, GError **error)
{
  CfCuKernel loaded;
  CfCuResult result = get_loaded (kernel, &loaded);
  gint blocks = 0;

  if (result == CF_CU_SUCCESS)
    result = cf_cu.OccupancyMaxActiveBlocksPerMultiprocessor (
        &blocks, loaded, n_threads, shared);
  *n = blocks;
  return cf_cuda_check (result, "load a kernel", error);
}

/* What a launch is to be like, beside its shape. */
#define MAX_ATTRIBUTES 2

static CfCuLaunchConfig
describe (const CfCudaShape *shape, CfCuStream stream,
    CfCuLaunchAttribute attributes[MAX_ATTRIBUTES])
{
  guint n = 0;

  if (shape->cluster > 1)
    attributes[n++] = (CfCuLaunchAttribute){ CF_CU_LAUNCH_CLUSTER_DIMENSION,
      .value.cluster = { shape->cluster, 1, 1 } };
  if (shape->overlaps)
    attributes[n++] =
        (CfCuLaunchAttribute){ CF_CU_LAUNCH_PROGRAMMATIC_STREAM_SERIALIZATION,
          .value.may_overlap = 1 };
  return (CfCuLaunchConfig){ { shape->n_blocks, 1, 1 },
    { shape->n_threads, 1, 1 }, shape->shared, stream, attributes, n };
}

gboolean
cf_cuda_kernel_has_place (CfCudaKernel *kernel, const CfCudaShape *shape)
{
  CfCuLaunchAttribute attributes[MAX_ATTRIBUTES];
  const CfCuLaunchConfig config = describe (shape, NULL, attributes);
  CfCuKernel loaded;
  gint n = 0;

  if (shape->cluster <= 1)
    return TRUE;
  return get_loaded (kernel, &loaded) == CF_CU_SUCCESS
         && (shape->cluster <= CLUSTER_PORTABLE
             || set_attribute (
                    kernel, CF_CU_FUNC_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1)
                    == CF_CU_SUCCESS)
         && cf_cu.OccupancyMaxActiveClusters (&n, loaded, &config)
                == CF_CU_SUCCESS
         && n >= 1;
}

gboolean
cf_cuda_launch_shape (CfStream *stream, CfCudaKernel *kernel,
    const CfCudaShape *shape, gpointer argument, GError **error)
{
  CfCuLaunchAttribute attributes[MAX_ATTRIBUTES];
  const CfCuLaunchConfig config =
      describe (shape, ((CfCudaStream *)stream)->stream, attributes);
  gpointer arguments[] = { argument };
  CfCuKernel loaded;
  CfCuResult result = get_loaded (kernel, &loaded);

  if (result == CF_CU_SUCCESS)
    result = cf_cu.LaunchKernelEx (&config, loaded, arguments, NULL);
  return cf_cuda_check (result, "start a kernel", error);
}

gboolean
cf_cuda_launch (CfStream *stream, CfCudaKernel *kernel, guint n_blocks,
    guint n_threads, gsize shared, gpointer argument, GError **error)
{
  const CfCudaShape shape = { n_blocks, n_threads, shared };

  return cf_cuda_launch_shape (stream, kernel, &shape, argument, error);
}

gboolean
cf_cuda_may_overlap (CfDevice *device, CfCudaKernel *kernel)
{
  CfCudaCode code;

  return cf_cuda_overlaps (device)
         && cf_cu_get_version () >= DEPENDENT_LAUNCH_VERSION
         && cf_cuda_kernel_get_code (kernel, &code) == CF_CU_SUCCESS
         && code.arch >= 90;
}

gboolean
cf_cuda_launch_overlapping (CfStream *stream, CfCudaKernel *kernel,
    guint n_blocks, guint n_threads, gsize shared, gpointer argument,
    GError **error)
{
  const CfCudaShape shape = { n_blocks, n_threads, shared, .overlaps = TRUE };

  return cf_cuda_launch_shape (stream, kernel, &shape, argument, error);
}
