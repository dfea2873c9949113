/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds whether a polygon touches or crosses itself, exactly. Coordinates are
 * at most 2^30 in size. */
#pragma once

#include "engine/snake/cfsnakesums.h"

/* Above 0 where a, b, c turn one way, below where the other, 0 on a line. */
CF_SHARED int64_t
cf_snake_turn (CfSnakePoint a, CfSnakePoint b, CfSnakePoint c)
{
  return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y)
         - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

/* TRUE if a1...a2 and b1...b2 are apart. */
CF_SHARED int
cf_snake_apart (int32_t a1, int32_t a2, int32_t b1, int32_t b2)
{
  return (a1 > a2 ? a1 : a2) < (b1 < b2 ? b1 : b2)
         || (b1 > b2 ? b1 : b2) < (a1 < a2 ? a1 : a2);
}

/* Segments ab and cd: their boxes overlap, and neither lies on one side of the
 * other's line. */
CF_SHARED int
cf_snake_segments_touch (
    CfSnakePoint a, CfSnakePoint b, CfSnakePoint c, CfSnakePoint d)
{
  int64_t one, other;

  if (cf_snake_apart (a.x, b.x, c.x, d.x)
      || cf_snake_apart (a.y, b.y, c.y, d.y))
    return 0;
  one = cf_snake_turn (a, b, c);
  other = cf_snake_turn (a, b, d);
  if ((one > 0 && other > 0) || (one < 0 && other < 0))
    return 0;
  one = cf_snake_turn (c, d, a);
  other = cf_snake_turn (c, d, b);
  return !((one > 0 && other > 0) || (one < 0 && other < 0));
}

/* Segments ab and bc have more than b in common, or one is a point. */
CF_SHARED int
cf_snake_folds (CfSnakePoint a, CfSnakePoint b, CfSnakePoint c)
{
  const int64_t abx = (int64_t)a.x - b.x, aby = (int64_t)a.y - b.y;
  const int64_t cbx = (int64_t)c.x - b.x, cby = (int64_t)c.y - b.y;

  if ((abx == 0 && aby == 0) || (cbx == 0 && cby == 0))
    return 1;
  return abx * cby == aby * cbx && abx * cbx + aby * cby > 0;
}

/* Changes make no corners sharper than 1 : 8, about 7 degrees. A needle holds
 * no pixels and costs nothing, but lets a flat edge end between two of its
 * rows; tracked, it grows by a step a frame, until the window, which lies
 * around the contour's box, leaves the target: lab/research/contours.md. */
#define CF_SNAKE_SHARP 8

/* ab and bc fold, or make a needle. */
CF_SHARED int
cf_snake_is_sharp (CfSnakePoint a, CfSnakePoint b, CfSnakePoint c)
{
  const int64_t abx = (int64_t)a.x - b.x, aby = (int64_t)a.y - b.y;
  const int64_t cbx = (int64_t)c.x - b.x, cby = (int64_t)c.y - b.y;
  const int64_t dot = abx * cbx + aby * cby, cross = abx * cby - aby * cbx;

  if ((abx == 0 && aby == 0) || (cbx == 0 && cby == 0))
    return 1;
  return dot > 0 && (cross < 0 ? -cross : cross) <= (dot - 1) / CF_SNAKE_SHARP;
}

/* i in -n...2 n - 1, modulo n */
CF_SHARED int32_t
cf_snake_wrap (int32_t i, int32_t n)
{
  return i < 0 ? i + n : i < n ? i : i - n;
}

/* TRUE if node i at q would make its two segments touch the rest of a simple
 * polygon of n >= 3 nodes, or each other, or be sharp. Lanes first, first +
 * stride, ... of the work: the answer is yes where any says so. */
CF_SHARED int
cf_snake_place_touches (const CfSnakePoint *p, int32_t n, int32_t i,
    CfSnakePoint q, int32_t first, int32_t stride)
{
  const CfSnakePoint before = p[cf_snake_wrap (i - 1, n)];
  const CfSnakePoint after = p[cf_snake_wrap (i + 1, n)];
  int32_t k;

  if (cf_snake_is_sharp (p[cf_snake_wrap (i - 2, n)], before, q)
      || cf_snake_is_sharp (before, q, after)
      || cf_snake_is_sharp (q, after, p[cf_snake_wrap (i + 2, n)]))
    return 1;
  CF_SHARED_ROLLED
  for (k = first; k < n; k += stride) {
    const CfSnakePoint a = p[k], b = p[k + 1 < n ? k + 1 : 0];
    const int32_t away = k < i ? k - i + n : k - i;

    if (away == 0 || away == n - 1)
      continue;
    if ((away != n - 2 && cf_snake_segments_touch (before, q, a, b))
        || (away != 1 && cf_snake_segments_touch (q, after, a, b)))
      return 1;
  }
  return 0;
}

/* The same for the segment that takes node i's place when it is removed, n >=
 * 4. */
CF_SHARED int
cf_snake_bridge_touches (
    const CfSnakePoint *p, int32_t n, int32_t i, int32_t first, int32_t stride)
{
  const CfSnakePoint before = p[cf_snake_wrap (i - 1, n)];
  const CfSnakePoint after = p[cf_snake_wrap (i + 1, n)];
  int32_t k;

  if (cf_snake_is_sharp (p[cf_snake_wrap (i - 2, n)], before, after)
      || cf_snake_is_sharp (before, after, p[cf_snake_wrap (i + 2, n)]))
    return 1;
  CF_SHARED_ROLLED
  for (k = first; k < n; k += stride) {
    const int32_t away = k < i ? k - i + n : k - i;

    if (away >= 2 && away < n - 2
        && cf_snake_segments_touch (
            before, after, p[k], p[k + 1 < n ? k + 1 : 0]))
      return 1;
  }
  return 0;
}

/* The same for the segment from node i to the next. */
CF_SHARED int
cf_snake_segment_touches (
    const CfSnakePoint *p, int32_t n, int32_t i, int32_t first, int32_t stride)
{
  const CfSnakePoint a = p[i], b = p[cf_snake_wrap (i + 1, n)];
  int32_t k;

  if (cf_snake_folds (p[cf_snake_wrap (i - 1, n)], a, b)
      || cf_snake_folds (a, b, p[cf_snake_wrap (i + 2, n)]))
    return 1;
  CF_SHARED_ROLLED
  for (k = first; k < n; k += stride) {
    const int32_t away = k < i ? k - i + n : k - i;

    if (away >= 2 && away < n - 1
        && cf_snake_segments_touch (a, b, p[k], p[k + 1 < n ? k + 1 : 0]))
      return 1;
  }
  return 0;
}
