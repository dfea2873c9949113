/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Grey pictures from files: PNG by libpng, PGM (netpbm's "portable graymap") by
 * hand, as no library that the project uses has it. */
#include "grey.h"

#include <gio/gio.h>
#include <png.h>
#include <string.h>

#define SIDE_MAX 32768

/* Allocates the samples, for both kinds. */
static gboolean
allocate (
    GreyPicture *p, gint64 width, gint64 height, gint bits, GError **error)
{
  if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
        "is of %" G_GINT64_FORMAT "x%" G_GINT64_FORMAT
        " pixels; sides of 1 to %d are read",
        width, height, SIDE_MAX);
    return FALSE;
  }
  *p = (GreyPicture){
    .width = width, .height = height, .bits = bits, .bytes = bits > 8 ? 2 : 1
  };
  p->samples = g_try_malloc ((gsize)width * height * p->bytes);
  if (p->samples)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
      "is too large for this machine's memory");
  return FALSE;
}

/* --- PNG --- */

typedef struct {
  const guint8 *bytes;
  gsize left;
} Source;

static void
read_source (png_structp png, png_bytep to, png_size_t n)
{
  Source *s = png_get_io_ptr (png);

  if (n > s->left)
    png_error (png, "the file is cut off");
  memcpy (to, s->bytes, n);
  s->bytes += n;
  s->left -= n;
}

static void
fail_png (png_structp png, png_const_charp message)
{
  GError **error = png_get_error_ptr (png);

  if (error && !*error)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
        "is a PNG that cannot be read: %s", message);
  png_longjmp (png, 1);
}

static void
ignore_warning (png_structp png, png_const_charp message)
{
}

/* Grey of 8 or 16 bits, whatever is in the file. */
static void
set_transforms (png_structp png, png_infop info)
{
  const gint colour = png_get_color_type (png, info);

  if (colour == PNG_COLOR_TYPE_PALETTE)
    png_set_palette_to_rgb (png);
  if (colour == PNG_COLOR_TYPE_GRAY && png_get_bit_depth (png, info) < 8)
    png_set_expand_gray_1_2_4_to_8 (png);
  if (colour & PNG_COLOR_MASK_COLOR)
    png_set_rgb_to_gray (png, PNG_ERROR_ACTION_NONE, PNG_RGB_TO_GRAY_DEFAULT,
        PNG_RGB_TO_GRAY_DEFAULT);
  png_set_strip_alpha (png); /* a palette may have one too */
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN && png_get_bit_depth (png, info) == 16)
    png_set_swap (png);
  png_set_interlace_handling (png);
  png_read_update_info (png, info);
}

static gboolean
load_png (GreyPicture *p, const guint8 *bytes, gsize n, GError **error)
{
  GError *failure = NULL;
  png_structp png = png_create_read_struct (
      PNG_LIBPNG_VER_STRING, &failure, fail_png, ignore_warning);
  png_infop info = png_create_info_struct (png);
  Source source = { bytes, n };
  png_bytep *volatile rows = NULL;
  gint y;

  if (setjmp (png_jmpbuf (png)) == 0) {
    png_set_read_fn (png, &source, read_source);
    png_read_info (png, info);
    if (allocate (p, png_get_image_width (png, info),
            png_get_image_height (png, info),
            png_get_bit_depth (png, info) == 16 ? 16 : 8, &failure)) {
      set_transforms (png, info);
      if (png_get_rowbytes (png, info) != (gsize)p->width * p->bytes)
        png_error (png, "its rows are of another length");
      rows = g_new (png_bytep, p->height);
      for (y = 0; y < p->height; y++)
        rows[y] = p->samples + (gsize)y * p->width * p->bytes;
      png_read_image (png, rows);
    }
  }
  png_destroy_read_struct (&png, &info, NULL);
  g_free (rows);
  if (!failure)
    return TRUE;
  g_propagate_error (error, failure);
  return FALSE;
}

/* --- PGM --- */

static gboolean
refuse_pgm (GError **error, const gchar *why)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
      "is a PGM that cannot be read: %s", why);
  return FALSE;
}

/* Reads the next number, after blanks and comments; -1 where there is none. */
static gint64
next_number (Source *s)
{
  gint64 value = -1;

  while (s->left > 0 && (g_ascii_isspace (*s->bytes) || *s->bytes == '#')) {
    const gboolean is_comment = *s->bytes == '#';

    do {
      s->bytes++;
      s->left--;
    } while (is_comment && s->left > 0 && *s->bytes != '\n');
  }
  while (s->left > 0 && g_ascii_isdigit (*s->bytes) && value < G_MAXINT) {
    value = 10 * MAX (value, 0) + (*s->bytes++ - '0');
    s->left--;
  }
  return value;
}

static void
store (GreyPicture *p, gsize i, guint value)
{
  if (p->bytes == 1)
    p->samples[i] = value;
  else
    ((guint16 *)p->samples)[i] = value;
}

static gboolean
load_pgm (GreyPicture *p, const guint8 *bytes, gsize n, GError **error)
{
  const gboolean is_text = bytes[1] == '2';
  Source s = { bytes + 2, n - 2 };
  const gint64 width = next_number (&s), height = next_number (&s);
  const gint64 most = next_number (&s);
  gsize i;

  if (most < 1 || most > 65535)
    return refuse_pgm (error, "its header has no maximum from 1 to 65535");
  if (!allocate (p, width, height, g_bit_storage (most), error))
    return FALSE;
  n = (gsize)width * height;
  if (!is_text && s.left < 1 + n * p->bytes)
    return refuse_pgm (error, "the file is cut off");
  s.bytes++; /* one blank */
  for (i = 0; i < n; i++) {
    const gint64 value = is_text ? next_number (&s)
                         : p->bytes == 1
                             ? s.bytes[i]
                             : s.bytes[2 * i] << 8 | s.bytes[2 * i + 1];

    if (value < 0)
      return refuse_pgm (error, "the file is cut off");
    if (value > most)
      return refuse_pgm (error, "a sample is above the header's maximum");
    store (p, i, value);
  }
  return TRUE;
}

gboolean
grey_picture_load (GreyPicture *p, const gchar *path, GError **error)
{
  gchar *bytes;
  gsize n;
  gboolean ok;

  *p = (GreyPicture){ 0 };
  if (!g_file_get_contents (path, &bytes, &n, error))
    return FALSE;
  if (n >= 8 && png_sig_cmp ((guint8 *)bytes, 0, 8) == 0) {
    ok = load_png (p, (guint8 *)bytes, n, error);
  } else if (n >= 3 && bytes[0] == 'P' && (bytes[1] == '2' || bytes[1] == '5')
             && g_ascii_isspace (bytes[2])) {
    ok = load_pgm (p, (guint8 *)bytes, n, error);
  } else {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
        "is neither a PNG nor a PGM");
    ok = FALSE;
  }
  g_free (bytes);
  if (ok)
    return TRUE;
  g_prefix_error (error, "%s ", path);
  grey_picture_clear (p);
  return FALSE;
}

void
grey_picture_clear (GreyPicture *p)
{
  g_clear_pointer (&p->samples, g_free);
}
