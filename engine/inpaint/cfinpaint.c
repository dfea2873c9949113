/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting's parameters and thresholds. */
#include "engine/inpaint/cfinpaint.h"

#include "engine/core/cferror.h"
#include "engine/denoise/cfdenoise.h"
#include "engine/motion/cfmoved.h"
#include "engine/inpaint/cfinpaintthreshold.h"

static gboolean
check_threshold (const gchar *name, gdouble value, GError **error)
{
  if (value == -1 || (value >= 0 && value <= CF_INPAINT_THRESHOLD_MAX))
    return TRUE;
  return cf_refuse (error,
      "%s must be -1 (automatic) or from 0 to %g, but is %g", name,
      CF_INPAINT_THRESHOLD_MAX, value);
}

static gboolean
validate (gconstpointer params, GError **error)
{
  const CfInpaintParams *p = params;

  if ((guint)p->method > CF_INPAINT_HARMONIC)
    return cf_refuse (error, "There is no method %d", p->method);
  if ((guint)p->schedule > CF_INPAINT_SCHEDULE_LINEAR)
    return cf_refuse (error, "There is no schedule %d", p->schedule);
  if (p->iterations < 0 || p->iterations > CF_INPAINT_ITERATIONS_MAX)
    return cf_refuse (error, "iterations must be from 0 to %d, but is %d",
        CF_INPAINT_ITERATIONS_MAX, p->iterations);
  if (p->block_size != 0 && p->block_size != 16 && p->block_size != 32
      && p->block_size != 64)
    return cf_refuse (error,
        "block-size must be 0 (automatic), 16, 32 or 64, but is %d",
        p->block_size);
  if (p->future < 0 || p->future > CF_INPAINT_FUTURE_MAX)
    return cf_refuse (error, "future must be from 0 to %d frames, but is %d",
        CF_INPAINT_FUTURE_MAX, p->future);
  return check_threshold ("threshold-start", p->threshold_start, error)
         && check_threshold ("threshold-end", p->threshold_end, error);
}

static gboolean
equal (gconstpointer first, gconstpointer second)
{
  const CfInpaintParams *a = first, *b = second;

  return a->method == b->method && a->iterations == b->iterations
         && a->schedule == b->schedule
         && a->threshold_start == b->threshold_start
         && a->threshold_end == b->threshold_end
         && a->block_size == b->block_size && a->track == b->track
         && a->temporal == b->temporal && a->future == b->future
         && a->by_field == b->by_field;
}

static CfHistory
history (gconstpointer params)
{
  const CfInpaintParams *p = params;
  const gboolean is_kept = p->temporal || p->future > 0;
  const gboolean tracks = p->track && p->method == CF_INPAINT_LOCAL && !is_kept;

  return (CfHistory){ .is_kept = is_kept,
    .future = p->future,
    .at_push = p->future > 0,
    .tracks = tracks,
    .is_blind = tracks };
}

/* They differ in nothing but how holes are filled from space. */
static gboolean
share_history (gconstpointer first, gconstpointer second)
{
  const CfInpaintParams *a = first, *b = second;

  return a->temporal == b->temporal && a->future == b->future
         && a->by_field == b->by_field;
}

static void
set_kinds (gpointer params, const CfPlaneKinds *kinds)
{
  ((CfInpaintParams *)params)->by_field = kinds->by_field;
}

const CfOperation cf_operation_inpaint = {
  .size = sizeof (CfInpaintParams),
  .validate = validate,
  .equal = equal,
  .history = history,
  .share_history = share_history,
  .has_holes = TRUE,
  .is_costly = TRUE,
  .set_kinds = set_kinds,
};

gint
cf_inpaint_guide_plane (const CfInpaintParams *p, const CfPlane *planes,
    guint32 filtered, guint plane)
{
  const CfDenoiseParams fields = { .by_field = p->by_field };
  const guint guide = cf_denoise_guide_plane (&fields, filtered, plane);
  const CfPlane *from = &planes[guide], *to = &planes[plane];

  return filtered >> plane & 1
                 && cf_denoise_subsampling (from->width, to->width) >= 0
                 && cf_denoise_subsampling (from->height, to->height) >= 0
             ? (gint)guide
             : -1;
}

gboolean
cf_inpaint_is_exponential (const CfInpaintParams *p)
{
  if (p->schedule == CF_INPAINT_SCHEDULE_AUTO)
    return p->method == CF_INPAINT_LOCAL;
  return p->schedule == CF_INPAINT_SCHEDULE_EXPONENTIAL;
}

void
cf_inpaint_schedule (const CfInpaintParams *p, gdouble start, gdouble end,
    guint n, gfloat *thresholds)
{
  const gboolean is_exponential = cf_inpaint_is_exponential (p);
  guint i;

  for (i = 0; i < n; i++)
    thresholds[i] = cf_inpaint_threshold (start, end, is_exponential, i, n);
}

guint
cf_inpaint_global_iterations (const CfInpaintParams *p)
{
  return p->iterations > 0 ? p->iterations : 100;
}

gdouble
cf_inpaint_global_end (const CfInpaintParams *p)
{
  if (p->threshold_end >= 0)
    return p->threshold_end;
  return cf_inpaint_is_exponential (p) ? 2 : 0;
}

/* Chosen on one half of the pictures in lab/research/inpainting.md. Narrow
 * holes are nearly right from the start, and small coefficients around them
 * count; into wide ones only what is strong goes on. */
static const struct {
  gint block_size, iterations;
  gdouble start;
  gfloat least_end;
} ways[CF_INPAINT_WAYS] = { [CF_INPAINT_NARROW] = { 16, 24, 100, 1.5f },
  [CF_INPAINT_MIDDLE] = { 16, 40, 120, 3 },
  [CF_INPAINT_WIDE] = { 32, 40, 250, 12 },
  [CF_INPAINT_TRACKED] = { .iterations = 5, .start = 30 } };

/* Widths are in samples; wider ones are WIDE. */
#define NARROW_WIDTH 4
#define MIDDLE_WIDTH 10

static CfInpaintWay
way_of (const CfInpaintHoles *holes, const CfPlane *plane)
{
  const gint words = CF_INPAINT_WORDS (plane->width);
  guint64 n = 0, runs = 0; /* along rows and columns */
  gint x, y;

  for (y = holes->top; y < holes->bottom; y++) {
    const guint32 *row = holes->bits + (gsize)y * words;

    for (x = holes->left / 32; x <= (holes->right - 1) / 32; x++) {
      const guint32 before = row[x] << 1 | (x > 0 ? row[x - 1] >> 31 : 0);
      const guint32 above = y > 0 ? row[x - words] : 0;

      n += __builtin_popcount (row[x]);
      runs += __builtin_popcount (row[x] & ~before)
              + __builtin_popcount (row[x] & ~above);
    }
  }
  if (2 * n < NARROW_WIDTH * runs)
    return CF_INPAINT_NARROW;
  return 2 * n < MIDDLE_WIDTH * runs ? CF_INPAINT_MIDDLE : CF_INPAINT_WIDE;
}

CfInpaintWay
cf_inpaint_way (const CfInpaintHoles *holes, const CfPlane *planes,
    guint n_planes, guint32 filtered)
{
  CfInpaintBox box;
  guint i;

  for (i = 0; i < n_planes; i++)
    if (filtered >> i & 1 && cf_inpaint_holes_box (&holes[i], &planes[i], &box))
      return holes[i].alpha >= 0 ? CF_INPAINT_WIDE
                                 : way_of (&holes[i], &planes[i]);
  return CF_INPAINT_WIDE;
}

gint
cf_inpaint_local_block_size (const CfInpaintParams *p, CfInpaintWay way)
{
  return p->block_size > 0 ? p->block_size : ways[way].block_size;
}

guint
cf_inpaint_local_iterations (const CfInpaintParams *p, CfInpaintWay way)
{
  return p->iterations > 0 ? p->iterations : ways[way].iterations;
}

void
cf_inpaint_local_schedule (
    const CfInpaintParams *p, CfInpaintWay way, gdouble end, gfloat *thresholds)
{
  cf_inpaint_schedule (p,
      p->threshold_start >= 0 ? p->threshold_start : ways[way].start,
      p->threshold_end >= 0 ? p->threshold_end : end,
      cf_inpaint_local_iterations (p, way), thresholds);
}

gfloat
cf_inpaint_local_least_end (CfInpaintWay way)
{
  return ways[way].least_end;
}

gboolean
cf_inpaint_holes_box (
    const CfInpaintHoles *holes, const CfPlane *plane, CfInpaintBox *box)
{
  if (holes->alpha >= 0) { /* which can be anywhere */
    *box = (CfInpaintBox){ 0, 0, plane->width, plane->height };
    return TRUE;
  }
  *box = (CfInpaintBox){ holes->left, holes->top, holes->right, holes->bottom };
  return holes->bits && holes->left < holes->right;
}

gboolean
cf_inpaint_knows_any (const CfInpaintHoles *holes, const CfPlane *plane,
    const CfInpaintBox *region)
{
  const gint words = CF_INPAINT_WORDS (plane->width);
  gint x, y;

  for (y = region->top; holes->bits && y < region->bottom; y++)
    for (x = region->left; x < region->right; x++)
      if (!(holes->bits[(gsize)y * words + x / 32] >> x % 32 & 1))
        return TRUE;
  return !holes->bits;
}

CfInpaintBox
cf_inpaint_region (CfInpaintMethod method, gint block_size,
    const CfInpaintBox *holes, const CfPlane *plane)
{
  if (method == CF_INPAINT_GLOBAL)
    return (CfInpaintBox){ 0, 0, plane->width, plane->height };
  return (CfInpaintBox){ MAX (holes->left - block_size, 0),
    MAX (holes->top - block_size, 0),
    MIN (holes->right + block_size, plane->width),
    MIN (holes->bottom + block_size, plane->height) };
}
