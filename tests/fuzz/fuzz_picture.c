/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The tools' reader of pictures, on mutations of PNGs and PGMs. */
#include <gio/gio.h>
#include <string.h>

#include "fuzz.h"
#include "fuzzpng.h"
#include "grey.h"

#define PIXELS_MAX (1 << 20) /* beyond, trying costs time */

static const gchar *const texts[] = {
  "P2\n3 2\n255\n0 1 2\n3 4 255\n",
  "P2 # a comment\n# another\n2 2 1023 0 1 1023 512",
  "P2 1 1 1 1",
  "P5\n4 2\n255\nabcdefgh",
  "P5 # nothing\n2 2 65535\naabbccdd",
  "P5 1 1 9 \t",
  NULL,
};

static const gchar *const words[] = { " ", "\n", "#", "0", "1", "255", "256",
  "65535", "65536", "2147483647", "32768", "-1", "P2", "P5", "\x89PNG", NULL };

static void
make (GRand *rand, GByteArray *input)
{
  if (g_rand_boolean (rand))
    fuzz_png_make (rand, input);
  else
    fuzz_make_text (rand, input, texts);
}

static gboolean
is_png (const guint8 *bytes, gsize n)
{
  return n >= 8 && memcmp (bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
}

static void
repair (GByteArray *input)
{
  if (is_png (input->data, input->len))
    fuzz_png_repair (input);
}

static void
check_samples (const GreyPicture *picture)
{
  guint most = 0;

  fuzz_check (picture->width >= 1 && picture->height >= 1 && picture->bits >= 1
                  && picture->bits <= 16
                  && picture->bytes == (picture->bits > 8 ? 2 : 1),
      "a picture of bad size");
  for (gint y = 0; y < picture->height; y++)
    for (gint x = 0; x < picture->width; x++)
      most = MAX (most, grey_picture_at (picture, x, y));
  fuzz_check (most < 1u << picture->bits, "a sample has more bits");
}

/* The picture is in a file, as what is read with it always is. */
static gboolean
try (const guint8 *bytes, gsize n)
{
  GreyPicture picture;
  GError *error = NULL;

  if (is_png (bytes, n) && fuzz_png_is_large (bytes, n))
    return FALSE;
  if (!grey_picture_load (&picture, fuzz_file (bytes, n), &error)) {
    fuzz_check (error != NULL && error->domain == G_IO_ERROR,
        "refused with an error of another kind");
    fuzz_check_message (error->message);
    g_error_free (error);
    return FALSE;
  }
  fuzz_check (error == NULL, "accepted with an error");
  if ((gsize)picture.width * picture.height < PIXELS_MAX)
    check_samples (&picture);
  grey_picture_clear (&picture);
  return TRUE;
}

const Fuzzer fuzzer = {
  .make = make, .repair = repair, .try = try, .words = words
};
