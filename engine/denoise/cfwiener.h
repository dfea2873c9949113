/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage behind COMPENSATED, above QUALITY FAST, for both backends: a
 * mean over time by coefficient of windows' cosine transforms, and a Wiener
 * filter that goes by the result in front of it, the pilot.
 *
 * Of each channel it keeps a state: samples m, that were averaged over time
 * alone, and how many frames each is worth, n, in eighths; and the last pilot.
 * Samples v, m, and those of pilots (results of cfdenoiserecursive.h, behind
 * the filter in space and before dither, but where there is no history), are 16
 * bits. All that follows is in integers; >> rounds down, / too (no divisor and
 * no dividend is below 0), and clamp16 () limits to -32768...32767.
 *
 * Windows have 8x8 samples, one every STEP samples, which is 4 at QUALITY HIGH
 * and 2 at BEST, the first at column and row STEP - 8, so that each sample is
 * in exactly four, or sixteen; coordinates beyond the plane are clamped. Window
 * i has its middle at STEP i + STEP - 4, and of the guide plane's field
 * (cfmoved.h) the vector of the block with that sample, the nearest one where
 * there is none.
 *
 *   transform  of x = sample - 32768, by T (cf_wiener_matrix):
 *                t[u][j] = (sum over i of T[u][i] x[i][j] + 511) >> 10
 *                c[u][k] = (sum over j of T[k][j] t[u][j] + 256) >> 9
 *              which is the orthonormal one in 1/16 of a step of 8 bits
 *   inverse    t[u][j] = clamp16 ((sum over k of T[k][j] c[u][k] + 32) >> 6)
 *              x[i][j] = clamp16 ((sum over u of T[u][i] t[u][j] + 16) >> 5)
 *              in 1/256 of a step. T is orthogonal but for 1/1000, so only what
 *              changes is transformed back, never a picture
 *   Z, P       of v and of the pilot, in place; S, Q of m and of the last
 *              pilot, moved by the vector as cfmoved.h moves results. To
 * S[0][0] and Q[0][0] half the offset of the level is added (the plane is
 *              lighter than it was: cfnoiseoffset.h), and clamp16 ()
 *   level      of brightness, of 32: min (31, (P[0][0] + 16384) >> 10), of the
 *              plane's own P, or of a plane of colour that has its brightness
 *              from another that of the window there that has its middle in the
 *              same place, or of the nearest one, of its first channel
 *   worth      N, the sum of n over the window, moved by the vector's nearest
 *              whole samples, coordinates clamped:
 *              i = min (32767, 17207401 / max (N, 512)), 2^15 of 39/40 of its
 *              mean
 * and of each coefficient, with mul (a, b) = (a b + 2^14) >> 15 and terms D and
 * W by its frequency and the level (cfwienerterms.h):
 *   mismatch   d = min (1440, min (8191, |clamp16 (P - Q)|) 8 D >> 16), in
 *              1/16 of the noise's deviation times sqrt (1.2)
 *   gain       g = 2^23 / (256 + y), y = ((i + 64) >> 7) + max (0, d - 2)^2,
 *              for what the state brings: w / (1 + w) of Kalman's weight w.
 *              Less is the pilots' own noise
 *   merged     C = mul (clamp16 (S - Z), g), M = clamp16 (Z + C)
 *   left       q = mul (2^15 - g, 2^15 - g) + mul (mul (g, g), i), of the
 *              noise's variance, 2^15ths
 *   loss       l = min (32767, 16 (2^11 (q >> 3) / (16 e^2 + (q >> 3)))), with
 *              e = min (723, min (8191, |P|) 8 W >> 16) the pilot in 1/16 of
 *              the deviation times sqrt (1.1); Wiener's gain is 1 less this. Of
 *              c[0][0] l is 0
 *   filtered   Y = clamp16 (C - mul (M, l))
 * Where there is no history, as behind a frame without this stage, C = 0,
 * M = Z, q = 32767 and n = 8.
 *
 * With a frame ahead, which must go on from this one and not repeat it, while
 * this one is no flash, next m and next n are as above, and the result is of
 *   F, A       of the next frame's samples and of its pilot, moved by -v: u is
 *              the vector to this frame of the next one's block where the
 *              window is, and v that of its block with the sample that is
 *              (u + 2) >> 2 back from the window's middle, each coordinate, in
 *              the guide plane. From F[0][0] and A[0][0] half of the next
 *              frame's offset of the level is taken, and clamp16 ()
 *   weight     w = 2^16 / y of 256, y as above with d of P - A and i = 2^15,
 *              and of colour with x of luma's mismatch with its frame ahead; 0
 *              where that x is 79
 *   gain       h = 2^15 w / (256 + w) for the frame ahead, and g' as g for the
 *              state, of y' = min (2^23 - 512, y + (y w >> 8)); 0 where there
 *              is no history
 *   merged     B = mul (clamp16 (F - Z), h),
 *              C' = clamp16 (B + mul (clamp16 (S - Z - B), g'))
 *   left       q' = mul (mul (2^15 - g', 2^15 - g'), mul (2^15 - h, 2^15 - h)
 *              + mul (h, h)) + mul (mul (g', g'), i)
 *   pilot      P' = clamp16 (P + mul (clamp16 (A - P), 2 h))
 * with l and E of q' and P', and Y = clamp16 (C' - mul (clamp16 (Z + C'), l)).
 *
 * There the pilot is made in such windows too, of results r' and counts n' of
 * cfdenoiserecursive.h before its filter in space; of a flash, of its own
 * samples with n' = 8. Of R, the transform of r' in place, a coefficient stays
 * or goes by whether it is above the noise that r' has left:
 *   left       q = i of N, the sum of n' over the window in place
 *   loss       l = 32767 where e^2 < T^2 q >> 15, else 0; e likewise, of R; T =
 *              41 SPATIAL / 256, which is 2.7 deviations. Of R[0][0] l is 0
 *   change     Y = - mul (R, l)
 * with levels and weights as below, and the pilot is the result with r' for v.
 * Colour goes by the levels of the other plane's windows as below too.
 *
 *   n          of the window: min (most, max (8, 2^24 / sum of q))
 *   weight     a = min (1023, max (16, 2^29 / max (1, E))), E the sum of
 *              V mul (mul (32767 - l, 32767 - l), q), V as D by frequency
 * Of each sample, with k = (K[i] K[j] + 32) >> 6 its place's share of a window,
 * K of Kaiser's window of beta 2, made so that four windows' shares are 64, and
 * s = 0 where four windows cover it, 2 where sixteen do:
 *   next m     v + ((sum of k inverse (C) + 2^(5 + s)) >> 6 + s), limited to
 *              0...65535
 *   next n     (sum of k n + 2^(5 + s)) >> 6 + s
 *   result     v + ((sum of b inverse (Y) >> 4 + s) (2^(20 + s) / sum of b)
 *              + 2^15 >> 16), limited to 0...65535, b = (a k + 8) >> 4 a
 *              window's weight there; dither follows as it follows the pilot
 *
 * A plane of colour that has its brightness from another counts its history
 * less where that other one does not match: there y becomes
 *   min (2^23 - 512, y b >> 4), b = 16 + (x^2 >> 4),
 *   x = min (79, max (0, (sum of min (255, d)^2) / 2458 - 16)) of the window
 * that gave the level, 0 where that had no history, and where x is 79 there is
 * no history here.
 *
 * Bounds: |T| sums to 512 along a row and to 479 down a column, so that |t| and
 * |c| are at most 2^14 and sums below 2^24; 256 + y and 2^11 (q >> 3) +
 * 16 e^2 are at most 2^24, so that floats divide exactly (cf_wiener_divided
 * ()); y w is below 2^31; sums of b are 2^s times 64...4094, those of b inverse
 * (Y) below 2^(27 + s). */
#pragma once

#include "engine/core/cfshared.h"

#define CF_WIENER_SIDE 8
#define CF_WIENER_AREA 64
#define CF_WIENER_STEP_HIGH 4
#define CF_WIENER_STEP_BEST 2
#define CF_WIENER_COUNT_LEAST 8 /* a frame */
#define CF_WIENER_UNIT 32768    /* 1 */
#define CF_WIENER_WHOLE 32767   /* and the largest that 16 bits have */
#define CF_WIENER_MISMATCH_MOST 1440
#define CF_WIENER_MISMATCH_LEAST 2
#define CF_WIENER_PILOT_MOST 723
#define CF_WIENER_EDGE 41         /* T, where SPATIAL is 1 */
#define CF_WIENER_APART_MOST 79   /* x */
#define CF_WIENER_FIRST_ROUND 511 /* so that two of t, added, fit 16 bits */

/* HEVC's (ITU-T H.265, 8.6.4.2); rows have norms of 2^7.5, but for 1/2000. */
CF_SHARED_TABLE int8_t cf_wiener_matrix[CF_WIENER_SIDE][CF_WIENER_SIDE] = {
  { 64, 64, 64, 64, 64, 64, 64, 64 },
  { 89, 75, 50, 18, -18, -50, -75, -89 },
  { 83, 36, -36, -83, -83, -36, 36, 83 },
  { 75, -18, -89, -50, 50, 89, 18, -75 },
  { 64, -64, -64, 64, 64, -64, -64, 64 },
  { 50, -89, 18, 75, -75, -18, 89, -50 },
  { 36, -83, 83, -36, -36, 83, -83, 36 },
  { 18, -50, 75, -89, 89, -75, 50, -18 },
};

/* K */
CF_SHARED_TABLE uint8_t cf_wiener_kaiser[CF_WIENER_SIDE] = { 20, 28, 36, 44, 44,
  36, 28, 20 };

/* --- windows --- */

/* Windows that cover a sample, along a side. */
CF_SHARED int32_t
cf_wiener_covering (int32_t step)
{
  return CF_WIENER_SIDE / step;
}

/* Windows along a side. */
CF_SHARED int32_t
cf_wiener_windows (int32_t side, int32_t step)
{
  return (side - 1) / step + cf_wiener_covering (step);
}

/* The first sample of window i, from STEP - 8 on. */
CF_SHARED int32_t
cf_wiener_first (int32_t i, int32_t step)
{
  return (i + 1) * step - CF_WIENER_SIDE;
}

/* i, or the nearest of n */
CF_SHARED int32_t
cf_wiener_nearest (int32_t i, int32_t n)
{
  return i < 0 ? 0 : i < n ? i : n - 1;
}

/* The block of the guide plane's field whose vector window i has, where sides
 * were halved so often. */
CF_SHARED int32_t
cf_wiener_block (int32_t i, int32_t step, int32_t halved, int32_t blocks)
{
  const int32_t middle = cf_wiener_first (i, step) + CF_WIENER_SIDE / 2;

  return cf_wiener_nearest (middle * (1 << halved) >> 3, blocks);
}

/* And that of the frame ahead, from where v comes to the window's middle: v is
 * in quarters of the guide plane's samples. */
CF_SHARED int32_t
cf_wiener_block_ahead (
    int32_t i, int32_t step, int32_t halved, int32_t v, int32_t blocks)
{
  const int32_t middle = cf_wiener_first (i, step) + CF_WIENER_SIDE / 2;

  return cf_wiener_nearest (
      (middle * (1 << halved) - ((v + 2) >> 2)) >> 3, blocks);
}

/* The window of the plane with the brightness that window i goes by. */
CF_SHARED int32_t
cf_wiener_luma_window (int32_t i, int32_t step, int32_t halved, int32_t windows)
{
  /* the window whose middle is the first sample */
  const int32_t origin = (CF_WIENER_SIDE / 2 - step) / step;

  return cf_wiener_nearest ((i - origin) * (1 << halved) + origin, windows);
}

CF_SHARED int32_t
cf_wiener_share (int32_t i, int32_t j)
{
  return (cf_wiener_kaiser[i] * cf_wiener_kaiser[j] + 32) >> 6;
}

/* --- of 16 bits --- */

CF_SHARED int32_t
cf_wiener_clamp (int32_t a)
{
  return a < -32768 ? -32768 : a > 32767 ? 32767 : a;
}

/* mul () */
CF_SHARED int32_t
cf_wiener_times (int32_t a, int32_t b)
{
  return (a * b + (1 << 14)) >> 15;
}

/* floor (a / b) of whole numbers, a at least 0, b above 0, a + b at most 2^24.
 * Both are floats without rounding. Where b does not divide a, the quotient is
 * below the next whole number k by 1 / b at least, in parts of k by 1 / (b k),
 * and b k < a + b: that is more than rounding's 2^-24. */
CF_SHARED int32_t
cf_wiener_divided (int32_t a, int32_t b)
{
  return (int32_t)((float)a / (float)b);
}

/* --- coefficients --- */

/* What is added to c[0][0] of what was; offset: cf_noise_offset_level (). */
CF_SHARED int32_t
cf_wiener_light (int32_t offset)
{
  return offset >> 1;
}

CF_SHARED int32_t
cf_wiener_level (int32_t dc)
{
  const int32_t level = (dc + 16384) >> 10;

  return level < 31 ? level : 31;
}

/* In 1/16 of the noise's deviation, by a term of cfwienerterms.h. */
CF_SHARED int32_t
cf_wiener_deviations (int32_t c, uint32_t term, int32_t most)
{
  const uint32_t size = (uint32_t)(c < 0 ? -c : c);
  const int32_t n = (int32_t)((size < 8191 ? size : 8191) * 8 * term >> 16);

  return n < most ? n : most;
}

/* i; sum: N */
CF_SHARED int32_t
cf_wiener_inverse_worth (int32_t sum)
{
  const int32_t i = 17207401 / (sum > 512 ? sum : 512);

  return i < CF_WIENER_WHOLE ? i : CF_WIENER_WHOLE;
}

/* y, where d is the mismatch */
CF_SHARED int32_t
cf_wiener_spread (int32_t inverse_worth, int32_t d)
{
  const int32_t more =
      d > CF_WIENER_MISMATCH_LEAST ? d - CF_WIENER_MISMATCH_LEAST : 0;

  return ((inverse_worth + 64) >> 7) + more * more;
}

/* And of colour; apart: x */
CF_SHARED int32_t
cf_wiener_spread_apart (int32_t y, int32_t apart)
{
  const int32_t more = y * (16 + (apart * apart >> 4)) >> 4;

  return more < (1 << 23) - 512 ? more : (1 << 23) - 512;
}

/* w, of 256, where y is that of the frame ahead */
CF_SHARED int32_t
cf_wiener_weight_ahead (int32_t y)
{
  return cf_wiener_divided (1 << 16, y);
}

/* h */
CF_SHARED int32_t
cf_wiener_gain_ahead (int32_t weight)
{
  return cf_wiener_divided (weight << 15, 256 + weight);
}

/* y' */
CF_SHARED int32_t
cf_wiener_spread_beside (int32_t y, int32_t weight)
{
  const int32_t more = y + (y * weight >> 8);

  return more < (1 << 23) - 512 ? more : (1 << 23) - 512;
}

CF_SHARED int32_t
cf_wiener_gain (int32_t y)
{
  return cf_wiener_divided (1 << 23, 256 + y);
}

/* q */
CF_SHARED int32_t
cf_wiener_left (int32_t g, int32_t inverse_worth)
{
  const int32_t other = CF_WIENER_UNIT - g;

  return cf_wiener_times (other, other)
         + cf_wiener_times (cf_wiener_times (g, g), inverse_worth);
}

/* q', of g' and h */
CF_SHARED int32_t
cf_wiener_left_beside (int32_t g, int32_t inverse_worth, int32_t h)
{
  const int32_t other = CF_WIENER_UNIT - g, now = CF_WIENER_UNIT - h;
  const int32_t both = cf_wiener_times (now, now) + cf_wiener_times (h, h);

  return cf_wiener_times (cf_wiener_times (other, other), both)
         + cf_wiener_times (cf_wiener_times (g, g), inverse_worth);
}

/* l, but of c[0][0]; e: the pilot */
CF_SHARED int32_t
cf_wiener_loss (int32_t left, int32_t e)
{
  const int32_t l =
      16 * cf_wiener_divided ((left >> 3) << 11, 16 * e * e + (left >> 3));

  return l < CF_WIENER_WHOLE ? l : CF_WIENER_WHOLE;
}

/* T^2, of the filter in space: 256ths, of 1024 at most */
CF_SHARED int32_t
cf_wiener_edge (int32_t spatial)
{
  const int32_t edge = CF_WIENER_EDGE * spatial >> 8;

  return edge * edge;
}

/* l of a pilot, but of R[0][0]; edge: T^2 */
CF_SHARED int32_t
cf_wiener_loss_of_pilot (int32_t edge, int32_t left, int32_t e)
{
  return e * e < edge * left >> 15 ? CF_WIENER_WHOLE : 0;
}

/* x; sum: of min (255, d)^2 */
CF_SHARED int32_t
cf_wiener_apart (int32_t sum)
{
  const int32_t x = sum / 2458 - 16;

  return x < 0 ? 0 : x < CF_WIENER_APART_MOST ? x : CF_WIENER_APART_MOST;
}

/* A window's n; sum: of q */
CF_SHARED int32_t
cf_wiener_count (int32_t sum, int32_t most)
{
  const int32_t n = (1 << 24) / sum;
  const int32_t limited = n < most ? n : most;

  return limited > CF_WIENER_COUNT_LEAST ? limited : CF_WIENER_COUNT_LEAST;
}

/* What of its noise a coefficient keeps, 2^15ths. */
CF_SHARED int32_t
cf_wiener_kept (int32_t loss, int32_t left)
{
  const int32_t gain = CF_WIENER_WHOLE - loss;

  return cf_wiener_times (cf_wiener_times (gain, gain), left);
}

/* a; sum: E */
CF_SHARED int32_t
cf_wiener_weight (int32_t sum)
{
  const int32_t a = (1 << 29) / (sum > 1 ? sum : 1);

  return a < 16 ? 16 : a < 1023 ? a : 1023;
}

/* --- samples --- */

/* b */
CF_SHARED int32_t
cf_wiener_weight_at (int32_t weight, int32_t share)
{
  return (weight * share + 8) >> 4;
}

/* s */
CF_SHARED int32_t
cf_wiener_more (int32_t step)
{
  return step == CF_WIENER_STEP_BEST ? 2 : 0;
}

/* A mean of the windows that cover a sample; sum: of shares times numbers */
CF_SHARED int32_t
cf_wiener_mean (int32_t sum, int32_t step)
{
  const int32_t bits = 6 + cf_wiener_more (step);

  return (sum + (1 << bits >> 1)) >> bits;
}

/* A sample changed by such a mean. */
CF_SHARED int32_t
cf_wiener_merged (int32_t v, int32_t sum, int32_t step)
{
  const int32_t m = v + cf_wiener_mean (sum, step);

  return m < 0 ? 0 : m < 65535 ? m : 65535;
}

/* sum: of weights times changes; weights: their sum */
CF_SHARED int32_t
cf_wiener_result (int32_t v, int32_t sum, int32_t weights, int32_t step)
{
  const int32_t more = cf_wiener_more (step);
  const int32_t one = cf_wiener_divided (1 << (20 + more), weights);
  const int32_t r = v + (((sum >> (4 + more)) * one + 32768) >> 16);

  return r < 0 ? 0 : r < 65535 ? r : 65535;
}
