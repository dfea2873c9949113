/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudasnake's frames in CUDAMemory: looked at, and drawn on, where they are;
 * and what becomes of contours on their way to and from a device. */
#include "cudatest.h"
#include "snaketest.h"

#define WIDTH 160
#define HEIGHT 118

static Random scenery;
static GstElement *snake, *on_cpu; /* or NULL */
static GstHarness *h, *h_cpu;
static GstVideoInfo info;

static void
setup (void)
{
  cuda_test_setup ();
  random_init (&scenery, 1, "cudasnake");
  snake = on_cpu = NULL;
  h = h_cpu = NULL;
}

static void
teardown (void)
{
  g_clear_pointer (&h, gst_harness_teardown);
  g_clear_pointer (&h_cpu, gst_harness_teardown);
  gst_clear_object (&snake);
  gst_clear_object (&on_cpu);
  cuda_test_teardown ();
}

static GstElement *
new_snake (const gchar *backend, gboolean draw)
{
  GstElement *element = video_test_element ("cudasnake");

  gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
  g_object_set (element, "draw", draw, NULL);
  return element;
}

static void
start (gboolean cuda, gboolean draw)
{
  snake = new_snake ("cuda", draw);
  on_cpu = new_snake ("cpu", draw);
  h = cuda_test_harness (snake, &info, cuda, cuda);
  h_cpu = video_test_harness (on_cpu, &info);
}

static GstBuffer *
picture (guint frame)
{
  const Scene scene = snake_test_disc (&info, 50 + 2 * frame, 60);

  return snake_test_scene_frame (&info, &scene, NULL, &scenery, noise);
}

/* Frames by both: their contours and pixels are the same. Takes the picture,
 * and the frame that is it on the device. */
static GstBuffer *
push_both (GstBuffer *frame, GstBuffer *host, const gchar *what)
{
  g_autoptr (GstCudaSnakeContours) contours = NULL, expected = NULL;
  GstBuffer *result, *on_host;

  on_host = video_test_push_and_pull (h_cpu, host);
  result = video_test_push_and_pull (h, frame);
  contours = contours_test_get (result, what);
  expected = contours_test_get (on_host, what);
  contours_test_compare (contours, expected, what);
  assert_equals_int (contours->n_contours, 1);
  assert_equals_int (contours->contours[0].id, 1);
  cuda_test_compare (&info, gst_buffer_ref (result), on_host, what);
  gst_buffer_unref (on_host);
  return result;
}

/* Every format: the very memory goes on, nothing is uploaded. */
TEST_LOOP (test_formats, 2 * cuda_test_n_formats ())
{
  const guint n = cuda_test_n_formats ();
  const gboolean draw = __i__ >= (gint)n;
  GstBufferPool *pools[2];

  info = video_test_progressive (cuda_test_formats[__i__ % n], WIDTH, HEIGHT);
  if (!cuda_test_holds (&info))
    return;
  start (TRUE, draw);
  pools[0] = cuda_test_pool (cuda_test_context, &info, 0);
  pools[1] = cuda_test_plain_pool (cuda_test_context, &info, 0);
  for (guint i = 0; i < 6; i++) {
    GstBuffer *host = picture (i);
    g_autoptr (GstBuffer) before = gst_buffer_copy_deep (host);
    GstBuffer *frame = cuda_test_upload (pools[i % 2], &info, host);
    GstMemory *memory = gst_buffer_peek_memory (frame, 0);
    const gboolean shared = i >= 4;
    g_autoptr (GstBuffer) result = NULL;

    if (shared)
      gst_buffer_ref (frame);
    result = push_both (frame, host, cuda_test_formats[__i__ % n]);
    fail_unless (cuda_test_get_context (result) == cuda_test_context);
    fail_unless (
        (gst_buffer_peek_memory (result, 0) == memory) == !(draw && shared));
    if (shared)
      cuda_test_compare (&info, frame, before, "somebody else's");
  }
  assert_equals_uint64 (video_test_stat (snake, "uploads"), 0);
  assert_equals_uint64 (video_test_stat (snake, "downloads"), 0);
  cuda_test_pool_free (pools[0]);
  cuda_test_pool_free (pools[1]);
}

/* Thirty frames of a target on its way, of host memory and of CUDAMemory. */
TEST_LOOP (test_track, 2)
{
  const gboolean cuda = __i__;
  GstBufferPool *pool;

  info = video_test_progressive ("NV12", WIDTH, HEIGHT);
  start (cuda, FALSE);
  pool = cuda_test_pool (cuda_test_context, &info, 0);
  for (guint i = 0; i < 30; i++) {
    GstBuffer *host = picture (i);
    GstBuffer *frame = cuda ? cuda_test_upload (pool, &info, host)
                            : gst_buffer_copy_deep (host);

    gst_buffer_unref (push_both (frame, host, "tracked"));
  }
  cuda_test_pool_free (pool);
}

/* Frames of another context: the element works in that, as its elements do. */
TEST (test_other_context)
{
  GstCudaContext *context = cuda_test_other_context ();
  GstBufferPool *pools[2];

  info = video_test_progressive ("NV12", WIDTH, HEIGHT);
  start (TRUE, FALSE);
  pools[0] = cuda_test_pool (cuda_test_context, &info, 0);
  pools[1] = cuda_test_pool (context, &info, 0);
  for (guint i = 0; i < 6; i++) {
    GstBuffer *host = picture (i);
    GstBuffer *frame = cuda_test_upload (pools[i / 3], &info, host);
    g_autoptr (GstBuffer) result = push_both (frame, host, "of two contexts");

    fail_unless (cuda_test_get_context (result)
                 == (i < 3 ? cuda_test_context : context));
  }
  cuda_test_pool_free (pools[0]);
  cuda_test_pool_free (pools[1]);
  gst_object_unref (context);
}

#define CUDA " ! capsfilter caps=video/x-raw(memory:CUDAMemory)"

/* Contours arrive, and are those that the CPU finds in the same pictures. */
static const gchar *const round_trips[] = {
  "cudasnake ! cudaupload" CUDA " ! cudadownload",
  "cudaupload" CUDA " ! cudasnake" CUDA " ! cudadownload",
  "cudaupload" CUDA " ! cudasnake" CUDA " ! queue ! cudacopy ! cudadownload",
  "cudasnake backend=cpu ! cudaupload" CUDA " ! cudacopy ! cudadownload",
  "cudaupload" CUDA " ! cudasnake backend=cpu ! cudadownload",
};

TEST_LOOP (test_round_trips, G_N_ELEMENTS (round_trips))
{
  if (!cuda_test_has_element ("cudaupload")
      || !cuda_test_has_element ("cudadownload"))
    return;
  info = video_test_progressive ("NV12", WIDTH, HEIGHT);
  h = cuda_test_parse (round_trips[__i__]);
  on_cpu = new_snake ("cpu", FALSE);
  h_cpu = video_test_harness (on_cpu, &info);
  gst_harness_set_sink_caps (h, cuda_test_caps (&info, FALSE));
  gst_harness_set_src_caps (h, cuda_test_caps (&info, FALSE));
  for (guint i = 0; i < 10; i++) {
    GstBuffer *host = picture (i);
    g_autoptr (GstCudaSnakeContours) expected = NULL, contours = NULL;
    GstBuffer *result;

    video_test_push (h, gst_buffer_copy_deep (host));
    result = gst_harness_pull (h);
    cuda_test_compare (
        &info, gst_buffer_ref (result), host, round_trips[__i__]);
    contours = snake_test_take (result);
    expected = snake_test_push (h_cpu, host);
    contours_test_compare (contours, expected, round_trips[__i__]);
    assert_equals_int (contours->n_contours, 1);
  }
  gst_element_set_state (h->element, GST_STATE_NULL);
}

TEST_MAIN (cuda_test_init, setup, teardown)
