/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The processor's name. */
#include "cpu/core/cpumodel.h"

#include <stdio.h>
#include <string.h>

/* The first processor's lines; the file has as many of each on all others. */
static gchar *
read_first_lines (void)
{
  gchar text[4096];
  FILE *file = fopen ("/proc/cpuinfo", "re");
  gsize length;

  if (!file)
    return NULL;
  length = fread (text, 1, sizeof text, file);
  fclose (file);
  return g_strndup (text, length);
}

gchar *
cf_cpu_model (void)
{
  /* the last two: of ARM */
  static const gchar *const keys[] = { "model name", "Model", "CPU part" };
  gchar *info = read_first_lines (), *model = NULL;
  gchar **lines;
  guint i, k;

  if (!info)
    return g_strdup ("unknown");
  lines = g_strsplit (info, "\n", -1);
  for (k = 0; k < G_N_ELEMENTS (keys); k++)
    for (i = 0; lines[i] && !model; i++) {
      const gchar *colon = strchr (lines[i], ':');

      if (colon && g_str_has_prefix (lines[i], keys[k]))
        model = g_strstrip (g_strdup (colon + 1));
    }
  g_strfreev (lines);
  g_free (info);
  return model ? model : g_strdup ("unknown");
}
