/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One case of inpainting: a filter, pictures and holes in turn, and the check
 * of every byte after each. */
#include "inpaintcase.h"

#include <string.h>

gboolean
inpaint_peer_open (Tester *t, Target *peer)
{
  GError *error = NULL;
  const gboolean ok = target_open_isa (peer, "baseline", 1, &error);

  if (!ok)
    tester_no_error (t, FALSE, error, "opening the CPU backend");
  return ok;
}

/* The values alone. */
static CfPlane
packed_geometry (const CfPlane *p)
{
  CfPlane packed = *p;

  packed.step = p->channels;
  packed.bytes = 2;
  packed.shift = 0;
  packed.stride = (gssize)p->width * p->channels * 2;
  packed.data = NULL;
  return packed;
}

static CfPlane
packed_new (const CfPlane *p)
{
  CfPlane packed = packed_geometry (p);

  packed.data = g_malloc (packed.stride * packed.height);
  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++)
      for (gint c = 0; c < p->channels; c++)
        sample_store (&packed, x, y, c, sample_load (p, x, y, c) >> p->shift);
  return packed;
}

/* The peer's memory. */
static gboolean
device_planes_new (
    Target *peer, const CfPlane *host, guint n, CfPlane *planes, GError **error)
{
  for (guint i = 0; i < n; i++) {
    planes[i] = host[i];
    planes[i].data =
        cf_device_alloc (peer->device, host[i].stride * host[i].height, error);
    if (!planes[i].data)
      return FALSE;
  }
  return TRUE;
}

static void
device_planes_free (Target *peer, CfPlane *planes, guint n)
{
  for (guint i = 0; i < n; i++)
    cf_device_free (peer->device, planes[i].data);
}

/* Packed planes through the peer's filter, in place. */
static gboolean
run_peer (const InpaintCase *ic, CfPlane *packed, guint n, GError **error)
{
  CfPlane src[CF_MAX_PLANES] = { { 0 } }, dst[CF_MAX_PLANES] = { { 0 } };
  Target *peer = ic->peer;
  gboolean ok = device_planes_new (peer, packed, n, src, error)
                && device_planes_new (peer, packed, n, dst, error);

  for (guint i = 0; ok && i < n; i++)
    ok = cf_stream_upload (peer->stream, src[i].data, src[i].stride,
        packed[i].data, packed[i].stride, packed[i].stride, packed[i].height,
        error);
  ok = ok && cf_filter_run (ic->peer_filter, peer->stream, src, dst, error);
  for (guint i = 0; ok && i < n; i++)
    ok = cf_stream_download (peer->stream, packed[i].data, packed[i].stride,
        dst[i].data, dst[i].stride, packed[i].stride, packed[i].height, error);
  ok = ok && cf_stream_synchronize (peer->stream, error);
  device_planes_free (peer, src, n);
  device_planes_free (peer, dst, n);
  return ok;
}

typedef struct {
  InpaintCase *ic;
  const Holes *holes;
} Run;

static gboolean
is_hole (const Run *run, const CfPlane *src, guint plane, gint x, gint y)
{
  const CfInpaintHoles *h = &run->holes->planes[plane];

  if (holes_has (h, src[plane].width, x, y))
    return TRUE;
  return holes_are_marked (h, src, plane, x, y);
}

static gboolean
knows_any (const Run *run, const CfPlane *src, guint plane)
{
  for (gint y = 0; y < src[plane].height; y++)
    for (gint x = 0; x < src[plane].width; x++)
      if (!is_hole (run, src, plane, x, y))
        return TRUE;
  return FALSE;
}

/* Holes as the peer filled them, all else as it was. */
static void
expect_plane (const Run *run, const CfPlane *src, guint plane,
    const CfPlane *filled, const CfPlane *dst)
{
  const CfPlane *p = &src[plane];
  const gboolean repaired =
      (run->ic->fc.filtered >> plane & 1) && knows_any (run, src, plane);

  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++) {
      const gboolean hole = repaired && is_hole (run, src, plane, x, y);

      for (gint c = 0; c < p->channels; c++)
        sample_store (dst, x, y, c,
            hole ? sample_load (filled, x, y, c) << p->shift
                 : sample_load (p, x, y, c));
    }
}

static gboolean
oracle_peer (const FilterCase *fc, const CfPlane *src, const CfPlane *dst,
    gpointer data, GString *why)
{
  const Run *run = data;
  CfPlane packed[CF_MAX_PLANES] = { { 0 } };
  const guint n = fc->spec.n_planes;
  GError *error = NULL;
  gboolean ok;

  for (guint i = 0; i < n; i++)
    packed[i] = packed_new (&src[i]);
  ok = run_peer (run->ic, packed, n, &error);
  for (guint i = 0; i < n; i++) {
    if (ok)
      expect_plane (run, src, i, &packed[i], &dst[i]);
    g_free (packed[i].data);
  }
  if (!ok) {
    g_string_append_printf (why, "the peer failed: %s", error->message);
    g_error_free (error);
  }
  return ok;
}

static gboolean
take_error (gboolean ok, GError *error, GString *why)
{
  if (!ok)
    g_string_append (why, error ? error->message : "failed without an error");
  g_clear_error (&error);
  return ok;
}

gboolean
inpaint_case_init (InpaintCase *ic, const FilterCase *fc, Target *target,
    Target *peer, GString *why)
{
  CfPlane packed[CF_MAX_PLANES];
  GError *error = NULL;

  *ic = (InpaintCase){ .fc = *fc, .target = target, .peer = peer };
  for (guint i = 0; i < fc->spec.n_planes; i++)
    packed[i] = packed_geometry (&fc->spec.planes[i].geometry);
  ic->peer_filter = cf_filter_new (peer->device, &fc->params, packed,
      fc->spec.n_planes, fc->filtered, &error);
  if (ic->peer_filter)
    ic->filter = filter_case_new_filter (fc, target->device, &error);
  return take_error (ic->filter != NULL, error, why);
}

void
inpaint_case_clear (InpaintCase *ic)
{
  cf_filter_free (ic->filter);
  cf_filter_free (ic->peer_filter);
}

/* What is handed over is wiped at once: nothing may be needed any more. */
static gboolean
set_holes (
    const InpaintCase *ic, CfFilter *filter, const Holes *holes, GError **error)
{
  CfInpaintHoles passing[CF_MAX_PLANES];
  gboolean ok;

  for (guint i = 0; i < holes->n_planes; i++) {
    const CfPlane *p = &ic->fc.spec.planes[i].geometry;

    passing[i] = holes->planes[i];
    passing[i].bits = g_memdup2 (passing[i].bits, holes_size (p));
  }
  ok = cf_filter_set_holes (filter, passing, error);
  for (guint i = 0; i < holes->n_planes; i++) {
    const CfPlane *p = &ic->fc.spec.planes[i].geometry;

    if (passing[i].bits)
      memset ((guint32 *)passing[i].bits, 0xa5, holes_size (p));
    g_free ((guint32 *)passing[i].bits);
  }
  return ok;
}

gboolean
inpaint_case_run (
    InpaintCase *ic, const Holes *holes, guint64 seed, GString *why)
{
  Run run = { ic, holes };
  GError *error = NULL;
  gboolean ok = set_holes (ic, ic->filter, holes, &error)
                && set_holes (ic, ic->peer_filter, holes, &error);

  ic->fc.seed = seed;
  return take_error (ok, error, why)
         && filter_case_run (
             &ic->fc, ic->filter, ic->target, oracle_peer, &run, why);
}

void
tester_inpaint_case (Tester *t, Target *peer, const FilterCase *fc,
    const Holes *holes, const gchar *kind)
{
  g_autofree gchar *filter = filter_case_describe (fc);
  g_autofree gchar *description =
      g_strdup_printf ("%s, holes %s", filter, kind);

  if (tester_begin (t, description)) {
    GString *why = g_string_new (NULL);
    InpaintCase ic;
    gboolean ok = inpaint_case_init (&ic, fc, &t->target, peer, why)
                  && inpaint_case_run (&ic, holes, fc->seed, why);

    inpaint_case_clear (&ic);
    tester_end (t, ok, why->str);
    g_string_free (why, TRUE);
  }
}

CfInpaintParams
inpaint_params_draw (Random *random)
{
  static const gint methods[] = { CF_INPAINT_LOCAL, CF_INPAINT_LOCAL,
    CF_INPAINT_HARMONIC };
  static const gint iterations[] = { 0, 1, 2, 3, 7 };
  static const gint blocks[] = { 0, 16, 32, 64 };
  static const gdouble thresholds[] = { -1, -1, 0, 1, 30, 500,
    CF_INPAINT_THRESHOLD_MAX };
#define ANY(of) of[random_range (random, 0, G_N_ELEMENTS (of) - 1)]

  return (CfInpaintParams){ .method = ANY (methods),
    .iterations = ANY (iterations),
    .schedule = random_range (
        random, CF_INPAINT_SCHEDULE_AUTO, CF_INPAINT_SCHEDULE_LINEAR),
    .threshold_start = ANY (thresholds),
    .threshold_end = ANY (thresholds),
    .block_size = ANY (blocks),
    .track = random_range (random, 0, 1) };
#undef ANY
}
