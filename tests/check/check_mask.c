/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudaconvolve's mask: how properties give it, in which order, and what is
 * refused. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "videotest.h"

static GstElement *element;
static GstBus *bus;
static gchar *folder;

static void
setup (void)
{
  video_test_setup ();
  element = video_test_element ("cudaconvolve");
  bus = video_test_bus (element);
  folder = video_test_folder_new ();
}

static void
teardown (void)
{
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (bus);
  gst_object_unref (element);
  video_test_folder_free (folder);
  video_test_teardown ();
}

static void
set (const gchar *name, const gchar *text)
{
  gst_util_set_object_arg (G_OBJECT (element), name, text);
}

static gchar *
get (const gchar *name)
{
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), name);
  GValue value = G_VALUE_INIT;
  gchar *text;

  g_value_init (&value, spec->value_type);
  g_object_get_property (G_OBJECT (element), name, &value);
  text = G_VALUE_HOLDS_STRING (&value) ? g_value_dup_string (&value)
                                       : gst_value_serialize (&value);
  g_value_unset (&value);
  return text;
}

static void
check_property (const gchar *name, const gchar *expected)
{
  g_autofree gchar *text = get (name);

  fail_unless_equals_string (text, expected);
}

static void
check_mask (const gchar *expected)
{
  check_property ("active-kernel", expected);
}

static void
check_method (const gchar *expected)
{
  check_property ("active-method", expected);
}

static void
check_quiet (void)
{
  GstMessage *message = video_test_message (bus, GST_MESSAGE_WARNING);
  GError *error;

  if (message) {
    gst_message_parse_warning (message, &error, NULL);
    fail ("%s", error->message);
  }
}

/* The next warning has this text in it. */
static void
check_next_warning (const gchar *text)
{
  g_autoptr (GstMessage) message =
      video_test_message (bus, GST_MESSAGE_WARNING);
  g_autoptr (GError) error = NULL;

  fail_unless (message != NULL, "there is no warning about: %s", text);
  gst_message_parse_warning (message, &error, NULL);
  fail_unless (strstr (error->message, text) != NULL,
      "\"%s\" instead of \"%s\"", error->message, text);
  fail_unless (g_utf8_validate (error->message, -1, NULL));
  fail_unless (strlen (error->message) < 400);
}

/* And it is the only one. */
static void
check_warning (const gchar *text)
{
  check_next_warning (text);
  check_quiet ();
}

/* The same where it comes at once, which is in PAUSED; else an error on the way
 * there. */
static void
check_refused (const gchar *text)
{
  const GstState state = GST_STATE (element);

  if (state == GST_STATE_PAUSED) {
    check_warning (text);
    return;
  }
  video_test_check_refusal (element, bus, text);
  gst_element_set_state (element, state);
}

static gchar *
write_file (const gchar *name, const gchar *contents, gssize length)
{
  gchar *path = g_build_filename (folder, name, NULL);

  fail_unless (g_file_set_contents (path, contents, length, NULL));
  return path;
}

/* What is written in many ways is the same mask. */
TEST (test_texts)
{
  static const struct {
    const gchar *text, *mask;
  } texts[] = {
    { "1", "1" },
    { "-0.5", "-0.5" },
    { "1 2 1; 2 4 2; 1 2 1", "1 2 1; 2 4 2; 1 2 1" },
    { "1,2,1;2,4,2;1,2,1", "1 2 1; 2 4 2; 1 2 1" },
    { " \t1 , 2\t, 1 ;2   4 2;\r\n 1 2 1 ; ", "1 2 1; 2 4 2; 1 2 1" },
    { "1 2 1\n2 4 2\n1 2 1\n", "1 2 1; 2 4 2; 1 2 1" },
    { "# 9 9\n\n1 2 1 # 9 9 9\r\n\n2 4 2;\n\n1 2 1#", "1 2 1; 2 4 2; 1 2 1" },
    { "\xef\xbb\xbf"
      "1 2 3",
        "1 2 3" },
    { "1;2;3", "1; 2; 3" },
    { "1e2 +3 -.5 1.e-3 0x10", "100 3 -0.5 0.001 16" },
    { "0.1 1e-400 0.30000000000000004", "0.1 0 0.30000000000000004" },
    { "1 2 1 * 1 4 1", "1 2 1 * 1 4 1" },
    { "1;2;1 *\n1\n4\n1", "1 2 1 * 1 4 1" },
    { "1 2 1 # * 3\n* 7", "1 2 1 * 7" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_object_set (element, "kernel", texts[i].text, NULL);
    check_quiet ();
    check_property ("kernel", texts[i].text);
    check_mask (texts[i].mask);

    g_object_set (element, "kernel", "7", NULL);
    g_object_set (element, "kernel", texts[i].mask, NULL);
    check_mask (texts[i].mask);
  }
}

/* As many values as there may be, and one more row or column. */
static gchar *
many (gint width, gint height)
{
  GString *text = g_string_new (NULL);

  for (gint i = 0; i < width * height; i++)
    g_string_append_printf (text, "%d%s", i % 5, (i + 1) % width ? " " : ";");
  return g_string_free (text, FALSE);
}

TEST (test_sides)
{
  static const struct {
    const gchar *property;
    gint width, height;
    const gchar *refusal;
  } cases[] = {
    { "kernel", 31, 31, NULL },
    { "kernel", 31, 1, NULL },
    { "kernel", 1, 31, NULL },
    { "kernel", 33, 1, "kernel: row 1, column 32: there are more than 31 col" },
    { "kernel", 3, 33,
        "kernel: row 32, column 1: there are more than 31 rows" },
    { "kernel", 32, 32, "row 1, column 32" },
    { "horizontal", 255, 1, NULL },
    { "horizontal", 1, 255, NULL },
    { "vertical", 255, 1, NULL },
    { "vertical", 1, 255, NULL },
    { "vertical", 1, 257,
        "vertical: row 256, column 1: there are more than 255 rows" },
    { "horizontal", 257, 1, "horizontal: row 1, column 256: there are more" },
    { "horizontal", 3, 3, "horizontal: row 2, column 1: there is a second" },
    { "horizontal", 10000, 1, "row 1, column 256" },
    { "kernel", 10000, 1, "row 1, column 32" },
  };

  gst_element_set_state (element, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *text = many (cases[i].width, cases[i].height);
    g_autofree gchar *old = get (cases[i].property);

    g_object_set (element, cases[i].property, text, NULL);
    if (cases[i].refusal)
      check_warning (cases[i].refusal);
    else
      check_quiet ();
    check_property (cases[i].property, cases[i].refusal ? old : text);
  }
}

static const struct {
  const gchar *text, *refusal;
} bad_texts[] = {
  { "", "row 1, column 1: there is no value" },
  { " ", "row 1, column 1: there is no value" },
  { "\n \r\n\t", "row 1, column 1: there is no value" },
  { "# 1 2 3", "row 1, column 1: there is no value" },
  { ";", "row 1, column 1: there is no value before the semicolon" },
  { ";;;", "row 1, column 1: there is no value before the semicolon" },
  { ",", "row 1, column 1: there is no value before the comma" },
  { "1 2 3;;1 2 3", "row 2, column 1: there is no value before the semicolon" },
  { "1,,2", "row 1, column 2: there is no value after the comma" },
  { "1 2 3; 4, 5,", "row 2, column 3: there is no value after the comma" },
  { "1 2 3; ,4 5 6", "row 2, column 1: there is no value before the comma" },
  { "1 2 1; 2 4; 1 2 1",
      "row 2, column 3: there is no value, but row 1 has 3" },
  { "1 2 1; 2 4 2 9; 1 2 1",
      "row 2, column 4: this is one value too many, as row 1 has 3" },
  { "1 2 1\n\n# a mask\n2 4\n1 2 1", "row 2, column 3 (line 4): there is no" },
  { "1 2; 3 4", "there are 2 rows of 2 columns: both numbers must be odd" },
  { "1 2 3; 4 5 6", "there are 2 rows of 3 columns" },
  { "1 2", "there is 1 row of 2 columns" },
  { "1;2", "there are 2 rows of 1 column:" },
  { "1 a 1", "row 1, column 2: \"a\" is not a number" },
  { "1 2 1; 2 4x 2; 1 2 1", "row 2, column 2: \"4x\" is not a number" },
  { "1 2 1; 2 - 2; 1 2 1", "row 2, column 2: \"-\" is not a number" },
  { "1 1.2.3 1", "row 1, column 2: \"1.2.3\" is not a number" },
  { "1 \xe2\x88\x92"
    "1 1",
      "row 1, column 2: \"\xe2\x88\x92"
      "1\" is not a" },
  { "1 \x01\x1b[31m 1", "row 1, column 2: \"??[31m\" is not a number" },
  { "1 abcdefghijklmnopqrstuvwxyz 1", "\"abcdefghijklmnopqrst...\" is not a" },
  { "1 inf 1", "row 1, column 2: \"inf\" is not a finite number" },
  { "1 1 -Infinity", "row 1, column 3: \"-Infinity\" is not a finite number" },
  { "nan", "row 1, column 1: \"nan\" is not a finite number" },
  { "1 nan(1,2) 1", "row 1, column 2: \"nan(1\" is not a number" },
  { "1 2 1; 2 1e309 2; 1 2 1",
      "row 2, column 2: \"1e309\" is too large a number" },
  { "1 2 \xff", "this is no text in UTF-8: its byte 5 is 0xff" },
  { "1 2 1 *", "after the *: row 1, column 1: there is no value" },
  { "* 1 2 1", "before the *: row 1, column 1: there is no value" },
  { "1 2 1 * 1 2", "after the *: there is 1 row of 2 columns" },
  { "1 2 1; 1 2 1 * 1",
      "before the *: row 2, column 1: there is a second row" },
  { "1 * 1 * 1", "after the *: row 1, column 2: \"*\" is not a number" },
  { "1 2 1 *\n1 x 1", "after the *: row 1, column 2 (line 2): \"x\" is" },
};

/* Texts that are none of a mask; the last good one stays, in each state, and is
 * in force from PAUSED on. */
TEST_LOOP (test_bad_texts, 3)
{
  const GstState states[] = { GST_STATE_NULL, GST_STATE_READY,
    GST_STATE_PAUSED };

  gst_element_set_state (element, states[__i__]);
  g_object_set (element, "kernel", "1 2 3", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bad_texts); i++) {
    g_object_set (element, "kernel", bad_texts[i].text, NULL);
    check_property ("kernel", "1 2 3");
    check_mask ("1 2 3");
    check_refused (bad_texts[i].refusal);
    check_property ("kernel", "1 2 3");
    check_mask ("1 2 3");
  }
  g_object_set (element, "kernel", "1 2 3", NULL);
  g_object_set (element, "horizontal", "1 2", NULL);
  check_refused ("horizontal: there is 1 row of 2 columns");
  g_object_set (element, "horizontal", NULL, NULL);
  g_object_set (element, "vertical", "1 ? 2", NULL);
  check_refused ("vertical: row 1, column 2: \"?\" is not a number");
  check_mask ("1 2 3");
}

/* The same texts in files, and files that hold none. */
TEST (test_files)
{
  static const gchar zeros[] = "1 2 1\0002 4 2";
  g_autofree gchar *path =
      write_file ("good", "# a comment\n1 2 1\n2 4 2\n1 2 1\n", -1);
  GString *large = g_string_new ("1 2 3 #");

  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "kernel-location", path, NULL);
  check_quiet ();
  check_mask ("1 2 1; 2 4 2; 1 2 1");

  /* read once */
  g_free (write_file ("good", "5", -1));
  g_object_set (element, "flip", TRUE, NULL);
  check_mask ("1 2 1; 2 4 2; 1 2 1");
  g_object_set (element, "kernel-location", path, NULL);
  check_mask ("5");
  g_free (write_file ("good", "1 2 3 * 4 5 6", -1));
  g_object_set (element, "kernel-location", path, NULL);
  check_mask ("1 2 3 * 4 5 6");

  for (guint i = 0; i < G_N_ELEMENTS (bad_texts); i++) {
    g_autofree gchar *bad = write_file ("bad", bad_texts[i].text, -1);

    g_object_set (element, "kernel-location", bad, NULL);
    check_warning (bad_texts[i].refusal);
    check_property ("kernel-location", path);
    check_mask ("1 2 3 * 4 5 6");
  }

  g_free (write_file ("good", zeros, sizeof (zeros)));
  g_object_set (element, "kernel-location", path, NULL);
  check_warning ("this is no text in UTF-8: its byte 6 is 0x00");
  check_mask ("1 2 3 * 4 5 6");

  /* to the last byte, and one more */
  while (large->len < 65536)
    g_string_append_c (large, '.');
  g_free (write_file ("good", large->str, large->len));
  g_object_set (element, "kernel-location", path, NULL);
  check_quiet ();
  check_mask ("1 2 3");
  g_string_append_c (large, '.');
  g_free (write_file ("good", large->str, large->len));
  g_object_set (element, "kernel-location", path, NULL);
  check_warning ("it is 65537 bytes long, and a mask's file is at most 65536");
  check_mask ("1 2 3");

  g_string_free (large, TRUE);
}

/* Paths that cannot be read, or must not be, since that would never end. */
TEST (test_bad_paths)
{
  g_autofree gchar *missing = g_build_filename (folder, "missing", NULL);
  g_autofree gchar *pipe = g_build_filename (folder, "pipe", NULL);
  g_autofree gchar *huge = g_build_filename (folder, "huge", NULL);
  const struct {
    const gchar *path, *refusal;
  } paths[] = {
    { missing, "missing\": it cannot be opened: " },
    { folder, "it is not a regular file" },
#ifdef G_OS_UNIX
    { pipe, "pipe\": it is not a regular file" },
    { "/dev/zero", "\"/dev/zero\": it is not a regular file" },
#endif
    { "", "\"\": it cannot be opened" },
    { huge, "it is 1073741824 bytes long" },
  };
  gint64 begin = g_get_monotonic_time ();
  gint fd = g_open (huge, O_CREAT | O_WRONLY, 0600);

#ifdef G_OS_UNIX
  assert_equals_int (mkfifo (pipe, 0600), 0);
#endif
  assert_equals_int (ftruncate (fd, 1 << 30), 0);
  close (fd);
  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "kernel", "1 2 3", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_object_set (element, "kernel-location", paths[i].path, NULL);
    check_warning (paths[i].refusal);
    check_property ("kernel-location", NULL);
    check_mask ("1 2 3");
  }
  fail_unless (g_get_monotonic_time () - begin < 10 * G_USEC_PER_SEC);

#ifdef G_OS_UNIX
  /* where permissions count: root may read everything */
  if (geteuid () != 0) {
    g_free (write_file ("huge", "1", -1));
    g_chmod (huge, 0);
    g_object_set (element, "kernel-location", huge, NULL);
    check_warning (g_strerror (EACCES));
  }
#endif
}

/* Of the properties that give a mask the one set last does; NULL takes one
 * back. */
TEST (test_last)
{
  g_autofree gchar *path = write_file ("mask", "9 8 7", -1);

  g_object_set (element, "size", 3, NULL);
  set ("kernel-type", "box");
  check_mask ("1 1 1 * 1 1 1");
  g_object_set (element, "kernel", "1 2 3", NULL);
  check_mask ("1 2 3");
  g_object_set (element, "size", 5, NULL);
  check_mask ("1 2 3");
  set ("kernel-type", "box");
  check_mask ("1 1 1 1 1 * 1 1 1 1 1");
  g_object_set (element, "horizontal", "1 2 1", NULL);
  check_mask ("1 2 1 * 1");
  g_object_set (element, "vertical", "4; 5; 6", NULL);
  check_mask ("1 2 1 * 4 5 6");
  g_object_set (element, "horizontal", NULL, NULL);
  check_mask ("1 * 4 5 6");
  g_object_set (element, "kernel-location", path, NULL);
  check_mask ("9 8 7");
  g_object_set (element, "kernel", NULL, NULL);
  check_mask ("9 8 7");
  g_object_set (element, "kernel-location", NULL, NULL);
  check_mask ("1 1 1 1 1 * 1 1 1 1 1");
  g_object_set (element, "vertical", "4; 5; 6", NULL);
  check_mask ("1 * 4 5 6");
  g_object_set (element, "vertical", NULL, NULL);
  check_mask ("1 1 1 1 1 * 1 1 1 1 1");
  check_quiet ();
}

static void
count (GObject *object, GParamSpec *spec, gint *n)
{
  ++*n;
}

/* The old name of a property is as good as the new one, and is warned of: once
 * for what was set before PAUSED, from there on each time. */
TEST (test_old_name)
{
  static const gchar *const warning =
      "preset is called kernel-type now, and the old name goes with the next "
      "release";
  gint changes = 0;

  g_signal_connect (
      element, "notify::kernel-type", G_CALLBACK (count), &changes);
  set ("preset", "sharpen");
  set ("preset", "box");
  assert_equals_int (changes, 2);
  check_property ("kernel-type", "box");
  check_quiet ();
  gst_element_set_state (element, GST_STATE_PAUSED);
  check_warning (warning);
  check_mask ("1 1 1 1 1 * 1 1 1 1 1");

  g_object_set (element, "size", 7, "preset", 6, NULL);
  check_warning (warning);
  check_property ("kernel-type", "sobel-x");
  check_property ("preset", "sobel-x");
  g_object_set (element, "preset", 99, NULL);
  check_next_warning (warning);
  check_warning ("kernel-type must be ");
  check_property ("preset", "sobel-x");
  fail_unless (
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), "preset")
          ->flags
      & G_PARAM_DEPRECATED);
}

TEST (test_types)
{
  static const struct {
    const gchar *type;
    gint size;
    const gchar *mask;
  } types[] = {
    { "none", 3, "1" },
    { "none", 255, "1" },
    { "box", 3, "1 1 1 * 1 1 1" },
    { "sharpen", 3, "0 -1 0; -1 5 -1; 0 -1 0" },
    { "laplacian", 3, "0 1 0; 1 -4 1; 0 1 0" },
    { "laplacian", 5,
        "0 0.0625 0.125 0.0625 0; 0.0625 0 -0.125 0 0.0625; "
        "0.125 -0.125 -0.5 -0.125 0.125; 0.0625 0 -0.125 0 0.0625; "
        "0 0.0625 0.125 0.0625 0" },
    { "sobel-x", 3, "-1 0 1 * 1 2 1" },
    { "sobel-y", 3, "1 2 1 * -1 0 1" },
    /* OpenCV's 5x5 over 16 */
    { "sobel-x", 5, "-0.25 -0.5 0 0.5 0.25 * 0.25 1 1.5 1 0.25" },
    { "scharr-x", 3, "-1 0 1 * 3 10 3" },
    { "scharr-y", 3, "3 10 3 * -1 0 1" },
    { "emboss", 3, "-2 -1 0; -1 1 1; 0 1 2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_object_set (element, "size", types[i].size, NULL);
    set ("kernel-type", types[i].type);
    check_mask (types[i].mask);
  }
  check_quiet ();
}

/* The sums of masks of each size: 1, so that the picture keeps its level, or 0;
 * and each mask is the same as its own text. */
TEST_LOOP (test_type_sizes, 9)
{
  static const struct {
    const gchar *name;
    gint max;
    gdouble sum;
  } types[] = { { "gaussian", 255, 1 }, { "sharpen", 31, 1 },
    { "unsharp", 31, 1 }, { "laplacian", 31, 0 }, { "sobel-x", 31, 0 },
    { "sobel-y", 31, 0 }, { "scharr-x", 31, 0 }, { "scharr-y", 31, 0 },
    { "emboss", 31, 1 } };
  gint size, max = types[__i__].max;

  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "size", 3, NULL);
  set ("kernel-type", types[__i__].name);
  for (size = 3; size <= max; size += max > 31 ? 12 : 2) {
    gdouble sum[2] = { 0, 0 };
    gchar *mask, **value;
    guint part = 0;

    g_object_set (element, "size", size, NULL);
    mask = get ("active-kernel");
    value = g_strsplit_set (mask, "; ", -1);
    for (gchar **v = value; *v; v++) {
      if (g_str_equal (*v, "*"))
        part = 1;
      else
        sum[part] += g_ascii_strtod (*v, NULL);
    }
    fail_unless (fabs (sum[0] * (part ? sum[1] : 1) - types[__i__].sum) < 1e-9);
    g_strfreev (value);

    g_object_set (element, "kernel", mask, NULL);
    check_mask (mask);
    set ("kernel-type", types[__i__].name);
    g_free (mask);
  }
  check_quiet ();
  if (max == 31) {
    g_object_set (element, "size", 33, NULL);
    check_warning ("size: The size of this mask must be odd, from 3 to 31, "
                   "but is 33");
    check_property ("size", "31");
    check_property ("kernel-type", types[__i__].name);
  }
}

TEST (test_methods)
{
  check_method ("one pass, 5x5, fixed point");
  g_object_set (element, "kernel", "1 2 1; 2 4 2; 1 2 1", NULL);
  check_method ("one pass, 3x3, integer");
  set ("separable", "always");
  check_method ("two passes, 3 + 3 taps, integer");
  set ("separable", "never");
  g_object_set (element, "horizontal", "1 2 3 4 5 6 7", "vertical",
      "0.123456789 1 .3", NULL);
  check_method ("one pass, 7x3, fixed point");
  set ("separable", "auto");
  g_object_set (element, "size", 101, NULL);
  set ("kernel-type", "box");
  check_method ("two passes, 101 + 101 taps, integer");
  check_quiet ();
}

/* What is valid alone, but not together: while stopped it may become valid, and
 * is judged on the way to READY. */
static const struct {
  const gchar *property[3];
  const gchar *value[3];
  const gchar *mask, *method;
} combinations[] = {
  { { "size", "kernel-type" }, { "31", "sobel-x" }, NULL,
      "two passes, 31 + 31 taps, fixed point" },
  { { "divisor", "normalize" }, { "0.1", "manual" }, NULL,
      "one pass, 5x5, fixed point" },
  { { "horizontal", "vertical", "separable" }, { "1 2 1", "1 2 1", "always" },
      "1 2 1 * 1 2 1", "two passes, 3 + 3 taps, integer" },
  { { "kernel", "normalize", "divisor" },
      { "1e11 1e12 1e11", "manual", "1e12" },
      "100000000000 1000000000000 100000000000", NULL },
  { { "separable", "size", "kernel" }, { "never", "101", "1 2 1" }, "1 2 1",
      "one pass, 3x1, integer" },
};

TEST_LOOP (test_any_order, 6 * G_N_ELEMENTS (combinations))
{
  static const gint orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
    { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
  const gint *order = orders[__i__ % 6];
  guint c = __i__ / 6, i;

  for (i = 0; i < 3; i++)
    if (combinations[c].property[order[i]])
      set (combinations[c].property[order[i]], combinations[c].value[order[i]]);
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  check_quiet ();
  if (combinations[c].mask)
    check_mask (combinations[c].mask);
  if (combinations[c].method)
    check_method (combinations[c].method);
}

/* From PAUSED on each g_object_set() is judged as a whole. */
TEST (test_together)
{
  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "size", 101, NULL);
  check_method ("two passes, 101 + 101 taps, fixed point");
  g_object_set (element, "kernel-type", 6, "size", 7, NULL);
  check_quiet ();
  check_property ("kernel-type", "sobel-x");
  g_object_set (element, "size", 101, "kernel-type", 1, NULL);
  check_quiet ();
  check_property ("kernel-type", "box");
  check_method ("two passes, 101 + 101 taps, integer");
}

/* What is refused together, and that all of it is put back. */
TEST (test_refused_together)
{
  static const gchar *const no_product = "1 2 3; 4 5 6; 7 8 10";

  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "kernel", no_product, NULL);
  set ("separable", "always");
  check_warning (
      "separable: The mask is not the product of a row and a column");
  check_property ("separable", "auto");
  check_mask (no_product);

  g_object_set (element, "kernel", "1 2 1", NULL);
  set ("separable", "always");
  check_quiet ();
  g_object_set (element, "kernel", no_product, NULL);
  check_warning ("kernel: The mask is not the product of a row and a column");
  check_property ("kernel", "1 2 1");
  check_mask ("1 2 1");
  set ("separable", "auto");

  g_object_set (element, "divisor", 0x1p-30, NULL);
  check_quiet ();
  set ("normalize", "manual");
  check_warning ("normalize: The mask amplifies 4.29497e+09 times");
  check_property ("normalize", "auto");
  check_property ("divisor", "9.3132257461547852e-10");

  g_object_set (element, "size", 201, "kernel-type", 1, NULL);
  check_quiet ();
  set ("separable", "never");
  check_warning ("separable: A mask of 201x201 values");
  check_property ("separable", "auto");

  /* values that cancel out, and one that is too large for its sum */
  g_object_set (element, "kernel", "1e90 -1e90 1", NULL);
  check_warning ("kernel: The mask amplifies");
  g_object_set (element, "kernel", "1e308 1e308 1e308", NULL);
  check_warning ("kernel: The values of the mask are too large");
  g_object_set (element, "horizontal", "1e-200", "vertical", "1", NULL);
  check_warning ("horizontal, vertical: The values of the mask's row are too "
                 "small");
  check_property ("horizontal", NULL);
  check_method ("two passes, 201 + 201 taps, integer");
}

/* Set in NULL, before the element has a bus, or in READY: what is of no use
 * alone and what is of none together is one error, and nothing is put back. */
TEST_LOOP (test_refused_before, 2)
{
  const GstState state = __i__ ? GST_STATE_READY : GST_STATE_NULL;

  gst_element_set_bus (element, NULL);
  gst_element_set_state (element, state);
  set ("separable", "always");
  g_object_set (element, "kernel", "1 2 3; 4 5 6; 7 8 10", NULL);
  g_object_set (element, "divisor", 0., "size", 4, NULL);
  gst_element_set_bus (element, bus);
  video_test_check_refusal (element, bus, "divisor must not be 0");
  video_test_check_refusal (element, bus, "size must be odd");
  g_object_set (element, "divisor", 1., "size", 5, NULL);
  video_test_check_refusal (element, bus,
      "kernel, size, divisor: The mask is not the product of a row and a "
      "column");
  check_property ("kernel", "1 2 3; 4 5 6; 7 8 10");
  check_property ("separable", "always");
  check_method ("two passes, 5 + 5 taps, fixed point");

  set ("separable", "auto");
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  check_quiet ();
  check_mask ("1 2 3; 4 5 6; 7 8 10");
}

static void
ask_for_product (GObject *object, GParamSpec *spec, gpointer data)
{
  g_signal_handlers_disconnect_by_func (object, ask_for_product, data);
  gst_util_set_object_arg (object, "separable", "always");
}

/* What is set while the element goes to READY is judged too. */
TEST (test_refused_on_the_way)
{
  g_object_set (element, "kernel", "1 2 3; 4 5 6; 7 8 10", NULL);
  g_signal_connect (
      element, "notify::active-method", G_CALLBACK (ask_for_product), NULL);
  gst_element_set_state (element, GST_STATE_READY);
  check_property ("separable", "always");
  video_test_check_refusal (element, bus,
      "separable: The mask is not the product of a row and a column");
}

TEST (test_bad_numbers)
{
  gst_element_set_state (element, GST_STATE_PAUSED);
  for (gint size = 4; size < 255; size += 50) {
    g_object_set (element, "size", size, NULL);
    check_warning ("size must be odd");
    check_property ("size", "5");
  }
  g_object_set (element, "divisor", -2.5, NULL);
  g_object_set (element, "divisor", 0., NULL);
  check_warning ("divisor must not be 0: 0 was refused and divisor stays -2.5");
  check_property ("divisor", "-2.5");
}

static guint n_notified;

static void
count_notify (GObject *object, GParamSpec *spec, gpointer data)
{
  n_notified++;
}

/* active-kernel tells when it changes, and only then. */
TEST (test_notify)
{
  n_notified = 0;
  g_signal_connect (
      element, "notify::active-kernel", G_CALLBACK (count_notify), NULL);
  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "kernel", "1 2 3", NULL);
  assert_equals_int (n_notified, 1);
  g_object_set (element, "kernel", "1 2 3", "sigma", 3., NULL);
  assert_equals_int (n_notified, 1);
  g_object_set (element, "kernel", "1 2", NULL);
  check_warning ("kernel");
  assert_equals_int (n_notified, 1);
  set ("kernel-type", "gaussian");
  assert_equals_int (n_notified, 2);
}

TEST_MAIN (gst_check_init, setup, teardown)
