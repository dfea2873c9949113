/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the Wiener stage's kernel works on: wiener_kernel.c says how. */
#pragma once

#include "cpu/core/vector.h"
#include "cpu/denoise/wiener_kernel.h"

/* Windows of a group: two vectors of 32 bits, at least. */
#define LANES (CF_VECTOR_BYTES > 32 ? 32 : 16)
#define VECTOR (CF_VECTOR_BYTES / 2) /* lanes of a vector of 16 bits */
#define SIDE CF_WIENER_SIDE
#define PHASES_MOST CF_WIENER_STEP_HIGH
#define AREA CF_WIENER_AREA

/* A coefficient, or a sample, of all windows of a group. */
typedef gint16 Lanes[LANES];

/* Every STEP-th sample of a row, less 32768, and sums of windows there. */
typedef struct {
  gint16 *samples, *pilot;
  gint32 *merged, *filtered, *weights, *counts;
} Phase;

/* A row's samples of a phase, done. */
typedef struct {
  guint16 *results, *merged, *counts;
} Finished;

/* A group's windows, and what becomes of them. */
typedef struct {
  Lanes z[AREA], p[AREA], s[AREA], q[AREA]; /* transforms, as cfwiener.h */
  Lanes f[AREA], a[AREA];
  Lanes c[AREA], y[AREA];          /* and changes */
  Lanes samples[AREA], half[AREA]; /* on the way */
  guint16 mismatch[CF_WIENER_FREQUENCIES][LANES];
  guint16 pilot[CF_WIENER_FREQUENCIES][LANES];
  gint32 level[LANES], apart[LANES], apart_ahead[LANES], inverse_worth[LANES];
  gint32 history[LANES], is_ahead[LANES]; /* all bits, or none */
  gint32 left[LANES], kept[LANES];        /* sums */
  gint32 mismatched[LANES], mismatched_ahead[LANES];
  gint32 weight[LANES], count[LANES];
} Group;

typedef struct {
  gsize length;                  /* of a row of a phase */
  Phase rows[SIDE][PHASES_MOST]; /* of a row of windows, in turns */
  Finished finished[PHASES_MOST];
  guint16 *line;
  guint8 *bytes;
  Group *group;
} Scratch;
