/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures the noise: tiles are looked at, and the last block of a plane
 * to end makes of them what is known of the plane: engine/noise. A frame is
 * compared with the last result, or where CF_OF_FRAMES is 1 with another frame.
 *
 * A lane has four columns and, of the tiles' samples, those from its third
 * column to the next lane's second, in four rows: one of the tile's blocks of
 * 4x4. Bound by latency: a lane's loads are all on their way before it uses
 * any, and numbers of 16 bits are added two at a time. */
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/dependent.cuh"
#include "cuda/motion/scenechangekernels.h"
#include "cuda/noise/noise_plane.cuh"
#include "engine/motion/cfscenechange.h"

#define LANE CF_NOISE_LANE
#define OWN 4 /* rows of the tile that a warp has */
#define ROWS (OWN + 2 * CF_NOISE_RING)
#define GROUP_WARPS (CF_NOISE_TILE / OWN)

static_assert (LANE == CF_NOISE_BLOCK && OWN == CF_NOISE_BLOCK
                   && GROUP_WARPS * CF_NOISE_GROUPS == WARPS
                   && CF_NOISE_RING == 2,
    "a lane has a tile's block");
static_assert (
    sizeof (CfKernelNoise) <= 4096, "a kernel has no larger argument");

namespace
{

/* Two numbers of 16 bits. */
#define BOTH(n) ((n)*0x00010001u)
#define ONCE 0x0101u /* weights of both */
#define TWICE 0x0202u
#define HALF BOTH (0x8000u)

/* Differences are kept so much above 0. */
#define ABOVE 4096

/* Four samples of each row, as they lie in memory. */
struct Loaded {
  uint32_t w[ROWS][CF_BYTES];
};

/* The sums of a lane's samples, or of a tile's. Flags are 9 bits for each of
 * what is flat, clipped and equal, and one for each lane whose samples move. */
struct Sums {
  uint32_t a[2], b[2], d, blocks, dd, v, vv, c, cc, counts, flags, luma;
  uint32_t g[2], dg[2], cg[2], gg[2];
};

#define SUMS (sizeof (Sums) / sizeof (uint32_t))
#define FLAG_BITS 9

/* The place of a group's tiles. */
struct Place {
  uint32_t channel;
  int tile, n_tiles; /* the first, those in the picture */
  int row, tile_row; /* of those that are looked at, and of all */
  int x, y;          /* a lane's first column, a warp's first row */

  __device__ __forceinline__
  Place (const CfKernelPlane &plane, const CfKernelNoisePlane &own)
  {
    const int warp = threadIdx.x / 32, group = warp / GROUP_WARPS;
    uint32_t block = blockIdx.x - plane.first_block;

    channel = split_channel (plane, block);

    const Position position = find_block (plane, block);

    tile = (position.x * CF_NOISE_GROUPS + group) * CF_NOISE_GROUP;
    n_tiles = max (min (CF_NOISE_GROUP, plane.width - tile), 0);
    row = position.y;
    tile_row = row * own.tile_step;
    x = tile * CF_NOISE_TILE + threadIdx.x % 32 * LANE;
    y = tile_row * CF_NOISE_TILE + warp % GROUP_WARPS * OWN;
  }
};

/* --- reading --- */

/* A row's four samples one by one; those beyond the n in the picture are 0. */
static __device__ __forceinline__ void
load_singly (const uint8_t *at, int step, int n, uint32_t (&w)[CF_BYTES])
{
#pragma unroll
  for (int i = 0; i < CF_BYTES; i++)
    w[i] = 0;
#pragma unroll
  for (int i = 0; i < LANE; i++) {
    const uint8_t *one = at + (int64_t)i * step * CF_BYTES;

    if (i < n) {
#if CF_BYTES == 2
      w[i / 2] |= (uint32_t) * (const uint16_t *)one << i % 2 * 16;
#else
      w[0] |= (uint32_t)*one << i * 8;
#endif
    }
  }
}

static __device__ __forceinline__ void
load_vector (const uint8_t *at, uint32_t (&w)[CF_BYTES])
{
#if CF_BYTES == 2
  const uint2 v = *(const uint2 *)at;

  w[0] = v.x;
  w[1] = v.y;
#else
  w[0] = *(const uint32_t *)at;
#endif
}

/* Loads one of two channels. */
static __device__ __forceinline__ void
load_pair (const uint8_t *at, uint32_t channel, uint32_t (&w)[CF_BYTES])
{
#if CF_BYTES == 2
  const uint4 v = *(const uint4 *)at;

  w[0] = __byte_perm (v.x, v.y, channel ? 0x7632 : 0x5410);
  w[1] = __byte_perm (v.z, v.w, channel ? 0x7632 : 0x5410);
#else
  const uint2 v = *(const uint2 *)at;

  w[0] = __byte_perm (v.x, v.y, channel ? 0x7531 : 0x6420);
#endif
}

/* A lane's samples of all rows; n: columns that are in the picture. */
static __device__ __forceinline__ void
load_rows (const CfKernelNoiseSide &side, const Place &place, int n, Loaded &l)
{
  const uint8_t *at =
      side.at + place.y * side.stride + (int64_t)place.x * side.step * CF_BYTES;
  const uint8_t *own = at + place.channel * side.channel;

  if (n >= LANE && side.layout == CF_NOISE_VECTOR) {
#pragma unroll
    for (int i = 0; i < ROWS; i++)
      load_vector (own + i * side.stride, l.w[i]);
  } else if (n >= LANE && side.layout == CF_NOISE_PAIR) {
#pragma unroll
    for (int i = 0; i < ROWS; i++)
      load_pair (at + i * side.stride, place.channel, l.w[i]);
  } else {
#pragma unroll
    for (int i = 0; i < ROWS; i++)
      load_singly (own + i * side.stride, side.step, n, l.w[i]);
  }
}

/* A sample of what tells the brightness, at a place of the plane of colour. */
static __device__ __forceinline__ uint32_t
load_luma (const CfKernelLuma &luma, int x, int y)
{
  const uint8_t *at = luma.at + ((int64_t)y << luma.halved_y) * luma.stride
                      + ((int64_t)x << luma.halved_x) * luma.step * luma.bytes;
  const uint32_t v = luma.bytes == 2 ? *(const uint16_t *)at : *at;

  return (v << (16 - luma.bits - luma.shift)
             & (0xffff << (16 - luma.bits) & 0xffff))
         >> 4;
}

/* TRUE if the blocks of the guide plane's that a lane's samples have a part of
 * do.
 */
static __device__ __forceinline__ bool
moves (const CfKernelNoisePlane &own, const Place &place)
{
  const int left = (place.x + CF_NOISE_RING) << own.halved_x;
  const int top = (place.y + CF_NOISE_RING) << own.halved_y;
  const int right =
      min ((left + ((LANE - 1) << own.halved_x)) >> 3, own.field_width - 1);
  const int bottom =
      min ((top + ((OWN - 1) << own.halved_y)) >> 3, own.field_height - 1);
  uint32_t bits = 0;

  for (int y = top >> 3; y <= bottom; y++)
    for (int x = left >> 3; x <= right; x++)
      bits |= ((const uint32_t *)own.field)[y * own.field_width + x];
  return bits != 0;
}

/* --- two samples a word --- */

/* Brings samples to 16 bits. */
struct Scale {
  uint32_t up, bits;

  __device__ __forceinline__ explicit Scale (const CfKernelPlane &plane)
      : up (16 - plane.bits - plane.shift),
        bits (BOTH (0xffffu << (16 - plane.bits) & 0xffff))
  {
  }

  __device__ __forceinline__ uint32_t
  whole (const uint32_t (&w)[CF_BYTES], int i) const
  {
#if CF_BYTES == 2
    return w[i] << up & bits;
#else
    return __byte_perm (w[0], 0, i ? 0x4342 : 0x4140) << up & bits;
#endif
  }
};

static __device__ __forceinline__ uint32_t
to_12_bits (uint32_t pair)
{
  return pair >> 4 & BOTH (0x0fffu);
}

static __device__ __forceinline__ uint32_t
add_both (uint32_t pair, uint32_t sum)
{
  return __dp2a_lo (pair, ONCE, sum);
}

static __device__ __forceinline__ uint32_t
add_squares (uint32_t pair, uint32_t sum)
{
  const uint32_t first = pair & 0xffff, second = pair >> 16;

  return sum + first * first + second * second;
}

/* Takes pairs of 16 bits; the difference is ABOVE. */
static __device__ __forceinline__ uint32_t
limit_difference (uint32_t v, uint32_t r)
{
  return __vminu2 (
      __vmaxu2 (to_12_bits (v) + BOTH ((uint32_t)ABOVE) - to_12_bits (r),
          BOTH ((uint32_t)(ABOVE - CF_NOISE_DIFFERENCE_MAX))),
      BOTH ((uint32_t)(ABOVE + CF_NOISE_DIFFERENCE_MAX)));
}

/* The sum of squares of 4x4 numbers, from that of what is ABOVE, and its sum.
 */
static __device__ __forceinline__ uint32_t
without_above (uint32_t sum, uint32_t squares)
{
  return squares - 2u * ABOVE * sum + OWN * LANE * (uint32_t)ABOVE * ABOVE;
}

/* Sums of products of numbers that are ABOVE. */
static __device__ __forceinline__ void
add_products (uint32_t a, uint32_t b, uint32_t &sum)
{
  sum += ((a & 0xffff) - ABOVE) * ((b & 0xffff) - ABOVE)
         + ((a >> 16) - ABOVE) * ((b >> 16) - ABOVE);
}

/* 1 for each number that is not 0. */
static __device__ __forceinline__ uint32_t
is_any (uint32_t pair)
{
  return __vminu2 (pair, BOTH (1u));
}

/* Second differences across of two rows of words, 8 samples: of the four in the
 * middle. They are sums of both numbers of a word as one of 32 bits, of which
 * sums are again. */
struct Across {
  uint32_t k1[2], k2[2];

  __device__ __forceinline__ void
  set (const uint32_t (&w)[4])
  {
    const uint32_t between = __byte_perm (w[1], w[2], 0x5432);

    k1[0] = __byte_perm (w[0], w[1], 0x5432) - 2 * w[1] + between;
    k1[1] = between - 2 * w[2] + __byte_perm (w[2], w[3], 0x5432);
    k2[0] = w[0] - 2 * w[1] + w[2];
    k2[1] = w[1] - 2 * w[2] + w[3];
  }
};

/* Sums of |h|, whose numbers are HALF above 0: twice those that are not below
 * HALF, less all. */
struct Absolute {
  uint32_t sum;

  __device__ __forceinline__ void
  add (uint32_t h)
  {
    sum = __dp2a_lo (__vmaxu2 (h, HALF), TWICE, sum) - __dp2a_lo (h, ONCE, 0u);
  }

  __device__ __forceinline__ uint32_t
  of (uint32_t n) const
  {
    return sum - n * 0x8000u;
  }
};

/* Both of a lane's 4x4 samples. */
static __device__ __forceinline__ void
add_h (const Across (&rows)[ROWS], uint32_t (&sums)[2], uint32_t *flat)
{
  Absolute a1 = {}, a2 = {};
  uint32_t other = 0;

#pragma unroll
  for (int y = CF_NOISE_RING; y < CF_NOISE_RING + OWN; y++)
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const uint32_t h1 =
          rows[y - 1].k1[i] - 2 * rows[y].k1[i] + rows[y + 1].k1[i] + HALF;

      a1.add (h1);
      a2.add (rows[y - 2].k2[i] - 2 * rows[y].k2[i] + rows[y + 2].k2[i] + HALF);
      if (flat)
        other += is_any (h1 ^ HALF);
    }
  sums[0] = a1.of (OWN * LANE);
  sums[1] = a2.of (OWN * LANE);
  if (flat)
    *flat = OWN * LANE - add_both (other, 0);
}

/* A warp's lanes look at the tiles. */
struct Looker {
  const CfKernelPlane &plane;
  const CfKernelNoisePlane &own;
  const Place &place;
  const Scale scale;
  const int n; /* columns that are in the picture */

  __device__ __forceinline__
  Looker (const CfKernelPlane &plane, const CfKernelNoisePlane &own,
      const Place &place)
      : plane (plane), own (own), place (place), scale (plane),
        n (own.width - place.x)
  {
  }

  static __device__ __forceinline__ uint32_t
  from_next (uint32_t v)
  {
    return __shfl_sync (CF_ALL_LANES, v, min ((int)threadIdx.x % 32 + 1, 31));
  }

  /* Appends the next lane's. */
  static __device__ __forceinline__ void
  widen (uint32_t first, uint32_t second, uint32_t (&w)[4])
  {
    w[0] = first;
    w[1] = second;
    w[2] = from_next (first);
    w[3] = from_next (second);
  }

  __device__ __forceinline__ void
  load_frame (Loaded &l) const
  {
    const CfKernelNoiseSide side = { plane.src, plane.src_stride,
      plane.src_channel, plane.src_step, own.layout };

    load_rows (side, place, n, l);
  }

#if !CF_OF_FRAMES
  /* The last result, two samples a word. */
  __device__ __forceinline__ void
  load_results (uint32_t (&r)[ROWS][2]) const
  {
    const uint8_t *at = own.results + place.channel * own.channel
                        + 2 * ((int64_t)place.y * own.stride + place.x);

#pragma unroll
    for (int i = 0; i < ROWS; i++) {
      const uint2 v = *(const uint2 *)(at + 2 * (int64_t)i * own.stride);

      /* to the nearest of 12 bits */
      r[i][0] = __vminu2 (v.x, ~BOTH (8u)) + BOTH (8u);
      r[i][1] = __vminu2 (v.y, ~BOTH (8u)) + BOTH (8u);
    }
  }

  __device__ __forceinline__ void
  load_counts (uint32_t (&counts)[OWN]) const
  {
    const uint8_t *at = own.results + place.channel * own.channel + own.counts
                        + (int64_t)(place.y + CF_NOISE_RING) * own.stride
                        + place.x;

#pragma unroll
    for (int i = 0; i < OWN; i++)
      counts[i] = *(const uint32_t *)(at + (int64_t)i * own.stride);
  }
#endif

  /* Samples that are not those of the last frame, of the lane's first two
   * columns and of its last two. */
  __device__ __forceinline__ void
  compare (
      const Loaded &frame, const Loaded &before, uint32_t (&other)[2]) const
  {
    uint32_t n[2] = {};

#pragma unroll
    for (int y = CF_NOISE_RING; y < CF_NOISE_RING + OWN; y++)
#pragma unroll
      for (int i = 0; i < 2; i++)
        n[i] +=
            is_any (scale.whole (frame.w[y], i) ^ scale.whole (before.w[y], i));
    other[0] = add_both (n[0], 0);
    other[1] = add_both (n[1], 0);
  }

#if !CF_OF_FRAMES
  /* Changes from the last frame, from the lane's third column on. */
  __device__ __forceinline__ void
  add_changes (const Loaded &frame, const Loaded &before, Sums &s) const
  {
    uint32_t sum[2] = {}, squares[2] = {};

#pragma unroll
    for (int y = CF_NOISE_RING; y < CF_NOISE_RING + OWN; y++)
#pragma unroll
      for (int i = 0; i < 2; i++) {
        const uint32_t c = limit_difference (
            scale.whole (frame.w[y], i), scale.whole (before.w[y], i));

        sum[i] = add_both (c, sum[i]);
        squares[i] = add_squares (c, squares[i]);
      }
    sum[1] += from_next (sum[0]);
    squares[1] += from_next (squares[0]);
    s.c = sum[1] - OWN * LANE * ABOVE;
    s.cc = without_above (sum[1], squares[1]);
  }
#endif

  /* Adds up the frame alone. */
  __device__ __forceinline__ void
  add_frame (const Loaded &frame, Sums &s) const
  {
    const uint32_t most = to_12_bits (scale.bits);
    Across rows[ROWS];
    uint32_t within = 0, flat;

#pragma unroll
    for (int y = 0; y < ROWS; y++) {
      uint32_t w[4];

      widen (to_12_bits (scale.whole (frame.w[y], 0)),
          to_12_bits (scale.whole (frame.w[y], 1)), w);
      rows[y].set (w);
      if (y >= CF_NOISE_RING && y < CF_NOISE_RING + OWN)
#pragma unroll
        for (int i = 1; i <= 2; i++) {
          s.v = add_both (w[i], s.v);
          s.vv = add_squares (w[i], s.vv);
          within += is_any (w[i]) & is_any (most - w[i]);
        }
    }
    add_h (rows, s.a, &flat);
    s.flags += flat + ((OWN * LANE - add_both (within, 0)) << FLAG_BITS);
  }

  /* Adds up the gradients of what is expected, eight samples a row, and their
   * products with the four differences in the middle and with changes. */
  __device__ __forceinline__ void
  add_gradients (const Loaded &frame, const Loaded &before,
      const uint32_t (&expected)[ROWS][4],
      const uint32_t (&differences)[ROWS][2], Sums &s) const
  {
#pragma unroll
    for (int y = CF_NOISE_RING; y < CF_NOISE_RING + OWN; y++) {
      const uint32_t (&w)[4] = expected[y];
      const uint32_t between = __byte_perm (w[1], w[2], 0x5432);
      const uint32_t g[2][2] = {
        { between + BOTH ((uint32_t)ABOVE) - __byte_perm (w[0], w[1], 0x5432),
            __byte_perm (w[2], w[3], 0x5432) + BOTH ((uint32_t)ABOVE)
                - between },
        { expected[y + 1][1] + BOTH ((uint32_t)ABOVE) - expected[y - 1][1],
            expected[y + 1][2] + BOTH ((uint32_t)ABOVE) - expected[y - 1][2] }
      };
#if !CF_OF_FRAMES
      const uint32_t first = limit_difference (
          scale.whole (frame.w[y], 0), scale.whole (before.w[y], 0));
      const uint32_t changes[] = { limit_difference (
                                       scale.whole (frame.w[y], 1),
                                       scale.whole (before.w[y], 1)),
        from_next (first) };
#endif

#pragma unroll
      for (int k = 0; k < 2; k++)
#pragma unroll
        for (int i = 0; i < 2; i++) {
          s.g[k] = add_both (g[k][i], s.g[k]);
          add_products (g[k][i], g[k][i], s.gg[k]);
          add_products (g[k][i], differences[y][i], s.dg[k]);
#if !CF_OF_FRAMES
          add_products (g[k][i], changes[i], s.cg[k]);
#endif
        }
    }
#pragma unroll
    for (int k = 0; k < 2; k++)
      s.g[k] -= OWN * LANE * ABOVE;
  }

  /* Adds up differences, whose other side is `r`, of 16 bits, and gradients. */
  __device__ __forceinline__ void
  add_differences (const Loaded &frame, const Loaded &before,
      const uint32_t (&r)[ROWS][2], Sums &s) const
  {
    uint32_t expected[ROWS][4], differences[ROWS][2];
    Across rows[ROWS];
    uint32_t sum = 0, squares = 0;
    int32_t d;

#pragma unroll
    for (int y = 0; y < ROWS; y++) {
      uint32_t w[4], own_two[2];

#pragma unroll
      for (int i = 0; i < 2; i++)
        own_two[i] = limit_difference (scale.whole (frame.w[y], i), r[y][i]);
      widen (own_two[0], own_two[1], w);
      rows[y].set (w);
#pragma unroll
      for (int i = 0; i < 2; i++) {
        differences[y][i] = w[1 + i];
        own_two[i] = to_12_bits (scale.whole (frame.w[y], i))
                     + BOTH ((uint32_t)ABOVE) - own_two[i];
      }
      widen (own_two[0], own_two[1], expected[y]);
      if (y >= CF_NOISE_RING && y < CF_NOISE_RING + OWN)
#pragma unroll
        for (int i = 1; i <= 2; i++) {
          sum = add_both (w[i], sum);
          squares = add_squares (w[i], squares);
        }
    }
    add_h (rows, s.b, nullptr);
    d = (int32_t)(sum - OWN * LANE * ABOVE);
    s.d = (uint32_t)d;
    s.blocks = (uint32_t)(d * d) / CF_NOISE_BLOCK_SAMPLES;
    s.dd = without_above (sum, squares);
    add_gradients (frame, before, expected, differences, s);
  }

  /* Counts, and samples that are the last frame's, from the lane's third column
   * on. */
  __device__ __forceinline__ void
  add_last (
      const uint32_t (&counts)[OWN], const uint32_t (&other)[2], Sums &s) const
  {
    uint32_t first = 0, last = 0, next;

#pragma unroll
    for (int i = 0; i < OWN; i++) {
      first = __dp4a (counts[i], 0x00000101u, first);
      last = __dp4a (counts[i], 0x01010000u, last);
    }
    next = from_next (first | other[0] << 16);
    s.counts = last + (next & 0xffff);
    s.flags += (OWN * LANE - (other[1] + (next >> 16))) << 2 * FLAG_BITS;
  }

  /* All lanes call. `side` is the frame that this one is compared with, or the
   * last one, where there is any. */
  __device__ __forceinline__ Sums
  look (const CfKernelNoiseSide &side, bool has_other) const
  {
    const bool is_in = n > 0;
    Loaded frame = {}, before = {};
    uint32_t r[ROWS][2] = {}, counts[OWN] = {}, other[2];
    Sums s = {};

    if (is_in) {
      load_frame (frame);
      if (has_other) {
        load_rows (side, place, n, before);
#if !CF_OF_FRAMES
        load_results (r);
        load_counts (counts);
#endif
      }
      if (own.luma.at)
        s.luma = load_luma (
            own.luma, place.x + CF_NOISE_RING, place.y + CF_NOISE_RING);
      if (own.field && has_other)
        s.flags = (uint32_t)moves (own, place) << 3 * FLAG_BITS;
    }
    add_frame (frame, s);
    if (!has_other)
      return s;
#if CF_OF_FRAMES
#pragma unroll
    for (int y = 0; y < ROWS; y++)
#pragma unroll
      for (int i = 0; i < 2; i++)
        r[y][i] = scale.whole (before.w[y], i);
#pragma unroll
    for (int i = 0; i < OWN; i++)
      counts[i] = 8 * 0x01010101u;
#endif
    compare (frame, before, other);
    add_differences (frame, before, r, s);
    add_last (counts, other, s);
#if !CF_OF_FRAMES
    add_changes (frame, before, s);
#endif
    return s;
  }
};

/* Adds up four lanes: a warp's rows of each tile. */
static __device__ __forceinline__ void
add_lanes (Sums &s)
{
  uint32_t *v = (uint32_t *)&s;

#pragma unroll
  for (int i = 0; i < (int)SUMS; i++) {
    v[i] += __shfl_xor_sync (CF_ALL_LANES, v[i], 1);
    v[i] += __shfl_xor_sync (CF_ALL_LANES, v[i], 2);
  }
}

#if CF_OF_FRAMES
/* Was there one before a frame that was skipped? */
static __device__ __forceinline__ bool
skipped_scene_change (const CfKernelNoise &d)
{
  return d.scene_changes
         && ((d.scene_changes[CF_SCENE_CHANGE_BITS] & d.skipped) != 0
             || (d.skipped_earlier
                 && (int32_t)(d.scene_changes[CF_SCENE_CHANGE_EARLIER]
                              - d.measured)
                        > 0));
}
#endif

static __device__ __forceinline__ CfNoiseTile
make_tile (const CfKernelNoisePlane &own, const Sums &s, bool has_last)
{
  const uint32_t flag = (1 << FLAG_BITS) - 1;
  const CfNoiseSums sums = { { s.a[0], s.a[1] }, { s.b[0], s.b[1] },
    (int32_t)s.d, s.blocks, s.dd, s.v, s.vv, (int32_t)s.c, s.cc, s.counts,
    s.flags & flag, s.flags >> FLAG_BITS & flag,
    s.flags >> 2 * FLAG_BITS & flag, { (int32_t)s.g[0], (int32_t)s.g[1] },
    { (int32_t)s.dg[0], (int32_t)s.dg[1] },
    { (int32_t)s.cg[0], (int32_t)s.cg[1] }, { s.gg[0], s.gg[1] } };
  const uint32_t luma =
      own.is_colour ? cf_noise_luma (s.luma, 1) : cf_noise_luma (s.v, 0);

  return cf_noise_tile (&sums, has_last,
      cf_noise_share (s.counts / (8 * CF_NOISE_SAMPLES)),
      !own.field                 ? 0
      : s.flags >> 3 * FLAG_BITS ? CF_NOISE_MOVING
                                 : CF_NOISE_STILL,
      luma);
}

} // namespace

/* Two blocks a multiprocessor: registers enough for all rows. */
extern "C" __global__ void
__launch_bounds__ (CF_NOISE_THREADS, 2)
    CF_KERNEL (const __grid_constant__ CfKernelNoise d)
{
  await_previous ();
  allow_next (); /* what starts beside this needs nothing else of others */

  __shared__ Sums shared[WARPS][CF_NOISE_GROUP];
  __shared__ uint32_t n_before;

  const CfKernelPlane &plane = find_plane (d.picture);
  const CfKernelNoisePlane &own = d.plane[&plane - d.picture.plane];
  const uint32_t change =
      d.scene_change ? *d.scene_change : (uint32_t)CF_SCENE_GOES_ON;
  const bool is_scene_change = change == CF_SCENE_CHANGE;
  const bool is_repeated =
      own.differs && *own.differs == 0 && change == CF_SCENE_GOES_ON;
  const Place place (plane, own);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#if CF_OF_FRAMES
  const CfKernelNoiseSide &side =
      own.before.at && !is_scene_change ? own.before : own.behind;
  const bool has_other = side.at, has_last = has_other;
  const bool is_other_noise = is_scene_change || skipped_scene_change (d);
#else
  const CfKernelNoiseSide &side = own.before;
  const bool has_other = !d.is_first, has_last = has_other && !is_scene_change;
  const bool is_other_noise = is_scene_change;
#endif
  Sums sums = Looker (plane, own, place).look (side, has_other);

  add_lanes (sums);
  if (lane % (CF_NOISE_TILE / LANE) == 0
      && lane / (CF_NOISE_TILE / LANE) < CF_NOISE_GROUP)
    shared[warp][lane / (CF_NOISE_TILE / LANE)] = sums;
  __syncthreads ();
  /* the first lanes of a group's first warp have a tile each */
  if (warp % GROUP_WARPS == 0 && lane < place.n_tiles) {
    const uint32_t number =
        (place.channel * plane.height + place.row) * plane.width + place.tile
        + lane;
    Sums all = shared[warp][lane];

#pragma unroll
    for (int i = 1; i < GROUP_WARPS; i++) {
      const uint32_t *from = (const uint32_t *)&shared[warp + i][lane];

#pragma unroll
      for (int k = 0; k < (int)SUMS; k++)
        ((uint32_t *)&all)[k] += from[k];
    }
    store_tile (own.tiles, number, make_tile (own, all, has_last));
    __threadfence ();
  }
  __syncthreads ();
  if (threadIdx.x == 0)
    n_before = atomicAdd (&d.n_done[own.number], 1u);
  __syncthreads ();
  if (n_before + 1 < blocks_of (d.picture, plane))
    return;

  __threadfence ();
  if (threadIdx.x == 0)
    d.n_done[own.number] = 0;
  Teller (d, own).tell ((d.unknown >> own.number & 1) || is_other_noise,
      !CF_OF_FRAMES && change == CF_SCENE_FLASH ? FLASH
      : is_repeated                             ? REPEAT
                                                : FRAME,
      has_last     ? CF_NOISE_COMPARED
      : d.is_alone ? CF_NOISE_ALONE
                   : CF_NOISE_FIRST);
}
