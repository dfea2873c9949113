/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* CUDAMemory in the negotiation of caps and of memory. */
#include <gmodule.h>

#include "cudatest.h"
#include "naivemedian.h"

#define INFO "width = 16, height = 8, framerate = 25/1"
#define CUDA(format) \
  "video/x-raw(memory:CUDAMemory), format = " format ", " INFO
#define SYSTEM(format) "video/x-raw, format = " format ", " INFO

static gboolean
are_cuda (GstCaps *caps)
{
  return gst_caps_features_contains (
      gst_caps_get_features (caps, 0), GST_CAPS_FEATURE_MEMORY_CUDA_MEMORY);
}

/* The pads' CUDAMemory formats are those that the tests know of. NVMM they have
 * where its library is, which check_nvmm.c brings. */
TEST_LOOP (test_templates, 2)
{
  static const gchar *const pads[] = { "sink", "src" };
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstCaps) caps = gst_pad_template_get_caps (
      gst_element_get_pad_template (element, pads[__i__]));
  const GValue *formats = NULL;
  GModule *library = g_module_open ("libnvbufsurface.so", G_MODULE_BIND_LAZY);
  gboolean nvmm = FALSE;
  guint i, k;

  for (i = 0; i < gst_caps_get_size (caps); i++)
    nvmm |= gst_caps_features_contains (
        gst_caps_get_features (caps, i), "memory:NVMM");
  fail_unless (nvmm == (library != NULL));
  g_clear_pointer (&library, g_module_close);
  for (i = 0; i < gst_caps_get_size (caps); i++)
    if (gst_caps_features_contains (gst_caps_get_features (caps, i),
            GST_CAPS_FEATURE_MEMORY_CUDA_MEMORY))
      formats =
          gst_structure_get_value (gst_caps_get_structure (caps, i), "format");
  fail_unless (formats != NULL);
  assert_equals_int (gst_value_list_get_size (formats), cuda_test_n_formats ());
  for (i = 0; i < cuda_test_n_formats (); i++) {
    const gchar *format =
        g_value_get_string (gst_value_list_get_value (formats, i));

    for (k = 0; k < cuda_test_n_formats ()
                && !g_str_equal (format, cuda_test_formats[k]);
         k++)
      ;
    fail_unless (k < cuda_test_n_formats (), "%s", format);
  }
}

static void
push_caps (GstHarness *h, GstCaps *caps)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  fail_unless (gst_harness_push_event (h, gst_event_new_stream_start ("test")));
  gst_harness_push_event (h, gst_event_new_caps (caps));
  gst_harness_push_event (h, gst_event_new_segment (&segment));
}

/* Is neither taken nor offered. */
static void
check_refused (const gchar *text)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstHarness) h =
      gst_harness_new_with_element (element, "sink", "src");
  g_autoptr (GstCaps) caps = gst_caps_from_string (text);
  GstPad *sink = gst_element_get_static_pad (h->element, "sink");
  GstPad *src = gst_element_get_static_pad (h->element, "src");
  GstCaps *offered = gst_pad_query_caps (src, caps);
  GstCaps *taken = gst_pad_query_caps (sink, caps);

  fail_if (gst_pad_query_accept_caps (sink, caps), text);
  fail_unless (gst_caps_is_empty (taken), text);
  fail_unless (gst_caps_is_empty (offered), text);
  gst_caps_unref (taken);
  gst_caps_unref (offered);
  gst_object_unref (src);
  gst_object_unref (sink);

  push_caps (h, caps);
  assert_equals_int (
      gst_harness_push (h, gst_buffer_new ()), GST_FLOW_NOT_NEGOTIATED);
}

/* What no release's CUDAMemory carries, and formats that not all do. */
TEST (test_refused)
{
  static const gchar *const formats[] = { "GRAY8", "GRAY16_LE", "NV16", "NV24",
    "I420_12LE", "Y444_10LE", "P012_LE", "xRGB", "xBGR", "AYUV", "A420",
    "AYUV64", "ARGB64", "v216", "Y41B" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree gchar *caps = g_strdup_printf (CUDA ("%s"), formats[i]);

    check_refused (caps);
  }
  check_refused (
      "video/x-raw(memory:CUDAMemory, format:Interlaced), format = NV12, "
      "interlace-mode = alternate, " INFO);
  check_refused ("video/x-raw(memory:GLMemory), format = RGBA, " INFO);
}

/* `to` NULL takes anything; `result` NULL: there is no agreement. */
typedef struct {
  const gchar *element, *from, *to, *result;
} Negotiation;

/* The input's memory goes on, where downstream takes it. */
static const Negotiation negotiations[] = {
  { "cudamedian", SYSTEM ("NV12"), SYSTEM ("NV12") ";" CUDA ("NV12"),
      SYSTEM ("NV12") },
  { "cudamedian", SYSTEM ("NV12"), CUDA ("NV12") ";" SYSTEM ("NV12"),
      SYSTEM ("NV12") },
  { "cudamedian", CUDA ("NV12"), SYSTEM ("NV12") ";" CUDA ("NV12"),
      CUDA ("NV12") },
  { "cudamedian", CUDA ("NV12"), CUDA ("NV12") ";" SYSTEM ("NV12"),
      CUDA ("NV12") },
  { "cudamedian", CUDA ("NV12"), SYSTEM ("NV12"), SYSTEM ("NV12") },
  { "cudamedian", SYSTEM ("NV12"), CUDA ("NV12"), CUDA ("NV12") },
  { "cudamedian", SYSTEM ("GRAY8"), CUDA ("GRAY8") ";" SYSTEM ("GRAY8"),
      SYSTEM ("GRAY8") },
  { "cudamedian", SYSTEM ("GRAY8"), CUDA ("NV12"), NULL },
  { "cudamedian", CUDA ("NV12"), CUDA ("RGBA"), NULL },
  { "cudamedian", CUDA ("NV12"), NULL, SYSTEM ("NV12") },
  { "cudamedian", SYSTEM ("NV12"), NULL, SYSTEM ("NV12") },
  { "cudacopy", CUDA ("RGB"), NULL, SYSTEM ("RGB") },
  { "cudamedian ! identity", CUDA ("NV12"), NULL, SYSTEM ("NV12") },
  { "cudamedian ! queue", CUDA ("NV12"), NULL, SYSTEM ("NV12") },
  { "cudamedian ! tee ! queue", CUDA ("NV12"), NULL, SYSTEM ("NV12") },
  { "cudamedian ! queue ! identity", CUDA ("NV12"), CUDA ("NV12"),
      CUDA ("NV12") },
  { "cudamedian ! cudamedian", CUDA ("NV12"), NULL, SYSTEM ("NV12") },
  { "cudamedian ! cudamedian", SYSTEM ("I420"), CUDA ("I420"), CUDA ("I420") },
  { "cudamedian ! capsfilter caps=video/x-raw(memory:CUDAMemory)",
      SYSTEM ("NV12"), NULL, CUDA ("NV12") },
  { "cudamedian ! capsfilter caps=video/x-raw(memory:CUDAMemory)",
      CUDA ("NV12"), NULL, CUDA ("NV12") },
  { "cudamedian ! capsfilter caps=video/x-raw", CUDA ("NV12"), NULL,
      SYSTEM ("NV12") },
  { "cudamedian ! video/x-raw ! queue ! cudamedian", CUDA ("NV12"),
      CUDA ("NV12"), CUDA ("NV12") },
  /* on the CPU, CUDAMemory is taken and never made */
  { "cudamedian backend=cpu", CUDA ("NV12"), NULL, SYSTEM ("NV12") },
  { "cudamedian backend=cpu", CUDA ("NV12"), CUDA ("NV12") ";" SYSTEM ("NV12"),
      SYSTEM ("NV12") },
  { "cudamedian backend=cpu", CUDA ("NV12"), CUDA ("NV12"), NULL },
  { "cudamedian backend=cpu", SYSTEM ("NV12"), CUDA ("NV12"), NULL },
  { "cudamedian backend=cpu", SYSTEM ("NV12"), NULL, SYSTEM ("NV12") },
};

/* A frame under the caps that are negotiated comes out right, and as foretold.
 */
static void
check_agreed (GstHarness *h, const Negotiation *n, GstCaps *from)
{
  g_autoptr (GstCaps) expected_caps = gst_caps_from_string (n->result);
  GstCaps *caps;
  GstBuffer *picture, *expected, *result;
  GstBufferPool *pool = NULL;
  GstVideoInfo info;

  fail_unless (gst_video_info_from_caps (&info, from));
  picture = video_test_frame (noise, &info);
  expected = cuda_test_expected (n->element, &info, picture);
  if (are_cuda (from))
    pool = cuda_test_pool (cuda_test_context, &info, 0);
  result = gst_harness_push_and_pull (
      h, pool ? cuda_test_upload (pool, &info, picture)
              : gst_buffer_ref (picture));
  fail_unless (result != NULL);

  caps = gst_pad_get_current_caps (h->sinkpad);
  fail_unless (gst_caps_can_intersect (caps, expected_caps));
  fail_unless ((cuda_test_get_context (result) != NULL) == are_cuda (caps));
  cuda_test_compare (&info, result, expected, n->element);
  gst_caps_unref (caps);
  gst_buffer_unref (expected);
  gst_buffer_unref (picture);
  if (pool)
    cuda_test_pool_free (pool);
}

/* Agreed or not, a CAPS query foretells it. */
TEST_LOOP (test_negotiation, G_N_ELEMENTS (negotiations))
{
  const Negotiation *n = &negotiations[__i__];
  g_autofree gchar *what = g_strdup_printf (
      "%s ! %s ! %s", n->from, n->element, n->to ? n->to : "anything");
  g_autoptr (GstHarness) h = gst_harness_new_parse (n->element);
  g_autoptr (GstCaps) from = gst_caps_from_string (n->from);
  GstCaps *possible;

  GST_INFO ("%s", what);
  if (n->to)
    gst_harness_set_sink_caps_str (h, n->to);
  gst_harness_play (h);
  possible = gst_pad_peer_query_caps (h->srcpad, from);
  fail_unless (gst_caps_is_empty (possible) == !n->result, what);
  gst_caps_unref (possible);

  push_caps (h, from);
  if (n->result)
    check_agreed (h, n, from);
  else
    assert_equals_int (
        gst_harness_push (h, gst_buffer_new ()), GST_FLOW_NOT_NEGOTIATED);
}

/* Upstream is offered a pool of CUDAMemory in our context. */
TEST_LOOP (test_proposed_pool, 2)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstBufferPool *pool = NULL;
  GstStructure *config;
  guint size = 0, min, max;
  GstBuffer *buffer = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 34, 18);
  g_autoptr (GstHarness) h = cuda_test_harness (element, &info, TRUE, __i__);
  g_autoptr (GstCaps) caps = cuda_test_caps (&info, TRUE);
  GstQuery *query = gst_query_new_allocation (caps, TRUE);

  fail_unless (gst_pad_peer_query (h->srcpad, query));
  fail_unless (
      gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL));
  assert_equals_int (gst_query_get_n_allocation_pools (query), 1);
  gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, &min, &max);
  fail_unless (GST_IS_CUDA_BUFFER_POOL (pool));
  fail_unless (GST_CUDA_BUFFER_POOL (pool)->context == cuda_test_context);
  assert_equals_int (max, 0);

  config = gst_buffer_pool_get_config (pool);
#if GST_CHECK_VERSION(1, 24, 0)
  {
    GstCudaStream *stream = gst_buffer_pool_config_get_cuda_stream (config);

    fail_unless (stream != NULL);
    fail_unless (stream->context == cuda_test_context);
    gst_cuda_stream_unref (stream);
  }
#endif
  gst_buffer_pool_config_set_params (config, caps, size, min, max);
  fail_unless (gst_buffer_pool_set_config (pool, config));
  fail_unless (gst_buffer_pool_set_active (pool, TRUE));
  assert_equals_int (
      gst_buffer_pool_acquire_buffer (pool, &buffer, NULL), GST_FLOW_OK);
  assert_equals_int (gst_buffer_get_size (buffer), size);
  fail_unless (cuda_test_get_context (buffer) == cuda_test_context);
  gst_buffer_unref (buffer);
  cuda_test_pool_free (pool);
  gst_query_unref (query);

  /* without the need of a pool there is none; the metas are known */
  query = gst_query_new_allocation (caps, FALSE);
  fail_unless (gst_pad_peer_query (h->srcpad, query));
  assert_equals_int (gst_query_get_n_allocation_pools (query), 0);
  fail_unless (
      gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL));
  gst_query_unref (query);
}

/* On system memory's caps it is a pool of host memory, and on the CPU even for
 * frames of CUDAMemory there is none of theirs. */
TEST_LOOP (test_proposed_host_pool, 2)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  gboolean cpu = __i__;
  g_autoptr (GstHarness) h = NULL;
  g_autoptr (GstQuery) query = NULL;
  g_autoptr (GstCaps) caps = NULL;
  GstBufferPool *pool = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 34, 18);

  if (cpu)
    gst_util_set_object_arg (G_OBJECT (element), "backend", "cpu");
  h = cuda_test_harness (element, &info, cpu, FALSE);
  caps = cuda_test_caps (&info, cpu);
  query = gst_query_new_allocation (caps, TRUE);
  fail_unless (gst_pad_peer_query (h->srcpad, query));
  if (gst_query_get_n_allocation_pools (query) > 0)
    gst_query_parse_nth_allocation_pool (query, 0, &pool, NULL, NULL, NULL);
  fail_unless ((pool == NULL) == cpu);
  fail_if (GST_IS_CUDA_BUFFER_POOL (pool));
  gst_clear_object (&pool);
}

static GstPadProbeReturn
answer_with_pool (GstPad *pad, GstPadProbeInfo *info, gpointer pool)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  gst_query_add_allocation_pool (query, pool, 1 << 16, 0, 0);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  return GST_PAD_PROBE_HANDLED;
}

/* Downstream's pool is taken, if its memory is of our context; with a stream or
 * without. */
TEST_LOOP (test_decided_pool, 3)
{
  gboolean same = __i__ != 1;
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstCudaContext *context =
      same ? gst_object_ref (cuda_test_context) : cuda_test_other_context ();
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 34, 18);
  g_autoptr (GstBufferPool) pool =
      __i__ == 2 ? cuda_test_plain_pool (context, &info, 0)
                 : cuda_test_pool (context, &info, 0);

  gst_buffer_pool_set_active (pool, FALSE); /* as others propose them */
  cuda_test_set_context (element, cuda_test_context);
  h = gst_harness_new_with_element (element, "sink", "src");
  gst_pad_add_probe (h->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
      answer_with_pool, pool, NULL);
  cuda_test_set_caps (h, &info, FALSE, TRUE);
  for (guint i = 0; i < 3; i++) {
    GstBuffer *picture = video_test_frame (noise, &info);
    g_autoptr (GstBuffer) expected =
        naive_median_filter (&median, &info, picture, FALSE);
    GstBuffer *result = video_test_push_and_pull (h, picture);

    fail_unless ((result->pool == pool) == same);
    fail_unless (cuda_test_get_context (result) == cuda_test_context);
    cuda_test_compare (&info, result, expected, "decided pool");
  }
  gst_object_unref (context);
}

TEST_MAIN (cuda_test_init, cuda_test_setup, cuda_test_teardown)
