/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The parameters of noise reduction over time. */
#include "engine/denoise/cfdenoise.h"

#include "engine/core/cferror.h"
#include "engine/denoise/cfdenoiseaverage.h"
#include "engine/motion/cfmoved.h"
#include "engine/denoise/cfdenoiserecursive.h"
#include "engine/denoise/cfwiener.h"

G_STATIC_ASSERT (CF_DENOISE_SIDE_MAX == CF_DENOISE_FRAMES_MAX);
G_STATIC_ASSERT (CF_DENOISE_SIGMA_USED_MAX == CF_DENOISE_SIGMA_MAX);
G_STATIC_ASSERT (CF_NOISE_SIGMA_MAX == CF_DENOISE_SIGMA_MAX);

static gboolean
check (const gchar *name, gint value, gint most, GError **error)
{
  return (value >= 0 && value <= most)
         || cf_refuse (
             error, "%s must be from 0 to %d, but is %d", name, most, value);
}

/* The last result stands for past frames. */
static gboolean
keeps_results (const CfDenoiseParams *p)
{
  return p->method == CF_DENOISE_RECURSIVE
         || p->method == CF_DENOISE_COMPENSATED;
}

static gboolean
check_profile (const CfNoiseProfile *p, GError **error)
{
  guint i;

  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    if (!check ("a profile's sigma", p->luma[i], CF_NOISE_SIGMA_MAX, error))
      return FALSE;
  return check (
      "a profile's coarseness", p->coarse, CF_NOISE_COARSE_MAX, error);
}

static gboolean
validate (gconstpointer params, GError **error)
{
  const CfDenoiseParams *p = params;

  if ((guint)p->method > CF_DENOISE_COMPENSATED)
    return cf_refuse (error, "There is no method %d", p->method);
  if ((guint)p->quality > CF_DENOISE_BEST)
    return cf_refuse (error, "There is no quality %d", p->quality);
  if (p->method == CF_DENOISE_MEDIAN && p->window != 1 && p->window != 3)
    return cf_refuse (error,
        "The side of the median's window must be 1 or 3 samples, but is %d",
        p->window);
  if (p->future > 0 && keeps_results (p) && cf_denoise_window_step (p) == 0)
    return cf_refuse (error,
        "The last result knows no future frames: future must be 0, but is %d",
        p->future);
  return check ("past", p->past, CF_DENOISE_FRAMES_MAX, error)
         && check ("future", p->future, CF_DENOISE_FRAMES_MAX, error)
         && (p->sigma == -1
             || check ("sigma", p->sigma, CF_DENOISE_SIGMA_MAX, error))
         && check ("strength", p->strength, CF_DENOISE_STRENGTH_MAX, error)
         && check ("chroma-strength", p->chroma_strength,
             CF_DENOISE_STRENGTH_MAX, error)
         && check ("spatial", p->spatial, CF_DENOISE_STRENGTH_MAX, error)
         && check_profile (&p->profile[CF_NOISE_LUMA], error)
         && check_profile (&p->profile[CF_NOISE_CHROMA], error);
}

/* TRUE if planes of a kind stay as they are. */
static gboolean
stays (const CfDenoiseParams *p, gint kind, gint strength)
{
  const CfNoiseProfile *profile = &p->profile[kind];
  guint32 most = 0;
  guint i;

  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    most = MAX (most, profile->luma[i]);
  return strength == 0 || (p->sigma < 0 && profile->is_given && most == 0);
}

static gboolean
is_identity (gconstpointer params)
{
  const CfDenoiseParams *p = params;
  const gboolean alone = p->past == 0 && p->future == 0;

  if (p->method == CF_DENOISE_MEDIAN)
    return alone && p->window == 1;
  return p->sigma == 0
         || (stays (p, CF_NOISE_LUMA, p->strength)
             && stays (p, CF_NOISE_CHROMA, p->chroma_strength))
         || (alone && (p->spatial == 0 || p->method == CF_DENOISE_AVERAGE));
}

static CfHistory
history (gconstpointer params)
{
  const CfDenoiseParams *p = params;

  return (CfHistory){ .is_kept = TRUE,
    .future = p->future,
    .is_blind = p->method == CF_DENOISE_MEDIAN,
    .at_push = p->future > 0 && keeps_results (p) };
}

static gboolean
share_history (gconstpointer first, gconstpointer second)
{
  const CfDenoiseParams *a = first, *b = second;

  return a->method == b->method && a->past == b->past && a->future == b->future
         && a->chroma == b->chroma && a->by_field == b->by_field;
}

static void
mix (gpointer params, gconstpointer from)
{
  CfDenoiseParams *p = params;
  const CfDenoiseParams before = *p;

  *p = *(const CfDenoiseParams *)from;
  if (p->method != before.method)
    p->window = before.window;
  p->method = before.method;
  p->past = before.past;
  p->future = before.future;
  /* only the stage looks ahead */
  if (p->future > 0 && keeps_results (p) && cf_denoise_window_step (p) == 0)
    p->quality = before.quality;
}

static void
set_kinds (gpointer params, const CfPlaneKinds *kinds)
{
  CfDenoiseParams *p = params;

  p->chroma = kinds->chroma;
  p->by_field = kinds->by_field;
}

const CfOperation cf_operation_denoise = {
  .size = sizeof (CfDenoiseParams),
  .validate = validate,
  .is_identity = is_identity,
  .history = history,
  .share_history = share_history,
  .mix = mix,
  .is_costly = TRUE,
  .set_kinds = set_kinds,
};

CfPlaneKinds
cf_denoise_plane_kinds (const CfDenoiseParams *p)
{
  return (CfPlaneKinds){ p->chroma, p->by_field };
}

gint
cf_denoise_window_step (const CfDenoiseParams *p)
{
  if (p->method != CF_DENOISE_COMPENSATED || p->quality == CF_DENOISE_FAST)
    return 0;
  return p->quality == CF_DENOISE_BEST ? CF_WIENER_STEP_BEST
                                       : CF_WIENER_STEP_HIGH;
}

static guint
guide_of (gboolean by_field, guint32 filtered, guint plane)
{
  const guint fields = by_field ? 2 : 1;
  guint i;

  for (i = plane % fields; i < plane; i += fields)
    if (filtered >> i & 1)
      break;
  return i;
}

guint
cf_denoise_guide_plane (const CfDenoiseParams *p, guint32 filtered, guint plane)
{
  return guide_of (p->by_field, filtered, plane);
}

gint
cf_denoise_guide_channel (gint channels)
{
  return channels >= 3 ? 1 : 0;
}

gint
cf_denoise_luma_plane (const CfPlaneKinds *kinds, const CfPlane *planes,
    guint32 filtered, guint plane)
{
  const guint guide = guide_of (kinds->by_field, filtered, plane);
  const CfPlane *from = &planes[guide], *to = &planes[plane];

  return !(kinds->chroma >> guide & 1) && (kinds->chroma >> plane & 1)
                 && cf_denoise_subsampling (from->width, to->width) >= 0
                 && cf_denoise_subsampling (from->height, to->height) >= 0
             ? (gint)guide
             : -1;
}

static gboolean
is_given (const CfDenoiseParams *p, gint kind)
{
  return p->method != CF_DENOISE_MEDIAN && p->profile[kind].is_given;
}

const CfNoiseProfile *
cf_denoise_given_profile (const CfDenoiseParams *p, guint plane)
{
  const gint kind = p->chroma >> plane & 1 ? CF_NOISE_CHROMA : CF_NOISE_LUMA;

  return p->sigma < 0 && is_given (p, kind) ? &p->profile[kind] : NULL;
}

gint
cf_denoise_given_sigma (const CfDenoiseParams *p, guint plane)
{
  const CfNoiseProfile *profile = cf_denoise_given_profile (p, plane);

  return profile ? (gint)cf_noise_profile_sigma (profile) : p->sigma;
}

guint32
cf_denoise_given_planes (const CfDenoiseParams *p)
{
  if (p->sigma >= 0)
    return G_MAXUINT32;
  return (is_given (p, CF_NOISE_LUMA) ? ~p->chroma : 0)
         | (is_given (p, CF_NOISE_CHROMA) ? p->chroma : 0);
}

gint
cf_denoise_effective_sigma (const CfDenoiseParams *p, gint sigma, guint plane)
{
  const gint strength =
      p->chroma >> plane & 1 ? p->chroma_strength : p->strength;

  return cf_denoise_sigma_used (sigma, strength);
}
