/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noise reduction over time as naively as possible. */
#include "reference_denoise.h"
#include "picture.h"
#include "reference_scene_change.h"
#include "reference_noise.h"
#include "reference_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
reference_denoise_init (ReferenceDenoise *r, const CfPlane *planes,
    guint n_planes, guint32 filtered)
{
  guint i;

  *r = (ReferenceDenoise){ .n_planes = n_planes, .filtered = filtered };
  for (i = 0; i < n_planes; i++)
    r->planes[i] = planes[i];
  r->frames = g_ptr_array_new_with_free_func (g_free);
  r->scene_changes = g_array_new (FALSE, FALSE, sizeof (gboolean));
}

void
reference_denoise_clear (ReferenceDenoise *r)
{
  g_ptr_array_unref (r->frames);
  g_array_unref (r->scene_changes);
}

/* Where a sample is in a frame's array. */
static gsize
place_of (const ReferenceDenoise *r, guint plane, gint x, gint y, gint c)
{
  gsize before = 0;
  guint i;

  for (i = 0; i < plane; i++)
    before += (gsize)r->planes[i].width * r->planes[i].height * 4;
  return before + ((gsize)y * r->planes[plane].width + x) * 4 + c;
}

/* The value of a sample, with the replicate border, of frame next + distance.
 */
static gint
value (const ReferenceDenoise *r, gint distance, guint plane, gint x, gint y,
    gint c)
{
  const CfPlane *p = &r->planes[plane];
  const guint16 *frame = g_ptr_array_index (r->frames, r->next + distance);

  x = CLAMP (x, 0, p->width - 1);
  y = CLAMP (y, 0, p->height - 1);
  return frame[place_of (r, plane, x, y, c)] >> p->shift;
}

/* A frame's channel as 16 bits. */
static gint *
load (const ReferenceDenoise *r, gint distance, guint plane, gint c)
{
  const CfPlane *p = &r->planes[plane];
  gint *samples = g_new (gint, (gsize)p->width * p->height);
  gint x, y;

  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      samples[(gsize)y * p->width + x] = value (r, distance, plane, x, y, c)
                                         << (16 - p->bits);
  return samples;
}

/* By a plane that leads, between the newest frame and the one before it. */
static gboolean
is_scene_change_in (
    const ReferenceDenoise *r, const CfDenoiseParams *p, guint plane)
{
  const CfPlane *geometry = &r->planes[plane];
  const gint width = geometry->width, height = geometry->height;
  const gint c = geometry->channels >= 3 ? 1 : 0;
  const gint newest = (gint)r->frames->len - 1 - (gint)r->next;
  gint *now = load (r, newest, plane, c);
  gint *last = load (r, newest - 1, plane, c);
  const gint sigma = MAX (reference_noise_told (p, plane), 0);
  const ReferenceScale scale =
      reference_scale_of (now, width, height, geometry->bits, sigma);
  guint8 *frame = reference_scale_bytes (scale, now, (gsize)width * height);
  guint8 *before = reference_scale_bytes (scale, last, (gsize)width * height);
  const gboolean is_scene_change = reference_scene_change (
      frame, before, width, height, reference_scale_sigma (scale, sigma))
                                       .is_scene_change;

  g_free (now);
  g_free (last);
  g_free (frame);
  g_free (before);
  return is_scene_change;
}

/* Before the newest frame. */
static gboolean
is_scene_change (const ReferenceDenoise *r, const CfDenoiseParams *p)
{
  gboolean found[2] = { FALSE, FALSE }, scene_change = FALSE;
  guint i;

  if (r->frames->len == 1 || p->past + p->future == 0)
    return FALSE;
  for (i = 0; i < r->n_planes; i++) {
    const guint field = p->by_field ? i % 2 : 0;

    if (!(r->filtered >> i & 1) || found[field])
      continue;
    found[field] = TRUE;
    scene_change |= is_scene_change_in (r, p, i);
  }
  return scene_change;
}

void
reference_denoise_push (
    ReferenceDenoise *r, const CfDenoiseParams *p, const CfPlane *src)
{
  guint16 *frame = g_new0 (guint16, place_of (r, r->n_planes, 0, 0, 0));
  gboolean scene_change;
  guint i;
  gint x, y, c;

  for (i = 0; i < r->n_planes; i++)
    for (y = 0; y < src[i].height; y++)
      for (x = 0; x < src[i].width; x++)
        for (c = 0; c < src[i].channels; c++)
          frame[place_of (r, i, x, y, c)] = sample_load (&src[i], x, y, c);
  g_ptr_array_add (r->frames, frame);
  scene_change = is_scene_change (r, p);
  g_array_append_val (r->scene_changes, scene_change);
  r->n_scene_changes += scene_change;
}

/* Whether a frame is looked at, be there cuts or not. */
static gboolean
is_near (const ReferenceDenoise *r, const CfDenoiseParams *p, gint distance)
{
  const gint frame = (gint)r->next + distance;

  return frame >= 0 && frame < (gint)r->frames->len && distance >= -p->past
         && distance <= p->future;
}

static gboolean
is_behind_scene_change (const ReferenceDenoise *r, guint frame)
{
  return g_array_index (r->scene_changes, gboolean, frame);
}

static gboolean
is_there (const ReferenceDenoise *r, const CfDenoiseParams *p, gint distance)
{
  gint k;

  if (!is_near (r, p, distance))
    return FALSE;
  for (k = distance; k < 0; k++)
    if (is_behind_scene_change (r, r->next + k + 1))
      return FALSE;
  for (k = 1; k <= distance; k++)
    if (is_behind_scene_change (r, r->next + k))
      return FALSE;
  return TRUE;
}

static void
estimate (ReferenceDenoise *r, const CfDenoiseParams *p, guint plane)
{
  const CfPlane *geometry = &r->planes[plane];
  const gint beside = is_there (r, p, -1) ? -1 : is_near (r, p, 1) ? 1 : 0;
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (CfNoiseTile));
  const gboolean is_colour = p->chroma >> plane & 1;
  ReferenceLuma luma;
  const gint from =
      reference_noise_find_luma (p, r->planes, r->filtered, plane, &luma);
  gint *luma_classes = from >= 0 ? load (r, 0, from, 0) : NULL;
  CfNoiseStatistics told;
  gint c;

  luma.channel.at = luma_classes;
  for (c = 0; c < geometry->channels; c++) {
    gint *now = load (r, 0, plane, c), *other = load (r, beside, plane, c);
    const ReferenceChannel v = { now, geometry->width, geometry->height };
    const ReferenceNoiseOther o = { .with = { beside ? other : NULL,
                                        geometry->width, geometry->height },
      .before = other };

    reference_noise_add (
        tiles, &v, &o, geometry->bits, is_colour ? &luma : NULL);
    g_free (now);
    g_free (other);
  }
  told = reference_noise_tell (tiles);
  reference_noise_hold (
      &r->noise[plane], &told, beside ? CF_NOISE_COMPARED : CF_NOISE_FIRST);
  g_free (luma_classes);
  g_array_unref (tiles);
}

static gint
average (const ReferenceDenoise *r, const CfDenoiseParams *p, guint plane,
    gint x, gint y, gint c)
{
  const gdouble step = pow (2, r->planes[plane].bits - 8) / 256;
  const gint strength =
      p->chroma >> plane & 1 ? p->chroma_strength : p->strength;
  const gint told = reference_noise_told (p, plane);
  const gint noise =
      told < 0 ? (gint)reference_noise_sigma (&r->noise[plane]) : told;
  const gdouble sigma =
      step * MIN ((noise * strength + 128) / 256, CF_DENOISE_SIGMA_MAX);
  const gint v = value (r, 0, plane, x, y, c);
  gint64 sum = v, n = 1;
  gint side, k;

  for (side = -1; side <= 1; side += 2) {
    gint differences = 0;

    for (k = 1; is_there (r, p, side * k); k++) {
      const gint w = value (r, side * k, plane, x, y, c);

      differences += ABS (v - w);
      if (ABS (v - w) > 4.5 * sigma || differences > 10 * sigma)
        break;
      sum += w;
      n++;
    }
  }
  return (2 * sum + n) / (2 * n);
}

static gint
by_value (gconstpointer a, gconstpointer b)
{
  return *(const gint *)a - *(const gint *)b;
}

static gint
median (const ReferenceDenoise *r, const CfDenoiseParams *p, guint plane,
    gint x, gint y, gint c)
{
  gint distances[2 * CF_DENOISE_FRAMES_MAX + 1] = { 0 };
  gint samples[7 * 9], n = 1, n_samples = 0, reach = p->window / 2, i, k, dx,
                       dy;

  for (k = 1; k <= CF_DENOISE_FRAMES_MAX; k++) {
    if (is_there (r, p, -k))
      distances[n++] = -k;
    if (is_there (r, p, k))
      distances[n++] = k;
  }
  n = MIN (n, 7);
  n -= n % 2 == 0;
  for (i = 0; i < n; i++)
    for (dy = -reach; dy <= reach; dy++)
      for (dx = -reach; dx <= reach; dx++)
        samples[n_samples++] =
            value (r, distances[i], plane, x + dx, y + dy, c);
  qsort (samples, n_samples, sizeof (gint), by_value);
  return samples[n_samples / 2];
}

void
reference_denoise_run (
    ReferenceDenoise *r, const CfDenoiseParams *p, const CfPlane *dst)
{
  guint i;
  gint x, y, c;

  for (i = 0; i < r->n_planes; i++) {
    const gboolean is_given = reference_noise_told (p, i) >= 0;

    if (is_given || is_behind_scene_change (r, r->next))
      r->noise[i] = (CfNoiseHeld){ 0 };
    if ((r->filtered >> i & 1) && p->method == CF_DENOISE_AVERAGE && !is_given)
      estimate (r, p, i);
  }
  for (i = 0; i < r->n_planes; i++)
    for (y = 0; y < dst[i].height; y++)
      for (x = 0; x < dst[i].width; x++)
        for (c = 0; c < dst[i].channels; c++) {
          const guint16 *frame = g_ptr_array_index (r->frames, r->next);
          guint stored = frame[place_of (r, i, x, y, c)];

          if (r->filtered >> i & 1)
            stored =
                (p->method == CF_DENOISE_AVERAGE ? average (r, p, i, x, y, c)
                                                 : median (r, p, i, x, y, c))
                << dst[i].shift;
          sample_store (&dst[i], x, y, c, stored);
        }
  r->next++;
}

void
reference_denoise_skip (ReferenceDenoise *r)
{
  if (is_behind_scene_change (r, r->next))
    memset (r->noise, 0, sizeof (r->noise));
  r->next++;
}

void
reference_denoise_reset (ReferenceDenoise *r)
{
  g_ptr_array_set_size (r->frames, 0);
  g_array_set_size (r->scene_changes, 0);
  r->next = 0;
  memset (r->noise, 0, sizeof (r->noise));
}
