/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A group of windows of the Wiener stage: fetched, transformed, weighed, and
 * added to the samples. For wiener_kernel.c alone. */
#pragma once

#include "cpu/denoise/wiener_move.h"
#include "cpu/denoise/wiener_scratch.h"
#include "cpu/denoise/wiener_transform.h"

/* Windows from w on, in place; first: the row of `rows` that is their first. */
CF_INLINE void
fetch_group (const Scratch *s, gint step, gint first, gint w, gsize which)
{
  Group *g = s->group;
  gint i, j, l;

  for (i = 0; i < CF_WIENER_SIDE; i++)
    for (j = 0; j < CF_WIENER_SIDE; j++) {
      const Phase *from = &s->rows[(first + i) % SIDE][j % step];
      const gint16 *at = (which ? from->pilot : from->samples) + w + j / step;

      for (l = 0; l < LANES; l++)
        g->samples[i * CF_WIENER_SIDE + j][l] = at[l];
    }
}

/* --- what windows go by --- */

/* Of luma's window: c[0][0] of its pilot, as its map may be of another frame.
 */
static gint
level_of_luma_pilot (const CfCpuWienerJob *j, gint wy, gint wx)
{
  const CfPlane *p = j->luma_pilot;
  const gint left = cf_wiener_first (
      cf_wiener_luma_window (wx, j->step, j->luma_halved_x, j->luma->width),
      j->step);
  const gint top = cf_wiener_first (
      cf_wiener_luma_window (wy, j->step, j->luma_halved_y, j->luma->height),
      j->step);
  gint sums[SIDE] = { 0 }, sum = 0, x, y;

  for (y = top; y < top + SIDE; y++) {
    const guint16 *row =
        (guint16 *)(p->data + CLAMP (y, 0, p->height - 1) * p->stride);

    for (x = 0; x < SIDE; x++)
      sums[x] += row[CLAMP (left + x, 0, p->width - 1)] - 32768;
  }
  for (x = 0; x < SIDE; x++)
    sum += (cf_wiener_matrix[0][0] * sums[x] + CF_WIENER_FIRST_ROUND) >> 10;
  return cf_wiener_level ((cf_wiener_matrix[0][0] * sum + 256) >> 9);
}

static void
find_levels_of_pilot (const CfCpuWienerJob *j, Group *g, gint wy, gint w)
{
  gint l;

  for (l = 0; l < LANES; l++) {
    g->level[l] =
        j->luma ? level_of_luma_pilot (j, wy, MIN (w + l, j->own.width - 1))
                : cf_wiener_level (g->p[0][l]);
    g->apart[l] = g->apart_ahead[l] = 0;
  }
}

static void
find_levels (const CfCpuWienerJob *j, Group *g, gint wy, gint w)
{
  gint l;

  for (l = 0; l < LANES; l++) {
    gint i, at;

    g->level[l] = cf_wiener_level (g->p[0][l]);
    g->apart[l] = g->apart_ahead[l] = 0;
    if (!j->luma)
      continue;
    i = MIN (w + l, j->own.width - 1);
    at = cf_wiener_luma_window (wy, j->step, j->luma_halved_y, j->luma->height)
             * j->luma->width
         + cf_wiener_luma_window (i, j->step, j->luma_halved_x, j->luma->width);
    g->level[l] = j->luma->levels[at];
    g->apart[l] = j->luma->apart[at];
    if (j->ahead.samples)
      g->apart_ahead[l] = j->luma->apart_ahead[at];
  }
}

static void
find_terms (const CfCpuWienerJob *j, Group *g)
{
  gint f, l;

  for (l = 0; l < LANES; l++) {
    const guint16 *mismatch = j->terms->mismatch[g->level[l]];
    const guint16 *pilot = j->terms->pilot[g->level[l]];

    g->history[l] = -(j->has_history && g->apart[l] < CF_WIENER_APART_MOST);
    g->is_ahead[l] = -(g->apart_ahead[l] < CF_WIENER_APART_MOST);
    for (f = 0; f < CF_WIENER_FREQUENCIES; f++) {
      g->mismatch[f][l] = mismatch[f];
      g->pilot[f][l] = pilot[f];
    }
  }
}

/* Two pictures become as light as the frame. */
static void
lighten (const Group *g, gint16 *a, gint16 *b, const gint32 *light, gint sign)
{
  gint l;

  for (l = 0; l < LANES && light; l++) {
    const gint more = sign * light[g->level[l]];

    a[l] = cf_wiener_clamp (a[l] + more);
    b[l] = cf_wiener_clamp (b[l] + more);
  }
}

static void
transform_moved (const CfCpuWienerJob *j, Group *g, const guint16 *samples,
    const Vectors vectors, gint wy, gint w, Lanes *to)
{
  find_moved (j, g, samples, vectors, wy, w);
  transform (g->samples, g->half, to);
}

static void
find_history (const CfCpuWienerJob *j, Group *g, gint wy, gint w)
{
  Vectors vectors;

  find_vectors (j, wy, w, vectors);
  transform_moved (j, g, j->last.merged, vectors, wy, w, g->s);
  transform_moved (j, g, j->last.pilot, vectors, wy, w, g->q);
  find_worth (j, g, vectors, wy, w);
  lighten (g, g->s[0], g->q[0], j->light, 1);
}

static void
find_ahead (const CfCpuWienerJob *j, Group *g, gint wy, gint w)
{
  Vectors vectors;

  find_vectors_ahead (j, wy, w, vectors);
  transform_moved (j, g, j->ahead.samples, vectors, wy, w, g->f);
  transform_moved (j, g, j->ahead.pilot, vectors, wy, w, g->a);
  lighten (g, g->f[0], g->a[0], j->ahead.light, -1);
}

/* --- weights --- */

CF_INLINE void
weigh_coefficient (const CfCpuWienerJob *j, Group *g, gint f,
    gboolean is_colour, gboolean looks_ahead)
{
  const gint frequency = (f >> 3) + (f & 7);
  const guint16 *restrict mismatch = g->mismatch[frequency];
  const guint16 *restrict pilot = g->pilot[frequency];
  const gint variance = j->terms->variance[frequency];
  const gint16 *restrict z = g->z[f], *restrict p = g->p[f];
  const gint16 *restrict s = g->s[f], *restrict q = g->q[f];
  const gint16 *restrict samples_ahead = g->f[f];
  const gint16 *restrict pilot_ahead = g->a[f];
  gint16 *restrict c = g->c[f], *restrict y = g->y[f];
  const gint32 *restrict history = g->history;
  const gint32 *restrict inverse = g->inverse_worth;
  const gint32 *restrict apart = g->apart;
  const gint32 *restrict apart_ahead = g->apart_ahead;
  const gint32 *restrict is_ahead = g->is_ahead;
  gint32 *restrict left_sum = g->left, *restrict kept_sum = g->kept;
  gint32 *restrict mismatched = g->mismatched;
  gint32 *restrict mismatched_ahead = g->mismatched_ahead;
  gint l;

  for (l = 0; l < LANES; l++) {
    const gint d = cf_wiener_deviations (
        cf_wiener_clamp (p[l] - q[l]), mismatch[l], CF_WIENER_MISMATCH_MOST);
    const gint plain = cf_wiener_spread (inverse[l], d);
    const gint spread =
        is_colour ? cf_wiener_spread_apart (plain, apart[l]) : plain;
    const gint gain = cf_wiener_gain (spread) & history[l];
    const gint merged = cf_wiener_times (cf_wiener_clamp (s[l] - z[l]), gain);
    const gint left = (cf_wiener_left (gain, inverse[l]) & history[l])
                      | (CF_WIENER_WHOLE & ~history[l]);
    const gint near = MIN (d, 255);
    gint both = merged, left_of_both = left, of_pilot = p[l], e, loss;

    if (looks_ahead) {
      const gint to_ahead = cf_wiener_clamp (pilot_ahead[l] - p[l]);
      const gint of_ahead =
          cf_wiener_deviations (to_ahead, mismatch[l], CF_WIENER_MISMATCH_MOST);
      const gint plain_ahead = cf_wiener_spread (CF_WIENER_UNIT, of_ahead);
      const gint spread_ahead =
          is_colour ? cf_wiener_spread_apart (plain_ahead, apart_ahead[l])
                    : plain_ahead;
      const gint weight = cf_wiener_weight_ahead (spread_ahead) & is_ahead[l];
      const gint h = cf_wiener_gain_ahead (weight);
      const gint beside =
          cf_wiener_gain (cf_wiener_spread_beside (spread, weight))
          & history[l];
      const gint b =
          cf_wiener_times (cf_wiener_clamp (samples_ahead[l] - z[l]), h);
      const gint near_ahead = MIN (of_ahead, 255);

      both = cf_wiener_clamp (
          b + cf_wiener_times (cf_wiener_clamp (s[l] - z[l] - b), beside));
      left_of_both = cf_wiener_left_beside (beside, inverse[l], h);
      of_pilot = cf_wiener_clamp (p[l] + cf_wiener_times (to_ahead, 2 * h));
      mismatched_ahead[l] += near_ahead * near_ahead;
    }
    e = cf_wiener_deviations (of_pilot, pilot[l], CF_WIENER_PILOT_MOST);
    loss = f == 0 ? 0 : cf_wiener_loss (left_of_both, e);
    c[l] = merged;
    y[l] = cf_wiener_clamp (
        both - cf_wiener_times (cf_wiener_clamp (z[l] + both), loss));
    left_sum[l] += left;
    kept_sum[l] += variance * cf_wiener_kept (loss, left_of_both);
    mismatched[l] += near * near;
  }
}

CF_INLINE void
weigh_coefficients (
    const CfCpuWienerJob *j, Group *g, gboolean is_colour, gboolean looks_ahead)
{
  gint f;

  weigh_coefficient (j, g, 0, is_colour, looks_ahead);
  for (f = 1; f < AREA; f++)
    weigh_coefficient (j, g, f, is_colour, looks_ahead);
}

static void
weigh (const CfCpuWienerJob *j, Group *g)
{
  gint l;

  memset (g->left, 0, sizeof g->left);
  memset (g->kept, 0, sizeof g->kept);
  memset (g->mismatched, 0, sizeof g->mismatched);
  memset (g->mismatched_ahead, 0, sizeof g->mismatched_ahead);
  if (j->luma && j->ahead.samples)
    weigh_coefficients (j, g, TRUE, TRUE);
  else if (j->luma)
    weigh_coefficients (j, g, TRUE, FALSE);
  else if (j->ahead.samples)
    weigh_coefficients (j, g, FALSE, TRUE);
  else
    weigh_coefficients (j, g, FALSE, FALSE);
  for (l = 0; l < LANES; l++) {
    g->weight[l] = cf_wiener_weight (g->kept[l]);
    g->count[l] = g->history[l] ? cf_wiener_count (g->left[l], j->terms->most)
                                : CF_WIENER_COUNT_LEAST;
  }
}

/* Of the pilot's windows, of which p is the transform. */
CF_INLINE void
choose_coefficient (const CfCpuWienerJob *j, Group *g, gint f)
{
  const gint frequency = (f >> 3) + (f & 7);
  const guint16 *restrict pilot = g->pilot[frequency];
  const gint variance = j->terms->variance[frequency], edge = j->edge;
  const gint16 *restrict p = g->p[f];
  const gint32 *restrict left = g->inverse_worth;
  gint16 *restrict y = g->y[f];
  gint32 *restrict kept_sum = g->kept;
  gint l;

  for (l = 0; l < LANES; l++) {
    const gint e = cf_wiener_deviations (p[l], pilot[l], CF_WIENER_PILOT_MOST);
    const gint loss = f == 0 ? 0 : cf_wiener_loss_of_pilot (edge, left[l], e);

    y[l] = -cf_wiener_times (p[l], loss);
    kept_sum[l] += variance * cf_wiener_kept (loss, left[l]);
  }
}

static void
choose (const CfCpuWienerJob *j, Group *g)
{
  gint f, l;

  memset (g->kept, 0, sizeof g->kept);
  choose_coefficient (j, g, 0);
  for (f = 1; f < AREA; f++)
    choose_coefficient (j, g, f);
  for (l = 0; l < LANES; l++)
    g->weight[l] = cf_wiener_weight (g->kept[l]);
}

/* Planes of colour go by what this one's windows say. */
static void
tell (const CfCpuWienerJob *j, const Group *g, gint wy, gint w)
{
  gint l;

  for (l = 0; l < LANES && w + l < j->own.width; l++) {
    const gint at = wy * j->own.width + w + l;

    j->own.levels[at] = g->level[l];
    j->own.apart[at] = g->history[l] ? cf_wiener_apart (g->mismatched[l]) : 0;
    if (j->own.apart_ahead)
      j->own.apart_ahead[at] = cf_wiener_apart (g->mismatched_ahead[l]);
  }
}

/* --- back to samples --- */

/* Numbers of 16 bits, as many as 32-bit lanes. */
CF_INLINE CfVector32
widen (const gint16 *from)
{
  typedef gint16 Narrow __attribute__ ((vector_size (CF_VECTOR_BYTES / 2)));
  Narrow v;

  memcpy (&v, from, sizeof v);
  return __builtin_convertvector(v, CfVector32);
}

/* sum + a b, where b is not negative and both fit 16 bits */
CF_INLINE CfVector32
add_product (CfVector32 sum, CfVector32 a, CfVector32 b)
{
#ifdef CF_VECTOR_NEON
  return sum + a * b;
#else
  return cf_vector_madd (sum, (CfVector)a, (CfVector)b);
#endif
}

CF_INLINE void
add_place (
    const Group *g, const Phase *to, gint i, gint j, gint at, gboolean is_pilot)
{
  const gint share = cf_wiener_share (i, j);
  const CfVector32 shares = cf_vector_splat_32 (share);
  const gint16 *c = g->c[i * CF_WIENER_SIDE + j];
  const gint16 *y = g->y[i * CF_WIENER_SIDE + j];
  gint l;

#pragma GCC unroll 8
  for (l = 0; l < LANES; l += CF_VECTOR_BYTES / 4) {
    gint32 *merged = to->merged + at + l, *filtered = to->filtered + at + l;
    gint32 *weights = to->weights + at + l, *counts = to->counts + at + l;
    const CfVector32 weight = (CfVector32)cf_vector_load (g->weight + l);
    const CfVector32 count = (CfVector32)cf_vector_load (g->count + l);
    const CfVector32 b =
        add_product (cf_vector_splat_32 (8), weight, shares) >> 4;

    if (!is_pilot) {
      cf_vector_store (
          merged, (CfVector)add_product ((CfVector32)cf_vector_load (merged),
                      widen (c + l), shares));
      cf_vector_store (
          counts, (CfVector)add_product (
                      (CfVector32)cf_vector_load (counts), count, shares));
    }
    cf_vector_store (
        filtered, (CfVector)add_product (
                      (CfVector32)cf_vector_load (filtered), widen (y + l), b));
    cf_vector_store (
        weights, (CfVector)((CfVector32)cf_vector_load (weights) + b));
  }
}

CF_INLINE void
add_group (const Scratch *s, gint step, gint first, gint w, gboolean is_pilot)
{
  gint i, j;

  for (i = 0; i < CF_WIENER_SIDE; i++)
    for (j = 0; j < CF_WIENER_SIDE; j++)
      add_place (s->group, &s->rows[(first + i) % SIDE][j % step], i, j,
          w + j / step, is_pilot);
}

/* The pilot's windows w...w+LANES-1 of row wy. */
CF_INLINE void
make_pilot_of_group (
    const CfCpuWienerJob *j, Scratch *s, gint step, gint wy, gint w)
{
  const gint first = step * wy % SIDE;
  Group *g = s->group;

  fetch_group (s, step, first, w, 0);
  transform (g->samples, g->half, g->p);
  find_levels_of_pilot (j, g, wy, w);
  find_terms (j, g);
  find_worth_of_mean (j, g, wy, w);
  choose (j, g);
  invert (g->y, g->half);
  add_group (s, step, first, w, TRUE);
}

/* Windows w...w+LANES-1 of row wy. */
CF_INLINE void
run_group (const CfCpuWienerJob *j, Scratch *s, gint step, gint wy, gint w,
    gboolean tells)
{
  const gint first = step * wy % SIDE;
  Group *g = s->group;

  fetch_group (s, step, first, w, 0);
  transform (g->samples, g->half, g->z);
  fetch_group (s, step, first, w, 1);
  transform (g->samples, g->half, g->p);
  find_levels (j, g, wy, w);
  find_terms (j, g);
  if (j->has_history)
    find_history (j, g, wy, w);
  if (j->ahead.samples)
    find_ahead (j, g, wy, w);
  weigh (j, g);
  if (tells)
    tell (j, g, wy, w);
  invert (g->c, g->half);
  invert (g->y, g->half);
  add_group (s, step, first, w, FALSE);
}
