/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
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
 * - #GstCudaConvolve:kernel-type, a mask with a name, with
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
 * keeps its level, unless they are set.
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
 *   cudaconvolve kernel-type=gaussian size=15 ! videoconvert ! autovideosink
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
#include "gst/filter/gcffilter.h"

#include <string.h>

#include "engine/convolve/cfmask.h"

#define GST_TYPE_CUDA_CONVOLVE (gst_cuda_convolve_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaConvolve, gst_cuda_convolve, GST, CUDA_CONVOLVE, GcfFilter)
GST_ELEMENT_REGISTER_DECLARE (cudaconvolve)

#define DIVISOR_MAX 1e12

/* The property that was set last says which mask it is. */
typedef enum { SOURCE_TYPE, SOURCE_KERNEL, SOURCE_FILE, SOURCE_LISTS } Source;

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
  CfMaskPreset type;
  gint size;
  gdouble sigma;
  CfNormalize normalize;
  gdouble divisor, bias;
  gboolean flip;
  CfSeparable separable;
} Mask;

struct _GstCudaConvolve {
  GcfFilter parent;

  /* under the object lock */
  Mask mask;
  Mask good;                  /* the last that was valid */
  GcfTransaction transaction; /* of these two */
  CfConvolveParams params;    /* of `good`, but for the border */
  GcfSettings settings;
};

#define gst_cuda_convolve_parent_class parent_class
G_DEFINE_TYPE (GstCudaConvolve, gst_cuda_convolve, GCF_TYPE_FILTER)
GST_ELEMENT_REGISTER_DEFINE (
    cudaconvolve, "cudaconvolve", GST_RANK_NONE, GST_TYPE_CUDA_CONVOLVE)

/* Types of properties */

/**
 * GstCudaConvolveKernelType:
 *
 * A mask with a name, of a size.
 *
 * Since: 0.3
 */
static GCF_DEFINE_ENUM (GstCudaConvolveKernelType,
    gst_cuda_convolve_kernel_type,
    { CF_MASK_NONE, "The picture as it is", "none" },
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
        "emboss" });

/**
 * GstCudaConvolveNormalize:
 *
 * What the sum over the mask is divided by, and what is added to it.
 *
 * Since: 0.1
 */
static GCF_DEFINE_ENUM (GstCudaConvolveNormalize, gst_cuda_convolve_normalize,
    { CF_NORMALIZE_AUTO,
        "By the mask's sum: over it where it is positive, plus half the range "
        "where it is 0, plus the range where it is negative",
        "auto" },
    { CF_NORMALIZE_NONE, "The sum as it is", "none" },
    { CF_NORMALIZE_MANUAL, "By divisor and bias", "manual" });

/**
 * GstCudaConvolveSeparable:
 *
 * Whether a mask that is the product of a row and a column is run as such.
 *
 * Since: 0.1
 */
static GCF_DEFINE_ENUM (GstCudaConvolveSeparable, gst_cuda_convolve_separable,
    { CF_SEPARABLE_AUTO, "As a row and a column where that is faster", "auto" },
    { CF_SEPARABLE_NEVER, "In one pass", "never" },
    { CF_SEPARABLE_ALWAYS, "As a row and a column; other masks are refused",
        "always" });

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
    case SOURCE_TYPE:
      made =
          cf_mask_preset (params, mask->type, mask->size, mask->sigma, error);
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
    gcf_filter_params_changed (GCF_FILTER (self));
  }
  return TRUE;
}

static void
notify_active (GObject *object)
{
  g_object_notify (object, "active-kernel");
  g_object_notify (object, "active-method");
}

static GstStateChangeReturn
gst_cuda_convolve_change_state (GstElement *element, GstStateChange transition)
{
  GstStateChangeReturn ret =
      GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);

  /* for those who could not listen before, such as gst-launch -v */
  if (transition == GST_STATE_CHANGE_NULL_TO_READY)
    g_object_notify (G_OBJECT (element), "active-method");
  return ret;
}

static void
gst_cuda_convolve_get_params (
    GcfFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  GstCudaConvolve *self = GST_CUDA_CONVOLVE (filter);

  *planes = self->settings.planes;
  gcf_filter_set_roi_type (filter, self->settings.roi_type);
  params->op = CF_OP_CONVOLVE;
  params->convolve = self->params;
  params->convolve.border = self->settings.border;
  params->convolve.border_value = self->settings.border_value;
}

/* The description is for samples of 8 bits. */
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

static const Source sources[N_TEXTS] = {
  [TEXT_KERNEL] = SOURCE_KERNEL,
  [TEXT_LOCATION] = SOURCE_FILE,
  [TEXT_HORIZONTAL] = SOURCE_LISTS,
  [TEXT_VERTICAL] = SOURCE_LISTS,
};

static gboolean
check_text (
    guint index, const gchar *text, CfConvolveParams *params, GError **error)
{
  switch (index) {
    case TEXT_KERNEL:
      return cf_mask_parse (params, text, -1, error);
    case TEXT_LOCATION:
      return cf_mask_load (params, text, error);
    case TEXT_HORIZONTAL:
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
    case SOURCE_TYPE:
      break;
  }
  return TRUE;
}

/* NULL takes a text back; without one, kernel-type says the mask again. */
static void
set_text (GObject *object, GParamSpec *spec, const GValue *value)
{
  GstCudaConvolve *self = GST_CUDA_CONVOLVE (object);
  gchar **field = gcf_param_field (object, spec);
  const guint index = field - self->mask.text;
  const gchar *text = g_value_get_string (value);
  CfConvolveParams params;
  GError *error = NULL;

  if (text && !check_text (index, text, &params, &error)) {
    gcf_element_refuse (GCF_ELEMENT (self), spec,
        "the last good mask stays in force", "%s: %s. This was refused",
        spec->name, error->message);
    g_error_free (error);
    return;
  }

  GST_OBJECT_LOCK (self);
  gcf_param_set (object, spec, value);
  if (index == TEXT_LOCATION) {
    g_free (self->mask.text[TEXT_FILE]);
    self->mask.text[TEXT_FILE] = text ? cf_mask_to_text (&params) : NULL;
  }
  if (text)
    self->mask.source = sources[index];
  else if (!has_source (&self->mask))
    self->mask.source = SOURCE_TYPE;
  gcf_transaction_change (&self->transaction, spec);
  GST_OBJECT_UNLOCK (self);
}

static void
mask_changed (GObject *object, GParamSpec *spec)
{
  gcf_transaction_change (&GST_CUDA_CONVOLVE (object)->transaction, spec);
}

static void
type_changed (GObject *object, GParamSpec *spec)
{
  GST_CUDA_CONVOLVE (object)->mask.source = SOURCE_TYPE;
  mask_changed (object, spec);
}

static void
set_divisor (GObject *object, GParamSpec *spec, const GValue *value)
{
  GcfElement *element = GCF_ELEMENT (object);

  if (g_value_get_double (value) != 0)
    gcf_element_keep_param (element, spec, value);
  else
    gcf_element_refuse (
        element, spec, NULL, "divisor must not be 0: 0 was refused");
}

static void
get_active_kernel (GObject *object, GValue *value)
{
  g_value_take_string (
      value, cf_mask_to_text (&GST_CUDA_CONVOLVE (object)->params));
}

static void
get_active_method (GObject *object, GValue *value)
{
  g_value_take_string (
      value, describe_method (&GST_CUDA_CONVOLVE (object)->params));
}

#define GCF_PARAM_OBJECT GstCudaConvolve

static const GcfParam properties[] = {
  /**
   * GstCudaConvolve:kernel:
   *
   * The mask as a text: rows of values, from top to bottom and left to right,
   * as in "1 2 1; 2 4 2; 1 2 1". Rows end with a semicolon or the line; blanks
   * or one comma are between values; # begins a comment. Both sides are odd,
   * from 1 to 31. "ROW * COLUMN" is a product, of up to 255 values each. NULL
   * makes #GstCudaConvolve:kernel-type the mask again.
   *
   * Since: 0.1
   */
  GCF_PARAM_STRING ("kernel", "Kernel",
      "The mask: values by blanks, rows by semicolons, odd sides of 1 to 31 "
      "(\"1 2 1; 2 4 2; 1 2 1\"). Of kernel, kernel-location, horizontal and "
      "vertical, and kernel-type, the one set last is the mask",
      NULL, GCF_PARAM_LIVE, mask.text[TEXT_KERNEL], .set = set_text),
  /**
   * GstCudaConvolve:kernel-location:
   *
   * A file with the mask, as text in the form of #GstCudaConvolve:kernel. It is
   * read when the property is set, and not again.
   *
   * Since: 0.1
   */
  GCF_PARAM_STRING ("kernel-location", "Kernel location",
      "Path of a text file with the mask, in the form of kernel, at most 64 "
      "KiB long; it is read when this is set",
      NULL, GCF_PARAM_LIVE, mask.text[TEXT_LOCATION], .set = set_text),
  /**
   * GstCudaConvolve:horizontal:
   *
   * The row whose product with #GstCudaConvolve:vertical is the mask: an odd
   * number of values up to 255. NULL is 1.
   *
   * Since: 0.1
   */
  GCF_PARAM_STRING ("horizontal", "Horizontal",
      "Row whose product with vertical is the mask: an odd number of values, 1 "
      "to 255 (\"1 4 6 4 1\"; not set = 1)",
      NULL, GCF_PARAM_LIVE, mask.text[TEXT_HORIZONTAL], .set = set_text),
  /**
   * GstCudaConvolve:vertical:
   *
   * The column whose product with #GstCudaConvolve:horizontal is the mask, from
   * top to bottom.
   *
   * Since: 0.1
   */
  GCF_PARAM_STRING ("vertical", "Vertical",
      "Column whose product with horizontal is the mask: an odd number of "
      "values, 1 to 255 (not set = 1)",
      NULL, GCF_PARAM_LIVE, mask.text[TEXT_VERTICAL], .set = set_text),
  /**
   * GstCudaConvolve:kernel-type:
   *
   * A mask with a name, of #GstCudaConvolve:size. Formulas are in
   * docs/elements/cudaconvolve-masks.md.
   *
   * Since: 0.3
   */
  GCF_PARAM_ENUM ("kernel-type", "Kernel type",
      "A mask with a name; size and sigma are for it",
      gst_cuda_convolve_kernel_type_get_type, CF_MASK_GAUSSIAN, GCF_PARAM_LIVE,
      mask.type, .changed = type_changed),
  /**
   * GstCudaConvolve:preset:
   *
   * The former name of #GstCudaConvolve:kernel-type, for one release.
   *
   * Deprecated: 0.3: Use #GstCudaConvolve:kernel-type.
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("preset", "Preset", "Former name of kernel-type",
      gst_cuda_convolve_kernel_type_get_type, CF_MASK_GAUSSIAN, GCF_PARAM_LIVE,
      mask.type, .renamed = "kernel-type"),
  /**
   * GstCudaConvolve:size:
   *
   * Width and height of the named mask in samples; even values are refused.
   *
   * Since: 0.1
   */
  GCF_PARAM_ODD ("size", "Size",
      "Width and height of kernel-type's mask, in samples: more blurs more, "
      "or looks at coarser detail (odd, 3 to 255 for box and gaussian, to 31 "
      "for the others)",
      CF_MASK_SIZE_MIN, CF_CONVOLVE_TAPS_MAX, 5, GCF_PARAM_LIVE, mask.size,
      .changed = mask_changed),
  /**
   * GstCudaConvolve:sigma:
   *
   * Standard deviation of the Gaussian in samples, for the kernel types
   * gaussian and unsharp; 0 stands for 0.3 ((size - 1) / 2 - 1) + 0.8.
   *
   * Since: 0.1
   */
  GCF_PARAM_DOUBLE ("sigma", "Sigma",
      "Standard deviation of kernel types gaussian and unsharp, in samples: "
      "more blurs, or sharpens, coarser detail (0 = 0.3*((size-1)/2-1)+0.8)",
      0, CF_MASK_SIGMA_MAX, 0, GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE,
      mask.sigma, .changed = mask_changed),
  /**
   * GstCudaConvolve:normalize:
   *
   * What the mask's sum over samples is divided by, and what is added. With s
   * the sum of the mask, auto is: s > 0, over s; s = 0, plus half the range of
   * samples; s < 0, plus the range.
   *
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("normalize", "Normalize",
      "What the sum is divided by, and what is added to it",
      gst_cuda_convolve_normalize_get_type, CF_NORMALIZE_AUTO, GCF_PARAM_LIVE,
      mask.normalize, .changed = mask_changed),
  /**
   * GstCudaConvolve:divisor:
   *
   * What the sum is divided by where #GstCudaConvolve:normalize is manual; 0 is
   * refused.
   *
   * Since: 0.1
   */
  GCF_PARAM_DOUBLE ("divisor", "Divisor",
      "What the sum is divided by where normalize=manual: more makes the "
      "result darker, and its contrast less (not 0)",
      -DIVISOR_MAX, DIVISOR_MAX, 1, GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE,
      mask.divisor, .set = set_divisor, .changed = mask_changed),
  /**
   * GstCudaConvolve:bias:
   *
   * What is added after the division where #GstCudaConvolve:normalize is
   * manual, in 8-bit steps.
   *
   * Since: 0.1
   */
  GCF_PARAM_DOUBLE ("bias", "Bias",
      "What is added after the division where normalize=manual, in grey "
      "levels of 8 bits, scaled to the depth of the format: more is brighter",
      -CF_CONVOLVE_BIAS_MAX, CF_CONVOLVE_BIAS_MAX, 0,
      GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE, mask.bias,
      .changed = mask_changed),
  /**
   * GstCudaConvolve:flip:
   *
   * Rotates the mask by 180 degrees: convolution in the strict sense, where it
   * otherwise is correlation.
   *
   * Since: 0.1
   */
  GCF_PARAM_BOOLEAN ("flip", "Flip",
      "Rotate the mask by 180 degrees: convolution in the strict sense instead "
      "of correlation",
      FALSE, GCF_PARAM_LIVE, mask.flip, .changed = mask_changed),
  /**
   * GstCudaConvolve:separable:
   *
   * Whether a mask that is the product of a row and a column is run as such.
   *
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("separable", "Separable",
      "Whether a mask that is the product of a row and a column is run as two "
      "passes",
      gst_cuda_convolve_separable_get_type, CF_SEPARABLE_AUTO, GCF_PARAM_LIVE,
      mask.separable, .changed = mask_changed),
  /**
   * GstCudaConvolve:active-kernel:
   *
   * The mask in force, in the form of #GstCudaConvolve:kernel, before it is
   * flipped and normalized.
   *
   * Since: 0.1
   */
  GCF_PARAM_TEXT ("active-kernel", "Active kernel",
      "The mask in force, in the form of kernel (not flipped, nor divided)",
      NULL, GCF_PARAM_READ_ONLY, .get = get_active_kernel),
  /**
   * GstCudaConvolve:active-method:
   *
   * What is summed for samples of 8 bits with the mask in force, such as "one
   * pass, 5x5, integer" or "two passes, 13 + 13 taps, fixed point".
   *
   * Since: 0.1
   */
  GCF_PARAM_TEXT ("active-method", "Active method",
      "What is summed for 8-bit samples with the mask in force, such as "
      "\"one pass, 5x5, integer\" or \"two passes, 13 + 13 taps, fixed "
      "point\"",
      NULL, GCF_PARAM_READ_ONLY, .get = get_active_method),
  /**
   * GstCudaConvolve:planes:
   *
   * Kinds of samples that are filtered, each on its own. The others are copied;
   * with nothing to filter, frames pass through. R, G and B count as luma.
   *
   * Since: 0.1
   */
  GCF_PARAM_PLANES (settings),
  /**
   * GstCudaConvolve:border:
   *
   * What stands for samples outside the picture.
   *
   * Since: 0.1
   */
  GCF_PARAM_BORDER (settings),
  /**
   * GstCudaConvolve:border-value:
   *
   * The sample outside the picture where #GstCudaConvolve:border is constant,
   * in steps of 8 bits: for deeper formats it is multiplied by 2^(depth - 8).
   *
   * Since: 0.1
   */
  GCF_PARAM_BORDER_VALUE (settings),
  /**
   * GstCudaConvolve:roi-type:
   *
   * Filters only the regions of interest of this type that a frame has; what is
   * outside stays as it is.
   *
   * Since: 0.2
   */
  GCF_PARAM_ROI_TYPE (settings),
  /**
   * GstCudaConvolve:stats:
   *
   * Counts, bytes and mean times since the element started, as a #GstStructure.
   *
   * Since: 0.1
   */
  GCF_PARAM_STATS (""),
};

static void
gst_cuda_convolve_finalize (GObject *object)
{
  GstCudaConvolve *self = GST_CUDA_CONVOLVE (object);

  mask_clear (&self->mask);
  mask_clear (&self->good);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cuda_convolve_constructed (GObject *object)
{
  GstCudaConvolve *self = GST_CUDA_CONVOLVE (object);

  G_OBJECT_CLASS (parent_class)->constructed (object);
  mask_to_params (&self->mask, &self->params, NULL);
  mask_copy (&self->good, &self->mask);
}

static void
gst_cuda_convolve_class_init (GstCudaConvolveClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GcfFilterClass *filter_class = GCF_FILTER_CLASS (klass);

  object_class->constructed = gst_cuda_convolve_constructed;
  object_class->finalize = gst_cuda_convolve_finalize;
  gcf_element_class_install (
      GCF_ELEMENT_CLASS (klass), properties, G_N_ELEMENTS (properties));

  gst_element_class_set_static_metadata (element_class,
      "CUDA convolution filter", "Filter/Effect/Video/Hardware",
      "Smooths, sharpens or finds edges: each sample becomes the sum of those "
      "around it, weighted with any mask, on an NVIDIA GPU or the CPU",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (element_class, "example",
      "gst-launch-1.0 videotestsrc num-buffers=100 ! "
      "cudaconvolve kernel-type=gaussian size=15 ! videoconvert ! "
      "autovideosink");

  element_class->change_state =
      GST_DEBUG_FUNCPTR (gst_cuda_convolve_change_state);
  filter_class->get_params = gst_cuda_convolve_get_params;
}

static void
gst_cuda_convolve_init (GstCudaConvolve *self)
{
  self->transaction = (GcfTransaction){
    .properties = properties,
    .now = &self->mask,
    .good = &self->good,
    .copy = mask_copy,
    .apply = apply_mask,
    .notify = notify_active,
  };
  gcf_element_set_transaction (GCF_ELEMENT (self), &self->transaction);
}
