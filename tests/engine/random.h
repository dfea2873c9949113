/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Seeded pseudo-random numbers: the same everywhere for the same seed. */
#pragma once

#include <glib.h>

typedef struct {
  guint64 state;
} Random;

/* `name` makes sequences of one seed differ. */
void random_init (Random *random, guint64 seed, const gchar *name);
guint64 random_next (Random *random);
/* lowest...highest, both included */
gint random_range (Random *random, gint lowest, gint highest);
void random_bytes (Random *random, guint8 *bytes, gsize n);

/* Draws each of 0...n-1 once, in random order, then all again: whatever is
 * drawn n times covers everything. */
#define BAG_MAX 64
typedef struct {
  gint items[BAG_MAX];
  gint n, left;
} Bag;

void bag_init (Bag *bag, gint n);
gint bag_draw (Bag *bag, Random *random);
