/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A camera's noise as text. */
#include "engine/noise/cfnoisetext.h"

#include <math.h>
#include <string.h>

#include "engine/core/cferror.h"

#define BLANKS " \t\r\n"
#define QUOTED_MAX 20 /* characters that a message repeats */

/* The order of a text. */
static const struct {
  const gchar *name;
  gint kind;
  gboolean is_coarseness;
  gint most; /* 256ths */
} keys[] = {
  { "luma", CF_NOISE_LUMA, FALSE, CF_NOISE_SIGMA_MAX },
  { "coarseness-luma", CF_NOISE_LUMA, TRUE, CF_NOISE_COARSE_MAX },
  { "chroma", CF_NOISE_CHROMA, FALSE, CF_NOISE_SIGMA_MAX },
  { "coarseness-chroma", CF_NOISE_CHROMA, TRUE, CF_NOISE_COARSE_MAX },
};

/* --- from text --- */

typedef struct {
  CfNoiseProfile profile[CF_NOISE_KINDS];
  guint32 seen; /* bit i: key i */
} Reader;

/* Reads a value as 256ths. */
static gboolean
read_value (guint key, const gchar *text, guint32 *value, GError **error)
{
  gchar *end, *quoted;
  const gdouble v = 256 * g_ascii_strtod (text, &end);

  if (end != text && *end == '\0' && v >= 0 && v <= keys[key].most) {
    *value = (guint32)lrint (v);
    return TRUE;
  }
  quoted = cf_quote (text, strlen (text), QUOTED_MAX);
  cf_refuse (error, "%s: %s is not a number from 0 to %s", keys[key].name,
      quoted, keys[key].is_coarseness ? "1.5" : "64");
  g_free (quoted);
  return FALSE;
}

/* One value is that of all brightness. */
static gboolean
read_list (Reader *r, guint key, gchar **texts, GError **error)
{
  CfNoiseProfile *to = &r->profile[keys[key].kind];
  const guint n = g_strv_length (texts);
  guint i;

  if (keys[key].is_coarseness)
    return n == 1 ? read_value (key, texts[0], &to->coarse, error)
                  : cf_refuse (error, "%s: there are %u values, not 1",
                      keys[key].name, n);
  if (n != 1 && n != CF_NOISE_LUMA_CLASSES)
    return cf_refuse (error,
        "%s: there are %u values, not 1, nor %d from dark to bright",
        keys[key].name, n, CF_NOISE_LUMA_CLASSES);
  to->is_given = TRUE;
  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    if (!read_value (key, texts[n == 1 ? 0 : i], &to->luma[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
refuse_item (const gchar *item, GError **error)
{
  gchar *quoted = cf_quote (item, strlen (item), QUOTED_MAX);

  cf_refuse (error,
      "%s does not begin with luma=, chroma=, coarseness-luma= or "
      "coarseness-chroma=",
      quoted);
  g_free (quoted);
  return FALSE;
}

static gboolean
read_item (Reader *r, const gchar *item, GError **error)
{
  const gsize length = strcspn (item, "=");
  gchar **texts;
  gboolean ok;
  guint key;

  for (key = 0; key < G_N_ELEMENTS (keys); key++)
    if (strlen (keys[key].name) == length
        && strncmp (item, keys[key].name, length) == 0)
      break;
  if (key == G_N_ELEMENTS (keys) || item[length] == '\0')
    return refuse_item (item, error);
  if (r->seen >> key & 1)
    return cf_refuse (error, "%s is there twice", keys[key].name);
  r->seen |= 1u << key;
  texts = g_strsplit (item + length + 1, ",", -1);
  /* of no text there are no parts */
  ok = *texts ? read_list (r, key, texts, error)
              : cf_refuse (error, "%s: there is no value", keys[key].name);
  g_strfreev (texts);
  return ok;
}

static gboolean
check_kinds (const Reader *r, GError **error)
{
  guint key;

  for (key = 0; key < G_N_ELEMENTS (keys); key++)
    if ((r->seen >> key & 1) && !r->profile[keys[key].kind].is_given)
      return cf_refuse (error, "%s is of no use without %s", keys[key].name,
          keys[key].kind == CF_NOISE_LUMA ? "luma" : "chroma");
  return TRUE;
}

gboolean
cf_noise_profile_parse (
    CfNoiseProfile profile[CF_NOISE_KINDS], const gchar *text, GError **error)
{
  Reader r = { { { 0 } } };
  gboolean ok = TRUE;
  gchar **items;
  guint i;

  if (!g_utf8_validate (text, -1, NULL))
    return cf_refuse (error, "this is no text in UTF-8");
  items = g_strsplit_set (text, BLANKS, -1);
  for (i = 0; items[i] && ok; i++)
    ok = *items[i] == '\0' || read_item (&r, items[i], error);
  g_strfreev (items);
  if (!ok || !check_kinds (&r, error))
    return FALSE;
  memcpy (profile, r.profile, sizeof r.profile);
  return TRUE;
}

/* --- to text --- */

/* Writes the fewest digits that read as the same 256th: three always do. */
static void
append_value (GString *s, guint32 value)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE], format[] = "%.0f";

  for (;; format[2]++) {
    g_ascii_formatd (text, sizeof text, format, value / 256.0);
    if (format[2] == '3'
        || lrint (256 * g_ascii_strtod (text, NULL)) == (glong)value)
      break;
  }
  g_string_append (s, text);
}

static void
append_luma_classes (GString *s, const CfNoiseProfile *p)
{
  gboolean is_flat = TRUE;
  guint i;

  for (i = 1; i < CF_NOISE_LUMA_CLASSES; i++)
    is_flat &= p->luma[i] == p->luma[0];
  for (i = 0; i < (is_flat ? 1 : CF_NOISE_LUMA_CLASSES); i++) {
    if (i > 0)
      g_string_append_c (s, ',');
    append_value (s, p->luma[i]);
  }
}

gchar *
cf_noise_profile_to_text (const CfNoiseProfile profile[CF_NOISE_KINDS])
{
  GString *s = g_string_new (NULL);
  guint key;

  for (key = 0; key < G_N_ELEMENTS (keys); key++) {
    const CfNoiseProfile *p = &profile[keys[key].kind];

    if (!p->is_given || (keys[key].is_coarseness && p->coarse == 0))
      continue;
    g_string_append_printf (s, "%s%s=", s->len > 0 ? " " : "", keys[key].name);
    if (keys[key].is_coarseness)
      append_value (s, p->coarse);
    else
      append_luma_classes (s, p);
  }
  return g_string_free (s, s->len == 0);
}
