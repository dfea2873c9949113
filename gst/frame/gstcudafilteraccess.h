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

#include "gst/frame/gstcudafilterformat.h"
#include "gst/frame/gstcudafilterslots.h"
#include "gst/memory/gstcudafiltermemory.h"
#include "gst/memory/gstcudafilterwatcher.h"

G_BEGIN_DECLS

/* Work on a frame, and what it has for that. */
typedef struct {
  GstCudaFilterDevice *device;
  GstAllocator *allocator; /* a GstCudaFilterAllocator */
  GstCudaFilterStats *stats;
  GstCudaFilterWatcher *watcher;
  CfEvent *bridge;      /* to order two streams */
  CfEventFlags waiting; /* how to wait for such frames */
  const GstVideoInfo *info;
  const GstCudaFilterPicture *picture;
  GstCudaFilterSlot *slot; /* may be NULL where nothing is transferred */
  gboolean nvmm;           /* frames are in memory:NVMM */
  gboolean waits;   /* the caller keeps what is read until the work is over */
  CfStream *stream; /* from the first begin on */
} GstCudaFilterWork;

/* A kind of memory. */
typedef struct _GstCudaFilterAccessKind GstCudaFilterAccessKind;

/* A buffer that work reads or writes. Zeroed, it is of none. */
typedef struct {
  const GstCudaFilterAccessKind *kind;
  GstCudaFilterWork *work;
  GstBuffer *buffer;
  GstMapFlags flags;
  GstMemory *own;        /* where it is memory of ours, or was staged in it */
  gboolean mapped;       /* where it is not, or for the CPU */
  GstVideoFrame frame;   /* that is mapped; of CUDAMemory, and of NVMM: */
  GstMapInfo map;        /* its mapping, */
  GstMiniObject *theirs; /* its GstCudaStream, or NULL, */
  CfStream *stream;      /* and the same as a stream of ours: before begin */
  GstCudaFilterPlacement at;    /* of the planes, in the buffer */
  GstCudaFilterPlacement there; /* and where the work has them: from begin on */
  gboolean is_mapped_there;     /* which is the same memory, page-locked */
} GstCudaFilterAccess;

/* FALSE where a frame's memory ends before its picture, or where it is
 * described as another's. Nothing is mapped, so that what is in order may still
 * fail to be opened. Not for NVMM. The error: GST_STREAM_ERROR_FORMAT. */
gboolean gst_cuda_filter_access_check (const GstCudaFilterPicture *picture,
    const GstVideoInfo *info, GstBuffer *buffer, GError **error);

/* `flags` are READ, WRITE or both. Memory of ours is written at `place`, and
 * read where it is. Does not wait, unless a CPU map does. To be closed even
 * after an error, which is GST_STREAM_ERROR_FORMAT where the buffer cannot be
 * mapped or is smaller than the format says: it is the frame's alone. `work` is
 * not copied. */
gboolean gst_cuda_filter_access_open (GstCudaFilterAccess *self,
    GstCudaFilterWork *work, GstBuffer *buffer, GstMapFlags flags,
    GstCudaFilterPlace place, GError **error);
void gst_cuda_filter_access_close (GstCudaFilterAccess *self);

/* Call these in order: begin_read or begin_write, what is enqueued on the
 * work's stream to read or write `there`, finish_write, and end with a fence
 * after all of that. In place of end the caller may wait for the stream, and
 * where the stream is the memory's own, begin is enough. Errors: OUT_OF_MEMORY,
 * DEVICE_LOST; after one the stream has to be waited for before close. */
gboolean gst_cuda_filter_access_begin_read (
    GstCudaFilterAccess *self, GError **error);
/* held: the caller keeps the buffer until the fence is reached. */
gboolean gst_cuda_filter_access_end_read (GstCudaFilterAccess *self,
    GstCudaFilterFence *fence, gboolean held, GError **error);
gboolean gst_cuda_filter_access_begin_write (
    GstCudaFilterAccess *self, GError **error);
/* Enqueues the result's way back to the buffer. */
gboolean gst_cuda_filter_access_finish_write (
    GstCudaFilterAccess *self, GError **error);
gboolean gst_cuda_filter_access_end_write (
    GstCudaFilterAccess *self, GstCudaFilterFence *fence, GError **error);

/* It is CUDAMemory. */
gboolean gst_cuda_filter_access_is_cuda (const GstCudaFilterAccess *self);
/* The buffer's memory is the device's own. */
gboolean gst_cuda_filter_access_is_on_device (const GstCudaFilterAccess *self);
/* It goes over the bus. */
gboolean gst_cuda_filter_access_is_transferred (
    const GstCudaFilterAccess *self);
/* TRUE if work must be complete when the buffer is handed on: nothing else
 * makes its next user wait. */
gboolean gst_cuda_filter_access_is_unordered (const GstCudaFilterAccess *self);
/* The stream that wrote memory of ours on the device, NULL where that may be
 * over. Only to be compared. */
CfStream *gst_cuda_filter_access_get_writer (const GstCudaFilterAccess *self);

/* The CPU calls this in place of begin and end: `at` is the host's from then
 * on, until close. Not where it is on the device. Errors: those of open(). */
gboolean gst_cuda_filter_access_map_on_host (
    GstCudaFilterAccess *self, GError **error);

G_END_DECLS
