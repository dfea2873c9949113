/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counting and reporting of cases, and what all tests share. */
#include "tester.h"
#include "digest.h"
#include "system.h"
#include "engine/core/cferror.h"

#include <string.h>

#define MAX_REPORTS 5 /* a test */

/* What a crash reports. */
static gchar running[2048];

void
tester_install_crash_report (void)
{
  system_report_crashes (running);
}

gchar *
test_full_name (const gchar *backend, const Test *test)
{
  return test->size == 0
             ? g_strdup_printf ("%s/%s", backend, test->name)
             : g_strdup_printf ("%s/%s/%d", backend, test->name, test->size);
}

gboolean
test_applies (const Test *test, const gchar *backend, const Options *options)
{
  gboolean is_cpu = g_str_equal (backend, "cpu"), selected;
  gchar *name;

  if ((test->when == TEST_CPU && !is_cpu)
      || (test->when == TEST_NOT_CPU && is_cpu)
      || (test->when == TEST_LARGE && !options->large))
    return FALSE;
  name = test_full_name (backend, test);
  selected = !options->filters;
  for (gint i = 0; options->filters && options->filters[i]; i++)
    selected = selected || strstr (name, options->filters[i]);
  for (gint i = 0; options->exceptions && options->exceptions[i]; i++)
    selected = selected && !strstr (name, options->exceptions[i]);
  g_free (name);
  return selected;
}

void
tester_run (Tester *t, const Test *test)
{
  gint64 start = g_get_monotonic_time ();

  if (!test_applies (test, t->backend_name, t->options))
    return;
  t->name = test_full_name (t->backend_name, test);
  t->n_cases = 0;
  t->n_failed = 0;
  t->was_skipped = FALSE;
  random_init (&t->random, t->options->seed, t->name);
  test->run (t, test->size);
  if (!t->quiet && !t->was_skipped)
    g_print ("%-6s %-24s %6d cases  %6.1f s\n",
        t->n_failed == 0 ? "ok" : "FAILED", t->name, t->n_cases,
        (g_get_monotonic_time () - start) / 1e6);
  if (t->options->digest) {
    guint n_runs;
    guint64 digest = digest_take (&n_runs);

    g_print ("digest %s %d cases %u runs %016" G_GINT64_MODIFIER "x\n", t->name,
        t->n_cases, n_runs, digest);
  }
  g_free (t->name);
}

gboolean
tester_leaves_out (const Tester *t)
{
  return t->options->only_case >= 0 || t->options->every > 1;
}

gboolean
tester_begin (Tester *t, const gchar *description)
{
  gint number = t->n_cases++;

  if ((t->options->only_case >= 0 && number != t->options->only_case)
      || number % t->options->every != 0)
    return FALSE;
  g_snprintf (running, sizeof (running),
      "%s --seed=%" G_GUINT64_FORMAT " --case=%d: %s", t->name,
      t->options->seed, number, description);
  if (t->options->verbose && !t->quiet)
    g_print ("       %s\n", running);
  return TRUE;
}

void
tester_end (Tester *t, gboolean ok, const gchar *why)
{
  if (ok) {
    t->passed++;
    return;
  }
  t->failed++;
  t->n_failed++;
  if (t->quiet || t->n_failed > MAX_REPORTS)
    return;
  g_print ("FAILED %s\n       %s\n       again: engine_test --backend=%s "
           "--filter=%s --seed=%" G_GUINT64_FORMAT " --case=%d\n",
      running, why, t->backend_name, t->name, t->options->seed, t->n_cases - 1);
  if (t->n_failed == MAX_REPORTS)
    g_print ("       further failures of %s are only counted\n", t->name);
}

void
tester_check (Tester *t, gboolean ok, const gchar *format, ...)
{
  va_list args;
  g_autofree gchar *what = NULL;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  if (tester_begin (t, what))
    tester_end (t, ok, "does not hold");
}

void
tester_no_error (Tester *t, gboolean ok, GError *error, const gchar *what)
{
  if (tester_begin (t, what))
    tester_end (
        t, ok && !error, error ? error->message : "failed without an error");
  g_clear_error (&error);
}

void
tester_error (
    Tester *t, gboolean ok, GError *error, gint code, const gchar *what)
{
  if (tester_begin (t, what)) {
    if (ok)
      tester_end (t, FALSE, "was accepted");
    else if (!error)
      tester_end (t, FALSE, "failed without an error");
    else
      tester_end (t,
          g_error_matches (error, CF_ERROR, code) && error->message[0] != '\0',
          error->message);
  }
  g_clear_error (&error);
}

void
tester_filter_case (
    Tester *t, const FilterCase *fc, Oracle oracle, gpointer data)
{
  g_autofree gchar *description = filter_case_describe (fc);

  if (tester_begin (t, description)) {
    GString *why = g_string_new (NULL);
    gboolean ok = filter_case_check (fc, &t->target, oracle, data, why);

    tester_end (t, ok, why->str);
    g_string_free (why, TRUE);
  }
}

void
tester_skip (Tester *t, const gchar *reason)
{
  t->skipped++;
  t->was_skipped = TRUE;
  if (!t->quiet)
    g_print ("SKIP   %-24s %s\n", t->name, reason);
}
