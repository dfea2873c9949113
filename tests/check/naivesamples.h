/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the naive filters share: samples of a component, the border, and the
 * walk over a frame. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* One component's samples, in one field. */
typedef struct {
  guint8 *data;
  gint stride, pstride;
  gint width, height;
  gint depth, shift;
} NaiveSamples;

/* Anywhere: outside of the picture the border's. */
guint naive_samples_get (const NaiveSamples *s, gint x, gint y,
    const gchar *border, gint border_value);
void naive_samples_set (const NaiveSamples *s, gint x, gint y, guint value);

typedef void (*NaiveSamplesFunc) (const NaiveSamples *s, gconstpointer filter);

/* A copy of `frame`, which has the format's own layout, with filter_samples()
 * applied to the components of the kinds in `planes`. by_field: rows of even
 * and odd number are two pictures. */
GstBuffer *naive_samples_filter (const GstVideoInfo *info, GstBuffer *frame,
    gboolean by_field, const gchar *planes, NaiveSamplesFunc filter_samples,
    gconstpointer filter);

G_END_DECLS
