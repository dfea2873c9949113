/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Medians: the variables of their templates, networks among them. */
#include "median.h"

/* Sixteenths of the pairs whose larger value is made by sums, as they were
 * fastest on an H200: see cuda/meson.build. */
static gint
sums (gint size)
{
  static const gint tuned[] = { 0, 0, 11, 10, 8, 6, 10, 10 };

  return tuned[size / 2];
}

/* Samples of a register */
static gint
lanes (const KgOptions *o)
{
  return o->pixels > 1 && kg_has_pairs (o) ? 2 : 1;
}

/* The tile of n pixels. */
static void
tile_shape (gint n, gint *width, gint *height)
{
  *width = *height = 1;
  while (*width * *height < n) {
    if (*width == *height)
      *width *= 2;
    else
      *height *= 2;
  }
}

/* Says how a row of results, v[0]..., becomes words or samples. */
static void
set_pack (KgText *text, const KgOptions *o, gint n_lanes, gint columns,
    const gchar *v)
{
  GString *out = g_string_new (NULL);
  const gchar *bytes = o->arch < 90 ? "0x6240" : "0x7351";
  gint x, words = columns * (o->bits > 8 ? 2 : 1) / 4;

  if (n_lanes == 1 || (o->bits == 8 && columns == 1)) {
    for (x = 0; x < columns; x++)
      g_string_append_printf (out, "    row.sample[%d] = %s[%d];\n", x, v, x);
    if (n_lanes == 2)
      g_string_append_printf (out, "    row.sample[1] = %s[0] >> 16;\n", v);
  } else if (o->bits == 8 && columns == 2) {
    g_string_append_printf (out,
        "    row.word[0] = __byte_perm (%s[0], %s[1], %s);\n", v, v, bytes);
  } else if (columns == 1) {
    g_string_append_printf (out, "    row.word[0] = %s[0];\n", v);
  } else {
    for (x = 0; x < words; x++) {
      if (o->bits == 8)
        g_string_append_printf (out,
            "    const uint32_t a%d = __byte_perm (%s[%d], %s[%d], %s);\n"
            "    const uint32_t b%d = __byte_perm (%s[%d], %s[%d], %s);\n",
            x, v, 4 * x, v, 4 * x + 1, bytes, x, v, 4 * x + 2, v, 4 * x + 3,
            bytes);
      else
        g_string_append_printf (out,
            "    const uint32_t a%d = %s[%d], b%d = %s[%d];\n", x, v, 2 * x, x,
            v, 2 * x + 1);
      g_string_append_printf (out,
          "    row.word[%d] = __byte_perm (a%d, b%d, 0x5410);\n"
          "    row.word[%d] = __byte_perm (a%d, b%d, 0x7632);\n",
          x, x, x, words + x, x, x);
    }
  }
  g_string_truncate (out, out->len - 1);
  kg_text_set (text, "PACK", "%s", out->str);
  g_string_free (out, TRUE);
}

void
kg_set_network (KgText *text, const gchar *name, const Network *network,
    NetworkPart part, const gchar *indent)
{
  GString *lines = g_string_new (indent);

  network_append (lines, network, part, indent);
  g_string_truncate (lines, lines->len - 1);
  kg_text_set (text, name, "%s", lines->str);
  g_string_free (lines, TRUE);
}

/* Neighbouring tiles share most of a network from 11x11 on: it is done once for
 * all, with rows of blocks as they were fastest on an H200 (see
 * cuda/meson.build), or fewer where there is no shared memory for that. */
static void
set_shared (KgText *text, const KgOptions *o, gint width, gint height)
{
  static const gint rows[] = { 8, 12, 8 }, blocks[] = { 2, 1, 1 };
  const gint i = (o->size - 11) / 2;
  const gboolean small =
      o->arch == 86 || o->arch == 87 || o->arch == 89 || o->arch >= 120;

  kg_set_block (text, 2 * width, height, 30, small ? 4 : rows[i]);
  kg_text_set_int (text, "SHARED", TRUE);
  kg_text_set (text, "SHARED_BYTES", "DOWN * sizeof (Shared)");
  kg_text_set_int (text, "CORE_ROWS", o->size - height + 1);
  kg_text_set_int (text, "BLOCKS", small ? 1 : blocks[i]);
}

/* 3x3, from 8 pixels on: rows that roll by, see median3.cu.in. */
static void
set_rolling (KgText *text, const KgOptions *o, gint n_lanes)
{
  kg_set_thread (text, o, 8, o->pixels / 8);
  set_pack (text, o, n_lanes, 8 / n_lanes, "out");
  /* as fast as any on an H200 */
  kg_text_set_int (text, "BLOCKS", n_lanes == 2 && o->arch >= 90 ? 6 : 5);
}

void
kg_median_text (KgText *text, const KgOptions *o)
{
  const gint n_lanes = lanes (o);
  const gboolean half = n_lanes == 2 && o->arch < 90;
  const gboolean rolling = o->size == 3 && o->pixels >= 8;
  const gboolean shared = o->size >= 11 && o->pixels == 16 && n_lanes == 2;
  Network *network;
  gint width, height;

  kg_text_set_int (text, "LANES", n_lanes);
  kg_text_set_int (text, "HALF", half);
  kg_text_set (text, "ARGUMENTS", ", 1, 0xffffffffu");
  kg_text_set_int (text, "ROLLING", rolling);
  if (rolling) {
    set_rolling (text, o, n_lanes);
    return;
  }
  kg_text_set_int (text, "SUMS", n_lanes == 2 && !half ? sums (o->size) : 0);
  tile_shape (o->pixels / n_lanes, &width, &height);
  kg_set_thread (text, o, n_lanes * width, height);
  kg_text_set_int (text, "TILE_COLUMNS", width);
  kg_text_set_int (
      text, "WORDS", n_lanes * width * (o->bits > 8 ? 2 : 1) % 4 == 0);
  set_pack (text, o, n_lanes, width, "out[i]");
  if (shared) {
    set_shared (text, o, width, height);
    network = network_new (o->size, width, height, width);
    kg_set_network (text, "NETWORK_COLUMNS", network, NETWORK_COLUMNS, "  ");
    kg_set_network (text, "NETWORK", network, NETWORK_TILE, "  ");
  } else {
    network = network_new (o->size, width, height, 1);
    kg_set_network (text, "NETWORK", network, NETWORK_WHOLE, "  ");
  }
  network_free (network);
}
