/* Inpainting's parameters and thresholds. */
#include "engine/inpaint/cfinpaint.h"

#include "engine/core/cferror.h"
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

gboolean
cf_inpaint_params_validate (const CfInpaintParams *p, GError **error)
{
  if ((guint)p->method > CF_INPAINT_HARMONIC)
    return cf_refuse (error, "There is no method %d", p->method);
  if ((guint)p->schedule > CF_INPAINT_SCHEDULE_LINEAR)
    return cf_refuse (error, "There is no schedule %d", p->schedule);
  if (p->iterations < 0 || p->iterations > CF_INPAINT_ITERATIONS_MAX)
    return cf_refuse (error, "iterations must be from 0 to %d, but is %d",
        CF_INPAINT_ITERATIONS_MAX, p->iterations);
  if (p->block_size != 16 && p->block_size != 32 && p->block_size != 64)
    return cf_refuse (
        error, "block-size must be 16, 32 or 64, but is %d", p->block_size);
  return check_threshold ("threshold-start", p->threshold_start, error)
         && check_threshold ("threshold-end", p->threshold_end, error);
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

#define LOCAL_START 250
#define TRACKED_START 30

guint
cf_inpaint_local_iterations (const CfInpaintParams *p, gboolean is_tracked)
{
  if (p->iterations > 0)
    return p->iterations;
  return is_tracked ? 5 : 20;
}

void
cf_inpaint_local_schedule (const CfInpaintParams *p, gboolean is_tracked,
    gdouble end, gfloat *thresholds)
{
  gdouble start = is_tracked ? TRACKED_START : LOCAL_START;

  if (p->threshold_start >= 0)
    start = p->threshold_start;
  cf_inpaint_schedule (p, start, p->threshold_end >= 0 ? p->threshold_end : end,
      cf_inpaint_local_iterations (p, is_tracked), thresholds);
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
cf_inpaint_region (const CfInpaintParams *params, const CfInpaintBox *holes,
    const CfPlane *plane)
{
  const gint margin = params->block_size;

  if (params->method == CF_INPAINT_GLOBAL)
    return (CfInpaintBox){ 0, 0, plane->width, plane->height };
  return (CfInpaintBox){ MAX (holes->left - margin, 0),
    MAX (holes->top - margin, 0), MIN (holes->right + margin, plane->width),
    MIN (holes->bottom + margin, plane->height) };
}
