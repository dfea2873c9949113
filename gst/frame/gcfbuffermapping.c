/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lets work on a stream read and write the memory of a buffer. */
#include "gst/frame/gcfbuffermapping.h"

#include "gst/cuda/gcfcuda.h"
#include "gst/frame/gcfcopy.h"
#include "gst/memory/gcfpin.h"
#include "gst/nvmm/gcfnvmm.h"

/* A function that is NULL has nothing to do. */
struct _GcfBufferMappingKind {
  gboolean cuda;
  gboolean on_device;
  gboolean transferred;
  gboolean unordered; /* whatever stream it has */
  gboolean (*begin_read) (GcfBufferMapping *self, GError **error);
  gboolean (*end_read) (
      GcfBufferMapping *self, GcfFence *fence, gboolean held, GError **error);
  gboolean (*begin_write) (GcfBufferMapping *self, GError **error);
  gboolean (*finish_write) (GcfBufferMapping *self, GError **error);
  gboolean (*end_write) (
      GcfBufferMapping *self, GcfFence *fence, GError **error);
};

/* Maps */

static gboolean
is_unusable (GError **error, GstBuffer *buffer, const gchar *what)
{
  g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
      "%s (buffer of %" G_GSIZE_FORMAT " bytes, %s memory)", what,
      gst_buffer_get_size (buffer),
      gst_buffer_n_memory (buffer) > 0
          ? gst_buffer_peek_memory (buffer, 0)->allocator->mem_type
          : "no");
  return FALSE;
}

gboolean
gcf_buffer_mapping_check (const GcfPicture *picture, const GstVideoInfo *info,
    GstBuffer *buffer, GError **error)
{
  GcfPlacement at;

  /* GStreamer takes a mismatch for a programmer's error */
  if (!gcf_picture_is_described (info, buffer))
    return is_unusable (
        error, buffer, "A frame's GstVideoMeta is not of its caps");
  return gcf_picture_locate_at (picture, info, buffer, NULL, &at)
         || is_unusable (error, buffer, "A frame is smaller than its caps say");
}

/* Memory of ours that could not be mapped knows better why. */
static gboolean
unusable (GError **error, const GcfBufferMapping *self, const gchar *what)
{
  guint i;

  for (i = 0; i < gst_buffer_n_memory (self->buffer); i++) {
    GstMemory *memory = gst_buffer_peek_memory (self->buffer, i);

    if (gst_is_cuda_filter_memory (memory)
        && gcf_memory_take_failure (memory, error))
      return FALSE;
  }
  return is_unusable (error, self->buffer, what);
}

static gboolean
map (GcfBufferMapping *self, GError **error)
{
  const GcfPicture *picture = self->work->picture;
  const GstVideoInfo *info = self->work->info;
  gboolean is_cuda = gcf_buffer_mapping_is_cuda (self);
  gboolean located;

  if (!gcf_buffer_mapping_check (picture, info, self->buffer, error))
    return FALSE;
  self->mapped =
      is_cuda
          ? gcf_cuda_map (self->buffer, self->flags, &self->map, &self->theirs)
          : gst_video_frame_map (&self->frame, (GstVideoInfo *)info,
              self->buffer, self->flags | GST_VIDEO_FRAME_MAP_FLAG_NO_REF);
  if (!self->mapped)
    return unusable (error, self, "A frame's memory cannot be accessed");
  located = is_cuda ? gcf_picture_locate_at (
                picture, info, self->buffer, self->map.data, &self->at)
                    : gcf_picture_locate (picture, &self->frame, &self->at);
  return located
         || unusable (error, self, "A frame is smaller than its caps say");
}

static gboolean
map_nvmm (GcfBufferMapping *self, GError **error)
{
  const GcfWork *work = self->work;
  const GcfPicture *picture = work->picture;
  GcfNvmmFrame frame;
  guint p;

  self->mapped = gcf_nvmm_map (self->buffer, work->info, self->flags,
      work->device, &self->map, &frame, error);
  if (!self->mapped)
    return FALSE;
  for (p = 0; p < picture->n_frame_planes; p++) {
    if (frame.height[p] < picture->rows[p]
        || frame.pitch[p] < picture->row_bytes[p])
      return unusable (error, self, "A frame is smaller than its caps say");
    self->at.data[p] = frame.data[p];
    self->at.stride[p] = frame.pitch[p];
  }
  return gcf_picture_is_aligned (picture, &self->at)
         || unusable (error, self, "A frame's samples are not aligned");
}

gboolean
gcf_buffer_mapping_map_on_host (GcfBufferMapping *self, GError **error)
{
  return self->mapped || map (self, error);
}

void
gcf_buffer_mapping_close (GcfBufferMapping *self)
{
  if (self->mapped && self->map.memory)
    gst_memory_unmap (self->map.memory, &self->map);
  else if (self->mapped)
    gst_video_frame_unmap (&self->frame);
  self->mapped = FALSE;
  g_clear_pointer (&self->theirs, gst_mini_object_unref);
}

/* Other elements' memory that is in use after they have it back */

typedef struct {
  GstVideoFrame frame;
  GstBuffer *buffer;
} Held;

static void
let_go (gboolean reached, gpointer data)
{
  Held *held = data;

  if (held->frame.buffer)
    gst_video_frame_unmap (&held->frame);
  gst_buffer_unref (held->buffer);
  g_free (held);
}

/* Keeps the buffer, mapped as it is, until the fence is reached. */
static void
hold (GcfBufferMapping *self, GcfFence *fence)
{
  Held *held = g_new0 (Held, 1);

  held->buffer = gst_buffer_ref (self->buffer);
  if (self->mapped && !self->map.memory) {
    held->frame = self->frame;
    self->mapped = FALSE;
  }
  gcf_completion_queue_add (self->work->completions, fence, let_go, held);
}

/* TRUE where all of it is page-locked. */
static gboolean
pin_all (GcfBufferMapping *self)
{
  gboolean pinned = TRUE;
  guint i;

  /* several memories without a GstVideoMeta are mapped as a copy in one */
  if (gst_buffer_n_memory (self->buffer) > 1 && !self->frame.meta)
    return FALSE;
  for (i = 0; i < gst_buffer_n_memory (self->buffer); i++)
    pinned &= gcf_pin (gst_buffer_peek_memory (self->buffer, i), self->flags,
        self->work->device);
  return pinned;
}

static guint8 *
find_mapped (const GcfBufferMapping *self, const guint8 *data)
{
  guint8 *mapped = NULL;
  guint i;

  for (i = 0; i < gst_buffer_n_memory (self->buffer) && !mapped; i++)
    mapped = gcf_pin_map (
        gst_buffer_peek_memory (self->buffer, i), data, self->work->device);
  return mapped;
}

/* Memory that is page-locked is worked on in place where the device maps it. */
static gboolean
place_mapped (GcfBufferMapping *self)
{
  const GcfPicture *picture = self->work->picture;
  guint p;

  for (p = 0; p < picture->n_frame_planes; p++) {
    self->there.data[p] = find_mapped (self, self->at.data[p]);
    self->there.stride[p] = self->at.stride[p];
    if (!self->there.data[p])
      return FALSE;
  }
  self->is_mapped_there = gcf_picture_is_aligned (picture, &self->there);
  return self->is_mapped_there;
}

/* The way by a block of the slot's */

static gboolean
is_one_memory (const GcfBufferMapping *self)
{
  return gst_buffer_n_memory (self->buffer) == 1;
}

static gboolean
lay_out (GcfBufferMapping *self, GcfBlock *block, const GcfPlacement *at,
    gboolean one_memory, GError **error)
{
  GcfWork *work = self->work;

  if (!gcf_block_ensure (block, work->device->device, work->info, error))
    return FALSE;
  gcf_block_lay_out (block, work->picture, work->info, one_memory, at);
  self->there = block->placement;
  return TRUE;
}

static gboolean
upload (GcfBufferMapping *self, const GcfPlacement *from, gboolean one_memory,
    GError **error)
{
  GcfWork *work = self->work;
  GcfBlock *block = &work->slot->src;
  gsize bytes = 0;

  if (!lay_out (self, block, from, one_memory, error)
      || !gcf_block_upload (
          block, work->stream, work->picture, from, &bytes, error))
    return FALSE;
  if (self->kind->transferred)
    gcf_stats_add_upload (work->stats, bytes);
  return TRUE;
}

static gboolean
begin_write_block (GcfBufferMapping *self, GError **error)
{
  return lay_out (
      self, &self->work->slot->dst, &self->at, is_one_memory (self), error);
}

static gboolean
download (GcfBufferMapping *self, GError **error)
{
  GcfWork *work = self->work;
  gsize bytes = 0;

  if (!gcf_block_download (&work->slot->dst, work->stream, work->picture,
          &self->at, &bytes, error))
    return FALSE;
  if (self->kind->transferred)
    gcf_stats_add_download (work->stats, bytes);
  return TRUE;
}

/* Memory that was uploaded from can be written again after the upload: `own`,
 * or the buffer's. */
static gboolean
release_uploaded (GcfBufferMapping *self, GstMemory *own, GError **error)
{
  GcfWork *work = self->work;
  GcfFence *fence;

  if (work->waits)
    return TRUE;
  fence = gcf_fence_new (work->device, work->stream,
      own ? work->waiting : CF_EVENT_BLOCKING, error);
  if (!fence)
    return FALSE;
  if (own)
    gcf_memory_end_read (own, fence);
  else
    hold (self, fence);
  gcf_fence_unref (fence);
  return TRUE;
}

/* The CPU's memory, where the device is the CPU */

static gboolean
begin_in_place (GcfBufferMapping *self, GError **error)
{
  self->there = self->at;
  return TRUE;
}

static gboolean
begin_read_copied (GcfBufferMapping *self, GError **error)
{
  return upload (self, &self->at, is_one_memory (self), error);
}

static const GcfBufferMappingKind in_place = {
  .unordered = TRUE,
  .begin_read = begin_in_place,
  .begin_write = begin_in_place,
};

static const GcfBufferMappingKind copied = {
  .unordered = TRUE,
  .begin_read = begin_read_copied,
  .begin_write = begin_write_block,
  .finish_write = download,
};

/* Our own memory */

/* Memory of ours is located, and nothing waits. FALSE where it cannot be used
 * so; then it is mapped like any other. */
static gboolean
is_own (GcfBufferMapping *self)
{
  GcfWork *work = self->work;
  GstMemory *memory;

  if (!is_one_memory (self))
    return FALSE;
  memory = gst_buffer_peek_memory (self->buffer, 0);
  if (!gcf_memory_is_for (memory, work->device->device))
    return FALSE;
  /* relative to the memory's beginning, which is aligned */
  if (!gcf_picture_locate_at (work->picture, work->info, self->buffer,
          (guint8 *)(memory->offset & 1), &self->at)
      || !gcf_picture_is_aligned (work->picture, &self->at))
    return FALSE;
  self->own = memory;
  return TRUE;
}

/* `data` is the memory's first byte, NULL after an error. */
static gboolean
locate_own (GcfBufferMapping *self, guint8 *data)
{
  if (!data)
    return FALSE;
  gcf_picture_locate_at (
      self->work->picture, self->work->info, self->buffer, data, &self->at);
  self->there = self->at;
  return TRUE;
}

static gboolean
begin_read_on_device (GcfBufferMapping *self, GError **error)
{
  return locate_own (self, gcf_memory_begin_read (self->own, self->work->stream,
                               GCF_ON_DEVICE, error));
}

static gboolean
end_read_on_device (
    GcfBufferMapping *self, GcfFence *fence, gboolean held, GError **error)
{
  gcf_memory_end_read (self->own, fence);
  return TRUE;
}

static gboolean
begin_write_on_device (GcfBufferMapping *self, GError **error)
{
  return locate_own (self, gcf_memory_begin_write (self->own,
                               self->work->stream, GCF_ON_DEVICE, error));
}

static gboolean
begin_read_on_host (GcfBufferMapping *self, GError **error)
{
  return locate_own (self, gcf_memory_begin_read (self->own, self->work->stream,
                               GCF_ON_HOST, error))
         && upload (self, &self->at, TRUE, error)
         && release_uploaded (self, self->own, error);
}

static gboolean
begin_write_on_host (GcfBufferMapping *self, GError **error)
{
  return locate_own (self, gcf_memory_begin_write (self->own,
                               self->work->stream, GCF_ON_HOST, error))
         && begin_write_block (self, error);
}

static gboolean
end_write_own (GcfBufferMapping *self, GcfFence *fence, GError **error)
{
  gcf_memory_end_write (self->own, fence);
  return TRUE;
}

static const GcfBufferMappingKind own_on_device = {
  .on_device = TRUE,
  .begin_read = begin_read_on_device,
  .end_read = end_read_on_device,
  .begin_write = begin_write_on_device,
  .end_write = end_write_own,
};

static const GcfBufferMappingKind own_on_host = {
  .transferred = TRUE,
  .begin_read = begin_read_on_host,
  .begin_write = begin_write_on_host,
  .finish_write = download,
  .end_write = end_write_own,
};

/* CUDAMemory */

/* Work enqueued from now on comes after what the memory's stream holds now. */
static gboolean
begin_cuda (GcfBufferMapping *self, GError **error)
{
  GcfWork *work = self->work;

  self->there = self->at;
  return !self->stream || self->stream == work->stream
         || (cf_event_record (work->bridge, self->stream, error)
             && cf_stream_wait_event (work->stream, work->bridge, error));
}

static gboolean
end_read_cuda (
    GcfBufferMapping *self, GcfFence *fence, gboolean held, GError **error)
{
  if (self->stream)
    return gcf_fence_order (fence, self->stream, error);
  if (!held)
    hold (self, fence);
  return TRUE;
}

static gboolean
end_write_cuda (GcfBufferMapping *self, GcfFence *fence, GError **error)
{
  return !self->stream || gcf_fence_order (fence, self->stream, error);
}

static const GcfBufferMappingKind cuda = {
  .cuda = TRUE,
  .on_device = TRUE,
  .begin_read = begin_cuda,
  .end_read = end_read_cuda,
  .begin_write = begin_cuda,
  .end_write = end_write_cuda,
};

/* NVMM has no streams. */

static gboolean
end_read_nvmm (
    GcfBufferMapping *self, GcfFence *fence, gboolean held, GError **error)
{
  if (!held)
    hold (self, fence);
  return TRUE;
}

static const GcfBufferMappingKind nvmm = {
  .on_device = TRUE,
  .unordered = TRUE,
  .begin_read = begin_in_place,
  .end_read = end_read_nvmm,
  .begin_write = begin_in_place,
};

/* Other memory */

/* Goes by memory of ours, which the slot keeps for its next frame. */
static gboolean
stage (GcfBufferMapping *self, GError **error)
{
  GcfWork *work = self->work;
  GstMemory **staging = &work->slot->staging;
  GcfPlacement at;
  GcfPlace place;
  GstMapInfo info;
  guint8 *data;

  if (!*staging)
    *staging = gst_allocator_alloc (
        work->allocator, GST_VIDEO_INFO_SIZE (work->info), NULL);
  if (!gst_memory_map (*staging, &info, GST_MAP_WRITE))
    return !gcf_memory_take_failure (*staging, error)
           && unusable (error, self, "A frame cannot be staged");
  gcf_picture_place_by_info (work->picture, work->info, info.data, &at);
  gcf_copy (work->picture, &at, &self->at);
  gst_memory_unmap (*staging, &info);
  gcf_buffer_mapping_close (self);

  place = gcf_memory_get_place (*staging);
  data = gcf_memory_begin_read (*staging, work->stream, place, error);
  if (data && place == GCF_ON_DEVICE) {
    gcf_picture_place_by_info (work->picture, work->info, data, &self->there);
    self->own = *staging;
    return TRUE;
  }
  return data && upload (self, &at, TRUE, error)
         && release_uploaded (self, *staging, error);
}

static gboolean
begin_read_other (GcfBufferMapping *self, GError **error)
{
  if (pin_all (self))
    return place_mapped (self)
           || (upload (self, &self->at, is_one_memory (self), error)
               && release_uploaded (self, NULL, error));

  return stage (self, error);
}

static gboolean
end_read_other (
    GcfBufferMapping *self, GcfFence *fence, gboolean held, GError **error)
{
  if (self->own)
    gcf_memory_end_read (self->own, fence);
  else if (self->is_mapped_there && !held)
    hold (self, fence);
  return TRUE;
}

static gboolean
begin_write_other (GcfBufferMapping *self, GError **error)
{
  return (pin_all (self) && place_mapped (self))
         || begin_write_block (self, error);
}

static gboolean
finish_write_other (GcfBufferMapping *self, GError **error)
{
  return self->is_mapped_there || download (self, error);
}

static const GcfBufferMappingKind other = {
  .transferred = TRUE,
  .unordered = TRUE,
  .begin_read = begin_read_other,
  .end_read = end_read_other,
  .begin_write = begin_write_other,
  .finish_write = finish_write_other,
};

/* Any memory */

static gboolean
is_of_context (GstBuffer *buffer, GstObject *context)
{
  return context && gcf_cuda_get_context (buffer) == context;
}

gboolean
gcf_buffer_mapping_open (GcfBufferMapping *self, GcfWork *work,
    GstBuffer *buffer, GstMapFlags flags, GcfPlace place, GError **error)
{
  self->work = work;
  self->buffer = buffer;
  self->flags = flags;
  if (cf_device_is_unified (work->device->device)) {
    self->kind = &in_place;
    if (!map (self, error))
      return FALSE;
    if (!gcf_picture_is_aligned (work->picture, &self->at))
      self->kind = &copied;
    return TRUE;
  }
  if (work->nvmm) {
    self->kind = &nvmm;
    return map_nvmm (self, error);
  }
  if (is_own (self)) {
    if (flags & GST_MAP_READ)
      place = gcf_memory_get_place (self->own);
    else if (cf_device_maps_host (work->device->device))
      place = GCF_ON_DEVICE;
    self->kind = place == GCF_ON_DEVICE ? &own_on_device : &own_on_host;
    return TRUE;
  }
  self->kind = is_of_context (buffer, work->device->context) ? &cuda : &other;
  return map (self, error);
}

gboolean
gcf_buffer_mapping_begin_read (GcfBufferMapping *self, GError **error)
{
  return self->kind->begin_read (self, error);
}

gboolean
gcf_buffer_mapping_end_read (
    GcfBufferMapping *self, GcfFence *fence, gboolean held, GError **error)
{
  return !self->kind->end_read
         || self->kind->end_read (self, fence, held, error);
}

gboolean
gcf_buffer_mapping_begin_write (GcfBufferMapping *self, GError **error)
{
  return self->kind->begin_write (self, error);
}

gboolean
gcf_buffer_mapping_finish_write (GcfBufferMapping *self, GError **error)
{
  return !self->kind->finish_write || self->kind->finish_write (self, error);
}

gboolean
gcf_buffer_mapping_end_write (
    GcfBufferMapping *self, GcfFence *fence, GError **error)
{
  return !self->kind->end_write || self->kind->end_write (self, fence, error);
}

gboolean
gcf_buffer_mapping_is_cuda (const GcfBufferMapping *self)
{
  return self->kind && self->kind->cuda;
}

gboolean
gcf_buffer_mapping_is_on_device (const GcfBufferMapping *self)
{
  return self->kind->on_device;
}

gboolean
gcf_buffer_mapping_is_transferred (const GcfBufferMapping *self)
{
  return self->kind->transferred;
}

gboolean
gcf_buffer_mapping_is_unordered (const GcfBufferMapping *self)
{
  return self->kind->unordered || (self->kind->cuda && !self->theirs);
}

CfStream *
gcf_buffer_mapping_get_writer (const GcfBufferMapping *self)
{
  return self->kind == &own_on_device ? gcf_memory_get_writer (self->own)
                                      : NULL;
}
