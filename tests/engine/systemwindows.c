/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Windows. */
#include "system.h"

#include <windows.h>

gsize
system_page_size (void)
{
  SYSTEM_INFO info;

  GetSystemInfo (&info);
  return info.dwPageSize;
}

guint8 *
system_fenced_new (gsize size)
{
  const gsize page = system_page_size ();
  guint8 *memory =
      VirtualAlloc (NULL, size + 2 * page, MEM_RESERVE, PAGE_NOACCESS);

  if (!memory)
    return NULL;
  if (VirtualAlloc (memory + page, size, MEM_COMMIT, PAGE_READWRITE))
    return memory + page;
  VirtualFree (memory, 0, MEM_RELEASE);
  return NULL;
}

void
system_fenced_free (guint8 *memory, gsize size)
{
  VirtualFree (memory - system_page_size (), 0, MEM_RELEASE);
}

/* What can be touched takes memory at once. */
guint8 *
system_sparse_new (gsize size)
{
  return NULL;
}

void
system_sparse_free (guint8 *memory, gsize size)
{
}

static const gchar *report;

static LONG WINAPI
report_crash (EXCEPTION_POINTERS *exception)
{
  const HANDLE err = GetStdHandle (STD_ERROR_HANDLE);
  DWORD written;

  WriteFile (err, "\nCRASHED in ", 12, &written, NULL);
  WriteFile (err, report, lstrlenA (report), &written, NULL);
  WriteFile (err, "\n", 1, &written, NULL);
  return EXCEPTION_CONTINUE_SEARCH;
}

void
system_report_crashes (const gchar *running)
{
  report = running;
  SetUnhandledExceptionFilter (report_crash);
}
