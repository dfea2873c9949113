/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses what blocks take from a reference, by what is known around holes. */
#include "cpu/inpaint/temporal_block.h"

#include "engine/inpaint/cfinpaintshare.h"

#define SAMPLES (CF_TEMPORAL_WINDOW * CF_TEMPORAL_WINDOW)

/* The known samples of a block's window. */
typedef struct {
  gint left, top, level, n;
  gint x[SAMPLES], y[SAMPLES];
} Window;

static gboolean
has_hole_near (const CfTemporalPictures *p, gint bx, gint by)
{
  const gint left = MAX ((bx - 1) * CF_MOTION_BLOCK, 0);
  const gint right = MIN ((bx + 2) * CF_MOTION_BLOCK, p->width);
  const gint bottom = MIN ((by + 2) * CF_MOTION_BLOCK, p->height);
  gint x, y;

  for (y = MAX ((by - 1) * CF_MOTION_BLOCK, 0); y < bottom; y++)
    for (x = left; x < right; x++)
      if (p->states[(gsize)y * p->width + x] != CF_TEMPORAL_KNOWN)
        return TRUE;
  return FALSE;
}

static void
look_around (
    const CfTemporalPictures *p, gint bx, gint by, gint level, Window *w)
{
  gint i, j;

  w->left = cf_temporal_window (bx, level);
  w->top = cf_temporal_window (by, level);
  w->level = level;
  w->n = 0;
  for (j = 0; j < CF_TEMPORAL_WINDOW; j++)
    for (i = 0; i < CF_TEMPORAL_WINDOW; i++) {
      const gint x = w->left + (i << level), y = w->top + (j << level);

      w->x[w->n] = x;
      w->y[w->n] = y;
      w->n += cf_temporal_is_known (p, x, y);
    }
}

/* The sum of absolute differences from the mean. */
static gint
measure_texture (const CfTemporalPictures *p, const Window *w)
{
  gint sum = 0, texture = 0, mean, i;

  for (i = 0; i < w->n; i++)
    sum += p->frame[w->y[i] * p->stride + w->x[i]];
  mean = (sum + w->n / 2) / w->n;
  for (i = 0; i < w->n; i++)
    texture += ABS (p->frame[w->y[i] * p->stride + w->x[i]] - mean);
  return texture;
}

static gint
match (const CfTemporalPictures *p, const Window *w, CfMotionVector v,
    gint *differences)
{
  gint pairs = 0, sum = 0, i;

  for (i = 0; i < w->n; i++) {
    const CfTemporalPair pair = cf_temporal_pair (p, w->x[i], w->y[i], v);

    pairs += pair.counts;
    sum += pair.difference;
  }
  *differences = sum;
  return pairs;
}

static CfTemporalErrors
find_errors (const CfTemporalPictures *p, const Window *w, CfMotionVector v)
{
  CfTemporalErrors errors = { 0 };
  gint reach, i, j;

  for (j = 0; j < CF_TEMPORAL_WINDOW; j++)
    for (i = 0; i < CF_TEMPORAL_WINDOW; i++)
      cf_temporal_add_pair (
          p, w->left + (i << w->level), w->top + (j << w->level), v, &errors);
  reach = cf_temporal_reach (&errors);
  for (i = 0; i < w->n; i++)
    cf_temporal_add_guess (p, w->x[i], w->y[i], reach, &errors);
  return errors;
}

static gboolean
is_among (const CfMotionVector *tried, gint n, CfMotionVector v)
{
  gint i;

  for (i = 0; i < n; i++)
    if (tried[i].x == v.x && tried[i].y == v.y)
      return TRUE;
  return FALSE;
}

static CfTemporalChoice
choose (const CfCpuTemporalBlocks *job, gint bx, gint by)
{
  const CfTemporalPictures *p = &job->pictures;
  CfTemporalChoice best = { .difference = CF_TEMPORAL_REFUSED };
  CfMotionVector tried[CF_TEMPORAL_CANDIDATES];
  gint pairs = 0, differences = 0, level = 0, i;
  Window w;

  do
    look_around (p, bx, by, level, &w);
  while (w.n < CF_TEMPORAL_ENOUGH && ++level < CF_TEMPORAL_LEVELS);
  if (w.n < CF_TEMPORAL_FEW)
    return best;
  for (i = 0; i < CF_TEMPORAL_CANDIDATES; i++) {
    gint own_pairs, own_differences;

    tried[i] = cf_temporal_candidate (
        job->field, job->across, job->down, job->dominant, bx, by, w.level, i);
    if (is_among (tried, i, tried[i]))
      continue;
    own_pairs = match (p, &w, tried[i], &own_differences);
    if (cf_temporal_is_enough (own_pairs, w.n)
        && (pairs == 0 || own_differences * pairs < differences * own_pairs)) {
      pairs = own_pairs;
      differences = own_differences;
      best.v = tried[i];
    }
  }
  if (pairs > 0
      && cf_temporal_fits (differences, pairs, measure_texture (p, &w), w.n)) {
    const CfTemporalErrors errors = find_errors (p, &w, best.v);

    best.difference = cf_temporal_mean_difference (differences, pairs);
    cf_temporal_weigh (&errors, &best);
  }
  return best;
}

void
cf_cpu_temporal_choose (const CfCpuTemporalBlocks *job, gint row)
{
  CfTemporalChoice *choices = job->choices + (gsize)row * job->across;
  gint x;

  for (x = 0; x < job->across; x++) {
    if (has_hole_near (&job->pictures, x, row))
      choices[x] = choose (job, x, row);
    else
      choices[x] = (CfTemporalChoice){ .difference = CF_TEMPORAL_REFUSED };
  }
}
