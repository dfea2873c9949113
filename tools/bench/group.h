/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is compared: all that is measured with frames of one size, format and
 * memory, taking turns. */
#pragma once

#include "gpu.h"
#include "measurement.h"
#include "options.h"
#include "plainloop.h"

G_BEGIN_DECLS

#define GROUP_NO_QUEUE -1 /* of a plain loop */

typedef struct {
  gchar *name; /* the fragment, or of the plain loop */
  gboolean is_plain;
  PlainLoopKind plain;
  gint queue;      /* buffers, or GROUP_NO_QUEUE */
  guint n_gpus;    /* that it runs on together; 0: none */
  GArray *results; /* Measurement, one a repeat */
  gchar *backend;  /* as in PipelineFacts */
  gchar *memory;   /* likewise */
  gchar *error;    /* what went wrong, or NULL */
} GroupLine;

typedef struct {
  GstVideoInfo info;
  gboolean on_device;
  GPtrArray *lines; /* GroupLine */
} Group;

/* `gpus` are those of `options`, or none. Each line comes with the first of
 * them alone, with the first two together, and so on to all. */
Group *group_new (const Options *options, const GPtrArray *gpus,
    GstVideoFormat format, const OptionsSize *size, gboolean on_device);

void group_free (Group *self);

/* Caps of its frames. */
GstCaps *group_new_caps (const Group *self);

/* NULL, or why its frames cannot be measured. */
const gchar *group_get_obstacle (const Group *self, const GPtrArray *gpus);

/* Measures every line so often. FALSE: a line has an error, which is not
 * measured further. */
gboolean group_run (Group *self, const Options *options, const GPtrArray *gpus);

/* What a line is compared with: the plain loop, and cudacopy with the same
 * queue, both on as many GPUs; and itself on one. NULL where that was not
 * measured. */
const GroupLine *group_get_plain (const Group *self, const GroupLine *line);
const GroupLine *group_get_copy (const Group *self, const GroupLine *line);
const GroupLine *group_get_one (const Group *self, const GroupLine *line);

typedef enum {
  GROUP_MEDIAN,
  GROUP_MIN,
  GROUP_MAX,
} GroupStatistic;

/* Over the repeats; `offset` is that of a Measurement's gdouble. NAN where
 * nothing is known. */
gdouble group_line_get (
    const GroupLine *line, gsize offset, GroupStatistic statistic);

#define GROUP_LINE_GET(line, field, statistic) \
  group_line_get ((line), G_STRUCT_OFFSET (Measurement, field), (statistic))

G_END_DECLS
