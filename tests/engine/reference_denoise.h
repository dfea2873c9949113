/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noise reduction over time as naively as possible: a stream of frames, of
 * which all are kept. */
#pragma once

#include "engine/core/cffilter.h"
#include "engine/noise/cfnoiseplane.h"

typedef struct {
  CfPlane planes[CF_MAX_PLANES]; /* geometry */
  guint n_planes;
  guint32 filtered;
  GPtrArray
      *frames; /* of arrays of what is stored, since they were forgotten */
  GArray *scene_changes; /* of gboolean: whether there was one before each */
  guint next;            /* the first one that has no result */
  CfNoiseHeld noise[CF_MAX_PLANES]; /* AVERAGE */
  guint n_scene_changes;
} ReferenceDenoise;

void reference_denoise_init (ReferenceDenoise *reference, const CfPlane *planes,
    guint n_planes, guint32 filtered);
void reference_denoise_clear (ReferenceDenoise *reference);

void reference_denoise_push (ReferenceDenoise *reference,
    const CfDenoiseParams *params, const CfPlane *src);
/* The result of the oldest frame that has none, into the samples of dst. */
void reference_denoise_run (ReferenceDenoise *reference,
    const CfDenoiseParams *params, const CfPlane *dst);
/* That frame gets none. */
void reference_denoise_skip (ReferenceDenoise *reference);
void reference_denoise_reset (ReferenceDenoise *reference);
