/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Text from templates. */
#include "kgtext.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 16 /* of conditions */

typedef struct {
  gchar *name, *value;
} Variable;

struct KgText {
  GArray *variables;
};

KgText *
kg_text_new (void)
{
  KgText *text = g_new (KgText, 1);

  text->variables = g_array_new (FALSE, FALSE, sizeof (Variable));
  return text;
}

void
kg_text_free (KgText *text)
{
  guint i;

  for (i = 0; i < text->variables->len; i++) {
    g_free (g_array_index (text->variables, Variable, i).name);
    g_free (g_array_index (text->variables, Variable, i).value);
  }
  g_array_unref (text->variables);
  g_free (text);
}

static Variable *
find (const KgText *text, const gchar *name, gsize length)
{
  guint i;

  for (i = 0; i < text->variables->len; i++) {
    Variable *v = &g_array_index (text->variables, Variable, i);

    if (strlen (v->name) == length && memcmp (v->name, name, length) == 0)
      return v;
  }
  return NULL;
}

void
kg_text_set (KgText *text, const gchar *name, const gchar *format, ...)
{
  Variable *old = find (text, name, strlen (name));
  gchar *value;
  va_list args;

  va_start (args, format);
  value = g_strdup_vprintf (format, args);
  va_end (args);
  if (old) {
    g_free (old->value);
    old->value = value;
  } else {
    Variable v = { g_strdup (name), value };

    g_array_append_val (text->variables, v);
  }
}

void
kg_text_set_int (KgText *text, const gchar *name, gint value)
{
  kg_text_set (text, name, "%d", value);
}

static const gchar *
value_of (const KgText *text, const gchar *name, gsize length)
{
  const Variable *v = find (text, name, length);

  if (!v)
    g_error ("No variable %.*s", (int)length, name);
  return v->value;
}

/* `line` is what comes after "@@if ". */
static gboolean
is_true (const KgText *text, const gchar *line, gsize length)
{
  gchar *words = g_strndup (line, length);
  gchar name[64], op[3], other[64];
  const gchar *value;
  gboolean result = FALSE;
  int n = sscanf (words, "%63s %2s %63s", name, op, other);

  if (n != 1 && n != 3)
    g_error ("No condition: %s", words);
  value = value_of (text, name, strlen (name));
  if (n == 1)
    result = strcmp (value, "0") != 0;
  else if (strcmp (op, "==") == 0)
    result = strcmp (value, other) == 0;
  else if (strcmp (op, "!=") == 0)
    result = strcmp (value, other) != 0;
  else if (strcmp (op, "<") == 0)
    result = atoi (value) < atoi (other);
  else if (strcmp (op, ">") == 0)
    result = atoi (value) > atoi (other);
  else
    g_error ("No operator: %s", words);
  g_free (words);
  return result;
}

static void
append_line (const KgText *text, GString *out, const gchar *line, gsize length)
{
  const gchar *end = line + length;

  while (line < end) {
    const gchar *at = memchr (line, '@', end - line), *close;

    if (!at) {
      g_string_append_len (out, line, end - line);
      return;
    }
    close = memchr (at + 1, '@', end - at - 1);
    if (!close)
      g_error ("A variable without an end: %.*s", (int)length, end - length);
    g_string_append_len (out, line, at - line);
    g_string_append (out, value_of (text, at + 1, close - at - 1));
    line = close + 1;
  }
}

static gboolean
is_directive (const gchar *line, gsize length, const gchar *name)
{
  const gsize n = strlen (name);

  return length >= n + 2 && memcmp (line, "@@", 2) == 0
         && memcmp (line + 2, name, n) == 0;
}

static void
expand (const KgText *text, GString *out, const gchar *name)
{
  gboolean shown[DEPTH_MAX] = { TRUE };
  const KgTemplate *t = kg_templates;
  const gchar *line, *next;
  guint depth = 0;

  while (t->name && strcmp (t->name, name) != 0)
    t++;
  if (!t->name)
    g_error ("No template %s", name);
  for (line = t->text; *line; line = next) {
    const gchar *end = strchr (line, '\n');
    const gsize length = end ? (gsize)(end - line) : strlen (line);

    next = line + length + (end ? 1 : 0);
    if (is_directive (line, length, "if ")) {
      if (++depth >= DEPTH_MAX)
        g_error ("Conditions too deep in %s", name);
      shown[depth] = shown[depth - 1] && is_true (text, line + 5, length - 5);
    } else if (is_directive (line, length, "else")) {
      shown[depth] = shown[depth - 1] && !shown[depth];
    } else if (is_directive (line, length, "end")) {
      if (depth-- == 0)
        g_error ("@@end without @@if in %s", name);
    } else if (!shown[depth]) {
      continue;
    } else if (is_directive (line, length, "include ")) {
      gchar *other = g_strndup (line + 10, length - 10);

      expand (text, out, other);
      g_free (other);
    } else {
      append_line (text, out, line, length);
      if (end)
        g_string_append_c (out, '\n');
    }
  }
  if (depth != 0)
    g_error ("@@if without @@end in %s", name);
}

gchar *
kg_text_expand (const KgText *text, const gchar *template_name)
{
  GString *out = g_string_new (NULL);

  expand (text, out, template_name);
  return g_string_free (out, FALSE);
}
