/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* GStreamer's objects that are alive. */
#include "liveobjects.h"

#include <gst/check/gstcheck.h>

static guint n_at_start;

static GObject *
find_leaks_tracer (void)
{
  GList *tracers = gst_tracing_get_active_tracers (), *l;
  GObject *found = NULL;

  for (l = tracers; l; l = l->next) {
    if (g_str_equal (G_OBJECT_TYPE_NAME (l->data), "GstLeaksTracer"))
      found = g_object_ref (l->data);
  }
  g_list_free_full (tracers, gst_object_unref);
  fail_unless (found != NULL, "GStreamer's leaks tracer is not installed");
  return found;
}

guint
live_objects_count (gchar **names)
{
  GObject *tracer = find_leaks_tracer ();
  GstStructure *live = NULL;
  guint n;

  g_signal_emit_by_name (tracer, "get-live-objects", &live);
  n = gst_value_list_get_size (
      gst_structure_get_value (live, "live-objects-list"));
  if (names)
    *names = gst_structure_to_string (live);
  /* GStreamer 1.22 gives objects without a reference: freeing takes one. */
  if (n == 0)
    gst_structure_free (live);
  g_object_unref (tracer);
  return n;
}

void
live_objects_start (void)
{
  n_at_start = live_objects_count (NULL);
}

void
live_objects_check (void)
{
  g_autofree gchar *names = NULL;
  guint n = live_objects_count (&names);

  fail_unless (
      n <= n_at_start, "%u objects are left: %s", n - n_at_start, names);
}
