/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Begin and end of these programs. */
#include "program.h"

#include <gst/gst.h>
#include <stdlib.h>

#include "backend.h"
#include "liveobjects.h"
#include "verdict.h"
#include "videotest.h"

static gchar *backend;
static guint n_live;

static const GOptionEntry backend_option[] = {
  { "backend", 0, 0, G_OPTION_ARG_STRING, &backend, "cpu or cuda (cpu)",
      "NAME" },
  { NULL }
};

static void
parse_options (const GOptionEntry *options, int *argc, char ***argv)
{
  GOptionContext *context = g_option_context_new (NULL);
  GError *error = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  g_option_context_add_main_entries (context, backend_option, NULL);
  if (!g_option_context_parse (context, argc, argv, &error)) {
    g_printerr ("%s\n", error->message);
    exit (2);
  }
  g_option_context_free (context);
  if (!backend)
    backend = g_strdup ("cpu");
}

gchar *
program_begin (const GOptionEntry *options, int *argc, char ***argv)
{
  parse_options (options, argc, argv);
  g_setenv ("GST_TRACERS", "leaks", TRUE);
  gst_init (NULL, NULL);
  verdict_watch_log ();
  backend_setup (backend);
  n_live = live_objects_count (NULL);
  backend_make_context ();
  return video_test_folder_new ();
}

void
program_end (gchar *folder)
{
  gchar *names = NULL;
  guint live;

  video_test_folder_free (folder);
  backend_teardown ();
  live = live_objects_count (&names);
  verdict_check (
      live <= n_live, "%u objects are left: %s", live - n_live, names);
  g_free (names);
  g_free (backend);
  gst_deinit ();
}
