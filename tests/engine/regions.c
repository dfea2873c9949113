/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Regions of pictures: drawn, and what is expected of them. */
#include "regions.h"

/* An interval within 0...size. */
static void
draw_side (gint size, gint *from, gint *to, Random *random)
{
  const gint length = random_range (random, 0, 3)
                          ? random_range (random, 1, MIN (size, 12))
                          : random_range (random, 1, size);

  *from = random_range (random, 0, size - length);
  if (random_range (random, 0, 3) == 0)
    *from = random_range (random, 0, 1) ? 0 : size - length;
  *to = *from + length;
}

guint
regions_draw (const PictureSpec *spec, CfRegion *regions, Random *random)
{
  const guint n = random_range (random, 0, REGIONS_MAX);

  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < spec->n_planes; i++) {
      const CfPlane *p = &spec->planes[i].geometry;
      CfRectangle *r = &regions[k].planes[i];

      draw_side (p->width, &r->left, &r->right, random);
      draw_side (p->height, &r->top, &r->bottom, random);
      if (random_range (random, 0, 7) == 0)
        r->right = r->left;
      if (random_range (random, 0, 15) == 0)
        r->bottom = r->top - 1;
    }
  return n;
}

static gboolean
is_in (const CfRegion *regions, guint n_regions, guint plane, gint x, gint y)
{
  for (guint k = 0; k < n_regions; k++) {
    const CfRectangle *r = &regions[k].planes[plane];

    if (x >= r->left && x < r->right && y >= r->top && y < r->bottom)
      return TRUE;
  }
  return FALSE;
}

void
regions_restore (const CfRegion *regions, guint n_regions, guint32 filtered,
    const CfPlane *src, const CfPlane *dst, guint n_planes)
{
  for (guint i = 0; i < n_planes; i++)
    for (gint y = 0; y < dst[i].height; y++)
      for (gint x = 0; x < dst[i].width; x++) {
        if ((filtered >> i & 1) && is_in (regions, n_regions, i, x, y))
          continue;
        for (gint c = 0; c < dst[i].channels; c++)
          sample_store (&dst[i], x, y, c, sample_load (&src[i], x, y, c));
      }
}
