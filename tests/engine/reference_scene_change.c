/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "reference_scene_change.h"

#include "engine/motion/cfscenechange.h"

typedef struct {
  const guint8 *samples;
  gint width, height;
} Bytes;

static gint
whole (const Bytes *p, gint x, gint y)
{
  return p->samples[(gsize)MIN (y, p->height - 1) * p->width
                    + MIN (x, p->width - 1)];
}

static gint
half (const Bytes *p, gint x, gint y)
{
  x = MIN (x, (p->width + 1) / 2 - 1);
  y = MIN (y, (p->height + 1) / 2 - 1);
  return (whole (p, 2 * x, 2 * y) + whole (p, 2 * x + 1, 2 * y)
             + whole (p, 2 * x, 2 * y + 1) + whole (p, 2 * x + 1, 2 * y + 1)
             + 2)
         / 4;
}

static gint
quarter (const Bytes *p, gint x, gint y)
{
  x = MIN (x, ((p->width + 1) / 2 + 1) / 2 - 1);
  y = MIN (y, ((p->height + 1) / 2 + 1) / 2 - 1);
  return (half (p, 2 * x, 2 * y) + half (p, 2 * x + 1, 2 * y)
             + half (p, 2 * x, 2 * y + 1) + half (p, 2 * x + 1, 2 * y + 1) + 2)
         / 4;
}

static void
load_block (const Bytes *p, gint bx, gint by, gint *block)
{
  gint i, mean = 32;

  for (i = 0; i < 64; i++)
    mean += block[i] = quarter (p, 8 * bx + i % 8, 8 * by + i / 8);
  for (i = 0; i < 64; i++)
    block[i] -= mean / 64;
}

static void
look_at_block (const Bytes *a, const Bytes *b, gint bx, gint by, gint sigma,
    ReferenceSceneChange *scene_change)
{
  gint of_a[64], of_b[64], texture_a = 0, texture_b = 0, difference = 0, i;

  load_block (a, bx, by, of_a);
  load_block (b, bx, by, of_b);
  for (i = 0; i < 64; i++) {
    texture_a += ABS (of_a[i]);
    texture_b += ABS (of_b[i]);
    difference += ABS (of_a[i] - of_b[i]);
  }
  scene_change->blocks++;
  if (!cf_scene_change_tells (MAX (texture_a, texture_b), sigma))
    return;
  scene_change->telling++;
  scene_change->unmatched +=
      cf_scene_change_is_unmatched (difference, MAX (texture_a, texture_b));
}

/* Those of a row of blocks that are in the picture. */
static void
count (const Bytes *p, gint by, gint sign, gint *bins, gint *samples)
{
  const gint width = (p->width + 3) / 4, height = (p->height + 3) / 4;
  gint x, y;

  for (y = 8 * by; y < MIN (8 * by + 8, height); y++)
    for (x = 0; x < width; x++) {
      bins[quarter (p, x, y) / 16] += sign;
      ++*samples;
    }
}

gboolean
reference_scene_change_is_other_luma (const gint *changed, gint samples)
{
  gdouble far = 0;
  gint i, k;

  for (i = 0; i < 16; i++) {
    gint behind = 0; /* samples that are in bins above this one now */

    for (k = 0; k <= i; k++)
      behind += changed[k];
    far += ABS (behind);
  }
  return far / samples > 0.75;
}

ReferenceSceneChange
reference_scene_change (const guint8 *frame, const guint8 *other, gint width,
    gint height, gint sigma)
{
  const Bytes a = { frame, width, height }, b = { other, width, height };
  const gint across = (width + 31) / 32, down = (height + 31) / 32;
  gint step = 1, bins[16] = { 0 }, of_others = 0, bx, by, i;
  ReferenceSceneChange scene_change = { 0 };

  while (step < 16 && down > 8 * step)
    step *= 2;
  for (by = 0; by < down; by += step) {
    for (bx = 0; bx < across; bx++)
      look_at_block (&a, &b, bx, by, sigma, &scene_change);
    count (&a, by, 1, bins, &scene_change.samples);
    count (&b, by, -1, bins, &of_others);
  }
  for (i = 0; i < 16; i++)
    scene_change.changed += ABS (bins[i]);
  scene_change.is_scene_change =
      cf_is_scene_change (scene_change.unmatched, scene_change.telling,
          scene_change.blocks, scene_change.changed, scene_change.samples);
  scene_change.is_other_luma =
      reference_scene_change_is_other_luma (bins, scene_change.samples);
  return scene_change;
}
