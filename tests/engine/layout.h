/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* How pictures lie in memory: planes that share blocks of rows. */
#pragma once

#include "engine/core/cffilter.h"

typedef struct {
  const gchar *name;
  gint bits, bytes, shift;
} Depth;

/* What the video formats use, and what backends could trip over: few bits,
 * and 15 bits, which no longer order as half-precision floats do. */
#define N_DEPTHS 8
extern const Depth depths[N_DEPTHS];
#define DEPTH_8 0
#define DEPTH_10 1
#define DEPTH_16 3

typedef struct {
  CfPlane geometry;   /* without data and stride */
  gint block;         /* the memory that it shares with others */
  gint offset;        /* samples from the start of a block's row */
  gint row, row_step; /* first row, and rows to the next: fields */
} PlaneSpec;

typedef struct {
  gchar name[32];
  PlaneSpec planes[CF_MAX_PLANES];
  guint n_planes, n_blocks;
  gboolean is_aligned; /* rows begin at multiples of 64 bytes */
} PictureSpec;

typedef struct {
  const gchar *name;
  guint32 filtered; /* as an element would set it */
  guint n_planes;
  struct {
    gint block, offset, step, channels, divide_x, divide_y;
  } planes[4];
} Layout;

/* The first N_INTERLEAVED share one block, the others are planar. */
#define N_INTERLEAVED 12
#define N_LAYOUTS 15
#define N_ALL_LAYOUTS 18 /* with those that are not drawn at random */
extern const Layout layouts[N_ALL_LAYOUTS];
#define LAYOUT_GREY 0
#define LAYOUT_RGB 5
#define LAYOUT_FOUR 9
#define LAYOUT_COLOUR 10 /* and all behind it: luma, U and V */

void picture_spec_init (PictureSpec *spec, const Layout *layout,
    const Depth *depth, gint width, gint height);

/* Interlaced: each plane becomes two, of every other row. */
void picture_spec_split_fields (PictureSpec *spec);
