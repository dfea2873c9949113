/* Properties that several elements have, with the same names and meaning. */
#include "gst/filter/gstcudafiltersettings.h"

/**
 * GstCudaFilterBackend:
 *
 * Where frames are filtered.
 *
 * Since: 0.1
 */
GType
gst_cuda_filter_backend_get_type (void)
{
  static gsize type;
  static const GEnumValue values[] = {
    { GST_CUDA_FILTER_BACKEND_AUTO, "The GPU where there is one, else the CPU",
        "auto" },
    { GST_CUDA_FILTER_BACKEND_CUDA, "An NVIDIA GPU", "cuda" },
    { GST_CUDA_FILTER_BACKEND_CPU, "The CPU", "cpu" }, { 0, NULL, NULL }
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (
        &type, g_enum_register_static ("GstCudaFilterBackend", values));
  return type;
}

/**
 * GstCudaFilterBorder:
 *
 * What stands for samples outside the picture.
 *
 * Since: 0.1
 */
GType
gst_cuda_filter_border_get_type (void)
{
  static gsize type;
  static const GEnumValue values[] = {
    { CF_BORDER_REPLICATE, "The nearest sample: aaa|abcd|ddd", "replicate" },
    { CF_BORDER_MIRROR, "Reflected, the edge sample not repeated: dcb|abcd|cba",
        "mirror" },
    { CF_BORDER_CONSTANT, "border-value", "constant" }, { 0, NULL, NULL }
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (
        &type, g_enum_register_static ("GstCudaFilterBorder", values));
  return type;
}

/**
 * GstCudaFilterPlanes:
 *
 * Kinds of samples. R, G and B count as luma.
 *
 * Since: 0.1
 */
GType
gst_cuda_filter_planes_get_type (void)
{
  static gsize type;
  static const GFlagsValue values[] = {
    { GST_CUDA_FILTER_PLANES_LUMA, "Luma, grey, and R, G and B", "luma" },
    { GST_CUDA_FILTER_PLANES_CHROMA, "Chroma", "chroma" },
    { GST_CUDA_FILTER_PLANES_ALPHA, "Alpha", "alpha" }, { 0, NULL, NULL }
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (
        &type, g_flags_register_static ("GstCudaFilterPlanes", values));
  return type;
}

void
gst_cuda_filter_settings_install (
    GObjectClass *klass, guint prop_id, const GstCudaFilterSettings *defaults)
{
  GParamFlags flags =
      G_PARAM_READWRITE | GST_PARAM_MUTABLE_PLAYING | G_PARAM_STATIC_STRINGS;
  GParamSpec *spec = NULL;

  switch (prop_id) {
    case GST_CUDA_FILTER_PROP_PLANES:
      gst_type_mark_as_plugin_api (GST_TYPE_CUDA_FILTER_PLANES, 0);
      spec = gst_cuda_filter_param_flags ("planes", "Planes",
          "Kinds of samples that are filtered (R, G and B count as luma); the "
          "others are copied, and with nothing to filter frames pass through",
          GST_TYPE_CUDA_FILTER_PLANES, defaults->planes, flags);
      break;
    case GST_CUDA_FILTER_PROP_BORDER:
      gst_type_mark_as_plugin_api (GST_TYPE_CUDA_FILTER_BORDER, 0);
      spec = gst_cuda_filter_param_enum ("border", "Border",
          "What stands for samples outside the picture",
          GST_TYPE_CUDA_FILTER_BORDER, defaults->border, flags);
      break;
    case GST_CUDA_FILTER_PROP_BORDER_VALUE:
      spec = gst_cuda_filter_param_int ("border-value", "Border value",
          "Sample outside the picture where border=constant, in 8-bit steps "
          "(scaled to the depth of the format)",
          0, 255, defaults->border_value, flags);
      break;
    case GST_CUDA_FILTER_PROP_ITERATIONS:
      spec = gst_cuda_filter_param_int ("iterations", "Iterations",
          "How many times the filter runs, each time on the last result and "
          "with the border anew",
          1, CF_ITERATIONS_MAX, defaults->iterations, flags);
      break;
    case GST_CUDA_FILTER_PROP_ROI_TYPE:
      spec = g_param_spec_string ("roi-type", "Type of regions of interest",
          "Only regions of interest on a frame (GstVideoRegionOfInterestMeta) "
          "of this type are filtered, and what is outside stays as it is "
          "(\"" GST_CUDA_FILTER_ROI_ANY_TYPE
          "\" = of every type, not set = the whole frame)",
          NULL, flags);
      break;
  }
  g_return_if_fail (spec != NULL);
  g_object_class_install_property (klass, prop_id, spec);
}

static GQuark
get_type (const GValue *value)
{
  const gchar *type = g_value_get_string (value);

  return type && *type ? g_quark_from_string (type) : 0;
}

gboolean
gst_cuda_filter_settings_set (
    GstCudaFilterSettings *self, guint prop_id, const GValue *value)
{
  switch (prop_id) {
    case GST_CUDA_FILTER_PROP_PLANES:
      self->planes = g_value_get_flags (value);
      return TRUE;
    case GST_CUDA_FILTER_PROP_BORDER:
      self->border = g_value_get_enum (value);
      return TRUE;
    case GST_CUDA_FILTER_PROP_BORDER_VALUE:
      self->border_value = g_value_get_int (value);
      return TRUE;
    case GST_CUDA_FILTER_PROP_ITERATIONS:
      self->iterations = g_value_get_int (value);
      return TRUE;
    case GST_CUDA_FILTER_PROP_ROI_TYPE:
      self->roi_type = get_type (value);
      return TRUE;
  }
  return FALSE;
}

gboolean
gst_cuda_filter_settings_get (
    const GstCudaFilterSettings *self, guint prop_id, GValue *value)
{
  switch (prop_id) {
    case GST_CUDA_FILTER_PROP_PLANES:
      g_value_set_flags (value, self->planes);
      return TRUE;
    case GST_CUDA_FILTER_PROP_BORDER:
      g_value_set_enum (value, self->border);
      return TRUE;
    case GST_CUDA_FILTER_PROP_BORDER_VALUE:
      g_value_set_int (value, self->border_value);
      return TRUE;
    case GST_CUDA_FILTER_PROP_ITERATIONS:
      g_value_set_int (value, self->iterations);
      return TRUE;
    case GST_CUDA_FILTER_PROP_ROI_TYPE:
      g_value_set_string (value, g_quark_to_string (self->roi_type));
      return TRUE;
  }
  return FALSE;
}
