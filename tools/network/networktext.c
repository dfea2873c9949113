/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A median network as C macro calls. */
#include "networktext.h"

/* Writes how a wire that is no operation's result comes about, once. */
static void
use (GString *out, const Network *n, NetworkPart part, const gchar *prefix,
    guint8 *known, gint wire)
{
  const gint values = n->share * n->core_rows;
  const gint left = part == NETWORK_COLUMNS ? n->tile_width - 1 : 0;
  gint i;

  if (known[wire])
    return;
  known[wire] = TRUE;
  if (part == NETWORK_TILE) {
    for (i = 0; i < n->footprint_width * n->core_rows; i++) {
      if (n->sorted[i] == wire) {
        g_string_append_printf (out, "%sSORTED (v%d, %d, %d)\n", prefix, wire,
            i / n->core_rows, i % n->core_rows);
        return;
      }
    }
    for (i = 0; i < n->n_unions * values; i++) {
      if (n->unions[i] == wire) {
        g_string_append_printf (out, "%sUNION (v%d, %d, %d)\n", prefix, wire,
            n->tile_width - 1 + i / values * n->share, i % values);
        return;
      }
    }
  }
  g_string_append_printf (out, "%sLOAD (v%d, %d, %d)\n", prefix, wire,
      wire / n->footprint_width, wire % n->footprint_width - left);
}

static void
append_columns (
    GString *out, const Network *n, const gchar *prefix, guint8 *known)
{
  gint x, y;

  for (x = 0; x < n->share; x++)
    for (y = 0; y < n->core_rows; y++) {
      gint wire = n->sorted[(n->tile_width - 1 + x) * n->core_rows + y];

      use (out, n, NETWORK_COLUMNS, prefix, known, wire);
      g_string_append_printf (out, "%sOUT (%d, %d, v%d)\n", prefix, y, x, wire);
    }
  for (y = 0; n->n_unions > 0 && y < n->share * n->core_rows; y++)
    g_string_append_printf (
        out, "%sOUT_UNION (%d, v%d)\n", prefix, y, n->unions[y]);
}

void
network_append (
    GString *out, const Network *n, NetworkPart part, const gchar *prefix)
{
  const GArray *list = part == NETWORK_WHOLE     ? n->whole
                       : part == NETWORK_COLUMNS ? n->columns
                                                 : n->tile;
  guint8 *known = g_new0 (guint8, n->n_wires);
  gint x, y, n_sorts = 0;
  guint i;

  g_string_append_printf (out,
      "/* %dx%d median, tile %dx%d: %d operations */\n", n->size, n->size,
      n->tile_width, n->tile_height, network_count (list));
  for (i = 0; i < list->len; i++) {
    const Exchange *e = &g_array_index (list, Exchange, i);

    use (out, n, part, prefix, known, e->a);
    use (out, n, part, prefix, known, e->b);
    if (e->lo >= 0 && e->hi >= 0)
      g_string_append_printf (out, "%sSORT (%d, v%d, v%d, v%d, v%d)\n", prefix,
          n_sorts++, e->lo, e->hi, e->a, e->b);
    else if (e->lo >= 0)
      g_string_append_printf (
          out, "%sMIN (v%d, v%d, v%d)\n", prefix, e->lo, e->a, e->b);
    else
      g_string_append_printf (
          out, "%sMAX (v%d, v%d, v%d)\n", prefix, e->hi, e->a, e->b);
    if (e->lo >= 0)
      known[e->lo] = TRUE;
    if (e->hi >= 0)
      known[e->hi] = TRUE;
  }
  if (part == NETWORK_COLUMNS) {
    append_columns (out, n, prefix, known);
  } else {
    for (y = 0; y < n->tile_height; y++)
      for (x = 0; x < n->tile_width; x++)
        g_string_append_printf (out, "%sOUT (%d, %d, v%d)\n", prefix, y, x,
            n->output[y * n->tile_width + x]);
  }
  g_free (known);
}
