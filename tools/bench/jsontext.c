/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pieces of JSON text, one after the other. */
#include "jsontext.h"

#include <math.h>

void
json_add_string (GString *json, const gchar *text)
{
  const gchar *c;
  gchar *valid;

  if (!text) {
    g_string_append (json, "null");
    return;
  }
  valid = g_utf8_make_valid (text, -1);
  g_string_append_c (json, '"');
  for (c = valid; *c; c++) {
    if (*c == '"' || *c == '\\')
      g_string_append_printf (json, "\\%c", *c);
    else if ((guchar)*c < ' ')
      g_string_append_printf (json, "\\u%04x", *c);
    else
      g_string_append_c (json, *c);
  }
  g_string_append_c (json, '"');
  g_free (valid);
}

void
json_add_number (GString *json, gdouble value)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (json,
      !isfinite (value) ? "null"
                        : g_ascii_formatd (text, sizeof text, "%.6g", value));
}

void
json_add_name (GString *json, const gchar *name)
{
  gchar last = json->str[json->len - 1];

  if (last != '{')
    g_string_append (json, ", ");
  g_string_append_printf (json, "\"%s\": ", name);
}

void
json_add_named_string (GString *json, const gchar *name, const gchar *text)
{
  json_add_name (json, name);
  json_add_string (json, text);
}

void
json_add_named_number (GString *json, const gchar *name, gdouble value)
{
  json_add_name (json, name);
  json_add_number (json, value);
}

GString *
json_begin (const gchar *command, const Machine *machine)
{
  GString *json = g_string_new ("{");

  json_add_named_string (json, "date", machine->date);
  json_add_named_string (json, "command", command);
  json_add_name (json, "machine");
  g_string_append_c (json, '{');
  json_add_named_string (json, "cpu", machine->cpu);
  json_add_named_number (json, "processors", machine->processors);
  json_add_named_string (json, "os", machine->os);
  json_add_named_string (json, "gpu", machine->gpu);
  json_add_named_string (json, "driver", machine->driver);
  g_string_append_c (json, '}');
  return json;
}
