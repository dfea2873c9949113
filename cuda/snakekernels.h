/* What the kernels of contours get: see cfsnake.h and snake.c. */
#pragma once

#include "cfsnakecriterion.h"

/* A block of cf_kernel_snake_rows makes so many rows, a warp one at a time. */
#define CF_SNAKE_ROWS_THREADS 256
/* Threads of a block that looks for pairs of edges. */
#define CF_SNAKE_PAIRS_THREADS 256
/* Threads of each block of a contour, and blocks of a cluster. */
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

/* CfSnakeTask, in the GPU's memory. */
typedef struct {
  int32_t left, top, right, bottom;
  int32_t n_points; /* 0: what the search finds */
  int32_t step, reverse, prune;
  int32_t points_at; /* number of the first in `points` */
} CfKernelSnakeTask;

/* CfSnakeOutcome; max_nodes points follow. */
typedef struct {
  CfSnakeScene scene;
  CfSnakeSums inside;
  double criterion;
  int32_t n_points, phases, levels, converged;
} CfKernelSnakeOutcome;

/* What one block says to the others of a cluster about a node. */
typedef struct {
  CfSnakeSums one, other; /* of the segments before and after */
  CfSnakePoint to;
  double j;
  int32_t found;
} CfSnakeRecord;

#define CF_SNAKE_SLOTS 4

/* For each task, in the GPU's memory. */
typedef struct {
  CfSnakeRecord *records; /* max_nodes a task */
  uint32_t *slots;        /* CF_SNAKE_SLOTS a task, G_MAXUINT32 before a run */
  uint8_t
      *blocks; /* of each block, where shared memory is too small; or NULL */
  int64_t block_size;
} CfSnakeScratch;

typedef struct {
  CfSnakeRows rows;
  int32_t width, height;
  int32_t model, target;
  int32_t min_segment, max_nodes, max_iterations;
  const CfKernelSnakeTask *tasks;
  const CfSnakePoint *points;
  const CfSnakeSearchState *search;
  CfSnakeScratch scratch;
  uint8_t *outcomes;
  int64_t outcome_size;
} CfKernelSnake;

/* Bytes of a block's memory, for so many nodes: 56 each, and what its threads
 * have in common. */
#define CF_SNAKE_BLOCK_BYTES(max_nodes) (8192 + 56 * (size_t)(max_nodes))

#ifndef __CUDACC__
#ifdef __cplusplus
extern "C" {
#endif
void cf_kernel_snake_rows (const CfKernelSnakeRows rows);
void cf_kernel_snake_cells (const CfKernelSnakeSearch search);
void cf_kernel_snake_cell_rows (const CfKernelSnakeSearch search);
void cf_kernel_snake_cell_columns (const CfKernelSnakeSearch search);
void cf_kernel_snake_pairs (const CfKernelSnakeSearch search);
void cf_kernel_snake_contour (const CfKernelSnake snake);
#ifdef __cplusplus
}
#endif
#endif
