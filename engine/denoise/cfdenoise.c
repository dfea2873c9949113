/* The parameters of noise reduction over time. */
#include "engine/denoise/cfdenoise.h"

#include "engine/core/cferror.h"
#include "engine/denoise/cfdenoiserecursive.h"

G_STATIC_ASSERT (CF_DENOISE_SIGMA_USED_MAX == CF_DENOISE_SIGMA_MAX);

static gboolean
check (const gchar *name, gint value, gint most, GError **error)
{
  return (value >= 0 && value <= most)
         || cf_refuse (
             error, "%s must be from 0 to %d, but is %d", name, most, value);
}

gboolean
cf_denoise_params_validate (const CfDenoiseParams *p, GError **error)
{
  if ((guint)p->method > CF_DENOISE_COMPENSATED)
    return cf_refuse (error, "There is no method %d", p->method);
  if (p->method == CF_DENOISE_MEDIAN && p->window != 1 && p->window != 3)
    return cf_refuse (error,
        "The side of the median's window must be 1 or 3 samples, but is %d",
        p->window);
  if (p->future > 0
      && (p->method == CF_DENOISE_RECURSIVE
          || p->method == CF_DENOISE_COMPENSATED))
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
         && check ("spatial", p->spatial, CF_DENOISE_STRENGTH_MAX, error);
}

gboolean
cf_denoise_params_is_identity (const CfDenoiseParams *p)
{
  const gboolean alone = p->past == 0 && p->future == 0;

  if (p->method == CF_DENOISE_MEDIAN)
    return alone && p->window == 1;
  return p->sigma == 0 || (p->strength == 0 && p->chroma_strength == 0)
         || (alone && (p->spatial == 0 || p->method == CF_DENOISE_AVERAGE));
}

gboolean
cf_denoise_params_share_history (
    const CfDenoiseParams *a, const CfDenoiseParams *b)
{
  return a->method == b->method && a->past == b->past && a->future == b->future
         && a->chroma == b->chroma && a->by_field == b->by_field;
}

gint
cf_denoise_effective_sigma (const CfDenoiseParams *p, gint sigma, guint plane)
{
  const gint strength =
      p->chroma >> plane & 1 ? p->chroma_strength : p->strength;

  return cf_denoise_sigma_used (sigma, strength);
}

/* `halves` half sigmas in steps of so many bits. */
static gint
limit (gint sigma, gint halves, gint bits, gint most)
{
  const gint64 scaled = ((gint64)sigma * halves) << bits;

  return MIN (scaled >> 17, most); /* of 256 in 1/256, and halves */
}

/* On vtest and a panned still, sigma 5 to 20: a first limit of less than 4
 * costs up to 2 dB where nothing moves, and one of more than 4.5 shows where
 * something does. A lower second limit is for pans (5 sigma is 0.4 dB better
 * there), a higher one for what stands still (14 sigma, 0.25 dB). */
void
cf_denoise_average_limits (gint sigma, gint bits, gint *one, gint *sum)
{
  const gint most = (1 << bits) - 1;

  *one = limit (sigma, 9, bits, most);
  *sum = limit (sigma, 20, bits, CF_DENOISE_FRAMES_MAX * most);
}
