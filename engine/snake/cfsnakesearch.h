/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a start: the rectangle that is the best region in a picture of
 * cells, each as bright as the mean of its pixels. Best pair of columns for all
 * rows, best pair of rows for these columns, and so on; and the same beginning
 * with rows; the lower J wins, the first of equal ones (lower first edge, then
 * lower second edge). */
#pragma once

#include "engine/snake/cfsnakecriterion.h"

#define CF_SNAKE_CELL 8 /* pixels a side */
/* At most; a round is a pair of columns and one of rows. A pair that stays what
 * it was in the round before ends the search. */
#define CF_SNAKE_SEARCH_ROUNDS 3

/* Cells of a side, the last of which may be partial. */
CF_SHARED int32_t
cf_snake_cells (int32_t side)
{
  return (side + CF_SNAKE_CELL - 1) / CF_SNAKE_CELL;
}

/* Cell i begins here, and cell i - 1 ends. */
CF_SHARED int32_t
cf_snake_edge (int32_t i, int32_t side)
{
  return i * CF_SNAKE_CELL < side ? i * CF_SNAKE_CELL : side;
}

/* A cell as one pixel: its mean with up to 6 more bits, 16 at most. */
CF_SHARED CfSnakeSums
cf_snake_cell (int64_t sum, int64_t pixels, int32_t bits)
{
  const int64_t area = CF_SNAKE_CELL * CF_SNAKE_CELL;
  const int64_t v = (pixels == area ? sum : sum * area / pixels)
                    >> (bits > 10 ? bits - 10 : 0);
  CfSnakeSums sums = { 1, v, v * v };

  return sums;
}

/* The first step from a rectangle that was found. */
CF_SHARED int32_t
cf_snake_search_step (int32_t width, int32_t height)
{
  const int32_t shorter = width < height ? width : height;
  int32_t step = 1;

  while (4 * step <= shorter)
    step *= 2;
  return step;
}
