/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes the sources of all kernels of cases.h to be compiled:
 *
 *   kernelgen-write DIR
 *
 * makes DIR/NAME/kernel.cu and kernel.h, DIR/names with a name a line, and
 * DIR/table.c with their functions, see table.h. A file that is as it should be
 * is not touched. */
#include "cases.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static void
write_file (
    const gchar *folder, const gchar *name, const void *data, gsize length)
{
  gchar *path = g_build_filename (folder, name, NULL), *old = NULL;
  GError *error = NULL;
  gsize old_length;

  if (!g_file_get_contents (path, &old, &old_length, NULL)
      || old_length != length || memcmp (old, data, length) != 0)
    if (!g_file_set_contents (path, data, length, &error)) {
      g_printerr ("kernelgen-write: %s\n", error->message);
      exit (EXIT_FAILURE);
    }
  g_free (old);
  g_free (path);
}

static void
write_kernel (const gchar *folder, const KernelCase *c)
{
  g_autoptr (GPtrArray) files = kg_generate (&c->options);
  g_autofree gchar *own = g_build_filename (folder, c->name, NULL);

  g_mkdir_with_parents (own, 0777);
  for (guint i = 0; i < files->len; i++) {
    const KgFile *file = g_ptr_array_index (files, i);

    if (strncmp (file->name, "kernel.", strlen ("kernel.")) == 0)
      write_file (own, file->name, file->data, file->length);
  }
}

int
main (int argc, char **argv)
{
  GPtrArray *cases = kernel_cases_new ();
  GString *names = g_string_new (NULL), *table = g_string_new (NULL);

  if (argc != 2) {
    g_printerr ("Usage: kernelgen-write DIR\n");
    return EXIT_FAILURE;
  }
  g_string_append (table, "#include \"table.h\"\n\n");
  for (guint i = 0; i < cases->len; i++) {
    const KernelCase *c = g_ptr_array_index (cases, i);

    write_kernel (argv[1], c);
    g_string_append_printf (names, "%s\n", c->name);
    g_string_append_printf (table, "extern KernelLaunch %s;\n", c->name);
  }
  g_string_append (table, "\nconst KernelEntry kernel_table[] = {\n");
  for (guint i = 0; i < cases->len; i++) {
    const KernelCase *c = g_ptr_array_index (cases, i);

    g_string_append_printf (table, "  { \"%s\", %s },\n", c->name, c->name);
  }
  g_string_append (table, "  { 0 }\n};\n");
  write_file (argv[1], "names", names->str, names->len);
  write_file (argv[1], "table.c", table->str, table->len);
  g_string_free (names, TRUE);
  g_string_free (table, TRUE);
  g_ptr_array_unref (cases);
  return EXIT_SUCCESS;
}
