/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inner loops of noise reduction over time, of one instruction set: samples of
 * one place in several frames. Lines are dense, of values that are not shifted,
 * and those of the history may be read to the end of a vector. */
#pragma once

#include "engine/denoise/cfdenoise.h"

G_BEGIN_DECLS

/* Lines of the same place: [0] of the past and [1] of the future, the nearest
 * first. */
typedef struct {
  gsize n;           /* samples */
  const guint8 *now; /* which may be the picture's, and end there */
  guint8 *to;        /* results, likewise */
  guint8 *keep; /* NULL, or where `now` goes to: a line of the history, which
                 * may be the last one of the past */
  const guint8 *around[2][CF_DENOISE_FRAMES_MAX];
  gint n_around[2];
} CfCpuDenoiseLines;

/* All are [bytes - 1]. */
typedef struct {
  /* the limits as of cf_denoise_average_limits() */
  void (*average[2]) (const CfCpuDenoiseLines *lines, gint one, gint sum);
  /* of `now` and those around it, which are an even number of at most 6, on
   * either side */
  void (*median[2]) (const CfCpuDenoiseLines *lines);
  /* of three samples of each line, which are `distance` apart, of at most so
   * many bits; an odd number of lines, at most 21 */
  void (*median_square[2]) (const guint8 *const *lines, gint n_lines,
      gint distance, gsize n, gint bits, guint8 *to);
} CfCpuDenoiseKernel;

G_END_DECLS
