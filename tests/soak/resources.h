/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the process, and the GPU, hold at a moment. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes of the heap at rest by which it may grow without a leak: what a thread
 * that has not yet ended has. */
#define RESOURCES_HEAP_SLACK (320 << 10)

typedef struct {
  guint64 frames;  /* when it was */
  gdouble seconds; /* since the start of the program */
  guint64 rss;     /* bytes */
  guint64 in_use;  /* bytes that malloc() has given out */
  guint descriptors, threads;
  guint64 device; /* bytes of the GPU in use, by anybody; 0 where not known */
} Resources;

/* Of the GPU only if asked for once: others may work on it. */
void resources_watch_device (void);
Resources resources_now (guint64 frames);
/* The same where nothing works: idle threads of GStreamer's and GLib's
 * pools, which keep memory, are ended first,
 * and malloc() gives back what nobody uses. */
Resources resources_at_rest (guint64 frames);

/* A field of the samples [from, to): its median. */
typedef guint64 (*ResourcesField) (const Resources *r);
guint64 resources_median (
    const GArray *samples, guint from, guint to, ResourcesField field);

/* Checks that the last third of the samples has no more of this than the second
 * one, but for `slack`. */
void resources_check_flat (const GArray *samples, const gchar *what,
    const gchar *unit, ResourcesField field, guint64 slack);
/* Checks that it does not grow all the time, but for `slack` in all: in each
 * quarter of what follows the first third. What is kept of a busy moment, or
 * loaded once, however late, makes it grow now and then, and is no leak. */
void resources_check_steady (const GArray *samples, const gchar *what,
    const gchar *unit, ResourcesField field, guint64 slack);
/* The lesser of each field, at the later of both moments. */
Resources resources_least (const Resources *a, const Resources *b);

guint64 resources_rss (const Resources *r);
guint64 resources_in_use (const Resources *r);
guint64 resources_descriptors (const Resources *r);
guint64 resources_threads (const Resources *r);
guint64 resources_device (const Resources *r);

G_END_DECLS
