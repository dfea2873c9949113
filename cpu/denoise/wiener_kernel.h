/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage on rows of a channel, on one instruction set
 * (engine/denoise/cfwiener.h). */
#pragma once

#include "cpu/core/kernel.h"
#include "cpu/motion/results.h"
#include "engine/denoise/cfwiener.h"
#include "engine/denoise/cfwienerterms.h"
#include "engine/motion/cfmoved.h"

G_BEGIN_DECLS

/* What the windows of a plane tell those of others: `width` in a row. */
typedef struct {
  guint8 *levels, *apart;
  guint8 *apart_ahead; /* NULL where no frame is looked ahead */
  gint width, height;
} CfCpuWienerMap;

/* A channel's samples from frame to frame, all rows of `stride`. */
typedef struct {
  guint16 *pilot, *merged;
  guint8 *counts;
} CfCpuWienerState;

/* The next frame's. */
typedef struct {
  const guint16 *samples, *pilot; /* or NULL: there is none */
  const CfMotionVector *field;    /* to this frame, or NULL: nothing moves */
  const gint32 *light;            /* likewise */
} CfCpuWienerAhead;

typedef struct {
  CfCpuJob job; /* whose rows, from a multiple of 4 on, and all columns */
  gint step;    /* samples from a window to the next: CF_WIENER_STEP_HIGH... */
  const CfWienerTerms *terms;
  CfCpuWienerState last, next;
  CfCpuWienerAhead ahead;
  CfCpuResults mean; /* what next.pilot is made of; of a flash NULL */
  gint edge;         /* cf_wiener_edge () */
  guint16 *results;
  guint16 *samples; /* job.src's, to be kept, or NULL */
  gsize stride;     /* of all these */
  gboolean has_history;
  const CfMotionVector *field; /* of the guide plane, or NULL: nothing moves */
  gint field_width, field_height, halved_x, halved_y;
  const gint32 *light; /* half the offset, by level, or NULL */
  CfCpuWienerMap own;
  const CfCpuWienerMap *luma; /* of colour, or NULL */
  const CfPlane *luma_pilot;  /* likewise: 16 bits, of its first channel */
  gint luma_halved_x, luma_halved_y;
  gboolean tells; /* of the plane's first channel: writes its map */
} CfCpuWienerJob;

struct _CfCpuWienerKernel {
  /* samples */
  void (*keep) (const CfCpuWienerJob *job, guint8 *scratch);
  /* next.pilot */
  void (*make_pilot) (const CfCpuWienerJob *job, guint8 *scratch);
  /* results, and job.dst where it is not NULL; all pilots around are there */
  void (*run) (const CfCpuWienerJob *job, guint8 *scratch);
  /* job.dst from results, of rows that have them */
  void (*write) (const CfCpuWienerJob *job, guint8 *scratch);
  /* bytes, for planes of at most `width` columns */
  gsize (*scratch_size) (gint width);
};

G_END_DECLS
