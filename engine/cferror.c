/* The engine's one error domain. */
#include "cferror.h"

G_DEFINE_QUARK (cf - error - quark, cf_error)

gboolean
cf_refuse (GError **error, const gchar *format, ...)
{
  va_list args;
  gchar *message;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, CF_ERROR, CF_ERROR_INVALID, message);
  g_free (message);
  return FALSE;
}
