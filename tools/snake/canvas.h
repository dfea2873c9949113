/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A grey picture, and what is drawn on it in colour. */
#pragma once

#include "engine/snake/cfsnakesums.h"
#include "grey.h"

G_BEGIN_DECLS

typedef struct {
  gint width, height; /* the picture's times the scale, and one */
  gint scale;
  guint8 *grey; /* the picture as it is without the polygon */
  guint8 *rgb;
} Canvas;

/* A pixel of the picture has scale x scale on the canvas. More than 8 bits are
 * stretched from the picture's least to its greatest sample. */
gboolean canvas_init (
    Canvas *canvas, const GreyPicture *picture, gint scale, GError **error);
void canvas_clear (Canvas *canvas);

/* The picture with a polygon, its nodes marked, and nothing else. */
void canvas_draw (Canvas *canvas, const CfSnakePoint *points, guint n);

/* A PNG with this text in its "Description". */
gboolean canvas_write (const Canvas *canvas, const gchar *path,
    const gchar *description, GError **error);

G_END_DECLS
