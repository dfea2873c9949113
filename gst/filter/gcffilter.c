/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters: parameters, results, and frames that wait for later ones. */
#include "gst/filter/gcffilter.h"

#include "gst/filter/gcfallocation.h"
#include "gst/filter/gcfcaps.h"
#include "gst/filter/gcfcontinuity.h"
#include "gst/cuda/gcfcuda.h"
#include "gst/filter/gcflookahead.h"
#include "gst/filter/gcfnoise.h"
#include "gst/filter/gcfpace.h"
#include "gst/filter/gcfqos.h"
#include "gst/filter/gcfroi.h"
#include "gst/nvmm/gcfnvmmpool.h"

GST_DEBUG_CATEGORY_EXTERN (gcf_debug);
#define GST_CAT_DEFAULT gcf_debug

struct _GcfFilterPrivate {
  /* under the object lock */
  gint set_lookahead; /* from the next start on */
  gboolean params_changed;
  GcfPace pace;
  guint n_wait; /* buffers that one waits for, by the caps */
  GcfQos qos;

  GQuark roi_type; /* the streaming thread's; 0: whole frames are filtered */

  /* from start to stop, the streaming thread's */
  GcfLookahead lookahead;
  guint n_ahead;         /* as it was at the start */
  gboolean postponed;    /* parameters wait for the frames that are kept */
  gboolean missed;       /* the frame before the next one that comes */
  gboolean lost;         /* the frame before the next one that leaves */
  GcfRunFlags last;      /* of the last frame that was kept */
  GstFlowReturn drained; /* what the last drain's pushes returned */

  /* from set_caps on */
  gboolean same_memory;                  /* on both pads */
  gboolean on_device;                    /* results may stay there */
  gboolean cuda_results, adopted_stream; /* CUDAMemory */
  GcfContinuity continuity;              /* of frames that come */
  GcfContinuity leaving;                 /* of those that were kept */
  GcfNoiseTeller noise;
};

#define gcf_filter_parent_class parent_class
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GcfFilter, gcf_filter, GCF_TYPE_ELEMENT)

static void drain (GcfFilter *self);

static void
post_latency (GcfFilter *self)
{
  gst_element_post_message (
      GST_ELEMENT (self), gst_message_new_latency (GST_OBJECT (self)));
}

/* Parameters */

void
gcf_filter_params_changed (GcfFilter *self)
{
  self->priv->params_changed = TRUE;
}

static void
gcf_filter_param_changed (GcfElement *element)
{
  gcf_filter_params_changed (GCF_FILTER (element));
}

void
gcf_filter_set_roi_type (GcfFilter *self, GQuark type)
{
  self->priv->roi_type = type;
}

void
gcf_filter_set_lookahead (GcfFilter *self, guint n_frames)
{
  self->priv->set_lookahead = n_frames;
}

guint
gcf_filter_get_lookahead (GcfFilter *self)
{
  return self->priv->n_ahead;
}

/* Reads what set_property() left; FALSE where that is nothing new. */
static gboolean
read_params (GcfFilter *self, gboolean anyway, CfFilterParams *params,
    GstCudaFilterPlanes *planes)
{
  GcfFilterPrivate *priv = self->priv;
  gboolean changed;

  *params = (CfFilterParams){ 0 };
  GST_OBJECT_LOCK (self);
  changed = priv->params_changed || anyway;
  if (changed) {
    GCF_FILTER_GET_CLASS (self)->get_params (self, params, planes);
    priv->params_changed = FALSE;
  }
  GST_OBJECT_UNLOCK (self);
  return changed;
}

/* It is there from when it is negotiated on. */
static GcfFilterCache *
get_cache (GcfFilter *self)
{
  return gcf_processor_get_cache (GCF_ELEMENT (self)->processor);
}

static gboolean
looks_ahead (GcfFilter *self)
{
  return gcf_filter_cache_get_history (get_cache (self)).future > 0;
}

/* Takes it over, and passes frames through where that leaves nothing to do and
 * none is kept. TRUE where this pass-through changed. */
static gboolean
update_params (GcfFilter *self, gboolean anyway)
{
  GcfFilterPrivate *priv = self->priv;
  GcfFilterClass *klass = GCF_FILTER_GET_CLASS (self);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  gboolean passthrough;
  CfFilterParams params;
  GstCudaFilterPlanes planes;

  if (!read_params (self, anyway, &params, &planes))
    return FALSE;
  passthrough = gcf_filter_cache_set_params (get_cache (self), &params, planes)
                && priv->same_memory && !klass->never_passthrough
                && priv->n_ahead == 0;
  if (passthrough == gst_base_transform_is_passthrough (trans))
    return FALSE;
  GST_DEBUG_OBJECT (self, "pass-through %s", passthrough ? "on" : "off");
  gst_base_transform_set_passthrough (trans, passthrough);
  return TRUE;
}

/* TRUE if parameters of a frame are those of its push, before its turn. */
static gboolean
has_turn_at_push (GcfFilter *self)
{
  GcfElement *element = GCF_ELEMENT (self);

  return element->negotiated
         && gcf_filter_cache_get_history (get_cache (self)).at_push;
}

/* Updates in the turn of a frame that was kept. A change that would give up
 * frames in the filter waits until none is. */
static void
update_params_of_kept (GcfFilter *self)
{
  CfFilterParams params;
  GstCudaFilterPlanes planes;

  if (!read_params (self, FALSE, &params, &planes))
    return;
  if (gcf_filter_cache_goes_on (get_cache (self), &params, planes)) {
    gcf_filter_cache_set_params (get_cache (self), &params, planes);
  } else {
    gcf_filter_cache_update (get_cache (self), &params);
    self->priv->postponed = TRUE;
  }
}

/* Updates before a frame is kept. Kept frames get their results first where the
 * filter cannot go on: they are uploaded once, have all of the past that they
 * ought to have, and none waits for frames that another filter gets. */
static void
update_params_before_keep (GcfFilter *self)
{
  GcfFilterPrivate *priv = self->priv;
  CfFilterParams params;
  GstCudaFilterPlanes planes;

  if (!read_params (self, priv->postponed, &params, &planes))
    return;
  if (!gcf_filter_cache_goes_on (get_cache (self), &params, planes)) {
    gcf_filter_cache_update (get_cache (self), &params);
    drain (self);
    update_params (self, TRUE);
  } else if (has_turn_at_push (self)) {
    gcf_filter_cache_set_params (get_cache (self), &params, planes);
  } else {
    /* of the next frame's turn */
    GST_OBJECT_LOCK (self);
    priv->params_changed = TRUE;
    GST_OBJECT_UNLOCK (self);
  }
  priv->postponed = FALSE;
}

static void
gcf_filter_prepare (GcfElement *element)
{
  GCF_FILTER (element)->priv->postponed = FALSE;
  update_params (GCF_FILTER (element), TRUE);
}

static void
gcf_filter_unprepare (GcfElement *element)
{
  GcfFilterPrivate *priv = GCF_FILTER (element)->priv;

  gcf_lookahead_clear (&priv->lookahead);
  GST_OBJECT_LOCK (element);
  gcf_pace_interrupt (&priv->pace);
  GST_OBJECT_UNLOCK (element);
}

static gboolean
gcf_filter_start (GstBaseTransform *trans)
{
  GcfFilter *self = GCF_FILTER (trans);
  GcfFilterPrivate *priv = self->priv;

  priv->drained = GST_FLOW_OK;
  priv->missed = priv->lost = priv->postponed = FALSE;
  priv->noise = (GcfNoiseTeller){ 0 };
  priv->continuity = priv->leaving = (GcfContinuity){ 0 };
  GST_OBJECT_LOCK (self);
  priv->n_ahead = priv->set_lookahead;
  priv->n_wait = 0;
  gcf_pace_init (&priv->pace);
  gcf_qos_reset (&priv->qos);
  GST_OBJECT_UNLOCK (self);
  return GST_BASE_TRANSFORM_CLASS (parent_class)->start (trans);
}

/* Results on the stream that frames come on: then neither has to wait for the
 * other. Once for given caps, as it takes another pool. */
static void
adopt_stream (GcfFilter *self, GstBuffer *buffer)
{
  GcfElement *element = GCF_ELEMENT (self);
  GstMiniObject *stream = gcf_cuda_get_stream (buffer);

  if (!stream || self->priv->adopted_stream
      || gcf_cuda_get_context (buffer) != element->device->context)
    return;
  self->priv->adopted_stream = gcf_element_adopt_stream (element, stream);
}

/* A frame that is to be kept gets its values when its turn comes. */
static void
gcf_filter_before_transform (GstBaseTransform *trans, GstBuffer *buffer)
{
  GcfFilter *self = GCF_FILTER (trans);
  GcfElement *element = GCF_ELEMENT (trans);

  if (self->priv->n_ahead > 0) {
    gcf_element_adopt_context (element, buffer);
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
count_ahead (GcfFilter *self, const GstVideoInfo *info)
{
  const gboolean fields = GCF_FILTER_GET_CLASS (self)->has_history
                          && GST_VIDEO_INFO_INTERLACE_MODE (info)
                                 == GST_VIDEO_INTERLACE_MODE_ALTERNATE;

  return self->priv->n_ahead * (fields ? 2 : 1);
}

static void
set_pace (GcfFilter *self, GstCaps *caps)
{
  const GstVideoInfo *info = &GCF_ELEMENT (self)->info;
  GcfFilterPrivate *priv = self->priv;

  GST_OBJECT_LOCK (self);
  priv->n_wait = count_ahead (self, info);
  gcf_pace_set_caps (&priv->pace, caps, info);
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
gcf_filter_caps_on_other_pad (GcfElement *element, GstPadDirection direction,
    GstCaps *caps, GstCaps *known)
{
  const gboolean to_sink = direction == GST_PAD_SRC;
  const gboolean may_be_cuda =
      !gcf_element_is_on_cpu (element)
      && (to_sink || !gcf_caps_are_cuda (caps)
          || !takes_anything (GST_BASE_TRANSFORM_SRC_PAD (element)));

  return gcf_other_caps (caps, known, to_sink, may_be_cuda);
}

static gboolean
gcf_filter_set_caps (GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GcfFilter *self = GCF_FILTER (trans);
  GcfFilterPrivate *priv = self->priv;

  drain (self);
  priv->cuda_results = gcf_caps_are_cuda (outcaps);
  priv->adopted_stream = FALSE;
  priv->same_memory = gcf_caps_are_cuda (incaps) == priv->cuda_results;
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
gcf_filter_propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  GcfElement *element = GCF_ELEMENT (trans);
  GcfMemories memories;
  gboolean proposed, kept;
  GstVideoInfo info;
  GstCaps *caps;

  if (!GST_BASE_TRANSFORM_CLASS (parent_class)
           ->propose_allocation (trans, decide_query, query))
    return FALSE;
  /* Downstream has answered in pass-through; that may end any time. */
  if (!decide_query) {
    gcf_limit_metas (query);
    return TRUE;
  }
  if (!gcf_element_ref_memories (element, &memories))
    return FALSE;
  gst_query_parse_allocation (query, &caps, NULL);
  if (!caps || !gst_video_info_from_caps (&info, caps))
    gst_video_info_init (&info);
  kept = !element->processor || GCF_FILTER (trans)->priv->roi_type
         || !looks_ahead (GCF_FILTER (trans));
  proposed = gcf_propose_memory (
      &memories, query, kept ? count_ahead (GCF_FILTER (trans), &info) : 0);
  gcf_element_unref_memories (&memories);
  return proposed;
}

static gboolean
gcf_filter_decide_allocation (GstBaseTransform *trans, GstQuery *query)
{
  GcfFilter *self = GCF_FILTER (trans);
  GcfMemories memories;
  gboolean decided;

  if (!gcf_element_ref_memories (GCF_ELEMENT (self), &memories))
    return FALSE;
  decided = gcf_decide_memory (&memories, query, &self->priv->on_device);
  gcf_element_unref_memories (&memories);
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
follows_last (GcfFilter *self, GcfContinuity *continuity, GstBuffer *buffer)
{
  GcfElement *element = GCF_ELEMENT (self);

  return gcf_continuity_take_frame (continuity,
      &GST_BASE_TRANSFORM (self)->segment, buffer, &element->info,
      !gcf_filter_cache_get_history (get_cache (self)).is_blind);
}

static void
tell_mask (GcfFilter *self, GstBuffer *buffer)
{
  GcfFilterClass *klass = GCF_FILTER_GET_CLASS (self);
  gpointer mask;

  if (!klass->get_mask)
    return;
  mask = klass->get_mask (self, buffer);
  gcf_filter_cache_set_mask (get_cache (self), mask, klass->init_holes);
  g_clear_pointer (&mask, g_atomic_rc_box_release);
}

static void
tell_regions (GcfFilter *self, GstBuffer *buffer)
{
  GcfElement *element = GCF_ELEMENT (self);
  const GQuark type = self->priv->roi_type;
  GArray *rectangles = NULL;

  /* a frame that was kept without its memory is filtered whole */
  if (type && gst_buffer_n_memory (buffer) > 0)
    rectangles =
        gcf_roi_find (buffer, type, GST_VIDEO_INFO_WIDTH (&element->info),
            GST_VIDEO_INFO_HEIGHT (&element->info));
  gcf_processor_set_regions (element->processor, rectangles);
  g_clear_pointer (&rectangles, g_array_unref);
}

static GcfRunFlags
get_flags (GcfFilter *self, GstBuffer *buffer)
{
  const GstVideoInfo *info = &GCF_ELEMENT (self)->info;
  const GcfFilterClass *klass = GCF_FILTER_GET_CLASS (self);
  GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (info);
  GcfRunFlags flags = { .on_device = self->priv->on_device };

  if (mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED
      || (mode == GST_VIDEO_INTERLACE_MODE_MIXED
          && GST_BUFFER_FLAG_IS_SET (buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED)))
    flags.field_mode = GCF_FIELD_MODE_BY_FIELD;
  else if ((klass->get_mask || klass->has_history || self->priv->roi_type)
           && mode == GST_VIDEO_INTERLACE_MODE_ALTERNATE
           && GST_VIDEO_BUFFER_IS_BOTTOM_FIELD (buffer))
    flags.field_mode = GCF_FIELD_MODE_SECOND_FIELD;
  return flags;
}

static GstFlowReturn
gcf_filter_transform (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer *outbuf)
{
  GcfElement *element = GCF_ELEMENT (trans);
  GcfFilter *self = GCF_FILTER (trans);
  GcfRunFlags flags = get_flags (self, inbuf);
  const gchar *message = GCF_FILTER_GET_CLASS (self)->noise_message;
  GcfContinuity *continuity =
      self->priv->n_ahead > 0 ? &self->priv->leaving : &self->priv->continuity;
  GError *error = NULL;

  /* adopting upstream's context may have failed, and said so */
  if (!element->negotiated)
    return GST_FLOW_ERROR;
  if (!follows_last (self, continuity, inbuf) && self->priv->n_ahead == 0)
    gcf_filter_cache_reset (get_cache (self));
  flags.n_missing = continuity->n_missing;
  if (!looks_ahead (self))
    tell_mask (self, inbuf);
  tell_regions (self, inbuf);
  if (!gcf_processor_run (element->processor, inbuf, outbuf, &flags, &error))
    return gcf_element_fail_frame (element, error);
  if (message)
    gcf_noise_teller_post (
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

  if (pool && GCF_IS_NVMM_POOL (pool) && gst_buffer_n_memory (inbuf) > 0)
    follows = gcf_nvmm_pool_follow (GCF_NVMM_POOL (pool), inbuf, error);
  gst_clear_object (&pool);
  return follows;
}

/* A pool that gives no buffer is nobody's error in GstBaseTransform, unlike one
 * that cannot be activated. */
static GstFlowReturn
gcf_filter_prepare_output_buffer (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer **outbuf)
{
  GError *error = NULL;
  GstFlowReturn ret;

  if (!gst_base_transform_is_passthrough (trans)
      && !follow_input (trans, inbuf, &error))
    return gcf_element_fail_frame (GCF_ELEMENT (trans), error);
  ret = GST_BASE_TRANSFORM_CLASS (parent_class)
            ->prepare_output_buffer (trans, inbuf, outbuf);
  if (ret == GST_FLOW_ERROR && has_active_pool (trans))
    post_no_buffer (trans, "the pool for results gave none");
  return ret;
}

/* Order: frames and events that wait for later frames */

GstBuffer *
gcf_filter_get_ahead (GcfFilter *self, guint n)
{
  return gcf_lookahead_peek (&self->priv->lookahead, n);
}

static void
forward_event (GcfFilter *self, GstEvent *event)
{
  GST_BASE_TRANSFORM_CLASS (parent_class)
      ->sink_event (GST_BASE_TRANSFORM (self), event);
}

/* Gives up frames that are in the filter, of which one was not filtered, or not
 * taken: the next result would be another frame's. Only events of all that is
 * kept go on. */
static void
give_up_pushed (GcfFilter *self)
{
  GcfFilterPrivate *priv = self->priv;
  GstMiniObject *item;

  if (!GCF_ELEMENT (self)->processor || !looks_ahead (self))
    return;
  while ((item = gcf_lookahead_pop (&priv->lookahead, 0))) {
    if (GST_IS_EVENT (item))
      forward_event (self, GST_EVENT (item));
    else
      gst_mini_object_unref (item);
  }
  gcf_filter_cache_reset (get_cache (self));
}

/* Drops a frame that was kept and would be late. Later ones still have what it
 * shows; where its filter does not have it, a run says why. */
static GstFlowReturn
drop_late (GcfFilter *self, GstBuffer *buffer)
{
  GcfElement *element = GCF_ELEMENT (self);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  const GcfRunFlags flags = get_flags (self, buffer);
  GstFlowReturn ret = GST_FLOW_OK;
  GstBuffer *outbuf = NULL;

  gcf_stats_add_late_frame (element->stats);
  gcf_continuity_interrupt (&self->priv->leaving);
  self->priv->lost = TRUE;
  if (!element->negotiated || !looks_ahead (self)
      || gcf_filter_cache_skip (get_cache (self), flags.field_mode)) {
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
push_result (GcfFilter *self, GstBuffer *outbuf)
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
filter_kept (GcfFilter *self, GstBuffer *buffer)
{
  GcfElement *element = GCF_ELEMENT (self);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  GstBuffer *outbuf = NULL;
  GstFlowReturn ret;

  if (!has_turn_at_push (self)) {
    gcf_element_sync_values (element, buffer);
    if (element->negotiated)
      update_params_of_kept (self);
  }
  if (gcf_qos_drops (&self->priv->qos, trans, buffer)) {
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
hand_on (GcfFilter *self, guint n_ahead)
{
  GstFlowReturn ret = GST_FLOW_OK;
  gboolean dropped = FALSE;
  GstMiniObject *item;

  while ((item = gcf_lookahead_pop (&self->priv->lookahead, n_ahead))) {
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
drain (GcfFilter *self)
{
  GstFlowReturn ret = hand_on (self, 0);

  GST_OBJECT_LOCK (self);
  gcf_pace_interrupt (&self->priv->pace);
  GST_OBJECT_UNLOCK (self);
  if (ret != GST_FLOW_OK)
    self->priv->drained = ret;
}

static void
gcf_filter_drain (GcfElement *element)
{
  drain (GCF_FILTER (element));
}

/* A flush takes the frames; of events that stay with a pad none is lost. */
static void
drop_kept (GcfFilter *self)
{
  GstPad *srcpad = GST_BASE_TRANSFORM_SRC_PAD (self);
  GstMiniObject *item;

  while ((item = gcf_lookahead_pop (&self->priv->lookahead, 0))) {
    if (GST_IS_EVENT (item) && GST_EVENT_IS_STICKY (GST_EVENT (item)))
      gst_pad_store_sticky_event (srcpad, GST_EVENT (item));
    gst_mini_object_unref (item);
  }
  self->priv->missed = self->priv->lost = FALSE;
}

/* A frame of another field mode than the last has another filter, which knows
 * none of those that are kept; a field of the same kind as the last comes where
 * one is missing. */
static gboolean
breaks_order (GcfFilter *self, const GcfRunFlags *flags)
{
  const GcfRunFlags *last = &self->priv->last;
  const GstVideoInfo *info = &GCF_ELEMENT (self)->info;

  if (!looks_ahead (self))
    return FALSE;
  return (flags->field_mode == last->field_mode)
         == (GST_VIDEO_INFO_INTERLACE_MODE (info)
             == GST_VIDEO_INTERLACE_MODE_ALTERNATE);
}

/* A frame that did not come to the filter. */
static void
miss_frame (GcfFilter *self)
{
  gcf_continuity_interrupt (&self->priv->continuity);
  self->priv->missed = self->priv->n_ahead > 0;
}

/* Pushes it to the device and into the filter, which needs no more of it. */
static GstFlowReturn
push_ahead (GcfFilter *self, GstBuffer *buffer, const GcfRunFlags *flags)
{
  GcfElement *element = GCF_ELEMENT (self);
  GError *error = NULL;
  GstFlowReturn ret;

  tell_mask (self, buffer);
  if (follow_input (GST_BASE_TRANSFORM (self), buffer, &error)
      && gcf_processor_push (element->processor, buffer, flags, &error)) {
    /* what is outside of regions is copied when the frame's turn comes */
    if (self->priv->roi_type)
      gcf_lookahead_push_frame (&self->priv->lookahead, buffer);
    else
      gcf_lookahead_push_bare_frame (&self->priv->lookahead, buffer);
    return GST_FLOW_OK;
  }
  gst_buffer_unref (buffer);
  ret = gcf_element_fail_frame (element, error);
  if (ret == GST_BASE_TRANSFORM_FLOW_DROPPED)
    miss_frame (self);
  else
    give_up_pushed (self);
  return ret;
}

static void
learn_pace (GcfFilter *self, GstBuffer *buffer)
{
  gboolean changed;

  GST_OBJECT_LOCK (self);
  changed = gcf_pace_take_frame (
      &self->priv->pace, &GST_BASE_TRANSFORM (self)->segment, buffer);
  GST_OBJECT_UNLOCK (self);
  if (changed)
    post_latency (self);
}

static void
reset_pace (GcfFilter *self)
{
  gboolean changed;

  GST_OBJECT_LOCK (self);
  changed = gcf_pace_reset (&self->priv->pace);
  GST_OBJECT_UNLOCK (self);
  if (changed && self->priv->n_ahead > 0)
    post_latency (self);
}

static GstFlowReturn
keep (GcfFilter *self, GstBuffer *buffer)
{
  GcfElement *element = GCF_ELEMENT (self);
  GcfFilterPrivate *priv = self->priv;
  const GcfRunFlags flags = get_flags (self, buffer);
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
    gcf_element_sync_values (element, buffer);
  update_params_before_keep (self);
  if (!follows)
    gcf_filter_cache_reset (get_cache (self));
  learn_pace (self, buffer);
  if (looks_ahead (self))
    ret = push_ahead (self, buffer, &flags);
  else
    gcf_lookahead_push_frame (&priv->lookahead, buffer);
  return ret;
}

static GstFlowReturn
gcf_filter_submit_input_buffer (
    GstBaseTransform *trans, gboolean is_discont, GstBuffer *buffer)
{
  GcfElement *element = GCF_ELEMENT (trans);
  GcfFilter *self = GCF_FILTER (trans);
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
gcf_filter_generate_output (GstBaseTransform *trans, GstBuffer **outbuf)
{
  GcfFilter *self = GCF_FILTER (trans);
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
  return hand_on (self, count_ahead (self, &GCF_ELEMENT (self)->info));
}

/* TRUE if the event only says again what the stream is. */
static gboolean
says_again (GcfFilter *self, GstEvent *event)
{
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  GstCaps *caps, *now;
  gboolean same;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
      return gcf_continuity_is_same_stream (
          GST_BASE_TRANSFORM_SINK_PAD (trans), event);
    case GST_EVENT_SEGMENT:
      return gcf_continuity_is_same_segment (&trans->segment, event);
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
lets_all_out (GcfFilter *self, GstEvent *event)
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
take_flush (GcfFilter *self)
{
  drop_kept (self);
  self->priv->drained = GST_FLOW_OK;
  GST_OBJECT_LOCK (self);
  gcf_qos_reset (&self->priv->qos);
  GST_OBJECT_UNLOCK (self);
  reset_pace (self);
}

static gboolean
gcf_filter_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  GcfFilter *self = GCF_FILTER (trans);
  GcfFilterPrivate *priv = self->priv;

  if (lets_all_out (self, event)) {
    drain (self);
    if (GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT)
      reset_pace (self);
  } else if (GST_EVENT_IS_SERIALIZED (event) && priv->lookahead.n_frames > 0
             && GST_EVENT_TYPE (event) != GST_EVENT_FLUSH_STOP) {
    gcf_lookahead_push_event (&priv->lookahead, event);
    return TRUE;
  }
  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP)
    take_flush (self);
  /* what interrupts has let all out that were kept */
  gcf_continuity_take_event (&priv->continuity,
      GST_BASE_TRANSFORM_SINK_PAD (trans), event, &trans->segment);
  gcf_continuity_take_event (&priv->leaving,
      GST_BASE_TRANSFORM_SINK_PAD (trans), event, &trans->segment);
  return GST_BASE_TRANSFORM_CLASS (parent_class)->sink_event (trans, event);
}

/* GstBaseTransform would judge a frame that is kept when it comes. */
static gboolean
gcf_filter_src_event (GstBaseTransform *trans, GstEvent *event)
{
  GcfFilter *self = GCF_FILTER (trans);

  if (GST_EVENT_TYPE (event) != GST_EVENT_QOS || self->priv->n_ahead == 0)
    return GST_BASE_TRANSFORM_CLASS (parent_class)->src_event (trans, event);
  GST_OBJECT_LOCK (self);
  gcf_qos_take_event (&self->priv->qos, event);
  GST_OBJECT_UNLOCK (self);
  return gst_pad_push_event (GST_BASE_TRANSFORM_SINK_PAD (trans), event);
}

/* Latency */

static void
add_latency (GcfFilter *self, GstQuery *query)
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
gcf_filter_query (
    GstBaseTransform *trans, GstPadDirection direction, GstQuery *query)
{
  GcfFilter *self = GCF_FILTER (trans);
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
gcf_filter_finalize (GObject *object)
{
  gcf_lookahead_finish (&GCF_FILTER (object)->priv->lookahead);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gcf_filter_class_init (GcfFilterClass *klass)
{
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);
  GcfElementClass *element_class = GCF_ELEMENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gcf_filter_finalize;
  gst_type_mark_as_plugin_api (GCF_TYPE_FILTER, 0);

  trans_class->start = GST_DEBUG_FUNCPTR (gcf_filter_start);
  trans_class->query = GST_DEBUG_FUNCPTR (gcf_filter_query);
  trans_class->set_caps = GST_DEBUG_FUNCPTR (gcf_filter_set_caps);
  trans_class->propose_allocation =
      GST_DEBUG_FUNCPTR (gcf_filter_propose_allocation);
  trans_class->decide_allocation =
      GST_DEBUG_FUNCPTR (gcf_filter_decide_allocation);
  trans_class->prepare_output_buffer =
      GST_DEBUG_FUNCPTR (gcf_filter_prepare_output_buffer);
  trans_class->before_transform =
      GST_DEBUG_FUNCPTR (gcf_filter_before_transform);
  trans_class->submit_input_buffer =
      GST_DEBUG_FUNCPTR (gcf_filter_submit_input_buffer);
  trans_class->generate_output = GST_DEBUG_FUNCPTR (gcf_filter_generate_output);
  trans_class->sink_event = GST_DEBUG_FUNCPTR (gcf_filter_sink_event);
  trans_class->src_event = GST_DEBUG_FUNCPTR (gcf_filter_src_event);
  trans_class->transform = GST_DEBUG_FUNCPTR (gcf_filter_transform);
  element_class->param_changed = gcf_filter_param_changed;
  element_class->drain = gcf_filter_drain;
  element_class->prepare = gcf_filter_prepare;
  element_class->unprepare = gcf_filter_unprepare;
  element_class->other_caps = gcf_filter_caps_on_other_pad;
}

static void
gcf_filter_init (GcfFilter *self)
{
  self->priv = gcf_filter_get_instance_private (self);
  gcf_lookahead_init (&self->priv->lookahead);
  gcf_pace_init (&self->priv->pace);
  gcf_qos_reset (&self->priv->qos);
}
