/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures in memory: hostile placement, and the way to the device. */
#pragma once

#include "layout.h"
#include "random.h"
#include "target.h"

/* A picture with the canary bytes before, between and behind its planes is the
 * bytes begin...end-1 of its arena. */
typedef struct {
  Arena *arena;
  gsize begin, end;
  guint n_planes;
  CfPlane planes[CF_MAX_PLANES]; /* in the arena's host memory */
} Picture;

/* Random strides, offsets and gaps; often flush with an unreadable page. */
gboolean picture_place (Picture *picture, Target *target, Arena *arena,
    const PictureSpec *spec, Random *random, GError **error);
guint8 *picture_bytes (const Picture *picture);
gsize picture_size (const Picture *picture);

/* The planes as the device sees them. */
void picture_device_planes (
    const Picture *picture, Target *target, CfPlane *planes);
gboolean picture_upload (
    const Picture *picture, Target *target, GError **error);
gboolean picture_download (
    const Picture *picture, Target *target, GError **error);

static inline guint8 *
sample_address (const CfPlane *p, gint x, gint y, gint c)
{
  return p->data + (gssize)y * p->stride + ((gssize)x * p->step + c) * p->bytes;
}

/* As stored, shifted. */
static inline guint
sample_load (const CfPlane *p, gint x, gint y, gint c)
{
  const guint8 *from = sample_address (p, x, y, c);

  return p->bytes == 1 ? *from : *(const guint16 *)from;
}

/* A channel's samples, row after row, as 16 bits; to be freed. */
gint *channel_samples (const CfPlane *p, gint c);

static inline void
sample_store (const CfPlane *p, gint x, gint y, gint c, guint stored)
{
  guint8 *to = sample_address (p, x, y, c);

  if (p->bytes == 1)
    *to = stored;
  else
    *(guint16 *)to = stored;
}
