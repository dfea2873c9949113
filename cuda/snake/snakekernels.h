/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of contours get this: see cfsnake.h and snake.c. */
#pragma once

#include "cuda/core/kernel.h"

#include "engine/snake/cfsnakecriterion.h"

/* A block of cf_kernel_snake_rows makes so many rows, a warp one at a time. */
#define CF_SNAKE_ROWS_THREADS 256
/* Threads of a block that looks for pairs of edges. */
#define CF_SNAKE_PAIRS_THREADS 256
/* Threads of each block of a contour, and blocks of a cluster that all GPUs
 * with clusters can run. */
#define CF_SNAKE_THREADS 256
#define CF_SNAKE_CLUSTER 8

typedef struct {
  const uint8_t *src;         /* the box's first sample */
  int64_t stride;             /* bytes */
  int32_t step, bytes, shift; /* as in CfPlane */
  int32_t left, top;          /* of the box */
  int32_t width, height;
  int64_t pitch;    /* entries */
  uint64_t *narrow; /* or NULL */
  CfSnakeWideEntry *wide;
} CfKernelSnakeRows;

/* A pair of edges, and J of what lies between. */
typedef struct {
  double j;
  int32_t first, second;
} CfSnakePair;

/* A search on its way, in the GPU's memory. */
typedef struct {
  CfSnakePair pair[2]; /* columns, rows */
  double lowest;       /* of both beginnings */
  int32_t edge[4];     /* then: left, top, right, bottom, as cells */
  int32_t stopped;     /* this beginning, with columns or rows, is done */
  uint32_t blocks_done;
} CfSnakeSearchState;

typedef struct {
  CfSnakeRows rows;
  int32_t width, height, bits; /* of the picture */
  int32_t nx, ny;              /* cells */
  int32_t model, target;
  CfSnakeSums *corners; /* of the cells above and left of a corner: rows of
                         * nx + 1 */
  CfSnakeSearchState *state;
  CfSnakePair *best;        /* of each block */
  int32_t first_axis, turn; /* 0: begins with columns; pairs before this one */
} CfKernelSnakeSearch;

/* CfSnakeTask. */
typedef struct {
  int32_t left, top, right, bottom;
  int32_t n_points; /* 0: what the search finds */
  int32_t step, reverse, is_tracked;
  int32_t points_at; /* number of the first in `points` */
} CfKernelSnakeTask;

/* A kernel's argument has room for so many; CF_SNAKE_STARTS_MAX. */
#define CF_SNAKE_TASKS_MAX 64

/* CfSnakeOutcome, in page-locked memory; max_nodes points follow. */
typedef struct {
  CfSnakeScene scene;
  CfSnakeSums inside;
  double criterion;
  int32_t n_points, phases, levels, converged;
} CfKernelSnakeOutcome;

/* A node could move, or go. Others of the cluster get it in four parts of 16
 * bytes. */
typedef struct {
  CfSnakeSums one, other; /* of the segments before and after it; when it goes,
                           * what that adds, and of the one in its place */
  double j;
  CfSnakePoint to;
} CfSnakeRecord;

typedef struct {
  CfSnakeRows rows;
  int32_t width, height;
  int32_t model, target;
  int32_t min_segment, max_nodes, max_iterations;
  const CfSnakePoint *points; /* in page-locked memory */
  const CfSnakeSearchState *search;
  uint8_t *blocks; /* memory of each block, where shared memory has no room */
  int64_t block_size;
  uint8_t *outcomes;
  int64_t outcome_size;
  CfKernelSnakeTask tasks[CF_SNAKE_TASKS_MAX];
} CfKernelSnake;

/* Bytes of shared memory that a block's threads use in common, and of memory
 * for its nodes; a cluster has two records a node. */
#define CF_SNAKE_COMMON_BYTES 8192
#define CF_SNAKE_NODE_BYTES(blocks) ((blocks) > 1 ? 176 : 112)

CF_DECLARE_KERNEL (snake_rows, CfKernelSnakeRows)
CF_DECLARE_KERNEL (snake_cells, CfKernelSnakeSearch)
CF_DECLARE_KERNEL (snake_cell_rows, CfKernelSnakeSearch)
CF_DECLARE_KERNEL (snake_cell_columns, CfKernelSnakeSearch)
CF_DECLARE_KERNEL (snake_pairs, CfKernelSnakeSearch)
/* its nodes in shared memory, or in `blocks` */
CF_DECLARE_KERNEL (snake_contour, CfKernelSnake)
CF_DECLARE_KERNEL (snake_large_contour, CfKernelSnake)
