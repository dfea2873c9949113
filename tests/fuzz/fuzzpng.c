/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* PNGs as inputs of fuzzers. */
#include "fuzzpng.h"

#include <string.h>
#include <zlib.h>

#include "pngtest.h"

#define SIGNATURE_BYTES 8
#define HEADER_BYTES 13
#define PIXELS_MAX (1 << 20)

static GByteArray *
random_png (GRand *rand)
{
  gint width = g_rand_int_range (rand, 1, 70);
  gint height = g_rand_int_range (rand, 1, 40);
  guint8 *grey = g_malloc (width * height);
  GByteArray *png;

  for (gint i = 0; i < width * height; i++)
    grey[i] = g_rand_boolean (rand) ? 255 : g_rand_int (rand);
  png = png_test_write (grey, width, height,
      g_rand_int_range (rand, 0, PNG_TEST_N_KINDS), g_rand_boolean (rand));
  g_free (grey);
  return png;
}

void
fuzz_png_make (GRand *rand, GByteArray *input)
{
  GByteArray *png = random_png (rand);
  gint n;

  /* size, depth, colour type, interlacing */
  for (n = g_rand_int_range (rand, -2, 3); n > 0; n--)
    png->data[SIGNATURE_BYTES + 8 + g_rand_int_range (rand, 0, HEADER_BYTES)] =
        g_rand_int_range (rand, 0, 20);
  g_byte_array_append (input, png->data, png->len);
  g_byte_array_unref (png);
}

static guint32
read_32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof (value));
  return GUINT32_FROM_BE (value);
}

/* Of each chunk: length, type, data, checksum of type and data */
void
fuzz_png_repair (GByteArray *png)
{
  gsize at = SIGNATURE_BYTES;

  while (at + 12 <= png->len) {
    gsize length = read_32 (png->data + at);
    guint32 sum;

    if (length > png->len - at - 12)
      return;
    sum = GUINT32_TO_BE (
        (guint32)crc32 (crc32 (0, NULL, 0), png->data + at + 4, length + 4));
    memcpy (png->data + at + 8 + length, &sum, sizeof (sum));
    at += length + 12;
  }
}

gboolean
fuzz_png_is_large (const guint8 *bytes, gsize n)
{
  return n >= SIGNATURE_BYTES + 16
         && (guint64)read_32 (bytes + SIGNATURE_BYTES + 8)
                    * read_32 (bytes + SIGNATURE_BYTES + 12)
                > PIXELS_MAX;
}
