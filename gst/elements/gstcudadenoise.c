/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudadenoise: noise reduction over time. */

/**
 * SECTION:element-cudadenoise
 * @title: cudadenoise
 * @see_also: cudaepsilon, cudamedian
 *
 * Takes away a camera's noise by means of the frames before a frame, and where
 * #GstCudaDenoise:future says so of later ones: what is the same in all of them
 * is the picture, what differs from frame to frame is noise, and what differs
 * by more than noise does has moved. The result is exact, and the same on an
 * NVIDIA GPU as on the CPU.
 *
 * By default the noise is estimated, of the frame that comes out, and
 * #GstCudaDenoise:stats has the estimates: sigma-luma (of R, G and B too) and
 * sigma-chroma, in steps of 8 bits. What moved is found, and the last result
 * moved as the picture did (#GstCudaDenoise:method compensated); where the CPU
 * has too little time for that, method recursive does without. Neither waits
 * for later frames.
 *
 * Presets (#GstPreset), from the most detail to the least noise: light, medium,
 * strong; and night, for a camera's noise in little light. They are the same
 * for any method and sigma.
 *
 * The history starts anew where frames do not follow on one another: after a
 * flush, a scene change, with another stream, with buffers that have the flag
 * GST_BUFFER_FLAG_RESYNC, with caps of another size or format, and
 * where frames are missing for more than 2 seconds and 8 frames (of method
 * median an eighth of a second and 3 frames). It goes on through
 * discontinuities and drops.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 v4l2src ! videoconvert ! cudadenoise ! queue ! \
 *   videoconvert ! autovideosink
 * ]| A camera's picture without its noise, however strong that is.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 ! \
 *   cudadenoise @preset=strong ! videoconvert ! autovideosink
 * ]| The same, with less noise left and less detail.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 ! \
 *   cudadenoise method=average past=4 future=4 sigma=6 ! videoconvert ! \
 *   autovideosink
 * ]| Four frames on either side of each: results come four frames late.
 *
 * Since: 0.2
 */
#include "gst/filter/gcffilter.h"

#include "engine/noise/cfnoisetext.h"

#include <math.h>
#include <string.h>

#define GST_TYPE_CUDA_DENOISE (gst_cuda_denoise_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaDenoise, gst_cuda_denoise, GST, CUDA_DENOISE, GcfFilter)
GST_ELEMENT_REGISTER_DECLARE (cudadenoise)

#define SIGMA_ESTIMATED (-1)

#define SIGMA_MAX (CF_DENOISE_SIGMA_MAX / 256)
#define STRENGTH_MAX (CF_DENOISE_STRENGTH_MAX / 256)

struct _GstCudaDenoise {
  GcfFilter parent;

  /* under the object lock */
  CfDenoiseMethod method;
  CfDenoiseQuality quality;
  gint past, future;
  gint window;
  gdouble sigma, strength, chroma_strength, spatial;
  CfNoiseProfile profile[CF_NOISE_KINDS];
  GcfSettings settings;
};

G_DEFINE_TYPE_WITH_CODE (GstCudaDenoise, gst_cuda_denoise, GCF_TYPE_FILTER,
    G_IMPLEMENT_INTERFACE (GST_TYPE_PRESET, gcf_element_preset_init))
GST_ELEMENT_REGISTER_DEFINE (
    cudadenoise, "cudadenoise", GST_RANK_NONE, GST_TYPE_CUDA_DENOISE)

/**
 * GstCudaDenoiseMethod:
 *
 * How a frame and those around it become one.
 *
 * Since: 0.2
 */
static GCF_DEFINE_ENUM (GstCudaDenoiseMethod, gst_cuda_denoise_method,
    { CF_DENOISE_RECURSIVE,
        "A mean of the frame and the last result, by how much they differ",
        "recursive" },
    { CF_DENOISE_AVERAGE,
        "The mean of the frames around that differ little, as far as all do",
        "average" },
    { CF_DENOISE_MEDIAN, "The median of the frames around, of at most 7",
        "median" },
    { CF_DENOISE_COMPENSATED,
        "As recursive, with the last result moved as the picture moved",
        "compensated" });

/**
 * GstCudaDenoiseQuality:
 *
 * How much is done for a result.
 *
 * Since: 0.3
 */
static GCF_DEFINE_ENUM (GstCudaDenoiseQuality, gst_cuda_denoise_quality,
    { CF_DENOISE_FAST, "A mean over time, sample by sample", "fast" },
    { CF_DENOISE_HIGH,
        "And then a mean and a Wiener filter by frequency, in windows of 8x8",
        "high" },
    { CF_DENOISE_BEST, "The same with four times as many windows", "best" });

/* Returns 256ths. */
static gint
fixed (gdouble value)
{
  return lrint (value * 256);
}

static gboolean
looks_ahead (const GstCudaDenoise *self)
{
  return self->method == CF_DENOISE_AVERAGE || self->method == CF_DENOISE_MEDIAN
         || (self->method == CF_DENOISE_COMPENSATED
             && self->quality != CF_DENOISE_FAST);
}

/* Which planes are colour is known where the picture is. */
static void
gst_cuda_denoise_get_params (
    GcfFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  GstCudaDenoise *self = GST_CUDA_DENOISE (filter);

  *planes = self->settings.planes;
  gcf_filter_set_roi_type (filter, self->settings.roi_type);
  params->op = CF_OP_DENOISE;
  params->denoise = (CfDenoiseParams){
    .method = self->method,
    .quality = self->quality,
    .past = self->past,
    .future = looks_ahead (self) ? gcf_filter_get_lookahead (filter) : 0,
    .window = self->window,
    .sigma =
        self->sigma == SIGMA_ESTIMATED ? SIGMA_ESTIMATED : fixed (self->sigma),
    .strength = fixed (self->strength),
    .chroma_strength = fixed (self->chroma_strength),
    .spatial = fixed (self->spatial),
  };
  memcpy (params->denoise.profile, self->profile, sizeof self->profile);
}

/* Adds what is measured, as the property has it. */
static void
gst_cuda_denoise_add_stats (GcfElement *element, GstStructure *stats)
{
  GcfNoise noise[CF_NOISE_KINDS];
  CfNoiseProfile profile[CF_NOISE_KINDS];
  gchar *text;
  guint kind, i;

  gcf_stats_get_noise (element->stats, noise);
  for (kind = 0; kind < CF_NOISE_KINDS; kind++) {
    const GcfNoise *from = &noise[kind];
    CfNoiseProfile *to = &profile[kind];

    to->is_given = from->is_known;
    to->coarse = fixed (from->coarseness);
    for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
      to->luma[i] =
          fixed (from->n_luma_classes > 0 ? from->by_luma[i] : from->sigma);
  }
  text = cf_noise_profile_to_text (profile);
  if (text)
    gst_structure_set (stats, "noise-profile", G_TYPE_STRING, text, NULL);
  g_free (text);
}

/* Properties */

static void
future_changed (GObject *object, GParamSpec *spec)
{
  GcfFilter *filter = GCF_FILTER (object);

  gcf_filter_set_lookahead (filter, GST_CUDA_DENOISE (object)->future);
  gcf_filter_params_changed (filter);
}

/* Takes one value of the numbers below 0; the others are none. */
static void
set_sigma (GObject *object, GParamSpec *spec, const GValue *value)
{
  GcfElement *element = GCF_ELEMENT (object);
  const gdouble sigma = g_value_get_double (value);

  if (sigma >= 0 || sigma == SIGMA_ESTIMATED)
    gcf_element_keep_param (element, spec, value);
  else
    gcf_element_refuse (element, spec, NULL,
        "sigma must be from 0 to %d, or -1: %g was refused", SIGMA_MAX, sigma);
}

/* NULL is a text of no kind. */
static void
set_profile (GObject *object, GParamSpec *spec, const GValue *value)
{
  GstCudaDenoise *self = GST_CUDA_DENOISE (object);
  const gchar *text = g_value_get_string (value);
  CfNoiseProfile profile[CF_NOISE_KINDS];
  GError *error = NULL;

  if (!cf_noise_profile_parse (profile, text ? text : "", &error)) {
    gcf_element_refuse (GCF_ELEMENT (self), spec,
        "noise-profile stays as it was",
        "noise-profile: %s. A text is such as \"%s\". This was refused",
        error->message, CF_NOISE_TEXT_EXAMPLE);
    g_error_free (error);
    return;
  }
  GST_OBJECT_LOCK (self);
  memcpy (self->profile, profile, sizeof profile);
  gcf_filter_params_changed (GCF_FILTER (self));
  GST_OBJECT_UNLOCK (self);
}

static void
get_profile (GObject *object, GValue *value)
{
  g_value_take_string (
      value, cf_noise_profile_to_text (GST_CUDA_DENOISE (object)->profile));
}

#define GCF_PARAM_OBJECT GstCudaDenoise

static const GcfParam properties[] = {
  /**
   * GstCudaDenoise:method:
   *
   * How a frame and those around it become one. Compensated leaves the least
   * noise where the camera or something else moves, and takes the most time;
   * recursive is as good where nothing does. Average and median may look at
   * later frames (#GstCudaDenoise:future), and median needs no sigma: it
   * removes what flickers, not only noise. A change starts the history anew.
   *
   * Since: 0.2
   */
  GCF_PARAM_ENUM ("method", "Method",
      "How a frame and those around it become one (a change starts the "
      "history anew)",
      gst_cuda_denoise_method_get_type, CF_DENOISE_COMPENSATED, GCF_PARAM_LIVE,
      method),
  /**
   * GstCudaDenoise:quality:
   *
   * How much is done for a result, by #GstCudaDenoise:method compensated. High
   * leaves less noise and more of the picture, most in fine patterns and in
   * colour, and takes three times as long as fast on a GPU, and five to eight
   * times on a CPU. Best leaves a little less noise again, and takes three
   * times as long as high. With #GstCudaDenoise:future both leave less yet, and
   * a change from or to fast starts the history anew.
   *
   * Since: 0.3
   */
  GCF_PARAM_ENUM ("quality", "Quality",
      "How much is done for a result, by method compensated: high leaves less "
      "noise and more of fine patterns, and takes 3 times as long on a GPU, 5 "
      "to 8 times on a CPU; best, for archives, 3 times as long again",
      gst_cuda_denoise_quality_get_type, CF_DENOISE_FAST, GCF_PARAM_LIVE,
      quality),
  /**
   * GstCudaDenoise:past:
   *
   * How many frames before a frame are looked at. With #GstCudaDenoise:method
   * recursive and compensated the last result stands for them, and counts as
   * four times as many frames at most. With 0 each frame is filtered alone.
   * Method median takes an odd number of frames, the nearest seven at most. A
   * change starts the history anew.
   *
   * Since: 0.2
   */
  GCF_PARAM_INT ("past", "Past",
      "How many earlier frames are looked at (methods recursive and "
      "compensated: as the last result, which counts as 4 times as many at "
      "most): more leaves less noise where nothing moves; a change starts the "
      "history anew",
      0, CF_DENOISE_FRAMES_MAX, 8, GCF_PARAM_LIVE, past),
  /**
   * GstCudaDenoise:future:
   *
   * How many later frames a result may use. Method compensated looks at one,
   * where #GstCudaDenoise:quality is high or best, and recursive at none.
   * Results come so many frames late with every #GstCudaDenoise:method, since
   * that may change while frames flow. The element tells the pipeline of this
   * as latency. A change takes effect when the element goes from READY to
   * PAUSED.
   *
   * Since: 0.2
   */
  GCF_PARAM_INT ("future", "Future",
      "How many later frames are looked at, by methods average and median, "
      "and 1 of them by quality high and best: more leaves less noise, and "
      "results come so many frames late (in force from the next READY to "
      "PAUSED on)",
      0, CF_DENOISE_FRAMES_MAX, 0, GCF_PARAM_AT_START, future,
      .changed = future_changed),
  /**
   * GstCudaDenoise:window:
   *
   * Width and height of the window of each frame that #GstCudaDenoise:method
   * median takes the median of, in samples.
   *
   * Since: 0.2
   */
  GCF_PARAM_ODD ("window", "Window",
      "Width and height of each frame's window, in samples, of method median: "
      "3 takes larger specks, and fine detail (1 or 3)",
      1, 3, 1, GCF_PARAM_LIVE, window),
  /**
   * GstCudaDenoise:sigma:
   *
   * The noise's standard deviation, in steps of 8 bits: for deeper formats it
   * is multiplied by 2^(depth - 8). With -1 it is estimated for each plane of
   * each frame, and held steady over time; #GstCudaDenoise:stats has the
   * estimates. Values between -1 and 0 are refused. With 0 frames pass through,
   * and the history starts anew after that. Method median does without.
   *
   * Since: 0.2
   */
  GCF_PARAM_DOUBLE ("sigma", "Sigma",
      "Standard deviation of the noise, in grey levels of 8 bits, scaled to "
      "the depth of the format, 0 to 64: more takes more noise and more "
      "detail (-1 = estimated, see stats; 0 = frames stay as they are); not "
      "of method median",
      SIGMA_ESTIMATED, SIGMA_MAX, SIGMA_ESTIMATED,
      GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE, sigma, .set = set_sigma),
  /**
   * GstCudaDenoise:strength:
   *
   * A factor on #GstCudaDenoise:sigma for luma, and for R, G and B: the noise
   * is taken to be so much stronger. Above 1 less noise is left, and less of
   * what is faint or moves; below 1 more of both.
   *
   * Since: 0.2
   */
  GCF_PARAM_DOUBLE ("strength", "Strength",
      "Factor on sigma for luma, and for R, G and B: more leaves less noise "
      "and less faint detail (0 = luma stays as it is); not of method median",
      0, STRENGTH_MAX, 1, GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE, strength),
  /**
   * GstCudaDenoise:chroma-strength:
   *
   * A factor on #GstCudaDenoise:sigma for chroma, as #GstCudaDenoise:strength
   * is one for luma.
   *
   * Since: 0.2
   */
  GCF_PARAM_DOUBLE ("chroma-strength", "Chroma strength",
      "Factor on sigma for chroma: more leaves less coloured noise, and less "
      "colour in small things (0 = chroma stays as it is); not of method "
      "median",
      0, STRENGTH_MAX, 1, GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE,
      chroma_strength),
  /**
   * GstCudaDenoise:spatial:
   *
   * A factor on the noise that other frames could not take away: differences up
   * to there are then taken away within the frame, by #GstCudaDenoise:method
   * recursive and compensated. With 0 nothing is.
   *
   * Since: 0.2
   */
  GCF_PARAM_DOUBLE ("spatial", "Spatial",
      "Factor on the noise that other frames leave, for what is smoothed "
      "within the frame, by methods recursive and compensated: more leaves "
      "less noise and less detail where things move (0 = nothing is smoothed)",
      0, STRENGTH_MAX, 1, GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE, spatial),
  /**
   * GstCudaDenoise:noise-profile:
   *
   * A camera's noise, as #GstCudaDenoise:stats had it when it was measured, as
   * noise-profile. Items are separated by blanks: luma= (of R, G and B too) and
   * chroma= have the standard deviation in steps of 8 bits, one value, or eight
   * with commas, from dark to bright; coarseness-luma= and coarseness-chroma=
   * say how much of its highest frequencies is gone. A kind that is not named
   * is estimated. #GstCudaDenoise:sigma wins where it is set. Method average
   * goes by the root mean square of the eight. NULL or an empty text: there is
   * none.
   *
   * Since: 0.3
   */
  GCF_PARAM_TEXT ("noise-profile", "Noise profile",
      "A camera's noise as it was measured, instead of an estimate; the text "
      "that stats has as noise-profile: \"luma=LIST chroma=LIST\", 1 standard "
      "deviation or 8 with commas from dark to bright, 0 to 64 grey levels of "
      "8 bits, and coarseness-luma= and coarseness-chroma=, 0 to 1.5; what is "
      "not named is estimated; not of method median",
      NULL, GCF_PARAM_LIVE, .set = set_profile, .get = get_profile),
  /**
   * GstCudaDenoise:planes:
   *
   * Kinds of samples that are filtered, each on its own. The others are copied;
   * with nothing to filter, frames pass through. R, G and B count as luma.
   *
   * Since: 0.2
   */
  GCF_PARAM_PLANES (settings),
  /**
   * GstCudaDenoise:roi-type:
   *
   * Filters only the regions of interest of this type that a frame has; what is
   * outside stays as it is.
   *
   * Since: 0.2
   */
  GCF_PARAM_ROI_TYPE (settings),
  /**
   * GstCudaDenoise:stats:
   *
   * Counts, bytes and mean times since the element started, and what is this
   * element's, as a #GstStructure.
   *
   * Since: 0.2
   */
  GCF_PARAM_STATS (
      "; of the last frame, as estimated: sigma-luma and sigma-chroma, the "
      "noise, in grey levels of 8 bits, sigma-luma-by-light and "
      "-chroma-by-light, from dark to bright, coarseness-luma and -chroma (0 "
      "= white noise, 1 = without its highest frequencies, up to 1.5), and "
      "noise-profile, all of these as the text that its property takes"),
};

static void
gst_cuda_denoise_class_init (GstCudaDenoiseClass *klass)
{
  gcf_element_class_install (
      GCF_ELEMENT_CLASS (klass), properties, G_N_ELEMENTS (properties));

  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "CUDA temporal noise reduction", "Filter/Effect/Video/Hardware",
      "Takes away a camera's noise by means of the frames before and behind a "
      "frame, on an NVIDIA GPU or the CPU",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (GST_ELEMENT_CLASS (klass), "example",
      "gst-launch-1.0 videotestsrc num-buffers=100 ! cudadenoise "
      "@preset=strong ! videoconvert ! autovideosink");

  GCF_ELEMENT_CLASS (klass)->add_stats = gst_cuda_denoise_add_stats;
  GCF_FILTER_CLASS (klass)->get_params = gst_cuda_denoise_get_params;
  GCF_FILTER_CLASS (klass)->has_history = TRUE;
  GCF_FILTER_CLASS (klass)->noise_message = "cudadenoise-noise";
}

static void
gst_cuda_denoise_init (GstCudaDenoise *self)
{
}
