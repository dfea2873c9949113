/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Random values for every property that may change while frames flow. */
#include "values.h"

#include <string.h>

#include "pngtest.h"

GParamSpec **
values_properties (GstElement *element)
{
  GParamSpec **specs;
  guint n, i, kept = 0;

  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);
  for (i = 0; i < n; i++)
    if (specs[i]->flags & G_PARAM_WRITABLE
        && (specs[i]->flags & GST_PARAM_MUTABLE_PLAYING)
               == GST_PARAM_MUTABLE_PLAYING)
      specs[kept++] = specs[i];
  /* `parent`, at least, was none of them */
  specs[kept] = NULL;
  return specs;
}

/* Numbers */

static gboolean
one_in (GRand *rand, guint n)
{
  return g_rand_int_range (rand, 0, n) == 0;
}

/* Small numbers as often as large ones. */
static guint64
draw_up_to (GRand *rand, guint64 most)
{
  guint bits = 0;
  guint64 all;

  while (bits < 63 && most >> bits)
    bits++;
  bits = g_rand_int_range (rand, 0, bits + 1);
  all = ((guint64)g_rand_int (rand) << 32 | g_rand_int (rand));
  return MIN (most, bits ? all >> (64 - bits) : 0);
}

static gint64
draw_int (
    GRand *rand, gint64 least, gint64 most, gint64 usual, gboolean *extreme)
{
  guint64 range = most - least;

  *extreme = FALSE;
  if (one_in (rand, 5))
    return usual;
  if (one_in (rand, 20)) {
    *extreme = TRUE;
    return one_in (rand, 2) ? least : most;
  }
  /* near the least one, where most are valid and quick */
  if (!one_in (rand, 8))
    return least + draw_up_to (rand, MIN (range, 12));
  *extreme = TRUE;
  return least + draw_up_to (rand, range);
}

static gdouble
draw_double (GRand *rand, const GParamSpecDouble *spec, gboolean *extreme)
{
  *extreme = FALSE;
  if (one_in (rand, 5))
    return spec->default_value;
  if (one_in (rand, 20)) {
    *extreme = TRUE;
    return one_in (rand, 2) ? spec->minimum : spec->maximum;
  }
  /* -1 stands for an automatic value, and others below 0 for -1 */
  return g_rand_double_range (rand,
      spec->minimum == -1 ? 0 : MAX (spec->minimum, -300),
      MIN (spec->maximum, 300));
}

/* Texts */

static const gchar *const masks[] = { "1 2 1; 2 4 2; 1 2 1", "0.5",
  "-1 0 1; -2 0 2; -1 0 1", "1 4 6 4 1 * 1 2 1", "3", "0 0 0; 0 1 0; 0 0 0",
  "1e-3 1e3 1", "1 2; 3 4", "1 2 x", "nan 1 2", "", ";;;", "1 * 2 * 3" };
static const gchar *const lists[] = { "1 4 6 4 1", "1", "0 1 0", "-1 0 1",
  "0.25 0.5 0.25",
  ("1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
   "1 1 1 1"),
  "1 2", "a b c", "", "1; 2; 3", "1e999 1 1" };
static const gchar *const rectangles[] = { "0,0,1,1", "1,1,5,5",
  "3,2,9,7; 0,0,4,4", "", "none", "1,2,3", "5,5,100,100", "-1,0,3,3", "0,0,0,0",
  "99999999999999999999,0,1,1", "1,1,4,4;;2,2,4,4;",
  "0,0,8,8;8,8,8,8;4,4,8,8" };
static const gchar *const types[] = { "all", "face", "logo", "", "no such" };
/* as the element writes them, or refused */
static const gchar *const profiles[] = { "luma=3", "chroma=2.5", "luma=0",
  "luma=9,8,7,6,5,4,3,2 coarseness-luma=0.5 chroma=4 coarseness-chroma=1.5", "",
  "luma=1,2", "luma=99", "none" };
static const gchar *const others[] = { "", "1", "none such", "-1; ; x",
  "\303\244\303\266\303\274" };
static const gchar *const mask_files[] = { "kernel.txt", "wide.txt", "bad.txt",
  "none.txt", "" };

static gchar *
in_folder (const Values *self, const gchar *name)
{
  return g_build_filename (self->folder, name, NULL);
}

static gchar *
png_name (gint width, gint height, const gchar *what)
{
  return g_strdup_printf ("%dx%d-%s.png", width, height, what);
}

static gchar *
draw_png (Values *self)
{
  static const gchar *const kinds[] = { "some", "few", "empty", "full" };
  gchar *name = NULL, *path;

  if (self->of_any_size && one_in (self->rand, 6))
    name = png_name (3, 5, "some"); /* no frame has this size */
  else if (one_in (self->rand, 6))
    name = g_strdup (one_in (self->rand, 2) ? "damaged.png" : "none.png");
  else
    name = png_name (self->width, self->height,
        kinds[g_rand_int_range (self->rand, 0, G_N_ELEMENTS (kinds))]);
  path = in_folder (self, name);
  g_free (name);
  return path;
}

#define DRAW(texts) \
  g_strdup (texts[g_rand_int_range (self->rand, 0, G_N_ELEMENTS (texts))])

static gchar *
draw_text (Values *self, const gchar *property)
{
  if (one_in (self->rand, 8))
    return NULL;
  if (g_str_equal (property, "kernel"))
    return DRAW (masks);
  if (g_str_equal (property, "horizontal")
      || g_str_equal (property, "vertical"))
    return DRAW (lists);
  if (g_str_equal (property, "kernel-location"))
    return in_folder (self, mask_files[g_rand_int_range (
                                self->rand, 0, G_N_ELEMENTS (mask_files))]);
  if (g_str_equal (property, "mask-location"))
    return draw_png (self);
  if (g_str_equal (property, "rectangles"))
    return DRAW (rectangles);
  if (g_str_equal (property, "noise-profile"))
    return DRAW (profiles);
  if (g_str_equal (property, "roi-type"))
    return DRAW (types);
  return DRAW (others);
}

gboolean
values_draw (Values *self, GParamSpec *spec, GValue *value)
{
  GRand *rand = self->rand;
  gboolean extreme = FALSE;

  g_value_init (value, spec->value_type);
  if (G_IS_PARAM_SPEC_BOOLEAN (spec)) {
    g_value_set_boolean (value, g_rand_boolean (rand));
  } else if (G_IS_PARAM_SPEC_INT (spec)) {
    GParamSpecInt *s = G_PARAM_SPEC_INT (spec);

    g_value_set_int (value,
        draw_int (rand, s->minimum, s->maximum, s->default_value, &extreme));
  } else if (G_IS_PARAM_SPEC_UINT (spec)) {
    GParamSpecUInt *s = G_PARAM_SPEC_UINT (spec);

    g_value_set_uint (value,
        draw_int (rand, s->minimum, s->maximum, s->default_value, &extreme));
  } else if (G_IS_PARAM_SPEC_DOUBLE (spec)) {
    g_value_set_double (
        value, draw_double (rand, G_PARAM_SPEC_DOUBLE (spec), &extreme));
  } else if (G_IS_PARAM_SPEC_ENUM (spec)) {
    GEnumClass *klass = G_PARAM_SPEC_ENUM (spec)->enum_class;

    g_value_set_enum (value,
        klass->values[g_rand_int_range (rand, 0, klass->n_values)].value);
  } else if (G_IS_PARAM_SPEC_FLAGS (spec)) {
    g_value_set_flags (value,
        g_rand_int (rand) & G_PARAM_SPEC_FLAGS (spec)->flags_class->mask);
  } else if (G_IS_PARAM_SPEC_STRING (spec)) {
    g_value_take_string (value, draw_text (self, spec->name));
  } else {
    g_error ("no values are known for property %s of type %s", spec->name,
        g_type_name (spec->value_type));
  }
  return extreme;
}

/* Files */

static void
write_file (
    const gchar *folder, const gchar *name, gconstpointer bytes, gssize length)
{
  gchar *path = g_build_filename (folder, name, NULL);
  GError *error = NULL;

  if (!g_file_set_contents (path, bytes, length, &error))
    g_error ("%s", error->message);
  g_free (path);
}

static void
write_png (const gchar *folder, gint width, gint height, const gchar *what)
{
  guint8 *pixels = g_malloc0 ((gsize)width * height);
  gchar *name = png_name (width, height, what);
  gint step = g_str_equal (what, "some")  ? 3
              : g_str_equal (what, "few") ? 17
                                          : 0;
  GByteArray *png;
  gint i;

  if (g_str_equal (what, "full"))
    step = 1;
  for (i = 0; step > 0 && i < width * height; i += step)
    pixels[i] = 255;
  png = png_test_write (pixels, width, height, PNG_TEST_GREY8, FALSE);
  write_file (folder, name, png->data, png->len);
  g_byte_array_unref (png);
  g_free (name);
  g_free (pixels);
}

void
values_write_files (const gchar *folder, gint width, gint height)
{
  write_png (folder, width, height, "some");
  write_png (folder, width, height, "few");
  write_png (folder, width, height, "empty");
  write_png (folder, width, height, "full");
  write_png (folder, 3, 5, "some");
  write_file (folder, "damaged.png", "\211PNG\r\n\032\nxxxxxxxxxxx", 19);
  write_file (folder, "kernel.txt", "1 2 1\n2 4 2\n1 2 1\n", -1);
  write_file (folder, "wide.txt", "1 2 3 2 1 * 1 1 1", -1);
  write_file (folder, "bad.txt", "1 2 y", -1);
}
