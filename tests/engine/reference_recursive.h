/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive mean over time as naively as possible: everything from the
 * definition in engine/denoise, sample by sample. */
#pragma once

#include "engine/core/cffilter.h"

typedef struct _ReferenceRecursive ReferenceRecursive;

ReferenceRecursive *reference_recursive_new (
    const CfPlane *planes, guint n_planes, guint32 filtered);
void reference_recursive_free (ReferenceRecursive *self);

/* The next frame comes so many intervals behind the last one; 1 unless this is
 * said before it. */
void reference_recursive_set_elapsed (ReferenceRecursive *self, guint n);

/* In how many frames known motion was for another time. */
guint reference_recursive_gaps (const ReferenceRecursive *self);

/* The next frame of the stream. */
void reference_recursive_push (ReferenceRecursive *self,
    const CfDenoiseParams *params, const CfPlane *src);
/* The result of the oldest frame that has none, into the samples of dst. */
void reference_recursive_run (ReferenceRecursive *self,
    const CfDenoiseParams *params, const CfPlane *dst);
/* That frame gets none. */
void reference_recursive_skip (ReferenceRecursive *self);
void reference_recursive_reset (ReferenceRecursive *self);

/* How many frames of the Wiener stage had a frame ahead. */
guint reference_recursive_ahead (const ReferenceRecursive *self);

/* How many cuts there were. */
guint reference_recursive_scene_changes (const ReferenceRecursive *self);

/* And flashes. */
guint reference_recursive_flashes (const ReferenceRecursive *self);

/* In how many frames something is made lighter or darker. */
guint reference_recursive_lighter (const ReferenceRecursive *self);

/* In how many frames something was the last frame's. */
guint reference_recursive_repeats (const ReferenceRecursive *self);

/* The estimate, in 1/256 of a step of 8 bits. */
CfNoise reference_recursive_noise (const ReferenceRecursive *self, guint plane);
guint reference_recursive_sigma (const ReferenceRecursive *self, guint plane);
