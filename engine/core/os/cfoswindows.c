/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Windows. Functions of GLib that return or fill what is of a C library are not
 * called: GLib's need not be this one. */
#include "engine/core/os/cfos.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <malloc.h>
#include <sys/stat.h>
#include <windows.h>

static const gchar *const cufft_names[] = { "cufft64_12.dll", "cufft64_11.dll",
  NULL };

const CfOsLibraries cf_os_libraries = {
  .driver = "nvcuda.dll",
  .fftw = "libfftw3f-3.dll",
  .fftw_threads = "libfftw3f_threads-3.dll",
  .without_fftw = "put libfftw3f-3.dll into the plugin's folder or one of "
                  "PATH, or use method=local",
  .cufft = cufft_names,
  .without_cufft =
      "put it, from the CUDA Toolkit or the wheel nvidia-cufft, into "
      "the plugin's folder or one of PATH; or use method=local",
};

/* Returns the library beside the one that this code is in, where Windows does
 * not look, with those that it needs there. */
static HMODULE
open_beside (const gchar *name)
{
  static const gchar here;
  HMODULE ours, library;
  gunichar2 *wide;
  WCHAR path[MAX_PATH];
  gchar *own, *folder, *beside;
  DWORD length;

  if (!GetModuleHandleExW (GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS
                               | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
          (const WCHAR *)&here, &ours))
    return NULL;
  length = GetModuleFileNameW (ours, path, MAX_PATH);
  if (length == 0 || length == MAX_PATH)
    return NULL;
  own = g_utf16_to_utf8 (path, length, NULL, NULL, NULL);
  if (!own)
    return NULL;
  folder = g_path_get_dirname (own);
  beside = g_build_filename (folder, name, NULL);
  wide = g_utf8_to_utf16 (beside, -1, NULL, NULL, NULL);
  library = LoadLibraryExW (wide, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
  g_free (wide);
  g_free (beside);
  g_free (folder);
  g_free (own);
  return library;
}

gpointer
cf_library_open (const gchar *name, gchar **reason)
{
  HMODULE library = open_beside (name);

  if (!library)
    library = LoadLibraryA (name);
  *reason = NULL;
  if (!library) {
    gchar *text = g_win32_error_message (GetLastError ());

    *reason = g_strdup_printf ("%s: %s", name, text);
    g_free (text);
  }
  return library;
}

void
cf_library_close (gpointer library)
{
  FreeLibrary (library);
}

gpointer
cf_library_symbol (gpointer library, const gchar *name)
{
  return (gpointer)GetProcAddress (library, name);
}

static gboolean
take_status (gint result, const struct _stat64 *s, CfOsFile *file)
{
  if (result != 0)
    return FALSE;
  *file = (CfOsFile){ .is_regular = (s->st_mode & _S_IFMT) == _S_IFREG,
    .size = s->st_size };
  return TRUE;
}

/* Returns NULL, as for a file that is not there, where the name is no text. */
static gunichar2 *
widen (const gchar *path)
{
  gunichar2 *wide = g_utf8_to_utf16 (path, -1, NULL, NULL, NULL);

  if (!wide)
    errno = ENOENT;
  return wide;
}

gboolean
cf_os_file_look (const gchar *path, CfOsFile *file)
{
  gunichar2 *wide = widen (path);
  struct _stat64 s;
  gboolean ok = wide && take_status (_wstat64 (wide, &s), &s, file);

  g_free (wide);
  return ok;
}

gint
cf_os_file_open (const gchar *path)
{
  gunichar2 *wide = widen (path);
  gint fd = wide ? _wopen (wide, _O_RDONLY | _O_BINARY | _O_NOINHERIT) : -1;

  g_free (wide);
  return fd;
}

gboolean
cf_os_file_look_open (gint fd, CfOsFile *file)
{
  struct _stat64 s;

  return take_status (_fstat64 (fd, &s), &s, file);
}

gchar *
cf_format (const gchar *format, va_list args)
{
  const gint mode = _configthreadlocale (_ENABLE_PER_THREAD_LOCALE);
  gchar *old = g_strdup (setlocale (LC_NUMERIC, NULL)), *text;

  setlocale (LC_NUMERIC, "C");
  text = g_strdup_vprintf (format, args);
  setlocale (LC_NUMERIC, old);
  _configthreadlocale (mode);
  g_free (old);
  return text;
}

gpointer
cf_os_aligned_alloc (gsize alignment, gsize size)
{
  return _aligned_malloc (MAX (size, 1), alignment);
}

void
cf_os_aligned_free (gpointer data)
{
  _aligned_free (data);
}

/* Masks know the 64 of one group alone: where nothing is left out of them, GLib
 * counts all. */
guint
cf_os_count_processors (void)
{
  DWORD_PTR ours, all;

  if (!GetProcessAffinityMask (GetCurrentProcess (), &ours, &all) || ours == 0
      || ours == all)
    return g_get_num_processors ();
  return __builtin_popcountll (ours);
}

gchar *
cf_os_processor_name (void)
{
  gchar name[256];
  DWORD size = sizeof name;

  if (RegGetValueA (HKEY_LOCAL_MACHINE,
          "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
          "ProcessorNameString", RRF_RT_REG_SZ, NULL, name, &size)
      != ERROR_SUCCESS)
    return g_strdup ("unknown");
  return g_strstrip (g_strdup (name));
}
