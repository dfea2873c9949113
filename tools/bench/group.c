/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is compared: all that is measured with frames of one size, format and
 * memory, taking turns. */
#include "group.h"

#include <math.h>
#include <stdlib.h>

#include "pipeline.h"

#define COPY "cudacopy"

static void
line_free (gpointer data)
{
  GroupLine *line = data;

  g_array_unref (line->results);
  g_free (line->name);
  g_free (line->backend);
  g_free (line->memory);
  g_free (line->error);
  g_free (line);
}

static GroupLine *
add_line (Group *self, const gchar *name, gint queue, guint n_gpus)
{
  GroupLine *line = g_new0 (GroupLine, 1);

  line->name = g_strdup (name);
  line->queue = queue;
  line->n_gpus = n_gpus;
  line->results = g_array_new (FALSE, FALSE, sizeof (Measurement));
  g_ptr_array_add (self->lines, line);
  return line;
}

static void
add_plain (Group *self, PlainLoopKind kind, guint n_gpus)
{
  GroupLine *line = add_line (
      self, plain_loop_name (kind, n_gpus > 0), GROUP_NO_QUEUE, n_gpus);

  line->is_plain = TRUE;
  line->plain = kind;
}

static void
add_lines (Group *self, const Options *options, guint n_gpus)
{
  guint q, i;

  if (self->on_device) {
    add_plain (self, PLAIN_LOOP_DEVICE, n_gpus);
    add_plain (self, PLAIN_LOOP_DEVICE_SYNCHRONISED, n_gpus);
  } else {
    add_plain (self, PLAIN_LOOP_HOST, n_gpus);
  }
  for (q = 0; q < options->queues->len; q++) {
    gint queue = g_array_index (options->queues, gint, q);

    add_line (self, COPY, queue, n_gpus);
    for (i = 0; options->fragments[i]; i++)
      if (!g_str_equal (options->fragments[i], COPY))
        add_line (self, options->fragments[i], queue, n_gpus);
  }
}

Group *
group_new (const Options *options, const GPtrArray *gpus, GstVideoFormat format,
    const OptionsSize *size, gboolean on_device)
{
  Group *self = g_new0 (Group, 1);
  guint n = MIN (gpus->len, 1);

  gst_video_info_set_format (&self->info, format, size->width, size->height);
  self->on_device = on_device;
  self->lines = g_ptr_array_new_with_free_func (line_free);
  do {
    add_lines (self, options, n);
  } while (n++ < gpus->len);
  return self;
}

void
group_free (Group *self)
{
  g_ptr_array_unref (self->lines);
  g_free (self);
}

GstCaps *
group_new_caps (const Group *self)
{
  GstCaps *caps = gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING,
      GST_VIDEO_INFO_NAME (&self->info), "width", G_TYPE_INT,
      GST_VIDEO_INFO_WIDTH (&self->info), "height", G_TYPE_INT,
      GST_VIDEO_INFO_HEIGHT (&self->info), "framerate", GST_TYPE_FRACTION, 0, 1,
      NULL);

  if (self->on_device)
    gst_caps_set_features (
        caps, 0, gst_caps_features_new ("memory:CUDAMemory", NULL));
  return caps;
}

/* The template has fields that the caps leave out. */
static gboolean
copy_takes (GstCaps *caps)
{
  GstElementFactory *factory = gst_element_factory_find (COPY);
  gboolean takes =
      factory && gst_element_factory_can_sink_any_caps (factory, caps);

  gst_clear_object (&factory);
  return takes;
}

/* Whether gstreamer-cuda has memory for such frames. Only for caps that
 * cudacopy takes: gstreamer-cuda 1.22 aborts on a format that it does not know.
 */
static gboolean
has_device_memory (GstCaps *caps, Gpu *gpu)
{
  GstBufferPool *pool = gpu_pool_new (gpu, caps, 1);
  gboolean has = pool && gst_buffer_pool_set_active (pool, TRUE);

  if (has)
    gst_buffer_pool_set_active (pool, FALSE);
  gst_clear_object (&pool);
  return has;
}

const gchar *
group_get_obstacle (const Group *self, const GPtrArray *gpus)
{
  GstCaps *caps = group_new_caps (self);
  const gchar *obstacle = NULL;

  if (!copy_takes (caps))
    obstacle = "cudacopy does not take it";
  else if (self->on_device && !has_device_memory (caps, gpus->pdata[0]))
    obstacle = "gstreamer-cuda has no memory for it";
  gst_caps_unref (caps);
  return obstacle;
}

static gboolean
run_line (Group *self, GroupLine *line, const Options *options,
    const GPtrArray *gpus, GstCaps *caps, GError **error)
{
  Gpu *const *first = (Gpu *const *)gpus->pdata;
  Measurement result;
  gboolean ok;

  if (line->is_plain) {
    ok = plain_loop_run (line->plain, first, line->n_gpus,
        GST_VIDEO_INFO_SIZE (&self->info), options->warm_up, options->seconds,
        &result, error);
  } else {
    const PipelineTask task = {
      .fragment = line->name,
      .source_queue = options->source_queue,
      .queue = line->queue,
      .caps = caps,
      .on_device = self->on_device,
      .gpus = first,
      .n_gpus = line->n_gpus,
      .source_memory = options->source_memory,
      .is_still = options->is_still,
      .region_width = options->region.width,
      .region_height = options->region.height,
      .warm_up = options->warm_up,
      .seconds = options->seconds,
    };
    PipelineFacts facts = { NULL, NULL };

    ok = pipeline_run (&task, &result, &facts, error);
    if (ok) {
      g_free (line->backend);
      g_free (line->memory);
      line->backend = g_steal_pointer (&facts.backend);
      line->memory = g_steal_pointer (&facts.memory);
    }
    pipeline_facts_clear (&facts);
  }
  if (ok)
    g_array_append_val (line->results, result);
  return ok;
}

gboolean
group_run (Group *self, const Options *options, const GPtrArray *gpus)
{
  GstCaps *caps = group_new_caps (self);
  gboolean ok = TRUE;
  gint repeat;
  guint i;

  for (repeat = 0; repeat < options->repeats; repeat++) {
    for (i = 0; i < self->lines->len; i++) {
      GroupLine *line = g_ptr_array_index (self->lines, i);
      GError *error = NULL;

      if (line->error || run_line (self, line, options, gpus, caps, &error))
        continue;
      ok = FALSE;
      line->error = g_strdup (error->message);
      g_error_free (error);
    }
  }
  gst_caps_unref (caps);
  return ok;
}

/* The first line of that kind that was measured. */
static const GroupLine *
find_line (const Group *self, gboolean is_plain, const gchar *name, gint queue,
    guint n_gpus)
{
  guint i;

  for (i = 0; i < self->lines->len; i++) {
    const GroupLine *line = g_ptr_array_index (self->lines, i);

    if (line->is_plain == is_plain && line->queue == queue
        && line->n_gpus == n_gpus && (!name || g_str_equal (line->name, name)))
      return line->results->len > 0 ? line : NULL;
  }
  return NULL;
}

const GroupLine *
group_get_plain (const Group *self, const GroupLine *line)
{
  return find_line (self, TRUE, NULL, GROUP_NO_QUEUE, line->n_gpus);
}

const GroupLine *
group_get_copy (const Group *self, const GroupLine *line)
{
  return find_line (self, FALSE, COPY, line->queue, line->n_gpus);
}

const GroupLine *
group_get_one (const Group *self, const GroupLine *line)
{
  return find_line (self, line->is_plain, line->name, line->queue, 1);
}

static gint
compare_double (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *)a, y = *(const gdouble *)b;

  return (x > y) - (x < y);
}

gdouble
group_line_get (const GroupLine *line, gsize offset, GroupStatistic statistic)
{
  guint n = line->results->len, i;
  gdouble *values = g_new (gdouble, n + 1), value = NAN;

  for (i = 0; i < n; i++) {
    values[i] = G_STRUCT_MEMBER (
        gdouble, &g_array_index (line->results, Measurement, i), offset);
    if (isnan (values[i]))
      n = 0;
  }
  qsort (values, n, sizeof *values, compare_double);
  if (n > 0) {
    switch (statistic) {
      case GROUP_MEDIAN:
        value = (values[(n - 1) / 2] + values[n / 2]) / 2;
        break;
      case GROUP_MIN:
        value = values[0];
        break;
      case GROUP_MAX:
        value = values[n - 1];
        break;
    }
  }
  g_free (values);
  return value;
}
