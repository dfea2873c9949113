/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The parser of cudasnake's `rectangles`, on mutations of texts that are some.
 */
#include "engine/core/cferror.h"
#include "engine/snake/cfsnake.h"
#include "fuzz.h"
#include "gst/filter/gcfrectangles.h"

static const gchar *const texts[] = {
  "165,75,25,40",
  "1,2,3,4; 5,6,7,8;",
  " 0 , 0 , 1 , 1 ",
  "0,0,32767,32767",
  "0,0,1,1;0,0,1,1;0,0,1,1;0,0,1,1;0,0,1,1;0,0,1,1;0,0,1,1;0,0,1,1",
  "",
  NULL,
};

static const gchar *const words[] = { ",", ";", " ", "-", "+", "0", "1,1,1,1;",
  "2147483648", "9223372036854775808", "0x10", "1e3", ".5", "\t", "\n", "\xff",
  "\xe2\x88\x92", "\x1b[31m", NULL };

static gboolean
try (const guint8 *bytes, gsize n)
{
  GError *error = NULL;
  gchar *text = g_strndup ((const gchar *)bytes, n);
  GArray *boxes = gcf_rectangles_parse (text, &error);

  g_free (text);
  if (!boxes) {
    fuzz_check_refusal (error, CF_ERROR, CF_ERROR_INVALID);
    return FALSE;
  }
  fuzz_check (boxes->len <= CF_SNAKE_STARTS_MAX, "there are too many");
  for (guint i = 0; i < boxes->len; i++) {
    const GstVideoRectangle *box = &g_array_index (boxes, GstVideoRectangle, i);

    fuzz_check (
        box->x >= 0 && box->y >= 0 && box->w >= 1 && box->h >= 1
            && box->x <= CF_SNAKE_SIDE_MAX && box->y <= CF_SNAKE_SIDE_MAX
            && box->w <= CF_SNAKE_SIDE_MAX && box->h <= CF_SNAKE_SIDE_MAX,
        "one is out of range");
  }
  g_array_unref (boxes);
  return TRUE;
}

static void
make (GRand *rand, GByteArray *input)
{
  fuzz_make_text (rand, input, texts);
}

const Fuzzer fuzzer = { .make = make, .try = try, .words = words };
