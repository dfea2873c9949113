/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frame after frame through an element, while properties, formats and states
 * change, for as long as one likes: no frame is lost, results are right, and
 * neither memory nor anything else grows.
 *
 *   soak [--frames=N] [--element=NAME] [--backend=cpu|cuda] [--seed=N]
 *        [--json=FILE] [--seconds=N] [--slow=SECONDS] [--device-memory]
 *        [--allocations=N] */
#include <gst/gst.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "allocations.h"
#include "backend.h"
#include "elements.h"
#include "program.h"
#include "resources.h"
#include "session.h"
#include "verdict.h"

/* Pipelines an element; each has an equal part of the frames. */
#define N_SESSIONS 12
#define N_SAMPLES 120
/* Least part of the frames that has to have been compared: 1 in so many. */
#define COMPARED_MIN 200

/* malloc() gives little back of what its arenas once had, and the driver keeps
 * each kernel that it has loaded. */
#define RSS_SLACK (32 << 20)
/* malloc() keeps what was in use at a time, in each thread's arena */
#define WORKING_SLACK (48 << 20)
/* on a GPU: kernels that are loaded late, cuFFT's too */
#define DRIVER_HEAP_SLACK (2 << 20)
#define DEVICE_SLACK (64 << 20)

static gint64 n_frames = 200000;
static gchar *only_element, *json_path;
static gint64 seed = 1;
static gint seconds_max;
static gdouble slow;
static gboolean device_memory;
static gint n_allocations;

static const GOptionEntry options[] = {
  { "frames", 0, 0, G_OPTION_ARG_INT64, &n_frames,
      "Frames for each element (200000)", "N" },
  { "element", 0, 0, G_OPTION_ARG_STRING, &only_element,
      "This element alone (all)", "NAME" },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Of all that is random (1)", "N" },
  { "json", 0, 0, G_OPTION_ARG_FILENAME, &json_path, "Write figures there",
      "FILE" },
  { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds_max,
      "Fail where an element takes longer (no limit)", "N" },
  { "slow", 0, 0, G_OPTION_ARG_DOUBLE, &slow,
      "Tell of frames that take longer, and what the element was set to (none)",
      "SECONDS" },
  { "device-memory", 0, 0, G_OPTION_ARG_NONE, &device_memory,
      "Look at the GPU's memory instead of the host's: nothing else may work "
      "on it",
      NULL },
  { "allocations", 0, 0, G_OPTION_ARG_INT, &n_allocations,
      "Behind the first third, watch what is allocated, and print the N places "
      "that hold most of what stays (0)",
      "N" },
  { NULL }
};

/* One element's. */
typedef struct {
  const gchar *element;
  SessionCounts counts;
  GArray *curve; /* of Resources, while it works */
  GArray *rests; /* and between two pipelines */
  GArray *lows;  /* the least from one rest to the next: the driver takes
                  * memory for moments, at rest too */
  Resources low; /* since the last rest */
  guint64 before, next_sample;
  gdouble seconds;
} Soak;

static void
sample (gpointer data, guint64 sent)
{
  Soak *self = data;
  Resources now;

  if (self->before + sent < self->next_sample)
    return;
  now = resources_now (self->before + sent);
  g_array_append_val (self->curve, now);
  self->low = resources_least (&self->low, &now);
  self->next_sample = now.frames + MAX (1, n_frames / N_SAMPLES);
}

static void
rest (Soak *self)
{
  Resources now = resources_at_rest (self->counts.sent);

  g_array_append_val (self->rests, now);
  self->low = resources_least (&self->low, &now);
  g_array_append_val (self->lows, self->low);
  self->low = now;
}

static void
check_steady (
    const Soak *self, const gchar *what, ResourcesField field, guint64 slack)
{
  gchar *name = g_strdup_printf ("%s: %s", self->element, what);

  resources_check_steady (self->lows, name, " bytes", field, slack);
  g_free (name);
}

static void
check_flat (const Soak *self, const GArray *samples, const gchar *what,
    const gchar *unit, ResourcesField field, guint64 slack)
{
  gchar *name = g_strdup_printf ("%s: %s", self->element, what);

  resources_check_flat (samples, name, unit, field, slack);
  g_free (name);
}

/* The GPU's is for a short look, in which the driver still loads kernels. */
static void
judge_memory (const Soak *self)
{
  if (device_memory) {
    check_flat (self, self->curve, "the GPU's memory", " bytes",
        resources_device, DEVICE_SLACK);
    return;
  }
  check_flat (
      self, self->curve, "memory", " bytes", resources_rss, WORKING_SLACK);
  check_steady (self, "memory at rest", resources_rss, RSS_SLACK);
  check_steady (self, "the heap at rest", resources_in_use,
      backend_is_gpu () ? DRIVER_HEAP_SLACK : RESOURCES_HEAP_SLACK);
}

static void
judge (const Soak *self)
{
  const SessionCounts *c = &self->counts;

  judge_memory (self);
  check_flat (self, self->rests, "files at rest", "", resources_descriptors, 0);
  check_flat (self, self->rests, "threads at rest", "", resources_threads, 1);
  verdict_check (c->arrived > c->sent / 2,
      "%s: only %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
      " frames arrived, flushes or not",
      self->element, c->arrived, c->sent);
  verdict_check (c->compared >= c->sent / COMPARED_MIN,
      "%s: only %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
      " frames were compared",
      self->element, c->compared, c->sent);
}

static gboolean
is_in_time (const Soak *self, gint64 start)
{
  gint64 taken = g_get_monotonic_time () - start;

  return seconds_max == 0
         || verdict_expect (taken < seconds_max * G_TIME_SPAN_SECOND,
             "%s: only %" G_GUINT64_FORMAT " frames in %d s", self->element,
             self->counts.sent, seconds_max);
}

static gboolean
run_element (Soak *self, const gchar *folder)
{
  gint64 start = g_get_monotonic_time ();
  guint i;

  self->curve = g_array_new (FALSE, FALSE, sizeof (Resources));
  self->rests = g_array_new (FALSE, FALSE, sizeof (Resources));
  self->lows = g_array_new (FALSE, FALSE, sizeof (Resources));
  self->low = resources_now (0);
  for (i = 0; i < N_SESSIONS && is_in_time (self, start); i++) {
    SessionConfig config = { .element = self->element,
      .folder = folder,
      .seed = seed + 100 * i,
      .n_frames = n_frames / N_SESSIONS,
      .slow = (gint64)(slow * G_TIME_SPAN_SECOND) };
    guint held = backend_n_held ();

    if (n_allocations > 0 && i == N_SESSIONS / 3)
      allocations_watch ();
    self->before = self->counts.sent;
    if (!session_run (&config, &self->counts, sample, self))
      return FALSE;
    verdict_check (backend_n_held () <= held,
        "%s leaves %u things on the device", self->element,
        backend_n_held () - held);
    rest (self);
  }
  allocations_print (n_allocations);
  self->seconds = (g_get_monotonic_time () - start) / 1e6;
  judge (self);
  return TRUE;
}

/* What came of it */

static void
print_counts (const Soak *self)
{
  const SessionCounts *c = &self->counts;

  g_print ("%s on %s: %" G_GUINT64_FORMAT " frames in %.1f s, %.0f frames/s; "
           "%" G_GUINT64_FORMAT " compared, %" G_GUINT64_FORMAT
           " flushed; properties %" G_GUINT64_FORMAT " (%" G_GUINT64_FORMAT
           " refused), formats %" G_GUINT64_FORMAT " (%" G_GUINT64_FORMAT
           " CUDAMemory), seeks %" G_GUINT64_FORMAT
           ", flushes %" G_GUINT64_FORMAT ", ends %" G_GUINT64_FORMAT
           ", pauses %" G_GUINT64_FORMAT ", stops %" G_GUINT64_FORMAT "\n",
      self->element, backend_name (), c->sent, self->seconds,
      c->sent / self->seconds, c->compared, c->sent - c->arrived, c->properties,
      c->refused, c->formats, c->cuda_formats, c->seeks, c->flushes, c->ends,
      c->pauses, c->stops);
}

static void
write_samples (FILE *file, const gchar *name, const GArray *samples)
{
  guint i;

  fprintf (file, "     \"%s\": [", name);
  for (i = 0; i < samples->len; i++) {
    const Resources *r = &g_array_index (samples, Resources, i);

    fprintf (file,
        "%s\n      [%" G_GUINT64_FORMAT ", %.2f, %" G_GUINT64_FORMAT
        ", %" G_GUINT64_FORMAT ", %u, %u, %" G_GUINT64_FORMAT "]",
        i ? "," : "", r->frames, r->seconds, r->rss, r->in_use, r->descriptors,
        r->threads, r->device);
  }
  fprintf (file, "]");
}

static void
write_element (FILE *file, const Soak *self)
{
  const SessionCounts *c = &self->counts;

  fprintf (file,
      "    {\"element\": \"%s\", \"backend\": \"%s\", "
      "\"frames\": %" G_GUINT64_FORMAT ", \"seconds\": %.2f, "
      "\"frames_per_second\": %.0f,\n",
      self->element, backend_name (), c->sent, self->seconds,
      c->sent / self->seconds);
  fprintf (file,
      "     \"arrived\": %" G_GUINT64_FORMAT
      ", \"compared\": %" G_GUINT64_FORMAT
      ", \"property_changes\": %" G_GUINT64_FORMAT
      ", \"refused\": %" G_GUINT64_FORMAT ", \"formats\": %" G_GUINT64_FORMAT
      ", \"cuda_formats\": %" G_GUINT64_FORMAT ", \"seeks\": %" G_GUINT64_FORMAT
      ", \"flushes\": %" G_GUINT64_FORMAT ", \"ends\": %" G_GUINT64_FORMAT
      ", \"pauses\": %" G_GUINT64_FORMAT ", \"stops\": %" G_GUINT64_FORMAT
      ",\n",
      c->arrived, c->compared, c->properties, c->refused, c->formats,
      c->cuda_formats, c->seeks, c->flushes, c->ends, c->pauses, c->stops);
  write_samples (file, "working", self->curve);
  fprintf (file, ",\n");
  write_samples (file, "at_rest", self->rests);
  fprintf (file, "}");
}

static gchar *
describe_processor (void)
{
  gchar *text = NULL, *at, *name = NULL;

  if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL)) {
    at = strstr (text, "model name");
    at = at ? strchr (at, ':') : NULL;
    if (at)
      name = g_strndup (at + 2, strcspn (at + 2, "\n"));
  }
  g_free (text);
  return name ? name : g_strdup ("unknown");
}

static void
write_json (GPtrArray *soaks, const gchar *command)
{
  GDateTime *now = g_date_time_new_now_utc ();
  gchar *date = g_date_time_format_iso8601 (now);
  gchar *processor = describe_processor ();
  FILE *file = fopen (json_path, "w");
  struct utsname name;
  guint i;

  if (!file)
    g_error ("%s cannot be written", json_path);
  uname (&name);
  fprintf (file,
      "{\n  \"date\": \"%s\",\n  \"command\": \"%s\",\n"
      "  \"machine\": \"%s, %u threads, %s %s\",\n"
      "  \"failed\": %u,\n  \"samples\": \"frames, seconds, resident "
      "bytes, heap bytes in use, open files, threads, bytes of the "
      "GPU\",\n  \"elements\": [\n",
      date, command, processor, g_get_num_processors (), name.sysname,
      name.release, verdict_n_failed ());
  for (i = 0; i < soaks->len; i++) {
    write_element (file, g_ptr_array_index (soaks, i));
    fprintf (file, i + 1 < soaks->len ? ",\n" : "\n");
  }
  fprintf (file, "  ]\n}\n");
  fclose (file);
  g_free (processor);
  g_free (date);
  g_date_time_unref (now);
}

static void
soak_free (gpointer data)
{
  Soak *self = data;

  g_clear_pointer (&self->curve, g_array_unref);
  g_clear_pointer (&self->rests, g_array_unref);
  g_clear_pointer (&self->lows, g_array_unref);
  g_free (self);
}

/* Elements one after the other, until one stands still. */
static gboolean
run_all (GPtrArray *soaks, const gchar *folder)
{
  guint i, n = 0;

  for (i = 0; elements_all ()[i]; i++) {
    Soak *soak;

    if (only_element && !g_str_equal (only_element, elements_all ()[i]))
      continue;
    soak = g_new0 (Soak, 1);
    soak->element = elements_all ()[i];
    g_ptr_array_add (soaks, soak);
    if (!run_element (soak, folder))
      return FALSE;
    print_counts (soak);
    n++;
  }
  verdict_check (n > 0, "there is no element %s", only_element);
  return TRUE;
}

int
main (int argc, char **argv)
{
  gchar *command = g_strjoinv (" ", argv);
  GPtrArray *soaks = g_ptr_array_new_with_free_func (soak_free);
  gchar *folder = program_begin (options, &argc, &argv);

  if (device_memory)
    resources_watch_device ();
  /* who stands still has frames in hand, and nothing can be freed */
  if (!run_all (soaks, folder))
    _Exit (verdict_finish ());
  program_end (folder);
  if (json_path)
    write_json (soaks, command);
  g_ptr_array_unref (soaks);
  g_free (command);
  return verdict_finish ();
}
