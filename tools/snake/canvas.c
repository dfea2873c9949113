/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A grey picture, and what is drawn on it in colour. */
#include "canvas.h"

#include <errno.h>
#include <gio/gio.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

#include "wholefile.h"

typedef struct {
  guint8 r, g, b;
} Colour;

static const Colour line_colour = { 255, 64, 0 };
static const Colour node_colour = { 255, 255, 0 };

gboolean
canvas_init (Canvas *c, const GreyPicture *p, gint scale, GError **error)
{
  guint low = 0, high = 255, v;
  gint x, y;

  c->scale = scale;
  /* corners of pixels: one more a side */
  c->width = p->width * scale + 1;
  c->height = p->height * scale + 1;
  c->grey = g_try_malloc ((gsize)c->width * c->height);
  c->rgb = g_try_malloc (3 * (gsize)c->width * c->height);
  if (!c->grey || !c->rgb) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
        "There is no memory for a picture of %dx%d pixels", c->width,
        c->height);
    canvas_clear (c);
    return FALSE;
  }
  if (p->bytes == 2) {
    low = G_MAXUINT16;
    high = 0;
    for (y = 0; y < p->height; y++)
      for (x = 0; x < p->width; x++) {
        v = grey_picture_at (p, x, y);
        low = MIN (low, v);
        high = MAX (high, v);
      }
  }
  for (y = 0; y < c->height; y++)
    for (x = 0; x < c->width; x++) {
      v = grey_picture_at (
          p, MIN (x / scale, p->width - 1), MIN (y / scale, p->height - 1));
      c->grey[(gsize)y * c->width + x] =
          high > low ? (v - low) * 255 / (high - low) : 0;
    }
  return TRUE;
}

void
canvas_clear (Canvas *c)
{
  g_clear_pointer (&c->grey, g_free);
  g_clear_pointer (&c->rgb, g_free);
}

static void
put (Canvas *c, gint x, gint y, Colour colour)
{
  if (x < 0 || y < 0 || x >= c->width || y >= c->height)
    return;
  memcpy (c->rgb + 3 * ((gsize)y * c->width + x), &colour, 3);
}

/* A point for each column or row, whichever are more. */
static void
draw_line (Canvas *c, CfSnakePoint a, CfSnakePoint b)
{
  const gint dx = b.x - a.x, dy = b.y - a.y;
  const gint n = MAX (ABS (dx), ABS (dy));
  gint k;

  for (k = 0; k <= n; k++)
    put (c, n ? a.x + (2 * (gint64)k * dx + n) / (2 * n) : a.x,
        n ? a.y + (2 * (gint64)k * dy + n) / (2 * n) : a.y, line_colour);
}

static CfSnakePoint
scaled (const Canvas *c, CfSnakePoint p)
{
  return (CfSnakePoint){ p.x * c->scale, p.y * c->scale };
}

void
canvas_draw (Canvas *c, const CfSnakePoint *points, guint n)
{
  const gsize pixels = (gsize)c->width * c->height;
  const gint half = c->scale > 2 ? 2 : 1;
  gint x, y;
  gsize k;
  guint i;

  for (k = 0; k < pixels; k++)
    memset (c->rgb + 3 * k, c->grey[k], 3);
  for (i = 0; i < n; i++)
    draw_line (c, scaled (c, points[i]), scaled (c, points[(i + 1) % n]));
  for (i = 0; i < n; i++) {
    const CfSnakePoint p = scaled (c, points[i]);

    for (y = -half; y <= half; y++)
      for (x = -half; x <= half; x++)
        put (c, p.x + x, p.y + y, node_colour);
  }
}

/* libpng calls this, and does not know how the file is called. */
static void
fail_png (png_structp png, png_const_charp message)
{
  png_longjmp (png, 1);
}

static void
ignore_warning (png_structp png, png_const_charp message)
{
}

static gboolean
write_png (const Canvas *c, FILE *file, const gchar *description)
{
  png_structp png = png_create_write_struct (
      PNG_LIBPNG_VER_STRING, NULL, fail_png, ignore_warning);
  png_infop info = png_create_info_struct (png);
  png_text text = { .compression = PNG_TEXT_COMPRESSION_NONE,
    .key = (png_charp) "Description",
    .text = (png_charp)description,
    .text_length = strlen (description) };
  volatile gboolean ok = FALSE;
  gint y;

  if (setjmp (png_jmpbuf (png)) == 0) {
    png_init_io (png, file);
    png_set_IHDR (png, info, c->width, c->height, 8, PNG_COLOR_TYPE_RGB,
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
        PNG_FILTER_TYPE_DEFAULT);
    png_set_text (png, info, &text, 1);
    png_write_info (png, info);
    for (y = 0; y < c->height; y++)
      png_write_row (png, c->rgb + 3 * (gsize)y * c->width);
    png_write_end (png, info);
    ok = TRUE;
  }
  png_destroy_write_struct (&png, &info);
  return ok;
}

gboolean
canvas_write (const Canvas *c, const gchar *path, const gchar *description,
    GError **error)
{
  WholeFile *whole = whole_file_new (path, error);
  FILE *file;
  gboolean ok;

  if (!whole)
    return FALSE;
  file = fopen (whole_file_get_path (whole), "wb");
  ok = file && write_png (c, file, description);
  if (file)
    ok = fclose (file) == 0 && ok;
  if (!ok)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
        "%s cannot be written: %s", path, g_strerror (errno));
  ok = ok && whole_file_keep (whole, error);
  whole_file_free (whole);
  return ok;
}
