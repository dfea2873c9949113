/* Filters frames on a device.
 *
 * Where a frame's memory lies decides its way there:
 *   our own, on the device   read where it is
 *   our own, on the host     uploaded; a fence guards its next write
 *   CUDAMemory               read where it is, ordered by its stream
 *   other, page-locked       uploaded; mapped and held until that is over
 *   other                    copied to page-locked memory, uploaded
 * and the same for results, except that other memory has to be complete when
 * it is handed on, so that its download is waited for. On a device that is the
 * CPU all memory is read and written where it is. */
#include "gst/frame/gstcudafilterrunner.h"

#include "engine/core/cferror.h"
#include "gst/frame/gstcudafiltercopy.h"
#include "gst/cuda/gstcudafiltercuda.h"
#include "gst/memory/gstcudafiltermemory.h"
#include "gst/memory/gstcudafilterpin.h"
#include "gst/frame/gstcudafilterprepared.h"
#include "gst/frame/gstcudafilterslots.h"
#include "gst/frame/gstcudafiltertimer.h"

GST_DEBUG_CATEGORY_EXTERN (gst_cuda_filter_debug);
#define GST_CAT_DEFAULT gst_cuda_filter_debug

/* From here on a sleeping wait costs no throughput: at 1920x1080 it was 11 to
 * 21 %, at 3840x2160 nothing. */
#define BLOCKING_BYTES ((gsize)8 << 20)

/* Of frames that need no fence of their own, so many share one. */
#define FRAMES_A_FENCE 4

/* Frames whose end nobody has waited for yet: a fence at the latest behind the
 * last of FRAMES_A_FENCE, and a slot for each. */
#define MAX_IN_WORK (GST_CUDA_FILTER_N_SLOTS + FRAMES_A_FENCE)

/* A stream of gstreamer-cuda's, and ours around it. */
typedef struct {
  GstMiniObject *theirs;
  CfStream *stream;
} Wrapped;

struct _GstCudaFilterRunner {
  GstCudaFilterDevice *device;
  GstAllocator *allocator;
  GstCudaFilterStats *stats;
  gchar *name;

  GstCudaFilterWatcher *watcher;
  GstCudaFilterTimer *timer;
  GstCudaFilterSlots *slots; /* from set_info() on */
  CfEvent *bridge;           /* between our streams and others */
  Wrapped src_stream, dst_stream;
  CfStream *unfenced;     /* has frames behind the last fence; or NULL */
  guint64 unfenced_since; /* the first of them */
  guint64 n_frames;

  GstVideoInfo info;
  CfEventFlags waiting; /* how to wait for such frames */
  GstCudaFilterPrepared *prepared;
  GstCudaFilterPicture luma;
};

typedef enum {
  DIRECT, /* where it is: on the CPU, or CUDAMemory */
  OWN,    /* memory of ours, on the host or on the device */
  FOREIGN /* mapped, and copied */
} Way;

/* One side of a frame's way: where its planes are. */
typedef struct {
  GstBuffer *buffer;
  Way way;
  GstMemory *own;           /* OWN */
  GstCudaFilterPlace place; /* OWN */
  gboolean mapped;          /* DIRECT, FOREIGN */
  GstMapFlags flags;
  GstVideoFrame frame; /* that is mapped, unless it is CUDAMemory: */
  gboolean cuda;
  GstMapInfo map;
  GstMiniObject *stream; /* or NULL */
  GstCudaFilterPlacement at;
} Side;

/* What a frame's work needs. */
typedef struct {
  GstCudaFilterRunner *runner;
  GstCudaFilterShape shape;
  const GstCudaFilterPicture *picture;
  GstCudaFilterSlot *slot;
  CfStream *stream;
  guint filter; /* which stream's */
  gboolean timed;
  gboolean waits; /* the caller keeps the source until the work is over */
  Side src, dst;
} Job;

static CfDevice *
device_of (GstCudaFilterRunner *self)
{
  return self->device->device;
}

/* Frames in work */

static gboolean
wait_for_frames (GstCudaFilterRunner *self, GError **error)
{
  gboolean done =
      !self->slots || gst_cuda_filter_slots_drain (self->slots, error);

  if (self->unfenced)
    done = cf_stream_synchronize (self->unfenced, done ? error : NULL) && done;
  self->unfenced = NULL;
  return done;
}

/* Waits where that frame may be in work. */
static void
wait_for_frame (guint64 frame, gpointer data)
{
  GstCudaFilterRunner *self = data;

  if (frame + MAX_IN_WORK > self->n_frames
      || (self->unfenced && frame >= self->unfenced_since))
    wait_for_frames (self, NULL);
}

/* Streams of CUDAMemory */

/* Waits for what the stream holds. */
static void
wrapped_clear (GstCudaFilterRunner *self, Wrapped *wrapped)
{
  if (self->unfenced == wrapped->stream)
    self->unfenced = NULL;
  g_clear_pointer (&wrapped->stream, cf_stream_free);
  g_clear_pointer (&wrapped->theirs, gst_mini_object_unref);
}

static CfStream *
wrap (GstCudaFilterRunner *self, Wrapped *wrapped, GstMiniObject *theirs,
    GError **error)
{
  if (wrapped->theirs == theirs)
    return wrapped->stream;
  wrapped_clear (self, wrapped);
  wrapped->stream = cf_stream_new_wrapped (
      device_of (self), gst_cuda_filter_cuda_stream_get_handle (theirs), error);
  if (wrapped->stream)
    wrapped->theirs = gst_mini_object_ref (theirs);
  return wrapped->stream;
}

/* What `second` is told from now on comes after what `first` holds now. */
static gboolean
order (GstCudaFilterRunner *self, CfStream *first, CfStream *second,
    GError **error)
{
  return first == second
         || (cf_event_record (self->bridge, first, error)
             && cf_stream_wait_event (second, self->bridge, error));
}

/* Sides */

/* Where memory of ours could not be mapped, it knows better why. */
static gboolean
unusable (GError **error, const Side *side, const gchar *what)
{
  guint i;

  for (i = 0; i < gst_buffer_n_memory (side->buffer); i++) {
    GstMemory *memory = gst_buffer_peek_memory (side->buffer, i);

    if (gst_is_cuda_filter_memory (memory)
        && gst_cuda_filter_memory_take_failure (memory, error))
      return FALSE;
  }
  g_set_error (error, CF_ERROR, CF_ERROR_INVALID,
      "%s (buffer of %" G_GSIZE_FORMAT " bytes, %s memory)", what,
      gst_buffer_get_size (side->buffer),
      gst_buffer_n_memory (side->buffer) > 0
          ? gst_buffer_peek_memory (side->buffer, 0)->allocator->mem_type
          : "no");
  return FALSE;
}

static void
side_close (Side *side)
{
  if (side->mapped && side->cuda)
    gst_memory_unmap (side->map.memory, &side->map);
  else if (side->mapped)
    gst_video_frame_unmap (&side->frame);
  side->mapped = FALSE;
  g_clear_pointer (&side->stream, gst_mini_object_unref);
}

static gboolean
side_map (Job *job, Side *side, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  const GstCudaFilterPicture *picture = job->picture;
  const GstVideoInfo *info = &self->info;
  gboolean located;

  /* GStreamer takes a mismatch for a programmer's error */
  if (!gst_cuda_filter_picture_is_described (info, side->buffer))
    return unusable (error, side, "A frame's GstVideoMeta is not of its caps");
  side->mapped = side->cuda ? gst_cuda_filter_cuda_map (
                     side->buffer, side->flags, &side->map, &side->stream)
                            : gst_video_frame_map (&side->frame,
                                (GstVideoInfo *)info, side->buffer,
                                side->flags | GST_VIDEO_FRAME_MAP_FLAG_NO_REF);
  if (!side->mapped)
    return unusable (error, side, "A frame's memory cannot be accessed");
  located = side->cuda ? gst_cuda_filter_picture_locate_at (
                picture, info, side->buffer, side->map.data, &side->at)
                       : gst_cuda_filter_picture_locate (
                           picture, &side->frame, &side->at);
  return located
         || unusable (error, side, "A frame is smaller than its caps say");
}

/* Memory of ours is located, and nothing waits. FALSE where it cannot be used
 * so; then it is mapped like any other. */
static gboolean
is_own (Job *job, Side *side)
{
  GstCudaFilterRunner *self = job->runner;
  GstMemory *memory;

  if (gst_buffer_n_memory (side->buffer) != 1)
    return FALSE;
  memory = gst_buffer_peek_memory (side->buffer, 0);
  if (!gst_cuda_filter_memory_is_for (memory, device_of (self)))
    return FALSE;
  /* relative to the memory's beginning, which is aligned */
  if (!gst_cuda_filter_picture_locate_at (job->picture, &self->info,
          side->buffer, (guint8 *)(memory->offset & 1), &side->at)
      || !gst_cuda_filter_picture_is_aligned (job->picture, &side->at))
    return FALSE;
  side->own = memory;
  return TRUE;
}

/* `place` is where memory of ours is to be written, or read. */
static gboolean
side_open (Job *job, Side *side, GstBuffer *buffer, GstMapFlags flags,
    GstCudaFilterPlace place, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  GstObject *context = self->device->context;

  side->buffer = buffer;
  side->flags = flags;
  side->place = place;
  if (cf_device_is_unified (device_of (self))) {
    if (!side_map (job, side, error))
      return FALSE;
    side->way = gst_cuda_filter_picture_is_aligned (job->picture, &side->at)
                    ? DIRECT
                    : FOREIGN;
    return TRUE;
  }
  if (is_own (job, side)) {
    side->way = OWN;
    if (flags & GST_MAP_READ)
      side->place = gst_cuda_filter_memory_get_place (side->own);
    return TRUE;
  }
  side->cuda = context && gst_cuda_filter_cuda_get_context (buffer) == context;
  side->way = side->cuda ? DIRECT : FOREIGN;
  return side_map (job, side, error);
}

static gboolean
mark_time (Job *job, GstCudaFilterTimerStep step, GError **error)
{
  return !job->timed
         || gst_cuda_filter_timer_mark (
             job->runner->timer, step, job->stream, error);
}

/* The way there */

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

static GstCudaFilterFence *
fence_now (Job *job, CfEventFlags flags, GError **error)
{
  return gst_cuda_filter_fence_new (
      job->runner->device, job->stream, flags, error);
}

/* Keeps the side's buffer, mapped as it is, until the stream is through. */
static void
hold (Job *job, Side *side, GstCudaFilterFence *fence)
{
  Held *held = g_new0 (Held, 1);

  held->buffer = gst_buffer_ref (side->buffer);
  if (side->mapped && !side->cuda) {
    held->frame = side->frame;
    side->mapped = FALSE;
  }
  gst_cuda_filter_watcher_add (job->runner->watcher, fence, let_go, held);
}

static gboolean
pin_all (Job *job, Side *side)
{
  gboolean pinned = TRUE;
  guint i;

  /* several memories without a GstVideoMeta are mapped as a copy in one */
  if (gst_buffer_n_memory (side->buffer) > 1 && !side->frame.meta)
    return FALSE;
  for (i = 0; i < gst_buffer_n_memory (side->buffer); i++)
    pinned &= gst_cuda_filter_pin (gst_buffer_peek_memory (side->buffer, i),
        side->flags, job->runner->device);
  return pinned;
}

static gboolean
upload (Job *job, const GstCudaFilterPlacement *from, gboolean one_memory,
    GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  GstCudaFilterBlock *block = &job->slot->src;
  const GstCudaFilterPicture *picture = job->picture;
  gsize bytes = 0;

  if (!gst_cuda_filter_block_ensure (
          block, device_of (self), &self->info, error))
    return FALSE;
  gst_cuda_filter_block_lay_out (block, picture, &self->info, one_memory, from);
  if (!gst_cuda_filter_block_upload (
          block, job->stream, picture, from, &bytes, error))
    return FALSE;
  if (!cf_device_is_unified (device_of (self)))
    gst_cuda_filter_stats_add_upload (self->stats, bytes);
  return TRUE;
}

/* Memory that was uploaded from can be written again after the upload. */
static gboolean
release_uploaded (Job *job, GstMemory *own, GError **error)
{
  GstCudaFilterFence *fence;

  if (job->waits)
    return TRUE;
  fence =
      fence_now (job, own ? job->runner->waiting : CF_EVENT_BLOCKING, error);
  if (!fence)
    return FALSE;
  if (own)
    gst_cuda_filter_memory_end_read (own, fence);
  else
    hold (job, &job->src, fence);
  gst_cuda_filter_fence_unref (fence);
  return TRUE;
}

/* By way of memory of ours, which the slot keeps for its next frame. */
static gboolean
stage (Job *job, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  GstMemory **staging = &job->slot->staging;
  GstCudaFilterPlacement at;
  GstMapInfo map;

  if (!*staging)
    *staging = gst_allocator_alloc (
        self->allocator, GST_VIDEO_INFO_SIZE (&self->info), NULL);
  if (!gst_memory_map (*staging, &map, GST_MAP_WRITE))
    return !gst_cuda_filter_memory_take_failure (*staging, error)
           && unusable (error, &job->src, "A frame cannot be staged");
  gst_cuda_filter_picture_place_by_info (
      job->picture, &self->info, map.data, &at);
  gst_cuda_filter_copy (job->picture, &at, &job->src.at);
  gst_memory_unmap (*staging, &map);
  side_close (&job->src);

  return gst_cuda_filter_memory_begin_read (
             *staging, job->stream, GST_CUDA_FILTER_ON_HOST, error)
         && upload (job, &at, TRUE, error)
         && release_uploaded (job, *staging, error);
}

static gboolean
upload_foreign (Job *job, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  Side *src = &job->src;
  gboolean one_memory = gst_buffer_n_memory (src->buffer) == 1;

  if (cf_device_is_unified (device_of (self)))
    return upload (job, &src->at, one_memory, error);
  if (pin_all (job, src))
    return upload (job, &src->at, one_memory, error)
           && release_uploaded (job, NULL, error);

  return stage (job, error);
}

/* The stream of the source, which has one. Where it is the result's too it must
 * be the same object, or it would be made to wait for itself. */
static CfStream *
source_stream (Job *job, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  GstMiniObject *theirs = job->src.stream;

  return wrap (self,
      theirs == job->dst.stream ? &self->dst_stream : &self->src_stream, theirs,
      error);
}

/* Where the filter is to read. */
static gboolean
bring_source (Job *job, GstCudaFilterPlacement *at, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  Side *src = &job->src;
  guint8 *data;

  switch (src->way) {
    case DIRECT:
      *at = src->at;
      if (src->stream) {
        CfStream *theirs = source_stream (job, error);

        return theirs && order (self, theirs, job->stream, error);
      }
      return TRUE;

    case OWN:
      data = gst_cuda_filter_memory_begin_read (
          src->own, job->stream, src->place, error);
      if (!data)
        return FALSE;
      gst_cuda_filter_picture_locate_at (
          job->picture, &self->info, src->buffer, data, &src->at);
      if (src->place == GST_CUDA_FILTER_ON_DEVICE) {
        *at = src->at;
        return TRUE;
      }
      if (!upload (job, &src->at, TRUE, error)
          || !release_uploaded (job, src->own, error))
        return FALSE;
      break;

    case FOREIGN:
      if (!upload_foreign (job, error))
        return FALSE;
      break;
  }
  *at = job->slot->src.placement;
  return TRUE;
}

/* `fence` is behind all of the job's work. */
static gboolean
finish_source (Job *job, GstCudaFilterFence *fence, gboolean held_by_caller,
    GError **error)
{
  Side *src = &job->src;

  if (src->way == OWN && src->place == GST_CUDA_FILTER_ON_DEVICE)
    gst_cuda_filter_memory_end_read (src->own, fence);
  else if (src->cuda && src->stream)
    return gst_cuda_filter_fence_order (
        fence, source_stream (job, error), error);
  else if (src->cuda && !held_by_caller)
    hold (job, src, fence);
  return TRUE;
}

/* The way back */

/* Where the filter is to write. */
static gboolean
prepare_target (Job *job, GstCudaFilterPlacement *at, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  Side *dst = &job->dst;
  GstCudaFilterBlock *block = &job->slot->dst;
  gboolean one_memory = gst_buffer_n_memory (dst->buffer) == 1;
  guint8 *data;

  if (dst->way == DIRECT) {
    *at = dst->at;
    if (dst->stream) {
      CfStream *theirs = wrap (self, &self->dst_stream, dst->stream, error);

      return theirs && order (self, theirs, job->stream, error);
    }
    return TRUE;
  }

  if (dst->way == OWN) {
    data = gst_cuda_filter_memory_begin_write (
        dst->own, job->stream, dst->place, error);
    if (!data)
      return FALSE;
    gst_cuda_filter_picture_locate_at (
        job->picture, &self->info, dst->buffer, data, &dst->at);
    if (dst->place == GST_CUDA_FILTER_ON_DEVICE) {
      *at = dst->at;
      return TRUE;
    }
  }

  if (!gst_cuda_filter_block_ensure (
          block, device_of (self), &self->info, error))
    return FALSE;
  gst_cuda_filter_block_lay_out (
      block, job->picture, &self->info, one_memory, &dst->at);
  *at = block->placement;
  return TRUE;
}

static gboolean
download (Job *job, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  gsize bytes = 0;

  if (!gst_cuda_filter_block_download (&job->slot->dst, job->stream,
          job->picture, &job->dst.at, &bytes, error))
    return FALSE;
  if (!cf_device_is_unified (device_of (self)))
    gst_cuda_filter_stats_add_download (self->stats, bytes);
  return TRUE;
}

static gboolean
bring_target (Job *job, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  Side *dst = &job->dst;

  if (dst->way == DIRECT
      || (dst->way == OWN && dst->place == GST_CUDA_FILTER_ON_DEVICE))
    return TRUE;
  if (dst->way == FOREIGN && !cf_device_is_unified (device_of (self)))
    pin_all (job, dst);
  return download (job, error);
}

static gboolean
finish_target (Job *job, GstCudaFilterFence *fence, GError **error)
{
  Side *dst = &job->dst;

  if (dst->way == OWN)
    gst_cuda_filter_memory_end_write (dst->own, fence);
  else if (dst->stream)
    return gst_cuda_filter_fence_order (
        fence, job->runner->dst_stream.stream, error);
  return TRUE;
}

/* A frame */

static gboolean
enqueue (Job *job, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  const GstCudaFilterPicture *picture = job->picture;
  GstCudaFilterPlacement src_at, dst_at;
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];
  CfFilter *filter = gst_cuda_filter_prepared_get (
      self->prepared, job->shape, job->filter, self->n_frames, error);

  if (!filter || !mark_time (job, GST_CUDA_FILTER_TIMER_BEGIN, error)
      || !bring_source (job, &src_at, error)
      || !prepare_target (job, &dst_at, error)
      || !mark_time (job, GST_CUDA_FILTER_TIMER_UPLOADED, error))
    return FALSE;
  gst_cuda_filter_picture_place (picture, &src_at, src);
  gst_cuda_filter_picture_place (picture, &dst_at, dst);
  return cf_filter_run (filter, job->stream, src, dst, error)
         && mark_time (job, GST_CUDA_FILTER_TIMER_FILTERED, error)
         && bring_target (job, error)
         && mark_time (job, GST_CUDA_FILTER_TIMER_DOWNLOADED, error);
}

/* From CUDAMemory to a stream's, the work is best done on that stream; and on
 * the one that a frame comes from, where nothing has to wait for it. */
static gboolean
choose_stream (Job *job, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  CfStream *const *streams = self->device->streams;
  guint i;

  job->filter = gst_cuda_filter_prepared_has_history (self->prepared)
                    ? 0
                    : self->n_frames % GST_CUDA_FILTER_N_STREAMS;
  if (job->src.cuda && job->dst.stream) {
    job->filter = GST_CUDA_FILTER_FOREIGN_STREAM;
    job->stream = wrap (self, &self->dst_stream, job->dst.stream, error);
    return job->stream != NULL;
  }
  if (job->src.way == OWN && job->src.place == GST_CUDA_FILTER_ON_DEVICE
      && !gst_cuda_filter_prepared_has_history (self->prepared)) {
    CfStream *writer = gst_cuda_filter_memory_get_writer (job->src.own);

    for (i = 0; i < GST_CUDA_FILTER_N_STREAMS; i++)
      if (streams[i] == writer)
        job->filter = i;
  }
  job->stream = streams[job->filter];
  return TRUE;
}

/* Even after an error nothing may still use the frames' memory. */
static gboolean
enqueue_and_wait (Job *job, GError **error)
{
  gboolean enqueued = enqueue (job, error);

  return cf_stream_synchronize (job->stream, enqueued ? error : NULL)
         && enqueued;
}

/* Both frames are of the stream that the work is on: whoever uses them next is
 * ordered by that, and a fence would only bound what is in work. */
static gboolean
needs_fence (const Job *job)
{
  return job->timed || job->filter != GST_CUDA_FILTER_FOREIGN_STREAM
         || job->src.stream != job->dst.stream
         || job->runner->n_frames % FRAMES_A_FENCE == 0;
}

static gboolean
enqueue_unfenced (Job *job, GError **error)
{
  GstCudaFilterRunner *self = job->runner;

  if (!enqueue (job, error)) {
    cf_stream_synchronize (job->stream, NULL);
    return FALSE;
  }
  if (!self->unfenced)
    self->unfenced_since = self->n_frames;
  self->unfenced = job->stream;
  return TRUE;
}

static gboolean
run (Job *job, const GstCudaFilterRunFlags *flags, GstBuffer *inbuf,
    GstBuffer *outbuf, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  gboolean unified = cf_device_is_unified (device_of (self));
  gboolean incomplete; /* memory that must not be pushed yet */
  gboolean wait;
  GstCudaFilterFence *fence = NULL;

  if (!side_open (
          job, &job->src, inbuf, GST_MAP_READ, GST_CUDA_FILTER_ON_HOST, error)
      || !side_open (job, &job->dst, outbuf, GST_MAP_WRITE,
          flags->on_device ? GST_CUDA_FILTER_ON_DEVICE
                           : GST_CUDA_FILTER_ON_HOST,
          error)
      || !choose_stream (job, error))
    return FALSE;

  incomplete = job->dst.cuda && !job->dst.stream;
  wait = unified || job->dst.way == FOREIGN || incomplete;
  job->timed = gst_cuda_filter_timer_begin (
      self->timer, self->n_frames, job->src.cuda && job->dst.cuda);
  /* without transfers it is soon over: sleeping would take longer, and after a
   * wait nothing needs a fence */
  if (wait && (unified || job->dst.cuda) && !job->timed)
    return enqueue_and_wait (job, error);
  if (!needs_fence (job))
    return enqueue_unfenced (job, error);

  if (enqueue (job, error))
    fence = fence_now (job, self->waiting, error);
  if (!fence || !finish_source (job, fence, wait, error)
      || !finish_target (job, fence, error)) {
    if (job->timed)
      gst_cuda_filter_timer_cancel (self->timer);
    g_clear_pointer (&fence, gst_cuda_filter_fence_unref);
    cf_stream_synchronize (job->stream, NULL);
    return FALSE;
  }
  gst_cuda_filter_slot_finish (job->slot, fence);
  if (self->unfenced == job->stream)
    self->unfenced = NULL;
  if (job->timed)
    gst_cuda_filter_timer_end (self->timer, self->watcher, fence);
  gst_cuda_filter_fence_unref (fence);

  return !wait || gst_cuda_filter_slot_wait (job->slot, error);
}

gboolean
gst_cuda_filter_runner_run (GstCudaFilterRunner *self, GstBuffer *inbuf,
    GstBuffer *outbuf, const GstCudaFilterRunFlags *flags, GError **error)
{
  Job job = { .runner = self };
  gboolean done = FALSE;

  if (!cf_device_enter (device_of (self), error))
    return FALSE;
  cf_range_push (device_of (self), self->name, self->n_frames);

  job.shape = flags->by_field       ? GST_CUDA_FILTER_SHAPE_BY_FIELD
              : flags->second_field ? GST_CUDA_FILTER_SHAPE_SECOND_FIELD
                                    : GST_CUDA_FILTER_SHAPE_PROGRESSIVE;
  job.picture =
      gst_cuda_filter_prepared_get_picture (self->prepared, job.shape);
  job.slot = gst_cuda_filter_slots_next (self->slots, error);
  if (job.slot) {
    done = run (&job, flags, inbuf, outbuf, error);
    side_close (&job.dst);
    side_close (&job.src);
  }

  cf_range_pop (device_of (self));
  cf_device_leave (device_of (self));
  if (done) {
    gst_cuda_filter_timer_pushed (self->timer, self->n_frames++);
    gst_cuda_filter_stats_add_frame (self->stats);
  }
  return done;
}

/* Frames that are only looked at */

const CfPlane *
gst_cuda_filter_runner_get_luma (GstCudaFilterRunner *self)
{
  return &self->luma.planes[0].geometry;
}

static gboolean
bring_and_look (Job *job, GstCudaFilterLook look, gpointer data, GError **error)
{
  GstCudaFilterPlacement at;
  CfPlane luma;

  if (!mark_time (job, GST_CUDA_FILTER_TIMER_BEGIN, error)
      || !bring_source (job, &at, error)
      || !mark_time (job, GST_CUDA_FILTER_TIMER_UPLOADED, error))
    return FALSE;
  gst_cuda_filter_picture_place (job->picture, &at, &luma);
  return look (job->stream, &luma, data, error)
         && mark_time (job, GST_CUDA_FILTER_TIMER_FILTERED, error)
         && mark_time (job, GST_CUDA_FILTER_TIMER_DOWNLOADED, error);
}

static gboolean
look_at (Job *job, GstBuffer *buffer, GstCudaFilterLook look, gpointer data,
    GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  GstCudaFilterFence *fence = NULL;
  gboolean done;

  if (!side_open (
          job, &job->src, buffer, GST_MAP_READ, GST_CUDA_FILTER_ON_HOST, error)
      || !choose_stream (job, error))
    return FALSE;
  job->timed =
      gst_cuda_filter_timer_begin (self->timer, self->n_frames, job->src.cuda);
  done = bring_and_look (job, look, data, error);
  /* even after an error nothing may still use the frame's memory */
  done = cf_stream_synchronize (job->stream, done ? error : NULL) && done;
  if (job->timed) {
    if (done)
      fence = fence_now (job, self->waiting, NULL);
    if (fence)
      gst_cuda_filter_timer_end (self->timer, self->watcher, fence);
    else
      gst_cuda_filter_timer_cancel (self->timer);
    g_clear_pointer (&fence, gst_cuda_filter_fence_unref);
  }
  return done;
}

gboolean
gst_cuda_filter_runner_look (GstCudaFilterRunner *self, GstBuffer *buffer,
    GstCudaFilterLook look, gpointer data, GError **error)
{
  Job job = { .runner = self,
    .picture = &self->luma,
    .slot = gst_cuda_filter_slots_only (self->slots),
    .waits = TRUE };
  gboolean done;

  if (!cf_device_enter (device_of (self), error))
    return FALSE;
  cf_range_push (device_of (self), self->name, self->n_frames);
  done = look_at (&job, buffer, look, data, error);
  side_close (&job.src);
  cf_range_pop (device_of (self));
  cf_device_leave (device_of (self));
  if (done)
    self->n_frames++;
  return done;
}

static void
make_memory_writable (GstBuffer *buffer)
{
  guint i;

  for (i = 0; i < gst_buffer_n_memory (buffer); i++) {
    GstMemory *memory = gst_buffer_peek_memory (buffer, i);
    GstMemory *copy;

    if (gst_memory_is_writable (memory))
      continue;
    copy = gst_cuda_filter_cuda_copy (memory);
    if (copy)
      gst_buffer_replace_memory (buffer, i, copy);
  }
}

static gboolean
fill_planes (Job *job, const GstCudaFilterPlacement *at, gboolean on_host,
    const GstCudaFilterInk *ink, GError **error)
{
  GstCudaFilterRunner *self = job->runner;
  const GstCudaFilterPicture *picture = job->picture;
  CfPlane planes[CF_MAX_PLANES];
  gboolean ok = TRUE;
  guint i;
  gint c;

  gst_cuda_filter_picture_place (picture, at, planes);
  for (i = 0; i < picture->n_planes && ok; i++) {
    const GstCudaFilterPlane *p = &picture->planes[i];
    guint16 values[GST_VIDEO_MAX_COMPONENTS];
    CfSpan *spans;

    if (p->kind == 0)
      continue;
    for (c = 0; c < planes[i].channels; c++)
      values[c] = ink->values[p->components[c]];
    spans = gst_cuda_filter_ink_get_spans (ink, &self->info, p);
    ok = on_host ? cf_fill_host (&planes[i], spans, ink->n_spans, values, error)
                 : cf_fill_run (job->stream, &planes[i], spans, ink->n_spans,
                     values, error);
    g_free (spans);
  }
  return ok;
}

static gboolean
fill_on_device (Job *job, const GstCudaFilterInk *ink, GError **error)
{
  GstCudaFilterFence *fence = NULL;
  GstCudaFilterPlacement at;
  gboolean done;

  if (!choose_stream (job, error))
    return FALSE;
  done = prepare_target (job, &at, error)
         && fill_planes (job, &at, FALSE, ink, error);
  if (done)
    fence = fence_now (job, job->runner->waiting, error);
  done = fence && finish_target (job, fence, error);
  g_clear_pointer (&fence, gst_cuda_filter_fence_unref);
  /* where the memory has no order of its own, and after an error */
  if (!done || (job->dst.cuda && !job->dst.stream))
    done = cf_stream_synchronize (job->stream, done ? error : NULL) && done;
  return done;
}

static gboolean
draw_on (
    Job *job, GstBuffer *buffer, const GstCudaFilterInk *ink, GError **error)
{
  Side *dst = &job->dst;

  if (!side_open (
          job, dst, buffer, GST_MAP_READWRITE, GST_CUDA_FILTER_ON_HOST, error))
    return FALSE;
  if (dst->cuda || (dst->way == OWN && dst->place == GST_CUDA_FILTER_ON_DEVICE))
    return fill_on_device (job, ink, error);
  if (dst->way == OWN && !side_map (job, dst, error))
    return FALSE;
  return fill_planes (job, &dst->at, TRUE, ink, error);
}

gboolean
gst_cuda_filter_runner_draw (GstCudaFilterRunner *self, GstBuffer *buffer,
    const CfSpan *spans, guint n_spans, guint32 argb, GError **error)
{
  Job job = { .runner = self,
    .picture = gst_cuda_filter_prepared_get_picture (
        self->prepared, GST_CUDA_FILTER_SHAPE_PROGRESSIVE) };
  GstCudaFilterInk ink;
  gboolean done;

  if (n_spans == 0)
    return TRUE;
  gst_cuda_filter_ink_init (&ink, &self->info, argb, spans, n_spans);
  make_memory_writable (buffer);
  if (!cf_device_enter (device_of (self), error))
    return FALSE;
  done = draw_on (&job, buffer, &ink, error);
  side_close (&job.dst);
  cf_device_leave (device_of (self));
  return done;
}

gboolean
gst_cuda_filter_runner_drain (GstCudaFilterRunner *self, GError **error)
{
  gboolean drained = wait_for_frames (self, error);

  gst_cuda_filter_watcher_drain (self->watcher);
  return drained;
}

/* Construction */

GstCudaFilterRunner *
gst_cuda_filter_runner_new (GstCudaFilterDevice *device,
    GstAllocator *allocator, GstCudaFilterStats *stats, const gchar *name,
    GError **error)
{
  GstCudaFilterRunner *self = g_new0 (GstCudaFilterRunner, 1);

  self->device = gst_cuda_filter_device_ref (device);
  self->allocator = gst_object_ref (allocator);
  self->stats = gst_cuda_filter_stats_ref (stats);
  self->name = g_strdup (name);
  self->prepared =
      gst_cuda_filter_prepared_new (device, MAX_IN_WORK, wait_for_frame, self);
  self->watcher = gst_cuda_filter_watcher_new ();
  self->timer = gst_cuda_filter_timer_new (device, stats, error);
  if (self->timer)
    self->bridge = cf_event_new (device->device, CF_EVENT_NONE, error);
  if (!self->bridge) {
    gst_cuda_filter_runner_free (self);
    return NULL;
  }
  return self;
}

void
gst_cuda_filter_runner_free (GstCudaFilterRunner *self)
{
  gst_cuda_filter_runner_drain (self, NULL);
  gst_cuda_filter_watcher_free (self->watcher);
  gst_cuda_filter_prepared_free (self->prepared);
  wrapped_clear (self, &self->src_stream);
  wrapped_clear (self, &self->dst_stream);
  g_clear_pointer (&self->slots, gst_cuda_filter_slots_free);
  g_clear_pointer (&self->timer, gst_cuda_filter_timer_free);
  cf_event_free (self->bridge);
  gst_object_unref (self->allocator);
  gst_cuda_filter_stats_unref (self->stats);
  g_free (self->name);
  gst_cuda_filter_device_unref (self->device);
  g_free (self);
}

gboolean
gst_cuda_filter_runner_set_info (
    GstCudaFilterRunner *self, const GstVideoInfo *info, GError **error)
{
  if (!gst_cuda_filter_runner_drain (self, error))
    return FALSE;
  gst_cuda_filter_prepared_set_info (self->prepared, info);
  g_clear_pointer (&self->slots, gst_cuda_filter_slots_free);

  self->info = *info;
  self->waiting =
      GST_VIDEO_INFO_SIZE (info) >= BLOCKING_BYTES ? CF_EVENT_BLOCKING : 0;
  gst_cuda_filter_picture_init_luma (&self->luma, info);
  self->slots = gst_cuda_filter_slots_new (self->device);
  return TRUE;
}

gboolean
gst_cuda_filter_runner_set_params (GstCudaFilterRunner *self,
    const CfFilterParams *params, GstCudaFilterPlanes planes)
{
  return gst_cuda_filter_prepared_set_params (self->prepared, params, planes);
}

void
gst_cuda_filter_runner_set_mask (
    GstCudaFilterRunner *self, GstCudaFilterMask *mask)
{
  gst_cuda_filter_prepared_set_mask (self->prepared, mask);
}

void
gst_cuda_filter_runner_forget (GstCudaFilterRunner *self)
{
  gst_cuda_filter_prepared_forget (self->prepared);
}
