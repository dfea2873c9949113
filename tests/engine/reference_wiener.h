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

/* A channel of a frame that repeats nothing. */
typedef struct {
  guint plane;
  gint channel;
  const gint *samples, *pilot;   /* 16 bits; the pilot where noise is nothing */
  const gint *mean, *mean_count; /* what it is made of else; or NULL, NULL */
  gint spatial;                  /* 256ths */
  gboolean has_last;             /* a frame, which this one goes on */
  guint past;
  gint step;         /* samples from a window to the next */
  guint32 sigma[32]; /* the noise's, by level, and its coarseness */
  gint coarse;
  gint32 offsets[32]; /* how much lighter it is */
  /* the guide plane's, or NULL: nothing moves */
  const CfMotionVector *field;
  gint field_width, field_height, halved_x, halved_y;
  gint luma; /* of colour: the plane whose brightness it has, or -1 */
  gint luma_halved_x, luma_halved_y;
} ReferenceWienerJob;

void reference_wiener_run (
    ReferenceWiener *self, const ReferenceWienerJob *job);
/* What the last run made of a channel, 16 bits. */
const gint *reference_wiener_results (
    const ReferenceWiener *self, guint plane, gint channel);
/* A plane's frame is the last one for the next, unless it was a flash. */
void reference_wiener_keep (ReferenceWiener *self, guint plane);
/* The frame has its results, which one that repeats it has again. */
void reference_wiener_done (ReferenceWiener *self);
gboolean reference_wiener_has_results (const ReferenceWiener *self);
/* A frame is made without this. */
void reference_wiener_reset (ReferenceWiener *self);
