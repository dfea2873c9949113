/* Median of a CF_SIZE x CF_SIZE window, samples of CF_BYTES bytes.
 *
 * A thread makes two tiles of CF_TILE_W x CF_TILE_H outputs, side by side in
 * the halves of its registers, by the selection network that networkgen
 * printed for this tile (CF_NETWORK); the GPU's min/max units bound it. Where
 * a register holds one sample only, it makes one tile after the other.
 *
 * Compiled once for each size and sample width. */
#include "minmax.cuh"
#include "store.cuh"
#include "tile.cuh"

#define RADIUS (CF_SIZE / 2)
#define WIDTH (2 * CF_TILE_W) /* outputs of a thread */
#define DOWN (CF_KERNEL_THREADS / CF_ACROSS)

typedef Tile<CF_BYTES, RADIUS, CF_ACROSS * WIDTH, DOWN * CF_TILE_H> Block;

static_assert (CF_TILE_W *CF_BYTES % 4 == 0, "lanes begin at words");

/* Word `i` of row `y` of the tile, from a thread's first output on. */
static __device__ __forceinline__ uint32_t
load_word (const uint8_t *at, int y, int i)
{
#if CF_LANES == 2
  /* pairs of words: half the loads, and no two threads in one bank */
  const uint2 v = *(const uint2 *)(at + y * Block::pitch + i / 2 * 8);

  return i % 2 ? v.y : v.x;
#else
  return *(const uint32_t *)(at + y * Block::pitch + i * 4);
#endif
}

/* Sample (x, y) of the footprint: of one tile, or of both. */
static __device__ __forceinline__ uint32_t
load_sample (const uint8_t *at, int y, int x)
{
  const int byte = (Block::lead - RADIUS + x) * CF_BYTES;
  const uint32_t v = load_word (at, y, byte / 4);
#if CF_LANES == 2
  const uint32_t w = load_word (at, y, byte / 4 + CF_TILE_W * CF_BYTES / 4);

#if CF_BYTES == 2
  return __byte_perm (v, w, byte % 4 ? 0x7632 : 0x5410);
#elif CF_HALF
  return __byte_perm (v, w, 0x4400 + 0x1111 * (byte % 4)) & 0x00ff00ff;
#else
  /* the sample in both bytes of its half: 257 times the value */
  return __byte_perm (v, w, 0x4400 + 0x1111 * (byte % 4));
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
    uint32_t a = __byte_perm (v[4 * i], v[4 * i + 1], 0x6240);
    uint32_t b = __byte_perm (v[4 * i + 2], v[4 * i + 3], 0x6240);
#endif

    row.word[i] = __byte_perm (a, b, 0x5410);
    if (CF_LANES == 2)
      row.word[(CF_LANES - 1) * words + i] = __byte_perm (a, b, 0x7632);
  }
  return row;
}

#define CF_NET_LOAD(v, y, x) const uint32_t v = load_sample (at, y, x);
#define CF_NET_MIN(v, a, b) const uint32_t v = minimum (a, b);
#define CF_NET_MAX(v, a, b) const uint32_t v = maximum (a, b);
#define CF_NET_OUT(y, x, v) out[y][x] = v;

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelPicture picture)
{
  __shared__ __align__ (16) Block tile;
  const CfKernelPlane &plane = find_plane (picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  uint32_t channel = block % plane.channels;
  block /= plane.channels;
  uint32_t down = block / plane.blocks_across;
  int x = (block - down * plane.blocks_across) * CF_ACROSS * WIDTH;
  int y = down * DOWN * CF_TILE_H;

  tile.load (
      plane, plane.src + channel * plane.src_channel, picture.border, x, y);
  __syncthreads ();

  const int tx = threadIdx.x % CF_ACROSS, ty = threadIdx.x / CF_ACROSS;
  const uint8_t *at =
      tile.data + ty * CF_TILE_H * Block::pitch + tx * WIDTH * CF_BYTES;
  x += tx * WIDTH;
  y += ty * CF_TILE_H;
  if (y >= plane.height)
    return;

#pragma unroll 1
  for (int lane = 0; lane < 2; lane += CF_LANES) {
    uint32_t out[CF_TILE_H][CF_TILE_W];

    if (x >= plane.width)
      return;
#include CF_NETWORK
    uint8_t *dst =
        plane.dst + channel * plane.dst_channel + y * plane.dst_stride;
#pragma unroll
    for (int i = 0; i < CF_TILE_H; i++) {
      if (y + i < plane.height)
        store_row<CF_BYTES> (plane, dst, x, pack_row (out[i]));
      dst += plane.dst_stride;
    }
    x += CF_TILE_W;
    at += CF_TILE_W * CF_BYTES;
  }
}
