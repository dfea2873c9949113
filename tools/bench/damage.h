/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Masks to repair with, for benchmarks: damage of the usual kinds. */
#pragma once

#include "engine/inpaint/cfinpaint.h"

/* LOGO:      a rectangle of 200x100 pixels near the top right corner
 * SCRATCHES: slanted lines, 3 pixels wide, one every 120 pixels
 * BLOCKS:    one of twelve of the 16x16 blocks
 * HALF:      each pixel with a probability of a half */
typedef enum {
  DAMAGE_LOGO,
  DAMAGE_SCRATCHES,
  DAMAGE_BLOCKS,
  DAMAGE_HALF,
  N_DAMAGE_KINDS
} DamageKind;

const gchar *damage_name (DamageKind kind);

/* The same of every call: a byte a pixel, 255 where it is to be repaired. */
guint8 *damage_make (DamageKind kind, gint width, gint height);

/* The same as the engine takes it; *bits is to be freed. */
CfInpaintHoles damage_holes (
    const guint8 *bytes, gint width, gint height, guint32 **bits);
