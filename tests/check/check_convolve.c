/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudaconvolve's pictures: masks of all kinds against the definition, while
 * properties change and frames flow. */
#include <math.h>

#include "naiveconvolve.h"
#include "videotest.h"

static const gchar *const borders[] = { "replicate", "mirror", "constant" };

static const gdouble smooth[] = { 1, 2, 1, 2, 4, 2, 1, 2, 1 };
static const gdouble edges[] = { -1, 0, 1, -2, 0, 2, -1, 0, 1 };
static const gdouble dark[] = { 0, -1, 0, -1, 2, -1, 0, -1, 0 };
static const gdouble same[] = { 0, 0, 0, 0, 5, 0, 0, 0, 0 };
static const gdouble line[] = { 3, -1, 7, 2, 1 };

/* One frame through the element, each sample within `tolerance` of what should
 * come out. */
static void
check_frame (GstHarness *h, const NaiveConvolve *convolve,
    const GstVideoInfo *info, GRand *rand, gint tolerance, const gchar *what)
{
  GstBuffer *frame = video_test_frame (rand, info);
  g_autoptr (GstBuffer) expected =
      naive_convolve_filter (convolve, info, frame, FALSE);
  g_autoptr (GstBuffer) result = video_test_push_and_pull (h, frame);
  GstMapInfo a, b;

  if (tolerance == 0) {
    video_test_compare (info, result, expected, what);
  } else {
    gst_buffer_map (result, &a, GST_MAP_READ);
    gst_buffer_map (expected, &b, GST_MAP_READ);
    assert_equals_int (a.size, b.size);
    for (gsize i = 0; i < a.size; i++)
      fail_unless (ABS (a.data[i] - b.data[i]) <= tolerance,
          "%s: byte %" G_GSIZE_FORMAT " is %u instead of %u", what, i,
          a.data[i], b.data[i]);
    gst_buffer_unmap (result, &a);
    gst_buffer_unmap (expected, &b);
  }
}

static gint
odd_side (GRand *rand)
{
  return 1 + 2 * g_rand_int_range (rand, 0, g_rand_boolean (rand) ? 16 : 4);
}

/* Integers, of one sign or of both; about every other one a product. One of a
 * single value might change nothing, and then P010's low bits pass through. */
static void
random_mask (GRand *rand, NaiveConvolve *convolve, gdouble *value)
{
  gint low = g_rand_boolean (rand) ? -20 : 0;
  gint row[31], column[31], x, y;
  gboolean product = g_rand_boolean (rand);

  convolve->width = odd_side (rand);
  convolve->height = convolve->width > 1 ? odd_side (rand) : 3;
  convolve->value = value;
  for (x = 0; x < convolve->width; x++)
    row[x] = g_rand_int_range (rand, low, 20);
  for (y = 0; y < convolve->height; y++) {
    column[y] = g_rand_int_range (rand, low, 20);
    for (x = 0; x < convolve->width; x++)
      value[y * convolve->width + x] =
          product ? row[x] * column[y] : g_rand_int_range (rand, low, 20);
  }
}

/* Integer masks are exact, whatever the method. */
TEST_LOOP (test_integers, 5)
{
  static const gchar *const formats[] = { "GRAY8", "GRAY16_LE", "P010_10LE",
    "BGRx", "I420" };
  static const gchar *const normalize[] = { "auto", "none", "manual" };
  static const gdouble divisors[] = { 1, -7, 16, 1000, 2.5, 40000 };
  g_autoptr (GstElement) element = video_test_element ("cudaconvolve");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstVideoInfo info = video_test_progressive (formats[__i__], 27, 19);
  GstHarness *h = video_test_harness (element, &info);

  for (guint i = 0; i < 40; i++) {
    NaiveConvolve convolve = NAIVE_CONVOLVE_DEFAULTS;
    gdouble value[31 * 31];
    g_autofree gchar *what = NULL;

    random_mask (noise, &convolve, value);
    convolve.normalize = normalize[i % 3];
    convolve.divisor = divisors[i % G_N_ELEMENTS (divisors)];
    convolve.bias = 16 * g_rand_int_range (noise, -20, 20);
    convolve.flip = i % 2;
    convolve.separable = i % 5 ? "auto" : "never";
    convolve.border = borders[i % 3];
    convolve.border_value = 37 * i % 256;
    naive_convolve_apply (&convolve, G_OBJECT (element));
    fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
    what = g_strdup_printf ("mask %u of %dx%d, normalize %s", i, convolve.width,
        convolve.height, convolve.normalize);
    check_frame (h, &convolve, &info, noise, 0, what);
  }
  gst_harness_teardown (h);
  gst_element_set_bus (element, NULL);
}

/* The product of two lists, longer than any mask. */
TEST_LOOP (test_long_lists, 4)
{
  static const gint taps[][2] = { { 255, 1 }, { 1, 255 }, { 33, 101 },
    { 3, 5 } };
  GstElement *element = video_test_element ("cudaconvolve");
  NaiveConvolve convolve = NAIVE_CONVOLVE_DEFAULTS;
  gint w = taps[__i__][0], n = w * taps[__i__][1], x, y;
  g_autofree gdouble *value = g_new (gdouble, n);
  GString *text[2];
  GstHarness *h;
  GstVideoInfo info = video_test_progressive ("GRAY8", 40, 31);

  convolve.width = w;
  convolve.height = taps[__i__][1];
  convolve.value = value;
  for (y = 0; y < convolve.height; y++)
    for (x = 0; x < w; x++)
      value[y * w + x] = (1 + x % 3) * (1 + y % 5);
  for (y = 0; y < 2; y++) {
    text[y] = g_string_new (NULL);
    for (x = 0; x < taps[__i__][y]; x++)
      g_string_append_printf (text[y], "%d ", 1 + x % (y ? 5 : 3));
  }
  g_object_set (
      element, "horizontal", text[0]->str, "vertical", text[1]->str, NULL);
  naive_convolve_apply_rest (&convolve, G_OBJECT (element));
  h = video_test_harness (element, &info);
  check_frame (h, &convolve, &info, noise, 0, "horizontal and vertical");
  gst_harness_teardown (h);
  gst_object_unref (element);
  g_string_free (text[0], TRUE);
  g_string_free (text[1], TRUE);
}

static void
fill_gaussian (gdouble *value, gint size, gdouble sigma)
{
  gint x, y, r = size / 2;

  for (y = -r; y <= r; y++)
    for (x = -r; x <= r; x++)
      *value++ = exp (-(x * x + y * y) / (2 * sigma * sigma));
}

/* Masks of other numbers are within one step, in one pass and in two. */
TEST (test_gaussians)
{
  static const gdouble sigmas[] = { 0, 0.4, 1, 2.75, 100 };
  static const gchar *const separable[] = { "auto", "never", "always" };
  g_autoptr (GstElement) element = video_test_element ("cudaconvolve");
  NaiveConvolve convolve = NAIVE_CONVOLVE_DEFAULTS;
  gdouble value[31 * 31];
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 40, 30);

  convolve.value = value;
  h = video_test_harness (element, &info);
  gst_util_set_object_arg (G_OBJECT (element), "kernel-type", "gaussian");
  for (gint size = 3; size <= 31; size += 4) {
    for (guint i = 0; i < G_N_ELEMENTS (sigmas); i++) {
      gdouble automatic = 0.3 * ((size - 1) / 2 - 1) + 0.8;

      fill_gaussian (value, size, sigmas[i] > 0 ? sigmas[i] : automatic);
      convolve.width = convolve.height = size;
      g_object_set (element, "size", size, "sigma", sigmas[i], NULL);
      for (guint k = 0; k < 3; k++) {
        convolve.separable = separable[k];
        naive_convolve_apply_rest (&convolve, G_OBJECT (element));
        check_frame (h, &convolve, &info, noise, 1, "gaussian");
      }
    }
  }
}

/* A change takes effect from the next frame on. */
TEST (test_live_properties)
{
  static const NaiveConvolve steps[] = {
    { 3, 3, smooth, "auto", 1, 0, FALSE, "auto", "replicate", 0,
        "luma+chroma" },
    { 3, 3, edges, "auto", 1, 0, FALSE, "auto", "replicate", 0, "luma+chroma" },
    { 3, 3, edges, "auto", 1, 0, TRUE, "auto", "replicate", 0, "luma+chroma" },
    { 3, 3, edges, "none", 1, 0, TRUE, "always", "mirror", 0, "luma+chroma" },
    { 3, 3, edges, "manual", 3, 9, TRUE, "always", "mirror", 0, "luma" },
    { 3, 3, edges, "manual", -3, 9, TRUE, "always", "constant", 0, "luma" },
    { 3, 3, edges, "manual", -3, 250, TRUE, "never", "constant", 77, "luma" },
    { 5, 1, line, "manual", 13, 20, FALSE, "never", "constant", 77, "chroma" },
    { 1, 5, line, "auto", 13, 20, FALSE, "auto", "replicate", 77,
        "luma+chroma" },
    { 3, 3, dark, "auto", 1, 0, FALSE, "auto", "replicate", 0, "luma+chroma" },
  };
  g_autoptr (GstElement) element = video_test_element ("cudaconvolve");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstVideoInfo info = video_test_progressive ("I420", 25, 17);
  GstHarness *h = video_test_harness (element, &info);

  for (guint i = 0; i < 3 * G_N_ELEMENTS (steps); i++) {
    const NaiveConvolve *convolve = &steps[i % G_N_ELEMENTS (steps)];

    naive_convolve_apply (convolve, G_OBJECT (element));
    fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
    check_frame (h, convolve, &info, noise, 0, "after a change");
    check_frame (h, convolve, &info, noise, 0, "and one frame later");
  }
  gst_harness_teardown (h);
  gst_element_set_bus (element, NULL);
}

/* A mask that changes nothing passes the very buffers through; and back. */
TEST (test_identity)
{
  static const struct {
    const gchar *type;
    const gchar *kernel;
  } identities[] = { { "none", NULL }, { NULL, "0 0 0; 0 7 0; 0 0 0" },
    { NULL, "1" }, { NULL, "0 1 0 * 0; 1; 0" } };
  g_autoptr (GstElement) element = video_test_element ("cudaconvolve");
  NaiveConvolve convolve = NAIVE_CONVOLVE_DEFAULTS;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 31, 20);

  convolve.width = convolve.height = 3;
  convolve.value = smooth;
  h = video_test_harness (element, &info);
  for (guint i = 0; i < G_N_ELEMENTS (identities); i++) {
    GstBuffer *frame = video_test_frame (noise, &info);
    g_autofree gchar *method = NULL;

    naive_convolve_apply (&convolve, G_OBJECT (element));
    check_frame (h, &convolve, &info, noise, 0, "filtered");

    if (identities[i].type)
      gst_util_set_object_arg (
          G_OBJECT (element), "kernel-type", identities[i].type);
    else
      g_object_set (element, "kernel", identities[i].kernel, NULL);
    g_object_get (element, "active-method", &method, NULL);
    fail_unless_equals_string (method, "none, frames pass through");
    fail_unless (video_test_passes (h, frame));
  }

  /* The sum as it is: five times the picture */
  convolve.value = same;
  convolve.normalize = "none";
  naive_convolve_apply (&convolve, G_OBJECT (element));
  check_frame (h, &convolve, &info, noise, 0, "times five");
}

typedef struct {
  GstElement *element;
  gint stop;
} Changer;

static const struct {
  const gchar *kernel;
  gboolean flip;
} swaps[] = { { "1 2 1; 2 4 2; 1 2 1", FALSE },
  { "-1 0 1; -2 0 2; -1 0 1", TRUE }, { "3 -1 7 2 1", TRUE } };

static const NaiveConvolve swapped[] = {
  { 3, 3, smooth, "auto", 1, 0, FALSE, "auto", "replicate", 0, "luma+chroma" },
  { 3, 3, edges, "auto", 1, 0, TRUE, "auto", "replicate", 0, "luma+chroma" },
  { 5, 1, line, "auto", 1, 0, TRUE, "auto", "replicate", 0, "luma+chroma" },
};

static gpointer
swap_masks (gpointer data)
{
  Changer *changer = data;

  for (guint i = 0; !g_atomic_int_get (&changer->stop); i++) {
    g_object_set (changer->element, "kernel", swaps[i % 3].kernel, "flip",
        swaps[i % 3].flip, NULL);
    g_usleep (50);
  }
  return NULL;
}

/* While another thread swaps masks, and what goes with them in the same call,
 * each frame is filtered with one of them. */
TEST (test_swaps_from_a_thread)
{
  g_autoptr (GstElement) element = video_test_element ("cudaconvolve");
  Changer changer = { element, 0 };
  GstBuffer *frame, *expected[3];
  GThread *thread;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 40, 30);
  guint i, k;

  g_object_set (
      element, "kernel", swaps[0].kernel, "flip", swaps[0].flip, NULL);
  h = video_test_harness (element, &info);
  frame = video_test_frame (noise, &info);
  for (k = 0; k < 3; k++)
    expected[k] = naive_convolve_filter (&swapped[k], &info, frame, FALSE);

  thread = g_thread_new ("swap", swap_masks, &changer);
  for (i = 0; i < 500; i++) {
    g_autoptr (GstBuffer) result =
        video_test_push_and_pull (h, gst_buffer_ref (frame));

    for (k = 0; k < 3 && !video_test_equal (&info, result, expected[k]); k++)
      ;
    fail_unless (k < 3, "frame %u is filtered with none of the masks", i);
  }
  g_atomic_int_set (&changer.stop, 1);
  g_thread_join (thread);

  for (k = 0; k < 3; k++)
    gst_buffer_unref (expected[k]);
  gst_buffer_unref (frame);
}

/* GstController drives properties frame by frame: results are those of another
 * element on which the values are set. */
TEST_LOOP (test_controller, 3)
{
  static const struct {
    const gchar *name, *kernel, *normalize;
    gdouble from, to;
  } driven[] = {
    { "sigma", NULL, "auto", 0.5, 3 },
    { "divisor", "1 2 3", "manual", 2, 9 },
    { "bias", "-1 0 1", "manual", -100, 300 },
  };
  const gchar *name = driven[__i__].name;
  g_autoptr (GstElement) element = video_test_element ("cudaconvolve");
  g_autoptr (GstElement) other = video_test_element ("cudaconvolve");
  g_autoptr (GstHarness) h = NULL, h2 = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 30, 20);
  guint i, changes = 0;
  gdouble last = 0;

  for (i = 0; i < 2; i++) {
    GObject *object = G_OBJECT (i ? other : element);

    g_object_set (object, "size", 9, "kernel", driven[__i__].kernel, NULL);
    gst_util_set_object_arg (object, "normalize", driven[__i__].normalize);
  }
  video_test_control (element, name, driven[__i__].from, driven[__i__].to);
  h = video_test_harness (element, &info);
  h2 = video_test_harness (other, &info);
  for (i = 0; i <= 50; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);
    GstBuffer *result, *expected;
    gdouble value;
    gdouble t = MIN (i / 25., 1);

    GST_BUFFER_PTS (frame) = i * GST_SECOND / 25;
    result = video_test_push_and_pull (h, gst_buffer_ref (frame));
    g_object_get (element, name, &value, NULL);
    fail_unless (
        fabs (value - (driven[__i__].from * (1 - t) + driven[__i__].to * t))
        < 1e-6);
    changes += value != last;
    last = value;
    g_object_set (other, name, value, NULL);
    expected = video_test_push_and_pull (h2, frame);
    video_test_expect (&info, result, expected, name);
  }
  assert_equals_int (changes, 26);
}

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
