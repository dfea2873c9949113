/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files for masks: a page has none to read. */
#include "engine/core/cffile.h"

#include "engine/core/cferror.h"

gchar *
cf_file_read (const gchar *path, gsize max, const gchar *what, gsize *length,
    GError **error)
{
  cf_refuse (
      error, "a page in a browser cannot read it; give its text instead");
  return NULL;
}

gboolean
cf_file_refuse (GError **error, const gchar *path, GError *reason)
{
  cf_refuse (error, "file \"%s\": %s", path, reason->message);
  g_error_free (reason);
  return FALSE;
}
