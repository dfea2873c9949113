/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters: what is said of parameters by the operation's row, validation of
 * planes, and the way to the backend. */
#include "engine/core/cffilter.h"
#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"
#include "engine/inpaint/cfinpaintalpha.h"

#include <string.h>

static gboolean
copy_is_identity (gconstpointer params)
{
  return TRUE;
}

static gboolean
copy_reach (gconstpointer params, gint *across, gint *down)
{
  *across = *down = 0;
  return TRUE;
}

static const CfOperation copy = {
  .is_identity = copy_is_identity,
  .reach = copy_reach,
};

#define ROW(NAME, name, Params) [CF_OP_##NAME] = &cf_operation_##name,

static const CfOperation *const operations[CF_N_OPS] = { [CF_OP_COPY] = &copy,
  CF_OPERATIONS (ROW) };

/* An operation's own parameters, in the union. */
#define OWN(params) \
  G_STRUCT_MEMBER_P (params, G_STRUCT_OFFSET (CfFilterParams, median))

static const CfOperation *
operation_of (const CfFilterParams *params)
{
  return operations[params->op];
}

gboolean
cf_filter_params_validate (const CfFilterParams *params, GError **error)
{
  const CfOperation *op;

  if ((guint)params->op >= G_N_ELEMENTS (operations))
    return cf_refuse (error, "There is no operation %d", params->op);
  op = operation_of (params);
  return !op->validate || op->validate (OWN (params), error);
}

gboolean
cf_filter_params_is_identity (const CfFilterParams *params, guint32 filtered)
{
  const CfOperation *op = operation_of (params);

  return filtered == 0 || (op->is_identity && op->is_identity (OWN (params)));
}

gboolean
cf_filter_params_equal (const CfFilterParams *a, const CfFilterParams *b)
{
  const CfOperation *op = operation_of (a);

  if (a->op != b->op)
    return FALSE;
  return op->equal ? op->equal (OWN (a), OWN (b))
                   : memcmp (OWN (a), OWN (b), op->size) == 0;
}

gint
cf_filter_params_iterations (const CfFilterParams *params)
{
  const CfOperation *op = operation_of (params);

  return op->iterations ? op->iterations (OWN (params)) : 1;
}

CfHistory
cf_filter_params_history (const CfFilterParams *params)
{
  const CfOperation *op = operation_of (params);

  return op->history ? op->history (OWN (params)) : (CfHistory){ 0 };
}

gboolean
cf_filter_params_have_history (const CfFilterParams *params)
{
  return cf_filter_params_history (params).is_kept;
}

gint
cf_filter_params_future (const CfFilterParams *params)
{
  return cf_filter_params_history (params).future;
}

gboolean
cf_filter_params_have_holes (const CfFilterParams *params)
{
  return operation_of (params)->has_holes;
}

gboolean
cf_filter_params_are_costly (const CfFilterParams *params)
{
  return operation_of (params)->is_costly;
}

void
cf_filter_params_set_kinds (CfFilterParams *params, const CfPlaneKinds *kinds)
{
  const CfOperation *op = operation_of (params);

  if (op->set_kinds)
    op->set_kinds (OWN (params), kinds);
}

gboolean
cf_filter_params_mix (CfFilterParams *params, const CfFilterParams *from)
{
  const CfOperation *op = operation_of (params);

  if (params->op != from->op || !op->mix)
    return FALSE;
  op->mix (OWN (params), OWN (from));
  return TRUE;
}

gboolean
cf_filter_params_reach (const CfFilterParams *params, gint *across, gint *down)
{
  const CfOperation *op = operation_of (params);
  const gint iterations = cf_filter_params_iterations (params);

  *across = *down = 0;
  if (!op->reach || !op->reach (OWN (params), across, down))
    return FALSE;
  *across *= iterations;
  *down *= iterations;
  return TRUE;
}

gboolean
cf_filter_params_is_local (const CfFilterParams *params)
{
  gint across, down;

  return cf_filter_params_reach (params, &across, &down);
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
  filter->klass->free (filter);
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

static gboolean
run (CfFilter *filter, CfStream *stream, const CfPlane *src, const CfPlane *dst,
    GError **error)
{
  gboolean ok;

  if (!cf_device_enter (filter->device, error))
    return FALSE;
  ok = filter->klass->run (filter, stream, src, dst, error);
  cf_device_leave (filter->device);
  return ok;
}

static gboolean
push (CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  gboolean ok;

  if (!cf_device_enter (filter->device, error))
    return FALSE;
  ok = filter->klass->push (filter, stream, src, error);
  cf_device_leave (filter->device);
  return ok;
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
  done = run (filter, stream, src, dst, error);
  if (!looks_ahead (filter))
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
         && run (filter, stream, src, dst, error);
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
  if (!check_picture (filter, src, error) || !push (filter, stream, src, error))
    return FALSE;
  filter->elapsed = 1;
  filter->n_pushed++;
  return TRUE;
}

gboolean
cf_filter_skip (CfFilter *filter)
{
  if (filter->n_pushed == 0)
    return FALSE;
  filter->klass->skip (filter);
  filter->n_pushed--;
  return TRUE;
}

void
cf_filter_set_elapsed (CfFilter *filter, guint n)
{
  filter->elapsed = n;
}

void
cf_filter_reset (CfFilter *filter)
{
  if (filter->klass->reset)
    filter->klass->reset (filter);
  filter->n_pushed = 0;
}

gboolean
cf_filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  return filter->klass->get_noise
         && filter->klass->get_noise (filter, plane, noise);
}

gboolean
cf_filter_params_share_history (
    const CfFilterParams *a, const CfFilterParams *b)
{
  return a->op == b->op && cf_filter_params_have_history (a)
         && operation_of (a)->share_history (OWN (a), OWN (b));
}

gboolean
cf_filter_update (CfFilter *filter, const CfFilterParams *params)
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

  if (!filter->klass->set_holes)
    return cf_refuse (error, "Only inpainting has holes");
  for (i = 0; i < filter->n_planes; i++)
    if ((filter->filtered >> i & 1)
        && !holes_validate (filter, i, &holes[i], error))
      return FALSE;
  return filter->klass->set_holes (filter, holes, error);
}
