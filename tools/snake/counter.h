/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts the entries of the sums of rows that a contour reads: SNAKE_COUNTING
 * includes this before cpu/snake/snake_contour.c. */
#pragma once

#include "engine/snake/cfsnakesums.h"

#ifdef SNAKE_COUNTING

extern _Thread_local int64_t counter_entries; /* measure.c has it */

static inline CfSnakeSums
counted_segment_sums (
    const CfSnakeRows *rows, CfSnakePoint from, CfSnakePoint to)
{
  counter_entries += to.y > from.y ? to.y - from.y : from.y - to.y;
  return cf_snake_segment_sums (rows, from, to);
}

#define cf_snake_segment_sums counted_segment_sums

#endif
