#include "cuda/core/launch.h"

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
