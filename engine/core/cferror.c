/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine's one error domain. */
#include "engine/core/cferror.h"

#include "engine/core/os/cfos.h"

/* G_DEFINE_QUARK() takes a name that is no C, which would be formatted. */
GQuark
cf_error_quark (void)
{
  return g_quark_from_static_string ("cf-error-quark");
}

gboolean
cf_refuse (GError **error, const gchar *format, ...)
{
  va_list args;
  gchar *message;

  va_start (args, format);
  message = cf_format (format, args);
  va_end (args);
  g_set_error_literal (error, CF_ERROR, CF_ERROR_INVALID, message);
  g_free (message);
  return FALSE;
}

gchar *
cf_quote (const gchar *text, gsize length, guint max)
{
  const gchar *at = text, *end = text + length;
  GString *quoted = g_string_new ("\"");
  guint n;

  for (n = 0; at < end && n < max; n++, at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);

    g_string_append_unichar (quoted, g_unichar_isprint (c) ? c : '?');
  }
  g_string_append (quoted, at < end ? "...\"" : "\"");
  return g_string_free (quoted, FALSE);
}
