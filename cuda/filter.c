/* Filters on CUDA: which kernels to launch for a picture. */
#include "cudabackend.h"
#include "picture.h"
#include "cferror.h"

G_STATIC_ASSERT (CF_KERNEL_PLANES == CF_MAX_PLANES);
G_STATIC_ASSERT ((gint)CF_KERNEL_REPLICATE == CF_BORDER_REPLICATE);
G_STATIC_ASSERT ((gint)CF_KERNEL_MIRROR == CF_BORDER_MIRROR);
G_STATIC_ASSERT ((gint)CF_KERNEL_CONSTANT == CF_BORDER_CONSTANT);

typedef struct {
  gint size;
  guint tile_width, tile_height; /* outputs of a block */
  gconstpointer kernel[2];       /* for samples of one and of two bytes */
} Median;

#define ENTRY(size, tile_w, tile_h, across) \
  { size, across * 2 * tile_w, CF_KERNEL_THREADS / across * tile_h, \
    { (gconstpointer)cf_kernel_median_##size##_1, \
        (gconstpointer)cf_kernel_median_##size##_2 } },

static const Median medians[] = {
  { 3, CF_MEDIAN_3_WIDTH, CF_MEDIAN_3_HEIGHT,
      { (gconstpointer)cf_kernel_median_3_1,
          (gconstpointer)cf_kernel_median_3_2 } },
  CF_MEDIAN_TILES (ENTRY)
};

typedef struct {
  CfFilter parent;
  const Median *median; /* NULL for a copy */
  /* results between two iterations: every channel of the filtered planes on
   * its own, with aligned rows */
  guint8 *scratch[2];
  gsize scratch_at[CF_MAX_PLANES];
} CfCudaFilter;

static gsize
scratch_stride (const CfPlane *plane)
{
  return ((gsize)plane->width * plane->bytes + 127) / 128 * 128;
}

static CfCudaSurface
scratch_surface (const CfCudaFilter *self, guint which, guint plane)
{
  const CfPlane *p = &self->parent.planes[plane];
  CfCudaSurface s = { self->scratch[which] + self->scratch_at[plane],
    scratch_stride (p), scratch_stride (p) * p->height, 1 };

  return s;
}

static gboolean
is_filtered (const CfFilter *filter, guint plane)
{
  return filter->filtered >> plane & 1;
}

static gboolean
alloc_scratch (CfCudaFilter *self, GError **error)
{
  CfFilter *filter = &self->parent;
  gint iterations = filter->params.median.iterations, k;
  gsize size = 0;
  guint i;

  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    self->scratch_at[i] = size;
    if (is_filtered (filter, i))
      size += scratch_stride (p) * p->height * p->channels;
  }
  for (k = 0; k < MIN (iterations - 1, 2); k++) {
    self->scratch[k] = cf_cuda_device_alloc (filter->device, size, error);
    if (!self->scratch[k])
      return FALSE;
  }
  return TRUE;
}

/* Loads the kernels now, so that no run has to. */
static gboolean
load_kernels (CfCudaFilter *self, GError **error)
{
  struct cudaFuncAttributes attributes;
  const gchar *what = "load a kernel";
  gboolean ok;
  guint i;

  if (!cf_cuda_enter (self->parent.device, error))
    return FALSE;
  ok = cf_cuda_check (
      cudaFuncGetAttributes (&attributes, (gconstpointer)cf_kernel_copy), what,
      error);
  for (i = 0; ok && self->median && i < G_N_ELEMENTS (self->median->kernel);
       i++)
    ok = cf_cuda_check (
        cudaFuncGetAttributes (&attributes, self->median->kernel[i]), what,
        error);
  cf_cuda_leave ();
  return ok;
}

CfFilter *
cf_cuda_filter_new (const CfFilter *description, GError **error)
{
  CfCudaFilter *self;
  guint i;

  self = g_new0 (CfCudaFilter, 1);
  self->parent = *description;
  if (description->params.op == CF_OP_MEDIAN && description->filtered) {
    for (i = 0; i < G_N_ELEMENTS (medians); i++)
      if (medians[i].size == description->params.median.width
          && medians[i].size == description->params.median.height
          && description->params.median.percentile == CF_PERCENTILE_MEDIAN)
        self->median = &medians[i];
    if (!self->median) {
      g_set_error_literal (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
          "The CUDA backend has no method for this window and percentile");
      g_free (self);
      return NULL;
    }
  }
  if (!load_kernels (self, error)
      || (self->median && !alloc_scratch (self, error))) {
    cf_cuda_filter_free (&self->parent);
    return NULL;
  }
  return &self->parent;
}

/* Freeing GPU memory waits for the work that uses it. */
void
cf_cuda_filter_free (CfFilter *filter)
{
  CfCudaFilter *self = (CfCudaFilter *)filter;
  guint k;

  for (k = 0; k < G_N_ELEMENTS (self->scratch); k++)
    if (self->scratch[k])
      cf_cuda_device_free (filter->device, self->scratch[k]);
  g_free (self);
}

static gboolean
launch (CfCudaLaunch *l, gconstpointer kernel, CfStream *stream, GError **error)
{
  dim3 grid = { l->n_blocks, 1, 1 }, block = { CF_KERNEL_THREADS, 1, 1 };
  gpointer args[] = { &l->picture };

  return cf_cuda_check (cudaLaunchKernel (kernel, grid, block, args, 0,
                            ((CfCudaStream *)stream)->stream),
      "start a kernel", error);
}

static gboolean
run_copy (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  CfCudaLaunch l;
  guint i;

  cf_cuda_launch_init (&l, CF_BORDER_REPLICATE);
  for (i = 0; i < filter->n_planes; i++)
    cf_cuda_launch_add_copied (&l, &filter->planes[i],
        cf_cuda_surface (&src[i]), cf_cuda_surface (&dst[i]));
  return launch (&l, (gconstpointer)cf_kernel_copy, stream, error);
}

/* One launch an iteration; one more where a picture has filtered planes of
 * both sample widths. */
static gboolean
run_median (CfCudaFilter *self, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  CfFilter *filter = &self->parent;
  const CfMedianParams *params = &filter->params.median;
  gboolean copied = FALSE;
  gint k, bytes;
  guint i;

  for (k = 0; k < params->iterations; k++) {
    gboolean last = k == params->iterations - 1;

    for (bytes = 1; bytes <= 2; bytes++) {
      CfCudaLaunch l;

      cf_cuda_launch_init (&l, params->border);
      for (i = 0; i < filter->n_planes; i++) {
        if (is_filtered (filter, i) && filter->planes[i].bytes == bytes)
          cf_cuda_launch_add_filtered (&l, &filter->planes[i],
              k == 0 ? cf_cuda_surface (&src[i])
                     : scratch_surface (self, (k - 1) % 2, i),
              last ? cf_cuda_surface (&dst[i])
                   : scratch_surface (self, k % 2, i),
              params->border_value, self->median->tile_width,
              self->median->tile_height, params->width == 3);
      }
      if (l.n_blocks == 0)
        continue;
      for (i = 0; !copied && i < filter->n_planes; i++)
        if (!is_filtered (filter, i))
          cf_cuda_launch_add_copied (&l, &filter->planes[i],
              cf_cuda_surface (&src[i]), cf_cuda_surface (&dst[i]));
      copied = TRUE;
      if (!launch (&l, self->median->kernel[bytes - 1], stream, error))
        return FALSE;
    }
  }
  return TRUE;
}

gboolean
cf_cuda_filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  CfCudaFilter *self = (CfCudaFilter *)filter;
  gboolean ok;

  if (!cf_cuda_enter (filter->device, error))
    return FALSE;
  ok = self->median ? run_median (self, stream, src, dst, error)
                    : run_copy (filter, stream, src, dst, error);
  cf_cuda_leave ();
  return ok;
}
