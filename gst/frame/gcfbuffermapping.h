/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lets work on a stream read and write the memory of a buffer.
 *
 * Where the memory lies decides its way to the device:
 *   our own, on the device   read where it is
 *   our own, on the host     uploaded; a fence guards its next write
 *   CUDAMemory               read where it is, ordered by its stream
 *   NVMM                     read where it is; complete when it comes
 *   other, page-locked       uploaded; mapped and held until that is over
 *   other                    copied to page-locked memory, uploaded
 * and the same for results, except that other memory has to be complete when
 * it is handed on. On a device that maps host memory nothing is uploaded or
 * downloaded: page-locked memory is read and written in place. On a device
 * that is the CPU all memory is, or copied where its samples are not aligned.
 */
#pragma once

#include "gst/frame/gcfformat.h"
#include "gst/frame/gcfslots.h"
#include "gst/memory/gcfmemory.h"
#include "gst/memory/gcfcompletionqueue.h"

G_BEGIN_DECLS

/* Work on a frame, and what it has for that. */
typedef struct {
  GcfDevice *device;
  GstAllocator *allocator; /* a GcfAllocator */
  GcfStats *stats;
  GcfCompletionQueue *completions;
  CfEvent *bridge;      /* to order two streams */
  CfEventFlags waiting; /* how to wait for such frames */
  const GstVideoInfo *info;
  const GcfPicture *picture;
  GcfSlot *slot;    /* may be NULL where nothing is transferred */
  gboolean nvmm;    /* frames are in memory:NVMM */
  gboolean waits;   /* the caller keeps what is read until the work is over */
  CfStream *stream; /* from the first begin on */
} GcfWork;

/* A kind of memory. */
typedef struct _GcfBufferMappingKind GcfBufferMappingKind;

/* A buffer that work reads or writes. Zeroed, it is of none. */
typedef struct {
  const GcfBufferMappingKind *kind;
  GcfWork *work;
  GstBuffer *buffer;
  GstMapFlags flags;
  GstMemory *own;        /* where it is memory of ours, or was staged in it */
  gboolean mapped;       /* where it is not, or for the CPU */
  GstVideoFrame frame;   /* that is mapped; of CUDAMemory, and of NVMM: */
  GstMapInfo map;        /* its mapping, */
  GstMiniObject *theirs; /* its GstCudaStream, or NULL, */
  CfStream *stream;      /* and the same as a stream of ours: before begin */
  GcfPlacement at;       /* of the planes, in the buffer */
  GcfPlacement there;    /* and where the work has them: from begin on */
  gboolean is_mapped_there; /* which is the same memory, page-locked */
} GcfBufferMapping;

/* FALSE where a frame's memory ends before its picture, or where it is
 * described as another's. Nothing is mapped, so that what is in order may still
 * fail to be opened. Not for NVMM. The error: GST_STREAM_ERROR_FORMAT. */
gboolean gcf_buffer_mapping_check (const GcfPicture *picture,
    const GstVideoInfo *info, GstBuffer *buffer, GError **error);

/* `flags` are READ, WRITE or both. Memory of ours is written at `place`, and
 * read where it is. Does not wait, unless a CPU map does. To be closed even
 * after an error, which is GST_STREAM_ERROR_FORMAT where the buffer cannot be
 * mapped or is smaller than the format says: it is the frame's alone. `work` is
 * not copied. */
gboolean gcf_buffer_mapping_open (GcfBufferMapping *self, GcfWork *work,
    GstBuffer *buffer, GstMapFlags flags, GcfPlace place, GError **error);
void gcf_buffer_mapping_close (GcfBufferMapping *self);

/* Call these in order: begin_read or begin_write, what is enqueued on the
 * work's stream to read or write `there`, finish_write, and end with a fence
 * after all of that. In place of end the caller may wait for the stream, and
 * where the stream is the memory's own, begin is enough. Errors: OUT_OF_MEMORY,
 * DEVICE_LOST; after one the stream has to be waited for before close. */
gboolean gcf_buffer_mapping_begin_read (GcfBufferMapping *self, GError **error);
/* held: the caller keeps the buffer until the fence is reached. */
gboolean gcf_buffer_mapping_end_read (
    GcfBufferMapping *self, GcfFence *fence, gboolean held, GError **error);
gboolean gcf_buffer_mapping_begin_write (
    GcfBufferMapping *self, GError **error);
/* Enqueues the result's way back to the buffer. */
gboolean gcf_buffer_mapping_finish_write (
    GcfBufferMapping *self, GError **error);
gboolean gcf_buffer_mapping_end_write (
    GcfBufferMapping *self, GcfFence *fence, GError **error);

/* It is CUDAMemory. */
gboolean gcf_buffer_mapping_is_cuda (const GcfBufferMapping *self);
/* The buffer's memory is the device's own. */
gboolean gcf_buffer_mapping_is_on_device (const GcfBufferMapping *self);
/* It goes over the bus. */
gboolean gcf_buffer_mapping_is_transferred (const GcfBufferMapping *self);
/* TRUE if work must be complete when the buffer is handed on: nothing else
 * makes its next user wait. */
gboolean gcf_buffer_mapping_is_unordered (const GcfBufferMapping *self);
/* The stream that wrote memory of ours on the device, NULL where that may be
 * over. Only to be compared. */
CfStream *gcf_buffer_mapping_get_writer (const GcfBufferMapping *self);

/* The CPU calls this in place of begin and end: `at` is the host's from then
 * on, until close. Not where it is on the device. Errors: those of open(). */
gboolean gcf_buffer_mapping_map_on_host (
    GcfBufferMapping *self, GError **error);

G_END_DECLS
