/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Masks from PNG files, by libpng. Its simplified interface would be shorter,
 * but reads interlaced files of 16 bits wrongly (libpng issue 853). */
#include "gst/elements/inpaint/gcfinpaintpng.h"

#include <png.h>
#include <string.h>

#include "engine/core/cferror.h"
#include "engine/core/cffile.h"

#define SIGNATURE_BYTES 8
#define HALF 128

/* Samples of 8 bits: a grey, or a grey and an alpha, for each pixel */
typedef struct {
  guint8 *bytes;
  gsize width, height;
  gsize channels;
} Samples;

typedef struct {
  const guint8 *bytes;
  gsize left;
} Bytes;

static void
read_bytes (png_structp png, png_bytep to, png_size_t n)
{
  Bytes *from = png_get_io_ptr (png);

  if (n > from->left)
    png_error (png, "it ends too early");
  memcpy (to, from->bytes, n);
  from->bytes += n;
  from->left -= n;
}

static void
fail (png_structp png, png_const_charp message)
{
  cf_refuse (png_get_error_ptr (png),
      "it is a damaged or incomplete PNG (libpng says: %s)", message);
  png_longjmp (png, 1);
}

static void
ignore (png_structp png, png_const_charp message)
{
}

static gboolean
has_alpha (png_structp png, png_infop info)
{
  return (png_get_color_type (png, info) & PNG_COLOR_MASK_ALPHA)
         || png_get_valid (png, info, PNG_INFO_tRNS);
}

/* Takes an image whose header was read; FALSE where that is too much. */
static gboolean
allocate (png_structp png, png_infop info, Samples *samples, GError **error)
{
  const guint32 width = png_get_image_width (png, info);
  const guint32 height = png_get_image_height (png, info);

  if ((guint64)width * height > GCF_INPAINT_PNG_PIXELS_MAX)
    return cf_refuse (error, "it has %ux%u pixels, and a mask has at most %d",
        width, height, GCF_INPAINT_PNG_PIXELS_MAX);
  samples->width = width;
  samples->height = height;
  samples->channels = has_alpha (png, info) ? 2 : 1;
  samples->bytes = g_try_malloc (samples->channels * width * height);
  if (!samples->bytes)
    return cf_refuse (
        error, "there is no memory for its %ux%u pixels", width, height);
  return TRUE;
}

/* Whatever is in the file. */
static void
read_samples (png_structp png, png_infop info, const Samples *samples)
{
  const gsize row_bytes = samples->channels * samples->width;
  gint pass, passes;
  gsize y;

  png_set_expand (png);
  png_set_scale_16 (png);
  if (png_get_color_type (png, info) & PNG_COLOR_MASK_COLOR)
    png_set_rgb_to_gray (png, PNG_ERROR_ACTION_NONE, PNG_RGB_TO_GRAY_DEFAULT,
        PNG_RGB_TO_GRAY_DEFAULT);
  passes = png_set_interlace_handling (png);
  png_read_update_info (png, info);
  if (png_get_rowbytes (png, info) != row_bytes)
    png_error (png, "it does not become grey");
  for (pass = 0; pass < passes; pass++)
    for (y = 0; y < samples->height; y++)
      png_read_row (png, samples->bytes + y * row_bytes, NULL);
}

/* FALSE where nothing is transparent: then an alpha says nothing. */
static gboolean
is_transparent (const Samples *samples)
{
  const gsize n = samples->width * samples->height;
  gsize i;

  for (i = 0; samples->channels == 2 && i < n; i++)
    if (samples->bytes[2 * i + 1] < HALF)
      return TRUE;
  return FALSE;
}

/* Judges it on black. */
static gboolean
is_bright (const guint8 *pixel, gsize channels)
{
  const guint on_black =
      channels == 2 ? (pixel[0] * pixel[1] + 127u) / 255u : pixel[0];

  return on_black >= HALF;
}

static GcfInpaintMask *
make_mask (const Samples *samples)
{
  GcfInpaintMask *mask = gcf_inpaint_mask_new (samples->width, samples->height);
  const gboolean by_alpha = is_transparent (samples);
  const guint8 *pixel = samples->bytes;
  gint x, y;

  for (y = 0; y < mask->height; y++) {
    guint32 *row = mask->bits + (gsize)y * mask->words;

    for (x = 0; x < mask->width; x++, pixel += samples->channels)
      if (by_alpha ? pixel[1] >= HALF : is_bright (pixel, samples->channels))
        row[x / 32] |= 1u << x % 32;
  }
  gcf_inpaint_mask_shrink_box (mask);
  return mask;
}

GcfInpaintMask *
gcf_inpaint_png_decode (const guint8 *bytes, gsize length, GError **error)
{
  Bytes from = { bytes, length };
  GError *reason = NULL;
  GcfInpaintMask *volatile mask = NULL;
  Samples *samples; /* which longjmp() leaves alone */
  png_structp png;
  png_infop info;

  if (length < SIGNATURE_BYTES
      || png_sig_cmp (bytes, 0, SIGNATURE_BYTES) != 0) {
    cf_refuse (error, "it is not a PNG");
    return NULL;
  }
  samples = g_new0 (Samples, 1);
  png = png_create_read_struct (PNG_LIBPNG_VER_STRING, &reason, fail, ignore);
  info = png ? png_create_info_struct (png) : NULL;
  if (!info) {
    cf_refuse (error, "libpng cannot be used: no memory, or another release");
  } else if (setjmp (png_jmpbuf (png)) == 0) {
    png_set_read_fn (png, &from, read_bytes);
    png_read_info (png, info);
    if (allocate (png, info, samples, &reason)) {
      read_samples (png, info, samples);
      mask = make_mask (samples);
    }
  }
  png_destroy_read_struct (&png, &info, NULL);
  g_free (samples->bytes);
  g_free (samples);
  if (reason)
    g_propagate_error (error, reason);
  return mask;
}

GcfInpaintMask *
gcf_inpaint_png_load (const gchar *path, GError **error)
{
  GError *reason = NULL;
  gsize length = 0;
  gchar *bytes = cf_file_read (
      path, GCF_INPAINT_PNG_BYTES_MAX, "a mask's file", &length, &reason);
  GcfInpaintMask *mask = NULL;

  if (bytes)
    mask = gcf_inpaint_png_decode ((const guint8 *)bytes, length, &reason);
  g_free (bytes);
  if (!mask)
    cf_file_refuse (error, path, reason);
  return mask;
}
