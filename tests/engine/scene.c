/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "scene.h"

#define CELL 11 /* samples of the first plane */

/* From 0 to 255, of a corner of a cell. */
static gint
corner (const Scene *scene, gint x, gint y, gint c)
{
  Random random;

  random_init (
      &random, scene->seed * 7919 + (guint64)(x * 4099 + y * 131 + c), "scene");
  return random_range (&random, 0, 255);
}

static gint
divide_down (gint v, gint d)
{
  return v >= 0 ? v / d : -((-v + d - 1) / d);
}

/* Between the corners, in steps of 8 bits. */
static gint
value (const Scene *scene, gint x, gint y, gint c)
{
  const gint cx = divide_down (x, CELL), cy = divide_down (y, CELL);
  const gint dx = x - cx * CELL, dy = y - cy * CELL;
  const gint above = corner (scene, cx, cy, c) * (CELL - dx)
                     + corner (scene, cx + 1, cy, c) * dx;
  const gint below = corner (scene, cx, cy + 1, c) * (CELL - dx)
                     + corner (scene, cx + 1, cy + 1, c) * dx;
  const gint v = (above * (CELL - dy) + below * dy) / (CELL * CELL);

  return (scene->seed % 2 ? 130 : 10) + v * 2 / 5;
}

/* Noise and texture with it. */
static gint
narrow (const Scene *scene, gint v)
{
  v = CLAMP (v, 0, 65535);
  return scene->span ? scene->base + (gint)((gint64)v * scene->span / 65536)
                     : v;
}

void
scene_draw_range (Scene *scene, Random *random)
{
  scene->span =
      random_range (random, 0, 3) ? 65536 >> random_range (random, 1, 8) : 0;
  scene->base = random_range (random, 0, 65535 - scene->span);
}

static void
fill_plane (const Scene *scene, const CfPlane *p, gint scale, Random *random)
{
  const gint most = (1 << p->bits) - 1;

  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++)
      for (gint c = 0; c < p->channels; c++) {
        const gint junk =
            p->shift ? random_range (random, 0, (1 << p->shift) - 1) : 0;
        const gint v =
            256
                * (value (scene, scene->x + x * scale, scene->y + y * scale, c)
                    + scene->luma)
            + random_range (random, -256 * scene->noise, 256 * scene->noise);

        sample_store (p, x, y, c,
            (guint)((gint64)narrow (scene, v) * most / 65535) << p->shift
                | junk);
      }
}

void
scene_fill (const Scene *scene, const Picture *picture, Random *random)
{
  for (guint i = 0; i < picture->n_planes; i++) {
    const CfPlane *p = &picture->planes[i];

    fill_plane (scene, p, MAX (1, picture->planes[0].width / p->width), random);
  }
}
