/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes the files of a folder from options. */
#include "kernelgen.h"

#include <string.h>

static void
file_free (gpointer data)
{
  KgFile *file = data;

  g_free (file->name);
  g_free (file->data);
  g_free (file);
}

/* Takes `data`. */
static void
add_file (GPtrArray *files, const gchar *name, guint8 *data, gsize length)
{
  KgFile *file = g_new (KgFile, 1);

  file->name = g_strdup (name);
  file->data = data;
  file->length = length;
  g_ptr_array_add (files, file);
}

static void
add_text (GPtrArray *files, const KgText *text, const gchar *template_name,
    const gchar *name)
{
  gchar *content = kg_text_expand (text, template_name);

  add_file (files, name, (guint8 *)content, strlen (content));
}

void
kg_window (const KgOptions *options, gint *width, gint *height)
{
  switch (options->filter) {
    case KG_MEDIAN:
      *width = *height = options->size;
      break;
    case KG_CONVOLVE:
      *width = options->convolve.width;
      *height = options->convolve.height;
      break;
    case KG_EPSILON:
      *width = *height = options->epsilon.size;
      break;
  }
}

/* Writes it as it can stand in a comment */
static void
set_command (KgText *text, const gchar *command)
{
  gchar *quoted = g_strdup (command), *at;

  for (at = quoted; *at; at++) {
    if (*at == '\n' || *at == '\r')
      *at = ' ';
    else if (at[0] == '*' && at[1] == '/')
      *at = ' ';
  }
  kg_text_set (text, "COMMAND", "%s", quoted);
  g_free (quoted);
}

/* Sets what all templates may use. */
static void
common_text (KgText *text, const KgOptions *o)
{
  static const gchar *const filters[] = { "median", "convolve", "epsilon" };
  static const gchar *const borders[] = { "replicate", "mirror", "constant" };
  static const gchar *const stand_for[] = { "the nearest sample",
    "reflected at the first and last sample, which are not repeated", NULL };
  const gint bytes = o->bits > 8 ? 2 : 1;
  gint width = 0, height = 0;

  kg_window (o, &width, &height);
  kg_text_set (text, "FILTER", "%s", filters[o->filter]);
  set_command (text, o->command);
  kg_text_set_int (text, "CPU", o->cpu);
  kg_text_set_int (text, "BITS", o->bits);
  kg_text_set_int (text, "BYTES", bytes);
  kg_text_set_int (text, "MAXIMUM", (1 << o->bits) - 1);
  kg_text_set (text, "SAMPLE", "uint%d_t", 8 * bytes);
  kg_text_set_int (text, "SAMPLE_BITS", 8 * bytes);
  kg_text_set_int (text, "ARCH", o->arch);
  kg_text_set_int (text, "PIXELS", o->pixels);
  kg_text_set (text, "PLURAL", "%s", o->pixels == 1 ? "" : "s");
  kg_text_set_int (text, "WINDOW_W", width);
  kg_text_set_int (text, "WINDOW_H", height);
  kg_text_set_int (text, "RADIUS_X", width / 2);
  kg_text_set_int (text, "RADIUS_Y", height / 2);
  kg_text_set (text, "BORDER", "%s", borders[o->border]);
  if (o->border == CF_BORDER_CONSTANT)
    kg_text_set (text, "BORDER_TEXT", "%u all around",
        cf_border_sample (o->border_value, o->bits, 0));
  else
    kg_text_set (text, "BORDER_TEXT", "%s", stand_for[o->border]);
  kg_text_set_int (
      text, "BORDER_SAMPLE", cf_border_sample (o->border_value, o->bits, 0));
}

void
kg_set_block (KgText *text, gint width, gint height, gint across, gint down)
{
  kg_text_set_int (text, "ACROSS", across);
  kg_text_set_int (text, "DOWN", down);
  kg_text_set_int (text, "BLOCK_W", across * width);
  kg_text_set_int (text, "BLOCK_H", down * height);
}

void
kg_set_thread (KgText *text, const KgOptions *o, gint width, gint height)
{
  static const gchar *const types[] = { "uint8_t", "uint16_t", "uint32_t",
    "uint2", "uint4" };
  const gint bytes = width * (o->bits > 8 ? 2 : 1);
  gint i = 0;

  while (1 << i < MIN (bytes, 16))
    i++;
  kg_set_block (text, width, height, 32, 4);
  kg_text_set_int (text, "SHARED", FALSE);
  kg_text_set (text, "SHARED_BYTES", "0");
  kg_text_set_int (text, "THREAD_W", width);
  kg_text_set_int (text, "THREAD_H", height);
  kg_text_set_int (text, "ROW_BYTES", bytes);
  kg_text_set (text, "ROW_VECTOR", "%s", types[i]);
  kg_text_set_int (text, "ROW_VECTORS", bytes / (1 << i));
}

GPtrArray *
kg_generate (const KgOptions *options)
{
  static void (*const filter_text[][2]) (KgText *, const KgOptions *) = {
    { kg_median_text, kg_median_cpu_text },
    { kg_convolve_text, kg_convolve_cpu_text },
    { kg_epsilon_text, kg_epsilon_cpu_text },
  };
  GPtrArray *files = g_ptr_array_new_with_free_func (file_free);
  KgText *text = kg_text_new ();
  KgOptions o = *options;
  guint8 *image;
  gsize length;

  if (o.pixels == 0)
    o.pixels = kg_pixels_default (&o);
  common_text (text, &o);
  kg_define (text, &o);
  filter_text[o.filter][o.cpu ? 1 : 0](text, &o);
  kg_naive_text (text, &o);
  add_text (files, text, "kernel.h.in", "kernel.h");
  if (o.cpu)
    add_text (files, text, "kernel.c.in", "kernel.c");
  else
    add_text (files, text, "kernel.cu.in", "kernel.cu");
  add_text (files, text, o.cpu ? "main_cpu.c.in" : "main_cuda.c.in", "main.c");
  add_text (files, text, "Makefile.in", "Makefile");
  add_text (files, text, "README.in", "README");
  image = kg_image_new (o.bits, &length);
  add_file (files, "image.pgm", image, length);
  kg_text_free (text);
  return files;
}
