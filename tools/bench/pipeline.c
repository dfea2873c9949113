/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One measured pipeline. */
#include "pipeline.h"

#include <math.h>

#include "touchsink.h"

/* Without a single frame, a pipeline is stuck. */
#define STALL_SECONDS 30

void
pipeline_register_elements (void)
{
  gst_element_register (NULL, "ringsource", GST_RANK_NONE, TYPE_RING_SOURCE);
  gst_element_register (NULL, "touchsink", GST_RANK_NONE, TYPE_TOUCH_SINK);
}

static void
append_queue (GString *line, guint buffers)
{
  if (buffers > 0)
    g_string_append_printf (line,
        "queue max-size-buffers=%u max-size-bytes=0 max-size-time=0 ! ",
        buffers);
}

/* One GPU's part of the pipeline. */
static GstElement *
parse (const gchar *fragment, guint source_queue, guint queue, GError **error)
{
  GString *line = g_string_new ("ringsource name=bench-source ! ");
  GstElement *part;

  append_queue (line, source_queue);
  g_string_append_printf (line, "%s ! ", fragment);
  append_queue (line, queue);
  g_string_append (line, "touchsink name=bench-sink");
  part = gst_parse_bin_from_description_full (
      line->str, FALSE, NULL, GST_PARSE_FLAG_FATAL_ERRORS, error);
  if (part)
    gst_object_ref_sink (part);
  g_string_free (line, TRUE);
  return part;
}

gboolean
pipeline_check (const gchar *fragment, GError **error)
{
  GstElement *part = parse (fragment, 0, 0, error);

  if (!part)
    return FALSE;
  gst_object_unref (part);
  return TRUE;
}

/* A warning about a setting means that something else would be measured than
 * what was asked for. */
static gboolean
handle_warning (GstMessage *message, GError **error)
{
  GError *warning;

  gst_message_parse_warning (message, &warning, NULL);
  if (g_error_matches (
          warning, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS)) {
    g_propagate_error (error, warning);
    return FALSE;
  }
  g_printerr ("%s: %s\n", GST_OBJECT_NAME (message->src), warning->message);
  g_error_free (warning);
  return TRUE;
}

static void
take_error (GstMessage *message, GError **error)
{
  gchar *debug = NULL;

  gst_message_parse_error (message, error, &debug);
  if (error)
    g_prefix_error (error, "%s: ", GST_OBJECT_NAME (message->src));
  GST_ERROR_OBJECT (message->src, "%s", debug);
  g_free (debug);
}

/* GPUs in use, or the one part that uses none. */
static guint
count_parts (const PipelineTask *task)
{
  return MAX (task->n_gpus, 1);
}

static guint
count_frames (TouchSink *const *sinks, guint n)
{
  guint frames = 0, i;

  for (i = 0; i < n; i++)
    frames += touch_sink_get_frames (sinks[i]);
  return frames;
}

/* Waits until all sinks have measured. */
static gboolean
wait_for_sinks (GstBus *bus, TouchSink *const *sinks, guint n, GError **error)
{
  guint frames = 0, measured = 0;

  while (measured < n) {
    GstMessage *message =
        gst_bus_timed_pop_filtered (bus, STALL_SECONDS * GST_SECOND,
            GST_MESSAGE_APPLICATION | GST_MESSAGE_ERROR | GST_MESSAGE_WARNING
                | GST_MESSAGE_EOS);
    GstMessageType type;
    gboolean ok = TRUE;

    if (!message) {
      guint now = count_frames (sinks, n);

      if (now == frames) {
        g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED,
            "no frame came out for %d s (%u before)", STALL_SECONDS, frames);
        return FALSE;
      }
      frames = now;
      continue;
    }

    type = GST_MESSAGE_TYPE (message);
    if (type == GST_MESSAGE_ERROR) {
      take_error (message, error);
      ok = FALSE;
    } else if (type == GST_MESSAGE_WARNING) {
      ok = handle_warning (message, error);
    } else if (type == GST_MESSAGE_EOS) {
      g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED,
          "the stream ended before it was measured");
      ok = FALSE;
    } else if (gst_message_has_name (message, TOUCH_SINK_MEASURED)) {
      measured++;
    }
    gst_message_unref (message);
    if (!ok)
      return FALSE;
  }
  return TRUE;
}

static void
add (gdouble *sum, gdouble value)
{
  *sum = (isnan (*sum) ? 0 : *sum) + value;
}

static void
add_stats (const GstStructure *stats, Measurement *result)
{
  guint64 frames, uploads, downloads, timed, kernel_time;

  if (gst_structure_get (stats, "frames", G_TYPE_UINT64, &frames, "uploads",
          G_TYPE_UINT64, &uploads, "downloads", G_TYPE_UINT64, &downloads, NULL)
      && frames > 0) {
    add (&result->uploads, (gdouble)uploads / frames);
    add (&result->downloads, (gdouble)downloads / frames);
  }
  if (gst_structure_get (stats, "timed-frames", G_TYPE_UINT64, &timed,
          "kernel-time", G_TYPE_UINT64, &kernel_time, NULL)
      && timed > 0)
    add (&result->kernel_ns, kernel_time);
}

static void
read_element (GstElement *element, Measurement *result, PipelineFacts *facts)
{
  GObjectClass *klass = G_OBJECT_GET_CLASS (element);
  GParamSpec *pspec = g_object_class_find_property (klass, "stats");

  if (pspec && pspec->value_type == GST_TYPE_STRUCTURE) {
    GstStructure *stats = NULL;

    g_object_get (element, "stats", &stats, NULL);
    if (stats && gst_structure_has_name (stats, "cudafilters-stats"))
      add_stats (stats, result);
    g_clear_pointer (&stats, gst_structure_free);
  }

  if (g_object_class_find_property (klass, "active-backend")) {
    gchar *backend;

    g_object_get (element, "active-backend", &backend, NULL);
    if (facts->backend && g_strcmp0 (facts->backend, backend) != 0) {
      g_free (backend);
      backend = g_strdup ("mixed");
    }
    g_free (facts->backend);
    facts->backend = backend;
  }
}

static void
read_elements (GstBin *bin, Measurement *result, PipelineFacts *facts)
{
  GstIterator *elements = gst_bin_iterate_recurse (bin);
  GValue item = G_VALUE_INIT;

  /* nothing is added or removed meanwhile */
  while (gst_iterator_next (elements, &item) == GST_ITERATOR_OK) {
    read_element (g_value_get_object (&item), result, facts);
    g_value_reset (&item);
  }
  g_value_unset (&item);
  gst_iterator_free (elements);
}

/* FALSE: `error` says why there is no part for this GPU. */
static gboolean
add_part (const PipelineTask *task, GstElement *pipeline, Gpu *gpu,
    gint *missing, TouchSink **sink, RingSource **source, GError **error)
{
  GstElement *part =
      parse (task->fragment, task->source_queue, task->queue, error);
  Gpu *memory_gpu = task->on_device ? gpu : NULL;

  if (!part)
    return FALSE;
  *source = RING_SOURCE (gst_bin_get_by_name (GST_BIN (part), "bench-source"));
  *sink = TOUCH_SINK (gst_bin_get_by_name (GST_BIN (part), "bench-sink"));
  ring_source_set_frames (
      *source, task->caps, memory_gpu, task->source_memory, task->is_still);
  ring_source_set_region (*source, task->region_width, task->region_height);
  touch_sink_set_task (
      *sink, memory_gpu, task->warm_up, task->seconds, missing);
  if (gpu)
    gpu_share_context (gpu, part);
  gst_bin_add (GST_BIN (pipeline), part);
  gst_object_unref (part);
  return TRUE;
}

/* Rates add up; the rest is of the whole program, or of one frame. */
static void
get_rate (TouchSink *const *sinks, guint n, Measurement *result)
{
  gdouble frames_per_s = 0, cpu = 0;
  guint i;

  for (i = 0; i < n; i++) {
    touch_sink_get_result (sinks[i], result);
    frames_per_s += result->frames_per_s;
    cpu += result->cpu;
  }
  result->frames_per_s = frames_per_s;
  result->cpu = cpu / n;
}

gboolean
pipeline_run (const PipelineTask *task, Measurement *result,
    PipelineFacts *facts, GError **error)
{
  const guint n = count_parts (task);
  GstElement *pipeline = gst_object_ref_sink (gst_pipeline_new (NULL));
  GstBus *bus = gst_element_get_bus (pipeline);
  TouchSink **sinks = g_new0 (TouchSink *, n);
  RingSource **sources = g_new0 (RingSource *, n);
  gint missing = n;
  gboolean ok = TRUE;
  guint i;

  for (i = 0; ok && i < n; i++)
    ok = add_part (task, pipeline, task->n_gpus > 0 ? task->gpus[i] : NULL,
        &missing, &sinks[i], &sources[i], error);
  if (ok) {
    /* a failure has posted an error */
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
    ok = wait_for_sinks (bus, sinks, n, error);
  }
  if (ok) {
    get_rate (sinks, n, result);
    read_elements (GST_BIN (pipeline), result, facts);
    result->uploads /= n;
    result->downloads /= n;
    result->kernel_ns /= n;
    facts->memory = ring_source_get_memory (sources[0]);
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);

  for (i = 0; i < n; i++) {
    gst_clear_object (&sinks[i]);
    gst_clear_object (&sources[i]);
  }
  g_free (sinks);
  g_free (sources);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
  return ok;
}

void
pipeline_facts_clear (PipelineFacts *facts)
{
  g_clear_pointer (&facts->backend, g_free);
  g_clear_pointer (&facts->memory, g_free);
}
