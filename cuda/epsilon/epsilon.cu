/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Epsilon filter: the mean of those neighbours that are like the pixel, or of
 * all with their differences limited. CF_SIZE is the window's side, or 0 for
 * what the launch says, 11 or more.
 *
 * A thread makes 4 pixels in each of ROWS rows. A block has its samples in
 * shared memory; neighbours come from there as words of four bytes or two
 * halves, those of a row side by side, so that a row's words serve all rows of
 * outputs, and those of the last column below each other. The files that are
 * included say what is done with a word. Bound by instructions, most of them on
 * the pipe of integer logic: see lab/research/performance-epsilon-gpu.md.
 */
#include "cuda/epsilon/epsilonkernels.h"
#include "cuda/device-code/store.cuh"
#include "cuda/device-code/tile.cuh"
#include "engine/epsilon/cfepsilonestimate.h"

#if CF_CLAMP
#include "cuda/epsilon/epsilon_clamp.cuh"
#elif CF_BYTES == 1
#include "cuda/epsilon/epsilon_average.cuh"
#else
#include "cuda/epsilon/epsilon_average16.cuh"
#endif

#define ROWS CF_EPSILON_ROWS
#define HEIGHT CF_EPSILON_HEIGHT
#define ACROSS 4
#define SAMPLES (4 / stored) /* of a word */

#if __CUDA_ARCH__ == 900
#define BLOCKS CF_BLOCKS /* tuned there */
#else
#define BLOCKS 1
#endif

namespace
{

constexpr int size_max = CF_SIZE ? CF_SIZE : 31;
constexpr int vector = 16 / CF_BYTES;
constexpr int lead = (size_max / 2 + vector - 1) / vector * vector;
constexpr int columns = CF_EPSILON_WIDTH + 2 * lead;
constexpr int pitch = columns * stored;
/* those of the last warp's last words of a column too */
constexpr int tile_rows =
    HEIGHT - ROWS + (size_max + ROWS + SAMPLES - 2) / SAMPLES * SAMPLES;

/* Words of a row, from the one with a window's first sample on: this is sample
 * `shift` of it. Where sizes are not known, words are shifted as they are read,
 * and this is 0. */
#if CF_SIZE
constexpr int shift = (lead - CF_SIZE / 2) % SAMPLES;
#else
constexpr int shift = 0;
#endif

struct Source {
  const uint8_t *at;
  uint32_t selector;

  __device__ __forceinline__
  Source (const uint8_t *row, int radius)
  {
    const int first = lead - radius;

    at = row + first / SAMPLES * 4;
    selector = 0x3210 + first % SAMPLES * stored * 0x1111;
  }

  __device__ __forceinline__ uint32_t
  word (int row, int i) const
  {
    const uint32_t *from = (const uint32_t *)(at + row * pitch) + i;

#if CF_SIZE
    return from[0];
#else
    return __byte_perm (from[0], from[1], selector);
#endif
  }
};

/* A word of samples i, i + 1... */
template <int N>
static __device__ __forceinline__ uint32_t
samples_at (const uint32_t (&word)[N], int i)
{
  const int k = i / SAMPLES, byte = i % SAMPLES * stored;

  return byte == 0 ? word[k]
                   : __byte_perm (word[k], word[k + 1], 0x3210 + byte * 0x1111);
}

/* The neighbours that begin with sample i for the first pixel, for outputs of
 * rows first...last. */
template <int N>
static __device__ __forceinline__ void
add_samples (const Terms &terms, const uint32_t (&word)[N], int i,
    uint32_t valid, int first, int last, Pixels (&rows)[ROWS])
{
  uint32_t q[ACROSS];

#pragma unroll
  for (int x = 0; x < ACROSS; x++)
    q[x] = samples_at (word, i + x);
#pragma unroll
  for (int y = 0; y < ROWS; y++)
    if (y >= first && y <= last)
      rows[y].add (terms, q, valid);
}

/* Neighbours in the last word of a row, where the size leaves three. */
constexpr uint32_t rest = 0x00ffffff;

/* A row of samples, without the last column if words do not fill it. */
static __device__ __forceinline__ void
add_row (const Terms &terms, const Source &source, int size, int row, int first,
    int last, Pixels (&rows)[ROWS])
{
  const int words = (size + SAMPLES / 2 - 1) / SAMPLES;
  const bool is_rest = SAMPLES == 4 && size % 4 == 3;

#if CF_SIZE
  constexpr int n =
      (shift + ACROSS + (CF_SIZE + SAMPLES / 2 - 1) / SAMPLES * SAMPLES - 2)
          / SAMPLES
      + 1;
  uint32_t word[n];

#pragma unroll
  for (int i = 0; i < n; i++)
    word[i] = source.word (row, i);
#pragma unroll
  for (int i = 0; i < words; i++)
    add_samples (terms, word, shift + i * SAMPLES,
        is_rest && i == words - 1 ? rest : all, first, last, rows);
#else
  constexpr int ahead = ACROSS / SAMPLES;
  const int full = words - is_rest;
  uint32_t word[ahead + 1];

#pragma unroll
  for (int i = 0; i < ahead; i++)
    word[i] = source.word (row, i);
#pragma unroll 1
  for (int i = 0; i < full; i++) {
    word[ahead] = source.word (row, i + ahead);
    add_samples (terms, word, 0, all, first, last, rows);
#pragma unroll
    for (int k = 0; k < ahead; k++)
      word[k] = word[k + 1];
  }
  if (is_rest) {
    word[ahead] = source.word (row, full + ahead);
    add_samples (terms, word, 0, rest, first, last, rows);
  }
#endif
}

/* The last column's samples in rows row, row + 1... as words, for outputs y:
 * sample j is a neighbour where from + j >= y and below + j < y. */
static __device__ __forceinline__ void
add_column (const Terms &terms, const Source &source, int size, int row,
    int from, int below, Pixels (&rows)[ROWS])
{
  constexpr int n = (shift + ACROSS - 1) / SAMPLES + 1;
  uint32_t word[SAMPLES][n], column[ACROSS];

#pragma unroll
  for (int j = 0; j < SAMPLES; j++)
#pragma unroll
    for (int i = 0; i < n; i++)
      word[j][i] = source.word (row + j, (size - 1) / SAMPLES + i);
#pragma unroll
  for (int x = 0; x < ACROSS; x++) {
    const int i = (shift + x) / SAMPLES;
    const int odd = (shift + x) % SAMPLES;

    if (SAMPLES == 2)
      column[x] = __byte_perm (word[0][i], word[1][i], odd ? 0x7632 : 0x5410);
    else {
      /* two columns of two rows, of which each is used for both columns */
      const uint32_t bytes = odd / 2 ? 0x7362 : 0x5140;
      const uint32_t above = __byte_perm (word[0][i], word[1][i], bytes);
      const uint32_t under =
          __byte_perm (word[SAMPLES - 2][i], word[SAMPLES - 1][i], bytes);

      column[x] = __byte_perm (above, under, odd % 2 ? 0x7632 : 0x5410);
    }
  }
#pragma unroll
  for (int y = 0; y < ROWS; y++) {
    uint32_t valid = 0;

#pragma unroll
    for (int j = 0; j < SAMPLES; j++)
      if (from + j >= y && below + j < y)
        valid |= all & 0xffu << 8 * j;
    if (valid)
      rows[y].add (terms, column, valid);
  }
}

static __device__ __forceinline__ void
add_rows (
    const Terms &terms, const Source &source, int size, Pixels (&rows)[ROWS])
{
#pragma unroll
  for (int row = 0; row < ROWS - 1; row++)
    add_row (terms, source, size, row, CF_SIZE ? row - size + 1 : 0, row, rows);
#pragma unroll 1
  for (int row = ROWS - 1; row < size; row++)
    add_row (terms, source, size, row, 0, ROWS - 1, rows);
#pragma unroll
  for (int y = 1; y < ROWS; y++)
    if (!CF_SIZE || size - 1 + y >= ROWS - 1)
      add_row (terms, source, size, size - 1 + y, y, ROWS - 1, rows);
}

static __device__ __forceinline__ void
add_columns (
    const Terms &terms, const Source &source, int size, Pixels (&rows)[ROWS])
{
  constexpr int top = (ROWS + SAMPLES - 2) / SAMPLES * SAMPLES;

#if CF_SIZE
  if (size - 1 < top) {
#pragma unroll
    for (int row = 0; row < size + ROWS - 1; row += SAMPLES)
      add_column (terms, source, size, row, row, row - size, rows);
    return;
  }
#endif
#pragma unroll
  for (int row = 0; row < top; row += SAMPLES)
    add_column (terms, source, size, row, row, -SAMPLES, rows);
#pragma unroll 1
  for (int row = top; row < size - 1; row += SAMPLES)
    add_column (terms, source, size, row, ROWS, -SAMPLES, rows);
#pragma unroll
  for (int y = 0; y < ROWS; y += SAMPLES)
    add_column (terms, source, size, size - 1 + y, ROWS, y - 1, rows);
}

/* All outputs of a thread; `centre` is the first one's sample in the tile. */
static __device__ __forceinline__ void
make (const CfKernelPlane &plane, const Terms &terms, const uint8_t *centre,
    const Source &source, int size, uint8_t *dst, int x, int y)
{
  Pixels rows[ROWS];

#pragma unroll
  for (int i = 0; i < ROWS; i++)
    rows[i].start (terms, (const uint32_t *)(centre + i * pitch));
  add_rows (terms, source, size, rows);
  if (SAMPLES == 2 || size % 4 == 1)
    add_columns (terms, source, size, rows);

  dst += y * plane.dst_stride;
#pragma unroll
  for (int i = 0; i < ROWS; i++, dst += plane.dst_stride) {
    constexpr int words = ACROSS * CF_BYTES / 4;
    Row<words> row;
    uint32_t v[ACROSS];

    rows[i].get (terms, v);
#if CF_BYTES == 1
    row.word[0] = __byte_perm (__byte_perm (v[0], v[1], 0x0040),
        __byte_perm (v[2], v[3], 0x0040), 0x5410);
#else
    row.word[0] = __byte_perm (v[0], v[1], 0x5410);
    row.word[1] = __byte_perm (v[2], v[3], 0x5410);
#endif
#pragma unroll
    for (int k = 0; k < words; k++)
      row.word[k] <<= plane.shift;
    if (y + i < plane.height)
      store_row<CF_BYTES> (plane, dst, x, row);
  }
}

static __device__ __forceinline__ int
threshold_of (const CfKernelEpsilon &e, const CfKernelPlane &plane)
{
  const int i = &plane - e.picture.plane;

  if (!e.estimates)
    return e.threshold[i];
  return cf_epsilon_estimated_threshold (
      e.estimates[e.estimate[i]], CF_CLAMP, e.iterations, plane.bits);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS, BLOCKS)
    CF_KERNEL (const __grid_constant__ CfKernelEpsilon e)
{
  /* readers may reach a little beyond */
  __shared__ __align__ (16) uint8_t tile[tile_rows * pitch + 16];
  const CfKernelPlane &plane = find_plane (e.picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  const int size = CF_SIZE ? CF_SIZE : e.size, radius = size / 2;
  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int left = position.x * CF_EPSILON_WIDTH;
  const int top = position.y * HEIGHT;
  const int down = threadIdx.x / 32 * ROWS, across = threadIdx.x % 32 * ACROSS;
  const Area<CF_BYTES, pitch, uint4, true, 2 * CF_BYTES, stored> area (
      plane, CF_KERNEL_THREADS, columns);

  area.load (plane, tile, plane.src + channel * plane.src_channel,
      e.picture.border, left - lead, top - radius,
      min (HEIGHT, plane.height - top) + size - 1, left - radius,
      min (left + CF_EPSILON_WIDTH, plane.width) + radius);
  await_copies ();
  __syncthreads ();
  /* whole warps: lanes beyond the picture's right end work too */
  if (top + down >= plane.height)
    return;

  const Terms terms (threshold_of (e, plane), size);
  const uint8_t *row = tile + down * pitch + across * stored;
  const uint8_t *centre = row + radius * pitch + lead * stored;
  const Source source (row, radius);
  uint8_t *dst = plane.dst + channel * plane.dst_channel;

  make (plane, terms, centre, source, size, dst, left + across, top + down);
}
