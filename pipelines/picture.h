/* Pictures side by side in one PNG file. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Writes n pictures of the same geometry, described by `info` (I420), from left
 * to right: of each the middle, of at most 320x240 pixels, twice as large. */
gboolean picture_write_row (const gchar *path, const GstVideoInfo *info,
    GstBuffer **pictures, guint n, GError **error);

G_END_DECLS
