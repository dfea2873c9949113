/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The reader of contours, on mutations of structures that hold some, and on
 * structures that were never any: what it accepts obeys the rules and is what
 * was there, all else is an error. The input is the seed that a structure is
 * drawn with. */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "gstcudasnakemeta.h"

#define DEPTH_MAX 3
#define FIELDS_MAX 12
#define ITEMS_MAX 12
#define MUTATIONS_MAX 4
#define SEED_BYTES 16

/* Those of the contract, and others */
static const gchar *const names[] = { "width", "height", "contours", "id",
  "points", "area", "mean-in", "variance-in", "mean-out", "variance-out",
  "criterion", "iterations", "converged", "cut", "other" };

static const GstStructure *current;

static void
check (gboolean condition, const gchar *why)
{
  gchar *text;

  if (condition)
    return;
  g_log_set_default_handler (g_log_default_handler, NULL);
  text = current ? gst_structure_to_string (current) : NULL;
  g_print ("%s\n", text ? text : "(no structure)");
  fuzz_check (FALSE, why);
}

/* Random values */

static gint64
random_int (GRand *rand)
{
  static const gint64 extremes[] = { 0, 1, -1, 2, 3, 63, 64, 65, G_MAXINT,
    G_MININT, G_MAXUINT, G_MAXINT64, G_MININT64 };

  return g_rand_boolean (rand)
             ? extremes[g_rand_int_range (rand, 0, G_N_ELEMENTS (extremes))]
             : g_rand_int_range (rand, 0, 64);
}

static gdouble
random_double (GRand *rand)
{
  const gdouble extremes[] = { NAN, INFINITY, -INFINITY, 0, -0., -1e-300,
    G_MAXDOUBLE, G_MINDOUBLE };

  return g_rand_boolean (rand)
             ? extremes[g_rand_int_range (rand, 0, G_N_ELEMENTS (extremes))]
             : g_rand_double_range (rand, -100, 100);
}

static GstStructure *random_structure (GRand *rand, gint depth);
static void random_value (GRand *rand, gint depth, GValue *value);

static void
random_items (GRand *rand, gint depth, GValue *array, gboolean is_list)
{
  gint n = g_rand_int_range (rand, 0, ITEMS_MAX);
  GValue item = G_VALUE_INIT;

  if (is_list)
    gst_value_list_init (array, n);
  else
    gst_value_array_init (array, n);
  if (n == 0)
    return;
  /* of one type, as GStreamer asks for */
  random_value (rand, depth, &item);
  while (n-- > 0) {
    if (is_list)
      gst_value_list_append_value (array, &item);
    else
      gst_value_array_append_value (array, &item);
    if (G_VALUE_HOLDS_INT (&item))
      g_value_set_int (&item, random_int (rand));
    else if (GST_VALUE_HOLDS_STRUCTURE (&item) && g_rand_boolean (rand))
      g_value_take_boxed (&item, random_structure (rand, depth));
  }
  g_value_unset (&item);
}

static void
random_value (GRand *rand, gint depth, GValue *value)
{
  switch (g_rand_int_range (rand, 0, depth > 0 ? 14 : 11)) {
    case 0:
      g_value_init (value, G_TYPE_INT);
      g_value_set_int (value, random_int (rand));
      break;
    case 1:
      g_value_init (value, G_TYPE_UINT);
      g_value_set_uint (value, random_int (rand));
      break;
    case 2:
      g_value_init (value, G_TYPE_INT64);
      g_value_set_int64 (value, random_int (rand));
      break;
    case 3:
      g_value_init (value, G_TYPE_UINT64);
      g_value_set_uint64 (value, random_int (rand));
      break;
    case 4:
      g_value_init (value, G_TYPE_DOUBLE);
      g_value_set_double (value, random_double (rand));
      break;
    case 5:
      g_value_init (value, G_TYPE_FLOAT);
      break;
    case 6:
      g_value_init (value, G_TYPE_BOOLEAN);
      g_value_set_boolean (value, g_rand_boolean (rand));
      break;
    case 7:
      g_value_init (value, G_TYPE_STRING);
      if (g_rand_boolean (rand))
        g_value_set_static_string (value, "1, 2, 3");
      break;
    case 8: /* none, as is that of any type whose default is none */
      g_value_init (value, GST_TYPE_STRUCTURE);
      break;
    case 9:
      g_value_init (value, GST_TYPE_INT_RANGE);
      break;
    case 10:
      g_value_init (value, G_TYPE_OBJECT);
      break;
    case 11:
      random_items (rand, depth - 1, value, FALSE);
      break;
    case 12:
      random_items (rand, depth - 1, value, TRUE);
      break;
    default:
      g_value_init (value, GST_TYPE_STRUCTURE);
      g_value_take_boxed (value, random_structure (rand, depth - 1));
      break;
  }
}

static void
set_random_field (GRand *rand, gint depth, GstStructure *structure)
{
  const gchar *name = names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))];
  GValue value = G_VALUE_INIT;

  random_value (rand, depth, &value);
  gst_structure_take_value (structure, name, &value);
}

static GstStructure *
random_structure (GRand *rand, gint depth)
{
  GstStructure *structure = gst_structure_new_empty ("contour");
  gint n;

  for (n = g_rand_int_range (rand, 0, FIELDS_MAX); n > 0; n--)
    set_random_field (rand, depth, structure);
  return structure;
}

/* A frame of 64x48 with valid contours, though their ids may coincide */
static GstStructure *
valid_structure (GRand *rand)
{
  guint n = g_rand_int_range (rand, 0, 4), i, j;
  GstStructure *structure = gst_structure_new (GST_CUDA_SNAKE_META_NAME,
      "width", G_TYPE_INT, 64, "height", G_TYPE_INT, 48, NULL);
  GValue contours = G_VALUE_INIT;

  gst_value_array_init (&contours, n);
  for (i = 0; i < n; i++) {
    GValue points = G_VALUE_INIT, value = G_VALUE_INIT;
    guint n_points = g_rand_int_range (rand, 3, 12);
    GstStructure *contour = gst_structure_new ("contour", "id", G_TYPE_UINT,
        g_rand_int_range (rand, 0, 20), "area", G_TYPE_UINT64,
        (guint64)g_rand_int_range (rand, 0, 64 * 48), "mean-in", G_TYPE_DOUBLE,
        g_rand_double (rand), "variance-in", G_TYPE_DOUBLE,
        g_rand_double (rand), "mean-out", G_TYPE_DOUBLE, g_rand_double (rand),
        "variance-out", G_TYPE_DOUBLE, g_rand_double (rand), "criterion",
        G_TYPE_DOUBLE, g_rand_double (rand), "iterations", G_TYPE_UINT,
        g_rand_int (rand), "converged", G_TYPE_BOOLEAN, g_rand_boolean (rand),
        NULL);

    if (g_rand_boolean (rand)) /* old frames have none */
      gst_structure_set (
          contour, "cut", G_TYPE_DOUBLE, g_rand_double (rand), NULL);
    gst_value_array_init (&points, 2 * n_points);
    for (j = 0; j < 2 * n_points; j++) {
      g_value_init (&value, G_TYPE_INT);
      g_value_set_int (&value, g_rand_int_range (rand, 0, j % 2 ? 49 : 65));
      gst_value_array_append_and_take_value (&points, &value);
    }
    gst_structure_take_value (contour, "points", &points);
    g_value_init (&value, GST_TYPE_STRUCTURE);
    g_value_take_boxed (&value, contour);
    gst_value_array_append_and_take_value (&contours, &value);
  }
  gst_structure_take_value (structure, "contours", &contours);
  return structure;
}

/* One coordinate more */
static void
append_coordinate (GRand *rand, GstStructure *contour)
{
  const GValue *old = gst_structure_get_value (contour, "points");
  GValue points = G_VALUE_INIT, value = G_VALUE_INIT;

  if (!old || !GST_VALUE_HOLDS_ARRAY (old)
      || gst_value_array_get_size (old) == 0
      || !G_VALUE_HOLDS_INT (gst_value_array_get_value (old, 0)))
    return;
  g_value_init (&points, GST_TYPE_ARRAY);
  g_value_copy (old, &points);
  g_value_init (&value, G_TYPE_INT);
  g_value_set_int (&value, g_rand_int_range (rand, 0, 49));
  gst_value_array_append_and_take_value (&points, &value);
  gst_structure_take_value (contour, "points", &points);
}

/* Any change: of the structure, or of one in its array */
static void
mutate (GRand *rand, GstStructure *structure)
{
  const GValue *array = gst_structure_get_value (structure, "contours");
  GstStructure *changed = structure;
  GValue copy = G_VALUE_INIT, item = G_VALUE_INIT;
  guint n = 0, at = 0, i;

  if (array && GST_VALUE_HOLDS_ARRAY (array))
    n = gst_value_array_get_size (array);
  if (n > 0 && g_rand_int_range (rand, 0, 4) > 0) {
    at = g_rand_int_range (rand, 0, n);
    g_value_init (&item, G_VALUE_TYPE (gst_value_array_get_value (array, at)));
    g_value_copy (gst_value_array_get_value (array, at), &item);
    if (GST_VALUE_HOLDS_STRUCTURE (&item) && gst_value_get_structure (&item))
      changed = (GstStructure *)gst_value_get_structure (&item);
  }

  switch (g_rand_int_range (rand, 0, 5)) {
    case 0:
      gst_structure_remove_field (
          changed, names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))]);
      break;
    case 1:
      append_coordinate (rand, changed);
      break;
    default:
      set_random_field (rand, DEPTH_MAX, changed);
      break;
  }

  if (changed != structure) {
    gst_value_array_init (&copy, n);
    for (i = 0; i < n; i++)
      gst_value_array_append_value (
          &copy, i == at ? &item : gst_value_array_get_value (array, i));
    gst_structure_take_value (structure, "contours", &copy);
  }
  if (G_IS_VALUE (&item))
    g_value_unset (&item);
}

/* Checks */

/* Every field of the one but contours is the same in the other, or was added
 * to the contract and may be missing. */
static void
check_same_fields (const GstStructure *one, const GstStructure *other)
{
  GValue none = G_VALUE_INIT;

  g_value_init (&none, G_TYPE_DOUBLE);
  for (gint i = 0; i < gst_structure_n_fields (one); i++) {
    const gchar *name = gst_structure_nth_field_name (one, i);
    const GValue *value = gst_structure_get_value (other, name);

    if (strcmp (name, "cut") == 0 && !value)
      value = &none;
    if (strcmp (name, "contours") != 0)
      check (
          value
              && gst_value_compare (gst_structure_get_value (one, name), value)
                     == GST_VALUE_EQUAL,
          "accepted, and read as another value");
  }
}

/* What was written of what was read is in what it was read from. */
static void
check_same (const GstStructure *written, const GstStructure *original)
{
  const GValue *a = gst_structure_get_value (written, "contours");
  const GValue *b = gst_structure_get_value (original, "contours");

  check_same_fields (written, original);
  check (gst_value_array_get_size (a) == gst_value_array_get_size (b),
      "accepted, and read as another number of contours");
  for (guint i = 0; i < gst_value_array_get_size (a); i++)
    check_same_fields (
        gst_value_get_structure (gst_value_array_get_value (a, i)),
        gst_value_get_structure (gst_value_array_get_value (b, i)));
}

static void
check_accepted (
    const GstCudaSnakeContours *contours, const GstStructure *original)
{
  g_autoptr (GstCudaSnakeContours) scaled = NULL;
  GstStructure *structure;

  for (guint i = 0; i < contours->n_contours; i++) {
    const GstCudaSnakeContour *contour = &contours->contours[i];

    check (contour->n_points >= 3, "accepted with less than 3 nodes");
    for (guint j = 0; j < contour->n_points; j++)
      check (contour->points[2 * j] >= 0
                 && contour->points[2 * j] <= contours->width
                 && contour->points[2 * j + 1] >= 0
                 && contour->points[2 * j + 1] <= contours->height,
          "accepted with a node outside");
    check (isfinite (contour->mean_in) && isfinite (contour->mean_out)
               && contour->variance_in >= 0 && contour->variance_out >= 0
               && isfinite (contour->criterion),
        "accepted with numbers that are none");
    check (contour->cut >= 0 && contour->cut <= 1, "accepted with such a cut");
    for (guint j = 0; j < i; j++)
      check (contours->contours[j].id != contour->id, "an id twice");
  }

  structure = gst_cuda_snake_contours_to_structure (contours, NULL);
  check (structure != NULL, "accepted, but cannot be written");
  check_same (structure, original);
  gst_structure_free (structure);
  scaled = gst_cuda_snake_contours_scale (contours, 31, 1000, NULL);
  check (scaled != NULL, "accepted, but cannot be scaled");
}

/* TRUE where these were contours. */
static gboolean
try_structure (GstStructure *structure, gboolean from_buffer)
{
  g_autoptr (GstCudaSnakeContours) contours = NULL;
  GError *error = NULL;

  current = structure;
  if (from_buffer) {
    g_autoptr (GstBuffer) buffer = gst_buffer_new ();
    GstStructure *of_meta = gst_custom_meta_get_structure (
        gst_buffer_add_custom_meta (buffer, GST_CUDA_SNAKE_META_NAME));

    gst_structure_set_name (of_meta, gst_structure_get_name (structure));
    for (gint i = 0; i < gst_structure_n_fields (structure); i++) {
      const gchar *name = gst_structure_nth_field_name (structure, i);

      gst_structure_set_value (
          of_meta, name, gst_structure_get_value (structure, name));
    }
    check (gst_buffer_get_cuda_snake_contours (buffer, &contours, &error)
               == (contours != NULL),
        "something was read, and failed");
  } else {
    contours = gst_cuda_snake_contours_from_structure (structure, &error);
  }

  if (contours) {
    check (error == NULL, "accepted with an error");
    check_accepted (contours, structure);
    return TRUE;
  }
  fuzz_check_refusal (
      error, GST_CUDA_SNAKE_META_ERROR, GST_CUDA_SNAKE_META_ERROR_INVALID);
  return FALSE;
}

static GstStructure *
make_structure (GRand *rand)
{
  const gboolean any = g_rand_int_range (rand, 0, 8) == 0;
  GstStructure *structure =
      any ? random_structure (rand, DEPTH_MAX) : valid_structure (rand);
  gint i;

  if (any && g_rand_boolean (rand))
    gst_structure_set_name (structure, GST_CUDA_SNAKE_META_NAME);
  for (i = g_rand_int_range (rand, 0, MUTATIONS_MAX); i > 0; i--)
    mutate (rand, structure);
  return structure;
}

static gboolean
try (const guint8 *bytes, gsize n)
{
  guint32 seed[SEED_BYTES / 4] = { 0 };
  GRand *rand;
  GstStructure *structure;
  gboolean accepted;

  memcpy (seed, bytes, MIN (n, SEED_BYTES));
  rand = g_rand_new_with_seed_array (seed, G_N_ELEMENTS (seed));
  structure = make_structure (rand);
  accepted = try_structure (structure, g_rand_boolean (rand));
  gst_structure_free (structure);
  g_rand_free (rand);
  return accepted;
}

static void
make (GRand *rand, GByteArray *input)
{
  for (gint i = 0; i < SEED_BYTES; i++) {
    const guint8 byte = g_rand_int (rand);

    g_byte_array_append (input, &byte, 1);
  }
}

static void
prepare (void)
{
  gst_init (NULL, NULL);
  check (gst_cuda_snake_meta_register (NULL), "the meta cannot be registered");
}

const Fuzzer fuzzer = { .prepare = prepare, .make = make, .try = try };
