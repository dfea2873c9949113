/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Masks to repair with, for benchmarks. */
#include "damage.h"

#include "random.h"

#define LOGO_WIDTH 200
#define LOGO_HEIGHT 100
#define LOGO_MARGIN 48
#define SCRATCH_WIDTH 3
#define SCRATCH_EVERY 120
#define BLOCK 16
#define BLOCK_EVERY 12

const gchar *
damage_name (DamageKind kind)
{
  static const gchar *names[] = { "logo 200x100", "scratches", "lost blocks",
    "half missing" };

  return names[kind];
}

guint8 *
damage_make (DamageKind kind, gint width, gint height)
{
  const gint right = MAX (width - LOGO_MARGIN, 1);
  guint8 *bytes = g_new (guint8, (gsize)width * height);
  guint8 *blocks = g_new (guint8, width / BLOCK + 1);
  Random random;

  random_init (&random, 1, "holes");
  for (gint y = 0; y < height; y++) {
    if (y % BLOCK == 0)
      for (gint x = 0; x <= width / BLOCK; x++)
        blocks[x] = random_range (&random, 1, BLOCK_EVERY) == 1;
    for (gint x = 0; x < width; x++) {
      gboolean hole = FALSE;

      switch (kind) {
        case DAMAGE_LOGO:
          hole = x < right && x >= right - LOGO_WIDTH && y >= LOGO_MARGIN
                 && y < LOGO_MARGIN + LOGO_HEIGHT;
          break;
        case DAMAGE_SCRATCHES:
          hole = (x + y / 8) % SCRATCH_EVERY < SCRATCH_WIDTH;
          break;
        case DAMAGE_BLOCKS:
          hole = blocks[x / BLOCK];
          break;
        default:
          hole = random_range (&random, 0, 1);
          break;
      }
      bytes[(gsize)y * width + x] = hole ? 255 : 0;
    }
  }
  g_free (blocks);
  return bytes;
}

CfInpaintHoles
damage_holes (const guint8 *bytes, gint width, gint height, guint32 **bits)
{
  const gint words = CF_INPAINT_WORDS (width);
  CfInpaintHoles holes = { NULL, width, height, 0, 0, -1 };

  *bits = g_new0 (guint32, (gsize)words * height);
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      if (bytes[(gsize)y * width + x]) {
        (*bits)[(gsize)y * words + x / 32] |= 1u << x % 32;
        holes.left = MIN (holes.left, x);
        holes.top = MIN (holes.top, y);
        holes.right = MAX (holes.right, x + 1);
        holes.bottom = MAX (holes.bottom, y + 1);
      }
  holes.bits = *bits;
  return holes;
}
