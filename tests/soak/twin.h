/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* An element on the CPU with the same properties, for the results that frames
 * must have. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

typedef struct _Twin Twin;

Twin *twin_new (const gchar *element);
void twin_free (Twin *self);

void twin_set_format (Twin *self, const GstVideoInfo *info);
void twin_set_property (Twin *self, GParamSpec *spec, const GValue *value);
/* The next frame of both is the first one of a stream, whatever was before; it
 * has to be marked as a discontinuity too. */
void twin_restart (Twin *self, GstElement *element);
/* TRUE where both have the same properties: each refuses values on its own. */
gboolean twin_is_alike (Twin *self, GstElement *element);

/* What comes of the frame, which is taken; NULL where nothing does. */
GstBuffer *twin_filter (Twin *self, GstBuffer *frame);
/* NULL where the results are the same, contours and regions too; else what
 * differs. */
gchar *twin_compare (
    const GstVideoInfo *info, GstBuffer *result, GstBuffer *expected);

G_END_DECLS
