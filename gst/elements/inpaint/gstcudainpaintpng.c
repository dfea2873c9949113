/* Masks from PNG files, by libpng. Its simplified interface would be shorter,
 * but reads interlaced files of 16 bits wrongly (libpng issue 853). */
#include "gst/elements/inpaint/gstcudainpaintpng.h"

#include <png.h>
#include <string.h>

#include "engine/core/cferror.h"
#include "engine/core/cffile.h"

#define SIGNATURE_BYTES 8
#define WHITE 128

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

/* For a byte a pixel, of an image whose header was read; NULL where that is too
 * much. */
static guint8 *
allocate (png_structp png, png_infop info, GError **error)
{
  const guint32 width = png_get_image_width (png, info);
  const guint32 height = png_get_image_height (png, info);
  guint8 *grey = NULL;

  if ((guint64)width * height > GST_CUDA_INPAINT_PNG_PIXELS_MAX) {
    cf_refuse (error, "it has %ux%u pixels, and a mask has at most %d", width,
        height, GST_CUDA_INPAINT_PNG_PIXELS_MAX);
    return NULL;
  }
  grey = g_try_malloc ((gsize)width * height);
  if (!grey)
    cf_refuse (error, "there is no memory for its %ux%u pixels", width, height);
  return grey;
}

/* Grey of 8 bits, on black, whatever is in the file. */
static void
read_grey (png_structp png, png_infop info, guint8 *grey)
{
  const gsize width = png_get_image_width (png, info);
  const gsize height = png_get_image_height (png, info);
  const png_color_16 black = { 0 };
  gint pass, passes;
  gsize y;

  png_set_expand (png);
  png_set_background (png, &black, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
  png_set_scale_16 (png);
  if (png_get_color_type (png, info) & PNG_COLOR_MASK_COLOR)
    png_set_rgb_to_gray (png, PNG_ERROR_ACTION_NONE, PNG_RGB_TO_GRAY_DEFAULT,
        PNG_RGB_TO_GRAY_DEFAULT);
  passes = png_set_interlace_handling (png);
  png_read_update_info (png, info);
  if (png_get_rowbytes (png, info) != width)
    png_error (png, "it does not become grey");
  for (pass = 0; pass < passes; pass++)
    for (y = 0; y < height; y++)
      png_read_row (png, grey + y * width, NULL);
}

static GstCudaInpaintMask *
make_mask (png_structp png, png_infop info, const guint8 *grey)
{
  GstCudaInpaintMask *mask = gst_cuda_inpaint_mask_new (
      png_get_image_width (png, info), png_get_image_height (png, info));
  gint x, y;

  for (y = 0; y < mask->height; y++) {
    guint32 *row = mask->bits + (gsize)y * mask->words;

    for (x = 0; x < mask->width; x++, grey++)
      row[x / 32] |= (guint32)(*grey >= WHITE) << x % 32;
  }
  gst_cuda_inpaint_mask_shrink_box (mask);
  return mask;
}

GstCudaInpaintMask *
gst_cuda_inpaint_png_decode (const guint8 *bytes, gsize length, GError **error)
{
  Bytes from = { bytes, length };
  GError *reason = NULL;
  GstCudaInpaintMask *volatile mask = NULL;
  guint8 *volatile grey = NULL;
  png_structp png;
  png_infop info;

  if (length < SIGNATURE_BYTES
      || png_sig_cmp (bytes, 0, SIGNATURE_BYTES) != 0) {
    cf_refuse (error, "it is not a PNG");
    return NULL;
  }
  png = png_create_read_struct (PNG_LIBPNG_VER_STRING, &reason, fail, ignore);
  info = png ? png_create_info_struct (png) : NULL;
  if (!info) {
    cf_refuse (error, "libpng cannot be used: no memory, or another release");
  } else if (setjmp (png_jmpbuf (png)) == 0) {
    png_set_read_fn (png, &from, read_bytes);
    png_read_info (png, info);
    grey = allocate (png, info, &reason);
    if (grey) {
      read_grey (png, info, grey);
      mask = make_mask (png, info, grey);
    }
  }
  png_destroy_read_struct (&png, &info, NULL);
  g_free (grey);
  if (reason)
    g_propagate_error (error, reason);
  return mask;
}

GstCudaInpaintMask *
gst_cuda_inpaint_png_load (const gchar *path, GError **error)
{
  GError *reason = NULL;
  gsize length = 0;
  gchar *bytes = cf_file_read (
      path, GST_CUDA_INPAINT_PNG_BYTES_MAX, "a mask's file", &length, &reason);
  GstCudaInpaintMask *mask = NULL;

  if (bytes)
    mask = gst_cuda_inpaint_png_decode ((const guint8 *)bytes, length, &reason);
  g_free (bytes);
  if (!mask)
    cf_file_refuse (error, path, reason);
  return mask;
}
