/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "reference_cut.h"

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
    ReferenceCut *cut)
{
  gint of_a[64], of_b[64], texture_a = 0, texture_b = 0, difference = 0, i;

  load_block (a, bx, by, of_a);
  load_block (b, bx, by, of_b);
  for (i = 0; i < 64; i++) {
    texture_a += ABS (of_a[i]);
    texture_b += ABS (of_b[i]);
    difference += ABS (of_a[i] - of_b[i]);
  }
  cut->blocks++;
  if (!cf_denoise_cut_tells (MAX (texture_a, texture_b), sigma))
    return;
  cut->telling++;
  cut->unmatched +=
      cf_denoise_cut_is_unmatched (difference, MAX (texture_a, texture_b));
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
reference_cut_is_other_light (const gint *changed, gint samples)
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

ReferenceCut
reference_cut (const guint8 *frame, const guint8 *other, gint width,
    gint height, gint sigma)
{
  const Bytes a = { frame, width, height }, b = { other, width, height };
  const gint across = (width + 31) / 32, down = (height + 31) / 32;
  gint step = 1, bins[16] = { 0 }, of_others = 0, bx, by, i;
  ReferenceCut cut = { 0 };

  while (step < 16 && down > 8 * step)
    step *= 2;
  for (by = 0; by < down; by += step) {
    for (bx = 0; bx < across; bx++)
      look_at_block (&a, &b, bx, by, sigma, &cut);
    count (&a, by, 1, bins, &cut.samples);
    count (&b, by, -1, bins, &of_others);
  }
  for (i = 0; i < 16; i++)
    cut.changed += ABS (bins[i]);
  cut.is_cut = cf_denoise_is_cut (
      cut.unmatched, cut.telling, cut.blocks, cut.changed, cut.samples);
  cut.is_other_light = reference_cut_is_other_light (bins, cut.samples);
  return cut;
}
