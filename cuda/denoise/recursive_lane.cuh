/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lane's four columns of a picture, of what is kept of the last frame, and of
 * what is kept for the next: reading, writing, and what the lanes on either
 * side have. Only this file knows about layouts, shifts and the picture's left
 * and right ends. */
#pragma once

#include "cuda/denoise/recursivekernels.h"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/warp.cuh"
#include "engine/motion/cfscenechange.h"
#include "engine/denoise/cfdenoiserecursive.h"

#define WORDS CF_BYTES /* of four samples */

/* a file's own: samples are of one width there */
namespace
{

/* Four samples of a row with their last results and counts. */
struct Samples {
  uint32_t v[WORDS], r[2], n;
  uint32_t level; /* of brightness: four bytes, each four times it */

  /* Samples as 16 bits, two a word. */
  __device__ __forceinline__ uint32_t
  pair (int i) const
  {
#if CF_BYTES == 2
    return v[i];
#else
    return __byte_perm (v[0], 0, i ? 0x3424 : 0x1404);
#endif
  }
};

/* The same as they are loaded, perhaps with another channel's samples between
 * them. */
struct Ahead {
  uint32_t v[2 * WORDS], r[2], n;
  uint32_t luma; /* upper bytes of another plane's samples */
};

/* Four times the brightness levels of four bytes, and of results of 16 bits. */
static __device__ __forceinline__ uint32_t
levels_of_bytes (uint32_t upper)
{
  return upper >> 1 & 0x7c7c7c7c;
}

static __device__ __forceinline__ uint32_t
levels_of (const uint32_t (&r)[2])
{
  return levels_of_bytes (__byte_perm (r[0], r[1], 0x7531));
}

struct Lane {
  const CfKernelPlane &plane;
  const CfKernelRecursivePlane &own;
  const bool is_pair;
  const bool singly;      /* some lanes read and write sample by sample */
  const int lanes, place; /* of the channel, and among them */
  const int left, right;  /* lanes */
  int partner;            /* the lane with the group's other columns */
  int channel, x, near, top, height;
  bool writes, is_whole;
  bool repeats;  /* results and counts stay as they were */
  bool is_flash; /* they do for the next frame */
  bool has_luma; /* another plane's tells the levels */
  /* selectors: samples beyond the picture are as the last one in it */
  uint32_t inside_bytes, left_bytes, right_bytes;
  uint32_t inside_low, inside_high, left_half, right_half;
  uint32_t inside;            /* bytes of columns that are in the picture */
  uint32_t picked;            /* of what was loaded */
  uint32_t up, values;        /* samples to values of all bits */
  const uint2 *dither;        /* of this lane's columns, by row */
  uint32_t sample_bits, down; /* values of 16 bits to samples */
  uint32_t known;             /* bits of last counts: none are, or all */
  const uint8_t *src, *last, *last_counts; /* of the row to be loaded */
  const uint8_t *luma;
  uint8_t *next, *next_counts; /* of the one to be kept */
  uint8_t *dst;                /* and stored */
#if CF_PILOT
  uint8_t *pilot;
#endif
  int64_t src_stride, dst_stride;
  int32_t stride;

  __device__ __forceinline__
  Lane (const CfKernelRecursive &d, const CfKernelPlane &plane,
      const CfKernelRecursivePlane &own, uint32_t block, int margin,
      uint32_t change, bool repeats, bool has_luma, const uint2 *dither)
      : plane (plane), own (own), is_pair (own.layout == CF_RECURSIVE_PAIR),
        singly (own.layout == CF_RECURSIVE_SINGLY
                || plane.width % CF_RECURSIVE_LANE != 0),
        lanes (is_pair ? 16 : 32), place (threadIdx.x & (lanes - 1)),
        left (max (place - 1, 0) + (threadIdx.x & 31 & -lanes)),
        right (min (place + 1, lanes - 1) + (threadIdx.x & 31 & -lanes)),
        repeats (repeats), is_flash (change == CF_SCENE_FLASH),
        has_luma (has_luma)
  {
    channel = is_pair ? threadIdx.x / 16 % 2 : split_channel (plane, block);

    const Position position = find_block (plane, block);

    /* the first group of every other block begins in the one before */
    const int margin_lanes = CF_RECURSIVE_MARGIN - (position.x & 1);
    const int own_lanes = lanes - CF_RECURSIVE_MARGINS;

    x = (position.x * own_lanes + place - margin_lanes) * CF_RECURSIVE_LANE;
    top = (position.y * CF_KERNEL_WARPS + threadIdx.x / 32) * d.rows;
    height = plane.height;
    writes = place >= margin_lanes && place < margin_lanes + own_lanes
             && x < plane.width;
    near = min (max (x, 0), (plane.width - 1) & -CF_RECURSIVE_LANE);
    is_whole = near + CF_RECURSIVE_LANE <= plane.width;
    partner = x & CF_RECURSIVE_LANE ? left : right;
    this->dither = dither + (x / CF_RECURSIVE_LANE & 1);
    set_ends ();
    set_values (d, change);
    set_places (top - margin, top);
  }

  __device__ __forceinline__ void
  set_ends ()
  {
    const int n = plane.width - x;

    inside_bytes = n >= 4 ? 0x3210 : n == 3 ? 0x2210 : n == 2 ? 0x1110 : 0;
    inside_low = n >= 2 ? 0x3210 : 0x1010;
    inside_high = n >= 4 ? 0x7654 : n == 3 ? 0x5454 : n == 2 ? 0x3232 : 0x1010;
    left_bytes = x == 0 ? 0x4444 : 0x3210;
    left_half = x == 0 ? 0x5454 : 0x5432;
    right_bytes = n <= 4 ? 0x7777 : 0x3210;
    right_half = n <= 4 ? 0x3232 : 0x5432;
    inside = x < 0 || n <= 0 ? 0 : n >= 4 ? ~0u : (1u << 8 * n) - 1;
  }

  __device__ __forceinline__ void
  set_values (const CfKernelRecursive &d, uint32_t change)
  {
    const uint32_t all = 0xffff << (16 - plane.bits) & 0xffff;

    up = 8 * CF_BYTES - plane.bits - plane.shift;
    down = 16 - plane.bits - plane.shift;
    sample_bits = all * 0x00010001u;
    values = CF_BYTES == 2 ? sample_bits : (all >> 8) * 0x01010101u;
    picked = CF_BYTES == 2 ? 0x5410 : 0x6420;
    if (!is_pair || !is_whole)
      picked = 0x3210;
    else if (channel)
      picked = CF_BYTES == 2 ? 0x7632 : 0x7531;
    known = d.is_first || change == CF_SCENE_CHANGE ? 0 : ~0u;
  }

  /* Lanes beyond the picture read what is in it, and drop it. Loads begin at
   * row `y`, or the one that is nearest to it, and stores at row `first`. */
  __device__ __forceinline__ void
  set_places (int y, int first)
  {
    const int row = min (max (y, 0), height - 1);
    /* both channels' from the row's beginning */
    const int64_t channel_at = is_pair ? 0 : channel;
    const uint8_t *former = repeats || is_flash ? own.last : own.moved;

    src_stride = plane.src_stride;
    dst_stride = plane.dst_stride;
    stride = own.stride;
    src = plane.src + channel_at * plane.src_channel + row * src_stride
          + (int64_t)near * plane.src_step * CF_BYTES;
    dst = plane.dst + channel_at * plane.dst_channel + first * dst_stride
          + (int64_t)near * plane.dst_step * CF_BYTES;
    luma =
        own.luma.at + ((int64_t)row << own.luma.halved_y) * own.luma.stride
        + ((int64_t)near << own.luma.halved_x) * own.luma.step * own.luma.bytes;
    last = former + channel * own.channel + 2 * ((int64_t)row * stride + near);
    next =
        own.next + channel * own.channel + 2 * ((int64_t)first * stride + near);
    last_counts = former + channel * own.channel + own.counts
                  + (int64_t)row * stride + near;
    next_counts = own.next + channel * own.channel + own.counts
                  + (int64_t)first * stride + near;
#if CF_PILOT
    pilot = own.pilot.at + channel * own.pilot.channel
            + (1 - (*own.pilot.last & CF_WIENER_LAST)) * own.pilot.picture
            + 2 * ((int64_t)first * own.pilot.stride + near);
#endif
  }

  __device__ __forceinline__ uint32_t
  from_left (uint32_t v) const
  {
    return __shfl_sync (CF_ALL_LANES, v, left);
  }

  __device__ __forceinline__ uint32_t
  from_right (uint32_t v) const
  {
    return __shfl_sync (CF_ALL_LANES, v, right);
  }

  /* --- reading --- */

  /* The four samples are in the first half of v, or each two in the first of
   * two words. */
  __device__ __forceinline__ void
  load_singly (const uint8_t *at, uint32_t (&v)[2 * WORDS]) const
  {
    at += is_pair ? channel * CF_BYTES : 0;
#pragma unroll
    for (int i = 0; i < 2 * WORDS; i++)
      v[i] = 0;
#pragma unroll
    for (int i = 0; i < CF_RECURSIVE_LANE; i++)
      if (near + i < plane.width) {
        const uint8_t *one = at + (int64_t)i * plane.src_step * CF_BYTES;

#if CF_BYTES == 2
        v[i / 2 * 2] |= (uint32_t)__ldg ((const uint16_t *)one) << i % 2 * 16;
#else
        v[0] |= (uint32_t)__ldg (one) << i * 8;
#endif
      }
  }

  __device__ __forceinline__ void
  load_vector (const uint8_t *at, uint32_t (&v)[2 * WORDS]) const
  {
#if CF_BYTES == 2
    const uint2 word = __ldg ((const uint2 *)at);

    v[0] = word.x;
    v[1] = 0;
    v[2] = word.y;
    v[3] = 0;
#else
    v[0] = __ldg ((const uint32_t *)at);
    v[1] = 0;
#endif
  }

  /* Loads both channels. */
  __device__ __forceinline__ void
  load_pairs (const uint8_t *at, uint32_t (&v)[2 * WORDS]) const
  {
#if CF_BYTES == 2
    const uint4 word = __ldg ((const uint4 *)at);

    v[0] = word.x;
    v[1] = word.y;
    v[2] = word.z;
    v[3] = word.w;
#else
    const uint2 word = __ldg ((const uint2 *)at);

    v[0] = word.x;
    v[1] = word.y;
#endif
  }

  __device__ __forceinline__ uint32_t
  load_luma_singly () const
  {
    const int step = own.luma.step << own.luma.halved_x;
    uint32_t upper = 0;

#pragma unroll
    for (int i = 0; i < CF_RECURSIVE_LANE; i++)
      if (near + i < plane.width) {
        const uint32_t v = own.luma.bytes == 2
                               ? __ldg ((const uint16_t *)luma + i * step)
                               : __ldg (luma + i * step);

        upper |= (v << (16 - own.luma.bits - own.luma.shift) >> 8 & 0xff
                     & 0xff << (own.luma.bits < 8 ? 8 - own.luma.bits : 0))
                 << 8 * i;
      }
    return upper;
  }

  /* The upper bytes of the four samples that tell the brightness. */
  __device__ __forceinline__ uint32_t
  load_luma () const
  {
    if (!own.luma_is_vector || !is_whole)
      return load_luma_singly ();
    if (own.luma.bytes == 1) {
      const uint32_t up = 8 - own.luma.bits - own.luma.shift;
      const uint32_t bits = (0xff << (8 - own.luma.bits) & 0xff) * 0x01010101u;

      if (own.luma.halved_x == 0)
        return __ldg ((const uint32_t *)luma) << up & bits;

      const uint2 v = __ldg ((const uint2 *)luma);

      return __byte_perm (v.x, v.y, 0x6420) << up & bits;
    }

    const uint32_t up = 16 - own.luma.bits - own.luma.shift;
    uint32_t w[2];

    if (own.luma.halved_x == 0) {
      const uint2 v = __ldg ((const uint2 *)luma);

      w[0] = v.x;
      w[1] = v.y;
    } else {
      const uint4 v = __ldg ((const uint4 *)luma);

      w[0] = __byte_perm (v.x, v.y, 0x5410);
      w[1] = __byte_perm (v.z, v.w, 0x5410);
    }
    /* what comes from the number below is below the upper five bits */
    return __byte_perm (w[0] << up, w[1] << up, 0x7531);
  }

  /* Loads row y or the nearest one; rows come one after the other. */
  __device__ __forceinline__ void
  start (int y, Ahead &a)
  {
    const uint2 r = *(const uint2 *)last;

    a.r[0] = r.x;
    a.r[1] = r.y;
    a.n = *(const uint32_t *)last_counts;
    if (has_luma)
      a.luma = load_luma ();
    if (singly) {
      if (own.layout == CF_RECURSIVE_SINGLY || !is_whole)
        load_singly (src, a.v);
      else if (is_pair)
        load_pairs (src, a.v);
      else
        load_vector (src, a.v);
    } else if (is_pair)
      load_pairs (src, a.v);
    else
      load_vector (src, a.v);
    if (y >= 0 && y < height - 1) {
      src += src_stride;
      luma += own.luma.stride << own.luma.halved_y;
      last += 2 * stride;
      last_counts += stride;
    }
  }

  __device__ __forceinline__ void
  finish (const Ahead &a, Samples &samples) const
  {
#pragma unroll
    for (int i = 0; i < WORDS; i++)
      samples.v[i] =
          __byte_perm (a.v[2 * i], a.v[2 * i + 1], picked) << up & values;
    samples.r[0] = a.r[0];
    samples.r[1] = a.r[1];
    samples.n = a.n & known;
    samples.level = has_luma ? levels_of_bytes (a.luma) : levels_of (a.r);
  }

  /* --- writing --- */

  /* Keeps the row for the next frame, if it is one of the strip's. */
  __device__ __forceinline__ void
  keep (const uint32_t (&result)[2], uint32_t counts, bool is_own)
  {
    if (writes && is_own) {
      *(uint2 *)next = make_uint2 (result[0], result[1]);
      *(uint32_t *)next_counts = counts;
    }
    next += 2 * stride;
    next_counts += stride;
  }

  __device__ __forceinline__ void
  store_singly (uint8_t *at, const uint32_t (&v)[WORDS]) const
  {
    at += is_pair ? channel * CF_BYTES : 0;
#pragma unroll
    for (int i = 0; i < CF_RECURSIVE_LANE; i++)
      if (near + i < plane.width) {
        uint8_t *one = at + (int64_t)i * plane.dst_step * CF_BYTES;

#if CF_BYTES == 2
        *(uint16_t *)one = (uint16_t)(v[i / 2] >> i % 2 * 16);
#else
        *one = (uint8_t)(v[0] >> i * 8);
#endif
      }
  }

  /* A lane of the first channel gets the other's samples of its first two
   * columns for its own ones of the last two, and has both channels' of two
   * columns then. */
  __device__ __forceinline__ void
  exchange (const uint32_t (&v)[WORDS], uint32_t (&both)[WORDS]) const
  {
    const int partner = threadIdx.x % 32 ^ 16;

#if CF_BYTES == 2
    const uint32_t other =
        __shfl_sync (CF_ALL_LANES, channel ? v[0] : v[1], partner);
    const uint32_t first = channel ? other : v[0];
    const uint32_t second = channel ? v[1] : other;

    both[0] = __byte_perm (first, second, 0x5410);
    both[1] = __byte_perm (first, second, 0x7632);
#else
    const uint32_t other = __shfl_sync (CF_ALL_LANES, v[0], partner);

    both[0] = __byte_perm (v[0], other, channel ? 0x3726 : 0x5140);
#endif
  }

  static __device__ __forceinline__ void
  store_words (uint8_t *at, const uint32_t (&v)[WORDS])
  {
#if CF_BYTES == 2
    *(uint2 *)at = make_uint2 (v[0], v[1]);
#else
    *(uint32_t *)at = v[0];
#endif
  }

  /* Results of 16 bits as samples of row y. All lanes call. */
  __device__ __forceinline__ void
  store (const uint32_t (&result)[2], int y, bool is_own)
  {
#if CF_PILOT
    if (writes && is_own)
      *(uint2 *)pilot = make_uint2 (result[0], result[1]);
    pilot += 2 * own.pilot.stride;
#else
    const uint2 dither_of_row = dither[2 * (y & (CF_DENOISE_DITHER - 1))];
    uint8_t *at = dst;
    uint32_t w[2], v[WORDS], both[WORDS] = {};

#pragma unroll
    for (int i = 0; i < 2; i++) {
      const uint32_t more = i ? dither_of_row.y : dither_of_row.x;

      w[i] = ((__vminu2 (result[i], ~more) + more) & sample_bits) >> down;
    }
#if CF_BYTES == 2
    v[0] = w[0];
    v[1] = w[1];
#else
    v[0] = __byte_perm (w[0], w[1], 0x6420);
#endif
    dst += dst_stride;
    if (singly) {
      if (is_pair)
        exchange (v, both);
      if (!writes || !is_own)
        return;
      if (own.layout == CF_RECURSIVE_SINGLY || !is_whole)
        store_singly (at, v);
      else if (is_pair)
        store_words (at + channel * 4 * CF_BYTES, both);
      else
        store_words (at, v);
    } else if (is_pair) {
      exchange (v, both);
      if (writes && is_own)
        store_words (at + channel * 4 * CF_BYTES, both);
    } else if (writes && is_own)
      store_words (at, v);
#endif
  }
};

} // namespace
