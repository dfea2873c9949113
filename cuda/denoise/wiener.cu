/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage: engine/denoise/cfwiener.h, with a window every CF_STEP
 * samples; where CF_PILOT is 1 the pilot that it goes by where there is no
 * history; where CF_AHEAD is 1 results of frames that were kept, with a frame
 * ahead.
 *
 * A block goes down a strip of the picture, a row of windows after the other,
 * with eight lanes for each window: a lane has a column of samples, and, when
 * they are transformed, a row of coefficients. What windows change lies in
 * shared memory, the rows of them that cover a sample, from where it takes
 * theirs in one order. Bound by instructions. */
#include "cuda/denoise/history.cuh"
#include "cuda/denoise/wiener_levels.cuh"
#include "cuda/denoise/wiener_transform.cuh"
#include "cuda/denoise/wienerkernels.h"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/dependent.cuh"
#include "cuda/motion/taps.cuh"
#include "engine/motion/cfmoved.h"

#define SIDE CF_WIENER_SIDE
#define STEP CF_STEP
#define COVERING (SIDE / STEP) /* windows, along a side */
#define WIDTH CF_WIENER_WIDTH (STEP)
#define WARPS (CF_WIENER_THREADS / 32)
#if CF_AHEAD
#define STATES CF_WIENER_AHEAD_STATES
#define COUNTS CF_WIENER_AHEAD_COUNTS
#else
#define STATES CF_WIENER_STATES
#define COUNTS CF_WIENER_COUNTS
#endif
#define WINDOWS (32 / SIDE) /* a warp's */
/* windows' parts of STEP columns, those of a row side by side; the others that
 * a warp has lie in other banks */
#define PARTS (CF_WIENER_ACROSS * STEP + WINDOWS * STEP)

#if __CUDA_ARCH__ == 900
#define BLOCKS CF_BLOCKS
#else
#define BLOCKS 1
#endif

static_assert (
    sizeof (CfKernelWiener) <= 4096, "a kernel has no larger argument");

namespace
{

/* As CfWienerTerms. */
struct Terms {
  uint16_t mismatch[CF_WIENER_LEVELS][CF_WIENER_FREQUENCIES + 1];
  uint16_t pilot[CF_WIENER_LEVELS][CF_WIENER_FREQUENCIES + 1];
  int32_t variance[CF_WIENER_FREQUENCIES + 1];
  uint32_t root[CF_WIENER_FREQUENCIES + 1];
  uint32_t sigma[CF_WIENER_LEVELS];
  int32_t lighter[CF_DENOISE_LEVELS];
#if CF_AHEAD
  int32_t next_lighter[CF_DENOISE_LEVELS];
#endif
  uint32_t by_class[CF_NOISE_LUMA_CLASSES];
  uint32_t is_on;
};

struct Shared {
  Turned turned[WARPS][WINDOWS];
  Terms terms;
  /* by row of windows, row, and part of windows: the state's change, and the
   * result's in the upper half */
  uint32_t changes[COVERING][SIDE][COVERING][PARTS];
  uint32_t weights[COVERING][CF_WIENER_ACROSS];
  uint32_t counts[COVERING][CF_WIENER_ACROSS];
};

/* --- terms --- */

/* The first warp's. */
__device__ __forceinline__ void
make_levels (Terms &terms, const CfKernelWiener &d,
    const CfKernelWienerPlane &own, uint32_t channel, bool is_lighter)
{
  const int lane = threadIdx.x;
  uint32_t coarse;
  const uint32_t sigma = CF_AHEAD ? own.frames.now->sigma[lane]
                                  : find_sigma (terms.by_class, d, own, coarse);

  if (CF_AHEAD)
    coarse = own.frames.now->coarse;
  terms.sigma[lane] = sigma;
  if (lane < CF_WIENER_FREQUENCIES) {
    const uint32_t variance = cf_wiener_variance (lane, (int32_t)coarse);

    terms.variance[lane] = (int32_t)variance;
    terms.root[lane] = cf_wiener_root (variance);
  }

  const bool is_on = __ballot_sync (CF_ALL_LANES, cf_wiener_is_on (sigma)) != 0;

  if (lane == 0)
    terms.is_on = is_on;
  terms.lighter[lane] = CF_AHEAD ? own.frames.now->lighter[channel][lane] : 0;
#if CF_AHEAD
  terms.next_lighter[lane] =
      own.frames.next ? own.frames.next->lighter[channel][lane] : 0;
#endif
  __syncwarp ();
  if (is_lighter && !CF_AHEAD)
    find_lighter (
        d.offsets, own.number, channel, terms.by_class, terms.lighter);
}

__device__ __forceinline__ void
make_terms (Terms &terms, const CfKernelWiener &d,
    const CfKernelWienerPlane &own, uint32_t channel, bool is_lighter)
{
  if (threadIdx.x < 32)
    make_levels (terms, d, own, channel, is_lighter);
  __syncthreads ();
  for (int i = threadIdx.x; i < CF_WIENER_LEVELS * CF_WIENER_FREQUENCIES;
       i += CF_WIENER_THREADS) {
    const int f = i / CF_WIENER_LEVELS, level = i % CF_WIENER_LEVELS;
    const uint32_t s = cf_wiener_sigma (terms.sigma[level], terms.root[f]);

    terms.mismatch[level][f] = (uint16_t)cf_wiener_mismatch_term (s);
    terms.pilot[level][f] = (uint16_t)cf_wiener_pilot_term (s);
  }
  __syncthreads ();
}

/* --- pictures --- */

/* A channel of a plane: its samples, what is kept of it, and, but of a flash,
 * what its pilot is made of. */
struct Channel {
  const CfKernelWiener &d;
  const CfKernelPlane &plane;
  const CfKernelWienerPlane &own;
  const uint8_t *src;
  uint8_t *dst;
  uint8_t *kept;
  const uint8_t *mean, *mean_counts; /* or NULL */
  const uint32_t number, last;
  const uint32_t up, down, values; /* samples to 16 bits, and back */

  __device__ __forceinline__
  Channel (const CfKernelWiener &d, const CfKernelPlane &plane,
      const CfKernelWienerPlane &own, uint32_t channel, uint32_t change)
      : d (d), plane (plane), own (own),
        src (plane.src + channel * plane.src_channel),
        dst (plane.dst + channel * plane.dst_channel),
        kept (own.kept.at + channel * own.kept.channel),
        mean (CF_AHEAD || change == CF_SCENE_FLASH
                  ? NULL
                  : own.mean.at + channel * own.mean.channel),
        mean_counts (mean ? mean + own.mean.counts : NULL), number (channel),
        last (CF_AHEAD ? 1 - d.state : *own.kept.last & CF_WIENER_LAST),
        up (16 - plane.bits - plane.shift), down (16 - plane.bits),
        values (0xffff << (16 - plane.bits) & 0xffff)
  {
  }

  __device__ __forceinline__ uint16_t *
  picture (int which) const
  {
    return (uint16_t *)(kept + which * own.kept.picture);
  }

  __device__ __forceinline__ uint8_t *
  counts (uint32_t which) const
  {
    return kept + COUNTS * own.kept.picture + which * (own.kept.picture / 2);
  }

  __device__ __forceinline__ uint16_t *
  state (uint32_t which) const
  {
    return picture (STATES + which);
  }

  __device__ __forceinline__ uint16_t *
  pilot () const
  {
    return picture (CF_AHEAD ? d.pilot : CF_WIENER_PILOTS + 1 - last);
  }

  __device__ __forceinline__ const uint16_t *
  last_pilot () const
  {
    return picture (CF_AHEAD ? d.last_pilot : CF_WIENER_PILOTS + last);
  }

  __device__ __forceinline__ uint16_t *
  results () const
  {
    return picture (CF_AHEAD ? d.results : (int)CF_WIENER_RESULTS);
  }

  __device__ __forceinline__ int32_t
  load (int x, int y) const
  {
    const uint8_t *at =
        src + y * plane.src_stride + (int64_t)x * plane.src_step * plane.bytes;
    const uint32_t v =
        plane.bytes == 2 ? __ldg ((const uint16_t *)at) : __ldg (at);

    return (int32_t)(v << up & values);
  }

  /* What is filtered: the frame, or what its pilot is made of. */
  __device__ __forceinline__ int32_t
  load_filtered (int x, int y) const
  {
    return CF_PILOT && mean
               ? ((const uint16_t *)mean)[(int64_t)y * own.mean.stride + x]
               : load (x, y);
  }

  /* A result, as a sample. */
  __device__ __forceinline__ void
  store (int x, int y, uint32_t result) const
  {
    uint8_t *at =
        dst + y * plane.dst_stride + (int64_t)x * plane.dst_step * plane.bytes;
    const uint32_t v =
        min (result + cf_denoise_dither (x, y, plane.bits), 65535u)
        >> down << plane.shift;

    if (plane.bytes == 2)
      *(uint16_t *)at = (uint16_t)v;
    else
      *at = (uint8_t)v;
  }

  __device__ __forceinline__ int
  row (int y) const
  {
    return cf_motion_clamp (y, 0, plane.height - 1);
  }

  __device__ __forceinline__ int
  column (int x) const
  {
    return cf_motion_clamp (x, 0, plane.width - 1);
  }
};

/* --- windows --- */

struct Sums {
  int32_t left, kept, mismatched, mismatched_ahead;

  __device__ __forceinline__ void
  add_lanes ()
  {
#pragma unroll
    for (int i = 1; i < SIDE; i *= 2) {
      left += (int32_t)__shfl_xor_sync (CF_ALL_LANES, left, i);
      kept += (int32_t)__shfl_xor_sync (CF_ALL_LANES, kept, i);
      mismatched += (int32_t)__shfl_xor_sync (CF_ALL_LANES, mismatched, i);
      if (CF_AHEAD)
        mismatched_ahead +=
            (int32_t)__shfl_xor_sync (CF_ALL_LANES, mismatched_ahead, i);
    }
  }
};

/* A lane's part of a window: what it has of four pictures' coefficients. */
struct Window {
  const CfKernelWiener &d;
  const Channel &channel;
  const Terms &terms;
  Turned &turned;
  const int lane; /* of the window's */
  const bool is_of_colour;
  bool has_history, looks_ahead;
  int wx, wy, x, y; /* x, y: its first column and row */
  CfMotionVector v;
  int32_t level, apart, apart_ahead, inverse_worth;
  Coefficients z, p, s, q;
#if CF_AHEAD
  Coefficients f, a; /* of the frame ahead */
#endif

  __device__ __forceinline__
  Window (const CfKernelWiener &d, const Channel &channel, const Terms &terms,
      Turned &turned, bool has_history, bool looks_ahead, int wx, int wy)
      : d (d), channel (channel), terms (terms), turned (turned),
        lane (threadIdx.x % SIDE), is_of_colour (channel.own.luma.levels),
        has_history (has_history), looks_ahead (looks_ahead), wx (wx), wy (wy),
        x (cf_wiener_first (wx, STEP)), y (cf_wiener_first (wy, STEP))
  {
  }

  /* The vector of the block with this window. */
  __device__ __forceinline__ CfMotionVector
  vector_here (const CfMotionVector *field) const
  {
    const CfKernelWienerPlane &own = channel.own;

    return field[cf_wiener_block (wy, STEP, own.halved_y, own.field_height)
                     * own.field_width
                 + cf_wiener_block (wx, STEP, own.halved_x, own.field_width)];
  }

  __device__ __forceinline__ void
  set_vector (int dx, int dy)
  {
    v.x = (int16_t)cf_denoise_subsampled (dx, channel.own.halved_x);
    v.y = (int16_t)cf_denoise_subsampled (dy, channel.own.halved_y);
  }

  __device__ __forceinline__ void
  find_vector ()
  {
    v.x = v.y = 0;
    if (!channel.own.field)
      return;
    v = vector_here (channel.own.field);
    set_vector (v.x, v.y);
  }

#if CF_AHEAD
  /* To the frame ahead. */
  __device__ __forceinline__ void
  find_vector_ahead ()
  {
    const CfKernelWienerPlane &own = channel.own;

    v.x = v.y = 0;
    if (!own.frames.next_field)
      return;
    v = vector_here (own.frames.next_field);
    v = own.frames.next_field[cf_wiener_block_ahead (
                                  wy, STEP, own.halved_y, v.y, own.field_height)
                                  * own.field_width
                              + cf_wiener_block_ahead (wx, STEP, own.halved_x,
                                  v.x, own.field_width)];
    set_vector (-v.x, -v.y);
  }
#endif

  /* --- in place --- */

  __device__ __forceinline__ void
  transform_filtered (Coefficients &c)
  {
    const int column = channel.column (x + lane);
    int32_t line[SIDE];

#pragma unroll
    for (int i = 0; i < SIDE; i++)
      line[i] = channel.load_filtered (column, channel.row (y + i)) - 32768;
    transform (line, turned, lane, c);
  }

  __device__ __forceinline__ void
  transform_pilot ()
  {
    const uint16_t *from = channel.pilot () + channel.column (x + lane);
    int32_t line[SIDE];

#pragma unroll
    for (int i = 0; i < SIDE; i++)
      line[i] =
          from[(int64_t)channel.row (y + i) * channel.own.kept.stride] - 32768;
    transform (line, turned, lane, p);
  }

  /* --- moved --- */

  /* A column by vectors of whole samples. */
  __device__ __forceinline__ void
  copy_column (const uint16_t *from, int32_t (&line)[SIDE]) const
  {
    const int top = y + (v.y >> 2);

    from += channel.column (x + lane + (v.x >> 2));
#pragma unroll
    for (int i = 0; i < SIDE; i++)
      line[i] = from[(int64_t)channel.row (top + i) * channel.own.kept.stride]
                - 32768;
  }

  /* And by any: of rows that are made first, each word has one, and the one
   * below it. */
  __device__ __forceinline__ void
  move_column (const uint16_t *from, int32_t (&line)[SIDE]) const
  {
    const Taps across (v.x & 3), along (v.y & 3);
    const int left = x + lane + (v.x >> 2) - BEFORE;
    const int top = y + (v.y >> 2) - BEFORE;
    uint32_t rows[SIDE + AROUND], w[CF_MOTION_TAPS / 2];

#pragma unroll
    for (int i = 0; i < SIDE + AROUND; i++) {
      load_pairs_of_row (
          from + (int64_t)channel.row (top + i) * channel.own.kept.stride, left,
          channel.plane.width, w);
      rows[i] = across.weigh (w[0], w[1], w[2], w[3]);
    }
#pragma unroll
    for (int i = 0; i + 1 < SIDE + AROUND; i++)
      rows[i] = pair (rows[i], rows[i + 1]);
#pragma unroll
    for (int i = 0; i < SIDE; i++)
      line[i] =
          (int32_t)along.weigh (rows[i], rows[i + 2], rows[i + 4], rows[i + 6])
          - 32768;
  }

  __device__ __forceinline__ void
  transform_moved (const uint16_t *from, bool is_between, Coefficients &c)
  {
    int32_t line[SIDE];

    if (is_between)
      move_column (from, line);
    else
      copy_column (from, line);
    transform (line, turned, lane, c);
  }

  /* Of counts from that column and row on. */
  __device__ __forceinline__ void
  find_worth (const uint8_t *counts, int32_t stride, int left, int top)
  {
    int32_t sum = 0;

    counts += channel.column (left + lane);
#pragma unroll
    for (int i = 0; i < SIDE; i++)
      sum += counts[(int64_t)channel.row (top + i) * stride];
#pragma unroll
    for (int i = 1; i < SIDE; i *= 2)
      sum += (int32_t)__shfl_xor_sync (CF_ALL_LANES, sum, i);
    inverse_worth = cf_wiener_inverse_worth (sum);
  }

  __device__ __forceinline__ void
  find_worth_of_mean ()
  {
    if (channel.mean_counts)
      find_worth (channel.mean_counts, channel.own.mean.stride, x, y);
    else
      inverse_worth =
          cf_wiener_inverse_worth (CF_WIENER_AREA * CF_WIENER_COUNT_LEAST);
  }

  /* Two pictures become as light as the frame. */
  __device__ __forceinline__ void
  lighten (Coefficients &one, Coefficients &other, int32_t light) const
  {
    if (lane == 0) {
      one.set (0, cf_wiener_clamp (one.get (0) + light));
      other.set (0, cf_wiener_clamp (other.get (0) + light));
    }
  }

  /* TRUE where a warp's window moves by parts of samples. */
  __device__ __forceinline__ bool
  is_between () const
  {
    return __ballot_sync (CF_ALL_LANES, (v.x & 3) != 0 || (v.y & 3) != 0);
  }

  __device__ __forceinline__ void
  transform_history ()
  {
    const bool between = is_between ();

    transform_moved (channel.state (channel.last), between, s);
    transform_moved (channel.last_pilot (), between, q);
    find_worth (channel.counts (channel.last), channel.own.kept.stride,
        x + ((v.x + 2) >> 2), y + ((v.y + 2) >> 2));
    lighten (s, q, cf_wiener_light (terms.lighter[level]));
  }

#if CF_AHEAD
  __device__ __forceinline__ void
  transform_ahead ()
  {
    const bool between = is_between ();

    transform_moved (
        channel.picture (CF_WIENER_AHEAD_SAMPLES + d.next_samples), between, f);
    transform_moved (channel.picture (d.next_pilot), between, a);
    lighten (f, a, -cf_wiener_light (terms.next_lighter[level]));
  }
#endif

  /* --- weights --- */

  /* Of luma's window, whose map is not there yet: c[0][0] of its transform. */
  __device__ __forceinline__ int32_t
  level_of_luma_pilot () const
  {
    const CfKernelWienerPlane &own = channel.own;
    const CfKernelWienerLuma &luma = own.luma_pilot;
    const int left = cf_wiener_first (
        cf_wiener_luma_window (wx, STEP, own.luma_halved_x, own.luma.width),
        STEP);
    const int top = cf_wiener_first (
        cf_wiener_luma_window (wy, STEP, own.luma_halved_y, own.luma.height),
        STEP);
    const uint16_t *from =
        luma.at + cf_motion_clamp (left + lane, 0, luma.width - 1);
    int32_t sum = 0;

#pragma unroll
    for (int i = 0; i < SIDE; i++)
      sum += from[(int64_t)cf_motion_clamp (top + i, 0, luma.height - 1)
                  * luma.stride]
             - 32768;
    sum = (cf_wiener_matrix[0][0] * sum + CF_WIENER_FIRST_ROUND) >> 10;
#pragma unroll
    for (int i = 1; i < SIDE; i *= 2)
      sum += (int32_t)__shfl_xor_sync (CF_ALL_LANES, sum, i);
    return cf_wiener_level ((cf_wiener_matrix[0][0] * sum + 256) >> 9);
  }

  __device__ __forceinline__ void
  find_level ()
  {
    const CfKernelWienerMap &luma = channel.own.luma;
    const int32_t mean = (int32_t)__shfl_sync (
        CF_ALL_LANES, p.get (0), threadIdx.x % 32 & ~(SIDE - 1));

    level = cf_wiener_level (mean);
    apart = apart_ahead = 0;
    if (CF_PILOT && channel.own.luma_pilot.at && is_of_colour) {
      level = level_of_luma_pilot ();
    } else if (is_of_colour) {
      const int64_t at = (int64_t)cf_wiener_luma_window (
                             wy, STEP, channel.own.luma_halved_y, luma.height)
                             * luma.width
                         + cf_wiener_luma_window (
                             wx, STEP, channel.own.luma_halved_x, luma.width);

      level = luma.levels[at];
      apart = luma.apart[at];
      if (CF_AHEAD && looks_ahead)
        apart_ahead = luma.apart[luma.apart - luma.levels + at];
      has_history &= apart < CF_WIENER_APART_MOST;
    }
  }

  /* Leaves the state's change in s, and the result's in z. */
  __device__ __forceinline__ void
  weigh (int k, Sums &sums)
  {
    const int f = lane + k;
    int32_t gain = 0, merged = 0, left = CF_WIENER_WHOLE, loss = 0, spread = 0;

    if (has_history) {
      const int32_t d =
          cf_wiener_deviations (cf_wiener_clamp (p.get (k) - q.get (k)),
              terms.mismatch[level][f], CF_WIENER_MISMATCH_MOST);
      const int32_t near = min (d, 255);

      spread = cf_wiener_spread (inverse_worth, d);
      if (is_of_colour)
        spread = cf_wiener_spread_apart (spread, apart);
      gain = cf_wiener_gain (spread);
      merged = cf_wiener_times (cf_wiener_clamp (s.get (k) - z.get (k)), gain);
      left = cf_wiener_left (gain, inverse_worth);
      sums.mismatched += near * near;
    }

    const int32_t left_of_state = left;
    int32_t both = merged, pilot = p.get (k);

#if CF_AHEAD
    if (looks_ahead)
      weigh_ahead (k, spread, both, left, pilot, sums);
#endif
    if (f > 0)
      loss = cf_wiener_loss (
          left, cf_wiener_deviations (
                    pilot, terms.pilot[level][f], CF_WIENER_PILOT_MOST));
    s.set (k, merged);
    z.set (k,
        cf_wiener_clamp (
            both - cf_wiener_times (cf_wiener_clamp (z.get (k) + both), loss)));
    sums.left += left_of_state;
    sums.kept += terms.variance[f] * cf_wiener_kept (loss, left);
  }

#if CF_AHEAD
  /* With the frame ahead: what is merged, what is left, and the pilot. */
  __device__ __forceinline__ void
  weigh_ahead (int k, int32_t spread, int32_t &merged, int32_t &left,
      int32_t &pilot, Sums &sums)
  {
    const int32_t now = z.get (k);
    const int32_t to_ahead = cf_wiener_clamp (a.get (k) - pilot);
    const int32_t d = cf_wiener_deviations (
        to_ahead, terms.mismatch[level][lane + k], CF_WIENER_MISMATCH_MOST);
    const int32_t near = min (d, 255);
    int32_t y = cf_wiener_spread (CF_WIENER_UNIT, d);

    if (is_of_colour)
      y = cf_wiener_spread_apart (y, apart_ahead);

    const int32_t weight =
        apart_ahead < CF_WIENER_APART_MOST ? cf_wiener_weight_ahead (y) : 0;
    const int32_t h = cf_wiener_gain_ahead (weight);
    const int32_t b = cf_wiener_times (cf_wiener_clamp (f.get (k) - now), h);
    int32_t gain = 0;

    merged = b;
    if (has_history) {
      gain = cf_wiener_gain (cf_wiener_spread_beside (spread, weight));
      merged = cf_wiener_clamp (
          b + cf_wiener_times (cf_wiener_clamp (s.get (k) - now - b), gain));
    }
    left = cf_wiener_left_beside (gain, inverse_worth, h);
    pilot = cf_wiener_clamp (pilot + cf_wiener_times (to_ahead, 2 * h));
    sums.mismatched_ahead += near * near;
  }
#endif

  /* Leaves the pilot's change in z. */
  __device__ __forceinline__ void
  choose (int k, Sums &sums)
  {
    const int f = lane + k;
    int32_t loss = 0;

    if (f > 0)
      loss = cf_wiener_loss_of_pilot (d.edge, inverse_worth,
          cf_wiener_deviations (
              p.get (k), terms.pilot[level][f], CF_WIENER_PILOT_MOST));
    z.set (k, -cf_wiener_times (p.get (k), loss));
    sums.kept += terms.variance[f] * cf_wiener_kept (loss, inverse_worth);
  }

  __device__ __forceinline__ Sums
  weigh_all ()
  {
    Sums sums = { 0, 0, 0, 0 };

#pragma unroll
    for (int k = 0; k < SIDE; k++)
      if (CF_PILOT)
        choose (k, sums);
      else
        weigh (k, sums);
    sums.add_lanes ();
    return sums;
  }

  /* Planes of colour go by what the first channel's windows say. */
  __device__ __forceinline__ void
  tell (const Sums &sums) const
  {
    const CfKernelWienerMap &own = channel.own.own;
    const int64_t at = (int64_t)wy * own.width + wx;

    if (!own.levels || channel.number > 0 || lane != 0)
      return;
    own.levels[at] = (uint8_t)level;
    own.apart[at] =
        (uint8_t)(has_history ? cf_wiener_apart (sums.mismatched) : 0);
    if (CF_AHEAD)
      own.apart[own.apart - own.levels + at] =
          (uint8_t)cf_wiener_apart (sums.mismatched_ahead);
  }
};

/* --- a block --- */

struct Block {
  const CfKernelWiener &d;
  const Channel channel;
  Shared &shared;
  const Position position;
  const bool has_history, looks_ahead;
  const int top, bottom; /* rows */

  __device__ __forceinline__
  Block (const CfKernelWiener &d, const Channel &channel, Shared &shared,
      Position position, bool has_history, bool looks_ahead = false)
      : d (d), channel (channel), shared (shared), position (position),
        has_history (has_history), looks_ahead (looks_ahead),
        top (position.y * (int)d.rows),
        bottom (min (top + (int)d.rows, channel.plane.height))
  {
  }

  /* Row `wy` of windows. */
  __device__ __forceinline__ void
  make_windows (int wy)
  {
    const int number = threadIdx.x / SIDE;
    const int most = cf_wiener_windows (channel.plane.width, STEP) - 1;
    const int row = wy % COVERING;
    Window window (d, channel, shared.terms,
        shared.turned[threadIdx.x / 32][number % WINDOWS], has_history,
        looks_ahead, min (position.x * (WIDTH / STEP) + number, most), wy);
    int32_t state[SIDE] = { 0 }, result[SIDE];

    if (CF_PILOT) {
      window.transform_filtered (window.p);
      window.find_worth_of_mean ();
    } else {
      window.transform_filtered (window.z);
      window.transform_pilot ();
    }
    window.find_level ();
    if (has_history && !CF_PILOT) {
      window.find_vector ();
      window.transform_history ();
    }
#if CF_AHEAD
    else
      window.inverse_worth = 0;
    if (looks_ahead) {
      window.find_vector_ahead ();
      window.transform_ahead ();
    }
#endif

    const Sums sums = window.weigh_all ();

    if (!CF_PILOT)
      window.tell (sums);
    if (window.lane == 0) {
      shared.weights[row][number] = cf_wiener_weight (sums.kept);
      shared.counts[row][number] =
          window.has_history
              ? cf_wiener_count (sums.left, cf_denoise_count_most (d.past))
              : CF_WIENER_COUNT_LEAST;
    }
    if (!CF_PILOT)
      invert (window.s, window.turned, window.lane, state);
    invert (window.z, window.turned, window.lane, result);

    uint32_t *to = &shared.changes[row][0][window.lane / STEP]
                                  [number * STEP + window.lane % STEP];

#pragma unroll
    for (int i = 0; i < SIDE; i++)
      to[i * COVERING * PARTS] = pair ((uint32_t)state[i], (uint32_t)result[i]);
  }

  /* The sample with that number in a row of the block, and in row i of those
   * that the row wy of windows is the last one of. */
  __device__ __forceinline__ void
  finish (int x, int i, int wy) const
  {
    const int column = position.x * WIDTH + x;
    const int y = cf_wiener_first (wy, STEP) + i;
    int32_t merged = 0, filtered = 0, weights = 0, counts = 0;

    if (column >= channel.plane.width || y >= bottom)
      return;
#pragma unroll
    for (int k = 0; k < COVERING * COVERING; k++) {
      /* windows from the left, and rows of them from above */
      const int right = k % COVERING, below = k / COVERING;
      const int row = (wy + 1 + below) % COVERING;
      const int window = x / STEP + right;
      const int top_in = i + (COVERING - 1 - below) * STEP;
      const int32_t share =
          cf_wiener_share (top_in, x % STEP + (COVERING - 1 - right) * STEP);
      const uint32_t change =
          shared.changes[row][top_in][COVERING - 1 - right][x + right * STEP];
      const int32_t b =
          cf_wiener_weight_at ((int32_t)shared.weights[row][window], share);

      merged += share * (int16_t)change;
      filtered += b * (int16_t)(change >> 16);
      weights += b;
      counts += share * (int32_t)shared.counts[row][window];
    }

    const int64_t at = (int64_t)y * channel.own.kept.stride + column;
    const uint32_t next = 1 - channel.last;

    const int32_t v = channel.load_filtered (column, y);

    if (CF_PILOT) {
      channel.pilot ()[at] =
          (uint16_t)cf_wiener_result (v, filtered, weights, STEP);
      return;
    }

    const int32_t result = shared.terms.is_on
                               ? cf_wiener_result (v, filtered, weights, STEP)
                               : channel.pilot ()[at];

    if (!CF_AHEAD || !(channel.own.frames.now->flags & CF_WIENER_FLASH)) {
      channel.state (next)[at] = (uint16_t)cf_wiener_merged (v, merged, STEP);
      channel.counts (next)[at] = (uint8_t)cf_wiener_mean (counts, STEP);
    } else {
      keep_state (at);
    }
    channel.results ()[at] = (uint16_t)result;
    if (!CF_AHEAD)
      channel.store (column, y, result);
  }

  /* The next frame finds the last one's. */
  __device__ __forceinline__ void
  keep_state (int64_t at) const
  {
    const uint32_t next = 1 - channel.last;

    channel.state (next)[at] = channel.state (channel.last)[at];
    channel.counts (next)[at] = channel.counts (channel.last)[at];
  }

  __device__ __forceinline__ void
  run ()
  {
    const int first = top / STEP, last = (bottom - 1) / STEP + COVERING - 1;
    const int x = threadIdx.x % (CF_WIENER_THREADS / 2);

#pragma unroll 1
    for (int wy = first; wy <= last; wy++) {
      make_windows (wy);
      __syncthreads ();
      if (wy >= first + COVERING - 1 && x < WIDTH)
#pragma unroll
        for (int i = 0; i < STEP; i += 2)
          finish (x, i + threadIdx.x / (CF_WIENER_THREADS / 2), wy);
      __syncthreads ();
    }
  }

  /* Results as they were. */
  __device__ __forceinline__ void
  repeat () const
  {
    const uint16_t *results =
        CF_AHEAD ? channel.picture (d.last_results) : channel.results ();

    for (int i = threadIdx.x; i < WIDTH * (bottom - top);
         i += CF_WIENER_THREADS) {
      const int x = position.x * WIDTH + i % WIDTH;
      const int y = top + i / WIDTH;

      const int64_t at = (int64_t)y * channel.own.kept.stride + x;

      if (x >= channel.plane.width)
        continue;
      if (CF_AHEAD) {
        channel.results ()[at] = results[at];
        keep_state (at);
      } else {
        channel.store (x, y, results[at]);
      }
    }
  }
};

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_WIENER_THREADS, BLOCKS)
    CF_KERNEL (const __grid_constant__ CfKernelWiener d)
{
  allow_next ();
  await_previous ();

  __shared__ Shared shared;
  const CfKernelPlane &plane = find_plane (d.picture);
  const CfKernelWienerPlane &own = d.plane[&plane - d.picture.plane];
  uint32_t number = blockIdx.x - plane.first_block;
  const uint32_t channel = split_channel (plane, number);

#if CF_AHEAD
  const CfKernelWienerFrame *next = own.frames.next;
  const uint32_t flags = own.frames.now->flags;
  const Channel samples (d, plane, own, channel, CF_SCENE_GOES_ON);

  if (flags & CF_WIENER_REPEATS) {
    Block (d, samples, shared, find_block (plane, number), false).repeat ();
    return;
  }
  make_terms (shared.terms, d, own, channel, true);

  const bool looks_ahead = next && (next->flags & CF_WIENER_GOES_ON)
                           && !(next->flags & CF_WIENER_REPEATS)
                           && !(flags & CF_WIENER_FLASH);

  Block (d, samples, shared, find_block (plane, number),
      (flags & CF_WIENER_HISTORY) && shared.terms.is_on,
      looks_ahead && shared.terms.is_on)
      .run ();
#else
  const bool is_first_block = blockIdx.x == plane.first_block;
  const uint32_t change =
      d.scene_change ? *d.scene_change : (uint32_t)CF_SCENE_GOES_ON;
  const bool goes_on = change == CF_SCENE_GOES_ON;
  const bool repeats = !d.is_first
                       && is_repeated (own.given, d.estimates, own.number,
                           own.strength, own.differs, change);
  const Channel samples (d, plane, own, channel, change);
  const bool has_last = !d.is_first && (*own.kept.last & CF_WIENER_HAS_LAST);
  const bool has_history = has_last && goes_on && d.past > 0;

  if (CF_PILOT) {
    if (repeats || has_history)
      return;
    make_terms (shared.terms, d, own, channel, false);
    if (shared.terms.is_on)
      Block (d, samples, shared, find_block (plane, number), false).run ();
    return;
  }
  if (is_first_block && threadIdx.x == 0)
    *own.next_last = repeats || change == CF_SCENE_FLASH
                         ? samples.last | (has_last ? CF_WIENER_HAS_LAST : 0)
                         : (1 - samples.last) | CF_WIENER_HAS_LAST;
  if (repeats) {
    Block (d, samples, shared, find_block (plane, number), false).repeat ();
    return;
  }
  make_terms (shared.terms, d, own, channel, d.offsets[0] && goes_on);
  Block (d, samples, shared, find_block (plane, number),
      has_history && shared.terms.is_on)
      .run ();
#endif
}
