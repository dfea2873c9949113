/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudasnake: contours of noisy targets, found and followed, on the frame. */

/**
 * SECTION:element-cudasnake
 * @title: cudasnake
 * @see_also: cudainpaint, cudamedian
 *
 * Finds the polygon that parts a target from its background best, in very noisy
 * pictures too (ultrasound, radar, microscopes), follows it from frame to
 * frame, and attaches it to the frame as metadata. Pixels stay as they are,
 * unless #GstCudaSnake:draw is set. Contours are the same on an NVIDIA GPU as
 * on the CPU.
 *
 * Best is the polygon for which the luma samples inside and those outside are
 * most likely samples of two normal distributions. The element starts with a
 * rectangle, which it looks for itself or is given (#GstCudaSnake:init), and
 * moves the polygon's nodes, with ever smaller steps, as long as that makes the
 * picture more likely. Where a picture has no target, the list of contours is
 * empty.
 *
 * Each buffer gets a #GstCustomMeta "cudasnake-contours", which programs read
 * with the library gstcudasnakemeta in C, or with GObject introspection alone:
 * the target's number, nodes, area, means and variances of both sides. A
 * #GstVideoRegionOfInterestMeta with the bounding box
 * (#GstCudaSnake:attach-roi), the meta that GStreamer's own analytics elements
 * read (#GstCudaSnake:analytics), element messages
 * (#GstCudaSnake:post-messages) and the outline on the picture
 * (#GstCudaSnake:draw) are to be had too.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 pattern=ball ! \
 *   cudasnake draw=true ! videoconvert ! autovideosink
 * ]| Looks for the target, follows it, and draws its contour.
 * |[
 * gst-launch-1.0 -m videotestsrc num-buffers=100 pattern=ball ! \
 *   cudasnake init=rectangle rectangles="100,60,120,120" window=0 \
 *   post-messages=true ! fakesink
 * ]| Starts with a rectangle, and prints contours as messages.
 *
 * Since: 0.1
 */
#include "gst/filter/gcfanalyzer.h"

#include <math.h>

#include "gstcudasnakemeta.h"
#include "gst/elements/snake/gcfsnakeanalytics.h"
#include "gst/elements/snake/gcfsnakeoutline.h"
#include "gst/elements/snake/gcfsnaketracker.h"
#include "gst/filter/gcfcontinuity.h"
#include "gst/filter/gcfmessage.h"
#include "gst/filter/gcfrectangles.h"

#define GST_TYPE_CUDA_SNAKE (gst_cuda_snake_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaSnake, gst_cuda_snake, GST, CUDA_SNAKE, GcfAnalyzer)
GST_ELEMENT_REGISTER_DECLARE (cudasnake)

GST_DEBUG_CATEGORY_STATIC (gst_cuda_snake_debug);
#define GST_CAT_DEFAULT gst_cuda_snake_debug

G_STATIC_ASSERT (GCF_RECTANGLES_MAX == CF_SNAKE_STARTS_MAX);
G_STATIC_ASSERT (GCF_RECTANGLES_SIDE_MAX == CF_SNAKE_SIDE_MAX);

#define MAX_DRAW_WIDTH 100

static const CfSnakeParams default_params = CF_SNAKE_PARAMS_DEFAULT;

typedef struct {
  CfSnakeParams params;
  GstCudaSnakeInit init;
  gboolean track;
  gboolean attach_roi, analytics, draw, post_messages;
  guint draw_color;
  gint draw_width;
} Settings;

/* A change of properties asks this of the next frame. */
typedef struct {
  gboolean restart; /* with new targets */
  gboolean judge;   /* the rectangles */
} Changes;

/* Counts of the last frame, and of all since the start. */
typedef struct {
  guint64 contours, levels, phases;
} Counts;

struct _GstCudaSnake {
  GcfAnalyzer parent;

  /* under the object lock */
  Settings settings;
  gchar *rectangles_text;
  GArray *rectangles; /* never changed, but replaced */
  Changes changes;
  Counts last, total;
  guint64 n_lost;

  /* the streaming thread's */
  CfSnake *snake;       /* for the format that is negotiated, or NULL */
  CfSnakeParams params; /* of the last frame */
  GcfSnakeTracker *tracker;
  gint width, height; /* that the tracker's targets are in */
  GArray *boxes;      /* where targets may begin, GstVideoRectangle */
};

enum { SIGNAL_RESTART, N_SIGNALS };

static guint signals[N_SIGNALS];

#define gst_cuda_snake_parent_class parent_class
G_DEFINE_TYPE_WITH_CODE (GstCudaSnake, gst_cuda_snake, GCF_TYPE_ANALYZER,
    GST_DEBUG_CATEGORY_INIT (
        gst_cuda_snake_debug, "cudasnake", 0, "Contours of noisy targets"))
GST_ELEMENT_REGISTER_DEFINE (
    cudasnake, "cudasnake", GST_RANK_NONE, GST_TYPE_CUDA_SNAKE)

/**
 * GstCudaSnakeInit:
 *
 * Where contours start, in the first frame and where a target was lost.
 *
 * Since: 0.1
 */
static GCF_DEFINE_ENUM (GstCudaSnakeInit, gst_cuda_snake_init,
    { GST_CUDA_SNAKE_INIT_SEARCH,
        "The rectangle that is most likely a target, looked for in the frame",
        "search" },
    { GST_CUDA_SNAKE_INIT_RECTANGLE, "Each of rectangles", "rectangle" },
    { GST_CUDA_SNAKE_INIT_ROI, "Each GstVideoRegionOfInterestMeta of the frame",
        "roi" });

/**
 * GstCudaSnakeModel:
 *
 * What the samples of target and background are taken to be.
 *
 * Since: 0.1
 */
static GCF_DEFINE_ENUM (GstCudaSnakeModel, gst_cuda_snake_model,
    { CF_SNAKE_GAUSSIAN, "Two means and two variances", "gaussian" },
    { CF_SNAKE_POOLED, "Two means and one variance", "pooled" });

/**
 * GstCudaSnakeTarget:
 *
 * What counts as a target, by its mean beside the background's.
 *
 * Since: 0.1
 */
static GCF_DEFINE_ENUM (GstCudaSnakeTarget, gst_cuda_snake_target,
    { CF_SNAKE_TARGET_AUTO, "Brighter or darker than the background", "auto" },
    { CF_SNAKE_TARGET_BRIGHT, "Brighter than the background", "bright" },
    { CF_SNAKE_TARGET_DARK, "Darker than the background", "dark" });

/* Places where targets may begin */

/* Keeps the rectangles that the frame has, the others without an area, with a
 * warning. */
static void
judge_rectangles (GstCudaSnake *self, const GArray *rectangles)
{
  const gint width = self->width, height = self->height;
  guint i;

  g_array_set_size (self->boxes, 0);
  if (rectangles->len == 0)
    gcf_element_warn (GCF_ELEMENT (self),
        "init=rectangle without rectangles finds no contour: set rectangles to "
        "\"x,y,width,height\", in pixels.");
  for (i = 0; i < rectangles->len; i++) {
    GstVideoRectangle box = g_array_index (rectangles, GstVideoRectangle, i);

    if (box.x >= width || box.y >= height || box.w > width - box.x
        || box.h > height - box.y) {
      gcf_element_warn (GCF_ELEMENT (self),
          "Rectangle %u, %d,%d,%d,%d, is not within the frame of %dx%d pixels, "
          "and is left out: make it smaller or move it.",
          i + 1, box.x, box.y, box.w, box.h, width, height);
      box = (GstVideoRectangle){ 0 };
    }
    g_array_append_val (self->boxes, box);
  }
}

/* Collects regions as far as they are in the frame. Those of our own kind are
 * contours that another cudasnake found. */
static void
collect_regions (GstCudaSnake *self, GstBuffer *buffer)
{
  const GstVideoRectangle frame = { 0, 0, self->width, self->height };
  gpointer state = NULL;
  GstMeta *meta;

  g_array_set_size (self->boxes, 0);
  while ((meta = gst_buffer_iterate_meta_filtered (
              buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE))) {
    GstVideoRegionOfInterestMeta *roi = (GstVideoRegionOfInterestMeta *)meta;
    GstVideoRectangle box = { 0 };

    if (roi->roi_type
        == g_quark_from_static_string (GST_CUDA_SNAKE_META_ROI_TYPE))
      continue;
    if (roi->x < (guint)frame.w && roi->y < (guint)frame.h) {
      box.x = roi->x;
      box.y = roi->y;
      box.w = MIN (roi->w, (guint)frame.w - roi->x);
      box.h = MIN (roi->h, (guint)frame.h - roi->y);
    }
    if (self->boxes->len == CF_SNAKE_STARTS_MAX) {
      GST_WARNING_OBJECT (self,
          "the frame has more than %d regions of interest; the others are "
          "ignored",
          CF_SNAKE_STARTS_MAX);
      break;
    }
    g_array_append_val (self->boxes, box);
  }
}

/* Contours */

typedef struct {
  GstCudaSnake *self;
  CfSnakeStart starts[CF_SNAKE_STARTS_MAX];
  guint n_starts;
} Frame;

static gboolean
find_contours (
    CfStream *stream, const CfPlane *luma, gpointer data, GError **error)
{
  Frame *frame = data;
  GstCudaSnake *self = frame->self;
  CfSnakeResult result;

  while (frame->n_starts > 0) {
    if (!cf_snake_run (self->snake, stream, luma, frame->starts,
            frame->n_starts, &result, error))
      return FALSE;
    gcf_snake_tracker_add (self->tracker, &result);
    frame->n_starts = gcf_snake_tracker_next (self->tracker, frame->starts);
  }
  return TRUE;
}

/* Takes contours by these parameters from here on. */
static void
take_params (GstCudaSnake *self, const CfSnakeParams *params)
{
  const CfSnakeParams last = self->params;

  self->params = *params;
  if (memcmp (&last, params, sizeof (last)) == 0)
    return;
  if (params->window != last.window)
    gcf_snake_tracker_reset_windows (self->tracker);
  g_clear_pointer (&self->snake, cf_snake_free);
  gcf_snake_tracker_reset_histories (self->tracker);
}

/* Takes over what properties are. */
static gboolean
take_over (GstCudaSnake *self, Settings *settings, GError **error)
{
  GArray *rectangles;
  Changes changes;
  gboolean ok;

  GST_OBJECT_LOCK (self);
  *settings = self->settings;
  changes = self->changes;
  self->changes = (Changes){ 0 };
  rectangles = g_array_ref (self->rectangles);
  GST_OBJECT_UNLOCK (self);

  if (changes.restart)
    gcf_snake_tracker_reset (self->tracker);
  if (changes.judge && settings->init == GST_CUDA_SNAKE_INIT_RECTANGLE)
    judge_rectangles (self, rectangles);
  take_params (self, &settings->params);
  if (!self->snake)
    self->snake = cf_snake_new (gcf_element_get_device (GCF_ELEMENT (self)),
        &settings->params, gcf_analyzer_get_luma (GCF_ANALYZER (self)), error);
  ok = self->snake != NULL;
  g_array_unref (rectangles);
  return ok;
}

static gboolean
find_targets (GstCudaSnake *self, const Settings *settings, GstBuffer *buffer,
    GError **error)
{
  Frame frame = { .self = self };
  GcfSnakePlaces places = { .init = settings->init,
    .track = settings->track,
    .max_nodes = settings->params.max_nodes,
    .must_settle =
        settings->params.max_nodes >= default_params.max_nodes
        && settings->params.max_iterations >= default_params.max_iterations,
    .width = self->width,
    .height = self->height,
    .time = GST_BUFFER_PTS (buffer) };

  if (settings->init == GST_CUDA_SNAKE_INIT_ROI)
    collect_regions (self, buffer);
  places.boxes = (const GstVideoRectangle *)self->boxes->data;
  places.n_boxes = self->boxes->len;
  gcf_snake_tracker_begin (self->tracker, &places);
  frame.n_starts = gcf_snake_tracker_next (self->tracker, frame.starts);
  return frame.n_starts == 0
         || gcf_analyzer_look (
             GCF_ANALYZER (self), buffer, find_contours, &frame, error);
}

static void
count (GstCudaSnake *self, const GcfSnakeFound *found, guint n_found)
{
  const guint n_lost = gcf_snake_tracker_get_n_lost (self->tracker);
  Counts counts = { .contours = n_found };
  guint i;

  if (n_lost > 0)
    GST_INFO_OBJECT (self, "%u targets are lost", n_lost);

  for (i = 0; i < n_found; i++) {
    counts.levels += found[i].contour.levels;
    counts.phases += found[i].contour.iterations;
  }
  GST_OBJECT_LOCK (self);
  self->last = counts;
  self->total.contours += counts.contours;
  self->total.levels += counts.levels;
  self->total.phases += counts.phases;
  self->n_lost += n_lost;
  GST_OBJECT_UNLOCK (self);
}

/* Output */

/* Drops regions of contours that are replaced. */
static gboolean
drop_old_region (GstBuffer *buffer, GstMeta **meta, gpointer data)
{
  if ((*meta)->info->api == GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE
      && ((GstVideoRegionOfInterestMeta *)*meta)->roi_type
             == g_quark_from_static_string (GST_CUDA_SNAKE_META_ROI_TYPE))
    *meta = NULL;
  return TRUE;
}

static gboolean
draw (GstCudaSnake *self, const Settings *settings, GstBuffer *buffer,
    const GcfSnakeFound *found, guint n_found, GError **error)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (CfSpan));
  gboolean ok;
  guint i;

  for (i = 0; i < n_found; i++)
    gcf_snake_outline_add (spans, found[i].contour.points,
        found[i].contour.n_points, settings->draw_width, self->width,
        self->height);
  gcf_snake_outline_merge (spans);
  ok = gcf_analyzer_draw (GCF_ANALYZER (self), buffer,
      (const CfSpan *)spans->data, spans->len, settings->draw_color, error);
  g_array_unref (spans);
  return ok;
}

static gboolean
post (GstCudaSnake *self, GstBuffer *buffer,
    const GstCudaSnakeContours *contours, GError **error)
{
  GstStructure *structure =
      gst_cuda_snake_contours_to_structure (contours, error);

  if (!structure)
    return FALSE;
  gcf_message_post (GST_BASE_TRANSFORM (self), buffer, structure);
  return TRUE;
}

#ifdef HAVE_GST_ANALYTICS
static void
add_analytics (const Settings *settings, GstBuffer *buffer,
    const GstCudaSnakeContours *contours, const GcfSnakeFound *found)
{
  GstClockTime since[CF_SNAKE_STARTS_MAX];
  guint i;

  for (i = 0; i < contours->n_contours; i++)
    since[i] = found[i].since;
  /* without tracking a number says nothing of the next frame */
  gcf_snake_analytics_add (buffer, contours, settings->track ? since : NULL);
}
#endif

static gboolean
hand_out (GstCudaSnake *self, const Settings *settings, GstBuffer *buffer,
    GError **error)
{
  GstCudaSnakeContour contour[CF_SNAKE_STARTS_MAX];
  GstCudaSnakeContours contours = {
    .width = self->width, .height = self->height, .contours = contour
  };
  const GcfSnakeFound *found =
      gcf_snake_tracker_get (self->tracker, &contours.n_contours);
  guint i;

  for (i = 0; i < contours.n_contours; i++) {
    const CfSnakeContour *c = &found[i].contour;

    contour[i] = (GstCudaSnakeContour){ .id = found[i].id,
      .n_points = c->n_points,
      .points = (const gint *)c->points,
      .area = c->area,
      .mean_in = c->mean_in,
      .variance_in = c->variance_in,
      .mean_out = c->mean_out,
      .variance_out = c->variance_out,
      .criterion = c->criterion,
      .iterations = c->iterations,
      .converged = c->converged,
      .cut = c->cut };
  }
  count (self, found, contours.n_contours);
  GST_LOG_OBJECT (self, "%u contours", contours.n_contours);

  gst_buffer_foreach_meta (buffer, drop_old_region, NULL);
#ifdef HAVE_GST_ANALYTICS
  if (settings->analytics)
    add_analytics (settings, buffer, &contours, found);
#endif
  return gst_buffer_set_cuda_snake_contours (buffer, &contours, error)
         && (!settings->attach_roi
             || gst_buffer_add_cuda_snake_regions (buffer, &contours, error))
         && (!settings->draw
             || draw (
                 self, settings, buffer, found, contours.n_contours, error))
         && (!settings->post_messages || post (self, buffer, &contours, error));
}

static gboolean
gst_cuda_snake_analyse (
    GcfAnalyzer *analyzer, GstBuffer *buffer, GError **error)
{
  GstCudaSnake *self = GST_CUDA_SNAKE (analyzer);
  Settings settings;

  return take_over (self, &settings, error)
         && find_targets (self, &settings, buffer, error)
         && hand_out (self, &settings, buffer, error);
}

/* Beginnings */

static void
gst_cuda_snake_unprepare (GcfElement *element)
{
  g_clear_pointer (&GST_CUDA_SNAKE (element)->snake, cf_snake_free);
}

static gboolean
gst_cuda_snake_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstCudaSnake *self = GST_CUDA_SNAKE (trans);
  const GstVideoInfo *info = &GCF_ELEMENT (self)->info;
  const GstVideoInfo last = *info;
  const CfPlane *luma;

  if (!GST_BASE_TRANSFORM_CLASS (parent_class)
           ->set_caps (trans, incaps, outcaps))
    return FALSE;
  if (self->width > 0 && gcf_picture_is_same (&last, info))
    return TRUE;
  gcf_snake_tracker_reset_histories (self->tracker);
  luma = gcf_analyzer_get_luma (GCF_ANALYZER (self));
  if (luma->width == self->width && luma->height == self->height)
    return TRUE;
  self->width = luma->width;
  self->height = luma->height;
  gcf_snake_tracker_reset (self->tracker);
  GST_OBJECT_LOCK (self);
  self->changes.judge = TRUE;
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

static gboolean
gst_cuda_snake_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  GstCudaSnake *self = GST_CUDA_SNAKE (trans);

  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP
      || (GST_EVENT_TYPE (event) == GST_EVENT_STREAM_START
          && !gcf_continuity_is_same_stream (
              GST_BASE_TRANSFORM_SINK_PAD (trans), event)))
    gcf_snake_tracker_reset (self->tracker);
  return GST_BASE_TRANSFORM_CLASS (parent_class)->sink_event (trans, event);
}

static gboolean
gst_cuda_snake_start (GstBaseTransform *trans)
{
  GstCudaSnake *self = GST_CUDA_SNAKE (trans);

  self->tracker = gcf_snake_tracker_new ();
  self->width = self->height = 0;
  GST_OBJECT_LOCK (self);
  self->last = self->total = (Counts){ 0 };
  self->n_lost = 0;
  GST_OBJECT_UNLOCK (self);
  if (GST_BASE_TRANSFORM_CLASS (parent_class)->start (trans))
    return TRUE;
  g_clear_pointer (&self->tracker, gcf_snake_tracker_free);
  return FALSE;
}

static gboolean
gst_cuda_snake_stop (GstBaseTransform *trans)
{
  GstCudaSnake *self = GST_CUDA_SNAKE (trans);
  gboolean stopped = GST_BASE_TRANSFORM_CLASS (parent_class)->stop (trans);

  g_clear_pointer (&self->tracker, gcf_snake_tracker_free);
  return stopped;
}

/* Properties */

static void
gst_cuda_snake_add_stats (GcfElement *element, GstStructure *stats)
{
  GstCudaSnake *self = GST_CUDA_SNAKE (element);

  gst_structure_set (stats, "contours", G_TYPE_UINT64, self->last.contours,
      "levels", G_TYPE_UINT64, self->last.levels, "phases", G_TYPE_UINT64,
      self->last.phases, "total-contours", G_TYPE_UINT64, self->total.contours,
      "total-levels", G_TYPE_UINT64, self->total.levels, "total-phases",
      G_TYPE_UINT64, self->total.phases, "lost-targets", G_TYPE_UINT64,
      self->n_lost, NULL);
}

static void
gst_cuda_snake_restart (GstCudaSnake *self)
{
  GST_OBJECT_LOCK (self);
  self->changes.restart = TRUE;
  GST_OBJECT_UNLOCK (self);
}

/* Targets are new ones, and where they may begin is judged anew. */
static void
starts_changed (GObject *object, GParamSpec *spec)
{
  Changes *changes = &GST_CUDA_SNAKE (object)->changes;

  changes->restart = changes->judge = TRUE;
}

static void
track_changed (GObject *object, GParamSpec *spec)
{
  GST_CUDA_SNAKE (object)->changes.restart = TRUE;
}

static void
set_rectangles (GObject *object, GParamSpec *spec, const GValue *value)
{
  GstCudaSnake *self = GST_CUDA_SNAKE (object);
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
  self->changes.judge = TRUE;
  if (self->settings.init == GST_CUDA_SNAKE_INIT_RECTANGLE)
    self->changes.restart = TRUE;
  GST_OBJECT_UNLOCK (self);
  g_array_unref (old);
}

/* The declared range leaves it to us to judge what is between 0 and 1, or no
 * number. */
static void
set_window (GObject *object, GParamSpec *spec, const GValue *value)
{
  GcfElement *element = GCF_ELEMENT (object);
  CfSnakeParams params = default_params;
  GError *error = NULL;

  params.window = g_value_get_double (value);
  if (cf_snake_params_validate (&params, &error))
    gcf_element_keep_param (element, spec, value);
  else
    gcf_element_refuse (
        element, spec, NULL, "%s. This was refused", error->message);
  g_clear_error (&error);
}

static void
set_analytics (GObject *object, GParamSpec *spec, const GValue *value)
{
  GcfElement *element = GCF_ELEMENT (object);

#ifndef HAVE_GST_ANALYTICS
  if (g_value_get_boolean (value)) {
    gcf_element_refuse (element, spec, "analytics stays false",
        "analytics=true: this build has no GstAnalyticsRelationMeta. Build the "
        "plugin with GStreamer 1.24 or later and gstreamer-analytics-1.0 "
        "(Debian 13: libgstreamer-plugins-bad1.0-dev). This was refused");
    return;
  }
#endif
  gcf_element_keep_param (element, spec, value);
}

#define GCF_PARAM_OBJECT GstCudaSnake

static const GcfParam properties[] = {
  /**
   * GstCudaSnake:init:
   *
   * Where contours start, in the first frame and wherever a target is lost.
   * A change, also of #GstCudaSnake:rectangles, begins with new targets.
   *
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("init", "Start",
      "Where contours start, in the first frame and where a target was "
      "lost",
      gst_cuda_snake_init_get_type, GST_CUDA_SNAKE_INIT_SEARCH, GCF_PARAM_LIVE,
      settings.init, .changed = starts_changed),
  /**
   * GstCudaSnake:rectangles:
   *
   * A target starts in each, with #GstCudaSnake:init rectangle. Text that is no
   * such list is refused: the old list stays in force and the element posts a
   * warning, or before PAUSED does not start. A rectangle that is not within
   * the frame is left out, with a warning.
   *
   * Since: 0.1
   */
  GCF_PARAM_STRING ("rectangles", "Rectangles",
      "Where contours start with init=rectangle: \"x,y,width,height; …\", "
      "in pixels from the top left, within the frame, at most 64",
      "", GCF_PARAM_LIVE, rectangles_text, .set = set_rectangles),
  /**
   * GstCudaSnake:track:
   *
   * A frame's contours start from the last frame's, and keep their numbers.
   * Without, each frame is looked at for itself, and a contour's number is that
   * of its rectangle or region of interest, from 1.
   *
   * Since: 0.1
   */
  GCF_PARAM_BOOLEAN ("track", "Track",
      "Start from the last frame's contours (false: each frame anew, and "
      "targets have the numbers of their rectangles)",
      TRUE, GCF_PARAM_LIVE, settings.track, .changed = track_changed),
  /**
   * GstCudaSnake:model:
   *
   * What samples are taken to be. With gaussian both sides have a variance of
   * their own; pooled, with one for both, is steadier where something else than
   * the target is very even, such as a black margin.
   *
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("model", "Model",
      "What the samples of target and background are taken to be",
      gst_cuda_snake_model_get_type, CF_SNAKE_GAUSSIAN, GCF_PARAM_LIVE,
      settings.params.model),
  /**
   * GstCudaSnake:target:
   *
   * On which side of the background's mean the target's is.
   *
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("target", "Target", "What counts as a target",
      gst_cuda_snake_target_get_type, CF_SNAKE_TARGET_AUTO, GCF_PARAM_LIVE,
      settings.params.target),
  /**
   * GstCudaSnake:initial-step:
   *
   * How far nodes move at first, in pixels; the step is halved level by level.
   * With 0 it is half the shorter side of a rectangle that was found, half the
   * longer side of the window, and more, of one that was given, and 8 for a
   * tracked contour.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("initial-step", "Initial step",
      "How far nodes move at first, in pixels, halved level by level: more "
      "reaches further, and takes longer (0 = half the rectangle that was "
      "found, more than half the window of one that was given, 8 for a "
      "tracked contour)",
      0, CF_SNAKE_SIDE_MAX, 0, GCF_PARAM_LIVE, settings.params.initial_step),
  /**
   * GstCudaSnake:min-segment:
   *
   * Segments of this length, in pixels, and shorter ones get no node in their
   * middle: the larger, the coarser the contour, and the sooner it is there.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("min-segment", "Least segment",
      "Segments of this length, in pixels, and shorter ones get no more "
      "nodes: more makes coarser contours, faster",
      1, CF_SNAKE_SIDE_MAX, CF_SNAKE_MIN_SEGMENT, GCF_PARAM_LIVE,
      settings.params.min_segment),
  /**
   * GstCudaSnake:max-nodes:
   *
   * How many nodes a contour has at most. One that would have more ends there,
   * and counts as not converged.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("max-nodes", "Most nodes",
      "Nodes that a contour has at most: more follows longer and more winding "
      "ones; one that would have more counts as not converged",
      4, CF_SNAKE_NODES_MAX, CF_SNAKE_NODES, GCF_PARAM_LIVE,
      settings.params.max_nodes),
  /**
   * GstCudaSnake:max-iterations:
   *
   * How many phases, moves of half the nodes, a contour of a frame takes at
   * most. One that would take more ends there, and counts as not converged.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("max-iterations", "Most iterations",
      "Phases, moves of half the nodes, that a contour of a frame takes at "
      "most: more lets larger ones converge, and takes longer; one that would "
      "take more counts as not converged",
      1, CF_SNAKE_ITERATIONS_MAX, CF_SNAKE_ITERATIONS, GCF_PARAM_LIVE,
      settings.params.max_iterations),
  /**
   * GstCudaSnake:window:
   *
   * What is background to a target that starts from a rectangle, a region of
   * interest or the last frame's contour: a window around it, this factor times
   * its box, and at least 16 pixels around it. A tracked target keeps the size
   * of its window. 0 is the whole frame; values between 0 and 1 are refused.
   *
   * Since: 0.1
   */
  GCF_PARAM_DOUBLE ("window", "Window",
      "Width and height of what is background to a target that is given or "
      "tracked, in those of its box: more compares with more of its "
      "surroundings (1 to 100; 0 = the whole frame)",
      0, CF_SNAKE_WINDOW_MAX, CF_SNAKE_WINDOW,
      GCF_PARAM_LIVE | GST_PARAM_CONTROLLABLE, settings.params.window,
      .set = set_window),
  /**
   * GstCudaSnake:attach-roi:
   *
   * Adds the bounding box of each contour to the buffer as a
   * #GstVideoRegionOfInterestMeta of type "cudasnake", whose id is the
   * contour's number.
   *
   * Since: 0.1
   */
  GCF_PARAM_BOOLEAN ("attach-roi", "Attach regions of interest",
      "Also attach each contour's bounding box as a "
      "GstVideoRegionOfInterestMeta of type cudasnake, with the same id",
      FALSE, GCF_PARAM_LIVE, settings.attach_roi),
  /**
   * GstCudaSnake:analytics:
   *
   * Adds each contour to the buffer's GstAnalyticsRelationMeta too, beside what
   * is there: an object of type "cudasnake" with the bounding box, whose
   * confidence is 1 less the contour's cut; with #GstCudaSnake:track a track
   * with the contour's number; and, from GStreamer 1.26 on, a mask of all
   * contours. A plugin that was built with GStreamer before 1.24 refuses it
   * with a warning.
   *
   * Since: 0.2
   */
  GCF_PARAM_BOOLEAN ("analytics", "Analytics",
      "Also add each contour to the buffer's GstAnalyticsRelationMeta: "
      "object, track and, from GStreamer 1.26 on, segmentation mask "
      "(refused by builds with GStreamer before 1.24)",
      FALSE, GCF_PARAM_LIVE, settings.analytics, .set = set_analytics),
  /**
   * GstCudaSnake:draw:
   *
   * Draws the contours on the picture. A frame that somebody else has too is
   * copied for that.
   *
   * Since: 0.1
   */
  GCF_PARAM_BOOLEAN ("draw", "Draw",
      "Draw the contours on the picture (false: pixels stay untouched)", FALSE,
      GCF_PARAM_LIVE, settings.draw),
  /**
   * GstCudaSnake:draw-color:
   *
   * The colour of contours that #GstCudaSnake:draw draws: alpha, red, green and
   * blue of 8 bits each, from the highest on. Alpha counts where the format has
   * it.
   *
   * Since: 0.1
   */
  GCF_PARAM_UINT ("draw-color", "Drawing colour",
      "Colour of drawn contours, big-endian ARGB, 8 bits each; alpha counts "
      "where the format has it",
      0, G_MAXUINT32, 0xffffff00, GCF_PARAM_LIVE, settings.draw_color),
  /**
   * GstCudaSnake:draw-width:
   *
   * How wide contours are that #GstCudaSnake:draw draws, in pixels.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("draw-width", "Drawing width",
      "Width of drawn contours, in pixels", 1, MAX_DRAW_WIDTH, 2,
      GCF_PARAM_LIVE, settings.draw_width),
  /**
   * GstCudaSnake:post-messages:
   *
   * Posts the contours of each frame as an element message too, in the form in
   * which its buffer has them.
   *
   * Since: 0.1
   */
  GCF_PARAM_BOOLEAN ("post-messages", "Post messages",
      "Post each frame's contours as an element message too", FALSE,
      GCF_PARAM_LIVE, settings.post_messages),
  /**
   * GstCudaSnake:stats:
   *
   * Counts, bytes and mean times since the element started, and what is this
   * element's, as a #GstStructure.
   *
   * Since: 0.1
   */
  GCF_PARAM_STATS (
      "; contours, levels and phases of the last frame; total-contours, "
      "total-levels, total-phases; lost-targets"),
};

static void
gst_cuda_snake_finalize (GObject *object)
{
  GstCudaSnake *self = GST_CUDA_SNAKE (object);

  g_free (self->rectangles_text);
  g_array_unref (self->rectangles);
  g_array_unref (self->boxes);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cuda_snake_class_init (GstCudaSnakeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);
  GcfElementClass *element_class = GCF_ELEMENT_CLASS (klass);

  object_class->finalize = gst_cuda_snake_finalize;
  gcf_element_class_install (
      element_class, properties, G_N_ELEMENTS (properties));

  /**
   * GstCudaSnake::restart:
   * @self: the element
   *
   * Action signal: from the next frame on targets are new, and start as
   * #GstCudaSnake:init says.
   *
   * Since: 0.1
   */
  signals[SIGNAL_RESTART] = g_signal_new_class_handler ("restart",
      G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION,
      G_CALLBACK (gst_cuda_snake_restart), NULL, NULL, NULL, G_TYPE_NONE, 0);

  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "CUDA contours", "Filter/Analyzer/Video/Hardware",
      "Finds the polygon that parts a noisy target from its background, "
      "follows "
      "it and attaches it to the frame, on an NVIDIA GPU or the CPU",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (GST_ELEMENT_CLASS (klass), "example",
      "gst-launch-1.0 videotestsrc num-buffers=100 pattern=ball ! cudasnake "
      "draw=true ! videoconvert ! autovideosink");

  trans_class->start = GST_DEBUG_FUNCPTR (gst_cuda_snake_start);
  trans_class->stop = GST_DEBUG_FUNCPTR (gst_cuda_snake_stop);
  trans_class->set_caps = GST_DEBUG_FUNCPTR (gst_cuda_snake_set_caps);
  trans_class->sink_event = GST_DEBUG_FUNCPTR (gst_cuda_snake_sink_event);
  GCF_ANALYZER_CLASS (klass)->analyse = gst_cuda_snake_analyse;
  element_class->unprepare = gst_cuda_snake_unprepare;
  element_class->add_stats = gst_cuda_snake_add_stats;
  /* so that programs that read by GStreamer alone know the name; a name that
   * is taken gives a warning with the first frame */
  gst_cuda_snake_meta_register (NULL);
}

static void
gst_cuda_snake_init (GstCudaSnake *self)
{
  self->rectangles = g_array_new (FALSE, FALSE, sizeof (GstVideoRectangle));
  self->boxes = g_array_new (FALSE, FALSE, sizeof (GstVideoRectangle));
}
