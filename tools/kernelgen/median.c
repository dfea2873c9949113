/* Medians: the variables of their templates, networks among them. */
#include "kernelgen.h"
#include "networktext.h"

/* Sixteenths of the pairs whose larger value is made by sums, as they were
 * fastest on an H200: see cuda/meson.build. */
static gint
sums (gint size)
{
  static const gint tuned[] = { 0, 0, 11, 10, 8, 6, 10, 10 };

  return tuned[size / 2];
}

/* Samples of a register: two where the architecture has minima of both halves,
 * as integers or, up to 14 bits, as bits of half-precision numbers. */
static gint
lanes (const KgOptions *o)
{
  return o->pixels > 1 && (o->arch >= 90 || (o->arch >= 80 && o->bits <= 14))
             ? 2
             : 1;
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

/* How a row of results, out[i][...], becomes words or samples. */
static gchar *
pack (const KgOptions *o, gint n_lanes, gboolean half, gint columns)
{
  GString *out = g_string_new (NULL);
  const gchar *bytes = half ? "0x6240" : "0x7351";
  gint x, words = columns * (o->bits > 8 ? 2 : 1) / 4;

  if (n_lanes == 1 || (o->bits == 8 && columns == 1)) {
    for (x = 0; x < columns; x++)
      g_string_append_printf (out, "    row.sample[%d] = out[i][%d];\n", x, x);
    if (n_lanes == 2)
      g_string_append (out, "    row.sample[1] = out[i][0] >> 16;\n");
  } else if (o->bits == 8 && columns == 2) {
    g_string_append_printf (out,
        "    row.word[0] = __byte_perm (out[i][0], out[i][1], %s);\n", bytes);
  } else if (o->bits > 8 && columns == 1) {
    g_string_append (out, "    row.word[0] = out[i][0];\n");
  } else {
    for (x = 0; x < words; x++) {
      if (o->bits == 8)
        g_string_append_printf (out,
            "    const uint32_t a%d = __byte_perm (out[i][%d], out[i][%d], "
            "%s);\n"
            "    const uint32_t b%d = __byte_perm (out[i][%d], out[i][%d], "
            "%s);\n",
            x, 4 * x, 4 * x + 1, bytes, x, 4 * x + 2, 4 * x + 3, bytes);
      else
        g_string_append_printf (out,
            "    const uint32_t a%d = out[i][%d], b%d = out[i][%d];\n", x,
            2 * x, x, 2 * x + 1);
      g_string_append_printf (out,
          "    row.word[%d] = __byte_perm (a%d, b%d, 0x5410);\n"
          "    row.word[%d] = __byte_perm (a%d, b%d, 0x7632);\n",
          x, x, x, words + x, x, x);
    }
  }
  g_string_truncate (out, out->len - 1);
  return g_string_free (out, FALSE);
}

static void
set_network (KgText *text, gint size, gint width, gint height)
{
  Network *network = network_new (size, width, height, 1);
  GString *lines = g_string_new (NULL);

  network_append (lines, network, NETWORK_WHOLE, "  ");
  kg_text_set (text, "NETWORK", "%s", lines->str);
  g_string_free (lines, TRUE);
  network_free (network);
}

static void
set_title (KgText *text, const KgOptions *o)
{
  kg_text_set (text, "TITLE", "Median of a %dx%d window, samples of %d bits",
      o->size, o->size, o->bits);
  kg_text_set (text, "DEFINITION",
      " * The sample of rank %d, counted from 0, of the %d of the window in\n"
      " * order.",
      o->size * o->size / 2, o->size * o->size);
}

void
kg_median_text (KgText *text, const KgOptions *o)
{
  const gint n_lanes = lanes (o);
  const gboolean half = n_lanes == 2 && o->arch < 90;
  gint width, height;

  set_title (text, o);
  kg_text_set_int (text, "ROLLING", FALSE);
  kg_text_set_int (text, "LANES", n_lanes);
  kg_text_set_int (text, "HALF", half);
  kg_text_set_int (text, "SUMS", n_lanes == 2 && !half ? sums (o->size) : 0);
  kg_text_set (text, "ARGUMENTS", ", 1, 0xffffffffu");
  tile_shape (o->pixels / n_lanes, &width, &height);
  kg_set_thread (text, o, n_lanes * width, height);
  kg_text_set_int (text, "TILE_COLUMNS", width);
  kg_text_set_int (
      text, "WORDS", n_lanes * width * (o->bits > 8 ? 2 : 1) % 4 == 0);
  {
    gchar *lines = pack (o, n_lanes, half, width);

    kg_text_set (text, "PACK", "%s", lines);
    g_free (lines);
  }
  set_network (text, o->size, width, height);
}
