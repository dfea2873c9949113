/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* "touchsink": takes each frame and measures how fast they come. A frame in
 * host memory is mapped and its last byte read, so that a pending download must
 * be over. One in CUDA memory is let go as it is, except for those that begin
 * and end the measurement: their work must be over. */
#include "touchsink.h"

#include <gst/video/video.h>

#include "window.h"

struct _TouchSink {
  GstBaseSink parent;

  Gpu *gpu;
  Window window; /* the streaming thread's until `measured` */
  gboolean measured;
  guint frames;        /* atomic */
  volatile guint8 sum; /* so that the byte is read */
};

G_DEFINE_TYPE (TouchSink, touch_sink, GST_TYPE_BASE_SINK)

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE (
    "sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS ("video/x-raw(ANY)"));

static GstCaps *
touch_sink_get_caps (GstBaseSink *sink, GstCaps *filter)
{
  TouchSink *self = TOUCH_SINK (sink);
  GstCaps *caps = gst_caps_new_empty_simple ("video/x-raw");

  if (self->gpu)
    gst_caps_set_features (
        caps, 0, gst_caps_features_new ("memory:CUDAMemory", NULL));
  if (filter) {
    GstCaps *common =
        gst_caps_intersect_full (filter, caps, GST_CAPS_INTERSECT_FIRST);

    gst_caps_unref (caps);
    caps = common;
  }
  return caps;
}

static gboolean
touch_sink_propose_allocation (GstBaseSink *sink, GstQuery *query)
{
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  return TRUE;
}

static gboolean
touch (TouchSink *self, GstBuffer *frame)
{
  guint i;

  /* one by one: to map the buffer would copy them together */
  for (i = 0; i < gst_buffer_n_memory (frame); i++) {
    GstMemory *memory = gst_buffer_peek_memory (frame, i);
    GstMapInfo map;

    if (!gst_memory_map (memory, &map, GST_MAP_READ))
      return FALSE;
    if (map.size > 0)
      self->sum += map.data[map.size - 1];
    gst_memory_unmap (memory, &map);
  }
  return TRUE;
}

static GstFlowReturn
touch_sink_render (GstBaseSink *sink, GstBuffer *frame)
{
  TouchSink *self = TOUCH_SINK (sink);

  if (self->gpu ? !gpu_has_frame (self->gpu, frame) : !touch (self, frame)) {
    GST_ELEMENT_ERROR (self, STREAM, FORMAT,
        ("A frame came that is not in the memory that its caps say, or cannot "
         "be read."),
        (NULL));
    return GST_FLOW_ERROR;
  }
  g_atomic_int_inc (&self->frames);

  if (!self->measured && window_count (&self->window)) {
    if (self->gpu)
      gpu_settle (self->gpu, frame);
    if (window_mark (&self->window)) {
      self->measured = TRUE;
      gst_element_post_message (GST_ELEMENT (self),
          gst_message_new_application (GST_OBJECT (self),
              gst_structure_new_empty (TOUCH_SINK_MEASURED)));
    }
  }
  return GST_FLOW_OK;
}

static void
touch_sink_class_init (TouchSinkClass *klass)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseSinkClass *sink_class = GST_BASE_SINK_CLASS (klass);

  gst_element_class_set_static_metadata (element_class, "Touching sink",
      "Sink/Video", "Takes frames and measures how fast they come",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  sink_class->get_caps = GST_DEBUG_FUNCPTR (touch_sink_get_caps);
  sink_class->propose_allocation =
      GST_DEBUG_FUNCPTR (touch_sink_propose_allocation);
  sink_class->render = GST_DEBUG_FUNCPTR (touch_sink_render);
}

static void
touch_sink_init (TouchSink *self)
{
  GstBaseSink *sink = GST_BASE_SINK (self);

  gst_base_sink_set_sync (sink, FALSE);
  gst_base_sink_set_last_sample_enabled (sink, FALSE);
  gst_base_sink_set_qos_enabled (sink, FALSE);
}

void
touch_sink_set_task (
    TouchSink *self, Gpu *gpu, gdouble warm_up, gdouble seconds, gint *missing)
{
  self->gpu = gpu;
  window_init (&self->window, warm_up, seconds, missing);
}

void
touch_sink_get_result (TouchSink *self, Measurement *result)
{
  window_result (&self->window, result);
}

guint
touch_sink_get_frames (TouchSink *self)
{
  return g_atomic_int_get (&self->frames);
}
