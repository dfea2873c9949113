/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours on frames: that they come back as they were written, through copies
 * and pipelines, and that no other contents of a meta does harm. */
#include "suite.h"
#include <gst/check/gstharness.h>
#include <math.h>
#include <string.h>

#include "contourstest.h"

#define N_THREADS 16

static GRand *noise;

static void
setup (void)
{
  noise = g_rand_new_with_seed (1);
}

static void
teardown (void)
{
  g_rand_free (noise);
}

static GstBuffer *
buffer_with (const GstCudaSnakeContours *contours)
{
  GstBuffer *buffer = gst_buffer_new ();
  GError *error = NULL;

  fail_unless (gst_buffer_set_cuda_snake_contours (buffer, contours, &error),
      "%s", error ? error->message : "no error is set");
  return buffer;
}

static void
check_buffer (
    GstBuffer *buffer, const GstCudaSnakeContours *expected, const gchar *what)
{
  g_autoptr (GstCudaSnakeContours) contours = contours_test_get (buffer, what);

  contours_test_compare (contours, expected, what);
}

static void
check_error (GError **error, GstCudaSnakeMetaError code, const gchar *text)
{
  fail_unless (*error != NULL, "there is no error about: %s", text);
  fail_unless (g_error_matches (*error, GST_CUDA_SNAKE_META_ERROR, code),
      "an error of another kind: %s", (*error)->message);
  fail_unless (strstr ((*error)->message, text) != NULL,
      "\"%s\" instead of \"%s\"", (*error)->message, text);
  g_clear_error (error);
}

/* Reading fails, and gives nothing. */
static void
check_unreadable (
    GstBuffer *buffer, GstCudaSnakeMetaError code, const gchar *text)
{
  GstCudaSnakeContours nothing, *contours = &nothing;
  GError *error = NULL;

  fail_if (gst_buffer_get_cuda_snake_contours (buffer, &contours, &error),
      "what can be read should fail: %s", text);
  fail_unless (contours == NULL);
  check_error (&error, code, text);
  fail_if (gst_buffer_get_cuda_snake_contours (buffer, &contours, NULL));
}

static GstStructure *
structure_of (GstBuffer *buffer)
{
  return gst_custom_meta_get_structure (
      gst_buffer_get_custom_meta (buffer, GST_CUDA_SNAKE_META_NAME));
}

static guint
n_metas (GstBuffer *buffer)
{
  gpointer state = NULL;
  guint n = 0;

  while (gst_buffer_iterate_meta (buffer, &state))
    n++;
  return n;
}

TEST (test_error_domain)
{
  assert_equals_string (g_quark_to_string (GST_CUDA_SNAKE_META_ERROR),
      "gst-cuda-snake-meta-error-quark");
}

/* Whatever is written is read: from a buffer, from a structure, and from that
 * structure's text. */
TEST (test_round_trip)
{
  static const gint sides[][2] = { { 1, 1 }, { 64, 48 }, { 1920, 1080 },
    { 12500, 12000 }, { G_MAXINT, G_MAXINT } };

  for (guint s = 0; s < G_N_ELEMENTS (sides); s++) {
    for (guint n = 0; n < 20; n++) {
      g_autoptr (GstCudaSnakeContours) contours =
          contours_test_random (noise, sides[s][0], sides[s][1], n);
      g_autoptr (GstCudaSnakeContours) copy = NULL;
      g_autoptr (GstCudaSnakeContours) parsed = NULL;
      GstBuffer *buffer = buffer_with (contours);
      GstStructure *structure;
      g_autofree gchar *text = NULL;

      check_buffer (buffer, contours, "buffer");
      gst_buffer_unref (buffer);

      structure = gst_cuda_snake_contours_to_structure (contours, NULL);
      copy = gst_cuda_snake_contours_from_structure (structure, NULL);
      contours_test_compare (copy, contours, "structure");
      text = gst_structure_to_string (structure);
      gst_structure_free (structure);
      structure = gst_structure_from_string (text, NULL);
      fail_unless (structure != NULL, "no structure: %s", text);
      parsed = gst_cuda_snake_contours_from_structure (structure, NULL);
      fail_unless (parsed != NULL, "no contours: %s", text);
      contours_test_compare (parsed, contours, "text");
      gst_structure_free (structure);
    }
  }
}

/* A frame that nobody looked at is not one without a target. */
TEST (test_none)
{
  g_autoptr (GstCudaSnakeContours) empty =
      contours_test_random (noise, 64, 48, 0);
  GstBuffer *buffer = gst_buffer_new ();
  GstCudaSnakeContours nothing, *contours = &nothing;
  GError *error = NULL;

  fail_unless (gst_buffer_get_cuda_snake_contours (buffer, &contours, &error));
  fail_unless (contours == NULL && error == NULL);
  fail_unless (gst_cuda_snake_meta_register (&error));
  contours = &nothing;
  fail_unless (gst_buffer_get_cuda_snake_contours (buffer, &contours, &error));
  fail_unless (contours == NULL && error == NULL);
  gst_buffer_unref (buffer);

  buffer = buffer_with (empty);
  check_buffer (buffer, empty, "no targets");
  gst_buffer_unref (buffer);
  gst_cuda_snake_contours_free (NULL);
}

/* A second element's contours take the place of the first's. */
TEST (test_replace)
{
  g_autoptr (GstCudaSnakeContours) first =
      contours_test_random (noise, 64, 48, 3);
  g_autoptr (GstCudaSnakeContours) second =
      contours_test_random (noise, 32, 24, 2);
  g_autoptr (GstBuffer) buffer = buffer_with (first);

  fail_unless (gst_buffer_set_cuda_snake_contours (buffer, second, NULL));
  check_buffer (buffer, second, "replaced");
  assert_equals_int (n_metas (buffer), 1);
}

/* Copies have contours of their own. */
TEST (test_copies)
{
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_random (noise, 64, 48, 3);
  g_autoptr (GstCudaSnakeContours) others =
      contours_test_random (noise, 64, 48, 3);
  GstBuffer *buffer = buffer_with (contours);
  GstBuffer *copies[4];

  gst_buffer_append_memory (buffer, gst_allocator_alloc (NULL, 64, NULL));
  copies[0] = gst_buffer_copy (buffer);
  copies[1] = gst_buffer_copy_deep (buffer);
  copies[2] = gst_buffer_copy_region (
      buffer, GST_BUFFER_COPY_META | GST_BUFFER_COPY_MEMORY, 16, 16);
  copies[3] = gst_buffer_make_writable (gst_buffer_ref (buffer));
  fail_unless (copies[3] != buffer);
  fail_unless (gst_buffer_set_cuda_snake_contours (buffer, others, NULL));
  gst_buffer_unref (buffer);
  for (guint i = 0; i < G_N_ELEMENTS (copies); i++) {
    check_buffer (copies[i], contours, "copy");
    gst_buffer_unref (copies[i]);
  }
}

/* What programs are compiled with: what is added takes of the reserved room. */
TEST (test_layout)
{
  assert_equals_int (sizeof (GstCudaSnakeContour), 240);
  assert_equals_int (G_STRUCT_OFFSET (GstCudaSnakeContour, points), 8);
  assert_equals_int (G_STRUCT_OFFSET (GstCudaSnakeContour, area), 16);
  assert_equals_int (G_STRUCT_OFFSET (GstCudaSnakeContour, criterion), 56);
  assert_equals_int (G_STRUCT_OFFSET (GstCudaSnakeContour, cut), 72);
  assert_equals_int (sizeof (GstCudaSnakeContours), 56);
  assert_equals_int (G_STRUCT_OFFSET (GstCudaSnakeContours, n_contours), 8);
  assert_equals_int (G_STRUCT_OFFSET (GstCudaSnakeContours, contours), 16);
}

/* Copies of structures, as of boxed values, which outlive what they are of. */
TEST (test_boxed)
{
  GstCudaSnakeContours *contours = contours_test_random (noise, 64, 48, 3);
  g_autoptr (GstCudaSnakeContours) expected =
      gst_cuda_snake_contours_copy (contours);
  g_autoptr (GstCudaSnakeContours) empty =
      contours_test_random (noise, 64, 48, 0);
  g_autoptr (GstCudaSnakeContours) empty_copy =
      gst_cuda_snake_contours_copy (empty);
  GValue value = G_VALUE_INIT;
  GstCudaSnakeContour *one;

  contours_test_compare (expected, contours, "copy");
  contours_test_compare (empty_copy, empty, "copy of none");
  g_value_init (&value, GST_TYPE_CUDA_SNAKE_CONTOURS);
  g_value_set_boxed (&value, contours);
  gst_cuda_snake_contours_free (contours);
  contours_test_compare (g_value_get_boxed (&value), expected, "value");
  g_value_unset (&value);

  one = gst_cuda_snake_contours_get_contour (expected, 1);
  g_value_init (&value, GST_TYPE_CUDA_SNAKE_CONTOUR);
  g_value_take_boxed (&value, one);
  contours_test_compare (&(GstCudaSnakeContours){ 64, 48, 1, one },
      &(GstCudaSnakeContours){ 64, 48, 1, &expected->contours[1] }, "one");
  g_value_unset (&value);
  fail_unless (gst_cuda_snake_contours_get_contour (expected, 3) == NULL);
  fail_unless (gst_cuda_snake_contours_get_contour (empty, 0) == NULL);
  gst_cuda_snake_contour_free (NULL);
}

TEST (test_getters)
{
  static const gint points[] = { 1, 2, 3, 4, 5, 6 };
  static const GstCudaSnakeContour one = { 7, 3, points,
    G_GUINT64_CONSTANT (1) << 40, 1.5, 2.5, 3.5, 4.5, -5.5, 6, TRUE, 0.25 };
  static const GstCudaSnakeContours all = { 64, 48, 1, &one };
  guint n = 0;

  fail_unless (gst_cuda_snake_contour_get_points (&one, &n) == points);
  assert_equals_int (n, 6);
  assert_equals_int (gst_cuda_snake_contour_get_id (&one), 7);
  assert_equals_uint64 (gst_cuda_snake_contour_get_area (&one), one.area);
  assert_equals_float (gst_cuda_snake_contour_get_mean_in (&one), 1.5);
  assert_equals_float (gst_cuda_snake_contour_get_variance_in (&one), 2.5);
  assert_equals_float (gst_cuda_snake_contour_get_mean_out (&one), 3.5);
  assert_equals_float (gst_cuda_snake_contour_get_variance_out (&one), 4.5);
  assert_equals_float (gst_cuda_snake_contour_get_criterion (&one), -5.5);
  assert_equals_int (gst_cuda_snake_contour_get_iterations (&one), 6);
  assert_equals_int (gst_cuda_snake_contour_get_converged (&one), TRUE);
  assert_equals_float (gst_cuda_snake_contour_get_cut (&one), 0.25);
  assert_equals_int (gst_cuda_snake_contours_get_width (&all), 64);
  assert_equals_int (gst_cuda_snake_contours_get_height (&all), 48);
  assert_equals_int (gst_cuda_snake_contours_get_n_contours (&all), 1);
}

TEST (test_read_only)
{
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_random (noise, 64, 48, 1);
  GstBuffer *buffer = gst_buffer_ref (gst_buffer_new ());
  GError *error = NULL;

  fail_if (gst_buffer_set_cuda_snake_contours (buffer, contours, &error));
  check_error (
      &error, GST_CUDA_SNAKE_META_ERROR_READ_ONLY, "buffer is not writable");
  fail_if (gst_buffer_add_cuda_snake_regions (buffer, contours, &error));
  check_error (
      &error, GST_CUDA_SNAKE_META_ERROR_READ_ONLY, "buffer is not writable");
  assert_equals_int (n_metas (buffer), 0);
  gst_buffer_unref (buffer);
  gst_buffer_unref (buffer);
}

/* What is not valid is not written: by none of those that take it. */
static void
check_not_written (const GstCudaSnakeContours *contours, const gchar *text)
{
  GstBuffer *buffer = gst_buffer_new ();
  GError *error = NULL;

  fail_if (gst_buffer_set_cuda_snake_contours (buffer, contours, &error));
  check_error (&error, GST_CUDA_SNAKE_META_ERROR_INVALID, text);
  fail_if (gst_buffer_add_cuda_snake_regions (buffer, contours, &error));
  check_error (&error, GST_CUDA_SNAKE_META_ERROR_INVALID, text);
  assert_equals_int (n_metas (buffer), 0);
  gst_buffer_unref (buffer);

  fail_if (gst_cuda_snake_contours_to_structure (contours, &error));
  check_error (&error, GST_CUDA_SNAKE_META_ERROR_INVALID, text);
  fail_if (gst_cuda_snake_contours_scale (contours, 64, 48, &error));
  check_error (&error, GST_CUDA_SNAKE_META_ERROR_INVALID, text);
}

TEST (test_invalid)
{
  static const gint outside[][2] = { { -1, 0 }, { 0, -1 }, { 65, 0 }, { 0, 49 },
    { G_MININT, 0 }, { 0, G_MAXINT } };
  gint points[] = { 0, 0, 0, 48, 64, 48 };
  GstCudaSnakeContour pair[2] = { { .id = 1, .n_points = 3, .points = points },
    { .id = 2, .n_points = 3, .points = points } };
  GstCudaSnakeContours contours = { 64, 48, 2, pair };
  GstBuffer *buffer = buffer_with (&contours);
  const gdouble bad[] = { NAN, INFINITY, -INFINITY };

  gst_buffer_unref (buffer);

  contours.width = 0;
  check_not_written (&contours, "a frame cannot have 0x48 pixels");
  contours.width = 64;
  contours.height = -1;
  check_not_written (&contours, "a frame cannot have 64x-1 pixels");
  contours.height = 48;

  pair[1].id = 1;
  check_not_written (&contours, "contour 1: another one has its id 1");
  pair[1].id = 2;
  pair[1].n_points = 2;
  check_not_written (&contours, "contour 1: a polygon cannot have 2 nodes");
  pair[1].n_points = G_MAXUINT;
  check_not_written (&contours, "contour 1: a polygon cannot have 4294967295");
  pair[1].n_points = 3;
  for (guint i = 0; i < G_N_ELEMENTS (outside); i++) {
    memcpy (points + 2, outside[i], sizeof (outside[i]));
    check_not_written (&contours, "contour 0: node 1 at ");
  }
  points[2] = 0;
  points[3] = 48;

  pair[0].area = 64 * 48 + 1;
  check_not_written (&contours, "contour 0: its area of 3073 pixels is larger");
  pair[0].area = 64 * 48;
#define BAD(member, text) \
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) { \
    pair[1].member = bad[i]; \
    check_not_written (&contours, "contour 1: " text " is not finite"); \
    pair[1].member = 0; \
  }
  BAD (mean_in, "mean-in")
  BAD (variance_in, "variance-in")
  BAD (mean_out, "mean-out")
  BAD (variance_out, "variance-out")
  BAD (criterion, "criterion")
  BAD (cut, "cut")
#undef BAD
  pair[0].variance_in = -1e-300;
  check_not_written (&contours, "contour 0: variance-in is negative");
  pair[0].variance_in = 0;
  pair[0].variance_out = -1;
  check_not_written (&contours, "contour 0: variance-out is negative");
  pair[0].variance_out = 0;
  pair[1].cut = -0.01;
  check_not_written (&contours, "contour 1: cut is negative");
  pair[1].cut = 1.01;
  check_not_written (&contours, "contour 1: cut is above 1");
  pair[1].cut = 1;

  /* nothing but what was said */
  buffer = buffer_with (&contours);
  check_buffer (buffer, &contours, "valid again");
  gst_buffer_unref (buffer);
}

/* What replaces a field of the meta's structure (of the second contour where
 * that is said), as text; NULL takes it away. */
static const struct {
  gboolean in_contour;
  const gchar *field, *value, *refusal;
} mutations[] = {
  { FALSE, "width", NULL, "no width or height of type gint" },
  { FALSE, "width", "(uint)64", "no width or height of type gint" },
  { FALSE, "width", "(gint64)64", "no width or height of type gint" },
  { FALSE, "width", "(string)64", "no width or height of type gint" },
  { FALSE, "width", "(int)[1,64]", "no width or height of type gint" },
  { FALSE, "width", "(int)0", "a frame cannot have 0x48 pixels" },
  { FALSE, "width", "(int)-64", "a frame cannot have -64x48 pixels" },
  { FALSE, "width", "(int)63", "contour 0: node 1 at (64, 48) is outside" },
  { FALSE, "height", NULL, "no width or height of type gint" },
  { FALSE, "height", "(double)48", "no width or height of type gint" },
  { FALSE, "height", "(fraction)48/1", "no width or height of type gint" },
  { FALSE, "height", "(int)-2147483648", "a frame cannot have 64x-2147483648" },
  { FALSE, "height", "(int)20", "is outside the frame of 64x20" },
  { FALSE, "contours", NULL, "there is no array contours" },
  { FALSE, "contours", "(int)1", "there is no array contours" },
  { FALSE, "contours", "(string)none", "there is no array contours" },
  { FALSE, "contours", "(structure)[contour,id=(uint)1;]",
      "there is no array contours" },
  { FALSE, "contours", "(structure){[contour,id=(uint)1;]}",
      "there is no array contours" },
  { FALSE, "contours", "(int)<1,2>", "contour 0 is no structure" },
  { FALSE, "contours", "(string)<a>", "contour 0 is no structure" },
  { FALSE, "contours", "<<(int)1>,<(int)2>>", "contour 0 is no structure" },
  { FALSE, "contours", "(structure)<[contour;]>",
      "contour 0: there is no id of type guint" },
  { TRUE, "id", NULL, "contour 1: there is no id of type guint" },
  { TRUE, "id", "(int)2", "contour 1: there is no id of type guint" },
  { TRUE, "id", "(string)two", "contour 1: there is no id of type guint" },
  { TRUE, "id", "(uint)1", "contour 1: another one has its id 1" },
  { TRUE, "points", NULL, "contour 1: there is no array points" },
  { TRUE, "points", "(int)1", "contour 1: there is no array points" },
  { TRUE, "points", "(int){1,2,3,4,5,6}",
      "contour 1: there is no array points" },
  { TRUE, "points", "(string)\"1,2,3,4,5,6\"",
      "contour 1: there is no array points" },
  { TRUE, "points", "(int)<1,2,3,4,5,6,7>",
      "contour 1: the last of its points has no y" },
  { TRUE, "points", "(int)<1>", "contour 1: the last of its points has no y" },
  { TRUE, "points", "<>", "contour 1: a polygon cannot have 0 nodes" },
  { TRUE, "points", "(int)<1,2,3,4>",
      "contour 1: a polygon cannot have 2 nodes" },
  { TRUE, "points", "<(int)1,(int)2,(int)3,(uint)4,(int)5,(int)6>",
      "contour 1: a coordinate of node 1 is of type guint" },
  { TRUE, "points", "(double)<1,2,3,4,5,6>",
      "contour 1: a coordinate of node 0 is of type gdouble" },
  { TRUE, "points", "<(int)<1,2>,(int)<3,4>,(int)<5,6>,(int)<7,8>>",
      "contour 1: a coordinate of node 0 is of type GstValueArray" },
  { TRUE, "points", "(int)<1,2,3,4,5,-1>",
      "contour 1: node 2 at (5, -1) is outside" },
  { TRUE, "points", "(int)<1,2,65,4,5,6>",
      "contour 1: node 1 at (65, 4) is outside" },
  { TRUE, "points", "(int)<-2147483648,2,3,4,5,2147483647>",
      "contour 1: node 0 at (-2147483648, 2) is outside" },
  { TRUE, "area", NULL, "contour 1: there is no area of type guint64" },
  { TRUE, "area", "(int)1", "contour 1: there is no area of type guint64" },
  { TRUE, "area", "(double)1", "contour 1: there is no area of type guint64" },
  { TRUE, "area", "(guint64)3073", "contour 1: its area of 3073 pixels" },
  { TRUE, "area", "(guint64)18446744073709551615",
      "contour 1: its area of 18" },
  { TRUE, "mean-in", NULL, "contour 1: there is no mean-in of type gdouble" },
  { TRUE, "mean-in", "(float)1", "no mean-in of type gdouble" },
  { TRUE, "mean-in", "(double)nan", "contour 1: mean-in is not finite" },
  { TRUE, "variance-in", "(int)1", "no variance-in of type gdouble" },
  { TRUE, "variance-in", "(double)-1", "contour 1: variance-in is negative" },
  { TRUE, "variance-in", "(double)inf",
      "contour 1: variance-in is not finite" },
  { TRUE, "mean-out", NULL, "contour 1: there is no mean-out of type gdouble" },
  { TRUE, "mean-out", "(double)-inf", "contour 1: mean-out is not finite" },
  { TRUE, "variance-out", NULL, "no variance-out of type gdouble" },
  { TRUE, "variance-out", "(double)-0.5", "1: variance-out is negative" },
  { TRUE, "criterion", NULL,
      "contour 1: there is no criterion of type gdoubl" },
  { TRUE, "criterion", "(double)nan", "contour 1: criterion is not finite" },
  { TRUE, "iterations", NULL,
      "contour 1: there is no iterations of type guin" },
  { TRUE, "iterations", "(int)7", "there is no iterations of type guint" },
  { TRUE, "iterations", "(guint64)7", "there is no iterations of type guint" },
  { TRUE, "converged", NULL,
      "contour 1: there is no converged of type gboole" },
  { TRUE, "converged", "(int)1", "there is no converged of type gboolean" },
  { TRUE, "converged", "(string)yes",
      "there is no converged of type gboolean" },
  { TRUE, "cut", "(int)1", "contour 1: there is no cut of type gdouble" },
  { TRUE, "cut", "(string)yes", "contour 1: there is no cut of type gdouble" },
  { TRUE, "cut", "(double)-1", "contour 1: cut is negative" },
  { TRUE, "cut", "(double)1.5", "contour 1: cut is above 1" },
  { TRUE, "cut", "(double)nan", "contour 1: cut is not finite" },
};

/* Two contours that use all of the frame of 64x48. */
static GstBuffer *
buffer_with_two (void)
{
  static const gint points[] = { 0, 0, 0, 48, 64, 48, 64, 0 };
  static const GstCudaSnakeContour two[] = { { 1, 3, points + 2, 1000, 1.5, 2.5,
                                                 3.5, 4.5, -5.5, 6, TRUE, 0 },
    { 2, 4, points, 3072, 7.5, 8.5, 9.5, 10.5, 11.5, 12, FALSE, 0.5 } };
  static const GstCudaSnakeContours contours = { 64, 48, 2, two };

  return buffer_with (&contours);
}

static void
set_field (GstStructure *structure, const gchar *field, const gchar *value)
{
  g_autofree gchar *text = NULL;
  g_autoptr (GstStructure) parsed = NULL;

  if (!value) {
    gst_structure_remove_field (structure, field);
    return;
  }
  text = g_strdup_printf ("x,v=%s;", value);
  parsed = gst_structure_from_string (text, NULL);
  fail_unless (parsed != NULL, "no text of a structure: %s", text);
  gst_structure_set_value (
      structure, field, gst_structure_get_value (parsed, "v"));
}

/* Puts this in place of a contour in the structure; takes the value. */
static void
set_contour (GstStructure *structure, guint at, GValue *value)
{
  const GValue *old = gst_structure_get_value (structure, "contours");
  GValue contours = G_VALUE_INIT;

  g_value_init (&contours, GST_TYPE_ARRAY);
  for (guint i = 0; i < gst_value_array_get_size (old); i++)
    gst_value_array_append_value (
        &contours, i == at ? value : gst_value_array_get_value (old, i));
  g_value_unset (value);
  gst_structure_take_value (structure, "contours", &contours);
}

static void
mutate (GstStructure *structure, guint i)
{
  const GValue *contours = gst_structure_get_value (structure, "contours");
  GValue contour = G_VALUE_INIT;

  if (!mutations[i].in_contour) {
    set_field (structure, mutations[i].field, mutations[i].value);
    return;
  }
  g_value_init (&contour, GST_TYPE_STRUCTURE);
  g_value_copy (gst_value_array_get_value (contours, 1), &contour);
  set_field ((GstStructure *)gst_value_get_structure (&contour),
      mutations[i].field, mutations[i].value);
  set_contour (structure, 1, &contour);
}

TEST_LOOP (test_mutations, G_N_ELEMENTS (mutations))
{
  g_autoptr (GstBuffer) buffer = buffer_with_two ();
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_get (buffer, "mutations");

  mutate (structure_of (buffer), __i__);
  check_unreadable (
      buffer, GST_CUDA_SNAKE_META_ERROR_INVALID, mutations[__i__].refusal);

  /* and is mended by the next */
  fail_unless (gst_buffer_set_cuda_snake_contours (buffer, contours, NULL));
  check_buffer (buffer, contours, "written again");
  assert_equals_int (n_metas (buffer), 1);
}

/* What has no text */
TEST (test_other_mutations)
{
  GstBuffer *buffer = buffer_with_two ();
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_get (buffer, "mutations");
  GValue value = G_VALUE_INIT, array = G_VALUE_INIT;

  /* none in place of a contour */
  g_value_init (&value, GST_TYPE_STRUCTURE);
  set_contour (structure_of (buffer), 0, &value);
  check_unreadable (
      buffer, GST_CUDA_SNAKE_META_ERROR_INVALID, "contour 0 is no structure");
  gst_buffer_unref (buffer);

  /* objects */
  buffer = buffer_with_two ();
  gst_value_array_init (&array, 1);
  g_value_init (&value, G_TYPE_OBJECT);
  gst_value_array_append_and_take_value (&array, &value);
  gst_structure_take_value (structure_of (buffer), "contours", &array);
  check_unreadable (
      buffer, GST_CUDA_SNAKE_META_ERROR_INVALID, "contour 0 is no structure");
  gst_buffer_unref (buffer);

  buffer = buffer_with_two ();
  gst_structure_remove_all_fields (structure_of (buffer));
  check_unreadable (
      buffer, GST_CUDA_SNAKE_META_ERROR_INVALID, "there is no array contours");
  gst_structure_set_name (structure_of (buffer), "something-else");
  check_unreadable (buffer, GST_CUDA_SNAKE_META_ERROR_INVALID,
      "a structure something-else is no cudasnake-contours");
  fail_unless (gst_buffer_set_cuda_snake_contours (buffer, contours, NULL));
  check_buffer (buffer, contours, "written again");

  /* fields that a later release may have */
  gst_structure_set (structure_of (buffer), "later", G_TYPE_INT, 1, NULL);
  check_buffer (buffer, contours, "one more field");
  gst_buffer_unref (buffer);
}

/* Frames that were written when a contour had fewer fields are read: what is
 * missing is 0, and written from then on. */
TEST (test_old)
{
  g_autoptr (GstBuffer) buffer = buffer_with_two ();
  g_autoptr (GstCudaSnakeContours) contours = contours_test_get (buffer, "new");
  g_autoptr (GstCudaSnakeContours) old = NULL;
  GValue contour = G_VALUE_INIT;

  fail_unless (contours->contours[1].cut == 0.5);
  g_value_init (&contour, GST_TYPE_STRUCTURE);
  g_value_copy (
      gst_value_array_get_value (
          gst_structure_get_value (structure_of (buffer), "contours"), 1),
      &contour);
  set_field ((GstStructure *)gst_value_get_structure (&contour), "cut", NULL);
  set_contour (structure_of (buffer), 1, &contour);
  old = contours_test_get (buffer, "old");
  ((GstCudaSnakeContour *)contours->contours)[1].cut = 0;
  contours_test_compare (old, contours, "old");
  fail_unless (gst_buffer_set_cuda_snake_contours (buffer, old, NULL));
  check_buffer (buffer, contours, "written again");
}

/* Messages carry the same structure. */
TEST (test_message)
{
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_random (noise, 64, 48, 2);
  g_autoptr (GstMessage) message = gst_message_new_element (
      NULL, gst_cuda_snake_contours_to_structure (contours, NULL));
  g_autoptr (GstCudaSnakeContours) copy =
      gst_cuda_snake_contours_from_structure (
          gst_message_get_structure (message), NULL);

  fail_unless (copy != NULL);
  contours_test_compare (copy, contours, "message");
}

TEST (test_regions)
{
  static const gint points[] = { 5, 7, 5, 20, 31, 11, /**/ 0, 48, 64, 48, 64, 0,
    0, 0 };
  static const GstCudaSnakeContour two[] = {
    { .id = 7, .n_points = 3, .points = points },
    { .id = G_MAXUINT, .n_points = 4, .points = points + 6 },
  };
  static const GstCudaSnakeContours contours = { 64, 48, 2, two };
  g_autoptr (GstBuffer) buffer = gst_buffer_new ();
  GstVideoRegionOfInterestMeta *roi;

  fail_unless (gst_buffer_add_cuda_snake_regions (buffer, &contours, NULL));
  assert_equals_int (n_metas (buffer), 2);
  roi = gst_buffer_get_video_region_of_interest_meta_id (buffer, 7);
  fail_unless (roi != NULL);
  fail_unless (roi->x == 5 && roi->y == 7 && roi->w == 26 && roi->h == 13);
  fail_unless_equals_string (
      g_quark_to_string (roi->roi_type), GST_CUDA_SNAKE_META_ROI_TYPE);
  roi =
      gst_buffer_get_video_region_of_interest_meta_id (buffer, (gint)G_MAXUINT);
  fail_unless (roi != NULL);
  fail_unless (roi->x == 0 && roi->y == 0 && roi->w == 64 && roi->h == 48);
}

/* Corners stay corners; the rest is rounded, a half upwards. */
TEST (test_scale)
{
  static const gint points[] = { 0, 0, 64, 48, 3, 1, 1, 47 };
  static const GstCudaSnakeContour one = { 9, 4, points, 1001, 1.5, 2.5, 3.5,
    4.5, -5.5, 6, TRUE, 0.25 };
  static const GstCudaSnakeContours contours = { 64, 48, 1, &one };
  static const struct {
    gint width, height, points[8];
    guint64 area;
  } cases[] = {
    { 64, 48, { 0, 0, 64, 48, 3, 1, 1, 47 }, 1001 },
    { 128, 48, { 0, 0, 128, 48, 6, 1, 2, 47 }, 2002 },
    { 32, 24, { 0, 0, 32, 24, 2, 1, 1, 24 }, 250 },
    { 1, 1, { 0, 0, 1, 1, 0, 0, 0, 1 }, 0 },
    { 63, 49, { 0, 0, 63, 49, 3, 1, 1, 48 }, 1006 },
    { G_MAXINT, G_MAXINT,
        { 0, 0, G_MAXINT, G_MAXINT, 100663296, 44739243, 33554432, 2102744404 },
        G_GUINT64_CONSTANT (1502701074266456064) },
  };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstCudaSnakeContour expected = one;
    GstCudaSnakeContours all = { cases[i].width, cases[i].height, 1,
      &expected };
    g_autoptr (GstCudaSnakeContours) scaled = gst_cuda_snake_contours_scale (
        &contours, cases[i].width, cases[i].height, &error);

    fail_unless (scaled != NULL, "%s", error ? error->message : "no error");
    expected.points = cases[i].points;
    expected.area = cases[i].area;
    contours_test_compare (scaled, &all, "scaled");
    gst_buffer_unref (buffer_with (scaled));
  }
  for (guint i = 0; i < 200; i++) {
    gint width = g_rand_int_range (noise, 1, G_MAXINT);
    gint height = g_rand_int_range (noise, 1, G_MAXINT);
    g_autoptr (GstCudaSnakeContours) any =
        contours_test_random (noise, g_rand_int_range (noise, 1, G_MAXINT),
            g_rand_int_range (noise, 1, G_MAXINT), 3);
    g_autoptr (GstCudaSnakeContours) scaled =
        gst_cuda_snake_contours_scale (any, width, height, &error);

    fail_unless (scaled != NULL, "%s", error ? error->message : "no error");
    gst_buffer_unref (buffer_with (scaled));
  }
  fail_if (gst_cuda_snake_contours_scale (&contours, 0, 48, &error));
  check_error (&error, GST_CUDA_SNAKE_META_ERROR_INVALID, "have 0x48 pixels");
  fail_if (gst_cuda_snake_contours_scale (&contours, 64, -1, &error));
  check_error (&error, GST_CUDA_SNAKE_META_ERROR_INVALID, "have 64x-1 pixels");
}

/* Threads */

static gint n_waiting;

static gpointer
register_at_once (gpointer data)
{
  GstBuffer *buffer = gst_buffer_new ();

  g_atomic_int_inc (&n_waiting);
  while (g_atomic_int_get (&n_waiting) < N_THREADS)
    g_thread_yield ();
  fail_unless (gst_buffer_set_cuda_snake_contours (buffer, data, NULL));
  check_buffer (buffer, data, "thread");
  gst_buffer_unref (buffer);
  return (gpointer)gst_meta_get_info (GST_CUDA_SNAKE_META_NAME);
}

/* Tests of who registers first: what is registered stays so in a process. */
static guint
times_in_a_process (guint n)
{
  return g_strcmp0 (g_getenv ("CK_FORK"), "no") == 0 ? 0 : n;
}

/* All that begin at once find one meta. Each time in a process of its own,
 * where nobody has registered it. */
TEST_LOOP (test_threads, times_in_a_process (20))
{
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_random (noise, 64, 48, 1);
  GThread *threads[N_THREADS];

  fail_unless (gst_meta_get_info (GST_CUDA_SNAKE_META_NAME) == NULL,
      "this test needs a process of its own (CK_FORK)");
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new (NULL, register_at_once, contours);
  for (guint i = 0; i < N_THREADS; i++)
    fail_unless (g_thread_join (threads[i])
                 == gst_meta_get_info (GST_CUDA_SNAKE_META_NAME));
}

/* Somebody else's metas of the same name. Each in a process of its own. */

static gboolean
copy_nothing (GstBuffer *to, GstCustomMeta *meta, GstBuffer *from, GQuark type,
    gpointer data, gpointer user_data)
{
  return TRUE;
}

TEST_LOOP (test_foreign_custom, times_in_a_process (1))
{
  static const gchar *tags[] = { "video", "size", NULL };
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_random (noise, 64, 48, 2);
  g_autoptr (GstBuffer) buffer = gst_buffer_new ();
  const GstMetaInfo *info = gst_meta_register_custom (
      GST_CUDA_SNAKE_META_NAME, tags, copy_nothing, NULL, NULL);

  fail_unless (info != NULL);
  gst_buffer_add_custom_meta (buffer, GST_CUDA_SNAKE_META_NAME);
  gst_structure_set (structure_of (buffer), "answer", G_TYPE_INT, 42,
      "contours", G_TYPE_STRING, "none of yours", NULL);
  check_unreadable (
      buffer, GST_CUDA_SNAKE_META_ERROR_INVALID, "there is no array contours");

  fail_unless (gst_cuda_snake_meta_register (NULL));
  fail_unless (gst_meta_get_info (GST_CUDA_SNAKE_META_NAME) == info);
  fail_unless (gst_buffer_set_cuda_snake_contours (buffer, contours, NULL));
  check_buffer (buffer, contours, "in a foreign meta");
  fail_if (gst_structure_has_field (structure_of (buffer), "answer"));
}

static gboolean
init_plain (GstMeta *meta, gpointer params, GstBuffer *buffer)
{
  return TRUE;
}

TEST_LOOP (test_foreign_plain, times_in_a_process (1))
{
  static const gchar *tags[] = { NULL };
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_random (noise, 64, 48, 2);
  GType api = gst_meta_api_type_register ("cudasnake-contours-api", tags);
  const GstMetaInfo *info = gst_meta_register (
      api, GST_CUDA_SNAKE_META_NAME, sizeof (GstMeta), init_plain, NULL, NULL);
  g_autoptr (GstBuffer) buffer = gst_buffer_new ();
  GstCudaSnakeContours nothing, *read = &nothing;
  GError *error = NULL;

  fail_unless (info != NULL);
  fail_if (gst_cuda_snake_meta_register (&error));
  check_error (
      &error, GST_CUDA_SNAKE_META_ERROR_FOREIGN, "type that is no custom meta");
  fail_if (gst_buffer_set_cuda_snake_contours (buffer, contours, &error));
  check_error (
      &error, GST_CUDA_SNAKE_META_ERROR_FOREIGN, "type that is no custom meta");
  fail_unless (gst_buffer_get_cuda_snake_contours (buffer, &read, &error));
  fail_unless (read == NULL && error == NULL);

  gst_buffer_add_meta (buffer, info, NULL);
  check_unreadable (
      buffer, GST_CUDA_SNAKE_META_ERROR_FOREIGN, "type that is no custom meta");
  fail_if (gst_buffer_set_cuda_snake_contours (buffer, contours, NULL));
  assert_equals_int (n_metas (buffer), 1);
}

/* A type of the name, or of its API's, that is no meta at all */
TEST_LOOP (test_foreign_type, times_in_a_process (2))
{
  GError *error = NULL;

  g_pointer_type_register_static (
      __i__ ? GST_CUDA_SNAKE_META_NAME : GST_CUDA_SNAKE_META_NAME "-api");
  fail_if (gst_cuda_snake_meta_register (&error));
  check_error (
      &error, GST_CUDA_SNAKE_META_ERROR_FOREIGN, "type that is no custom meta");
}

/* Another implementation of our API, in front of ours */
TEST_LOOP (test_foreign_implementation, times_in_a_process (1))
{
  g_autoptr (GstCudaSnakeContours) contours =
      contours_test_random (noise, 64, 48, 2);
  g_autoptr (GstBuffer) buffer = gst_buffer_new ();
  GstCudaSnakeContours nothing, *read = &nothing;
  const GstMetaInfo *info;

  fail_unless (gst_cuda_snake_meta_register (NULL));
  info = gst_meta_register (gst_meta_get_info (GST_CUDA_SNAKE_META_NAME)->api,
      "another-implementation", sizeof (GstMeta), init_plain, NULL, NULL);
  gst_buffer_add_meta (buffer, info, NULL);
  fail_unless (gst_buffer_get_cuda_snake_contours (buffer, &read, NULL));
  fail_unless (read == NULL);
  fail_unless (gst_buffer_set_cuda_snake_contours (buffer, contours, NULL));
  check_buffer (buffer, contours, "beside another implementation");
  assert_equals_int (n_metas (buffer), 2);
}

/* Pipelines */

#define N_FRAMES 10

typedef struct {
  GQueue frames; /* of one branch, which has a thread of its own */
  gint width, height;
  GstVideoFormat format;
} Branch;

static void
keep_frame (GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer data)
{
  Branch *branch = data;
  GstCaps *caps = gst_pad_get_current_caps (pad);
  GstVideoInfo info;

  fail_unless (gst_video_info_from_caps (&info, caps));
  gst_caps_unref (caps);
  branch->width = GST_VIDEO_INFO_WIDTH (&info);
  branch->height = GST_VIDEO_INFO_HEIGHT (&info);
  branch->format = GST_VIDEO_INFO_FORMAT (&info);
  g_queue_push_tail (&branch->frames, gst_buffer_ref (buffer));
}

static void
connect_branch (GstElement *pipeline, const gchar *name, Branch *branch)
{
  g_autoptr (GstElement) sink = gst_bin_get_by_name (GST_BIN (pipeline), name);

  g_queue_init (&branch->frames);
  g_signal_connect (sink, "handoff", G_CALLBACK (keep_frame), branch);
}

/* Every frame has its contours, those of the frame that it was made from. */
static void
check_branch (Branch *branch, GstCudaSnakeContours **expected,
    GstBuffer **pushed, const gchar *what)
{
  assert_equals_int (branch->frames.length, N_FRAMES);
  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) frame = g_queue_pop_head (&branch->frames);

    fail_if (frame == pushed[i], "%s: the very buffer", what);
    check_buffer (frame, expected[i], what);
  }
}

#define FAKESINK " ! fakesink signal-handoffs=1 async=0 sync=0 name="

/* Conversion, branches, threads and scaling: new buffers with the contours of
 * the old ones. */
TEST (test_pipeline)
{
  GError *error = NULL;
  g_autoptr (GstElement) pipeline = gst_parse_launch (
      "appsrc name=src format=time ! videoconvert ! "
      "video/x-raw,format=RGB ! tee name=t ! queue ! "
      "videoscale ! video/x-raw,width=32,height=24" FAKESINK
      "scaled  t. ! queue ! videoflip video-direction=90r ! "
      "videoconvert ! video/x-raw,format=NV12" FAKESINK "flipped",
      &error);
  GstCudaSnakeContours *contours[N_FRAMES];
  GstBuffer *frames[N_FRAMES];
  Branch scaled, flipped;
  g_autoptr (GstElement) src = NULL;
  GstMessage *message;
  GstVideoInfo info;
  GstCaps *caps;
  GstBus *bus;
  GstFlowReturn ret;

  fail_unless (pipeline != NULL && error == NULL, "%s",
      error ? error->message : "no pipeline");
  connect_branch (pipeline, "scaled", &scaled);
  connect_branch (pipeline, "flipped", &flipped);
  src = gst_bin_get_by_name (GST_BIN (pipeline), "src");
  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_I420, 64, 48);
  info.fps_n = 25;
  caps = gst_video_info_to_caps (&info);
  g_object_set (src, "caps", caps, NULL);
  gst_caps_unref (caps);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);

  for (guint i = 0; i < N_FRAMES; i++) {
    contours[i] = contours_test_random (noise, 64, 48, i % 4);
    frames[i] = buffer_with (contours[i]);
    gst_buffer_append_memory (frames[i],
        gst_allocator_alloc (NULL, GST_VIDEO_INFO_SIZE (&info), NULL));
    gst_buffer_memset (frames[i], 0, i, -1);
    GST_BUFFER_PTS (frames[i]) = i * GST_SECOND / 25;
    GST_BUFFER_DURATION (frames[i]) = GST_SECOND / 25;
    g_signal_emit_by_name (src, "push-buffer", frames[i], &ret);
    assert_equals_int (ret, GST_FLOW_OK);
  }
  g_signal_emit_by_name (src, "end-of-stream", &ret);
  bus = gst_element_get_bus (pipeline);
  message = gst_bus_timed_pop_filtered (
      bus, 20 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  assert_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_EOS);
  gst_message_unref (message);
  gst_object_unref (bus);
  gst_element_set_state (pipeline, GST_STATE_NULL);

  /* else there was nothing to survive */
  fail_unless (scaled.width == 32 && scaled.height == 24);
  fail_unless (scaled.format == GST_VIDEO_FORMAT_RGB);
  fail_unless (flipped.width == 48 && flipped.height == 64);
  fail_unless (flipped.format == GST_VIDEO_FORMAT_NV12);
  check_branch (&scaled, contours, frames, "scaled");
  check_branch (&flipped, contours, frames, "flipped");
  for (guint i = 0; i < N_FRAMES; i++) {
    gst_buffer_unref (frames[i]);
    gst_cuda_snake_contours_free (contours[i]);
  }
}

TEST_MAIN (gst_check_init, setup, teardown)
