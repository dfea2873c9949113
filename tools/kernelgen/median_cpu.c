/* Medians in plain C: the variables of their template. */
#include "kernelgen.h"
#include "networktext.h"

static void
set_part (
    KgText *text, const gchar *name, const Network *network, NetworkPart part)
{
  GString *lines = g_string_new (NULL);

  network_append (lines, network, part, "    ");
  g_string_truncate (lines, lines->len - 1);
  kg_text_set (text, name, "    %s", lines->str);
  g_string_free (lines, TRUE);
}

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
  set_part (text, "COLUMNS", network, NETWORK_COLUMNS);
  set_part (text, "MERGE", network, NETWORK_TILE);
  network_free (network);
}
