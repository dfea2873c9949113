/* The CPU's filters as those of a device that does their work later. */
#include "latefilter.h"

/* A filter with a history, in place of methods that the CPU does not have
 * yet: sums of frames with weights that tell all of them apart. */

typedef struct {
  CfFilter filter;
  GQueue frames; /* of guint16 *: all samples of all planes, the oldest first */
  guint n_past;  /* of these, that have a result */
} Standin;

static guint
row_samples (const CfPlane *p)
{
  return p->width * p->channels;
}

static guint8 *
sample (const CfPlane *p, guint x, gint y)
{
  return p->data + y * p->stride
         + (gsize)(x / p->channels * p->step + x % p->channels) * p->bytes;
}

static guint16
get (const CfPlane *p, guint x, gint y)
{
  const guint8 *at = sample (p, x, y);

  return p->bytes == 1 ? *at : *(const guint16 *)at;
}

static void
put (const CfPlane *p, guint x, gint y, guint16 value)
{
  guint8 *at = sample (p, x, y);

  if (p->bytes == 1)
    *at = value;
  else
    *(guint16 *)at = value;
}

static CfFilter *
standin_new (const CfFilter *description)
{
  Standin *self = g_new0 (Standin, 1);

  self->filter = *description;
  g_queue_init (&self->frames);
  return &self->filter;
}

static void
standin_forget (CfFilter *filter)
{
  Standin *self = (Standin *)filter;

  g_queue_clear_full (&self->frames, g_free);
  self->n_past = 0;
}

static void
standin_free (CfFilter *filter)
{
  standin_forget (filter);
  g_free (filter);
}

static void
standin_push (CfFilter *filter, const CfPlane *src)
{
  Standin *self = (Standin *)filter;
  GArray *frame = g_array_new (FALSE, FALSE, sizeof (guint16));
  guint i, x;
  gint y;

  for (i = 0; i < filter->n_planes; i++)
    for (y = 0; y < src[i].height; y++)
      for (x = 0; x < row_samples (&src[i]); x++) {
        const guint16 value = get (&src[i], x, y);

        g_array_append_val (frame, value);
      }
  g_queue_push_tail (&self->frames, g_array_free (frame, FALSE));
}

static void
standin_run (CfFilter *filter, const CfPlane *src, const CfPlane *dst)
{
  Standin *self = (Standin *)filter;
  const CfDenoiseParams *p = &filter->params.denoise;
  guint i, x, k = 0;
  gint y;

  if (src)
    standin_push (filter, src);
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *d = &dst[i];
    const gboolean filtered =
        (filter->filtered >> i & 1) && !cf_denoise_params_is_identity (p);

    for (y = 0; y < d->height; y++)
      for (x = 0; x < row_samples (d); x++, k++) {
        const guint16 *now = g_queue_peek_nth (&self->frames, self->n_past);
        guint sum = p->sigma / 64 + p->strength / 32 + p->spatial / 16
                    + 5 * (p->chroma >> i & 1) + p->method;
        gint t;

        for (t = -p->past; t <= p->future; t++) {
          const gint at = (gint)self->n_past + t;
          const guint16 *frame =
              at < 0 ? NULL : g_queue_peek_nth (&self->frames, at);

          if (frame)
            sum += (2 * (t + p->past) + 3) * (frame[k] >> d->shift);
        }
        put (d, x, y,
            filtered ? (sum & ((1u << d->bits) - 1)) << d->shift : now[k]);
      }
  }
  self->n_past++;
  while (self->n_past > (guint)p->past) {
    g_free (g_queue_pop_head (&self->frames));
    self->n_past--;
  }
}

static gboolean
is_standin (const CfFilter *filter)
{
  const CfDenoiseMethod method = filter->params.denoise.method;

  return filter->params.op == CF_OP_DENOISE
         && (method == CF_DENOISE_RECURSIVE
             || method == CF_DENOISE_COMPENSATED);
}

CfFilter *
late_filter_new (const CfFilter *description, GError **error)
{
  return is_standin (description)
             ? standin_new (description)
             : cf_backend_cpu.filter_new (description, error);
}

void
late_filter_free (CfFilter *filter)
{
  if (is_standin (filter))
    standin_free (filter);
  else
    cf_backend_cpu.filter_free (filter);
}

void
late_filter_do (CfFilter *filter, const CfFilterParams *params,
    CfStream *stream, const CfPlane *src, const CfPlane *dst)
{
  const CfFilterParams now = filter->params;

  filter->params = *params;
  if (is_standin (filter) && !dst)
    standin_push (filter, src);
  else if (is_standin (filter))
    standin_run (filter, src, dst);
  else if (!dst)
    cf_backend_cpu.filter_push (filter, stream, src, NULL);
  else
    cf_backend_cpu.filter_run (filter, stream, src, dst, NULL);
  filter->params = now;
}

void
late_filter_forget (CfFilter *filter)
{
  if (is_standin (filter))
    standin_forget (filter);
  else
    cf_backend_cpu.filter_forget (filter);
}
