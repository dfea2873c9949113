/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive methods of backend "cpu" keep this from frame to frame, and
 * have these parts. */
#pragma once

#include "cpu/core/cpubackend.h"
#include "cpu/motion/scene_change.h"
#include "cpu/motion/motion.h"
#include "cpu/denoise/recursive_kernel.h"
#include "cpu/noise/noise.h"

G_BEGIN_DECLS

/* Results and counts of a channel: the last frame's and where the next go, in
 * turns, and, of COMPENSATED, the last one's moved. */
enum { CF_CPU_RECURSIVE_MOVED = 2, CF_CPU_RECURSIVE_N_FRAMES };

typedef struct {
  guint8 *memory[CF_CPU_RECURSIVE_N_FRAMES];
  CfCpuResults frames[CF_CPU_RECURSIVE_N_FRAMES];
} CfCpuRecursiveChannel;

typedef struct {
  CfCpuRecursiveChannel channels[4];
  CfDenoiseTerms terms;
  CfCpuRecursiveLighter lighter[4]; /* of channels */
  guint lighter_channels;           /* bit by bit, those that are */
  gint guide;                       /* whose motion the plane has, or -1 */
  gint halved_x, halved_y;          /* from the guide plane's size */
  CfCpuMotion *motion;              /* of a guide plane */
  CfPlane before;                   /* the last frame */
  CfPlane copies; /* of a plane that is copied, of frames that were pushed, one
                   * below the other; or without data */
  gint luma;      /* of colour: the plane that has its brightness, or -1 */
  gint luma_halved_x, luma_halved_y; /* from that plane's size */
} CfCpuRecursivePlane;

/* Rows of a channel; of moves rows of blocks. */
typedef struct {
  guint plane;
  gint channel, top, bottom;
} CfCpuRecursiveSlice;

typedef struct _CfCpuWiener CfCpuWiener;

typedef struct {
  CfFilter filter;
  CfCpuRecursivePlane planes[CF_MAX_PLANES];
  GArray *slices, *blocks; /* CfCpuRecursiveSlice */
  CfCpuNoise noise;
  CfCpuWiener *wiener;    /* NULL until a frame is of QUALITY HIGH */
  guint64 number, oldest; /* of the frame that comes, and of the one that was
                           * pushed and has no result */
  CfCpuSceneChange scene_change; /* RECURSIVE */
  guint last;                    /* which of the frames */
  gboolean has_last;
  gint change;     /* of the last frame: CF_SCENE_CHANGE, ... */
  gint elapsed;    /* to the last frame: cf_motion_intervals () */
  guint8 *scratch; /* scratch_size bytes a thread */
  gsize scratch_size;
} CfCpuRecursive;

/* A frame's work. */
typedef struct {
  CfCpuRecursive *self;
  const CfPlane *src, *dst;
  gboolean is_moved; /* the last result */
  gint change;       /* CF_SCENE_CHANGE, ... */
  guint32 repeated;  /* planes that are the last frame's */
} CfCpuRecursiveRun;

static inline gboolean
cf_cpu_recursive_is_filtered (const CfCpuRecursive *self, guint plane)
{
  return self->filter.filtered >> plane & 1;
}

static inline CfCpuDevice *
cf_cpu_recursive_device (const CfCpuRecursive *self)
{
  return (CfCpuDevice *)self->filter.device;
}

/* Returns the noise's sigma, whatever strength it is removed with. */
static inline guint
cf_cpu_recursive_noise (const CfCpuRecursive *self, guint plane)
{
  const gint given =
      cf_denoise_given_sigma (&self->filter.params.denoise, plane);

  return given < 0 ? cf_cpu_noise_for_search (&self->noise, plane)
                   : (guint)given;
}

G_END_DECLS
