/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lets work on a stream read and write the memory of a buffer. */
#include "gst/frame/gstcudafilteraccess.h"

#include "gst/cuda/gstcudafiltercuda.h"
#include "gst/frame/gstcudafiltercopy.h"
#include "gst/memory/gstcudafilterpin.h"
#include "gst/nvmm/gstcudafilternvmm.h"

/* A function that is NULL has nothing to do. */
struct _GstCudaFilterAccessKind {
  gboolean cuda;
  gboolean on_device;
  gboolean transferred;
  gboolean unordered; /* whatever stream it has */
  gboolean (*begin_read) (GstCudaFilterAccess *self, GError **error);
  gboolean (*end_read) (GstCudaFilterAccess *self, GstCudaFilterFence *fence,
      gboolean held, GError **error);
  gboolean (*begin_write) (GstCudaFilterAccess *self, GError **error);
  gboolean (*finish_write) (GstCudaFilterAccess *self, GError **error);
  gboolean (*end_write) (
      GstCudaFilterAccess *self, GstCudaFilterFence *fence, GError **error);
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
gst_cuda_filter_access_check (const GstCudaFilterPicture *picture,
    const GstVideoInfo *info, GstBuffer *buffer, GError **error)
{
  GstCudaFilterPlacement at;

  /* GStreamer takes a mismatch for a programmer's error */
  if (!gst_cuda_filter_picture_is_described (info, buffer))
    return is_unusable (
        error, buffer, "A frame's GstVideoMeta is not of its caps");
  return gst_cuda_filter_picture_locate_at (picture, info, buffer, NULL, &at)
         || is_unusable (error, buffer, "A frame is smaller than its caps say");
}

/* Memory of ours that could not be mapped knows better why. */
static gboolean
unusable (GError **error, const GstCudaFilterAccess *self, const gchar *what)
{
  guint i;

  for (i = 0; i < gst_buffer_n_memory (self->buffer); i++) {
    GstMemory *memory = gst_buffer_peek_memory (self->buffer, i);

    if (gst_is_cuda_filter_memory (memory)
        && gst_cuda_filter_memory_take_failure (memory, error))
      return FALSE;
  }
  return is_unusable (error, self->buffer, what);
}

static gboolean
map (GstCudaFilterAccess *self, GError **error)
{
  const GstCudaFilterPicture *picture = self->work->picture;
  const GstVideoInfo *info = self->work->info;
  gboolean is_cuda = gst_cuda_filter_access_is_cuda (self);
  gboolean located;

  if (!gst_cuda_filter_access_check (picture, info, self->buffer, error))
    return FALSE;
  self->mapped =
      is_cuda ? gst_cuda_filter_cuda_map (
          self->buffer, self->flags, &self->map, &self->theirs)
              : gst_video_frame_map (&self->frame, (GstVideoInfo *)info,
                  self->buffer, self->flags | GST_VIDEO_FRAME_MAP_FLAG_NO_REF);
  if (!self->mapped)
    return unusable (error, self, "A frame's memory cannot be accessed");
  located = is_cuda ? gst_cuda_filter_picture_locate_at (
                picture, info, self->buffer, self->map.data, &self->at)
                    : gst_cuda_filter_picture_locate (
                        picture, &self->frame, &self->at);
  return located
         || unusable (error, self, "A frame is smaller than its caps say");
}

static gboolean
map_nvmm (GstCudaFilterAccess *self, GError **error)
{
  const GstCudaFilterWork *work = self->work;
  const GstCudaFilterPicture *picture = work->picture;
  GstCudaFilterNvmmFrame frame;
  guint p;

  self->mapped = gst_cuda_filter_nvmm_map (self->buffer, work->info,
      self->flags, work->device, &self->map, &frame, error);
  if (!self->mapped)
    return FALSE;
  for (p = 0; p < picture->n_frame_planes; p++) {
    if (frame.height[p] < picture->rows[p]
        || frame.pitch[p] < picture->row_bytes[p])
      return unusable (error, self, "A frame is smaller than its caps say");
    self->at.data[p] = frame.data[p];
    self->at.stride[p] = frame.pitch[p];
  }
  return gst_cuda_filter_picture_is_aligned (picture, &self->at)
         || unusable (error, self, "A frame's samples are not aligned");
}

gboolean
gst_cuda_filter_access_map_on_host (GstCudaFilterAccess *self, GError **error)
{
  return self->mapped || map (self, error);
}

void
gst_cuda_filter_access_close (GstCudaFilterAccess *self)
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
hold (GstCudaFilterAccess *self, GstCudaFilterFence *fence)
{
  Held *held = g_new0 (Held, 1);

  held->buffer = gst_buffer_ref (self->buffer);
  if (self->mapped && !self->map.memory) {
    held->frame = self->frame;
    self->mapped = FALSE;
  }
  gst_cuda_filter_watcher_add (self->work->watcher, fence, let_go, held);
}

/* TRUE where all of it is page-locked. */
static gboolean
pin_all (GstCudaFilterAccess *self)
{
  gboolean pinned = TRUE;
  guint i;

  /* several memories without a GstVideoMeta are mapped as a copy in one */
  if (gst_buffer_n_memory (self->buffer) > 1 && !self->frame.meta)
    return FALSE;
  for (i = 0; i < gst_buffer_n_memory (self->buffer); i++)
    pinned &= gst_cuda_filter_pin (gst_buffer_peek_memory (self->buffer, i),
        self->flags, self->work->device);
  return pinned;
}

static guint8 *
find_mapped (const GstCudaFilterAccess *self, const guint8 *data)
{
  guint8 *mapped = NULL;
  guint i;

  for (i = 0; i < gst_buffer_n_memory (self->buffer) && !mapped; i++)
    mapped = gst_cuda_filter_pin_map (
        gst_buffer_peek_memory (self->buffer, i), data, self->work->device);
  return mapped;
}

/* Memory that is page-locked is worked on in place where the device maps it. */
static gboolean
place_mapped (GstCudaFilterAccess *self)
{
  const GstCudaFilterPicture *picture = self->work->picture;
  guint p;

  for (p = 0; p < picture->n_frame_planes; p++) {
    self->there.data[p] = find_mapped (self, self->at.data[p]);
    self->there.stride[p] = self->at.stride[p];
    if (!self->there.data[p])
      return FALSE;
  }
  self->is_mapped_there =
      gst_cuda_filter_picture_is_aligned (picture, &self->there);
  return self->is_mapped_there;
}

/* The way by a block of the slot's */

static gboolean
is_one_memory (const GstCudaFilterAccess *self)
{
  return gst_buffer_n_memory (self->buffer) == 1;
}

static gboolean
lay_out (GstCudaFilterAccess *self, GstCudaFilterBlock *block,
    const GstCudaFilterPlacement *at, gboolean one_memory, GError **error)
{
  GstCudaFilterWork *work = self->work;

  if (!gst_cuda_filter_block_ensure (
          block, work->device->device, work->info, error))
    return FALSE;
  gst_cuda_filter_block_lay_out (
      block, work->picture, work->info, one_memory, at);
  self->there = block->placement;
  return TRUE;
}

static gboolean
upload (GstCudaFilterAccess *self, const GstCudaFilterPlacement *from,
    gboolean one_memory, GError **error)
{
  GstCudaFilterWork *work = self->work;
  GstCudaFilterBlock *block = &work->slot->src;
  gsize bytes = 0;

  if (!lay_out (self, block, from, one_memory, error)
      || !gst_cuda_filter_block_upload (
          block, work->stream, work->picture, from, &bytes, error))
    return FALSE;
  if (self->kind->transferred)
    gst_cuda_filter_stats_add_upload (work->stats, bytes);
  return TRUE;
}

static gboolean
begin_write_block (GstCudaFilterAccess *self, GError **error)
{
  return lay_out (
      self, &self->work->slot->dst, &self->at, is_one_memory (self), error);
}

static gboolean
download (GstCudaFilterAccess *self, GError **error)
{
  GstCudaFilterWork *work = self->work;
  gsize bytes = 0;

  if (!gst_cuda_filter_block_download (&work->slot->dst, work->stream,
          work->picture, &self->at, &bytes, error))
    return FALSE;
  if (self->kind->transferred)
    gst_cuda_filter_stats_add_download (work->stats, bytes);
  return TRUE;
}

/* Memory that was uploaded from can be written again after the upload: `own`,
 * or the buffer's. */
static gboolean
release_uploaded (GstCudaFilterAccess *self, GstMemory *own, GError **error)
{
  GstCudaFilterWork *work = self->work;
  GstCudaFilterFence *fence;

  if (work->waits)
    return TRUE;
  fence = gst_cuda_filter_fence_new (work->device, work->stream,
      own ? work->waiting : CF_EVENT_BLOCKING, error);
  if (!fence)
    return FALSE;
  if (own)
    gst_cuda_filter_memory_end_read (own, fence);
  else
    hold (self, fence);
  gst_cuda_filter_fence_unref (fence);
  return TRUE;
}

/* The CPU's memory, where the device is the CPU */

static gboolean
begin_in_place (GstCudaFilterAccess *self, GError **error)
{
  self->there = self->at;
  return TRUE;
}

static gboolean
begin_read_copied (GstCudaFilterAccess *self, GError **error)
{
  return upload (self, &self->at, is_one_memory (self), error);
}

static const GstCudaFilterAccessKind in_place = {
  .unordered = TRUE,
  .begin_read = begin_in_place,
  .begin_write = begin_in_place,
};

static const GstCudaFilterAccessKind copied = {
  .unordered = TRUE,
  .begin_read = begin_read_copied,
  .begin_write = begin_write_block,
  .finish_write = download,
};

/* Our own memory */

/* Memory of ours is located, and nothing waits. FALSE where it cannot be used
 * so; then it is mapped like any other. */
static gboolean
is_own (GstCudaFilterAccess *self)
{
  GstCudaFilterWork *work = self->work;
  GstMemory *memory;

  if (!is_one_memory (self))
    return FALSE;
  memory = gst_buffer_peek_memory (self->buffer, 0);
  if (!gst_cuda_filter_memory_is_for (memory, work->device->device))
    return FALSE;
  /* relative to the memory's beginning, which is aligned */
  if (!gst_cuda_filter_picture_locate_at (work->picture, work->info,
          self->buffer, (guint8 *)(memory->offset & 1), &self->at)
      || !gst_cuda_filter_picture_is_aligned (work->picture, &self->at))
    return FALSE;
  self->own = memory;
  return TRUE;
}

/* `data` is the memory's first byte, NULL after an error. */
static gboolean
locate_own (GstCudaFilterAccess *self, guint8 *data)
{
  if (!data)
    return FALSE;
  gst_cuda_filter_picture_locate_at (
      self->work->picture, self->work->info, self->buffer, data, &self->at);
  self->there = self->at;
  return TRUE;
}

static gboolean
begin_read_on_device (GstCudaFilterAccess *self, GError **error)
{
  return locate_own (
      self, gst_cuda_filter_memory_begin_read (self->own, self->work->stream,
                GST_CUDA_FILTER_ON_DEVICE, error));
}

static gboolean
end_read_on_device (GstCudaFilterAccess *self, GstCudaFilterFence *fence,
    gboolean held, GError **error)
{
  gst_cuda_filter_memory_end_read (self->own, fence);
  return TRUE;
}

static gboolean
begin_write_on_device (GstCudaFilterAccess *self, GError **error)
{
  return locate_own (
      self, gst_cuda_filter_memory_begin_write (self->own, self->work->stream,
                GST_CUDA_FILTER_ON_DEVICE, error));
}

static gboolean
begin_read_on_host (GstCudaFilterAccess *self, GError **error)
{
  return locate_own (
             self, gst_cuda_filter_memory_begin_read (self->own,
                       self->work->stream, GST_CUDA_FILTER_ON_HOST, error))
         && upload (self, &self->at, TRUE, error)
         && release_uploaded (self, self->own, error);
}

static gboolean
begin_write_on_host (GstCudaFilterAccess *self, GError **error)
{
  return locate_own (
             self, gst_cuda_filter_memory_begin_write (self->own,
                       self->work->stream, GST_CUDA_FILTER_ON_HOST, error))
         && begin_write_block (self, error);
}

static gboolean
end_write_own (
    GstCudaFilterAccess *self, GstCudaFilterFence *fence, GError **error)
{
  gst_cuda_filter_memory_end_write (self->own, fence);
  return TRUE;
}

static const GstCudaFilterAccessKind own_on_device = {
  .on_device = TRUE,
  .begin_read = begin_read_on_device,
  .end_read = end_read_on_device,
  .begin_write = begin_write_on_device,
  .end_write = end_write_own,
};

static const GstCudaFilterAccessKind own_on_host = {
  .transferred = TRUE,
  .begin_read = begin_read_on_host,
  .begin_write = begin_write_on_host,
  .finish_write = download,
  .end_write = end_write_own,
};

/* CUDAMemory */

/* Work enqueued from now on comes after what the memory's stream holds now. */
static gboolean
begin_cuda (GstCudaFilterAccess *self, GError **error)
{
  GstCudaFilterWork *work = self->work;

  self->there = self->at;
  return !self->stream || self->stream == work->stream
         || (cf_event_record (work->bridge, self->stream, error)
             && cf_stream_wait_event (work->stream, work->bridge, error));
}

static gboolean
end_read_cuda (GstCudaFilterAccess *self, GstCudaFilterFence *fence,
    gboolean held, GError **error)
{
  if (self->stream)
    return gst_cuda_filter_fence_order (fence, self->stream, error);
  if (!held)
    hold (self, fence);
  return TRUE;
}

static gboolean
end_write_cuda (
    GstCudaFilterAccess *self, GstCudaFilterFence *fence, GError **error)
{
  return !self->stream
         || gst_cuda_filter_fence_order (fence, self->stream, error);
}

static const GstCudaFilterAccessKind cuda = {
  .cuda = TRUE,
  .on_device = TRUE,
  .begin_read = begin_cuda,
  .end_read = end_read_cuda,
  .begin_write = begin_cuda,
  .end_write = end_write_cuda,
};

/* NVMM has no streams. */

static gboolean
end_read_nvmm (GstCudaFilterAccess *self, GstCudaFilterFence *fence,
    gboolean held, GError **error)
{
  if (!held)
    hold (self, fence);
  return TRUE;
}

static const GstCudaFilterAccessKind nvmm = {
  .on_device = TRUE,
  .unordered = TRUE,
  .begin_read = begin_in_place,
  .end_read = end_read_nvmm,
  .begin_write = begin_in_place,
};

/* Other memory */

/* Goes by memory of ours, which the slot keeps for its next frame. */
static gboolean
stage (GstCudaFilterAccess *self, GError **error)
{
  GstCudaFilterWork *work = self->work;
  GstMemory **staging = &work->slot->staging;
  GstCudaFilterPlacement at;
  GstCudaFilterPlace place;
  GstMapInfo info;
  guint8 *data;

  if (!*staging)
    *staging = gst_allocator_alloc (
        work->allocator, GST_VIDEO_INFO_SIZE (work->info), NULL);
  if (!gst_memory_map (*staging, &info, GST_MAP_WRITE))
    return !gst_cuda_filter_memory_take_failure (*staging, error)
           && unusable (error, self, "A frame cannot be staged");
  gst_cuda_filter_picture_place_by_info (
      work->picture, work->info, info.data, &at);
  gst_cuda_filter_copy (work->picture, &at, &self->at);
  gst_memory_unmap (*staging, &info);
  gst_cuda_filter_access_close (self);

  place = gst_cuda_filter_memory_get_place (*staging);
  data =
      gst_cuda_filter_memory_begin_read (*staging, work->stream, place, error);
  if (data && place == GST_CUDA_FILTER_ON_DEVICE) {
    gst_cuda_filter_picture_place_by_info (
        work->picture, work->info, data, &self->there);
    self->own = *staging;
    return TRUE;
  }
  return data && upload (self, &at, TRUE, error)
         && release_uploaded (self, *staging, error);
}

static gboolean
begin_read_other (GstCudaFilterAccess *self, GError **error)
{
  if (pin_all (self))
    return place_mapped (self)
           || (upload (self, &self->at, is_one_memory (self), error)
               && release_uploaded (self, NULL, error));

  return stage (self, error);
}

static gboolean
end_read_other (GstCudaFilterAccess *self, GstCudaFilterFence *fence,
    gboolean held, GError **error)
{
  if (self->own)
    gst_cuda_filter_memory_end_read (self->own, fence);
  else if (self->is_mapped_there && !held)
    hold (self, fence);
  return TRUE;
}

static gboolean
begin_write_other (GstCudaFilterAccess *self, GError **error)
{
  return (pin_all (self) && place_mapped (self))
         || begin_write_block (self, error);
}

static gboolean
finish_write_other (GstCudaFilterAccess *self, GError **error)
{
  return self->is_mapped_there || download (self, error);
}

static const GstCudaFilterAccessKind other = {
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
  return context && gst_cuda_filter_cuda_get_context (buffer) == context;
}

gboolean
gst_cuda_filter_access_open (GstCudaFilterAccess *self, GstCudaFilterWork *work,
    GstBuffer *buffer, GstMapFlags flags, GstCudaFilterPlace place,
    GError **error)
{
  self->work = work;
  self->buffer = buffer;
  self->flags = flags;
  if (cf_device_is_unified (work->device->device)) {
    self->kind = &in_place;
    if (!map (self, error))
      return FALSE;
    if (!gst_cuda_filter_picture_is_aligned (work->picture, &self->at))
      self->kind = &copied;
    return TRUE;
  }
  if (work->nvmm) {
    self->kind = &nvmm;
    return map_nvmm (self, error);
  }
  if (is_own (self)) {
    if (flags & GST_MAP_READ)
      place = gst_cuda_filter_memory_get_place (self->own);
    else if (cf_device_maps_host (work->device->device))
      place = GST_CUDA_FILTER_ON_DEVICE;
    self->kind =
        place == GST_CUDA_FILTER_ON_DEVICE ? &own_on_device : &own_on_host;
    return TRUE;
  }
  self->kind = is_of_context (buffer, work->device->context) ? &cuda : &other;
  return map (self, error);
}

gboolean
gst_cuda_filter_access_begin_read (GstCudaFilterAccess *self, GError **error)
{
  return self->kind->begin_read (self, error);
}

gboolean
gst_cuda_filter_access_end_read (GstCudaFilterAccess *self,
    GstCudaFilterFence *fence, gboolean held, GError **error)
{
  return !self->kind->end_read
         || self->kind->end_read (self, fence, held, error);
}

gboolean
gst_cuda_filter_access_begin_write (GstCudaFilterAccess *self, GError **error)
{
  return self->kind->begin_write (self, error);
}

gboolean
gst_cuda_filter_access_finish_write (GstCudaFilterAccess *self, GError **error)
{
  return !self->kind->finish_write || self->kind->finish_write (self, error);
}

gboolean
gst_cuda_filter_access_end_write (
    GstCudaFilterAccess *self, GstCudaFilterFence *fence, GError **error)
{
  return !self->kind->end_write || self->kind->end_write (self, fence, error);
}

gboolean
gst_cuda_filter_access_is_cuda (const GstCudaFilterAccess *self)
{
  return self->kind && self->kind->cuda;
}

gboolean
gst_cuda_filter_access_is_on_device (const GstCudaFilterAccess *self)
{
  return self->kind->on_device;
}

gboolean
gst_cuda_filter_access_is_transferred (const GstCudaFilterAccess *self)
{
  return self->kind->transferred;
}

gboolean
gst_cuda_filter_access_is_unordered (const GstCudaFilterAccess *self)
{
  return self->kind->unordered || (self->kind->cuda && !self->theirs);
}

CfStream *
gst_cuda_filter_access_get_writer (const GstCudaFilterAccess *self)
{
  return self->kind == &own_on_device
             ? gst_cuda_filter_memory_get_writer (self->own)
             : NULL;
}
