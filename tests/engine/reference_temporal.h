/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Temporal repair as engine/inpaint/cfinpainttemporal.h says it, a sample at a
 * time, from frames that are filled from space already. */
#pragma once

#include "engine/core/cffilter.h"

/* States of samples; of what was taken from references KNOWN less the doubt. */
#define REFERENCE_SPACE 0
#define REFERENCE_KNOWN 255

/* Planes in memory of their own, and a state of each sample. */
typedef struct {
  guint n_planes;
  CfPlane planes[CF_MAX_PLANES];
  guint8 *states[CF_MAX_PLANES];
  gboolean is_marked; /* some plane that takes part may have holes */
} ReferenceFrame;

typedef struct _ReferenceTemporal ReferenceTemporal;

ReferenceTemporal *reference_temporal_new (const CfPlane *planes,
    guint n_planes, guint32 filtered, const CfInpaintParams *params);
void reference_temporal_free (ReferenceTemporal *self);

/* Whether a plane is repaired by its leader's motion. */
gboolean reference_temporal_takes_part (
    const ReferenceTemporal *self, const CfPlane *planes, guint plane);

/* Repairs a frame by references, NULL where there is none: the last frame's
 * result first, then those behind it. Returns how many samples are of time, and
 * counts cuts. */
guint reference_temporal_run (ReferenceTemporal *self, ReferenceFrame *now,
    ReferenceFrame *const references[5], guint *n_scene_changes);
void reference_temporal_reset (ReferenceTemporal *self);
