/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters: parameters, results, and frames that wait for later ones. */
#include "gst/filter/gstcudafilter.h"

#include "gst/filter/gstcudafilterallocation.h"
#include "gst/filter/gstcudafiltercaps.h"
#include "gst/filter/gstcudafiltercontinuity.h"
#include "gst/cuda/gstcudafiltercuda.h"
#include "gst/filter/gstcudafilterlookahead.h"
#include "gst/filter/gstcudafilternoise.h"
#include "gst/filter/gstcudafilterpace.h"
#include "gst/filter/gstcudafilterqos.h"
#include "gst/filter/gstcudafilterroi.h"
#include "gst/nvmm/gstcudafilternvmmpool.h"

GST_DEBUG_CATEGORY_EXTERN (gst_cuda_filter_debug);
#define GST_CAT_DEFAULT gst_cuda_filter_debug

struct _GstCudaFilterPrivate {
  /* under the object lock */
  gint set_lookahead; /* from the next start on */
  gboolean params_changed;
  GstCudaFilterPace pace;
  guint n_wait; /* buffers that one waits for, by the caps */
  GstCudaFilterQos qos;

  GQuark roi_type; /* the streaming thread's; 0: whole frames are filtered */

  /* from start to stop, the streaming thread's */
  GstCudaFilterLookahead lookahead;
  guint n_ahead;              /* as it was at the start */
  gboolean postponed;         /* parameters wait for the frames that are kept */
  gboolean missed;            /* the frame before the next one that comes */
  gboolean lost;              /* the frame before the next one that leaves */
  GstCudaFilterRunFlags last; /* of the last frame that was kept */
  GstFlowReturn drained;      /* what the last drain's pushes returned */

  /* from set_caps on */
  gboolean same_memory;                  /* on both pads */
  gboolean on_device;                    /* results may stay there */
  gboolean cuda_results, adopted_stream; /* CUDAMemory */
  GstCudaFilterContinuity continuity;    /* of frames that come */
  GstCudaFilterContinuity leaving;       /* of those that were kept */
  GstCudaFilterNoiseTeller noise;
};

#define gst_cuda_filter_parent_class parent_class
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (
    GstCudaFilter, gst_cuda_filter, GST_TYPE_CUDA_ELEMENT)

static void drain (GstCudaFilter *self);

static void
post_latency (GstCudaFilter *self)
{
  gst_element_post_message (
      GST_ELEMENT (self), gst_message_new_latency (GST_OBJECT (self)));
}

/* Parameters */

void
gst_cuda_filter_params_changed (GstCudaFilter *self)
{
  self->priv->params_changed = TRUE;
}

static void
gst_cuda_filter_param_changed (GstCudaElement *element)
{
  gst_cuda_filter_params_changed (GST_CUDA_FILTER (element));
}

void
gst_cuda_filter_set_roi_type (GstCudaFilter *self, GQuark type)
{
  self->priv->roi_type = type;
}

void
gst_cuda_filter_set_lookahead (GstCudaFilter *self, guint n_frames)
{
  self->priv->set_lookahead = n_frames;
}

guint
gst_cuda_filter_get_lookahead (GstCudaFilter *self)
{
  return self->priv->n_ahead;
}

/* Reads what set_property() left; FALSE where that is nothing new. */
static gboolean
read_params (GstCudaFilter *self, gboolean anyway, CfFilterParams *params,
    GstCudaFilterPlanes *planes)
{
  GstCudaFilterPrivate *priv = self->priv;
  gboolean changed;

  *params = (CfFilterParams){ 0 };
  GST_OBJECT_LOCK (self);
  changed = priv->params_changed || anyway;
  if (changed) {
    GST_CUDA_FILTER_GET_CLASS (self)->get_params (self, params, planes);
    priv->params_changed = FALSE;
  }
  GST_OBJECT_UNLOCK (self);
  return changed;
}

/* It is there from when it is negotiated on. */
static GstCudaFilterPrepared *
get_prepared (GstCudaFilter *self)
{
  return gst_cuda_filter_runner_get_prepared (GST_CUDA_ELEMENT (self)->runner);
}

static gboolean
looks_ahead (GstCudaFilter *self)
{
  return gst_cuda_filter_prepared_get_history (get_prepared (self)).future > 0;
}

/* Takes it over, and passes frames through where that leaves nothing to do and
 * none is kept. TRUE where this pass-through changed. */
static gboolean
update_params (GstCudaFilter *self, gboolean anyway)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstCudaFilterClass *klass = GST_CUDA_FILTER_GET_CLASS (self);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  gboolean passthrough;
  CfFilterParams params;
  GstCudaFilterPlanes planes;

  if (!read_params (self, anyway, &params, &planes))
    return FALSE;
  passthrough =
      gst_cuda_filter_prepared_set_params (get_prepared (self), &params, planes)
      && priv->same_memory && !klass->never_passthrough && priv->n_ahead == 0;
  if (passthrough == gst_base_transform_is_passthrough (trans))
    return FALSE;
  GST_DEBUG_OBJECT (self, "pass-through %s", passthrough ? "on" : "off");
  gst_base_transform_set_passthrough (trans, passthrough);
  return TRUE;
}

/* TRUE if parameters of a frame are those of its push, before its turn. */
static gboolean
has_turn_at_push (GstCudaFilter *self)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (self);

  return element->negotiated
         && gst_cuda_filter_prepared_get_history (get_prepared (self)).at_push;
}

/* Updates in the turn of a frame that was kept. A change that would give up
 * frames in the filter waits until none is. */
static void
update_params_of_kept (GstCudaFilter *self)
{
  CfFilterParams params;
  GstCudaFilterPlanes planes;

  if (!read_params (self, FALSE, &params, &planes))
    return;
  if (gst_cuda_filter_prepared_goes_on (get_prepared (self), &params, planes)) {
    gst_cuda_filter_prepared_set_params (get_prepared (self), &params, planes);
  } else {
    gst_cuda_filter_prepared_adopt (get_prepared (self), &params);
    self->priv->postponed = TRUE;
  }
}

/* Updates before a frame is kept. Kept frames get their results first where the
 * filter cannot go on: they are uploaded once, have all of the past that they
 * ought to have, and none waits for frames that another filter gets. */
static void
update_params_before_keep (GstCudaFilter *self)
{
  GstCudaFilterPrivate *priv = self->priv;
  CfFilterParams params;
  GstCudaFilterPlanes planes;

  if (!read_params (self, priv->postponed, &params, &planes))
    return;
  if (!gst_cuda_filter_prepared_goes_on (
          get_prepared (self), &params, planes)) {
    gst_cuda_filter_prepared_adopt (get_prepared (self), &params);
    drain (self);
    update_params (self, TRUE);
  } else if (has_turn_at_push (self)) {
    gst_cuda_filter_prepared_set_params (get_prepared (self), &params, planes);
  } else {
    /* of the next frame's turn */
    GST_OBJECT_LOCK (self);
    priv->params_changed = TRUE;
    GST_OBJECT_UNLOCK (self);
  }
  priv->postponed = FALSE;
}

static void
gst_cuda_filter_prepare (GstCudaElement *element)
{
  GST_CUDA_FILTER (element)->priv->postponed = FALSE;
  update_params (GST_CUDA_FILTER (element), TRUE);
}

static void
gst_cuda_filter_unprepare (GstCudaElement *element)
{
  GstCudaFilterPrivate *priv = GST_CUDA_FILTER (element)->priv;

  gst_cuda_filter_lookahead_clear (&priv->lookahead);
  GST_OBJECT_LOCK (element);
  gst_cuda_filter_pace_interrupt (&priv->pace);
  GST_OBJECT_UNLOCK (element);
}

static gboolean
gst_cuda_filter_start (GstBaseTransform *trans)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;

  priv->drained = GST_FLOW_OK;
  priv->missed = priv->lost = priv->postponed = FALSE;
  priv->noise = (GstCudaFilterNoiseTeller){ 0 };
  priv->continuity = priv->leaving = (GstCudaFilterContinuity){ 0 };
  GST_OBJECT_LOCK (self);
  priv->n_ahead = priv->set_lookahead;
  priv->n_wait = 0;
  gst_cuda_filter_pace_init (&priv->pace);
  gst_cuda_filter_qos_reset (&priv->qos);
  GST_OBJECT_UNLOCK (self);
  return GST_BASE_TRANSFORM_CLASS (parent_class)->start (trans);
}

/* Results on the stream that frames come on: then neither has to wait for the
 * other. Once for given caps, as it takes another pool. */
static void
adopt_stream (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (self);
  GstMiniObject *stream = gst_cuda_filter_cuda_get_stream (buffer);

  if (!stream || self->priv->adopted_stream
      || gst_cuda_filter_cuda_get_context (buffer) != element->device->context)
    return;
  self->priv->adopted_stream = gst_cuda_element_adopt_stream (element, stream);
}

/* A frame that is to be kept gets its values when its turn comes. */
static void
gst_cuda_filter_before_transform (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaElement *element = GST_CUDA_ELEMENT (trans);

  if (self->priv->n_ahead > 0) {
    gst_cuda_element_adopt_context (element, buffer);
    return;
  }
  GST_BASE_TRANSFORM_CLASS (parent_class)->before_transform (trans, buffer);
  /* Pass-through changes the pools of both sides. */
  if (element->negotiated && update_params (self, FALSE)) {
    gst_base_transform_reconfigure_src (trans);
    gst_base_transform_reconfigure_sink (trans);
  }
}

/* Caps */

/* Returns how many buffers a frame waits for: of filters with a history a field
 * is for those of its own kind, every other one. */
static guint
count_ahead (GstCudaFilter *self, const GstVideoInfo *info)
{
  const gboolean fields = GST_CUDA_FILTER_GET_CLASS (self)->has_history
                          && GST_VIDEO_INFO_INTERLACE_MODE (info)
                                 == GST_VIDEO_INTERLACE_MODE_ALTERNATE;

  return self->priv->n_ahead * (fields ? 2 : 1);
}

static void
set_pace (GstCudaFilter *self, GstCaps *caps)
{
  const GstVideoInfo *info = &GST_CUDA_ELEMENT (self)->info;
  GstCudaFilterPrivate *priv = self->priv;

  GST_OBJECT_LOCK (self);
  priv->n_wait = count_ahead (self, info);
  gst_cuda_filter_pace_set_caps (&priv->pace, caps, info);
  GST_OBJECT_UNLOCK (self);
  if (priv->n_ahead > 0)
    post_latency (self);
}

static gboolean
takes_anything (GstPad *srcpad)
{
  GstCaps *caps = gst_pad_peer_query_caps (srcpad, NULL);
  gboolean anything = gst_pad_is_linked (srcpad) && gst_caps_is_any (caps);

  gst_caps_unref (caps);
  return anything;
}

/* A sink that takes anything knows nothing of CUDAMemory. */
static GstCaps *
gst_cuda_filter_caps_on_other_pad (GstCudaElement *element,
    GstPadDirection direction, GstCaps *caps, GstCaps *known)
{
  const gboolean to_sink = direction == GST_PAD_SRC;
  const gboolean may_be_cuda =
      !gst_cuda_element_is_on_cpu (element)
      && (to_sink || !gst_cuda_filter_caps_are_cuda (caps)
          || !takes_anything (GST_BASE_TRANSFORM_SRC_PAD (element)));

  return gst_cuda_filter_other_caps (caps, known, to_sink, may_be_cuda);
}

static gboolean
gst_cuda_filter_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;

  drain (self);
  priv->cuda_results = gst_cuda_filter_caps_are_cuda (outcaps);
  priv->adopted_stream = FALSE;
  priv->same_memory =
      gst_cuda_filter_caps_are_cuda (incaps) == priv->cuda_results;
  if (!GST_BASE_TRANSFORM_CLASS (parent_class)
           ->set_caps (trans, incaps, outcaps))
    return FALSE;
  set_pace (self, incaps);
  return TRUE;
}

/* Allocation */

static void
post_no_buffer (GstBaseTransform *trans, const gchar *reason)
{
  GST_ELEMENT_ERROR (trans, RESOURCE, NO_SPACE_LEFT,
      ("There is no buffer for a filtered frame. Free memory of the device, or "
       "let the elements behind this one keep fewer frames."),
      ("%s", reason));
}

static gboolean
gst_cuda_filter_propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (trans);
  GstCudaFilterMemories memories;
  gboolean proposed, kept;
  GstVideoInfo info;
  GstCaps *caps;

  if (!GST_BASE_TRANSFORM_CLASS (parent_class)
           ->propose_allocation (trans, decide_query, query))
    return FALSE;
  /* Downstream has answered in pass-through; that may end any time. */
  if (!decide_query) {
    gst_cuda_filter_limit_metas (query);
    return TRUE;
  }
  if (!gst_cuda_element_ref_memories (element, &memories))
    return FALSE;
  gst_query_parse_allocation (query, &caps, NULL);
  if (!caps || !gst_video_info_from_caps (&info, caps))
    gst_video_info_init (&info);
  kept = !element->runner || GST_CUDA_FILTER (trans)->priv->roi_type
         || !looks_ahead (GST_CUDA_FILTER (trans));
  proposed = gst_cuda_filter_propose_memory (&memories, query,
      kept ? count_ahead (GST_CUDA_FILTER (trans), &info) : 0);
  gst_cuda_element_unref_memories (&memories);
  return proposed;
}

static gboolean
gst_cuda_filter_decide_allocation (GstBaseTransform *trans, GstQuery *query)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterMemories memories;
  gboolean decided;

  if (!gst_cuda_element_ref_memories (GST_CUDA_ELEMENT (self), &memories))
    return FALSE;
  decided =
      gst_cuda_filter_decide_memory (&memories, query, &self->priv->on_device);
  gst_cuda_element_unref_memories (&memories);
  if (!decided)
    post_no_buffer (trans, "no pool for results could be made");
  GST_DEBUG_OBJECT (self, "results stay on the device: %s",
      self->priv->on_device ? "yes" : "no");
  return decided
         && GST_BASE_TRANSFORM_CLASS (parent_class)
                ->decide_allocation (trans, query);
}

/* Frames */

/* TRUE if what filters have of earlier frames says something of the next. */
static gboolean
follows_last (
    GstCudaFilter *self, GstCudaFilterContinuity *continuity, GstBuffer *buffer)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (self);

  return gst_cuda_filter_continuity_take_frame (continuity,
      &GST_BASE_TRANSFORM (self)->segment, buffer, &element->info,
      !gst_cuda_filter_prepared_get_history (get_prepared (self)).is_blind);
}

static void
tell_mask (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaFilterClass *klass = GST_CUDA_FILTER_GET_CLASS (self);
  gpointer mask;

  if (!klass->get_mask)
    return;
  mask = klass->get_mask (self, buffer);
  gst_cuda_filter_prepared_set_mask (
      get_prepared (self), mask, klass->init_holes);
  g_clear_pointer (&mask, g_atomic_rc_box_release);
}

static void
tell_regions (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (self);
  const GQuark type = self->priv->roi_type;
  GArray *rectangles = NULL;

  /* a frame that was kept without its memory is filtered whole */
  if (type && gst_buffer_n_memory (buffer) > 0)
    rectangles = gst_cuda_filter_roi_find (buffer, type,
        GST_VIDEO_INFO_WIDTH (&element->info),
        GST_VIDEO_INFO_HEIGHT (&element->info));
  gst_cuda_filter_runner_set_regions (element->runner, rectangles);
  g_clear_pointer (&rectangles, g_array_unref);
}

static GstCudaFilterRunFlags
get_flags (GstCudaFilter *self, GstBuffer *buffer)
{
  const GstVideoInfo *info = &GST_CUDA_ELEMENT (self)->info;
  const GstCudaFilterClass *klass = GST_CUDA_FILTER_GET_CLASS (self);
  GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (info);
  GstCudaFilterRunFlags flags = { .on_device = self->priv->on_device };

  if (mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED
      || (mode == GST_VIDEO_INTERLACE_MODE_MIXED
          && GST_BUFFER_FLAG_IS_SET (buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED)))
    flags.shape = GST_CUDA_FILTER_SHAPE_BY_FIELD;
  else if ((klass->get_mask || klass->has_history || self->priv->roi_type)
           && mode == GST_VIDEO_INTERLACE_MODE_ALTERNATE
           && GST_VIDEO_BUFFER_IS_BOTTOM_FIELD (buffer))
    flags.shape = GST_CUDA_FILTER_SHAPE_SECOND_FIELD;
  return flags;
}

static GstFlowReturn
gst_cuda_filter_transform (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer *outbuf)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (trans);
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterRunFlags flags = get_flags (self, inbuf);
  const gchar *message = GST_CUDA_FILTER_GET_CLASS (self)->noise_message;
  GstCudaFilterContinuity *continuity =
      self->priv->n_ahead > 0 ? &self->priv->leaving : &self->priv->continuity;
  GError *error = NULL;

  /* adopting upstream's context may have failed, and said so */
  if (!element->negotiated)
    return GST_FLOW_ERROR;
  if (!follows_last (self, continuity, inbuf) && self->priv->n_ahead == 0)
    gst_cuda_filter_prepared_forget (get_prepared (self));
  flags.n_missing = continuity->n_missing;
  if (!looks_ahead (self))
    tell_mask (self, inbuf);
  tell_regions (self, inbuf);
  if (!gst_cuda_filter_runner_run (
          element->runner, inbuf, outbuf, &flags, &error))
    return gst_cuda_element_fail_frame (element, error);
  if (message)
    gst_cuda_filter_noise_teller_post (
        &self->priv->noise, trans, message, element->stats, outbuf);
  return GST_FLOW_OK;
}

static gboolean
has_active_pool (GstBaseTransform *trans)
{
  GstBufferPool *pool = gst_base_transform_get_buffer_pool (trans);
  gboolean active = pool && gst_buffer_pool_is_active (pool);

  gst_clear_object (&pool);
  return active;
}

/* Results in NVMM memory are like the frames they are of; one that was kept
 * without its memory is like those that came before. */
static gboolean
follow_input (GstBaseTransform *trans, GstBuffer *inbuf, GError **error)
{
  GstBufferPool *pool = gst_base_transform_get_buffer_pool (trans);
  gboolean follows = TRUE;

  if (pool && GST_IS_CUDA_FILTER_NVMM_POOL (pool)
      && gst_buffer_n_memory (inbuf) > 0)
    follows = gst_cuda_filter_nvmm_pool_follow (
        GST_CUDA_FILTER_NVMM_POOL (pool), inbuf, error);
  gst_clear_object (&pool);
  return follows;
}

/* A pool that gives no buffer is nobody's error in GstBaseTransform, unlike one
 * that cannot be activated. */
static GstFlowReturn
gst_cuda_filter_prepare_output_buffer (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer **outbuf)
{
  GError *error = NULL;
  GstFlowReturn ret;

  if (!gst_base_transform_is_passthrough (trans)
      && !follow_input (trans, inbuf, &error))
    return gst_cuda_element_fail_frame (GST_CUDA_ELEMENT (trans), error);
  ret = GST_BASE_TRANSFORM_CLASS (parent_class)
            ->prepare_output_buffer (trans, inbuf, outbuf);
  if (ret == GST_FLOW_ERROR && has_active_pool (trans))
    post_no_buffer (trans, "the pool for results gave none");
  return ret;
}

/* Order: frames and events that wait for later frames */

GstBuffer *
gst_cuda_filter_get_ahead (GstCudaFilter *self, guint n)
{
  return gst_cuda_filter_lookahead_peek (&self->priv->lookahead, n);
}

static void
forward_event (GstCudaFilter *self, GstEvent *event)
{
  GST_BASE_TRANSFORM_CLASS (parent_class)
      ->sink_event (GST_BASE_TRANSFORM (self), event);
}

/* Gives up frames that are in the filter, of which one was not filtered, or not
 * taken: the next result would be another frame's. Only events of all that is
 * kept go on. */
static void
give_up_pushed (GstCudaFilter *self)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstMiniObject *item;

  if (!GST_CUDA_ELEMENT (self)->runner || !looks_ahead (self))
    return;
  while ((item = gst_cuda_filter_lookahead_pop (&priv->lookahead, 0))) {
    if (GST_IS_EVENT (item))
      forward_event (self, GST_EVENT (item));
    else
      gst_mini_object_unref (item);
  }
  gst_cuda_filter_prepared_forget (get_prepared (self));
}

/* Drops a frame that was kept and would be late. Later ones still have what it
 * shows; where its filter does not have it, a run says why. */
static GstFlowReturn
drop_late (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (self);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  const GstCudaFilterRunFlags flags = get_flags (self, buffer);
  GstFlowReturn ret = GST_FLOW_OK;
  GstBuffer *outbuf = NULL;

  gst_cuda_filter_stats_add_late_frame (element->stats);
  gst_cuda_filter_continuity_interrupt (&self->priv->leaving);
  self->priv->lost = TRUE;
  if (!element->negotiated || !looks_ahead (self)
      || gst_cuda_filter_prepared_skip (get_prepared (self), flags.shape)) {
    gst_buffer_unref (buffer);
  } else {
    trans->queued_buf = buffer;
    ret = GST_BASE_TRANSFORM_CLASS (parent_class)
              ->generate_output (trans, &outbuf);
    gst_clear_buffer (&outbuf);
  }
  return ret;
}

/* GstBaseTransform, which has seen later frames, would mark the wrong one as
 * discontinuous. */
static GstFlowReturn
push_result (GstCudaFilter *self, GstBuffer *outbuf)
{
  if (self->priv->lost) {
    outbuf = gst_buffer_make_writable (outbuf);
    GST_BUFFER_FLAG_SET (outbuf, GST_BUFFER_FLAG_DISCONT);
  }
  self->priv->lost = FALSE;
  return gst_pad_push (GST_BASE_TRANSFORM_SRC_PAD (self), outbuf);
}

/* Filters a frame that was kept, and hands it on, unless that is too late. */
static GstFlowReturn
filter_kept (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (self);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  GstBuffer *outbuf = NULL;
  GstFlowReturn ret;

  if (!has_turn_at_push (self)) {
    gst_cuda_element_sync_values (element, buffer);
    if (element->negotiated)
      update_params_of_kept (self);
  }
  if (gst_cuda_filter_qos_drops (&self->priv->qos, trans, buffer)) {
    ret = drop_late (self, buffer);
    if (ret == GST_FLOW_OK)
      return ret;
  } else {
    trans->queued_buf = buffer;
    ret = GST_BASE_TRANSFORM_CLASS (parent_class)
              ->generate_output (trans, &outbuf);
    if (ret == GST_FLOW_OK && outbuf)
      return push_result (self, outbuf);
  }
  gst_clear_buffer (&outbuf);
  give_up_pushed (self);
  if (ret != GST_BASE_TRANSFORM_FLOW_DROPPED)
    return ret;
  self->priv->lost = TRUE;
  return GST_FLOW_OK;
}

/* Hands on what has so many frames after it, after an error only events. */
static GstFlowReturn
hand_on (GstCudaFilter *self, guint n_ahead)
{
  GstFlowReturn ret = GST_FLOW_OK;
  gboolean dropped = FALSE;
  GstMiniObject *item;

  while ((
      item = gst_cuda_filter_lookahead_pop (&self->priv->lookahead, n_ahead))) {
    if (GST_IS_EVENT (item)) {
      forward_event (self, GST_EVENT (item));
    } else if (ret == GST_FLOW_OK) {
      ret = filter_kept (self, GST_BUFFER (item));
    } else {
      gst_mini_object_unref (item);
      dropped = TRUE;
    }
  }
  if (dropped)
    give_up_pushed (self);
  return ret;
}

/* Hands on all that is kept. No frame waits for the next one. */
static void
drain (GstCudaFilter *self)
{
  GstFlowReturn ret = hand_on (self, 0);

  GST_OBJECT_LOCK (self);
  gst_cuda_filter_pace_interrupt (&self->priv->pace);
  GST_OBJECT_UNLOCK (self);
  if (ret != GST_FLOW_OK)
    self->priv->drained = ret;
}

static void
gst_cuda_filter_drain (GstCudaElement *element)
{
  drain (GST_CUDA_FILTER (element));
}

/* A flush takes the frames; of events that stay with a pad none is lost. */
static void
drop_kept (GstCudaFilter *self)
{
  GstPad *srcpad = GST_BASE_TRANSFORM_SRC_PAD (self);
  GstMiniObject *item;

  while ((item = gst_cuda_filter_lookahead_pop (&self->priv->lookahead, 0))) {
    if (GST_IS_EVENT (item) && GST_EVENT_IS_STICKY (GST_EVENT (item)))
      gst_pad_store_sticky_event (srcpad, GST_EVENT (item));
    gst_mini_object_unref (item);
  }
  self->priv->missed = self->priv->lost = FALSE;
}

/* A frame of another shape than the last has another filter, which knows none
 * of those that are kept; a field of the same kind as the last comes where one
 * is missing. */
static gboolean
breaks_order (GstCudaFilter *self, const GstCudaFilterRunFlags *flags)
{
  const GstCudaFilterRunFlags *last = &self->priv->last;
  const GstVideoInfo *info = &GST_CUDA_ELEMENT (self)->info;

  if (!looks_ahead (self))
    return FALSE;
  return (flags->shape == last->shape)
         == (GST_VIDEO_INFO_INTERLACE_MODE (info)
             == GST_VIDEO_INTERLACE_MODE_ALTERNATE);
}

/* A frame that did not come to the filter. */
static void
miss_frame (GstCudaFilter *self)
{
  gst_cuda_filter_continuity_interrupt (&self->priv->continuity);
  self->priv->missed = self->priv->n_ahead > 0;
}

/* Pushes it to the device and into the filter, which needs no more of it. */
static GstFlowReturn
push_ahead (
    GstCudaFilter *self, GstBuffer *buffer, const GstCudaFilterRunFlags *flags)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (self);
  GError *error = NULL;
  GstFlowReturn ret;

  tell_mask (self, buffer);
  if (follow_input (GST_BASE_TRANSFORM (self), buffer, &error)
      && gst_cuda_filter_runner_push (element->runner, buffer, flags, &error)) {
    /* what is outside of regions is copied when the frame's turn comes */
    if (self->priv->roi_type)
      gst_cuda_filter_lookahead_push_frame (&self->priv->lookahead, buffer);
    else
      gst_cuda_filter_lookahead_push_bare_frame (
          &self->priv->lookahead, buffer);
    return GST_FLOW_OK;
  }
  gst_buffer_unref (buffer);
  ret = gst_cuda_element_fail_frame (element, error);
  if (ret == GST_BASE_TRANSFORM_FLOW_DROPPED)
    miss_frame (self);
  else
    give_up_pushed (self);
  return ret;
}

static void
learn_pace (GstCudaFilter *self, GstBuffer *buffer)
{
  gboolean changed;

  GST_OBJECT_LOCK (self);
  changed = gst_cuda_filter_pace_take_frame (
      &self->priv->pace, &GST_BASE_TRANSFORM (self)->segment, buffer);
  GST_OBJECT_UNLOCK (self);
  if (changed)
    post_latency (self);
}

static void
forget_pace (GstCudaFilter *self)
{
  gboolean changed;

  GST_OBJECT_LOCK (self);
  changed = gst_cuda_filter_pace_forget (&self->priv->pace);
  GST_OBJECT_UNLOCK (self);
  if (changed && self->priv->n_ahead > 0)
    post_latency (self);
}

static GstFlowReturn
keep (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (self);
  GstCudaFilterPrivate *priv = self->priv;
  const GstCudaFilterRunFlags flags = get_flags (self, buffer);
  GstFlowReturn ret = GST_FLOW_OK;
  gboolean follows;

  /* adopting upstream's context may have failed, and said so */
  if (!element->negotiated) {
    gst_buffer_unref (buffer);
    return GST_FLOW_ERROR;
  }
  if (priv->missed) {
    buffer = gst_buffer_make_writable (buffer);
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
    priv->missed = FALSE;
  }
  follows = follows_last (self, &priv->continuity, buffer);
  if (!follows || breaks_order (self, &flags))
    drain (self);
  priv->last = flags;
  if (has_turn_at_push (self))
    gst_cuda_element_sync_values (element, buffer);
  update_params_before_keep (self);
  if (!follows)
    gst_cuda_filter_prepared_forget (get_prepared (self));
  learn_pace (self, buffer);
  if (looks_ahead (self))
    ret = push_ahead (self, buffer, &flags);
  else
    gst_cuda_filter_lookahead_push_frame (&priv->lookahead, buffer);
  return ret;
}

static GstFlowReturn
gst_cuda_filter_submit_input_buffer (
    GstBaseTransform *trans, gboolean is_discont, GstBuffer *buffer)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (trans);
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstFlowReturn ret = self->priv->drained;

  /* what pushes outside of this call returned */
  if (ret != GST_FLOW_OK) {
    self->priv->drained = GST_FLOW_OK;
    miss_frame (self);
    gst_buffer_unref (buffer);
    return ret;
  }
  /* before the frame's result is allocated, so that a whole chain is on one
   * stream from the first frame on */
  if (element->negotiated && self->priv->cuda_results)
    adopt_stream (self, buffer);
  ret = GST_BASE_TRANSFORM_CLASS (parent_class)
            ->submit_input_buffer (trans, is_discont, buffer);
  if (ret == GST_BASE_TRANSFORM_FLOW_DROPPED)
    miss_frame (self);
  return ret;
}

/* Called until it has no buffer left; frames that were kept it pushes itself.
 */
static GstFlowReturn
gst_cuda_filter_generate_output (GstBaseTransform *trans, GstBuffer **outbuf)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstBuffer *buffer;
  GstFlowReturn ret;

  if (self->priv->n_ahead == 0)
    return GST_BASE_TRANSFORM_CLASS (parent_class)
        ->generate_output (trans, outbuf);
  buffer = g_steal_pointer (&trans->queued_buf);
  if (!buffer)
    return GST_FLOW_OK;
  ret = keep (self, buffer);
  if (ret != GST_FLOW_OK)
    return ret;
  return hand_on (self, count_ahead (self, &GST_CUDA_ELEMENT (self)->info));
}

/* TRUE if the event only says again what the stream is. */
static gboolean
says_again (GstCudaFilter *self, GstEvent *event)
{
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  GstCaps *caps, *now;
  gboolean same;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
      return gst_cuda_filter_continuity_is_same_stream (
          GST_BASE_TRANSFORM_SINK_PAD (trans), event);
    case GST_EVENT_SEGMENT:
      return gst_cuda_filter_continuity_is_same_segment (
          &trans->segment, event);
    case GST_EVENT_CAPS:
      gst_event_parse_caps (event, &caps);
      now = gst_pad_get_current_caps (GST_BASE_TRANSFORM_SINK_PAD (trans));
      same = now && gst_caps_is_equal (caps, now);
      g_clear_pointer (&now, gst_caps_unref);
      return same;
    default:
      return FALSE;
  }
}

/* TRUE where no frame may come for long after the event, or none that those
 * before it ought to wait for. */
static gboolean
lets_all_out (GstCudaFilter *self, GstEvent *event)
{
  gboolean in_still;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
    case GST_EVENT_SEGMENT:
    case GST_EVENT_CAPS:
      return !says_again (self, event);
    case GST_EVENT_STREAM_GROUP_DONE:
    case GST_EVENT_SEGMENT_DONE:
    case GST_EVENT_EOS:
    case GST_EVENT_GAP:
      return TRUE;
    default:
      return gst_video_event_parse_still_frame (event, &in_still) && in_still;
  }
}

static void
take_flush (GstCudaFilter *self)
{
  drop_kept (self);
  self->priv->drained = GST_FLOW_OK;
  GST_OBJECT_LOCK (self);
  gst_cuda_filter_qos_reset (&self->priv->qos);
  GST_OBJECT_UNLOCK (self);
  forget_pace (self);
}

static gboolean
gst_cuda_filter_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;

  if (lets_all_out (self, event)) {
    drain (self);
    if (GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT)
      forget_pace (self);
  } else if (GST_EVENT_IS_SERIALIZED (event) && priv->lookahead.n_frames > 0
             && GST_EVENT_TYPE (event) != GST_EVENT_FLUSH_STOP) {
    gst_cuda_filter_lookahead_push_event (&priv->lookahead, event);
    return TRUE;
  }
  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP)
    take_flush (self);
  /* what interrupts has let all out that were kept */
  gst_cuda_filter_continuity_take_event (&priv->continuity,
      GST_BASE_TRANSFORM_SINK_PAD (trans), event, &trans->segment);
  gst_cuda_filter_continuity_take_event (&priv->leaving,
      GST_BASE_TRANSFORM_SINK_PAD (trans), event, &trans->segment);
  return GST_BASE_TRANSFORM_CLASS (parent_class)->sink_event (trans, event);
}

/* GstBaseTransform would judge a frame that is kept when it comes. */
static gboolean
gst_cuda_filter_src_event (GstBaseTransform *trans, GstEvent *event)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);

  if (GST_EVENT_TYPE (event) != GST_EVENT_QOS || self->priv->n_ahead == 0)
    return GST_BASE_TRANSFORM_CLASS (parent_class)->src_event (trans, event);
  GST_OBJECT_LOCK (self);
  gst_cuda_filter_qos_take_event (&self->priv->qos, event);
  GST_OBJECT_UNLOCK (self);
  return gst_pad_push_event (GST_BASE_TRANSFORM_SINK_PAD (trans), event);
}

/* Latency */

static void
add_latency (GstCudaFilter *self, GstQuery *query)
{
  GstClockTime min, max, lag;
  gboolean live;

  GST_OBJECT_LOCK (self);
  lag = gst_util_uint64_scale (self->priv->pace.told, self->priv->n_wait, 1);
  GST_OBJECT_UNLOCK (self);
  gst_query_parse_latency (query, &live, &min, &max);
  GST_DEBUG_OBJECT (self, "latency of %u frames: %" GST_TIME_FORMAT,
      self->priv->n_ahead, GST_TIME_ARGS (lag));
  if (g_uint64_checked_add (&min, min, lag))
    gst_query_set_latency (
        query, live, min, GST_CLOCK_TIME_IS_VALID (max) ? max + lag : max);
}

static gboolean
gst_cuda_filter_query (
    GstBaseTransform *trans, GstPadDirection direction, GstQuery *query)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  gboolean answered;

  /* of the streaming thread */
  if (GST_QUERY_TYPE (query) == GST_QUERY_DRAIN)
    drain (self);
  answered =
      GST_BASE_TRANSFORM_CLASS (parent_class)->query (trans, direction, query);
  if (answered && GST_QUERY_TYPE (query) == GST_QUERY_LATENCY
      && direction == GST_PAD_SRC && self->priv->n_ahead > 0)
    add_latency (self, query);
  return answered;
}

/* Object */

static void
gst_cuda_filter_finalize (GObject *object)
{
  gst_cuda_filter_lookahead_finish (&GST_CUDA_FILTER (object)->priv->lookahead);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cuda_filter_class_init (GstCudaFilterClass *klass)
{
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);
  GstCudaElementClass *element_class = GST_CUDA_ELEMENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gst_cuda_filter_finalize;
  gst_type_mark_as_plugin_api (GST_TYPE_CUDA_FILTER, 0);

  trans_class->start = GST_DEBUG_FUNCPTR (gst_cuda_filter_start);
  trans_class->query = GST_DEBUG_FUNCPTR (gst_cuda_filter_query);
  trans_class->set_caps = GST_DEBUG_FUNCPTR (gst_cuda_filter_set_caps);
  trans_class->propose_allocation =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_propose_allocation);
  trans_class->decide_allocation =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_decide_allocation);
  trans_class->prepare_output_buffer =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_prepare_output_buffer);
  trans_class->before_transform =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_before_transform);
  trans_class->submit_input_buffer =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_submit_input_buffer);
  trans_class->generate_output =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_generate_output);
  trans_class->sink_event = GST_DEBUG_FUNCPTR (gst_cuda_filter_sink_event);
  trans_class->src_event = GST_DEBUG_FUNCPTR (gst_cuda_filter_src_event);
  trans_class->transform = GST_DEBUG_FUNCPTR (gst_cuda_filter_transform);
  element_class->param_changed = gst_cuda_filter_param_changed;
  element_class->drain = gst_cuda_filter_drain;
  element_class->prepare = gst_cuda_filter_prepare;
  element_class->unprepare = gst_cuda_filter_unprepare;
  element_class->other_caps = gst_cuda_filter_caps_on_other_pad;
}

static void
gst_cuda_filter_init (GstCudaFilter *self)
{
  self->priv = gst_cuda_filter_get_instance_private (self);
  gst_cuda_filter_lookahead_init (&self->priv->lookahead);
  gst_cuda_filter_pace_init (&self->priv->pace);
  gst_cuda_filter_qos_reset (&self->priv->qos);
}
