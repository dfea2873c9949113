/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Proves that the tests see what they are there to see. */
#include "selftest.h"
#include "fault.h"
#include "tests.h"

/* Each case of these runs its filter once, so that faults and failed cases
 * can be counted against each other. */
static const struct {
  const gchar *name;
  gint size;
} samples[] = { { "copy" }, { "median-small", 3 }, { "borders", 7 },
  { "planes" }, { "convolve-real" }, { "epsilon-depths" } };

/* Runs the tests on the faulty backend; FALSE where it does not open. */
static gboolean
run_faulty (Tester *t, Fault fault, Tester *faulty)
{
  guint i;
  Options options = { .seed = t->options->seed, .only_case = -1, .every = 4 };

  *faulty =
      (Tester){ .options = &options, .backend_name = "cpu", .quiet = TRUE };
  if (!target_open (&faulty->target, CF_BACKEND_CPU, t->options->threads, NULL))
    return FALSE;
  if (fault == FAULT_TRANSFER)
    tester_run (faulty, tests_find ("transfers", 0));
  for (i = 0; fault != FAULT_TRANSFER && i < G_N_ELEMENTS (samples); i++)
    tester_run (faulty, tests_find (samples[i].name, samples[i].size));
  target_close (&faulty->target);
  return TRUE;
}

void
selftest_run (Tester *t)
{
  t->backend_name = "self-test";
  t->name = g_strdup ("self-test");
  for (gint fault = FAULT_NONE; fault < N_FAULTS; fault++) {
    Tester faulty;
    gboolean opened, seen;
    guint met;

    fault_install (fault);
    opened = run_faulty (t, fault, &faulty);
    met = fault_count ();
    if (!t->quiet)
      g_print ("fault %-10s met %5u times, %5u cases failed, %5u passed\n",
          fault_name (fault), met, faulty.failed, faulty.passed);
    /* one case makes several transfers */
    seen = fault == FAULT_TRANSFER ? faulty.failed > 0 && faulty.failed <= met
                                   : faulty.failed == met;
    tester_check (t, opened && seen && (met > 0) == (fault != FAULT_NONE),
        "the cases that meet the fault \"%s\" fail, and no others",
        fault_name (fault));
  }
  fault_install (FAULT_NONE);
  g_free (t->name);
}
