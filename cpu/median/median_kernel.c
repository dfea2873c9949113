/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The median of one window size on one instruction set, for 8- and 16-bit
 * samples. Compiled once for each size and set with
 *   CF_SIZE, CF_TILE_WIDTH, CF_TILE_HEIGHT  numbers
 *   CF_ISA                                  a name
 *   CF_COLUMNS, CF_TILE                     the generated network's files
 * Bound: min and max instructions, one a clock for 64 bytes on the cores it
 * was measured on; 3x3 is bound by memory instead. */
#include "cpu/core/kernel.h"
#include "cpu/core/vector.h"

#define CF_RADIUS ((CF_SIZE - 1) / 2)
#define CF_FOOTPRINT_WIDTH (CF_SIZE + CF_TILE_WIDTH - 1)
#define CF_FOOTPRINT_HEIGHT (CF_SIZE + CF_TILE_HEIGHT - 1)
#define CF_CORE_TOP (CF_TILE_HEIGHT - 1)
#define CF_CORE_ROWS (CF_SIZE - CF_TILE_HEIGHT + 1)

#define CF_JOIN_(a, b, c, d) a##_##b##_##c##_##d
#define CF_JOIN(a, b, c, d) CF_JOIN_ (a, b, c, d)

#define CF_NET_MIN(v, a, b) const CfVector v = CF_MIN (a, b);
#define CF_NET_MAX(v, a, b) const CfVector v = CF_MAX (a, b);
#define CF_NET_SORT(i, v, w, a, b) CF_NET_MIN (v, a, b) CF_NET_MAX (w, a, b)

#define CF_BITS 8
#define CF_SAMPLE guint8
#define CF_MIN cf_vector_min_8
#define CF_MAX cf_vector_max_8
#include "cpu/median/median_template.h"

#define CF_BITS 16
#define CF_SAMPLE guint16
#define CF_MIN cf_vector_min_16
#define CF_MAX cf_vector_max_16
#include "cpu/median/median_template.h"
