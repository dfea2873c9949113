/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Epsilon filters in plain C: the variables of their template. */
#include "kernelgen.h"

#include <stdint.h>

/* The samples of a row of the window; so many are added up in a sample's type,
 * as fits it. */
static void
set_takes (KgText *text, gint size, gint run)
{
  GString *out = g_string_new (NULL);
  gint i;

  for (i = 0; i < size; i++) {
    g_string_append_printf (out, "    TAKE (%d)\n", i);
    if (i % run == run - 1 || i == size - 1)
      g_string_append_printf (
          out, "    sum += part;\n%s", i < size - 1 ? "    part = 0;\n" : "");
  }
  g_string_truncate (out, out->len - 1);
  kg_text_set (text, "TAKES", "%s", out->str);
  g_string_free (out, TRUE);
}

void
kg_epsilon_cpu_text (KgText *text, const KgOptions *o)
{
  const CfEpsilonParams *p = &o->epsilon;
  const gint threshold = cf_epsilon_threshold (p, o->bits);
  const gint maximum = (1 << o->bits) - 1;
  const gboolean clamp = p->mode == CF_EPSILON_CLAMP;
  const gint most = clamp ? threshold : MAX (threshold, 1) - 1;
  /* of the differences to the lowest sample that counts */
  const gint64 greatest = MAX (1, MIN (2 * most, maximum));
  const gint n = p->size * p->size;

  kg_text_set_int (text, "CLAMP", clamp);
  kg_text_set_int (text, "SIZE", p->size);
  kg_text_set_int (text, "MOST", most);
  kg_text_set_int (text, "N", n);
  kg_text_set (text, "SUM", "%s",
      n * greatest + n / 2 <= UINT16_MAX ? "uint16_t" : "uint32_t");
  /* A float holds integers below 2^24; and a quotient below 2^16 that is no
   * integer is at least 1 / 450 below the next one, which its rounding, by at
   * most 1 / 512, does not reach. A double has room for all. */
  kg_text_set (text, "REAL", "%s",
      n * (2 * greatest + 1) < 1 << 24 ? "float" : "double");
  set_takes (text, p->size,
      MIN ((o->bits > 8 ? UINT16_MAX : UINT8_MAX) / greatest, p->size));
}
