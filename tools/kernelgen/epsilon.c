/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Epsilon filters: the variables of their templates. */
#include "kernelgen.h"

/* The tile of n pixels: four in a row, which share the words that their
 * neighbours come in, and rows of them. */
static void
tile_shape (gint n, gint *width, gint *height)
{
  *width = MIN (n, 4);
  *height = n / *width;
}

/* Neighbours in a word: four bytes, or two halves. */
static gint
pack (const KgOptions *o, gboolean everything)
{
  return o->bits == 8 && (everything || o->epsilon.mode == CF_EPSILON_AVERAGE)
             ? 4
             : 2;
}

/* Says how a neighbour is compared; returns the neighbours in a word. */
static gint
set_comparison (KgText *text, const KgOptions *o)
{
  const gboolean clamp = o->epsilon.mode == CF_EPSILON_CLAMP;
  const gint maximum = (1 << o->bits) - 1;
  gint threshold = cf_epsilon_threshold (&o->epsilon, o->bits);
  const gboolean everything = threshold + (clamp ? 1 : 0) > maximum;

  if (!clamp) /* the centre's sample itself counts */
    threshold = MAX (threshold, 1);
  kg_text_set_int (text, "CLAMP", clamp);
  kg_text_set_int (text, "EVERYTHING", everything);
  kg_text_set_int (text, "THRESHOLD", threshold);
  return pack (o, everything);
}

/* Says how a row of the windows is read as words. */
static void
set_words (KgText *text, const KgOptions *o, gint in_word, gint thread_width)
{
  const gint size = o->epsilon.size;
  const gint bytes = o->bits > 8 ? 2 : 1, stored = 4 / in_word;
  const gboolean aligned = thread_width * bytes % 4 == 0;
  /* windows begin so many samples after a multiple of 16 bytes */
  const gint shift = aligned ? (16 - size / 2 * bytes) % 4 / bytes : 0;
  /* the last word of a row, but for a last column */
  const gint words = (size + in_word / 2 - 1) / in_word;
  const gint last = shift + thread_width - 1 + MAX (size, words * in_word);
  const gint n = (last + in_word - 1) / in_word;

  kg_text_set_int (text, "PACK", in_word);
  kg_text_set_int (text, "WIDE", stored > bytes);
  kg_text_set_int (text, "ALIGNED", aligned);
  kg_text_set_int (text, "SHIFT", shift);
  kg_text_set_int (text, "ROW_WORDS", words);
  kg_text_set_int (text, "WORDS", stored > bytes ? (n + 1) / 2 * 2 : n);
  kg_text_set_int (text, "COLUMN", size % in_word == 1);
  kg_text_set (text, "ALL", "%s", in_word == 4 ? "0x01010101u" : "0x0101u");
  kg_text_set_int (text, "REST", size % in_word == 3);
}

void
kg_epsilon_text (KgText *text, const KgOptions *o)
{
  const gint in_word = set_comparison (text, o);
  gint width, height;

  kg_text_set (text, "ARGUMENTS", "%s", "");
  tile_shape (o->pixels, &width, &height);
  kg_set_thread (text, o, width, height);
  kg_text_set_int (text, "SIZE", o->epsilon.size);
  /* whether some rows are of all windows */
  kg_text_set_int (text, "COMMON", o->epsilon.size > height);
  set_words (text, o, in_word, width);
}
