/* How the examples write a video: what the end of its name asks for. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Whether a name ends as those of videos that are written do. */
gboolean output_is_video (const gchar *path);

/* What follows raw frames on a line for gst_parse_launch(): to a file, whose
 * sink is called NAME (give it the location), or, where path is NULL, to the
 * screen. NULL and an error for a name that ends otherwise than in .webm (VP8),
 * .mkv (FFV1, without loss) or .y4m (raw), and where the encoder is not
 * installed. */
gchar *output_describe (const gchar *path, const gchar *name, GError **error);

G_END_DECLS
