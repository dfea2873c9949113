/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Selection networks for the median of every window of a tile of outputs.
 *
 * The tile is halved again and again (hierarchical tiling, arXiv 2507.19926):
 * what all windows of a tile have in common is sorted once, and each half
 * merges in the rows or columns that only its own windows hold. Lists are
 * merged by Batcher's odd-even merge; after each merge the values that have
 * too many smaller or larger ones beside them to be the median are dropped,
 * and at the end every min or max that no output needs. */
#include "network.h"

#include <string.h>

/* Sorted wires. `below` values smaller than all of them, and
 * total - below - n larger ones, were dropped. */
typedef struct {
  gint *wire;
  gint n, below, total;
} List;

typedef struct {
  GArray *exchanges;
  gint n_wires;
  gint rank; /* of the median among size * size values */
  gint n_values;
  Network *network;
  GPtrArray *wires; /* of all lists */
} Builder;

static List
list_new (Builder *b, gint n, gint total)
{
  List l = { g_new (gint, MAX (n, 1)), n, 0, total };

  g_ptr_array_add (b->wires, l.wire);
  return l;
}

static void
exchange (Builder *b, gint x, gint y, gint *lo, gint *hi)
{
  Exchange e = { x, y, b->n_wires, b->n_wires + 1 };

  b->n_wires += 2;
  g_array_append_val (b->exchanges, e);
  *lo = e.lo;
  *hi = e.hi;
}

/* Odd-even merge of two sorted lists into out (na + nb wires). */
static void
merge_wires (
    Builder *b, const gint *a, gint na, const gint *c, gint nc, gint *out)
{
  gint n = na + nc, i, ne, no;
  gint *even, *odd, *half;

  if (na == 0 || nc == 0) {
    memcpy (out, na ? a : c, n * sizeof (gint));
    return;
  }
  if (na == 1 && nc == 1) {
    exchange (b, a[0], c[0], &out[0], &out[1]);
    return;
  }

  half = g_new (gint, 2 * n);
  even = g_new (gint, n);
  odd = g_new (gint, n);
  ne = (na + 1) / 2 + (nc + 1) / 2;
  no = na / 2 + nc / 2;
  for (i = 0; i < na; i++)
    half[(i % 2) * n + i / 2] = a[i];
  for (i = 0; i < nc; i++)
    half[(i % 2) * n + (i % 2 ? na / 2 : (na + 1) / 2) + i / 2] = c[i];
  merge_wires (b, half, (na + 1) / 2, half + (na + 1) / 2, (nc + 1) / 2, even);
  merge_wires (b, half + n, na / 2, half + n + na / 2, nc / 2, odd);

  /* where na is odd, the even list is one or two longer: c's elements take
   * the places after a's, each in its own parity */
  {
    gint e = 0, o = 0;

    for (i = 0; i < na; i++)
      out[i] = i % 2 ? odd[o++] : even[e++];
    for (i = 0; i < nc; i++)
      out[na + i] = i % 2 ? odd[o++] : even[e++];
    g_assert (e == ne && o == no);
  }
  for (i = 1; i + 1 < n; i += 2)
    exchange (b, out[i], out[i + 1], &out[i], &out[i + 1]);

  g_free (half);
  g_free (even);
  g_free (odd);
}

static void
sort_wires (Builder *b, const gint *in, gint n, gint *out)
{
  gint first = (n + 1) / 2;
  gint *sorted;

  if (n == 1) {
    out[0] = in[0];
    return;
  }
  sorted = g_new (gint, n);
  sort_wires (b, in, first, sorted);
  sort_wires (b, in + first, n - first, sorted + first);
  merge_wires (b, sorted, first, sorted + first, n - first, out);
  g_free (sorted);
}

static List
sort (Builder *b, const gint *in, gint n)
{
  List l = list_new (b, n, n);

  sort_wires (b, in, n, l.wire);
  return l;
}

/* Drops what cannot be the median of any window that contains the list. */
static List
crop (const Builder *b, List l)
{
  gint above = b->n_values - 1 - b->rank;
  gint first = MAX (0, l.total - 1 - above - l.below);
  gint last = MIN (l.n - 1, b->rank - l.below);

  l.wire += first;
  l.below += first;
  l.n = last - first + 1;
  return l;
}

static List
unite (Builder *b, List x, List y)
{
  List l = list_new (b, x.n + y.n, x.total + y.total);

  merge_wires (b, x.wire, x.n, y.wire, y.n, l.wire);
  l.below = x.below + y.below;
  return l;
}

static List
merge (Builder *b, List x, List y)
{
  return crop (b, unite (b, x, y));
}

/* `join` is merge() or unite(). */
static List
join_all (Builder *b, const List *lists, gint n,
    List (*join) (Builder *b, List x, List y))
{
  List *l = g_memdup2 (lists, n * sizeof (List));
  List result;

  while (n > 1) {
    gint i;

    for (i = 0; i + 1 < n; i += 2)
      l[i / 2] = join (b, l[i], l[i + 1]);
    if (n % 2)
      l[n / 2] = l[n - 1];
    n = (n + 1) / 2;
  }
  result = l[0];
  g_free (l);
  return result;
}

/* A tile of width x height outputs at (x, y). `core` holds what all of its
 * windows share; columns[2 (width - 1)] and rows[2 (height - 1)] the sorted
 * rest of the footprint's sides (left then right, top then bottom) as far as
 * the core's rows and columns go; corners[row][column] the single samples
 * where those cross. */
static void
divide (Builder *b, List core, const List *columns, const List *rows,
    const gint *corners, gint width, gint height, gint x, gint y)
{
  gint n_columns = 2 * (width - 1), n_rows = 2 * (height - 1);
  gboolean across = width >= height;
  gint half = across ? width / 2 : height / 2;
  gint n_along = across ? n_columns : n_rows;
  gint n_other = across ? n_rows : n_columns;
  const List *along = across ? columns : rows;
  const List *other = across ? rows : columns;
  gint side, i, k;

  if (width == 1 && height == 1) {
    g_assert (core.n == 1);
    b->network->output[y * b->network->tile_width + x] = core.wire[0];
    return;
  }

  for (side = 0; side < 2; side++) {
    /* the lists that all windows of this half hold, and those that stay */
    gint first = half * (side + 1) - 1;
    gint n_kept = 2 * (half - 1);
    gint *kept = g_new (gint, n_kept + 1);
    List *taken = g_new (List, half);
    List *longer = g_new (List, n_other + 1);
    List *left = g_new (List, n_kept + 1);
    gint *cross = g_new (gint, n_kept * n_other + 1);
    List new_core;

    for (i = 0; i < half - 1; i++) {
      kept[i] = half * side + i;
      kept[half - 1 + i] = half * side + n_along / 2 + i;
    }
    for (i = 0; i < half; i++)
      taken[i] = crop (b, along[first + i]);
    new_core = merge (b, core, join_all (b, taken, half, merge));

    for (k = 0; k < n_other; k++) {
      gint *in = g_new (gint, half);

      for (i = 0; i < half; i++)
        in[i] = across ? corners[k * n_columns + first + i]
                       : corners[(first + i) * n_columns + k];
      longer[k] = merge (b, other[k], sort (b, in, half));
      g_free (in);
    }
    for (i = 0; i < n_kept; i++) {
      left[i] = along[kept[i]];
      for (k = 0; k < n_other; k++) {
        if (across)
          cross[k * n_kept + i] = corners[k * n_columns + kept[i]];
        else
          cross[i * n_other + k] = corners[kept[i] * n_columns + k];
      }
    }

    if (across)
      divide (
          b, new_core, left, longer, cross, half, height, x + half * side, y);
    else
      divide (
          b, new_core, longer, left, cross, width, half, x, y + half * side);
    g_free (kept);
    g_free (taken);
    g_free (longer);
    g_free (left);
    g_free (cross);
  }
}

/* Marks min and max operations that no wanted wire needs with -1, and drops
 * exchanges that lost both. `wanted` grows by the inputs of those that stay. */
static GArray *
prune (const GArray *exchanges, guint8 *wanted)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (Exchange));
  guint i, k;

  for (i = exchanges->len; i-- > 0;) {
    Exchange e = g_array_index (exchanges, Exchange, i);

    if (!wanted[e.lo])
      e.lo = -1;
    if (!wanted[e.hi])
      e.hi = -1;
    if (e.lo < 0 && e.hi < 0)
      continue;
    wanted[e.a] = wanted[e.b] = TRUE;
    g_array_append_val (kept, e);
  }
  for (i = 0, k = kept->len; i + 1 < k; i++, k--) {
    Exchange e = g_array_index (kept, Exchange, i);

    g_array_index (kept, Exchange, i) = g_array_index (kept, Exchange, k - 1);
    g_array_index (kept, Exchange, k - 1) = e;
  }
  return kept;
}

static void
need (const GArray *exchanges, const gint *maker, guint8 *done, GArray *ordered,
    gint wire)
{
  gint i = maker[wire];
  const Exchange *e;

  if (i < 0 || done[i])
    return;
  e = &g_array_index (exchanges, Exchange, i);
  need (exchanges, maker, done, ordered, e->a);
  need (exchanges, maker, done, ordered, e->b);
  done[i] = TRUE;
  g_array_append_vals (ordered, e, 1);
}

/* Depth first from the outputs: each value is made just before its use. */
static GArray *
order (GArray *exchanges, gint n_wires, const gint *outputs, gint n_outputs)
{
  GArray *ordered = g_array_new (FALSE, FALSE, sizeof (Exchange));
  gint *maker = g_new (gint, n_wires);
  guint8 *done = g_new0 (guint8, exchanges->len + 1);
  guint i;

  for (i = 0; i < (guint)n_wires; i++)
    maker[i] = -1;
  for (i = 0; i < exchanges->len; i++) {
    Exchange *e = &g_array_index (exchanges, Exchange, i);

    if (e->lo >= 0)
      maker[e->lo] = i;
    if (e->hi >= 0)
      maker[e->hi] = i;
  }
  for (i = 0; i < (guint)n_outputs; i++)
    need (exchanges, maker, done, ordered, outputs[i]);

  g_free (maker);
  g_free (done);
  g_array_unref (exchanges);
  return ordered;
}

/* The exchanges that these wires need. */
static GArray *
keep_for (const Network *n, const GArray *exchanges, const gint *outputs,
    gint n_outputs)
{
  guint8 *wanted = g_new0 (guint8, n->n_wires);
  GArray *ordered;
  gint i;

  for (i = 0; i < n_outputs; i++)
    wanted[outputs[i]] = TRUE;
  ordered = order (prune (exchanges, wanted), n->n_wires, outputs, n_outputs);
  g_free (wanted);
  return ordered;
}

static GArray *
finish (const Network *n, const GArray *exchanges)
{
  return keep_for (n, exchanges, n->output, n->tile_width * n->tile_height);
}

/* Sorts the first `share` core columns, and their union. */
static GArray *
finish_columns (const Network *n, const GArray *exchanges)
{
  gint values = n->share * n->core_rows;
  const gint *sorted = n->sorted + (n->tile_width - 1) * n->core_rows;
  gint *outputs = g_new (gint, 2 * values);
  GArray *kept;

  memcpy (outputs, sorted, values * sizeof (gint));
  memcpy (
      outputs + values, n->unions, (n->n_unions ? values : 0) * sizeof (gint));
  kept = keep_for (n, exchanges, outputs, n->n_unions ? 2 * values : values);
  g_free (outputs);
  return kept;
}

/* The columns that are shared: sorts, and merges of `share` at a time. */
static void
share_columns (Builder *b, List *columns, List *unions)
{
  Network *n = b->network;
  const gint core_left = n->tile_width - 1;
  gint x, y, i;

  for (x = 0; x < n->footprint_width; x++) {
    gint *in = g_new (gint, n->core_rows);

    for (y = 0; y < n->core_rows; y++)
      in[y] = n->sample[(n->core_top + y) * n->footprint_width + x];
    columns[x] = sort (b, in, n->core_rows);
    memcpy (n->sorted + x * n->core_rows, columns[x].wire,
        n->core_rows * sizeof (gint));
    g_free (in);
  }
  for (i = 0; i < n->n_unions; i++) {
    gint values = n->share * n->core_rows;

    unions[i] =
        join_all (b, columns + core_left + i * n->share, n->share, unite);
    memcpy (n->unions + i * values, unions[i].wire, values * sizeof (gint));
  }
}

Network *
network_new (gint size, gint tile_width, gint tile_height, gint share)
{
  Network *n = g_new0 (Network, 1);
  Builder b = { NULL, 0, (size * size - 1) / 2, size * size, n,
    g_ptr_array_new_with_free_func (g_free) };
  gint core_columns = size - tile_width + 1;
  gint core_left = tile_width - 1, n_core;
  gint n_side = 2 * (tile_width - 1), n_ends = 2 * (tile_height - 1);
  List *columns, *core_lists, *side, *ends, core;
  gint *corners, x, i;
  GArray *shared, *all;

  n->size = size;
  n->tile_width = tile_width;
  n->tile_height = tile_height;
  n->share = share;
  n->footprint_width = size + tile_width - 1;
  n->footprint_height = size + tile_height - 1;
  n->core_top = tile_height - 1;
  n->core_rows = size - tile_height + 1;
  n->n_unions = share > 1 ? core_columns / share : 0;
  n->sample = g_new (gint, n->footprint_width * n->footprint_height);
  n->sorted = g_new (gint, n->footprint_width * n->core_rows);
  n->unions = g_new (gint, n->n_unions * share * n->core_rows + 1);
  n->output = g_new (gint, tile_width * tile_height);
  for (i = 0; i < n->footprint_width * n->footprint_height; i++)
    n->sample[i] = b.n_wires++;

  columns = g_new (List, n->footprint_width);
  core_lists = g_new (List, core_columns);
  b.exchanges = shared = g_array_new (FALSE, FALSE, sizeof (Exchange));
  share_columns (&b, columns, core_lists);

  b.exchanges = all = g_array_new (FALSE, FALSE, sizeof (Exchange));
  n_core = n->n_unions;
  for (x = n_core * share; x < core_columns; x++)
    core_lists[n_core++] = columns[core_left + x];
  for (i = 0; i < n_core; i++)
    core_lists[i] = crop (&b, core_lists[i]);
  core = join_all (&b, core_lists, n_core, merge);

  side = g_new (List, n_side + 1);
  ends = g_new (List, n_ends + 1);
  corners = g_new (gint, n_side * n_ends + 1);
  for (i = 0; i < n_side; i++)
    side[i] = columns[i < core_left ? i : i + core_columns];
  for (i = 0; i < n_ends; i++) {
    const gint *row =
        n->sample
        + n->footprint_width * (i < n->core_top ? i : i + n->core_rows);

    ends[i] = sort (&b, row + core_left, core_columns);
    for (x = 0; x < n_side; x++)
      corners[i * n_side + x] = row[x < core_left ? x : x + core_columns];
  }
  divide (&b, core, side, ends, corners, tile_width, tile_height, 0, 0);

  n->n_wires = b.n_wires;
  n->tile = finish (n, all);
  g_array_prepend_vals (all, shared->data, shared->len);
  n->whole = finish (n, all);
  n->columns = finish_columns (n, shared);
  g_array_unref (shared);
  g_array_unref (all);

  g_ptr_array_unref (b.wires);
  g_free (columns);
  g_free (core_lists);
  g_free (side);
  g_free (ends);
  g_free (corners);
  return n;
}

void
network_free (Network *n)
{
  g_free (n->sample);
  g_free (n->sorted);
  g_free (n->unions);
  g_free (n->output);
  g_array_unref (n->columns);
  g_array_unref (n->tile);
  g_array_unref (n->whole);
  g_free (n);
}

gint
network_count (const GArray *exchanges)
{
  gint count = 0;
  guint i;

  for (i = 0; i < exchanges->len; i++) {
    const Exchange *e = &g_array_index (exchanges, Exchange, i);

    count += (e->lo >= 0) + (e->hi >= 0);
  }
  return count;
}
