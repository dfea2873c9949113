/* defer: frames that are held back, what comes between them, when all of them
 * leave, and the latency that this adds. */
#include "chaintest.h"
#include "naivemedian.h"
#include "videotest.h"

#include <string.h>

static GRand *noise;

static void
setup (void)
{
  video_test_setup ();
  noise = g_rand_new_with_seed (1);
}

static void
teardown (void)
{
  g_rand_free (noise);
  video_test_teardown ();
}

/* A stream is a string, each of its characters something that is pushed:
 *   f  a frame
 *   t  a tag event            c  another serialised event
 *   o  an event that is not serialised
 *   C  caps of another size   s  a segment   g  a gap   e  the end
 *   d  a DRAIN query          x  a flush, with a segment behind it
 *   p  nothing to filter from now on         n  and something again
 * What comes out is written down likewise, each with its place in the string:
 * "f0 t1". */

typedef struct {
  const gchar *script;
  guint defer;
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
  gchar *kept; /* a tag that was held when a flush came */
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
      return 'c';
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
    write_down (
        play->out, 'f', GST_BUFFER_OFFSET (GST_PAD_PROBE_INFO_BUFFER (info)));
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

static void
play_init (Play *play, const gchar *script, guint defer)
{
  GstPad *pad;

  memset (play, 0, sizeof (*play));
  play->script = script;
  play->defer = defer;
  play->element = video_test_element ("cudamedian");
  g_object_set (play->element, "defer", defer, NULL);
  video_test_info (&play->info, "NV12", 24, 17, "progressive");
  play->h = video_test_harness (play->element, &play->info);
  play->expected = g_ptr_array_new ();
  g_mutex_init (&play->lock);
  play->out = g_string_new (NULL);
  play->right = g_string_new (NULL);
  pad = gst_element_get_static_pad (play->element, "src");
  gst_pad_add_probe (pad,
      GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM
          | GST_PAD_PROBE_TYPE_EVENT_FLUSH,
      see, play, NULL);
  gst_object_unref (pad);
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

static void
let_out (Play *play, guint n)
{
  while (play->n_frames_held > n
         || (play->held.head && *(gchar *)play->held.head->data != 'f')) {
    gchar *text = g_queue_pop_head (&play->held);

    play->n_frames_held -= *text == 'f';
    if (*text == 'f' && play->kept) {
      g_string_append_printf (play->right, " %s", play->kept);
      g_clear_pointer (&play->kept, g_free);
    }
    g_string_append_printf (
        play->right, "%s%s", play->right->len ? " " : "", text);
    g_free (text);
  }
}

static void
foresee (Play *play, gchar what, guint place)
{
  gchar *text;

  switch (what) {
    case 'f':
    case 't':
    case 'c':
      g_queue_push_tail (&play->held, g_strdup_printf ("%c%u", what, place));
      play->n_frames_held += what == 'f';
      let_out (play, play->defer);
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
    case 's':
    case 'g':
    case 'e':
      let_out (play, 0);
      write_down (play->right, what, place);
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
segment_event (void)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
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
push_frame (Play *play, guint place)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstBuffer *frame = video_test_frame (noise, &play->info);
  gint filters;

  g_object_get (play->element, "planes", &filters, NULL);
  if (!filters)
    median.planes = "";
  GST_BUFFER_OFFSET (frame) = place;
  g_ptr_array_add (
      play->expected, naive_median_filter (&median, &play->info, frame, FALSE));
  assert_equals_int (gst_harness_push (play->h, frame), GST_FLOW_OK);
}

static void
pull_frames (Play *play)
{
  GstBuffer *result, *expected;

  while ((result = gst_harness_try_pull (play->h))) {
    fail_unless (play->expected->len > 0);
    expected = g_ptr_array_steal_index (play->expected, 0);
    video_test_compare (&play->info, result, expected, "deferred");
    gst_buffer_unref (result);
    gst_buffer_unref (expected);
  }
}

static void
flush (Play *play, guint place)
{
  fail_unless (gst_harness_push_event (play->h, gst_event_new_flush_start ()));
  push_event (play, gst_event_new_flush_stop (TRUE), place);
  push_event (play, segment_event (), place);
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
      push_frame (play, place);
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
      video_test_info (&info, "NV12", GST_VIDEO_INFO_WIDTH (&play->info) + 6,
          17, "progressive");
      push_event (play, caps_event (&info), place);
      /* those that it sent away are of the old size */
      pull_frames (play);
      play->info = info;
      break;
    case 's':
      push_event (play, segment_event (), place);
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
    case 'p':
    case 'n':
      gst_util_set_object_arg (G_OBJECT (play->element), "planes",
          what == 'p' ? "0" : "luma+chroma");
      break;
  }
}

/* What leaves, when it leaves, and that frames are right. */
GST_START_TEST (test_order)
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
  };
  static const guint defers[] = { 0, 1, 2, 8 };
  const gchar *script = scripts[__i__ / G_N_ELEMENTS (defers)];
  Play play;
  guint i;

  play_init (&play, script, defers[__i__ % G_N_ELEMENTS (defers)]);
  for (i = 0; script[i]; i++) {
    push (&play, script[i], i);
    foresee (&play, script[i], i);
    pull_frames (&play);
    fail_unless (g_str_equal (play.out->str, play.right->str),
        "defer=%u, after %.*s\nis    %s\nought %s", play.defer, i + 1, script,
        play.out->str, play.right->str);
  }
  assert_equals_int (play.expected->len, 0);
  play_clear (&play);
}

GST_END_TEST;

/* Pass-through holds nothing back, and what is held leaves before. */
GST_START_TEST (test_passthrough)
{
  static const gchar *const scripts[] = { "ffffffffffpfffffnfffffffffffffe",
    "pffffnffffftpcffte", "fpfnfpfnfpfnftpfnfftfffe" };
  static const guint defers[] = { 0, 1, 2, 8 };
  const gchar *script = scripts[__i__ / G_N_ELEMENTS (defers)];
  GString *right = g_string_new (NULL);
  gboolean filters = TRUE;
  Play play;
  guint i;

  play_init (&play, script, defers[__i__ % G_N_ELEMENTS (defers)]);
  for (i = 0; script[i]; i++) {
    if (script[i] == 'p' || script[i] == 'n')
      filters = script[i] == 'n';
    else
      write_down (right, script[i], i);
    push (&play, script[i], i);
    pull_frames (&play);
    if (script[i] == 'f')
      fail_unless (play.expected->len <= (filters ? play.defer : 0));
  }
  fail_unless_equals_string (play.out->str, right->str);
  assert_equals_int (play.expected->len, 0);
  g_string_free (right, TRUE);
  play_clear (&play);
}

GST_END_TEST;

/* Frames that are held back at the end of the element's life go with it. */
GST_START_TEST (test_stop)
{
  gboolean restart = __i__;
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstElement *element = video_test_element ("cudamedian");
  GstBuffer *frame, *expected, *result;
  GstBufferPool *pool;
  GstVideoInfo info;
  GstHarness *h;
  guint i;

  g_object_set (element, "defer", 8, NULL);
  video_test_info (&info, "I420", 36, 22, "progressive");
  h = video_test_harness (element, &info);
  for (i = 0; i < 6; i++)
    assert_equals_int (
        gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_OK);
  fail_unless (gst_harness_push_event (
      h, gst_event_new_custom (
             GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty ("x"))));
  assert_equals_int (gst_harness_buffers_received (h), 0);

  /* each frame has a reference to its pool */
  pool = gst_base_transform_get_buffer_pool (GST_BASE_TRANSFORM (element));
  g_object_add_weak_pointer (G_OBJECT (pool), (gpointer *)&pool);
  gst_object_unref (pool);
  fail_unless (pool != NULL);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_harness_teardown (h);
  fail_unless (pool == NULL, "%u frames are left", i);

  if (restart) {
    h = video_test_harness (element, &info);
    frame = video_test_frame (noise, &info);
    expected = naive_median_filter (&median, &info, frame, FALSE);
    assert_equals_int (gst_harness_push (h, frame), GST_FLOW_OK);
    assert_equals_int (gst_harness_buffers_received (h), 0);
    fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
    assert_equals_int (gst_harness_buffers_received (h), 1);
    result = gst_harness_try_pull (h);
    video_test_compare (&info, result, expected, "after a restart");
    gst_buffer_unref (result);
    gst_buffer_unref (expected);
    gst_harness_teardown (h);
  }
  gst_object_unref (element);
}

GST_END_TEST;

/* A frame is filtered as the properties were when it came. */
GST_START_TEST (test_live_windows)
{
  static const gint windows[][3] = { { 3, 0, 50 }, { 3, 7, 50 }, { 3, 7, 0 },
    { 21, 0, 100 }, { 5, 0, 50 } };
  GstElement *element = video_test_element ("cudamedian");
  GstBuffer *expected[4 * G_N_ELEMENTS (windows)];
  GstVideoInfo info;
  GstHarness *h;
  guint i;

  g_object_set (element, "defer", 3, NULL);
  video_test_info (&info, "NV12", 12, 9, "progressive");
  h = video_test_harness (element, &info);
  for (i = 0; i < G_N_ELEMENTS (expected); i++) {
    const gint *window = windows[i % G_N_ELEMENTS (windows)];
    GstBuffer *frame = video_test_frame (noise, &info);
    NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;

    median.size = window[0];
    median.size_y = window[1];
    median.percentile = window[2];
    naive_median_apply (&median, G_OBJECT (element));
    expected[i] = naive_median_filter (&median, &info, frame, FALSE);
    assert_equals_int (gst_harness_push (h, frame), GST_FLOW_OK);
  }
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  for (i = 0; i < G_N_ELEMENTS (expected); i++) {
    GstBuffer *result = gst_harness_try_pull (h);

    fail_unless (result != NULL);
    video_test_compare (&info, result, expected[i], "deferred");
    gst_buffer_unref (result);
    gst_buffer_unref (expected[i]);
  }
  gst_harness_teardown (h);
  gst_object_unref (element);
}

GST_END_TEST;

/* What downstream says to a frame that left late comes back to upstream. */
GST_START_TEST (test_flow)
{
  GstElement *element = video_test_element ("cudamedian");
  GstVideoInfo info;
  GstHarness *h;
  guint i;

  g_object_set (element, "defer", 3, NULL);
  video_test_info (&info, "GRAY8", 30, 20, "progressive");
  h = video_test_harness (element, &info);
  for (i = 0; i < 3; i++)
    assert_equals_int (
        gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_OK);
  gst_pad_set_active (h->sinkpad, FALSE);
  if (__i__) {
    /* frames that an event sends away */
    gst_harness_push_event (h, gst_event_new_gap (0, GST_SECOND));
  }
  assert_equals_int (
      gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_FLUSHING);
  gst_harness_teardown (h);
  gst_object_unref (element);
}

GST_END_TEST;

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

static void
check_latency (guint defer, gint fps_n, gint fps_d, GstClockTime upstream_max,
    GstClockTime added)
{
  GstElement *element = video_test_element ("cudamedian");
  GstBus *bus = gst_bus_new ();
  GstQuery *query = gst_query_new_latency ();
  GstClockTime min, max;
  GstMessage *message;
  GstVideoInfo info;
  GstHarness *h;
  gboolean live;

  g_object_set (element, "defer", defer, NULL);
  gst_element_set_bus (element, bus);
  video_test_info (&info, "I420", 32, 20, "progressive");
  info.fps_n = fps_n;
  info.fps_d = fps_d;
  h = video_test_harness (element, &info);
  gst_pad_add_probe (h->srcpad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM,
      answer_latency, &upstream_max, NULL);

  fail_unless (gst_pad_peer_query (h->sinkpad, query));
  gst_query_parse_latency (query, &live, &min, &max);
  fail_unless (live);
  assert_equals_uint64 (min, UPSTREAM_MIN + added);
  assert_equals_uint64 (max, GST_CLOCK_TIME_IS_VALID (upstream_max)
                                 ? upstream_max + added
                                 : upstream_max);

  message = gst_bus_pop_filtered (bus, GST_MESSAGE_LATENCY);
  fail_unless ((message != NULL) == (defer > 0));
  if (message) {
    fail_unless (GST_MESSAGE_SRC (message) == GST_OBJECT (element));
    gst_message_unref (message);
  }

  gst_query_unref (query);
  gst_bus_set_flushing (bus, TRUE);
  gst_harness_teardown (h);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
  gst_object_unref (bus);
}

GST_START_TEST (test_latency)
{
  check_latency (0, 25, 1, UPSTREAM_MAX, 0);
  check_latency (1, 25, 1, UPSTREAM_MAX, 40 * GST_MSECOND);
  check_latency (8, 25, 1, UPSTREAM_MAX, 320 * GST_MSECOND);
  check_latency (2, 30000, 1001, UPSTREAM_MAX, 66733333);
  check_latency (2, 50, 1, GST_CLOCK_TIME_NONE, 40 * GST_MSECOND);
  /* of frames that come when they come nobody knows */
  check_latency (2, 0, 1, UPSTREAM_MAX, 0);
}

GST_END_TEST;

/* The latency tracer's times hold the frames' that they are held back. */

#define TRACER_FPS 50
#define TRACER_DEFER 3
#define TRACER_FRAMES 25

typedef struct {
  GMutex lock;
  GArray *times; /* of guint64, in ns */
} Traced;

/* What GST_DEBUG=GST_TRACER:7 prints. */
static void
read_trace (GstDebugCategory *category, GstDebugLevel level, const gchar *file,
    const gchar *function, gint line, GObject *object, GstDebugMessage *message,
    gpointer data)
{
  Traced *traced = data;
  const gchar *text = gst_debug_message_get (message), *value;
  guint64 time;

  if (!g_str_equal (gst_debug_category_get_name (category), "GST_TRACER")
      || !g_str_has_prefix (text, "element-latency,")
      || !strstr (text, "element=(string)deferring,"))
    return;
  value = strstr (text, "time=(guint64)");
  fail_unless (value != NULL, "%s", text);
  time = g_ascii_strtoull (value + strlen ("time=(guint64)"), NULL, 10);
  g_mutex_lock (&traced->lock);
  g_array_append_val (traced->times, time);
  g_mutex_unlock (&traced->lock);
}

/* GST_TRACERS="latency(flags=element)", from now on. */
static GObject *
start_tracer (void)
{
  GstPluginFeature *feature = gst_registry_find_feature (
      gst_registry_get (), "latency", GST_TYPE_TRACER_FACTORY);
  GstPluginFeature *loaded;
  GObject *tracer;

  fail_unless (feature != NULL, "GStreamer's tracers are not installed");
  loaded = gst_plugin_feature_load (feature);
  fail_unless (loaded != NULL);
  tracer = g_object_new (
      gst_tracer_factory_get_tracer_type (GST_TRACER_FACTORY (loaded)),
      "params", "flags=element", NULL);
  gst_object_unref (loaded);
  gst_object_unref (feature);
  return tracer;
}

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;

  return x < y ? -1 : x > y;
}

/* The median of what the tracer says of an element in a live pipeline. */
static guint64
traced_latency (Traced *traced, guint defer)
{
  GstElement *pipeline = gst_pipeline_new (NULL);
  GstElement *source = chain_test_element ("videotestsrc");
  GstElement *capsfilter = chain_test_element ("capsfilter");
  GstElement *median = chain_test_element ("cudamedian");
  GstElement *sink = chain_test_element ("fakesink");
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message;
  GstVideoInfo info;
  GstCaps *caps;

  video_test_info (&info, "GRAY8", 64, 48, "progressive");
  info.fps_n = TRACER_FPS;
  caps = gst_video_info_to_caps (&info);
  g_object_set (source, "is-live", TRUE, "num-buffers", TRACER_FRAMES, NULL);
  g_object_set (capsfilter, "caps", caps, NULL);
  g_object_set (sink, "sync", FALSE, NULL);
  g_object_set (median, "name", "deferring", "defer", defer, NULL);
  gst_caps_unref (caps);
  gst_bin_add_many (GST_BIN (pipeline), source, capsfilter, median, sink, NULL);
  fail_unless (gst_element_link_many (source, capsfilter, median, sink, NULL));

  g_array_set_size (traced->times, 0);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (
      bus, CHAIN_TEST_TIMEOUT, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  fail_unless (message && GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);

  assert_equals_int (traced->times->len, TRACER_FRAMES);
  g_array_sort (traced->times, compare_times);
  return g_array_index (traced->times, guint64, TRACER_FRAMES / 2);
}

GST_START_TEST (test_tracer)
{
  Traced traced = { .times = g_array_new (FALSE, FALSE, sizeof (guint64)) };
  guint64 held = TRACER_DEFER * GST_SECOND / TRACER_FPS, latency;
  GObject *tracer = start_tracer ();

  g_mutex_init (&traced.lock);
  gst_debug_set_active (TRUE);
  gst_debug_set_threshold_for_name ("GST_TRACER", GST_LEVEL_TRACE);
  gst_debug_remove_log_function (gst_debug_log_default);
  gst_debug_add_log_function (read_trace, &traced, NULL);

  latency = traced_latency (&traced, 0);
  fail_unless (latency < 0.5 * held, "%" G_GUINT64_FORMAT " ns", latency);
  latency = traced_latency (&traced, TRACER_DEFER);
  fail_unless (latency > 0.8 * held, "%" G_GUINT64_FORMAT " ns", latency);

  gst_debug_remove_log_function (read_trace);
  gst_debug_add_log_function (gst_debug_log_default, NULL, NULL);
  gst_debug_unset_threshold_for_name ("GST_TRACER");
  g_object_unref (tracer);
  g_array_unref (traced.times);
  g_mutex_clear (&traced.lock);
}

GST_END_TEST;

GST_START_TEST (test_property)
{
  GstElement *element = video_test_element ("cudamedian");
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), "defer");
  guint defer;

  fail_unless (G_IS_PARAM_SPEC_UINT (spec));
  assert_equals_int (G_PARAM_SPEC_UINT (spec)->minimum, 0);
  assert_equals_int (G_PARAM_SPEC_UINT (spec)->maximum, 8);
  assert_equals_int (G_PARAM_SPEC_UINT (spec)->default_value, 0);
  fail_unless (spec->flags & GST_PARAM_MUTABLE_READY);
  g_object_set (element, "defer", 8, NULL);
  g_object_get (element, "defer", &defer, NULL);
  assert_equals_int (defer, 8);
  gst_object_unref (element);
}

GST_END_TEST;

/* In 1.26.2 the latency tracer locks a pad twice, whatever is in the pipeline:
 * with `videotestsrc ! fakesink` nothing moves either. */
static gboolean
tracer_works (void)
{
  guint major, minor, micro, nano;

  gst_version (&major, &minor, &micro, &nano);
  return major != 1 || minor != 26;
}

static Suite *
defer_suite (void)
{
  Suite *suite = suite_create ("defer");
  TCase *tcase = tcase_create ("defer");

  suite_add_tcase (suite, tcase);
  tcase_add_checked_fixture (tcase, setup, teardown);
  tcase_add_loop_test (tcase, test_order, 0, 52);
  tcase_add_loop_test (tcase, test_passthrough, 0, 12);
  tcase_add_loop_test (tcase, test_stop, 0, 2);
  tcase_add_test (tcase, test_live_windows);
  tcase_add_loop_test (tcase, test_flow, 0, 2);
  tcase_add_test (tcase, test_latency);
  if (tracer_works ())
    tcase_add_test (tcase, test_tracer);
  tcase_add_test (tcase, test_property);
  return suite;
}

GST_CHECK_MAIN (defer);
