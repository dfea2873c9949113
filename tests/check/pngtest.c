/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* PNGs of every kind, for tests of what reads them. */
#include "pngtest.h"

#include <png.h>

/* What libpng calls the kinds, and how many samples a pixel has. */
static const struct {
  gint type, bits, samples;
} kinds[PNG_TEST_N_KINDS] = {
  [PNG_TEST_GREY1] = { PNG_COLOR_TYPE_GRAY, 1, 1 },
  [PNG_TEST_GREY8] = { PNG_COLOR_TYPE_GRAY, 8, 1 },
  [PNG_TEST_GREY16] = { PNG_COLOR_TYPE_GRAY, 16, 1 },
  [PNG_TEST_GREY_ALPHA8] = { PNG_COLOR_TYPE_GRAY_ALPHA, 8, 2 },
  [PNG_TEST_RGB8] = { PNG_COLOR_TYPE_RGB, 8, 3 },
  [PNG_TEST_RGB16] = { PNG_COLOR_TYPE_RGB, 16, 3 },
  [PNG_TEST_RGBA8] = { PNG_COLOR_TYPE_RGB_ALPHA, 8, 4 },
  [PNG_TEST_PALETTE8] = { PNG_COLOR_TYPE_PALETTE, 8, 1 },
  [PNG_TEST_ALPHA_ALONE] = { PNG_COLOR_TYPE_GRAY_ALPHA, 8, 2 },
  [PNG_TEST_LOGO] = { PNG_COLOR_TYPE_RGB_ALPHA, 8, 4 },
  [PNG_TEST_PALETTE_ALPHA] = { PNG_COLOR_TYPE_PALETTE, 8, 1 },
  [PNG_TEST_KEY] = { PNG_COLOR_TYPE_RGB, 8, 3 },
};

static void
append (png_structp png, png_bytep bytes, png_size_t n)
{
  g_byte_array_append (png_get_io_ptr (png), bytes, n);
}

static void
flush (png_structp png)
{
}

static guint8
sample (PngTestKind kind, guint8 grey, gint s)
{
  gboolean is_alpha =
      kinds[kind].samples % 2 == 0 && s == kinds[kind].samples - 1;

  if (kind == PNG_TEST_ALPHA_ALONE)
    return is_alpha ? grey : 255;
  if (kind == PNG_TEST_LOGO)
    return is_alpha ? grey : 255 - grey;
  if (kind == PNG_TEST_KEY)
    return grey >= 128 ? 0 : 250;
  if (kind == PNG_TEST_PALETTE8)
    return 255 - grey;
  return is_alpha ? 255 : grey;
}

static void
make_row (guint8 *row, const guint8 *grey, gint width, PngTestKind kind)
{
  gint x, s, bytes = kinds[kind].bits / 8;

  for (x = 0; x < width && kind == PNG_TEST_GREY1; x++) {
    if (x % 8 == 0)
      row[x / 8] = 0;
    row[x / 8] |= (grey[x] >= 128) << (7 - x % 8);
  }
  for (x = 0; x < width && kind != PNG_TEST_GREY1; x++)
    for (s = 0; s < kinds[kind].samples * bytes; s++)
      *row++ = sample (kind, grey[x], s / bytes);
}

static void
set_colours (png_structp png, png_infop info, PngTestKind kind)
{
  const png_color_16 key = { .red = 250, .green = 250, .blue = 250 };
  png_color palette[256];
  guint8 alphas[256];

  for (gint i = 0; i < 256; i++) {
    palette[i].red = palette[i].green = palette[i].blue =
        kind == PNG_TEST_PALETTE8 ? 255 - i : 0;
    alphas[i] = i;
  }
  if (kinds[kind].type == PNG_COLOR_TYPE_PALETTE)
    png_set_PLTE (png, info, palette, 256);
  if (kind == PNG_TEST_PALETTE_ALPHA)
    png_set_tRNS (png, info, alphas, 256, NULL);
  if (kind == PNG_TEST_KEY)
    png_set_tRNS (png, info, NULL, 0, &key);
}

GByteArray *
png_test_write (const guint8 *grey, gint width, gint height, PngTestKind kind,
    gboolean interlaced)
{
  GByteArray *bytes = g_byte_array_new ();
  png_structp png =
      png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);
  guint8 *row = g_malloc (8 * (gsize)width);
  gint passes, pass, y;

  png_set_write_fn (png, bytes, append, flush);
  png_set_IHDR (png, info, width, height, kinds[kind].bits, kinds[kind].type,
      interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  set_colours (png, info, kind);
  png_write_info (png, info);
  passes = png_set_interlace_handling (png);
  for (pass = 0; pass < passes; pass++)
    for (y = 0; y < height; y++) {
      make_row (row, grey + (gsize)y * width, width, kind);
      png_write_row (png, row);
    }
  png_write_end (png, info);
  png_destroy_write_struct (&png, &info);
  g_free (row);
  return bytes;
}
