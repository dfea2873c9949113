/* What the examples in C tell of a run. */
#include "progress.h"

#include <unistd.h>

#define INTERVAL_TTY (G_USEC_PER_SEC / 2)
#define INTERVAL_LOG (5 * G_USEC_PER_SEC)

void
progress_begin (Progress *progress)
{
  progress->began = progress->shown = g_get_monotonic_time ();
  progress->tty = isatty (STDOUT_FILENO);
}

const gchar *
progress_clear (const Progress *progress)
{
  return progress->tty ? "\r\033[K" : "";
}

gchar *
progress_text (const Progress *progress, guint n_frames)
{
  const gdouble seconds = MAX (
      (gdouble)(g_get_monotonic_time () - progress->began) / G_USEC_PER_SEC,
      1e-3);

  return g_strdup_printf ("%u frames in %.1f s, %.1f frames/s", n_frames,
      seconds, n_frames / seconds);
}

void
progress_tell (Progress *progress, guint n_frames, gdouble share)
{
  const gint64 now = g_get_monotonic_time ();
  gchar *text;

  if (n_frames == 0
      || now - progress->shown < (progress->tty ? INTERVAL_TTY : INTERVAL_LOG))
    return;
  progress->shown = now;
  text = progress_text (progress, n_frames);
  g_print ("%s", progress_clear (progress));
  if (share >= 0)
    g_print ("%3.0f %%, ", 100 * MIN (share, 1));
  g_print ("%s%s", text, progress->tty ? "" : "\n");
  g_free (text);
}

void
progress_end (Progress *progress, guint n_frames, const gchar *path)
{
  gchar *text = progress_text (progress, n_frames);

  g_print ("%s%s%s%s\n", progress_clear (progress), text, path ? ": " : "",
      path ? path : "");
  g_free (text);
}

gdouble
progress_share (GstPad *pad)
{
  gint64 position, duration;

  if (!gst_pad_query_position (pad, GST_FORMAT_TIME, &position)
      || !gst_pad_query_duration (pad, GST_FORMAT_TIME, &duration)
      || duration <= 0)
    return -1;
  return (gdouble)position / duration;
}
