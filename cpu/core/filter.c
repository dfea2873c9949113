/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prepared filters of backend "cpu": how a picture is split into slices, and
 * what a slice does. */
#include "cpu/core/cpubackend.h"
#include "cpu/core/method.h"
#include "cpu/core/tuning.h"

#include <string.h>

/* A rectangle of a plane: all channels of a copied one, one of a filtered. */
typedef struct {
  guint plane;
  gint channel;
  gint left, right, top, bottom;
} Slice;

/* Computes a filtered plane: the job lacks its rectangle and memory. */
typedef struct {
  CfCpuKernel kernel;
  CfCpuJob job;
} Work;

typedef struct {
  CfFilter filter;
  const CfCpuMethod *method;
  gpointer state; /* the method's */
  Work work[CF_MAX_PLANES];
  GArray *slices;                /* of the first pass: copies too */
  GArray *filter_slices;         /* of the other passes */
  gint sliced[CF_MAX_PLANES][2]; /* for planes of this width and height */
  guint8 *scratch;               /* scratch_size bytes a thread */
  gsize scratch_size;
  guint8 *between[2][CF_MAX_PLANES]; /* results of the passes between */
} CpuFilter;

typedef struct {
  const CpuFilter *filter;
  const CfPlane *src, *dst;
  const Slice *slices;
} Pass;

const CfCpuMethod cf_cpu_copy = { NULL };

#define METHOD(NAME, name, Params) [CF_OP_##NAME] = &cf_cpu_##name,

static const CfCpuMethod *const methods[CF_N_OPS] = {
  [CF_OP_COPY] = &cf_cpu_copy, CF_OPERATIONS (METHOD)
};

const CfCpuMethod *
cf_cpu_method (CfOp op)
{
  return methods[op];
}

const CfCpuKernels *
cf_cpu_filter_kernels (const CfFilter *filter)
{
  return &((CfCpuDevice *)filter->device)->kernels;
}

void
cf_cpu_job_set_border (
    CfCpuJob *job, CfBorder border, gint value, const CfPlane *plane)
{
  job->border = border;
  job->border_sample = cf_border_sample (value, plane->bits, plane->shift);
}

static gboolean
is_copied (const CpuFilter *f, guint plane)
{
  return !f->method->prepare_plane || !(f->filter.filtered >> plane & 1);
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

/* Slices of about equal work: enough that no thread waits long for another,
 * and high enough that the rows around them, read twice, cost little. */
static void
add_slices (CpuFilter *f, guint plane, const CfPlane *p, guint n_slices)
{
  gboolean filtered = !is_copied (f, plane);
  const Work *work = &f->work[plane];
  gint width = filtered ? work->kernel.job_width : p->width;
  gint min_rows = filtered ? work->kernel.job_height : 64;
  gint columns = (p->width + width - 1) / width;
  gint64 share = (gint64)p->height * columns / n_slices;
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
}

/* Makes slices for planes of these sizes, unless the last had the same. */
static void
ensure_slices (CpuFilter *f, const CfPlane *planes)
{
  CfDevice *device = f->filter.device;
  const guint n_slices =
      cf_cpu_slices_a_thread (device)
      * cf_cpu_pool_get_n_threads (((CfCpuDevice *)device)->pool);
  gboolean same = TRUE;
  guint i;

  for (i = 0; i < f->filter.n_planes; i++) {
    same &= f->sliced[i][0] == planes[i].width
            && f->sliced[i][1] == planes[i].height;
    f->sliced[i][0] = planes[i].width;
    f->sliced[i][1] = planes[i].height;
  }
  if (same)
    return;
  g_array_set_size (f->slices, 0);
  g_array_set_size (f->filter_slices, 0);
  for (i = 0; i < f->filter.n_planes; i++)
    if (planes[i].height > 0)
      add_slices (f, i, &planes[i], n_slices);
}

static gsize
scratch_size (const CpuFilter *f, guint plane)
{
  const Work *work = &f->work[plane];
  const gint width = f->filter.planes[plane].width;

  return work->kernel.scratch_size (
      &work->job, MIN (work->kernel.job_width, width));
}

static gsize
packed_stride (const CfPlane *p)
{
  return (gsize)p->width * p->step * p->bytes;
}

static void
filter_free (CfFilter *filter)
{
  CpuFilter *f = (CpuFilter *)filter;
  guint i, k;

  for (k = 0; k < 2; k++)
    for (i = 0; i < CF_MAX_PLANES; i++)
      cf_cpu_free (f->between[k][i]);
  if (f->state)
    f->method->state_free (f->state);
  cf_cpu_free (f->scratch);
  g_array_unref (f->slices);
  g_array_unref (f->filter_slices);
  g_free (f);
}

static void
measure (CpuFilter *f, const CfPlane *src)
{
  guint i;

  if (!f->state || !f->method->measure)
    return;
  f->method->measure (f->state, src, f->scratch, f->scratch_size);
  for (i = 0; i < f->filter.n_planes; i++)
    if (!is_copied (f, i))
      f->method->adjust_plane (f->state, i, &f->work[i].job);
}

static gboolean
filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  CpuFilter *f = (CpuFilter *)filter;
  CfCpuDevice *device = (CfCpuDevice *)filter->device;
  gint passes = cf_filter_params_iterations (&filter->params);
  CfPlane from[CF_MAX_PLANES], to[CF_MAX_PLANES];
  gint pass;
  guint i;

  ensure_slices (f, dst);
  measure (f, src);
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
  if (f->method->finish)
    f->method->finish (f->state, src, dst);
  return TRUE;
}

static gboolean
filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  const CpuFilter *f = (const CpuFilter *)filter;

  return f->state && f->method->get_noise
         && f->method->get_noise (f->state, plane, noise);
}

static gboolean
filter_set_holes (CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  CpuFilter *f = (CpuFilter *)filter;

  return f->method->set_holes (f->state, holes, error);
}

static const CfFilterClass filter_class = {
  .free = filter_free, .run = filter_run, .get_noise = filter_get_noise
};
static const CfFilterClass holes_class = {
  .free = filter_free, .run = filter_run, .set_holes = filter_set_holes
};

CfFilter *
cf_cpu_filter_new (const CfFilter *description, GError **error)
{
  CpuFilter *f = g_new0 (CpuFilter, 1);
  CfCpuDevice *device = (CfCpuDevice *)description->device;
  guint n_threads = cf_cpu_pool_get_n_threads (device->pool), i, k;
  guint n_between =
      MIN (cf_filter_params_iterations (&description->params) - 1, 2);

  f->filter = *description;
  f->method = cf_cpu_method (description->params.op);
  f->filter.klass = f->method->set_holes ? &holes_class : &filter_class;
  if (f->method->state_new)
    f->state = f->method->state_new (&f->filter);
  f->slices = g_array_new (FALSE, FALSE, sizeof (Slice));
  f->filter_slices = g_array_new (FALSE, FALSE, sizeof (Slice));
  for (i = 0; i < description->n_planes; i++) {
    if (is_copied (f, i))
      continue;
    f->work[i].job.params = &f->filter.params;
    f->work[i].kernel =
        f->method->prepare_plane (f->state, &f->filter, i, &f->work[i].job);
    f->scratch_size = MAX (f->scratch_size, scratch_size (f, i));
  }
  if (f->state)
    f->scratch_size = MAX (f->scratch_size, f->method->measure_scratch);
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
  filter_free (&f->filter);
  return NULL;
}
