/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolutions: the variables of their templates, the mask among them. */
#include "kernelgen.h"

#include <string.h>

#define LINE_LENGTH 80
/* Columns of taps are multiplied by words of samples one below another only
 * where that saves more than making these takes. */
#define COLUMN_ROWS_MIN 4
#define COLUMN_SIDE_MIN 5
#define LOAD_BYTES_MAX 16

/* Sizes are in samples; a word is of 32 bits. */
typedef struct {
  CfConvolvePlan *plan;
  gint bytes, per_word; /* of a sample, and samples of a word */
  gint width, height;   /* of the mask, at least 3 wide */
  gint thread_w, thread_h;
  gint digits;        /* of a tap, of base 256 */
  gboolean in_column; /* the last column's taps are words of their own */
  gint groups;        /* words of a row of taps */
  gint columns;       /* words of the last column */
} Mask;

static gint
divide_up (gint n, gint d)
{
  return (n + d - 1) / d;
}

static void
mask_init (Mask *m, const KgOptions *o)
{
  m->plan = kg_convolve_plan (o);
  m->bytes = o->bits > 8 ? 2 : 1;
  m->per_word = 4 / m->bytes;
  m->width = MAX (m->plan->width, 3);
  m->height = m->plan->height;
  m->thread_w = MIN (o->pixels, 8);
  m->thread_h = o->pixels / m->thread_w;
  m->digits = cf_convolve_count_digits (
      m->plan->taps, m->plan->width * m->plan->height);
  m->in_column = m->thread_h >= COLUMN_ROWS_MIN && m->width >= COLUMN_SIDE_MIN
                 && m->height >= COLUMN_SIDE_MIN && m->width % m->per_word == 1;
  m->groups =
      m->in_column ? m->width / m->per_word : divide_up (m->width, m->per_word);
  m->columns = m->in_column ? divide_up (m->height, m->per_word) : 0;
}

/* A digit of a tap, or 0 outside the mask. */
static gint
digit_at (const Mask *m, gint x, gint y, gint digit)
{
  const CfConvolvePlan *plan = m->plan;

  x -= (m->width - plan->width) / 2;
  if (x < 0 || x >= plan->width || y < 0 || y >= plan->height)
    return 0;
  return cf_convolve_digit (plan->taps[y * plan->width + x], digit);
}

/* Appends `item` to a list of words in lines that begin with `indent`. */
static void
append_item (GString *out, gint *length, const gchar *indent, const gchar *item)
{
  if (*length > 0 && *length + strlen (item) + 1 >= LINE_LENGTH) {
    g_string_append_c (out, '\n');
    *length = 0;
  }
  if (*length == 0) {
    g_string_append (out, indent);
    *length = strlen (indent);
  } else {
    g_string_append_c (out, ' ');
    *length += 1;
  }
  g_string_append (out, item);
  *length += strlen (item);
}

/* A word of up to four taps; the last ends with `end`. */
static void
append_word (GString *out, gint *length, const gint *tap, const gchar *end)
{
  guint32 word = 0;
  gchar *item;
  gint i;

  for (i = 0; i < 4; i++)
    word |= (guint32)(guint8)tap[i] << 8 * i;
  item = g_strdup_printf ("0x%08x%s", word, end);
  append_item (out, length, "  ", item);
  g_free (item);
}

/* Four taps a word even where two at a time are multiplied. A word of the
 * column has the rows that are new where it is complete: see the template. */
static gchar *
mask_words (const Mask *m, gboolean column)
{
  GString *out = g_string_new (NULL);
  const gint samples =
      m->groups * m->per_word; /* of a row that are not in the column */
  const gint n = divide_up (column ? m->columns : m->groups, m->bytes);
  gint q, y, i, k;

  for (q = 0; q < m->digits; q++)
    for (y = 0; y < (column ? 1 : m->height); y++) {
      const gboolean last =
          q == m->digits - 1 && (column || y == m->height - 1);
      gint length = 0;

      for (i = 0; i < n; i++) {
        gint tap[4];

        for (k = 0; k < 4; k++) {
          const gint group = (4 * i + k) / m->per_word;
          const gint row = MIN (group * m->per_word + m->per_word, m->height)
                           - m->per_word + (4 * i + k) % m->per_word;

          if (!column)
            tap[k] = 4 * i + k < samples ? digit_at (m, 4 * i + k, y, q) : 0;
          else
            tap[k] = row >= group * m->per_word && group < m->columns
                         ? digit_at (m, m->width - 1, row, q)
                         : 0;
        }
        append_word (out, &length, tap, last && i == n - 1 ? "" : ",");
      }
      if (!last)
        g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* Returns what the mask has at (x, y), as it was given. */
static gdouble
given (const CfConvolveParams *p, gint x, gint y)
{
  return p->is_product ? p->value[x] * p->value[p->width + y]
                       : p->value[y * p->width + x];
}

/* The mask as lines of a comment. */
static gchar *
mask_comment (const CfConvolveParams *p)
{
  GString *out = g_string_new (NULL);
  gsize width = 0;
  gint x, y;

  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++) {
      gchar *item = g_strdup_printf ("%.10g", given (p, x, y));

      width = MAX (width, strlen (item));
      g_free (item);
    }
  for (y = 0; y < p->height; y++) {
    gint length = 0;

    for (x = 0; x < p->width; x++) {
      gchar *item = g_strdup_printf ("%*.10g", (int)width, given (p, x, y));

      append_item (
          out, &length, length == 0 && x == 0 ? " *   " : " *     ", item);
      g_free (item);
    }
    if (y < p->height - 1)
      g_string_append_c (out, '\n');
  }
  return g_string_free (out, FALSE);
}

/* Loads of a thread's words of a row, as large as its pixels are aligned. */
static gchar *
loads (const Mask *m, gint left)
{
  static const gchar *const types[] = { "uint32_t", "uint2", NULL, "uint4" };
  const gint words = (m->thread_w + 2 * left) / m->per_word;
  const gint alignment = m->thread_w * m->bytes;
  GString *out = g_string_new (NULL);
  gint i, n, k;

  for (i = 0; i < words; i += n) {
    const gint byte = 4 * i - left * m->bytes;

    n = MIN (alignment, LOAD_BYTES_MAX) / 4;
    while (byte % (4 * n) != 0 || i + n > words)
      n /= 2;
    if (n == 1) {
      g_string_append_printf (out,
          "  word[%d] = load<InTile, uint32_t> (first + %d);\n", i,
          i * m->per_word);
      continue;
    }
    g_string_append_printf (out,
        "  const %s v%d = load<InTile, %s> (first + %d);\n", types[n - 1], i,
        types[n - 1], i * m->per_word);
    for (k = 0; k < n; k++)
      g_string_append_printf (
          out, "  word[%d] = v%d.%c;\n", i + k, i, "xyzw"[k]);
  }
  g_string_truncate (out, out->len - 1);
  return g_string_free (out, FALSE);
}

/* Says how a row's samples become words: as they are stored, from `left`
 * samples left of the thread's first pixel on, or where its pixels are less
 * than a word, shifted. */
static void
set_loads (KgText *text, const Mask *m)
{
  const gboolean shifted = m->thread_w < m->per_word;
  const gint radius = m->width / 2;
  const gint left =
      shifted ? radius : divide_up (radius, m->per_word) * m->per_word;
  const gint samples = m->thread_w + m->width - 1;

  kg_text_set_int (text, "SHIFTED", shifted);
  kg_text_set_int (text, "LEFT", left);
  if (shifted) {
    kg_text_set_int (
        text, "RAW_WORDS", divide_up (samples + m->per_word - 1, m->per_word));
    kg_text_set_int (text, "ROW_WORDS", divide_up (samples, m->per_word));
  } else {
    gchar *lines = loads (m, left);

    kg_text_set_int (text, "ROW_WORDS", (m->thread_w + 2 * left) / m->per_word);
    kg_text_set (text, "LOADS", "%s", lines);
    g_free (lines);
  }
}

/* Sets how sums are scaled: the kind, and constants. */
static void
set_scale (KgText *text, const CfConvolvePlan *plan)
{
  const gchar *kind = "divide";
  CfConvolveScale scale = { 0 };

  if (cf_convolve_plan_scale_32 (plan, &scale))
    kind = scale.multiplier == 0 ? "shift" : "multiply";
  else if (cf_convolve_plan_scale (plan, &scale) && scale.multiplier != 0)
    kind = "product";
  kg_text_set (text, "SCALE", "%s", kind);
  kg_text_set_int (text, "SHIFT", scale.shift);
  kg_text_set_int (text, "PRODUCT_SHIFT", 32 + scale.shift);
  kg_text_set_int (text, "MULTIPLIER", scale.multiplier);
  kg_text_set (text, "ADDEND", "%" G_GINT64_FORMAT, scale.addend);
  kg_text_set (text, "OFFSET", "%" G_GINT64_FORMAT, plan->offset);
  kg_text_set (text, "DIVISOR", "%" G_GINT64_FORMAT, plan->divisor);
}

static void
set_mask (KgText *text, const Mask *m, const KgOptions *o)
{
  gchar *lines = mask_words (m, FALSE);

  kg_text_set (text, "MASK", "%s", lines);
  g_free (lines);
  if (m->in_column) {
    lines = mask_words (m, TRUE);
    kg_text_set (text, "COLUMN", "%s", lines);
    g_free (lines);
  }
  lines = mask_comment (&o->convolve);
  kg_text_set (text, "GIVEN", "%s", lines);
  g_free (lines);
  kg_text_set_int (text, "FLIPPED", o->convolve.flip);
  kg_text_set_int (text, "EXACT", m->plan->exact);
  kg_text_set_int (text, "DIGITS", m->digits);
  kg_text_set_int (text, "PER_WORD", m->per_word);
  kg_text_set_int (text, "GROUPS", m->groups);
  kg_text_set_int (text, "COLUMNS", m->columns);
  kg_text_set_int (text, "MASK_WORDS", divide_up (m->groups, m->bytes));
  kg_text_set_int (text, "COLUMN_WORDS", divide_up (m->columns, m->bytes));
}

void
kg_convolve_text (KgText *text, const KgOptions *o)
{
  Mask *m = g_new (Mask, 1);

  mask_init (m, o);
  kg_text_set (text, "ARGUMENTS", "%s", "");
  kg_set_thread (text, o, m->thread_w, m->thread_h);
  kg_text_set_int (text, "RADIUS_X", m->width / 2);
  kg_text_set_int (
      text, "PACK_BYTES", o->bits == 8 && m->thread_w >= m->per_word);
  set_mask (text, m, o);
  set_loads (text, m);
  set_scale (text, m->plan);
  g_free (m->plan);
  g_free (m);
}
