/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters frames on a device. */
#include "gst/frame/gcfprocessor.h"

#include "gst/cuda/gcfcuda.h"
#include "gst/frame/gcfbuffermapping.h"
#include "gst/frame/gcfregion.h"
#include "gst/frame/gcftimer.h"

/* Frames from this size on lose no throughput by a sleeping wait: at 1920x1080
 * that was 11 to 21 %, at 3840x2160 nothing. */
#define BLOCKING_BYTES ((gsize)8 << 20)

/* So many frames that need no fence of their own share one. */
#define FRAMES_A_FENCE 4

/* Frames whose end nobody has waited for yet: a fence comes at the latest after
 * the last of FRAMES_A_FENCE, and a slot for each. */
#define MAX_IN_WORK (GCF_N_SLOTS + FRAMES_A_FENCE)

/* A stream of gstreamer-cuda's, and ours around it. */
typedef struct {
  GstMiniObject *theirs;
  CfStream *stream;
} Wrapped;

struct _GcfProcessor {
  GcfDevice *device;
  GstAllocator *allocator;
  GcfStats *stats;
  gchar *name;

  GcfCompletionQueue *completions;
  GcfTimer *timer;
  GcfSlots *slots; /* from set_info() on */
  CfEvent *bridge; /* between our streams and others */
  Wrapped src_stream, dst_stream;
  CfStream *unfenced;     /* has frames after the last fence; or NULL */
  guint64 unfenced_since; /* the first of them */
  guint64 n_frames;

  GstVideoInfo info;
  gboolean nvmm;        /* frames are in memory:NVMM */
  CfEventFlags waiting; /* how to wait for such frames */
  GcfFilterCache *cache;
  GArray *rectangles; /* of GstVideoRectangle; NULL: whole frames */
  GcfPicture luma;
};

/* A frame's work needs this. */
typedef struct {
  GcfProcessor *processor;
  GcfFieldMode field_mode;
  guint filter; /* which stream's */
  gboolean timed;
  GcfWork work;
  GcfBufferMapping src, dst; /* zeroed where there is none */
} Job;

static CfDevice *
device_of (GcfProcessor *self)
{
  return self->device->device;
}

/* Frames in work */

static gboolean
wait_for_frames (GcfProcessor *self, GError **error)
{
  gboolean done = !self->slots || gcf_slots_drain (self->slots, error);

  if (self->unfenced)
    done = cf_stream_synchronize (self->unfenced, done ? error : NULL) && done;
  self->unfenced = NULL;
  return done;
}

/* Waits where that frame may be in work. */
static void
wait_for_frame (guint64 frame, gpointer data)
{
  GcfProcessor *self = data;

  if (frame + MAX_IN_WORK > self->n_frames
      || (self->unfenced && frame >= self->unfenced_since))
    wait_for_frames (self, NULL);
}

/* Streams of CUDAMemory */

/* Waits for what the stream holds. */
static void
wrapped_clear (GcfProcessor *self, Wrapped *wrapped)
{
  if (self->unfenced == wrapped->stream)
    self->unfenced = NULL;
  g_clear_pointer (&wrapped->stream, cf_stream_free);
  g_clear_pointer (&wrapped->theirs, gst_mini_object_unref);
}

static CfStream *
wrap (
    GcfProcessor *self, Wrapped *wrapped, GstMiniObject *theirs, GError **error)
{
  if (wrapped->theirs == theirs)
    return wrapped->stream;
  wrapped_clear (self, wrapped);
  wrapped->stream = cf_stream_new_wrapped (
      device_of (self), gcf_cuda_stream_get_handle (theirs), error);
  if (wrapped->stream)
    wrapped->theirs = gst_mini_object_ref (theirs);
  return wrapped->stream;
}

/* The streams of both memories, of a frame or of two. Where it is one they must
 * be the same object, or it would be made to wait for itself. */
static gboolean
wrap_streams (Job *job, GError **error)
{
  GcfProcessor *self = job->processor;
  GcfBufferMapping *src = &job->src, *dst = &job->dst;

  if (dst->theirs) {
    dst->stream = wrap (self, &self->dst_stream, dst->theirs, error);
    if (!dst->stream)
      return FALSE;
  }
  if (src->theirs) {
    src->stream = src->theirs == self->dst_stream.theirs
                      ? self->dst_stream.stream
                      : wrap (self, &self->src_stream, src->theirs, error);
    if (!src->stream)
      return FALSE;
  }
  return TRUE;
}

/* A frame */

static Job
new_job (GcfProcessor *self, const GcfPicture *picture, GcfSlot *slot)
{
  Job job = { .processor = self,
    .work = { .device = self->device,
        .allocator = self->allocator,
        .stats = self->stats,
        .completions = self->completions,
        .bridge = self->bridge,
        .waiting = self->waiting,
        .info = &self->info,
        .picture = picture,
        .slot = slot,
        .nvmm = self->nvmm } };

  return job;
}

static gboolean
mark_time (Job *job, GcfTimerStep step, GError **error)
{
  return !job->timed
         || gcf_timer_mark (
             job->processor->timer, step, job->work.stream, error);
}

static GcfFence *
fence_now (Job *job, GError **error)
{
  return gcf_fence_new (
      job->work.device, job->work.stream, job->work.waiting, error);
}

static CfFilter *
get_filter (Job *job, GError **error)
{
  return gcf_filter_cache_get (job->processor->cache, job->field_mode,
      job->filter, job->processor->n_frames, error);
}

static CfRegion *
find_regions (const Job *job)
{
  const GArray *rectangles = job->processor->rectangles;
  CfRegion *regions = g_new (CfRegion, rectangles->len);
  guint i;

  for (i = 0; i < rectangles->len; i++)
    gcf_region_init (&regions[i], job->work.picture, job->work.info,
        job->field_mode == GCF_FIELD_MODE_SECOND_FIELD,
        &g_array_index (rectangles, GstVideoRectangle, i));
  return regions;
}

static gboolean
run_regions (Job *job, CfFilter *filter, const CfPlane *src, const CfPlane *dst,
    GError **error)
{
  GcfProcessor *self = job->processor;
  CfRegions *memory = gcf_filter_cache_get_regions (
      self->cache, job->field_mode, job->filter, error);
  CfRegion *regions;
  gboolean ok;

  if (!memory)
    return FALSE;
  regions = find_regions (job);
  ok = cf_regions_run (memory, filter, job->work.stream, src, dst, regions,
      self->rectangles->len, error);
  g_free (regions);
  return ok;
}

static gboolean
run_filter (Job *job, CfFilter *filter, const CfPlane *src, const CfPlane *dst,
    GError **error)
{
  return job->processor->rectangles
             ? run_regions (job, filter, src, dst, error)
             : cf_filter_run (filter, job->work.stream, src, dst, error);
}

/* There is no source where it was pushed and nothing of it is copied. */
static gboolean
enqueue_run (Job *job, GError **error)
{
  const GcfPicture *picture = job->work.picture;
  const gboolean is_read = job->src.kind != NULL;
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];
  CfFilter *filter = get_filter (job, error);

  if (!filter || !mark_time (job, GCF_TIMER_BEGIN, error)
      || (is_read && !gcf_buffer_mapping_begin_read (&job->src, error))
      || !gcf_buffer_mapping_begin_write (&job->dst, error)
      || !mark_time (job, GCF_TIMER_UPLOADED, error))
    return FALSE;
  if (is_read)
    gcf_picture_place (picture, &job->src.there, src);
  gcf_picture_place (picture, &job->dst.there, dst);
  return run_filter (job, filter, is_read ? src : NULL, dst, error)
         && mark_time (job, GCF_TIMER_FILTERED, error)
         && gcf_buffer_mapping_finish_write (&job->dst, error)
         && mark_time (job, GCF_TIMER_DOWNLOADED, error);
}

static gboolean
enqueue_push (Job *job, GError **error)
{
  CfPlane src[CF_MAX_PLANES];
  CfFilter *filter = get_filter (job, error);

  if (!filter || !gcf_buffer_mapping_begin_read (&job->src, error))
    return FALSE;
  gcf_picture_place (job->work.picture, &job->src.there, src);
  return cf_filter_push (filter, job->work.stream, src, error);
}

/* There is no destination where a frame is pushed. */
static gboolean
enqueue (Job *job, GError **error)
{
  return job->dst.kind ? enqueue_run (job, error) : enqueue_push (job, error);
}

/* Best the one that a frame comes from, where nothing has to wait for it. */
static void
choose_own_stream (Job *job)
{
  GcfProcessor *self = job->processor;
  CfStream *const *streams = self->device->streams;
  gboolean one_stream = gcf_filter_cache_get_history (self->cache).tracks;
  CfStream *writer = gcf_buffer_mapping_get_writer (&job->src);
  guint i;

  job->filter = one_stream ? 0 : self->n_frames % GCF_N_STREAMS;
  for (i = 0; i < GCF_N_STREAMS && !one_stream; i++)
    if (streams[i] == writer)
      job->filter = i;
  job->work.stream = streams[job->filter];
}

/* Work from CUDAMemory to a stream's is best done on that stream, and on the
 * only one's own. */
static void
choose_stream (Job *job)
{
  const GcfBufferMapping *src = &job->src, *dst = &job->dst;
  CfStream *theirs = dst->kind ? dst->stream : src->stream;

  if (theirs && (!src->kind || gcf_buffer_mapping_is_cuda (src))) {
    job->filter = GCF_FOREIGN_STREAM;
    job->work.stream = theirs;
  } else {
    choose_own_stream (job);
  }
}

/* Even after an error nothing may still use the frames' memory. */
static gboolean
enqueue_and_wait (Job *job, GError **error)
{
  gboolean enqueued = enqueue (job, error);

  return cf_stream_synchronize (job->work.stream, enqueued ? error : NULL)
         && enqueued;
}

static gboolean
is_of_stream (const GcfBufferMapping *mapping, const CfStream *stream)
{
  return !mapping->kind || mapping->stream == stream;
}

/* Both frames are of the stream that the work is on: whoever uses them next is
 * ordered by that, and a fence would only bound what is in work. */
static gboolean
needs_fence (const Job *job)
{
  return job->timed || job->filter != GCF_FOREIGN_STREAM
         || !is_of_stream (&job->src, job->work.stream)
         || !is_of_stream (&job->dst, job->work.stream)
         || job->processor->n_frames % FRAMES_A_FENCE == 0;
}

static gboolean
enqueue_unfenced (Job *job, GError **error)
{
  GcfProcessor *self = job->processor;

  if (!enqueue (job, error)) {
    cf_stream_synchronize (job->work.stream, NULL);
    return FALSE;
  }
  if (!self->unfenced)
    self->unfenced_since = self->n_frames;
  self->unfenced = job->work.stream;
  return TRUE;
}

/* held: the caller waits for the fence. */
static gboolean
end_mappings (Job *job, GcfFence *fence, gboolean held, GError **error)
{
  return (!job->src.kind
             || gcf_buffer_mapping_end_read (&job->src, fence, held, error))
         && (!job->dst.kind
             || gcf_buffer_mapping_end_write (&job->dst, fence, error));
}

static gboolean
enqueue_with_fence (Job *job, gboolean wait, GError **error)
{
  GcfProcessor *self = job->processor;
  GcfFence *fence = NULL;

  if (enqueue (job, error))
    fence = fence_now (job, error);
  if (!fence || !end_mappings (job, fence, wait, error)) {
    if (job->timed)
      gcf_timer_cancel (self->timer);
    g_clear_pointer (&fence, gcf_fence_unref);
    cf_stream_synchronize (job->work.stream, NULL);
    return FALSE;
  }
  gcf_slot_finish (job->work.slot, fence);
  if (self->unfenced == job->work.stream)
    self->unfenced = NULL;
  if (job->timed)
    gcf_timer_end (self->timer, self->completions, fence);
  gcf_fence_unref (fence);

  return !wait || gcf_slot_wait (job->work.slot, error);
}

/* `inbuf` is NULL where it was pushed and is not read, `outbuf` where it is
 * pushed. */
static gboolean
run (Job *job, const GcfRunFlags *flags, GstBuffer *inbuf, GstBuffer *outbuf,
    GError **error)
{
  GcfProcessor *self = job->processor;
  GcfBufferMapping *src = &job->src, *dst = &job->dst;
  gboolean wait;

  if ((inbuf
          && !gcf_buffer_mapping_open (
              src, &job->work, inbuf, GST_MAP_READ, GCF_ON_HOST, error))
      || (outbuf
          && !gcf_buffer_mapping_open (dst, &job->work, outbuf, GST_MAP_WRITE,
              flags->on_device ? GCF_ON_DEVICE : GCF_ON_HOST, error))
      || !wrap_streams (job, error))
    return FALSE;

  choose_stream (job);
  wait = outbuf ? gcf_buffer_mapping_is_unordered (dst)
                : cf_device_is_unified (device_of (self));
  job->timed = outbuf
               && gcf_timer_begin (self->timer, self->n_frames,
                   (!inbuf || gcf_buffer_mapping_is_cuda (src))
                       && gcf_buffer_mapping_is_cuda (dst));
  /* without transfers it is soon over: sleeping would take longer, and after a
   * wait nothing needs a fence */
  if (wait && !(outbuf && gcf_buffer_mapping_is_transferred (dst))
      && !job->timed)
    return enqueue_and_wait (job, error);
  return needs_fence (job) ? enqueue_with_fence (job, wait, error)
                           : enqueue_unfenced (job, error);
}

/* is_next: the frame has come now, and was not pushed before. */
static gboolean
run_in_slot (GcfProcessor *self, GstBuffer *inbuf, GstBuffer *outbuf,
    gboolean is_next, const GcfRunFlags *flags, GError **error)
{
  const GcfFieldMode field_mode = flags->field_mode;
  GcfSlot *slot;
  gboolean done = FALSE;

  if (!cf_device_enter (device_of (self), error))
    return FALSE;
  cf_range_push (device_of (self), self->name, self->n_frames);

  if (is_next)
    gcf_filter_cache_next (self->cache, field_mode, flags->n_missing);
  slot = gcf_slots_next (self->slots, error);
  if (slot) {
    Job job = new_job (
        self, gcf_filter_cache_get_picture (self->cache, field_mode), slot);

    job.field_mode = field_mode;
    done = run (&job, flags, inbuf, outbuf, error);
    gcf_buffer_mapping_close (&job.dst);
    gcf_buffer_mapping_close (&job.src);
  }

  cf_range_pop (device_of (self));
  cf_device_leave (device_of (self));
  return done;
}

gboolean
gcf_processor_push (GcfProcessor *self, GstBuffer *inbuf,
    const GcfRunFlags *flags, GError **error)
{
  return run_in_slot (self, inbuf, NULL, TRUE, flags, error);
}

/* Returns the noise in steps of 8 bits, of the noisiest plane of a kind. */
static GcfNoise
get_noise (
    GcfProcessor *self, GcfFieldMode field_mode, GstCudaFilterPlanes kinds)
{
  GcfNoise to = { FALSE };
  CfNoise noise;
  guint i;

  if (!gcf_filter_cache_get_noise (self->cache, field_mode, kinds, &noise))
    return to;
  to.is_known = TRUE;
  to.sigma = noise.sigma / 256.0;
  to.coarseness = noise.coarse / 256.0;
  to.n_luma_classes = noise.is_by_luma ? CF_NOISE_LUMA_CLASSES : 0;
  for (i = 0; i < to.n_luma_classes; i++)
    to.by_luma[i] = noise.luma[i] / 256.0;
  return to;
}

static void
tell_noise (GcfProcessor *self, GcfFieldMode field_mode)
{
  const GcfNoise noise[2] = { get_noise (self, field_mode, GCF_PLANES_LUMA),
    get_noise (self, field_mode, GCF_PLANES_CHROMA) };

  gcf_stats_set_noise (self->stats, noise);
}

gboolean
gcf_processor_run (GcfProcessor *self, GstBuffer *inbuf, GstBuffer *outbuf,
    const GcfRunFlags *flags, GError **error)
{
  const gboolean was_pushed =
      gcf_filter_cache_get_history (self->cache).future > 0;
  const gboolean is_read = !was_pushed || self->rectangles;
  const gboolean done = run_in_slot (
      self, is_read ? inbuf : NULL, outbuf, !was_pushed, flags, error);

  if (done) {
    gcf_timer_pushed (self->timer, self->n_frames++);
    gcf_stats_add_frame (self->stats);
    tell_noise (self, flags->field_mode);
  }
  return done;
}

/* Frames that are only looked at */

const CfPlane *
gcf_processor_get_luma (GcfProcessor *self)
{
  return &self->luma.planes[0].geometry;
}

static gboolean
read_and_look (Job *job, GcfLook look, gpointer data, GError **error)
{
  CfPlane luma;

  if (!mark_time (job, GCF_TIMER_BEGIN, error)
      || !gcf_buffer_mapping_begin_read (&job->src, error)
      || !mark_time (job, GCF_TIMER_UPLOADED, error))
    return FALSE;
  gcf_picture_place (job->work.picture, &job->src.there, &luma);
  return look (job->work.stream, &luma, data, error)
         && mark_time (job, GCF_TIMER_FILTERED, error)
         && mark_time (job, GCF_TIMER_DOWNLOADED, error);
}

static gboolean
look_at (
    Job *job, GstBuffer *buffer, GcfLook look, gpointer data, GError **error)
{
  GcfProcessor *self = job->processor;
  GcfFence *fence = NULL;
  gboolean done;

  if (!gcf_buffer_mapping_open (
          &job->src, &job->work, buffer, GST_MAP_READ, GCF_ON_HOST, error)
      || !wrap_streams (job, error))
    return FALSE;
  choose_own_stream (job);
  job->timed = gcf_timer_begin (
      self->timer, self->n_frames, gcf_buffer_mapping_is_cuda (&job->src));
  done = read_and_look (job, look, data, error);
  /* even after an error nothing may still use the frame's memory */
  done = cf_stream_synchronize (job->work.stream, done ? error : NULL) && done;
  if (job->timed) {
    if (done)
      fence = fence_now (job, NULL);
    if (fence)
      gcf_timer_end (self->timer, self->completions, fence);
    else
      gcf_timer_cancel (self->timer);
    g_clear_pointer (&fence, gcf_fence_unref);
  }
  return done;
}

gboolean
gcf_processor_look (GcfProcessor *self, GstBuffer *buffer, GcfLook look,
    gpointer data, GError **error)
{
  Job job = new_job (self, &self->luma, gcf_slots_only (self->slots));
  gboolean done;

  job.work.waits = TRUE;
  if (!cf_device_enter (device_of (self), error))
    return FALSE;
  cf_range_push (device_of (self), self->name, self->n_frames);
  done = look_at (&job, buffer, look, data, error);
  gcf_buffer_mapping_close (&job.src);
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
    copy = gst_memory_copy (memory, 0, -1);
    gcf_cuda_wait (memory);
    if (copy)
      gst_buffer_replace_memory (buffer, i, copy);
  }
}

/* The planes lie at `at`, on the device or on the host. */
static gboolean
fill_planes (Job *job, const GcfPlacement *at, gboolean on_host,
    const GcfDrawColor *color, GError **error)
{
  const GcfPicture *picture = job->work.picture;
  CfPlane planes[CF_MAX_PLANES];
  gboolean ok = TRUE;
  guint i;
  gint c;

  gcf_picture_place (picture, at, planes);
  for (i = 0; i < picture->n_planes && ok; i++) {
    const GcfPlane *p = &picture->planes[i];
    guint16 values[GST_VIDEO_MAX_COMPONENTS];
    CfSpan *spans;

    if (p->kind == 0)
      continue;
    for (c = 0; c < planes[i].channels; c++)
      values[c] = color->values[p->components[c]];
    spans = gcf_draw_color_get_spans (color, job->work.info, p);
    ok = on_host
             ? cf_fill_host (&planes[i], spans, color->n_spans, values, error)
             : cf_fill_run (job->work.stream, &planes[i], spans, color->n_spans,
                 values, error);
    g_free (spans);
  }
  return ok;
}

static gboolean
fill_on_device (Job *job, const GcfDrawColor *color, GError **error)
{
  GcfBufferMapping *dst = &job->dst;
  GcfFence *fence = NULL;
  gboolean done;

  if (!wrap_streams (job, error))
    return FALSE;
  choose_own_stream (job);
  done = gcf_buffer_mapping_begin_write (dst, error)
         && fill_planes (job, &dst->there, FALSE, color, error)
         && gcf_buffer_mapping_finish_write (dst, error);
  if (done)
    fence = fence_now (job, error);
  done = fence && gcf_buffer_mapping_end_write (dst, fence, error);
  g_clear_pointer (&fence, gcf_fence_unref);
  /* where the memory has no order of its own, and after an error */
  if (!done || gcf_buffer_mapping_is_unordered (dst))
    done =
        cf_stream_synchronize (job->work.stream, done ? error : NULL) && done;
  return done;
}

static gboolean
draw_on (Job *job, GstBuffer *buffer, const GcfDrawColor *color, GError **error)
{
  GcfBufferMapping *dst = &job->dst;

  if (!gcf_buffer_mapping_open (
          dst, &job->work, buffer, GST_MAP_READWRITE, GCF_ON_HOST, error))
    return FALSE;
  if (gcf_buffer_mapping_is_on_device (dst))
    return fill_on_device (job, color, error);
  return gcf_buffer_mapping_map_on_host (dst, error)
         && fill_planes (job, &dst->at, TRUE, color, error);
}

gboolean
gcf_processor_draw (GcfProcessor *self, GstBuffer *buffer, const CfSpan *spans,
    guint n_spans, guint32 argb, GError **error)
{
  Job job = new_job (self,
      gcf_filter_cache_get_picture (self->cache, GCF_FIELD_MODE_PROGRESSIVE),
      NULL);
  GcfDrawColor color;
  gboolean done;

  if (n_spans == 0)
    return TRUE;
  gcf_draw_color_init (&color, &self->info, argb, spans, n_spans);
  if (!self->nvmm) /* which has no copies; to map it fails */
    make_memory_writable (buffer);
  if (!cf_device_enter (device_of (self), error))
    return FALSE;
  done = draw_on (&job, buffer, &color, error);
  gcf_buffer_mapping_close (&job.dst);
  cf_device_leave (device_of (self));
  return done;
}

gboolean
gcf_processor_drain (GcfProcessor *self, GError **error)
{
  gboolean drained = wait_for_frames (self, error);

  gcf_completion_queue_drain (self->completions);
  return drained;
}

/* Construction */

GcfProcessor *
gcf_processor_new (GcfDevice *device, GstAllocator *allocator, GcfStats *stats,
    const gchar *name, GError **error)
{
  GcfProcessor *self = g_new0 (GcfProcessor, 1);

  self->device = gcf_device_ref (device);
  self->allocator = gst_object_ref (allocator);
  self->stats = gcf_stats_ref (stats);
  self->name = g_strdup (name);
  self->cache =
      gcf_filter_cache_new (device, MAX_IN_WORK, wait_for_frame, self);
  self->completions = gcf_completion_queue_new ();
  self->timer = gcf_timer_new (device, stats, error);
  if (self->timer)
    self->bridge = cf_event_new (device->device, CF_EVENT_NONE, error);
  if (!self->bridge) {
    gcf_processor_free (self);
    return NULL;
  }
  return self;
}

void
gcf_processor_free (GcfProcessor *self)
{
  gcf_processor_drain (self, NULL);
  gcf_completion_queue_free (self->completions);
  gcf_filter_cache_free (self->cache);
  wrapped_clear (self, &self->src_stream);
  wrapped_clear (self, &self->dst_stream);
  g_clear_pointer (&self->rectangles, g_array_unref);
  g_clear_pointer (&self->slots, gcf_slots_free);
  g_clear_pointer (&self->timer, gcf_timer_free);
  cf_event_free (self->bridge);
  gst_object_unref (self->allocator);
  gcf_stats_unref (self->stats);
  g_free (self->name);
  gcf_device_unref (self->device);
  g_free (self);
}

gboolean
gcf_processor_set_info (
    GcfProcessor *self, const GstVideoInfo *info, gboolean nvmm, GError **error)
{
  if (!gcf_processor_drain (self, error))
    return FALSE;
  gcf_filter_cache_set_info (self->cache, info);
  g_clear_pointer (&self->slots, gcf_slots_free);

  self->info = *info;
  self->nvmm = nvmm;
  self->waiting =
      GST_VIDEO_INFO_SIZE (info) >= BLOCKING_BYTES ? CF_EVENT_BLOCKING : 0;
  gcf_picture_init_luma (&self->luma, info);
  self->slots = gcf_slots_new (self->device);
  return TRUE;
}

GcfFilterCache *
gcf_processor_get_cache (GcfProcessor *self)
{
  return self->cache;
}

void
gcf_processor_set_regions (GcfProcessor *self, GArray *rectangles)
{
  g_clear_pointer (&self->rectangles, g_array_unref);
  if (rectangles)
    self->rectangles = g_array_ref (rectangles);
}
