/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures in memory: hostile placement, and the way to the device. */
#include "picture.h"

typedef struct {
  gsize rows, row_bytes, stride, start;
  gint bytes;
} Block;

static void
measure_blocks (const PictureSpec *spec, Block *blocks)
{
  for (guint i = 0; i < spec->n_planes; i++) {
    const PlaneSpec *s = &spec->planes[i];
    const CfPlane *p = &s->geometry;
    Block *b = &blocks[s->block];
    gsize samples = s->offset + (gsize)(p->width - 1) * p->step + p->channels;
    gsize rows = s->row + (gsize)(p->height - 1) * s->row_step + 1;

    b->bytes = p->bytes;
    b->rows = MAX (b->rows, rows);
    b->row_bytes = MAX (b->row_bytes, samples * p->bytes);
  }
}

static gsize
round_up (gsize n, gsize unit)
{
  return (n + unit - 1) / unit * unit;
}

gboolean
picture_place (Picture *picture, Target *target, Arena *arena,
    const PictureSpec *spec, Random *random, GError **error)
{
  enum { AT_BEGIN, AT_END, BETWEEN } place = random_range (random, 0, 2);
  const gsize unit = spec->is_aligned ? 64 : 1;
  Block blocks[CF_MAX_PLANES] = { { 0 } };
  gsize size = place == AT_BEGIN ? 0 : random_range (random, 1, 200);
  gboolean even = FALSE;

  measure_blocks (spec, blocks);
  for (guint i = 0; i < spec->n_blocks; i++) {
    Block *b = &blocks[i];

    b->stride = b->row_bytes + random_range (random, 0, 130);
    if (i > 0)
      size += random_range (random, 0, 100);
    if (b->bytes == 2) {
      even = TRUE;
      b->stride += b->stride & 1;
      size += size & 1;
    }
    b->stride = round_up (b->stride, unit);
    size = round_up (size, unit);
    b->start = size;
    size += (b->rows - 1) * b->stride + b->row_bytes;
  }
  if (place != AT_END)
    size += random_range (random, 1, 200);
  if (even)
    size += size & 1;
  size = round_up (size, unit);

  if (!arena_reserve (arena, target, size + 256, error))
    return FALSE;
  picture->arena = arena;
  picture->begin = place == AT_BEGIN ? 0 : arena->capacity - size;
  if (place == BETWEEN)
    picture->begin -= round_up (random_range (random, 1, 64) * 2, unit);
  picture->end = picture->begin + size;
  picture->n_planes = spec->n_planes;
  for (guint i = 0; i < spec->n_planes; i++) {
    const PlaneSpec *s = &spec->planes[i];
    const Block *b = &blocks[s->block];

    picture->planes[i] = s->geometry;
    picture->planes[i].stride = b->stride * s->row_step;
    picture->planes[i].data = picture_bytes (picture) + b->start
                              + s->row * b->stride
                              + (gsize)s->offset * b->bytes;
  }
  return TRUE;
}

guint8 *
picture_bytes (const Picture *picture)
{
  return picture->arena->memory + picture->begin;
}

gsize
picture_size (const Picture *picture)
{
  return picture->end - picture->begin;
}

void
picture_device_planes (const Picture *picture, Target *target, CfPlane *planes)
{
  for (guint i = 0; i < picture->n_planes; i++) {
    planes[i] = picture->planes[i];
    if (picture->arena->device)
      planes[i].data =
          picture->arena->device + (planes[i].data - picture->arena->memory);
  }
}

gboolean
picture_upload (const Picture *picture, Target *target, GError **error)
{
  gsize size = picture_size (picture);

  if (!picture->arena->device)
    return TRUE;
  return cf_stream_upload (target->stream,
      picture->arena->device + picture->begin, size, picture_bytes (picture),
      size, size, 1, error);
}

gboolean
picture_download (const Picture *picture, Target *target, GError **error)
{
  gsize size = picture_size (picture);

  if (!picture->arena->device)
    return TRUE;
  return cf_stream_download (target->stream, picture_bytes (picture), size,
      picture->arena->device + picture->begin, size, size, 1, error);
}

gint *
channel_samples (const CfPlane *p, gint c)
{
  gint *samples = g_new (gint, (gsize)p->width * p->height);

  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++)
      samples[(gsize)y * p->width + x] =
          (gint)(sample_load (p, x, y, c) >> p->shift) << (16 - p->bits);
  return samples;
}
