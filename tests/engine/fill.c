/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hostile contents for pictures. */
#include "fill.h"

const gchar *
fill_name (Fill fill)
{
  static const gchar *names[N_FILLS] = { "random", "constant", "zero",
    "maximum", "ramp-x", "ramp-y", "checkerboard", "extremes", "few-values",
    "salt-and-pepper", "half-floats" };

  return names[fill];
}

static guint
value_at (Fill fill, gint x, gint y, gint c, guint maximum, guint some,
    Random *random)
{
  static const guint16 floats[] = { 0x0000, 0x8000, 0x7bff, 0x7c00, 0x7c01,
    0x7fff, 0xfbff, 0xfc00, 0xfc01, 0xffff };

  switch (fill) {
    case FILL_CONSTANT:
      return (some + c) & maximum;
    case FILL_ZERO:
      return 0;
    case FILL_MAXIMUM:
      return maximum;
    case FILL_RAMP_X:
      return (some + (guint)x * (1 + maximum / 64)) & maximum;
    case FILL_RAMP_Y:
      return (some + (guint)y * (1 + maximum / 64)) & maximum;
    case FILL_CHECKERBOARD:
      return (x + y + c) & 1 ? maximum : 0;
    case FILL_EXTREMES:
      return random_next (random) >> 63 ? maximum : 0;
    case FILL_FEW:
      return (some + random_range (random, 0, 2)) & maximum;
    case FILL_SALT_PEPPER:
      switch (random_range (random, 0, 9)) {
        case 0:
          return 0;
        case 1:
          return maximum;
        default:
          return (guint)((guint64)maximum * (x + 2 * y) / 400) & maximum;
      }
    case FILL_FLOAT:
      return floats[random_range (random, 0, G_N_ELEMENTS (floats) - 1)]
             & maximum;
    default:
      return random_next (random) >> 48 & maximum;
  }
}

void
fill_picture (const Picture *picture, Fill fill, gboolean dirty, Random *random)
{
  for (guint i = 0; i < picture->n_planes; i++) {
    const CfPlane *p = &picture->planes[i];
    guint maximum = (1u << p->bits) - 1;
    guint some = random_next (random) >> 48 & maximum;

    for (gint y = 0; y < p->height; y++) {
      for (gint x = 0; x < p->width; x++) {
        for (gint c = 0; c < p->channels; c++) {
          guint stored = value_at (fill, x, y, c, maximum, some, random)
                         << p->shift;

          if (dirty && p->shift > 0)
            stored |= random_next (random) & ((1u << p->shift) - 1);
          sample_store (p, x, y, c, stored);
        }
      }
    }
  }
}
