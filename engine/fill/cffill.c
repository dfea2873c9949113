/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans of a plane set to a value: arguments judged, and the way to the
 * backend. */
#include "engine/fill/cffill.h"
#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"

static gboolean
check (const CfPlane *plane, const CfSpan *spans, guint n_spans,
    const guint16 *values, GError **error)
{
  gssize row;
  guint i;
  gint c;

  if (!cf_plane_validate (plane, error))
    return FALSE;
  row = ((gssize)(plane->width - 1) * plane->step + plane->channels)
        * plane->bytes;
  if (!plane->data || (plane->height > 1 && plane->stride < row))
    return cf_refuse (
        error, "The plane has no memory, or its stride does not fit it");
  for (c = 0; c < plane->channels; c++)
    if (values[c] >> plane->bits)
      return cf_refuse (
          error, "The value %u has more than %d bits", values[c], plane->bits);
  for (i = 0; i < n_spans; i++) {
    const CfSpan *s = &spans[i];

    if (s->x < 0 || s->y < 0 || s->length < 1 || s->y >= plane->height
        || s->x >= plane->width || s->length > plane->width - s->x)
      return cf_refuse (error,
          "The span of %d pixels at %d,%d is not within the plane of %dx%d",
          s->length, s->x, s->y, plane->width, plane->height);
  }
  return TRUE;
}

gboolean
cf_fill_host (const CfPlane *plane, const CfSpan *spans, guint n_spans,
    const guint16 *values, GError **error)
{
  return check (plane, spans, n_spans, values, error)
         && cf_backend_cpu.fill_run (
             NULL, plane, spans, n_spans, values, error);
}

gboolean
cf_fill_run (CfStream *stream, const CfPlane *plane, const CfSpan *spans,
    guint n_spans, const guint16 *values, GError **error)
{
  const CfBackend *backend = stream->device->backend;

  if (!check (plane, spans, n_spans, values, error))
    return FALSE;
  if (plane->bytes == 2 && (((gsize)plane->data | plane->stride) & 1))
    return cf_refuse (error, "Samples of two bytes lie at odd addresses");
  if (!backend->fill_run) {
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "The %s backend draws nothing", backend->name);
    return FALSE;
  }
  return backend->fill_run (stream, plane, spans, n_spans, values, error);
}
