/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* An element under test with a variety of settings, and what should come of
 * them: for tests that are the same for all. */
#pragma once

#include "naiveconvolve.h"
#include "naiveepsilon.h"
#include "naivemedian.h"

G_BEGIN_DECLS

typedef enum {
  NAIVE_MEDIAN,
  NAIVE_CONVOLVE,
  NAIVE_EPSILON,
  NAIVE_N_KINDS
} NaiveKind;

typedef struct {
  NaiveKind kind;
  NaiveMedian median;
  NaiveConvolve convolve;
  NaiveEpsilon epsilon;
} NaiveFilter;

/* The name of the kind's element. */
const gchar *naive_filter_element (NaiveKind kind);
/* The n-th of many settings; all planes but alpha are filtered. */
void naive_filter_init (NaiveFilter *self, NaiveKind kind, guint n);
void naive_filter_set_planes (NaiveFilter *self, const gchar *planes);

void naive_filter_apply (const NaiveFilter *self, GObject *element);
GstBuffer *naive_filter_filter (const NaiveFilter *self,
    const GstVideoInfo *info, GstBuffer *frame, gboolean by_field);
/* The settings, to be freed. */
gchar *naive_filter_describe (const NaiveFilter *self);

G_END_DECLS
