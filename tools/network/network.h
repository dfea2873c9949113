/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Selection networks for the median of every window of a tile of outputs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Compare-exchange: lo = min (a, b), hi = max (a, b). Wires are numbered and
 * written once; lo or hi is -1 where nobody reads it. */
typedef struct {
  gint a, b, lo, hi;
} Exchange;

/* The footprint of a tile of tile_width x tile_height outputs is
 * (size + tile_width - 1) x (size + tile_height - 1) samples; output (x, y) is
 * the median of the size x size samples whose top left one is (x, y).
 *
 * The `core` rows tile_height - 1 ... size - 1 belong to every window, and a
 * network begins by sorting each column's core samples. Neighbouring tiles can
 * share that, and, where `share` is above 1, the merging of every `share`
 * columns: `columns` sorts and merges so many, `tile` starts from sorted
 * columns and their unions; `whole` does all from the samples. They are in an
 * order that keeps few values alive; the last two hold no operation without
 * use. */
typedef struct {
  gint size, tile_width, tile_height, share;
  gint footprint_width, footprint_height;
  gint core_top, core_rows;

  gint n_wires;    /* wires 0...n_wires-1 */
  gint *sample;    /* [y * footprint_width + x] its wire */
  gint *sorted;    /* [x * core_rows + rank] its wire */
  gint n_unions;   /* of columns tile_width - 1 + i * share and following */
  gint *unions;    /* [i * share * core_rows + rank] its wire */
  gint *output;    /* [y * tile_width + x] its wire */
  GArray *columns; /* Exchange: of the columns from tile_width - 1 on */
  GArray *tile;    /* Exchange */
  GArray *whole;   /* Exchange */
} Network;

/* size odd, 3...; the tile's sides powers of two below size; share 1 or more,
 * at most size - tile_width + 1. */
Network *network_new (gint size, gint tile_width, gint tile_height, gint share);
void network_free (Network *network);

/* Counts min and max operations, the unit of a network's cost. */
gint network_count (const GArray *exchanges);

G_END_DECLS
