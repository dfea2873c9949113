/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Grey pictures from files. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint width, height;
  gint bits;       /* of a sample, up to 16 */
  gint bytes;      /* 2 above 8 bits, as the machine has them */
  guint8 *samples; /* no bytes between rows */
} GreyPicture;

/* Reads a PNG (any kind; colours become grey, transparency is left out) or a
 * PGM (P2 or P5). FALSE with an error that names the file. */
gboolean grey_picture_load (
    GreyPicture *picture, const gchar *path, GError **error);
void grey_picture_clear (GreyPicture *picture);

static inline guint
grey_picture_at (const GreyPicture *p, gint x, gint y)
{
  const gsize i = (gsize)y * p->width + x;

  return p->bytes == 1 ? p->samples[i] : ((const guint16 *)p->samples)[i];
}

G_END_DECLS
