/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Segmentation by a polygonal contour: the polygon that parts a noisy target
 * from its background best (cfsnakecriterion.h), found from a rectangle by
 * moving its nodes with ever smaller steps. After the region snakes in G.
 * Perrot's thesis (docs/elements/cudamedian.md names it). */
#pragma once

#include "engine/core/cfdevice.h"
#include "engine/core/cfplane.h"
#include "engine/snake/cfsnakecriterion.h"

G_BEGIN_DECLS

typedef struct _CfSnake CfSnake;

#define CF_SNAKE_NODES_MAX 8192
#define CF_SNAKE_ITERATIONS_MAX 65536
#define CF_SNAKE_WINDOW_MAX 100
/* Targets of a picture. */
#define CF_SNAKE_STARTS_MAX 64

typedef struct {
  CfSnakeModel model;
  CfSnakeTarget target;
  gint initial_step;   /* pixels, 0...32768; 0: as CfSnakeInit has it */
  gint min_segment;    /* pixels, 1...32768: shorter ones are not split */
  gint max_nodes;      /* 4...8192 */
  gint max_iterations; /* 1...65536 phases */
  gdouble window;      /* side of what is background to a start that is given,
                        * in sides of its box: 1...100; 0: the whole picture.
                        * At least CF_SNAKE_MARGIN pixels around the box */
} CfSnakeParams;

#define CF_SNAKE_MARGIN 16

#define CF_SNAKE_MIN_SEGMENT 8
#define CF_SNAKE_NODES 512
#define CF_SNAKE_ITERATIONS 512
#define CF_SNAKE_WINDOW 2.4
#define CF_SNAKE_PARAMS_DEFAULT \
  { \
    .min_segment = CF_SNAKE_MIN_SEGMENT, .max_nodes = CF_SNAKE_NODES, \
    .max_iterations = CF_SNAKE_ITERATIONS, .window = CF_SNAKE_WINDOW \
  }

/* A contour starts from:
 * SEARCH:    the rectangle that is best as a region, on cells of 8x8 pixels;
 *            first step the largest power of two within half its shorter side
 * RECTANGLE: first step the least power of two from half the window's longer
 *            side on (a small one finds the complement from outside)
 * POLYGON:   the last frame's contour, say, less those nodes that are worth
 *            nothing in this picture; first step 8 */
typedef enum {
  CF_SNAKE_SEARCH,
  CF_SNAKE_RECTANGLE,
  CF_SNAKE_POLYGON
} CfSnakeInit;

typedef struct {
  CfSnakeInit init;
  gint x, y, width, height;   /* RECTANGLE: within the picture, not empty */
  const CfSnakePoint *points; /* POLYGON: simple, either way round, within */
  guint n_points;             /* the picture; 3...max_nodes */
  gint window_width,
      window_height; /* the window, around the middle of the
                      * start's box; 0: by params.window. To be
                      * kept from frame to frame: a window that
                      * follows a contour's size lets both grow */
} CfSnakeStart;

/* A target. Points run counter-clockwise as seen on a screen, lie on corners of
 * pixels (0...width x 0...height), and make a simple polygon. */
typedef struct {
  guint start; /* number of its CfSnakeStart */
  const CfSnakePoint *points;
  guint n_points;
  gint window_width, window_height; /* for the next frame's start; 0: whole */
  gint64 area;                      /* pixels */
  gdouble mean_in, mean_out;        /* of values; outside: within the window */
  gdouble variance_in, variance_out;
  gdouble criterion;  /* J */
  guint iterations;   /* phases */
  guint levels;       /* steps */
  gboolean converged; /* FALSE where max_nodes or max_iterations ended it */
  gdouble cut; /* 0...1: how much of the outline is an edge of the window,
                * where that is not the picture's too */
} CfSnakeContour;

/* Valid until the next run. */
typedef struct {
  const CfSnakeContour *contours;
  guint n_contours; /* starts without a target have none */
} CfSnakeResult;

/* CF_ERROR_INVALID says which, and the range. */
gboolean cf_snake_params_validate (const CfSnakeParams *params, GError **error);
/* The same for a start in a picture of width x height pixels. */
gboolean cf_snake_start_validate (const CfSnakeStart *start,
    const CfSnakeParams *params, gint width, gint height, GError **error);

/* Prepares segmentations of planes of this geometry (data and stride are
 * ignored): one channel, sides of at most CF_SNAKE_SIDE_MAX pixels. All scratch
 * is allocated here: 8 bytes a pixel, 16 where a row's sum of squares can pass
 * 2^32. Used by one thread at a time.
 * Errors: INVALID, UNSUPPORTED, OUT_OF_MEMORY, DEVICE_LOST. */
CfSnake *cf_snake_new (CfDevice *device, const CfSnakeParams *params,
    const CfPlane *plane, GError **error);
void cf_snake_free (CfSnake *snake);

/* Segments a picture of the prepared geometry, in memory of the device, from
 * 1...CF_SNAKE_STARTS_MAX starts, one search among them at most, and waits. A
 * picture without a target is no error. Errors: INVALID (geometry, starts),
 * DEVICE_LOST. */
gboolean cf_snake_run (CfSnake *snake, CfStream *stream, const CfPlane *plane,
    const CfSnakeStart *starts, guint n_starts, CfSnakeResult *result,
    GError **error);

/* A contour on its way: as it starts (level and phase 0), after a phase, or
 * when a level is done and its nodes are pruned. */
typedef struct {
  guint start;
  enum { CF_SNAKE_START, CF_SNAKE_PHASE, CF_SNAKE_LEVEL } stage;
  guint level, phase; /* both counted from 1 */
  gint step;
  gdouble criterion;
  const CfSnakePoint *points;
  guint n_points;
} CfSnakeStage;

typedef void (*CfSnakeObserver) (const CfSnakeStage *stage, gpointer data);

/* Tests and teaching use this: one thread at a time calls it in runs; NULL for
 * none. Errors: UNSUPPORTED where the contour is not found on the host. */
gboolean cf_snake_observe (
    CfSnake *snake, CfSnakeObserver observer, gpointer data, GError **error);

G_END_DECLS
