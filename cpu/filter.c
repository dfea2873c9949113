/* Prepared filters of backend "cpu": how a picture is cut into slices, and
 * what a slice does. */
#include "convolve.h"
#include "cpubackend.h"
#include "epsilon.h"
#include "inpaint.h"
#include "median.h"

#include <string.h>

/* A rectangle of a plane: all channels of a copied one, one of a filtered. */
typedef struct {
  guint plane;
  gint channel;
  gint left, right, top, bottom;
} Slice;

/* How a filtered plane is computed: the job lacks its rectangle and memory. */
typedef struct {
  CfCpuKernel kernel;
  CfCpuJob job;
} Work;

typedef struct {
  CfFilter filter;
  Work work[CF_MAX_PLANES];
  CfCpuConvolve *convolve[CF_MAX_PLANES]; /* NULL where another is the same */
  GArray *slices;                         /* of the first pass: copies too */
  GArray *filter_slices;                  /* of the other passes */
  guint8 *scratch;                        /* scratch_size bytes a thread */
  gsize scratch_size;
  guint8 *between[2][CF_MAX_PLANES]; /* results of the passes between */
  CfCpuInpaint *inpaint;             /* after all planes are copied; or NULL */
} CpuFilter;

typedef struct {
  const CpuFilter *filter;
  const CfPlane *src, *dst;
  const Slice *slices;
} Pass;

/* Inpainting copies all planes first. */
static gboolean
is_copied (const CpuFilter *f, guint plane)
{
  return f->inpaint || !(f->filter.filtered >> plane & 1);
}

static void
copy_slice (const CfPlane *src, const CfPlane *dst, const Slice *s)
{
  gsize n = s->right - s->left, x;
  gint y, c;

  for (y = s->top; y < s->bottom; y++) {
    const guint8 *from = src->data + (gssize)y * src->stride
                         + (gssize)s->left * src->step * src->bytes;
    guint8 *to = dst->data + (gssize)y * dst->stride
                 + (gssize)s->left * dst->step * dst->bytes;

    if (src->step == src->channels) {
      memcpy (to, from, n * src->step * src->bytes);
      continue;
    }
    for (c = 0; c < src->channels; c++) {
      if (src->bytes == 1) {
        for (x = 0; x < n; x++)
          to[x * src->step + c] = from[x * src->step + c];
      } else {
        for (x = 0; x < n; x++)
          ((guint16 *)to)[x * src->step + c] =
              ((const guint16 *)from)[x * src->step + c];
      }
    }
  }
}

static void
run_slice (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const Slice *s = &pass->slices[slice];
  const CpuFilter *f = pass->filter;
  const Work *work = &f->work[s->plane];
  const CfPlane *src = &pass->src[s->plane], *dst = &pass->dst[s->plane];
  CfCpuJob job;

  if (is_copied (f, s->plane)) {
    copy_slice (src, dst, s);
    return;
  }
  job = work->job;
  job.src = src;
  job.dst = dst;
  job.channel = s->channel;
  job.left = s->left;
  job.right = s->right;
  job.top = s->top;
  job.bottom = s->bottom;
  work->kernel.run (&job, f->scratch + thread * f->scratch_size);
}

/* The convolution for a plane, shared by those of the same depth. */
static const CfCpuConvolve *
convolve_of (CpuFilter *f, guint plane)
{
  const CfPlane *p = &f->filter.planes[plane];
  guint i;

  for (i = 0; i < plane; i++)
    if (f->convolve[i] && f->filter.planes[i].bits == p->bits)
      return f->convolve[i];
  f->convolve[plane] =
      cf_cpu_convolve_new (&f->filter.params.convolve, p->bits);
  return f->convolve[plane];
}

static void
prepare_work (CpuFilter *f, guint plane)
{
  const CfCpuKernels *kernels = &((CfCpuDevice *)f->filter.device)->kernels;
  const CfFilterParams *params = &f->filter.params;
  const CfPlane *p = &f->filter.planes[plane];
  Work *work = &f->work[plane];
  gint border_value = 0;

  switch (params->op) {
    case CF_OP_COPY:
    case CF_OP_INPAINT: /* has its own */
      return;
    case CF_OP_MEDIAN:
      work->job.border = params->median.border;
      border_value = params->median.border_value;
      work->kernel =
          cf_cpu_median_kernel (kernels, &params->median, p, &work->job);
      break;
    case CF_OP_CONVOLVE:
      work->job.border = params->convolve.border;
      border_value = params->convolve.border_value;
      work->job.convolve = convolve_of (f, plane);
      work->kernel = cf_cpu_convolve_kernel (kernels, work->job.convolve);
      break;
    case CF_OP_EPSILON:
      work->job.border = params->epsilon.border;
      border_value = params->epsilon.border_value;
      work->kernel =
          cf_cpu_epsilon_kernel (kernels, &params->epsilon, p, &work->job);
      break;
  }
  work->job.border_sample = cf_border_sample (border_value, p->bits, p->shift);
}

/* Slices of about equal work: enough that no thread waits long for another,
 * and high enough that the rows around them, read twice, cost little. */
static void
add_slices (CpuFilter *f, guint plane, guint n_threads)
{
  const CfPlane *p = &f->filter.planes[plane];
  gboolean filtered = !is_copied (f, plane);
  const Work *work = &f->work[plane];
  gint width = filtered ? work->kernel.job_width : p->width;
  gint min_rows = filtered ? work->kernel.job_height : 64;
  gint columns = (p->width + width - 1) / width;
  gint64 share = (gint64)p->height * columns / (8 * n_threads);
  gint64 rows = MAX (min_rows, share);
  gint channels = filtered ? p->channels : 1;
  Slice s = { plane };

  rows = (rows + 3) / 4 * 4; /* whole tiles */
  for (s.channel = 0; s.channel < channels; s.channel++) {
    for (s.top = 0; s.top < p->height; s.top = s.bottom) {
      s.bottom = MIN (s.top + rows, p->height);
      for (s.left = 0; s.left < p->width; s.left = s.right) {
        s.right = MIN (s.left + width, p->width);
        g_array_append_val (f->slices, s);
        if (filtered)
          g_array_append_val (f->filter_slices, s);
      }
    }
  }
  if (filtered)
    f->scratch_size = MAX (f->scratch_size,
        work->kernel.scratch_size (&work->job, MIN (width, p->width)));
}

static gsize
packed_stride (const CfPlane *p)
{
  return (gsize)p->width * p->step * p->bytes;
}

CfFilter *
cf_cpu_filter_new (const CfFilter *description, GError **error)
{
  CpuFilter *f = g_new0 (CpuFilter, 1);
  CfCpuDevice *device = (CfCpuDevice *)description->device;
  guint n_threads = cf_cpu_pool_get_n_threads (device->pool), i, k;
  guint n_between =
      MIN (cf_filter_params_iterations (&description->params) - 1, 2);

  f->filter = *description;
  if (description->params.op == CF_OP_INPAINT)
    f->inpaint = cf_cpu_inpaint_new (&f->filter);
  f->slices = g_array_new (FALSE, FALSE, sizeof (Slice));
  f->filter_slices = g_array_new (FALSE, FALSE, sizeof (Slice));
  for (i = 0; i < description->n_planes; i++) {
    if (!is_copied (f, i))
      prepare_work (f, i);
    add_slices (f, i, n_threads);
  }
  f->scratch_size = (f->scratch_size + 4095) / 4096 * 4096 + 256;
  f->scratch = cf_cpu_alloc (f->scratch_size * n_threads, error);
  if (!f->scratch)
    goto failed;

  for (k = 0; k < n_between; k++) {
    for (i = 0; i < description->n_planes; i++) {
      const CfPlane *p = &description->planes[i];

      if (!(description->filtered & (1u << i)))
        continue;
      f->between[k][i] = cf_cpu_alloc (packed_stride (p) * p->height, error);
      if (!f->between[k][i])
        goto failed;
    }
  }
  return &f->filter;

failed:
  cf_cpu_filter_free (&f->filter);
  return NULL;
}

void
cf_cpu_filter_free (CfFilter *filter)
{
  CpuFilter *f = (CpuFilter *)filter;
  guint i, k;

  for (k = 0; k < 2; k++)
    for (i = 0; i < CF_MAX_PLANES; i++)
      cf_cpu_free (f->between[k][i]);
  for (i = 0; i < CF_MAX_PLANES; i++)
    g_free (f->convolve[i]);
  cf_cpu_inpaint_free (f->inpaint);
  cf_cpu_free (f->scratch);
  g_array_unref (f->slices);
  g_array_unref (f->filter_slices);
  g_free (f);
}

gboolean
cf_cpu_filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  CpuFilter *f = (CpuFilter *)filter;
  CfCpuDevice *device = (CfCpuDevice *)filter->device;
  gint passes = cf_filter_params_iterations (&filter->params);
  CfPlane from[CF_MAX_PLANES], to[CF_MAX_PLANES];
  gint pass;
  guint i;

  memcpy (from, src, filter->n_planes * sizeof (CfPlane));
  memcpy (to, dst, filter->n_planes * sizeof (CfPlane));
  for (pass = 0; pass < passes; pass++) {
    GArray *slices = pass == 0 ? f->slices : f->filter_slices;
    Pass work = { f, from, to, (const Slice *)slices->data };

    for (i = 0; i < filter->n_planes; i++) {
      if (is_copied (f, i))
        continue;
      if (pass > 0)
        from[i] = to[i];
      to[i] = dst[i];
      if (pass < passes - 1) {
        to[i].data = f->between[pass % 2][i];
        to[i].stride = packed_stride (&to[i]);
      }
    }
    cf_cpu_pool_run (device->pool, run_slice, &work, slices->len);
  }
  if (f->inpaint)
    cf_cpu_inpaint_run (f->inpaint, src, dst);
  return TRUE;
}

gboolean
cf_cpu_filter_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  return cf_cpu_inpaint_set_holes (
      ((CpuFilter *)filter)->inpaint, holes, error);
}
