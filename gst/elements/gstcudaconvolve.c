/* cudaconvolve: convolution with any mask, separable or not. */

/**
 * SECTION:element-cudaconvolve
 * @title: cudaconvolve
 * @see_also: cudamedian, cudaepsilon
 *
 * Replaces each sample by a weighted sum of the samples around it. The weights
 * are the mask: it smooths, sharpens, finds edges or lines. Everything is
 * integer arithmetic, and the same on an NVIDIA GPU as on the CPU: masks of
 * integers are exact, others are within one step.
 *
 * The mask is what was set last of
 *
 * - #GstCudaConvolve:preset, a mask with a name, with
 *   #GstCudaConvolve:size and #GstCudaConvolve:sigma,
 * - #GstCudaConvolve:kernel, a text such as "1 2 1; 2 4 2; 1 2 1",
 * - #GstCudaConvolve:kernel-location, a file with such a text,
 * - #GstCudaConvolve:horizontal and #GstCudaConvolve:vertical, a row and a
 *   column whose product is the mask.
 *
 * A mask that is the product of a row and a column, given so or not, is run as
 * two passes where that is faster: see #GstCudaConvolve:separable.
 * #GstCudaConvolve:active-kernel and #GstCudaConvolve:active-method tell what
 * came of it.
 *
 * With S the sum over the mask, a sample becomes S / divisor + bias, rounded to
 * the nearest. #GstCudaConvolve:normalize chooses both so that the picture
 * keeps its level, unless it is told otherwise.
 *
 * A mask that is refused in PAUSED or PLAYING leaves the last good one in
 * force, and the element posts a warning that says what is wrong, and in which
 * row and column. Before that it is an error on the way to PAUSED. Properties
 * that are set with one g_object_set(), or before the element goes to PAUSED,
 * are judged together, in any order.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 ! \
 *   cudaconvolve preset=gaussian size=15 ! videoconvert ! autovideosink
 * ]| Blurs with a Gaussian of 15x15.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 ! \
 *   cudaconvolve kernel="-1 0 1; -2 0 2; -1 0 1" planes=luma ! \
 *   videoconvert ! autovideosink
 * ]| Shows vertical edges of luma around a middle grey.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 ! \
 *   cudaconvolve horizontal="1 4 6 4 1" vertical="1 2 1" ! \
 *   videoconvert ! autovideosink
 * ]| Smooths with the product of a row and a column.
 *
 * Since: 0.1
 */
#include "gst/elements/gstcudaconvolve.h"

#include <string.h>

#include "engine/convolve/cfmask.h"

#define DEFAULT_PRESET CF_MASK_GAUSSIAN
#define DEFAULT_SIZE 5
#define DEFAULT_SIGMA 0
#define DEFAULT_NORMALIZE CF_NORMALIZE_AUTO
#define DEFAULT_DIVISOR 1
#define DEFAULT_BIAS 0
#define DEFAULT_FLIP FALSE
#define DEFAULT_SEPARABLE CF_SEPARABLE_AUTO
#define DIVISOR_MAX 1e12

enum {
  PROP_0,
  PROP_KERNEL,
  PROP_KERNEL_LOCATION,
  PROP_HORIZONTAL,
  PROP_VERTICAL,
  PROP_PRESET,
  PROP_SIZE,
  PROP_SIGMA,
  PROP_NORMALIZE,
  PROP_DIVISOR,
  PROP_BIAS,
  PROP_FLIP,
  PROP_SEPARABLE,
  PROP_ACTIVE_KERNEL,
  PROP_ACTIVE_METHOD,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static const GstCudaFilterSettings defaults = {
  .planes = GST_CUDA_FILTER_PLANES_LUMA | GST_CUDA_FILTER_PLANES_CHROMA,
  .border = CF_BORDER_REPLICATE,
  .border_value = 0,
};

/* What says which mask it is: the property that was set last. */
typedef enum { SOURCE_PRESET, SOURCE_KERNEL, SOURCE_FILE, SOURCE_LISTS } Source;

/* Texts of valid masks, or NULL */
enum {
  TEXT_KERNEL,
  TEXT_LOCATION,
  TEXT_FILE, /* the mask that is in the file */
  TEXT_HORIZONTAL,
  TEXT_VERTICAL,
  N_TEXTS
};

/* The properties, each of which is valid; together they may not be. */
typedef struct {
  Source source;
  gchar *text[N_TEXTS];
  CfMaskPreset preset;
  gint size;
  gdouble sigma;
  CfNormalize normalize;
  gdouble divisor, bias;
  gboolean flip;
  CfSeparable separable;
} Mask;

struct _GstCudaConvolve {
  GstCudaFilter parent;

  /* under the object lock */
  Mask mask;
  Mask good;                            /* the last that was valid */
  GstCudaFilterTransaction transaction; /* of these two */
  CfConvolveParams params;              /* of `good`, but for the border */
  GstCudaFilterSettings settings;
};

#define gst_cuda_convolve_parent_class parent_class
G_DEFINE_TYPE (GstCudaConvolve, gst_cuda_convolve, GST_TYPE_CUDA_FILTER)
GST_ELEMENT_REGISTER_DEFINE (
    cudaconvolve, "cudaconvolve", GST_RANK_NONE, GST_TYPE_CUDA_CONVOLVE)

/* Types of properties */

#define GST_TYPE_CUDA_CONVOLVE_PRESET (gst_cuda_convolve_preset_get_type ())
static GType
gst_cuda_convolve_preset_get_type (void)
{
  static gsize type;
  static const GEnumValue values[] = { { CF_MASK_NONE, "The picture as it is",
                                           "none" },
    { CF_MASK_BOX, "Mean, size 3 to 255", "box" },
    { CF_MASK_GAUSSIAN, "Gaussian blur, size 3 to 255", "gaussian" },
    { CF_MASK_SHARPEN, "The picture less its Laplacian, size 3 to 31",
        "sharpen" },
    { CF_MASK_UNSHARP, "Twice the picture less its Gaussian, size 3 to 31",
        "unsharp" },
    { CF_MASK_LAPLACIAN, "Second derivative, size 3 to 31", "laplacian" },
    { CF_MASK_SOBEL_X, "Derivative from left to right, size 3 to 31",
        "sobel-x" },
    { CF_MASK_SOBEL_Y, "Derivative from top to bottom, size 3 to 31",
        "sobel-y" },
    { CF_MASK_SCHARR_X, "The same from left to right by Scharr, size 3 to 31",
        "scharr-x" },
    { CF_MASK_SCHARR_Y, "The same from top to bottom by Scharr, size 3 to 31",
        "scharr-y" },
    { CF_MASK_EMBOSS, "Relief, lit from the upper left, size 3 to 31",
        "emboss" },
    { 0, NULL, NULL } };

  if (g_once_init_enter (&type))
    g_once_init_leave (
        &type, g_enum_register_static ("GstCudaConvolvePreset", values));
  return type;
}

#define GST_TYPE_CUDA_CONVOLVE_NORMALIZE \
  (gst_cuda_convolve_normalize_get_type ())
static GType
gst_cuda_convolve_normalize_get_type (void)
{
  static gsize type;
  static const GEnumValue values[] = {
    { CF_NORMALIZE_AUTO,
        "By the mask's sum: over it where it is positive, plus half the range "
        "where it is 0, plus the range where it is negative",
        "auto" },
    { CF_NORMALIZE_NONE, "The sum as it is", "none" },
    { CF_NORMALIZE_MANUAL, "By divisor and bias", "manual" }, { 0, NULL, NULL }
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (
        &type, g_enum_register_static ("GstCudaConvolveNormalize", values));
  return type;
}

#define GST_TYPE_CUDA_CONVOLVE_SEPARABLE \
  (gst_cuda_convolve_separable_get_type ())
static GType
gst_cuda_convolve_separable_get_type (void)
{
  static gsize type;
  static const GEnumValue values[] = {
    { CF_SEPARABLE_AUTO, "As a row and a column where that is faster", "auto" },
    { CF_SEPARABLE_NEVER, "In one pass", "never" },
    { CF_SEPARABLE_ALWAYS, "As a row and a column; other masks are refused",
        "always" },
    { 0, NULL, NULL }
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (
        &type, g_enum_register_static ("GstCudaConvolveSeparable", values));
  return type;
}

/* The mask */

static void
mask_clear (Mask *mask)
{
  guint i;

  for (i = 0; i < N_TEXTS; i++)
    g_clear_pointer (&mask->text[i], g_free);
}

static void
mask_copy (gpointer copy, gconstpointer mask)
{
  const Mask *from = mask;
  Mask *to = copy;
  guint i;

  mask_clear (to);
  *to = *from;
  for (i = 0; i < N_TEXTS; i++)
    to->text[i] = g_strdup (from->text[i]);
}

static gboolean
mask_to_params (const Mask *mask, CfConvolveParams *params, GError **error)
{
  gboolean made = FALSE;

  memset (params, 0, sizeof (*params));
  switch (mask->source) {
    case SOURCE_PRESET:
      made =
          cf_mask_preset (params, mask->preset, mask->size, mask->sigma, error);
      break;
    case SOURCE_KERNEL:
      made = cf_mask_parse (params, mask->text[TEXT_KERNEL], -1, error);
      break;
    case SOURCE_FILE:
      made = cf_mask_parse (params, mask->text[TEXT_FILE], -1, error);
      break;
    case SOURCE_LISTS:
      made = cf_mask_parse_factors (params, mask->text[TEXT_HORIZONTAL],
          mask->text[TEXT_VERTICAL], error);
      break;
  }
  params->flip = mask->flip;
  params->separable = mask->separable;
  params->normalize = mask->normalize;
  params->divisor = mask->divisor;
  params->bias = mask->bias;
  return made && cf_convolve_params_validate (params, error);
}

static gboolean
apply_mask (GObject *object, gboolean *is_new, GError **error)
{
  GstCudaConvolve *self = GST_CUDA_CONVOLVE (object);
  CfConvolveParams params;

  if (!mask_to_params (&self->mask, &params, error))
    return FALSE;
  *is_new = memcmp (&params, &self->params, sizeof (params)) != 0;
  if (*is_new) {
    memcpy (&self->params, &params, sizeof (params));
    gst_cuda_filter_params_changed (GST_CUDA_FILTER (self));
  }
  return TRUE;
}

static void
notify_active (GObject *object)
{
  g_object_notify_by_pspec (object, properties[PROP_ACTIVE_KERNEL]);
  g_object_notify_by_pspec (object, properties[PROP_ACTIVE_METHOD]);
}

static GstStateChangeReturn
gst_cuda_convolve_change_state (GstElement *element, GstStateChange transition)
{
  GstStateChangeReturn ret =
      GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);

  /* for those who could not listen before, such as gst-launch -v */
  if (transition == GST_STATE_CHANGE_NULL_TO_READY)
    g_object_notify_by_pspec (
        G_OBJECT (element), properties[PROP_ACTIVE_METHOD]);
  return ret;
}

static void
gst_cuda_convolve_get_params (
    GstCudaFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  GstCudaConvolve *self = GST_CUDA_CONVOLVE (filter);

  *planes = self->settings.planes;
  gst_cuda_filter_set_roi_type (filter, self->settings.roi_type);
  params->op = CF_OP_CONVOLVE;
  params->convolve = self->params;
  params->convolve.border = self->settings.border;
  params->convolve.border_value = self->settings.border_value;
}

/* With samples of 8 bits. */
static gchar *
describe_method (const CfConvolveParams *params)
{
  CfConvolvePlan plan;
  const gchar *arithmetic;

  if (cf_convolve_params_is_identity (params))
    return g_strdup ("none, frames pass through");
  cf_convolve_plan_init (&plan, params, 8);
  arithmetic = plan.exact ? "integer" : "fixed point";
  return plan.two_passes ? g_strdup_printf ("two passes, %d + %d taps, %s",
             plan.width, plan.height, arithmetic)
                         : g_strdup_printf ("one pass, %dx%d, %s", plan.width,
                             plan.height, arithmetic);
}

/* Properties */

static const struct {
  guint text;
  Source source;
} texts[] = {
  [PROP_KERNEL] = { TEXT_KERNEL, SOURCE_KERNEL },
  [PROP_KERNEL_LOCATION] = { TEXT_LOCATION, SOURCE_FILE },
  [PROP_HORIZONTAL] = { TEXT_HORIZONTAL, SOURCE_LISTS },
  [PROP_VERTICAL] = { TEXT_VERTICAL, SOURCE_LISTS },
};

static gboolean
check_text (
    guint prop_id, const gchar *text, CfConvolveParams *params, GError **error)
{
  switch (prop_id) {
    case PROP_KERNEL:
      return cf_mask_parse (params, text, -1, error);
    case PROP_KERNEL_LOCATION:
      return cf_mask_load (params, text, error);
    case PROP_HORIZONTAL:
      return cf_mask_parse_factors (params, text, NULL, error);
    default:
      return cf_mask_parse_factors (params, NULL, text, error);
  }
}

static gboolean
has_source (const Mask *mask)
{
  switch (mask->source) {
    case SOURCE_KERNEL:
      return mask->text[TEXT_KERNEL] != NULL;
    case SOURCE_FILE:
      return mask->text[TEXT_FILE] != NULL;
    case SOURCE_LISTS:
      return mask->text[TEXT_HORIZONTAL] || mask->text[TEXT_VERTICAL];
    case SOURCE_PRESET:
      break;
  }
  return TRUE;
}

/* NULL takes a text back; without one, the preset is the mask again. */
static void
set_text (GstCudaConvolve *self, guint prop_id, const gchar *text)
{
  guint index = texts[prop_id].text;
  CfConvolveParams params;
  GError *error = NULL;

  if (text && !check_text (prop_id, text, &params, &error)) {
    gst_cuda_element_refuse (GST_CUDA_ELEMENT (self), properties[prop_id],
        "the last good mask stays in force", "%s: %s. This was refused",
        properties[prop_id]->name, error->message);
    g_error_free (error);
    return;
  }

  GST_OBJECT_LOCK (self);
  g_free (self->mask.text[index]);
  self->mask.text[index] = g_strdup (text);
  if (prop_id == PROP_KERNEL_LOCATION) {
    g_free (self->mask.text[TEXT_FILE]);
    self->mask.text[TEXT_FILE] = text ? cf_mask_to_text (&params) : NULL;
  }
  if (text)
    self->mask.source = texts[prop_id].source;
  else if (!has_source (&self->mask))
    self->mask.source = SOURCE_PRESET;
  gst_cuda_filter_transaction_change (&self->transaction, prop_id);
  GST_OBJECT_UNLOCK (self);
}

static void
set_divisor (GstCudaConvolve *self, gdouble divisor)
{
  if (divisor == 0) {
    gst_cuda_element_refuse (GST_CUDA_ELEMENT (self), properties[PROP_DIVISOR],
        NULL, "divisor must not be 0: 0 was refused");
    return;
  }
  GST_OBJECT_LOCK (self);
  self->mask.divisor = divisor;
  gst_cuda_filter_transaction_change (&self->transaction, PROP_DIVISOR);
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cuda_convolve_set_property (
    GObject *object, guint prop_id, const GValue *value, GParamSpec *spec)
{
  GstCudaConvolve *self = GST_CUDA_CONVOLVE (object);
  Mask *mask = &self->mask;

  switch (prop_id) {
    case PROP_KERNEL:
    case PROP_KERNEL_LOCATION:
    case PROP_HORIZONTAL:
    case PROP_VERTICAL:
      set_text (self, prop_id, g_value_get_string (value));
      return;
    case PROP_DIVISOR:
      set_divisor (self, g_value_get_double (value));
      return;
  }

  GST_OBJECT_LOCK (self);
  switch (prop_id) {
    case PROP_PRESET:
      mask->preset = g_value_get_enum (value);
      mask->source = SOURCE_PRESET;
      break;
    case PROP_SIZE:
      mask->size = g_value_get_int (value);
      break;
    case PROP_SIGMA:
      mask->sigma = g_value_get_double (value);
      break;
    case PROP_NORMALIZE:
      mask->normalize = g_value_get_enum (value);
      break;
    case PROP_BIAS:
      mask->bias = g_value_get_double (value);
      break;
    case PROP_FLIP:
      mask->flip = g_value_get_boolean (value);
      break;
    case PROP_SEPARABLE:
      mask->separable = g_value_get_enum (value);
      break;
    default:
      if (gst_cuda_filter_settings_set (&self->settings, prop_id, value))
        gst_cuda_filter_params_changed (GST_CUDA_FILTER (self));
      else
        G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, spec);
      break;
  }
  if (prop_id < N_PROPERTIES)
    gst_cuda_filter_transaction_change (&self->transaction, prop_id);
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cuda_convolve_get_property (
    GObject *object, guint prop_id, GValue *value, GParamSpec *spec)
{
  GstCudaConvolve *self = GST_CUDA_CONVOLVE (object);
  const Mask *mask = &self->mask;

  GST_OBJECT_LOCK (self);
  switch (prop_id) {
    case PROP_KERNEL:
    case PROP_KERNEL_LOCATION:
    case PROP_HORIZONTAL:
    case PROP_VERTICAL:
      g_value_set_string (value, mask->text[texts[prop_id].text]);
      break;
    case PROP_PRESET:
      g_value_set_enum (value, mask->preset);
      break;
    case PROP_SIZE:
      g_value_set_int (value, mask->size);
      break;
    case PROP_SIGMA:
      g_value_set_double (value, mask->sigma);
      break;
    case PROP_NORMALIZE:
      g_value_set_enum (value, mask->normalize);
      break;
    case PROP_DIVISOR:
      g_value_set_double (value, mask->divisor);
      break;
    case PROP_BIAS:
      g_value_set_double (value, mask->bias);
      break;
    case PROP_FLIP:
      g_value_set_boolean (value, mask->flip);
      break;
    case PROP_SEPARABLE:
      g_value_set_enum (value, mask->separable);
      break;
    case PROP_ACTIVE_KERNEL:
      g_value_take_string (value, cf_mask_to_text (&self->params));
      break;
    case PROP_ACTIVE_METHOD:
      g_value_take_string (value, describe_method (&self->params));
      break;
    default:
      if (!gst_cuda_filter_settings_get (&self->settings, prop_id, value))
        G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, spec);
      break;
  }
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cuda_convolve_finalize (GObject *object)
{
  GstCudaConvolve *self = GST_CUDA_CONVOLVE (object);

  mask_clear (&self->mask);
  mask_clear (&self->good);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
install_mask_properties (void)
{
  GParamFlags flags =
      G_PARAM_READWRITE | GST_PARAM_MUTABLE_PLAYING | G_PARAM_STATIC_STRINGS;

  /**
   * GstCudaConvolve:kernel:
   *
   * The mask as a text: rows of values, from top to bottom and left to right,
   * as in "1 2 1; 2 4 2; 1 2 1". Rows end with a semicolon or the line; blanks
   * or one comma are between values; # begins a comment. Both sides are odd,
   * from 1 to 31. "ROW * COLUMN" is a product, of up to 255 values each. NULL
   * makes #GstCudaConvolve:preset the mask again.
   *
   * Since: 0.1
   */
  properties[PROP_KERNEL] = g_param_spec_string ("kernel", "Kernel",
      "The mask: values by blanks, rows by semicolons, odd sides of 1 to 31 "
      "(\"1 2 1; 2 4 2; 1 2 1\"). Of kernel, kernel-location, horizontal and "
      "vertical, and preset, the one set last is the mask",
      NULL, flags);
  /**
   * GstCudaConvolve:kernel-location:
   *
   * A file with the mask, as text in the form of #GstCudaConvolve:kernel. It is
   * read when the property is set, and not again.
   *
   * Since: 0.1
   */
  properties[PROP_KERNEL_LOCATION] =
      g_param_spec_string ("kernel-location", "Kernel location",
          "Path of a text file with the mask, in the form of kernel, at most "
          "64 KiB "
          "long; it is read when this is set",
          NULL, flags);
  /**
   * GstCudaConvolve:horizontal:
   *
   * The row whose product with #GstCudaConvolve:vertical is the mask: an odd
   * number of values up to 255. NULL is 1.
   *
   * Since: 0.1
   */
  properties[PROP_HORIZONTAL] = g_param_spec_string ("horizontal", "Horizontal",
      "Row whose product with vertical is the mask: an odd number of values, 1 "
      "to 255 (\"1 4 6 4 1\"; not set = 1)",
      NULL, flags);
  /**
   * GstCudaConvolve:vertical:
   *
   * The column whose product with #GstCudaConvolve:horizontal is the mask, from
   * top to bottom.
   *
   * Since: 0.1
   */
  properties[PROP_VERTICAL] = g_param_spec_string ("vertical", "Vertical",
      "Column whose product with horizontal is the mask: an odd number of "
      "values, 1 to 255 (not set = 1)",
      NULL, flags);
  /**
   * GstCudaConvolve:preset:
   *
   * A mask with a name, of #GstCudaConvolve:size. Formulas are in
   * docs/elements/cudaconvolve.md.
   *
   * Since: 0.1
   */
  properties[PROP_PRESET] = gst_cuda_filter_param_enum ("preset", "Preset",
      "A mask with a name; size and sigma are for it",
      GST_TYPE_CUDA_CONVOLVE_PRESET, DEFAULT_PRESET, flags);
  /**
   * GstCudaConvolve:size:
   *
   * Width and height of the preset's mask in samples; even values are refused.
   *
   * Since: 0.1
   */
  properties[PROP_SIZE] = gst_cuda_filter_param_odd ("size", "Size",
      "Width and height of the preset's mask in samples (odd, 3 to 255 for box "
      "and gaussian, to 31 for the others)",
      CF_MASK_SIZE_MIN, CF_CONVOLVE_TAPS_MAX, DEFAULT_SIZE, flags);
  /**
   * GstCudaConvolve:sigma:
   *
   * Standard deviation of the Gaussian in samples, for the presets gaussian and
   * unsharp; 0 stands for 0.3 ((size - 1) / 2 - 1) + 0.8.
   *
   * Since: 0.1
   */
  properties[PROP_SIGMA] = gst_cuda_filter_param_double ("sigma", "Sigma",
      "Standard deviation of the presets gaussian and unsharp in samples "
      "(0 = 0.3*((size-1)/2-1)+0.8)",
      0, CF_MASK_SIGMA_MAX, DEFAULT_SIGMA, flags | GST_PARAM_CONTROLLABLE);
}

static void
install_other_properties (void)
{
  GParamFlags flags =
      G_PARAM_READWRITE | GST_PARAM_MUTABLE_PLAYING | G_PARAM_STATIC_STRINGS;
  GParamFlags read_only = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  /**
   * GstCudaConvolve:normalize:
   *
   * What the mask's sum over samples is divided by, and what is added. With s
   * the sum of the mask, auto is: s > 0, over s; s = 0, plus half the range of
   * samples; s < 0, plus the range.
   *
   * Since: 0.1
   */
  properties[PROP_NORMALIZE] = gst_cuda_filter_param_enum ("normalize",
      "Normalize", "What the sum is divided by, and what is added to it",
      GST_TYPE_CUDA_CONVOLVE_NORMALIZE, DEFAULT_NORMALIZE, flags);
  /**
   * GstCudaConvolve:divisor:
   *
   * What the sum is divided by where #GstCudaConvolve:normalize is manual; 0 is
   * refused.
   *
   * Since: 0.1
   */
  properties[PROP_DIVISOR] = gst_cuda_filter_param_double ("divisor", "Divisor",
      "What the sum is divided by where normalize=manual (not 0)", -DIVISOR_MAX,
      DIVISOR_MAX, DEFAULT_DIVISOR, flags | GST_PARAM_CONTROLLABLE);
  /**
   * GstCudaConvolve:bias:
   *
   * What is added after the division where #GstCudaConvolve:normalize is
   * manual, in 8-bit steps.
   *
   * Since: 0.1
   */
  properties[PROP_BIAS] = gst_cuda_filter_param_double ("bias", "Bias",
      "What is added after the division where normalize=manual, in 8-bit steps "
      "(scaled to the depth of the format)",
      -CF_CONVOLVE_BIAS_MAX, CF_CONVOLVE_BIAS_MAX, DEFAULT_BIAS,
      flags | GST_PARAM_CONTROLLABLE);
  /**
   * GstCudaConvolve:flip:
   *
   * Rotates the mask by 180 degrees: convolution in the strict sense, where it
   * otherwise is correlation.
   *
   * Since: 0.1
   */
  properties[PROP_FLIP] = g_param_spec_boolean ("flip", "Flip",
      "Rotate the mask by 180 degrees: convolution in the strict sense instead "
      "of correlation",
      DEFAULT_FLIP, flags);
  /**
   * GstCudaConvolve:separable:
   *
   * Whether a mask that is the product of a row and a column is run as such.
   *
   * Since: 0.1
   */
  properties[PROP_SEPARABLE] = gst_cuda_filter_param_enum ("separable",
      "Separable",
      "Whether a mask that is the product of a row and a column is run as two "
      "passes",
      GST_TYPE_CUDA_CONVOLVE_SEPARABLE, DEFAULT_SEPARABLE, flags);
  /**
   * GstCudaConvolve:active-kernel:
   *
   * The mask in force, in the form of #GstCudaConvolve:kernel, before it is
   * flipped and normalized.
   *
   * Since: 0.1
   */
  properties[PROP_ACTIVE_KERNEL] =
      g_param_spec_string ("active-kernel", "Active kernel",
          "The mask in force, in the form of kernel (not flipped, nor divided)",
          NULL, read_only);
  /**
   * GstCudaConvolve:active-method:
   *
   * What is summed for samples of 8 bits with the mask in force, such as "one
   * pass, 5x5, integer" or "two passes, 13 + 13 taps, fixed point".
   *
   * Since: 0.1
   */
  properties[PROP_ACTIVE_METHOD] =
      g_param_spec_string ("active-method", "Active method",
          "What is summed for 8-bit samples with the mask in force, such as "
          "\"one pass, 5x5, integer\" or \"two passes, 13 + 13 taps, fixed "
          "point\"",
          NULL, read_only);
}

static void
gst_cuda_convolve_class_init (GstCudaConvolveClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstCudaFilterClass *filter_class = GST_CUDA_FILTER_CLASS (klass);
  guint id;

  gst_cuda_element_class_set_set_property (
      GST_CUDA_ELEMENT_CLASS (klass), gst_cuda_convolve_set_property);
  object_class->get_property = gst_cuda_convolve_get_property;
  object_class->finalize = gst_cuda_convolve_finalize;

  install_mask_properties ();
  install_other_properties ();
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  /**
   * GstCudaConvolve:roi-type:
   *
   * Filters only the regions of interest of this type that a frame has; what is
   * outside stays as it is.
   *
   * Since: 0.2
   */
  for (id = GST_CUDA_FILTER_PROP_PLANES; id < GST_CUDA_FILTER_PROP_ITERATIONS;
       id++)
    gst_cuda_filter_settings_install (object_class, id, &defaults);
  gst_cuda_filter_settings_install (
      object_class, GST_CUDA_FILTER_PROP_ROI_TYPE, &defaults);
  gst_type_mark_as_plugin_api (GST_TYPE_CUDA_CONVOLVE_PRESET, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_CUDA_CONVOLVE_NORMALIZE, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_CUDA_CONVOLVE_SEPARABLE, 0);

  gst_element_class_set_static_metadata (element_class,
      "CUDA convolution filter", "Filter/Effect/Video/Hardware",
      "Smooths, sharpens or finds edges: each sample becomes the sum of those "
      "around it, weighted with any mask, on an NVIDIA GPU or the CPU",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (element_class, "example",
      "gst-launch-1.0 videotestsrc num-buffers=100 ! "
      "cudaconvolve preset=gaussian size=15 ! videoconvert ! autovideosink");

  element_class->change_state =
      GST_DEBUG_FUNCPTR (gst_cuda_convolve_change_state);
  filter_class->get_params = gst_cuda_convolve_get_params;
}

static void
gst_cuda_convolve_init (GstCudaConvolve *self)
{
  self->settings = defaults;
  self->mask = (Mask){
    .source = SOURCE_PRESET,
    .preset = DEFAULT_PRESET,
    .size = DEFAULT_SIZE,
    .sigma = DEFAULT_SIGMA,
    .normalize = DEFAULT_NORMALIZE,
    .divisor = DEFAULT_DIVISOR,
    .bias = DEFAULT_BIAS,
    .flip = DEFAULT_FLIP,
    .separable = DEFAULT_SEPARABLE,
  };
  mask_to_params (&self->mask, &self->params, NULL);
  mask_copy (&self->good, &self->mask);
  self->transaction = (GstCudaFilterTransaction){
    .properties = properties,
    .now = &self->mask,
    .good = &self->good,
    .copy = mask_copy,
    .apply = apply_mask,
    .notify = notify_active,
  };
  gst_cuda_element_set_transaction (
      GST_CUDA_ELEMENT (self), &self->transaction);
}
