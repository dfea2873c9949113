/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether there was a cut as engine/motion/cfscenechange.h says it, for blocks
 * that are compared in place, a sample at a time. */
#pragma once

#include <glib.h>

/* Whether samples are in another light, by the differences of 16 bins' counts.
 */
gboolean reference_scene_change_is_other_luma (
    const gint *changed, gint samples);

typedef struct {
  gint unmatched, telling, blocks, changed, samples;
  gboolean is_scene_change, is_other_luma;
} ReferenceSceneChange;

/* Both pictures have rows of `width` bytes; sigma in 1/256 of a step. */
ReferenceSceneChange reference_scene_change (const guint8 *frame,
    const guint8 *other, gint width, gint height, gint sigma);
