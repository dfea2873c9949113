/* Filters: validation of parameters and planes, and the way to the backend. */
#include "engine/core/cffilter.h"
#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"
#include "engine/inpaint/cfinpaintalpha.h"

#include <string.h>

/* What every filter of windows that can be repeated has */
static gboolean
repetition_validate (
    gint iterations, CfBorder border, gint border_value, GError **error)
{
  if (iterations < 1 || iterations > CF_ITERATIONS_MAX)
    return cf_refuse (error,
        "iterations must be from 1 to " G_STRINGIFY (
            CF_ITERATIONS_MAX) ", but is %d",
        iterations);
  if ((guint)border > CF_BORDER_CONSTANT)
    return cf_refuse (error, "There is no border %d", border);
  if (border_value < 0 || border_value > 255)
    return cf_refuse (
        error, "border-value must be from 0 to 255, but is %d", border_value);
  return TRUE;
}

static gboolean
median_side_validate (const gchar *name, gint side, GError **error)
{
  if (side >= CF_MEDIAN_SIZE_MIN && side <= CF_MEDIAN_SIZE_MAX && side % 2 == 1)
    return TRUE;
  return cf_refuse (error,
      "The %s of the median's window must be odd, from %d to %d samples, but "
      "is %d",
      name, CF_MEDIAN_SIZE_MIN, CF_MEDIAN_SIZE_MAX, side);
}

static gboolean
median_validate (const CfMedianParams *p, GError **error)
{
  if (!median_side_validate ("width", p->width, error)
      || !median_side_validate ("height", p->height, error))
    return FALSE;
  if (p->percentile < 0 || p->percentile > 100)
    return cf_refuse (
        error, "percentile must be from 0 to 100, but is %d", p->percentile);
  return repetition_validate (p->iterations, p->border, p->border_value, error);
}

gboolean
cf_filter_params_validate (const CfFilterParams *params, GError **error)
{
  switch (params->op) {
    case CF_OP_COPY:
      return TRUE;
    case CF_OP_MEDIAN:
      return median_validate (&params->median, error);
    case CF_OP_CONVOLVE:
      return cf_convolve_params_validate (&params->convolve, error);
    case CF_OP_EPSILON:
      return cf_epsilon_params_validate (&params->epsilon, error)
             && repetition_validate (params->epsilon.iterations,
                 params->epsilon.border, params->epsilon.border_value, error);
    case CF_OP_INPAINT:
      return cf_inpaint_params_validate (&params->inpaint, error);
    case CF_OP_DENOISE:
      return cf_denoise_params_validate (&params->denoise, error);
  }
  return cf_refuse (error, "There is no operation %d", params->op);
}

gboolean
cf_filter_params_is_identity (const CfFilterParams *params, guint32 filtered)
{
  return params->op == CF_OP_COPY || filtered == 0
         || (params->op == CF_OP_CONVOLVE
             && cf_convolve_params_is_identity (&params->convolve))
         || (params->op == CF_OP_EPSILON
             && cf_epsilon_params_is_identity (&params->epsilon))
         || (params->op == CF_OP_DENOISE
             && cf_denoise_params_is_identity (&params->denoise));
}

static gboolean
convolve_equal (const CfConvolveParams *a, const CfConvolveParams *b)
{
  const gint n = a->is_product ? a->width + a->height : a->width * a->height;

  return a->width == b->width && a->height == b->height
         && a->is_product == b->is_product && a->flip == b->flip
         && a->separable == b->separable && a->normalize == b->normalize
         && a->divisor == b->divisor && a->bias == b->bias
         && a->border == b->border && a->border_value == b->border_value
         && memcmp (a->value, b->value, n * sizeof (gdouble)) == 0;
}

static gboolean
inpaint_equal (const CfInpaintParams *a, const CfInpaintParams *b)
{
  return a->method == b->method && a->iterations == b->iterations
         && a->schedule == b->schedule
         && a->threshold_start == b->threshold_start
         && a->threshold_end == b->threshold_end
         && a->block_size == b->block_size && a->track == b->track
         && a->temporal == b->temporal && a->future == b->future
         && a->by_field == b->by_field;
}

gboolean
cf_filter_params_equal (const CfFilterParams *a, const CfFilterParams *b)
{
  if (a->op != b->op)
    return FALSE;
  switch (a->op) {
    case CF_OP_COPY:
      return TRUE;
    case CF_OP_MEDIAN: /* integers alone */
      return memcmp (&a->median, &b->median, sizeof (a->median)) == 0;
    case CF_OP_EPSILON:
      return memcmp (&a->epsilon, &b->epsilon, sizeof (a->epsilon)) == 0;
    case CF_OP_DENOISE:
      return memcmp (&a->denoise, &b->denoise, sizeof (a->denoise)) == 0;
    case CF_OP_CONVOLVE:
      return convolve_equal (&a->convolve, &b->convolve);
    case CF_OP_INPAINT:
      return inpaint_equal (&a->inpaint, &b->inpaint);
  }
  return FALSE;
}

gint
cf_median_rank (const CfMedianParams *params)
{
  gint n = params->width * params->height;

  return (2 * params->percentile * (n - 1) + 100) / 200;
}

gint
cf_filter_params_iterations (const CfFilterParams *params)
{
  switch (params->op) {
    case CF_OP_MEDIAN:
      return params->median.iterations;
    case CF_OP_EPSILON:
      return params->epsilon.iterations;
    default:
      return 1;
  }
}

gboolean
cf_filter_params_have_history (const CfFilterParams *params)
{
  return params->op == CF_OP_DENOISE
         || (params->op == CF_OP_INPAINT
             && cf_inpaint_has_history (&params->inpaint));
}

gint
cf_filter_params_future (const CfFilterParams *params)
{
  switch (params->op) {
    case CF_OP_DENOISE:
      return params->denoise.future;
    case CF_OP_INPAINT:
      return params->inpaint.future;
    default:
      return 0;
  }
}

void
cf_filter_params_reach (const CfFilterParams *params, gint *across, gint *down)
{
  gint width = 1, height = 1;

  if (params->op == CF_OP_MEDIAN) {
    width = params->median.width;
    height = params->median.height;
  } else if (params->op == CF_OP_CONVOLVE) {
    width = params->convolve.width;
    height = params->convolve.height;
  } else if (params->op == CF_OP_EPSILON) {
    width = height = params->epsilon.size;
  }
  *across = width / 2 * cf_filter_params_iterations (params);
  *down = height / 2 * cf_filter_params_iterations (params);
}

gboolean
cf_filter_params_is_local (const CfFilterParams *params)
{
  return params->op != CF_OP_INPAINT && params->op != CF_OP_DENOISE
         && (params->op != CF_OP_EPSILON || params->epsilon.threshold >= 0);
}

CfFilter *
cf_filter_new (CfDevice *device, const CfFilterParams *params,
    const CfPlane *planes, guint n_planes, guint32 filtered, GError **error)
{
  CfFilter description = { .device = device, .params = *params };
  CfFilter *filter;
  guint i;

  if (!cf_filter_params_validate (params, error))
    return NULL;
  if (n_planes < 1 || n_planes > CF_MAX_PLANES) {
    cf_refuse (error,
        "A picture has 1 to " G_STRINGIFY (CF_MAX_PLANES) " planes, not %d",
        n_planes);
    return NULL;
  }
  for (i = 0; i < n_planes; i++) {
    if (!cf_plane_validate (&planes[i], error))
      return NULL;
    description.planes[i] = planes[i];
    description.planes[i].data = NULL;
    description.planes[i].stride = 0;
  }
  description.elapsed = 1;
  description.n_planes = n_planes;
  description.filtered =
      params->op == CF_OP_COPY ? 0 : filtered & ((1u << n_planes) - 1);

  if (params->op == CF_OP_INPAINT && !device->backend->filter_set_holes) {
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "The %s backend repairs no samples yet", device->backend->name);
    return NULL;
  }
  if (params->op == CF_OP_DENOISE && !device->backend->filter_push) {
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "The %s backend does not denoise yet", device->backend->name);
    return NULL;
  }
  filter = device->backend->filter_new (&description, error);
  if (filter)
    cf_device_ref (device);
  return filter;
}

void
cf_filter_free (CfFilter *filter)
{
  CfDevice *device;

  if (!filter)
    return;
  device = filter->device;
  device->backend->filter_free (filter);
  cf_device_unref (device);
}

static gboolean
is_of_geometry (const CfPlane *p, const CfPlane *q)
{
  const gssize row =
      ((gssize)(p->width - 1) * p->step + p->channels) * p->bytes;

  return q->data && cf_plane_same_geometry (p, q)
         && (p->height == 1 || q->stride >= row)
         && (p->bytes == 1 || (((gsize)q->data | q->stride) & 1) == 0);
}

static gboolean
refuse_plane (guint plane, GError **error)
{
  return cf_refuse (error,
      "Plane %u is not of the prepared geometry, or its memory or stride does "
      "not fit it",
      plane);
}

static gboolean
check_picture (const CfFilter *filter, const CfPlane *planes, GError **error)
{
  guint i;

  for (i = 0; i < filter->n_planes; i++)
    if (!is_of_geometry (&filter->planes[i], &planes[i]))
      return refuse_plane (i, error);
  return TRUE;
}

static gboolean
looks_ahead (const CfFilter *filter)
{
  return cf_filter_params_future (&filter->params) > 0;
}

gboolean
cf_filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  gboolean done;

  if (looks_ahead (filter)) {
    if (src || filter->n_pushed == 0)
      return cf_refuse (
          error, "A filter that looks ahead runs on frames that were pushed");
  } else if (!check_picture (filter, src, error)) {
    return FALSE;
  }
  if (!check_picture (filter, dst, error))
    return FALSE;
  done = filter->device->backend->filter_run (filter, stream, src, dst, error);
  filter->elapsed = 1;
  if (done && looks_ahead (filter))
    filter->n_pushed--;
  return done;
}

/* A picture of which planes may be narrower, lower or left out. */
static gboolean
check_part (const CfFilter *filter, const CfPlane *planes, const CfPlane *sizes,
    GError **error)
{
  guint i;

  for (i = 0; i < filter->n_planes; i++) {
    CfPlane part = filter->planes[i];

    if (sizes[i].height == 0 && planes[i].height == 0)
      continue;
    if (sizes[i].width < 1 || sizes[i].width > part.width || sizes[i].height < 1
        || sizes[i].height > part.height)
      return cf_refuse (error,
          "Plane %u of a part is of %dx%d samples, which are none or more than "
          "the prepared %dx%d",
          i, sizes[i].width, sizes[i].height, part.width, part.height);
    part.width = sizes[i].width;
    part.height = sizes[i].height;
    if (!is_of_geometry (&part, &planes[i]))
      return refuse_plane (i, error);
  }
  return TRUE;
}

gboolean
cf_filter_run_part (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  if (!cf_filter_params_is_local (&filter->params))
    return cf_refuse (error, "This operation knows no parts of pictures");
  return check_part (filter, src, dst, error)
         && check_part (filter, dst, dst, error)
         && filter->device->backend->filter_run (
             filter, stream, src, dst, error);
}

gboolean
cf_filter_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  if (!looks_ahead (filter))
    return cf_refuse (error, "Only filters that look ahead have frames pushed");
  if (filter->n_pushed > (guint)cf_filter_params_future (&filter->params))
    return cf_refuse (error, "There are %u frames without a result already",
        filter->n_pushed);
  if (!check_picture (filter, src, error)
      || !filter->device->backend->filter_push (filter, stream, src, error))
    return FALSE;
  filter->n_pushed++;
  return TRUE;
}

gboolean
cf_filter_skip (CfFilter *filter)
{
  if (filter->n_pushed == 0)
    return FALSE;
  filter->device->backend->filter_skip (filter);
  filter->n_pushed--;
  return TRUE;
}

void
cf_filter_set_elapsed (CfFilter *filter, guint n)
{
  filter->elapsed = n;
}

void
cf_filter_forget (CfFilter *filter)
{
  if (!cf_filter_params_have_history (&filter->params))
    return;
  filter->device->backend->filter_forget (filter);
  filter->n_pushed = 0;
}

gboolean
cf_filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  const CfBackend *backend = filter->device->backend;

  return (filter->params.op == CF_OP_DENOISE
             || filter->params.op == CF_OP_EPSILON)
         && backend->filter_get_noise
         && backend->filter_get_noise (filter, plane, noise);
}

gboolean
cf_filter_params_share_history (
    const CfFilterParams *a, const CfFilterParams *b)
{
  if (a->op != b->op || !cf_filter_params_have_history (a))
    return FALSE;
  if (a->op == CF_OP_DENOISE)
    return cf_denoise_params_share_history (&a->denoise, &b->denoise);
  return cf_inpaint_params_share_history (&a->inpaint, &b->inpaint);
}

gboolean
cf_filter_params_are_for_pushes (const CfFilterParams *params)
{
  return params->op == CF_OP_INPAINT && cf_filter_params_future (params) > 0;
}

gboolean
cf_filter_adopt (CfFilter *filter, const CfFilterParams *params)
{
  if (!cf_filter_params_validate (params, NULL)
      || !cf_filter_params_share_history (&filter->params, params))
    return FALSE;
  filter->params = *params;
  return TRUE;
}

static gboolean
holes_validate (const CfFilter *filter, guint plane, const CfInpaintHoles *h,
    GError **error)
{
  const CfPlane *p = &filter->planes[plane];
  const CfPlane *alpha;

  if (h->bits && h->left < h->right
      && (h->left < 0 || h->top < 0 || h->right > p->width
          || h->bottom > p->height || h->top >= h->bottom))
    return cf_refuse (error,
        "The holes of plane %u are in the box %d,%d to %d,%d, which is not "
        "within its %dx%d samples",
        plane, h->left, h->top, h->right, h->bottom, p->width, p->height);
  if (h->alpha < 0)
    return TRUE;
  if (h->alpha >= (gint)filter->n_planes)
    return cf_refuse (
        error, "Plane %d, which is to mark holes, is not there", h->alpha);
  alpha = &filter->planes[h->alpha];
  if (cf_inpaint_alpha_halved (alpha->width, p->width) >= 0
      && cf_inpaint_alpha_halved (alpha->height, p->height) >= 0
      && alpha->channels == 1)
    return TRUE;
  return cf_refuse (error,
      "Plane %d cannot mark the holes of plane %u: it is of other pixels, or "
      "has several channels",
      h->alpha, plane);
}

gboolean
cf_filter_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  guint i;

  if (filter->params.op != CF_OP_INPAINT)
    return cf_refuse (error, "Only inpainting has holes");
  for (i = 0; i < filter->n_planes; i++)
    if ((filter->filtered >> i & 1)
        && !holes_validate (filter, i, &holes[i], error))
      return FALSE;
  return filter->device->backend->filter_set_holes (filter, holes, error);
}
