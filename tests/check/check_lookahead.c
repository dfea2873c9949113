/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Results that lag behind, as of filters that look ahead: when they leave, what
 * comes between them, when all of them leave, and the latency that this adds.
 */
#include "chaintest.h"
#include "naivemedian.h"
#include "videotest.h"

#include <string.h>

#ifdef TEST_STAGED
#include "gst/filter/gcffilter.h"
#endif

/* A stream is a string, each of its characters something that is pushed:
 *   f  a frame
 *   D  a frame that is discontinuous
 *   l  a frame that is too late, and is dropped when its turn comes: the next
 *      is discontinuous
 *   u  a frame that is too small, and left out: the next is discontinuous
 *   t  a tag event            c  another serialised event
 *   o  an event that is not serialised
 *   C  caps of another size   z  another segment   g  a gap   e  the end
 *   k  the same caps again    s  the same segment again
 *   G  the end of a group     S  a still frame
 *   d  a DRAIN query          x  a flush, with a segment behind it
 * What comes out is written down likewise, each with its place in the string
 * and a frame that is discontinuous as D: "f0 t1". */

typedef struct {
  const gchar *script;
  guint lag;
  GstElement *element;
  GstHarness *h;
  GstVideoInfo info;
  GPtrArray *expected; /* of GstBuffer, that have not come out */
  GMutex lock;
  GString *out; /* what came out */

  /* the same, as it ought to be */
  GString *right;
  GQueue held; /* of text */
  guint n_frames_held;
  gboolean missed, lost;
  gchar *kept; /* a tag that was held when a flush came */
  guint n_segments;
} Play;

static void
write_down (GString *log, gchar what, guint place)
{
  g_string_append_printf (log, "%s%c%u", log->len ? " " : "", what, place);
}

/* Events carry their place in their sequence number. */
static guint32
seqnum (guint place)
{
  return 1000000 + place;
}

static gchar
kind_of (GstEvent *event)
{
  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_TAG:
      return 't';
    case GST_EVENT_CUSTOM_DOWNSTREAM:
      return gst_video_event_parse_still_frame (event, NULL) ? 'S' : 'c';
    case GST_EVENT_STREAM_GROUP_DONE:
      return 'G';
    case GST_EVENT_CUSTOM_DOWNSTREAM_OOB:
      return 'o';
    case GST_EVENT_SEGMENT:
      return 's';
    case GST_EVENT_GAP:
      return 'g';
    case GST_EVENT_EOS:
      return 'e';
    case GST_EVENT_FLUSH_STOP:
      return 'x';
    default:
      return 0;
  }
}

static GstPadProbeReturn
see (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Play *play = data;
  GstEvent *event;

  g_mutex_lock (&play->lock);
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
    GstBuffer *frame = GST_PAD_PROBE_INFO_BUFFER (info);

    write_down (play->out, GST_BUFFER_IS_DISCONT (frame) ? 'D' : 'f',
        GST_BUFFER_OFFSET (frame));
  } else {
    event = GST_PAD_PROBE_INFO_EVENT (info);
    /* caps are made anew on their way */
    if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS)
      g_string_append (play->out, " C");
    else if (kind_of (event) && gst_event_get_seqnum (event) >= seqnum (0))
      write_down (play->out, kind_of (event),
          gst_event_get_seqnum (event) - seqnum (0));
  }
  g_mutex_unlock (&play->lock);
  return GST_PAD_PROBE_OK;
}

static GstElement *
lagging_element (guint lag)
{
  GstElement *element = video_test_element ("cudacopy");

  g_object_set (element, "lookahead", lag, NULL);
  return element;
}

static void
play_init (Play *play, const gchar *script, guint lag)
{
  memset (play, 0, sizeof (*play));
  play->script = script;
  play->lag = lag;
  play->element = lagging_element (lag);
  play->info = video_test_progressive ("NV12", 24, 17);
  play->h = video_test_harness (play->element, &play->info);
  play->expected = g_ptr_array_new ();
  g_mutex_init (&play->lock);
  play->out = g_string_new (NULL);
  play->right = g_string_new (NULL);
  video_test_probe (play->element, "src",
      GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM
          | GST_PAD_PROBE_TYPE_EVENT_FLUSH,
      see, play);
}

static void
play_clear (Play *play)
{
  gst_harness_teardown (play->h);
  gst_object_unref (play->element);
  g_ptr_array_unref (play->expected);
  g_string_free (play->out, TRUE);
  g_string_free (play->right, TRUE);
  g_queue_clear_full (&play->held, g_free);
  g_free (play->kept);
  g_mutex_clear (&play->lock);
}

/* What ought to be. */

static gboolean
is_frame (const gchar *text)
{
  return *text == 'f' || *text == 'D' || *text == 'l';
}

static void
let_out_frame (Play *play, gchar *text)
{
  play->n_frames_held--;
  if (*text == 'l') {
    *text = 0;
    play->lost = TRUE;
    return;
  }
  if (play->lost)
    *text = 'D';
  play->lost = FALSE;
  if (play->kept)
    g_string_append_printf (play->right, " %s", play->kept);
  g_clear_pointer (&play->kept, g_free);
}

static void
let_out (Play *play, guint n)
{
  while (play->n_frames_held > n
         || (play->held.head && !is_frame (play->held.head->data))) {
    g_autofree gchar *text = g_queue_pop_head (&play->held);

    if (is_frame (text))
      let_out_frame (play, text);
    if (*text)
      g_string_append_printf (
          play->right, "%s%s", play->right->len ? " " : "", text);
  }
}

static void
foresee (Play *play, gchar what, guint place)
{
  gchar *text;

  switch (what) {
    case 'u':
      play->missed = TRUE;
      break;
    case 'l':
    case 'f':
    case 'D':
      if (play->missed && what == 'f')
        what = 'D';
      play->missed = FALSE;
      G_GNUC_FALLTHROUGH;
    case 't':
    case 'c':
    case 's':
      text = g_strdup_printf ("%c%u", what, place);
      g_queue_push_tail (&play->held, text);
      play->n_frames_held += is_frame (text);
      let_out (play, play->lag);
      break;
    case 'o':
      write_down (play->right, 'o', place);
      break;
    case 'd':
      let_out (play, 0);
      break;
    case 'C':
      let_out (play, 0);
      g_string_append (play->right, " C");
      break;
    case 'z':
    case 'g':
    case 'e':
    case 'G':
    case 'S':
      let_out (play, 0);
      write_down (play->right, what == 'z' ? 's' : what, place);
      break;
    case 'x':
      /* frames go; events that stay with a pad come with the next frame */
      while ((text = g_queue_pop_head (&play->held))) {
        if (*text == 't') {
          g_free (play->kept);
          play->kept = text;
        } else {
          g_free (text);
        }
      }
      play->n_frames_held = 0;
      play->missed = play->lost = FALSE;
      play->n_segments = 0;
      write_down (play->right, 'x', place);
      write_down (play->right, 's', place);
      break;
  }
}

/* What is. */

static void
push_event (Play *play, GstEvent *event, guint place)
{
  gst_event_set_seqnum (event, seqnum (place));
  fail_unless (gst_harness_push_event (play->h, event));
}

static GstEvent *
segment_event (guint number)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.base = number * GST_SECOND;
  return gst_event_new_segment (&segment);
}

static GstEvent *
caps_event (const GstVideoInfo *info)
{
  GstCaps *caps = gst_video_info_to_caps (info);
  GstEvent *event = gst_event_new_caps (caps);

  gst_caps_unref (caps);
  return event;
}

static void
push_frame (Play *play, guint place, gboolean discont)
{
  GstBuffer *frame = video_test_frame (noise, &play->info);

  GST_BUFFER_OFFSET (frame) = place;
  if (discont)
    GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_DISCONT);
  g_ptr_array_add (play->expected, gst_buffer_copy_deep (frame));
  video_test_push (play->h, frame);
}

/* Other frames have no time, and so are never late. */
static void
push_late_frame (Play *play)
{
  GstBuffer *frame = video_test_frame (noise, &play->info);

  gst_harness_push_upstream_event (play->h,
      gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 0.5, GST_SECOND, GST_SECOND));
  GST_BUFFER_PTS (frame) = GST_SECOND;
  video_test_push (play->h, frame);
}

static void
pull_frames (Play *play)
{
  GstBuffer *result, *expected;

  while ((result = gst_harness_try_pull (play->h))) {
    fail_unless (play->expected->len > 0);
    expected = g_ptr_array_steal_index (play->expected, 0);
    video_test_expect (&play->info, result, expected, "kept");
  }
}

static void
flush (Play *play, guint place)
{
  fail_unless (gst_harness_push_event (play->h, gst_event_new_flush_start ()));
  push_event (play, gst_event_new_flush_stop (TRUE), place);
  push_event (play, segment_event (0), place);
  while (play->expected->len > 0)
    gst_buffer_unref (g_ptr_array_steal_index (play->expected, 0));
}

static void
push (Play *play, gchar what, guint place)
{
  GstVideoInfo info;
  GstQuery *query;

  switch (what) {
    case 'f':
    case 'D':
      push_frame (play, place, what == 'D');
      break;
    case 'l':
      push_late_frame (play);
      break;
    case 'u':
      video_test_push (play->h, gst_buffer_new_allocate (NULL, 7, NULL));
      break;
    case 't':
      push_event (play,
          gst_event_new_tag (gst_tag_list_new (GST_TAG_TITLE, "a title", NULL)),
          place);
      break;
    case 'c':
    case 'o':
      push_event (play,
          gst_event_new_custom (what == 'c' ? GST_EVENT_CUSTOM_DOWNSTREAM
                                            : GST_EVENT_CUSTOM_DOWNSTREAM_OOB,
              gst_structure_new_empty ("something")),
          place);
      break;
    case 'C':
      info = video_test_progressive (
          "NV12", GST_VIDEO_INFO_WIDTH (&play->info) + 6, 17);
      push_event (play, caps_event (&info), place);
      /* those that it sent away are of the old size */
      pull_frames (play);
      play->info = info;
      break;
    case 'k':
      push_event (play, caps_event (&play->info), place);
      break;
    case 's':
      push_event (play, segment_event (play->n_segments), place);
      break;
    case 'z':
      push_event (play, segment_event (++play->n_segments), place);
      break;
    case 'G':
      push_event (play, gst_event_new_stream_group_done (1), place);
      break;
    case 'S':
      push_event (play, gst_video_event_new_still_frame (TRUE), place);
      break;
    case 'g':
      push_event (play, gst_event_new_gap (0, GST_SECOND), place);
      break;
    case 'e':
      push_event (play, gst_event_new_eos (), place);
      break;
    case 'd':
      query = gst_query_new_drain ();
      gst_pad_peer_query (play->h->srcpad, query);
      gst_query_unref (query);
      break;
    case 'x':
      flush (play, place);
      break;
  }
}

/* What leaves, when it leaves, and that frames are right. */
TEST_LOOP (test_order, 84)
{
  static const gchar *const scripts[] = {
    "ffffffffffffffffffffe",
    "tfffffffffffftffftftttffffffffffffe",
    "fcffccfffocffctfffoffffffffffffe",
    "ffftcCfffffCffffffffffffcCffe",
    "ffffsfffcfsffffffffffffse",
    "fffgffffgffffffffffffge",
    "fffdffffcdfffffffffffffdtfe",
    "ffffffffffffxfffxfffffffffffcxffffffffffe",
    "ffcftxffffffffffffe",
    "ffttxftffffffffffffe",
    "fffexfffffffffffffexfffe",
    "e",
    "tcgse",
    "Dfffffflffffffftllffcfffffe",
    "DfDDffftfDfffcDtfffffllfte",
    "fffsffffffkfffksfffskffffffffffffffe",
    "ffffzfffcfzffffsfffffffzse",
    "ffffGfffffffffffffGGfffe",
    "fffuffffffffffuufftDufuxfffuffsuffffffffue",
    "ffffSfffffcfffffffffSfffe",
    "fflfffffxlfffffffflffflffffffffffflzfffllge",
  };
  static const guint lags[] = { 0, 1, 2, 8 };
  const gchar *script = scripts[__i__ / G_N_ELEMENTS (lags)];
  Play play;

  play_init (&play, script, lags[__i__ % G_N_ELEMENTS (lags)]);
  for (guint i = 0; script[i]; i++) {
    push (&play, script[i], i);
    foresee (&play, script[i], i);
    pull_frames (&play);
    fail_unless (g_str_equal (play.out->str, play.right->str),
        "lag %u, after %.*s\nis    %s\nought %s", play.lag, i + 1, script,
        play.out->str, play.right->str);
  }
  assert_equals_int (play.expected->len, 0);
  play_clear (&play);
}

/* Frames that come in time, and are late when their turn comes: each is told,
 * and counted. */
TEST_LOOP (test_late, 2)
{
  const gboolean qos = __i__;
  g_autoptr (GstElement) element = lagging_element (2);
  g_autoptr (GstBus) bus = gst_bus_new ();
  g_autoptr (GstHarness) h = NULL;
  GstMessage *message;
  GstVideoInfo info = video_test_progressive ("NV12", 24, 17);
  guint64 processed, dropped;
  gint64 jitter;
  guint i, n = 0;

  gst_element_set_bus (element, bus);
  g_object_set (element, "qos", qos, NULL);
  h = video_test_harness (element, &info);
  for (i = 0; i < 6; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);

    GST_BUFFER_PTS (frame) = i * 40 * GST_MSECOND;
    video_test_push (h, frame);
    /* frame 1 was 50 ms late; of those that came, 1 and 2 are to be dropped */
    if (i == 2)
      gst_harness_push_upstream_event (
          h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.5, 50 * GST_MSECOND,
                 40 * GST_MSECOND));
  }
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  assert_equals_int (gst_harness_buffers_received (h), qos ? 4 : 6);
  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_QOS))) {
    gst_message_parse_qos_stats (message, NULL, &processed, &dropped);
    gst_message_parse_qos_values (message, &jitter, NULL, NULL);
    assert_equals_uint64 (processed, 1);
    assert_equals_uint64 (dropped, ++n);
    assert_equals_int64 (jitter, (90 - 40 * (gint)n) * GST_MSECOND);
    gst_message_unref (message);
  }
  assert_equals_int (n, qos ? 2 : 0);
  assert_equals_uint64 (video_test_stat (element, "late-frames"), n);
  gst_bus_set_flushing (bus, TRUE);
  gst_element_set_bus (element, NULL);
}

static void
let_go (gpointer n_frames, GstMiniObject *frame)
{
  --*(guint *)n_frames;
}

/* Frames that are kept at the end of the element's life go with it. */
TEST_LOOP (test_stop, 2)
{
  gboolean restart = __i__;
  g_autoptr (GstElement) element = lagging_element (8);
  GstBuffer *frame, *expected, *result;
  GstVideoInfo info = video_test_progressive ("I420", 36, 22);
  GstHarness *h = video_test_harness (element, &info);
  guint i, n_frames = 6;

  for (i = 0; i < 6; i++) {
    frame = video_test_frame (noise, &info);
    gst_mini_object_weak_ref (GST_MINI_OBJECT (frame), let_go, &n_frames);
    video_test_push (h, frame);
  }
  fail_unless (gst_harness_push_event (
      h, gst_event_new_custom (
             GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty ("x"))));
  assert_equals_int (gst_harness_buffers_received (h), 0);
  assert_equals_int (n_frames, 6);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_harness_teardown (h);
  assert_equals_int (n_frames, 0);

  if (restart) {
    h = video_test_harness (element, &info);
    frame = video_test_frame (noise, &info);
    expected = gst_buffer_copy_deep (frame);
    video_test_push (h, frame);
    assert_equals_int (gst_harness_buffers_received (h), 0);
    fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
    assert_equals_int (gst_harness_buffers_received (h), 1);
    result = gst_harness_try_pull (h);
    video_test_expect (&info, result, expected, "after a restart");
    gst_harness_teardown (h);
  }
}

static GstPadProbeReturn
offer_small_pool (GstPad *pad, GstPadProbeInfo *info, gpointer pool)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  GstVideoInfo video;
  GstCaps *caps;

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  gst_query_parse_allocation (query, &caps, NULL);
  fail_unless (gst_video_info_from_caps (&video, caps));
  gst_query_add_allocation_pool (
      query, pool, GST_VIDEO_INFO_SIZE (&video), 1, 2);
  return GST_PAD_PROBE_HANDLED;
}

/* Downstream insists on its pool, which has two buffers, and looks at one while
 * the next is made: a result has one no earlier than it leaves. */
TEST (test_small_pool)
{
  g_autoptr (GstElement) element = lagging_element (8);
  g_autoptr (GstBufferPool) pool = video_test_special_pool_new ();
  g_autoptr (GstHarness) h =
      gst_harness_new_with_element (element, "sink", "src");
  GstBuffer *expected[20], *result, *last = NULL;
  GstBufferPool *used;
  GstVideoInfo info = video_test_progressive ("NV12", 24, 17);
  guint i, n = 0;

  video_test_probe (element, "src", GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
      offer_small_pool, pool);
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  for (i = 0; i < G_N_ELEMENTS (expected); i++) {
    GstBuffer *frame = video_test_frame (noise, &info);

    expected[i] = gst_buffer_copy_deep (frame);
    video_test_push (h, frame);
    assert_equals_int (gst_harness_buffers_in_queue (h), i < 8 ? 0 : 1);
    result = gst_harness_try_pull (h);
    if (result)
      video_test_compare (&info, result, expected[n++], "of a small pool");
    gst_clear_buffer (&last);
    last = result;
  }
  used = gst_base_transform_get_buffer_pool (GST_BASE_TRANSFORM (element));
  fail_unless (used == pool);
  gst_object_unref (used);

  /* the others at once: a sink that keeps none */
  gst_clear_buffer (&last);
  gst_harness_set_drop_buffers (h, TRUE);
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  assert_equals_int (gst_harness_buffers_received (h), G_N_ELEMENTS (expected));

  for (i = 0; i < G_N_ELEMENTS (expected); i++)
    gst_buffer_unref (expected[i]);
}

/* Upstream is told of how many frames the element keeps. */
TEST (test_proposed_pool)
{
  guint lags[] = { 0, 5 }, mins[2], i, max;
  GstVideoInfo info = video_test_progressive ("NV12", 24, 17);

  for (i = 0; i < 2; i++) {
    g_autoptr (GstElement) element = lagging_element (lags[i]);
    g_autoptr (GstHarness) h = video_test_harness (element, &info);
    g_autoptr (GstQuery) query = video_test_ask_allocation (h->srcpad, &info);

    gst_query_parse_nth_allocation_pool (query, 0, NULL, NULL, &mins[i], &max);
    assert_equals_int (max, 0);
  }
  assert_equals_int (mins[1], mins[0] + 5);
}

/* Of fields a filter over time keeps twice as many: those of a kind. */
TEST_LOOP (test_proposed_pool_of_fields, 4)
{
  static const gchar *const names[] = { "cudadenoise", "cudainpaint" };
  const guint future = 1 + __i__ / 2;
  guint mins[2], i;

  for (i = 0; i < 2; i++) {
    g_autoptr (GstElement) element = video_test_element (names[__i__ % 2]);
    GstVideoInfo info;
    g_autoptr (GstHarness) h = NULL;
    g_autoptr (GstQuery) query = NULL;

    video_test_info (&info, "I420", 24, 17, i ? "alternate" : "progressive");
    g_object_set (element, "future", future, NULL);
    if (__i__ % 2 == 0) /* others are kept without their memory */
      gst_util_set_object_arg (G_OBJECT (element), "roi-type", "any");
    h = video_test_harness (element, &info);
    query = video_test_ask_allocation (h->srcpad, &info);
    gst_query_parse_nth_allocation_pool (query, 0, NULL, NULL, &mins[i], NULL);
  }
  assert_equals_int (mins[1], mins[0] + future);
}

/* Buffers of a limited pool that are kept would be missed by upstream, and so
 * would those that a copy of the frame keeps. */
TEST_LOOP (test_limited_pool, 3)
{
  const GstBufferPoolAcquireParams now = {
    .flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT
  };
  g_autoptr (GstElement) element = lagging_element (4);
  g_autoptr (GstBufferPool) pool = gst_buffer_pool_new ();
  GstStructure *config = gst_buffer_pool_get_config (pool);
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 24, 17);
  GstCaps *caps = gst_video_info_to_caps (&info);

  gst_buffer_pool_config_set_params (
      config, caps, GST_VIDEO_INFO_SIZE (&info), 2, 2);
  gst_caps_unref (caps);
  fail_unless (gst_buffer_pool_set_config (pool, config));
  fail_unless (gst_buffer_pool_set_active (pool, TRUE));
  h = video_test_harness (element, &info);
  for (guint i = 0; i < 10; i++) {
    GstBuffer *frame;

    assert_equals_int (gst_buffer_pool_acquire_buffer (
                           pool, &frame, (GstBufferPoolAcquireParams *)&now),
        GST_FLOW_OK);
    for (guint k = 0; k < (guint)__i__; k++) { /* and a copy of the copy */
      GstBuffer *copy = gst_buffer_copy (frame);

      /* as GStreamer does from 1.24 on */
      if (!gst_buffer_get_parent_buffer_meta (copy))
        gst_buffer_add_parent_buffer_meta (copy, frame);
      gst_buffer_unref (frame);
      frame = copy;
    }
    video_test_push (h, frame);
  }
}

/* What downstream says to a frame that left late comes back to upstream. */
TEST_LOOP (test_flow, 2)
{
  g_autoptr (GstElement) element = lagging_element (3);
  GstVideoInfo info = video_test_progressive ("GRAY8", 30, 20);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (guint i = 0; i < 3; i++)
    video_test_push (h, video_test_frame (noise, &info));
  gst_pad_set_active (h->sinkpad, FALSE);
  if (__i__) {
    /* frames that an event sends away */
    gst_harness_push_event (h, gst_event_new_gap (0, GST_SECOND));
  }
  assert_equals_int (
      gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_FLUSHING);
}

/* Latency */

#define UPSTREAM_MIN (7 * GST_MSECOND)
#define UPSTREAM_MAX (300 * GST_MSECOND)

static GstPadProbeReturn
answer_latency (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  const GstClockTime *max = data;

  if (GST_QUERY_TYPE (query) != GST_QUERY_LATENCY)
    return GST_PAD_PROBE_OK;
  gst_query_set_latency (query, TRUE, UPSTREAM_MIN, *max);
  return GST_PAD_PROBE_HANDLED;
}

typedef struct {
  GstElement *element;
  GstBus *bus;
  GstHarness *h;
  GstVideoInfo info;
  GstClockTime upstream_max;
} Latency;

static void
latency_init (Latency *self, guint lag, gint fps_n, gint fps_d,
    const gchar *interlace_mode, GstClockTime upstream_max)
{
  self->element = lagging_element (lag);
  self->bus = gst_bus_new ();
  self->upstream_max = upstream_max;
  gst_element_set_bus (self->element, self->bus);
  video_test_info (&self->info, "I420", 32, 20, interlace_mode);
  self->info.fps_n = fps_n;
  self->info.fps_d = fps_d;
  self->h = video_test_harness (self->element, &self->info);
  gst_pad_add_probe (self->h->srcpad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM,
      answer_latency, &self->upstream_max, NULL);
}

static void
latency_clear (Latency *self)
{
  gst_bus_set_flushing (self->bus, TRUE);
  gst_harness_teardown (self->h);
  gst_element_set_bus (self->element, NULL);
  gst_object_unref (self->element);
  gst_object_unref (self->bus);
}

/* The element says that it adds so much, and said before that it had changed
 * where `told`. */
static void
latency_check (Latency *self, GstClockTime added, gboolean told)
{
  g_autoptr (GstQuery) query = gst_query_new_latency ();
  GstMessage *message = gst_bus_pop_filtered (self->bus, GST_MESSAGE_LATENCY);
  GstClockTime min, max;
  gboolean live;

  fail_unless ((message != NULL) == told);
  if (message) {
    fail_unless (GST_MESSAGE_SRC (message) == GST_OBJECT (self->element));
    gst_message_unref (message);
  }
  fail_unless (gst_pad_peer_query (self->h->sinkpad, query));
  gst_query_parse_latency (query, &live, &min, &max);
  fail_unless (live);
  assert_equals_uint64 (min, UPSTREAM_MIN + added);
  assert_equals_uint64 (max, GST_CLOCK_TIME_IS_VALID (self->upstream_max)
                                 ? self->upstream_max + added
                                 : self->upstream_max);
}

static void
check_latency (guint lag, gint fps_n, gint fps_d, const gchar *interlace_mode,
    GstClockTime upstream_max, GstClockTime added)
{
  Latency latency;

  latency_init (&latency, lag, fps_n, fps_d, interlace_mode, upstream_max);
  latency_check (&latency, added, lag > 0);
  latency_clear (&latency);
}

TEST (test_latency)
{
  check_latency (0, 25, 1, "progressive", UPSTREAM_MAX, 0);
  check_latency (1, 25, 1, "progressive", UPSTREAM_MAX, 40 * GST_MSECOND);
  check_latency (8, 25, 1, "progressive", UPSTREAM_MAX, 320 * GST_MSECOND);
  check_latency (2, 30000, 1001, "progressive", UPSTREAM_MAX, 66733334);
  check_latency (
      2, 50, 1, "progressive", GST_CLOCK_TIME_NONE, 40 * GST_MSECOND);
  /* a field a buffer */
  check_latency (3, 25, 1, "alternate", UPSTREAM_MAX, 60 * GST_MSECOND);
}

/* Frames that come: so many ms behind the last one, and with a duration of so
 * many, or G_MAXUINT for none. */
static void
come (Latency *latency, GstClockTime *now, guint interval, guint duration)
{
  GstBuffer *frame = video_test_frame (noise, &latency->info);

  *now += interval * GST_MSECOND;
  GST_BUFFER_PTS (frame) = *now;
  if (duration != G_MAXUINT)
    GST_BUFFER_DURATION (frame) = duration * GST_MSECOND;
  video_test_push (latency->h, frame);
}

typedef struct {
  guint interval, duration;
  guint expected; /* from a frame to the next, ms */
  gboolean told;
} Step;

static void
come_all (Latency *latency, GstClockTime *now, const Step *steps, guint n_steps)
{
  for (guint i = 0; i < n_steps; i++) {
    come (latency, now, steps[i].interval, steps[i].duration);
    latency_check (latency, 2 * steps[i].expected * GST_MSECOND, steps[i].told);
  }
}

/* Frames that come when they come: the second longest time of the last ones,
 * before that the duration. */
TEST (test_variable_latency)
{
  static const Step steps[] = {
    { 1000, G_MAXUINT, 0, FALSE },
    { 40, G_MAXUINT, 0, FALSE },
    { 40, G_MAXUINT, 40, TRUE },
    { 30, G_MAXUINT, 40, FALSE },
    /* a little more is jitter */
    { 42, G_MAXUINT, 40, FALSE },
    /* a pause, and what comes behind it */
    { 3000, G_MAXUINT, 40, FALSE },
    { 40, 500, 40, FALSE },
    { 100, G_MAXUINT, 100, TRUE },
    { 30, G_MAXUINT, 100, FALSE },
    /* no more than is believed */
    { 9000, G_MAXUINT, 2000, TRUE },
  };
  static const Step lasting[] = { { 0, 50, 50, TRUE }, { 40, 50, 50, FALSE } };
  /* nothing is known for ever */
  static const Step later[] = {
    { 20, G_MAXUINT, 100, TRUE },
    { 20, G_MAXUINT, 100, FALSE },
    { 20, G_MAXUINT, 30, TRUE },
    { 20, G_MAXUINT, 20, TRUE },
  };
  GstClockTime now = 0;
  Latency latency;

  latency_init (&latency, 2, 0, 1, "progressive", UPSTREAM_MAX);
  latency_check (&latency, 0, TRUE);
  come_all (&latency, &now, steps, G_N_ELEMENTS (steps));
  for (guint i = 0; i < 11; i++)
    come (&latency, &now, 20, G_MAXUINT);
  latency_check (&latency, 4 * GST_SECOND, FALSE);
  come_all (&latency, &now, later, G_N_ELEMENTS (later));
  /* what is known outlives the stream's end, but not another segment */
  fail_unless (gst_harness_push_event (latency.h, gst_event_new_eos ()));
  latency_check (&latency, 40 * GST_MSECOND, FALSE);
  video_test_flush (latency.h->srcpad);
  latency_check (&latency, 0, TRUE);
  come_all (&latency, &now, lasting, G_N_ELEMENTS (lasting));
  fail_unless (gst_harness_push_event (latency.h, segment_event (0)));
  latency_check (&latency, 100 * GST_MSECOND, FALSE);
  fail_unless (gst_harness_push_event (latency.h, segment_event (1)));
  latency_check (&latency, 0, TRUE);
  latency_clear (&latency);
}

/* Where the caps have a rate that frames do not keep, and where they have the
 * highest one alone. */
TEST (test_latency_of_slow_camera)
{
  static const Step steps[] = {
    { 100, 33, 40, FALSE },
    { 100, 33, 40, FALSE },
    { 100, 33, 100, TRUE },
    { 104, 33, 100, FALSE },
    { 95, 33, 100, FALSE },
  };
  GstClockTime now = 0;
  Latency latency;
  GstCaps *caps;

  latency_init (&latency, 2, 25, 1, "progressive", UPSTREAM_MAX);
  latency_check (&latency, 80 * GST_MSECOND, TRUE);
  come_all (&latency, &now, steps, G_N_ELEMENTS (steps));
  /* light again */
  for (guint i = 0; i < 15; i++)
    come (&latency, &now, 33, 33);
  latency_check (&latency, 80 * GST_MSECOND, TRUE);

  latency.info.fps_n = 0;
  caps = gst_video_info_to_caps (&latency.info);
  gst_caps_set_simple (caps, "max-framerate", GST_TYPE_FRACTION, 20, 1, NULL);
  fail_unless (gst_harness_push_event (latency.h, gst_event_new_caps (caps)));
  gst_caps_unref (caps);
  latency_check (&latency, 100 * GST_MSECOND, TRUE);
  latency_clear (&latency);
}

#ifdef TEST_STAGED

/* A median that looks at the frames behind its own. */
typedef struct {
  GcfFilter parent;
  gint size; /* under the object lock */
  gchar *seen;
} Gazer;
typedef GcfFilterClass GazerClass;
static GType gazer_get_type (void);
G_DEFINE_TYPE (Gazer, gazer, GCF_TYPE_FILTER)

static void
gazer_get_params (
    GcfFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  const gint size = ((Gazer *)filter)->size;

  params->op = CF_OP_MEDIAN;
  params->median = (CfMedianParams){
    .width = size,
    .height = size,
    .percentile = 50,
    .iterations = 1,
    .border = CF_BORDER_REPLICATE,
  };
  *planes = GCF_PLANES_LUMA | GCF_PLANES_CHROMA;
}

static gpointer
gazer_get_mask (GcfFilter *filter, GstBuffer *buffer)
{
  Gazer *self = (Gazer *)filter;
  GString *seen = g_string_new (NULL);
  GstBuffer *ahead;

  g_string_append_printf (
      seen, "%" G_GUINT64_FORMAT ":", GST_BUFFER_OFFSET (buffer));
  for (guint i = 0; (ahead = gcf_filter_get_ahead (filter, i)); i++)
    g_string_append_printf (
        seen, " %" G_GUINT64_FORMAT, GST_BUFFER_OFFSET (ahead));
  g_free (self->seen);
  self->seen = g_string_free (seen, FALSE);
  return NULL;
}

static void
gazer_finalize (GObject *object)
{
  g_free (((Gazer *)object)->seen);
  G_OBJECT_CLASS (gazer_parent_class)->finalize (object);
}

static void
gazer_class_init (GazerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gazer_finalize;
  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass), "Gazer",
      "Filter/Video", "Looks ahead", "The gst-cuda-filters authors");
  klass->get_params = gazer_get_params;
  klass->get_mask = gazer_get_mask;
}

static void
gazer_init (Gazer *self)
{
  self->size = 3;
  gcf_filter_set_lookahead (GCF_FILTER (self), 2);
}

static void
set_size (Gazer *self, gint size)
{
  GST_OBJECT_LOCK (self);
  self->size = size;
  gcf_filter_params_changed (GCF_FILTER (self));
  GST_OBJECT_UNLOCK (self);
}

/* What a frame's filter sees: the frames behind, to the end and to a break; and
 * parameters as they are at the frame's turn. */
TEST_LOOP (test_ahead, 2)
{
  static const struct {
    gchar what;
    gint size;
    const gchar *seen; /* last */
  } steps[] = {
    { 'D', 3, NULL },
    { 'f', 5, NULL },
    { 'f', 3, "0: 1 2" },
    { 't', 3, "0: 1 2" },
    { 'f', 5, "1: 2 4" },
    { 'f', 3, "2: 4 5" },
    { 'D', 3, "4: 5 6" },
    { 'f', 7, "5: 6 7" },
    { 'f', 5, "6: 7 8" },
    { 'g', 3, "8:" }, /* 7 sees 8, and 8 nothing */
    { 'f', 3, "8:" },
    { 'e', 7, "10:" },
  };
  static const gint sizes[] = { 3, 5, 3, 3, 7, 5, 3, 3, 7 };
  const gchar *backend = __i__ ? "cpu" : "cuda";
  Gazer *gazer = g_object_new (gazer_get_type (), NULL);
  Play play = { .element = GST_ELEMENT (gazer) };
  GstBuffer *result, *expected;

  gst_util_set_object_arg (G_OBJECT (gazer), "backend", backend);
  play.info = video_test_progressive ("NV12", 24, 17);
  play.h = video_test_harness (play.element, &play.info);
  play.expected = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    set_size (gazer, steps[i].size);
    push (&play, steps[i].what, i);
    fail_unless_equals_string (gazer->seen, steps[i].seen);
  }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;

    median.size = sizes[i];
    result = gst_harness_try_pull (play.h);
    fail_unless (result != NULL);
    expected = naive_median_filter (
        &median, &play.info, g_ptr_array_index (play.expected, i), FALSE);
    video_test_expect (&play.info, result, expected, "looking ahead");
    gst_buffer_unref (g_ptr_array_index (play.expected, i));
  }
  assert_equals_int (gst_harness_buffers_in_queue (play.h), 0);
  g_ptr_array_unref (play.expected);
  gst_harness_teardown (play.h);
  gst_object_unref (gazer);
}

#endif

TEST_MAIN (video_test_init_private, video_test_setup, video_test_teardown)
