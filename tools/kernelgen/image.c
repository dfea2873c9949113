/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The test image: a dozen panels of what filters are tried on, of the full
 * range of the depth, in integers, so that it is the same everywhere. */
#include "kernelgen.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 1283
#define HEIGHT 821
#define COLUMNS 4 /* of panels */
#define ROWS 3
#define PANEL_W (WIDTH / COLUMNS)
#define PANEL_H (HEIGHT / ROWS)
#define WHITE 65535 /* values are of 16 bits until the end */

/* A random number that depends on the place alone */
static guint
hash (guint x, guint y)
{
  guint h = x * 0x9e3779b1u ^ (y + 0x7f4a7c15u) * 0x85ebca77u;

  h = (h ^ (h >> 15)) * 0x2c1b3c6du;
  h = (h ^ (h >> 12)) * 0x297a2d39u;
  return h ^ (h >> 15);
}

static gint
gradient (gint x, gint y)
{
  return (gint64)WHITE * (x + y) / (PANEL_W + PANEL_H);
}

/* Rings that are finer the further out they are */
static gint
rings (gint x, gint y)
{
  const gint dx = x - PANEL_W / 2, dy = y - PANEL_H / 2;
  const gint phase = (dx * dx + dy * dy) * 96 & 0x1ffff;

  return phase < 0x10000 ? phase : 0x1ffff - phase;
}

static gint
shapes (gint x, gint y)
{
  const gint dx = x - 100, dy = y - 110;
  const gint step = x / 40 * WHITE / (PANEL_W / 40 + 1);

  if (dx * dx + dy * dy < 70 * 70)
    return dx * dx + dy * dy < 30 * 30 ? 0 : WHITE;
  if (x > 190 && x < 290 && y > 40 && y < 130)
    return (x + y) % 24 < 3 ? WHITE : WHITE / 5;
  if (3 * x + 2 * y > 1000)
    return WHITE * 7 / 8;
  return step;
}

/* Checkerboards of 1, 2, 4... pixels, and stripes */
static gint
checks (gint x, gint y)
{
  const gint shift = x * 6 / PANEL_W;

  if (y > PANEL_H * 2 / 3)
    return (x >> shift / 2) % 2 ? WHITE : WHITE / 8;
  return ((x >> shift) + (y >> shift)) % 2 ? WHITE : 0;
}

/* Letters of 5x7 dots, drawn at random, each dot so many pixels wide */
static gint
text (gint x, gint y, gint dot)
{
  const gint column = x / dot, row = y / dot;
  const guint letter = hash (column / 6, row / 10);

  if (letter % 7 == 0 || column % 6 == 5 || row % 10 >= 7)
    return WHITE * 15 / 16;
  /* a stem, and dots that are alike left and right */
  if (column % 6 == 0 || (row % 10 % 3 == 0 && (letter >> row % 10) % 2))
    return WHITE / 16;
  return (hash (letter + ABS (column % 6 - 2), row % 10) % 3) == 0
             ? WHITE / 16
             : WHITE * 15 / 16;
}

/* Nearly a normal distribution */
static gint
noise (gint x, gint y, gint strength)
{
  const guint h = hash (x, y);
  const gint sum = (gint)(h & 0xff) + (gint)(h >> 8 & 0xff)
                   + (gint)(h >> 16 & 0xff) + (gint)(h >> 24);

  return (sum - 510) * strength;
}

static gint
salt_and_pepper (gint value, gint x, gint y, gint percent)
{
  const guint h = hash (x + WIDTH, y);

  if ((gint)(h % 100) >= percent)
    return value;
  return h >> 31 ? WHITE : 0;
}

/* x and y are of the image */
static gint
value_at (gint x, gint y)
{
  const gint column = MIN (x / PANEL_W, COLUMNS - 1);
  const gint row = MIN (y / PANEL_H, ROWS - 1);
  const gint px = x - column * PANEL_W, py = y - row * PANEL_H;

  switch (row * COLUMNS + column) {
    case 0:
      return gradient (px, py);
    case 1:
      return rings (px, py);
    case 2:
      return shapes (px, py);
    case 3:
      return text (px, py, 3);
    case 4:
      return gradient (px, py) + noise (x, y, 20);
    case 5:
      return rings (px, py) * 3 / 4 + noise (x, y, 40);
    case 6:
      return shapes (px, py) + noise (x, y, 30);
    case 7:
      return text (px, py, 1);
    case 8:
      return salt_and_pepper (gradient (px, py), x, y, 10);
    case 9:
      return checks (px, py);
    case 10:
      return salt_and_pepper (shapes (px, py), x, y, 20);
    default:
      return hash (x, y) & WHITE;
  }
}

guint8 *
kg_image_new (gint bits, gsize *length)
{
  const gint bytes = bits > 8 ? 2 : 1;
  gchar header[80];
  const gint n = snprintf (header, sizeof (header),
      "P5\n# the test image of cudafilters-kernelgen\n%d %d\n%d\n", WIDTH,
      HEIGHT, (1 << bits) - 1);
  guint8 *image = g_new (guint8, n + (gsize)WIDTH * HEIGHT * bytes), *to;
  gint x, y;

  memcpy (image, header, n);
  to = image + n;
  for (y = 0; y < HEIGHT; y++) {
    for (x = 0; x < WIDTH; x++) {
      const gint value = CLAMP (value_at (x, y), 0, WHITE) >> (16 - bits);

      if (bytes == 2)
        *to++ = value >> 8;
      *to++ = value & 0xff;
    }
  }
  *length = to - image;
  return image;
}
