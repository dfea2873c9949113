/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A program's cases, each from random numbers of its own. */
#pragma once

#include <cstdio>
#include <cstdlib>

#include <glib.h>

/* `PROGRAM [NUMBER [SEED]]`: so many cases, 100 if not said; the exit status.
 */
static inline int
run_cases (int argc, char **argv, gboolean (*run_case) (GRand *random, gint i))
{
  const gint n = argc > 1 ? atoi (argv[1]) : 100;
  const guint seed = argc > 2 ? atoi (argv[2]) : 1;
  guint passed = 0;

  for (gint i = 0; i < n; i++) {
    GRand *random = g_rand_new_with_seed (seed * 100003 + i);

    if (run_case (random, i))
      passed++;
    else
      printf ("FAILED case %d of seed %u\n", i, seed);
    g_rand_free (random);
  }
  printf ("%u passed, %u failed, 0 skipped\n", passed, n - passed);
  return passed < (guint)n;
}
