/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What frames carry besides samples. */
#include "contourstest.h"
#include "elements.h"
#include "videotest.h"

static GstElement *element;
static GstHarness *h;
static GstVideoInfo info;

static void
setup (void)
{
  video_test_setup ();
  info = video_test_progressive ("I420", 64, 48);
  element = video_test_element ("cudamedian");
  h = video_test_harness (element, &info);
}

static void
teardown (void)
{
  gst_harness_teardown (h);
  gst_object_unref (element);
  video_test_teardown ();
}

TEST (test_regions)
{
  GstBuffer *frame = video_test_frame (noise, &info);
  GstVideoRegionOfInterestMeta *roi;
  g_autoptr (GstBuffer) result = NULL;

  roi =
      gst_buffer_add_video_region_of_interest_meta (frame, "face", 1, 2, 3, 4);
  roi->id = 7;
  gst_video_region_of_interest_meta_add_param (
      roi, gst_structure_new ("detail", "score", G_TYPE_DOUBLE, 0.5, NULL));
  gst_buffer_add_video_region_of_interest_meta (frame, "car", 5, 6, 7, 8);

  result = video_test_push_and_pull (h, frame);
  assert_equals_int (gst_buffer_get_n_meta (
                         result, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE),
      2);
  roi = gst_buffer_get_video_region_of_interest_meta_id (result, 7);
  fail_unless (roi != NULL);
  fail_unless (roi->x == 1 && roi->y == 2 && roi->w == 3 && roi->h == 4);
  fail_unless (gst_video_region_of_interest_meta_get_param (roi, "detail"));
}

static gboolean
copy_custom (GstBuffer *to, GstCustomMeta *meta, GstBuffer *from, GQuark type,
    gpointer data, gpointer user_data)
{
  GstCustomMeta *copy = gst_buffer_add_custom_meta (to, user_data);

  fail_unless (GST_META_TRANSFORM_IS_COPY (type));
  gst_structure_set (
      gst_custom_meta_get_structure (copy), "answer", G_TYPE_INT, 42, NULL);
  return TRUE;
}

/* Custom metas: untagged ones and those that depend on size, colours and
 * orientation go on, but not what depends on something unknown. */
TEST_LOOP (test_custom, 5)
{
  static const gchar *tags[][3] = { { NULL }, { "video", "size", NULL },
    { "video", "colorspace", NULL }, { "orientation", NULL },
    { "video", "cudafilters-unknown", NULL } };
  static const gchar *const names[] = { "cudafilters-test",
    "cudafilters-test-size", "cudafilters-test-colorspace",
    "cudafilters-test-orientation", "cudafilters-test-unknown" };
  const gchar *name = names[__i__];
  GstBuffer *frame = video_test_frame (noise, &info);
  GstCustomMeta *meta;
  GstBuffer *result;
  gint answer;

  gst_meta_register_custom (
      name, tags[__i__], copy_custom, (gpointer)name, NULL);
  gst_buffer_add_custom_meta (frame, name);
  result = video_test_push_and_pull (h, frame);
  meta = gst_buffer_get_custom_meta (result, name);
  fail_unless ((meta != NULL) == (__i__ < 4), "%s", name);
  if (!meta) {
    gst_buffer_unref (result);
    return;
  }
  fail_unless (gst_structure_get_int (
      gst_custom_meta_get_structure (meta), "answer", &answer));
  assert_equals_int (answer, 42);
  gst_buffer_unref (result);
}

/* cudasnake's, which a filter behind it does not change */
TEST (test_contours)
{
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_random (noise, 64, 48, 3);
  g_autoptr (GstCudaSnakeContours) kept = NULL;
  GstBuffer *frame = video_test_frame (noise, &info);
  g_autoptr (GstBuffer) result = NULL;

  fail_unless (gst_buffer_set_cuda_snake_contours (frame, contours, NULL));
  result = video_test_push_and_pull (h, frame);
  kept = contours_test_get (result, "filtered");
  contours_test_compare (kept, contours, "filtered");
}

TEST (test_reference_timestamp)
{
  g_autoptr (GstCaps) reference =
      gst_caps_new_empty_simple ("timestamp/x-test");
  GstBuffer *frame = video_test_frame (noise, &info);
  GstReferenceTimestampMeta *meta;
  g_autoptr (GstBuffer) result = NULL;

  gst_buffer_add_reference_timestamp_meta (frame, reference, 123, 456);
  result = video_test_push_and_pull (h, frame);
  meta = gst_buffer_get_reference_timestamp_meta (result, reference);
  fail_unless (meta != NULL);
  assert_equals_uint64 (meta->timestamp, 123);
  assert_equals_uint64 (meta->duration, 456);
}

/* The picture of a crop meta, and its place, are as before. */
TEST (test_crop)
{
  GstBuffer *frame = video_test_frame (noise, &info);
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);
  g_autoptr (GstBuffer) result = NULL;

  crop->x = 3;
  crop->y = 5;
  crop->width = 20;
  crop->height = 10;
  result = video_test_push_and_pull (h, frame);
  crop = gst_buffer_get_video_crop_meta (result);
  fail_unless (crop != NULL);
  fail_unless (
      crop->x == 3 && crop->y == 5 && crop->width == 20 && crop->height == 10);
}

/* A crop meta that is for a larger picture, of which the result is a part. */
TEST_LOOP (test_crop_of_larger, 2)
{
  g_autoptr (GstBuffer) result = NULL;
  GstVideoCropMeta *crop;
  GstVideoInfo larger =
      video_test_progressive ("I420", __i__ ? 64 : 100, __i__ ? 60 : 48);
  GstBuffer *frame = video_test_frame (noise, &larger);

  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_I420, larger.width, larger.height, 3, larger.offset,
      larger.stride);
  crop = gst_buffer_add_video_crop_meta (frame);
  crop->width = 64;
  crop->height = 48;
  result = video_test_push_and_pull (h, frame);
  fail_if (gst_buffer_get_video_crop_meta (result));
}

static GstPadProbeReturn
answer_allocation (GstPad *pad, GstPadProbeInfo *probe, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (probe);

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION
      || !(probe->type & GST_PAD_PROBE_TYPE_PUSH))
    return GST_PAD_PROBE_OK;
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  gst_query_add_allocation_meta (query, GST_VIDEO_CROP_META_API_TYPE, NULL);
  gst_query_add_allocation_meta (
      query, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, NULL);
  return GST_PAD_PROBE_HANDLED;
}

static void
check_offer (GstHarness *harness, gboolean passes)
{
  g_autoptr (GstQuery) query =
      video_test_ask_allocation (harness->srcpad, &info);

  fail_unless (
      gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL));
  fail_if (gst_query_find_allocation_meta (
      query, GST_VIDEO_CROP_META_API_TYPE, NULL));
  fail_unless (gst_query_find_allocation_meta (
                   query, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, NULL)
               == passes);
}

/* Upstream is never told to crop by a meta: not in pass-through either, which
 * ends when a property changes, and not where frames are only looked at.
 * What else downstream takes is told where frames go through. */
TEST_LOOP (test_no_crop_offered, elements_n ())
{
  g_autoptr (GstElement) other = video_test_element (elements_all ()[__i__]);
  g_autoptr (GstHarness) harness = video_test_harness (other, &info);
  gboolean looks = g_str_equal (elements_all ()[__i__], "cudasnake");

  gst_pad_add_probe (harness->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
      answer_allocation, NULL, NULL);
  check_offer (
      harness, looks || g_str_equal (elements_all ()[__i__], "cudainpaint"));
  if (!looks) {
    gst_util_set_object_arg (G_OBJECT (other), "planes", "0");
    gst_buffer_unref (
        video_test_push_and_pull (harness, video_test_frame (noise, &info)));
    fail_unless (
        gst_base_transform_is_passthrough (GST_BASE_TRANSFORM (other)));
    check_offer (harness, TRUE);
  }
}

/* The input's strides do not describe the output. */
TEST (test_no_stale_strides)
{
  gsize offset[GST_VIDEO_MAX_PLANES] = { 0, 200 * 48, 200 * 48 + 150 * 24 };
  gint stride[GST_VIDEO_MAX_PLANES] = { 200, 150, 150 };
  g_autoptr (GstBuffer) result = NULL;
  GstVideoMeta *meta;
  GstBuffer *frame =
      gst_buffer_new_allocate (NULL, 200 * 48 + 2 * 150 * 24, NULL);

  gst_buffer_memset (frame, 0, 1, -1);
  gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_I420, 64, 48, 3, offset, stride);
  result = video_test_push_and_pull (h, frame);
  assert_equals_int (
      gst_buffer_get_n_meta (result, GST_VIDEO_META_API_TYPE), 1);
  meta = gst_buffer_get_video_meta (result);
  assert_equals_int (meta->stride[0], 64);
  assert_equals_int (meta->stride[1], 32);
  assert_equals_int (gst_buffer_get_size (result), 64 * 48 * 3 / 2);
}

TEST_MAIN (gst_check_init, setup, teardown)
