/* The fake driver under GStreamer's own CUDA library: contexts, memory and
 * pools work, and what is asynchronous is seen to be. */
#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/cuda/gstcudabufferpool.h>
#include <gst/cuda/gstcudacontext.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudamemory.h>
#if GST_CHECK_VERSION(1, 24, 0)
#include <gst/cuda/gstcudastream.h>
#endif

#include "fakedriver.h"

#define assert_cuda(call, result) assert_equals_int (call, result)
#define assert_counted(what, n) \
  assert_equals_int (fake_driver_counts ().what - before.what, n)
#define SIZE 4096

static GstCudaContext *context;
static FakeDriverCounts before; /* the test */
static guint lost;              /* on purpose */

static void
set_up (void)
{
  fail_unless (gst_cuda_load_library ());
  gst_cuda_memory_init_once ();
  context = gst_cuda_context_new (0);
  fail_unless (context != NULL);
  before = fake_driver_counts ();
}

/* Nothing is left of any test. */
static void
tear_down (void)
{
  FakeDriverBlocks blocks;

  assert_equals_int (G_OBJECT (context)->ref_count, 1);
  gst_clear_object (&context);
  blocks = fake_driver_blocks ();
  assert_equals_int (blocks.device_blocks, 0);
  assert_equals_int (blocks.host_blocks, 0);
  assert_equals_int (blocks.contexts, 0);
  assert_equals_int (blocks.pushed, 0);
  assert_equals_int (blocks.streams, 0);
  assert_equals_int (blocks.events, 0);
  assert_equals_int (blocks.lost, lost);
}

static gpointer
allocate_without_context (gpointer unused)
{
  CUdeviceptr p;

  return GINT_TO_POINTER (cuMemAlloc (&p, SIZE));
}

GST_START_TEST (test_contexts)
{
  const gchar *devices = g_getenv ("FAKE_CUDA_DEVICES");
  gint n = devices ? atoi (devices) : 1;
  GstCudaContext *other = gst_cuda_context_new (n - 1);
  CUcontext handle;
  CUdeviceptr p;
  CUdevice device;
  GThread *thread;

  fail_unless (other != NULL);
  fail_unless (gst_cuda_context_new (n) == NULL);
  assert_cuda (cuMemAlloc (&p, SIZE), CUDA_ERROR_INVALID_CONTEXT);
  assert_cuda (cuCtxSynchronize (), CUDA_ERROR_INVALID_CONTEXT);
  assert_cuda (cuCtxPopCurrent (&handle), CUDA_ERROR_INVALID_CONTEXT);

  fail_unless (gst_cuda_context_push (context));
  fail_unless (gst_cuda_context_push (other));
  assert_equals_int (fake_driver_blocks ().pushed, 2);
  assert_cuda (cuCtxGetDevice (&device), CUDA_SUCCESS);
  assert_equals_int (device, n - 1);
  thread = g_thread_new (NULL, allocate_without_context, NULL);
  assert_equals_int (
      GPOINTER_TO_INT (g_thread_join (thread)), CUDA_ERROR_INVALID_CONTEXT);
  fail_unless (gst_cuda_context_pop (&handle));
  fail_unless (handle == gst_cuda_context_get_handle (other));
  fail_unless (gst_cuda_context_pop (&handle));
  fail_unless (handle == gst_cuda_context_get_handle (context));
  fail_if (gst_cuda_context_pop (&handle));

  assert_cuda (
      cuCtxSetCurrent (gst_cuda_context_get_handle (other)), CUDA_SUCCESS);
  assert_equals_int (fake_driver_blocks ().pushed, 1);
  gst_object_unref (other); /* destroyed, it is no one's current one */
  assert_cuda (cuCtxGetCurrent (&handle), CUDA_SUCCESS);
  fail_unless (handle == NULL);
}

GST_END_TEST;

/* What a context still owns when it is destroyed is gone, and counted. */
GST_START_TEST (test_lost)
{
  GstCudaContext *other = gst_cuda_context_new (0);
  CUdeviceptr p;
  CUstream stream;
  CUevent event;

  fail_unless (gst_cuda_context_push (other));
  assert_cuda (cuMemAlloc (&p, SIZE), CUDA_SUCCESS);
  assert_cuda (cuStreamCreate (&stream, CU_STREAM_DEFAULT), CUDA_SUCCESS);
  assert_cuda (cuEventCreate (&event, CU_EVENT_DEFAULT), CUDA_SUCCESS);
  assert_cuda (cuEventRecord (event, stream), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
  assert_equals_int (fake_driver_blocks ().device_blocks, 1);
  assert_equals_int (fake_driver_blocks ().streams, 1);
  assert_equals_int (fake_driver_blocks ().events, 1);
  gst_object_unref (other);
  lost += 3;
  fail_if (fake_driver_owns ((void *)p, 1));
}

GST_END_TEST;

GST_START_TEST (test_memory)
{
  guint8 host[SIZE];
  size_t pitch;
  CUdeviceptr p;
  CUDA_MEMCPY2D copy = { 0 };
  CUmemorytype type;
  CUcontext owner;

  fail_unless (gst_cuda_context_push (context));
  assert_cuda (cuMemAlloc (&p, 0), CUDA_ERROR_INVALID_VALUE);
  assert_cuda (cuMemAllocPitch (&p, &pitch, 513, 3, 16), CUDA_SUCCESS);
  assert_equals_int (pitch, 1024);
  assert_equals_int (p % 512, 0);
  fail_unless (fake_driver_owns ((void *)p, 3 * 1024));
  fail_unless (fake_driver_owns ((void *)(p + 1024), 2 * 1024));
  fail_if (fake_driver_owns ((void *)p, 3 * 1024 + 1));
  fail_if (fake_driver_owns (host, 1));

  /* past the end of the block, and of the pitch */
  assert_cuda (
      cuMemcpyHtoD (p + 2 * 1024, host, 1025), CUDA_ERROR_INVALID_VALUE);
  assert_cuda (
      cuMemcpyHtoD ((CUdeviceptr)host, host, 1), CUDA_ERROR_INVALID_VALUE);
  assert_cuda (cuMemsetD2D8 (p, 1024, 0, 1025, 2), CUDA_ERROR_INVALID_VALUE);
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = p;
  copy.dstPitch = pitch;
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host;
  copy.srcPitch = 100;
  copy.WidthInBytes = 100;
  copy.Height = 3;
  assert_cuda (cuMemcpy2D (&copy), CUDA_SUCCESS);
  copy.WidthInBytes = 101;
  assert_cuda (cuMemcpy2D (&copy), CUDA_ERROR_INVALID_VALUE);

  memset (host, 0, SIZE);
  assert_cuda (cuMemsetD2D16 (p + 2, 1024, 0x1234, 100, 3), CUDA_SUCCESS);
  assert_cuda (cuMemcpyDtoH (host, p, 3 * 1024), CUDA_SUCCESS);
  assert_equals_int (GST_READ_UINT16_LE (host + 2 * 1024 + 200), 0x1234);
  fail_if (GST_READ_UINT16_LE (host + 2 * 1024 + 202) == 0x1234);
  assert_cuda (
      cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 1),
      CUDA_SUCCESS);
  assert_equals_int (type, CU_MEMORYTYPE_DEVICE);
  assert_cuda (
      cuPointerGetAttribute (&owner, CU_POINTER_ATTRIBUTE_CONTEXT, p + 1),
      CUDA_SUCCESS);
  fail_unless (owner == gst_cuda_context_get_handle (context));

  assert_cuda (cuMemFree (p + 1), CUDA_ERROR_INVALID_VALUE);
  assert_cuda (cuMemFree (p), CUDA_SUCCESS);
  assert_cuda (cuMemFree (p), CUDA_ERROR_INVALID_VALUE);
  assert_cuda (cuMemHostRegister (host, SIZE, 0), CUDA_SUCCESS);
  assert_cuda (cuMemHostRegister (host + 1, 1, 0),
      CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  assert_cuda (cuMemHostUnregister (host), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
}

GST_END_TEST;

/* --- Streams --- */

static GString *done;

static void
note (void *name)
{
  g_string_append (done, name);
}

/* Streams that wait for no one but those they were told to. */
GST_START_TEST (test_streams)
{
  CUstream a, b;
  CUevent event;

  done = g_string_new (NULL);
  fail_unless (gst_cuda_context_push (context));
  assert_cuda (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  assert_cuda (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  assert_cuda (cuEventCreate (&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
  assert_cuda (cuEventQuery (event), CUDA_SUCCESS);

  assert_cuda (fake_driver_stream_add (a, note, "1"), CUDA_SUCCESS);
  assert_cuda (cuEventRecord (event, a), CUDA_SUCCESS);
  assert_cuda (fake_driver_stream_add (a, note, "2"), CUDA_SUCCESS);
  assert_cuda (fake_driver_stream_add (b, note, "3"), CUDA_SUCCESS);
  assert_cuda (cuStreamWaitEvent (b, event, 0), CUDA_SUCCESS);
  assert_cuda (cuLaunchHostFunc (b, note, "4"), CUDA_SUCCESS);
  assert_cuda (cuStreamQuery (a), CUDA_ERROR_NOT_READY);
  assert_cuda (cuEventQuery (event), CUDA_ERROR_NOT_READY);
  assert_cuda (cuStreamSynchronize (NULL), CUDA_SUCCESS);
  assert_equals_string (done->str, "");

  /* the first part of a for b; the event may be gone */
  assert_cuda (cuEventDestroy (event), CUDA_SUCCESS);
  assert_cuda (cuStreamSynchronize (b), CUDA_SUCCESS);
  assert_equals_string (done->str, "314");
  assert_cuda (cuStreamQuery (b), CUDA_SUCCESS);
  assert_cuda (cuStreamQuery (a), CUDA_ERROR_NOT_READY);
  assert_cuda (cuCtxSynchronize (), CUDA_SUCCESS);
  assert_equals_string (done->str, "3142");
  assert_counted (stream_syncs, 2);
  assert_counted (context_syncs, 1);

  /* a destroyed stream's work is done */
  assert_cuda (fake_driver_stream_add (a, note, "5"), CUDA_SUCCESS);
  assert_cuda (cuStreamDestroy (a), CUDA_SUCCESS);
  assert_equals_string (done->str, "31425");
  assert_cuda (cuStreamQuery (a), CUDA_ERROR_INVALID_HANDLE);
  assert_cuda (fake_driver_stream_add (b, note, "6"), CUDA_SUCCESS);
  fake_driver_finish ();
  assert_equals_string (done->str, "314256");
  assert_cuda (cuStreamDestroy (b), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
  g_string_free (done, TRUE);
}

GST_END_TEST;

static void
record_on_default (gpointer event)
{
  assert_cuda (cuEventRecord (event, NULL), CUDA_SUCCESS);
}

/* The default stream may come to wait for a stream while that is destroyed. */
GST_START_TEST (test_destroyed_stream)
{
  CUstream stream;
  CUevent event;

  fail_unless (gst_cuda_context_push (context));
  assert_cuda (cuStreamCreate (&stream, CU_STREAM_DEFAULT), CUDA_SUCCESS);
  assert_cuda (cuEventCreate (&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
  assert_cuda (
      fake_driver_stream_add (stream, record_on_default, event), CUDA_SUCCESS);
  assert_cuda (cuStreamDestroy (stream), CUDA_SUCCESS);
  assert_cuda (cuEventSynchronize (event), CUDA_SUCCESS);
  assert_cuda (cuEventDestroy (event), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
}

GST_END_TEST;

/* The default stream, and one that is not non-blocking, wait for each other. */
GST_START_TEST (test_default_stream)
{
  CUstream blocking, other;

  done = g_string_new (NULL);
  fail_unless (gst_cuda_context_push (context));
  assert_cuda (cuStreamCreate (&blocking, CU_STREAM_DEFAULT), CUDA_SUCCESS);
  assert_cuda (cuStreamCreate (&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);

  assert_cuda (fake_driver_stream_add (other, note, "0"), CUDA_SUCCESS);
  assert_cuda (fake_driver_stream_add (blocking, note, "1"), CUDA_SUCCESS);
  assert_cuda (fake_driver_stream_add (NULL, note, "2"), CUDA_SUCCESS);
  assert_cuda (fake_driver_stream_add (blocking, note, "3"), CUDA_SUCCESS);
  assert_cuda (cuStreamSynchronize (blocking), CUDA_SUCCESS);
  assert_equals_string (done->str, "123");
  assert_cuda (fake_driver_stream_add (blocking, note, "4"), CUDA_SUCCESS);
  assert_cuda (cuStreamSynchronize (NULL), CUDA_SUCCESS);
  assert_equals_string (done->str, "1234");

  assert_cuda (cuStreamDestroy (blocking), CUDA_SUCCESS);
  assert_cuda (cuStreamDestroy (other), CUDA_SUCCESS);
  assert_equals_string (done->str, "12340");
  fail_unless (gst_cuda_context_pop (NULL));
  g_string_free (done, TRUE);
}

GST_END_TEST;

static void
pass_time (void *unused)
{
  g_usleep (2000);
}

/* Timing is of when the work is done. */
GST_START_TEST (test_event_times)
{
  CUevent start, end;
  float time;

  fail_unless (gst_cuda_context_push (context));
  assert_cuda (cuEventCreate (&start, CU_EVENT_DEFAULT), CUDA_SUCCESS);
  assert_cuda (cuEventCreate (&end, CU_EVENT_DEFAULT), CUDA_SUCCESS);
  assert_cuda (cuEventRecord (start, NULL), CUDA_SUCCESS);
  assert_cuda (fake_driver_stream_add (NULL, pass_time, NULL), CUDA_SUCCESS);
  assert_cuda (cuEventRecord (end, NULL), CUDA_SUCCESS);
  assert_cuda (cuEventElapsedTime (&time, start, end), CUDA_ERROR_NOT_READY);
  assert_cuda (cuEventSynchronize (end), CUDA_SUCCESS);
  assert_counted (event_syncs, 1);
  assert_cuda (cuEventElapsedTime (&time, start, end), CUDA_SUCCESS);
  fail_unless (time >= 2, "%f", time);
  assert_cuda (cuEventDestroy (start), CUDA_SUCCESS);
  assert_cuda (cuEventDestroy (end), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
}

GST_END_TEST;

static CUresult self_result;

static void
wait_for_itself (void *stream)
{
  self_result = cuStreamSynchronize (stream);
}

/* Work that waits for itself is refused, instead of never ending. */
GST_START_TEST (test_work_that_waits)
{
  CUstream stream;

  fail_unless (gst_cuda_context_push (context));
  assert_cuda (cuStreamCreate (&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  assert_cuda (
      fake_driver_stream_add (stream, wait_for_itself, stream), CUDA_SUCCESS);
  assert_cuda (cuStreamSynchronize (stream), CUDA_SUCCESS);
  assert_cuda (self_result, CUDA_ERROR_NOT_PERMITTED);
  assert_cuda (cuStreamDestroy (stream), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
}

GST_END_TEST;

#define N_THREADS 4
#define N_ROUNDS 500

typedef struct {
  CUstream streams[N_THREADS];
  CUevent events[N_THREADS];
  gint inside[N_THREADS]; /* a stream's work is never done twice at a time */
  guint n_done[N_THREADS];
  guint thread;
} Shared;

static void
count (void *data)
{
  Shared *shared = data;

  fail_unless (g_atomic_int_add (&shared->inside[shared->thread], 1) == 0);
  shared->n_done[shared->thread]++;
  g_atomic_int_add (&shared->inside[shared->thread], -1);
}

static Shared shared[N_THREADS];

static gpointer
work_and_wait (gpointer data)
{
  Shared *own = data;
  guint i, t = own->thread;

  fail_unless (gst_cuda_context_push (context));
  for (i = 0; i < N_ROUNDS; i++) {
    CUstream stream = own->streams[t];

    assert_cuda (fake_driver_stream_add (stream, count, own), CUDA_SUCCESS);
    assert_cuda (cuEventRecord (own->events[t], stream), CUDA_SUCCESS);
    assert_cuda (
        cuStreamWaitEvent (stream, own->events[(t + 1) % N_THREADS], 0),
        CUDA_SUCCESS);
    if (i % 3 == 0)
      assert_cuda (cuStreamSynchronize (own->streams[(t + i) % N_THREADS]),
          CUDA_SUCCESS);
    if (i % 7 == 0)
      assert_cuda (cuEventSynchronize (own->events[t]), CUDA_SUCCESS);
  }
  fail_unless (gst_cuda_context_pop (NULL));
  return NULL;
}

GST_START_TEST (test_threads)
{
  GThread *threads[N_THREADS];
  guint i;

  fail_unless (gst_cuda_context_push (context));
  for (i = 0; i < N_THREADS; i++) {
    assert_cuda (cuStreamCreate (&shared[0].streams[i], CU_STREAM_NON_BLOCKING),
        CUDA_SUCCESS);
    assert_cuda (cuEventCreate (&shared[0].events[i], CU_EVENT_DISABLE_TIMING),
        CUDA_SUCCESS);
  }
  for (i = 0; i < N_THREADS; i++) {
    shared[i] = shared[0];
    shared[i].thread = i;
  }
  for (i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new (NULL, work_and_wait, &shared[i]);
  for (i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  assert_cuda (cuCtxSynchronize (), CUDA_SUCCESS);
  for (i = 0; i < N_THREADS; i++) {
    assert_equals_int (shared[i].n_done[i], N_ROUNDS);
    assert_cuda (cuEventDestroy (shared[0].events[i]), CUDA_SUCCESS);
    assert_cuda (cuStreamDestroy (shared[0].streams[i]), CUDA_SUCCESS);
  }
  fail_unless (gst_cuda_context_pop (NULL));
}

GST_END_TEST;

/* --- Copies --- */

/* Asynchronous ones with page-locked memory are late, those with pageable
 * memory leave it alone when they return, and those within the device are late
 * however they are called. */
GST_START_TEST (test_copies)
{
  guint8 pageable[SIZE], *locked;
  CUdeviceptr p, q;
  CUstream stream;

  fail_unless (gst_cuda_context_push (context));
  assert_cuda (cuStreamCreate (&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  assert_cuda (cuMemAlloc (&p, SIZE), CUDA_SUCCESS);
  assert_cuda (cuMemAlloc (&q, SIZE), CUDA_SUCCESS);
  assert_cuda (cuMemAllocHost ((void **)&locked, SIZE), CUDA_SUCCESS);

  memset (locked, 1, SIZE);
  assert_cuda (cuMemcpyHtoDAsync (p, locked, SIZE, stream), CUDA_SUCCESS);
  memset (locked, 2, SIZE); /* too early */
  assert_cuda (cuStreamSynchronize (stream), CUDA_SUCCESS);
  assert_cuda (cuMemcpyDtoH (pageable, p, SIZE), CUDA_SUCCESS);
  assert_equals_int (pageable[SIZE - 1], 2);

  memset (pageable, 3, SIZE);
  assert_cuda (cuMemcpyHtoDAsync (p, pageable, SIZE, stream), CUDA_SUCCESS);
  memset (pageable, 4, SIZE); /* it was staged */
  assert_cuda (cuMemcpyDtoHAsync (locked, p, SIZE, stream), CUDA_SUCCESS);
  assert_equals_int (locked[0], 2);
  assert_cuda (cuStreamSynchronize (stream), CUDA_SUCCESS);
  assert_equals_int (locked[0], 3);

  memset (pageable, 4, SIZE);
  assert_cuda (cuMemcpyDtoHAsync (pageable, p, SIZE, stream), CUDA_SUCCESS);
  assert_equals_int (pageable[0], 3);

  assert_cuda (cuMemcpyDtoD (q, p, SIZE), CUDA_SUCCESS);
  assert_cuda (cuMemcpyDtoHAsync (locked, q, SIZE, stream), CUDA_SUCCESS);
  assert_cuda (cuStreamSynchronize (stream), CUDA_SUCCESS);
  fail_if (locked[0] == 3); /* not ordered with the default stream */
  assert_cuda (cuMemcpyDtoH (locked, q, SIZE), CUDA_SUCCESS);
  assert_equals_int (locked[0], 3);

  assert_counted (host_to_device, 2);
  assert_counted (device_to_host, 5);
  assert_counted (device_to_device, 1);
  assert_counted (pageable_copies, 3);
  assert_counted (copy_syncs, 4);

  /* to free memory waits for what might use it */
  assert_cuda (cuMemcpyHtoDAsync (p, locked, SIZE, stream), CUDA_SUCCESS);
  assert_cuda (cuMemFree (q), CUDA_SUCCESS);
  assert_cuda (cuStreamQuery (stream), CUDA_SUCCESS);
  assert_counted (free_syncs, 1);
  assert_cuda (cuMemFree (p), CUDA_SUCCESS);
  assert_cuda (cuMemFreeHost (locked), CUDA_SUCCESS);
  assert_cuda (cuStreamDestroy (stream), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
}

GST_END_TEST;

/* --- Frames --- */

static const struct {
  const gchar *format;
  guint width, height;
} frames[] = {
  { "NV12", 64, 48 },
  { "NV12", 33, 17 },
  { "NV12", 641, 5 },
  { "I420", 64, 48 },
  { "I420", 33, 18 },
  { "I420", 33, 17 },
  { "I420", 641, 5 },
  { "RGBA", 7, 3 },
};

static GstBufferPool *
frame_pool (guint i, GstVideoInfo *info, gpointer stream)
{
  GstBufferPool *pool = gst_cuda_buffer_pool_new (context);
  GstStructure *config = gst_buffer_pool_get_config (pool);
  GstCaps *caps = gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING,
      frames[i].format, "width", G_TYPE_INT, frames[i].width, "height",
      G_TYPE_INT, frames[i].height, "framerate", GST_TYPE_FRACTION, 30, 1,
      NULL);

  gst_caps_set_features_simple (caps,
      gst_caps_features_from_string (GST_CAPS_FEATURE_MEMORY_CUDA_MEMORY));
  fail_unless (gst_video_info_from_caps (info, caps));
  gst_buffer_pool_config_set_params (config, caps, info->size, 0, 0);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
#if GST_CHECK_VERSION(1, 24, 0)
  if (stream)
    gst_buffer_pool_config_set_cuda_stream (config, stream);
#endif
  fail_unless (gst_buffer_pool_set_config (pool, config));
  fail_unless (gst_buffer_pool_set_active (pool, TRUE));
  gst_caps_unref (caps);
  return pool;
}

static void
free_pool (GstBufferPool *pool)
{
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
}

static GstBuffer *
acquire (GstBufferPool *pool)
{
  GstBuffer *buffer = NULL;

  fail_unless_equals_int (
      gst_buffer_pool_acquire_buffer (pool, &buffer, NULL), GST_FLOW_OK);
  fail_unless (gst_is_cuda_memory (gst_buffer_peek_memory (buffer, 0)));
  return buffer;
}

static guint
row_bytes (const GstVideoInfo *info, guint plane)
{
  gint comp[GST_VIDEO_MAX_COMPONENTS];

  gst_video_format_info_component (info->finfo, plane, comp);
  return GST_VIDEO_INFO_COMP_WIDTH (info, comp[0])
         * GST_VIDEO_INFO_COMP_PSTRIDE (info, comp[0]);
}

static guint
rows (const GstVideoInfo *info, guint plane)
{
  gint comp[GST_VIDEO_MAX_COMPONENTS];

  gst_video_format_info_component (info->finfo, plane, comp);
  return GST_VIDEO_INFO_COMP_HEIGHT (info, comp[0]);
}

static guint8
sample (guint plane, guint x, guint y)
{
  return 7 * x + 31 * y + 101 * plane + 1;
}

static guint8 *
pixel (const GstVideoFrame *frame, guint plane, guint x, guint y)
{
  return (guint8 *)GST_VIDEO_FRAME_PLANE_DATA (frame, plane)
         + y * GST_VIDEO_FRAME_PLANE_STRIDE (frame, plane) + x;
}

/* GStreamer 1.22 starts the third plane of an I420 frame of odd height in the
 * middle of a row, and then its CPU maps move half of that row. */
static gboolean
maps_move (const GstVideoFrame *frame, guint plane)
{
  return GST_VIDEO_FRAME_PLANE_OFFSET (frame, plane)
             % GST_VIDEO_FRAME_PLANE_STRIDE (frame, plane)
         == 0;
}

static void
write_frame (GstBuffer *buffer, const GstVideoInfo *info)
{
  GstVideoFrame frame;
  guint plane, x, y;

  fail_unless (gst_video_frame_map (&frame, info, buffer, GST_MAP_WRITE));
  for (plane = 0; plane < GST_VIDEO_FRAME_N_PLANES (&frame); plane++)
    for (y = 0; y < rows (info, plane); y++)
      for (x = 0; x < row_bytes (info, plane); x++)
        *pixel (&frame, plane, x, y) = sample (plane, x, y);
  gst_video_frame_unmap (&frame);
}

static void
check_frame (GstBuffer *buffer, const GstVideoInfo *info)
{
  GstVideoFrame frame;
  guint plane, x, y, n = 0;

  fail_unless (gst_video_frame_map (&frame, info, buffer, GST_MAP_READ));
  for (plane = 0; plane < GST_VIDEO_FRAME_N_PLANES (&frame); plane++) {
    if (!maps_move (&frame, plane))
      continue;
    n++;
    for (y = 0; y < rows (info, plane); y++)
      for (x = 0; x < row_bytes (info, plane); x++)
        assert_equals_int (*pixel (&frame, plane, x, y), sample (plane, x, y));
  }
  fail_unless (n == GST_VIDEO_FRAME_N_PLANES (&frame)
               || (n == 2 && info->height % 2 == 1));
  gst_video_frame_unmap (&frame);
}

/* Copies a frame, plane by plane, on the device. */
static void
copy_frame (GstBuffer *to, GstBuffer *from, CUstream stream)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (from);
  GstCudaMemory *memory = (GstCudaMemory *)gst_buffer_peek_memory (from, 0);
  GstMapInfo to_map, from_map;
  CUDA_MEMCPY2D p = { 0 };
  guint plane;

  fail_unless (gst_buffer_map (from, &from_map, GST_MAP_READ | GST_MAP_CUDA));
  fail_unless (gst_buffer_map (to, &to_map, GST_MAP_WRITE | GST_MAP_CUDA));
  fail_unless (fake_driver_owns (from_map.data, from_map.size));
  fail_unless (fake_driver_owns (to_map.data, to_map.size));
  fail_unless (gst_cuda_context_push (context));
  for (plane = 0; plane < meta->n_planes; plane++) {
    p.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    p.srcDevice = (CUdeviceptr)from_map.data + meta->offset[plane];
    p.srcPitch = meta->stride[plane];
    p.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    p.dstDevice = (CUdeviceptr)to_map.data + meta->offset[plane];
    p.dstPitch = meta->stride[plane];
    p.WidthInBytes = row_bytes (&memory->info, plane);
    p.Height = rows (&memory->info, plane);
    assert_cuda (cuMemcpy2DAsync (&p, stream), CUDA_SUCCESS);
  }
  assert_cuda (cuStreamSynchronize (stream), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
  gst_buffer_unmap (to, &to_map);
  gst_buffer_unmap (from, &from_map);
}

/* Moves one plane between the device and host memory without padding, with
 * the plane's offset given in rows and bytes. */
static void
move_plane (GstBuffer *buffer, guint plane, guint8 *host, gboolean upload)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  GstCudaMemory *memory = (GstCudaMemory *)gst_buffer_peek_memory (buffer, 0);
  CUDA_MEMCPY2D p = { 0 };
  GstMapInfo map;

  fail_unless (gst_buffer_map (
      buffer, &map, (upload ? GST_MAP_WRITE : GST_MAP_READ) | GST_MAP_CUDA));
  p.WidthInBytes = row_bytes (&memory->info, plane);
  p.Height = rows (&memory->info, plane);
  if (upload) {
    p.srcMemoryType = CU_MEMORYTYPE_HOST;
    p.srcHost = host;
    p.srcPitch = p.WidthInBytes;
    p.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    p.dstDevice = (CUdeviceptr)map.data;
    p.dstPitch = meta->stride[plane];
    p.dstY = meta->offset[plane] / meta->stride[plane];
    p.dstXInBytes = meta->offset[plane] % meta->stride[plane];
  } else {
    p.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    p.srcDevice = (CUdeviceptr)map.data;
    p.srcPitch = meta->stride[plane];
    p.srcY = meta->offset[plane] / meta->stride[plane];
    p.srcXInBytes = meta->offset[plane] % meta->stride[plane];
    p.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    p.dstDevice = (CUdeviceptr)host;
    p.dstPitch = p.WidthInBytes;
  }
  fail_unless (gst_cuda_context_push (context));
  assert_cuda (cuMemcpy2D (&p), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
  gst_buffer_unmap (buffer, &map);
}

/* Written by the CPU, copied on the device, read by the CPU. */
GST_START_TEST (test_frames)
{
  GstVideoInfo info;
  GstBufferPool *pool = frame_pool (__i__, &info, NULL);
  GstBuffer *from = acquire (pool), *to = acquire (pool), *copy;
  CUstream stream;

  fail_unless (gst_cuda_context_push (context));
  assert_cuda (cuStreamCreate (&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  fail_unless (gst_cuda_context_pop (NULL));
  write_frame (from, &info);
  copy_frame (to, from, stream);
  check_frame (to, &info);

  copy = gst_buffer_copy_deep (to);
  fail_unless (gst_is_cuda_memory (gst_buffer_peek_memory (copy, 0)));
  check_frame (copy, &info);
  gst_buffer_unref (copy);
  gst_buffer_unref (from);
  gst_buffer_unref (to);
  free_pool (pool);
  assert_cuda (cuStreamDestroy (stream), CUDA_SUCCESS);
}

GST_END_TEST;

/* The same with copies of our own, of every plane. */
GST_START_TEST (test_planes)
{
  GstVideoInfo info;
  GstBufferPool *pool = frame_pool (__i__, &info, NULL);
  GstBuffer *from = acquire (pool), *to = acquire (pool);
  guint8 host[2][SIZE];
  guint plane, x, y, n;

  for (plane = 0; plane < GST_VIDEO_INFO_N_PLANES (&info); plane++) {
    n = 0;
    for (y = 0; y < rows (&info, plane); y++)
      for (x = 0; x < row_bytes (&info, plane); x++)
        host[0][n++] = sample (plane, x, y);
    move_plane (from, plane, host[0], TRUE);
  }
  copy_frame (to, from, NULL);
  for (plane = 0; plane < GST_VIDEO_INFO_N_PLANES (&info); plane++) {
    move_plane (to, plane, host[1], FALSE);
    n = 0;
    for (y = 0; y < rows (&info, plane); y++)
      for (x = 0; x < row_bytes (&info, plane); x++)
        assert_equals_int (host[1][n++], sample (plane, x, y));
  }
  gst_buffer_unref (from);
  gst_buffer_unref (to);
  free_pool (pool);
}

GST_END_TEST;

/* --- Elements --- */

/* GStreamer's elements, of which there are none without the plugin nvcodec. */
GST_START_TEST (test_upload_and_download)
{
  guint sizes[][2] = { { 320, 240 }, { 33, 17 } };
  GstHarness *h;
  guint i;

  /* its start leaves a destroyed context behind for each codec that the device
   * cannot decode */
  gst_object_unref (gst_plugin_load_by_name ("nvcodec"));
  while (cuCtxPopCurrent (NULL) == CUDA_SUCCESS)
    ;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    FakeDriverCounts start = fake_driver_counts ();
    GstBuffer *buffer, *result;
    GstVideoInfo info;

    h = gst_harness_new_parse ("cudaupload ! "
                               "video/x-raw(memory:CUDAMemory) ! cudadownload");
    gst_video_info_set_format (
        &info, GST_VIDEO_FORMAT_NV12, sizes[i][0], sizes[i][1]);
    gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    buffer = gst_buffer_new_and_alloc (info.size);
    write_frame (buffer, &info);
    result = gst_harness_push_and_pull (h, buffer);
    fail_unless (result != NULL);
    check_frame (result, &info);
    gst_buffer_unref (result);
    fail_unless (fake_driver_counts ().host_to_device > start.host_to_device);
    fail_unless (fake_driver_counts ().device_to_host > start.device_to_host);
    gst_harness_teardown (h);
  }
}

GST_END_TEST;

#if GST_CHECK_VERSION(1, 24, 0)
/* Memory with a stream is uploaded on that, and late. */
GST_START_TEST (test_stream_of_memory)
{
  GstCudaStream *stream = gst_cuda_stream_new (context);
  GstVideoInfo info;
  GstBufferPool *pool = frame_pool (__i__, &info, stream);
  GstBuffer *buffer = acquire (pool);
  GstCudaMemory *memory = (GstCudaMemory *)gst_buffer_peek_memory (buffer, 0);
  GstMapInfo map;

  fail_unless (gst_cuda_memory_get_stream (memory) == stream);
  write_frame (buffer, &info);
  fail_unless (gst_buffer_map (buffer, &map, GST_MAP_READ | GST_MAP_CUDA));
  fail_if (map.data[0] == sample (0, 0, 0) && map.data[1] == sample (0, 1, 0));
  gst_cuda_memory_sync (memory);
  assert_equals_int (map.data[0], sample (0, 0, 0));
  assert_equals_int (map.data[1], sample (0, 1, 0));
  gst_buffer_unmap (buffer, &map);
  check_frame (buffer, &info);
  gst_buffer_unref (buffer);
  free_pool (pool);
  gst_cuda_stream_unref (stream);
}

GST_END_TEST;
#endif

static Suite *
fakedriver_suite (void)
{
  Suite *s = suite_create ("fakedriver");
  TCase *tc = tcase_create ("general");

  tcase_add_checked_fixture (tc, set_up, tear_down);
  tcase_add_test (tc, test_contexts);
  tcase_add_test (tc, test_lost);
  tcase_add_test (tc, test_memory);
  tcase_add_test (tc, test_streams);
  tcase_add_test (tc, test_destroyed_stream);
  tcase_add_test (tc, test_default_stream);
  tcase_add_test (tc, test_event_times);
  tcase_add_test (tc, test_work_that_waits);
  tcase_add_test (tc, test_threads);
  tcase_add_test (tc, test_copies);
  tcase_add_loop_test (tc, test_frames, 0, G_N_ELEMENTS (frames));
  tcase_add_loop_test (tc, test_planes, 0, G_N_ELEMENTS (frames));
  if (gst_registry_find_feature (
          gst_registry_get (), "cudaupload", GST_TYPE_ELEMENT_FACTORY))
    tcase_add_test (tc, test_upload_and_download);
#if GST_CHECK_VERSION(1, 24, 0)
  tcase_add_loop_test (tc, test_stream_of_memory, 0, G_N_ELEMENTS (frames));
#endif
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (fakedriver);
