/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums over the region in a polygon, by its contour alone: number of pixels,
 * sum of values, sum of squares.
 *
 * With S (x, y) the sum of row y over the columns before x, a region's sum is
 * that of S over the contour's steps from row to row, those up less those down:
 * the thesis's table C (f_in, f_out) of Freeman codes, taken apart. So segments
 * are independent of each other, and horizontal ones add nothing. A polygon
 * that runs counter-clockwise as seen on a screen has positive sums.
 *
 * Nodes lie on corners of pixels, 0...width x 0...height. The region is the
 * pixels whose middles are in the polygon; of those on an edge, the ones to the
 * right of which it lies. */
#pragma once

#include "engine/core/cfshared.h"

/* Up to here columns of segments are exact in 32.32 fixed point (46340), and
 * sums of squares of 16 bits fit 64 bits. */
#define CF_SNAKE_SIDE_MAX 32768

typedef struct {
  int32_t x, y; /* corners of pixels */
} CfSnakePoint;

typedef struct {
  int64_t n, s, q; /* pixels, sum of values, sum of squares */
} CfSnakeSums;

CF_SHARED CfSnakeSums
cf_snake_sums_add (CfSnakeSums a, CfSnakeSums b)
{
  a.n += b.n;
  a.s += b.s;
  a.q += b.q;
  return a;
}

CF_SHARED CfSnakeSums
cf_snake_sums_subtract (CfSnakeSums a, CfSnakeSums b)
{
  a.n -= b.n;
  a.s -= b.s;
  a.q -= b.q;
  return a;
}

/* The columns in which a segment steps from row to row. */
typedef struct {
  int64_t position, slope; /* 32.32 */
  int32_t top, rows;
  int32_t sign; /* 1 upwards, -1 downwards */
} CfSnakeWalk;

/* The first column in row k from the top at (x0, y0) whose middle is not left
 * of the segment is x0 + ceil (z), z = (2 k + 1) dx / (2 dy) - 1 / 2, the same
 * in both directions. ceil (z) = floor (z + 1 - d) for 0 < d <= 1 / (2 dy), as
 * z is a multiple of that; here d is 2^-32 and what rounding down takes from (k
 * + 1 / 2) dx / dy, together at most (dy + 1) / 2^32. */
CF_SHARED CfSnakeWalk
cf_snake_walk (CfSnakePoint from, CfSnakePoint to)
{
  const int32_t up = to.y < from.y;
  const CfSnakePoint a = up ? to : from, b = up ? from : to;
  const int64_t one = (int64_t)1 << 32;
  const int64_t dx = b.x - a.x, dy = b.y - a.y;
  CfSnakeWalk walk = { 0, 0, a.y, (int32_t)dy, up ? 1 : -1 };

  if (dy == 0)
    return walk;
  /* rounded down: both are exact, and so much less than 2^53 that the quotient
   * is an integer's too much at most */
  walk.slope = (int64_t)((double)(dx * one) / (double)dy);
  walk.slope -= walk.slope * dy > dx * one;
  walk.position = a.x * one + (walk.slope >> 1) + one / 2 - 1;
  return walk;
}

/* Row k (0...rows - 1) from the top. Right shifts round down. */
CF_SHARED int32_t
cf_snake_walk_column (CfSnakeWalk walk, int32_t k)
{
  return (int32_t)((walk.position + k * walk.slope) >> 32);
}

/* Prefix sums of rows, exclusive: one entry more than columns. Narrow ones hold
 * both sums in 64 bits, that of values in the lower half. */
typedef struct {
  uint64_t s, q;
} CfSnakeWideEntry;

typedef struct {
  const uint64_t *narrow; /* or NULL */
  const CfSnakeWideEntry *wide;
  int64_t pitch;  /* entries from a row to the next */
  int64_t origin; /* index of column 0, row 0, which need not exist */
} CfSnakeRows;

/* TRUE if 32 bits hold every sum of a row of so many columns. */
CF_SHARED int
cf_snake_rows_are_narrow (int32_t width, int32_t bits)
{
  const uint64_t most = ((uint64_t)1 << bits) - 1;

  return most * most * (uint64_t)width <= UINT32_MAX;
}

CF_SHARED uint64_t
cf_snake_narrow_add (uint64_t entry, uint32_t value)
{
  return entry + value + ((uint64_t)value * value << 32);
}

CF_SHARED CfSnakeSums
cf_snake_rows_at (const CfSnakeRows *rows, int32_t x, int32_t y)
{
  const int64_t i = rows->origin + y * rows->pitch + x;
  CfSnakeSums sums = { x, 0, 0 };

  if (rows->narrow) {
    sums.s = (uint32_t)rows->narrow[i];
    sums.q = (int64_t)(rows->narrow[i] >> 32);
  } else {
    sums.s = (int64_t)rows->wide[i].s;
    sums.q = (int64_t)rows->wide[i].q;
  }
  return sums;
}

/* Returns what rows first, first + stride, ... of a segment add to a region. */
CF_SHARED CfSnakeSums
cf_snake_walk_sums (
    const CfSnakeRows *rows, CfSnakeWalk walk, int32_t first, int32_t stride)
{
  const int64_t slope = walk.slope * stride, pitch = rows->pitch * stride;
  int64_t position = walk.position + first * walk.slope;
  int64_t row = rows->origin + (walk.top + (int64_t)first) * rows->pitch;
  uint64_t n = 0, s = 0, q = 0; /* modulo 2^64 */
  CfSnakeSums sums;
  int32_t k;

  if (rows->narrow) {
    for (k = first; k < walk.rows; k += stride) {
      const int64_t x = position >> 32;
      const uint64_t entry = rows->narrow[row + x];

      n += (uint64_t)x;
      s += (uint32_t)entry;
      q += entry >> 32;
      position += slope;
      row += pitch;
    }
  } else {
    for (k = first; k < walk.rows; k += stride) {
      const int64_t x = position >> 32;
      const CfSnakeWideEntry entry = rows->wide[row + x];

      n += (uint64_t)x;
      s += entry.s;
      q += entry.q;
      position += slope;
      row += pitch;
    }
  }
  sums.n = walk.sign * (int64_t)n;
  sums.s = walk.sign * (int64_t)s;
  sums.q = walk.sign * (int64_t)q;
  return sums;
}

/* Returns what a whole segment adds. */
CF_SHARED CfSnakeSums
cf_snake_segment_sums (
    const CfSnakeRows *rows, CfSnakePoint from, CfSnakePoint to)
{
  return cf_snake_walk_sums (rows, cf_snake_walk (from, to), 0, 1);
}
