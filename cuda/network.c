/* Medians by selection networks: which kernels to launch for a picture. */
#include "kernels.h"
#include "method.h"
#include "picture.h"

typedef struct {
  gint size;
  guint tile_width;              /* outputs of a block, across */
  guint row_height, row_threads; /* of a row of tiles */
  gsize row_bytes;         /* shared memory, with two samples a register */
  guint threads;           /* of a block, where the memory suffices */
  gconstpointer kernel[2]; /* for samples of one and of two bytes */
} Network;

#define ENTRY(size, tile_w, tile_h, across, share, threads) \
  { size, across * 2 * tile_w, tile_h, CF_MEDIAN_ROW_THREADS (across), \
    CF_MEDIAN_ROW_BYTES (size, tile_w, tile_h, share), threads, \
    { (gconstpointer)cf_kernel_median_##size##_1, \
        (gconstpointer)cf_kernel_median_##size##_2 } },

static const Network networks[] = {
  { 3, CF_MEDIAN_3_WIDTH, CF_MEDIAN_3_HEIGHT, CF_KERNEL_THREADS, 0,
      CF_KERNEL_THREADS,
      { (gconstpointer)cf_kernel_median_3_1,
          (gconstpointer)cf_kernel_median_3_2 } },
  CF_MEDIAN_TILES (ENTRY)
};

/* How a kernel's code for the device is launched. */
typedef struct {
  guint tile_height, threads;
  gsize shared;
} Shape;

typedef struct {
  CfCudaFilter parent;
  const Network *network;
  Shape shape[2];
  /* results between two iterations */
  guint8 *scratch[2];
  gsize scratch_at[CF_MAX_PLANES];
} NetworkFilter;

static const Network *
find_network (const CfMedianParams *params)
{
  guint i;

  if (params->width == params->height
      && params->percentile == CF_PERCENTILE_MEDIAN)
    for (i = 0; i < G_N_ELEMENTS (networks); i++)
      if (networks[i].size == params->width)
        return &networks[i];
  return NULL;
}

gboolean
cf_cuda_network_supports (const CfMedianParams *params)
{
  return find_network (params) != NULL;
}

static gboolean
is_filtered (const CfFilter *filter, guint plane)
{
  return filter->filtered >> plane & 1;
}

static CfCudaSurface
scratch_surface (const NetworkFilter *self, guint which, guint plane)
{
  return cf_cuda_scratch_surface (&self->parent.parent.planes[plane],
      self->scratch[which] + self->scratch_at[plane]);
}

static gboolean
alloc_scratch (NetworkFilter *self, GError **error)
{
  CfFilter *filter = &self->parent.parent;
  gint iterations = filter->params.median.iterations, k;
  gsize size = 0;
  guint i;

  for (i = 0; i < filter->n_planes; i++) {
    self->scratch_at[i] = size;
    if (is_filtered (filter, i))
      size += cf_cuda_scratch_size (&filter->planes[i]);
  }
  for (k = 0; k < MIN (iterations - 1, 2); k++) {
    self->scratch[k] = cf_cuda_device_alloc (filter->device, size, error);
    if (!self->scratch[k])
      return FALSE;
  }
  return TRUE;
}

/* Freeing GPU memory waits for the work that uses it. */
static void
network_free (CfFilter *filter)
{
  NetworkFilter *self = (NetworkFilter *)filter;
  guint k;

  for (k = 0; k < G_N_ELEMENTS (self->scratch); k++)
    if (self->scratch[k])
      cf_cuda_device_free (filter->device, self->scratch[k]);
  g_free (self);
}

/* Loads a kernel, and finds out for which architecture its code is. */
static gboolean
load_kernel (NetworkFilter *self, gint bytes, GError **error)
{
  const Network *n = self->network;
  const gconstpointer kernel = n->kernel[bytes - 1];
  Shape *shape = &self->shape[bytes - 1];
  struct cudaFuncAttributes attributes;
  guint rows;

  if (!cf_cuda_check (
          cudaFuncGetAttributes (&attributes, kernel), "load a kernel", error))
    return FALSE;
  shape->threads = CF_MEDIAN_THREADS (attributes.ptxVersion, n->threads);
  rows = shape->threads / n->row_threads;
  shape->tile_height = rows * n->row_height;
  if (CF_MEDIAN_LANES (attributes.ptxVersion, bytes) == 2)
    shape->shared = rows * n->row_bytes;
  return shape->shared == 0
         || cf_cuda_check (
             cudaFuncSetAttribute (kernel,
                 cudaFuncAttributeMaxDynamicSharedMemorySize, shape->shared),
             "load a kernel", error);
}

static gboolean
load_kernels (NetworkFilter *self, GError **error)
{
  gboolean ok = cf_cuda_enter (self->parent.parent.device, error);

  if (ok) {
    ok = load_kernel (self, 1, error) && load_kernel (self, 2, error);
    cf_cuda_leave ();
  }
  return ok;
}

static CfFilter *
network_new (const CfFilter *description, GError **error)
{
  NetworkFilter *self = g_new0 (NetworkFilter, 1);
  CfFilter *filter = &self->parent.parent;

  *filter = *description;
  self->network = find_network (&filter->params.median);
  if (!load_kernels (self, error) || !alloc_scratch (self, error)) {
    network_free (filter);
    return NULL;
  }
  return filter;
}

/* One launch an iteration; one more where a picture has filtered planes of
 * both sample widths. */
static gboolean
network_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  NetworkFilter *self = (NetworkFilter *)filter;
  const CfMedianParams *params = &filter->params.median;
  gboolean copied = FALSE;
  gint k, bytes;
  guint i;

  for (k = 0; k < params->iterations; k++) {
    gboolean last = k == params->iterations - 1;

    for (bytes = 1; bytes <= 2; bytes++) {
      const Shape *shape = &self->shape[bytes - 1];
      CfCudaLaunch l;

      cf_cuda_launch_init (&l, params->border);
      for (i = 0; i < filter->n_planes; i++) {
        if (is_filtered (filter, i) && filter->planes[i].bytes == bytes)
          cf_cuda_launch_add_filtered (&l, &filter->planes[i],
              k == 0 ? cf_cuda_surface (&src[i])
                     : scratch_surface (self, (k - 1) % 2, i),
              last ? cf_cuda_surface (&dst[i])
                   : scratch_surface (self, k % 2, i),
              params->border_value, self->network->tile_width,
              shape->tile_height, params->width == 3);
      }
      if (l.n_blocks == 0)
        continue;
      for (i = 0; !copied && i < filter->n_planes; i++)
        if (!is_filtered (filter, i))
          cf_cuda_launch_add_copied (&l, &filter->planes[i],
              cf_cuda_surface (&src[i]), cf_cuda_surface (&dst[i]));
      copied = TRUE;
      if (!cf_cuda_launch (stream, self->network->kernel[bytes - 1], l.n_blocks,
              shape->threads, shape->shared, &l.picture, error))
        return FALSE;
    }
  }
  return TRUE;
}

const CfCudaMethod cf_cuda_network = { network_new, network_free, network_run };
