/* Pictures side by side in one PNG file. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Writes n pictures of the same geometry, described by `info` (I420), from
 * left to right. */
gboolean picture_write_row (const gchar *path, const GstVideoInfo *info,
    GstBuffer **pictures, guint n, GError **error);

G_END_DECLS
