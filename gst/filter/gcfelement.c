/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Elements have this in common, whether they filter frames or look at them:
 * properties, warnings, devices, contexts and formats. */
#include "gst/filter/gcfelement.h"

#include "engine/core/cferror.h"
#include "engine/core/os/cfos.h"
#include "gst/filter/gcfcaps.h"
#include "gst/filter/gcfrectangles.h"
#include "gst/cuda/gcfcontext.h"
#include "gst/frame/gcfbuffermapping.h"
#include "gst/cuda/gcfcuda.h"
#include "gst/memory/gcfmemory.h"
#include "gst/nvmm/gcfnvmm.h"

GST_DEBUG_CATEGORY (gcf_debug);
#define GST_CAT_DEFAULT gcf_debug

struct _GcfElementPrivate {
  GcfContext *context;
  GcfTransaction *transaction; /* the element's, or NULL */

  /* under the object lock */
  const gchar *active_backend; /* static, NULL while there is none */
  gboolean active;             /* PAUSED or PLAYING */
  GData *refusals;             /* messages, by property: errors of that step */
  GData *old_names;            /* names of properties, by old names that were
                                * set before that step */
  gboolean memory_ran_out;     /* and the warning was posted */
  GstAllocator *allocator;     /* from start to stop */
  GstMiniObject *cuda_stream;  /* of CUDAMemory, or NULL */

  /* the streaming thread's */
  gboolean nvmm; /* frames are in memory:NVMM */
  GcfPicture picture;
};

#define NVMM_CAPS GCF_CAPS_MAKE ("(" GCF_NVMM_FEATURE ")", GCF_NVMM_FORMATS)

#ifdef HAVE_GST_CUDA
#define CUDA_CAPS \
  "; " GCF_CAPS_MAKE ("(" GCF_CUDA_FEATURE ")", GCF_CUDA_FORMATS)
#else
#define CUDA_CAPS ""
#endif

#define TEMPLATE_CAPS \
  GCF_CAPS_MAKE ("", GCF_FORMATS) \
  "; " GCF_CAPS_MAKE ("(" GST_CAPS_FEATURE_FORMAT_INTERLACED ")", \
      GCF_FORMATS) ", interlace-mode = alternate" CUDA_CAPS

#define gcf_element_parent_class parent_class
G_DEFINE_ABSTRACT_TYPE_WITH_CODE (
    GcfElement, gcf_element, GST_TYPE_BASE_TRANSFORM,
    G_ADD_PRIVATE (GcfElement);
    GST_DEBUG_CATEGORY_INIT (
        gcf_debug, "cudafilter", 0, "Base classes of the cudafilters plugin"))

/* Messages */

void
gcf_element_warn (GcfElement *self, const gchar *format, ...)
{
  gchar *message;
  va_list args;

  va_start (args, format);
  message = cf_format (format, args);
  va_end (args);
  GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", message), (NULL));
  g_free (message);
}

void
gcf_element_refuse (GcfElement *self, GParamSpec *spec, const gchar *stays,
    const gchar *format, ...)
{
  gchar *message;
  gboolean active;
  va_list args;

  va_start (args, format);
  message = cf_format (format, args);
  va_end (args);

  GST_OBJECT_LOCK (self);
  active = self->priv->active;
  if (!active)
    g_datalist_id_set_data_full (&self->priv->refusals,
        g_param_spec_get_name_quark (spec), g_strdup (message), g_free);
  GST_OBJECT_UNLOCK (self);

  if (active) {
    gchar *value = stays ? NULL : gcf_param_stays (G_OBJECT (self), spec);

    gcf_element_warn (self, "%s and %s.", message, stays ? stays : value);
    g_free (value);
  }
  g_free (message);
}

GArray *
gcf_element_parse_rectangles (
    GcfElement *self, GParamSpec *spec, const gchar *text)
{
  GError *error = NULL;
  GArray *rectangles = gcf_rectangles_parse (text, &error);

  if (rectangles)
    return rectangles;
  gcf_element_refuse (self, spec, "the old ones stay",
      "%s=\"%s\": %s. This was refused", spec->name, text, error->message);
  g_error_free (error);
  return NULL;
}

/* It is set again: whether that is of use shows next. */
static void
reset_refusal (GcfElement *self, GParamSpec *spec)
{
  GST_OBJECT_LOCK (self);
  g_datalist_id_remove_data (
      &self->priv->refusals, g_param_spec_get_name_quark (spec));
  GST_OBJECT_UNLOCK (self);
}

/* Describes the rows whose bit, 1 << number, is in `set`. */
static gchar *
describe_together (const GcfParam *rows, guint32 set, const GError *error)
{
  GString *text = g_string_new (NULL);
  guint i;

  for (i = 0; i < 32; i++)
    if (set & 1u << i)
      g_string_append_printf (
          text, "%s%s", text->len ? ", " : "", rows[i].name);
  g_string_append_printf (text, ": %s. This was refused", error->message);
  return g_string_free (text, FALSE);
}

static void
refuse_together (
    GcfElement *self, const GcfParam *rows, guint32 set, const GError *error)
{
  gchar *refusal = describe_together (rows, set, error);
  guint i;

  gcf_element_warn (
      self, "%s and what was set before stays in force.", refusal);
  g_free (refusal);
  for (i = 0; i < 32; i++)
    if (set & 1u << i)
      g_object_notify (G_OBJECT (self), rows[i].name);
}

static void
warn_of_old_name (GQuark old_name, gpointer name, gpointer self)
{
  gcf_element_warn (self,
      "%s is called %s now, and the old name goes with the next release.",
      g_quark_to_string (old_name), (const gchar *)name);
}

/* Before PAUSED nobody may listen yet. */
static void
use_old_name (GcfElement *self, const GcfParam *param)
{
  const GQuark old_name = g_quark_from_static_string (param->name);
  gboolean active;

  GST_OBJECT_LOCK (self);
  active = self->priv->active;
  if (!active)
    g_datalist_id_set_data (
        &self->priv->old_names, old_name, (gpointer)param->renamed);
  GST_OBJECT_UNLOCK (self);
  if (active)
    warn_of_old_name (old_name, (gpointer)param->renamed, self);
}

/* Puts in force what set_property() left, if it is valid together; if not, it
 * is put back, or may become valid yet. The object lock is held. */
static gboolean
apply_together (
    GcfElement *self, gboolean put_back, gboolean *is_new, GError **error)
{
  GcfTransaction *t = self->priv->transaction;
  gboolean valid = TRUE;

  if (!t || !t->changed)
    return TRUE;
  valid = t->apply (G_OBJECT (self), is_new, error);
  if (valid)
    t->copy (t->good, t->now);
  else if (put_back)
    t->copy (t->now, t->good);
  if (valid || put_back)
    t->changed = 0;
  return valid;
}

static void
settle (GcfElement *self)
{
  GcfTransaction *t = self->priv->transaction;
  gboolean is_new = FALSE, active;
  GError *error = NULL;
  guint32 changed;

  if (!t)
    return;
  GST_OBJECT_LOCK (self);
  active = self->priv->active;
  changed = t->changed;
  apply_together (self, active, &is_new, &error);
  GST_OBJECT_UNLOCK (self);

  if (is_new && t->notify)
    t->notify (G_OBJECT (self));
  if (error && active)
    refuse_together (self, t->properties, changed, error);
  g_clear_error (&error);
}

void
gcf_element_set_transaction (GcfElement *self, GcfTransaction *transaction)
{
  self->priv->transaction = transaction;
}

static void
add_sentence (GQuark property, gpointer message, gpointer text)
{
  g_string_append_printf (
      text, "%s%s.", ((GString *)text)->len ? " " : "", (gchar *)message);
}

/* From here on a refusal is a warning, and what was in force stays. FALSE if
 * something was refused before, so that nothing of it is in force: one error
 * says so. It is one step, so that a refusal at the same time is reported, and
 * once. */
static gboolean
become_active (GcfElement *self)
{
  GcfElementPrivate *priv = self->priv;
  GcfTransaction *t = priv->transaction;
  GString *refusals = g_string_new (NULL);
  gboolean is_new = FALSE, active;
  GData *old_names;
  GError *error = NULL;

  GST_OBJECT_LOCK (self);
  old_names = g_steal_pointer (&priv->old_names);
  g_datalist_foreach (&priv->refusals, add_sentence, refusals);
  if (!apply_together (self, FALSE, &is_new, &error)) {
    gchar *refusal = describe_together (t->properties, t->changed, error);

    add_sentence (0, refusal, refusals);
    g_free (refusal);
  }
  active = priv->active = refusals->len == 0;
  GST_OBJECT_UNLOCK (self);

  if (is_new && t->notify)
    t->notify (G_OBJECT (self));
  if (!active)
    GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS, ("%s", refusals->str), (NULL));
  g_datalist_foreach (&old_names, warn_of_old_name, self);
  g_datalist_clear (&old_names);
  g_clear_error (&error);
  g_string_free (refusals, TRUE);
  return active;
}

static void
become_inactive (GcfElement *self)
{
  GST_OBJECT_LOCK (self);
  self->priv->active = FALSE;
  GST_OBJECT_UNLOCK (self);
}

void
gcf_element_post_error (GcfElement *self, GError *error)
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

/* A frame that is none is left out and the stream goes on, as in elements of
 * GstVideoFilter. Where the stream ends downstream (GstBaseSink says so too
 * when it stops), a GstQueue upstream drops what it holds, caps too, but not
 * the frame that waits for a place in it. */
GstFlowReturn
gcf_element_fail_frame (GcfElement *self, GError *error)
{
  GstFlowReturn pushed =
      gst_pad_get_last_flow_return (GST_BASE_TRANSFORM_SRC_PAD (self));
  const gboolean of_frame =
      g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT);

  if ((pushed == GST_FLOW_EOS || pushed == GST_FLOW_FLUSHING)
      && (of_frame || g_error_matches (error, CF_ERROR, CF_ERROR_INVALID))) {
    GST_DEBUG_OBJECT (self, "downstream is at its end (%s), and: %s",
        gst_flow_get_name (pushed), error->message);
    g_error_free (error);
    return pushed;
  }
  if (of_frame) {
    GST_ELEMENT_WARNING (self, STREAM, FORMAT,
        ("A frame was left out: %s", error->message), (NULL));
    g_error_free (error);
    return GST_BASE_TRANSFORM_FLOW_DROPPED;
  }
  gcf_element_post_error (self, error);
  return GST_FLOW_ERROR;
}

static void
memory_ran_out (GstObject *object, const GError *error)
{
  GcfElement *self = GCF_ELEMENT (object);
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

/* Presets */

static gchar **
get_preset_names (GstPreset *preset)
{
  GstPresetInterface *defaults =
      g_type_default_interface_peek (GST_TYPE_PRESET);
  GObjectClass *klass = G_OBJECT_GET_CLASS (preset);
  gchar **names = defaults->get_property_names (preset), **from, **to;

  for (from = to = names; *from; from++)
    if (g_object_class_find_property (klass, *from)->owner_type
        == GCF_TYPE_ELEMENT)
      g_free (*from);
    else
      *to++ = *from;
  *to = NULL;
  return names;
}

void
gcf_element_preset_init (gpointer iface, gpointer unused)
{
  ((GstPresetInterface *)iface)->get_property_names = get_preset_names;
}

/* Start and stop */

static void
set_active_backend (GcfElement *self, const gchar *name)
{
  gboolean changed;

  GST_OBJECT_LOCK (self);
  changed = g_strcmp0 (self->priv->active_backend, name) != 0;
  self->priv->active_backend = name;
  GST_OBJECT_UNLOCK (self);

  if (changed)
    g_object_notify (G_OBJECT (self), "active-backend");
}

/* Says where frames are filtered, and why not on a GPU where that was a choice
 * of `auto`: `reason`, else NULL. */
static void
announce (GcfElement *self, GcfDevice *device, const gchar *reason)
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

static GcfDevice *
open_device (GcfElement *self, GError **error)
{
  GcfElementPrivate *priv = self->priv;
  GstElement *element = GST_ELEMENT (self);
  GstCudaFilterBackend backend;
  GcfDevice *device;
  GError *reason = NULL;
  gint id;

  GST_OBJECT_LOCK (self);
  backend = self->backend;
  id = self->cuda_device_id;
  GST_OBJECT_UNLOCK (self);

  if (backend == GCF_BACKEND_CPU) {
    device =
        gcf_device_open (CF_BACKEND_CPU, priv->context, element, id, error);
    if (device)
      announce (self, device, NULL);
    return device;
  }

  /* memory that is another library's is of the primary context */
  device = gcf_device_open (
      CF_BACKEND_CUDA, priv->nvmm ? NULL : priv->context, element, id, &reason);
  if (device) {
    announce (self, device, NULL);
    return device;
  }

  if (backend == GCF_BACKEND_CUDA) {
    g_set_error (error, reason->domain, reason->code,
        "backend=cuda, but no "
        "NVIDIA GPU can be used: %s. Set backend=auto or backend=cpu to filter "
        "on the CPU.",
        reason->message);
  } else {
    device =
        gcf_device_open (CF_BACKEND_CPU, priv->context, element, id, error);
    if (device)
      announce (self, device, reason->message);
  }
  g_error_free (reason);
  return device;
}

gboolean
gcf_element_ref_memories (GcfElement *self, GcfMemories *memories)
{
  GcfElementPrivate *priv = self->priv;
  gboolean started;

  GST_OBJECT_LOCK (self);
  started = priv->allocator != NULL;
  if (started) {
    memories->device = gcf_device_ref (self->device);
    memories->allocator = gst_object_ref (priv->allocator);
    memories->cuda_stream =
        priv->cuda_stream ? gst_mini_object_ref (priv->cuda_stream) : NULL;
  }
  GST_OBJECT_UNLOCK (self);
  return started;
}

void
gcf_element_unref_memories (GcfMemories *memories)
{
  g_clear_pointer (&memories->cuda_stream, gst_mini_object_unref);
  gst_clear_object (&memories->allocator);
  g_clear_pointer (&memories->device, gcf_device_unref);
}

static void
unprepare (GcfElement *self)
{
  GcfElementClass *klass = GCF_ELEMENT_GET_CLASS (self);

  if (klass->unprepare)
    klass->unprepare (self);
}

/* Waits for the device, and lets go of it. */
static void
close_device (GcfElement *self)
{
  GcfElementPrivate *priv = self->priv;
  GcfMemories memories;

  GST_OBJECT_LOCK (self);
  memories.device = g_steal_pointer (&self->device);
  memories.allocator = g_steal_pointer (&priv->allocator);
  memories.cuda_stream = g_steal_pointer (&priv->cuda_stream);
  GST_OBJECT_UNLOCK (self);

  unprepare (self);
  g_clear_pointer (&self->processor, gcf_processor_free);
  gcf_element_unref_memories (&memories);
  self->negotiated = FALSE;
}

static gboolean
start_device (GcfElement *self, GError **error)
{
  GcfElementPrivate *priv = self->priv;
  GcfDevice *device = open_device (self, error);
  GstAllocator *allocator;
  GstMiniObject *stream = NULL;

  if (!device)
    return FALSE;
  allocator = gcf_allocator_new (
      device, self->stats, GST_OBJECT (self), memory_ran_out);
  self->processor = gcf_processor_new (
      device, allocator, self->stats, GST_OBJECT_NAME (self), error);
  if (!self->processor) {
    gst_object_unref (allocator);
    gcf_device_unref (device);
    return FALSE;
  }
  if (device->context)
    stream = gcf_cuda_stream_new (device->context);

  GST_OBJECT_LOCK (self);
  self->device = device;
  priv->allocator = allocator;
  priv->cuda_stream = stream;
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

static gboolean
gcf_element_stop (GstBaseTransform *trans)
{
  GcfElement *self = GCF_ELEMENT (trans);

  close_device (self);
  set_active_backend (self, NULL);
  return TRUE;
}

static gboolean
gcf_element_start (GstBaseTransform *trans)
{
  GcfElement *self = GCF_ELEMENT (trans);
  GError *error = NULL;

  gcf_stats_reset (self->stats);
  if (!start_device (self, &error)) {
    gcf_element_post_error (self, error);
    return FALSE;
  }
  set_active_backend (self, cf_device_get_backend_name (self->device->device));
  return TRUE;
}

static GstStateChangeReturn
gcf_element_change_state (GstElement *element, GstStateChange transition)
{
  GcfElement *self = GCF_ELEMENT (element);
  GstStateChangeReturn ret;

  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED && !become_active (self))
    return GST_STATE_CHANGE_FAILURE;

  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);

  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY
      || (transition == GST_STATE_CHANGE_READY_TO_PAUSED
          && ret == GST_STATE_CHANGE_FAILURE))
    become_inactive (self);
  if (transition == GST_STATE_CHANGE_READY_TO_NULL)
    gcf_context_clear (self->priv->context);
  return ret;
}

static void
gcf_element_set_context (GstElement *element, GstContext *context)
{
  GcfElement *self = GCF_ELEMENT (element);
  gint id;

  GST_OBJECT_LOCK (self);
  id = self->cuda_device_id;
  GST_OBJECT_UNLOCK (self);

  gcf_context_set (self->priv->context, element, context, id);
  GST_ELEMENT_CLASS (parent_class)->set_context (element, context);
}

CfDevice *
gcf_element_get_device (GcfElement *self)
{
  return self->device->device;
}

/* Frames */

static void
drain (GcfElement *self)
{
  GcfElementClass *klass = GCF_ELEMENT_GET_CLASS (self);

  if (klass->drain)
    klass->drain (self);
}

/* Prepares for a device and a format. */
static gboolean
prepare (GcfElement *self, GError **error)
{
  GcfElementClass *klass = GCF_ELEMENT_GET_CLASS (self);

  if (!gcf_processor_set_info (
          self->processor, &self->info, self->priv->nvmm, error))
    return FALSE;
  self->negotiated = TRUE;
  if (klass->prepare)
    klass->prepare (self);
  return TRUE;
}

void
gcf_element_adopt_context (GcfElement *self, GstBuffer *buffer)
{
  GcfElementPrivate *priv = self->priv;
  GstObject *context = gcf_cuda_get_context (buffer);
  GError *error = NULL;
  gint id;

  if (!self->negotiated || !context || !self->device->context
      || context == self->device->context)
    return;
  GST_OBJECT_LOCK (self);
  id = self->cuda_device_id;
  GST_OBJECT_UNLOCK (self);
  if (!gcf_context_replace (priv->context, GST_ELEMENT (self), context, id))
    return;

  GST_INFO_OBJECT (self, "working in upstream's %" GST_PTR_FORMAT, context);
  drain (self);
  close_device (self);
  if (!start_device (self, &error) || !prepare (self, &error)) {
    gcf_element_post_error (self, error);
    return;
  }
  gst_base_transform_reconfigure_src (GST_BASE_TRANSFORM (self));
}

gboolean
gcf_element_adopt_stream (GcfElement *self, GstMiniObject *stream)
{
  GstMiniObject *old = self->priv->cuda_stream;

  if (stream == old)
    return FALSE;
  GST_OBJECT_LOCK (self);
  self->priv->cuda_stream = gst_mini_object_ref (stream);
  GST_OBJECT_UNLOCK (self);
  g_clear_pointer (&old, gst_mini_object_unref);
  gst_base_transform_reconfigure_src (GST_BASE_TRANSFORM (self));
  return TRUE;
}

void
gcf_element_sync_values (GcfElement *self, GstBuffer *buffer)
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

static void
gcf_element_before_transform (GstBaseTransform *trans, GstBuffer *buffer)
{
  GcfElement *self = GCF_ELEMENT (trans);

  gcf_element_sync_values (self, buffer);
  gcf_element_adopt_context (self, buffer);
}

static GstFlowReturn
gcf_element_submit_input_buffer (
    GstBaseTransform *trans, gboolean is_discont, GstBuffer *buffer)
{
  GcfElement *self = GCF_ELEMENT (trans);
  GstFlowReturn ret = GST_BASE_TRANSFORM_CLASS (parent_class)
                          ->submit_input_buffer (trans, is_discont, buffer);
  GError *error = NULL;

  if (ret == GST_BASE_TRANSFORM_FLOW_DROPPED)
    gcf_stats_add_late_frame (self->stats);
  /* before it is kept, or waits for a matte */
  if (ret == GST_FLOW_OK && trans->queued_buf && self->negotiated
      && !self->priv->nvmm && !gst_base_transform_is_passthrough (trans)
      && !gcf_buffer_mapping_check (
          &self->priv->picture, &self->info, trans->queued_buf, &error)) {
    gst_clear_buffer (&trans->queued_buf);
    ret = gcf_element_fail_frame (self, error);
  }
  return ret;
}

/* The caps' frame is in the corner of a larger picture, which is left out. */
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
gcf_element_transform_meta (
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
         || !is_in_larger_picture (&GCF_ELEMENT (trans)->info, inbuf);
}

/* Caps */

gboolean
gcf_element_is_on_cpu (GcfElement *self)
{
  gboolean cpu;

  GST_OBJECT_LOCK (self);
  cpu = self->device ? cf_device_is_unified (self->device->device)
                     : self->backend == GCF_BACKEND_CPU;
  GST_OBJECT_UNLOCK (self);
  return cpu;
}

/* Caps stay as they came in, whatever their memory. */
static GstCaps *
same_caps (
    GcfElement *self, GstPadDirection direction, GstCaps *caps, GstCaps *known)
{
  return gst_caps_intersect_full (caps, known, GST_CAPS_INTERSECT_FIRST);
}

static GstCaps *
gcf_element_transform_caps (GstBaseTransform *trans, GstPadDirection direction,
    GstCaps *caps, GstCaps *filter)
{
  GcfElement *self = GCF_ELEMENT (trans);
  GstCaps *known = gst_pad_get_pad_template_caps (
      direction == GST_PAD_SRC ? trans->sinkpad : trans->srcpad);
  GstCaps *ret =
      GCF_ELEMENT_GET_CLASS (self)->other_caps (self, direction, caps, known);

  gst_caps_unref (known);
  if (gcf_element_is_on_cpu (self))
    ret = gcf_caps_without_nvmm (ret);
  if (filter) {
    GstCaps *all = ret;

    ret = gst_caps_intersect_full (filter, all, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref (all);
  }
  ret = gcf_caps_limit_pictures (ret);
  GST_LOG_OBJECT (
      trans, "%" GST_PTR_FORMAT " becomes %" GST_PTR_FORMAT, caps, ret);
  return ret;
}

static gboolean
takes_caps (GstPad *pad, GstCaps *caps)
{
  GstCaps *known = gst_pad_get_pad_template_caps (pad);
  const gboolean taken = gcf_caps_are_of (caps, known);

  if (!taken)
    GST_WARNING_OBJECT (pad,
        "refused caps %" GST_PTR_FORMAT ": their interlacing or views cannot "
        "be filtered, or their format or memory is none of %" GST_PTR_FORMAT,
        caps, known);
  gst_caps_unref (known);
  return taken;
}

static gboolean
gcf_element_accept_caps (
    GstBaseTransform *trans, GstPadDirection direction, GstCaps *caps)
{
  return takes_caps (
             direction == GST_PAD_SINK ? trans->sinkpad : trans->srcpad, caps)
         && GST_BASE_TRANSFORM_CLASS (parent_class)
                ->accept_caps (trans, direction, caps);
}

static gboolean
gcf_element_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GcfElement *self = GCF_ELEMENT (trans);
  const gboolean nvmm = gcf_caps_are_nvmm (incaps);
  GstVideoInfo info;
  GError *error = NULL;

  if (!takes_caps (trans->sinkpad, incaps)
      || !takes_caps (trans->srcpad, outcaps))
    return FALSE;
  if (!gst_video_info_from_caps (&info, incaps)) {
    GST_WARNING_OBJECT (self,
        "refused caps %" GST_PTR_FORMAT ": they do not "
        "describe a video frame",
        incaps);
    return FALSE;
  }

  drain (self);
  self->negotiated = FALSE;
  unprepare (self);
  self->info = info;
  gcf_picture_init (&self->priv->picture, &info, FALSE);
  if (nvmm != self->priv->nvmm && self->processor)
    close_device (self); /* another context */
  self->priv->nvmm = nvmm;
  /* there is none where adopting upstream's context failed */
  if ((!self->processor && !start_device (self, &error))
      || !prepare (self, &error)) {
    gcf_element_post_error (self, error);
    return FALSE;
  }
  return TRUE;
}

static gboolean
gcf_element_transform_size (GstBaseTransform *trans, GstPadDirection direction,
    GstCaps *caps, gsize size, GstCaps *othercaps, gsize *othersize)
{
  GstVideoInfo info;

  if (!gst_video_info_from_caps (&info, othercaps))
    return FALSE;
  *othersize = GST_VIDEO_INFO_SIZE (&info);
  return TRUE;
}

/* Events and queries */

/* Late errors are posted by the element that caused them. */
static void
finish (GcfElement *self)
{
  GError *error = NULL;

  if (self->processor && !gcf_processor_drain (self->processor, &error))
    gcf_element_post_error (self, error);
}

static gboolean
gcf_element_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  GcfElement *self = GCF_ELEMENT (trans);
  const gboolean is_sticky = GST_EVENT_IS_STICKY (event);

  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP
      || GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    finish (self);
  /* Nobody refuses what a flush or a stop keeps from going on, or upstream
   * would end with an error: for caps with "not negotiated", which the next
   * frame does, for other events that pads keep with "error". */
  return GST_BASE_TRANSFORM_CLASS (parent_class)->sink_event (trans, event)
         || (is_sticky
             && GST_PAD_IS_FLUSHING (GST_BASE_TRANSFORM_SRC_PAD (self)));
}

static void
limit_answer (GstQuery *query)
{
  GstCaps *caps;

  gst_query_parse_caps_result (query, &caps);
  caps = gcf_caps_limit_pictures (gst_caps_ref (caps));
  caps = gcf_caps_put_format_first (caps);
  gst_query_set_caps_result (query, caps);
  gst_caps_unref (caps);
}

static gboolean
gcf_element_query (
    GstBaseTransform *trans, GstPadDirection direction, GstQuery *query)
{
  if (GST_QUERY_TYPE (query) == GST_QUERY_CONTEXT
      && gcf_context_query (
          GCF_ELEMENT (trans)->priv->context, GST_ELEMENT (trans), query))
    return TRUE;
  if (!GST_BASE_TRANSFORM_CLASS (parent_class)->query (trans, direction, query))
    return FALSE;
  if (GST_QUERY_TYPE (query) == GST_QUERY_CAPS)
    limit_answer (query);
  return TRUE;
}

/* Object */

static void
add_pad_template (GstElementClass *klass, const gchar *name,
    GstPadDirection direction, GstCaps *caps)
{
  gst_element_class_add_pad_template (
      klass, gst_pad_template_new (name, direction, GST_PAD_ALWAYS, caps));
}

/* NVMM only where its library is. */
static void
add_pad_templates (GstElementClass *klass)
{
  GstCaps *caps = gst_caps_from_string (TEMPLATE_CAPS);

#ifdef HAVE_CUDA
  if (gcf_nvmm_get_library ())
    gst_caps_append (caps, gst_caps_from_string (NVMM_CAPS));
#endif
  add_pad_template (klass, "sink", GST_PAD_SINK, caps);
  add_pad_template (klass, "src", GST_PAD_SRC, caps);
  gst_caps_unref (caps);
}

/* Properties */

void
gcf_element_keep_param (GcfElement *self, GParamSpec *spec, const GValue *value)
{
  const GcfParam *param = gcf_param_of (spec);
  GcfElementClass *klass = GCF_ELEMENT_GET_CLASS (self);

  GST_OBJECT_LOCK (self);
  gcf_param_set (G_OBJECT (self), spec, value);
  if (param->changed)
    param->changed (G_OBJECT (self), spec);
  else if (klass->param_changed && (param->flags & GST_PARAM_MUTABLE_PLAYING))
    klass->param_changed (self);
  GST_OBJECT_UNLOCK (self);
}

/* Serves every class: what is outside a range is refused here. */
static void
gcf_element_set_property (
    GObject *object, guint prop_id, const GValue *value, GParamSpec *spec)
{
  GcfElement *self = GCF_ELEMENT (object);
  const GcfParam *param = gcf_param_of (spec);
  gchar *refusal;

  if (param->renamed) {
    use_old_name (self, param);
    g_object_set_property (object, param->renamed, value);
    return;
  }
  refusal = gcf_param_refuse (value, spec);
  reset_refusal (self, spec);
  if (refusal)
    gcf_element_refuse (self, spec, NULL, "%s", refusal);
  else if (param->set)
    param->set (object, spec, value);
  else
    gcf_element_keep_param (self, spec, value);
  g_free (refusal);
}

static void
gcf_element_get_property (
    GObject *object, guint prop_id, GValue *value, GParamSpec *spec)
{
  const GcfParam *param = gcf_param_of (spec);

  GST_OBJECT_LOCK (object);
  if (param->get)
    param->get (object, value);
  else
    gcf_param_get (object, spec, value);
  GST_OBJECT_UNLOCK (object);
}

/* GObject has each class begin without these two. */
void
gcf_element_class_install (
    GcfElementClass *klass, const GcfParam *properties, guint n_properties)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = gcf_element_set_property;
  object_class->get_property = gcf_element_get_property;
  gcf_params_install (object_class, properties, n_properties);
}

static void
gcf_element_dispatch_properties_changed (
    GObject *object, guint n, GParamSpec **specs)
{
  settle (GCF_ELEMENT (object));
  G_OBJECT_CLASS (parent_class)->dispatch_properties_changed (object, n, specs);
}

static void
get_active_backend (GObject *object, GValue *value)
{
  const gchar *backend = GCF_ELEMENT (object)->priv->active_backend;

  g_value_set_static_string (value, backend ? backend : "none");
}

void
gcf_element_get_stats (GObject *object, GValue *value)
{
  GcfElement *self = GCF_ELEMENT (object);
  GcfElementClass *klass = GCF_ELEMENT_GET_CLASS (self);
  GstStructure *stats = gcf_stats_to_structure (self->stats);

  if (klass->add_stats)
    klass->add_stats (self, stats);
  g_value_take_boxed (value, stats);
}

#define GCF_PARAM_OBJECT GcfElement

static const GcfParam properties[] = {
  /**
   * GcfElement:backend:
   *
   * Where frames are filtered. With auto that is an NVIDIA GPU where one can be
   * used, else the CPU, and a message cudafilters-backend says why; with cuda
   * the element fails to start where there is none.
   *
   * Since: 0.1
   */
  GCF_PARAM_ENUM ("backend", "Backend", "Where frames are filtered",
      gcf_backend_get_type, GCF_BACKEND_AUTO, GCF_PARAM_AT_START, backend),
  /**
   * GcfElement:cuda-device-id:
   *
   * The GPU, counted from 0 as the driver does. With -1 it is that of the
   * context which neighbours or the application share, or else the first.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("cuda-device-id", "CUDA device ID",
      "Number of the GPU, from 0 "
      "(-1 = that of a neighbouring element, or the first)",
      -1, G_MAXINT, -1, GCF_PARAM_AT_START, cuda_device_id),
  /**
   * GcfElement:active-backend:
   *
   * Where frames are filtered: cuda, cpu, or none while the element is stopped.
   *
   * Since: 0.1
   */
  GCF_PARAM_TEXT ("active-backend", "Active backend",
      "Where frames are filtered now: cuda, cpu, or none "
      "while the element is stopped",
      "none", GCF_PARAM_READ_ONLY, .get = get_active_backend),
};

static void
gcf_element_constructed (GObject *object)
{
  G_OBJECT_CLASS (parent_class)->constructed (object);
  gcf_params_init (object);
}

static void
gcf_element_finalize (GObject *object)
{
  GcfElement *self = GCF_ELEMENT (object);
  GcfElementPrivate *priv = self->priv;

  gcf_context_free (priv->context);
  gcf_stats_unref (self->stats);
  g_datalist_clear (&priv->refusals);
  g_datalist_clear (&priv->old_names);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gcf_element_class_init (GcfElementClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);

  object_class->constructed = gcf_element_constructed;
  object_class->finalize = gcf_element_finalize;
  object_class->dispatch_properties_changed =
      gcf_element_dispatch_properties_changed;
  gcf_element_class_install (klass, properties, G_N_ELEMENTS (properties));
  gst_type_mark_as_plugin_api (GCF_TYPE_ELEMENT, 0);

  add_pad_templates (element_class);
  element_class->change_state = GST_DEBUG_FUNCPTR (gcf_element_change_state);
  element_class->set_context = GST_DEBUG_FUNCPTR (gcf_element_set_context);

  trans_class->passthrough_on_same_caps = FALSE;
  trans_class->start = GST_DEBUG_FUNCPTR (gcf_element_start);
  trans_class->stop = GST_DEBUG_FUNCPTR (gcf_element_stop);
  trans_class->query = GST_DEBUG_FUNCPTR (gcf_element_query);
  trans_class->accept_caps = GST_DEBUG_FUNCPTR (gcf_element_accept_caps);
  trans_class->transform_caps = GST_DEBUG_FUNCPTR (gcf_element_transform_caps);
  trans_class->set_caps = GST_DEBUG_FUNCPTR (gcf_element_set_caps);
  trans_class->transform_size = GST_DEBUG_FUNCPTR (gcf_element_transform_size);
  trans_class->before_transform =
      GST_DEBUG_FUNCPTR (gcf_element_before_transform);
  trans_class->transform_meta = GST_DEBUG_FUNCPTR (gcf_element_transform_meta);
  trans_class->submit_input_buffer =
      GST_DEBUG_FUNCPTR (gcf_element_submit_input_buffer);
  trans_class->sink_event = GST_DEBUG_FUNCPTR (gcf_element_sink_event);
  klass->other_caps = same_caps;
}

static void
gcf_element_init (GcfElement *self)
{
  GcfElementPrivate *priv = gcf_element_get_instance_private (self);

  self->priv = priv;
  priv->context = gcf_context_new ();
  self->stats = gcf_stats_new ();
  g_datalist_init (&priv->refusals);
  gst_base_transform_set_qos_enabled (GST_BASE_TRANSFORM (self), TRUE);
}
