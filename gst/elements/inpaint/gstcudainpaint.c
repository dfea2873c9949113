/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudainpaint: masked pixels made anew from those around them. */

/**
 * SECTION:element-cudainpaint
 * @title: cudainpaint
 * @see_also: cudamask, cudasnake, cudamedian
 *
 * Repairs pixels that a mask marks: a station's logo, scratches, dead pixels of
 * a camera, lost blocks. They are made anew from the pixels around them; all
 * others come out as they went in, bit for bit.
 *
 * Which pixels these are is said by a PNG of the frame's size
 * (#GstCudaInpaint:mask-location, white is repaired; of another size see
 * #GstCudaInpaint:mask-size-policy), by rectangles
 * (#GstCudaInpaint:rectangles), by mattes that another element makes and
 * cudamask has attached, by what segmenters have
 * (#GstCudaInpaint:use-segmentation), by regions of interest on each frame
 * (#GstCudaInpaint:roi-type), by the frame's alpha
 * (#GstCudaInpaint:use-alpha), or by several of them: what any marks is
 * repaired. A mask is of the frame as it is shown: of interlaced video each
 * field is repaired by itself, with the mask's rows that it has, and a chroma
 * sample is made anew where any of the pixels is that it is for. Where not one
 * sample of a plane is known, it stays as it is.
 *
 * Masks can be changed while frames flow. A file is read, and judged, when the
 * property is set: each frame is repaired by the old mask or by the new one,
 * and if the new one is of no use, the element posts a warning and the old one
 * stays in force. Before PAUSED it is an error on the way there. Setting the
 * same file again reads it again.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=1 pattern=ball ! pngenc ! \
 *   filesink location=mask.png
 * ]| Makes a mask: a white disc on black, 320x240.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 pattern=zone-plate kx2=20 \
 *   ky2=20 ! cudainpaint mask-location=mask.png ! videoconvert ! autovideosink
 * ]| Repairs what is under the disc.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=20 ! alpha method=green ! \
 *   cudainpaint use-alpha=true ! videoconvert ! autovideosink
 * ]| Repairs what is green.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 pattern=smpte ! \
 *   cudainpaint rectangles="20,20,60,30; 250,200,40,20" ! videoconvert ! \
 *   autovideosink
 * ]| Repairs two rectangles.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 pattern=ball ! \
 *   video/x-raw,format=GRAY8 ! queue ! m.mask \
 *   videotestsrc num-buffers=100 pattern=smpte ! queue ! cudamask name=m ! \
 *   cudainpaint temporal=true future=1 ! videoconvert ! autovideosink
 * ]| Repairs what is under a ball that moves, with what the frames around show
 * there.
 *
 * Since: 0.1
 */
#include "gst/filter/gcffilter.h"

#include "engine/core/cferror.h"
#include "gst/elements/inpaint/gcfinpaintattached.h"
#include "gst/elements/inpaint/gcfinpaintframe.h"
#include "gst/elements/inpaint/gcfinpaintholes.h"
#include "gst/elements/inpaint/gcfinpaintpng.h"
#include "gst/elements/inpaint/gcfinpaintsegmentation.h"
#include "gst/elements/inpaint/gcfinpaintsource.h"
#include "gst/filter/gcfroi.h"

#define GST_TYPE_CUDA_INPAINT (gst_cuda_inpaint_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaInpaint, gst_cuda_inpaint, GST, CUDA_INPAINT, GcfFilter)
GST_ELEMENT_REGISTER_DECLARE (cudainpaint)

#define DILATE_MAX 64
/* So many frames whose attached masks mark nothing, though they are not black,
 * are worth a warning. */
#define FAINT_MAX 25

struct _GstCudaInpaint {
  GcfFilter parent;

  /* under the object lock */
  CfInpaintParams params;
  GcfSettings settings;
  gboolean use_alpha;
  GcfInpaintSource source;
  GcfInpaintSource good;      /* the last that was valid */
  GcfTransaction transaction; /* of these two */
  GcfInpaintMask *mask;       /* of `good`, for these frames; or NULL */
  gint width, height;         /* of frames; 0 while that is not known */
  gboolean passes;            /* they are of another size than the mask, */
  gboolean warned_passing;    /* a warning was posted */
  guint64 n_passed;           /* since the start */
  gboolean has_alpha;         /* frames have */
  gboolean repairs;           /* what get_params() said */
  gboolean judge_mask;        /* it is new, or the frames' size, */
  gboolean judge_rectangles;  /* or these are */
  gboolean use_segmentation;
  gboolean has_attached; /* frames have had masks attached, since the start */
  gchar *rectangles_text;
  GArray *rectangles; /* never changed, but replaced */

  /* the streaming thread's */
  GcfInpaintFrame frame;
  GcfInpaintAttached attached;
  const GstBuffer *looked_at; /* which that is of, where it is the last one */
  guint n_empty, n_faint; /* frames whose attached masks marked nothing up to
                             now, and those of them with a mask not black; */
  gboolean any_marked;    /* once one marks something, they may */
};

#define gst_cuda_inpaint_parent_class parent_class
G_DEFINE_TYPE (GstCudaInpaint, gst_cuda_inpaint, GCF_TYPE_FILTER)
GST_ELEMENT_REGISTER_DEFINE (
    cudainpaint, "cudainpaint", GST_RANK_NONE, GST_TYPE_CUDA_INPAINT)

/* Types of properties */

/**
 * GstCudaInpaintMethod:
 *
 * How samples are made anew.
 *
 * Since: 0.1
 */
static GCF_DEFINE_ENUM (GstCudaInpaintMethod, gst_cuda_inpaint_method,
    { CF_INPAINT_LOCAL,
        "Iterated thresholding of the cosine transforms of overlapping blocks",
        "local" },
    { CF_INPAINT_GLOBAL, "The same with one transform of the whole plane",
        "global" },
    { CF_INPAINT_HARMONIC,
        "A membrane over the hole: smooth, and without detail", "harmonic" });

/**
 * GstCudaInpaintSchedule:
 *
 * How the threshold falls from the first iteration to the last.
 *
 * Since: 0.1
 */
static GCF_DEFINE_ENUM (GstCudaInpaintSchedule, gst_cuda_inpaint_schedule,
    { CF_INPAINT_SCHEDULE_AUTO, "Exponential for local, linear for global",
        "auto" },
    { CF_INPAINT_SCHEDULE_EXPONENTIAL, "By equal quotients", "exponential" },
    { CF_INPAINT_SCHEDULE_LINEAR, "By equal differences", "linear" });

/**
 * GstCudaInpaintSizePolicy:
 *
 * What is done with frames of another size than a mask.
 *
 * Since: 0.2
 */
static GCF_DEFINE_ENUM (GstCudaInpaintSizePolicy, gst_cuda_inpaint_size_policy,
    { GST_CUDA_INPAINT_SIZE_ERROR,
        "An error, as which part of a frame the mask means is not known",
        "error" },
    { GST_CUDA_INPAINT_SIZE_SCALE,
        "The mask is scaled to the frame's size, by nearest neighbours",
        "scale" },
    { GST_CUDA_INPAINT_SIZE_PASS, "Frames of another size pass as they are",
        "pass" });

/* The mask from a file */

/* FALSE where no frame can have a pixel to be repaired. */
static gboolean
can_repair (GstCudaInpaint *self)
{
  return !self->passes
         && ((self->mask && !gcf_inpaint_mask_is_empty (self->mask))
             || self->has_attached || self->rectangles->len > 0
             || self->settings.roi_type
             || (self->use_alpha && self->has_alpha));
}

/* Call it if can_repair() may have changed; other masks need no new filter. */
static void
repairs_changed (GstCudaInpaint *self)
{
  if (can_repair (self) != self->repairs)
    gcf_filter_params_changed (GCF_FILTER (self));
}

/* Takes it over for frames of this size. */
static void
take_mask (GstCudaInpaint *self, GcfInpaintMask *mask, gboolean passes)
{
  g_clear_pointer (&self->mask, gcf_inpaint_mask_unref);
  self->mask = mask;
  self->passes = passes;
}

/* A mask that frames pass is judged as those of its size would see it. */
static gboolean
apply_source (GObject *object, gboolean *is_new, GError **error)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (object);
  const GcfInpaintSource *source = &self->source;
  GcfInpaintMask *mask;
  gboolean passes, of_own_size;

  if (!gcf_inpaint_source_make_mask (source, source->file, self->width,
          self->height, &mask, &passes, error))
    return FALSE;
  if (passes)
    gcf_inpaint_source_make_mask (
        source, source->file, 0, 0, &mask, &of_own_size, NULL);
  if (mask && !gcf_inpaint_source_check_full (source, mask, error)) {
    gcf_inpaint_mask_unref (mask);
    return FALSE;
  }
  if (passes)
    g_clear_pointer (&mask, gcf_inpaint_mask_unref);
  take_mask (self, mask, passes);
  self->warned_passing = FALSE;
  self->judge_mask = TRUE;
  *is_new = TRUE;
  repairs_changed (self);
  return TRUE;
}

/* Frames */

/* Makes a frame's mask of what is attached to it, and keeps it as long as
 * nothing changes. */
static gboolean
take_attached (GstCudaInpaint *self, GstBuffer *frame, GError **error)
{
  GcfInpaintSource settings = { 0 };
  gboolean segmentations;
  gint width, height;
  GPtrArray *marks;

  GST_OBJECT_LOCK (self);
  settings.invert = self->good.invert;
  settings.dilate = self->good.dilate;
  settings.policy = self->good.policy;
  segmentations = self->use_segmentation;
  width = self->width;
  height = self->height;
  GST_OBJECT_UNLOCK (self);

  marks = gcf_inpaint_attached_find (frame, segmentations, width, height);
  return gcf_inpaint_attached_take (
      &self->attached, marks, &settings, width, height, error);
}

/* The first frame with a mask decides, as those without may all pass through.
 */
static void
gst_cuda_inpaint_before_transform (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (trans);

  GST_OBJECT_LOCK (self);
  if (!self->has_attached
      && gcf_inpaint_attached_is_any (buffer, self->use_segmentation)) {
    self->has_attached = TRUE;
    repairs_changed (self);
  }
  GST_OBJECT_UNLOCK (self);
  GST_BASE_TRANSFORM_CLASS (parent_class)->before_transform (trans, buffer);
}

static gpointer
gst_cuda_inpaint_get_mask (GcfFilter *filter, GstBuffer *buffer)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (filter);
  GcfInpaintMask *file, *mask;
  GArray *rectangles;
  gint width, height;
  gboolean alpha;
  GQuark type;

  /* a kept frame: the warning that it is of no use was posted when it came */
  if (buffer != self->looked_at && !take_attached (self, buffer, NULL))
    return NULL;
  self->looked_at = NULL;
  if (self->attached.passes)
    return NULL;
  GST_OBJECT_LOCK (self);
  file = self->mask ? gcf_inpaint_mask_ref (self->mask) : NULL;
  alpha = self->use_alpha && self->has_alpha;
  type = self->settings.roi_type;
  rectangles = g_array_ref (self->rectangles);
  width = self->width;
  height = self->height;
  GST_OBJECT_UNLOCK (self);

  mask = gcf_inpaint_frame_get_mask (&self->frame, buffer, type, file,
      self->attached.mask, rectangles, alpha, width, height);
  g_clear_pointer (&file, gcf_inpaint_mask_unref);
  g_array_unref (rectangles);
  return mask;
}

static void
gst_cuda_inpaint_get_params (
    GcfFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (filter);

  *planes = self->settings.planes;
  self->repairs = can_repair (self);
  params->op = self->repairs ? CF_OP_INPAINT : CF_OP_COPY;
  params->inpaint = self->params;
  params->inpaint.future = gcf_filter_get_lookahead (filter);
}

static void
warn_of_no_alpha (GstCudaInpaint *self)
{
  gcf_element_warn (GCF_ELEMENT (self),
      "use-alpha is without effect: the frames' format has no alpha. Ask for "
      "one that has (RGBA, AYUV or A420, for example) in front of the "
      "element.");
}

/* The mask for frames of a new size. */
static gboolean
take_size (GstCudaInpaint *self, gint width, gint height, GError **error)
{
  GcfInpaintMask *mask;
  gboolean passes;

  self->width = self->height = 0;
  if (!gcf_inpaint_source_make_mask (
          &self->good, self->good.file, width, height, &mask, &passes, error))
    return FALSE;
  take_mask (self, mask, passes);
  self->width = width;
  self->height = height;
  self->judge_mask = self->judge_rectangles = TRUE;
  return TRUE;
}

static gboolean
gst_cuda_inpaint_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (trans);
  gboolean taken, no_alpha;
  GstVideoInfo info;
  GError *error = NULL;

  gcf_inpaint_frame_clear (&self->frame);
  if (!gst_video_info_from_caps (&info, incaps))
    gst_video_info_init (&info);

  GST_OBJECT_LOCK (self);
  taken = take_size (self, GST_VIDEO_INFO_WIDTH (&info),
      GST_VIDEO_INFO_HEIGHT (&info), &error);
  /* of other frames it had not */
  if (taken && self->mask)
    gcf_inpaint_source_check_full (&self->good, self->mask, &error);
  self->has_alpha = info.finfo && GCF_HAS_ALPHA (&info);
  no_alpha = self->use_alpha && !self->has_alpha;
  GST_OBJECT_UNLOCK (self);

  if (!taken) {
    GST_ELEMENT_ERROR (self, STREAM, FORMAT,
        ("These frames cannot be repaired: %s. Set mask-location to a file of "
         "that size, or mask-size-policy to scale or pass, or scale the frames "
         "in front of the element.",
            error->message),
        (NULL));
    g_error_free (error);
    return FALSE;
  }
  if (error)
    gcf_element_warn (GCF_ELEMENT (self),
        "Frames of %dx%d stay as they are: %s. Set a smaller mask-dilate.",
        GST_VIDEO_INFO_WIDTH (&info), GST_VIDEO_INFO_HEIGHT (&info),
        error->message);
  g_clear_error (&error);
  if (no_alpha)
    warn_of_no_alpha (self);
  return GST_BASE_TRANSFORM_CLASS (parent_class)
      ->set_caps (trans, incaps, outcaps);
}

/* Masks that mark nothing */

/* TRUE if any pixel of a frame is in it. */
static gboolean
is_within (const GstVideoRectangle *box, gint width, gint height)
{
  return box->x < width && box->y < height;
}

static void
judge_rectangles (
    GstCudaInpaint *self, const GArray *rectangles, gint width, gint height)
{
  guint i;

  for (i = 0; i < rectangles->len; i++) {
    const GstVideoRectangle *box =
        &g_array_index (rectangles, GstVideoRectangle, i);

    if (!is_within (box, width, height))
      gcf_element_warn (GCF_ELEMENT (self),
          "Rectangle %u, %d,%d,%d,%d, marks nothing: frames have %dx%d pixels.",
          i + 1, box->x, box->y, box->w, box->h, width, height);
  }
}

/* Call it before the first frame that has a new mask or a new size. */
static void
judge_masks (GstCudaInpaint *self)
{
  GArray *rectangles = NULL;
  gchar *empty = NULL;
  gint width, height;

  GST_OBJECT_LOCK (self);
  if (self->judge_rectangles)
    rectangles = g_array_ref (self->rectangles);
  if (self->judge_mask && self->mask && gcf_inpaint_mask_is_empty (self->mask))
    empty = g_filename_display_name (self->good.location);
  self->judge_mask = self->judge_rectangles = FALSE;
  width = self->width;
  height = self->height;
  GST_OBJECT_UNLOCK (self);

  if (empty)
    gcf_element_warn (GCF_ELEMENT (self),
        "\"%s\" marks nothing: of a PNG without transparency white is "
        "repaired, else what is opaque (and with mask-invert the rest).",
        empty);
  g_free (empty);
  if (rectangles) {
    judge_rectangles (self, rectangles, width, height);
    g_array_unref (rectangles);
  }
}

static gboolean
any_is_faint (const GPtrArray *marks)
{
  for (guint i = 0; marks && i < marks->len; i++)
    if (((const GcfInpaintMask *)g_ptr_array_index (marks, i))->is_faint)
      return TRUE;
  return FALSE;
}

static void
warn_of_nothing_marked (GstCudaInpaint *self)
{
  self->any_marked = TRUE; /* there is one warning */
  if (self->n_faint > 0)
    gcf_element_warn (GCF_ELEMENT (self),
        "The masks of %u frames mark nothing, and are not black. Of mask "
        "streams that is repaired which is at least half as bright as white, "
        "or half opaque (and with mask-invert the rest).",
        self->n_faint);
  else
    gcf_element_warn (GCF_ELEMENT (self),
        "The masks of all %u frames that have any mark nothing.",
        self->n_empty);
}

/* Masks without marks mean nothing, as there may be nothing to repair; that
 * they have something, and mark nothing, or that none marks anything to the
 * end, does. */
static void
judge_attached (GstCudaInpaint *self)
{
  const GcfInpaintMask *mask = self->attached.mask;

  if (self->any_marked || !mask)
    return;
  self->any_marked = !gcf_inpaint_mask_is_empty (mask);
  self->n_empty += !self->any_marked;
  self->n_faint += !self->any_marked && any_is_faint (self->attached.marks);
  if (!self->any_marked && self->n_faint >= FAINT_MAX)
    warn_of_nothing_marked (self);
}

/* Where there are other masks, black ones may be as they should. */
static void
judge_attached_at_end (GstCudaInpaint *self)
{
  gboolean has_others;

  GST_OBJECT_LOCK (self);
  has_others = self->mask || self->rectangles->len > 0;
  GST_OBJECT_UNLOCK (self);
  if (!self->any_marked
      && (self->n_faint > 0 || (self->n_empty > 0 && !has_others)))
    warn_of_nothing_marked (self);
}

/* Masks of frames */

/* Counts a frame of another size than a mask, which passes, and tells of the
 * first one. */
static void
count_passed (GstCudaInpaint *self)
{
  gchar *sizes = NULL;

  GST_OBJECT_LOCK (self);
  if (self->passes || self->attached.passes) {
    self->n_passed++;
    if (!self->warned_passing)
      sizes = gcf_inpaint_source_describe_sizes (&self->good,
          self->passes ? self->good.file
                       : gcf_inpaint_attached_get_misfit (&self->attached),
          self->width, self->height);
    self->warned_passing = TRUE;
  }
  GST_OBJECT_UNLOCK (self);

  if (sizes)
    gcf_element_warn (GCF_ELEMENT (self),
        "mask-size-policy=pass: %s. Frames of another size pass as they are; "
        "stats counts them as passed-frames.",
        sizes);
  g_free (sizes);
}

/* Rectangles that a GstController drives are those of this frame, though its
 * result is made later. They may leave the frame. */
static void
sync_rectangles (GstCudaInpaint *self, GstBuffer *frame)
{
  GstControlBinding *binding =
      gst_object_get_control_binding (GST_OBJECT (self), "rectangles");
  const GstSegment *segment = &GST_BASE_TRANSFORM (self)->segment;
  GstClockTime time = GST_CLOCK_TIME_NONE;

  if (!binding)
    return;
  if (segment->format == GST_FORMAT_TIME)
    time = gst_segment_to_stream_time (
        segment, GST_FORMAT_TIME, GST_BUFFER_PTS (frame));
  if (GST_CLOCK_TIME_IS_VALID (time))
    gst_control_binding_sync_values (
        binding, GST_OBJECT (self), time, GST_CLOCK_TIME_NONE);
  gst_object_unref (binding);
  GST_OBJECT_LOCK (self);
  self->judge_rectangles = FALSE;
  GST_OBJECT_UNLOCK (self);
}

static GstFlowReturn
look_at_frame (GstCudaInpaint *self, GstBuffer *frame)
{
  GError *error = NULL;

  sync_rectangles (self, frame);
  judge_masks (self);
  if (take_attached (self, frame, &error)) {
    self->looked_at = frame;
    judge_attached (self);
    count_passed (self);
    return GST_FLOW_OK;
  }
  GST_ELEMENT_ERROR (self, STREAM, FORMAT,
      ("These frames cannot be repaired: %s. Scale the masks in front of "
       "cudamask, or set mask-size-policy to scale or pass.",
          error->message),
      (NULL));
  g_error_free (error);
  return GST_FLOW_ERROR;
}

static GstFlowReturn
gst_cuda_inpaint_submit_input_buffer (
    GstBaseTransform *trans, gboolean is_discont, GstBuffer *buffer)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (trans);
  GstFlowReturn ret = GST_BASE_TRANSFORM_CLASS (parent_class)
                          ->submit_input_buffer (trans, is_discont, buffer);

  if (ret != GST_FLOW_OK)
    return ret;
  ret = look_at_frame (self, trans->queued_buf);
  if (ret != GST_FLOW_OK)
    gst_clear_buffer (&trans->queued_buf);
  return ret;
}

static gboolean
gst_cuda_inpaint_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    judge_attached_at_end (GST_CUDA_INPAINT (trans));
  return GST_BASE_TRANSFORM_CLASS (parent_class)->sink_event (trans, event);
}

static void
gst_cuda_inpaint_add_stats (GcfElement *element, GstStructure *stats)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (element);

  gst_structure_set (
      stats, "passed-frames", G_TYPE_UINT64, self->n_passed, NULL);
}

static gboolean
gst_cuda_inpaint_start (GstBaseTransform *trans)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (trans);

  GST_OBJECT_LOCK (self);
  self->n_passed = 0;
  self->warned_passing = self->has_attached = FALSE;
  GST_OBJECT_UNLOCK (self);
  self->n_empty = self->n_faint = 0;
  self->any_marked = FALSE;
  return GST_BASE_TRANSFORM_CLASS (parent_class)->start (trans);
}

static gboolean
gst_cuda_inpaint_stop (GstBaseTransform *trans)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (trans);

  gcf_inpaint_frame_clear (&self->frame);
  gcf_inpaint_attached_clear (&self->attached);
  GST_OBJECT_LOCK (self);
  self->width = self->height = 0;
  self->passes = FALSE;
  self->has_alpha = FALSE;
  GST_OBJECT_UNLOCK (self);
  return GST_BASE_TRANSFORM_CLASS (parent_class)->stop (trans);
}

/* Properties */

static void
future_changed (GObject *object, GParamSpec *spec)
{
  GcfFilter *filter = GCF_FILTER (object);

  gcf_filter_set_lookahead (filter, GST_CUDA_INPAINT (object)->params.future);
  gcf_filter_params_changed (filter);
}

/* Every threshold below 0 is the automatic one. */
static void
threshold_changed (GObject *object, GParamSpec *spec)
{
  gdouble *threshold = gcf_param_field (object, spec);

  if (*threshold < 0)
    *threshold = -1;
  gcf_filter_params_changed (GCF_FILTER (object));
}

static void
source_changed (GObject *object, GParamSpec *spec)
{
  gcf_transaction_change (&GST_CUDA_INPAINT (object)->transaction, spec);
}

static void
marks_changed (GObject *object, GParamSpec *spec)
{
  repairs_changed (GST_CUDA_INPAINT (object));
}

/* Looked at with each frame. */
static void
segmentation_changed (GObject *object, GParamSpec *spec)
{
}

static void
set_block_size (GObject *object, GParamSpec *spec, const GValue *value)
{
  GcfElement *element = GCF_ELEMENT (object);
  const gint size = g_value_get_int (value);

  if (size == 0 || size == 16 || size == 32 || size == 64)
    gcf_element_keep_param (element, spec, value);
  else
    gcf_element_refuse (element, spec, NULL,
        "block-size must be 0 (automatic), 16, 32 or 64: %d was refused", size);
}

static void
set_location (GObject *object, GParamSpec *spec, const GValue *value)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (object);
  const gchar *location = g_value_get_string (value);
  GcfInpaintMask *file = NULL;
  GError *error = NULL;
  gboolean has_good;

  if (location && *location) {
    file = gcf_inpaint_png_load (location, &error);
    if (!file) {
      GST_OBJECT_LOCK (self);
      has_good = self->source.file != NULL;
      GST_OBJECT_UNLOCK (self);
      gcf_element_refuse (GCF_ELEMENT (self), spec,
          has_good ? "the last good mask stays in force"
                   : "nothing is repaired by a file's mask",
          "mask-location: %s. This was refused", error->message);
      g_error_free (error);
      return;
    }
  }

  GST_OBJECT_LOCK (self);
  gcf_inpaint_source_clear (&self->source);
  self->source.location = file ? g_strdup (location) : NULL;
  self->source.file = file;
  gcf_transaction_change (&self->transaction, spec);
  GST_OBJECT_UNLOCK (self);
}

static void
set_use_alpha (GObject *object, GParamSpec *spec, const GValue *value)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (object);
  gboolean no_alpha;

  gcf_element_keep_param (GCF_ELEMENT (self), spec, value);
  GST_OBJECT_LOCK (self);
  no_alpha = self->use_alpha && self->width > 0 && !self->has_alpha;
  GST_OBJECT_UNLOCK (self);
  if (no_alpha)
    warn_of_no_alpha (self);
}

static void
set_rectangles (GObject *object, GParamSpec *spec, const GValue *value)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (object);
  const gchar *text = g_value_get_string (value);
  GArray *rectangles =
      gcf_element_parse_rectangles (GCF_ELEMENT (self), spec, text ? text : "");
  GArray *old;

  if (!rectangles)
    return;
  GST_OBJECT_LOCK (self);
  old = self->rectangles;
  self->rectangles = rectangles;
  g_free (self->rectangles_text);
  self->rectangles_text = g_strdup (text ? text : "");
  self->judge_rectangles = TRUE;
  repairs_changed (self);
  GST_OBJECT_UNLOCK (self);
  g_array_unref (old);
}

static void
set_use_segmentation (GObject *object, GParamSpec *spec, const GValue *value)
{
  GcfElement *element = GCF_ELEMENT (object);

  if (!g_value_get_boolean (value) || gcf_inpaint_segmentation_is_built ())
    gcf_element_keep_param (element, spec, value);
  else
    gcf_element_refuse (element, spec, "use-segmentation stays false",
        "use-segmentation=true: this build has no "
        "GstAnalyticsSegmentationMtd. Build the plugin with GStreamer 1.26 or "
        "later and gstreamer-analytics-1.0 (Debian 13: "
        "libgstreamer-plugins-bad1.0-dev). This was refused");
}

#define GCF_PARAM_OBJECT GstCudaInpaint

static const GcfParam properties[] = {
  /**
   * GstCudaInpaint:method:
   *
   * How samples are made anew.
   *
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("method", "Method", "How samples are made anew",
      gst_cuda_inpaint_method_get_type, CF_INPAINT_LOCAL, GCF_PARAM_LIVE,
      params.method),
  /**
   * GstCudaInpaint:iterations:
   *
   * How many times coefficients under a threshold are dropped, each time a
   * smaller one. Without effect with #GstCudaInpaint:method harmonic. The
   * automatic number of #GstCudaInpaint:method local is 24 where the holes are
   * narrow, of less than 4 samples on the mean along rows and columns, else 40.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("iterations", "Iterations",
      "How many times coefficients under a falling threshold are dropped: "
      "more goes on more evenly, and takes longer (0 = automatic: local 24 "
      "for narrow holes, else 40, with track 5 once there is a last frame; "
      "global 100)",
      0, CF_INPAINT_ITERATIONS_MAX, 0, GCF_PARAM_LIVE, params.iterations),
  /**
   * GstCudaInpaint:threshold-start:
   *
   * The threshold of the first iteration, for coefficients of an orthonormal
   * cosine transform of samples in 8-bit steps. Every value below 0 is the
   * automatic one.
   *
   * Since: 0.1
   */
  GCF_PARAM_DOUBLE ("threshold-start", "Threshold at the start",
      "Threshold of the first iteration, in grey levels of 8 bits, scaled to "
      "the depth of the format: more begins with coarser structure (-1 = "
      "automatic: local 100 to 250 by the holes' width, with track 30 once "
      "there is a last frame; global the largest coefficient)",
      -1, CF_INPAINT_THRESHOLD_MAX, -1, GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE,
      params.threshold_start, .changed = threshold_changed),
  /**
   * GstCudaInpaint:threshold-end:
   *
   * The threshold of the last iteration: the smaller, the more detail, and the
   * more noise. Every value below 0 is the automatic one.
   *
   * Since: 0.1
   */
  GCF_PARAM_DOUBLE ("threshold-end", "Threshold at the end",
      "Threshold of the last iteration, in grey levels of 8 bits, scaled to "
      "the depth of the format: more leaves out noise, and fine texture with "
      "it (-1 = automatic: local 1.5 to 12 by the holes' width, more for "
      "noise; global linear 0, exponential 2)",
      -1, CF_INPAINT_THRESHOLD_MAX, -1, GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE,
      params.threshold_end, .changed = threshold_changed),
  /**
   * GstCudaInpaint:schedule:
   *
   * How the threshold falls.
   *
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("schedule", "Schedule",
      "How the threshold falls from the first iteration to the last",
      gst_cuda_inpaint_schedule_get_type, CF_INPAINT_SCHEDULE_AUTO,
      GCF_PARAM_LIVE, params.schedule),
  /**
   * GstCudaInpaint:block-size:
   *
   * Width and height of the blocks of #GstCudaInpaint:method local, or 0: by
   * the holes' width. Values other than 0, 16, 32 and 64 are refused: the old
   * one stays in force and the element posts a warning, or before PAUSED does
   * not start.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("block-size", "Block size",
      "Width and height of the blocks of method=local, in samples: more goes "
      "on with larger structure, and takes longer (16, 32 or 64; 0 = "
      "automatic: 16, and 32 for wide holes)",
      0, 64, 0, GCF_PARAM_LIVE, params.block_size, .set = set_block_size),
  /**
   * GstCudaInpaint:track:
   *
   * Whether each frame starts from what the last one's holes were filled with:
   * faster and steadier where little moves. With #GstCudaInpaint:method local.
   * After a seek, a flush or a gap in the stream, and after a change of another
   * property than those of the mask, it begins anew.
   *
   * Since: 0.1
   */
  GCF_PARAM_BOOLEAN ("track", "Track",
      "Start each frame from the last one's result (method=local): faster and "
      "steadier where little moves",
      FALSE, GCF_PARAM_LIVE, params.track),
  /**
   * GstCudaInpaint:temporal:
   *
   * Whether holes take samples from the last frame's result, and from the next
   * frames, as many as #GstCudaInpaint:future says, moved as the picture moved,
   * where these are known and match what is known around the hole. The rest is
   * made anew from the frame alone by #GstCudaInpaint:method, as without this.
   * What no other frame shows, as under a logo that stands still on a picture
   * that does, stays as it is without this. #GstCudaInpaint:track is without
   * effect then. After a scene change, a flush, another stream, caps of another
   * size or format, and where frames are missing for more than 2 seconds and 8
   * frames it begins anew; so it does after a change of another property than
   * those of the mask, but on the CPU for #GstCudaInpaint:method to
   * #GstCudaInpaint:block-size.
   *
   * Since: 0.2
   */
  GCF_PARAM_BOOLEAN ("temporal", "Temporal",
      "Take samples for holes from the frames before (and see future), moved "
      "as the picture moved, where these show and match what is around",
      FALSE, GCF_PARAM_LIVE, params.temporal),
  /**
   * GstCudaInpaint:future:
   *
   * How many later frames #GstCudaInpaint:temporal looks at. Results come so
   * many frames late, whether temporal is true or not, since that may change
   * while frames flow. The element tells the pipeline of this as latency. A
   * change takes effect when the element goes from READY to PAUSED.
   *
   * Since: 0.2
   */
  GCF_PARAM_INT ("future", "Future",
      "How many later frames temporal looks at: more finds what holes hide "
      "more often, and results come so many frames late (in force from the "
      "next READY to PAUSED on)",
      0, CF_INPAINT_FUTURE_MAX, 0, GCF_PARAM_AT_START, params.future,
      .changed = future_changed),
  /**
   * GstCudaInpaint:mask-location:
   *
   * A PNG of the frame's size; its pixels that are at least half as bright as
   * white are repaired (128 and more, once they are grey of 8 bits), of one
   * that is transparent anywhere (by more than half) those that are not. Any
   * colour type and depth is taken. It is read when the property is set, and
   * again when it is set again. A file that is no PNG, is damaged, of another
   * size, or marks every pixel is refused with a warning, and the last good
   * mask stays in force; before PAUSED the element does not start. What happens
   * where frames are of another size #GstCudaInpaint:mask-size-policy says. One
   * that marks nothing gives a warning. NULL or an empty text is no mask.
   *
   * Since: 0.1
   */
  GCF_PARAM_STRING ("mask-location", "Mask location",
      "Path of a PNG of the frame's size (or see mask-size-policy), read when "
      "this is set: white is repaired, black is kept, from half brightness "
      "on; of one with transparency what is opaque is repaired (not set = no "
      "mask)",
      NULL, GCF_PARAM_LIVE, source.location, .set = set_location),
  /**
   * GstCudaInpaint:mask-invert:
   *
   * Of the file and of masks that are attached to frames (mattes,
   * segmentations), repair what is not marked, and keep what is.
   *
   * Since: 0.1
   */
  GCF_PARAM_BOOLEAN ("mask-invert", "Invert the mask",
      "Of a mask's file, of mask streams and segmentations, repair what is "
      "not marked and keep what is",
      FALSE, GCF_PARAM_LIVE, source.invert, .changed = source_changed),
  /**
   * GstCudaInpaint:mask-dilate:
   *
   * Makes what the file, a matte or a segmentation marks, once it is inverted,
   * larger on each side by so many pixels: a pixel is repaired where any is
   * marked in the square of 2 n + 1 pixels a side around it. Rectangles,
   * regions of interest and alpha are taken as they are.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("mask-dilate", "Dilate the mask",
      "Pixels by which what a file, a mask stream or a segmentation marks is "
      "made larger on each side: more takes in soft edges (by squares; 0 = as "
      "it is)",
      0, DILATE_MAX, 0, GCF_PARAM_LIVE, source.dilate,
      .changed = source_changed),
  /**
   * GstCudaInpaint:mask-size-policy:
   *
   * What is done with frames of another size than the mask's file, or a matte,
   * which is treated the same but cannot be refused. `error`: an
   * error of the element, or, where it is the file that is new, the warning
   * that it is refused. `scale`: the file's marks, once they are inverted, are
   * scaled to the frame's size, and dilated after that. Each pixel takes the
   * nearest one of the file; where frames are smaller it is repaired where any
   * is marked of those that fall on it, so that no hole is lost. `pass`: frames
   * go on as they are, regions of interest and alpha included, are counted in
   * #GstCudaInpaint:stats, and the first one gives a warning.
   *
   * Since: 0.2
   */
  GCF_PARAM_ENUM ("mask-size-policy", "Mask size policy",
      "What is done with frames of another size than the mask's file or "
      "stream; scale takes the nearest pixels, and where frames are smaller, "
      "a pixel is repaired where any of those that fall on it is",
      gst_cuda_inpaint_size_policy_get_type, GST_CUDA_INPAINT_SIZE_ERROR,
      GCF_PARAM_LIVE, source.policy, .changed = source_changed),
  /**
   * GstCudaInpaint:use-alpha:
   *
   * Repair the colours of pixels whose alpha is 0. Alpha itself stays as it
   * is. Of formats without alpha this has no effect, and the element posts a
   * warning.
   *
   * Since: 0.1
   */
  GCF_PARAM_BOOLEAN ("use-alpha", "Use alpha",
      "Repair the colours of pixels whose alpha is 0 (formats with alpha)",
      FALSE, GCF_PARAM_LIVE, use_alpha, .set = set_use_alpha,
      .changed = marks_changed),
  /**
   * GstCudaInpaint:rectangles:
   *
   * Rectangles that are repaired, in pixels of the frame; what of them is
   * outside of it counts for nothing. Text that is no such list is refused: the
   * old list stays in force. A rectangle that is wholly outside of frames gives
   * a warning.
   *
   * Since: 0.3
   */
  GCF_PARAM_STRING ("rectangles", "Rectangles",
      "Rectangles that are repaired: \"x,y,width,height; …\", in pixels from "
      "the top left, at most 64",
      "", GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE, rectangles_text,
      .set = set_rectangles),
  /**
   * GstCudaInpaint:use-segmentation:
   *
   * Repair what segmenters upstream mark: every segmentation that a frame has
   * (#GstAnalyticsSegmentationMtd, of GStreamer 1.26 and later), all of its
   * regions but those of value 0. Where the plugin is built without it, true is
   * refused.
   *
   * Since: 0.3
   */
  GCF_PARAM_BOOLEAN ("use-segmentation", "Use segmentations",
      "Repair what segmentations on a frame mark (GstAnalyticsSegmentationMtd, "
      "GStreamer 1.26 and later): all values but 0",
      FALSE, GCF_PARAM_LIVE, use_segmentation, .set = set_use_segmentation,
      .changed = segmentation_changed),
  /**
   * GstCudaInpaint:roi-type:
   *
   * The type of #GstVideoRegionOfInterestMeta whose rectangles are repaired, on
   * each frame those that it has; "all" is every type. NULL or an empty text is
   * none.
   *
   * Since: 0.1
   */
  GCF_PARAM_QUARK ("roi-type", "Type of regions of interest",
      "Regions of interest on a frame (GstVideoRegionOfInterestMeta) of this "
      "type are repaired (\"" GCF_ROI_ANY_TYPE
      "\" = of every type, not set = none)",
      GCF_PARAM_LIVE, settings.roi_type, .changed = marks_changed),
  /**
   * GstCudaInpaint:planes:
   *
   * Kinds of samples that are filtered, each on its own. The others are copied;
   * with nothing to filter, frames pass through. R, G and B count as luma.
   *
   * Since: 0.1
   */
  GCF_PARAM_PLANES (settings),
  /**
   * GstCudaInpaint:stats:
   *
   * Counts, bytes and mean times since the element started, and what is this
   * element's, as a #GstStructure.
   *
   * Since: 0.1
   */
  GCF_PARAM_STATS (
      "; passed-frames, of another size than the mask (mask-size-policy=pass)"),
};

static void
gst_cuda_inpaint_finalize (GObject *object)
{
  GstCudaInpaint *self = GST_CUDA_INPAINT (object);

  gcf_inpaint_frame_clear (&self->frame);
  gcf_inpaint_attached_clear (&self->attached);
  g_array_unref (self->rectangles);
  g_free (self->rectangles_text);
  gcf_inpaint_source_clear (&self->source);
  gcf_inpaint_source_clear (&self->good);
  g_clear_pointer (&self->mask, gcf_inpaint_mask_unref);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cuda_inpaint_class_init (GstCudaInpaintClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);
  GcfFilterClass *filter_class = GCF_FILTER_CLASS (klass);

  object_class->finalize = gst_cuda_inpaint_finalize;
  gcf_element_class_install (
      GCF_ELEMENT_CLASS (klass), properties, G_N_ELEMENTS (properties));

  gst_element_class_set_static_metadata (element_class, "CUDA inpainting",
      "Filter/Effect/Video/Hardware",
      "Repairs what a mask marks, such as logos, scratches and lost blocks, "
      "from "
      "what is around it, on an NVIDIA GPU or the CPU",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (element_class, "example",
      "gst-launch-1.0 videotestsrc num-buffers=20 ! alpha method=green ! "
      "cudainpaint use-alpha=true ! videoconvert ! autovideosink");

  trans_class->set_caps = GST_DEBUG_FUNCPTR (gst_cuda_inpaint_set_caps);
  trans_class->before_transform =
      GST_DEBUG_FUNCPTR (gst_cuda_inpaint_before_transform);
  trans_class->submit_input_buffer =
      GST_DEBUG_FUNCPTR (gst_cuda_inpaint_submit_input_buffer);
  trans_class->sink_event = GST_DEBUG_FUNCPTR (gst_cuda_inpaint_sink_event);
  trans_class->start = GST_DEBUG_FUNCPTR (gst_cuda_inpaint_start);
  trans_class->stop = GST_DEBUG_FUNCPTR (gst_cuda_inpaint_stop);
  GCF_ELEMENT_CLASS (klass)->add_stats = gst_cuda_inpaint_add_stats;
  filter_class->get_params = gst_cuda_inpaint_get_params;
  filter_class->get_mask = gst_cuda_inpaint_get_mask;
  filter_class->init_holes = gcf_inpaint_holes_init;
  filter_class->has_history = TRUE;
}

static void
gst_cuda_inpaint_init (GstCudaInpaint *self)
{
  self->rectangles = g_array_new (FALSE, FALSE, sizeof (GstVideoRectangle));
  self->transaction = (GcfTransaction){
    .properties = properties,
    .now = &self->source,
    .good = &self->good,
    .copy = gcf_inpaint_source_copy,
    .apply = apply_source,
  };
  gcf_element_set_transaction (GCF_ELEMENT (self), &self->transaction);
}
