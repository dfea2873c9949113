/* Base class of the elements: negotiation, memory and backends, once for all.
 *
 * Where the device is the CPU, frames are filtered in the memory that they lie
 * in; else they go through one block of device memory each way. */
#include "gstcudafilter.h"

#include "cferror.h"
#include "gstcudafilterbufferpool.h"
#include "gstcudafiltercontext.h"
#include "gstcudafilterdevice.h"
#include "gstcudafiltermemory.h"
#include "gstcudafilterstaging.h"

GST_DEBUG_CATEGORY (gst_cuda_filter_debug);
#define GST_CAT_DEFAULT gst_cuda_filter_debug

#define DEFAULT_BACKEND GST_CUDA_FILTER_BACKEND_AUTO
#define DEFAULT_CUDA_DEVICE_ID -1

enum {
  PROP_0,
  PROP_BACKEND,
  PROP_CUDA_DEVICE_ID,
  PROP_ACTIVE_BACKEND,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

/* A picture's shape, and the filter that is prepared for it. */
typedef struct {
  GstCudaFilterPicture picture;
  CfFilter *filter; /* NULL until a frame needs it */
} Prepared;

/* A frame, mapped, and where its planes are. */
typedef struct {
  GstVideoFrame frame;
  GstCudaFilterPlacement at;
} Mapped;

struct _GstCudaFilterPrivate {
  GstCudaFilterContext *context;

  /* under the object lock */
  GstCudaFilterBackend backend;
  gint cuda_device_id;
  const gchar *active_backend; /* static, NULL while there is none */
  GPtrArray *refusals;         /* warnings that wait for a bus */
  gboolean params_changed;
  gboolean memory_ran_out; /* and the warning was posted */
  GstAllocator *allocator; /* from start to stop */

  /* from start to stop, the streaming thread's */
  GstCudaFilterDevice *device;
  CfStream *stream;
  GstCudaFilterBlock src_block, dst_block;

  /* from set_caps on */
  gboolean negotiated;
  GstVideoInfo info;
  Prepared progressive, by_field;
  CfFilterParams params;
  GstCudaFilterPlanes planes;
};

/* clang-format off */
#define TEMPLATE_CAPS \
  GST_VIDEO_CAPS_MAKE (GST_CUDA_FILTER_FORMATS) "; " \
  GST_VIDEO_CAPS_MAKE_WITH_FEATURES (GST_CAPS_FEATURE_FORMAT_INTERLACED, \
      GST_CUDA_FILTER_FORMATS) ", interlace-mode = alternate"
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
  gboolean has_bus;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  GST_OBJECT_LOCK (self);
  has_bus = GST_ELEMENT_BUS (self) != NULL;
  if (!has_bus)
    g_ptr_array_add (self->priv->refusals, g_strdup (message));
  GST_OBJECT_UNLOCK (self);

  if (has_bus)
    post_refusal (self, message);
  g_free (message);
}

static void
post_refusals (GstCudaFilter *self)
{
  GPtrArray *refusals;
  guint i;

  GST_OBJECT_LOCK (self);
  refusals = self->priv->refusals;
  self->priv->refusals = g_ptr_array_new_with_free_func (g_free);
  GST_OBJECT_UNLOCK (self);

  for (i = 0; i < refusals->len; i++)
    post_refusal (self, g_ptr_array_index (refusals, i));
  g_ptr_array_unref (refusals);
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
        ("These frames cannot be filtered: %s", error->message), (NULL));
  g_error_free (error);
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

static void
drop_filters (GstCudaFilter *self)
{
  g_clear_pointer (&self->priv->progressive.filter, cf_filter_free);
  g_clear_pointer (&self->priv->by_field.filter, cf_filter_free);
}

static gboolean
gst_cuda_filter_stop (GstBaseTransform *trans)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;
  GstAllocator *allocator;

  GST_OBJECT_LOCK (self);
  allocator = priv->allocator;
  priv->allocator = NULL;
  GST_OBJECT_UNLOCK (self);

  drop_filters (self);
  g_clear_pointer (&priv->stream, cf_stream_free);
  if (priv->device) {
    gst_cuda_filter_block_clear (&priv->src_block, priv->device->device);
    gst_cuda_filter_block_clear (&priv->dst_block, priv->device->device);
  }
  gst_clear_object (&allocator);
  g_clear_pointer (&priv->device, gst_cuda_filter_device_unref);
  priv->negotiated = FALSE;
  set_active_backend (self, NULL);
  return TRUE;
}

static gboolean
gst_cuda_filter_start (GstBaseTransform *trans)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;
  GstAllocator *allocator;
  GError *error = NULL;

  priv->device = open_device (self, &error);
  if (priv->device)
    priv->stream = cf_stream_new (priv->device->device, &error);
  if (!priv->stream) {
    gst_cuda_filter_stop (trans);
    post_error (self, error);
    return FALSE;
  }

  allocator = gst_cuda_filter_allocator_new (
      priv->device, GST_OBJECT (self), memory_ran_out);
  GST_OBJECT_LOCK (self);
  priv->allocator = allocator;
  GST_OBJECT_UNLOCK (self);

  set_active_backend (self, cf_device_get_backend_name (priv->device->device));
  return TRUE;
}

static GstStateChangeReturn
gst_cuda_filter_change_state (GstElement *element, GstStateChange transition)
{
  GstCudaFilter *self = GST_CUDA_FILTER (element);
  GstStateChangeReturn ret;

  if (transition == GST_STATE_CHANGE_NULL_TO_READY)
    post_refusals (self);

  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);

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

/* Takes over what set_property() left, and passes frames through where that
 * leaves nothing to do. TRUE where this pass-through changed. */
static gboolean
update_params (GstCudaFilter *self, gboolean new_caps)
{
  GstCudaFilterPrivate *priv = self->priv;
  GstCudaFilterClass *klass = GST_CUDA_FILTER_GET_CLASS (self);
  GstBaseTransform *trans = GST_BASE_TRANSFORM (self);
  gboolean changed, passthrough;
  const GstCudaFilterPicture *picture = &priv->progressive.picture;

  GST_OBJECT_LOCK (self);
  changed = priv->params_changed || new_caps;
  if (changed) {
    klass->get_params (self, &priv->params, &priv->planes);
    priv->params_changed = FALSE;
  }
  GST_OBJECT_UNLOCK (self);
  if (!changed)
    return FALSE;

  drop_filters (self);
  passthrough = !klass->never_passthrough
                && cf_filter_params_is_identity (&priv->params,
                    gst_cuda_filter_picture_filtered (picture, priv->planes));
  if (passthrough == gst_base_transform_is_passthrough (trans))
    return FALSE;
  GST_DEBUG_OBJECT (self, "pass-through %s", passthrough ? "on" : "off");
  gst_base_transform_set_passthrough (trans, passthrough);
  return TRUE;
}

static void
gst_cuda_filter_before_transform (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);

  /* With or without pass-through the pools of both sides are others. */
  if (self->priv->negotiated && update_params (self, FALSE)) {
    gst_base_transform_reconfigure_src (trans);
    gst_base_transform_reconfigure_sink (trans);
  }
}

static CfFilter *
prepare (GstCudaFilter *self, Prepared *prepared, GError **error)
{
  GstCudaFilterPrivate *priv = self->priv;
  CfPlane planes[CF_MAX_PLANES];
  guint i;

  for (i = 0; i < prepared->picture.n_planes; i++)
    planes[i] = prepared->picture.planes[i].geometry;
  return cf_filter_new (priv->device->device, &priv->params, planes,
      prepared->picture.n_planes,
      gst_cuda_filter_picture_filtered (&prepared->picture, priv->planes),
      error);
}

/* Caps */

static gboolean
gst_cuda_filter_accept_caps (
    GstBaseTransform *trans, GstPadDirection direction, GstCaps *caps)
{
  GstPad *pad = direction == GST_PAD_SINK ? trans->sinkpad : trans->srcpad;
  GstCaps *known = gst_pad_get_pad_template_caps (pad);
  gboolean accepted = gst_caps_is_subset (caps, known);

  if (!accepted)
    GST_WARNING_OBJECT (pad,
        "refused caps %" GST_PTR_FORMAT ": their format, "
        "memory or interlacing is none of %" GST_PTR_FORMAT,
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
  if (GST_VIDEO_INFO_INTERLACE_MODE (&info) == GST_VIDEO_INTERLACE_MODE_FIELDS
      || GST_VIDEO_INFO_MULTIVIEW_MODE (&info)
             == GST_VIDEO_MULTIVIEW_MODE_SEPARATED) {
    GST_WARNING_OBJECT (self,
        "refused caps %" GST_PTR_FORMAT ": several "
        "pictures in one buffer are not supported",
        incaps);
    return FALSE;
  }

  drop_filters (self);
  priv->info = info;
  gst_cuda_filter_picture_init (&priv->progressive.picture, &info, FALSE);
  gst_cuda_filter_picture_init (&priv->by_field.picture, &info, TRUE);
  update_params (self, TRUE);
  priv->negotiated = TRUE;

  if (!cf_device_is_unified (priv->device->device)
      && (!gst_cuda_filter_block_ensure (
              &priv->src_block, priv->device->device, &info, &error)
          || !gst_cuda_filter_block_ensure (
              &priv->dst_block, priv->device->device, &info, &error))) {
    post_error (self, error);
    return FALSE;
  }
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

static GstAllocator *
ref_allocator (GstCudaFilter *self)
{
  GstAllocator *allocator = NULL;

  GST_OBJECT_LOCK (self);
  if (self->priv->allocator)
    allocator = gst_object_ref (self->priv->allocator);
  GST_OBJECT_UNLOCK (self);
  return allocator;
}

/* A pool of ours for frames of these caps, without a limit: one would dead-lock
 * with whoever keeps that many frames. */
static GstBufferPool *
new_pool (GstCudaFilter *self, GstAllocator *allocator, GstCaps *caps,
    guint size, guint min)
{
  GstBufferPool *pool = gst_cuda_filter_buffer_pool_new (allocator);
  GstStructure *config = gst_buffer_pool_get_config (pool);

  gst_buffer_pool_config_set_params (config, caps, size, min, 0);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (!gst_buffer_pool_set_config (pool, config))
    gst_clear_object (&pool);
  return pool;
}

static gboolean
gst_cuda_filter_propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstAllocator *allocator;
  GstBufferPool *pool = NULL;
  GstVideoInfo info;
  gboolean need_pool;
  GstCaps *caps;

  if (!GST_BASE_TRANSFORM_CLASS (parent_class)
           ->propose_allocation (trans, decide_query, query))
    return FALSE;
  /* In pass-through, downstream has answered. */
  if (!decide_query)
    return TRUE;

  gst_query_parse_allocation (query, &caps, &need_pool);
  if (!caps || !gst_video_info_from_caps (&info, caps))
    return FALSE;
  allocator = ref_allocator (self);
  if (!allocator)
    return FALSE;

  if (need_pool)
    pool = new_pool (self, allocator, caps, GST_VIDEO_INFO_SIZE (&info), 0);
  gst_query_add_allocation_pool (
      query, pool, GST_VIDEO_INFO_SIZE (&info), 0, 0);
  gst_query_add_allocation_param (query, allocator, NULL);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  gst_clear_object (&pool);
  gst_object_unref (allocator);
  return TRUE;
}

/* A pool of GStreamer's own kinds hands out ordinary memory: nothing is lost
 * where ours replaces it. Any other has a reason to be used. */
static gboolean
is_ordinary_pool (GstBufferPool *pool)
{
  GstAllocator *allocator = NULL;
  GstStructure *config;
  gboolean ordinary;

  if (G_OBJECT_TYPE (pool) != GST_TYPE_BUFFER_POOL
      && G_OBJECT_TYPE (pool) != GST_TYPE_VIDEO_BUFFER_POOL)
    return FALSE;
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_get_allocator (config, &allocator, NULL);
  ordinary =
      !allocator || g_strcmp0 (allocator->mem_type, GST_ALLOCATOR_SYSMEM) == 0;
  gst_structure_free (config);
  return ordinary;
}

static gboolean
gst_cuda_filter_decide_allocation (GstBaseTransform *trans, GstQuery *query)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstBufferPool *pool = NULL;
  guint size = 0, min = 0, max = 0;
  gboolean has_pool = gst_query_get_n_allocation_pools (query) > 0;

  if (has_pool)
    gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, &min, &max);

  if (!pool || is_ordinary_pool (pool)) {
    GstAllocator *allocator = ref_allocator (self);
    GstVideoInfo info;
    GstCaps *caps;

    gst_clear_object (&pool);
    gst_query_parse_allocation (query, &caps, NULL);
    if (!allocator || !caps || !gst_video_info_from_caps (&info, caps)) {
      gst_clear_object (&allocator);
      return FALSE;
    }

    size = MAX (size, GST_VIDEO_INFO_SIZE (&info));
    pool = new_pool (self, allocator, caps, size, min);
    if (has_pool)
      gst_query_set_nth_allocation_pool (query, 0, pool, size, min, 0);
    else
      gst_query_add_allocation_pool (query, pool, size, min, 0);
    if (gst_query_get_n_allocation_params (query) > 0)
      gst_query_set_nth_allocation_param (query, 0, allocator, NULL);
    else
      gst_query_add_allocation_param (query, allocator, NULL);
    gst_object_unref (allocator);
  }
  GST_DEBUG_OBJECT (self, "output from %" GST_PTR_FORMAT, pool);
  gst_clear_object (&pool);

  return GST_BASE_TRANSFORM_CLASS (parent_class)
      ->decide_allocation (trans, query);
}

/* Frames */

/* All that describes the picture stays true. GstBaseTransform itself keeps back
 * what is tagged `memory`, such as the input's GstVideoMeta. */
static gboolean
gst_cuda_filter_transform_meta (
    GstBaseTransform *trans, GstBuffer *outbuf, GstMeta *meta, GstBuffer *inbuf)
{
  return TRUE;
}

static gboolean
map_frame (GstCudaFilter *self, Mapped *mapped, GstBuffer *buffer,
    const GstCudaFilterPicture *picture, GstMapFlags flags)
{
  const GstVideoInfo *info = &self->priv->info;

  if (!gst_video_frame_map (&mapped->frame, (GstVideoInfo *)info, buffer,
          flags | GST_VIDEO_FRAME_MAP_FLAG_NO_REF)) {
    GError *error = NULL;

    /* Memory of ours cannot be mapped once the device is lost. */
    if (!cf_stream_synchronize (self->priv->stream, &error))
      post_error (self, error);
    else
      GST_ELEMENT_ERROR (self, RESOURCE, READ,
          ("A frame's memory cannot be accessed."),
          ("%" GST_PTR_FORMAT, buffer));
    return FALSE;
  }
  if (!gst_cuda_filter_picture_locate (
          picture, info, &mapped->frame, &mapped->at)) {
    gst_video_frame_unmap (&mapped->frame);
    GST_ELEMENT_ERROR (self, STREAM, FORMAT,
        ("A frame is smaller than its caps say."),
        ("%" GST_PTR_FORMAT, buffer));
    return FALSE;
  }
  return TRUE;
}

/* Records on memory of ours what the device does with it. */
static gboolean
mark (GstBuffer *buffer, gboolean written, CfStream *stream, GError **error)
{
  guint i;

  for (i = 0; i < gst_buffer_n_memory (buffer); i++) {
    GstMemory *memory = gst_buffer_peek_memory (buffer, i);

    if (gst_is_cuda_filter_memory (memory)
        && !(written
                 ? gst_cuda_filter_memory_mark_written (memory, stream, error)
                 : gst_cuda_filter_memory_mark_read (memory, stream, error)))
      return FALSE;
  }
  return TRUE;
}

static gboolean
run (GstCudaFilter *self, Prepared *prepared,
    const GstCudaFilterPlacement *src_at, const GstCudaFilterPlacement *dst_at,
    GError **error)
{
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];

  gst_cuda_filter_picture_place (&prepared->picture, src_at, src);
  gst_cuda_filter_picture_place (&prepared->picture, dst_at, dst);
  return cf_filter_run (prepared->filter, self->priv->stream, src, dst, error);
}

/* The way over memory of the device. */
static gboolean
run_staged (GstCudaFilter *self, Prepared *prepared, const Mapped *in,
    const Mapped *out, GError **error)
{
  GstCudaFilterPrivate *priv = self->priv;
  const GstCudaFilterPicture *picture = &prepared->picture;
  GstCudaFilterBlock *src = &priv->src_block, *dst = &priv->dst_block;
  CfDevice *device = priv->device->device;

  if (!gst_cuda_filter_block_ensure (src, device, &priv->info, error)
      || !gst_cuda_filter_block_ensure (dst, device, &priv->info, error))
    return FALSE;
  gst_cuda_filter_block_lay_out (
      src, picture, &priv->info, &in->frame, &in->at);
  gst_cuda_filter_block_lay_out (
      dst, picture, &priv->info, &out->frame, &out->at);

  return gst_cuda_filter_block_upload (
             src, priv->stream, picture, &in->at, error)
         && mark (in->frame.buffer, FALSE, priv->stream, error)
         && run (self, prepared, &src->placement, &dst->placement, error)
         && gst_cuda_filter_block_download (
             dst, priv->stream, picture, &out->at, error)
         && mark (out->frame.buffer, TRUE, priv->stream, error);
}

/* FALSE where samples of two bytes lie at odd addresses, which the engine does
 * not take: they are aligned on the way through a block. */
static gboolean
is_aligned (
    const GstCudaFilterPicture *picture, const GstCudaFilterPlacement *at)
{
  gsize bits = 0;
  guint p;

  for (p = 0; p < picture->n_frame_planes; p++)
    bits |= (gsize)at->data[p] | at->stride[p];
  return bits % picture->sample_bytes == 0;
}

static gboolean
filter_frame (GstCudaFilter *self, Prepared *prepared, const Mapped *in,
    const Mapped *out, GError **error)
{
  GstCudaFilterPrivate *priv = self->priv;
  gboolean done;

  if (!prepared->filter) {
    prepared->filter = prepare (self, prepared, error);
    if (!prepared->filter)
      return FALSE;
  }

  if (cf_device_is_unified (priv->device->device)
      && is_aligned (&prepared->picture, &in->at)
      && is_aligned (&prepared->picture, &out->at))
    done = run (self, prepared, &in->at, &out->at, error);
  else
    done = run_staged (self, prepared, in, out, error);

  /* Even after an error nothing may still use the frames' memory. */
  return cf_stream_synchronize (priv->stream, done ? error : NULL) && done;
}

static GstFlowReturn
gst_cuda_filter_transform (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer *outbuf)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);
  GstCudaFilterPrivate *priv = self->priv;
  GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (&priv->info);
  Prepared *prepared = &priv->progressive;
  Mapped in, out;
  GError *error = NULL;

  if (mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED
      || (mode == GST_VIDEO_INTERLACE_MODE_MIXED
          && GST_BUFFER_FLAG_IS_SET (inbuf, GST_VIDEO_BUFFER_FLAG_INTERLACED)))
    prepared = &priv->by_field;

  if (!map_frame (self, &in, inbuf, &prepared->picture, GST_MAP_READ))
    return GST_FLOW_ERROR;
  if (!map_frame (self, &out, outbuf, &prepared->picture, GST_MAP_WRITE)) {
    gst_video_frame_unmap (&in.frame);
    return GST_FLOW_ERROR;
  }
  filter_frame (self, prepared, &in, &out, &error);
  gst_video_frame_unmap (&out.frame);
  gst_video_frame_unmap (&in.frame);

  if (error) {
    post_error (self, error);
    return GST_FLOW_ERROR;
  }
  return GST_FLOW_OK;
}

static gboolean
gst_cuda_filter_query (
    GstBaseTransform *trans, GstPadDirection direction, GstQuery *query)
{
  GstCudaFilter *self = GST_CUDA_FILTER (trans);

  if (GST_QUERY_TYPE (query) == GST_QUERY_CONTEXT
      && gst_cuda_filter_context_query (
          self->priv->context, GST_ELEMENT (self), query))
    return TRUE;
  return GST_BASE_TRANSFORM_CLASS (parent_class)
      ->query (trans, direction, query);
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

static void
gst_cuda_filter_get_property (
    GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GstCudaFilter *self = GST_CUDA_FILTER (object);

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
  g_ptr_array_unref (priv->refusals);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cuda_filter_class_init (GstCudaFilterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);

  object_class->set_property = gst_cuda_filter_set_property;
  object_class->get_property = gst_cuda_filter_get_property;
  object_class->finalize = gst_cuda_filter_finalize;

  properties[PROP_BACKEND] =
      g_param_spec_enum ("backend", "Backend", "Where frames are filtered",
          GST_TYPE_CUDA_FILTER_BACKEND, DEFAULT_BACKEND,
          G_PARAM_READWRITE | GST_PARAM_MUTABLE_READY | G_PARAM_STATIC_STRINGS);
  properties[PROP_CUDA_DEVICE_ID] =
      g_param_spec_int ("cuda-device-id", "CUDA device ID",
          "Number of the GPU, from 0 "
          "(-1 = that of a neighbouring element, or the first)",
          -1, G_MAXINT, DEFAULT_CUDA_DEVICE_ID,
          G_PARAM_READWRITE | GST_PARAM_MUTABLE_READY | G_PARAM_STATIC_STRINGS);
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
  trans_class->set_caps = GST_DEBUG_FUNCPTR (gst_cuda_filter_set_caps);
  trans_class->transform_size =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_transform_size);
  trans_class->propose_allocation =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_propose_allocation);
  trans_class->decide_allocation =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_decide_allocation);
  trans_class->before_transform =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_before_transform);
  trans_class->transform_meta =
      GST_DEBUG_FUNCPTR (gst_cuda_filter_transform_meta);
  trans_class->transform = GST_DEBUG_FUNCPTR (gst_cuda_filter_transform);
}

static void
gst_cuda_filter_init (GstCudaFilter *self)
{
  GstCudaFilterPrivate *priv = gst_cuda_filter_get_instance_private (self);

  self->priv = priv;
  priv->context = gst_cuda_filter_context_new ();
  priv->refusals = g_ptr_array_new_with_free_func (g_free);
  priv->backend = DEFAULT_BACKEND;
  priv->cuda_device_id = DEFAULT_CUDA_DEVICE_ID;
  gst_base_transform_set_qos_enabled (GST_BASE_TRANSFORM (self), TRUE);
}
