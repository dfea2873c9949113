/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* --tune: measures what backends choose, and remembers it. */
#include "tune.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>

#include "engine/core/cfbackend.h"
#include "jsontext.h"
#include "trialrun.h"
#include "wholefile.h"

#define MOST 16 /* candidates */
/* What is picked stays where nothing is faster by more than that. */
#define TIE 1.02
/* How much longer the second shortest of a candidate's turns may take: else the
 * machine does other things, and nothing is decided. */
#define STEADY 1.1

/* What is known of a choice. */
typedef struct {
  guint n_there; /* candidates that the device has */
  gboolean there[MOST];
  guint picked, best;
  gboolean is_measured, is_steady;
  gdouble score[MOST];  /* geometric mean of nanoseconds a picture */
  gdouble spread[MOST]; /* of a trial at most: second shortest, shortest */
} Result;

static gboolean
is_wanted (const Options *options, const CfTunable *tunable)
{
  guint i;

  for (i = 0; options->fragments && options->fragments[i]; i++)
    if (g_pattern_match_simple (options->fragments[i], tunable->name))
      return TRUE;
  return !options->fragments;
}

/* Work by each candidate, which give the same pictures. */
static gboolean
make_works (TrialRun *run, CfDevice *device, guint tunable,
    const Result *result, TrialWork **works, GError **error)
{
  const CfTunable *c = &cf_device_get_autotune (device)->tunables[tunable];
  guint k;

  for (k = 0; c->candidates[k]; k++) {
    if (!result->there[k])
      continue;
    cf_device_set_tuned (device, tunable, k);
    works[k] = trial_work_new (run, error);
    if (!works[k] || !trial_run_check (run, works[k], error)) {
      g_prefix_error (error, "%s: ", c->candidates[k]);
      return FALSE;
    }
  }
  return TRUE;
}

/* All candidates take turns. Of each the shortest counts: whatever disturbs
 * adds to it. */
static gboolean
time_works (const Options *options, CfDevice *device, guint tunable,
    TrialRun *run, TrialWork **works, Result *result, GError **error)
{
  const gdouble seconds = options->seconds / options->repeats;
  gdouble least[MOST], second[MOST], time;
  gint i;
  guint k;

  for (i = 0; i < options->repeats; i++)
    for (k = 0; k < MOST; k++)
      if (works[k]) {
        cf_device_set_tuned (device, tunable, k);
        if (!trial_run_time (run, works[k], seconds, &time, error))
          return FALSE;
        if (i == 0)
          least[k] = second[k] = time;
        else if (i == 1 || time < second[k])
          second[k] = time;
        if (second[k] < least[k]) {
          second[k] = least[k];
          least[k] = time;
        }
      }
  for (k = 0; k < MOST; k++)
    if (works[k]) {
      result->score[k] += log (least[k]);
      result->spread[k] = MAX (result->spread[k], second[k] / least[k]);
    }
  return TRUE;
}

static gboolean
try_all (const Options *options, CfDevice *device, guint tunable,
    const CfTrial *trial, Result *result, GError **error)
{
  /* as much work as tells candidates apart, in a time that one waits */
  const gboolean is_gpu =
      cf_device_get_backend_type (device) == CF_BACKEND_CUDA;
  const OptionsSize size =
      options->has_sizes
          ? g_array_index (options->sizes, OptionsSize, 0)
          : (OptionsSize){ is_gpu ? 3840 : 1920, is_gpu ? 2160 : 1080 };
  TrialRun *run = trial_run_new (device, trial, size.width, size.height, error);
  TrialWork *works[MOST] = { NULL };
  gboolean ok;
  guint k;

  if (!run)
    return FALSE;
  ok = make_works (run, device, tunable, result, works, error)
       && time_works (options, device, tunable, run, works, result, error);
  for (k = 0; k < MOST; k++)
    if (works[k])
      trial_work_free (works[k]);
  trial_run_free (run);
  return ok;
}

static void
find_candidates (CfDevice *device, guint tunable, Result *result)
{
  const CfAutotune *all = cf_device_get_autotune (device);
  guint k;

  *result = (Result){ .picked = all->pick (device, tunable) };
  for (k = 0; all->tunables[tunable].candidates[k]; k++) {
    result->there[k] = all->has (device, tunable, k);
    result->n_there += result->there[k];
  }
  /* what is in force then */
  for (k = 0; !result->there[result->picked]; k++)
    if (result->there[k])
      result->picked = k;
  result->best = result->picked;
}

static gboolean
measure_tunable (const Options *options, CfDevice *device, guint tunable,
    Result *result, GError **error)
{
  const CfAutotune *all = cf_device_get_autotune (device);
  const guint before = cf_device_get_tuned (device, tunable);
  gboolean ok = TRUE;
  CfTrial trial;
  guint i, k;

  for (i = 0; ok && all->trial (tunable, i, &trial); i++)
    ok = try_all (options, device, tunable, &trial, result, error);
  cf_device_set_tuned (device, tunable, before);
  if (!ok || i == 0)
    return ok;
  result->is_measured = TRUE;
  for (k = 0; k < MOST; k++)
    result->score[k] = exp (result->score[k] / i);
  for (k = 0; k < MOST; k++)
    if (result->there[k] && result->score[k] < result->score[result->best])
      result->best = k;
  result->is_steady =
      MAX (result->spread[result->best], result->spread[result->picked])
      <= STEADY;
  if (!result->is_steady
      || result->score[result->picked] <= TIE * result->score[result->best])
    result->best = result->picked;
  return TRUE;
}

static void
print_result (const CfTunable *tunable, const Result *result)
{
  g_print ("%-28s %-13s ", tunable->name, tunable->candidates[result->picked]);
  if (result->n_there == 1)
    g_print ("%-13s %14s\n", "-", "only one");
  else if (!result->is_measured)
    g_print ("%-13s %14s\n", "-", "no trial");
  else if (!result->is_steady)
    g_print ("%-13s %14s\n", "-", "unsteady");
  else
    g_print ("%-13s %14.3f\n", tunable->candidates[result->best],
        result->score[result->picked] / result->score[result->best]);
}

/* What is in force, and what there is. */
static void
print_candidates (CfDevice *device, guint tunable, const Result *result)
{
  const CfTunable *c = &cf_device_get_autotune (device)->tunables[tunable];
  guint k;

  g_print ("%-28s %-13s %-13s", c->name, c->candidates[result->picked],
      c->candidates[cf_device_get_tuned (device, tunable)]);
  for (k = 0; c->candidates[k]; k++)
    if (result->there[k])
      g_print (" %s", c->candidates[k]);
  g_print ("\n");
}

/* Where it will be written, to be freed; NULL, and says why, where it cannot.
 */
static gchar *
find_file (CfDevice *device)
{
  gchar *path = cf_tuning_path (device);
  gchar *folder = g_path_get_dirname (path);
  GError *error = NULL;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    g_printerr ("%s cannot be made: %s\n", folder, g_strerror (errno));
  else if (!whole_file_check (path, &error))
    g_printerr ("%s\n", error->message);
  else {
    g_free (folder);
    return path;
  }
  g_clear_error (&error);
  g_free (folder);
  g_free (path);
  return NULL;
}

static gboolean
save (CfDevice *device, const gchar *path, const guint *chosen)
{
  gsize length;
  gchar *text = cf_tuning_write (device, chosen, &length);
  GError *error = NULL;
  gboolean ok = whole_file_write (path, text, length, &error);

  if (ok) {
    g_print ("Written to %s, which elements read when they start; "
             "CUDAFILTERS_TUNING=off ignores it.\n",
        path);
  } else {
    g_printerr ("%s\n", error->message);
    g_error_free (error);
  }
  g_free (text);
  return ok;
}

static void
add_json (GString *json, CfDevice *device, const CfTunable *tunable,
    const Result *result)
{
  gchar *identity = cf_device_get_autotune (device)->identify (device);
  guint k;

  g_string_append (json, json->str[json->len - 1] == '[' ? "\n{" : ",\n{");
  json_add_named_string (json, "device", identity);
  json_add_named_string (json, "choice", tunable->name);
  json_add_named_string (json, "picked", tunable->candidates[result->picked]);
  json_add_named_string (json, "fastest",
      result->is_measured && result->is_steady
          ? tunable->candidates[result->best]
          : NULL);
  json_add_name (json, "ns");
  g_string_append_c (json, '{');
  for (k = 0; tunable->candidates[k]; k++)
    if (result->there[k] && result->is_measured)
      json_add_named_number (json, tunable->candidates[k], result->score[k]);
  g_string_append (json, "}}");
  g_free (identity);
}

/* What fails keeps what is in force. */
static gboolean
measure_all (
    const Options *options, CfDevice *device, guint *chosen, GString *json)
{
  const CfAutotune *all = cf_device_get_autotune (device);
  gboolean ok = TRUE;
  guint i;

  for (i = 0; i < all->n; i++) {
    GError *error = NULL;
    Result result;

    chosen[i] = cf_device_get_tuned (device, i);
    if (!is_wanted (options, &all->tunables[i]))
      continue;
    find_candidates (device, i, &result);
    if (options->list) {
      print_candidates (device, i, &result);
    } else if (result.n_there > 1
               && !measure_tunable (options, device, i, &result, &error)) {
      g_printerr ("%s: %s\n", all->tunables[i].name, error->message);
      g_error_free (error);
      ok = FALSE;
    } else {
      print_result (&all->tunables[i], &result);
      add_json (json, device, &all->tunables[i], &result);
      chosen[i] = result.best;
    }
  }
  return ok;
}

static gboolean
tune_device (const Options *options, CfDevice *device, GString *json)
{
  guint *chosen = g_new (guint, cf_device_get_autotune (device)->n);
  gchar *path = options->list ? NULL : find_file (device);
  gboolean ok = options->list || path;

  g_print ("%s: %s\n", cf_device_get_backend_name (device),
      cf_device_get_description (device));
  g_print ("%-28s %-13s %-13s %s\n", "choice", "picked",
      options->list ? "in force" : "fastest",
      options->list ? "of" : "picked/fastest");
  if (ok)
    ok = measure_all (options, device, chosen, json);
  if (path)
    ok = save (device, path, chosen) && ok;
  g_free (path);
  g_free (chosen);
  return ok;
}

/* FALSE where one that was asked for by name is not there. */
static gboolean
tune_backend (const Options *options, const CfDeviceConfig *config,
    gboolean must, GString *json)
{
  GError *error = NULL;
  CfDevice *device = cf_device_open (config, &error);
  gboolean ok;

  if (!device) {
    if (must)
      g_printerr ("%s\n", error->message);
    else
      g_print ("No GPU is tuned: %s\n", error->message);
    g_error_free (error);
    return !must;
  }
  ok = tune_device (options, device, json);
  cf_device_unref (device);
  return ok;
}

gboolean
tune (const Options *options)
{
  const gboolean all = g_str_equal (options->tune, "all");
  const gboolean gpus = g_str_equal (options->tune, "cuda");
  Machine *machine = machine_new (NULL); /* devices are told with the runs */
  GString *json = json_begin (options->command, machine);
  GError *error = NULL;
  gboolean ok = TRUE;
  guint i;

  machine_free (machine);
  json_add_named_number (json, "repeats", options->repeats);
  json_add_named_number (json, "seconds", options->seconds);
  json_add_name (json, "runs");
  g_string_append_c (json, '[');
  if (all || !gpus) {
    const CfDeviceConfig config = { .type = CF_BACKEND_CPU };

    ok = tune_backend (options, &config, TRUE, json);
  }
  for (i = 0; ok && (all || gpus) && i < options->devices->len; i++) {
    const CfDeviceConfig config = { .type = CF_BACKEND_CUDA,
      .id = g_array_index (options->devices, guint, i) };

    ok = tune_backend (
        options, &config, gpus || options->devices->len > 1, json);
  }
  g_string_append (json, "\n]}\n");
  if (ok && options->json
      && !whole_file_write (options->json, json->str, json->len, &error)) {
    g_printerr ("%s\n", error->message);
    g_error_free (error);
    ok = FALSE;
  }
  g_string_free (json, TRUE);
  return ok;
}
