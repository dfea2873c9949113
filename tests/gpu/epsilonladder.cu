/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The steps of the seed's epsilon filter: see epsilonladder.h. All of them sum
 * in integers, sample by sample. */
#include "epsilonladder.h"

#define SIZE 9
#define RADIUS (SIZE / 2)

namespace
{

struct Sum {
  int sum, n;

  __device__ __forceinline__ void
  add (int p, int q, int threshold)
  {
    if (abs (q - p) < threshold) {
      sum += q;
      n++;
    }
  }

  __device__ __forceinline__ uint8_t
  mean () const
  {
    return (2 * sum + n) / (2 * n);
  }
};

/* Byte i of words. */
template <int N>
static __device__ __forceinline__ int
byte_of (const uint32_t (&word)[N], int i)
{
  return word[i / 4] >> i % 4 * 8 & 0xff;
}

static __global__ void
scalar (const EpsilonPicture picture)
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int64_t stride = picture.stride;
  const uint8_t *src = picture.src + y * stride + x;
  Sum sum = {};

  if (x >= picture.width || y >= picture.height)
    return;
  for (int j = -RADIUS; j <= RADIUS; j++)
    for (int i = -RADIUS; i <= RADIUS; i++)
      sum.add (*src, src[j * stride + i], picture.threshold);
  picture.dst[y * stride + x] = sum.mean ();
}

static __global__ void
packed (const EpsilonPicture picture)
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int64_t stride = picture.stride;
  const uint8_t *row = picture.src + (y - RADIUS) * stride;
  const int p = picture.src[y * stride + x];
  Sum sum = {};

  if (x >= picture.width || y >= picture.height)
    return;
  for (int j = 0; j < SIZE; j++, row += stride) {
    const uint32_t *from = (const uint32_t *)(row - RADIUS) + x / 4;
    const uint32_t a = from[0], b = from[1], c = from[2];
    const uint32_t word[] = { __funnelshift_r (a, b, x % 4 * 8),
      __funnelshift_r (b, c, x % 4 * 8), c >> x % 4 * 8 };

#pragma unroll
    for (int i = 0; i < SIZE; i++)
      sum.add (p, byte_of (word, i), picture.threshold);
  }
  picture.dst[y * stride + x] = sum.mean ();
}

/* Outputs pixels, the first one aligned as a word is; `row` is RADIUS rows
 * above and samples left of it. */
template <int Outputs>
static __device__ __forceinline__ void
make_outputs (const uint8_t *row, int64_t stride, int threshold, uint8_t *dst)
{
  constexpr int words = Outputs / 4 + 2;
  const uint8_t *centre = row + RADIUS * stride + RADIUS;
  uint32_t p[Outputs / 4], result[Outputs / 4] = {};
  Sum sum[Outputs] = {};

#pragma unroll
  for (int i = 0; i < Outputs / 4; i++)
    p[i] = ((const uint32_t *)centre)[i];
#pragma unroll
  for (int j = 0; j < SIZE; j++, row += stride) {
    uint32_t word[words];

#pragma unroll
    for (int i = 0; i < words; i++)
      word[i] = ((const uint32_t *)row)[i];
#pragma unroll
    for (int k = 0; k < Outputs; k++)
#pragma unroll
      for (int i = 0; i < SIZE; i++)
        sum[k].add (byte_of (p, k), byte_of (word, k + i), threshold);
  }
#pragma unroll
  for (int k = 0; k < Outputs; k++)
    result[k / 4] |= (uint32_t)sum[k].mean () << k % 4 * 8;
#pragma unroll
  for (int i = 0; i < Outputs / 4; i++)
    ((uint32_t *)dst)[i] = result[i];
}

template <int Outputs>
static __global__ void
outputs (const EpsilonPicture picture)
{
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * Outputs;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int64_t stride = picture.stride;

  if (x < picture.width && y < picture.height)
    make_outputs<Outputs> (picture.src + (y - RADIUS) * stride + x - RADIUS,
        stride, picture.threshold, picture.dst + y * stride + x);
}

template <int Height>
static __global__ void
shared (const EpsilonPicture picture)
{
  constexpr int words = 8 + 2 * RADIUS / 4, rows = Height + 2 * RADIUS;
  __shared__ uint32_t tile[rows][words];
  const int left = blockIdx.x * 32, top = blockIdx.y * Height;
  const int y = top + threadIdx.y;
  const int64_t stride = picture.stride;

  for (int i = threadIdx.y * 8 + threadIdx.x; i < rows * words;
       i += 8 * Height) {
    const int row = top - RADIUS + i / words;

    if (row < picture.height + RADIUS)
      tile[i / words][i % words] =
          ((const uint32_t *)(picture.src + row * stride + left
                              - RADIUS))[i % words];
  }
  __syncthreads ();
  if (y < picture.height)
    make_outputs<4> ((const uint8_t *)&tile[threadIdx.y][threadIdx.x],
        words * 4, picture.threshold,
        picture.dst + y * stride + left + threadIdx.x * 4);
}

struct Step {
  void (*kernel) (const EpsilonPicture picture);
  int outputs;
  dim3 block;
};

static const Step steps[N_EPSILON_STEPS] = {
  { scalar, 1, dim3 (32, 8) },
  { packed, 1, dim3 (32, 8) },
  { outputs<4>, 4, dim3 (32, 8) },
  { outputs<8>, 8, dim3 (32, 8) },
  { outputs<16>, 16, dim3 (32, 8) },
  { shared<16>, 4, dim3 (8, 16) },
  { shared<24>, 4, dim3 (8, 24) },
};

static unsigned
divide_up (int n, unsigned d)
{
  return (n + d - 1) / d;
}

} // namespace

cudaError_t
epsilon_ladder_launch (
    EpsilonStep step, const EpsilonPicture *picture, cudaStream_t stream)
{
  const Step &s = steps[step];
  EpsilonPicture argument = *picture;
  void *args[] = { &argument };
  const dim3 grid (divide_up (picture->width, s.block.x * s.outputs),
      divide_up (picture->height, s.block.y));

  return cudaLaunchKernel (
      (const void *)s.kernel, grid, s.block, args, 0, stream);
}
