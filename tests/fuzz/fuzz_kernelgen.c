/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudafilters-kernelgen's command line, its arguments one a line, and the files
 * that it asks for: what is accepted has files whose comments end where the
 * templates end them. */
#include <string.h>

#include "engine/core/cferror.h"
#include "fuzz.h"
#include "kernelgen.h"

static const gchar *const texts[] = {
  "median",
  "median\n--size\n5\n--depth=12",
  "median\n--border\nconstant\n--border-value\n255\n--arch=sm_75",
  "convolve\n--kernel\n1 2 1; 2 4 2; 1 2 1",
  "convolve\n--kernel=1 4 6 4 1 * 1 4 6 4 1\n--normalize=none\n--cpu",
  "convolve\n--preset\nunsharp\n--sigma=1.5\n--size\n7\n--flip",
  "convolve\n--normalize\nmanual\n--divisor=-2\n--bias=-65536",
  "epsilon\n--size=3\n--threshold=0\n--mode\nclamp\n--pixels-per-thread=1",
  "epsilon\n--arch\n90\n--depth\n16\n--border=mirror",
  NULL,
};

static const gchar *const words[] = { "\n", "=", "\n--size\n", "\n--depth=",
  "\n--kernel=", "\n--preset=", "\n--sigma=", "\n--divisor=", "\n--bias\n",
  "\n--threshold=", "\n--border=", "\n--pixels-per-thread=", "\n--arch=sm_",
  "\n--cpu", "\n--flip", "-", "0", "3", "15", "16", "255", "1e308", "1e-320",
  "nan", "1 -1 1;", " * ", "*/", "/*", "\\", "\\\n", "\?\?/", "$(X)", "`", "'",
  "\"", "#", "@BITS@", "@@end", "%s", "\r", "\xff", "\x1b[31m", NULL };

static void
make (GRand *rand, GByteArray *input)
{
  fuzz_make_text (rand, input, texts);
}

static gboolean
ends_with (const gchar *name, const gchar *end)
{
  return g_str_has_suffix (name, end);
}

/* Comments of C do not nest, and one begins and ends as often. */
static void
check_comments (const KgFile *file)
{
  gboolean inside = FALSE;

  for (gsize i = 0; i + 1 < file->length; i++) {
    const guint8 a = file->data[i], b = file->data[i + 1];

    if (!inside && a == '/' && b == '*')
      inside = TRUE;
    else if (inside && a == '*' && b == '/')
      inside = FALSE;
    else if (a != '*' || b != '/')
      continue;
    else
      fuzz_check (FALSE, "a comment ends twice");
    i++;
  }
  fuzz_check (!inside, "a comment does not end");
}

static void
check_files (const KgOptions *options)
{
  g_autoptr (GPtrArray) files = kg_generate (options);

  fuzz_check (files->len >= 5, "files are missing");
  for (guint i = 0; i < files->len; i++) {
    const KgFile *file = g_ptr_array_index (files, i);

    fuzz_check (file->length > 0, "a file is empty");
    if (ends_with (file->name, ".pgm"))
      continue;
    fuzz_check (memchr (file->data, 0, file->length) == NULL
                    && file->data[file->length - 1] == '\n',
        "a file is no text");
    if (ends_with (file->name, ".c") || ends_with (file->name, ".h")
        || ends_with (file->name, ".cu"))
      check_comments (file);
  }
}

static gboolean
try (const guint8 *bytes, gsize n)
{
  KgOptions options;
  GError *error = NULL;
  gchar *text = g_strndup ((const gchar *)bytes, n);
  gchar **args = g_strsplit (text, "\n", -1);
  const gboolean ok = kg_options_parse (
      &options, (const gchar *const *)args, g_strv_length (args), &error);

  g_free (text);
  g_strfreev (args);
  if (!ok) {
    gchar *c;

    /* as the command does before it shows it */
    for (c = error->message; *c; c++)
      if ((guchar)*c < ' ' || *c == 0x7f)
        *c = '?';
    g_clear_error (&error);
    return FALSE;
  }
  check_files (&options);
  kg_options_clear (&options);
  return TRUE;
}

const Fuzzer fuzzer = { .make = make, .try = try, .words = words };
