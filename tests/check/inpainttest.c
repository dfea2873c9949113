/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of cudainpaint share: masks, and which samples they stand
 * for, found pixel by pixel. */
#include "inpainttest.h"

#include <string.h>

#include "engine/core/os/cfos.h"
#include "videotest.h"

/* What is known in a flat frame, in 8-bit steps */
#define KNOWN 50

InpaintTest inpaint_test;

void
inpaint_test_setup (void)
{
  video_test_setup ();
  inpaint_test.element = video_test_element ("cudainpaint");
  inpaint_test.bus = video_test_bus (inpaint_test.element);
  inpaint_test.folder = video_test_folder_new ();
}

void
inpaint_test_teardown (void)
{
  gst_element_set_state (inpaint_test.element, GST_STATE_NULL);
  gst_element_set_bus (inpaint_test.element, NULL);
  gst_object_unref (inpaint_test.bus);
  gst_object_unref (inpaint_test.element);
  video_test_folder_free (inpaint_test.folder);
  video_test_teardown ();
}

void
inpaint_test_set (const gchar *name, const gchar *text)
{
  gst_util_set_object_arg (G_OBJECT (inpaint_test.element), name, text);
}

/* Masks */

gboolean
inpaint_test_has_global (void)
{
  const gboolean is_cuda =
      g_strcmp0 (g_getenv ("CUDAFILTERS_TEST_BACKEND"), "cuda") == 0;
  const gchar *const fftw[] = { cf_os_libraries.fftw, NULL };
  const gchar *const *names = is_cuda ? cf_os_libraries.cufft : fftw;

  for (guint i = 0; names[i]; i++) {
    gchar *reason;
    gpointer library = cf_library_open (names[i], &reason);

    g_free (reason);
    if (library) {
      cf_library_close (library);
      return TRUE;
    }
  }
  g_printerr ("method=global is not tested, as %s is not here\n", names[0]);
  return FALSE;
}

InpaintMask
inpaint_mask_new (gint width, gint height)
{
  InpaintMask mask = { width, height, g_malloc0 ((gsize)width * height) };

  return mask;
}

void
inpaint_mask_add (
    InpaintMask *mask, gint left, gint top, gint width, gint height)
{
  gint x, y;

  for (y = MAX (top, 0); y < MIN (top + height, mask->height); y++)
    for (x = MAX (left, 0); x < MIN (left + width, mask->width); x++)
      mask->pixels[y * mask->width + x] = 255;
}

/* Some pixels, neither none nor all. */
InpaintMask
inpaint_mask_random (gint width, gint height)
{
  InpaintMask mask = inpaint_mask_new (width, height);
  gint i, n = width * height;

  for (i = 0; i < n; i++)
    mask.pixels[i] = g_rand_int_range (noise, 0, 5) == 0 ? 255 : 0;
  mask.pixels[g_rand_int_range (noise, 1, n)] = 255;
  mask.pixels[0] = 0;
  return mask;
}

InpaintMask
inpaint_mask_dilated (const InpaintMask *mask, gint n)
{
  InpaintMask dilated = inpaint_mask_new (mask->width, mask->height);

  for (gint y = 0; y < mask->height; y++)
    for (gint x = 0; x < mask->width; x++)
      if (mask->pixels[y * mask->width + x])
        inpaint_mask_add (&dilated, x - n, y - n, 2 * n + 1, 2 * n + 1);
  return dilated;
}

void
inpaint_mask_invert (InpaintMask *mask)
{
  for (gint i = 0; i < mask->width * mask->height; i++)
    mask->pixels[i] ^= 255;
}

void
inpaint_mask_free (InpaintMask *mask)
{
  g_free (mask->pixels);
}

/* Files */

gchar *
inpaint_test_write_bytes (const gchar *name, const guint8 *bytes, gsize length)
{
  gchar *path = g_build_filename (inpaint_test.folder, name, NULL);

  fail_unless (g_file_set_contents (path, (const gchar *)bytes, length, NULL));
  return path;
}

gchar *
inpaint_test_write_png (const gchar *name, const InpaintMask *mask,
    PngTestKind kind, gboolean interlaced)
{
  GByteArray *png = png_test_write (
      mask->pixels, mask->width, mask->height, kind, interlaced);
  gchar *path = inpaint_test_write_bytes (name, png->data, png->len);

  g_byte_array_unref (png);
  return path;
}

void
inpaint_test_set_mask (const InpaintMask *mask)
{
  g_autofree gchar *path =
      inpaint_test_write_png ("mask.png", mask, PNG_TEST_GREY8, FALSE);

  g_object_set (inpaint_test.element, "mask-location", path, NULL);
}

/* Pictures */

static gint
sample_row (gint y, gint rows, gint h_sub, const InpaintScan *scan)
{
  gint field = y % 2, in_field = (rows + 1 - field) / 2;

  if (scan->alternate)
    return field == scan->field ? MIN (y / 2 >> h_sub, rows - 1) : -1;
  if (scan->by_field)
    return in_field > 0 ? 2 * MIN (y / 2 >> h_sub, in_field - 1) + field : -1;
  return y >> h_sub;
}

guint8 *
inpaint_test_sample_at (GstVideoFrame *frame, guint c, gint x, gint y)
{
  const GstVideoFormatInfo *finfo = frame->info.finfo;
  guint8 *data = GST_VIDEO_FRAME_COMP_DATA (frame, c);

  /* GStreamer counts the V of P010, P012 and P016 in samples. */
  if (GST_VIDEO_FORMAT_INFO_DEPTH (finfo, c) > 8
      && GST_VIDEO_FORMAT_INFO_POFFSET (finfo, c) == 1)
    data++;
  return data + (gssize)y * GST_VIDEO_FRAME_COMP_STRIDE (frame, c)
         + x * GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);
}

/* The samples of a component that are to be repaired, a byte each. */
static guint8 *
mark_component (GstVideoFrame *frame, guint c, const InpaintMask *mask,
    const InpaintScan *scan)
{
  const GstVideoFormatInfo *finfo = frame->info.finfo;
  const gint columns = GST_VIDEO_FRAME_COMP_WIDTH (frame, c);
  const gint rows = GST_VIDEO_FRAME_COMP_HEIGHT (frame, c);
  guint8 *marks = g_malloc0 (columns * rows);

  for (gint y = 0; y < mask->height; y++) {
    gint row =
        sample_row (y, rows, GST_VIDEO_FORMAT_INFO_H_SUB (finfo, c), scan);

    for (gint x = 0; x < mask->width && row >= 0; x++)
      if (mask->pixels[y * mask->width + x])
        marks[row * columns + (x >> GST_VIDEO_FORMAT_INFO_W_SUB (finfo, c))] =
            1;
  }
  return marks;
}

/* Colours: alpha is not repaired. */
static guint
n_colours (GstVideoFrame *frame)
{
  return MIN (GST_VIDEO_FRAME_N_COMPONENTS (frame), 3);
}

/* Copies from `result` what the mask lets be repaired; returns how many samples
 * that changed. */
static guint
take_holes (GstVideoFrame *expected, GstVideoFrame *result,
    const InpaintMask *mask, const InpaintScan *scan)
{
  const gint bytes =
      GST_VIDEO_FORMAT_INFO_DEPTH (expected->info.finfo, 0) > 8 ? 2 : 1;
  guint c, n = 0;

  for (c = 0; c < n_colours (expected); c++) {
    const gint columns = GST_VIDEO_FRAME_COMP_WIDTH (expected, c);
    const gint rows = GST_VIDEO_FRAME_COMP_HEIGHT (expected, c);
    guint8 *marks = mark_component (expected, c, mask, scan);

    for (gint i = 0; i < columns * rows; i++) {
      guint8 *to =
          inpaint_test_sample_at (expected, c, i % columns, i / columns);
      guint8 *from =
          inpaint_test_sample_at (result, c, i % columns, i / columns);

      if (!marks[i])
        continue;
      n += memcmp (to, from, bytes) != 0;
      memcpy (to, from, bytes);
    }
    g_free (marks);
  }
  return n;
}

guint
inpaint_test_take (const GstVideoInfo *info, GstBuffer *expected,
    GstBuffer *result, const InpaintMask *mask, const InpaintScan *scan)
{
  GstVideoFrame to, from;
  guint changed;

  fail_unless (gst_video_frame_map (&to, info, expected, GST_MAP_READWRITE));
  fail_unless (gst_video_frame_map (&from, info, result, GST_MAP_READ));
  changed = take_holes (&to, &from, mask, scan);
  gst_video_frame_unmap (&from);
  gst_video_frame_unmap (&to);
  return changed;
}

/* All but the mask's samples are as they were, to the bit, and some of these
 * are not. */
void
inpaint_test_check_known (const GstVideoInfo *info, GstBuffer *frame,
    GstBuffer *result, const InpaintMask *mask, const InpaintScan *scan,
    const gchar *what)
{
  g_autoptr (GstBuffer) expected = gst_buffer_copy_deep (frame);
  guint changed = inpaint_test_take (info, expected, result, mask, scan);

  video_test_compare (info, result, expected, what);
  fail_unless (changed > 0 || mask->width * mask->height <= 16,
      "%s: nothing was repaired", what);
}

static guint
get_sample (GstVideoFrame *frame, guint c, gint x, gint y)
{
  guint16 value = 0;

  memcpy (&value, inpaint_test_sample_at (frame, c, x, y),
      GST_VIDEO_FRAME_COMP_DEPTH (frame, c) > 8 ? 2 : 1);
  return value >> GST_VIDEO_FORMAT_INFO_SHIFT (frame->info.finfo, c);
}

static void
set_sample (GstVideoFrame *frame, guint c, gint x, gint y, guint value)
{
  guint16 shifted = value << GST_VIDEO_FORMAT_INFO_SHIFT (frame->info.finfo, c);

  memcpy (inpaint_test_sample_at (frame, c, x, y), &shifted,
      GST_VIDEO_FRAME_COMP_DEPTH (frame, c) > 8 ? 2 : 1);
}

/* Whether the picture that a row is in, a field or the frame, has no known
 * sample: then it stays as it is. */
static gboolean
nothing_known (const guint8 *marks, gint columns, gint rows, gint row,
    const InpaintScan *scan)
{
  const gint step = scan->by_field ? 2 : 1;

  for (gint y = row % step; y < rows; y += step)
    for (gint x = 0; x < columns; x++)
      if (!marks[y * columns + x])
        return FALSE;
  return TRUE;
}

/* What is known is of one value, and what is to be repaired is white before. */
void
inpaint_test_check_repair (GstHarness *h, const GstVideoInfo *info,
    GstBuffer *frame, const InpaintMask *mask, const InpaintScan *scan,
    const gchar *what)
{
  g_autoptr (GstBuffer) result =
      video_test_push_and_pull (h, gst_buffer_ref (frame));

  inpaint_test_check_known (info, frame, result, mask, scan, what);
  gst_buffer_unref (frame);
}

GstBuffer *
inpaint_test_flat_frame (
    const GstVideoInfo *info, const InpaintMask *mask, const InpaintScan *scan)
{
  GstBuffer *frame = video_test_frame (noise, info);
  GstVideoFrame f;

  fail_unless (gst_video_frame_map (&f, info, frame, GST_MAP_READWRITE));
  for (guint c = 0; c < n_colours (&f); c++) {
    const gint columns = GST_VIDEO_FRAME_COMP_WIDTH (&f, c);
    const gint depth = GST_VIDEO_FRAME_COMP_DEPTH (&f, c);
    g_autofree guint8 *marks = mark_component (&f, c, mask, scan);

    for (gint i = 0; i < columns * GST_VIDEO_FRAME_COMP_HEIGHT (&f, c); i++)
      set_sample (&f, c, i % columns, i / columns,
          marks[i] ? (1 << depth) - 1 : KNOWN << (depth - 8));
  }
  gst_video_frame_unmap (&f);
  return frame;
}

/* All that is to be repaired is, so that the whole frame is of that value. */
void
inpaint_test_check_flat (GstHarness *h, const GstVideoInfo *info,
    GstBuffer *frame, const InpaintMask *mask, const InpaintScan *scan,
    const gchar *what)
{
  g_autoptr (GstBuffer) result = video_test_push_and_pull (h, frame);
  GstVideoFrame f;

  fail_unless (gst_video_frame_map (&f, info, result, GST_MAP_READ));
  for (guint c = 0; c < n_colours (&f); c++) {
    const gint columns = GST_VIDEO_FRAME_COMP_WIDTH (&f, c);
    const gint rows = GST_VIDEO_FRAME_COMP_HEIGHT (&f, c);
    const gint depth = GST_VIDEO_FRAME_COMP_DEPTH (&f, c);
    g_autofree guint8 *marks = mark_component (&f, c, mask, scan);

    for (gint i = 0; i < columns * rows; i++) {
      gint value = get_sample (&f, c, i % columns, i / columns);
      gint expected = nothing_known (marks, columns, rows, i / columns, scan)
                          ? (1 << depth) - 1
                          : KNOWN << (depth - 8);

      fail_unless (ABS (value - expected) <= 1 << (depth - 8),
          "%s %dx%d %s: component %u at %d,%d is %d instead of %d",
          GST_VIDEO_INFO_NAME (info), mask->width, mask->height, what, c,
          i % columns, i / columns, value, expected);
    }
  }
  gst_video_frame_unmap (&f);
}

/* Grey frames: just what the mask says is repaired. */
void
inpaint_test_check_region (
    GstHarness *h, const InpaintMask *mask, const gchar *what)
{
  const InpaintScan scan = { 0 };
  GstBuffer *frame, *result;
  GstVideoInfo info =
      video_test_progressive ("GRAY8", mask->width, mask->height);

  frame = video_test_frame (noise, &info);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  inpaint_test_check_known (&info, frame, result, mask, &scan, what);
  gst_buffer_unref (result);
  gst_buffer_unref (frame);

  inpaint_test_check_flat (h, &info,
      inpaint_test_flat_frame (&info, mask, &scan), mask, &scan, what);
}

GstHarness *
inpaint_test_grey_harness (gint width, gint height)
{
  GstVideoInfo info = video_test_progressive ("GRAY8", width, height);

  inpaint_test_set ("method", "harmonic");
  return video_test_harness (inpaint_test.element, &info);
}
