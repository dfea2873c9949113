/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A plane of two bytes a sample with holes, of which the truth is known. */
#include "inpaintscene.h"

#include <math.h>

static gdouble
value_at (gint x, gint y, gdouble angle, gdouble noise, Random *random)
{
  const gdouble u = x * cos (angle) + y * sin (angle);

  return 120 + 50 * sin (u / 4) + 25 * sin (y / 9.0) + (u > 20 ? 30 : 0)
         + noise * random_range (random, -100, 100) / 100;
}

static void
draw (InpaintScene *s, gdouble noise, Random *random)
{
  const CfPlane *p = &s->spec.planes[0].geometry;
  const gdouble angle = random_range (random, 0, 628) / 100.0;
  const gint most = (1 << p->bits) - 1;

  for (gsize i = 0; i < inpaint_scene_samples (s); i++) {
    const gdouble v =
        value_at (i % p->width, i / p->width, angle, noise, random);
    const gint sample = CLAMP (rint (ldexp (v, p->bits - 8)), 0, most);

    s->truth[i] = ldexp (sample, 8 - p->bits);
    s->src[i] =
        inpaint_scene_is_hole (s, i) ? random_range (random, 0, most) : sample;
  }
}

void
inpaint_scene_init (InpaintScene *s, gint width, gint height, gint bits,
    HoleKind kind, gdouble noise, Random *random)
{
  const Depth depth = { "depth", bits, 2, 0 };
  const gsize n = (gsize)width * height;

  *s = (InpaintScene){ .params = { .op = CF_OP_INPAINT,
                           .inpaint = CF_INPAINT_PARAMS_DEFAULT } };
  picture_spec_init (&s->spec, &layouts[LAYOUT_GREY], &depth, width, height);
  holes_init (&s->holes, &s->spec, kind, random);
  s->truth = g_new (gdouble, n);
  s->src = g_new0 (guint16, n);
  s->dst = g_new0 (guint16, n);
  draw (s, noise, random);
}

void
inpaint_scene_clear (InpaintScene *s)
{
  holes_clear (&s->holes);
  g_free (s->truth);
  g_free (s->src);
  g_free (s->dst);
}

gsize
inpaint_scene_samples (const InpaintScene *s)
{
  const CfPlane *p = &s->spec.planes[0].geometry;

  return (gsize)p->width * p->height;
}

gboolean
inpaint_scene_is_hole (const InpaintScene *s, gsize sample)
{
  const gint width = s->spec.planes[0].geometry.width;

  return holes_has (&s->holes.planes[0], width, sample % width, sample / width);
}

CfFilter *
inpaint_scene_filter_new (
    const InpaintScene *s, CfDevice *device, GError **error)
{
  CfFilter *filter = cf_filter_new (
      device, &s->params, &s->spec.planes[0].geometry, 1, 1, error);

  if (filter && !cf_filter_set_holes (filter, s->holes.planes, error)) {
    cf_filter_free (filter);
    return NULL;
  }
  return filter;
}

static gboolean
run_between (InpaintScene *s, CfFilter *filter, Target *target, guint8 *from,
    guint8 *to, GError **error)
{
  CfPlane src = s->spec.planes[0].geometry, dst = src;
  const gsize row = src.width * sizeof (guint16);

  src.stride = dst.stride = row;
  src.data = from;
  dst.data = to;
  return cf_stream_upload (target->stream, from, row, (const guint8 *)s->src,
             row, row, src.height, error)
         && cf_filter_run (filter, target->stream, &src, &dst, error)
         && cf_stream_download (target->stream, (guint8 *)s->dst, row, to, row,
             row, src.height, error)
         && cf_stream_synchronize (target->stream, error);
}

gboolean
inpaint_scene_run_with (
    InpaintScene *s, CfFilter *filter, Target *target, GError **error)
{
  const gsize bytes = inpaint_scene_samples (s) * sizeof (guint16);
  guint8 *from = cf_device_alloc (target->device, bytes, error);
  guint8 *to = from ? cf_device_alloc (target->device, bytes, error) : NULL;
  const gboolean ok = to && run_between (s, filter, target, from, to, error);

  cf_device_free (target->device, from);
  cf_device_free (target->device, to);
  return ok;
}

gboolean
inpaint_scene_run (Tester *t, InpaintScene *s)
{
  GError *error = NULL;
  CfFilter *filter = inpaint_scene_filter_new (s, t->target.device, &error);
  const gboolean ok =
      filter && inpaint_scene_run_with (s, filter, &t->target, &error);

  cf_filter_free (filter);
  if (!ok)
    tester_no_error (t, FALSE, error, "inpainting");
  return ok;
}
