/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The machine that is measured. */
#include "machine.h"

#include <string.h>

#include "engine/core/os/cfos.h"

/* "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27 ..."
 */
static gchar *
driver_version (void)
{
  gchar *info = NULL, *version = NULL;
  gchar **words;
  guint i;

  if (!g_file_get_contents ("/proc/driver/nvidia/version", &info, NULL, NULL))
    return NULL;
  words = g_strsplit_set (info, " \t\n", -1);
  for (i = 0; words[i] && !version; i++)
    if (g_ascii_isdigit (words[i][0]) && strchr (words[i], '.'))
      version = g_strdup (words[i]);
  g_strfreev (words);
  g_free (info);
  return version;
}

Machine *
machine_new (const gchar *gpu)
{
  Machine *self = g_new0 (Machine, 1);
  GDateTime *now = g_date_time_new_now_utc ();

  self->date = g_date_time_format_iso8601 (now);
  g_date_time_unref (now);
  self->cpu = cf_os_processor_name ();
  self->processors = g_get_num_processors ();
  self->os = g_get_os_info (G_OS_INFO_KEY_PRETTY_NAME);
  if (!self->os)
    self->os = g_strdup ("unknown");
  if (gpu) {
    self->gpu = g_strdup (gpu);
    self->driver = driver_version ();
  }
  return self;
}

void
machine_free (Machine *self)
{
  g_free (self->date);
  g_free (self->cpu);
  g_free (self->os);
  g_free (self->gpu);
  g_free (self->driver);
  g_free (self);
}
