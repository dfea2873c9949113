/* What the process, and the GPU, hold at a moment. */
#include "resources.h"

#include <gmodule.h>
#include <gst/gst.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

#include "verdict.h"

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

static gint
compare_steps (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;

  return (x > y) - (x < y);
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

/* The lesser of a sample's value and the next one's: what only some have is no
 * growth. */
static gint64
lesser (const GArray *samples, guint i, ResourcesField field)
{
  const guint64 here = field (&g_array_index (samples, Resources, i));
  const guint64 next = field (&g_array_index (samples, Resources, i + 1));

  return MIN (here, next);
}

void
resources_check_steady (const GArray *samples, const gchar *what,
    const gchar *unit, ResourcesField field, guint64 slack)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 growth = 0;
  guint i;

  for (i = MAX (1, samples->len / 3); i + 1 < samples->len; i++) {
    gint64 step = lesser (samples, i, field) - lesser (samples, i - 1, field);

    g_array_append_val (steps, step);
  }
  g_array_sort (steps, compare_steps);
  if (steps->len > 0)
    growth = g_array_index (steps, gint64, steps->len / 2) * steps->len;
  g_array_unref (steps);
  verdict_check (growth <= (gint64)slack,
      "%s grows by %" G_GINT64_FORMAT "%s after the first third of the frames",
      what, growth, unit);
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
