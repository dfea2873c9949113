/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of CUDAMemory share. */
#include "cudatest.h"

#include <gst/cuda/cuda-gst.h>

#include "liveobjects.h"
#include "naivemedian.h"

#ifdef TEST_FAKEDRIVER
#include "elements.h"
#else
#include <gmodule.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

GstCudaContext *cuda_test_context;

const gchar *const cuda_test_formats[] = { "NV12", "NV21", "I420", "YV12",
  "Y42B", "Y444", "I420_10LE", "I422_10LE", "P010_10LE", "P016_LE", "YUY2",
  "UYVY", "RGB", "BGR", "RGBA", "BGRA", "ARGB", "ABGR", "RGBx", "BGRx", "GBR" };

guint
cuda_test_n_formats (void)
{
  return G_N_ELEMENTS (cuda_test_formats);
}

/* The program */

#ifdef TEST_FAKEDRIVER

static void
find_device (void)
{
  elements_register ();
}

#else

static gboolean
device_opens (void)
{
  GModule *driver = g_module_open ("libcuda.so.1", G_MODULE_BIND_LAZY);

  return driver && gst_cuda_load_library () && gst_cuda_context_new (0);
}

/* Looks for it in a process of its own: CUDA does not outlive the fork that
 * each test is. */
static void
find_device (void)
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    _exit (device_opens () ? 0 : 1);
  if (waitpid (child, &status, 0) == child && WIFEXITED (status)
      && WEXITSTATUS (status) == 0)
    return;
  g_print ("skipped: there is no NVIDIA GPU, or no driver for it\n");
  exit (77);
}

#endif

void
cuda_test_init (int *argc, char ***argv)
{
  g_setenv ("GST_TRACERS", "leaks", TRUE);
  g_setenv ("CUDAFILTERS_PRIVATE", "1", TRUE); /* for cudacopy */
  g_setenv ("CUDAFILTERS_TEST_BACKEND", "cuda", TRUE);
  video_test_own_contexts = TRUE;
  gst_check_init (argc, argv);
  find_device ();
}

static GstStaticPadTemplate harness_src = GST_STATIC_PAD_TEMPLATE (
    "src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
static GstStaticPadTemplate harness_sink = GST_STATIC_PAD_TEMPLATE (
    "sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

GstHarness *
cuda_test_parse (const gchar *description)
{
  GstHarness *h = gst_harness_new_empty ();
  GError *error = NULL;
  GstElement *bin = gst_parse_bin_from_description (description, TRUE, &error);

  fail_unless (bin != NULL, "%s", error ? error->message : description);
  cuda_test_set_context (bin, cuda_test_context);
  gst_harness_add_element_full (h, bin, &harness_src, "sink", &harness_sink,
      bin->numsrcpads > 0 ? "src" : NULL);
  gst_object_unref (bin);
  return h;
}

/* Every test */

#ifdef TEST_FAKEDRIVER

static FakeDriverBlocks before;

static void
check_blocks (void)
{
  FakeDriverBlocks now = fake_driver_blocks ();

  assert_equals_int (now.device_blocks, before.device_blocks);
  assert_equals_int (now.host_blocks, before.host_blocks);
  assert_equals_int (now.contexts, before.contexts);
  assert_equals_int (now.pushed, before.pushed);
  assert_equals_int (now.streams, before.streams);
  assert_equals_int (now.events, before.events);
  assert_equals_int (now.lost, before.lost);
}

/* A stream of the fake driver is late by itself. */
static void
delay (CUstream stream)
{
}

static void
start_delays (void)
{
}

static void
stop_delays (void)
{
}

#else

/* Copies that keep a GPU busy for about a millisecond. */
#define DELAY_BYTES (1 << 26)
#define DELAY_COPIES 64

static CUdeviceptr busy;

static void
delay (CUstream stream)
{
  CUDA_MEMCPY2D copy = {
    .srcMemoryType = CU_MEMORYTYPE_DEVICE,
    .srcDevice = busy,
    .srcPitch = DELAY_BYTES / 2,
    .dstMemoryType = CU_MEMORYTYPE_DEVICE,
    .dstDevice = busy + DELAY_BYTES / 2,
    .dstPitch = DELAY_BYTES / 2,
    .WidthInBytes = DELAY_BYTES / 2,
    .Height = 1,
  };

  for (guint i = 0; i < DELAY_COPIES; i++)
    assert_equals_int (CuMemcpy2DAsync (&copy, stream), CUDA_SUCCESS);
}

static void
start_delays (void)
{
  gst_cuda_context_push (cuda_test_context);
  assert_equals_int (CuMemAlloc (&busy, DELAY_BYTES), CUDA_SUCCESS);
  gst_cuda_context_pop (NULL);
}

static void
stop_delays (void)
{
  gst_cuda_context_push (cuda_test_context);
  assert_equals_int (CuMemFree (busy), CUDA_SUCCESS);
  gst_cuda_context_pop (NULL);
}

#endif

void
cuda_test_setup (void)
{
  fail_unless (gst_cuda_load_library ());
  gst_cuda_memory_init_once ();
#ifdef TEST_FAKEDRIVER
  driver_backend_install ();
  before = fake_driver_blocks ();
#endif
  live_objects_start ();
  video_test_setup ();
  cuda_test_context = gst_cuda_context_new (0);
  fail_unless (cuda_test_context != NULL);
  start_delays ();
}

void
cuda_test_teardown (void)
{
  stop_delays ();
  assert_equals_int (G_OBJECT (cuda_test_context)->ref_count, 1);
  gst_clear_object (&cuda_test_context);
  video_test_teardown ();
  live_objects_check ();
#ifdef TEST_FAKEDRIVER
  check_blocks ();
  driver_backend_uninstall ();
#endif
}

gboolean
cuda_test_has_element (const gchar *name)
{
  GstElementFactory *factory = gst_element_factory_find (name);
  GstPluginFeature *loaded;

  if (!factory) {
    g_print ("left out, as there is no %s\n", name);
    return FALSE;
  }
  /* its plugin makes contexts while it is loaded, and leaves them current on
   * the fake driver, whose device decodes nothing */
  loaded = gst_plugin_feature_load (GST_PLUGIN_FEATURE (factory));
  fail_unless (loaded != NULL);
  gst_object_unref (loaded);
  gst_object_unref (factory);
#ifdef TEST_FAKEDRIVER
  while (gst_cuda_context_pop (NULL))
    ;
  before.contexts = fake_driver_blocks ().contexts - 1;
  before.lost = fake_driver_blocks ().lost;
#endif
  return TRUE;
}

/* Contexts */

GstCudaContext *
cuda_test_other_context (void)
{
  GstCudaContext *context = gst_cuda_context_new (0);

  fail_unless (context != NULL);
  return context;
}

void
cuda_test_set_context (GstElement *element, GstCudaContext *context)
{
  g_autoptr (GstContext) c = gst_context_new_cuda_context (context);

  gst_element_set_context (element, c);
}

/* Caps */

GstCaps *
cuda_test_caps (const GstVideoInfo *info, gboolean cuda)
{
  GstCaps *caps = gst_video_info_to_caps (info);

  if (cuda)
    gst_caps_set_features_simple (caps,
        gst_caps_features_from_string (GST_CAPS_FEATURE_MEMORY_CUDA_MEMORY));
  return caps;
}

void
cuda_test_set_caps (GstHarness *h, const GstVideoInfo *info, gboolean cuda_in,
    gboolean cuda_out)
{
  gst_harness_set_caps (
      h, cuda_test_caps (info, cuda_in), cuda_test_caps (info, cuda_out));
}

GstHarness *
cuda_test_harness (GstElement *element, const GstVideoInfo *info,
    gboolean cuda_in, gboolean cuda_out)
{
  GstHarness *h;

  cuda_test_set_context (element, cuda_test_context);
  h = gst_harness_new_with_element (element, "sink", "src");
  cuda_test_set_caps (h, info, cuda_in, cuda_out);
  return h;
}

/* Frames */

static GstBufferPool *
new_pool (GstCudaContext *context, const GstVideoInfo *info, guint max,
    GstCudaStream *stream)
{
  GstBufferPool *pool = gst_cuda_buffer_pool_new (context);
  GstStructure *config = gst_buffer_pool_get_config (pool);
  GstCaps *caps = cuda_test_caps (info, TRUE);

  gst_buffer_pool_config_set_params (
      config, caps, GST_VIDEO_INFO_SIZE (info), 0, max);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (stream)
    gst_buffer_pool_config_set_cuda_stream (config, stream);
  fail_unless (gst_buffer_pool_set_config (pool, config));
  fail_unless (gst_buffer_pool_set_active (pool, TRUE));
  gst_caps_unref (caps);
  return pool;
}

GstBufferPool *
cuda_test_pool (GstCudaContext *context, const GstVideoInfo *info, guint max)
{
  GstCudaStream *stream = gst_cuda_stream_new (context);
  GstBufferPool *pool = new_pool (context, info, max, stream);

  if (stream)
    gst_mini_object_unref (GST_MINI_OBJECT_CAST (stream));
  return pool;
}

GstBufferPool *
cuda_test_plain_pool (
    GstCudaContext *context, const GstVideoInfo *info, guint max)
{
  return new_pool (context, info, max, NULL);
}

void
cuda_test_pool_free (GstBufferPool *pool)
{
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
}

static GstBuffer *
acquire (GstBufferPool *pool)
{
  GstBuffer *buffer = NULL;

  assert_equals_int (
      gst_buffer_pool_acquire_buffer (pool, &buffer, NULL), GST_FLOW_OK);
  fail_unless (cuda_test_get_context (buffer) != NULL);
  return buffer;
}

gboolean
cuda_test_holds (const GstVideoInfo *info)
{
  GstBufferPool *pool = cuda_test_pool (cuda_test_context, info, 0);
  GstBuffer *buffer = acquire (pool);
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  gboolean holds = TRUE;

  for (guint p = 0; p < meta->n_planes; p++)
    holds &= meta->offset[p] + (video_test_rows (info, p) - 1) * meta->stride[p]
                 + video_test_row_bytes (info, p)
             <= gst_buffer_get_size (buffer);
  gst_buffer_unref (buffer);
  cuda_test_pool_free (pool);
  return holds;
}

static CUstream
stream_of (GstBuffer *frame)
{
  GstCudaMemory *memory =
      GST_CUDA_MEMORY_CAST (gst_buffer_peek_memory (frame, 0));
  GstCudaStream *stream = gst_cuda_memory_get_stream (memory);

  return stream ? gst_cuda_stream_get_handle (stream) : NULL;
}

/* All planes, to the device or back, on the memory's stream. */
static void
move (const GstVideoInfo *info, GstBuffer *frame, GstBuffer *picture,
    gboolean to_device)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (frame);
  CUstream stream = stream_of (frame);
  GstMapInfo device, host;

  fail_unless (gst_buffer_map (frame, &device,
      (to_device ? GST_MAP_WRITE : GST_MAP_READ) | GST_MAP_CUDA));
  fail_unless (gst_buffer_map (
      picture, &host, to_device ? GST_MAP_READ : GST_MAP_WRITE));
  gst_cuda_context_push (cuda_test_get_context (frame));
  if (to_device && stream && cuda_test_get_context (frame) == cuda_test_context)
    delay (stream);
  for (guint p = 0; p < meta->n_planes; p++) {
    guint8 *at = host.data + GST_VIDEO_INFO_PLANE_OFFSET (info, p);
    CUdeviceptr device_at = (CUdeviceptr)device.data + meta->offset[p];
    CUDA_MEMCPY2D copy = {
      .srcMemoryType = to_device ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE,
      .srcHost = at,
      .srcDevice = device_at,
      .srcPitch =
          to_device ? GST_VIDEO_INFO_PLANE_STRIDE (info, p) : meta->stride[p],
      .dstMemoryType = to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
      .dstHost = at,
      .dstDevice = device_at,
      .dstPitch =
          to_device ? meta->stride[p] : GST_VIDEO_INFO_PLANE_STRIDE (info, p),
      .WidthInBytes = video_test_row_bytes (info, p),
      .Height = video_test_rows (info, p),
    };

    assert_equals_int (
        stream ? CuMemcpy2DAsync (&copy, stream) : CuMemcpy2D (&copy),
        CUDA_SUCCESS);
  }
  /* without a stream, a copy from pageable memory may still be on its way */
  if (!to_device || !stream)
    assert_equals_int (CuStreamSynchronize (stream), CUDA_SUCCESS);
  gst_cuda_context_pop (NULL);
  gst_buffer_unmap (picture, &host);
  gst_buffer_unmap (frame, &device);
}

GstBuffer *
cuda_test_upload (
    GstBufferPool *pool, const GstVideoInfo *info, GstBuffer *picture)
{
  GstBuffer *frame = acquire (pool);

  move (info, frame, picture, TRUE);
  return frame;
}

GstBuffer *
cuda_test_download (const GstVideoInfo *info, GstBuffer *frame)
{
  GstBuffer *picture;

  if (!cuda_test_get_context (frame))
    return gst_buffer_ref (frame);
  picture = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (info), NULL);
  gst_buffer_memset (picture, 0, 0, GST_VIDEO_INFO_SIZE (info));
  move (info, frame, picture, FALSE);
  return picture;
}

void
cuda_test_compare (const GstVideoInfo *info, GstBuffer *result,
    GstBuffer *expected, const gchar *what)
{
  g_autoptr (GstBuffer) picture = cuda_test_download (info, result);

  gst_buffer_unref (result);
  video_test_compare (info, picture, expected, what);
}

GstBuffer *
cuda_test_expected (
    const gchar *description, const GstVideoInfo *info, GstBuffer *picture)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstBuffer *filtered = gst_buffer_ref (picture);

  while ((description = strstr (description, "cudamedian"))) {
    GstBuffer *before = filtered;

    filtered = naive_median_filter (&median, info, before, FALSE);
    gst_buffer_unref (before);
    description++;
  }
  return filtered;
}

GstCudaContext *
cuda_test_get_context (GstBuffer *buffer)
{
  GstMemory *memory = gst_buffer_peek_memory (buffer, 0);

  return gst_is_cuda_memory (memory) ? GST_CUDA_MEMORY_CAST (memory)->context
                                     : NULL;
}
