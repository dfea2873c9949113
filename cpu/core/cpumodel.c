/* The processor's name. */
#include "cpu/core/cpumodel.h"

#include <string.h>

gchar *
cf_cpu_model (void)
{
  /* the last two: of ARM */
  static const gchar *const keys[] = { "model name", "Model", "CPU part" };
  gchar *info = NULL, *model = NULL;
  gchar **lines;
  guint i, k;

  if (!g_file_get_contents ("/proc/cpuinfo", &info, NULL, NULL))
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
