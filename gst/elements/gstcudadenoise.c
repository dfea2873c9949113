/* cudadenoise: noise reduction over time. */

/**
 * SECTION:element-cudadenoise
 * @title: cudadenoise
 * @see_also: cudaepsilon, cudamedian
 *
 * Takes away a camera's noise by means of the frames before a frame, and where
 * #GstCudaDenoise:future says so of those behind it: what is the same in all of
 * them is the picture, what differs from frame to frame is noise, and what
 * differs by more than noise does has moved. The result is exact, and the same
 * on an NVIDIA GPU as on the CPU.
 *
 * By default the noise is estimated, of the frame that comes out, and
 * #GstCudaElement:stats has the estimates: sigma-luma (of R, G and B too) and
 * sigma-chroma, in steps of 8 bits. What moved is found, and the last result
 * moved as the picture did (#GstCudaDenoise:method compensated); where the CPU
 * has too little time for that, method recursive does without. Neither waits
 * for frames behind.
 *
 * Presets (#GstPreset), from the most detail to the least noise: light, medium,
 * strong; and night, for a camera's noise in little light. They are the same
 * for any method and sigma.
 *
 * The history starts anew where frames do not follow on one another: after a
 * flush, a cut, with another stream, with buffers that have the flag
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
#include "gst/elements/gstcudadenoise.h"

#include "engine/noise/cfnoisetext.h"

#include <math.h>
#include <string.h>

#define SIGMA_ESTIMATED (-1)

#define DEFAULT_METHOD CF_DENOISE_COMPENSATED
#define DEFAULT_PAST 8
#define DEFAULT_FUTURE 0
#define DEFAULT_WINDOW 1
#define DEFAULT_SIGMA SIGMA_ESTIMATED
#define DEFAULT_STRENGTH 1
#define DEFAULT_SPATIAL 1

#define SIGMA_MAX (CF_DENOISE_SIGMA_MAX / 256)
#define STRENGTH_MAX (CF_DENOISE_STRENGTH_MAX / 256)

enum {
  PROP_0,
  PROP_METHOD,
  PROP_PAST,
  PROP_FUTURE,
  PROP_WINDOW,
  PROP_SIGMA,
  PROP_STRENGTH,
  PROP_CHROMA_STRENGTH,
  PROP_SPATIAL,
  PROP_NOISE_PROFILE
};

static const GstCudaFilterSettings defaults = {
  .planes = GST_CUDA_FILTER_PLANES_LUMA | GST_CUDA_FILTER_PLANES_CHROMA,
};

struct _GstCudaDenoise {
  GstCudaFilter parent;

  /* under the object lock */
  CfDenoiseMethod method;
  gint past, future;
  gint window;
  gdouble sigma, strength, chroma_strength, spatial;
  CfNoiseProfile profile[CF_NOISE_KINDS];
  GstCudaFilterSettings settings;
};

G_DEFINE_TYPE_WITH_CODE (GstCudaDenoise, gst_cuda_denoise, GST_TYPE_CUDA_FILTER,
    G_IMPLEMENT_INTERFACE (GST_TYPE_PRESET, gst_cuda_element_preset_init))
GST_ELEMENT_REGISTER_DEFINE (
    cudadenoise, "cudadenoise", GST_RANK_NONE, GST_TYPE_CUDA_DENOISE)

#define GST_TYPE_CUDA_DENOISE_METHOD (gst_cuda_denoise_method_get_type ())
static GType
gst_cuda_denoise_method_get_type (void)
{
  static gsize type;
  static const GEnumValue values[] = {
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
        "compensated" },
    { 0, NULL, NULL }
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (
        &type, g_enum_register_static ("GstCudaDenoiseMethod", values));
  return type;
}

/* In 256ths. */
static gint
fixed (gdouble value)
{
  return lrint (value * 256);
}

static gboolean
looks_ahead (CfDenoiseMethod method)
{
  return method == CF_DENOISE_AVERAGE || method == CF_DENOISE_MEDIAN;
}

/* Which planes are colour is known where the picture is. */
static void
gst_cuda_denoise_get_params (
    GstCudaFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  GstCudaDenoise *self = GST_CUDA_DENOISE (filter);

  *planes = self->settings.planes;
  gst_cuda_filter_set_roi_type (filter, self->settings.roi_type);
  params->op = CF_OP_DENOISE;
  params->denoise = (CfDenoiseParams){
    .method = self->method,
    .past = self->past,
    .future =
        looks_ahead (self->method) ? gst_cuda_filter_get_lookahead (filter) : 0,
    .window = self->window,
    .sigma =
        self->sigma == SIGMA_ESTIMATED ? SIGMA_ESTIMATED : fixed (self->sigma),
    .strength = fixed (self->strength),
    .chroma_strength = fixed (self->chroma_strength),
    .spatial = fixed (self->spatial),
  };
  memcpy (params->denoise.profile, self->profile, sizeof self->profile);
}

static void
set_future (GstCudaDenoise *self, gint future)
{
  self->future = future;
  gst_cuda_filter_set_lookahead (GST_CUDA_FILTER (self), future);
}

/* Of the numbers below 0 one is a value, and the others are none. */
static gboolean
refuse_sigma (GstCudaDenoise *self, GParamSpec *spec, gdouble sigma)
{
  if (sigma >= 0 || sigma == SIGMA_ESTIMATED)
    return FALSE;
  gst_cuda_element_refuse (GST_CUDA_ELEMENT (self), spec, NULL,
      "sigma must be from 0 to %d, or -1: %g was refused", SIGMA_MAX, sigma);
  return TRUE;
}

/* NULL is a text of no kind. */
static void
set_profile (GstCudaDenoise *self, GParamSpec *spec, const gchar *text)
{
  CfNoiseProfile profile[CF_NOISE_KINDS];
  GError *error = NULL;

  if (!cf_noise_profile_parse (profile, text ? text : "", &error)) {
    gst_cuda_element_refuse (GST_CUDA_ELEMENT (self), spec,
        "noise-profile stays as it was",
        "noise-profile: %s. A text is such as \"%s\". This was refused",
        error->message, CF_NOISE_TEXT_EXAMPLE);
    g_error_free (error);
    return;
  }
  GST_OBJECT_LOCK (self);
  memcpy (self->profile, profile, sizeof profile);
  gst_cuda_filter_params_changed (GST_CUDA_FILTER (self));
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cuda_denoise_set_property (
    GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  GstCudaDenoise *self = GST_CUDA_DENOISE (object);
  gboolean known = TRUE;

  if (prop_id == PROP_SIGMA
      && refuse_sigma (self, pspec, g_value_get_double (value)))
    return;
  if (prop_id == PROP_NOISE_PROFILE) {
    set_profile (self, pspec, g_value_get_string (value));
    return;
  }
  GST_OBJECT_LOCK (self);
  if (prop_id == PROP_METHOD)
    self->method = g_value_get_enum (value);
  else if (prop_id == PROP_PAST)
    self->past = g_value_get_int (value);
  else if (prop_id == PROP_FUTURE)
    set_future (self, g_value_get_int (value));
  else if (prop_id == PROP_WINDOW)
    self->window = g_value_get_int (value);
  else if (prop_id == PROP_SIGMA)
    self->sigma = g_value_get_double (value);
  else if (prop_id == PROP_STRENGTH)
    self->strength = g_value_get_double (value);
  else if (prop_id == PROP_CHROMA_STRENGTH)
    self->chroma_strength = g_value_get_double (value);
  else if (prop_id == PROP_SPATIAL)
    self->spatial = g_value_get_double (value);
  else
    known = gst_cuda_filter_settings_set (&self->settings, prop_id, value);
  gst_cuda_filter_params_changed (GST_CUDA_FILTER (self));
  GST_OBJECT_UNLOCK (self);
  if (!known)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
gst_cuda_denoise_get_property (
    GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GstCudaDenoise *self = GST_CUDA_DENOISE (object);

  GST_OBJECT_LOCK (self);
  if (prop_id == PROP_METHOD)
    g_value_set_enum (value, self->method);
  else if (prop_id == PROP_PAST)
    g_value_set_int (value, self->past);
  else if (prop_id == PROP_FUTURE)
    g_value_set_int (value, self->future);
  else if (prop_id == PROP_WINDOW)
    g_value_set_int (value, self->window);
  else if (prop_id == PROP_SIGMA)
    g_value_set_double (value, self->sigma);
  else if (prop_id == PROP_STRENGTH)
    g_value_set_double (value, self->strength);
  else if (prop_id == PROP_CHROMA_STRENGTH)
    g_value_set_double (value, self->chroma_strength);
  else if (prop_id == PROP_SPATIAL)
    g_value_set_double (value, self->spatial);
  else if (prop_id == PROP_NOISE_PROFILE)
    g_value_take_string (value, cf_noise_profile_to_text (self->profile));
  else if (!gst_cuda_filter_settings_get (&self->settings, prop_id, value))
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
  GST_OBJECT_UNLOCK (self);
}

/* What is measured, as the property has it. */
static void
gst_cuda_denoise_add_stats (GstCudaElement *element, GstStructure *stats)
{
  GstCudaFilterNoise noise[CF_NOISE_KINDS];
  CfNoiseProfile profile[CF_NOISE_KINDS];
  gchar *text;
  guint kind, i;

  gst_cuda_filter_stats_get_noise (element->stats, noise);
  for (kind = 0; kind < CF_NOISE_KINDS; kind++) {
    const GstCudaFilterNoise *from = &noise[kind];
    CfNoiseProfile *to = &profile[kind];

    to->is_told = from->is_known;
    to->coarse = fixed (from->coarseness);
    for (i = 0; i < CF_NOISE_LIGHTS; i++)
      to->light[i] =
          fixed (from->n_lights > 0 ? from->by_light[i] : from->sigma);
  }
  text = cf_noise_profile_to_text (profile);
  if (text)
    gst_structure_set (stats, "noise-profile", G_TYPE_STRING, text, NULL);
  g_free (text);
}

static void
install_frames (GObjectClass *object_class, GParamFlags flags)
{
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
  g_object_class_install_property (object_class, PROP_PAST,
      gst_cuda_filter_param_int ("past", "Past",
          "Frames before a frame that are looked at; by methods recursive and "
          "compensated as the last result, which counts as 4 times as many at "
          "most (a change starts the history anew)",
          0, CF_DENOISE_FRAMES_MAX, DEFAULT_PAST,
          flags | GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstCudaDenoise:future:
   *
   * How many frames behind a frame are looked at. Results lag so many frames
   * behind, with every #GstCudaDenoise:method, since that may change while
   * frames flow, though recursive and compensated look at none of them. The
   * element tells the pipeline of this as latency. A change takes effect when
   * the element goes from READY to PAUSED.
   *
   * Since: 0.2
   */
  g_object_class_install_property (object_class, PROP_FUTURE,
      gst_cuda_filter_param_int ("future", "Future",
          "Frames behind a frame that are looked at, by methods average and "
          "median; results lag so many frames behind (in force from the next "
          "READY to PAUSED on)",
          0, CF_DENOISE_FRAMES_MAX, DEFAULT_FUTURE,
          flags | GST_PARAM_MUTABLE_READY));
}

static void
install_amounts (GObjectClass *object_class, GParamFlags flags)
{
  /**
   * GstCudaDenoise:sigma:
   *
   * The noise's standard deviation, in steps of 8 bits: for deeper formats it
   * is multiplied by 2^(depth - 8). With -1 it is estimated for each plane of
   * each frame, and held steady over time; #GstCudaElement:stats has the
   * estimates. Values between -1 and 0 are refused. With 0 frames pass through,
   * and the history starts anew after that. Method median does without.
   *
   * Since: 0.2
   */
  g_object_class_install_property (object_class, PROP_SIGMA,
      gst_cuda_filter_param_double ("sigma", "Sigma",
          "Standard deviation of the noise, in 8-bit steps scaled to the depth "
          "of the format, 0 to 64 (-1 = estimated, see stats; 0 = frames stay "
          "as they are); not of method median",
          SIGMA_ESTIMATED, SIGMA_MAX, DEFAULT_SIGMA, flags));
  /**
   * GstCudaDenoise:strength:
   *
   * A factor on #GstCudaDenoise:sigma for luma, and for R, G and B: the noise
   * is taken to be so much stronger. Above 1 less noise is left, and less of
   * what is faint or moves; below 1 more of both.
   *
   * Since: 0.2
   */
  g_object_class_install_property (object_class, PROP_STRENGTH,
      gst_cuda_filter_param_double ("strength", "Strength",
          "Factor on sigma for luma, and for R, G and B (more = less noise and "
          "less detail, 0 = luma stays as it is); not of method median",
          0, STRENGTH_MAX, DEFAULT_STRENGTH, flags));
  /**
   * GstCudaDenoise:chroma-strength:
   *
   * A factor on #GstCudaDenoise:sigma for chroma, as #GstCudaDenoise:strength
   * is one for luma.
   *
   * Since: 0.2
   */
  g_object_class_install_property (object_class, PROP_CHROMA_STRENGTH,
      gst_cuda_filter_param_double ("chroma-strength", "Chroma strength",
          "Factor on sigma for chroma (more = less noise and less colour in "
          "small things, 0 = chroma stays as it is); not of method median",
          0, STRENGTH_MAX, DEFAULT_STRENGTH, flags));
  /**
   * GstCudaDenoise:spatial:
   *
   * A factor on the noise that other frames could not take away: differences up
   * to there are then taken away within the frame, by #GstCudaDenoise:method
   * recursive and compensated. With 0 nothing is.
   *
   * Since: 0.2
   */
  g_object_class_install_property (object_class, PROP_SPATIAL,
      gst_cuda_filter_param_double ("spatial", "Spatial",
          "Factor on the noise that is left after other frames were looked at, "
          "for what is taken away within the frame (0 = nothing), by methods "
          "recursive and compensated",
          0, STRENGTH_MAX, DEFAULT_SPATIAL, flags));
}

static void
install_profile (GObjectClass *object_class, GParamFlags flags)
{
  /**
   * GstCudaDenoise:noise-profile:
   *
   * A camera's noise, as #GstCudaElement:stats had it when it was measured, as
   * noise-profile. Items are separated by blanks: luma= (of R, G and B too) and
   * chroma= have the standard deviation in steps of 8 bits, one value, or eight
   * with commas, from dark to bright; coarseness-luma= and coarseness-chroma=
   * say how much of its highest frequencies is gone. A kind that is not named
   * is estimated. #GstCudaDenoise:sigma wins where it is told. Method average
   * goes by the root mean square of the eight. NULL or an empty text: there is
   * none.
   *
   * Since: 0.3
   */
  g_object_class_install_property (object_class, PROP_NOISE_PROFILE,
      g_param_spec_string ("noise-profile", "Noise profile",
          "A camera's noise as it was measured, instead of an estimate: "
          "\"luma=LIST chroma=LIST\" of 1 standard deviation, or 8 with commas "
          "from dark to bright, 0 to 64 in 8-bit steps; and coarseness-luma= "
          "and coarseness-chroma=, 0 to 1.5. A kind that is not named is "
          "estimated; stats has the text of what is measured; not of method "
          "median",
          NULL, flags));
}

static void
gst_cuda_denoise_class_init (GstCudaDenoiseClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags common = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  GParamFlags live = common | GST_PARAM_MUTABLE_PLAYING;

  gst_cuda_element_class_set_set_property (
      GST_CUDA_ELEMENT_CLASS (klass), gst_cuda_denoise_set_property);
  object_class->get_property = gst_cuda_denoise_get_property;

  /**
   * GstCudaDenoise:method:
   *
   * How a frame and those around it become one. Compensated leaves the least
   * noise where the camera or something else moves, and takes the most time;
   * recursive is as good where nothing does. Average and median may look at
   * frames behind (#GstCudaDenoise:future), and median needs no sigma: it takes
   * away what flickers, not only noise. A change starts the history anew.
   *
   * Since: 0.2
   */
  gst_type_mark_as_plugin_api (GST_TYPE_CUDA_DENOISE_METHOD, 0);
  g_object_class_install_property (object_class, PROP_METHOD,
      gst_cuda_filter_param_enum ("method", "Method",
          "How a frame and those around it become one (a change starts the "
          "history anew)",
          GST_TYPE_CUDA_DENOISE_METHOD, DEFAULT_METHOD, live));
  install_frames (object_class, common);
  /**
   * GstCudaDenoise:window:
   *
   * Width and height of the window of each frame that #GstCudaDenoise:method
   * median takes the median of, in samples.
   *
   * Since: 0.2
   */
  g_object_class_install_property (object_class, PROP_WINDOW,
      gst_cuda_filter_param_odd ("window", "Window",
          "Width and height of each frame's window, in samples, of method "
          "median (1 or 3)",
          1, 3, DEFAULT_WINDOW, live));
  install_amounts (object_class, live | GST_PARAM_CONTROLLABLE);
  install_profile (object_class, live);
  gst_cuda_filter_settings_install (
      object_class, GST_CUDA_FILTER_PROP_PLANES, &defaults);
  gst_cuda_filter_settings_install (
      object_class, GST_CUDA_FILTER_PROP_ROI_TYPE, &defaults);

  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "CUDA temporal noise reduction", "Filter/Effect/Video/Hardware",
      "Takes away a camera's noise by means of the frames before and behind a "
      "frame, on an NVIDIA GPU or the CPU",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (GST_ELEMENT_CLASS (klass), "example",
      "gst-launch-1.0 videotestsrc num-buffers=100 ! cudadenoise "
      "@preset=strong ! videoconvert ! autovideosink");

  GST_CUDA_ELEMENT_CLASS (klass)->add_stats = gst_cuda_denoise_add_stats;
  GST_CUDA_FILTER_CLASS (klass)->get_params = gst_cuda_denoise_get_params;
  GST_CUDA_FILTER_CLASS (klass)->has_history = TRUE;
  GST_CUDA_FILTER_CLASS (klass)->noise_message = "cudadenoise-noise";
}

static void
gst_cuda_denoise_init (GstCudaDenoise *self)
{
  self->method = DEFAULT_METHOD;
  self->past = DEFAULT_PAST;
  set_future (self, DEFAULT_FUTURE);
  self->window = DEFAULT_WINDOW;
  self->sigma = DEFAULT_SIGMA;
  self->strength = self->chroma_strength = DEFAULT_STRENGTH;
  self->spatial = DEFAULT_SPATIAL;
  self->settings = defaults;
}
