/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The epsilon filter as its definition says, one sample after the other. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* cudaepsilon's properties, as text where it takes text. */
typedef struct {
  gint size;
  gdouble threshold;
  const gchar *mode;
  gint iterations;
  const gchar *border;
  gint border_value;
  const gchar *planes;
} NaiveEpsilon;

#define NAIVE_EPSILON_DEFAULTS \
  { \
    3, 4, "clamp", 1, "replicate", 0, "luma+chroma" \
  }

/* Sets the element's properties. */
void naive_epsilon_apply (const NaiveEpsilon *self, GObject *element);

/* The filtered frame, as naive_samples_filter() has it. */
GstBuffer *naive_epsilon_filter (const NaiveEpsilon *self,
    const GstVideoInfo *info, GstBuffer *frame, gboolean by_field);

G_END_DECLS
