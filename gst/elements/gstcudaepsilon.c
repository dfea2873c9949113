/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudaepsilon: the mean of those neighbours that differ little. */

/**
 * SECTION:element-cudaepsilon
 * @title: cudaepsilon
 * @see_also: cudamedian, cudaconvolve
 *
 * Replaces each sample by the mean of the window around it, in which samples
 * that differ from it by more than #GstCudaEpsilon:threshold count as if they
 * differed by that much. What is small is taken away, the noise of a camera or
 * what a codec leaves around edges, and what is large stays: edges move by less
 * than the threshold. The result is exact, and the same on an NVIDIA GPU as on
 * the CPU.
 *
 * With #GstCudaEpsilon:mode average what differs by the threshold or more does
 * not count at all: edges stay as steep as they are, or become steeper, and
 * single samples that stand out stay too.
 *
 * The defaults are for a camera's noise in good light, on luma and chroma, and
 * leave fine detail. Presets (#GstPreset): light for less noise, medium and
 * strong for more.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 ! \
 *   cudaepsilon ! videoconvert ! autovideosink
 * ]| A camera's noise in good light.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 ! \
 *   cudaepsilon @preset=medium ! videoconvert ! autovideosink
 * ]| The preset for more noise, and for what MPEG-2 and JPEG leave.
 * |[
 * gst-launch-1.0 v4l2src ! videoconvert ! cudamedian ! \
 *   cudaepsilon @preset=light ! queue ! videoconvert ! autovideosink
 * ]| Takes single wrong pixels out of a camera's picture first, then its noise.
 *
 * Since: 0.1
 */
#include "gst/filter/gcffilter.h"

#include <math.h>

#define GST_TYPE_CUDA_EPSILON (gst_cuda_epsilon_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaEpsilon, gst_cuda_epsilon, GST, CUDA_EPSILON, GcfFilter)
GST_ELEMENT_REGISTER_DECLARE (cudaepsilon)

#define THRESHOLD_ESTIMATED (-1)
#define THRESHOLD_MAX (CF_EPSILON_THRESHOLD_MAX / CF_EPSILON_STEP)

struct _GstCudaEpsilon {
  GcfFilter parent;

  /* under the object lock */
  gint size;
  gdouble threshold;
  CfEpsilonMode mode;
  GcfSettings settings;
};

G_DEFINE_TYPE_WITH_CODE (GstCudaEpsilon, gst_cuda_epsilon, GCF_TYPE_FILTER,
    G_IMPLEMENT_INTERFACE (GST_TYPE_PRESET, gcf_element_preset_init))
GST_ELEMENT_REGISTER_DEFINE (
    cudaepsilon, "cudaepsilon", GST_RANK_NONE, GST_TYPE_CUDA_EPSILON)

/**
 * GstCudaEpsilonMode:
 *
 * What becomes of samples that differ by #GstCudaEpsilon:threshold or more.
 *
 * Since: 0.1
 */
static GCF_DEFINE_ENUM (GstCudaEpsilonMode, gst_cuda_epsilon_mode,
    { CF_EPSILON_AVERAGE,
        "The mean of the samples that differ by less than the threshold",
        "average" },
    { CF_EPSILON_CLAMP,
        "The mean of all samples, larger differences taken as the threshold",
        "clamp" });

static void
gst_cuda_epsilon_get_params (
    GcfFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  GstCudaEpsilon *self = GST_CUDA_EPSILON (filter);

  *planes = self->settings.planes;
  gcf_filter_set_roi_type (filter, self->settings.roi_type);
  params->op = CF_OP_EPSILON;
  params->epsilon = (CfEpsilonParams){
    .size = self->size,
    .threshold = self->threshold == THRESHOLD_ESTIMATED
                     ? CF_EPSILON_THRESHOLD_ESTIMATED
                     : lrint (self->threshold * CF_EPSILON_STEP),
    .mode = self->mode,
    .iterations = self->settings.iterations,
    .border = self->settings.border,
    .border_value = self->settings.border_value,
  };
}

/* Takes one value of the numbers below 0; the others are none. */
static void
set_threshold (GObject *object, GParamSpec *spec, const GValue *value)
{
  GcfElement *element = GCF_ELEMENT (object);
  const gdouble threshold = g_value_get_double (value);

  if (threshold >= 0 || threshold == THRESHOLD_ESTIMATED)
    gcf_element_keep_param (element, spec, value);
  else
    gcf_element_refuse (element, spec, NULL,
        "threshold must be from 0 to %d, or -1: %g was refused", THRESHOLD_MAX,
        threshold);
}

#define GCF_PARAM_OBJECT GstCudaEpsilon

static const GcfParam properties[] = {
  /**
   * GstCudaEpsilon:size:
   *
   * Width and height of the window, in samples. Even values are refused: the
   * old one stays in force and the element posts a warning, or before PAUSED
   * does not start.
   *
   * Since: 0.1
   */
  GCF_PARAM_ODD ("size", "Size",
      "Width and height of the window, in samples: more smooths wider, and "
      "takes longer (odd, 3 to 31)",
      CF_EPSILON_SIZE_MIN, CF_EPSILON_SIZE_MAX, 3, GCF_PARAM_LIVE, size),
  /**
   * GstCudaEpsilon:threshold:
   *
   * The difference from the sample in the middle from which on a sample of the
   * window does not count (#GstCudaEpsilon:mode average), or the largest that
   * one counts with (clamp). In steps of 8 bits: for deeper formats it is
   * multiplied by 2^(depth - 8), and rounded up. Fractions are kept to 1/256,
   * which is a step of 16 bits; of 8 bits 0.05 is as 1. With 0 frames pass
   * through; with 256 all samples count, and the result is the plain mean of
   * the window.
   *
   * With -1 (since 0.2) it is chosen for each plane of each frame, by the
   * noise's standard deviation in it: 1.5 times that of clamp, 3 times of
   * average, which iterations share. #GstCudaEpsilon:stats has the estimates.
   * That is right for noise that is not like that of the neighbours: of
   * monochrome and raw sensors, analogue and synthetic. A colour camera's,
   * which interpolated what its sensor lacks, is taken for less than a third
   * of what it is.
   *
   * Since: 0.1
   */
  GCF_PARAM_DOUBLE ("threshold", "Threshold",
      "Differences of this and more do not count, or count as this much (see "
      "mode), in grey levels of 8 bits, scaled to the depth of the format, 0 "
      "to 256, fractions to 1/256: more smooths stronger edges (0 = frames "
      "pass through, 256 = everything counts, -1 = by the noise of each "
      "frame, see stats: for noise that differs from sample to sample, of "
      "monochrome sensors, analogue, synthetic; not of colour cameras)",
      THRESHOLD_ESTIMATED, THRESHOLD_MAX, 4,
      GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE, threshold, .set = set_threshold),
  /**
   * GstCudaEpsilon:mode:
   *
   * What becomes of samples that differ by the threshold or more.
   *
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("mode", "Mode",
      "What becomes of samples that differ by the threshold or more",
      gst_cuda_epsilon_mode_get_type, CF_EPSILON_CLAMP, GCF_PARAM_LIVE, mode),
  /**
   * GstCudaEpsilon:planes:
   *
   * Kinds of samples that are filtered, each on its own. The others are copied;
   * with nothing to filter, frames pass through. R, G and B count as luma.
   *
   * Since: 0.1
   */
  GCF_PARAM_PLANES (settings),
  /**
   * GstCudaEpsilon:border:
   *
   * What stands for samples outside the picture.
   *
   * Since: 0.1
   */
  GCF_PARAM_BORDER (settings),
  /**
   * GstCudaEpsilon:border-value:
   *
   * The sample outside the picture where #GstCudaEpsilon:border is constant, in
   * steps of 8 bits: for deeper formats it is multiplied by 2^(depth - 8).
   *
   * Since: 0.1
   */
  GCF_PARAM_BORDER_VALUE (settings),
  /**
   * GstCudaEpsilon:iterations:
   *
   * How many times the filter runs, each time on the last result and with the
   * border anew.
   *
   * Since: 0.1
   */
  GCF_PARAM_ITERATIONS (settings),
  /**
   * GstCudaEpsilon:roi-type:
   *
   * Filters only the regions of interest of this type that a frame has; what is
   * outside stays as it is.
   *
   * Since: 0.2
   */
  GCF_PARAM_ROI_TYPE (settings),
  /**
   * GstCudaEpsilon:stats:
   *
   * Counts, bytes and mean times since the element started, and what is this
   * element's, as a #GstStructure.
   *
   * Since: 0.1
   */
  GCF_PARAM_STATS (
      "; with threshold=-1 sigma-luma and sigma-chroma, the noise of the last "
      "frame as estimated, in grey levels of 8 bits"),
};

static void
gst_cuda_epsilon_class_init (GstCudaEpsilonClass *klass)
{
  gcf_element_class_install (
      GCF_ELEMENT_CLASS (klass), properties, G_N_ELEMENTS (properties));

  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "CUDA epsilon filter", "Filter/Effect/Video/Hardware",
      "Takes away noise and keeps edges: each sample becomes the mean of the "
      "window around it, in which what differs much counts little or not at "
      "all, on an NVIDIA GPU or the CPU",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (GST_ELEMENT_CLASS (klass), "example",
      "gst-launch-1.0 videotestsrc num-buffers=100 ! cudaepsilon ! "
      "videoconvert ! autovideosink");

  GCF_FILTER_CLASS (klass)->get_params = gst_cuda_epsilon_get_params;
  GCF_FILTER_CLASS (klass)->noise_message = "cudaepsilon-noise";
}

static void
gst_cuda_epsilon_init (GstCudaEpsilon *self)
{
}
