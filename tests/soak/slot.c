/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One of many pipelines. */
#include "slot.h"

#include <string.h>

#include "backend.h"
#include "elements.h"
#include "ledger.h"
#include "source.h"
#include "values.h"
#include "verdict.h"
#include "videotest.h"

/* Pictures of a stream, which ends with the last one. */
#define LENGTH 60
#define PATIENCE (180 * GST_SECOND)

SlotCounts slot_counts;

/* None of them goes by frames that were before, nor do other elements. */
static const gchar *const particular[] = {
  "cudamedian size=3",
  "cudaconvolve kernel-type=sobel-x size=3 ! queue ! cudaepsilon size=5",
  "cudasnake track=false draw=true ! cudamedian size=5",
  "cudainpaint name=inpaint iterations=5",
  "cudamedian size=3 ! cudaconvolve ! cudaepsilon size=3",
  "cudaepsilon size=7 mode=clamp",
  "cudadenoise past=0 sigma=9 ! queue ! cudamedian size=3",
  "cudaconvolve horizontal=\"1 4 6 4 1\" ! queue ! cudamedian size=5 "
  "percentile=70",
  "queue ! cudamedian size=9 ! queue ! cudainpaint name=inpaint "
  "method=harmonic ! cudasnake track=false draw=true ! queue",
  NULL,
};
static const gchar *const formats[] = { "GRAY8", "NV12", "I420", "P010_10LE",
  "RGBA", "YUY2", "Y444", "GRAY16_LE", "AYUV", "A422_10LE", "ARGB64" };

struct _Slot {
  guint number;
  gint device; /* that its elements choose, or -1 */
  SlotContext context;
  GstVideoInfo info;
  const gchar *folder;
  guint64 expected[LENGTH];

  /* while it runs */
  GstElement *pipeline, *chain;
  Ledger *ledger;
  GPtrArray *filters;
  gint changed; /* results are others now */
  gint ended;
};

static const gchar *
chain_of (guint number)
{
  return elements_described (
      particular)[number % elements_n_described (particular)];
}

/* Pictures as numbers */

static guint64
hash_rows (
    guint64 hash, const guint8 *data, gint stride, gsize bytes, gsize rows)
{
  gsize x, y;

  for (y = 0; y < rows; y++, data += stride)
    for (x = 0; x < bytes; x++)
      hash = (hash ^ data[x]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

static guint64
hash_picture (const GstVideoInfo *info, GstBuffer *buffer)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  GstVideoFrame frame;
  guint p;

  if (!verdict_expect (gst_video_frame_map (&frame, info, buffer, GST_MAP_READ),
          "a frame cannot be mapped"))
    return 0;
  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (info); p++)
    hash = hash_rows (hash, GST_VIDEO_FRAME_PLANE_DATA (&frame, p),
        GST_VIDEO_FRAME_PLANE_STRIDE (&frame, p),
        video_test_row_bytes (info, p), video_test_rows (info, p));
  gst_video_frame_unmap (&frame);
  return hash;
}

static guint64 *
expected_of (Slot *self, GstBuffer *buffer)
{
  guint64 position = GST_BUFFER_PTS (buffer) / SOAK_SOURCE_DURATION;

  return position < LENGTH ? &self->expected[position] : NULL;
}

/* Frames */

static GstPadProbeReturn
arrived (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Slot *self = data;
  GstBuffer *buffer;
  guint64 *expected;
  gboolean changed;

  if (info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

    if (GST_EVENT_TYPE (event) == GST_EVENT_EOS)
      ledger_ended (self->ledger, soak_source_last_number (event));
    return GST_PAD_PROBE_OK;
  }
  buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  changed = g_atomic_int_get (&self->changed);
  ledger_arrived (
      self->ledger, soak_source_number (buffer), GST_BUFFER_PTS (buffer));
  g_atomic_int_inc (&slot_counts.frames);
  expected = expected_of (self, buffer);
  if (!verdict_expect (expected != NULL, "a frame has a wrong time") || changed)
    return GST_PAD_PROBE_OK;
  verdict_expect (*expected == hash_picture (&self->info, buffer),
      "pipeline %u: frame %" G_GUINT64_FORMAT " is not as it is alone (%s)",
      self->number, GST_BUFFER_PTS (buffer) / SOAK_SOURCE_DURATION,
      chain_of (self->number));
  g_atomic_int_inc (&slot_counts.compared);
  return GST_PAD_PROBE_OK;
}

/* For the expected results. */
static GstPadProbeReturn
learn (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Slot *self = data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);

  *expected_of (self, buffer) = hash_picture (&self->info, buffer);
  return GST_PAD_PROBE_OK;
}

/* Messages */

static GstBusSyncReply
take_message (GstBus *bus, GstMessage *message, gpointer data)
{
  Slot *self = data;
  GError *error;
  gchar *details;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS)
    g_atomic_int_set (&self->ended, TRUE);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, &details);
    verdict_expect (FALSE, "pipeline %u (%s): %s: %s (%s)", self->number,
        chain_of (self->number), GST_MESSAGE_SRC_NAME (message), error->message,
        details);
    g_error_free (error);
    g_free (details);
  }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

/* The pipeline */

static gboolean
is_ours (GstElement *element)
{
  GstElementFactory *factory = gst_element_get_factory (element);

  return factory
         && g_strv_contains (elements_all (), GST_OBJECT_NAME (factory));
}

static void
prepare_filter (Slot *self, GstElement *filter, const gchar *backend)
{
  gst_util_set_object_arg (G_OBJECT (filter), "backend", backend);
  g_object_set (filter, "cuda-device-id", self->device, NULL);
  g_ptr_array_add (self->filters, gst_object_ref (filter));
}

static void
find_filters (Slot *self, const gchar *backend)
{
  GstIterator *it = gst_bin_iterate_elements (GST_BIN (self->chain));
  GstElement *inpaint = gst_bin_get_by_name (GST_BIN (self->chain), "inpaint");
  GValue item = G_VALUE_INIT;

  self->filters = g_ptr_array_new_with_free_func (gst_object_unref);
  while (gst_iterator_next (it, &item) == GST_ITERATOR_OK) {
    GstElement *element = g_value_get_object (&item);

    if (is_ours (element))
      prepare_filter (self, element, backend);
    g_value_unset (&item);
  }
  gst_iterator_free (it);
  if (inpaint) {
    gchar *name = g_strdup_printf ("%s/%dx%d-some.png", self->folder,
        GST_VIDEO_INFO_WIDTH (&self->info),
        GST_VIDEO_INFO_HEIGHT (&self->info));

    g_object_set (inpaint, "mask-location", name, NULL);
    g_free (name);
    gst_object_unref (inpaint);
  }
}

static void
build (Slot *self, const gchar *backend, GstPadProbeCallback look)
{
  GError *error = NULL;
  GstElement *sink = gst_element_factory_make ("fakesink", NULL);
  SoakSource *source;
  GstBus *bus;
  GstPad *pad;

  self->ledger = ledger_new (chain_of (self->number));
  source = soak_source_new (self->ledger, self->number, NULL);
  soak_source_set_format (source, &self->info, self->number % N_SUPPLIES);
  soak_source_set_length (source, LENGTH);
  self->chain =
      gst_parse_bin_from_description (chain_of (self->number), TRUE, &error);
  if (!self->chain)
    g_error ("%s", error->message);
  find_filters (self, backend);

  self->pipeline = gst_pipeline_new (NULL);
  bus = gst_element_get_bus (self->pipeline);
  gst_bus_set_sync_handler (bus, take_message, self, NULL);
  gst_object_unref (bus);
  g_object_set (sink, "sync", FALSE, "enable-last-sample", FALSE, NULL);
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (pad,
      GST_PAD_PROBE_TYPE_BUFFER
          | (look == arrived ? GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM : 0),
      look, self, NULL);
  gst_object_unref (pad);
  gst_bin_add_many (
      GST_BIN (self->pipeline), GST_ELEMENT (source), self->chain, sink, NULL);
  if (!gst_element_link_many (GST_ELEMENT (source), self->chain, sink, NULL))
    g_error (
        "the elements of %s cannot be linked", self->ledger ? "a chain" : "");
}

static void
wait_for_state (Slot *self, const gchar *what)
{
  GstStateChangeReturn ret =
      gst_element_get_state (self->pipeline, NULL, NULL, PATIENCE);

  verdict_expect (ret == GST_STATE_CHANGE_SUCCESS,
      "pipeline %u does not %s: %s", self->number, what,
      gst_element_state_change_return_get_name (ret));
}

static void
clear (Slot *self)
{
  gst_element_set_state (self->pipeline, GST_STATE_NULL);
  g_clear_pointer (&self->filters, g_ptr_array_unref);
  gst_clear_object (&self->pipeline);
  g_clear_pointer (&self->ledger, ledger_free);
  self->changed = self->ended = FALSE;
}

/* A slot */

static void
learn_alone (Slot *self)
{
  gint64 end = g_get_monotonic_time () + PATIENCE / GST_USECOND;
  gint device = self->device;

  self->device = -1;
  build (self, "cpu", learn);
  gst_element_set_state (self->pipeline, GST_STATE_PLAYING);
  while (!g_atomic_int_get (&self->ended) && g_get_monotonic_time () < end)
    g_usleep (500);
  verdict_check (self->ended && self->expected[LENGTH - 1] != 0,
      "pipeline %u does not end alone", self->number);
  clear (self);
  self->device = device;
}

Slot *
slot_new (guint number, guint n_devices, const gchar *folder)
{
  Slot *self = g_new0 (Slot, 1);

  self->number = number;
  self->folder = folder;
  self->context = number / elements_n_described (particular) % N_SLOT_CONTEXTS;
  self->device =
      self->context == SLOT_CHOOSES ? (gint)(number % n_devices) : -1;
  video_test_info (&self->info, formats[number / 3 % G_N_ELEMENTS (formats)],
      20 + number % 7, 14 + number % 5, "progressive");
  values_write_files (folder, GST_VIDEO_INFO_WIDTH (&self->info),
      GST_VIDEO_INFO_HEIGHT (&self->info));
  learn_alone (self);
  return self;
}

void
slot_free (Slot *self)
{
  if (self->pipeline)
    slot_stop (self);
  g_free (self);
}

gboolean
slot_is_running (Slot *self)
{
  return self->pipeline != NULL;
}

static void
count_running (void)
{
  gint now = g_atomic_int_add (&slot_counts.running, 1) + 1, most;

  do
    most = g_atomic_int_get (&slot_counts.most_running);
  while (most < now
         && !g_atomic_int_compare_and_exchange (
             &slot_counts.most_running, most, now));
}

void
slot_start (Slot *self, GRand *rand)
{
  build (self, backend_name (), arrived);
  if (self->context == SLOT_SHARES)
    backend_share_context (self->pipeline);
  gst_element_set_state (self->pipeline, GST_STATE_PLAYING);
  /* or stop it while it starts */
  if (g_rand_int_range (rand, 0, 8))
    wait_for_state (self, "start");
  count_running ();
  g_atomic_int_inc (&slot_counts.starts);
}

void
slot_stop (Slot *self)
{
  clear (self);
  g_atomic_int_add (&slot_counts.running, -1);
}

static void
change_property (Slot *self, GRand *rand)
{
  GstElement *filter = g_ptr_array_index (
      self->filters, g_rand_int_range (rand, 0, self->filters->len));
  GParamSpec **specs = values_properties (filter);
  Values values = { .rand = rand,
    .width = GST_VIDEO_INFO_WIDTH (&self->info),
    .height = GST_VIDEO_INFO_HEIGHT (&self->info),
    .folder = self->folder };
  GValue value = G_VALUE_INIT;
  GParamSpec *spec;
  guint n = 0;

  while (specs[n])
    n++;
  spec = specs[g_rand_int_range (rand, 0, n)];
  if (values_draw (&values, spec, &value))
    g_param_value_set_default (spec, &value);
  g_atomic_int_set (&self->changed, TRUE);
  g_object_set_property (G_OBJECT (filter), spec->name, &value);
  g_value_unset (&value);
  g_free (specs);
}

static void
seek (Slot *self, GRand *rand)
{
  GstClockTime to = g_rand_int_range (rand, 0, LENGTH) * SOAK_SOURCE_DURATION;

  g_atomic_int_set (&self->ended, FALSE);
  verdict_expect (gst_element_seek_simple (
                      self->pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, to),
      "pipeline %u: a seek fails", self->number);
}

void
slot_disturb (Slot *self, GRand *rand)
{
  guint what = g_rand_int_range (rand, 0, 16);

  g_atomic_int_inc (&slot_counts.disturbances);
  /* GStreamer's bins may wait for ever where a state is changed while a seek
   * makes them wait for frames, whatever elements are in them */
  if (what < 14)
    wait_for_state (self, "start");
  if (what < 8) {
    seek (self, rand);
  } else if (what < 10) {
    gst_element_set_state (self->pipeline, GST_STATE_PAUSED);
    gst_element_set_state (self->pipeline, GST_STATE_PLAYING);
  } else if (what < 12) {
    gst_element_set_state (self->pipeline, GST_STATE_READY);
    gst_element_set_state (self->pipeline, GST_STATE_PLAYING);
  } else if (what < 14) {
    change_property (self, rand);
  } else {
    slot_stop (self);
  }
}
