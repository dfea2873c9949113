/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One pipeline with the element in it, and all that may happen to it: changes
 * in time with the frames, on the source's thread, and changes at any moment,
 * from the thread that runs the session. */
#include "session.h"

#include <string.h>

#include "backend.h"
#include "cudaframes.h"
#include "ledger.h"
#include "sampler.h"
#include "source.h"
#include "twin.h"
#include "values.h"
#include "verdict.h"
#include "videotest.h"

#define NEVER G_GUINT64_CONSTANT (1000000000)
#define HELD_MAX 12
#define SIDE_MAX 48
#define PATIENCE (180 * G_TIME_SPAN_SECOND)

typedef struct {
  const SessionConfig *config;
  SessionCounts *counts;
  Ledger *ledger;
  GstElement *pipeline, *element, *sink;
  SoakSource *source;
  GParamSpec **specs;

  /* Held for everything that changes what results are: a property, the format,
   * the state; and never while frames are pushed. */
  GRecMutex lock;
  Twin *twin;
  Sampler *sampler;
  GstVideoInfo info;
  Values values;
  gboolean stops;      /* or has stopped */
  GParamSpec *extreme; /* a property to be put back soon */
  guint64 next_change; /* the frame before which the next one is */
  gint64 frame_began;
  GQueue held; /* frames that the sink keeps */
  guint n_held;

  GMutex progress; /* of what follows */
  GCond moved;
  guint64 sent;
  gboolean ended, broken;

  gint n_warnings;
  gboolean ends_soon; /* the stream does, wherever it is now */
  GRand *rand;        /* of the thread that runs the session */
  GRand *stream_rand; /* of the source's */
} Session;

static gboolean
one_in (GRand *rand, guint n)
{
  return g_rand_int_range (rand, 0, n) == 0;
}

/* Properties, with the lock held */

static gboolean
is_text_of_nothing (const GValue *value)
{
  return G_VALUE_HOLDS_STRING (value)
         && (!g_value_get_string (value) || !*g_value_get_string (value));
}

static void
set_property (Session *self, GParamSpec *spec, const GValue *value)
{
  GObject *object = G_OBJECT (self->element);
  GValue before = G_VALUE_INIT, after = G_VALUE_INIT;
  gint n_warnings = g_atomic_int_get (&self->n_warnings);

  g_value_init (&before, spec->value_type);
  g_value_init (&after, spec->value_type);
  sampler_disturb (self->sampler);
  g_object_get_property (object, spec->name, &before);
  g_object_set_property (object, spec->name, value);
  g_object_get_property (object, spec->name, &after);
  twin_set_property (self->twin, spec, value);
  self->counts->properties++;

  if (!is_text_of_nothing (value)
      && g_param_values_cmp (spec, value, &after) != 0
      && g_param_values_cmp (spec, &before, &after) == 0) {
    gchar *text = g_strdup_value_contents (value);

    self->counts->refused++;
    verdict_expect (g_atomic_int_get (&self->n_warnings) > n_warnings,
        "%s=%s was refused without a warning", spec->name, text);
    g_free (text);
  }
  g_value_unset (&before);
  g_value_unset (&after);
}

/* Before it knows the frames' size, the element takes masks of any. */
static gboolean
knows_size (Session *self)
{
  GstPad *pad = gst_element_get_static_pad (self->element, "sink");
  gboolean knows = gst_pad_has_current_caps (pad);

  gst_object_unref (pad);
  return knows && !self->stops;
}

/* Not while the element is stopped: what is refused then is an error. */
static void
change_property (Session *self, GRand *rand)
{
  GValue value = G_VALUE_INIT;
  GParamSpec *spec = self->extreme;
  gboolean extreme = FALSE;
  guint n = 0;

  if (self->stops)
    return;
  if (spec) {
    g_value_init (&value, spec->value_type);
    g_param_value_set_default (spec, &value);
  } else {
    while (self->specs[n])
      n++;
    spec = self->specs[g_rand_int_range (rand, 0, n)];
    self->values.rand = rand;
    self->values.of_any_size = knows_size (self);
    extreme = values_draw (&self->values, spec, &value);
  }
  set_property (self, spec, &value);
  self->extreme = extreme ? spec : NULL;
  g_value_unset (&value);
}

/* A mask is for frames of one size, and others are an error. */
static void
take_mask_away (Session *self)
{
  GValue none = G_VALUE_INIT;
  guint i;

  g_value_init (&none, G_TYPE_STRING);
  for (i = 0; self->specs[i]; i++)
    if (g_str_equal (self->specs[i]->name, "mask-location"))
      set_property (self, self->specs[i], &none);
}

/* Formats */

static void
draw_info (GRand *rand, GstVideoInfo *info)
{
  static const gchar *const modes[] = { "progressive", "progressive",
    "interleaved", "mixed", "alternate" };
  gint width = 1 + g_rand_int_range (rand, 0, SIDE_MAX);
  gint height = 1 + g_rand_int_range (rand, 0, SIDE_MAX);

  if (one_in (rand, 12))
    width = 1;
  if (one_in (rand, 12))
    height = 1;
  video_test_info (info,
      video_test_formats[g_rand_int_range (rand, 0, video_test_n_formats ())],
      width, height, modes[g_rand_int_range (rand, 0, G_N_ELEMENTS (modes))]);
  info->fps_n = g_rand_int_range (rand, 0, 3) * 25; /* 0: variable */
}

static Supply
draw_supply (Session *self, GRand *rand)
{
  if (cuda_frames_available () && cuda_frames_hold (&self->info)
      && !one_in (rand, 4)) {
    self->counts->cuda_formats++;
    return SUPPLY_CUDA;
  }
  return g_rand_int_range (rand, 0, N_SUPPLIES);
}

/* With the lock held. */
static void
change_format (Session *self, GRand *rand)
{
  take_mask_away (self);
  draw_info (rand, &self->info);
  self->values.width = GST_VIDEO_INFO_WIDTH (&self->info);
  self->values.height = GST_VIDEO_INFO_HEIGHT (&self->info);
  values_write_files (
      self->config->folder, self->values.width, self->values.height);
  sampler_disturb (self->sampler);
  twin_set_format (self->twin, &self->info);
  soak_source_set_format (self->source, &self->info, draw_supply (self, rand));
  self->counts->formats++;
}

/* Frames go in */

/* Properties that are not what they are by default. */
static gchar *
describe_settings (Session *self)
{
  GString *text = g_string_new (NULL);
  guint i;

  for (i = 0; self->specs[i]; i++) {
    GParamSpec *spec = self->specs[i];
    GValue value = G_VALUE_INIT;
    gchar *shown;

    g_value_init (&value, spec->value_type);
    g_object_get_property (G_OBJECT (self->element), spec->name, &value);
    if (!g_param_value_defaults (spec, &value)) {
      shown = gst_value_serialize (&value);
      g_string_append_printf (text, " %s=%s", spec->name, shown);
      g_free (shown);
    }
    g_value_unset (&value);
  }
  return g_string_free (text, FALSE);
}

/* Of the frame before this one, and what the element was set to for it. */
static void
tell_if_slow (Session *self, guint64 number)
{
  gint64 taken = g_get_monotonic_time () - self->frame_began;
  gchar *settings;

  if (self->config->slow == 0 || self->frame_began == 0
      || taken < self->config->slow)
    return;
  settings = describe_settings (self);
  g_print ("%.1f s before frame %" G_GUINT64_FORMAT ": %s %dx%d%s\n",
      taken / 1e6, number, GST_VIDEO_INFO_NAME (&self->info),
      GST_VIDEO_INFO_WIDTH (&self->info), GST_VIDEO_INFO_HEIGHT (&self->info),
      settings);
  g_free (settings);
}

static void
before_frame (SoakSource *source, guint64 number, gpointer data)
{
  Session *self = data;
  GRand *rand = self->stream_rand;

  g_rec_mutex_lock (&self->lock);
  tell_if_slow (self, number);
  if (number >= self->next_change) {
    if (one_in (rand, 12))
      change_format (self, rand);
    else
      change_property (self, rand);
    self->next_change =
        number + 1 + g_rand_int_range (rand, 0, self->extreme ? 3 : 40);
  }
  self->frame_began = g_get_monotonic_time ();
  g_rec_mutex_unlock (&self->lock);
}

static void
add_region (Session *self, GRand *rand, GstBuffer *buffer)
{
  gint width = GST_VIDEO_INFO_WIDTH (&self->info);
  gint height = GST_VIDEO_INFO_HEIGHT (&self->info);
  gint x = g_rand_int_range (rand, 0, width);
  gint y = g_rand_int_range (rand, 0, height);

  gst_buffer_add_video_region_of_interest_meta (buffer,
      one_in (rand, 2) ? "face" : "logo", x, y,
      g_rand_int_range (rand, 0, width + 5),
      g_rand_int_range (rand, 0, height + 5));
}

static void
frame_made (
    SoakSource *source, guint64 number, GstBuffer *buffer, gpointer data)
{
  Session *self = data;
  GRand *rand = self->stream_rand;

  g_rec_mutex_lock (&self->lock);
  while (one_in (rand, 3))
    add_region (self, rand, buffer);
  sampler_sent (self->sampler, number, buffer, &self->info);
  g_rec_mutex_unlock (&self->lock);

  g_mutex_lock (&self->progress);
  self->sent = number;
  g_cond_broadcast (&self->moved);
  g_mutex_unlock (&self->progress);
}

/* Frames come out */

static GstPadProbeReturn
arrived (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Session *self = data;
  GstBuffer *buffer;

  if (info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

    if (GST_EVENT_TYPE (event) == GST_EVENT_EOS)
      ledger_ended (self->ledger, soak_source_last_number (event));
    return GST_PAD_PROBE_OK;
  }
  buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  ledger_arrived (
      self->ledger, soak_source_number (buffer), GST_BUFFER_PTS (buffer));
  g_rec_mutex_lock (&self->lock);
  sampler_arrived (self->sampler, soak_source_number (buffer), buffer);
  g_queue_push_tail (&self->held, gst_buffer_ref (buffer));
  while (self->held.length > self->n_held)
    gst_buffer_unref (g_queue_pop_head (&self->held));
  g_rec_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

/* With the lock held. */
static void
let_go (Session *self)
{
  while (self->held.length > 0)
    gst_buffer_unref (g_queue_pop_head (&self->held));
}

/* Messages */

static void
judge_warning (Session *self, GstMessage *message)
{
  GError *error;
  gboolean explained;
  guint i;

  gst_message_parse_warning (message, &error, NULL);
  explained = strstr (error->message, "Rectangle ") != NULL;
  for (i = 0; self->specs[i] && !explained; i++)
    explained = strstr (error->message, self->specs[i]->name) != NULL;
  explained =
      explained
      && g_error_matches (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS);
  /* GstBaseTransform's own, where a flush meets a reconfiguration, which it
   * does again for the next frame: in some 2 of a million */
  if (g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT)
      && g_str_equal (error->message, "not negotiated"))
    explained = TRUE;
  verdict_expect (
      explained, "a warning that no property explains: %s", error->message);
  g_atomic_int_inc (&self->n_warnings);
  g_error_free (error);
}

static void
fail_of_error (Session *self, GstMessage *message)
{
  GError *error;
  gchar *details;

  gst_message_parse_error (message, &error, &details);
  verdict_expect (FALSE, "%s posts an error: %s (%s)",
      GST_MESSAGE_SRC_NAME (message), error->message, details);
  g_error_free (error);
  g_free (details);
}

static GstBusSyncReply
take_message (GstBus *bus, GstMessage *message, gpointer data)
{
  Session *self = data;
  gboolean ended = GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS;
  gboolean broken = GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING)
    judge_warning (self, message);
  if (broken)
    fail_of_error (self, message);
  if (ended || broken) {
    g_mutex_lock (&self->progress);
    self->ended |= ended;
    self->broken |= broken;
    g_cond_broadcast (&self->moved);
    g_mutex_unlock (&self->progress);
  }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

/* Changes at any moment */

static void
begin_disturbance (Session *self)
{
  g_rec_mutex_lock (&self->lock);
  sampler_disturb_from_now (self->sampler);
  g_rec_mutex_unlock (&self->lock);
}

static void
end_disturbance (Session *self)
{
  g_rec_mutex_lock (&self->lock);
  sampler_disturb_no_more (self->sampler);
  g_rec_mutex_unlock (&self->lock);
}

/* The pipeline goes through it; frames on their way say nothing. */
static void
set_state (Session *self, GstState state)
{
  GstStateChangeReturn ret;

  /* GStreamer's bins may wait for ever where a state is changed while a seek
   * makes them wait for frames, whatever elements are in them */
  if (state >= GST_STATE_PAUSED)
    gst_element_get_state (self->pipeline, NULL, NULL, PATIENCE * GST_USECOND);

  g_rec_mutex_lock (&self->lock);
  sampler_disturb_from_now (self->sampler);
  self->stops |= state < GST_STATE_PAUSED;
  g_rec_mutex_unlock (&self->lock);
  ret = gst_element_set_state (self->pipeline, state);
  if (ret == GST_STATE_CHANGE_ASYNC)
    ret = gst_element_get_state (
        self->pipeline, NULL, NULL, PATIENCE * GST_USECOND);
  if (!verdict_expect (ret == GST_STATE_CHANGE_SUCCESS, "%s does not become %s",
          self->config->element, gst_element_state_get_name (state))) {
    g_mutex_lock (&self->progress);
    self->broken = TRUE;
    g_mutex_unlock (&self->progress);
  }
  g_rec_mutex_lock (&self->lock);
  sampler_disturb_no_more (self->sampler);
  self->stops = state < GST_STATE_PAUSED;
  g_rec_mutex_unlock (&self->lock);
}

static void
forget_end (Session *self)
{
  g_mutex_lock (&self->progress);
  self->ended = FALSE;
  g_mutex_unlock (&self->progress);
}

/* To some place, and perhaps only a little way on from there. A stream that has
 * ended goes on only with a flush. */
static void
seek (Session *self, GstSeekFlags flags)
{
  GstClockTime start = g_rand_int_range (self->rand, 0, 1000) * GST_SECOND / 50;
  GstClockTime stop =
      one_in (self->rand, 4)
          ? start + g_rand_int_range (self->rand, 1, 120) * GST_SECOND / 50
          : GST_CLOCK_TIME_NONE;

  begin_disturbance (self);
  if (self->ends_soon)
    flags |= GST_SEEK_FLAG_FLUSH;
  self->ends_soon = GST_CLOCK_TIME_IS_VALID (stop);
  /* without a flush it waits for the frame that is on its way, and that for the
   * sink, which waits where a seek before has not yet come to its end */
  if (!(flags & GST_SEEK_FLAG_FLUSH))
    gst_element_get_state (self->pipeline, NULL, NULL, PATIENCE * GST_USECOND);
  forget_end (self);
  verdict_expect (gst_element_seek (self->pipeline, 1.0, GST_FORMAT_TIME,
                      flags | GST_SEEK_FLAG_ACCURATE, GST_SEEK_TYPE_SET, start,
                      GST_SEEK_TYPE_SET, stop),
      "%s: a seek fails", self->config->element);
  end_disturbance (self);
  self->counts->seeks++;
}

/* In the middle of a frame, and nobody else is told; the seek starts the source
 * again. */
static void
flush_element (Session *self)
{
  GstPad *pad = gst_element_get_static_pad (self->element, "sink");
  GstEvent *segment = gst_pad_get_sticky_event (pad, GST_EVENT_SEGMENT, 0);

  begin_disturbance (self);
  ledger_flush_begins (self->ledger);
  gst_pad_send_event (pad, gst_event_new_flush_start ());
  GST_PAD_STREAM_LOCK (pad);
  gst_pad_send_event (pad, gst_event_new_flush_stop (one_in (self->rand, 2)));
  if (segment)
    gst_pad_send_event (pad, segment);
  GST_PAD_STREAM_UNLOCK (pad);
  gst_object_unref (pad);
  seek (self, GST_SEEK_FLAG_FLUSH);
  end_disturbance (self);
  self->counts->flushes++;
}

/* A start takes the stream from its beginning. */
static void
restart (Session *self, GstState state)
{
  set_state (self, state);
  forget_end (self);
  self->ends_soon = FALSE;
  if (state == GST_STATE_NULL) {
    g_rec_mutex_lock (&self->lock);
    let_go (self);
    g_rec_mutex_unlock (&self->lock);
  }
  set_state (self, GST_STATE_PLAYING);
  self->counts->stops++;
}

/* All that can be asked of an element while it works. */
static void
ask (Session *self)
{
  GParamSpec **specs;
  GstQuery *query = gst_query_new_latency ();
  GstPad *pad = gst_element_get_static_pad (self->sink, "sink");
  guint n, i;

  specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (self->element), &n);
  for (i = 0; i < n; i++) {
    GValue value = G_VALUE_INIT;

    if (specs[i]->flags & G_PARAM_READABLE) {
      g_value_init (&value, specs[i]->value_type);
      g_object_get_property (G_OBJECT (self->element), specs[i]->name, &value);
      g_value_unset (&value);
    }
  }
  g_free (specs);
  gst_element_query (self->pipeline, query);
  gst_query_unref (query);
  gst_pad_push_event (pad, gst_event_new_reconfigure ());
  gst_object_unref (pad);
}

static void
pause_a_moment (Session *self)
{
  set_state (self, GST_STATE_PAUSED);
  if (one_in (self->rand, 2))
    seek (self, GST_SEEK_FLAG_FLUSH);
  set_state (self, GST_STATE_PLAYING);
  self->counts->pauses++;
}

static void
do_something (Session *self)
{
  guint what = g_rand_int_range (self->rand, 0, 100);

  if (what < 45) {
    g_rec_mutex_lock (&self->lock);
    change_property (self, self->rand);
    g_rec_mutex_unlock (&self->lock);
  } else if (what < 60) {
    ask (self);
  } else if (what < 72) {
    seek (self, GST_SEEK_FLAG_FLUSH);
  } else if (what < 80) {
    seek (self, GST_SEEK_FLAG_NONE);
  } else if (what < 86) {
    flush_element (self);
  } else if (what < 93) {
    pause_a_moment (self);
  } else if (what < 96) {
    restart (self, GST_STATE_READY);
  } else if (what < 98) {
    restart (self, GST_STATE_NULL);
  } else {
    g_rec_mutex_lock (&self->lock);
    self->n_held = g_rand_int_range (self->rand, 0, HELD_MAX);
    g_rec_mutex_unlock (&self->lock);
  }
}

/* TRUE once `n` more frames are on their way, or the stream has ended. */
static gboolean
wait_for (Session *self, guint64 n)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;
  guint64 target;
  gboolean moves;

  g_mutex_lock (&self->progress);
  target = self->sent + n;
  while (self->sent < target && !self->ended && !self->broken
         && g_cond_wait_until (&self->moved, &self->progress, deadline))
    ;
  moves = !self->broken && (self->sent >= target || self->ended);
  verdict_expect (moves || self->broken,
      "%s stands still at frame %" G_GUINT64_FORMAT, self->config->element,
      self->sent);
  g_mutex_unlock (&self->progress);
  return moves;
}

static gboolean
has_ended (Session *self)
{
  gboolean ended;

  g_mutex_lock (&self->progress);
  ended = self->ended;
  g_mutex_unlock (&self->progress);
  return ended;
}

static guint64
get_sent (Session *self)
{
  guint64 sent;

  g_mutex_lock (&self->progress);
  sent = self->sent;
  g_mutex_unlock (&self->progress);
  return sent;
}

/* Behind the end of a stream another one begins, or the same again. */
static void
go_on (Session *self)
{
  self->counts->ends++;
  if (one_in (self->rand, 3))
    restart (self, one_in (self->rand, 2) ? GST_STATE_READY : GST_STATE_NULL);
  else
    seek (self, GST_SEEK_FLAG_FLUSH);
}

static gboolean
run_to_the_end (Session *self)
{
  soak_source_set_length (self->source, 0);
  while (!has_ended (self))
    if (!wait_for (self, 1))
      return FALSE;
  return TRUE;
}

/* The pipeline */

static GstElement *
add (Session *self, GstElement *last, GstElement *next)
{
  gst_bin_add (GST_BIN (self->pipeline), next);
  if (last && !gst_element_link (last, next))
    g_error ("elements cannot be linked");
  return next;
}

static GstElement *
add_queue (Session *self, GstElement *last)
{
  GstElement *queue = gst_element_factory_make ("queue", NULL);

  g_object_set (
      queue, "max-size-buffers", g_rand_int_range (self->rand, 1, 5), NULL);
  return add (self, last, queue);
}

/* A sink that takes anything gets no CUDAMemory, but this takes it too. */
static GstElement *
add_any_memory (Session *self, GstElement *last)
{
  GstElement *filter = gst_element_factory_make ("capsfilter", NULL);
  GstCaps *caps = gst_caps_from_string ("video/x-raw(ANY)");

  g_object_set (filter, "caps", caps, NULL);
  gst_caps_unref (caps);
  return add (self, last, filter);
}

/* A queue in front of an element that goes by its last frames lets nobody say
 * where in the stream it begins anew. */
static gboolean
takes_queue (Session *self)
{
  return !g_signal_lookup ("restart", G_OBJECT_TYPE (self->element))
         && one_in (self->rand, 3);
}

static void
build (Session *self)
{
  GstElement *last;
  GstBus *bus;
  GstPad *pad;

  self->pipeline = gst_pipeline_new (NULL);
  bus = gst_element_get_bus (self->pipeline);
  gst_bus_set_sync_handler (bus, take_message, self, NULL);
  gst_object_unref (bus);
  backend_share_context (self->pipeline);

  self->element = backend_element (self->config->element);
  self->specs = values_properties (self->element);
  last = add (self, NULL, GST_ELEMENT (self->source));
  if (takes_queue (self))
    last = add_queue (self, last);
  last = add (self, last, self->element);
  if (one_in (self->rand, 3))
    last = add_queue (self, last);
  if (one_in (self->rand, 2))
    last = add_any_memory (self, last);
  self->sink = gst_element_factory_make ("fakesink", NULL);
  g_object_set (self->sink, "sync", FALSE, "async", one_in (self->rand, 2),
      "enable-last-sample", one_in (self->rand, 2), NULL);
  add (self, last, self->sink);
  pad = gst_element_get_static_pad (self->sink, "sink");
  gst_pad_add_probe (pad,
      GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, arrived,
      self, NULL);
  gst_object_unref (pad);
}

static void
begin (Session *self, const SessionConfig *config, SessionCounts *counts)
{
  SoakSourceCalls calls = {
    .before = before_frame, .made = frame_made, .data = self
  };

  self->config = config;
  self->counts = counts;
  self->rand = g_rand_new_with_seed (config->seed);
  self->stream_rand = g_rand_new_with_seed (config->seed + 2);
  self->values.folder = config->folder;
  g_rec_mutex_init (&self->lock);
  g_mutex_init (&self->progress);
  g_cond_init (&self->moved);
  self->ledger = ledger_new (config->element);
  self->source = soak_source_new (self->ledger, config->seed + 1, &calls);
  soak_source_set_length (self->source, NEVER);
  build (self);
  self->twin = twin_new (config->element);
  self->sampler = sampler_new (self->element, self->twin, self->stream_rand);
  change_format (self, self->rand);
}

static void
end (Session *self)
{
  gst_element_set_state (self->pipeline, GST_STATE_NULL);
  let_go (self);
  self->counts->compared += sampler_free (self->sampler);
  twin_free (self->twin);
  gst_object_unref (self->pipeline);
  self->counts->sent += self->sent;
  self->counts->arrived += ledger_n_arrived (self->ledger);
  self->counts->warnings += self->n_warnings;
  ledger_free (self->ledger);
  g_free (self->specs);
  g_rand_free (self->stream_rand);
  g_rand_free (self->rand);
  g_cond_clear (&self->moved);
  g_mutex_clear (&self->progress);
  g_rec_mutex_clear (&self->lock);
}

gboolean
session_run (const SessionConfig *config, SessionCounts *counts,
    SessionTick tick, gpointer data)
{
  Session self = { 0 };
  gboolean goes;

  begin (&self, config, counts);
  set_state (&self, GST_STATE_PLAYING);
  do {
    goes = wait_for (&self, g_rand_int_range (self.rand, 1, 120));
    if (tick)
      tick (data, get_sent (&self));
    if (goes && has_ended (&self))
      go_on (&self);
    else if (goes)
      do_something (&self);
  } while (goes && get_sent (&self) < config->n_frames);
  if (goes)
    goes = run_to_the_end (&self);
  if (goes || self.broken)
    end (&self);
  return goes;
}
