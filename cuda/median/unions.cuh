/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The tiles of a row share sorted columns of the rows that belong to all
 * of their windows, and the union of every CF_SHARE columns, sorted too. A
 * warp makes a row of tiles and what they share, thread i the columns of group
 * i and their unions, so that nobody waits for another warp. */
#pragma once

#include "cuda/median/network.cuh"

static_assert (ROW_THREADS == 32, "a row of tiles is a warp's");
static_assert (CF_TILE_W % CF_SHARE == 0, "unions are of a tile's columns");

namespace
{

struct Unions {
  static constexpr int rows = CF_SIZE - CF_TILE_H + 1;
  static constexpr int core = CF_TILE_W - 1; /* first core column */
  /* group 0 begins CF_TILE_W columns left of the first core column */
  static constexpr int before = CF_TILE_W - core;

  static_assert (RADIUS + before <= Block::lead, "nothing is left of a row");
  static_assert ((CF_ACROSS * WIDTH + CF_SIZE - 2 + before) / WIDTH < 32,
      "the last column must be in a group");

  /* Groups lie side by side: threads read neighbouring words. The halves
   * of a word are columns x and x + CF_TILE_W of the group, or their unions. */
  uint32_t column[CF_TILE_W][rows][32];
  uint32_t all[CF_SHARE > 1 ? CF_TILE_W / CF_SHARE : 0][CF_SHARE * rows][32];

  /* `source` is the row's, `group` the thread's number in its warp. */
  __device__ __forceinline__ void
  make (const Factors &factors, Source source, int group)
  {
    source.at += group * WIDTH * CF_BYTES;

#pragma unroll
    for (int i = 0; i < CF_TILE_W / CF_SHARE; i++) {
#define CF_NET_LOAD(v, y, x) \
  const uint32_t v = load_sample (source, y, i * CF_SHARE + x - before);
#define CF_NET_OUT(y, x, v) column[i * CF_SHARE + x][y][group] = v;
#define CF_NET_OUT_UNION(rank, v) all[i][rank][group] = v;
#include CF_NETWORK_COLUMNS
#undef CF_NET_LOAD
#undef CF_NET_OUT
#undef CF_NET_OUT_UNION
    }
  }

  /* The values of tile tx and of the one beside it: of words whose lower half
   * is of column x of the footprint. */
  template <int Rows>
  static __device__ __forceinline__ uint32_t
  get (const uint32_t (&words)[Rows][32], int tx, int x, int rank)
  {
    const uint32_t *at = words[rank] + tx + (x + before) / WIDTH;

    if ((x + before) % WIDTH < CF_TILE_W)
      return *at;
    return __byte_perm (at[0], at[1], 0x5432);
  }

  __device__ __forceinline__ uint32_t
  get_sorted (int tx, int x, int rank) const
  {
    return get (column[(x + before) % CF_TILE_W], tx, x, rank);
  }

  __device__ __forceinline__ uint32_t
  get_union (int tx, int x, int rank) const
  {
    return get (all[(x + before) % CF_TILE_W / CF_SHARE], tx, x, rank);
  }
};

} // namespace

static_assert (
    sizeof (Unions)
        == CF_MEDIAN_ROW_BYTES (CF_SIZE, CF_TILE_W, CF_TILE_H, CF_SHARE),
    "the host asks for so much");
