/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Dot products of samples of one byte and of two share this. A thread makes
 * PIXELS pixels in each of ROWS rows. */
#pragma once

#include "cuda/convolve/convolve.cuh"
#include "cuda/device-code/direct.cuh"

#define PIXELS 8
#define ACROSS (CF_DOT_WIDTH / PIXELS)
#define ROWS CF_DOT_ROWS (CF_BYTES)
#define HEIGHT CF_DOT_HEIGHT (CF_BYTES)
#define REACH (CF_SIZE / 2)
#define WORDS CF_DOT_WORDS (CF_BYTES, CF_SIZE)

namespace
{

typedef Tile<CF_BYTES, REACH, CF_DOT_WIDTH, HEIGHT> Block;

} // namespace
