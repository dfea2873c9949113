/* Base class of the elements: negotiation, backends, and the order of frames,
 * once for all. */
#include "gstcudafilter.h"

#include "cferror.h"
#include "gstcudafilterallocation.h"
#include "gstcudafiltercaps.h"
#include "gstcudafiltercontext.h"
#include "gstcudafiltercuda.h"
#include "gstcudafilterdevice.h"
#include "gstcudafilterlookahead.h"
#include "gstcudafiltermemory.h"

GST_DEBUG_CATEGORY (gst_cuda_filter_debug);
#define GST_CAT_DEFAULT gst_cuda_filter_debug

#define DEFAULT_BACKEND GST_CUDA_FILTER_BACKEND_AUTO
#define DEFAULT_CUDA_DEVICE_ID -1

enum {
  PROP_0,
  PROP_BACKEND,
  PROP_CUDA_DEVICE_ID,
  PROP_ACTIVE_BACKEND,
  PROP_STATS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

struct _GstCudaFilterPrivate {
  GstCudaFilterContext *context;
  GstCudaFilterTransaction *transaction; /* the element's, or NULL */

  /* under the object lock */
  GstCudaFilterBackend backend;
  gint cuda_device_id;
  guint set_lookahead;         /* from the next start on */
  const gchar *active_backend; /* static, NULL while there is none */
  gboolean ready;              /* refusals are told at once */
  GPtrArray *refusals;         /* warnings that wait for that */
  gboolean params_changed;
  gboolean memory_ran_out;     /* and the warning was posted */
  GstCudaFilterDevice *device; /* from start to stop */
  GstAllocator *allocator;
  GstMiniObject *cuda_stream; /* of CUDAMemory, or NULL */

  GstCudaFilterStats *stats;

  /* from start to stop, the streaming thread's */
  GstCudaFilterRunner *runner;
  GstCudaFilterLookahead lookahead;
  guint n_ahead;         /* as it was at the start */
  gboolean lost;         /* the frame before the next one, which is kept */
  GstFlowReturn drained; /* what the last drain's pushes returned */

  /* from set_caps on */
  gboolean negotiated;
  GstVideoInfo info;
  gboolean same_memory;                  /* on both pads */
  gboolean on_device;                    /* results may stay there */
  gboolean cuda_results, adopted_stream; /* CUDAMemory */
  gboolean interrupted; /* the next frame is not the one after the last */
};

/* clang-format off */
#ifdef HAVE_CUDA
#define CUDA_CAPS \
  "; " GST_VIDEO_CAPS_MAKE_WITH_FEATURES (GST_CUDA_FILTER_CUDA_FEATURE, \
      GST_CUDA_FILTER_CUDA_FORMATS) ", " GST_CUDA_FILTER_PICTURES
#else
#define CUDA_CAPS ""
#endif

#define TEMPLATE_CAPS \
  GST_VIDEO_CAPS_MAKE (GST_CUDA_FILTER_FORMATS) ", " \
  GST_CUDA_FILTER_PICTURES "; " \
  GST_VIDEO_CAPS_MAKE_WITH_FEATURES (GST_CAPS_FEATURE_FORMAT_INTERLACED, \
      GST_CUDA_FILTER_FORMATS) ", interlace-mode = alternate, " \
  GST_CUDA_FILTER_VIEWS \
  CUDA_CAPS
/* clang-format on */

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE (
    "sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (TEMPLATE_CAPS));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE (
    "src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS (TEMPLATE_CAPS));

#define gst_cuda_filter_parent_class parent_class
G_DEFINE_ABSTRACT_TYPE_WITH_CODE (
    GstCudaFilter, gst_cuda_filter, GST_TYPE_BASE_TRANSFORM,
    G_ADD_PRIVATE (GstCudaFilter);
    GST_DEBUG_CATEGORY_INIT (gst_cuda_filter_debug, "cudafilter", 0,
        "Base class of the cudafilters plugin"))

static void drain (GstCudaFilter *self);

static gboolean
only_looks (GstCudaFilter *self)
{
  return GST_CUDA_FILTER_GET_CLASS (self)->analyse != NULL;
}

/* Messages */

static void
post_refusal (GstCudaFilter *self, const gchar *message)
{
  GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", message), (NULL));
}

void
gst_cuda_filter_refuse (GstCudaFilter *self, const gchar *format, ...)
{
  gchar *message;
  gboolean ready;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  GST_OBJECT_LOCK (self);
  ready = self->priv->ready;
  if (!ready)
    g_ptr_array_add (self->priv->refusals, g_strdup (message));
  GST_OBJECT_UNLOCK (self);

  if (ready)
    post_refusal (self, message);
  g_free (message);
}

/* Of the properties whose bit, 1 << id, is set in `ids` and that were put back.
 */
static void
refuse_together (GstCudaFilter *self, GParamSpec *const *properties,
    guint32 ids, const GError *error)
{
  GString *names = g_string_new (NULL);
  guint id;

  for (id = 1; id < 32; id++)
    if (ids & 1u << id)
      g_string_append_printf (
          names, "%s%s", names->len ? ", " : "", properties[id]->name);
  gst_cuda_filter_refuse (self,
      "%s: %s. This was refused, and what was set before stays in force.",
      names->str, error->message);
  g_string_free (names, TRUE);

  for (id = 1; id < 32; id++)
    if (ids & 1u << id)
      g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

/* Takes over what set_property() left, if it is valid together. If not, it is
 * put back, or may become valid yet. */
static void
settle (GstCudaFilter *self, gboolean put_back)
{
  GstCudaFilterTransaction *t = self->priv->transaction;
  gboolean is_new = FALSE;
  GError *error = NULL;
  guint32 changed;

  if (!t)
    return;
  GST_OBJECT_LOCK (self);
  changed = t->changed;
  if (changed && t->apply (G_OBJECT (self), &is_new, &error)) {
    t->copy (t->good, t->now);
    t->changed = 0;
  } else if (changed && put_back) {
    t->copy (t->now, t->good);
    t->changed = 0;
  }
  GST_OBJECT_UNLOCK (self);

  if (is_new && t->notify)
    t->notify (G_OBJECT (self));
  if (error && put_back)
    refuse_together (self, t->properties, changed, error);
  g_clear_error (&error);
}

void
gst_cuda_filter_set_transaction (
    GstCudaFilter *self, GstCudaFilterTransaction *transaction)
{
  self->priv->transaction = transaction;
}

/* From here on refusals are told at once; those that wait are told here. In one
 * step, so that one at the same time is told, and once. */
static void
become_ready (GstCudaFilter *self)
{
  GPtrArray *refusals;
  guint i;

  GST_OBJECT_LOCK (self);
  self->priv->ready = TRUE;
  refusals = self->priv->refusals;
  self->priv->refusals = g_ptr_array_new_with_free_func (g_free);
  GST_OBJECT_UNLOCK (self);

  settle (self, TRUE);
  for (i = 0; i < refusals->len; i++)
    post_refusal (self, g_ptr_array_index (refusals, i));
  g_ptr_array_unref (refusals);
}

static void
become_unready (GstCudaFilter *self)
{
  GST_OBJECT_LOCK (self);
  self->priv->ready = FALSE;
  GST_OBJECT_UNLOCK (self);
}

static void
post_error (GstCudaFilter *self, GError *error)
{
  if (g_error_matches (error, CF_ERROR, CF_ERROR_DEVICE_LOST))
    GST_ELEMENT_ERROR (self, RESOURCE, FAILED,
        ("The GPU failed. Stop the pipeline and start it again; if that does "
         "not help, look for NVIDIA messages in the kernel log (dmesg) or "
         "set backend=cpu."),
        ("%s", error->message));
  else if (g_error_matches (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY))
    GST_ELEMENT_ERROR (self, RESOURCE, NO_SPACE_LEFT,
        ("Not enough memory to filter frames of this size. Free memory of the "
         "device, or use smaller frames."),
        ("%s", error->message));
  else if (g_error_matches (error, CF_ERROR, CF_ERROR_NO_DEVICE))
    GST_ELEMENT_ERROR (
        self, RESOURCE, NOT_FOUND, ("%s", error->message), (NULL));
  else
    GST_ELEMENT_ERROR (self, STREAM, FORMAT,
        ("These frames cannot be processed: %s", error->message), (NULL));
  g_error_free (error);
}

static void
post_latency (GstCudaFilter *self)
{
  gst_element_post_message (
      GST_ELEMENT (self), gst_message_new_latency (GST_OBJECT (self)));
}

static void
memory_ran_out (GstObject *object, const GError *error)
{
  GstCudaFilter *self = GST_CUDA_FILTER (object);
  gboolean posted;

  GST_OBJECT_LOCK (self);
  posted = self->priv->memory_ran_out;
  self->priv->memory_ran_out = TRUE;
  GST_OBJECT_UNLOCK (self);

  if (!posted)
    GST_ELEMENT_WARNING (self, RESOURCE, NO_SPACE_LEFT,
        ("Page-locked memory ran out; frames are in ordinary memory and "
         "transfers are slower. Let the pipeline keep fewer frames."),
        ("%s", error->message));
}

/* Start and stop */

static void
set_active_backend (GstCudaFilter *self, const gchar *name)
{
  gboolean changed;

  GST_OBJECT_LOCK (self);
  changed = g_strcmp0 (self->priv->active_backend, name) != 0;
  self->priv->active_backend = name;
  GST_OBJECT_UNLOCK (self);

  if (changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE_BACKEND]);
}

/* Says where frames are filtered, and why not on a GPU where that was a choice
 * of `auto`: `reason`, else NULL. */
static void
announce (GstCudaFilter *self, GstCudaFilterDevice *device, const gchar *reason)
{
  const gchar *name = cf_device_get_backend_name (device->device);
  const gchar *description = cf_device_get_description (device->device);
  GstStructure *s = gst_structure_new ("cudafilters-backend", "backend",
      G_TYPE_STRING, name, "description", G_TYPE_STRING, description, NULL);

  if (reason) {
    gst_structure_set (s, "reason", G_TYPE_STRING, reason, NULL);
    GST_INFO_OBJECT (
        self, "filtering on the CPU (%s), because: %s", description, reason);
  } else {
    GST_INFO_OBJECT (self, "filtering on %s: %s", name, description);
  }
  gst_element_post_message (
      GST_ELEMENT (self), gst_message_new_element (GST_OBJECT (self), s));
}

static GstCudaFilterDevice *
open_device (GstCudaFilter *self, GError **error)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstElement *element = GST_ELEMENT (self);
  GstCudaFilterBackend backend;
  GstCudaFilterDevice *device;
  GError *reason = NULL;
  gint id;

  GST_OBJECT_LOCK (self);
  backend = priv->backend;
  id = priv->cuda_device_id;
  GST_OBJECT_UNLOCK (self);

  if (backend == GST_CUDA_FILTER_BACKEND_CPU) {
    device = gst_cuda_filter_device_open (
        CF_BACKEND_CPU, priv->context, element, id, error);
    if (device)
      announce (self, device, NULL);
    return device;
  }

  device = gst_cuda_filter_device_open (
      CF_BACKEND_CUDA, priv->context, element, id, &reason);
  if (device) {
    announce (self, device, NULL);
    return device;
  }

  if (backend == GST_CUDA_FILTER_BACKEND_CUDA) {
    g_set_error (error, reason->domain, reason->code,
        "backend=cuda, but no "
        "NVIDIA GPU can be used: %s. Set backend=auto or backend=cpu to filter "
        "on the CPU.",
        reason->message);
  } else {
    device = gst_cuda_filter_device_open (
        CF_BACKEND_CPU, priv->context, element, id, error);
    if (device)
      announce (self, device, reason->message);
  }
  g_error_free (reason);
  return device;
}

/* For a query, from any thread. */
static gboolean
ref_memories (GstCudaFilter *self, GstCudaFilterMemories *memories)
{
  GstCudaFilterPrivate *priv = self->priv;
  gboolean started;

  GST_OBJECT_LOCK (self);
  started = priv->allocator != NULL;
  if (started) {
    memories->device = gst_cuda_filter_device_ref (priv->device);
    memories->allocator = gst_object_ref (priv->allocator);
    memories->cuda_stream =
        priv->cuda_stream ? gst_mini_object_ref (priv->cuda_stream) : NULL;
  }
  GST_OBJECT_UNLOCK (self);
  return started;
}

static void
unref_memories (GstCudaFilterMemories *memories)
{
  g_clear_pointer (&memories->cuda_stream, gst_mini_object_unref);
  gst_clear_object (&memories->allocator);
  g_clear_pointer (&memories->device, gst_cuda_filter_device_unref);
}

static void
unprepare (GstCudaFilter *self)
{
  GstCudaFilterClass *klass = GST_CUDA_FILTER_GET_CLASS (self);

  if (klass->unprepare)
    klass->unprepare (self);
}

/* Waits for the device, and lets go of it. */
static void
close_device (GstCudaFilter *self)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstCudaFilterMemories memories;

  GST_OBJECT_LOCK (self);
  memories.device = g_steal_pointer (&priv->device);
  memories.allocator = g_steal_pointer (&priv->allocator);
  memories.cuda_stream = g_steal_pointer (&priv->cuda_stream);
  GST_OBJECT_UNLOCK (self);

  gst_cuda_filter_lookahead_clear (&priv->lookahead);
  unprepare (self);
  g_clear_pointer (&priv->runner, gst_cuda_filter_runner_free);
  unref_memories (&memories);
  priv->negotiated = FALSE;
}

static gboolean
start_device (GstCudaFilter *self, GError **error)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstCudaFilterDevice *device = open_device (self, error);
  GstAllocator *allocator;
  GstMiniObject *stream = NULL;

  if (!device)
    return FALSE;
  allocator = gst_cuda_filter_allocator_new (
      device, priv->stats, GST_OBJECT (self), memory_ran_out);
  priv->runner = gst_cuda_filter_runner_new (
      device, allocator, priv->stats, GST_OBJECT_NAME (self), error);
  if (!priv->runner) {
    gst_object_unref (allocator);
    gst_cuda_filter_device_unref (device);
    return FALSE;
  }
  if (device->context)
    stream = gst_cuda_filter_cuda_stream_new (device->context);

  GST_OBJECT_LOCK (self);
  priv->device = device;
  priv->allocator = allocator;
  priv->cuda_stream = stream;
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

static gboolean
gst_cuda_filter_stop (GstBaseTransform *trans)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);

  close_device (self);
  set_active_backend (self, NULL);
  return TRUE;
}

static gboolean
gst_cuda_filter_start (GstBaseTransform *trans)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;
  GError *error = NULL;

  gst_cuda_filter_stats_reset (priv->stats);
  priv->drained = GST_FLOW_OK;
  priv->lost = FALSE;
  GST_OBJECT_LOCK (self);
  priv->n_ahead = priv->set_lookahead;
  priv->lookahead.longest = 0;
  GST_OBJECT_UNLOCK (self);
  if (!start_device (self, &error)) {
    post_error (self, error);
    return FALSE;
  }
  set_active_backend (self, cf_device_get_backend_name (priv->device->device));
  return TRUE;
}

static GstStateChangeReturn
gst_cuda_filter_change_state (GstElement *element, GstStateChange transition)
{
  GstCudaFilter *self = GST_CUDA_FILTER (element);
  GstStateChangeReturn ret;

  if (transition == GST_STATE_CHANGE_NULL_TO_READY)
    become_ready (self);
  else if (transition == GST_STATE_CHANGE_READY_TO_NULL)
    become_unready (self);

  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);

  if (transition == GST_STATE_CHANGE_NULL_TO_READY
      && ret == GST_STATE_CHANGE_FAILURE)
    become_unready (self);
  if (transition == GST_STATE_CHANGE_READY_TO_NULL)
    gst_cuda_filter_context_clear (self->priv->context);
  return ret;
}

static void
gst_cuda_filter_set_context (GstElement *element, GstContext *context)
{
  GstCudaFilter *self = GST_CUDA_FILTER (element);
  gint id;

  GST_OBJECT_LOCK (self);
  id = self->priv->cuda_device_id;
  GST_OBJECT_UNLOCK (self);

  gst_cuda_filter_context_set (self->priv->context, element, context, id);
  GST_ELEMENT_CLASS (parent_class)->set_context (element, context);
}

/* Parameters */

void
gst_cuda_filter_params_changed (GstCudaFilter *self)
{
  self->priv->params_changed = TRUE;
}

void
gst_cuda_filter_set_lookahead (GstCudaFilter *self, guint n_frames)
{
  self->priv->set_lookahead = n_frames;
}

/* Takes over what set_property() left, and passes frames through where that
 * leaves nothing to do and none is kept. TRUE where this pass-through changed.
 */
static gboolean
update_params (GstCudaFilter *self, gboolean new_caps)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstCudaFilterClass *klass = GST_CUDA_FILTER_GET_CLASS (self);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  gboolean changed, passthrough;
  CfFilterParams params = { 0 };
  GstCudaFilterPlanes planes;

  if (only_looks (self))
    return FALSE;
  GST_OBJECT_LOCK (self);
  changed = priv->params_changed || new_caps;
  if (changed) {
    klass->get_params (self, &params, &planes);
    priv->params_changed = FALSE;
  }
  GST_OBJECT_UNLOCK (self);
  if (!changed)
    return FALSE;

  passthrough =
      gst_cuda_filter_runner_set_params (priv->runner, &params, planes)
      && priv->same_memory && !klass->never_passthrough && priv->n_ahead == 0;
  if (passthrough == gst_base_transform_is_passthrough (trans))
    return FALSE;
  GST_DEBUG_OBJECT (self, "pass-through %s", passthrough ? "on" : "off");
  gst_base_transform_set_passthrough (trans, passthrough);
  return TRUE;
}

/* Upstream's frames are in another context than ours: work in that, if the
 * device may be chosen. */
static void
adopt_context (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstObject *context = gst_cuda_filter_cuda_get_context (buffer);
  GError *error = NULL;
  gint id;

  if (!context || !priv->device->context || context == priv->device->context)
    return;
  GST_OBJECT_LOCK (self);
  id = priv->cuda_device_id;
  GST_OBJECT_UNLOCK (self);
  if (!gst_cuda_filter_context_replace (
          priv->context, GST_ELEMENT (self), context, id))
    return;

  GST_INFO_OBJECT (self, "working in upstream's %" GST_PTR_FORMAT, context);
  drain (self);
  close_device (self);
  if (!start_device (self, &error)
      || !gst_cuda_filter_runner_set_info (priv->runner, &priv->info, &error)) {
    post_error (self, error);
    return;
  }
  priv->negotiated = TRUE;
  update_params (self, TRUE);
  gst_base_transform_reconfigure_src (GST_BASE_TRANSFORM (self));
}

/* Results on the stream that frames come on: then neither has to wait for the
 * other. Once for given caps, as it takes another pool. */
static void
adopt_stream (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstMiniObject *stream = gst_cuda_filter_cuda_get_stream (buffer);
  GstMiniObject *old;

  if (!stream || stream == priv->cuda_stream || priv->adopted_stream
      || gst_cuda_filter_cuda_get_context (buffer) != priv->device->context)
    return;
  priv->adopted_stream = TRUE;
  GST_OBJECT_LOCK (self);
  old = priv->cuda_stream;
  priv->cuda_stream = gst_mini_object_ref (stream);
  GST_OBJECT_UNLOCK (self);
  g_clear_pointer (&old, gst_mini_object_unref);
  gst_base_transform_reconfigure_src (GST_BASE_TRANSFORM (self));
}

/* Properties that a GstController drives get their values for this frame. */
static void
sync_values (GstCudaFilter *self, GstBuffer *buffer)
{
  GstSegment *segment = &GST_BASE_TRANSFORM (self)->segment;
  GstClockTime time;

  if (segment->format != GST_FORMAT_TIME)
    return;
  time = gst_segment_to_stream_time (
      segment, GST_FORMAT_TIME, GST_BUFFER_PTS (buffer));
  if (GST_CLOCK_TIME_IS_VALID (time))
    gst_object_sync_values (GST_OBJECT (self), time);
}

/* A frame that is to be kept gets its values when its turn comes. */
static void
gst_cuda_filter_before_transform (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);

  if (self->priv->n_ahead == 0)
    sync_values (self, buffer);
  if (!self->priv->negotiated)
    return;
  adopt_context (self, buffer);
  if (self->priv->n_ahead > 0)
    return;
  /* With or without pass-through the pools of both sides are others. */
  if (self->priv->negotiated && update_params (self, FALSE)) {
    gst_base_transform_reconfigure_src (trans);
    gst_base_transform_reconfigure_sink (trans);
  }
}

/* Caps */

static gboolean
is_on_cpu (GstCudaFilter *self)
{
  GstCudaFilterPrivate *priv = self->priv;
  gboolean cpu;

  GST_OBJECT_LOCK (self);
  cpu = priv->device ? cf_device_is_unified (priv->device->device)
                     : priv->backend == GST_CUDA_FILTER_BACKEND_CPU;
  GST_OBJECT_UNLOCK (self);
  return cpu;
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
static gboolean
may_give_cuda (
    GstBaseTransform *trans, GstPadDirection direction, GstCaps *caps)
{
  return !is_on_cpu (GST_CUDA_FILTER (trans))
         && (direction == GST_PAD_SRC || !gst_cuda_filter_caps_are_cuda (caps)
             || !takes_anything (trans->srcpad));
}

/* What is only looked at goes out as it came in, whatever its memory. */
static GstCaps *
gst_cuda_filter_transform_caps (GstBaseTransform *trans,
    GstPadDirection direction, GstCaps *caps, GstCaps *filter)
{
  gboolean to_sink = direction == GST_PAD_SRC;
  GstCaps *known =
      gst_pad_get_pad_template_caps (to_sink ? trans->sinkpad : trans->srcpad);
  GstCaps *ret =
      only_looks (GST_CUDA_FILTER (trans))
          ? gst_caps_intersect_full (caps, known, GST_CAPS_INTERSECT_FIRST)
          : gst_cuda_filter_other_caps (
              caps, known, to_sink, may_give_cuda (trans, direction, caps));

  gst_caps_unref (known);
  if (filter) {
    GstCaps *all = ret;

    ret = gst_caps_intersect_full (filter, all, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref (all);
  }
  GST_LOG_OBJECT (
      trans, "%" GST_PTR_FORMAT " becomes %" GST_PTR_FORMAT, caps, ret);
  return ret;
}

/* Caps go out as they came, as far as they say nothing. */
static GstCaps *
gst_cuda_filter_fixate_caps (GstBaseTransform *trans, GstPadDirection direction,
    GstCaps *caps, GstCaps *othercaps)
{
  return GST_BASE_TRANSFORM_CLASS (parent_class)
      ->fixate_caps (trans, direction, caps,
          gst_cuda_filter_caps_leave_out (othercaps, caps));
}

static gboolean
gst_cuda_filter_accept_caps (
    GstBaseTransform *trans, GstPadDirection direction, GstCaps *caps)
{
  GstPad *pad = direction == GST_PAD_SINK ? trans->sinkpad : trans->srcpad;
  GstCaps *known = gst_pad_get_pad_template_caps (pad);
  gboolean accepted = gst_cuda_filter_caps_are_of (caps, known);

  if (!accepted)
    GST_WARNING_OBJECT (pad,
        "refused caps %" GST_PTR_FORMAT ": their format, "
        "memory, interlacing or views are none of %" GST_PTR_FORMAT,
        caps, known);
  gst_caps_unref (known);
  return accepted
         && GST_BASE_TRANSFORM_CLASS (parent_class)
                ->accept_caps (trans, direction, caps);
}

static gboolean
gst_cuda_filter_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;
  GstVideoInfo info;
  GError *error = NULL;

  if (!gst_video_info_from_caps (&info, incaps)) {
    GST_WARNING_OBJECT (self,
        "refused caps %" GST_PTR_FORMAT ": they do not "
        "describe a video frame",
        incaps);
    return FALSE;
  }

  drain (self);
  priv->negotiated = FALSE;
  unprepare (self);
  /* there is none where adopting upstream's context failed */
  if ((!priv->runner && !start_device (self, &error))
      || !gst_cuda_filter_runner_set_info (priv->runner, &info, &error)) {
    post_error (self, error);
    return FALSE;
  }
  priv->info = info;
  priv->cuda_results = gst_cuda_filter_caps_are_cuda (outcaps);
  priv->adopted_stream = FALSE;
  priv->same_memory =
      gst_cuda_filter_caps_are_cuda (incaps) == priv->cuda_results;
  priv->negotiated = TRUE;
  update_params (self, TRUE);
  if (priv->n_ahead > 0)
    post_latency (self);
  return TRUE;
}

static gboolean
gst_cuda_filter_transform_size (GstBaseTransform *trans,
    GstPadDirection direction, GstCaps *caps, gsize size, GstCaps *othercaps,
    gsize *othersize)
{
  GstVideoInfo info;

  if (!gst_video_info_from_caps (&info, othercaps))
    return FALSE;
  *othersize = GST_VIDEO_INFO_SIZE (&info);
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
  gboolean passes = only_looks (GST_CUDA_FILTER (trans));
  GstCudaFilterMemories memories;
  gboolean proposed;

  if (passes) {
    if (!gst_pad_peer_query (trans->srcpad, query))
      GST_DEBUG_OBJECT (trans, "downstream says nothing of its memory");
    gst_cuda_filter_limit_metas (query);
  } else {
    if (!GST_BASE_TRANSFORM_CLASS (parent_class)
             ->propose_allocation (trans, decide_query, query))
      return FALSE;
    /* In pass-through, downstream has answered; that may end any time. */
    if (!decide_query) {
      gst_cuda_filter_limit_metas (query);
      return TRUE;
    }
  }
  if (!ref_memories (GST_CUDA_FILTER (trans), &memories))
    return FALSE;
  proposed = passes ? gst_cuda_filter_pass_memory (&memories, query)
                    : gst_cuda_filter_propose_memory (&memories, query,
                        GST_CUDA_FILTER (trans)->priv->n_ahead);
  unref_memories (&memories);
  return proposed;
}

static gboolean
gst_cuda_filter_decide_allocation (GstBaseTransform *trans, GstQuery *query)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterMemories memories;
  gboolean decided;

  /* buffers are upstream's */
  if (only_looks (self)) {
    while (gst_query_get_n_allocation_pools (query) > 0)
      gst_query_remove_nth_allocation_pool (query, 0);
    return TRUE;
  }
  if (!ref_memories (self, &memories))
    return FALSE;
  decided =
      gst_cuda_filter_decide_memory (&memories, query, &self->priv->on_device);
  unref_memories (&memories);
  if (!decided)
    post_no_buffer (trans, "no pool for results could be made");
  GST_DEBUG_OBJECT (self, "results stay on the device: %s",
      self->priv->on_device ? "yes" : "no");
  return decided
         && GST_BASE_TRANSFORM_CLASS (parent_class)
                ->decide_allocation (trans, query);
}

/* Frames */

/* The caps' frame is in the corner of a larger picture, which stays behind. */
static gboolean
is_in_larger_picture (const GstVideoInfo *info, GstBuffer *buffer)
{
  const GstVideoMeta *picture = gst_buffer_get_video_meta (buffer);

  return picture
         && ((gint)picture->width > GST_VIDEO_INFO_WIDTH (info)
             || (gint)picture->height > GST_VIDEO_INFO_HEIGHT (info));
}

/* Metas go on that depend on nothing, or on what filtering leaves as it is.
 * GstBaseTransform itself keeps back what is tagged `memory`, such as the
 * input's GstVideoMeta. */
static gboolean
gst_cuda_filter_transform_meta (
    GstBaseTransform *trans, GstBuffer *outbuf, GstMeta *meta, GstBuffer *inbuf)
{
  static const gchar *const unchanged[] = { GST_META_TAG_VIDEO_STR,
    GST_META_TAG_VIDEO_COLORSPACE_STR, GST_META_TAG_VIDEO_SIZE_STR,
    GST_META_TAG_VIDEO_ORIENTATION_STR, NULL };
  const gchar *const *tag = gst_meta_api_type_get_tags (meta->info->api);

  for (; tag && *tag; tag++)
    if (!g_strv_contains (unchanged, *tag))
      return FALSE;
  return meta->info->api != GST_VIDEO_CROP_META_API_TYPE
         || !is_in_larger_picture (&GST_CUDA_FILTER (trans)->priv->info, inbuf);
}

/* What of other frames, and of the frame's mask, its filter needs to know. */
static void
tell_runner (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstCudaFilterClass *klass = GST_CUDA_FILTER_GET_CLASS (self);
  GstCudaFilterMask *mask;

  if (priv->interrupted || GST_BUFFER_IS_DISCONT (buffer))
    gst_cuda_filter_runner_forget (priv->runner);
  priv->interrupted = FALSE;
  if (!klass->get_mask)
    return;
  mask = klass->get_mask (self, buffer);
  gst_cuda_filter_runner_set_mask (priv->runner, mask);
  g_clear_pointer (&mask, gst_cuda_filter_mask_unref);
}

static GstFlowReturn
gst_cuda_filter_transform (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer *outbuf)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;
  GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (&priv->info);
  GstCudaFilterRunFlags flags = {
    .by_field = mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED
                || (mode == GST_VIDEO_INTERLACE_MODE_MIXED
                    && GST_BUFFER_FLAG_IS_SET (
                        inbuf, GST_VIDEO_BUFFER_FLAG_INTERLACED)),
    .second_field = GST_CUDA_FILTER_GET_CLASS (self)->get_mask
                    && mode == GST_VIDEO_INTERLACE_MODE_ALTERNATE
                    && GST_VIDEO_BUFFER_IS_BOTTOM_FIELD (inbuf),
    .on_device = priv->on_device,
  };
  GError *error = NULL;

  /* adopting upstream's context may have failed, and said so */
  if (!priv->negotiated)
    return GST_FLOW_ERROR;
  tell_runner (self, inbuf);
  if (!gst_cuda_filter_runner_run (
          priv->runner, inbuf, outbuf, &flags, &error)) {
    post_error (self, error);
    return GST_FLOW_ERROR;
  }
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

/* A pool that gives no buffer is nobody's error in GstBaseTransform, unlike one
 * that cannot be activated. */
static GstFlowReturn
gst_cuda_filter_prepare_output_buffer (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer **outbuf)
{
  GstFlowReturn ret = GST_BASE_TRANSFORM_CLASS (parent_class)
                          ->prepare_output_buffer (trans, inbuf, outbuf);

  if (ret == GST_FLOW_ERROR && has_active_pool (trans))
    post_no_buffer (trans, "the pool for results gave none");
  return ret;
}

/* Frames that are only looked at */

CfDevice *
gst_cuda_filter_get_device (GstCudaFilter *self)
{
  return self->priv->device->device;
}

const CfPlane *
gst_cuda_filter_get_luma (GstCudaFilter *self)
{
  return gst_cuda_filter_runner_get_luma (self->priv->runner);
}

gboolean
gst_cuda_filter_look (GstCudaFilter *self, GstBuffer *buffer,
    GstCudaFilterLook look, gpointer data, GError **error)
{
  return gst_cuda_filter_runner_look (
      self->priv->runner, buffer, look, data, error);
}

gboolean
gst_cuda_filter_draw (GstCudaFilter *self, GstBuffer *buffer,
    const CfSpan *spans, guint n_spans, guint32 argb, GError **error)
{
  return gst_cuda_filter_runner_draw (
      self->priv->runner, buffer, spans, n_spans, argb, error);
}

/* Metas are to be added: a buffer that others have too is copied, but not its
 * memory. */
static GstFlowReturn
pass_buffer (GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer **outbuf)
{
  *outbuf = gst_buffer_is_writable (inbuf) ? inbuf : gst_buffer_copy (inbuf);
  return *outbuf ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static GstFlowReturn
analyse_buffer (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GError *error = NULL;

  /* adopting upstream's context may have failed, and said so */
  if (!self->priv->negotiated)
    return GST_FLOW_ERROR;
  if (!GST_CUDA_FILTER_GET_CLASS (self)->analyse (self, buffer, &error)) {
    post_error (self, error);
    return GST_FLOW_ERROR;
  }
  gst_cuda_filter_stats_add_frame (self->priv->stats);
  return GST_FLOW_OK;
}

void
gst_cuda_filter_class_set_analyse (
    GstCudaFilterClass *klass, gboolean (*analyse) (GstCudaFilter *self,
                                   GstBuffer *buffer, GError **error))
{
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);

  klass->analyse = analyse;
  trans_class->transform = NULL;
  trans_class->transform_ip = GST_DEBUG_FUNCPTR (analyse_buffer);
  trans_class->prepare_output_buffer = GST_DEBUG_FUNCPTR (pass_buffer);
}

/* Order: frames and events that wait for the frames behind them */

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

/* Filters a frame that was kept, and hands it on. GstBaseTransform, which has
 * seen later frames, would mark the wrong one as discontinuous. */
static GstFlowReturn
filter_kept (GstCudaFilter *self, GstBuffer *buffer)
{
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  GstBuffer *outbuf = NULL;
  GstFlowReturn ret;

  sync_values (self, buffer);
  if (self->priv->negotiated)
    update_params (self, FALSE);
  trans->queued_buf = buffer;
  ret =
      GST_BASE_TRANSFORM_CLASS (parent_class)->generate_output (trans, &outbuf);
  if (ret == GST_FLOW_OK && outbuf)
    return gst_pad_push (GST_BASE_TRANSFORM_SRC_PAD (trans), outbuf);
  gst_clear_buffer (&outbuf);
  return ret;
}

/* Hands on what has so many frames behind it, after an error only events. */
static GstFlowReturn
hand_on (GstCudaFilter *self, guint n_ahead)
{
  GstFlowReturn ret = GST_FLOW_OK;
  GstMiniObject *item;

  while ((
      item = gst_cuda_filter_lookahead_pop (&self->priv->lookahead, n_ahead))) {
    if (GST_IS_EVENT (item))
      forward_event (self, GST_EVENT (item));
    else if (ret == GST_FLOW_OK)
      ret = filter_kept (self, GST_BUFFER (item));
    else
      gst_mini_object_unref (item);
  }
  return ret;
}

/* Hands on all that is kept. No frame waits for the next one. */
static void
drain (GstCudaFilter *self)
{
  GstFlowReturn ret = hand_on (self, 0);

  gst_cuda_filter_lookahead_forget (&self->priv->lookahead);
  if (ret != GST_FLOW_OK)
    self->priv->drained = ret;
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
  gst_cuda_filter_lookahead_forget (&self->priv->lookahead);
  self->priv->lost = FALSE;
}

/* A frame that is missing is none that those before it wait for. */
static void
lose_frame (GstCudaFilter *self)
{
  drain (self);
  self->priv->lost = TRUE;
}

static void
keep (GstCudaFilter *self, GstBuffer *buffer)
{
  GstCudaFilterPrivate *priv = self->priv;
  gboolean longer;

  if (priv->lost) {
    buffer = gst_buffer_make_writable (buffer);
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
    priv->lost = FALSE;
  }
  if (GST_BUFFER_IS_DISCONT (buffer))
    drain (self);
  GST_OBJECT_LOCK (self);
  longer = gst_cuda_filter_lookahead_learn (
      &priv->lookahead, &GST_BASE_TRANSFORM (self)->segment, buffer);
  GST_OBJECT_UNLOCK (self);
  gst_cuda_filter_lookahead_push_frame (&priv->lookahead, buffer);
  if (longer && GST_VIDEO_INFO_FPS_N (&priv->info) == 0)
    post_latency (self);
}

static GstFlowReturn
gst_cuda_filter_submit_input_buffer (
    GstBaseTransform *trans, gboolean is_discont, GstBuffer *buffer)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstFlowReturn ret = self->priv->drained;

  /* what pushes outside of this call returned */
  if (ret != GST_FLOW_OK) {
    self->priv->drained = GST_FLOW_OK;
    gst_buffer_unref (buffer);
    return ret;
  }
  /* before the frame's result is allocated, so that a whole chain is on one
   * stream from the first frame on */
  if (self->priv->negotiated && self->priv->cuda_results && !only_looks (self))
    adopt_stream (self, buffer);
  ret = GST_BASE_TRANSFORM_CLASS (parent_class)
            ->submit_input_buffer (trans, is_discont, buffer);
  if (ret == GST_BASE_TRANSFORM_FLOW_DROPPED) {
    gst_cuda_filter_stats_add_late_frame (self->priv->stats);
    if (self->priv->n_ahead > 0)
      lose_frame (self);
  }
  return ret;
}

/* Called until it has no buffer left; frames that were kept it pushes itself.
 */
static GstFlowReturn
gst_cuda_filter_generate_output (GstBaseTransform *trans, GstBuffer **outbuf)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstBuffer *buffer;

  if (self->priv->n_ahead == 0)
    return GST_BASE_TRANSFORM_CLASS (parent_class)
        ->generate_output (trans, outbuf);
  buffer = g_steal_pointer (&trans->queued_buf);
  if (!buffer)
    return GST_FLOW_OK;
  keep (self, buffer);
  return hand_on (self, self->priv->n_ahead);
}

/* Late errors are told by the element that caused them. */
static void
finish (GstCudaFilter *self)
{
  GError *error = NULL;

  if (self->priv->runner
      && !gst_cuda_filter_runner_drain (self->priv->runner, &error))
    post_error (self, error);
}

static gboolean
gst_cuda_filter_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;
  const gboolean is_sticky = GST_EVENT_IS_STICKY (event);

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_FLUSH_STOP:
      drop_kept (self);
      priv->drained = GST_FLOW_OK;
      priv->interrupted = TRUE;
      finish (self);
      break;
    case GST_EVENT_EOS:
      drain (self);
      finish (self);
      break;
    case GST_EVENT_STREAM_START:
    case GST_EVENT_SEGMENT:
      drain (self);
      priv->interrupted = TRUE;
      break;
    case GST_EVENT_CAPS:
    case GST_EVENT_SEGMENT_DONE:
    case GST_EVENT_GAP:
      drain (self);
      break;
    default:
      if (GST_EVENT_IS_SERIALIZED (event) && priv->lookahead.n_frames > 0) {
        gst_cuda_filter_lookahead_push_event (&priv->lookahead, event);
        return TRUE;
      }
      break;
  }
  /* What a flush or a stop keeps from going on is refused by nobody, or
   * upstream would end with an error: for caps with "not negotiated", which the
   * next frame does, for other events that pads keep with "error". */
  return GST_BASE_TRANSFORM_CLASS (parent_class)->sink_event (trans, event)
         || (is_sticky
             && GST_PAD_IS_FLUSHING (GST_BASE_TRANSFORM_SRC_PAD (self)));
}

/* Queries */

/* How long a frame waits for those behind it: by the rate in the caps, else as
 * they have come up to now. */
static GstClockTime
get_lag (GstCudaFilter *self)
{
  const guint n = self->priv->n_ahead;
  GstCaps *caps = gst_pad_get_current_caps (GST_BASE_TRANSFORM_SINK_PAD (self));
  GstClockTime lag = 0;
  GstVideoInfo info;

  if (!caps)
    return 0;
  if (gst_video_info_from_caps (&info, caps)) {
    gboolean fields = GST_VIDEO_INFO_INTERLACE_MODE (&info)
                      == GST_VIDEO_INTERLACE_MODE_ALTERNATE;

    if (GST_VIDEO_INFO_FPS_N (&info) > 0 && GST_VIDEO_INFO_FPS_D (&info) > 0) {
      lag = gst_util_uint64_scale (n * GST_SECOND / (fields ? 2 : 1),
          GST_VIDEO_INFO_FPS_D (&info), GST_VIDEO_INFO_FPS_N (&info));
    } else {
      GST_OBJECT_LOCK (self);
      lag = gst_util_uint64_scale (self->priv->lookahead.longest, n, 1);
      GST_OBJECT_UNLOCK (self);
    }
  }
  gst_caps_unref (caps);
  return lag;
}

static void
add_latency (GstCudaFilter *self, GstQuery *query)
{
  GstClockTime min, max, lag = get_lag (self);
  gboolean live;

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

  if (GST_QUERY_TYPE (query) == GST_QUERY_CONTEXT
      && gst_cuda_filter_context_query (
          self->priv->context, GST_ELEMENT (self), query))
    return TRUE;
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
gst_cuda_filter_set_property (
    GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  GstCudaFilter *self = GST_CUDA_FILTER (object);

  GST_OBJECT_LOCK (self);
  switch (prop_id) {
    case PROP_BACKEND:
      self->priv->backend = g_value_get_enum (value);
      break;
    case PROP_CUDA_DEVICE_ID:
      self->priv->cuda_device_id = g_value_get_int (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  GST_OBJECT_UNLOCK (self);
}

/* GObjectClass.set_property of every class: what is outside a range is refused
 * here. */
static void
set_any_property (
    GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  gchar *refusal = gst_cuda_filter_param_refuse (object, value, pspec);

  if (refusal)
    gst_cuda_filter_refuse (GST_CUDA_FILTER (object), "%s", refusal);
  else if (pspec->owner_type == GST_TYPE_CUDA_FILTER)
    gst_cuda_filter_set_property (object, prop_id, value, pspec);
  else
    GST_CUDA_FILTER_GET_CLASS (object)->set_property (
        object, prop_id, value, pspec);
  g_free (refusal);
}

void
gst_cuda_filter_class_set_set_property (GstCudaFilterClass *klass,
    void (*set_property) (
        GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec))
{
  G_OBJECT_CLASS (klass)->set_property = set_any_property;
  klass->set_property = set_property;
}

static void
gst_cuda_filter_dispatch_properties_changed (
    GObject *object, guint n, GParamSpec **specs)
{
  GstCudaFilter *self = GST_CUDA_FILTER (object);
  gboolean ready;

  GST_OBJECT_LOCK (self);
  ready = self->priv->ready;
  GST_OBJECT_UNLOCK (self);
  settle (self, ready);
  G_OBJECT_CLASS (parent_class)->dispatch_properties_changed (object, n, specs);
}

static void
gst_cuda_filter_get_property (
    GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GstCudaFilter *self = GST_CUDA_FILTER (object);
  GstCudaFilterClass *klass = GST_CUDA_FILTER_GET_CLASS (self);
  GstStructure *stats;

  GST_OBJECT_LOCK (self);
  switch (prop_id) {
    case PROP_BACKEND:
      g_value_set_enum (value, self->priv->backend);
      break;
    case PROP_CUDA_DEVICE_ID:
      g_value_set_int (value, self->priv->cuda_device_id);
      break;
    case PROP_ACTIVE_BACKEND:
      g_value_set_static_string (value,
          self->priv->active_backend ? self->priv->active_backend : "none");
      break;
    case PROP_STATS:
      stats = gst_cuda_filter_stats_to_structure (self->priv->stats);
      if (klass->add_stats)
        klass->add_stats (self, stats);
      g_value_take_boxed (value, stats);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cuda_filter_finalize (GObject *object)
{
  GstCudaFilterPrivate *priv = GST_CUDA_FILTER (object)->priv;

  gst_cuda_filter_context_free (priv->context);
  gst_cuda_filter_stats_unref (priv->stats);
  g_ptr_array_unref (priv->refusals);
  gst_cuda_filter_lookahead_finish (&priv->lookahead);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cuda_filter_class_init (GstCudaFilterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);

  object_class->set_property = set_any_property;
  object_class->get_property = gst_cuda_filter_get_property;
  object_class->finalize = gst_cuda_filter_finalize;
  object_class->dispatch_properties_changed =
      gst_cuda_filter_dispatch_properties_changed;

  properties[PROP_BACKEND] = gst_cuda_filter_param_enum ("backend", "Backend",
      "Where frames are filtered", GST_TYPE_CUDA_FILTER_BACKEND,
      DEFAULT_BACKEND,
      G_PARAM_READWRITE | GST_PARAM_MUTABLE_READY | G_PARAM_STATIC_STRINGS);
  properties[PROP_CUDA_DEVICE_ID] =
      gst_cuda_filter_param_int ("cuda-device-id", "CUDA device ID",
          "Number of the GPU, from 0 "
          "(-1 = that of a neighbouring element, or the first)",
          -1, G_MAXINT, DEFAULT_CUDA_DEVICE_ID,
          G_PARAM_READWRITE | GST_PARAM_MUTABLE_READY | G_PARAM_STATIC_STRINGS);
  properties[PROP_STATS] = g_param_spec_boxed ("stats", "Statistics",
      "Since the start: frames, late-frames (dropped by QoS), uploads, "
      "downloads, bytes-up, bytes-down; means over timed-frames, in ns: "
      "upload-time, kernel-time, download-time, time-after-push (from the push "
      "of a frame until the GPU is done with it). Of cudasnake also contours, "
      "levels and phases, of the last frame and in total, and lost-targets",
      GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_ACTIVE_BACKEND] =
      g_param_spec_string ("active-backend", "Active backend",
          "Where frames are filtered now: cuda, cpu, or none "
          "while the element is stopped",
          "none", G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  gst_type_mark_as_plugin_api (GST_TYPE_CUDA_FILTER_BACKEND, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_CUDA_FILTER, 0);

  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  element_class->change_state =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_change_state);
  element_class->set_context = GST_DEBUG_FUNCPTR (gst_cuda_filter_set_context);

  trans_class->passthrough_on_same_caps = FALSE;
  trans_class->start = GST_DEBUG_FUNCPTR (gst_cuda_filter_start);
  trans_class->stop = GST_DEBUG_FUNCPTR (gst_cuda_filter_stop);
  trans_class->query = GST_DEBUG_FUNCPTR (gst_cuda_filter_query);
  trans_class->accept_caps = GST_DEBUG_FUNCPTR (gst_cuda_filter_accept_caps);
  trans_class->transform_caps =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_transform_caps);
  trans_class->fixate_caps = GST_DEBUG_FUNCPTR (gst_cuda_filter_fixate_caps);
  trans_class->set_caps = GST_DEBUG_FUNCPTR (gst_cuda_filter_set_caps);
  trans_class->transform_size =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_transform_size);
  trans_class->propose_allocation =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_propose_allocation);
  trans_class->decide_allocation =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_decide_allocation);
  trans_class->prepare_output_buffer =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_prepare_output_buffer);
  trans_class->before_transform =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_before_transform);
  trans_class->transform_meta =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_transform_meta);
  trans_class->submit_input_buffer =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_submit_input_buffer);
  trans_class->generate_output =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_generate_output);
  trans_class->sink_event = GST_DEBUG_FUNCPTR (gst_cuda_filter_sink_event);
  trans_class->transform = GST_DEBUG_FUNCPTR (gst_cuda_filter_transform);
}

static void
gst_cuda_filter_init (GstCudaFilter *self)
{
  GstCudaFilterPrivate *priv = gst_cuda_filter_get_instance_private (self);

  self->priv = priv;
  priv->context = gst_cuda_filter_context_new ();
  priv->stats = gst_cuda_filter_stats_new ();
  gst_cuda_filter_lookahead_init (&priv->lookahead);
  priv->refusals = g_ptr_array_new_with_free_func (g_free);
  priv->backend = DEFAULT_BACKEND;
  priv->cuda_device_id = DEFAULT_CUDA_DEVICE_ID;
  gst_base_transform_set_qos_enabled (GST_BASE_TRANSFORM (self), TRUE);
}
