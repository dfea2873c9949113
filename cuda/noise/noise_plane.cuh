/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One block finds what a plane's tiles tell, and what is known of its noise
 * then: engine/noise/cfnoiseplane.h. Tiles are put into bins of shared memory,
 * a thread having some of them; quantiles are a warp's work. */
#pragma once

#include "cuda/device-code/warp.cuh"
#include "cuda/noise/noisekernels.h"

#define WARPS (CF_NOISE_THREADS / 32)

/* a file's own: samples are of one width there */
namespace
{

/* --- tiles --- */

static_assert (sizeof (CfNoiseTile) == CF_NOISE_TILE_WORDS * sizeof (uint32_t),
    "a tile is whole words");

static __device__ __forceinline__ void
store_tile (uint32_t *tiles, uint32_t number, const CfNoiseTile &t)
{
  uint32_t *to = tiles + (uint64_t)number * CF_NOISE_TILE_WORDS;

  to[0] = t.near | (uint32_t)t.apart << 16;
  to[1] = t.left | (uint32_t)t.low << 16;
  to[2] = t.texture | (uint32_t)t.kind << 16 | (uint32_t)t.luma << 24;
}

/* A thread keeps so many in registers: of a picture of 1080 rows all. */
#define BATCH 6

/* A block's tiles, of which each thread has every 256th. */
struct Tiles {
  const volatile uint32_t *at;
  const int n;
  int first; /* of the batch */
  uint32_t w[BATCH][CF_NOISE_TILE_WORDS];

  __device__ __forceinline__
  Tiles (const uint32_t *at, int n)
      : at (at), n (n), first (-1)
  {
  }

  __device__ __forceinline__ void
  load (int from)
  {
    first = from;
#pragma unroll
    for (int i = 0; i < BATCH; i++) {
      const int number = from + i * CF_NOISE_THREADS + (int)threadIdx.x;

#pragma unroll
      for (int k = 0; k < CF_NOISE_TILE_WORDS; k++)
        w[i][k] =
            number < n ? at[(int64_t)number * CF_NOISE_TILE_WORDS + k] : 0;
    }
  }

  /* Calls for each that counts. */
  template <typename Func>
  __device__ __forceinline__ void
  each (Func func)
  {
#pragma unroll 1
    for (int from = 0; from < n; from += BATCH * CF_NOISE_THREADS) {
      if (from != first)
        load (from);
#pragma unroll
      for (int i = 0; i < BATCH; i++) {
        CfNoiseTile t;

        t.near = w[i][0] & 0xffff;
        t.apart = w[i][0] >> 16;
        t.left = w[i][1] & 0xffff;
        t.low = w[i][1] >> 16;
        t.texture = w[i][2] & 0xffff;
        t.kind = w[i][2] >> 16 & 0xff;
        t.luma = w[i][2] >> 24;
        if (t.kind)
          func (t);
      }
    }
  }
};

/* --- bins --- */

/* Lanes share them. */
#define LANE_BINS ((CF_NOISE_BINS + 31) / 32)
#define BINS (32 * LANE_BINS)

/* Bins are of these kinds. */
enum {
  NEAR, /* by brightness, as APART */
  APART = NEAR + CF_NOISE_LUMA_CLASSES,
  LEFT = APART + CF_NOISE_LUMA_CLASSES,
  LOW,
  TEXTURE,
  OF_THIRDS,
  OF_LUMA_CLASSES = OF_THIRDS + 2, /* twice by brightness: standing, moving */
  KINDS = OF_LUMA_CLASSES + 2 * CF_NOISE_LUMA_CLASSES
};

/* A warp's counts. */
struct Counted {
  uint32_t bins[LANE_BINS];
  uint32_t end; /* those in this lane's bins, and in those before */
  uint32_t n;   /* all */

  /* Adds those of some kinds. */
  __device__ __forceinline__
  Counted (const uint32_t (*all)[BINS], int kinds)
  {
    const int first = threadIdx.x % 32 * LANE_BINS;

    end = 0;
#pragma unroll
    for (int i = 0; i < LANE_BINS; i++) {
      bins[i] = 0;
      for (int k = 0; k < kinds; k++)
        bins[i] += all[k][first + i];
      end += bins[i];
    }
#pragma unroll
    for (int i = 1; i < 32; i *= 2) {
      const uint32_t others = __shfl_up_sync (CF_ALL_LANES, end, i);

      end += (int)threadIdx.x % 32 >= i ? others : 0;
    }
    n = __shfl_sync (CF_ALL_LANES, end, 31);
  }

  /* The one of that rank, below n; 0 where there is none. */
  __device__ __forceinline__ uint32_t
  at (uint32_t rank) const
  {
    const int first = threadIdx.x % 32 * LANE_BINS;
    const int owner = __popc (__ballot_sync (CF_ALL_LANES, end <= rank));
    uint32_t last = end, value = 0;

#pragma unroll
    for (int i = LANE_BINS - 1; i >= 0; i--) {
      const uint32_t before = last - bins[i];

      if (rank >= before && rank < last)
        value = cf_noise_in_bin (first + i, bins[i], rank - before);
      last = before;
    }
    return n > 0 ? __shfl_sync (CF_ALL_LANES, value, owner & 31) : 0;
  }
};

/* --- a plane --- */

struct Shared {
  uint32_t bins[KINDS][BINS];
  CfNoiseStatistics statistics;
  CfNoiseFound found;
  CfNoiseHeld held;
  uint32_t ends[2]; /* of thirds */
  uint32_t known[CF_NOISE_LUMA_CLASSES], smooth[CF_NOISE_LUMA_CLASSES];
};

#define HELD_WORDS ((int)(sizeof (CfNoiseHeld) / sizeof (uint32_t)))

static_assert (HELD_WORDS <= 32, "a warp loads what is known");

static __device__ __forceinline__ uint32_t
add_warp (uint32_t v)
{
#pragma unroll
  for (int i = 1; i < 32; i *= 2)
    v += __shfl_xor_sync (CF_ALL_LANES, v, i);
  return v;
}

/* What a frame is: a flash tells nothing, a repeat little. */
enum What { FRAME, REPEAT, FLASH };

/* All of a block's threads call its functions. */
struct Teller {
  const CfKernelNoise &d;
  const CfKernelNoisePlane &own;
  const int lane, warp;

  __device__ __forceinline__
  Teller (const CfKernelNoise &d, const CfKernelNoisePlane &own)
      : d (d), own (own), lane (threadIdx.x % 32), warp (threadIdx.x / 32)
  {
  }

  __device__ __forceinline__ void
  clear (Shared &s) const
  {
    uint32_t *bins = s.bins[0], *statistics = (uint32_t *)&s.statistics;

#pragma unroll 4
    for (int i = threadIdx.x; i < KINDS * BINS; i += CF_NOISE_THREADS)
      bins[i] = 0;
    if (threadIdx.x < sizeof s.statistics / sizeof (uint32_t))
      statistics[threadIdx.x] = 0;
    __syncthreads ();
    if (threadIdx.x == 0)
      s.statistics.n_all = own.n_tiles;
  }

  /* Finds what all tiles tell, or those of a class. */
  __device__ __forceinline__ void
  find_task (Shared &s, int task) const
  {
    CfNoiseStatistics &statistics = s.statistics;

    if (task < LEFT) {
      const int luma = task % CF_NOISE_LUMA_CLASSES;
      const Counted counted (&s.bins[NEAR + task], 1);
      const uint32_t value = counted.at (counted.n / 4);

      if (lane == 0) {
        (task < APART ? statistics.luma[luma].near
                      : statistics.luma[luma].apart) = value;
        if (task < APART)
          statistics.luma[luma].n = counted.n;
      }
    } else if (task < LEFT + 2) {
      const bool is_near = task == LEFT;
      const Counted counted (
          &s.bins[is_near ? NEAR : APART], CF_NOISE_LUMA_CLASSES);
      const uint32_t value = counted.at (counted.n / 4);

      if (lane == 0) {
        (is_near ? statistics.near : statistics.apart) = value;
        statistics.n = counted.n;
      }
    } else if (task < LEFT + 4) {
      const bool is_left = task == LEFT + 2;
      const Counted counted (&s.bins[is_left ? LEFT : LOW], 1);
      const uint32_t value = counted.at (counted.n / 2);

      if (lane == 0) {
        (is_left ? statistics.left : statistics.low) = value;
        if (is_left)
          statistics.n_still = counted.n; /* with those that move */
      }
    } else {
      const Counted counted (&s.bins[TEXTURE], 1);
      const uint32_t n = counted.n;
      const uint32_t first = counted.at (n / 3), last = counted.at (n * 2 / 3);
      const uint32_t least = counted.at (n / 6), most = counted.at (n * 5 / 6);

      if (lane == 0) {
        statistics.n_moving = n;
        s.ends[0] = first;
        s.ends[1] = last;
        statistics.texture_of_third[0] = least;
        statistics.texture_of_third[1] = most;
      }
    }
  }

  __device__ __forceinline__ void
  find_all (Shared &s, Tiles &tiles) const
  {
    uint32_t flowing = 0;

    tiles.each ([&] (const CfNoiseTile &t) {
      flowing += (t.kind & CF_NOISE_FLOWS) != 0;
      atomicAdd (&s.bins[NEAR + t.luma][cf_noise_bin (t.near)], 1u);
      atomicAdd (&s.bins[APART + t.luma][cf_noise_bin (t.apart)], 1u);
      if (t.kind == CF_NOISE_COUNTS)
        return;
      atomicAdd (&s.bins[LEFT][cf_noise_bin (t.left)], 1u);
      atomicAdd (&s.bins[LOW][cf_noise_bin (t.low)], 1u);
      if (t.kind & CF_NOISE_MOVING)
        atomicAdd (&s.bins[TEXTURE][cf_noise_bin (t.texture)], 1u);
    });
    flowing = add_warp (flowing);
    if (lane == 0)
      atomicAdd (&s.statistics.n_flowing, flowing);
    __syncthreads ();
    /* the longest ones first */
#pragma unroll 1
    for (int task = LEFT + 4 - warp; task >= 0; task -= WARPS)
      find_task (s, task);
    __syncthreads ();
  }

  __device__ __forceinline__ void
  find_thirds (Shared &s, Tiles &tiles) const
  {
    const uint32_t ends[] = { s.ends[0], s.ends[1] };

    tiles.each ([&] (const CfNoiseTile &t) {
      if (!(t.kind & CF_NOISE_MOVING))
        return;
      if (t.texture <= ends[0])
        atomicAdd (&s.bins[OF_THIRDS][cf_noise_bin (t.left)], 1u);
      if (t.texture >= ends[1])
        atomicAdd (&s.bins[OF_THIRDS + 1][cf_noise_bin (t.left)], 1u);
    });
    __syncthreads ();
    if (warp < 2) {
      const Counted counted (&s.bins[OF_THIRDS + warp], 1);
      const uint32_t value = counted.at (counted.n / 2);

      if (lane == 0)
        s.statistics.left_of_third[warp] = value;
    }
    __syncthreads ();
  }

  __device__ __forceinline__ void
  find_classes (Shared &s, Tiles &tiles) const
  {
    const uint32_t slope = cf_noise_slope (&s.statistics);

    tiles.each ([&] (const CfNoiseTile &t) {
      const bool moves = t.kind & CF_NOISE_MOVING;

      if (t.kind == CF_NOISE_COUNTS)
        return;
      atomicAdd (&s.bins[OF_LUMA_CLASSES + 2 * t.luma + moves][cf_noise_bin (
                     moves ? cf_noise_without_texture (t.left, t.texture, slope)
                           : t.left)],
          1u);
    });
    __syncthreads ();
#pragma unroll 1
    for (int i = warp; i < 2 * CF_NOISE_LUMA_CLASSES; i += WARPS) {
      const Counted counted (&s.bins[OF_LUMA_CLASSES + i], 1);
      const uint32_t value = counted.at (counted.n / 2);

      if (lane == 0) {
        s.statistics.luma[i / 2].n_of[i % 2] = counted.n;
        s.statistics.luma[i / 2].left[i % 2] = value;
      }
    }
    if (threadIdx.x == 0)
      s.statistics.n_still -= s.statistics.n_moving;
    __syncthreads ();
  }

  /* The first warp's: lanes have a class each. */
  __device__ __forceinline__ void
  hold_compared (Shared &s) const
  {
    const CfNoiseStatistics &statistics = s.statistics;
    CfNoiseParts parts = { 0, 0, 0 };
    uint32_t still = 0;

    if (lane < CF_NOISE_LUMA_CLASSES) {
      s.found.value[lane] = cf_noise_of_class (
          &statistics, lane, cf_noise_coarse (&statistics), &still);
      s.found.tiles[lane] = statistics.luma[lane].n;
    }
    __syncwarp ();
    if (lane < CF_NOISE_LUMA_CLASSES) {
      const uint32_t few = cf_noise_few (&s.found);

      parts = cf_noise_part (&s.found, lane, few, still);
      cf_noise_hold_class (&s.held, &s.found, lane, few, statistics.n);
    }
#pragma unroll
    for (int i = 1; i < CF_NOISE_LUMA_CLASSES; i *= 2) {
      parts.squares += shuffle_xor (parts.squares, i);
      parts.n += __shfl_xor_sync (CF_ALL_LANES, parts.n, i);
      parts.stands += __shfl_xor_sync (CF_ALL_LANES, parts.stands, i);
    }
    __syncwarp ();
    if (lane == 0) {
      cf_noise_judge (&s.found, &statistics, parts);
      cf_noise_hold_found (&s.held, &statistics, &s.found);
    }
  }

  __device__ __forceinline__ volatile uint32_t *
  readback () const
  {
    return d.readback + own.number * CF_NOISE_READBACK_WORDS;
  }

#if !CF_OF_FRAMES
  /* root is 0 where the classes are not known. */
  static __device__ __forceinline__ uint32_t
  luma_of (uint32_t value, uint32_t root, uint32_t sigma)
  {
    return root > 0 ? cf_noise_of_luma (value, root, sigma) : sigma;
  }

  /* cf_noise_luma_classes (): the first warp's, lanes have a class each. */
  __device__ __forceinline__ void
  publish_luma_classes (Shared &s) const
  {
    const uint32_t sigma = cf_noise_sigma (&s.held);
    const int i = min (lane, CF_NOISE_LUMA_CLASSES - 1);
    const bool is_one = lane < CF_NOISE_LUMA_CLASSES;
    const uint32_t known = cf_noise_known (&s.held, i);
    const uint32_t share = is_one && known > 0 ? s.held.share[i] : 0;
    const uint32_t n = __popc (__ballot_sync (CF_ALL_LANES, share > 0));
    const uint32_t all = add_warp (share);
    uint64_t squares;
    uint32_t smooth, root, value = 0, luma;

    if (is_one)
      s.known[i] = known;
    __syncwarp ();
    smooth = cf_noise_smooth (&s.held, s.known, i, all);
    if (is_one)
      s.smooth[i] = smooth;
    squares = is_one ? (uint64_t)smooth * smooth * s.held.share[i] : 0;
#pragma unroll
    for (int k = 1; k < CF_NOISE_LUMA_CLASSES; k *= 2)
      squares += shuffle_xor (squares, k);
    __syncwarp ();
    root = n > 1 ? cf_noise_root ((uint32_t)(squares / all)) : 0;
    root += n > 1 && root == 0;
    if (n > 1)
      value = cf_noise_fill (s.smooth, i);
    luma = luma_of (value, root, sigma);
    if (is_one) {
      const uint32_t at = own.number * CF_NOISE_LUMA_CLASSES + i;
      const uint32_t coarse = s.held.coarse >> 8;

      d.luma_classes[at] =
          luma_of (value, root, cf_noise_as_white (sigma, coarse));
      d.spectra[at] = CF_NOISE_SPECTRUM (luma, coarse);
    }
    luma |= __shfl_sync (CF_ALL_LANES, luma, min (lane + 1, 31)) << 16;
    if (is_one && i % 2 == 0)
      readback ()[2 + i / 2] = luma;
  }
#endif

  /* Publishes what is known to other kernels. */
  __device__ __forceinline__ void
  publish (const CfNoiseHeld &held) const
  {
    const uint32_t sigma = cf_noise_sigma (&held);

    d.estimates[own.number] =
        CF_OF_FRAMES ? sigma : cf_noise_as_white (sigma, held.coarse >> 8);
    d.searches[own.number] = cf_noise_search (&held);
    if (!CF_OF_FRAMES)
      d.parts[own.number] = cf_noise_part_of_sums (&held);
    readback ()[1] = held.coarse >> 8 | (uint32_t)!CF_OF_FRAMES << 16;
    readback ()[0] = CF_NOISE_TELL (d.history, sigma);
  }

  /* `begins`: nothing is known; `how` as of cf_noise_hold (). */
  __device__ __forceinline__ void
  tell (bool begins, What what, int how) const
  {
    __shared__ Shared s;
    uint32_t *held = (uint32_t *)(d.held + own.number);
    Tiles tiles (own.tiles, what == FRAME ? own.n_tiles : 0);

    if (what == FRAME)
      tiles.load (0);
    if (warp == 0 && lane < HELD_WORDS)
      ((uint32_t *)&s.held)[lane] = begins ? 0 : held[lane];
    clear (s);
    if (what == FRAME) {
      find_all (s, tiles);
      if (s.statistics.n_moving > 0)
        find_thirds (s, tiles);
      if (how == CF_NOISE_COMPARED)
        find_classes (s, tiles);
    }
    if (warp != 0)
      return;
    if (what == REPEAT) {
      if (lane == 0)
        cf_noise_repeat (&s.held);
    } else if (what == FLASH) {
      /* what is known stays */
    } else if (how != CF_NOISE_COMPARED) {
      if (lane == 0)
        cf_noise_hold (&s.held, &s.statistics, how);
    } else if (cf_noise_tells (&s.statistics))
      hold_compared (s);
    __syncwarp ();
    if (lane < HELD_WORDS)
      held[lane] = ((uint32_t *)&s.held)[lane];
#if !CF_OF_FRAMES
    publish_luma_classes (s);
#endif
    if (lane == 0)
      publish (s.held);
  }
};

/* Returns how many a plane has. */
static __device__ __forceinline__ uint32_t
blocks_of (const CfKernelPicture &picture, const CfKernelPlane &plane)
{
  const int next = (int)(&plane - picture.plane) + 1;

  return (next < picture.n_planes ? picture.plane[next].first_block : gridDim.x)
         - plane.first_block;
}

} // namespace
