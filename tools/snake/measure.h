/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours timed, for Python programs that measure them (ctypes): plain types
 * alone, and no header of ours to understand. snakemeasure.py has the same. */
#pragma once

#include <stdint.h>

#define SNAKE_EXPORT __attribute__ ((visibility ("default")))

typedef struct _SnakeMeasure SnakeMeasure;

typedef struct {
  int32_t model, target, initial_step, min_segment, max_nodes, max_iterations;
  double window;
} SnakeMeasureParams; /* as CfSnakeParams */

/* CfSnakeInit, and what it needs */
typedef struct {
  int32_t init, x, y, width, height;
  int32_t n_points, window_width, window_height;
  const int32_t *points; /* x0, y0, x1, y1, ... */
} SnakeMeasureStart;

/* n_points = 0: no target */
typedef struct {
  double seconds; /* of the run */
  int32_t n_points, phases, levels, converged;
  int32_t window_width, window_height;
  int64_t area;
  const int32_t *points; /* valid until the next run */
  /* Entries of the sums of rows that the contour read; -1 where this is not
   * counted (libsnakemeasure-counting counts, and takes longer). */
  int64_t entries;
} SnakeMeasureResult;

/* Measures 8-bit pictures of width x height on so many threads. NULL and a
 * message (up to 255 bytes) where that fails. */
SNAKE_EXPORT SnakeMeasure *snake_measure_new (int32_t width, int32_t height,
    int32_t threads, const SnakeMeasureParams *params, char *message);
SNAKE_EXPORT void snake_measure_free (SnakeMeasure *measure);
/* 0 and a message where it fails. samples: no bytes between rows. */
SNAKE_EXPORT int32_t snake_measure_run (SnakeMeasure *measure,
    const uint8_t *samples, const SnakeMeasureStart *start,
    SnakeMeasureResult *result, char *message);

/* Pixels (1, else 0) whose middles are in a polygon. */
SNAKE_EXPORT void snake_measure_fill (const int32_t *points, int32_t n,
    int32_t width, int32_t height, uint8_t *inside);
/* Scenes of the engine's tests: shape and noise are numbers of snakescene.h,
 * which has the rest. Each of samples and truth has width x height bytes. */
SNAKE_EXPORT void snake_measure_draw (int32_t width, int32_t height,
    int32_t shape, int32_t noise, double scale, double angle, double x,
    double y, int32_t dark, uint64_t seed, uint8_t *samples, uint8_t *truth);
