/* Prepared filters of backend "cpu": how a picture is cut into slices, and
 * what a slice does. */
#include "cpubackend.h"

#include <string.h>

/* A rectangle of a plane: all channels of a copied one, one of a filtered. */
typedef struct {
  guint plane;
  gint channel;
  gint left, right, top, bottom;
} Slice;

typedef struct {
  CfFilter filter;
  GArray *slices;        /* of the first pass: copies too */
  GArray *filter_slices; /* of the other passes */
  guint8 *scratch;       /* scratch_size bytes a thread */
  gsize scratch_size;
  guint8 *between[2][CF_MAX_PLANES]; /* results of the passes between */
} CpuFilter;

typedef struct {
  const CpuFilter *filter;
  const CfPlane *src, *dst;
  const Slice *slices;
} Pass;

/* What a sample costs grows with the window of a network, but hardly with that
 * of the rank method. Measured against each other on squares of random samples:
 * with 8 bits networks are faster up to 15 and slower from 17 on; with 16 bits
 * they are slower from 19 on (AVX2) or from about 25 on (AVX-512), but those
 * beyond 15 are large and take long to compile. Other windows and percentiles
 * have no network. */
static const CfCpuMedian *
median_of (const CpuFilter *f, const CfPlane *plane)
{
  const CfCpuMedianTable *medians = ((CfCpuDevice *)f->filter.device)->medians;
  const CfMedianParams *m = &f->filter.params.median;

  if (m->width == m->height && m->width <= CF_CPU_NETWORK_MAX
      && m->percentile == CF_PERCENTILE_MEDIAN)
    return medians
        ->networks[(m->width - CF_MEDIAN_SIZE_MIN) / 2][plane->bytes - 1];
  return medians->rank[plane->bytes - 1];
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
  const CfMedianParams *params = &f->filter.params.median;
  const CfPlane *src = &pass->src[s->plane], *dst = &pass->dst[s->plane];
  CfCpuMedianJob job;

  if (!(f->filter.filtered & (1u << s->plane))) {
    copy_slice (src, dst, s);
    return;
  }
  job = (CfCpuMedianJob){ .src = src,
    .dst = dst,
    .channel = s->channel,
    .border = params->border,
    .border_sample =
        cf_border_sample (params->border_value, src->bits, src->shift),
    .window_width = params->width,
    .window_height = params->height,
    .rank = cf_median_rank (params),
    .left = s->left,
    .right = s->right,
    .top = s->top,
    .bottom = s->bottom };
  median_of (f, src)->run (&job, f->scratch + thread * f->scratch_size);
}

/* Slices of about equal work: enough that no thread waits long for another,
 * and high enough that the rows around them, read twice, cost little. */
static void
add_slices (CpuFilter *f, guint plane, guint n_threads)
{
  const CfPlane *p = &f->filter.planes[plane];
  gboolean filtered = (f->filter.filtered & (1u << plane)) != 0;
  gint width = filtered ? median_of (f, p)->job_width : p->width;
  gint min_rows = filtered ? median_of (f, p)->job_height : 64;
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
        median_of (f, p)->scratch_size (MIN (width, p->width)));
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
  guint n_between = 0;

  f->filter = *description;
  f->slices = g_array_new (FALSE, FALSE, sizeof (Slice));
  f->filter_slices = g_array_new (FALSE, FALSE, sizeof (Slice));
  for (i = 0; i < description->n_planes; i++)
    add_slices (f, i, n_threads);
  f->scratch_size = (f->scratch_size + 4095) / 4096 * 4096 + 256;
  f->scratch = cf_cpu_alloc (f->scratch_size * n_threads, error);
  if (!f->scratch)
    goto failed;

  if (description->params.op == CF_OP_MEDIAN)
    n_between = MIN (description->params.median.iterations - 1, 2);
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
  gint passes =
      filter->params.op == CF_OP_MEDIAN ? filter->params.median.iterations : 1;
  CfPlane from[CF_MAX_PLANES], to[CF_MAX_PLANES];
  gint pass;
  guint i;

  memcpy (from, src, filter->n_planes * sizeof (CfPlane));
  memcpy (to, dst, filter->n_planes * sizeof (CfPlane));
  for (pass = 0; pass < passes; pass++) {
    GArray *slices = pass == 0 ? f->slices : f->filter_slices;
    Pass work = { f, from, to, (const Slice *)slices->data };

    for (i = 0; i < filter->n_planes; i++) {
      if (!(filter->filtered & (1u << i)))
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
  return TRUE;
}
