/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples to be repaired, drawn at random, for the planes of a picture. */
#pragma once

#include "layout.h"
#include "random.h"

typedef enum {
  HOLES_NONE,
  HOLES_FEW,     /* one sample in 50 */
  HOLES_HALF,    /* every second, at random */
  HOLES_MOST,    /* all but one in 30, and at least one */
  HOLES_CORNERS, /* a rectangle in each corner */
  HOLES_SIDE,    /* a rectangle at one side */
  HOLES_BOX,     /* any rectangle */
  HOLES_ROW,
  HOLES_COLUMN,
  HOLES_ALL,
  N_HOLE_KINDS
} HoleKind;

const gchar *hole_kind_name (HoleKind kind);

typedef struct {
  guint n_planes;
  CfInpaintHoles planes[CF_MAX_PLANES];
} Holes;

/* Of each plane others; boxes are tight, or larger than they need to be. */
void holes_init (
    Holes *holes, const PictureSpec *spec, HoleKind kind, Random *random);
void holes_clear (Holes *holes);

/* Bytes of a plane's bits. */
gsize holes_size (const CfPlane *p);
gboolean holes_has (const CfInpaintHoles *plane, gint width, gint x, gint y);
/* TRUE where the alpha of one of these planes marks the sample. */
gboolean holes_are_marked (const CfInpaintHoles *holes, const CfPlane *planes,
    guint plane, gint x, gint y);
