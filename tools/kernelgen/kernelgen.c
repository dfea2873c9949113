/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudafilters-kernelgen: the command. */
#include "kernelgen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/core/cferror.h"
#include "folder.h"

static const gchar help[] =
    "Usage: cudafilters-kernelgen median|convolve|epsilon [OPTION...] -o DIR\n"
    "\n"
    "Writes a filter of grey images as source code into the folder DIR: a "
    "kernel of\n"
    "CUDA (kernel.cu, kernel.h), or plain C with --cpu (kernel.c), a program "
    "that\n"
    "tries, checks and times it (main.c), its Makefile, a test image and a "
    "README.\n"
    "  cd DIR && make && ./main [--check] [IMAGE.pgm [RESULT.pgm]]\n"
    "\n"
    "All filters:\n"
    "  -o, --output DIR       the folder: made, or there and empty\n"
    "  --force                DIR may hold files: those that are to be written "
    "are\n"
    "                         replaced, others left alone\n"
    "  --depth N              bits of a sample, 8...16; above 8 a sample is 2 "
    "bytes\n"
    "                         (default 8)\n"
    "  --border KIND          what stands for samples outside the image: "
    "replicate\n"
    "                         (the nearest), mirror (the edge is not repeated) "
    "or\n"
    "                         constant (default replicate)\n"
    "  --border-value N       of --border constant: 0...255, in steps of 8 "
    "bits\n"
    "                         (default 0)\n"
    "  --pixels-per-thread N  pixels that a thread makes, on the CPU each lane "
    "of a\n"
    "                         vector: a power of two up to 64 for medians of "
    "3x3 and\n"
    "                         convolutions, 32 for others, 8 with --cpu; 16 "
    "for\n"
    "                         medians that cannot put two samples in a "
    "register\n"
    "                         (below sm_80, or sm_90 with 15 and 16 bits)\n"
    "                         (default: what was fastest)\n"
    "  --arch sm_NN           what nvcc compiles for: sm_75 or later (default "
    "sm_90)\n"
    "  --cpu                  plain C instead of CUDA\n"
    "\n"
    "median: the middle of the window's samples in order\n"
    "  --size N               width and height of the window: odd, 3...15\n"
    "                         (default 3)\n"
    "\n"
    "convolve: the sum of the samples times a mask; one mask at most:\n"
    "  --kernel TEXT          rows with \";\" between: \"1 2 1; 2 4 2; 1 2 "
    "1\"; or a row\n"
    "                         and a column: \"1 2 1 * 1 2 1\"; odd numbers of "
    "values,\n"
    "                         1...15\n"
    "  --kernel-file FILE     the same from a file; lines are rows too, # "
    "begins a\n"
    "                         comment\n"
    "  --preset NAME          none, box, gaussian, sharpen, unsharp, "
    "laplacian,\n"
    "                         sobel-x, sobel-y, scharr-x, scharr-y or emboss\n"
    "                         (default gaussian)\n"
    "  --size N               of a preset's mask: odd, 3...15 (default 5)\n"
    "  --sigma S              of gaussian and unsharp: 0...100 samples "
    "(default 0:\n"
    "                         0.3 ((N - 1) / 2 - 1) + 0.8)\n"
    "  --normalize KIND       auto: divide by the mask's sum if that is above "
    "0,\n"
    "                         else add half of the range to sums of 0 and all "
    "of it\n"
    "                         below; none; or manual (default auto)\n"
    "  --divisor D            of --normalize manual: any number but 0 (default "
    "1)\n"
    "  --bias B               of --normalize manual: added, -65536...65536, in "
    "steps\n"
    "                         of 8 bits (default 0)\n"
    "  --flip                 rotate the mask by 180 degrees\n"
    "\n"
    "epsilon: the mean of the window's samples that differ little from the "
    "middle\n"
    "  --size N               width and height of the window: odd, 3...15\n"
    "                         (default 9)\n"
    "  --threshold T          what is little: 0...256, in steps of 8 bits\n"
    "                         (default 20)\n"
    "  --mode MODE            average: leave out samples that differ by T or "
    "more;\n"
    "                         clamp: limit differences to T (default average)\n"
    "\n"
    "  -h, --help             this\n"
    "  --version              the version\n"
    "\n"
    "A value may also follow \"=\": --size=5.\n"
    "\n"
    "Examples:\n"
    "  cudafilters-kernelgen median --size 5 -o median5\n"
    "  cudafilters-kernelgen convolve --kernel \"-1 0 1; -2 0 2; -1 0 1\" "
    "-o sobel\n"
    "  cudafilters-kernelgen epsilon --size 7 --threshold 12 --cpu -o eps\n";

/* Options of the folder as a whole. */
typedef struct {
  const gchar *dir;
  gboolean force;
} Target;

/* `error`'s message as one line, whatever was quoted in it. */
static void
complain (GError *error)
{
  gchar *c;

  for (c = error->message; *c; c++)
    if ((guchar)*c < ' ' || *c == 0x7f)
      *c = '?';
  fprintf (stderr, "cudafilters-kernelgen: %s\n", error->message);
  g_error_free (error);
}

/* Takes -o and --force out of the arguments, of which `n` are left. */
static gboolean
take_target (Target *target, const gchar **args, gint *n, GError **error)
{
  const gint all = *n;
  gint i;

  for (i = *n = 0; i < all; i++) {
    const gchar *dir;

    if (strcmp (args[i], "--force") == 0) {
      target->force = TRUE;
      continue;
    }
    if (g_str_has_prefix (args[i], "--output=")) {
      dir = strchr (args[i], '=') + 1;
    } else if (strcmp (args[i], "-o") == 0
               || strcmp (args[i], "--output") == 0) {
      if (i + 1 >= all || args[i + 1][0] == '-')
        return cf_refuse (
            error, "%s needs the name of a folder behind it", args[i]);
      dir = args[++i];
    } else {
      args[(*n)++] = args[i];
      continue;
    }
    if (target->dir)
      return cf_refuse (error, "-o is given twice: leave one out");
    target->dir = dir;
  }
  return TRUE;
}

static gboolean
generate (const KgOptions *options, const Target *target, GError **error)
{
  GPtrArray *files = kg_generate (options);
  const gboolean ok =
      kg_folder_write (target->dir, files, target->force, error);
  guint i;

  if (ok) {
    printf ("%s:", target->dir);
    for (i = 0; i < files->len; i++)
      printf (" %s", ((const KgFile *)g_ptr_array_index (files, i))->name);
    printf ("\n");
  }
  g_ptr_array_unref (files);
  return ok;
}

static gboolean
run (const gchar **args, gint n, GError **error)
{
  Target target = { NULL, FALSE };
  KgOptions options;
  gboolean ok;

  if (!take_target (&target, args, &n, error)
      || !kg_options_parse (&options, args, n, error))
    return FALSE;
  if (target.dir)
    ok = generate (&options, &target, error);
  else
    ok = cf_refuse (
        error, "No folder is named to write to: add -o and its name");
  kg_options_clear (&options);
  return ok;
}

static int
print (const gchar *text)
{
  return fputs (text, stdout) < 0 || fflush (stdout) != 0 ? EXIT_FAILURE
                                                          : EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  gint i;

  for (i = 1; i < argc; i++) {
    if (strcmp (argv[i], "--help") == 0 || strcmp (argv[i], "-h") == 0)
      return print (help);
    if (strcmp (argv[i], "--version") == 0)
      return print ("cudafilters-kernelgen " VERSION "\n");
  }
  if (run ((const gchar **)argv + 1, argc - 1, &error))
    return EXIT_SUCCESS;
  complain (error);
  return EXIT_FAILURE;
}
