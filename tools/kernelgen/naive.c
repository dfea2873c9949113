/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sets the variables of the templates that go with a kernel; the naive loop
 * that checks it comes first. */
#include "kernelgen.h"

#include <string.h>

#define COLUMNS 80

/* Rows of the plan's mask, as C has them. */
static gchar *
mask_text (const CfConvolvePlan *plan)
{
  GString *text = g_string_new (NULL);
  gint x, y;

  for (y = 0; y < plan->height; y++) {
    gsize begin = text->len;

    g_string_append (text, "  {");
    for (x = 0; x < plan->width; x++) {
      gchar *value = g_strdup_printf (" %" G_GINT64_FORMAT "%s",
          plan->taps[y * plan->width + x], x + 1 < plan->width ? "," : " },");

      if (text->len - begin + strlen (value) > COLUMNS) {
        g_string_append (text, "\n   ");
        begin = text->len - strlen ("   ");
      }
      g_string_append (text, value);
      g_free (value);
    }
    if (y + 1 < plan->height)
      g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

static void
convolve_text (KgText *text, const KgOptions *o)
{
  CfConvolvePlan *plan = kg_convolve_plan (o);
  gchar *mask = mask_text (plan);

  kg_text_set (text, "NAIVE_MASK", "%s", mask);
  kg_text_set (text, "NAIVE_OFFSET", "%" G_GINT64_FORMAT, plan->offset);
  kg_text_set (text, "NAIVE_DIVISOR", "%" G_GINT64_FORMAT, plan->divisor);
  g_free (mask);
  g_free (plan);
}

void
kg_naive_text (KgText *text, const KgOptions *o)
{
  switch (o->filter) {
    case KG_MEDIAN:
      kg_text_set_int (text, "NAIVE_RANK", o->size * o->size / 2);
      kg_text_set_int (text, "NAIVE_TOP", o->bits - 1);
      break;
    case KG_CONVOLVE:
      convolve_text (text, o);
      break;
    case KG_EPSILON:
      kg_text_set (text, "NAIVE_MODE", "%s",
          o->epsilon.mode == CF_EPSILON_AVERAGE ? "average" : "clamp");
      kg_text_set_int (
          text, "NAIVE_THRESHOLD", cf_epsilon_threshold (&o->epsilon, o->bits));
      break;
  }
  /* on a GPU, rows that begin where its cache lines do */
  kg_text_set_int (text, "IMAGE_ALIGN", o->cpu ? 64 : 128);
  kg_text_set_int (text, "IMAGE_SHIFT", o->bits > 8 ? 8 : 0);
  kg_text_set (
      text, "IMAGE_ORDER", "%s", o->bits > 8 ? ": the upper byte first" : "");
  kg_text_set (text, "README_BYTES", "%s",
      o->bits > 8 ? ", in two bytes (uint16_t)" : "");
  kg_text_set (text, "README_KERNEL", "%s", o->cpu ? "kernel.c" : "kernel.cu");
}
