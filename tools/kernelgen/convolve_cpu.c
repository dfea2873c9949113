/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolutions in plain C: the variables of their template. */
#include "kernelgen.h"

#include <inttypes.h>
#include <string.h>

/* Sums are made in this type, and all integers between these are exact. */
typedef struct {
  const gchar *name, *positive; /* and its type for numbers above 0 */
  gint64 min, max;
} SumType;

static const SumType types[] = {
  { "uint16_t", "uint16_t", 0, UINT16_MAX },
  { "int16_t", "uint16_t", INT16_MIN, INT16_MAX },
  { "int32_t", "uint32_t", INT32_MIN, INT32_MAX },
  { "double", "double", -(INT64_C (1) << 53), INT64_C (1) << 53 },
  { "int64_t", "uint64_t", INT64_MIN, INT64_MAX },
};

#define TYPE_DOUBLE 3
/* TRUE if quotients of these integers by the divisor can be made by doubles:
 * one is truncated to 32 bits; and one below 2^16 that is no integer is at
 * least 1 / divisor below the next one, which its rounding must not reach. */
static gboolean
may_divide_doubles (gint64 lowest, gint64 highest, gint64 divisor)
{
  return lowest / divisor > INT32_MIN && highest / divisor < INT32_MAX
         && divisor < INT64_C (1) << 36;
}

/* Finds the limits of a sum, however much of it has been added. */
static void
set_limits (const CfConvolvePlan *plan, gint64 *lowest, gint64 *highest)
{
  const gint64 maximum = (1 << plan->bits) - 1;
  gint i;

  *lowest = MIN (plan->offset, 0);
  *highest = MAX (plan->offset, 0);
  for (i = 0; i < plan->width * plan->height; i++) {
    *lowest += MIN (plan->taps[i], 0) * maximum;
    *highest += MAX (plan->taps[i], 0) * maximum;
  }
}

static const SumType *
choose_type (const CfConvolvePlan *plan, gint64 lowest, gint64 highest)
{
  guint i = 0;

  while (lowest < types[i].min || highest > types[i].max
         || (i == TYPE_DOUBLE
             && !may_divide_doubles (lowest, highest, plan->divisor)))
    i++;
  return &types[i];
}

/* A word more of a statement, in lines of 80 columns. Frees it. */
static void
append_word (GString *out, gint indent, gchar *word)
{
  const gchar *line = strrchr (out->str, '\n');

  line = line ? line + 1 : out->str;
  if (out->str + out->len - line + 1 + strlen (word) > 78)
    g_string_append_printf (out, "\n%*s%s", indent, "", word);
  else
    g_string_append_printf (out, " %s", word);
  g_free (word);
}

/* The mask's row for result `i` of a pass in row y of its windows, or NULL. */
static const gint64 *
mask_row (const CfConvolvePlan *plan, gint y, gint i)
{
  return y >= i && y - i < plan->height ? plan->taps + (y - i) * plan->width
                                        : NULL;
}

/* Loads the samples of row y that count; returns whether there are any. */
static gboolean
append_loads (GString *out, const CfConvolvePlan *plan, gint y, gint rows)
{
  gboolean any = FALSE;
  gint x, i;

  for (x = 0; x < plan->width; x++) {
    gboolean counts = FALSE;

    for (i = 0; i < rows; i++) {
      const gint64 *taps = mask_row (plan, y, i);

      counts = counts || (taps && taps[x] != 0);
    }
    if (!counts)
      continue;
    if (any)
      g_string_append_c (out, ',');
    else
      g_string_append (out, "    {\n      const Sum");
    append_word (out, 16,
        x ? g_strdup_printf ("v%d = in[%d][x + %d]", x, y, x)
          : g_strdup_printf ("v0 = in[%d][x]", y));
    any = TRUE;
  }
  if (any)
    g_string_append (out, ";\n\n");
  return any;
}

/* The taps of this one's size from it on; larger ones are factors of a sum. */
static void
append_group (
    GString *out, const gint64 *taps, gint width, gint first, const gchar *sign)
{
  const gint64 size = ABS (taps[first]);
  gint n = 0, x;

  for (x = first; x < width; x++)
    n += ABS (taps[x]) == size;
  if (size == 1)
    append_word (out, 12, g_strdup_printf ("%sv%d", sign, first));
  else
    append_word (out, 12,
        g_strdup_printf (
            "%s%" PRId64 " * %sv%d", sign, size, n > 1 ? "(" : "", first));
  if (size == 1 || n == 1)
    return;
  for (x = first + 1; x < width; x++)
    if (ABS (taps[x]) == size)
      append_word (out, 12,
          g_strdup_printf ("%c v%d", taps[x] == taps[first] ? '+' : '-', x));
  g_string_append_c (out, ')');
}

static gboolean
is_grouped (const gint64 *taps, gint x)
{
  gint before;

  for (before = 0; before < x; before++)
    if (ABS (taps[before]) == ABS (taps[x]))
      return ABS (taps[x]) > 1;
  return FALSE;
}

/* Adds the row's part to sum `i`. */
static void
append_sum (GString *out, const gint64 *taps, gint width, gint i)
{
  gboolean any = FALSE;
  gint x;

  for (x = 0; x < width; x++) {
    const gchar *minus = any ? "- " : "-", *plus = any ? "+ " : "";

    if (taps[x] == 0 || is_grouped (taps, x))
      continue;
    if (!any)
      g_string_append_printf (out, "      n%d +=", i);
    append_group (out, taps, width, x, taps[x] < 0 ? minus : plus);
    any = TRUE;
  }
  if (any)
    g_string_append (out, ";\n");
}

/* Row by row of the samples, each added to all sums that it is in. */
static void
set_sums (KgText *text, const CfConvolvePlan *plan, gint rows)
{
  GString *out = g_string_new (NULL);
  gint y, i;

  for (y = 0; y < plan->height + rows - 1; y++) {
    if (!append_loads (out, plan, y, rows))
      continue;
    for (i = 0; i < rows; i++) {
      const gint64 *taps = mask_row (plan, y, i);

      if (taps)
        append_sum (out, taps, plan->width, i);
    }
    g_string_append (out, "    }\n");
  }
  kg_text_set (text, "SUMS", "%s", out->str);
  g_string_truncate (out, 0);
  for (i = 0; i < rows; i++) {
    if (i > 0)
      g_string_append_c (out, ',');
    append_word (out, 8, g_strdup_printf ("n%d = %" PRId64, i, plan->offset));
  }
  kg_text_set (text, "STARTS", "%s", out->str);
  g_string_truncate (out, 0);
  for (i = 0; i < rows; i++)
    g_string_append_printf (out, "    out[%d][x] = to_sample (n%d);\n", i, i);
  g_string_truncate (out, out->len - 1);
  kg_text_set (text, "STORES", "%s", out->str);
  g_string_free (out, TRUE);
}

void
kg_convolve_cpu_text (KgText *text, const KgOptions *o)
{
  CfConvolvePlan *plan = kg_convolve_plan (o);
  const gint64 maximum = (1 << o->bits) - 1;
  const SumType *type;
  gint64 lowest, highest;

  set_limits (plan, &lowest, &highest);
  type = choose_type (plan, lowest, highest);
  kg_text_set (text, "SUM", "%s", type->name);
  kg_text_set (text, "POSITIVE", "%s", type->positive);
  kg_text_set (text, "LOWEST", "%" PRId64, lowest);
  kg_text_set (text, "HIGHEST", "%" PRId64, highest);
  kg_text_set (text, "DIVISOR", "%" PRId64, plan->divisor);
  kg_text_set_int (text, "BELOW", lowest < 0);
  kg_text_set_int (text, "ABOVE", highest / plan->divisor > maximum);
  set_sums (text, plan, o->pixels);
  g_free (plan);
}
