/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One pipeline with the element in it, and all that may happen to it. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct {
  const gchar *element;
  const gchar *folder; /* for files of properties */
  guint32 seed;
  guint64 n_frames;
  gint64 slow; /* microseconds: frames that take longer are told of; 0: none */
} SessionConfig;

/* What happened, in all sessions. */
typedef struct {
  guint64 sent, arrived, compared;
  guint64 properties, refused, warnings;
  guint64 formats, cuda_formats, seeks, flushes, ends, pauses, stops;
} SessionCounts;

/* Called every few frames, from the thread that called session_run(). */
typedef void (*SessionTick) (gpointer data, guint64 sent);

/* Fails no frame: all else goes to the verdict. FALSE where the pipeline stands
 * still, and cannot be freed. */
gboolean session_run (const SessionConfig *config, SessionCounts *counts,
    SessionTick tick, gpointer data);

G_END_DECLS
