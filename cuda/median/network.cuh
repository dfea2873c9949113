/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Defines the macros of a generated network (see tools/network): samples
 * of two tiles, CF_TILE_W columns apart, in the halves of a register; of one
 * where a register holds no more. Defined for CF_SIZE, CF_BYTES, CF_TILE_W,
 * CF_TILE_H, CF_ACROSS tiles in a row of a block of CF_THREADS, and CF_SUMS,
 * the sixteenths of maxima that are made by other(). */
#pragma once

#include "cuda/median/factors.cuh"
#include "cuda/median/minmax.cuh"

#define CF_BLOCK_THREADS CF_MEDIAN_THREADS (CF_ARCH, CF_THREADS)

#include "cuda/device-code/store.cuh"
#include "cuda/device-code/tile.cuh"

#define RADIUS (CF_SIZE / 2)
#define WIDTH (2 * CF_TILE_W) /* outputs of a thread */
#define ROW_THREADS CF_MEDIAN_ROW_THREADS (CF_ACROSS)
#define DOWN (CF_BLOCK_THREADS / ROW_THREADS)

typedef Tile<CF_BYTES, RADIUS, CF_ACROSS * WIDTH, DOWN * CF_TILE_H> Block;

static_assert (CF_TILE_W *CF_BYTES % 4 == 0, "lanes begin at words");

/* Samples are in shared memory or in the picture: row 0 is the footprint's
 * first, and begins Block::lead samples left of the first output. */
struct Source {
  const uint8_t *at;
  int64_t pitch;
};

/* Word `i` of row `y`. */
static __device__ __forceinline__ uint32_t
load_word (const Source &source, int y, int i)
{
  const uint8_t *row = source.at + y * source.pitch;
#if CF_LANES == 2
  /* pairs of words: half the loads, and no two threads in one bank */
  const uint2 v = *(const uint2 *)(row + i / 2 * 8);

  return i % 2 ? v.y : v.x;
#else
  return *(const uint32_t *)(row + i * 4);
#endif
}

/* Sample (x, y) of the footprint: of one tile, or of both. Two 8-bit ones are
 * in the upper bytes of their halves, with anything below: that keeps their
 * order, and one byte permutation serves two columns. */
static __device__ __forceinline__ uint32_t
load_sample (const Source &source, int y, int x)
{
  const int byte = (Block::lead - RADIUS + x) * CF_BYTES;
  const uint32_t v = load_word (source, y, byte / 4);
#if CF_LANES == 2
  const uint32_t w = load_word (source, y, byte / 4 + CF_TILE_W * CF_BYTES / 4);

#if CF_HALF
  return __byte_perm (v, w, 0x4400 + 0x1111 * (byte % 4)) & 0x00ff00ff;
#else
  const uint32_t halves = __byte_perm (v, w, byte & 2 ? 0x7632 : 0x5410);

  return byte & 1 || CF_BYTES == 2 ? halves : halves << 8;
#endif
#else
  return __byte_perm (
      v, 0, CF_BYTES == 2 ? (byte % 4 ? 0x4432 : 0x4410) : 0x4440 + byte % 4);
#endif
}

/* A row of outputs, CF_TILE_W of one tile or of both, as it lies in memory. */
static __device__ __forceinline__ Row<CF_LANES * CF_TILE_W * CF_BYTES / 4>
pack_row (const uint32_t (&v)[CF_TILE_W])
{
  constexpr int words = CF_TILE_W * CF_BYTES / 4;
  Row<CF_LANES * words> row;

#pragma unroll
  for (int i = 0; i < words; i++) {
#if CF_BYTES == 2
    uint32_t a = v[2 * i], b = v[2 * i + 1];
#else
    constexpr int bytes = CF_LANES == 2 && !CF_HALF ? 0x7351 : 0x6240;
    uint32_t a = __byte_perm (v[4 * i], v[4 * i + 1], bytes);
    uint32_t b = __byte_perm (v[4 * i + 2], v[4 * i + 3], bytes);
#endif

    row.word[i] = __byte_perm (a, b, 0x5410);
    if (CF_LANES == 2)
      row.word[(CF_LANES - 1) * words + i] = __byte_perm (a, b, 0x7632);
  }
  return row;
}

/* The one of a and b that is not `v`: slower than a maximum, but done beside
 * it. */
static __device__ __forceinline__ uint32_t
other (const Factors &factors, uint32_t a, uint32_t b, uint32_t v)
{
  return multiply_add (v, factors.minus_one, multiply_add (a, factors.one, b));
}

#define CF_NET_MIN(v, a, b) const uint32_t v = minimum (a, b);
#define CF_NET_MAX(v, a, b) const uint32_t v = maximum (a, b);
#define CF_NET_SORT(i, v, w, a, b) \
  const uint32_t v = minimum (a, b); \
  const uint32_t w = \
      CF_LANES == 2 && !CF_HALF && (i)*CF_SUMS / 16 < ((i) + 1) * CF_SUMS / 16 \
          ? other (factors, a, b, v) \
          : maximum (a, b);
