/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage as engine/denoise/cfwiener.h says it, window by window,
 * without its functions. */
#pragma once

#include "reference_noise.h"

typedef struct _ReferenceWiener ReferenceWiener;

ReferenceWiener *reference_wiener_new (
    const CfPlane *planes, guint n_planes, guint32 filtered);
void reference_wiener_free (ReferenceWiener *self);

/* A channel of a frame. */
typedef struct _ReferenceWienerJob ReferenceWienerJob;
struct _ReferenceWienerJob {
  guint plane;
  gint channel;
  gint *samples, *pilot; /* 16 bits */
  gboolean is_on;        /* there is noise */
  gboolean has_history;  /* it goes on from a frame that had this stage */
  guint past;
  gint step;         /* samples from a window to the next */
  guint32 sigma[32]; /* the noise's, by level, and its coarseness */
  gint coarse;
  gint32 offsets[32]; /* how much lighter it is */
  /* the guide plane's, or NULL: nothing moves */
  const CfMotionVector *field;
  gint field_width, field_height, halved_x, halved_y;
  /* of colour: the first channel of the plane whose brightness it has, or NULL
   */
  const ReferenceWienerJob *luma;
  gint luma_halved_x, luma_halved_y;
};

/* What a pilot is made of where there is no history. */
typedef struct {
  const gint *result, *count; /* or NULL: all count as one frame */
  gint spatial;               /* 256ths */
} ReferenceWienerMean;

/* Finds whether the stage is on, and makes the pilot where it is made by
 * frequency, behind that of luma; else it stays. */
void reference_wiener_begin (ReferenceWiener *self, ReferenceWienerJob *job,
    const ReferenceWienerMean *mean);
/* Of a channel that repeats nothing, behind the last frame's, and behind luma;
 * ahead: the same channel of the next frame, or NULL */
void reference_wiener_run (ReferenceWiener *self, const ReferenceWienerJob *job,
    const ReferenceWienerJob *ahead);
/* What the last run made of a channel, 16 bits. */
const gint *reference_wiener_results (
    const ReferenceWiener *self, guint plane, gint channel);
/* A plane's frame is the last one for the next, unless it was a flash. */
void reference_wiener_keep (ReferenceWiener *self, guint plane);
