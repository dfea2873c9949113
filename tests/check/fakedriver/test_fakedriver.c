/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The fake driver under GStreamer's own CUDA library: contexts and memory work,
 * what is asynchronous is seen to be, and what a driver refuses is refused.
 * That frames get through it is for check_cuda_*_fakedriver. */
#include <gst/cuda/gstcudacontext.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudamemory.h>

#include "../suite.h"
#include "fakedriver.h"

#define ok(call) assert_equals_int (call, CUDA_SUCCESS)
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
  fail_unless (gst_cuda_context_push (context));
  before = fake_driver_counts ();
}

/* Nothing is left of any test. */
static void
tear_down (void)
{
  FakeDriverBlocks blocks;

  while (gst_cuda_context_pop (NULL))
    ;
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

TEST (test_contexts)
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
  fail_unless (gst_cuda_context_pop (NULL));
  assert_equals_int (cuMemAlloc (&p, SIZE), CUDA_ERROR_INVALID_CONTEXT);
  assert_equals_int (cuCtxSynchronize (), CUDA_ERROR_INVALID_CONTEXT);
  assert_equals_int (cuCtxPopCurrent (&handle), CUDA_ERROR_INVALID_CONTEXT);

  fail_unless (gst_cuda_context_push (context));
  fail_unless (gst_cuda_context_push (other));
  assert_equals_int (fake_driver_blocks ().pushed, 2);
  ok (cuCtxGetDevice (&device));
  assert_equals_int (device, n - 1);
  thread = g_thread_new (NULL, allocate_without_context, NULL);
  assert_equals_int (
      GPOINTER_TO_INT (g_thread_join (thread)), CUDA_ERROR_INVALID_CONTEXT);
  fail_unless (gst_cuda_context_pop (&handle));
  fail_unless (handle == gst_cuda_context_get_handle (other));
  fail_unless (gst_cuda_context_pop (&handle));
  fail_unless (handle == gst_cuda_context_get_handle (context));
  fail_if (gst_cuda_context_pop (&handle));

  ok (cuCtxSetCurrent (gst_cuda_context_get_handle (other)));
  assert_equals_int (fake_driver_blocks ().pushed, 1);
  gst_object_unref (other); /* destroyed, it is no one's current one */
  ok (cuCtxGetCurrent (&handle));
  fail_unless (handle == NULL);
}

/* What a context still owns when it is destroyed is gone, and counted. */
TEST (test_lost)
{
  GstCudaContext *other = gst_cuda_context_new (0);
  CUdeviceptr p;
  CUstream stream;
  CUevent event;

  fail_unless (gst_cuda_context_push (other));
  ok (cuMemAlloc (&p, SIZE));
  ok (cuStreamCreate (&stream, CU_STREAM_DEFAULT));
  ok (cuEventCreate (&event, CU_EVENT_DEFAULT));
  ok (cuEventRecord (event, stream));
  fail_unless (gst_cuda_context_pop (NULL));
  assert_equals_int (fake_driver_blocks ().device_blocks, 1);
  assert_equals_int (fake_driver_blocks ().streams, 1);
  assert_equals_int (fake_driver_blocks ().events, 1);
  gst_object_unref (other);
  lost += 3;
  fail_if (fake_driver_owns ((void *)p, 1));
}

TEST (test_memory)
{
  guint8 host[SIZE];
  size_t pitch;
  CUdeviceptr p;
  CUDA_MEMCPY2D copy = { 0 };
  CUmemorytype type;
  CUcontext owner;

  assert_equals_int (cuMemAlloc (&p, 0), CUDA_ERROR_INVALID_VALUE);
  ok (cuMemAllocPitch (&p, &pitch, 513, 3, 16));
  assert_equals_int (pitch, 1024);
  assert_equals_int (p % 512, 0);
  fail_unless (fake_driver_owns ((void *)p, 3 * 1024));
  fail_unless (fake_driver_owns ((void *)(p + 1024), 2 * 1024));
  fail_if (fake_driver_owns ((void *)p, 3 * 1024 + 1));
  fail_if (fake_driver_owns (host, 1));

  /* past the end of the block, and of the pitch */
  assert_equals_int (
      cuMemcpyHtoD (p + 2 * 1024, host, 1025), CUDA_ERROR_INVALID_VALUE);
  assert_equals_int (
      cuMemcpyHtoD ((CUdeviceptr)host, host, 1), CUDA_ERROR_INVALID_VALUE);
  assert_equals_int (
      cuMemsetD2D8 (p, 1024, 0, 1025, 2), CUDA_ERROR_INVALID_VALUE);
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = p;
  copy.dstPitch = pitch;
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host;
  copy.srcPitch = 100;
  copy.WidthInBytes = 100;
  copy.Height = 3;
  ok (cuMemcpy2D (&copy));
  copy.WidthInBytes = 101;
  assert_equals_int (cuMemcpy2D (&copy), CUDA_ERROR_INVALID_VALUE);

  memset (host, 0, SIZE);
  ok (cuMemsetD2D16 (p + 2, 1024, 0x1234, 100, 3));
  ok (cuMemcpyDtoH (host, p, 3 * 1024));
  assert_equals_int (GST_READ_UINT16_LE (host + 2 * 1024 + 200), 0x1234);
  fail_if (GST_READ_UINT16_LE (host + 2 * 1024 + 202) == 0x1234);
  ok (cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 1));
  assert_equals_int (type, CU_MEMORYTYPE_DEVICE);
  ok (cuPointerGetAttribute (&owner, CU_POINTER_ATTRIBUTE_CONTEXT, p + 1));
  fail_unless (owner == gst_cuda_context_get_handle (context));

  assert_equals_int (cuMemFree (p + 1), CUDA_ERROR_INVALID_VALUE);
  ok (cuMemFree (p));
  assert_equals_int (cuMemFree (p), CUDA_ERROR_INVALID_VALUE);
  ok (cuMemHostRegister (host, SIZE, 0));
  assert_equals_int (cuMemHostRegister (host + 1, 1, 0),
      CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  ok (cuMemHostUnregister (host));
}

/* --- Streams --- */

static GString *done;

static void
note (void *name)
{
  g_string_append (done, name);
}

/* Streams that wait for no one but those they were told to. */
TEST (test_streams)
{
  CUstream a, b;
  CUevent event;

  done = g_string_new (NULL);
  ok (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  ok (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING));
  ok (cuEventCreate (&event, CU_EVENT_DISABLE_TIMING));
  ok (cuEventQuery (event));

  ok (fake_driver_stream_add (a, note, "1"));
  ok (cuEventRecord (event, a));
  ok (fake_driver_stream_add (a, note, "2"));
  ok (fake_driver_stream_add (b, note, "3"));
  ok (cuStreamWaitEvent (b, event, 0));
  ok (cuLaunchHostFunc (b, note, "4"));
  assert_equals_int (cuStreamQuery (a), CUDA_ERROR_NOT_READY);
  assert_equals_int (cuEventQuery (event), CUDA_ERROR_NOT_READY);
  ok (cuStreamSynchronize (NULL));
  assert_equals_string (done->str, "");

  /* the first part of a for b; the event may be gone */
  ok (cuEventDestroy (event));
  ok (cuStreamSynchronize (b));
  assert_equals_string (done->str, "314");
  ok (cuStreamQuery (b));
  assert_equals_int (cuStreamQuery (a), CUDA_ERROR_NOT_READY);
  ok (cuCtxSynchronize ());
  assert_equals_string (done->str, "3142");
  assert_counted (stream_syncs, 2);
  assert_counted (context_syncs, 1);

  /* a destroyed stream's work is done */
  ok (fake_driver_stream_add (a, note, "5"));
  ok (cuStreamDestroy (a));
  assert_equals_string (done->str, "31425");
  assert_equals_int (cuStreamQuery (a), CUDA_ERROR_INVALID_HANDLE);
  ok (fake_driver_stream_add (b, note, "6"));
  fake_driver_finish ();
  assert_equals_string (done->str, "314256");
  ok (cuStreamDestroy (b));
  g_string_free (done, TRUE);
}

static void
record_on_default (gpointer event)
{
  ok (cuEventRecord (event, NULL));
}

/* The default stream may come to wait for a stream while that is destroyed. */
TEST (test_destroyed_stream)
{
  CUstream stream;
  CUevent event;

  ok (cuStreamCreate (&stream, CU_STREAM_DEFAULT));
  ok (cuEventCreate (&event, CU_EVENT_DISABLE_TIMING));
  ok (fake_driver_stream_add (stream, record_on_default, event));
  ok (cuStreamDestroy (stream));
  ok (cuEventSynchronize (event));
  ok (cuEventDestroy (event));
}

/* The default stream, and one that is not non-blocking, wait for each other. */
TEST (test_default_stream)
{
  CUstream blocking, other;

  done = g_string_new (NULL);
  ok (cuStreamCreate (&blocking, CU_STREAM_DEFAULT));
  ok (cuStreamCreate (&other, CU_STREAM_NON_BLOCKING));

  ok (fake_driver_stream_add (other, note, "0"));
  ok (fake_driver_stream_add (blocking, note, "1"));
  ok (fake_driver_stream_add (NULL, note, "2"));
  ok (fake_driver_stream_add (blocking, note, "3"));
  ok (cuStreamSynchronize (blocking));
  assert_equals_string (done->str, "123");
  ok (fake_driver_stream_add (blocking, note, "4"));
  ok (cuStreamSynchronize (NULL));
  assert_equals_string (done->str, "1234");

  ok (cuStreamDestroy (blocking));
  ok (cuStreamDestroy (other));
  assert_equals_string (done->str, "12340");
  g_string_free (done, TRUE);
}

static void
pass_time (void *unused)
{
  g_usleep (2000);
}

/* Timing is of when the work is done. */
TEST (test_event_times)
{
  CUevent start, end;
  float time;

  ok (cuEventCreate (&start, CU_EVENT_DEFAULT));
  ok (cuEventCreate (&end, CU_EVENT_DEFAULT));
  ok (cuEventRecord (start, NULL));
  ok (fake_driver_stream_add (NULL, pass_time, NULL));
  ok (cuEventRecord (end, NULL));
  assert_equals_int (
      cuEventElapsedTime (&time, start, end), CUDA_ERROR_NOT_READY);
  ok (cuEventSynchronize (end));
  assert_counted (event_syncs, 1);
  ok (cuEventElapsedTime (&time, start, end));
  fail_unless (time >= 2, "%f", time);
  ok (cuEventDestroy (start));
  ok (cuEventDestroy (end));
}

static CUresult self_result;

static void
wait_for_itself (void *stream)
{
  self_result = cuStreamSynchronize (stream);
}

/* Work that waits for itself is refused, instead of never ending. */
TEST (test_work_that_waits)
{
  CUstream stream;

  ok (cuStreamCreate (&stream, CU_STREAM_NON_BLOCKING));
  ok (fake_driver_stream_add (stream, wait_for_itself, stream));
  ok (cuStreamSynchronize (stream));
  assert_equals_int (self_result, CUDA_ERROR_NOT_PERMITTED);
  ok (cuStreamDestroy (stream));
}

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

    ok (fake_driver_stream_add (stream, count, own));
    ok (cuEventRecord (own->events[t], stream));
    ok (cuStreamWaitEvent (stream, own->events[(t + 1) % N_THREADS], 0));
    if (i % 3 == 0)
      ok (cuStreamSynchronize (own->streams[(t + i) % N_THREADS]));
    if (i % 7 == 0)
      ok (cuEventSynchronize (own->events[t]));
  }
  fail_unless (gst_cuda_context_pop (NULL));
  return NULL;
}

TEST (test_threads)
{
  GThread *threads[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++) {
    ok (cuStreamCreate (&shared[0].streams[i], CU_STREAM_NON_BLOCKING));
    ok (cuEventCreate (&shared[0].events[i], CU_EVENT_DISABLE_TIMING));
  }
  for (guint i = 0; i < N_THREADS; i++) {
    shared[i] = shared[0];
    shared[i].thread = i;
  }
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new (NULL, work_and_wait, &shared[i]);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  ok (cuCtxSynchronize ());
  for (guint i = 0; i < N_THREADS; i++) {
    assert_equals_int (shared[i].n_done[i], N_ROUNDS);
    ok (cuEventDestroy (shared[0].events[i]));
    ok (cuStreamDestroy (shared[0].streams[i]));
  }
}

/* --- Copies --- */

/* Asynchronous ones with page-locked memory are late, those with pageable
 * memory leave it alone when they return, and those within the device are late
 * however they are called. */
TEST (test_copies)
{
  guint8 pageable[SIZE], *locked;
  CUdeviceptr p, q;
  CUstream stream;

  ok (cuStreamCreate (&stream, CU_STREAM_NON_BLOCKING));
  ok (cuMemAlloc (&p, SIZE));
  ok (cuMemAlloc (&q, SIZE));
  ok (cuMemAllocHost ((void **)&locked, SIZE));

  memset (locked, 1, SIZE);
  ok (cuMemcpyHtoDAsync (p, locked, SIZE, stream));
  memset (locked, 2, SIZE); /* too early */
  ok (cuStreamSynchronize (stream));
  ok (cuMemcpyDtoH (pageable, p, SIZE));
  assert_equals_int (pageable[SIZE - 1], 2);

  memset (pageable, 3, SIZE);
  ok (cuMemcpyHtoDAsync (p, pageable, SIZE, stream));
  memset (pageable, 4, SIZE); /* it was staged */
  ok (cuMemcpyDtoHAsync (locked, p, SIZE, stream));
  assert_equals_int (locked[0], 2);
  ok (cuStreamSynchronize (stream));
  assert_equals_int (locked[0], 3);

  memset (pageable, 4, SIZE);
  ok (cuMemcpyDtoHAsync (pageable, p, SIZE, stream));
  assert_equals_int (pageable[0], 3);

  ok (cuMemcpyDtoD (q, p, SIZE));
  ok (cuMemcpyDtoHAsync (locked, q, SIZE, stream));
  ok (cuStreamSynchronize (stream));
  fail_if (locked[0] == 3); /* not ordered with the default stream */
  ok (cuMemcpyDtoH (locked, q, SIZE));
  assert_equals_int (locked[0], 3);

  assert_counted (host_to_device, 2);
  assert_counted (device_to_host, 5);
  assert_counted (device_to_device, 1);
  assert_counted (pageable_copies, 3);
  assert_counted (copy_syncs, 4);

  /* to free memory waits for what might use it */
  ok (cuMemcpyHtoDAsync (p, locked, SIZE, stream));
  ok (cuMemFree (q));
  ok (cuStreamQuery (stream));
  assert_counted (free_syncs, 1);
  ok (cuMemFree (p));
  ok (cuMemFreeHost (locked));
  ok (cuStreamDestroy (stream));
}

TEST_MAIN (gst_check_init, set_up, tear_down)
