/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudainpaint's mask-size-policy: a mask and frames of other sizes. */
#include "inpainttest.h"

#include <string.h>

#include "videotest.h"

/* The size of the mask, and those of frames that come in one stream: larger,
 * smaller, both, by whole numbers and not. */
#define WIDTH 37
#define HEIGHT 23
static const gint sizes[][2] = { { 74, 46 }, { 111, 69 }, { 50, 31 },
  { 37, 40 }, { 12, 8 }, { 18, 11 }, { 64, 9 }, { 5, 60 }, { 3, 2 }, { 1, 23 },
  { 37, 23 } };

/* Of n columns that whose centre is the nearest to that of column i of m; of
 * two that are as near the right one. */
static gint
nearest (gint i, gint m, gint n)
{
  gint64 distance, least = G_MAXINT64;
  gint k, found = 0;

  for (k = 0; k < n; k++) {
    distance = ABS ((gint64)(2 * i + 1) * n - (gint64)(2 * k + 1) * m);
    if (distance <= least) {
      least = distance;
      found = k;
    }
  }
  return found;
}

/* Whether column k of n is seen at column i of m. */
static gboolean
is_seen (gint k, gint n, gint i, gint m)
{
  return n <= m ? nearest (i, m, n) == k : nearest (k, n, m) == i;
}

static InpaintMask
scaled (const InpaintMask *mask, gint width, gint height)
{
  InpaintMask made = inpaint_mask_new (width, height);

  for (gint y = 0; y < height; y++)
    for (gint k = 0; k < mask->height; k++)
      for (gint x = 0; is_seen (k, mask->height, y, height) && x < width; x++)
        for (gint i = 0; i < mask->width; i++)
          if (mask->pixels[k * mask->width + i]
              && is_seen (i, mask->width, x, width))
            inpaint_mask_add (&made, x, y, 1, 1);
  return made;
}

static void
set_size (GstHarness *h, gint width, gint height)
{
  GstVideoInfo info = video_test_progressive ("GRAY8", width, height);

  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
}

/* A few pixels, and a line that is one pixel wide. */
static InpaintMask
thin_mask (void)
{
  InpaintMask mask = inpaint_mask_new (WIDTH, HEIGHT);

  inpaint_mask_add (&mask, 20, 0, 1, 9);
  inpaint_mask_add (&mask, 3, 17, 1, 1);
  inpaint_mask_add (&mask, 30, 20, 5, 2);
  return mask;
}

static gboolean
is_full (const InpaintMask *mask)
{
  return memchr (mask->pixels, 0, mask->width * mask->height) == NULL;
}

static guint64
count_passed (void)
{
  return video_test_stat (inpaint_test.element, "passed-frames");
}

/* A frame goes through as the very buffer. */
static void
check_passes (GstHarness *h, gint width, gint height)
{
  GstVideoInfo info = video_test_progressive ("GRAY8", width, height);
  GstBuffer *frame = video_test_frame (noise, &info);

  gst_buffer_add_video_region_of_interest_meta (frame, "hole", 0, 0, 1, 1);
  fail_unless (video_test_passes (h, frame));
}

/* Frames of all sizes in one stream, with one mask: nearest neighbours, and no
 * hole is lost; inverted before, dilated after. */
TEST_LOOP (test_scale, 6)
{
  const gboolean invert = __i__ % 2;
  const gint dilate = __i__ / 2;
  g_auto (InpaintMask) mask = thin_mask ();
  g_autoptr (GstHarness) h = NULL;

  inpaint_test_set ("mask-size-policy", "scale");
  g_object_set (
      inpaint_test.element, "mask-invert", invert, "mask-dilate", dilate, NULL);
  if (invert)
    inpaint_mask_invert (&mask);
  inpaint_test_set_mask (&mask);
  if (invert)
    inpaint_mask_invert (&mask);
  h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_auto (InpaintMask) own = scaled (&mask, sizes[i][0], sizes[i][1]);
    g_auto (InpaintMask) grown = inpaint_mask_dilated (&own, dilate);

    set_size (h, sizes[i][0], sizes[i][1]);
    if (is_full (&grown))
      video_test_check_warning (inpaint_test.bus, "stay as they are");
    else
      inpaint_test_check_region (h, &grown, "scaled");
    fail_if (video_test_message (
        inpaint_test.bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));
  }
  assert_equals_int (count_passed (), 0);
}

/* Planes that are subsampled, and fields, by a mask of another size; with the
 * methods that have blocks, and a last frame. */
TEST_LOOP (test_scale_planes, 5)
{
  static const gchar *const modes[] = { "progressive", "interleaved",
    "alternate" };
  static const gchar *const formats[] = { "I420", "NV12", "P010_10LE", "RGBA",
    "YUY2" };
  g_auto (InpaintMask) mask = inpaint_mask_random (WIDTH, HEIGHT);

  inpaint_test_set ("mask-size-policy", "scale");
  inpaint_test_set_mask (&mask);
  for (gint mode = 0; mode < 3; mode++)
    for (gint size = 0; size < 2; size++) {
      g_auto (InpaintMask) own =
          size ? scaled (&mask, 61, 45) : scaled (&mask, 29, 15);
      InpaintScan scan = { .by_field = mode == 1, .alternate = mode == 2 };
      GstVideoInfo info;
      g_autoptr (GstHarness) h = NULL;

      inpaint_test_set ("method", "local");
      inpaint_test_set ("track", size ? "true" : "false");
      video_test_info (
          &info, formats[__i__], own.width, own.height, modes[mode]);
      h = video_test_harness (inpaint_test.element, &info);
      for (gint i = 0; i < 3; i++) {
        GstBuffer *frame = video_test_frame (noise, &info);

        scan.field = mode == 2 && i % 2;
        if (mode == 2)
          GST_BUFFER_FLAG_SET (frame, scan.field
                                          ? GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD
                                          : GST_VIDEO_BUFFER_FLAG_TOP_FIELD);
        inpaint_test_check_repair (h, &info, frame, &own, &scan, modes[mode]);
      }
      scan.field = 0;
      inpaint_test_set ("method", "harmonic");
      {
        GstBuffer *frame = inpaint_test_flat_frame (&info, &own, &scan);

        if (mode == 2)
          GST_BUFFER_FLAG_SET (frame, GST_VIDEO_BUFFER_FLAG_TOP_FIELD);
        inpaint_test_check_flat (h, &info, frame, &own, &scan, modes[mode]);
      }
    }
  fail_if (video_test_message (
      inpaint_test.bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));
}

/* A mask that marks every pixel of smaller frames: they stay as they are, which
 * is told; larger ones are repaired again. */
TEST (test_scale_to_full)
{
  InpaintMask mask = thin_mask (), dilated;
  GstBuffer *frame, *result;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("GRAY8", 6, 5);

  inpaint_test_set ("mask-size-policy", "scale");
  inpaint_test_set_mask (&mask);
  g_object_set (inpaint_test.element, "mask-dilate", 5, NULL);
  h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  video_test_check_warning (inpaint_test.bus,
      "Frames of 6x5 stay as they are: with mask-invert=false and "
      "mask-dilate=5");
  frame = video_test_frame (noise, &info);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  video_test_expect (&info, result, frame, "all is marked");

  /* one that is new is refused instead */
  g_object_set (inpaint_test.element, "mask-dilate", 6, NULL);
  video_test_check_warning (inpaint_test.bus, "mask-dilate: with mask-invert");
  set_size (h, WIDTH, HEIGHT);
  dilated = inpaint_mask_dilated (&mask, 5);
  inpaint_test_check_region (h, &dilated, "larger again");
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
  inpaint_mask_free (&dilated);
  inpaint_mask_free (&mask);
}

/* Frames of another size go on as they are, whatever else marks them; they are
 * counted, and told of once. */
TEST (test_pass)
{
  g_auto (InpaintMask) mask = inpaint_mask_random (WIDTH, HEIGHT),
                       other = inpaint_mask_random (40, 10);
  GstHarness *h;

  inpaint_test_set ("mask-size-policy", "pass");
  g_object_set (inpaint_test.element, "roi-type", "hole", NULL);
  inpaint_test_set_mask (&mask);
  h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  for (gint i = 0; i < 3; i++) {
    set_size (h, WIDTH, HEIGHT);
    inpaint_test_check_region (h, &mask, "of its size");
    set_size (h, 40 + i, 10);
    for (gint k = 0; k < 4; k++)
      check_passes (h, 40 + i, 10);
    if (i == 0)
      video_test_check_warning (inpaint_test.bus,
          "has 37x23 pixels, and frames have 40x10. Frames of another size "
          "pass");
    assert_equals_int (count_passed (), 4 * (i + 1));
  }
  fail_if (video_test_message (
      inpaint_test.bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));

  /* a new mask of that size, and one that is not, are taken; of the latter it
   * is told anew */
  set_size (h, 40, 10);
  inpaint_test_set_mask (&other);
  inpaint_test_check_region (h, &other, "of the other size");
  inpaint_test_set_mask (&mask);
  check_passes (h, 40, 10);
  video_test_check_warning (inpaint_test.bus, "frames have 40x10");
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
  assert_equals_int (count_passed (), 13);

  /* what marks every pixel is refused, of any size */
  inpaint_mask_add (&mask, 0, 0, WIDTH, HEIGHT);
  inpaint_test_set_mask (&mask);
  video_test_check_warning (inpaint_test.bus, "marks every pixel");
  gst_harness_teardown (h);

  /* counts begin anew with a start */
  h = inpaint_test_grey_harness (40, 10);
  assert_equals_int (count_passed (), 0);
  check_passes (h, 40, 10);
  video_test_check_warning (inpaint_test.bus, "frames have 40x10");
  assert_equals_int (count_passed (), 1);
  gst_harness_teardown (h);
}

/* The policy changes while frames flow; to `error` it cannot where they are of
 * another size. */
TEST (test_live)
{
  g_auto (InpaintMask) mask = thin_mask (), own = scaled (&mask, 50, 31);
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GstHarness) h = NULL;
  gint policy, i;

  inpaint_test_set ("mask-size-policy", "pass");
  inpaint_test_set_mask (&mask);
  h = inpaint_test_grey_harness (50, 31);
  for (i = 0; i < 3; i++) {
    inpaint_test_set ("mask-size-policy", "pass");
    check_passes (h, 50, 31);
    video_test_check_warning (inpaint_test.bus, "mask-size-policy=pass");
    inpaint_test_set ("mask-size-policy", "scale");
    inpaint_test_check_region (h, &own, "scaled");
    inpaint_test_set ("mask-size-policy", "error");
    video_test_check_warning (inpaint_test.bus,
        "has 37x23 pixels, and frames have 50x31: a mask must be of");
    g_object_get (inpaint_test.element, "mask-size-policy", &policy, NULL);
    assert_equals_int (policy, 1);
    inpaint_test_check_region (h, &own, "still scaled");
  }
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));

  set_size (h, WIDTH, HEIGHT);
  inpaint_test_set ("mask-size-policy", "error");
  inpaint_test_check_region (h, &mask, "of its size");
  set_size (h, 50, 31);
  message = video_test_message (inpaint_test.bus, GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
}

TEST_MAIN (gst_check_init, inpaint_test_setup, inpaint_test_teardown)
