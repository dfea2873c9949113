/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting from what is near, by the formulas, in double, a sample at a time.
 */
#include "reference_inpaint_local.h"

#include "reference_inpaint.h"

#include "engine/inpaint/cfinpaintblocks.h"
#include "engine/inpaint/cfinpaintfill.h"

#include <math.h>
#include <string.h>

static gsize
area_of (const ReferencePlane *p)
{
  return (gsize)p->width * p->height;
}

static gdouble *
at (const ReferencePlane *p, gint x, gint y)
{
  return &p->samples[(gsize)y * p->width + x];
}

static gboolean *
hole_at (const ReferencePlane *p, gint x, gint y)
{
  return &p->is_hole[(gsize)y * p->width + x];
}

/* --- the harmonic fill --- */

static ReferencePlane
plane_new (gint width, gint height)
{
  ReferencePlane p = { width, height };

  p.samples = g_new0 (gdouble, area_of (&p));
  p.is_hole = g_new0 (gboolean, area_of (&p));
  return p;
}

static void
plane_clear (ReferencePlane *p)
{
  g_free (p->samples);
  g_free (p->is_hole);
}

/* Half the width and height: the means of what is known of four. */
static ReferencePlane
plane_halved (const ReferencePlane *p)
{
  ReferencePlane c = plane_new ((p->width + 1) / 2, (p->height + 1) / 2);
  gint *n = g_new0 (gint, area_of (&c)), x, y;
  gsize i;

  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      if (!*hole_at (p, x, y)) {
        *at (&c, x / 2, y / 2) += *at (p, x, y);
        n[(gsize)(y / 2) * c.width + x / 2]++;
      }
  for (i = 0; i < area_of (&c); i++) {
    c.is_hole[i] = n[i] == 0;
    c.samples[i] = n[i] > 0 ? c.samples[i] / n[i] : 0;
  }
  g_free (n);
  return c;
}

static gdouble
clamped (const ReferencePlane *p, gint x, gint y)
{
  return *at (p, CLAMP (x, 0, p->width - 1), CLAMP (y, 0, p->height - 1));
}

/* Linear between the four coarse samples around a fine one's middle. */
static void
grow (const ReferencePlane *fine, const ReferencePlane *coarse)
{
  gint x, y;

  for (y = 0; y < fine->height; y++)
    for (x = 0; x < fine->width; x++) {
      const gint u = x / 2, v = y / 2;
      const gint du = x % 2 ? 1 : -1, dv = y % 2 ? 1 : -1;

      if (*hole_at (fine, x, y))
        *at (fine, x, y) =
            (9 * clamped (coarse, u, v) + 3 * clamped (coarse, u + du, v)
                + 3 * clamped (coarse, u, v + dv)
                + clamped (coarse, u + du, v + dv))
            / 16;
    }
}

static void
sweep (const ReferencePlane *p, gdouble weight)
{
  const ReferencePlane old = { p->width, p->height,
    g_memdup2 (p->samples, area_of (p) * sizeof (gdouble)) };
  gint x, y;

  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      if (*hole_at (p, x, y)) {
        const gdouble mean =
            (clamped (&old, x - 1, y) + clamped (&old, x + 1, y)
                + clamped (&old, x, y - 1) + clamped (&old, x, y + 1))
            / 4;

        *at (p, x, y) += weight * (mean - *at (p, x, y));
      }
  g_free (old.samples);
}

static void
fill (const ReferencePlane *p)
{
  gboolean any = FALSE;
  ReferencePlane coarse;
  gsize i;

  for (i = 0; i < area_of (p); i++)
    any = any || p->is_hole[i];
  if (!any)
    return;
  coarse = plane_halved (p);
  fill (&coarse);
  grow (p, &coarse);
  plane_clear (&coarse);
  for (i = 0; i < CF_INPAINT_SWEEPS; i++)
    sweep (p, cf_inpaint_sweeps[i]);
}

/* What is looked at: the box, and a block's side more all around it. */
static CfInpaintBox
surroundings (const ReferencePlane *p, gint block)
{
  return (CfInpaintBox){ MAX (p->box.left - block, 0),
    MAX (p->box.top - block, 0), MIN (p->box.right + block, p->width),
    MIN (p->box.bottom + block, p->height) };
}

static void
fill_surroundings (const ReferencePlane *p, gint block)
{
  const CfInpaintBox b = surroundings (p, block);
  ReferencePlane part = plane_new (b.right - b.left, b.bottom - b.top);
  gint x, y;

  for (y = b.top; y < b.bottom; y++)
    for (x = b.left; x < b.right; x++) {
      *at (&part, x - b.left, y - b.top) = *at (p, x, y);
      *hole_at (&part, x - b.left, y - b.top) = *hole_at (p, x, y);
    }
  fill (&part);
  for (y = b.top; y < b.bottom; y++)
    for (x = b.left; x < b.right; x++)
      if (*hole_at (p, x, y))
        *at (p, x, y) = *at (&part, x - b.left, y - b.top);
  plane_clear (&part);
}

/* --- what the holes ask for --- */

typedef struct {
  gint block, iterations;
  gdouble start, least_end;
} Way;

/* The mean length of the runs of holes in rows and columns. */
static gdouble
width_of_holes (const ReferencePlane *p)
{
  gint n = 0, runs = 0, x, y;

  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      if (*hole_at (p, x, y)) {
        n++;
        runs += (x == 0 || !*hole_at (p, x - 1, y))
                + (y == 0 || !*hole_at (p, x, y - 1));
      }
  return 2.0 * n / runs;
}

static Way
way_of (
    const CfInpaintParams *params, const ReferencePlane *p, gboolean is_tracked)
{
  const gdouble width = width_of_holes (p);
  Way w = width < 4    ? (Way){ 16, 24, 100, 1.5 }
          : width < 10 ? (Way){ 16, 40, 120, 3 }
                       : (Way){ 32, 40, 250, 12 };

  if (is_tracked) {
    w.iterations = 5;
    w.start = 30;
  }
  if (params->block_size > 0)
    w.block = params->block_size;
  if (params->iterations > 0)
    w.iterations = params->iterations;
  if (params->threshold_start >= 0)
    w.start = params->threshold_start;
  return w;
}

/* --- what the known samples tell --- */

typedef struct {
  gdouble end, momentum, harmonic;
} Choice;

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  const gdouble d = *(const gdouble *)a - *(const gdouble *)b;

  return (d > 0) - (d < 0);
}

/* m, and the standard deviation, of samples between known ones; FALSE where
 * there are fewer than 64. */
static gboolean
measure (const ReferencePlane *p, gint block, gdouble *m, gdouble *deviation)
{
  const CfInpaintBox b = surroundings (p, block);
  gdouble *bends = g_new (gdouble, area_of (p)), sum = 0, squares = 0;
  gsize n = 0;
  gint x, y;

  for (y = b.top; y < b.bottom; y++)
    for (x = b.left + 1; x < b.right - 1; x++)
      if (!*hole_at (p, x - 1, y) && !*hole_at (p, x, y)
          && !*hole_at (p, x + 1, y)) {
        const gdouble v = *at (p, x, y);

        bends[n++] = fabs (2 * v - *at (p, x - 1, y) - *at (p, x + 1, y));
        sum += v;
        squares += v * v;
      }
  if (n >= 64) {
    qsort (bends, n, sizeof *bends, compare_doubles);
    *m = floor (bends[n / 2]) / 2;
    *deviation = sqrt (squares / n - sum / n * (sum / n));
  }
  g_free (bends);
  return n >= 64;
}

static Choice
choose (const CfInpaintParams *params, const Way *way, const ReferencePlane *p)
{
  Choice c = { params->threshold_end, 0.25, 0 };
  gdouble m = 0, deviation = 0, end;
  gint i = 0;

  if (params->threshold_end >= 0)
    return c;
  measure (p, way->block, &m, &deviation);
  end = MAX (way->least_end, 1.25 * m);
  while (i < 19 && end >= 1.09 * 1.5 * pow (2, i / 4.0))
    i++;
  c.end = 1.5 * pow (2, i / 4.0);
  if (deviation > 0)
    c.harmonic = CLAMP (4 * (m / deviation - 0.08), 0, 0.45);
  c.momentum = 0.25 * (1 - c.harmonic / 0.45);
  return c;
}

/* --- blocks --- */

static gdouble
threshold (const CfInpaintParams *p, gdouble start, gdouble end, gint i, gint n)
{
  const gdouble way = n > 1 ? i / (n - 1.0) : 0;

  if (p->schedule == CF_INPAINT_SCHEDULE_LINEAR)
    return start + (end - start) * way;
  return MAX (start, 0.1) * pow (MAX (end, 0.1) / MAX (start, 0.1), way);
}

static gint
reflected (gint i, gint n)
{
  while (i < 0 || i >= n)
    i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return i;
}

static gdouble *
block_coefficients (const ReferencePlane *p, gint left, gint top, gint size)
{
  gdouble *c = g_new (gdouble, (gsize)size * size);
  gint x, y;

  for (y = 0; y < size; y++)
    for (x = 0; x < size; x++)
      c[y * size + x] = *at (
          p, reflected (left + x, p->width), reflected (top + y, p->height));
  reference_dct (c, size, size, FALSE);
  return c;
}

static gboolean
block_has_holes (const ReferencePlane *p, gint left, gint top, gint size)
{
  gint x, y;

  for (y = MAX (top, 0); y < MIN (top + size, p->height); y++)
    for (x = MAX (left, 0); x < MIN (left + size, p->width); x++)
      if (*hole_at (p, x, y))
        return TRUE;
  return FALSE;
}

/* Adds what is left of a block to the sums. */
static void
add_block (const ReferencePlane *p, gint left, gint top, gint size,
    gdouble limit, gdouble *sums)
{
  gdouble *c = block_coefficients (p, left, top, size);
  gint x, y, i;

  for (i = 1; i < size * size; i++)
    if (fabs (c[i]) < limit)
      c[i] = 0;
  reference_dct (c, size, size, TRUE);
  for (y = MAX (top, 0); y < MIN (top + size, p->height); y++)
    for (x = MAX (left, 0); x < MIN (left + size, p->width); x++)
      sums[(gsize)y * p->width + x] += c[(y - top) * size + x - left];
  g_free (c);
}

typedef void (*BlockFunc) (
    const ReferencePlane *p, gint left, gint top, gpointer data);

/* All blocks of iteration i that hold a hole. */
static void
for_blocks (
    const ReferencePlane *p, gint i, gint size, BlockFunc func, gpointer data)
{
  const gint step = size / 2;
  gint left, top;

  for (top = cf_inpaint_shift (i, step, TRUE) - size; top < p->height;
       top += step)
    for (left = cf_inpaint_shift (i, step, FALSE) - size; left < p->width;
         left += step)
      if (block_has_holes (p, left, top, size))
        func (p, left, top, data);
}

typedef struct {
  gint size;
  gdouble limit, *sums;
} Shrink;

static void
shrink_block (const ReferencePlane *p, gint left, gint top, gpointer data)
{
  const Shrink *s = data;

  add_block (p, left, top, s->size, s->limit, s->sums);
}

static void
iterate (const ReferencePlane *p, gdouble *result, const Choice *choice, gint i,
    gint size, gdouble limit)
{
  Shrink s = { size, limit, g_new0 (gdouble, area_of (p)) };
  gsize k;

  for_blocks (p, i, size, shrink_block, &s);
  for (k = 0; k < area_of (p); k++)
    if (p->is_hole[k]) {
      const gdouble next = s.sums[k] / 4;

      p->samples[k] = next + choice->momentum * (next - result[k]);
      result[k] = next;
    }
  g_free (s.sums);
}

static void
start_from (const ReferencePlane *last, const ReferencePlane *p)
{
  gsize i;

  for (i = 0; i < area_of (p); i++)
    if (p->is_hole[i] && last->is_hole[i])
      p->samples[i] = last->samples[i];
}

void
reference_inpaint_near (const CfInpaintParams *params,
    const ReferencePlane *last, const ReferencePlane *p)
{
  const Way way = way_of (params, p, last != NULL);
  const gint n = way.iterations;
  const Choice choice = choose (params, &way, p);
  gdouble *filled, *result;
  gsize k;
  gint i;

  fill_surroundings (p, way.block);
  if (params->method == CF_INPAINT_HARMONIC)
    return;
  filled = g_memdup2 (p->samples, area_of (p) * sizeof *filled);
  if (last)
    start_from (last, p);
  result = g_memdup2 (p->samples, area_of (p) * sizeof *result);
  for (i = 0; i < n; i++)
    iterate (p, result, &choice, i, way.block,
        threshold (params, way.start, choice.end, i, n));
  for (k = 0; k < area_of (p); k++)
    if (p->is_hole[k])
      p->samples[k] = result[k] + choice.harmonic * (filled[k] - result[k]);
  g_free (filled);
  g_free (result);
}

typedef struct {
  gint size;
  GArray *sizes;
} Collection;

static void
collect_sizes (const ReferencePlane *p, gint left, gint top, gpointer data)
{
  const Collection *to = data;
  gdouble *c = block_coefficients (p, left, top, to->size);
  gint i;

  for (i = 0; i < to->size * to->size; i++)
    c[i] = fabs (c[i]);
  g_array_append_vals (to->sizes, c + 1, to->size * to->size - 1);
  g_free (c);
}

gdouble
reference_inpaint_gap (const CfInpaintParams *params, const ReferencePlane *p)
{
  Collection all = { params->block_size,
    g_array_new (FALSE, FALSE, sizeof (gdouble)) };
  const gdouble *sizes;
  gdouble widest = 0, middle = 0;
  guint i;

  fill_surroundings (p, params->block_size);
  for_blocks (p, 0, params->block_size, collect_sizes, &all);
  g_array_sort (all.sizes, compare_doubles);
  sizes = (const gdouble *)all.sizes->data;
  for (i = all.sizes->len * 8 / 10; i < all.sizes->len * 98 / 100; i++)
    if (sizes[i + 1] - sizes[i] > widest) {
      widest = sizes[i + 1] - sizes[i];
      middle = (sizes[i + 1] + sizes[i]) / 2;
    }
  g_array_free (all.sizes, TRUE);
  return widest > 0.02 ? middle : -1;
}
