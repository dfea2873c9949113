/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudainpaint's masks from files: what is taken, what is refused, and when a
 * mask is in force. */
#include <string.h>

#include <gst/gst.h>

#include "inpainttest.h"
#include "videotest.h"

/* The file's mask, inverted and then dilated, by any number of pixels. */
TEST (test_invert_and_dilate)
{
  static const gint dilations[] = { 1, 2, 3, 7, 31, 32, 33, 63, 64 };
  InpaintMask dots = inpaint_mask_new (150, 140), mask;
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (150, 140);

  inpaint_mask_add (&dots, 64, 70, 1, 1);
  inpaint_mask_add (&dots, 0, 3, 1, 1);
  inpaint_test_set_mask (&dots);
  for (guint i = 0; i < G_N_ELEMENTS (dilations); i++) {
    g_object_set (inpaint_test.element, "mask-dilate", dilations[i], NULL);
    mask = inpaint_mask_dilated (&dots, dilations[i]);
    inpaint_test_check_region (h, &mask, "dilated");
    inpaint_mask_free (&mask);
  }
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));

  /* all but a strip is white, and the strip is what grows */
  inpaint_mask_add (&dots, 0, 0, 150, 140);
  memset (dots.pixels + 60 * 150, 0, 20 * 150);
  g_object_set (
      inpaint_test.element, "mask-dilate", 0, "mask-invert", TRUE, NULL);
  inpaint_test_set_mask (&dots);
  inpaint_mask_invert (&dots);
  for (guint i = 0; i < 12; i += 3) {
    g_object_set (inpaint_test.element, "mask-dilate", i, NULL);
    mask = inpaint_mask_dilated (&dots, i);
    inpaint_test_check_region (h, &mask, "inverted, dilated");
    inpaint_mask_free (&mask);
  }
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
  inpaint_mask_free (&dots);
}

/* Every kind of PNG. */
TEST_LOOP (test_kinds, PNG_TEST_N_KINDS)
{
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (45, 31);

  for (gint interlaced = 0; interlaced < 2; interlaced++) {
    g_auto (InpaintMask) mask = inpaint_mask_random (45, 31);
    g_autofree gchar *what =
        g_strdup_printf ("kind %d, interlaced %d", __i__, interlaced);
    g_autofree gchar *path =
        inpaint_test_write_png ("kind.png", &mask, __i__, interlaced);

    g_object_set (inpaint_test.element, "mask-location", path, NULL);
    fail_if (
        video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING), "%s", what);
    inpaint_test_check_region (h, &mask, what);
  }
}

/* Half of the range is where white begins. */
TEST_LOOP (test_half, PNG_TEST_N_KINDS)
{
  g_auto (InpaintMask) ramp = inpaint_mask_new (256, 2),
                       mask = inpaint_mask_new (256, 2);
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (256, 2);
  g_autofree gchar *path = NULL;

  for (gint i = 0; i < 512; i++)
    ramp.pixels[i] = i;
  inpaint_mask_add (&mask, 128, 0, 128, 2);
  path = inpaint_test_write_png ("ramp.png", &ramp, __i__, FALSE);
  g_object_set (inpaint_test.element, "mask-location", path, NULL);
  inpaint_test_check_region (h, &mask, "from half on");
}

/* Changes */

/* With nothing to repair the very buffers go through, and back. */
TEST (test_pass_through)
{
  g_auto (InpaintMask) mask = inpaint_mask_random (20, 16),
                       black = inpaint_mask_new (20, 16);
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (20, 16);
  GstVideoInfo info = video_test_progressive ("GRAY8", 20, 16);

  for (gint i = 0; i < 6; i++) {
    /* none, or one in which nothing is marked */
    if (i % 2)
      inpaint_test_set_mask (&black);
    else
      g_object_set (inpaint_test.element, "mask-location", i ? "" : NULL, NULL);
    fail_unless (video_test_passes (h, video_test_frame (noise, &info)));
    if (i % 2)
      video_test_check_warning (inpaint_test.bus, "marks nothing");
    inpaint_test_set_mask (&mask);
    inpaint_test_check_region (h, &mask, "and back");
  }
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
}

/* A mask that marks nothing is told of once, at the first frame; not where it
 * is inverted. */
TEST (test_nothing)
{
  g_auto (InpaintMask) black = inpaint_mask_new (30, 20);
  g_autofree gchar *path = NULL;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("GRAY8", 30, 20);

  inpaint_mask_add (&black, 3, 3, 5, 5);
  inpaint_mask_invert (&black); /* all but a few, dark: nothing of a PNG */
  for (guint i = 0; i < 30 * 20; i++)
    black.pixels[i] /= 3;
  path = inpaint_test_write_png ("dark.png", &black, PNG_TEST_RGB8, FALSE);
  g_object_set (inpaint_test.element, "mask-location", path, NULL);
  h = inpaint_test_grey_harness (30, 20);
  for (guint i = 0; i < 3; i++)
    gst_buffer_unref (
        video_test_push_and_pull (h, video_test_frame (noise, &info)));
  video_test_check_warning (inpaint_test.bus, "dark.png\" marks nothing");
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
}

/* Rectangles */

/* Those of the list, as far as they are in the frame, beside a file. */
TEST (test_rectangles)
{
  InpaintMask file = inpaint_mask_new (70, 50), mask;
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (70, 50);
  gchar *text;

  g_object_set (inpaint_test.element, "mask-dilate", 3, "rectangles",
      " 5,6,7,8; 33,20,2,9 ;60,40,100,100", NULL);
  mask = inpaint_mask_new (70, 50);
  inpaint_mask_add (&mask, 5, 6, 7, 8);
  inpaint_mask_add (&mask, 33, 20, 2, 9);
  inpaint_mask_add (&mask, 60, 40, 10, 10);
  inpaint_test_check_region (h, &mask, "rectangles");
  /* the file alone is dilated */
  inpaint_mask_add (&file, 50, 10, 1, 1);
  inpaint_test_set_mask (&file);
  inpaint_mask_add (&mask, 47, 7, 7, 7);
  inpaint_test_check_region (h, &mask, "and a file");
  g_object_set (inpaint_test.element, "mask-location", NULL, "rectangles",
      "1,2,3,4", NULL);
  inpaint_mask_free (&mask);
  mask = inpaint_mask_new (70, 50);
  inpaint_mask_add (&mask, 1, 2, 3, 4);
  inpaint_test_check_region (h, &mask, "others");
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));

  /* what is no list is refused */
  g_object_set (inpaint_test.element, "rectangles", "1,2,3", NULL);
  video_test_check_warning (inpaint_test.bus, "rectangles");
  g_object_get (inpaint_test.element, "rectangles", &text, NULL);
  fail_unless_equals_string (text, "1,2,3,4");
  g_free (text);
  inpaint_test_check_region (h, &mask, "as before");
  inpaint_mask_free (&mask);
  inpaint_mask_free (&file);
}

/* None: the very buffers go through. One that is outside is told of. */
TEST (test_no_rectangles)
{
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (70, 50);
  GstBuffer *frame, *result;
  GstVideoInfo info = video_test_progressive ("GRAY8", 70, 50);

  for (guint i = 0; i < 4; i++) {
    g_object_set (inpaint_test.element, "rectangles",
        i == 0   ? NULL
        : i == 1 ? "70,0,5,5; 1,50,3,3"
        : i == 2 ? " "
                 : "9,9,9,9",
        NULL);
    frame = video_test_frame (noise, &info);
    result = video_test_push_and_pull (h, gst_buffer_ref (frame));
    if (i == 1) {
      video_test_check_warning (inpaint_test.bus, "Rectangle 1, 70,0,5,5");
      video_test_check_warning (inpaint_test.bus, "Rectangle 2, 1,50,3,3");
    }
    fail_unless (video_test_equal (&info, result, frame) == (i < 3));
    if (i % 2 == 0)
      fail_unless (result == frame);
    fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
    gst_buffer_unref (result);
    gst_buffer_unref (frame);
  }
}

#if !defined(HAVE_GST_ANALYTICS) || !GST_CHECK_VERSION(1, 26, 0)
/* Where the build cannot read them (elsewhere see check_analytics). */
TEST (test_no_segmentation)
{
  G_GNUC_UNUSED g_autoptr (GstHarness) h = inpaint_test_grey_harness (20, 20);
  gboolean wanted;

  g_object_set (inpaint_test.element, "use-segmentation", FALSE, NULL);
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
  g_object_set (inpaint_test.element, "use-segmentation", TRUE, NULL);
  video_test_check_warning (inpaint_test.bus, "use-segmentation stays false");
  g_object_get (inpaint_test.element, "use-segmentation", &wanted, NULL);
  fail_if (wanted);
}
#endif

/* Drives rectangles: a column a second. */
typedef struct {
  GstControlBinding parent;
} Binding;

typedef struct {
  GstControlBindingClass parent;
} BindingClass;

static GType binding_get_type (void);
G_DEFINE_TYPE (Binding, binding, GST_TYPE_CONTROL_BINDING)

static gboolean
binding_sync (GstControlBinding *binding, GstObject *object, GstClockTime time,
    GstClockTime last)
{
  g_autofree gchar *text =
      g_strdup_printf ("%u,2,1,5", (guint)(time / GST_SECOND));

  g_object_set (object, binding->name, text, NULL);
  return TRUE;
}

static void
binding_class_init (BindingClass *klass)
{
  GST_CONTROL_BINDING_CLASS (klass)->sync_values = binding_sync;
}

static void
binding_init (Binding *binding)
{
}

/* A controller's rectangles are those of the frame, with frames ahead too. */
TEST_LOOP (test_controlled, 3)
{
  GstObject *object = GST_OBJECT (inpaint_test.element);
  const InpaintScan scan = { 0 };
  GstBuffer *frames[8], *result;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("GRAY8", 40, 30);

  g_object_set (object, "future", __i__, "temporal", __i__ > 0, NULL);
  gst_object_add_control_binding (
      object, g_object_new (binding_get_type (), "object", object, "name",
                  "rectangles", NULL));
  h = inpaint_test_grey_harness (40, 30);
  for (guint i = 0; i < 8; i++) {
    frames[i] = video_test_frame (noise, &info);
    GST_BUFFER_PTS (frames[i]) = i * GST_SECOND;
    GST_BUFFER_DURATION (frames[i]) = GST_SECOND;
    video_test_push (h, gst_buffer_copy (frames[i]));
  }
  gst_harness_push_event (h, gst_event_new_eos ());
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
  for (guint i = 0; i < 8; i++) {
    g_auto (InpaintMask) mask = inpaint_mask_new (40, 30);

    inpaint_mask_add (&mask, i, 2, 1, 5);
    result = gst_harness_try_pull (h);
    fail_unless (result != NULL);
    inpaint_test_check_known (
        &info, frames[i], result, &mask, &scan, "controlled");
    gst_buffer_unref (result);
    gst_buffer_unref (frames[i]);
  }
}

typedef struct {
  gchar *paths[2];
  gint done;
} Changes;

static gpointer
change_masks (gpointer data)
{
  Changes *changes = data;

  for (guint i = 0; !g_atomic_int_get (&changes->done); i++) {
    g_object_set (inpaint_test.element, "mask-location", changes->paths[i % 2],
        "mask-invert", i % 2, NULL);
    g_usleep (300);
  }
  return NULL;
}

/* While another thread changes the mask, each frame is repaired by the one or
 * by the other. */
TEST (test_live)
{
  InpaintMask masks[2] = { inpaint_mask_random (64, 48),
    inpaint_mask_random (64, 48) };
  GstBuffer *frame, *results[2];
  Changes changes = { 0 };
  GThread *thread;
  g_autoptr (GstHarness) h = NULL;
  guint i, seen[2] = { 0 };
  GstVideoInfo info = video_test_progressive ("I420", 64, 48);

  frame = video_test_frame (noise, &info);
  inpaint_test_set ("method", "harmonic");
  h = video_test_harness (inpaint_test.element, &info);
  for (i = 0; i < 2; i++) {
    if (i)
      inpaint_mask_invert (&masks[i]);
    changes.paths[i] = inpaint_test_write_png (
        i ? "b.png" : "a.png", &masks[i], PNG_TEST_GREY8, FALSE);
    g_object_set (inpaint_test.element, "mask-location", changes.paths[i],
        "mask-invert", i, NULL);
    results[i] = video_test_push_and_pull (h, gst_buffer_ref (frame));
  }
  fail_if (video_test_equal (&info, results[0], results[1]));

  thread = g_thread_new ("masks", change_masks, &changes);
  for (i = 0; i < 3000 && (i < 300 || !seen[0] || !seen[1]); i++) {
    g_autoptr (GstBuffer) result =
        video_test_push_and_pull (h, gst_buffer_ref (frame));
    gint which = video_test_equal (&info, result, results[1]);

    video_test_compare (&info, result, results[which], "live");
    seen[which]++;
  }
  g_atomic_int_set (&changes.done, 1);
  g_thread_join (thread);
  fail_unless (seen[0] > 0 && seen[1] > 0, "seen %u, %u", seen[0], seen[1]);
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
  for (i = 0; i < 2; i++) {
    gst_buffer_unref (results[i]);
    g_free (changes.paths[i]);
    inpaint_mask_free (&masks[i]);
  }
  gst_buffer_unref (frame);
}

/* The same file again is read again. */
TEST (test_reload)
{
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (30, 20);

  for (gint i = 0; i < 5; i++) {
    g_auto (InpaintMask) mask = inpaint_mask_random (30, 20);

    inpaint_test_set_mask (&mask); /* always the same path */
    inpaint_test_check_region (h, &mask, "read again");
  }
}

/* Properties that are set together are judged together, and before READY in
 * any order. */
TEST_LOOP (test_together, 3)
{
  g_auto (InpaintMask) mask = inpaint_mask_new (30, 20);
  gchar *path, *location;
  gboolean invert;
  g_autoptr (GstHarness) h = NULL;

  /* all but a few, which is nearly every pixel once it is inverted */
  inpaint_mask_add (&mask, 0, 0, 30, 20);
  path = inpaint_test_write_png ("white.png", &mask, PNG_TEST_GREY8, FALSE);
  if (__i__ == 0) {
    g_object_set (inpaint_test.element, "mask-location", path, NULL);
    g_object_set (inpaint_test.element, "mask-invert", TRUE, NULL);
  } else if (__i__ == 1) {
    g_object_set (inpaint_test.element, "mask-invert", TRUE, NULL);
    g_object_set (inpaint_test.element, "mask-location", path, NULL);
  }
  h = inpaint_test_grey_harness (30, 20);
  if (__i__ == 2)
    g_object_set (
        inpaint_test.element, "mask-location", path, "mask-invert", TRUE, NULL);
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));

  /* once it runs, each by itself; both are put back */
  g_object_set (inpaint_test.element, "mask-invert", FALSE, NULL);
  video_test_check_warning (
      inpaint_test.bus, "mask-invert: with mask-invert=false");
  g_object_get (inpaint_test.element, "mask-invert", &invert, "mask-location",
      &location, NULL);
  fail_unless (invert);
  fail_unless_equals_string (location, path);
  g_free (location);
  g_free (path);
}

/* A mask of no use before PAUSED is an error on the way there. */
TEST (test_too_early)
{
  g_autoptr (GstElement) early = video_test_element ("cudainpaint");
  g_auto (InpaintMask) mask = inpaint_mask_new (30, 20);
  g_autoptr (GstBus) early_bus = NULL;
  g_autofree gchar *path = NULL;

  inpaint_mask_add (&mask, 0, 0, 30, 20);
  path = inpaint_test_write_png ("white.png", &mask, PNG_TEST_GREY8, FALSE);
  g_object_set (early, "mask-location", path, NULL);
  early_bus = video_test_bus (early);
  video_test_check_refusal (early, early_bus, "every pixel");
  g_object_set (early, "mask-location", "/nowhere/none.png", NULL);
  video_test_check_refusal (early, early_bus, "none.png");
  video_test_check_refusal (early, early_bus, "every pixel");
  g_object_set (early, "mask-location", NULL, NULL);
  assert_equals_int (gst_element_set_state (early, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  fail_if (
      video_test_message (early_bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));
  gst_element_set_state (early, GST_STATE_NULL);
  gst_element_set_bus (early, NULL);
}

/* Bad masks */

/* A header that says so many pixels. */
static void
set_png_size (GByteArray *png, guint32 width, guint32 height)
{
  guint32 crc = 0xffffffff, i;

  GST_WRITE_UINT32_BE (png->data + 16, width);
  GST_WRITE_UINT32_BE (png->data + 20, height);
  for (i = 12; i < 29; i++) {
    crc ^= png->data[i];
    for (gint bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  GST_WRITE_UINT32_BE (png->data + 29, ~crc);
}

typedef enum {
  MISSING,
  FOLDER,
  EMPTY,
  NO_PNG,
  CUT_HEADER,
  CUT_PIXELS,
  DAMAGED,
  TOO_LARGE,
  OTHER_SIZE,
  WHITE,
  N_BAD
} Bad;

static const gchar *const bad_texts[N_BAD] = {
  [MISSING] = "it cannot be opened",
  [FOLDER] = "it is not a regular file",
  [EMPTY] = "it is not a PNG",
  [NO_PNG] = "it is not a PNG",
  [CUT_HEADER] = "it is a damaged or incomplete PNG",
  [CUT_PIXELS] = "it is a damaged or incomplete PNG",
  [DAMAGED] = "it is a damaged or incomplete PNG",
  [TOO_LARGE] = "it has 60000x60000 pixels",
  [OTHER_SIZE] = "has 36x24 pixels, and frames have 37x23",
  [WHITE] = "marks every pixel",
};

static gchar *
write_bad (Bad bad)
{
  InpaintMask mask = bad == OTHER_SIZE ? inpaint_mask_random (36, 24)
                                       : inpaint_mask_random (37, 23);
  GByteArray *png;
  gchar *path;
  gsize length;

  if (bad == WHITE)
    inpaint_mask_add (&mask, 0, 0, 37, 23);
  png = png_test_write (
      mask.pixels, mask.width, mask.height, PNG_TEST_RGB16, FALSE);
  length = png->len;
  if (bad == TOO_LARGE)
    set_png_size (png, 60000, 60000);
  else if (bad == NO_PNG)
    png->data[1] = 'p';
  else if (bad == DAMAGED)
    png->data[80] ^= 4;
  else if (bad == EMPTY)
    length = 0;
  else if (bad == CUT_HEADER)
    length = 20;
  else if (bad == CUT_PIXELS)
    length /= 2;
  path = bad == MISSING
             ? g_build_filename (inpaint_test.folder, "missing.png", NULL)
         : bad == FOLDER
             ? g_strdup (inpaint_test.folder)
             : inpaint_test_write_bytes ("bad.png", png->data, length);
  g_byte_array_unref (png);
  inpaint_mask_free (&mask);
  return path;
}

/* One warning: why, and what is repaired now. */
static void
check_refused (const gchar *why, const gchar *now)
{
  GstMessage *message =
      video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING);
  g_autoptr (GError) error = NULL;

  fail_unless (message != NULL);
  gst_message_parse_warning (message, &error, NULL);
  fail_unless (strstr (error->message, why) != NULL, "%s", error->message);
  fail_unless (g_str_has_suffix (error->message, now), "%s", error->message);
  gst_message_unref (message);
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
}

/* A warning, and the last good mask stays; in each state. What can be read is
 * judged together with other properties. */
TEST_LOOP (test_bad, N_BAD)
{
  const gchar *together = "what was set before stays in force.";
  const gboolean can_be_read = __i__ >= OTHER_SIZE;
  g_auto (InpaintMask) good = inpaint_mask_random (37, 23);
  g_autoptr (GstHarness) h = inpaint_test_grey_harness (37, 23);
  gchar *path = write_bad (__i__), *location, *good_path;

  inpaint_test_set_mask (&good);
  g_object_get (inpaint_test.element, "mask-location", &good_path, NULL);
  inpaint_test_check_region (h, &good, "before");
  g_object_set (inpaint_test.element, "mask-location", path, NULL);
  check_refused (bad_texts[__i__],
      can_be_read ? together : "the last good mask stays in force.");
  g_object_get (inpaint_test.element, "mask-location", &location, NULL);
  fail_unless_equals_string (location, good_path);
  inpaint_test_check_region (h, &good, "after");
  /* without one, none is */
  g_object_set (inpaint_test.element, "mask-location", NULL, NULL);
  g_object_set (inpaint_test.element, "mask-location", path, NULL);
  check_refused (bad_texts[__i__],
      can_be_read ? together : "nothing is repaired by a file's mask.");
  g_free (location);
  g_object_get (inpaint_test.element, "mask-location", &location, NULL);
  fail_unless (location == NULL);
  g_free (location);
  g_free (good_path);
  g_free (path);
}

/* Caps that were refused are tried again with the next event, or frame. */
static void
check_size_error (void)
{
  GstMessage *message;

  video_test_check_error (
      inpaint_test.bus, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT);
  while ((message = video_test_message (inpaint_test.bus, GST_MESSAGE_ERROR)))
    gst_message_unref (message);
}

/* The size is judged when frames' is known, and again when that changes. */
TEST (test_other_caps)
{
  g_auto (InpaintMask) mask = inpaint_mask_random (30, 20),
                       other = inpaint_mask_random (40, 10);
  GstVideoInfo info;
  GstHarness *h;

  inpaint_test_set ("method", "harmonic");
  inpaint_test_set_mask (&mask);
  info = video_test_progressive ("GRAY8", 40, 10);
  h = video_test_harness (inpaint_test.element, &info);
  check_size_error ();
  gst_harness_teardown (h);

  h = inpaint_test_grey_harness (30, 20);
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_ERROR));
  inpaint_test_check_region (h, &mask, "of its size");
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  assert_equals_int (gst_harness_push (h, video_test_frame (noise, &info)),
      GST_FLOW_NOT_NEGOTIATED);
  check_size_error ();

  /* a mask of that size, and the caps once more */
  inpaint_test_set_mask (&other);
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
  info.fps_n = 30;
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  inpaint_test_check_region (h, &other, "of the other size");
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_ERROR));

  /* without a mask any size goes */
  g_object_set (inpaint_test.element, "mask-location", NULL, NULL);
  info = video_test_progressive ("GRAY8", 30, 20);
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  inpaint_test_set_mask (&mask);
  inpaint_test_check_region (h, &mask, "back");
  fail_if (video_test_message (
      inpaint_test.bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));
  gst_harness_teardown (h);
}

TEST_MAIN (gst_check_init, inpaint_test_setup, inpaint_test_teardown)
