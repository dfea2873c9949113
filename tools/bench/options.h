/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What to measure, from the command line. */
#pragma once

#include <gst/video/video.h>

#include "ringsource.h"

G_BEGIN_DECLS

typedef struct {
  gint width, height;
} OptionsSize;

typedef struct {
  gchar *command; /* the command line */
  gboolean host, cuda;
  GArray *formats; /* GstVideoFormat */
  GArray *sizes;   /* OptionsSize */
  GArray *queues;  /* gint, buffers */
  gint source_queue;
  RingSourceMemory source_memory;
  gboolean is_still;  /* what frames show */
  OptionsSize region; /* of interest, in the middle of each; 0: none */
  gint repeats;
  gdouble warm_up, seconds;
  GArray *devices; /* guint, of GPUs */
  gchar **fragments;
  gchar *json; /* file, or NULL */
  gboolean list;
  gchar *tune;    /* "all", "cpu" or "cuda", or NULL: elements are measured, and
                   * the fragments are NULL for all choices */
  gchar *kernels; /* "cpu" or "cuda", or NULL: filters alone are measured, and
                   * the fragments are operations, NULL for all */
  gchar **peers;  /* files of modules, or NULL */
  gint threads;   /* of the CPU's filters alone; 0: one a processor */
  gboolean once;  /* each filter runs once, for a profiler */
  gboolean has_sizes; /* they are not the default */
} Options;

/* NULL: an argument is wrong, and `error` says which. --help ends the
 * program. */
Options *options_new (gint argc, gchar **argv, GError **error);

void options_free (Options *self);

G_END_DECLS
