/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* As OBS Studio filters with obs-gstreamer: a frame goes into an appsrc, and
 * OBS stands still until one comes out of the appsink. Frames are of OBS's
 * memory, which it uses again right after, in its formats, without a duration
 * or a frame rate, with a clock's times. */
#include "chaintest.h"
#include "elements.h"
#include "videotest.h"

#include <string.h>

#define WIDTH 320
#define HEIGHT 240
#define N_FRAMES 8
/* No frame may need that long; where none comes, it is waited for once. */
#define AT_ONCE (20 * GST_SECOND)
#define NEVER (300 * GST_MSECOND)
/* OBS's clock is that of the machine, which has run for days. */
#define FIRST_TIME (G_GUINT64_CONSTANT (432123456789012))

static const gchar *const formats[] = { "I420", "NV12", "YVYU", "YUY2", "UYVY",
  "RGBA", "BGRA", "BGRx" };

/* What else people type; of all others their defaults. */
static const gchar *const particular[] = { "cudadenoise",
  "cudadenoise quality=high", "cudadenoise method=recursive",
  "cudaepsilon threshold=-1", NULL };

/* Where queues are beside the element */
enum { NO_QUEUES, BEHIND, BOTH, N_WAYS };

typedef struct {
  GstElement *pipeline;
  GstElement *source, *sink;
  gsize size; /* of a frame, as OBS has it */
} Obs;

static void
obs_init (Obs *obs, const gchar *description, const gchar *format, guint way)
{
  g_autofree gchar *caps =
      g_strdup_printf ("video/x-raw,width=%d,height=%d,format=%s,framerate=0/1",
          WIDTH, HEIGHT, format);
  g_autofree gchar *line = g_strdup_printf (
      "appsrc name=source format=time ! %s ! videoconvert name=in "
      "videoconvert name=out ! %s ! appsink name=sink sync=false",
      caps, caps);
  GstVideoInfo info = video_test_progressive (format, WIDTH, HEIGHT);
  GstElement *element = video_test_element_described (description);
  g_autoptr (GstElement) in = NULL, out = NULL;
  GstElement *bin;

  if (way == BOTH)
    bin = chain_test_bin (chain_test_element ("queue"), element,
        chain_test_element ("queue"), NULL);
  else
    bin = chain_test_bin (
        element, way == BEHIND ? chain_test_element ("queue") : NULL, NULL);
  obs->pipeline = gst_parse_launch (line, NULL);
  obs->source = gst_bin_get_by_name (GST_BIN (obs->pipeline), "source");
  obs->sink = gst_bin_get_by_name (GST_BIN (obs->pipeline), "sink");
  in = gst_bin_get_by_name (GST_BIN (obs->pipeline), "in");
  out = gst_bin_get_by_name (GST_BIN (obs->pipeline), "out");
  gst_bin_add (GST_BIN (obs->pipeline), bin);
  fail_unless (gst_element_link_many (in, bin, out, NULL));
  obs->size = info.size;
  gst_element_set_state (obs->pipeline, GST_STATE_PLAYING);
}

static void
obs_clear (Obs *obs)
{
  gst_element_set_state (obs->pipeline, GST_STATE_NULL);
  gst_object_unref (obs->source);
  gst_object_unref (obs->sink);
  gst_object_unref (obs->pipeline);
}

static GstClockTime
time_of (guint frame)
{
  return FIRST_TIME + frame * GST_SECOND / 30 + frame % 3 * GST_USECOND;
}

static void
obs_push (Obs *obs, guint8 *data, guint frame)
{
  g_autoptr (GstBuffer) buffer = gst_buffer_new_wrapped_full (
      0, data, obs->size, 0, obs->size, NULL, NULL);
  GstFlowReturn ret;

  GST_BUFFER_PTS (buffer) = time_of (frame);
  g_signal_emit_by_name (obs->source, "push-buffer", buffer, &ret);
  assert_equals_int (ret, GST_FLOW_OK);
}

/* NULL where none comes within that time. */
static GstBuffer *
obs_pull (Obs *obs, GstClockTime patience)
{
  GstSample *sample = NULL;
  GstBuffer *buffer;

  g_signal_emit_by_name (obs->sink, "try-pull-sample", patience, &sample);
  if (!sample)
    return NULL;
  buffer = gst_buffer_ref (gst_sample_get_buffer (sample));
  gst_sample_unref (sample);
  return buffer;
}

static void
obs_end (Obs *obs)
{
  GstFlowReturn ret;

  g_signal_emit_by_name (obs->source, "end-of-stream", &ret);
}

/* A scene that stands still, with other noise each time. */
static void
fill (guint8 *data, gsize size, guint frame)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (frame);

  for (gsize i = 0; i < size; i++)
    data[i] = i / 4 % 200 + g_rand_int_range (rand, 0, 25);
}

/* The same frames as a stream: each has memory of its own, and none waits. */
static GPtrArray *
as_stream (const gchar *description, const gchar *format)
{
  GPtrArray *results =
      g_ptr_array_new_with_free_func ((GDestroyNotify)gst_buffer_unref);
  g_autoptr (GPtrArray) memory = g_ptr_array_new_with_free_func (g_free);
  Obs obs;

  obs_init (&obs, description, format, BEHIND);
  for (guint i = 0; i < N_FRAMES; i++) {
    g_ptr_array_add (memory, g_malloc (obs.size));
    fill (memory->pdata[i], obs.size, i);
    obs_push (&obs, memory->pdata[i], i);
  }
  obs_end (&obs);
  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) result = obs_pull (&obs, AT_ONCE);

    fail_unless (result, "%s: frame %u of a stream", description, i);
    /* what changes nothing gives our memory back */
    g_ptr_array_add (results, gst_buffer_copy_deep (result));
  }
  obs_clear (&obs);
  return results;
}

/* Each frame is answered before the next is there: with its time, the size
 * that OBS looks at, and the samples of a stream. */
static void
check_answers (const gchar *description, const gchar *format, guint way,
    GPtrArray *expected)
{
  GstVideoInfo info = video_test_progressive (format, WIDTH, HEIGHT);
  g_autofree guint8 *data = NULL;
  Obs obs;

  obs_init (&obs, description, format, way);
  data = g_malloc (obs.size);
  for (guint i = 0; i < N_FRAMES; i++) {
    g_autofree gchar *what = g_strdup_printf (
        "%s, %s, way %u, frame %u", description, format, way, i);
    g_autoptr (GstBuffer) answer = NULL;

    fill (data, obs.size, i);
    obs_push (&obs, data, i);
    answer = obs_pull (&obs, AT_ONCE);
    fail_unless (answer, "no answer: %s", what);
    assert_equals_uint64 (GST_BUFFER_PTS (answer), time_of (i));
    assert_equals_uint64 (gst_buffer_get_size (answer), obs.size);
    video_test_compare (&info, answer, expected->pdata[i], what);
    gst_clear_buffer (&answer);
    memset (data, 0xaa, obs.size); /* OBS has use for it */
  }
  obs_clear (&obs);
}

TEST_LOOP (test_answers_at_once, elements_n_described (particular))
{
  const gchar *description = elements_described (particular)[__i__];

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autoptr (GPtrArray) expected = as_stream (description, formats[i]);

    for (guint way = 0; way < N_WAYS; way++)
      check_answers (description, formats[i], way, expected);
  }
}

/* What looks ahead cannot: OBS would stand still. */
TEST (test_looks_ahead)
{
  g_autofree guint8 *data = NULL;
  g_autoptr (GstBuffer) late = NULL;
  Obs obs;

  obs_init (&obs, "cudadenoise quality=high future=1", "NV12", NO_QUEUES);
  data = g_malloc (obs.size);
  fill (data, obs.size, 0);
  obs_push (&obs, data, 0);
  fail_if (obs_pull (&obs, NEVER));
  obs_end (&obs);
  late = obs_pull (&obs, AT_ONCE);
  fail_unless (late != NULL);
  obs_clear (&obs);
}

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
