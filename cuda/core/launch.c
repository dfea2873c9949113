/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/core/launch.h"
#include "cuda/core/autotune.h"

/* Graphs with dependent launches came with CUDA 12.3. */
#if CUDART_VERSION >= 12030
#define HAVE_DEPENDENT_LAUNCH
#endif

gboolean
cf_cuda_load_kernel (CfDevice *device, gconstpointer kernel, GError **error)
{
  struct cudaFuncAttributes attributes;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return FALSE;
  ok = cf_cuda_check (
      cudaFuncGetAttributes (&attributes, kernel), "load a kernel", error);
  cf_cuda_leave ();
  return ok;
}

gboolean
cf_cuda_launch (CfStream *stream, gconstpointer kernel, guint n_blocks,
    guint n_threads, gsize shared, gpointer argument, GError **error)
{
  dim3 grid = { n_blocks, 1, 1 }, block = { n_threads, 1, 1 };
  gpointer args[] = { argument };

  return cf_cuda_check (cudaLaunchKernel (kernel, grid, block, args, shared,
                            ((CfCudaStream *)stream)->stream),
      "start a kernel", error);
}

gboolean
cf_cuda_may_overlap (CfDevice *device, gconstpointer kernel)
{
#ifdef HAVE_DEPENDENT_LAUNCH
  struct cudaFuncAttributes attributes;

  return cf_cuda_overlaps (device)
         && cudaFuncGetAttributes (&attributes, kernel) == cudaSuccess
         && attributes.ptxVersion >= 90;
#else
  return FALSE;
#endif
}

gboolean
cf_cuda_launch_overlapping (CfStream *stream, gconstpointer kernel,
    guint n_blocks, guint n_threads, gsize shared, gpointer argument,
    GError **error)
{
#ifdef HAVE_DEPENDENT_LAUNCH
  cudaLaunchAttribute attribute = {
    .id = cudaLaunchAttributeProgrammaticStreamSerialization,
    .val.programmaticStreamSerializationAllowed = 1
  };
  const cudaLaunchConfig_t config = { .gridDim = { n_blocks, 1, 1 },
    .blockDim = { n_threads, 1, 1 },
    .dynamicSmemBytes = shared,
    .stream = ((CfCudaStream *)stream)->stream,
    .attrs = &attribute,
    .numAttrs = 1 };
  gpointer arguments[] = { argument };

  return cf_cuda_check (cudaLaunchKernelExC (&config, kernel, arguments),
      "start a kernel", error);
#else
  return cf_cuda_launch (
      stream, kernel, n_blocks, n_threads, shared, argument, error);
#endif
}
