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

static void
find_levels (const CfCpuWienerJob *j, Group *g, gint wy, gint w)
{
  gint l;

  for (l = 0; l < LANES; l++) {
    gint i, at;

    g->level[l] = cf_wiener_level (g->p[0][l]);
    g->apart[l] = 0;
    if (!j->luma)
      continue;
    i = MIN (w + l, j->own.width - 1);
    at = cf_wiener_luma_window (wy, j->step, j->luma_halved_y, j->luma->height)
             * j->luma->width
         + cf_wiener_luma_window (i, j->step, j->luma_halved_x, j->luma->width);
    g->level[l] = j->luma->levels[at];
    g->apart[l] = j->luma->apart[at];
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
    for (f = 0; f < CF_WIENER_FREQUENCIES; f++) {
      g->mismatch[f][l] = mismatch[f];
      g->pilot[f][l] = pilot[f];
    }
  }
}

/* The history is as light as the frame. */
static void
lighten (const CfCpuWienerJob *j, Group *g)
{
  gint l;

  for (l = 0; l < LANES; l++) {
    const gint light = j->light[g->level[l]];

    g->s[0][l] = cf_wiener_clamp (g->s[0][l] + light);
    g->q[0][l] = cf_wiener_clamp (g->q[0][l] + light);
  }
}

/* --- weights --- */

CF_INLINE void
weigh_coefficient (
    const CfCpuWienerJob *j, Group *g, gint f, gboolean is_colour)
{
  const gint frequency = (f >> 3) + (f & 7);
  const guint16 *restrict mismatch = g->mismatch[frequency];
  const guint16 *restrict pilot = g->pilot[frequency];
  const gint variance = j->terms->variance[frequency];
  const gint16 *restrict z = g->z[f], *restrict p = g->p[f];
  const gint16 *restrict s = g->s[f], *restrict q = g->q[f];
  gint16 *restrict c = g->c[f], *restrict y = g->y[f];
  const gint32 *restrict history = g->history;
  const gint32 *restrict inverse = g->inverse_worth;
  const gint32 *restrict apart = g->apart;
  gint32 *restrict left_sum = g->left, *restrict kept_sum = g->kept;
  gint32 *restrict mismatched = g->mismatched;
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
    const gint e = cf_wiener_deviations (p[l], pilot[l], CF_WIENER_PILOT_MOST);
    const gint loss = f == 0 ? 0 : cf_wiener_loss (left, e);
    const gint near = MIN (d, 255);

    c[l] = merged;
    y[l] = cf_wiener_clamp (
        merged - cf_wiener_times (cf_wiener_clamp (z[l] + merged), loss));
    left_sum[l] += left;
    kept_sum[l] += variance * cf_wiener_kept (loss, left);
    mismatched[l] += near * near;
  }
}

static void
weigh (const CfCpuWienerJob *j, Group *g)
{
  gint f, l;

  memset (g->left, 0, sizeof g->left);
  memset (g->kept, 0, sizeof g->kept);
  memset (g->mismatched, 0, sizeof g->mismatched);
  weigh_coefficient (j, g, 0, j->luma != NULL);
  if (j->luma)
    for (f = 1; f < AREA; f++)
      weigh_coefficient (j, g, f, TRUE);
  else
    for (f = 1; f < AREA; f++)
      weigh_coefficient (j, g, f, FALSE);
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
  find_levels (j, g, wy, w);
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
  if (j->has_history) {
    find_moved (j, g, j->last.merged, wy, w);
    transform (g->samples, g->half, g->s);
    find_moved (j, g, j->last.pilot, wy, w);
    transform (g->samples, g->half, g->q);
    find_worth (j, g, wy, w);
    if (j->light)
      lighten (j, g);
  }
  weigh (j, g);
  if (tells)
    tell (j, g, wy, w);
  invert (g->c, g->half);
  invert (g->y, g->half);
  add_group (s, step, first, w, FALSE);
}
