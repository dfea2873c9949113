/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The generator as docs/kernelgen/index.html calls it: a command line in, and
 * its files or what is wrong with it out. */
#include <emscripten.h>
#include <string.h>

#include "kernelgen.h"

/* The page gives createKernelgen() these */
EM_JS (void, page_read_line, (gchar * line),
    { HEAPU8.set (Module["readLine"](), line); })
EM_JS (void, page_add_file,
    (const gchar *name, const guint8 *data, gsize length), {
      Module["addFile"](
          UTF8ToString (name), HEAPU8.slice (data, data + length));
    })
EM_JS (void, page_refuse, (const gchar *message),
    { Module["refuse"](UTF8ToString (message)); })

static void
give_files (const KgOptions *options)
{
  GPtrArray *files = kg_generate (options);
  guint i;

  for (i = 0; i < files->len; i++) {
    const KgFile *file = files->pdata[i];

    page_add_file (file->name, file->data, file->length);
  }
  g_ptr_array_unref (files);
}

/* The line is so long: the arguments, each with a 0 after it. */
EMSCRIPTEN_KEEPALIVE void
page_generate (gsize length)
{
  GPtrArray *args = g_ptr_array_new_with_free_func (NULL);
  gchar *line = g_new (gchar, length), *at;
  GError *error = NULL;
  KgOptions options;

  page_read_line (line);
  for (at = line; at < line + length; at += strlen (at) + 1)
    g_ptr_array_add (args, at);
  if (kg_options_parse (&options, (const gchar *const *)args->pdata,
          (gint)args->len, &error)) {
    give_files (&options);
    kg_options_clear (&options);
  } else {
    page_refuse (error->message);
    g_error_free (error);
  }
  g_ptr_array_unref (args);
  g_free (line);
}
