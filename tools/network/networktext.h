/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A median network as C macro calls, for code that defines the macros. */
#pragma once

#include "network.h"

G_BEGIN_DECLS

typedef enum { NETWORK_WHOLE, NETWORK_COLUMNS, NETWORK_TILE } NetworkPart;

/* Appends a comment and, each name with `prefix` before it,
 *   LOAD (v, y, x)       v = sample of row y, column x of the footprint
 *   SORTED (v, x, rank)  NETWORK_TILE: v = sorted core sample of column x,
 *   UNION (v, x, rank)   or of the `share` columns from x on
 *   MIN (v, a, b)        MAX (v, a, b)
 *   SORT (i, v, w, a, b) v = the smaller, w = the larger; i counts them
 *   OUT (y, x, v)        output of row y, column x of the tile; of
 *                        NETWORK_COLUMNS the sample of rank y of column x,
 *   OUT_UNION (rank, v)  and of all of them, if those are more than one
 * Each v is a new name; samples are loaded at their first use. */
void network_append (GString *out, const Network *network, NetworkPart part,
    const gchar *prefix);

G_END_DECLS
