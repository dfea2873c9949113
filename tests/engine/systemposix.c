/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Linux, and what is like it. */
#include "system.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

gsize
system_page_size (void)
{
  return sysconf (_SC_PAGESIZE);
}

guint8 *
system_fenced_new (gsize size)
{
  const gsize page = system_page_size ();
  guint8 *memory = mmap (
      NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (memory == MAP_FAILED)
    return NULL;
  if (mprotect (memory + page, size, PROT_READ | PROT_WRITE) == 0)
    return memory + page;
  munmap (memory, size + 2 * page);
  return NULL;
}

void
system_fenced_free (guint8 *memory, gsize size)
{
  const gsize page = system_page_size ();

  munmap (memory - page, size + 2 * page);
}

guint8 *
system_sparse_new (gsize size)
{
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  return memory == MAP_FAILED ? NULL : memory;
}

void
system_sparse_free (guint8 *memory, gsize size)
{
  munmap (memory, size);
}

static const gchar *report;
static struct sigaction before[NSIG];

static void
report_crash (int number)
{
  static const gchar text[] = "\nCRASHED in ";
  gssize written = write (STDERR_FILENO, text, sizeof (text) - 1);

  written += write (STDERR_FILENO, report, strlen (report));
  written += write (STDERR_FILENO, "\n", 1);
  if (written > 0)
    sigaction (number, &before[number], NULL);
  else
    _exit (1);
}

void
system_report_crashes (const gchar *running)
{
  static const gint numbers[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
  struct sigaction action = { .sa_handler = report_crash };

  report = running;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    sigaction (numbers[i], &action, &before[numbers[i]]);
}
