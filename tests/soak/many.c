/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many pipelines in one process, started, disturbed and stopped by several
 * threads at once, with GstCudaContexts that they share or not: each has the
 * results that it has alone, and nothing is left of them.
 *
 *   many [--pipelines=N] [--threads=N] [--rounds=N] [--seconds=N]
 *        [--backend=cpu|cuda] [--devices=N] [--seed=N] */
#include <gst/gst.h>
#include <stdlib.h>

#include "backend.h"
#include "program.h"
#include "resources.h"
#include "slot.h"
#include "verdict.h"

/* For a thread to come back once time is over. */
#define PATIENCE (240 * G_TIME_SPAN_SECOND)
/* On a GPU, of few rounds: cuFFT's kernels and graphs, which any of them may be
 * the first to want. */
#define CUFFT_HEAP_SLACK (16 << 20)

static gint n_pipelines = 64, n_threads = 8, n_rounds = 6, n_devices = 1;
static gint seconds = 10, seed = 1;

static const GOptionEntry options[] = { { "pipelines", 0, 0, G_OPTION_ARG_INT,
                                            &n_pipelines,
                                            "Pipelines at a time (64)", "N" },
  { "threads", 0, 0, G_OPTION_ARG_INT, &n_threads,
      "Threads that start and stop them (8)", "N" },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &n_rounds,
      "Times that all are started and stopped (6)", "N" },
  { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds,
      "Time of all rounds, less that of starts and stops (10)", "N" },
  { "devices", 0, 0, G_OPTION_ARG_INT, &n_devices, "GPUs (1)", "N" },
  { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "Of all that is random (1)", "N" },
  { NULL } };

typedef struct {
  GMutex lock;
  Slot *slot;
} Place;

static Place *places;

/* A round's. */
static GMutex gate;
static GCond changed;
static gint n_starting, n_working;

static void
count (gint *what)
{
  g_mutex_lock (&gate);
  --*what;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&gate);
}

/* FALSE where that takes too long. */
static gboolean
wait_for_none (gint *what)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;
  gboolean none = TRUE;

  g_mutex_lock (&gate);
  while (*what > 0 && none)
    none = g_cond_wait_until (&changed, &gate, deadline);
  g_mutex_unlock (&gate);
  return none;
}

/* First its own share, until all run. */
static void
start_share (guint thread, GRand *rand)
{
  gint i;

  for (i = thread; i < n_pipelines; i += n_threads)
    slot_start (places[i].slot, rand);
  count (&n_starting);
  wait_for_none (&n_starting);
}

static void
disturb_any (GRand *rand)
{
  Place *place = &places[g_rand_int_range (rand, 0, n_pipelines)];

  /* somebody else is at it */
  if (!g_mutex_trylock (&place->lock))
    return;
  if (slot_is_running (place->slot))
    slot_disturb (place->slot, rand);
  else
    slot_start (place->slot, rand);
  g_mutex_unlock (&place->lock);
}

typedef struct {
  guint number;
  guint32 seed;
} Worker;

static gpointer
work (gpointer data)
{
  const Worker *worker = data;
  GRand *rand = g_rand_new_with_seed (worker->seed);
  gint64 end;
  gint i;

  start_share (worker->number, rand);
  end = g_get_monotonic_time () + seconds * G_TIME_SPAN_SECOND / n_rounds;
  while (g_get_monotonic_time () < end)
    disturb_any (rand);
  for (i = worker->number; i < n_pipelines; i += n_threads) {
    g_mutex_lock (&places[i].lock);
    if (slot_is_running (places[i].slot))
      slot_stop (places[i].slot);
    g_mutex_unlock (&places[i].lock);
  }
  g_rand_free (rand);
  count (&n_working);
  return NULL;
}

/* FALSE where threads do not come back. */
static gboolean
run_round (guint round)
{
  Worker *workers = g_new0 (Worker, n_threads);
  GThread **threads = g_new0 (GThread *, n_threads);
  gint i;

  n_starting = n_working = n_threads;
  for (i = 0; i < n_threads; i++) {
    workers[i] = (Worker){ .number = i, .seed = seed + 1000 * round + i };
    threads[i] = g_thread_new ("many", work, &workers[i]);
  }
  if (!verdict_check (wait_for_none (&n_working),
          "round %u: %d of %d threads do not come back", round, n_working,
          n_threads))
    return FALSE;
  for (i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  g_free (threads);
  g_free (workers);
  return TRUE;
}

/* Another thread may stop what its owner has stopped already: all slots are
 * empty only now. */
static void
stop_all (void)
{
  gint i;

  for (i = 0; i < n_pipelines; i++)
    if (slot_is_running (places[i].slot))
      slot_stop (places[i].slot);
}

static void
judge (const GArray *rests)
{
  const SlotCounts *c = &slot_counts;

  verdict_check (c->most_running == n_pipelines,
      "at most %d of %d pipelines ran at a time", c->most_running, n_pipelines);
  verdict_check (c->compared > c->frames / 4,
      "only %d of %d frames were compared", c->compared, c->frames);
  resources_check_flat (rests, "the heap at rest", " bytes", resources_in_use,
      backend_is_gpu () ? CUFFT_HEAP_SLACK : RESOURCES_HEAP_SLACK);
  resources_check_flat (rests, "files at rest", "", resources_descriptors, 0);
  resources_check_flat (rests, "threads at rest", "", resources_threads, 2);
}

static void
print_rest (guint round, const Resources *rest)
{
  g_print ("round %u: %.1f s, %" G_GUINT64_FORMAT " frames; at rest %.1f MiB "
           "resident, %" G_GUINT64_FORMAT
           " KiB of heap, %u files, %u threads\n",
      round, rest->seconds, rest->frames, rest->rss / 1048576.0,
      rest->in_use >> 10, rest->descriptors, rest->threads);
}

static void
run_rounds (GArray *rests)
{
  guint held = 0;
  gint i;

  for (i = 0; i < n_rounds; i++) {
    Resources rest;

    /* nothing can be freed that threads may still work with */
    if (!run_round (i))
      _Exit (verdict_finish ());
    stop_all ();
    rest = resources_at_rest (slot_counts.frames);
    g_array_append_val (rests, rest);
    print_rest (i, &rest);
    /* contexts that all share stay */
    if (i == 0)
      held = backend_n_held ();
    verdict_check (backend_n_held () <= held,
        "round %d leaves %u things on the device", i, backend_n_held () - held);
  }
}

int
main (int argc, char **argv)
{
  GArray *rests = g_array_new (FALSE, FALSE, sizeof (Resources));
  gchar *folder = program_begin (options, &argc, &argv);
  gint i;

  places = g_new0 (Place, n_pipelines);
  for (i = 0; i < n_pipelines; i++) {
    g_mutex_init (&places[i].lock);
    places[i].slot = slot_new (i, n_devices, folder);
  }
  run_rounds (rests);
  judge (rests);
  for (i = 0; i < n_pipelines; i++) {
    slot_free (places[i].slot);
    g_mutex_clear (&places[i].lock);
  }
  g_free (places);
  g_print ("%d pipelines on %s, %d threads: %d starts, %d disturbances, "
           "%d frames, %d compared\n",
      n_pipelines, backend_name (), n_threads, slot_counts.starts,
      slot_counts.disturbances, slot_counts.frames, slot_counts.compared);
  g_array_unref (rests);
  program_end (folder);
  return verdict_finish ();
}
