/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A writer for tests/pipelines/outputs. Usage: wholefile PATH keep|fail|wait */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wholefile.h"

int
main (int argc, char **argv)
{
  GError *error = NULL;
  WholeFile *whole = whole_file_new (argv[1], &error);
  FILE *file = whole ? fopen (whole_file_get_path (whole), "w") : NULL;

  if (!file || fputs ("new\n", file) < 0 || fclose (file) != 0) {
    fprintf (stderr, "%s\n", error ? error->message : "nothing is written");
    return EXIT_FAILURE;
  }
  if (strcmp (argv[2], "wait") == 0) {
    puts ("begun");
    fflush (stdout);
    for (;;)
      pause ();
  }
  if (strcmp (argv[2], "fail") == 0)
    exit (EXIT_FAILURE);
  if (!whole_file_keep (whole, &error)) {
    fprintf (stderr, "%s\n", error->message);
    return EXIT_FAILURE;
  }
  whole_file_free (whole);
  return EXIT_SUCCESS;
}
