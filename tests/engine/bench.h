/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Speed of the filters, and of OpenCV's filters beside them. */
#pragma once

#include "engine/core/cffilter.h"
#include "target.h"

typedef struct {
  gint width, height;
  CfOp op;   /* CF_OP_MEDIAN, CF_OP_CONVOLVE, CF_OP_EPSILON or CF_OP_INPAINT */
  gint size; /* 0 = several; of inpainting the blocks', 0 = 32 */
  gint size_y; /* 0 = as size */
  gint percentile;
  gint threshold;  /* of the epsilon filter */
  gboolean smooth; /* the picture: a noisy gradient instead of random samples */
  guint threads;   /* 0 = one a processor */
  gint repeats;
  gboolean cpu, cuda;   /* backends to measure where they open */
  const gchar *json;    /* file to write, or NULL */
  const gchar *command; /* as the program was called */
} BenchOptions;

/* FALSE where nothing could be measured. */
gboolean bench_run (const BenchOptions *options);
