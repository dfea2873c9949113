/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the process, and the GPU, hold at a moment. */
#include "resources.h"

#include <gmodule.h>
#include <gst/gst.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

#include "verdict.h"

/* Of the frames after the first third. */
#define QUARTERS 4

/* The GPU, by NVIDIA's management library: a plain number, and no context. */
typedef struct {
  guint64 total, free, used;
} NvmlMemory;

static gint (*nvml_get_memory) (gpointer device, NvmlMemory *memory);
static gpointer nvml_device;

void
resources_watch_device (void)
{
  GModule *library = g_module_open ("libnvidia-ml.so.1", G_MODULE_BIND_LAZY);
  gint (*init) (void);
  gint (*get_device) (guint index, gpointer * device);

  if (!library || !g_module_symbol (library, "nvmlInit_v2", (gpointer *)&init)
      || !g_module_symbol (
          library, "nvmlDeviceGetHandleByIndex_v2", (gpointer *)&get_device)
      || !g_module_symbol (
          library, "nvmlDeviceGetMemoryInfo", (gpointer *)&nvml_get_memory)
      || init () != 0 || get_device (0, &nvml_device) != 0) {
    nvml_device = NULL;
    verdict_check (FALSE, "the GPU's memory cannot be looked at: %s",
        library ? "NVML fails" : g_module_error ());
  }
}

static guint64
device_in_use (void)
{
  NvmlMemory memory = { 0 };

  if (nvml_device)
    verdict_expect (nvml_get_memory (nvml_device, &memory) == 0,
        "NVML does not say how much memory is in use");
  return memory.used;
}

static guint64
read_rss (void)
{
  FILE *file = fopen ("/proc/self/statm", "r");
  unsigned long pages = 0;

  if (file) {
    if (fscanf (file, "%*u %lu", &pages) != 1)
      pages = 0;
    fclose (file);
  }
  return (guint64)pages * sysconf (_SC_PAGESIZE);
}

static guint
count_entries (const gchar *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir && g_dir_read_name (dir))
    n++;
  g_clear_pointer (&dir, g_dir_close);
  return n;
}

Resources
resources_now (guint64 frames)
{
  static gint64 start;
  struct mallinfo2 heap = mallinfo2 ();
  gint64 now = g_get_monotonic_time ();

  if (start == 0)
    start = now;
  return (Resources){
    .frames = frames,
    .seconds = (now - start) / 1e6,
    .rss = read_rss (),
    .in_use = heap.uordblks + heap.hblkhd,
    .descriptors = count_entries ("/proc/self/fd"),
    .threads = count_entries ("/proc/self/task"),
    .device = device_in_use (),
  };
}

/* Until the number of threads has been the same for a moment: they end a little
 * after they are told to, and those that still work cannot be told yet. */
static void
stop_threads (void)
{
  guint n = count_entries ("/proc/self/task"), same = 0, i;

  for (i = 0; i < 200 && same < 10; i++) {
    guint now;

    g_thread_pool_stop_unused_threads ();
    g_usleep (5000);
    now = count_entries ("/proc/self/task");
    same = now == n ? same + 1 : 0;
    n = now;
  }
}

Resources
resources_at_rest (guint64 frames)
{
  gst_task_cleanup_all ();
  stop_threads ();
  malloc_trim (0);
  return resources_now (frames);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;

  return x < y ? -1 : x > y;
}

guint64
resources_median (
    const GArray *samples, guint from, guint to, ResourcesField field)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 median = 0;
  guint i;

  for (i = from; i < to; i++) {
    guint64 value = field (&g_array_index (samples, Resources, i));

    g_array_append_val (values, value);
  }
  g_array_sort (values, compare);
  if (values->len > 0)
    median = g_array_index (values, guint64, values->len / 2);
  g_array_unref (values);
  return median;
}

void
resources_check_flat (const GArray *samples, const gchar *what,
    const gchar *unit, ResourcesField field, guint64 slack)
{
  const guint n = samples->len;
  guint64 before = resources_median (samples, n / 3, 2 * n / 3, field);
  guint64 after = resources_median (samples, 2 * n / 3, n, field);

  verdict_check (after <= before + slack,
      "%s grows: %" G_GUINT64_FORMAT "%s in the second third of the frames, "
      "%" G_GUINT64_FORMAT "%s in the last",
      what, before, unit, after, unit);
}

/* The least of the samples [from, to). */
static guint64
least (const GArray *samples, guint from, guint to, ResourcesField field)
{
  guint64 value = G_MAXUINT64;
  guint i;

  for (i = from; i < to; i++)
    value = MIN (value, field (&g_array_index (samples, Resources, i)));
  return value;
}

void
resources_check_steady (const GArray *samples, const gchar *what,
    const gchar *unit, ResourcesField field, guint64 slack)
{
  const guint first = samples->len / 3, n = samples->len - first;
  gint64 growth = G_MAXINT64;
  guint64 before;
  guint i;

  /* it ended early, and that has failed */
  if (n < QUARTERS)
    return;
  before = least (samples, first, first + n / QUARTERS, field);
  for (i = 1; i < QUARTERS; i++) {
    guint64 now = least (samples, first + i * n / QUARTERS,
        first + (i + 1) * n / QUARTERS, field);

    growth = MIN (growth, (gint64)(now - before));
    before = now;
  }
  verdict_check (growth <= (gint64)(slack / QUARTERS),
      "%s grows by at least %" G_GINT64_FORMAT
      "%s in each quarter of what follows the first third of the frames",
      what, growth, unit);
}

Resources
resources_least (const Resources *a, const Resources *b)
{
  return (Resources){
    .frames = MAX (a->frames, b->frames),
    .seconds = MAX (a->seconds, b->seconds),
    .rss = MIN (a->rss, b->rss),
    .in_use = MIN (a->in_use, b->in_use),
    .descriptors = MIN (a->descriptors, b->descriptors),
    .threads = MIN (a->threads, b->threads),
    .device = MIN (a->device, b->device),
  };
}

guint64
resources_rss (const Resources *r)
{
  return r->rss;
}

guint64
resources_in_use (const Resources *r)
{
  return r->in_use;
}

guint64
resources_descriptors (const Resources *r)
{
  return r->descriptors;
}

guint64
resources_threads (const Resources *r)
{
  return r->threads;
}

guint64
resources_device (const Resources *r)
{
  return r->device;
}
