/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The harmonic fill's arithmetic, for all backends, bit for bit. */
#pragma once

#include "engine/core/cfshared.h"

/* Each level, from the coarsest on, gives holes the level above's values, and
 * then makes so many Jacobi sweeps v += w (mean of the four neighbours - v),
 * the w those of Chebyshev's polynomial on the eigenvalues 0.06...2, in an
 * order that keeps sums small. */
#define CF_INPAINT_SWEEPS 16
CF_SHARED_TABLE float cf_inpaint_sweeps[CF_INPAINT_SWEEPS] = { 0.501170437f,
  0.888828349f, 9.82628365f, 0.672379727f, 3.56913591f, 0.561854525f,
  1.7459772f, 0.510664689f, 1.06960637f, 15.4629256f, 0.762441441f, 5.72946475f,
  0.607769179f, 2.4117393f, 0.53037353f, 1.33614126f };

/* 1 / n, for the mean of n known samples of four */
CF_SHARED_TABLE float cf_inpaint_shares[5] = { 0, 1, 0.5f, 0.33333334f, 0.25f };

/* Interpolates the level above's four nearest values: a the nearest, d the
 * farthest. */
CF_SHARED float
cf_inpaint_between (float a, float b, float c, float d)
{
  return ((9 * a + 3 * (b + c)) + d) * 0.0625f;
}
