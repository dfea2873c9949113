/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What was checked, and what came of it. */
#include "verdict.h"

#define SHOWN_MAX 30

static gint n_passed, n_failed;

static void
fail (const gchar *format, va_list args)
{
  gchar *text = g_strdup_vprintf (format, args);

  if (g_atomic_int_add (&n_failed, 1) < SHOWN_MAX)
    g_printerr ("FAILED: %s\n", text);
  g_free (text);
}

gboolean
verdict_check (gboolean holds, const gchar *format, ...)
{
  va_list args;

  if (holds) {
    g_atomic_int_inc (&n_passed);
    return TRUE;
  }
  va_start (args, format);
  fail (format, args);
  va_end (args);
  return FALSE;
}

gboolean
verdict_expect (gboolean holds, const gchar *format, ...)
{
  va_list args;

  if (holds)
    return TRUE;
  va_start (args, format);
  fail (format, args);
  va_end (args);
  return FALSE;
}

guint
verdict_n_failed (void)
{
  return g_atomic_int_get (&n_failed);
}

static void
judge_log (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer data)
{
  if (level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING))
    verdict_expect (FALSE, "%s: %s", domain ? domain : "log", message);
  else
    g_log_default_handler (domain, level, message, data);
}

void
verdict_watch_log (void)
{
  g_log_set_default_handler (judge_log, NULL);
}

gint
verdict_finish (void)
{
  g_print ("%d passed, %d failed, 0 skipped\n", n_passed, n_failed);
  return n_failed > 0 ? 1 : 0;
}
