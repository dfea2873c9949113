#include "cuda/core/launch.h"

/* Graphs with dependent launches came with CUDA 12.3. */
#if CUDART_VERSION >= 12030
#define HAVE_DEPENDENT_LAUNCH
#endif

/* Blocks of a cluster that a kernel need not be allowed */
#define PORTABLE_CLUSTER 8

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
cf_cuda_may_overlap (gconstpointer kernel)
{
#ifdef HAVE_DEPENDENT_LAUNCH
  struct cudaFuncAttributes attributes;

  return cudaFuncGetAttributes (&attributes, kernel) == cudaSuccess
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

static cudaLaunchConfig_t
describe_clusters (guint n_blocks, guint n_threads, gsize shared, guint cluster,
    cudaStream_t stream, cudaLaunchAttribute *attribute)
{
  *attribute = (cudaLaunchAttribute){ .id = cudaLaunchAttributeClusterDimension,
    .val.clusterDim = { cluster, 1, 1 } };
  return (cudaLaunchConfig_t){ .gridDim = { n_blocks, 1, 1 },
    .blockDim = { n_threads, 1, 1 },
    .dynamicSmemBytes = shared,
    .stream = stream,
    .attrs = attribute,
    .numAttrs = cluster > 1 };
}

gboolean
cf_cuda_cluster_has_place (
    gconstpointer kernel, guint n_threads, gsize shared, guint cluster)
{
  cudaLaunchAttribute attribute;
  const cudaLaunchConfig_t config =
      describe_clusters (cluster, n_threads, shared, cluster, NULL, &attribute);
  struct cudaFuncAttributes attributes;
  int n = 0;

  if (cudaFuncGetAttributes (&attributes, kernel) == cudaSuccess
      && attributes.ptxVersion >= 90
      && (cluster <= PORTABLE_CLUSTER
          || cudaFuncSetAttribute (
                 kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)
                 == cudaSuccess)
      && cudaOccupancyMaxActiveClusters (&n, kernel, &config) == cudaSuccess)
    return n >= 1;
  cudaGetLastError ();
  return FALSE;
}

gboolean
cf_cuda_launch_clusters (CfStream *stream, gconstpointer kernel, guint n_blocks,
    guint n_threads, gsize shared, guint cluster, gpointer argument,
    GError **error)
{
  cudaLaunchAttribute attribute;
  const cudaLaunchConfig_t config = describe_clusters (n_blocks, n_threads,
      shared, cluster, ((CfCudaStream *)stream)->stream, &attribute);
  gpointer arguments[] = { argument };

  return cf_cuda_check (cudaLaunchKernelExC (&config, kernel, arguments),
      "start a kernel", error);
}
