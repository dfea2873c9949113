/* cudamedian: exact median of a square window. */

/**
 * SECTION:element-cudamedian
 * @title: cudamedian
 *
 * Replaces each sample by the median of the size x size window around it: the
 * middle one of the sorted samples. That removes salt-and-pepper noise and
 * other small specks and keeps edges sharp. The result is exact, and the same
 * on an NVIDIA GPU as on the CPU.
 *
 * A larger #GstCudaMedian:size removes larger specks and more detail; several
 * #GstCudaMedian:iterations of a small window are gentler than one large one.
 * Each kind of samples is filtered on its own: see #GstCudaMedian:planes.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 videotestsrc pattern=snow num-buffers=100 ! cudamedian size=5
 * ! videoconvert ! autovideosink
 * ]| Smooths noise with a 5x5 window.
 */
#include "gstcudamedian.h"

#define DEFAULT_SIZE 3

enum { PROP_0, PROP_SIZE };

static const GstCudaFilterSettings defaults = {
  .planes = GST_CUDA_FILTER_PLANES_LUMA | GST_CUDA_FILTER_PLANES_CHROMA,
  .border = CF_BORDER_REPLICATE,
  .border_value = 0,
  .iterations = 1,
};

struct _GstCudaMedian {
  GstCudaFilter parent;

  /* under the object lock */
  gint size;
  GstCudaFilterSettings settings;
};

G_DEFINE_TYPE (GstCudaMedian, gst_cuda_median, GST_TYPE_CUDA_FILTER)
GST_ELEMENT_REGISTER_DEFINE (
    cudamedian, "cudamedian", GST_RANK_NONE, GST_TYPE_CUDA_MEDIAN)

static void
gst_cuda_median_get_params (
    GstCudaFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  GstCudaMedian *self = GST_CUDA_MEDIAN (filter);

  *planes = self->settings.planes;
  params->op = CF_OP_MEDIAN;
  params->median = (CfMedianParams){
    .width = self->size,
    .height = self->size,
    .percentile = CF_PERCENTILE_MEDIAN,
    .iterations = self->settings.iterations,
    .border = self->settings.border,
    .border_value = self->settings.border_value,
  };
}

static void
set_size (GstCudaMedian *self, gint size)
{
  gint old;

  GST_OBJECT_LOCK (self);
  old = self->size;
  if (size % 2 == 1) {
    self->size = size;
    gst_cuda_filter_params_changed (GST_CUDA_FILTER (self));
  }
  GST_OBJECT_UNLOCK (self);

  if (size % 2 == 0)
    gst_cuda_filter_refuse (GST_CUDA_FILTER (self),
        "size must be odd, so that "
        "the window has a middle: %d was refused and size stays %d.",
        size, old);
}

static void
gst_cuda_median_set_property (
    GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  GstCudaMedian *self = GST_CUDA_MEDIAN (object);
  gboolean known;

  if (prop_id == PROP_SIZE) {
    set_size (self, g_value_get_int (value));
    return;
  }

  GST_OBJECT_LOCK (self);
  known = gst_cuda_filter_settings_set (&self->settings, prop_id, value);
  gst_cuda_filter_params_changed (GST_CUDA_FILTER (self));
  GST_OBJECT_UNLOCK (self);
  if (!known)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
gst_cuda_median_get_property (
    GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GstCudaMedian *self = GST_CUDA_MEDIAN (object);

  GST_OBJECT_LOCK (self);
  if (prop_id == PROP_SIZE)
    g_value_set_int (value, self->size);
  else if (!gst_cuda_filter_settings_get (&self->settings, prop_id, value))
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cuda_median_class_init (GstCudaMedianClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  guint id;

  object_class->set_property = gst_cuda_median_set_property;
  object_class->get_property = gst_cuda_median_get_property;

  /**
   * GstCudaMedian:size:
   *
   * Even values are refused: the old one stays in force and the element posts a
   * warning.
   */
  g_object_class_install_property (object_class, PROP_SIZE,
      g_param_spec_int ("size", "Size",
          "Width and height of the window, in "
          "samples (odd)",
          CF_MEDIAN_SIZE_MIN, 15, DEFAULT_SIZE,
          G_PARAM_READWRITE | GST_PARAM_MUTABLE_PLAYING
              | G_PARAM_STATIC_STRINGS));
  for (id = GST_CUDA_FILTER_PROP_PLANES; id <= GST_CUDA_FILTER_PROP_ITERATIONS;
       id++)
    gst_cuda_filter_settings_install (object_class, id, &defaults);

  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "CUDA median filter", "Filter/Effect/Video/Hardware",
      "Removes specks and salt-and-pepper noise and keeps edges: each sample "
      "becomes the median of the window around it, on an NVIDIA GPU or the CPU",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (GST_ELEMENT_CLASS (klass), "example",
      "gst-launch-1.0 videotestsrc pattern=snow num-buffers=100 ! "
      "cudamedian size=5 ! videoconvert ! autovideosink");

  GST_CUDA_FILTER_CLASS (klass)->get_params = gst_cuda_median_get_params;
}

static void
gst_cuda_median_init (GstCudaMedian *self)
{
  self->size = DEFAULT_SIZE;
  self->settings = defaults;
}
