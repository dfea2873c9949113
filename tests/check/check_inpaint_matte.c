/* cudainpaint's mattes: what they mark, which frame has which, and who waits
 * for whom. */
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
  GstVideoInfo info;
  GstBuffer *matte;
  gint y;

  video_test_info (&info, "GRAY8", mask->width, mask->height, "progressive");
  matte = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
  for (y = 0; y < mask->height; y++)
    gst_buffer_fill (matte, y * GST_VIDEO_INFO_PLANE_STRIDE (&info, 0),
        mask->pixels + y * mask->width, mask->width);
  return matte;
}

static GstPad *
link_grey (gint width, gint height)
{
  GstVideoInfo info;

  video_test_info (&info, "GRAY8", width, height, "progressive");
  info.fps_n = 0;
  return matte_test_link (inpaint_test.element, &info);
}

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

/* Pushes a frame, which is repaired by the matte of that number; -1: none. */
static void
check_frame (GstHarness *h, GstClockTime time, GstClockTime duration,
    gint number, const gchar *what)
{
  const InpaintScan scan = { 0 };
  GstVideoInfo info;
  g_autoptr (GstBuffer) frame = NULL, result = NULL;

  video_test_info (&info, "GRAY8", WIDTH, HEIGHT, "progressive");
  frame = video_test_frame (noise, &info);
  set_times (frame, time, duration);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  if (number < 0) {
    video_test_compare (&info, result, frame, what);
  } else {
    InpaintMask mask = numbered_mask (number);

    inpaint_test_check_known (&info, frame, result, &mask, &scan, what);
    inpaint_mask_free (&mask);
  }
}

/* What a matte marks is what a PNG of the same values marks, of every format,
 * in any layout. */
TEST_LOOP (test_formats, G_N_ELEMENTS (formats))
{
  InpaintMask values = inpaint_mask_new (WIDTH, HEIGHT), mask;
  GstVideoInfo info, grey;
  GstBuffer *frame, *result, *expected, *matte;
  GstVideoFrame f;
  GstHarness *h;
  GstPad *src;
  g_autofree gchar *path = NULL;
  gint i, turn;

  for (i = 0; i < WIDTH * HEIGHT; i++)
    values.pixels[i] =
        i % 3 ? g_rand_int_range (noise, 0, 256) : 127 + i / 3 % 2;
  path = inpaint_test_write_png ("values.png", &values, PNG_TEST_GREY8, FALSE);
  video_test_info (&grey, "GRAY8", WIDTH, HEIGHT, "progressive");
  video_test_info (&info, formats[__i__], WIDTH, HEIGHT, "progressive");
  for (turn = 0; turn < 4; turn++) {
    g_object_set (
        inpaint_test.element, "mask-invert", turn % 2, "mask-dilate", 0, NULL);
    frame = video_test_frame (noise, &grey);
    g_object_set (inpaint_test.element, "mask-location", path, NULL);
    h = inpaint_test_grey_harness (WIDTH, HEIGHT);
    expected = video_test_push_and_pull (h, gst_buffer_ref (frame));
    fail_if (video_test_equal (&grey, expected, frame));
    g_object_set (inpaint_test.element, "mask-location", NULL, NULL);

    /* the other components are random */
    src = matte_test_link (inpaint_test.element, &info);
    matte = video_test_frame (noise, &info);
    fail_unless (gst_video_frame_map (&f, &info, matte, GST_MAP_WRITE));
    for (i = 0; i < WIDTH * HEIGHT; i++)
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
    fail_unless_equals_int (gst_pad_push (src, matte), GST_FLOW_OK);
    result = video_test_push_and_pull (h, gst_buffer_ref (frame));
    video_test_expect (&grey, result, expected, formats[__i__]);
    gst_buffer_unref (frame);
    matte_test_unlink (inpaint_test.element, src);
    gst_harness_teardown (h);
  }

  /* beside a file, both count; both are dilated */
  memset (values.pixels, 0, WIDTH * HEIGHT);
  inpaint_mask_add (&values, 20, 15, 2, 2);
  inpaint_test_set_mask (&values);
  g_object_set (
      inpaint_test.element, "mask-invert", FALSE, "mask-dilate", 1, NULL);
  h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  src = link_grey (WIDTH, HEIGHT);
  mask = numbered_mask (3);
  fail_unless_equals_int (gst_pad_push (src, make_matte (&mask)), GST_FLOW_OK);
  fail_unless (gst_pad_push_event (src, gst_event_new_eos ()));
  inpaint_mask_add (&mask, 20, 15, 2, 2);
  inpaint_mask_free (&values);
  values = inpaint_mask_dilated (&mask, 1);
  inpaint_test_check_region (h, &values, "a matte and a file");
  matte_test_unlink (inpaint_test.element, src);
  gst_harness_teardown (h);
  inpaint_mask_free (&mask);
  inpaint_mask_free (&values);
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
  guint i;

  for (i = 0; i < mattes->n && ret == GST_FLOW_OK; i++)
    ret = try_numbered (
        mattes->src, i, mattes->first + i * mattes->distance, mattes->duration);
  if (ret == GST_FLOW_OK)
    gst_pad_push_event (mattes->src, gst_event_new_eos ());
  else
    fail_unless_equals_int (ret, GST_FLOW_EOS);
  return NULL;
}

/* The newest matte that is not later than the frame, at all rates, with and
 * without durations, whoever is ahead; the last one stays. */
TEST_LOOP (test_times, 14)
{
  static const struct {
    GstClockTime first, distance;
  } rates[] = { { 0, 40 }, { 0, 80 }, { 0, 20 }, { 100, 40 }, { 13, 33 },
    { 7, 200 }, { 0, 5 } };
  const gboolean told = __i__ % 2;
  const gint rate = __i__ / 2;
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  Mattes mattes = {
    .src = link_grey (WIDTH, HEIGHT),
    .n = 31,
    .first = rates[rate].first * GST_MSECOND,
    .distance = rates[rate].distance * GST_MSECOND,
  };
  GThread *thread;
  guint i;

  mattes.duration = told ? mattes.distance : GST_CLOCK_TIME_NONE;
  thread = g_thread_new ("mattes", push_mattes, &mattes);
  for (i = 0; i < 40; i++) {
    GstClockTime time = i * 40 * GST_MSECOND;
    gint k, number = -1;

    for (k = 0; k < (gint)mattes.n; k++)
      if (mattes.first + k * mattes.distance <= time)
        number = k;
    check_frame (h, time, 40 * GST_MSECOND, number, "by its time");
  }
  /* what is left is taken off by the last frame's end */
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  g_thread_join (thread);
  matte_test_unlink (inpaint_test.element, mattes.src);
}

/* Times that are rounded otherwise are the same ones, up to a millisecond. */
TEST (test_rounded)
{
  const GstClockTime duration = 33333333;
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  GstPad *src = link_grey (WIDTH, HEIGHT);
  guint i;

  for (i = 0; i < 30; i++) {
    GstClockTime exact = gst_util_uint64_scale (i, GST_SECOND, 30);
    GstClockTime rounded = exact / GST_MSECOND * GST_MSECOND;

    push_numbered (src, i, i % 2 ? exact : rounded + GST_MSECOND, duration);
    /* the next one has to come before it is clear */
    push_numbered (src, i, exact + duration / 2, duration / 2 + 2);
    check_frame (h, rounded, duration, i, "rounded");
  }
  matte_test_unlink (inpaint_test.element, src);
}

/* Without times one matte for each frame, in order; with a segment that begins
 * later mattes in front of it are none. */
TEST (test_order)
{
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  GstPad *src = link_grey (WIDTH, HEIGHT);
  GstSegment segment;
  guint i;

  for (i = 0; i < 12; i++) {
    push_numbered (src, i, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE);
    if (i % 3 == 0)
      push_numbered (src, 100 + i, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE);
    check_frame (h, i % 2 ? GST_CLOCK_TIME_NONE : i * GST_SECOND,
        GST_CLOCK_TIME_NONE, i, "in order");
    if (i % 3 == 0)
      check_frame (
          h, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE, 100 + i, "in order");
  }
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = segment.time = 50 * GST_SECOND;
  segment.base = 20 * GST_SECOND;
  fail_unless (gst_pad_push_event (src, gst_event_new_segment (&segment)));
  push_numbered (src, 1, 49 * GST_SECOND, GST_SECOND / 2);
  push_numbered (src, 2, 50 * GST_SECOND, GST_SECOND);
  push_numbered (src, 3, 51 * GST_SECOND, GST_SECOND);
  check_frame (h, 20 * GST_SECOND, GST_SECOND / 25, 2, "running time");
  check_frame (h, 21 * GST_SECOND, GST_SECOND / 25, 3, "running time");
  /* a frame in front of its segment takes none, and waits for none */
  segment.base = 22 * GST_SECOND;
  fail_unless (gst_harness_push_event (h, gst_event_new_segment (&segment)));
  check_frame (h, 40 * GST_SECOND, GST_SECOND / 25, 3, "outside");
  push_numbered (src, 4, 52 * GST_SECOND, GST_SECOND);
  check_frame (h, 41 * GST_SECOND, GST_SECOND / 25, 3, "outside");
  check_frame (h, 50 * GST_SECOND, GST_SECOND / 25, 4, "inside");
  matte_test_unlink (inpaint_test.element, src);
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
push_frame (gpointer data)
{
  Push *push = data;

  push->flow = gst_harness_push (push->h, push->buffer);
  g_atomic_int_set (&push->done, 1);
  return NULL;
}

static gpointer
push_matte (gpointer data)
{
  Push *push = data;

  push->flow = gst_pad_push (push->src, push->buffer);
  g_atomic_int_set (&push->done, 1);
  return NULL;
}

typedef enum {
  MATTE,
  LATER,
  GAP,
  END,
  FLUSH,
  UNLINK,
  RELEASE,
  FRAMES_FLUSH,
  READY,
  N_RELEASES
} Release;

/* A frame waits for its matte, and until one of these. */
TEST_LOOP (test_waits, N_RELEASES)
{
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  GstPad *src = link_grey (WIDTH, HEIGHT), *mask = gst_pad_get_peer (src);
  InpaintMask two = numbered_mask (2);
  const InpaintScan scan = { 0 };
  GstBuffer *frame, *result;
  Push push = { .h = h };
  GstVideoInfo info;
  GThread *thread;
  gint expected = 2;

  video_test_info (&info, "GRAY8", WIDTH, HEIGHT, "progressive");
  push_numbered (src, 2, 0, 40 * GST_MSECOND);
  frame = video_test_frame (noise, &info);
  set_times (frame, 80 * GST_MSECOND, 40 * GST_MSECOND);
  push.buffer = gst_buffer_ref (frame);
  thread = g_thread_new ("frame", push_frame, &push);
  g_usleep (A_MOMENT);
  fail_if (g_atomic_int_get (&push.done), "the frame did not wait");
  /* one that ends before it is not enough */
  push_numbered (src, 2, 40 * GST_MSECOND, 40 * GST_MSECOND);
  g_usleep (A_MOMENT);
  fail_if (g_atomic_int_get (&push.done), "the frame did not wait");

  switch (__i__) {
    case MATTE:
      push_numbered (src, 5, 80 * GST_MSECOND, 40 * GST_MSECOND);
      expected = 5;
      break;
    case LATER:
      push_numbered (src, 5, 120 * GST_MSECOND, GST_CLOCK_TIME_NONE);
      break;
    case GAP:
      gst_pad_push_event (
          src, gst_event_new_gap (80 * GST_MSECOND, 40 * GST_MSECOND));
      break;
    case END:
      gst_pad_push_event (src, gst_event_new_eos ());
      break;
    case FLUSH:
      gst_pad_push_event (src, gst_event_new_flush_start ());
      break;
    case UNLINK:
      gst_pad_unlink (src, mask);
      break;
    case RELEASE:
      gst_pad_unlink (src, mask);
      gst_element_release_request_pad (inpaint_test.element, mask);
      expected = -2;
      break;
    case FRAMES_FLUSH:
      gst_harness_push_event (h, gst_event_new_flush_start ());
      expected = -1;
      break;
    case READY:
      gst_element_set_state (inpaint_test.element, GST_STATE_READY);
      expected = -1;
      break;
  }
  g_thread_join (thread);
  if (expected == -1) {
    fail_unless_equals_int (push.flow, GST_FLOW_FLUSHING);
  } else {
    fail_unless_equals_int (push.flow, GST_FLOW_OK);
    result = gst_harness_pull (h);
    if (expected == 5) {
      InpaintMask five = numbered_mask (5);

      inpaint_test_check_known (&info, frame, result, &five, &scan, "its own");
      inpaint_mask_free (&five);
    } else if (expected == 2) {
      inpaint_test_check_known (&info, frame, result, &two, &scan, "the last");
    }
    gst_buffer_unref (result);
  }
  if (__i__ == UNLINK)
    gst_element_release_request_pad (inpaint_test.element, mask);
  gst_object_unref (mask);
  matte_test_unlink (inpaint_test.element, src);
  gst_buffer_unref (frame);
  inpaint_mask_free (&two);
}

/* Mattes wait too, so that not all of a file lies in memory; until a frame
 * takes one, or one of these. */
TEST_LOOP (test_mattes_wait, 5)
{
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  GstPad *src = link_grey (WIDTH, HEIGHT), *mask = gst_pad_get_peer (src);
  InpaintMask thin = numbered_mask (9);
  Push push = { .src = src };
  GThread *thread;
  guint i;

  for (i = 0; i < 4; i++)
    push_numbered (src, i, i * GST_SECOND, GST_SECOND);
  push.buffer = make_matte (&thin);
  set_times (push.buffer, 4 * GST_SECOND, GST_SECOND);
  thread = g_thread_new ("matte", push_matte, &push);
  g_usleep (A_MOMENT);
  fail_if (g_atomic_int_get (&push.done), "the matte did not wait");
  switch (__i__) {
    case 0:
      check_frame (h, 0, GST_SECOND, 0, "the first");
      break;
    case 1:
      gst_pad_push_event (src, gst_event_new_flush_start ());
      break;
    case 2:
      gst_harness_push_event (h, gst_event_new_eos ());
      break;
    case 3:
      gst_element_set_state (inpaint_test.element, GST_STATE_READY);
      break;
    case 4:
      gst_element_release_request_pad (inpaint_test.element, mask);
      break;
  }
  g_thread_join (thread);
  fail_unless_equals_int (push.flow, __i__ == 0   ? GST_FLOW_OK
                                     : __i__ == 2 ? GST_FLOW_EOS
                                                  : GST_FLOW_FLUSHING);
  gst_object_unref (mask);
  if (__i__ == 4) {
    gst_pad_set_active (src, FALSE);
    gst_object_unref (src);
  } else {
    matte_test_unlink (inpaint_test.element, src);
  }
  inpaint_mask_free (&thin);
}

/* A flush of mattes forgets them; one of frames does not. */
TEST (test_flush)
{
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (WIDTH, HEIGHT);
  GstPad *src = link_grey (WIDTH, HEIGHT);
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  push_numbered (src, 1, 0, GST_SECOND);
  push_numbered (src, 2, GST_SECOND, GST_SECOND);
  check_frame (h, 0, GST_SECOND / 25, 1, "before");
  fail_unless (gst_harness_push_event (h, gst_event_new_flush_start ()));
  fail_unless (gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
  fail_unless (gst_harness_push_event (h, gst_event_new_segment (&segment)));
  check_frame (h, GST_SECOND, GST_SECOND / 25, 2, "frames flushed");
  /* the matte in force is later than this frame */
  check_frame (h, 0, GST_SECOND / 25, -1, "back in time");

  fail_unless (gst_pad_push_event (src, gst_event_new_flush_start ()));
  fail_unless (gst_pad_push_event (src, gst_event_new_flush_stop (TRUE)));
  fail_unless (gst_pad_push_event (src, gst_event_new_segment (&segment)));
  push_numbered (src, 3, 2 * GST_SECOND, GST_SECOND);
  check_frame (h, GST_SECOND, GST_SECOND / 25, -1, "mattes flushed");
  check_frame (h, 2 * GST_SECOND, GST_SECOND / 25, 3, "and a new one");
  matte_test_unlink (inpaint_test.element, src);

  /* a new pad has none of the old one's */
  src = link_grey (WIDTH, HEIGHT);
  fail_if (gst_element_request_pad (inpaint_test.element,
      gst_element_get_pad_template (inpaint_test.element, "mask"), NULL, NULL));
  fail_unless (gst_pad_push_event (src, gst_event_new_eos ()));
  check_frame (h, 3 * GST_SECOND, GST_SECOND / 25, -1, "a new pad");
  matte_test_unlink (inpaint_test.element, src);
}

/* Sizes */

/* mask-size-policy is of mattes too. */
TEST_LOOP (test_sizes, 3)
{
  static const gchar *const policies[] = { "error", "scale", "pass" };
  InpaintMask half = inpaint_mask_new (20, 12),
              whole = inpaint_mask_new (40, 24),
              full = inpaint_mask_new (40, 24);
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (40, 24);
  GstPad *src = link_grey (20, 12);
  GstBuffer *frame, *result;
  GstStructure *stats;
  GstVideoInfo info;
  guint64 passed;
  guint i;

  inpaint_test_set ("mask-size-policy", policies[__i__]);
  inpaint_mask_add (&half, 3, 4, 2, 5);
  inpaint_mask_add (&whole, 6, 8, 4, 10);
  video_test_info (&info, "GRAY8", 40, 24, "progressive");
  frame = video_test_frame (noise, &info);
  for (i = 0; i < 3; i++) {
    fail_unless_equals_int (
        gst_pad_push (src, make_matte (&half)), GST_FLOW_OK);
    switch (__i__) {
      case 0:
        fail_unless_equals_int (
            gst_harness_push (h, gst_buffer_ref (frame)), GST_FLOW_ERROR);
        video_test_check_error (
            inpaint_test.bus, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT);
        break;
      case 1:
        fail_unless_equals_int (
            gst_pad_push (src, make_matte (&half)), GST_FLOW_OK);
        inpaint_test_check_region (h, &whole, "scaled");
        break;
      case 2:
        result = video_test_push_and_pull (h, gst_buffer_ref (frame));
        video_test_compare (&info, result, frame, "passes");
        gst_buffer_unref (result);
        if (i == 0)
          video_test_check_warning (inpaint_test.bus,
              "a matte has 20x12 pixels, and frames have 40x24");
        fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
        break;
    }
  }
  g_object_get (inpaint_test.element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, "passed-frames", &passed));
  assert_equals_int (passed, __i__ == 2 ? 3 : 0);
  gst_structure_free (stats);

  /* of the frames' size from here on; then all of it, which leaves nothing */
  matte_test_set_caps (src, &info);
  for (i = 0; i < 2; i++)
    fail_unless_equals_int (
        gst_pad_push (src, make_matte (&whole)), GST_FLOW_OK);
  inpaint_test_check_region (h, &whole, "of its size");
  inpaint_mask_add (&full, 0, 0, 40, 24);
  fail_unless_equals_int (gst_pad_push (src, make_matte (&full)), GST_FLOW_OK);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  video_test_expect (&info, result, frame, "nothing is known");
  inpaint_mask_free (&full);
  inpaint_mask_free (&whole);
  inpaint_mask_free (&half);
  matte_test_unlink (inpaint_test.element, src);
}

/* Pipelines */

static GstElement *
add (GstElement *pipeline, const gchar *name, const gchar *first, ...)
{
  GstElement *element = gst_element_factory_make (name, NULL);
  va_list args;

  fail_unless (element != NULL, "no %s", name);
  va_start (args, first);
  g_object_set_valist (G_OBJECT (element), first, args);
  va_end (args);
  gst_bin_add (GST_BIN (pipeline), element);
  return element;
}

/* Small and grey. */
static void
link_to (GstElement *from, GstElement *inpaint, const gchar *pad)
{
  g_autoptr (GstCaps) caps =
      gst_caps_from_string ("video/x-raw, format=GRAY8, width=64, height=48");

  fail_unless (
      gst_element_link_pads_filtered (from, "src", inpaint, pad, caps));
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

/* Live frames go on, when they are late, where the mattes' end early, or never
 * begin. */
TEST_LOOP (test_live, 2)
{
  g_autoptr (GstElement) pipeline = gst_pipeline_new (NULL);
  GstElement *inpaint = video_test_element ("cudainpaint");
  GstElement *frames, *mattes, *sink;

  gst_util_set_object_arg (G_OBJECT (inpaint), "method", "harmonic");
  g_object_set (inpaint, "qos", FALSE, NULL);
  gst_bin_add (GST_BIN (pipeline), inpaint);
  frames =
      add (pipeline, "videotestsrc", "is-live", TRUE, "num-buffers", 12, NULL);
  sink = add (pipeline, "fakesink", "sync", TRUE, NULL);
  link_to (frames, inpaint, "sink");
  fail_unless (gst_element_link (inpaint, sink));
  mattes = __i__ ? add (pipeline, "videotestsrc", "is-live", TRUE,
               "num-buffers", 4, NULL)
                 : add (pipeline, "appsrc", "is-live", TRUE, NULL);
  link_to (mattes, inpaint, "mask");
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  wait_for (pipeline, GST_MESSAGE_EOS);
  gst_element_set_state (pipeline, GST_STATE_NULL);
}

static GstPadProbeReturn
count_flushes (GstPad *pad, GstPadProbeInfo *info, gpointer n)
{
  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_FLUSH_STOP)
    g_atomic_int_inc ((gint *)n);
  return GST_PAD_PROBE_OK;
}

/* A seek goes both ways, and frames and mattes go on together; stops in the
 * middle do not hang. */
TEST (test_seek)
{
  g_autoptr (GstElement) pipeline = gst_pipeline_new (NULL);
  GstElement *inpaint = video_test_element ("cudainpaint");
  GstElement *frames, *mattes, *queues[2], *sink;
  gint flushes = 0, i;
  GstPad *mask;

  gst_util_set_object_arg (G_OBJECT (inpaint), "method", "harmonic");
  gst_bin_add (GST_BIN (pipeline), inpaint);
  frames = add (pipeline, "videotestsrc", "num-buffers", 1000, NULL);
  mattes = add (pipeline, "videotestsrc", "num-buffers", 1000, NULL);
  gst_util_set_object_arg (G_OBJECT (mattes), "pattern", "ball");
  for (i = 0; i < 2; i++)
    queues[i] = add (pipeline, "queue", "max-size-buffers", 3, NULL);
  sink = add (pipeline, "fakesink", "sync", FALSE, NULL);
  fail_unless (gst_element_link (frames, queues[0]));
  link_to (queues[0], inpaint, "sink");
  fail_unless (gst_element_link (inpaint, sink));
  fail_unless (gst_element_link (mattes, queues[1]));
  link_to (queues[1], inpaint, "mask");
  mask = gst_element_get_static_pad (inpaint, "mask");
  gst_pad_add_probe (
      mask, GST_PAD_PROBE_TYPE_EVENT_FLUSH, count_flushes, &flushes, NULL);
  gst_object_unref (mask);
  for (i = 0; i < 3; i++) {
    gst_element_set_state (pipeline, GST_STATE_PAUSED);
    wait_for (pipeline, GST_MESSAGE_ASYNC_DONE);
    fail_unless (gst_element_seek_simple (
        pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, (2 - i) * GST_SECOND));
    wait_for (pipeline, GST_MESSAGE_ASYNC_DONE);
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
    g_usleep (A_MOMENT);
    fail_unless (gst_element_seek_simple (
        pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, i * GST_SECOND));
    if (i == 1)
      wait_for (pipeline, GST_MESSAGE_EOS);
    gst_element_set_state (pipeline, GST_STATE_READY);
  }
  assert_equals_int (flushes, 6);
  gst_element_set_state (pipeline, GST_STATE_NULL);
}

TEST_MAIN (gst_check_init, inpaint_test_setup, inpaint_test_teardown)
