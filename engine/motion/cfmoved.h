/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The last result, moved as a field of vectors says (cfmotion.h), for
 * both backends.
 *
 * A plane's motion is that of its guide plane, the first filtered plane of its
 * field, whose field of vectors it has for itself, or halved once or twice in
 * each direction (cf_denoise_subsampling ()): a vector becomes floor ((v + 2^(s
 * - 1)) / 2^s), and the guide plane's block that of 8 / 2^s samples. Where
 * sizes do not fit, nothing moves. Vectors are of the guide plane's channel 1
 * where it has three, else of channel 0.
 *
 * Results of 16 bits come from between samples by CF_MOTION_TAPS, as that
 * header says; counts from the nearest sample, x + floor ((v + 2) / 4), and are
 * 0 where that is beyond the plane, and in blocks that are not trusted
 * (cf_motion_is_trusted ()). */
#pragma once

#include "engine/motion/cfmotion.h"

/* Returns how often a side is halved, upwards, to that of a plane; -1 where it
 * is not 0, 1 or 2 times. */
CF_SHARED int32_t
cf_denoise_subsampling (int32_t guide, int32_t plane)
{
  int32_t s;

  for (s = 0; s <= 2; s++)
    if ((guide + (1 << s) - 1) >> s == plane)
      return s;
  return -1;
}

/* A component of a vector, in quarters of the plane's samples. */
CF_SHARED int32_t
cf_denoise_subsampled (int32_t v, int32_t s)
{
  return (v + (1 << s >> 1)) >> s;
}
