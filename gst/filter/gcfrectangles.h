/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of properties that are lists of rectangles. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Limits: as many as cudasnake has starts, as far as its pictures go */
#define GCF_RECTANGLES_MAX 64
#define GCF_RECTANGLES_SIDE_MAX 32768

/* "x,y,w,h; x,y,w,h; ...", pixels; an array of GstVideoRectangle, each with an
 * area, empty where the text is. NULL with CF_ERROR_INVALID, which says where
 * and why. */
GArray *gcf_rectangles_parse (const gchar *text, GError **error);

G_END_DECLS
