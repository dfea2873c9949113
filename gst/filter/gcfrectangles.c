/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of properties that are lists of rectangles. */
#include "gst/filter/gcfrectangles.h"

#include <string.h>

#include "engine/core/cferror.h"

/* Characters of what is no rectangle that a message repeats */
#define QUOTED_MAX 40

/* The text is of any bytes. */
static gchar *
quote (const gchar *text)
{
  gchar *valid = g_utf8_make_valid (text, -1);
  gchar *quoted = cf_quote (valid, strlen (valid), QUOTED_MAX);

  g_free (valid);
  return quoted;
}

static gboolean
parse_one (
    const gchar *text, guint number, GstVideoRectangle *box, GError **error)
{
  static const gchar *const names[] = { "x", "y", "width", "height" };
  gint *const sides[] = { &box->x, &box->y, &box->w, &box->h };
  gchar **parts = g_strsplit (text, ",", -1);
  gboolean ok = g_strv_length (parts) == G_N_ELEMENTS (sides);
  gchar *quoted = NULL;
  guint i;

  if (!ok) {
    quoted = quote (text);
    cf_refuse (error,
        "rectangle %u is %s, but has to be four numbers of pixels: "
        "x,y,width,height",
        number, quoted);
  }
  for (i = 0; i < G_N_ELEMENTS (sides) && ok; i++) {
    const gint least = i < 2 ? 0 : 1; /* it has an area */
    gint64 value;

    ok = g_ascii_string_to_signed (g_strstrip (parts[i]), 10, least,
        GCF_RECTANGLES_SIDE_MAX, &value, NULL);
    if (ok) {
      *sides[i] = value;
    } else {
      quoted = quote (parts[i]);
      cf_refuse (error,
          "the %s of rectangle %u is %s, but has to be a whole number of "
          "pixels from %d to %d",
          names[i], number, quoted, least, GCF_RECTANGLES_SIDE_MAX);
    }
  }
  g_free (quoted);
  g_strfreev (parts);
  return ok;
}

GArray *
gcf_rectangles_parse (const gchar *text, GError **error)
{
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (GstVideoRectangle));
  gchar **parts = g_strsplit (text, ";", -1);
  gboolean ok = TRUE;
  guint i;

  for (i = 0; parts[i] && ok; i++) {
    GstVideoRectangle box;

    if (*g_strstrip (parts[i]) == '\0')
      continue;
    ok = parse_one (parts[i], boxes->len + 1, &box, error);
    if (ok && boxes->len == GCF_RECTANGLES_MAX)
      ok = cf_refuse (
          error, "there are more than %d rectangles", GCF_RECTANGLES_MAX);
    g_array_append_val (boxes, box);
  }
  g_strfreev (parts);
  if (!ok)
    g_clear_pointer (&boxes, g_array_unref);
  return boxes;
}
