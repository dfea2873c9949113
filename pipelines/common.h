/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The examples in C have this in common, in the words of those in Python. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Prints a warning of an element's, once, whatever numbers are in it. */
void messages_warn (const gchar *program, GstMessage *warning);

/* Returns what was refused, to be freed, if a message is a warning of an
 * element of ours that something else runs than was asked for; else NULL. */
gchar *messages_refusal (GstMessage *message);

/* Says why gst_parse_launch() made nothing, with what to do; to be freed. */
gchar *nearest_explain (const GError *error);

/* Returns what follows raw frames on a line for gst_parse_launch(): to a file,
 * whose sink is called NAME (give it the location), or, where path is NULL, to
 * the screen. NULL and an error for a name that ends otherwise than in .webm
 * (VP8), .mkv (FFV1, without loss) or .y4m (raw), and where the encoder is not
 * installed. */
gchar *output_describe (const gchar *path, const gchar *name, GError **error);

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

/* Returns what clears an unfinished line, to print before another. */
const gchar *progress_clear (const Progress *progress);

/* Returns how much of its stream has passed a pad, 0 to 1, or -1. */
gdouble progress_share (GstPad *pad);

/* The CUDA context that an element has, as it answers its neighbours, or NULL;
 * to be unreferenced. */
GObject *context_of (GstElement *element);

G_END_DECLS
