/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* FFTW at run time. Its headers are not needed: this is all of its interface
 * that is used, which has been the same since FFTW 3.0. */
#include "cpu/inpaint/fftw.h"
#include "engine/core/cferror.h"
#include "engine/core/cflibrary.h"

#define MEASURE 0u /* FFTW_MEASURE */
/* A plan may take so long; then FFTW guesses. 1920 and 1080 samples together
 * take 2 s, less than the 100 iterations of one such picture. */
#define PLAN_SECONDS 2.0
#define NO_LIMIT (-1.0)

static struct {
  CfFftwPlan (*plan) (
      int n, float *in, float *out, int kind, unsigned int flags);
  void (*destroy) (CfFftwPlan plan);
  void (*execute) (CfFftwPlan plan, float *in, float *out);
  void (*set_time_limit) (double seconds);
  gchar *missing; /* why there is none */
} fftw;

/* The planner is not thread-safe. */
static GMutex planner;

/* Others in this process may use FFTW too: a library of its own has what makes
 * the planner safe against them. */
static void
share_planner (void)
{
  gchar *reason;
  gpointer threads = cf_library_open (cf_os_libraries.fftw_threads, &reason);
  void (*make_safe) (void) = NULL;

  if (threads)
    *(gpointer *)&make_safe =
        cf_library_symbol (threads, "fftwf_make_planner_thread_safe");
  if (make_safe)
    make_safe ();
  g_free (reason);
}

static gpointer
load (gpointer unused)
{
  const CfSymbol symbols[] = {
    { &fftw.plan, "fftwf_plan_r2r_1d" },
    { &fftw.destroy, "fftwf_destroy_plan" },
    { &fftw.execute, "fftwf_execute_r2r" },
    { &fftw.set_time_limit, "fftwf_set_timelimit" },
  };
  gchar *reason;
  gpointer library = cf_library_open (cf_os_libraries.fftw, &reason);
  const gchar *absent;

  if (!library) {
    fftw.missing = g_strdup_printf ("This needs FFTW, which cannot be loaded "
                                    "(%s): %s",
        reason, cf_os_libraries.without_fftw);
    g_free (reason);
    return NULL;
  }
  absent = cf_library_find (library, symbols, G_N_ELEMENTS (symbols));
  if (absent)
    fftw.missing = g_strdup_printf (
        "This FFTW has no %s: %s", absent, cf_os_libraries.without_fftw);
  else
    share_planner ();
  return NULL;
}

gboolean
cf_cpu_fftw_load (GError **error)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, load, NULL);
  if (fftw.missing)
    g_set_error_literal (error, CF_ERROR, CF_ERROR_UNSUPPORTED, fftw.missing);
  return !fftw.missing;
}

CfFftwPlan
cf_cpu_fftw_plan (gint n, CfFftwKind kind, gfloat *scratch)
{
  CfFftwPlan plan;

  g_mutex_lock (&planner);
  fftw.set_time_limit (PLAN_SECONDS);
  plan = fftw.plan (n, scratch, scratch, kind, MEASURE);
  fftw.set_time_limit (NO_LIMIT);
  g_mutex_unlock (&planner);
  return plan;
}

void
cf_cpu_fftw_free (CfFftwPlan plan)
{
  if (!plan)
    return;
  g_mutex_lock (&planner);
  fftw.destroy (plan);
  g_mutex_unlock (&planner);
}

void
cf_cpu_fftw_run (CfFftwPlan plan, gfloat *samples)
{
  fftw.execute (plan, samples, samples);
}
