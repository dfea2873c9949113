/* The text of the property `rectangles`. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* "x,y,w,h; x,y,w,h; ...", pixels; an array of GstVideoRectangle, empty where
 * the text is. NULL with CF_ERROR_INVALID, which says where and why. */
GArray *gst_cuda_snake_rectangles_parse (const gchar *text, GError **error);

G_END_DECLS
