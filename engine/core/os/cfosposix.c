/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Linux, and what is like it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity() */
#endif
#include "engine/core/os/cfos.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The toolkit's folder is not always the loader's. */
static const gchar *const cufft_names[] = { "libcufft.so.12", "libcufft.so.11",
  "/usr/local/cuda/lib64/libcufft.so.12",
  "/usr/local/cuda/lib64/libcufft.so.11", NULL };

const CfOsLibraries cf_os_libraries = {
  .driver = "libcuda.so.1",
  .fftw = "libfftw3f.so.3",
  .fftw_threads = "libfftw3f_threads.so.3",
  .without_fftw = "install libfftw3-single3, or use method=local",
  .cufft = cufft_names,
  .without_cufft =
      "install it from the CUDA Toolkit, or the wheel nvidia-cufft, "
      "and name its folder in LD_LIBRARY_PATH; or use method=local",
};

gpointer
cf_library_open (const gchar *name, gchar **reason)
{
  gpointer library = dlopen (name, RTLD_NOW | RTLD_LOCAL);

  *reason = library ? NULL : g_strdup (dlerror ());
  return library;
}

void
cf_library_close (gpointer library)
{
  dlclose (library);
}

gpointer
cf_library_symbol (gpointer library, const gchar *name)
{
  return dlsym (library, name);
}

static gboolean
take_status (gint result, const struct stat *s, CfOsFile *file)
{
  if (result != 0)
    return FALSE;
  *file = (CfOsFile){ .is_regular = S_ISREG (s->st_mode), .size = s->st_size };
  return TRUE;
}

gboolean
cf_os_file_look (const gchar *path, CfOsFile *file)
{
  struct stat s;

  return take_status (stat (path, &s), &s, file);
}

gint
cf_os_file_open (const gchar *path)
{
  return open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

gboolean
cf_os_file_look_open (gint fd, CfOsFile *file)
{
  struct stat s;

  return take_status (fstat (fd, &s), &s, file);
}

static gpointer
new_locale (gpointer unused)
{
  return newlocale (LC_NUMERIC_MASK, "C", (locale_t)0);
}

gchar *
cf_format (const gchar *format, va_list args)
{
  static GOnce once = G_ONCE_INIT;
  const locale_t points = g_once (&once, new_locale, NULL);
  const locale_t old = points ? uselocale (points) : (locale_t)0;
  gchar *text = g_strdup_vprintf (format, args);

  if (points)
    uselocale (old);
  return text;
}

gpointer
cf_os_aligned_alloc (gsize alignment, gsize size)
{
  void *data = NULL;

  return posix_memalign (&data, alignment, size) == 0 ? data : NULL;
}

void
cf_os_aligned_free (gpointer data)
{
  free (data);
}

/* As `taskset` and containers say. */
guint
cf_os_count_processors (void)
{
  cpu_set_t set;

  return sched_getaffinity (0, sizeof set, &set) == 0 ? (guint)CPU_COUNT (&set)
                                                      : g_get_num_processors ();
}

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
cf_os_processor_name (void)
{
  /* the last two: of ARM */
  static const gchar *const keys[] = { "model name", "Model", "CPU part" };
  gchar *info = read_first_lines (), *name = NULL;
  gchar **lines;
  guint i, k;

  if (!info)
    return g_strdup ("unknown");
  lines = g_strsplit (info, "\n", -1);
  for (k = 0; k < G_N_ELEMENTS (keys); k++)
    for (i = 0; lines[i] && !name; i++) {
      const gchar *colon = strchr (lines[i], ':');

      if (colon && g_str_has_prefix (lines[i], keys[k]))
        name = g_strstrip (g_strdup (colon + 1));
    }
  g_strfreev (lines);
  g_free (info);
  return name ? name : g_strdup ("unknown");
}
