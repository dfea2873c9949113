/* What the examples in C tell of a run, in the words of those in Python
 * (video.py). */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct {
  gint64 began, shown; /* in microseconds */
  gboolean tty;
} Progress;

/* Time runs from here on. */
void progress_begin (Progress *progress);

/* A line that says how far it is, each half second in place of the last one on
 * a terminal, else each five seconds. share is of the whole, 0 to 1, or less
 * than 0 where nobody knows it. */
void progress_tell (Progress *progress, guint n_frames, gdouble share);

/* The closing line; path may be NULL. */
void progress_end (Progress *progress, guint n_frames, const gchar *path);

/* "N frames in S s, R frames/s", to be freed. */
gchar *progress_text (const Progress *progress, guint n_frames);

/* What takes an unfinished line away, to print in front of another. */
const gchar *progress_clear (const Progress *progress);

/* How much of its stream has passed a pad, 0 to 1, or -1. */
gdouble progress_share (GstPad *pad);

G_END_DECLS
