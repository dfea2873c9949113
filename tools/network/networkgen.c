/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prints a median network as C macro calls, for a kernel to include.
 *
 *   networkgen [--part=whole|columns|tile] SIZE TILE_WIDTH TILE_HEIGHT [SHARE]
 *   networkgen --count SIZE TILE_WIDTH TILE_HEIGHT [SHARE]
 *   networkgen --check
 *
 * The macros are those of network_append(), with the prefix CF_NET_. */
#include "networksizes.h" /* generated: CF_NETWORK_SIZES */
#include "networktext.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
print (const Network *n, NetworkPart part)
{
  GString *text = g_string_new (NULL);

  network_append (text, n, part, "CF_NET_");
  fputs (text->str, stdout);
  g_string_free (text, TRUE);
}

/* Operations a pixel: with all done in each tile, and columns shared. */
static void
count (const Network *n)
{
  gint pixels = n->tile_width * n->tile_height;

  printf ("%d %dx%d: %.1f operations a pixel, %.1f with shared columns\n",
      n->size, n->tile_width, n->tile_height,
      (gdouble)network_count (n->whole) / pixels,
      (gdouble)(network_count (n->tile)
                + n->tile_width * network_count (n->columns) / n->share)
          / pixels);
}

/* Runs exchanges on 64 inputs of zeros and ones at once. */
static void
run (const GArray *list, guint64 *value)
{
  guint i;

  for (i = 0; i < list->len; i++) {
    const Exchange *e = &g_array_index (list, Exchange, i);
    guint64 a = value[e->a], b = value[e->b];

    if (e->lo >= 0)
      value[e->lo] = a & b;
    if (e->hi >= 0)
      value[e->hi] = a | b;
  }
}

/* The core samples of n_columns columns from x on, sorted, to these wires. */
static void
sort_by_counting (
    const Network *n, guint64 *value, gint x, gint n_columns, const gint *wires)
{
  gint lane, i, k, y;

  for (i = 0; i < n_columns * n->core_rows; i++)
    value[wires[i]] = 0;
  for (lane = 0; lane < 64; lane++) {
    gint ones = 0;

    for (k = x; k < x + n_columns; k++)
      for (y = 0; y < n->core_rows; y++)
        ones += value[(n->core_top + y) * n->footprint_width + k] >> lane & 1;
    for (i = 0; i < ones; i++)
      value[wires[n_columns * n->core_rows - 1 - i]] |= G_GUINT64_CONSTANT (1)
                                                        << lane;
  }
}

/* TRUE where the shared part gives sorted columns and unions. */
static gboolean
check_columns (const Network *n, guint64 *value)
{
  const gint values = n->share * n->core_rows;
  const gint *sorted = n->sorted + (n->tile_width - 1) * n->core_rows;
  guint64 *got = g_new (guint64, 2 * values);
  gboolean ok = TRUE;
  gint i;

  run (n->columns, value);
  for (i = 0; i < values; i++) {
    got[i] = value[sorted[i]];
    got[values + i] = n->n_unions ? value[n->unions[i]] : 0;
  }
  for (i = 0; i < n->share; i++)
    sort_by_counting (
        n, value, n->tile_width - 1 + i, 1, sorted + i * n->core_rows);
  if (n->n_unions)
    sort_by_counting (n, value, n->tile_width - 1, n->share, n->unions);
  for (i = 0; i < values; i++)
    ok = ok && got[i] == value[sorted[i]]
         && (!n->n_unions || got[values + i] == value[n->unions[i]]);
  g_free (got);
  return ok;
}

/* TRUE where every output of both ways is the majority of its window. */
static gboolean
check_values (const Network *n, guint64 *value)
{
  gint samples = n->footprint_width * n->footprint_height;
  gint outputs = n->tile_width * n->tile_height;
  gint way, i, x, y, lane;

  for (way = 0; way < 2; way++) {
    if (way == 0) {
      run (n->whole, value);
    } else {
      /* sorted columns by counting: the tile part alone is under test */
      memset (value + samples, 0xaa, (n->n_wires - samples) * sizeof *value);
      for (x = 0; x < n->footprint_width; x++)
        sort_by_counting (n, value, x, 1, n->sorted + x * n->core_rows);
      for (i = 0; i < n->n_unions; i++)
        sort_by_counting (n, value, n->tile_width - 1 + i * n->share, n->share,
            n->unions + i * n->share * n->core_rows);
      run (n->tile, value);
    }

    for (i = 0; i < outputs; i++) {
      gint left = i % n->tile_width, top = i / n->tile_width;
      gint ones[64] = { 0 };

      for (y = top; y < top + n->size; y++)
        for (x = left; x < left + n->size; x++)
          for (lane = 0; lane < 64; lane++)
            ones[lane] += value[y * n->footprint_width + x] >> lane & 1;
      for (lane = 0; lane < 64; lane++)
        if ((value[n->output[i]] >> lane & 1)
            != (ones[lane] > n->size * n->size / 2))
          return FALSE;
    }
  }
  return TRUE;
}

/* A network of min and max is right for all inputs if it is right for all of
 * zeros and ones. All of them for footprints up to 16 samples; else random
 * ones, with the share of ones near one half, where the median is decided:
 * the same everywhere, or rising along a direction. */
static gboolean
check (const Network *n)
{
  gint samples = n->footprint_width * n->footprint_height;
  guint64 *value = g_new0 (guint64, n->n_wires);
  GRand *random = g_rand_new_with_seed (n->size);
  gboolean exhaustive = samples <= 16, ok = TRUE;
  gint rounds = exhaustive ? MAX (1, (1 << samples) / 64) : 400, round, i;

  for (round = 0; ok && round < rounds; round++) {
    gdouble ones = g_rand_double_range (random, 0.35, 0.65);
    gdouble steep = round % 4 * 0.2;
    gdouble across = g_rand_double_range (random, -steep, steep);
    gdouble down = g_rand_double_range (random, -steep, steep);

    for (i = 0; i < samples; i++) {
      gdouble x = i % n->footprint_width - (n->footprint_width - 1) / 2.0;
      gdouble y = i / n->footprint_width - (n->footprint_height - 1) / 2.0;
      gdouble here = ones + across * x + down * y;
      gint lane;

      value[i] = 0;
      for (lane = 0; lane < 64; lane++) {
        gboolean one = exhaustive ? (round * 64 + lane) >> i & 1
                                  : g_rand_double (random) < here;

        value[i] |= (guint64)one << lane;
      }
    }
    ok = check_columns (n, value) && check_values (n, value);
  }
  printf ("%s %d %dx%d, %d shared, %d %s inputs\n", ok ? "ok    " : "WRONG ",
      n->size, n->tile_width, n->tile_height, n->share, 64 * rounds,
      exhaustive ? "(all)" : "random");
  g_rand_free (random);
  g_free (value);
  return ok;
}

/* All of a size; *failed is counted up, and passed ones are returned. */
static gint
check_size (gint size, gint *failed)
{
  static const gint tiles[][2] = { { 1, 1 }, { 1, 2 }, { 2, 1 }, { 2, 2 },
    { 4, 2 }, { 2, 4 }, { 4, 4 }, { 8, 4 } };
  gint passed = 0, share;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (tiles); i++) {
    if (MAX (tiles[i][0], tiles[i][1]) >= size)
      continue;
    for (share = 1; share <= size - tiles[i][0] + 1; share = 2 * share) {
      Network *n = network_new (size, tiles[i][0], tiles[i][1], share);

      if (check (n))
        passed++;
      else
        ++*failed;
      network_free (n);
    }
  }
  return passed;
}

#define ENTRY(size) size,

static int
check_all (void)
{
  static const gint sizes[] = { CF_NETWORK_SIZES (ENTRY) };
  gint passed = 0, failed = 0;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++)
    passed += check_size (sizes[i], &failed);
  printf ("%d passed, %d failed, 0 skipped\n", passed, failed);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static gboolean
is_side (gint side, gint size)
{
  return side >= 1 && side < size && (side & (side - 1)) == 0;
}

int
main (int argc, char **argv)
{
  NetworkPart part = NETWORK_WHOLE;
  gboolean counting = FALSE;
  gint size, width, height, share = 1, i = 1;
  Network *n;

  if (argc == 2 && strcmp (argv[1], "--check") == 0)
    return check_all ();
  if (argc > 1 && strcmp (argv[1], "--count") == 0) {
    counting = TRUE;
    i++;
  } else if (argc > 1 && g_str_has_prefix (argv[1], "--part=")) {
    const gchar *name = argv[1] + strlen ("--part=");

    part = strcmp (name, "columns") == 0 ? NETWORK_COLUMNS
           : strcmp (name, "tile") == 0  ? NETWORK_TILE
                                         : NETWORK_WHOLE;
    i++;
  }
  if (argc != i + 3 && argc != i + 4)
    goto usage;
  size = atoi (argv[i]);
  width = atoi (argv[i + 1]);
  height = atoi (argv[i + 2]);
  if (argc == i + 4)
    share = atoi (argv[i + 3]);
  if (size < 3 || size % 2 == 0 || !is_side (width, size)
      || !is_side (height, size) || share < 1 || share > size - width + 1)
    goto usage;

  n = network_new (size, width, height, share);
  if (counting)
    count (n);
  else
    print (n, part);
  network_free (n);
  return EXIT_SUCCESS;

usage:
  fprintf (stderr,
      "usage: %s [--part=whole|columns|tile | --count] SIZE "
      "TILE_WIDTH TILE_HEIGHT [SHARE]\n       %s --check\nSIZE is odd and at "
      "least 3, the tile's sides are powers of two below SIZE, SHARE is 1 to "
      "SIZE - TILE_WIDTH + 1\n",
      argv[0], argv[0]);
  return EXIT_FAILURE;
}
