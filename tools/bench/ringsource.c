/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* "ringsource": pushes the same few ready frames again and again. No base
 * class: a frame costs one reference and one push, so that the element behind
 * is what is measured. */
#include "ringsource.h"

#include <gst/video/video.h>

#define RING 12

struct _RingSource {
  GstElement parent;

  GstPad *pad;
  GstCaps *caps;
  Gpu *gpu;
  RingSourceMemory kind;
  gboolean is_still;
  guint region_width, region_height; /* 0: none */

  /* the streaming thread's, until it is stopped */
  GstBufferPool *pool;
  GstBuffer *ring[RING];
  GstMapInfo map[RING]; /* RING_SOURCE_ONE_SHOT: of each frame */
  guint n, next;

  const gchar *memory; /* interned; under the object lock */
};

G_DEFINE_TYPE (RingSource, ring_source, GST_TYPE_ELEMENT)

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE (
    "src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS ("video/x-raw(ANY)"));

static void
next_random (guint64 *state) /* xorshift64 */
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
}

/* Each 16 bits of 64. */
static guint64
repeated (guint16 bits)
{
  return bits * G_GUINT64_CONSTANT (0x0001000100010001);
}

/* Random samples that the format allows: fewer than 16 bits in two bytes leave
 * the other bits zero. Of a still scene only the lowest bits differ between
 * seeds, three of 8. */
static void
fill (guint8 *data, gsize size, const GstVideoFormatInfo *format,
    gboolean is_still, guint seed)
{
  const guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (format, 0);
  const guint shift = GST_VIDEO_FORMAT_INFO_SHIFT (format, 0);
  guint64 scene = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15), own = scene + seed;
  guint64 mask = G_MAXUINT64, changing = repeated (0x0707);
  gsize at;

  if (depth > 8 && GST_VIDEO_FORMAT_INFO_IS_LE (format)) {
    mask = repeated (((1 << depth) - 1) << shift);
    changing = repeated (((1 << (depth - 5)) - 1) << shift);
  }
  if (!is_still)
    changing = G_MAXUINT64;
  for (at = 0; at < size; at += sizeof own) {
    guint64 samples;

    next_random (&scene);
    next_random (&own);
    samples = (scene & ~changing) | (own & changing);
    samples = GUINT64_TO_LE (samples & mask);
    memcpy (data + at, &samples, MIN (sizeof samples, size - at));
  }
}

static gboolean
fill_frame (
    GstBuffer *frame, const GstVideoInfo *info, gboolean is_still, guint seed)
{
  guint i;

  for (i = 0; i < gst_buffer_n_memory (frame); i++) {
    GstMemory *memory = gst_buffer_peek_memory (frame, i);
    GstMapInfo map;

    if (!gst_memory_map (memory, &map, GST_MAP_WRITE))
      return FALSE;
    fill (map.data, map.size, info->finfo, is_still, seed);
    gst_memory_unmap (memory, &map);
  }
  return TRUE;
}

/* What downstream proposes, else ordinary memory. */
static GstBufferPool *
new_host_pool (RingSource *self, const GstVideoInfo *info)
{
  GstQuery *query = gst_query_new_allocation (self->caps, TRUE);
  GstBufferPool *pool = NULL;
  GstStructure *config;
  guint size = 0, min = 0, max = 0;

  if (self->kind == RING_SOURCE_PROPOSED
      && gst_pad_peer_query (self->pad, query)
      && gst_query_get_n_allocation_pools (query) > 0)
    gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, &min, &max);
  if (!pool) {
    pool = gst_video_buffer_pool_new ();
    max = 0;
  }
  size = MAX (size, GST_VIDEO_INFO_SIZE (info));
  min = MAX (min, RING);
  if (max > 0)
    min = MIN (min, max);

  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, self->caps, size, min, max);
  if (gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL))
    gst_buffer_pool_config_add_option (
        config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (!gst_buffer_pool_set_config (pool, config))
    gst_clear_object (&pool);
  gst_query_unref (query);
  return pool;
}

static void
add_region (RingSource *self, GstBuffer *frame, const GstVideoInfo *info)
{
  const guint width = MIN (self->region_width, (guint)info->width);
  const guint height = MIN (self->region_height, (guint)info->height);

  if (width > 0 && height > 0)
    gst_buffer_add_video_region_of_interest_meta (frame, "region",
        (info->width - width) / 2, (info->height - height) / 2, width, height);
}

static gboolean
make_ring (RingSource *self)
{
  GstBufferPoolAcquireParams params = {
    .flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT,
  };
  GstVideoInfo info;
  GstMemory *memory;

  if (!gst_video_info_from_caps (&info, self->caps))
    return FALSE;
  self->pool = self->gpu ? gpu_pool_new (self->gpu, self->caps, RING)
                         : new_host_pool (self, &info);
  if (!self->pool || !gst_buffer_pool_set_active (self->pool, TRUE))
    return FALSE;

  /* a bounded pool may have fewer */
  while (self->n < RING
         && gst_buffer_pool_acquire_buffer (
                self->pool, &self->ring[self->n], &params)
                == GST_FLOW_OK) {
    GstBuffer *frame = self->ring[self->n++];

    if (!fill_frame (frame, &info, self->is_still, self->n))
      return FALSE;
    add_region (self, frame, &info);
    if (self->gpu)
      gpu_settle (self->gpu, frame);
    else if (self->kind == RING_SOURCE_ONE_SHOT
             && !gst_buffer_map (frame, &self->map[self->n - 1], GST_MAP_READ))
      return FALSE;
  }
  if (self->n == 0)
    return FALSE;

  memory = gst_buffer_peek_memory (self->ring[0], 0);
  GST_OBJECT_LOCK (self);
  self->memory = g_intern_string (memory->allocator->mem_type);
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

static void
drop_ring (RingSource *self)
{
  while (self->n > 0) {
    GstBuffer *frame = self->ring[--self->n];

    if (self->map[self->n].memory)
      gst_buffer_unmap (frame, &self->map[self->n]);
    self->map[self->n].memory = NULL;
    gst_buffer_unref (frame);
  }
  if (self->pool)
    gst_buffer_pool_set_active (self->pool, FALSE);
  gst_clear_object (&self->pool);
}

static void
post_error (RingSource *self, GstFlowReturn ret)
{
  gchar *caps = gst_caps_to_string (self->caps);

  if (ret == GST_FLOW_NOT_NEGOTIATED)
    GST_ELEMENT_ERROR (self, CORE, NEGOTIATION,
        ("These frames are not taken, or do not come out in the memory that is "
         "measured: %s",
            caps),
        (NULL));
  else if (self->n == 0)
    GST_ELEMENT_ERROR (self, RESOURCE, NO_SPACE_LEFT,
        ("There is no memory for frames of %s", caps), (NULL));
  else
    GST_ELEMENT_FLOW_ERROR (self, ret);
  g_free (caps);
}

/* Downstream may refuse the caps: the first push tells. */
static gboolean
begin (RingSource *self)
{
  gchar *stream_id =
      gst_pad_create_stream_id (self->pad, GST_ELEMENT (self), NULL);
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (self->pad, gst_event_new_stream_start (stream_id));
  gst_pad_push_event (self->pad, gst_event_new_caps (self->caps));
  gst_pad_push_event (self->pad, gst_event_new_segment (&segment));
  g_free (stream_id);
  if (make_ring (self))
    return TRUE;
  drop_ring (self);
  return FALSE;
}

static GstBuffer *
next_frame (RingSource *self)
{
  guint i = self->next;
  GstBuffer *frame;

  self->next = (i + 1) % self->n;
  if (!self->map[i].memory)
    return gst_buffer_ref (self->ring[i]);
  frame = gst_buffer_new_wrapped_full (GST_MEMORY_FLAG_READONLY,
      self->map[i].data, self->map[i].size, 0, self->map[i].size, NULL, NULL);
  if (self->region_width > 0)
    gst_buffer_copy_into (frame, self->ring[i], GST_BUFFER_COPY_META, 0, -1);
  return frame;
}

static void
ring_source_loop (GstPad *pad)
{
  RingSource *self = RING_SOURCE (GST_PAD_PARENT (pad));
  GstFlowReturn ret = GST_FLOW_ERROR;

  if (self->n > 0 || begin (self))
    ret = gst_pad_push (pad, next_frame (self));
  if (ret == GST_FLOW_OK)
    return;

  gst_pad_pause_task (pad);
  if (ret == GST_FLOW_EOS)
    gst_pad_push_event (pad, gst_event_new_eos ());
  else if (ret != GST_FLOW_FLUSHING)
    post_error (self, ret);
}

static gboolean
ring_source_activate_mode (
    GstPad *pad, GstObject *parent, GstPadMode mode, gboolean active)
{
  if (mode != GST_PAD_MODE_PUSH)
    return FALSE;
  return active ? gst_pad_start_task (
             pad, (GstTaskFunction)ring_source_loop, pad, NULL)
                : gst_pad_stop_task (pad);
}

static GstStateChangeReturn
ring_source_change_state (GstElement *element, GstStateChange transition)
{
  GstStateChangeReturn ret = GST_ELEMENT_CLASS (ring_source_parent_class)
                                 ->change_state (element, transition);

  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    drop_ring (RING_SOURCE (element));
  return ret;
}

static void
ring_source_finalize (GObject *object)
{
  gst_clear_caps (&RING_SOURCE (object)->caps);
  G_OBJECT_CLASS (ring_source_parent_class)->finalize (object);
}

static void
ring_source_class_init (RingSourceClass *klass)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ring_source_finalize;
  gst_element_class_set_static_metadata (element_class, "Ring of frames",
      "Source/Video", "Pushes the same ready frames again and again",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_pad_template (element_class, &src_template);
  element_class->change_state = GST_DEBUG_FUNCPTR (ring_source_change_state);
}

static void
ring_source_init (RingSource *self)
{
  self->pad = gst_pad_new_from_static_template (&src_template, "src");
  gst_pad_set_activatemode_function (self->pad, ring_source_activate_mode);
  gst_pad_use_fixed_caps (self->pad);
  gst_element_add_pad (GST_ELEMENT (self), self->pad);
  GST_OBJECT_FLAG_SET (self, GST_ELEMENT_FLAG_SOURCE);
}

void
ring_source_set_frames (RingSource *self, GstCaps *caps, Gpu *gpu,
    RingSourceMemory memory, gboolean is_still)
{
  gst_caps_replace (&self->caps, caps);
  self->gpu = gpu;
  self->kind = memory;
  self->is_still = is_still;
}

void
ring_source_set_region (RingSource *self, guint width, guint height)
{
  self->region_width = width;
  self->region_height = height;
}

gchar *
ring_source_get_memory (RingSource *self)
{
  gchar *memory;

  GST_OBJECT_LOCK (self);
  memory = g_strdup (self->memory);
  GST_OBJECT_UNLOCK (self);
  return memory;
}
