/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudamask, with cudainpaint behind it: what mattes mark, which frame has
 * which, and who waits for whom. */
#include "inpainttest.h"
#include "mattetest.h"

#include <string.h>

#include "videotest.h"

#define WIDTH 37
#define HEIGHT 23
/* Long enough for a thread that does not wait to be done */
#define A_MOMENT (G_USEC_PER_SEC / 20)

static const gchar *const formats[] = { "GRAY8", "A420", "AYUV", "RGBA", "BGRA",
  "ARGB", "ABGR" };

static void
set_times (GstBuffer *buffer, GstClockTime time, GstClockTime duration)
{
  GST_BUFFER_PTS (buffer) = time;
  GST_BUFFER_DURATION (buffer) = duration;
}

/* A grey matte; its buffer may be larger than its picture. */
static GstBuffer *
make_matte (const InpaintMask *mask)
{
  GstVideoInfo info =
      video_test_progressive ("GRAY8", mask->width, mask->height);
  GstBuffer *matte =
      gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);

  for (gint y = 0; y < mask->height; y++)
    gst_buffer_fill (matte, y * GST_VIDEO_INFO_PLANE_STRIDE (&info, 0),
        mask->pixels + y * mask->width, mask->width);
  return matte;
}

/* cudamask, between two pads of its own, and who makes mattes. */
typedef struct {
  GstElement *element;
  GstHarness *m; /* with it */
  GstHarness *h; /* with cudainpaint */
  GstPad *src;   /* of mattes */
} Test;

static void
info_init (GstVideoInfo *info, gint width, gint height, gint rate)
{
  video_test_info (info, "GRAY8", width, height, "progressive");
  info->fps_n = rate;
}

/* cudamask alone; grey frames and mattes, without a rate where that is 0. */
static Test
test_new_mask (gint rate, gint matte_width, gint matte_height, gint matte_rate)
{
  Test test = { .element = matte_test_element () };
  GstVideoInfo info;

  gst_element_set_bus (test.element, inpaint_test.bus);
  test.m = gst_harness_new_with_element (test.element, "sink", "src");
  info_init (&info, matte_width, matte_height, matte_rate);
  test.src = matte_test_link (test.element, &info);
  info_init (&info, WIDTH, HEIGHT, rate);
  gst_harness_set_src_caps (test.m, gst_video_info_to_caps (&info));
  return test;
}

static Test
test_new_of (gint rate, gint matte_width, gint matte_height)
{
  Test test = test_new_mask (rate, matte_width, matte_height, 0);

  test.h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  return test;
}

static Test
test_new (void)
{
  return test_new_of (25, WIDTH, HEIGHT);
}

static void
test_free (Test *test)
{
  matte_test_unlink (test->src);
  gst_harness_teardown (test->m);
  gst_element_set_state (test->element, GST_STATE_NULL);
  gst_element_set_bus (test->element, NULL);
  gst_object_unref (test->element);
  if (test->h)
    gst_harness_teardown (test->h);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Test, test_free)

/* One that is thin, and another one for each number. */
static InpaintMask
numbered_mask (guint number)
{
  InpaintMask mask = inpaint_mask_new (WIDTH, HEIGHT);

  inpaint_mask_add (&mask, 1 + number % 32, 2 + number % 7, 3, 4);
  return mask;
}

static GstFlowReturn
try_numbered (
    GstPad *src, guint number, GstClockTime time, GstClockTime duration)
{
  InpaintMask mask = numbered_mask (number);
  GstBuffer *matte = make_matte (&mask);

  set_times (matte, time, duration);
  inpaint_mask_free (&mask);
  return gst_pad_push (src, matte);
}

static void
push_numbered (
    GstPad *src, guint number, GstClockTime time, GstClockTime duration)
{
  fail_unless_equals_int (
      try_numbered (src, number, time, duration), GST_FLOW_OK);
}

static GstBuffer *
timed_frame (GstClockTime time, GstClockTime duration)
{
  GstVideoInfo info;
  GstBuffer *frame;

  info_init (&info, WIDTH, HEIGHT, 25);
  frame = video_test_frame (noise, &info);
  set_times (frame, time, duration);
  return frame;
}

/* A frame with its matte, which has that number; -1: none. Takes it. */
static void
check_attached (Test *test, GstBuffer *frame, gint number, const gchar *what)
{
  const InpaintScan scan = { 0 };
  g_autoptr (GstBuffer) before = gst_buffer_copy_deep (frame), result = NULL;
  GstVideoInfo info;

  info_init (&info, WIDTH, HEIGHT, 25);
  result = video_test_push_and_pull (test->h, frame);
  if (number < 0) {
    video_test_compare (&info, result, before, what);
  } else {
    g_auto (InpaintMask) mask = numbered_mask (number);

    inpaint_test_check_known (&info, before, result, &mask, &scan, what);
  }
}

/* Pushes a frame, which then has that matte. */
static void
check_frame (Test *test, GstClockTime time, GstClockTime duration, gint number,
    const gchar *what)
{
  check_attached (test,
      matte_test_attach (test->m, timed_frame (time, duration)), number, what);
}

/* What a matte marks is what a PNG of the same values marks, of every format,
 * in any layout. */
TEST_LOOP (test_formats, G_N_ELEMENTS (formats))
{
  g_auto (InpaintMask) values = inpaint_mask_new (WIDTH, HEIGHT);
  g_autofree gchar *path = NULL;
  GstVideoInfo info, grey;
  GstVideoFrame f;

  for (gint i = 0; i < WIDTH * HEIGHT; i++)
    values.pixels[i] =
        i % 3 ? g_rand_int_range (noise, 0, 256) : 127 + i / 3 % 2;
  path = inpaint_test_write_png ("values.png", &values, PNG_TEST_GREY8, FALSE);
  info_init (&grey, WIDTH, HEIGHT, 25);
  info = video_test_progressive (formats[__i__], WIDTH, HEIGHT);
  for (gint turn = 0; turn < 4; turn++) {
    GstBuffer *frame = timed_frame (0, 40 * GST_MSECOND), *matte, *expected;
    Test test;

    g_object_set (inpaint_test.element, "mask-invert", turn % 2, NULL);
    g_object_set (inpaint_test.element, "mask-location", path, NULL);
    test = test_new ();
    expected = video_test_push_and_pull (test.h, gst_buffer_ref (frame));
    fail_if (video_test_equal (&grey, expected, frame));
    g_object_set (inpaint_test.element, "mask-location", NULL, NULL);

    /* the other components are random */
    matte_test_set_caps (test.src, &info);
    matte = video_test_frame (noise, &info);
    fail_unless (gst_video_frame_map (&f, &info, matte, GST_MAP_WRITE));
    for (gint i = 0; i < WIDTH * HEIGHT; i++)
      *inpaint_test_sample_at (&f, matte_test_component (&info), i % WIDTH,
          i / WIDTH) = values.pixels[i];
    gst_video_frame_unmap (&f);
    if (turn / 2) {
      GstVideoAlignment padding = { 0 };
      GstVideoInfo padded = info;
      GstBuffer *other;

      padding.padding_right = 40;
      padding.padding_bottom = 4;
      gst_video_info_align (&padded, &padding);
      other = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&padded), 0);
      gst_buffer_add_video_meta_full (other, 0, GST_VIDEO_INFO_FORMAT (&info),
          WIDTH, HEIGHT, GST_VIDEO_INFO_N_PLANES (&info), padded.offset,
          padded.stride);
      video_test_copy (&info, other, matte);
      gst_buffer_unref (matte);
      matte = other;
    }
    set_times (matte, 0, GST_SECOND);
    fail_unless_equals_int (gst_pad_push (test.src, matte), GST_FLOW_OK);
    video_test_expect (&grey,
        video_test_push_and_pull (
            test.h, matte_test_attach (test.m, gst_buffer_copy (frame))),
        expected, formats[__i__]);
    gst_buffer_unref (frame);
    test_free (&test);
  }
}

/* A matte beside a file, both are dilated, and a rectangle, which is not. Two
 * cudamask behind each other: both count. */
TEST (test_together)
{
  InpaintMask file = inpaint_mask_new (WIDTH, HEIGHT), all, two;
  const InpaintScan scan = { 0 };
  g_auto (Test) test = test_new (),
                other = test_new_mask (25, WIDTH, HEIGHT, 25);
  g_autoptr (GstBuffer) frame = timed_frame (0, GST_SECOND), result = NULL;
  GstBuffer *attached;
  GstVideoInfo info;

  info_init (&info, WIDTH, HEIGHT, 25);
  inpaint_mask_add (&file, 20, 15, 2, 2);
  inpaint_test_set_mask (&file);
  g_object_set (inpaint_test.element, "mask-dilate", 1, "rectangles",
      "30,1,4,2; 1,20,3,2", NULL);
  push_numbered (test.src, 3, 0, GST_SECOND);
  push_numbered (other.src, 5, 0, GST_SECOND);
  attached = matte_test_attach (test.m, gst_buffer_copy (frame));
  attached = matte_test_attach (other.m, attached);
  result = video_test_push_and_pull (test.h, attached);

  two = numbered_mask (5);
  inpaint_mask_add (&two, 1 + 3, 2 + 3, 3, 4);
  inpaint_mask_add (&two, 20, 15, 2, 2);
  all = inpaint_mask_dilated (&two, 1);
  inpaint_mask_add (&all, 30, 1, 4, 2);
  inpaint_mask_add (&all, 1, 20, 3, 2);
  inpaint_test_check_known (&info, frame, result, &all, &scan, "together");
  inpaint_mask_free (&all);
  inpaint_mask_free (&two);
  inpaint_mask_free (&file);
}

/* Who has which */

typedef struct {
  GstPad *src;
  guint n;
  GstClockTime first, distance, duration;
} Mattes;

/* Up to the frames' end, if that is the first. */
static gpointer
push_mattes (gpointer data)
{
  const Mattes *mattes = data;
  GstFlowReturn ret = GST_FLOW_OK;

  for (guint i = 0; i < mattes->n && ret == GST_FLOW_OK; i++)
    ret = try_numbered (
        mattes->src, i, mattes->first + i * mattes->distance, mattes->duration);
  if (ret == GST_FLOW_OK)
    gst_pad_push_event (mattes->src, gst_event_new_eos ());
  else
    fail_unless_equals_int (ret, GST_FLOW_EOS);
  return NULL;
}

/* The matte in whose time the frame is, at all rates, whoever is ahead. Without
 * a duration it stays until the next one, the last to the end; with one no
 * longer than that. */
TEST_LOOP (test_times, 14)
{
  static const struct {
    GstClockTime first, distance;
  } rates[] = { { 0, 40 }, { 0, 80 }, { 0, 20 }, { 100, 40 }, { 13, 33 },
    { 7, 200 }, { 0, 5 } };
  const gboolean told = __i__ % 2;
  const gint rate = __i__ / 2;
  g_auto (Test) test = test_new ();
  Mattes mattes = {
    .src = test.src,
    .n = 31,
    .first = rates[rate].first * GST_MSECOND,
    .distance = rates[rate].distance * GST_MSECOND,
  };
  GThread *thread;

  /* half of the time none where it is long */
  mattes.duration = !told      ? GST_CLOCK_TIME_NONE
                    : rate > 3 ? mattes.distance / 2
                               : mattes.distance;
  thread = g_thread_new ("mattes", push_mattes, &mattes);
  for (guint i = 0; i < 40; i++) {
    GstClockTime time = i * 40 * GST_MSECOND;
    /* with the tolerance */
    GstClockTime latest = time + GST_MSECOND;
    gint k, number = -1;

    for (k = 0; k < (gint)mattes.n; k++)
      if (mattes.first + k * mattes.distance <= latest)
        number = k;
    if (told && number >= 0
        && mattes.first + number * mattes.distance + mattes.duration <= latest)
      number = -1;
    check_frame (&test, time, 40 * GST_MSECOND, number, "by its time");
  }
  /* what is left is taken off by the last frame's end */
  fail_unless (gst_harness_push_event (test.m, gst_event_new_eos ()));
  g_thread_join (thread);
}

/* Times that are rounded otherwise are the same ones, up to a millisecond:
 * whether frames tell their duration, their caps a rate, or neither. */
TEST_LOOP (test_rounded, 4)
{
  const GstClockTime duration = 33333333;
  g_auto (Test) test = test_new_of (__i__ % 2 ? 30 : 0, WIDTH, HEIGHT);

  for (guint i = 0; i < 30; i++) {
    GstClockTime exact = gst_util_uint64_scale (i, GST_SECOND, 30);
    GstClockTime rounded = exact / GST_MSECOND * GST_MSECOND;

    push_numbered (
        test.src, i, i % 2 ? exact : rounded + GST_MSECOND, duration);
    check_frame (&test, rounded, __i__ / 2 ? duration : GST_CLOCK_TIME_NONE, i,
        "rounded");
  }
}

/* Without times one matte for each frame, in order; with a segment that begins
 * later mattes in front of it are none. */
TEST (test_order)
{
  g_auto (Test) test = test_new ();
  GstSegment segment;

  for (guint i = 0; i < 12; i++) {
    push_numbered (test.src, i, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE);
    if (i % 3 == 0)
      push_numbered (
          test.src, 100 + i, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE);
    check_frame (&test, i % 2 ? GST_CLOCK_TIME_NONE : i * GST_SECOND,
        GST_CLOCK_TIME_NONE, i, "in order");
    if (i % 3 == 0)
      check_frame (
          &test, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE, 100 + i, "in order");
  }
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = segment.time = 50 * GST_SECOND;
  segment.base = 20 * GST_SECOND;
  fail_unless (gst_pad_push_event (test.src, gst_event_new_segment (&segment)));
  push_numbered (test.src, 1, 49 * GST_SECOND, GST_SECOND / 2);
  push_numbered (test.src, 2, 50 * GST_SECOND, GST_SECOND);
  push_numbered (test.src, 3, 51 * GST_SECOND, GST_SECOND);
  check_frame (&test, 20 * GST_SECOND, GST_SECOND / 25, 2, "running time");
  check_frame (&test, 21 * GST_SECOND, GST_SECOND / 25, 3, "running time");
  /* a frame in front of its segment takes none, and waits for none */
  segment.base = 22 * GST_SECOND;
  fail_unless (
      gst_harness_push_event (test.m, gst_event_new_segment (&segment)));
  check_frame (&test, 40 * GST_SECOND, GST_SECOND / 25, 3, "outside");
  push_numbered (test.src, 4, 52 * GST_SECOND, GST_SECOND);
  check_frame (&test, 50 * GST_SECOND, GST_SECOND / 25, 4, "inside");
}

static void
push_gap (GstPad *src, GstClockTime time, GstClockTime duration)
{
  fail_unless (gst_pad_push_event (src, gst_event_new_gap (time, duration)));
}

/* A matte's duration, or a gap, says that there is none from then on. */
TEST (test_none)
{
  const GstClockTime ms = GST_MSECOND, step = 40 * GST_MSECOND;
  g_auto (Test) test = test_new ();

  push_numbered (test.src, 1, 0, 80 * ms);
  push_numbered (test.src, 2, 160 * ms, step);
  check_frame (&test, 0, step, 1, "the first");
  check_frame (&test, 40 * ms, step, 1, "the first");
  check_frame (&test, 80 * ms, step, -1, "it is over");
  check_frame (&test, 120 * ms, step, -1, "it is over");
  check_frame (&test, 160 * ms, step, 2, "the next");
  /* a gap ends one without a duration, and is not waited behind */
  push_numbered (test.src, 3, 200 * ms, GST_CLOCK_TIME_NONE);
  push_gap (test.src, 280 * ms, 80 * ms);
  check_frame (&test, 200 * ms, step, 3, "until the gap");
  check_frame (&test, 240 * ms, step, 3, "until the gap");
  check_frame (&test, 280 * ms, step, -1, "a gap");
  check_frame (&test, 320 * ms, step, -1, "a gap");
  /* one without a duration, too, until the next */
  push_numbered (test.src, 4, 360 * ms, GST_CLOCK_TIME_NONE);
  push_gap (test.src, 400 * ms, GST_CLOCK_TIME_NONE);
  push_numbered (test.src, 5, 480 * ms, GST_CLOCK_TIME_NONE);
  check_frame (&test, 360 * ms, step, 4, "until the gap");
  check_frame (&test, 400 * ms, step, -1, "a gap");
  check_frame (&test, 440 * ms, step, -1, "a gap");
  fail_unless (gst_pad_push_event (test.src, gst_event_new_eos ()));
  check_frame (&test, 480 * ms, step, 5, "the last");
  check_frame (&test, 5 * GST_SECOND, step, 5, "the last");
}

/* Who waits for whom */

typedef struct {
  GstHarness *h;
  GstPad *src;
  GstBuffer *buffer;
  GstFlowReturn flow;
  gint done;
} Push;

static gpointer
push_matte (gpointer data)
{
  Push *push = data;

  push->flow = gst_pad_push (push->src, push->buffer);
  g_atomic_int_set (&push->done, 1);
  return NULL;
}

static void
fail_if_frames_come (Test *test)
{
  g_usleep (A_MOMENT);
  fail_if (gst_harness_buffers_in_queue (test->m) > 0,
      "a frame did not wait for its matte");
}

typedef enum {
  MATTE,
  LATER,
  GAP,
  END,
  SEGMENT_END,
  GROUP_END,
  UNLINK,
  N_RELEASES
} Release;

/* A frame waits for its matte, and until one of these. */
TEST_LOOP (test_waits, N_RELEASES)
{
  const GstClockTime ms = GST_MSECOND;
  g_auto (Test) test = test_new ();
  g_autoptr (GstPad) mask = gst_pad_get_peer (test.src);

  push_numbered (test.src, 2, 0, GST_CLOCK_TIME_NONE);
  fail_unless_equals_int (
      gst_harness_push (test.m, timed_frame (80 * ms, 40 * ms)), GST_FLOW_OK);
  fail_if_frames_come (&test);
  /* one that begins before it, with no end, is not enough */
  push_numbered (test.src, 2, 40 * ms, GST_CLOCK_TIME_NONE);
  fail_if_frames_come (&test);

  switch (__i__) {
    case MATTE:
      push_numbered (test.src, 5, 80 * ms, 40 * ms);
      break;
    case LATER:
      push_numbered (test.src, 5, 120 * ms, GST_CLOCK_TIME_NONE);
      break;
    case GAP:
      push_gap (test.src, 80 * ms, 40 * ms);
      break;
    case END:
      gst_pad_push_event (test.src, gst_event_new_eos ());
      break;
    case SEGMENT_END:
      gst_pad_push_event (
          test.src, gst_event_new_segment_done (GST_FORMAT_TIME, GST_SECOND));
      break;
    case GROUP_END:
      gst_pad_push_event (test.src, gst_event_new_stream_group_done (3));
      break;
    case UNLINK:
      gst_pad_unlink (test.src, mask);
      break;
  }
  check_attached (&test, gst_harness_pull (test.m),
      __i__ == MATTE ? 5
      : __i__ == GAP ? -1
                     : 2,
      "let go");
  /* what begins again is waited for again */
  if (__i__ >= END && __i__ < UNLINK) {
    GstSegment segment;

    gst_segment_init (&segment, GST_FORMAT_TIME);
    if (__i__ != SEGMENT_END)
      gst_pad_push_event (test.src, gst_event_new_stream_start ("again"));
    gst_pad_push_event (test.src, gst_event_new_segment (&segment));
    fail_unless_equals_int (
        gst_harness_push (test.m, timed_frame (120 * ms, 40 * ms)),
        GST_FLOW_OK);
    fail_if_frames_come (&test);
    push_numbered (test.src, 7, 120 * ms, 40 * ms);
    check_attached (&test, gst_harness_pull (test.m), 7, "again");
  }
}

/* A flush of frames drops the one that waits; those behind it are as any. A
 * stop does not wait for a matte. */
TEST_LOOP (test_frames_flush, 2)
{
  const GstClockTime ms = GST_MSECOND;
  g_auto (Test) test = test_new ();

  fail_unless_equals_int (
      gst_harness_push (test.m, timed_frame (80 * ms, 40 * ms)), GST_FLOW_OK);
  fail_if_frames_come (&test);
  if (__i__ == 0) {
    video_test_flush (test.m->srcpad);
    push_numbered (test.src, 1, 0, 40 * ms);
    check_frame (&test, 0, 40 * ms, 1, "behind the flush");
    fail_if (gst_harness_buffers_in_queue (test.m) > 0);
  } else {
    gst_element_set_state (test.element, GST_STATE_READY);
  }
}

/* Mattes wait too, so that not all of a file lies in memory; until a frame
 * takes one, or one of these. */
TEST_LOOP (test_mattes_wait, 4)
{
  g_auto (Test) test = test_new ();
  g_auto (InpaintMask) thin = numbered_mask (9);
  Push push = { .src = test.src };
  GThread *thread;

  for (guint i = 0; i < 4; i++)
    push_numbered (test.src, i, i * GST_SECOND, GST_SECOND);
  push.buffer = make_matte (&thin);
  set_times (push.buffer, 4 * GST_SECOND, GST_SECOND);
  thread = g_thread_new ("matte", push_matte, &push);
  g_usleep (A_MOMENT);
  fail_if (g_atomic_int_get (&push.done), "the matte did not wait");
  switch (__i__) {
    case 0:
      check_frame (&test, 0, GST_SECOND, 0, "the first");
      break;
    case 1:
      gst_pad_push_event (test.src, gst_event_new_flush_start ());
      break;
    case 2:
      gst_harness_push_event (test.m, gst_event_new_eos ());
      break;
    case 3:
      gst_element_set_state (test.element, GST_STATE_READY);
      break;
  }
  g_thread_join (thread);
  fail_unless_equals_int (push.flow, __i__ == 0   ? GST_FLOW_OK
                                     : __i__ == 2 ? GST_FLOW_EOS
                                                  : GST_FLOW_FLUSHING);
}

/* One thread feeds both, through what waits here: in gaps of the frames, short
 * or long, mattes of that time are dropped, and the gaps go on. */
TEST_LOOP (test_gaps_of_frames, 2)
{
  const GstClockTime step = 40 * GST_MSECOND;
  g_auto (Test) test = test_new ();
  guint i, n = 0;
  GstEvent *event;

  for (i = 0; i < 60; i++) {
    const gboolean gap = i >= 10 && i < 40;

    if (gap && (__i__ == 0 || i == 10))
      fail_unless (gst_harness_push_event (
          test.m, gst_event_new_gap (i * step, __i__ ? 30 * step : step)));
    push_numbered (test.src, i, i * step, step);
    if (!gap)
      check_frame (&test, i * step, step, i, "around gaps");
  }
  while ((event = gst_harness_try_pull_event (test.m))) {
    n += GST_EVENT_TYPE (event) == GST_EVENT_GAP;
    gst_event_unref (event);
  }
  assert_equals_int (n, __i__ ? 1 : 30);
}

/* A flush of mattes forgets them; one of frames does not. */
TEST (test_flush)
{
  g_auto (Test) test = test_new ();

  push_numbered (test.src, 1, 0, GST_SECOND);
  push_numbered (test.src, 2, GST_SECOND, GST_SECOND);
  check_frame (&test, 0, GST_SECOND / 25, 1, "before");
  video_test_flush (test.m->srcpad);
  check_frame (&test, GST_SECOND, GST_SECOND / 25, 2, "frames flushed");
  /* the matte in force is later than this frame */
  check_frame (&test, 0, GST_SECOND / 25, -1, "back in time");

  video_test_flush (test.src);
  push_numbered (test.src, 3, 2 * GST_SECOND, GST_SECOND);
  check_frame (&test, GST_SECOND, GST_SECOND / 25, -1, "mattes flushed");
  check_frame (&test, 2 * GST_SECOND, GST_SECOND / 25, 3, "and a new one");
}

/* Sizes */

/* mask-size-policy is of mattes too. */
TEST_LOOP (test_sizes, 3)
{
  static const gchar *const policies[] = { "error", "scale", "pass" };
  g_auto (InpaintMask) half = inpaint_mask_new (20, 12);
  g_auto (InpaintMask) whole = inpaint_mask_new (WIDTH, HEIGHT);
  const InpaintScan scan = { 0 };
  g_auto (Test) test = test_new_of (25, 20, 12);
  GstVideoInfo info;

  inpaint_test_set ("mask-size-policy", policies[__i__]);
  inpaint_mask_add (&half, 0, 0, 10, 12);
  inpaint_mask_add (&whole, 0, 0, 18, HEIGHT);
  info_init (&info, WIDTH, HEIGHT, 25);
  for (guint i = 0; i < 3; i++) {
    GstBuffer *matte = make_matte (&half), *attached, *result = NULL;
    g_autoptr (GstBuffer) frame = timed_frame (i * GST_SECOND, GST_SECOND);

    set_times (matte, i * GST_SECOND, GST_SECOND);
    fail_unless_equals_int (gst_pad_push (test.src, matte), GST_FLOW_OK);
    attached = matte_test_attach (test.m, gst_buffer_copy_deep (frame));
    if (__i__ > 0)
      result = video_test_push_and_pull (test.h, attached);
    switch (__i__) {
      case 0:
        fail_unless_equals_int (
            gst_harness_push (test.h, attached), GST_FLOW_ERROR);
        video_test_check_error (
            inpaint_test.bus, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT);
        break;
      case 1:
        inpaint_test_check_known (
            &info, frame, result, &whole, &scan, "scaled");
        break;
      case 2:
        video_test_compare (&info, result, frame, "passes");
        if (i == 0)
          video_test_check_warning (inpaint_test.bus,
              "a mask has 20x12 pixels, and frames have 37x23");
        fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
        break;
    }
    gst_clear_buffer (&result);
  }
  assert_equals_uint64 (video_test_stat (inpaint_test.element, "passed-frames"),
      __i__ == 2 ? 3 : 0);

  /* of the frames' size from here on */
  matte_test_set_caps (test.src, &info);
  push_numbered (test.src, 4, 3 * GST_SECOND, GST_SECOND);
  check_frame (&test, 3 * GST_SECOND, GST_SECOND, 4, "of its size");
}

/* Masks that mark nothing are told of: once, at the 25th of those that are not
 * black, or at the end; and not where one marks something, nor of black ones
 * where there is another mask. */
TEST_LOOP (test_nothing, 5)
{
  g_auto (Test) test = test_new ();
  guint i, n = __i__ == 0 || __i__ == 3 ? 40 : 10;

  for (i = 0; i < n; i++) {
    g_auto (InpaintMask) none = inpaint_mask_new (WIDTH, HEIGHT);
    GstBuffer *matte = make_matte (&none);

    if (__i__ == 3)
      gst_buffer_memset (matte, 0, i % 2 ? 127 : 1, WIDTH);

    set_times (matte, i * GST_SECOND, GST_SECOND);
    if (__i__ == 2 && i == 5) {
      gst_buffer_unref (matte);
      push_numbered (test.src, i, i * GST_SECOND, GST_SECOND);
    } else {
      fail_unless_equals_int (gst_pad_push (test.src, matte), GST_FLOW_OK);
    }
    check_frame (&test, i * GST_SECOND, GST_SECOND,
        __i__ == 2 && i == 5 ? 5 : -1, "nothing");
    if (__i__ == 3 && i == 24)
      video_test_check_warning (
          inpaint_test.bus, "masks of 25 frames mark nothing");
    fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
  }
  if (__i__ == 4)
    g_object_set (inpaint_test.element, "rectangles", "2,2,3,3", NULL);
  gst_harness_push_event (test.h, gst_event_new_eos ());
  if (__i__ < 2)
    video_test_check_warning (inpaint_test.bus, "that have any mark nothing");
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
}

/* Frames */

/* All but a meta is as it was: memory, times, flags, other metas. Without a
 * matte it is the very same buffer. Caps of any memory go through. */
TEST (test_frames_pass)
{
  const GstBufferFlags flags = GST_BUFFER_FLAG_DISCONT | GST_BUFFER_FLAG_GAP
                               | GST_BUFFER_FLAG_CORRUPTED
                               | GST_BUFFER_FLAG_DELTA_UNIT;
  g_auto (Test) test = test_new ();
  GstBuffer *frame, *kept, *result;

  gst_harness_set_src_caps_str (test.m,
      "video/x-raw(memory:Other, meta:Some), format=NV12, width=64, height=48, "
      "framerate=25/1");
  push_numbered (test.src, 1, 0, GST_SECOND);
  for (guint i = 0; i < 3; i++) {
    const GstClockTime time = i * GST_SECOND;

    if (i == 1) /* i = 2 is of a gap */
      push_gap (test.src, time, 2 * GST_SECOND);
    frame = gst_buffer_new_allocate (NULL, 100, NULL);
    set_times (frame, time, GST_SECOND);
    GST_BUFFER_DTS (frame) = time + 3;
    GST_BUFFER_OFFSET (frame) = 17;
    GST_BUFFER_OFFSET_END (frame) = 18;
    GST_BUFFER_FLAG_SET (frame, flags);
    gst_buffer_add_video_region_of_interest_meta (frame, "face", 1, 2, 3, 4);
    kept = gst_buffer_ref (frame);
    result = matte_test_attach (test.m, frame);
    if (i > 0)
      fail_unless (result == kept, "it was copied");
    fail_unless (
        gst_buffer_peek_memory (result, 0) == gst_buffer_peek_memory (kept, 0));
    fail_unless (GST_BUFFER_PTS (result) == time
                 && GST_BUFFER_DTS (result) == time + 3
                 && GST_BUFFER_DURATION (result) == GST_SECOND
                 && GST_BUFFER_OFFSET (result) == 17
                 && GST_BUFFER_OFFSET_END (result) == 18);
    fail_unless (GST_BUFFER_FLAG_IS_SET (result, flags));
    fail_unless (
        gst_buffer_get_video_region_of_interest_meta_id (result, 0) != NULL);
    gst_buffer_unref (kept);
    gst_buffer_unref (result);
  }
}

static GstEvent *
pull_until (GstHarness *m, GstEventType type)
{
  GstEvent *event;

  while (
      (event = gst_harness_pull_event (m)) && GST_EVENT_TYPE (event) != type) {
    fail_if (GST_EVENT_TYPE (event) == GST_EVENT_TAG
             && type == GST_EVENT_CUSTOM_DOWNSTREAM);
    gst_event_unref (event);
  }
  fail_unless (event != NULL, "no %s", gst_event_type_get_name (type));
  return event;
}

static GstEvent *
custom_event (void)
{
  return gst_event_new_custom (
      GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty ("custom"));
}

/* The frames' events go through as they are, in their order, and none of the
 * mattes'. */
TEST (test_events)
{
  g_auto (Test) test = test_new ();
  GstTagList *tags = gst_tag_list_new (GST_TAG_TITLE, "frames", NULL);
  GstEvent *sent, *event;
  const gchar *id;
  GstSegment segment;

  event = pull_until (test.m, GST_EVENT_STREAM_START);
  gst_event_parse_stream_start (event, &id);
  fail_if (g_str_has_prefix (id, "agg-"), "%s", id);
  gst_event_unref (event);

  gst_pad_push_event (test.src, custom_event ());
  gst_pad_push_event (test.src,
      gst_event_new_tag (gst_tag_list_new (GST_TAG_TITLE, "mattes", NULL)));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.base = GST_SECOND;
  sent = gst_event_new_segment (&segment);
  fail_unless (gst_harness_push_event (test.m, gst_event_ref (sent)));
  fail_unless (gst_harness_push_event (test.m, gst_event_new_tag (tags)));
  push_numbered (test.src, 1, GST_SECOND, GST_SECOND);
  fail_unless_equals_int (
      gst_harness_push (test.m, timed_frame (0, GST_SECOND)), GST_FLOW_OK);
  fail_unless (gst_harness_push_event (test.m, custom_event ()));
  event = pull_until (test.m, GST_EVENT_TAG);
  gst_event_parse_tag (event, &tags);
  fail_unless (gst_tag_list_peek_string_index (tags, GST_TAG_TITLE, 0, &id)
               && g_str_equal (id, "frames"));
  gst_event_unref (event);
  gst_event_unref (pull_until (test.m, GST_EVENT_CUSTOM_DOWNSTREAM));
  assert_equals_int (gst_harness_buffers_in_queue (test.m), 1);
  event = gst_pad_get_sticky_event (test.m->sinkpad, GST_EVENT_SEGMENT, 0);
  fail_unless (event == sent, "another segment");
  gst_event_unref (event);
  gst_event_unref (sent);

  /* with its number */
  sent = gst_event_new_eos ();
  fail_unless (gst_harness_push_event (test.m, gst_event_ref (sent)));
  event = pull_until (test.m, GST_EVENT_EOS);
  fail_unless (gst_event_get_seqnum (event) == gst_event_get_seqnum (sent));
  gst_event_unref (event);
  gst_event_unref (sent);
  /* a new stream behind it goes on */
  fail_unless (
      gst_harness_push_event (test.m, gst_event_new_stream_start ("more")));
  fail_unless (
      gst_harness_push_event (test.m, gst_event_new_segment (&segment)));
  gst_event_unref (pull_until (test.m, GST_EVENT_SEGMENT));
  push_numbered (test.src, 2, 2 * GST_SECOND, GST_SECOND);
  gst_buffer_unref (gst_harness_pull (test.m));
  check_frame (&test, GST_SECOND, GST_SECOND, 2, "a new stream");
}

static GstPadProbeReturn
count_event (GstPad *pad, GstPadProbeInfo *info, gpointer counts)
{
  const GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

  ((gint *)counts)[GST_EVENT_TYPE (event) == GST_EVENT_LATENCY      ? 0
                   : GST_EVENT_TYPE (event) == GST_EVENT_QOS        ? 1
                   : GST_EVENT_TYPE (event) == GST_EVENT_NAVIGATION ? 2
                                                                    : 3]++;
  return GST_PAD_PROBE_OK;
}

/* Latency and lateness are both sides' concern, all else the frames'. */
TEST (test_upstream_events)
{
  g_auto (Test) test = test_new ();
  GstPad *pads[2] = { gst_element_get_static_pad (test.element, "sink"),
    gst_element_get_static_pad (test.element, "mask") };
  gint counts[2][4] = { { 0 } };

  for (guint i = 0; i < 2; i++)
    gst_pad_add_probe (pads[i], GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, count_event,
        counts[i], NULL);
  gst_harness_push_upstream_event (test.m, gst_event_new_latency (7));
  gst_harness_push_upstream_event (
      test.m, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1., 0, 0));
  gst_harness_push_upstream_event (
      test.m, gst_event_new_navigation (gst_structure_new_empty ("click")));
  gst_harness_push_upstream_event (test.m, gst_event_new_reconfigure ());
  for (guint i = 0; i < 2; i++) {
    assert_equals_int (counts[i][0], 1);
    assert_equals_int (counts[i][1], 1);
    assert_equals_int (counts[i][2], i == 0);
    assert_equals_int (counts[i][3], i == 0);
    gst_object_unref (pads[i]);
  }
}

static GstPadProbeReturn
answer_query (GstPad *pad, GstPadProbeInfo *info, gpointer n)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);

  if (!(info->type & GST_PAD_PROBE_TYPE_PUSH))
    return GST_PAD_PROBE_OK;
  g_atomic_int_inc ((gint *)n);
  if (GST_QUERY_TYPE (query) == GST_QUERY_ALLOCATION)
    gst_query_add_allocation_meta (query, GST_VIDEO_CROP_META_API_TYPE, NULL);
  if (GST_QUERY_TYPE (query) == GST_QUERY_POSITION)
    gst_query_set_position (query, GST_FORMAT_TIME, 123);
  return GST_PAD_PROBE_HANDLED;
}

/* Queries of frames go through; those of mattes are answered at once, or
 * refused, and never leave, though a frame waits, and mattes. */
TEST (test_queries)
{
  g_auto (Test) test = test_new ();
  g_autoptr (GstPad) out = gst_element_get_static_pad (test.element, "src");
  g_autoptr (GstCaps) caps = gst_caps_from_string ("video/x-raw");
  GstQuery *queries[] = { gst_query_new_drain (),
    gst_query_new_allocation (caps, FALSE),
    gst_query_new_position (GST_FORMAT_TIME),
    gst_query_new_custom (
        GST_QUERY_CUSTOM, gst_structure_new_empty ("custom")) };
  gint n = 0;
  gulong probe = gst_pad_add_probe (
      out, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, answer_query, &n, NULL);
  gint64 position;

  for (guint i = 0; i < 4; i++)
    push_numbered (test.src, i, (1 + i) * GST_SECOND, GST_SECOND);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    fail_unless (gst_pad_peer_query (test.src, queries[i]) == (i < 2), "%s",
        GST_QUERY_TYPE_NAME (queries[i]));
  assert_equals_int (n, 0);
  fail_unless (gst_query_find_allocation_meta (
      queries[1], GST_VIDEO_META_API_TYPE, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++) {
    fail_unless (gst_pad_peer_query (test.m->srcpad, queries[i]));
    assert_equals_int (n, 1 + i);
  }
  fail_unless (gst_query_find_allocation_meta (
      queries[1], GST_VIDEO_CROP_META_API_TYPE, NULL));
  gst_query_parse_position (queries[2], NULL, &position);
  assert_equals_int (position, 123);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    gst_query_unref (queries[i]);
  gst_pad_remove_probe (out, probe);
}

typedef struct {
  GstPad *src;
  GstQuery *query;
  gint asked, flushed, answered; /* atomic */
} Ask;

static gpointer
ask (gpointer data)
{
  Ask *ask = data;

  gst_pad_peer_query (ask->src, ask->query);
  g_atomic_int_set (&ask->answered, 1);
  return NULL;
}

static GstPadProbeReturn
answer_late (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Ask *ask = data;

  if (!(info->type & GST_PAD_PROBE_TYPE_PUSH))
    return GST_PAD_PROBE_OK;
  g_atomic_int_set (&ask->asked, 1);
  while (!g_atomic_int_get (&ask->flushed))
    g_usleep (1000);
  return GST_PAD_PROBE_HANDLED;
}

/* Who asks waits while downstream has the query, also when frames are flushed:
 * it is theirs, and they free it. */
TEST (test_query_flush)
{
  g_auto (Test) test = test_new ();
  g_autoptr (GstPad) out = gst_element_get_static_pad (test.element, "src");
  Ask data = { .src = test.m->srcpad, .query = gst_query_new_drain () };
  GThread *thread;

  gst_pad_add_probe (
      out, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, answer_late, &data, NULL);
  thread = g_thread_new ("ask", ask, &data);
  while (!g_atomic_int_get (&data.asked))
    g_usleep (1000);
  fail_unless (gst_harness_push_event (test.m, gst_event_new_flush_start ()));
  g_usleep (A_MOMENT);
  fail_if (g_atomic_int_get (&data.answered), "it did not wait");
  g_atomic_int_set (&data.flushed, 1);
  g_thread_join (thread);
  gst_query_unref (data.query);
}

/* Downstream's caps are upstream's, and the other way round. */
TEST (test_caps)
{
  g_autoptr (GstElement) element = matte_test_element ();
  g_autoptr (GstHarness) m =
      gst_harness_new_with_element (element, "sink", "src");
  g_autoptr (GstCaps) caps = NULL;

  gst_harness_set_caps_str (m,
      "video/x-raw, format=I420, width=8, height=8, framerate=25/1",
      "video/x-raw, format={ I420, NV12 }; video/x-raw(memory:Other)");
  caps = gst_pad_peer_query_caps (m->srcpad, NULL);
  assert_equals_int (gst_caps_get_size (caps), 2);
  fail_unless (gst_caps_features_contains (
      gst_caps_get_features (caps, 1), "memory:Other"));
}

/* What downstream returns upstream gets; behind a flush it goes on. */
static GstFlowReturn
refuse (GstPad *pad, GstObject *parent, GstBuffer *buffer)
{
  gst_buffer_unref (buffer);
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (pad), "flow"));
}

TEST_LOOP (test_flow, 3)
{
  static const GstFlowReturn flows[] = { GST_FLOW_EOS, GST_FLOW_NOT_NEGOTIATED,
    GST_FLOW_ERROR };
  g_auto (Test) test = test_new ();
  GstPadChainFunction old = GST_PAD_CHAINFUNC (test.m->sinkpad);
  GstFlowReturn flow = GST_FLOW_OK;

  push_numbered (test.src, 1, 0, 100 * GST_SECOND);
  g_object_set_data (
      G_OBJECT (test.m->sinkpad), "flow", GINT_TO_POINTER (flows[__i__]));
  gst_pad_set_chain_function (test.m->sinkpad, refuse);
  for (guint i = 0; i < 50 && flow == GST_FLOW_OK; i++) {
    flow = gst_harness_push (test.m, timed_frame (i * GST_SECOND, GST_SECOND));
    g_usleep (A_MOMENT / 10);
  }
  fail_unless_equals_int (flow, flows[__i__]);
  fail_unless_equals_int (
      try_numbered (test.src, 2, 100 * GST_SECOND, GST_SECOND), flows[__i__]);
  gst_pad_set_chain_function (test.m->sinkpad, old);
  video_test_flush (test.m->srcpad);
  push_numbered (test.src, 3, 100 * GST_SECOND, GST_SECOND);
  check_frame (&test, 100 * GST_SECOND, GST_SECOND, 3, "behind a flush");
}

/* Live */

static GstClockTime
get_pending (Test *test)
{
  GstTestClock *clock = gst_harness_get_testclock (test->m);
  GstClockTime time;
  GstClockID id;

  fail_unless (gst_harness_wait_for_clock_id_waits (test->m, 1, 10));
  fail_unless (gst_test_clock_peek_next_pending_id (clock, &id));
  time = gst_clock_id_get_time (id);
  gst_clock_id_unref (id);
  gst_object_unref (clock);
  return time;
}

/* A live frame waits for its matte as long as upstream and `latency` allow, and
 * not longer, whatever latency there is downstream. Mattes that come later than
 * that are told of. */
TEST_LOOP (test_live, 3)
{
  const GstClockTime ms = GST_MSECOND, step = 40 * GST_MSECOND;
  const GstClockTime latency = __i__ == 1 ? 50 * GST_MSECOND : 0;
  g_auto (Test) test = test_new ();
  g_autoptr (GstMessage) warning = NULL;

  if (__i__ == 2) /* upstream of mattes does not answer */
    gst_pad_set_query_function (test.src, gst_pad_query_default);
  gst_harness_set_upstream_latency (test.m, 100 * ms);
  g_object_set (test.element, "latency", latency, NULL);
  gst_harness_push_upstream_event (test.m, gst_event_new_latency (GST_SECOND));
  for (guint i = 0; i < 12; i++) {
    fail_unless_equals_int (
        gst_harness_push (test.m, timed_frame (i * step, step)), GST_FLOW_OK);
    assert_equals_int (get_pending (&test), i * step + ms + 100 * ms + latency);
    fail_if (gst_harness_buffers_in_queue (test.m) > 0);
    fail_unless (gst_harness_crank_single_clock_wait (test.m));
    check_attached (&test, gst_harness_pull (test.m), -1, "none came");
  }
  fail_unless_equals_int (
      gst_harness_push (test.m, timed_frame (12 * step, step)), GST_FLOW_OK);
  for (guint i = 0; i < 13; i++)
    push_numbered (test.src, i, i * step, step);
  check_attached (&test, gst_harness_pull (test.m), 12, "in time");
  warning = video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING);
  assert_equals_uint64 (video_test_stat (test.element, "late-mattes"), 12);
  fail_unless (warning != NULL, "no word of late mattes");
}

/* A live frame that is flushed while it waits does not come when its time is
 * up, but the next one does. */
TEST (test_live_flush)
{
  const GstClockTime step = 40 * GST_MSECOND;
  g_auto (Test) test = test_new ();
  GstSegment segment;

  fail_unless_equals_int (
      gst_harness_push (test.m, timed_frame (step, step)), GST_FLOW_OK);
  get_pending (&test);
  fail_unless (gst_harness_push_event (test.m, gst_event_new_flush_start ()));
  fail_unless (
      gst_harness_push_event (test.m, gst_event_new_flush_stop (TRUE)));
  fail_unless (gst_harness_crank_single_clock_wait (test.m));
  fail_if_frames_come (&test);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  fail_unless (
      gst_harness_push_event (test.m, gst_event_new_segment (&segment)));
  push_numbered (test.src, 1, 2 * step, step);
  check_frame (&test, 2 * step, step, 1, "behind the flush");
}

static gboolean
answer_latency (GstPad *pad, GstObject *parent, GstQuery *query)
{
  if (GST_QUERY_TYPE (query) != GST_QUERY_LATENCY)
    return gst_pad_query_default (pad, parent, query);
  gst_query_set_latency (query, TRUE, 200 * GST_MSECOND, GST_CLOCK_TIME_NONE);
  return TRUE;
}

/* That of the slower side; what is not live has none. */
TEST_LOOP (test_latency, 3)
{
  g_auto (Test) test = test_new ();

  gst_pad_set_query_function (test.src, answer_latency);
  gst_harness_set_live (test.m, __i__ > 0);
  gst_harness_set_upstream_latency (
      test.m, (__i__ == 2 ? 300 : 100) * GST_MSECOND);
  assert_equals_int (gst_harness_query_latency (test.m),
      (__i__ == 2 ? 300 : 200) * GST_MSECOND);
}

/* Pipelines */

static GstElement *
add (GstElement *pipeline, const gchar *name, const gchar *first, ...)
{
  GstElement *element = g_str_equal (name, "cudamask")
                            ? matte_test_element ()
                            : gst_element_factory_make (name, NULL);
  va_list args;

  fail_unless (element != NULL, "no %s", name);
  va_start (args, first);
  if (first)
    g_object_set_valist (G_OBJECT (element), first, args);
  va_end (args);
  gst_bin_add (GST_BIN (pipeline), element);
  return element;
}

/* Small and grey. */
static void
link_to (GstElement *from, GstElement *to, const gchar *pad)
{
  g_autoptr (GstCaps) caps = gst_caps_from_string (
      "video/x-raw, format=GRAY8, width=64, height=48, framerate=25/1");

  fail_unless (gst_element_link_pads_filtered (from, "src", to, pad, caps));
}

static void
wait_for (GstElement *pipeline, GstMessageType type)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GstMessage) message = gst_bus_timed_pop_filtered (
      bus, 60 * GST_SECOND, type | GST_MESSAGE_ERROR);

  fail_unless (message != NULL, "it hangs");
  fail_unless (GST_MESSAGE_TYPE (message) == type, "%" GST_PTR_FORMAT, message);
}

/* Links that name no pad: the first is of frames, whatever their format. Where
 * nothing makes mattes, frames pass, and that is told. */
TEST (test_links)
{
  g_autoptr (GstElement) pipeline = gst_pipeline_new (NULL);
  GstElement *source = add (pipeline, "videotestsrc", "num-buffers", 5, NULL);
  GstElement *mask = add (pipeline, "cudamask", NULL);
  GstElement *sink = add (pipeline, "fakesink", NULL);
  GstElement *other = add (pipeline, "videotestsrc", NULL);
  g_autoptr (GstCaps) caps = gst_caps_from_string ("video/x-raw, format=AYUV");
  GstPad *pads[2] = { gst_element_get_static_pad (mask, "sink"),
    gst_element_get_static_pad (mask, "mask") };

  fail_unless (gst_element_link_filtered (source, mask, caps));
  fail_unless (gst_pad_is_linked (pads[0]) && !gst_pad_is_linked (pads[1]));
  fail_unless (gst_element_link (mask, sink));
  gst_bin_remove (GST_BIN (pipeline), gst_object_ref (other));
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  wait_for (pipeline, GST_MESSAGE_WARNING);
  wait_for (pipeline, GST_MESSAGE_EOS);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_bin_add (GST_BIN (pipeline), other);
  gst_object_unref (other);
  fail_unless (gst_element_link (other, mask));
  fail_unless (gst_pad_is_linked (pads[1]));
  gst_object_unref (pads[0]);
  gst_object_unref (pads[1]);
}

static gboolean
has_mask (GstBuffer *buffer)
{
  gpointer state = NULL;
  GstMeta *meta;

  while ((meta = gst_buffer_iterate_meta (buffer, &state)))
    if (g_str_equal (g_type_name (meta->info->api), "GstCudaMaskMetaAPI"))
      return TRUE;
  return FALSE;
}

/* Frames and mattes of videotestsrc, and what comes out. */
typedef struct {
  GstElement *pipeline, *mask, *sources[2];
  GMutex lock;
  guint n, n_masked; /* since the last flush */
  gboolean done;     /* SEGMENT_DONE came */
} Sources;

static GstPadProbeReturn
count_out (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Sources *sources = data;

  g_mutex_lock (&sources->lock);
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
    sources->n++;
    sources->n_masked += has_mask (GST_PAD_PROBE_INFO_BUFFER (info));
  } else if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info))
             == GST_EVENT_FLUSH_STOP) {
    sources->n = sources->n_masked = 0;
  } else if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info))
             == GST_EVENT_SEGMENT_DONE) {
    sources->done = TRUE;
  }
  g_mutex_unlock (&sources->lock);
  return GST_PAD_PROBE_OK;
}

static void
sources_init (Sources *sources)
{
  static const gchar *const names[] = { "sink", "mask" };
  GstElement *pipeline = gst_pipeline_new (NULL), *sink;

  *sources = (Sources){ .pipeline = pipeline };
  g_mutex_init (&sources->lock);
  sources->mask = add (pipeline, "cudamask", NULL);
  sink = add (pipeline, "fakesink", "sync", FALSE, NULL);
  fail_unless (gst_element_link (sources->mask, sink));
  for (guint i = 0; i < 2; i++) {
    GstElement *queue = add (pipeline, "queue", "max-size-buffers", 3, NULL);

    sources->sources[i] = add (pipeline, "videotestsrc", NULL);
    fail_unless (gst_element_link (sources->sources[i], queue));
    link_to (queue, sources->mask, names[i]);
  }
  video_test_probe (sources->mask, "src",
      GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM
          | GST_PAD_PROBE_TYPE_EVENT_FLUSH,
      count_out, sources);
}

static void
sources_clear (Sources *sources)
{
  gst_element_set_state (sources->pipeline, GST_STATE_NULL);
  gst_object_unref (sources->pipeline);
  g_mutex_clear (&sources->lock);
}

/* So many frames came, or more, and so many, or all, of them had a matte. */
static void
sources_check (Sources *sources, guint n, guint n_masked, const gchar *what)
{
  guint i, came = 0, masked = 0;

  for (i = 0; i < 1000 && came < n; i++) {
    g_usleep (G_USEC_PER_SEC / 100);
    g_mutex_lock (&sources->lock);
    came = sources->n;
    masked = sources->n_masked;
    g_mutex_unlock (&sources->lock);
  }
  fail_unless (came >= n, "%s: %u of %u frames came", what, came, n);
  fail_unless (masked == (n_masked ? n_masked : came),
      "%s: %u of %u frames have a matte", what, masked, came);
}

/* A seek that is carried out later than it is answered. */
typedef struct {
  GstPad *src;
  GstEvent *seek;
  GThread *thread;
} LateSeek;

static gpointer
seek_later (gpointer data)
{
  LateSeek *late = data;

  g_usleep (150000);
  gst_pad_send_event (late->src, late->seek);
  return NULL;
}

static GstPadProbeReturn
delay_seek (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  GstSeekType start_type, stop_type;
  gint64 start, stop;
  GstSeekFlags flags;
  LateSeek *late = data;
  gdouble rate;
  GstFormat format;

  if (GST_EVENT_TYPE (event) != GST_EVENT_SEEK)
    return GST_PAD_PROBE_OK;
  gst_event_parse_seek (
      event, &rate, &format, &flags, &start_type, &start, &stop_type, &stop);
  /* of another number, as some have it */
  late->seek = gst_event_new_seek (
      rate, format, flags, start_type, start, stop_type, stop);
  late->thread = g_thread_new ("seek", seek_later, late);
  gst_event_unref (event);
  return GST_PAD_PROBE_HANDLED;
}

/* Behind a flushing seek each frame has its matte: of both sides, also where
 * one of them carries it out later, and again. */
TEST_LOOP (test_seek, 3)
{
  static const gchar *const names[] = { NULL, "sink", "mask" };
  LateSeek late = { NULL };
  Sources sources;

  sources_init (&sources);
  if (names[__i__]) {
    late.src = gst_element_get_static_pad (sources.sources[__i__ - 1], "src");
    video_test_probe (sources.mask, names[__i__],
        GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, delay_seek, &late);
  }
  gst_element_set_state (sources.pipeline, GST_STATE_PLAYING);
  sources_check (&sources, 30, 0, "before");
  for (guint i = 0; i < 3; i++) {
    fail_unless (gst_element_seek_simple (sources.pipeline, GST_FORMAT_TIME,
        GST_SEEK_FLAG_FLUSH, i * GST_SECOND));
    if (late.src)
      g_thread_join (late.thread);
    sources_check (&sources, 60, 0, "behind a seek");
  }
  sources_clear (&sources);
  gst_clear_object (&late.src);
}

static GstPadProbeReturn
shorten_seek (GstPad *pad, GstPadProbeInfo *info, gpointer source)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  GstPad *src;
  GstSeekFlags flags;

  if (GST_EVENT_TYPE (event) != GST_EVENT_SEEK)
    return GST_PAD_PROBE_OK;
  gst_event_parse_seek (event, NULL, NULL, &flags, NULL, NULL, NULL, NULL);
  src = gst_element_get_static_pad (source, "src");
  gst_pad_send_event (
      src, gst_event_new_seek (1., GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, 0,
               GST_SEEK_TYPE_SET, GST_SECOND));
  gst_object_unref (src);
  gst_event_unref (event);
  return GST_PAD_PROBE_HANDLED;
}

/* A segment of two seconds. */
static void
sources_seek (Sources *sources, GstSeekFlags flags)
{
  g_mutex_lock (&sources->lock);
  sources->n = sources->n_masked = 0;
  sources->done = FALSE;
  g_mutex_unlock (&sources->lock);
  fail_unless (gst_element_seek (sources->pipeline, 1., GST_FORMAT_TIME,
      flags | GST_SEEK_FLAG_SEGMENT, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_SET,
      2 * GST_SECOND));
}

/* And no frame more. */
static void
sources_wait_done (Sources *sources)
{
  gboolean done = FALSE;
  guint i, n = 0;

  for (i = 0; i < 1000 && !done; i++) {
    g_usleep (G_USEC_PER_SEC / 100);
    g_mutex_lock (&sources->lock);
    done = sources->done;
    n = sources->n;
    g_mutex_unlock (&sources->lock);
  }
  fail_unless (done, "no SEGMENT_DONE");
  assert_equals_int (n, 50);
}

/* A segment whose mattes are of a second, and its frames of two. */
TEST (test_segment)
{
  Sources sources;

  sources_init (&sources);
  video_test_probe (sources.mask, "mask", GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
      shorten_seek, sources.sources[1]);
  gst_element_set_state (sources.pipeline, GST_STATE_PAUSED);
  wait_for (sources.pipeline, GST_MESSAGE_ASYNC_DONE);
  sources_seek (&sources, GST_SEEK_FLAG_FLUSH);
  gst_element_set_state (sources.pipeline, GST_STATE_PLAYING);
  sources_check (&sources, 50, 25, "a segment");
  sources_wait_done (&sources);
  sources_clear (&sources);
}

/* A segment that is played again and again, without a flush. */
TEST (test_segments)
{
  Sources sources;

  sources_init (&sources);
  gst_element_set_state (sources.pipeline, GST_STATE_PAUSED);
  wait_for (sources.pipeline, GST_MESSAGE_ASYNC_DONE);
  sources_seek (&sources, GST_SEEK_FLAG_FLUSH);
  gst_element_set_state (sources.pipeline, GST_STATE_PLAYING);
  for (guint i = 0; i < 4; i++) {
    sources_check (&sources, 50, 50, "a segment");
    sources_wait_done (&sources);
    sources_seek (&sources, 0);
  }
  sources_clear (&sources);
}

/* Frames between elements of ours stay on the device, once cudainpaint has seen
 * a matte. */
TEST (test_chain)
{
  g_autoptr (GstElement) pipeline = gst_pipeline_new (NULL);
  GstElement *median = video_test_element ("cudamedian");
  GstElement *inpaint = video_test_element ("cudainpaint");
  GstElement *mask = add (pipeline, "cudamask", NULL);
  GstElement *frames = add (pipeline, "videotestsrc", "num-buffers", 60, NULL);
  GstElement *mattes = add (pipeline, "videotestsrc", "num-buffers", 60, NULL);
  GstElement *sink = add (pipeline, "fakesink", NULL);

  gst_util_set_object_arg (G_OBJECT (inpaint), "method", "harmonic");
  gst_util_set_object_arg (G_OBJECT (mattes), "pattern", "ball");
  gst_bin_add_many (GST_BIN (pipeline), median, inpaint, NULL);
  link_to (frames, median, "sink");
  link_to (mattes, mask, "mask");
  fail_unless (gst_element_link_many (median, mask, inpaint, sink, NULL));
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  wait_for (pipeline, GST_MESSAGE_EOS);
  assert_equals_uint64 (video_test_stat (mask, "masked-frames"), 60);
  assert_equals_uint64 (video_test_stat (inpaint, "frames"), 60);
#ifdef TEST_STAGED
  assert_equals_uint64 (video_test_stat (median, "uploads"), 60);
#endif
  fail_unless (video_test_stat (median, "downloads") <= 5);
  fail_unless (video_test_stat (inpaint, "uploads") <= 5);
  gst_element_set_state (pipeline, GST_STATE_NULL);
}

/* At the end of frames, and of mattes before that, the pipeline ends; then it
 * can be sought, and played again. Stops in the middle do not hang. */
TEST_LOOP (test_ends, 2)
{
  Sources sources;

  sources_init (&sources);
  g_object_set (sources.sources[__i__], "num-buffers", 40, NULL);
  g_object_set (sources.sources[!__i__], "num-buffers", 60, NULL);
  for (guint i = 0; i < 3; i++) {
    gst_element_set_state (sources.pipeline, GST_STATE_PLAYING);
    wait_for (sources.pipeline, GST_MESSAGE_EOS);
    sources_check (&sources, __i__ ? 60 : 40, 40, "to the end");
    fail_unless (gst_element_seek_simple (
        sources.pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0));
    wait_for (sources.pipeline, GST_MESSAGE_EOS);
    fail_unless (gst_element_seek_simple (
        sources.pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0));
    g_usleep (i * 1000);
    gst_element_set_state (sources.pipeline, GST_STATE_READY);
    g_mutex_lock (&sources.lock);
    sources.n = sources.n_masked = 0;
    g_mutex_unlock (&sources.lock);
  }
  sources_clear (&sources);
}

/* Where the pad behind a queue of GStreamer's (1.22 to 1.28) is unlinked, a
 * query in it is answered, and freed, but stays, and is read when the pad is
 * linked again: there must be none. */
static GstPadProbeReturn
drop_serialized (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  return GST_QUERY_IS_SERIALIZED (GST_PAD_PROBE_INFO_QUERY (info))
             ? GST_PAD_PROBE_DROP
             : GST_PAD_PROBE_OK;
}

/* Whatever comes when, nothing hangs. */
TEST (test_stress)
{
  Sources sources;

  sources_init (&sources);
  video_test_probe (sources.sources[1], "src",
      GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, drop_serialized, NULL);
  gst_element_set_state (sources.pipeline, GST_STATE_PLAYING);
  for (guint i = 0; i < 150; i++) {
    GstPad *mask = gst_element_get_static_pad (sources.mask, "mask");
    GstPad *peer = gst_pad_get_peer (mask);

    switch (g_rand_int_range (noise, 0, 6)) {
      case 0:
        gst_element_seek_simple (sources.pipeline, GST_FORMAT_TIME,
            GST_SEEK_FLAG_FLUSH, g_rand_int_range (noise, 0, 9) * GST_SECOND);
        break;
      case 1:
        gst_element_seek_simple (
            sources.sources[1], GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0);
        break;
      case 2:
        gst_element_seek_simple (
            sources.sources[0], GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0);
        break;
      case 3:
        gst_pad_unlink (peer, mask);
        g_usleep (g_rand_int_range (noise, 0, 3000));
        gst_pad_link (peer, mask);
        break;
      case 4:
        gst_element_set_state (sources.pipeline,
            g_rand_boolean (noise) ? GST_STATE_PAUSED : GST_STATE_READY);
        break;
      case 5:
        gst_element_set_state (sources.pipeline, GST_STATE_PLAYING);
        break;
    }
    g_usleep (g_rand_int_range (noise, 0, 5000));
    gst_object_unref (peer);
    gst_object_unref (mask);
  }
  sources_clear (&sources);
}

TEST_MAIN (gst_check_init, inpaint_test_setup, inpaint_test_teardown)
