/* What blocks take from a reference, by what is known around their holes. */
#include "cpu/inpaint/temporal_block.h"

#include <string.h>

#define SAMPLES (CF_TEMPORAL_WINDOW * CF_TEMPORAL_WINDOW)

/* The known samples of a block's window. */
typedef struct {
  gint level, n, texture;
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
  const gint left = cf_temporal_window (bx, level);
  const gint top = cf_temporal_window (by, level);
  gint i, j;

  w->level = level;
  w->n = 0;
  for (j = 0; j < CF_TEMPORAL_WINDOW; j++)
    for (i = 0; i < CF_TEMPORAL_WINDOW; i++) {
      const gint x = left + (i << level), y = top + (j << level);

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
  CfTemporalChoice best = { { 0, 0 }, CF_TEMPORAL_REFUSED };
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
      && cf_temporal_fits (differences, pairs, measure_texture (p, &w), w.n))
    best.difference = cf_temporal_mean_difference (differences, pairs);
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
      choices[x] = (CfTemporalChoice){ { 0, 0 }, CF_TEMPORAL_REFUSED };
  }
}
