/* The epsilon filter: which kernels to launch for a picture. */
#include "cuda/epsilon/epsilonkernels.h"
#include "cuda/core/launch.h"
#include "cuda/core/method.h"
#include "cuda/core/scratch.h"

#define ENTRY(mode, size) \
  { (gconstpointer)cf_kernel_epsilon_##mode##_##size##_1, \
    (gconstpointer)cf_kernel_epsilon_##mode##_##size##_2 },

/* [mode][size / 2 - 1, the last for all larger ones][bytes of a sample - 1] */
static const gconstpointer kernels[][CF_EPSILON_N_SIZES][2] = {
  { CF_EPSILON_SIZES (ENTRY, average) }, { CF_EPSILON_SIZES (ENTRY, clamp) }
};

typedef struct {
  CfCudaFilter parent;
  const gconstpointer *kernel; /* for samples of one and of two bytes */
  CfCudaIterations iterations;
} EpsilonFilter;

static void
set_arguments (
    CfKernelEpsilon *e, const CfCudaLaunch *l, const CfEpsilonParams *params)
{
  gint i;

  e->picture = l->picture;
  e->size = params->size;
  for (i = 0; i < l->picture.n_planes; i++)
    e->threshold[i] = cf_epsilon_threshold (params, l->picture.plane[i].bits);
}

static void
epsilon_free (CfFilter *filter)
{
  EpsilonFilter *self = (EpsilonFilter *)filter;

  cf_cuda_iterations_free (&self->iterations);
  g_free (self);
}

static CfFilter *
epsilon_new (const CfFilter *description, GError **error)
{
  EpsilonFilter *self = g_new0 (EpsilonFilter, 1);
  CfFilter *filter = &self->parent.parent;
  const CfEpsilonParams *params = &description->params.epsilon;

  *filter = *description;
  self->kernel =
      kernels[params->mode][MIN (params->size / 2, CF_EPSILON_N_SIZES) - 1];
  cf_cuda_iterations_init (&self->iterations, filter, params->iterations);
  if (!cf_cuda_load_kernel (filter->device, self->kernel[0], error)
      || !cf_cuda_load_kernel (filter->device, self->kernel[1], error)
      || !cf_cuda_iterations_alloc (&self->iterations, error)) {
    epsilon_free (filter);
    return NULL;
  }
  return filter;
}

/* One launch an iteration; one more where a picture has filtered planes of
 * both sample widths. */
static gboolean
epsilon_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  EpsilonFilter *self = (EpsilonFilter *)filter;
  const CfEpsilonParams *params = &filter->params.epsilon;
  const CfCudaTiles tiles = { params->border, params->border_value,
    CF_EPSILON_WIDTH, CF_EPSILON_HEIGHT, FALSE };
  gint k, bytes;

  for (k = 0; k < params->iterations; k++)
    for (bytes = 1; bytes <= 2; bytes++) {
      CfKernelEpsilon epsilon;
      CfCudaLaunch l;

      cf_cuda_iterations_launch (
          &self->iterations, k, bytes, src, dst, &tiles, &l);
      if (l.n_blocks == 0)
        continue;
      set_arguments (&epsilon, &l, params);
      if (!cf_cuda_launch (stream, self->kernel[bytes - 1], l.n_blocks,
              CF_KERNEL_THREADS, 0, &epsilon, error))
        return FALSE;
    }
  return TRUE;
}

const CfCudaMethod cf_cuda_epsilon = { epsilon_new, epsilon_free, epsilon_run };
