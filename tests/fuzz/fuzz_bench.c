/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudafilters-bench's command line, its arguments one a line: what is accepted
 * can be measured, and stands in the JSON as it was. */
#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "jsontext.h"
#include "options.h"

static const gchar *const texts[] = {
  "cudamedian size=3",
  "--memory=host\n--sizes=1080p,2160p\n--queue=4,0\n--json=out.json",
  "--formats\nGRAY8,NV12,I420_10LE\n--sizes=1x32767\ncudacopy lookahead=2",
  "--repeats=1\n--seconds=0.01\n--warm-up=0\n--list",
  "--source-queue=3\n--source-memory=one-shot\ncudamedian ! cudamedian",
  "--repeats=2\n--json=a \"b\" \\c",
  "--kernels=cpu\n--threads=3\n--once\n--peer=a.so\n--peer=b.so\nmedian",
  NULL,
};

static const gchar *const words[] = { "\n", ",", "=",
  "\n--memory=", "\n--sizes=", "\n--formats=", "\n--queue=", "\n--repeats=",
  "\n--seconds=", "\n--source-memory=", "\n--kernels=", "\n--", "cpu", "cuda",
  "host", "720p", "x", "0", "1000", "99999", "-1", "2147483648", "1e308", "nan",
  "'", "\"", "\\", "$", "\t", "\r", "\xff", "\xc3\xa9", "\x1b[31m", NULL };

static void
make (GRand *rand, GByteArray *input)
{
  fuzz_make_text (rand, input, texts);
}

/* What of it would end the program, which GOption does by itself */
static gboolean
is_help (const gchar *arg)
{
  return g_str_has_prefix (arg, "--help")
         || (arg[0] == '-' && arg[1] != '-' && strpbrk (arg, "h?"));
}

static void
check_options (const Options *options)
{
  fuzz_check (options->host || options->cuda, "no memory");
  fuzz_check (
      options->formats->len > 0 && options->sizes->len > 0
          && options->queues->len > 0
          && (options->tune || options->kernels || options->fragments[0]),
      "an empty list");
  for (guint i = 0; i < options->sizes->len; i++) {
    const OptionsSize *size = &g_array_index (options->sizes, OptionsSize, i);

    fuzz_check (size->width >= 1 && size->width <= 32767 && size->height >= 1
                    && size->height <= 32767,
        "a size out of range");
  }
  fuzz_check (options->repeats >= 1 && options->repeats <= 1000
                  && options->seconds >= 0.01 && options->seconds <= 60
                  && options->warm_up >= 0 && options->warm_up <= 60
                  && options->source_queue >= 0
                  && options->source_queue <= 1000,
      "a number out of range");
}

/* The bytes that a string of JSON stands for, its escapes those of jsontext. */
static gchar *
read_string (const gchar *json)
{
  GString *text = g_string_new (NULL);
  const gchar *c = json;

  fuzz_check (*c++ == '"', "a string of JSON does not begin");
  for (; *c != '"'; c++) {
    fuzz_check ((guchar)*c >= ' ', "a string of JSON has a control character");
    if (*c != '\\') {
      g_string_append_c (text, *c);
    } else if (*++c == 'u') {
      guint code = 0;

      fuzz_check (sscanf (c + 1, "%4x", &code) == 1 && strlen (c) > 4,
          "an escape is cut off");
      g_string_append_c (text, code);
      c += 4;
    } else {
      fuzz_check (*c == '"' || *c == '\\', "an escape that JSON has not");
      g_string_append_c (text, *c);
    }
  }
  fuzz_check (c[1] == '\0', "a string of JSON ends early");
  return g_string_free (text, FALSE);
}

static void
check_json (const gchar *text)
{
  GString *json = g_string_new (NULL);
  g_autofree gchar *again = NULL;

  json_add_string (json, text);
  fuzz_check (g_utf8_validate (json->str, json->len, NULL),
      "a string of JSON is no UTF-8");
  again = read_string (json->str);
  fuzz_check (!g_utf8_validate (text, -1, NULL) || strcmp (again, text) == 0,
      "a string of JSON is another");
  g_string_free (json, TRUE);
}

static gboolean
try (const guint8 *bytes, gsize n)
{
  gchar *line = g_strdup_printf ("cudafilters-bench\n%.*s", (gint)n, bytes);
  gchar **args = g_strsplit (line, "\n", -1);
  GError *error = NULL;
  Options *options = NULL;
  gboolean help = FALSE;
  /* GOption moves them */
  gchar **moved = g_memdup2 (args, sizeof (*args) * (g_strv_length (args) + 1));

  for (guint i = 1; args[i]; i++)
    help |= is_help (args[i]);
  check_json (line);
  if (!help) {
    options = options_new (g_strv_length (args), moved, &error);
    if (options) {
      check_options (options);
      check_json (options->command);
      options_free (options);
    } else {
      fuzz_check (error != NULL, "refused without an error");
      fuzz_check (
          error->domain == G_OPTION_ERROR || error->domain == G_CONVERT_ERROR,
          "refused with an error of another kind");
      g_error_free (error);
    }
  }
  g_free (moved);
  g_strfreev (args);
  g_free (line);
  return options != NULL;
}

const Fuzzer fuzzer = { .make = make, .try = try, .words = words };
