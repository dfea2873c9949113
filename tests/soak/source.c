/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A source that one can seek in, of numbered frames in memory of every kind. */
#include "source.h"

#include <string.h>

#include "cudaframes.h"
#include "videotest.h"

#define POOL_MAX 3

struct _SoakSource {
  GstPushSrc parent;

  Ledger *ledger;
  SoakSourceCalls calls;

  GMutex lock; /* of what follows */
  GstVideoInfo info;
  Supply supply;
  gboolean new_format;
  guint64 length;

  /* the streaming thread's */
  GRand *rand;
  GstVideoInfo now; /* the format in force */
  Supply from;
  GstBufferPool *pool;
  guint64 position; /* of the stream, in frames */
};

G_DEFINE_TYPE (SoakSource, soak_source, GST_TYPE_PUSH_SRC)

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE (
    "src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

/* Pictures: noise, and a bright rectangle that moves. */

static void
fill (guint8 *data, gsize size, guint64 seed, guint8 low_mask, guint8 high_mask)
{
  guint64 x = seed * 0x9e3779b97f4a7c15u + 1;
  gsize i;

  for (i = 0; i < size; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    data[i] = (guint8)(x >> 32) & (i % 2 ? high_mask : low_mask);
  }
}

static void
add_target (const GstVideoInfo *info, GstMapInfo *map, guint64 index)
{
  gsize rows = video_test_rows (info, 0),
        bytes = video_test_row_bytes (info, 0), y, x;
  gsize left = bytes * (index % 5) / 12, top = rows * (index % 7) / 14;

  for (y = top; y < top + rows / 3; y++) {
    guint8 *row = map->data + GST_VIDEO_INFO_PLANE_OFFSET (info, 0)
                  + y * GST_VIDEO_INFO_PLANE_STRIDE (info, 0);

    for (x = left; x < left + bytes / 3; x++)
      row[x] |= GST_VIDEO_INFO_COMP_DEPTH (info, 0) > 8 && x % 2 ? 1 : 0xc0;
  }
}

/* Bits above the depth are zero in any stream. */
static GstBuffer *
make_picture (const GstVideoInfo *info, guint64 index)
{
  GstBuffer *buffer =
      gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (info), NULL);
  guint depth = GST_VIDEO_INFO_COMP_DEPTH (info, 0);
  guint8 high = 0xff;
  GstMapInfo map;

  if (depth > 8 && GST_VIDEO_FORMAT_INFO_SHIFT (info->finfo, 0) == 0)
    high = (1 << (depth - 8)) - 1;
  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  fill (map.data, map.size, index, 0xff, high);
  add_target (info, &map, index);
  gst_buffer_unmap (buffer, &map);
  return buffer;
}

/* Memory */

static void
drop_pool (SoakSource *self)
{
  if (self->pool)
    gst_buffer_pool_set_active (self->pool, FALSE);
  gst_clear_object (&self->pool);
}

static void
start_pool (
    SoakSource *self, GstBufferPool *pool, GstCaps *caps, guint size, guint max)
{
  GstStructure *config = gst_buffer_pool_get_config (pool);

  gst_buffer_pool_config_set_params (config, caps, size, 0, max);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (gst_buffer_pool_set_config (pool, config)
      && gst_buffer_pool_set_active (pool, TRUE))
    self->pool = pool;
  else
    gst_object_unref (pool);
}

static void
take_proposed_pool (SoakSource *self, GstCaps *caps)
{
  GstQuery *query = gst_query_new_allocation (caps, TRUE);
  GstBufferPool *pool = NULL;
  guint size;

  if (gst_pad_peer_query (GST_BASE_SRC_PAD (self), query)
      && gst_query_get_n_allocation_pools (query) > 0)
    gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, NULL, NULL);
  if (pool)
    start_pool (self, pool, caps, size, g_rand_int_range (self->rand, 0, 4));
  gst_query_unref (query);
}

static GstBuffer *
from_pool (SoakSource *self, GstBuffer *picture)
{
  GstBufferPoolAcquireParams params = {
    .flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT
  };
  GstBuffer *buffer;

  /* who keeps frames may have all */
  if (!self->pool
      || gst_buffer_pool_acquire_buffer (self->pool, &buffer, &params)
             != GST_FLOW_OK)
    return picture;
  video_test_copy (&self->now, buffer, picture);
  gst_buffer_unref (picture);
  return buffer;
}

static GstBuffer *
as_foreign (GstBuffer *picture)
{
  GstBuffer *buffer;
  GstMapInfo map;
  gpointer data;
  gsize size;

  gst_buffer_map (picture, &map, GST_MAP_READ);
  size = map.size;
  data = g_memdup2 (map.data, size);
  gst_buffer_unmap (picture, &map);
  gst_buffer_unref (picture);
  buffer = gst_buffer_new ();
  gst_buffer_append_memory (
      buffer, gst_memory_new_wrapped (
                  GST_MEMORY_FLAG_READONLY, data, size, 0, size, data, g_free));
  return buffer;
}

/* A gap in front of each plane and behind each row. */
static GstBuffer *
with_odd_strides (
    const GstVideoInfo *info, GstBuffer *picture, guint gap, gboolean split)
{
  GstBuffer *buffer = gst_buffer_new ();
  const guint n = GST_VIDEO_INFO_N_PLANES (info);
  gsize offsets[GST_VIDEO_MAX_PLANES] = { 0 }, size = 0;
  gint strides[GST_VIDEO_MAX_PLANES] = { 0 };
  guint p;

  for (p = 0; p < n; p++) {
    gsize rows = video_test_rows (info, p);

    strides[p] = GST_VIDEO_INFO_PLANE_STRIDE (info, p) + 2 * gap;
    offsets[p] = size + (split ? 0 : 2 * gap);
    size = offsets[p] + rows * strides[p];
    if (split)
      gst_buffer_append_memory (
          buffer, gst_allocator_alloc (NULL, rows * strides[p], NULL));
  }
  if (!split)
    gst_buffer_append_memory (buffer, gst_allocator_alloc (NULL, size, NULL));
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (info), GST_VIDEO_INFO_WIDTH (info),
      GST_VIDEO_INFO_HEIGHT (info), n, offsets, strides);
  video_test_copy (info, buffer, picture);
  gst_buffer_unref (picture);
  return buffer;
}

static GstBuffer *
make_buffer (SoakSource *self)
{
  GstBuffer *picture = make_picture (&self->now, self->position);

  switch (self->from) {
    case SUPPLY_POOL:
    case SUPPLY_PROPOSED:
      return from_pool (self, picture);
    case SUPPLY_CUDA:
      return cuda_frames_upload (self->pool, &self->now, picture);
    case SUPPLY_FOREIGN:
      return as_foreign (picture);
    case SUPPLY_ODD:
      return with_odd_strides (
          &self->now, picture, g_rand_int_range (self->rand, 0, 40), FALSE);
    case SUPPLY_SPLIT:
      return with_odd_strides (&self->now, picture, 0, TRUE);
    default:
      return picture;
  }
}

/* Frames */

static void
take_format (SoakSource *self)
{
  GstCaps *caps;
  gboolean is_new;

  g_mutex_lock (&self->lock);
  is_new = self->new_format;
  self->new_format = FALSE;
  self->now = self->info;
  self->from = self->supply;
  g_mutex_unlock (&self->lock);
  if (!is_new)
    return;

  caps = self->from == SUPPLY_CUDA ? cuda_frames_caps (&self->now)
                                   : gst_video_info_to_caps (&self->now);
  drop_pool (self);
  gst_base_src_set_caps (GST_BASE_SRC (self), caps);
  if (self->from == SUPPLY_POOL)
    start_pool (self, gst_video_buffer_pool_new (), caps,
        GST_VIDEO_INFO_SIZE (&self->now),
        g_rand_int_range (self->rand, 1, POOL_MAX + 1));
  else if (self->from == SUPPLY_PROPOSED)
    take_proposed_pool (self, caps);
  else if (self->from == SUPPLY_CUDA)
    self->pool = cuda_frames_pool (&self->now);
  gst_caps_unref (caps);
}

static void
set_flags (SoakSource *self, GstBuffer *buffer)
{
  GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (&self->now);

  if (mode == GST_VIDEO_INTERLACE_MODE_ALTERNATE)
    GST_BUFFER_FLAG_SET (buffer, self->position % 2
                                     ? GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD
                                     : GST_VIDEO_BUFFER_FLAG_TOP_FIELD);
  if (mode == GST_VIDEO_INTERLACE_MODE_MIXED && self->position % 3)
    GST_BUFFER_FLAG_SET (buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED);
  GST_BUFFER_OFFSET (buffer) = ledger_next (self->ledger);
  GST_BUFFER_PTS (buffer) = self->position * SOAK_SOURCE_DURATION;
  GST_BUFFER_DURATION (buffer) = SOAK_SOURCE_DURATION;
}

static GstFlowReturn
soak_source_create (GstPushSrc *src, GstBuffer **buffer)
{
  SoakSource *self = SOAK_SOURCE (src);
  guint64 number = ledger_next (self->ledger), length;

  g_mutex_lock (&self->lock);
  length = self->length;
  g_mutex_unlock (&self->lock);
  if (self->position >= length)
    return GST_FLOW_EOS;
  if (self->calls.before)
    self->calls.before (self, number, self->calls.data);
  take_format (self);
  *buffer = make_buffer (self);
  set_flags (self, *buffer);
  if (self->calls.made)
    self->calls.made (self, number, *buffer, self->calls.data);
  ledger_sent (self->ledger, GST_BUFFER_PTS (*buffer));
  self->position++;
  return GST_FLOW_OK;
}

/* Begin and end */

static gboolean
soak_source_start (GstBaseSrc *src)
{
  SoakSource *self = SOAK_SOURCE (src);

  self->position = 0;
  g_mutex_lock (&self->lock);
  self->new_format = TRUE;
  g_mutex_unlock (&self->lock);
  ledger_flushed (self->ledger);
  return TRUE;
}

static gboolean
soak_source_stop (GstBaseSrc *src)
{
  drop_pool (SOAK_SOURCE (src));
  return TRUE;
}

static gboolean
soak_source_is_seekable (GstBaseSrc *src)
{
  return TRUE;
}

static gboolean
soak_source_do_seek (GstBaseSrc *src, GstSegment *segment)
{
  SoakSource *self = SOAK_SOURCE (src);

  self->position = segment->position / SOAK_SOURCE_DURATION;
  if (segment->flags & GST_SEGMENT_FLAG_RESET)
    ledger_flushed (self->ledger);
  return TRUE;
}

static gboolean
soak_source_query (GstBaseSrc *src, GstQuery *query)
{
  SoakSource *self = SOAK_SOURCE (src);
  GstFormat format;

  if (GST_QUERY_TYPE (query) != GST_QUERY_DURATION)
    return GST_BASE_SRC_CLASS (soak_source_parent_class)->query (src, query);
  gst_query_parse_duration (query, &format, NULL);
  if (format != GST_FORMAT_TIME)
    return FALSE;
  g_mutex_lock (&self->lock);
  gst_query_set_duration (query, format, self->length * SOAK_SOURCE_DURATION);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

/* Caps are set with the frames. */
static gboolean
soak_source_negotiate (GstBaseSrc *src)
{
  return TRUE;
}

static GstPadProbeReturn
number_the_end (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  SoakSource *self = SOAK_SOURCE (data);
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

  if (GST_EVENT_TYPE (event) != GST_EVENT_EOS)
    return GST_PAD_PROBE_OK;
  event = gst_event_make_writable (event);
  gst_structure_set (gst_event_writable_structure (event), "last-number",
      G_TYPE_UINT64, ledger_next (self->ledger) - 1, NULL);
  GST_PAD_PROBE_INFO_DATA (info) = event;
  return GST_PAD_PROBE_OK;
}

static void
soak_source_finalize (GObject *object)
{
  SoakSource *self = SOAK_SOURCE (object);

  g_rand_free (self->rand);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (soak_source_parent_class)->finalize (object);
}

static void
soak_source_class_init (SoakSourceClass *klass)
{
  GstBaseSrcClass *src_class = GST_BASE_SRC_CLASS (klass);

  gst_element_class_add_static_pad_template (
      GST_ELEMENT_CLASS (klass), &src_template);
  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "Numbered frames", "Source/Video", "Makes frames for tests",
      "The gst-cuda-filters authors");
  G_OBJECT_CLASS (klass)->finalize = soak_source_finalize;
  src_class->start = soak_source_start;
  src_class->stop = soak_source_stop;
  src_class->is_seekable = soak_source_is_seekable;
  src_class->do_seek = soak_source_do_seek;
  src_class->query = soak_source_query;
  src_class->negotiate = soak_source_negotiate;
  GST_PUSH_SRC_CLASS (klass)->create = soak_source_create;
}

static void
soak_source_init (SoakSource *self)
{
  g_mutex_init (&self->lock);
  gst_base_src_set_format (GST_BASE_SRC (self), GST_FORMAT_TIME);
  gst_pad_add_probe (GST_BASE_SRC_PAD (self),
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, number_the_end, self, NULL);
}

SoakSource *
soak_source_new (Ledger *ledger, guint32 seed, const SoakSourceCalls *calls)
{
  SoakSource *self = g_object_new (SOAK_TYPE_SOURCE, NULL);

  self->ledger = ledger;
  self->rand = g_rand_new_with_seed (seed);
  if (calls)
    self->calls = *calls;
  return self;
}

void
soak_source_set_format (
    SoakSource *self, const GstVideoInfo *info, Supply supply)
{
  g_mutex_lock (&self->lock);
  self->info = *info;
  self->supply = supply;
  self->new_format = TRUE;
  g_mutex_unlock (&self->lock);
}

void
soak_source_set_length (SoakSource *self, guint64 n_frames)
{
  g_mutex_lock (&self->lock);
  self->length = n_frames;
  g_mutex_unlock (&self->lock);
}

guint64
soak_source_number (GstBuffer *buffer)
{
  return GST_BUFFER_OFFSET (buffer);
}

guint64
soak_source_last_number (GstEvent *eos)
{
  const GstStructure *s = gst_event_get_structure (eos);
  guint64 number = 0;

  if (s)
    gst_structure_get_uint64 (s, "last-number", &number);
  return number;
}
