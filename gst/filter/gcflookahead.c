/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keeps frames until later ones have come. */
#include "gst/filter/gcflookahead.h"

#include <gst/video/video.h>

#include "gst/cuda/gcfcuda.h"

/* It grows where many events come. */
#define CAPACITY 16

void
gcf_lookahead_init (GcfLookahead *self)
{
  self->items = gst_queue_array_new (CAPACITY);
  gcf_lookahead_clear (self);
}

void
gcf_lookahead_finish (GcfLookahead *self)
{
  g_clear_pointer (&self->items, gst_queue_array_free);
}

void
gcf_lookahead_clear (GcfLookahead *self)
{
  GstMiniObject *item;

  while ((item = gst_queue_array_pop_head (self->items)))
    gst_mini_object_unref (item);
  self->n_frames = 0;
}

static gboolean
is_limited (GstBufferPool *pool)
{
  GstStructure *config = gst_buffer_pool_get_config (pool);
  guint max = 0;

  gst_buffer_pool_config_get_params (config, NULL, NULL, NULL, &max);
  gst_structure_free (config);
  return max > 0;
}

/* Itself, or it is a copy that keeps such a buffer: from GStreamer 1.24 on each
 * that shares memory does. */
static gboolean
is_of_limited_pool (GstBuffer *buffer)
{
  gpointer state = NULL;
  GstMeta *meta;

  if (buffer->pool && is_limited (buffer->pool))
    return TRUE;
  while ((meta = gst_buffer_iterate_meta_filtered (
              buffer, &state, GST_PARENT_BUFFER_META_API_TYPE)))
    if (is_of_limited_pool (((GstParentBufferMeta *)meta)->buffer))
      return TRUE;
  return FALSE;
}

/* Nothing of it is upstream's: from GStreamer 1.24 on a copy that shares memory
 * keeps its pool's buffer too. NULL where there is no memory. */
static GstBuffer *
copy_with_memory (GstBuffer *buffer)
{
  GstBuffer *copy = gst_buffer_copy_deep (buffer);
  guint i;

  for (i = 0; i < gst_buffer_n_memory (buffer); i++)
    gcf_cuda_wait (gst_buffer_peek_memory (buffer, i));
  return copy;
}

/* The frame without its memory, but with where that had the picture. */
static GstBuffer *
copy_without_memory (GstBuffer *buffer)
{
  GstVideoMeta *video = gst_buffer_get_video_meta (buffer);
  GstBuffer *copy = gst_buffer_new ();

  /* deep: nor metas that keep memory */
  gst_buffer_copy_into (
      copy, buffer, GST_BUFFER_COPY_METADATA | GST_BUFFER_COPY_DEEP, 0, -1);
  if (video && !gst_buffer_get_video_meta (copy))
    gst_buffer_add_video_meta_full (copy, video->flags, video->format,
        video->width, video->height, video->n_planes, video->offset,
        video->stride);
  return copy;
}

void
gcf_lookahead_push_bare_frame (GcfLookahead *self, GstBuffer *frame)
{
  gst_queue_array_push_tail (self->items, copy_without_memory (frame));
  self->n_frames++;
  gst_buffer_unref (frame);
}

void
gcf_lookahead_push_frame (GcfLookahead *self, GstBuffer *frame)
{
  if (is_of_limited_pool (frame)) {
    GstBuffer *copy = copy_with_memory (frame);

    if (copy) {
      gst_buffer_unref (frame);
      frame = copy;
    }
  }
  gst_queue_array_push_tail (self->items, frame);
  self->n_frames++;
}

void
gcf_lookahead_push_event (GcfLookahead *self, GstEvent *event)
{
  gst_queue_array_push_tail (self->items, event);
}

GstMiniObject *
gcf_lookahead_pop (GcfLookahead *self, guint n_ahead)
{
  gpointer first = gst_queue_array_peek_head (self->items);

  if (!first || (GST_IS_BUFFER (first) && self->n_frames <= n_ahead))
    return NULL;
  if (GST_IS_BUFFER (first))
    self->n_frames--;
  return gst_queue_array_pop_head (self->items);
}

GstBuffer *
gcf_lookahead_peek (GcfLookahead *self, guint n)
{
  guint i, length = gst_queue_array_get_length (self->items);

  for (i = 0; i < length; i++) {
    gpointer item = gst_queue_array_peek_nth (self->items, i);

    if (GST_IS_BUFFER (item) && n-- == 0)
      return item;
  }
  return NULL;
}
