/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes a generated kernel as one C++ file: its header in place of the
 * include, and calls instead of what only nvcc understands.
 * Usage: emulated_kernel FILE FILTER [OPTION]... */
#include "kernelgen.h"

#include <string.h>

/* The text of a generated file, ended by a zero. */
static gchar *
text_of (const GPtrArray *files, const gchar *name)
{
  guint i;

  for (i = 0; i < files->len; i++) {
    const KgFile *file = files->pdata[i];

    if (strcmp (file->name, name) == 0)
      return g_strndup ((const gchar *)file->data, file->length);
  }
  g_error ("No file %s", name);
}

static gchar *
replace (gchar *text, const gchar *pattern, const gchar *by)
{
  GRegex *regex = g_regex_new (pattern, 0, 0, NULL);
  gchar *result = g_regex_replace (regex, text, -1, 0, by, 0, NULL);

  g_regex_unref (regex);
  g_free (text);
  return result;
}

/* asm ("NAME %0, %1...;" : "=r"(result) : "r"(a)...) */
#define ASM_INPUT "\\s*\"r\"\\s*\\(([^()]*)\\)"
#define ASM \
  "asm\\s*\\(\"([\\w.]+) " \
  "[^\"]*\"\\s*:\\s*\"=r\"\\s*\\((\\w+)\\)\\s*:" ASM_INPUT "," ASM_INPUT \
  "(?:," ASM_INPUT ")?\\)"

int
main (int argc, char **argv)
{
  GError *error = NULL;
  GPtrArray *files;
  gchar *header, *kernel, **parts;
  KgOptions options;

  if (!kg_options_parse (
          &options, (const gchar *const *)argv + 2, argc - 2, &error)) {
    g_printerr ("%s\n", error->message);
    return 1;
  }
  files = kg_generate (&options);
  header = text_of (files, "kernel.h");
  kernel = text_of (files, "kernel.cu");

  parts = g_strsplit (kernel, "#include \"kernel.h\"\n", 2);
  g_free (kernel);
  kernel = g_strjoinv (header, parts);
  kernel =
      replace (kernel, "filter<<<(.*?), ([^,]*), (\\w+)>>> \\(((.|\\n)*?)\\);",
          "emulated_launch (\\1, \\2, \\3, [=] { filter (\\4); });");
  kernel = replace (kernel, "extern __shared__ .*? (\\w+) (\\w+)\\[\\];",
      "\\1 *const \\2 = (\\1 *)emulated_shared ();");
  kernel =
      replace (kernel, ASM, "\\2 = emulated_ptx (\"\\1\", { \\3, \\4, \\5 })");
  if (!g_file_set_contents (argv[1], kernel, -1, &error)) {
    g_printerr ("%s\n", error->message);
    return 1;
  }
  g_strfreev (parts);
  g_free (kernel);
  g_free (header);
  g_ptr_array_unref (files);
  kg_options_clear (&options);
  return 0;
}
