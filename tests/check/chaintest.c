/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of chains share. */
#include "chaintest.h"

#include "videotest.h"

gboolean
chain_test_on_device (GstElement *element)
{
  g_autofree gchar *backend = NULL;

  g_object_get (element, "active-backend", &backend, NULL);
  fail_if (g_str_equal (backend, "none"));
  return g_str_equal (backend, "cuda");
}

gboolean
chain_test_maps_host (void)
{
  return g_strcmp0 (g_getenv ("CUDAFILTERS_MAP_HOST"), "1") == 0;
}

void
chain_test_check_stats (
    GstElement *element, guint frames, guint uploads, guint downloads)
{
  gboolean there = chain_test_on_device (element) && !chain_test_maps_host ();

  assert_equals_uint64 (video_test_stat (element, "frames"), frames);
  assert_equals_uint64 (
      video_test_stat (element, "uploads"), there ? uploads : 0);
  assert_equals_uint64 (
      video_test_stat (element, "downloads"), there ? downloads : 0);
  fail_unless (
      (video_test_stat (element, "bytes-up") > 0) == (there && uploads > 0));
  fail_unless ((video_test_stat (element, "bytes-down") > 0)
               == (there && downloads > 0));
}

GstElement *
chain_test_element (const gchar *name)
{
  GstElement *element = g_str_has_prefix (name, "cuda")
                            ? video_test_element (name)
                            : gst_check_setup_element (name);

  fail_unless (gst_object_set_name (GST_OBJECT (element), NULL));
  return element;
}

static void
add_ghost (GstElement *bin, GstElement *element, const gchar *name)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, name);

  if (!pad)
    return;
  if (!gst_pad_is_linked (pad))
    gst_element_add_pad (bin, gst_ghost_pad_new (name, pad));
}

GstElement *
chain_test_bin (GstElement *first, ...)
{
  GstElement *bin = gst_bin_new (NULL), *last = first, *next;
  va_list args;

  gst_bin_add (GST_BIN (bin), first);
  va_start (args, first);
  while ((next = va_arg (args, GstElement *))) {
    gst_bin_add (GST_BIN (bin), next);
    fail_unless (gst_element_link (last, next));
    last = next;
  }
  va_end (args);
  add_ghost (bin, first, "sink");
  add_ghost (bin, last, "src");
  return bin;
}

GstHarness *
chain_test_harness (GstElement *bin, const GstVideoInfo *info)
{
  GstPad *src = gst_element_get_static_pad (bin, "src");
  GstHarness *h =
      gst_harness_new_with_element (bin, "sink", src ? "src" : NULL);

  gst_clear_object (&src);
  gst_object_unref (bin);
  gst_harness_set_src_caps (h, gst_video_info_to_caps (info));
  return h;
}

void
chain_test_drain (GstHarness *h, guint n)
{
  gint64 end = g_get_monotonic_time () + CHAIN_TEST_TIMEOUT / GST_USECOND;

  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  while (gst_harness_buffers_received (h) < n && g_get_monotonic_time () < end)
    g_usleep (1000);
  assert_equals_int (gst_harness_buffers_received (h), n);
}

GstBufferPool *
chain_test_proposed_pool (GstHarness *h, const GstVideoInfo *info, guint max)
{
  g_autoptr (GstCaps) caps = gst_video_info_to_caps (info);
  g_autoptr (GstQuery) query = video_test_ask_allocation (h->srcpad, info);
  GstBufferPool *pool = NULL;
  GstStructure *config;
  guint size;

  fail_unless (gst_query_get_n_allocation_pools (query) > 0);
  gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, NULL, NULL);
  fail_unless (pool != NULL);
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, caps, size, 0, max);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  fail_unless (gst_buffer_pool_set_config (pool, config));
  fail_unless (gst_buffer_pool_set_active (pool, TRUE));
  return pool;
}

GstBufferPool *
chain_test_ordinary_pool (const GstVideoInfo *info, guint max)
{
  g_autoptr (GstCaps) caps = gst_video_info_to_caps (info);
  GstBufferPool *pool = gst_buffer_pool_new ();
  GstStructure *config = gst_buffer_pool_get_config (pool);

  gst_buffer_pool_config_set_params (
      config, caps, GST_VIDEO_INFO_SIZE (info), max, max);
  fail_unless (gst_buffer_pool_set_config (pool, config));
  fail_unless (gst_buffer_pool_set_active (pool, TRUE));
  return pool;
}

GstBuffer *
chain_test_from_pool (
    GstBufferPool *pool, const GstVideoInfo *info, GstBuffer *frame)
{
  GstBuffer *buffer;

  assert_equals_int (
      gst_buffer_pool_acquire_buffer (pool, &buffer, NULL), GST_FLOW_OK);
  video_test_copy (info, buffer, frame);
  return buffer;
}

struct _ChainTestSink {
  GstElement *element;

  GMutex lock; /* of what follows */
  GCond more;
  GPtrArray *frames;
};

static GstPadProbeReturn
keep (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  ChainTestSink *self = data;

  g_mutex_lock (&self->lock);
  g_ptr_array_add (
      self->frames, gst_buffer_ref (GST_PAD_PROBE_INFO_BUFFER (info)));
  g_cond_broadcast (&self->more);
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

ChainTestSink *
chain_test_sink_new (void)
{
  ChainTestSink *self = g_new0 (ChainTestSink, 1);

  g_mutex_init (&self->lock);
  g_cond_init (&self->more);
  self->frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify)gst_buffer_unref);
  self->element = gst_object_ref_sink (chain_test_element ("fakesink"));
  g_object_set (self->element, "async", FALSE, "sync", FALSE,
      "enable-last-sample", FALSE, NULL);
  video_test_probe (
      self->element, "sink", GST_PAD_PROBE_TYPE_BUFFER, keep, self);
  return self;
}

GstElement *
chain_test_sink_get_element (ChainTestSink *self)
{
  return self->element;
}

GstBuffer *
chain_test_sink_get (ChainTestSink *self, guint index)
{
  gint64 end = g_get_monotonic_time () + CHAIN_TEST_TIMEOUT / GST_USECOND;
  GstBuffer *frame = NULL;

  g_mutex_lock (&self->lock);
  while (self->frames->len <= index
         && g_cond_wait_until (&self->more, &self->lock, end))
    ;
  if (self->frames->len > index)
    frame = g_ptr_array_index (self->frames, index);
  g_mutex_unlock (&self->lock);
  fail_unless (frame != NULL, "no frame %u came", index);
  return frame;
}

void
chain_test_sink_free (ChainTestSink *self)
{
  g_ptr_array_unref (self->frames);
  gst_object_unref (self->element);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->more);
  g_free (self);
}
