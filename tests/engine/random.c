/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Seeded pseudo-random numbers (splitmix64). */
#include "random.h"

#include <string.h>

void
random_init (Random *random, guint64 seed, const gchar *name)
{
  random->state = seed * G_GUINT64_CONSTANT (0x100000001b3) ^ g_str_hash (name);
  random_next (random);
}

guint64
random_next (Random *random)
{
  guint64 z = random->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

gint
random_range (Random *random, gint lowest, gint highest)
{
  return lowest
         + (gint)((random_next (random) >> 32)
                  % (guint64)(highest - lowest + 1));
}

void
random_bytes (Random *random, guint8 *bytes, gsize n)
{
  for (; n >= 8; n -= 8, bytes += 8) {
    guint64 next = random_next (random);

    memcpy (bytes, &next, 8);
  }
  for (; n > 0; n--)
    *bytes++ = (guint8)random_next (random);
}

void
bag_init (Bag *bag, gint n)
{
  g_assert (n <= BAG_MAX);
  bag->n = n;
  bag->left = 0;
}

gint
bag_draw (Bag *bag, Random *random)
{
  gint i, item;

  if (bag->left == 0) {
    for (i = 0; i < bag->n; i++)
      bag->items[i] = i;
    bag->left = bag->n;
  }
  i = random_range (random, 0, bag->left - 1);
  item = bag->items[i];
  bag->items[i] = bag->items[--bag->left];
  return item;
}
