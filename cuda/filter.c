/* Filters on CUDA: which method makes them, and the copy. */
#include "kernels.h"
#include "method.h"

G_STATIC_ASSERT (CF_KERNEL_PLANES == CF_MAX_PLANES);
G_STATIC_ASSERT ((gint)CF_KERNEL_REPLICATE == CF_BORDER_REPLICATE);
G_STATIC_ASSERT ((gint)CF_KERNEL_MIRROR == CF_BORDER_MIRROR);
G_STATIC_ASSERT ((gint)CF_KERNEL_CONSTANT == CF_BORDER_CONSTANT);

/* Of medians, the network wherever there is one that the GPU has room for. */
static const CfCudaMethod *
choose_method (const CfFilter *description)
{
  if (description->params.op == CF_OP_INPAINT)
    return &cf_cuda_inpaint;
  if (description->params.op == CF_OP_COPY || !description->filtered)
    return &cf_cuda_copy;
  if (description->params.op == CF_OP_CONVOLVE)
    return &cf_cuda_convolve;
  if (description->params.op == CF_OP_EPSILON)
    return &cf_cuda_epsilon;
  if (cf_cuda_network_supports (description))
    return &cf_cuda_network;
  return &cf_cuda_rank;
}

CfFilter *
cf_cuda_filter_new_by (
    const CfCudaMethod *method, const CfFilter *description, GError **error)
{
  CfFilter *filter = method->filter_new (description, error);

  if (filter)
    ((CfCudaFilter *)filter)->method = method;
  return filter;
}

CfFilter *
cf_cuda_filter_new (const CfFilter *description, GError **error)
{
  return cf_cuda_filter_new_by (
      choose_method (description), description, error);
}

void
cf_cuda_filter_free (CfFilter *filter)
{
  ((CfCudaFilter *)filter)->method->filter_free (filter);
}

gboolean
cf_cuda_filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  gboolean ok;

  if (!cf_cuda_enter (filter->device, error))
    return FALSE;
  ok = ((CfCudaFilter *)filter)
           ->method->filter_run (filter, stream, src, dst, error);
  cf_cuda_leave ();
  return ok;
}

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
cf_cuda_iterations_alloc (CfCudaIterations *self, GError **error)
{
  if (self->size == 0)
    return TRUE;
  self->memory = cf_cuda_device_alloc (self->filter->device, self->size, error);
  return self->memory != NULL;
}

void
cf_cuda_iterations_free (CfCudaIterations *self)
{
  if (self->memory)
    cf_cuda_device_free (self->filter->device, self->memory);
}

static CfFilter *
copy_new (const CfFilter *description, GError **error)
{
  CfCudaFilter *self;

  if (!cf_cuda_load_kernel (
          description->device, (gconstpointer)cf_kernel_copy, error))
    return NULL;
  self = g_new0 (CfCudaFilter, 1);
  self->parent = *description;
  return &self->parent;
}

static void
copy_free (CfFilter *filter)
{
  g_free (filter);
}

gboolean
cf_cuda_copy_planes (const CfFilter *filter, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error)
{
  CfCudaLaunch l;
  guint i;

  cf_cuda_launch_init (&l, CF_BORDER_REPLICATE);
  for (i = 0; i < filter->n_planes; i++)
    if (!(filter->filtered >> i & 1))
      cf_cuda_launch_add_copied (&l, &filter->planes[i],
          cf_cuda_surface (&src[i]), cf_cuda_surface (&dst[i]));
  return l.n_blocks == 0
         || cf_cuda_launch (stream, (gconstpointer)cf_kernel_copy, l.n_blocks,
             CF_KERNEL_THREADS, 0, &l.picture, error);
}

static gboolean
copy_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  return cf_cuda_copy_planes (filter, stream, src, dst, error);
}

const CfCudaMethod cf_cuda_copy = { copy_new, copy_free, copy_run };
