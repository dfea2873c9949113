/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Medians in plain C: the variables of their template. */
#include "median.h"

void
kg_median_cpu_text (KgText *text, const KgOptions *o)
{
  Network *network;
  gint rows = 1;

  /* sides of tiles are below the window's */
  while (2 * rows <= o->pixels && 2 * rows < o->size)
    rows *= 2;
  network = network_new (o->size, 1, rows, 1);
  kg_text_set_int (text, "TILE_ROWS", rows);
  kg_text_set (text, "STEP", rows > 1 ? "y += %d" : "y++", rows);
  kg_text_set_int (text, "CORE_ROWS", network->core_rows);
  kg_set_network (text, "COLUMNS", network, NETWORK_COLUMNS, "    ");
  kg_set_network (text, "MERGE", network, NETWORK_TILE, "    ");
  network_free (network);
}
