/* Filters on CUDA: which method makes them. */
#include "cuda/core/choices.h"
#include "cuda/core/method.h"

#include "cuda/inpaint/temporal.h"

static gboolean
prefers_network (const CfFilter *description)
{
  gint bytes = 1;
  guint i;

  for (i = 0; i < description->n_planes; i++)
    if (description->filtered >> i & 1)
      bytes = MAX (bytes, description->planes[i].bytes);
  return cf_cuda_prefers_network (
      description->device, description->params.median.width, bytes);
}

/* Of medians, the network wherever there is one that the GPU has room for, and
 * that is chosen. */
static const CfCudaMethod *
choose_method (const CfFilter *description)
{
  if (description->params.op == CF_OP_INPAINT)
    return cf_filter_params_have_history (&description->params)
               ? &cf_cuda_temporal
               : &cf_cuda_inpaint;
  if (description->params.op == CF_OP_DENOISE
      && (description->params.denoise.method == CF_DENOISE_RECURSIVE
          || description->params.denoise.method == CF_DENOISE_COMPENSATED))
    return &cf_cuda_recursive;
  if (description->params.op == CF_OP_DENOISE)
    return &cf_cuda_denoise;
  if (description->params.op == CF_OP_COPY || !description->filtered)
    return &cf_cuda_copy;
  if (description->params.op == CF_OP_CONVOLVE)
    return &cf_cuda_convolve;
  if (description->params.op == CF_OP_EPSILON)
    return &cf_cuda_epsilon;
  if (cf_cuda_network_supports (description) && prefers_network (description))
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
cf_cuda_filter_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  return cf_filter_params_have_history (&filter->params)
             ? cf_cuda_temporal_set_holes (filter, holes, error)
             : cf_cuda_inpaint_set_holes (filter, holes, error);
}

gboolean
cf_cuda_filter_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  gboolean ok;

  if (!cf_cuda_enter (filter->device, error))
    return FALSE;
  ok = ((CfCudaFilter *)filter)
           ->method->filter_push (filter, stream, src, error);
  cf_cuda_leave ();
  return ok;
}

void
cf_cuda_filter_forget (CfFilter *filter)
{
  const CfCudaMethod *method = ((CfCudaFilter *)filter)->method;

  if (method->filter_forget)
    method->filter_forget (filter);
}

void
cf_cuda_filter_skip (CfFilter *filter)
{
  ((CfCudaFilter *)filter)->method->filter_skip (filter);
}

gboolean
cf_cuda_filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  const CfCudaMethod *method = ((CfCudaFilter *)filter)->method;

  return method->get_noise && method->get_noise (filter, plane, noise);
}
