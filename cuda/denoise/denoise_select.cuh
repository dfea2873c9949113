/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The median of samples in registers, two a register: halves, of which those of
 * 8 bits are in the upper bytes with anything below, which keeps their order.
 * Written as sorting; what the median does not need the compiler leaves out. */
#pragma once

#include <stdint.h>

static __device__ __forceinline__ void
sort2 (uint32_t &low, uint32_t &high)
{
  const uint32_t least = __vminu2 (low, high);

  high = __vmaxu2 (low, high);
  low = least;
}

/* Batcher's odd-even merge of sorted lists of A and B samples. */
template <int A, int B>
static __device__ __forceinline__ void
merge (const uint32_t *a, const uint32_t *b, uint32_t *out)
{
  if constexpr (A == 0 || B == 0) {
#pragma unroll
    for (int i = 0; i < A + B; i++)
      out[i] = A == 0 ? b[i] : a[i];
  } else if constexpr (A == 1 && B == 1) {
    out[0] = a[0];
    out[1] = b[0];
    sort2 (out[0], out[1]);
  } else {
    constexpr int even_a = (A + 1) / 2, odd_a = A / 2;
    constexpr int even_b = (B + 1) / 2, odd_b = B / 2;
    constexpr int evens = even_a + even_b, odds = odd_a + odd_b;
    uint32_t split_a[A], split_b[B], even[evens], odd[odds + 1];

#pragma unroll
    for (int i = 0; i < A; i++)
      split_a[i % 2 ? even_a + i / 2 : i / 2] = a[i];
#pragma unroll
    for (int i = 0; i < B; i++)
      split_b[i % 2 ? even_b + i / 2 : i / 2] = b[i];
    merge<even_a, even_b> (split_a, split_b, even);
    merge<odd_a, odd_b> (split_a + even_a, split_b + even_b, odd);
    out[0] = even[0];
#pragma unroll
    for (int i = 0; i < odds; i++) {
      if (i + 1 < evens) {
        uint32_t low = odd[i], high = even[i + 1];

        sort2 (low, high);
        out[2 * i + 1] = low;
        out[2 * i + 2] = high;
      } else {
        out[2 * i + 1] = odd[i];
      }
    }
    if (evens == odds + 2)
      out[A + B - 1] = even[evens - 1];
  }
}

template <int N>
static __device__ __forceinline__ void
sort (uint32_t *v)
{
  if constexpr (N > 1) {
    constexpr int half = N / 2;
    uint32_t sorted[N];

    sort<half> (v);
    sort<N - half> (v + half);
    merge<half, N - half> (v, v + half, sorted);
#pragma unroll
    for (int i = 0; i < N; i++)
      v[i] = sorted[i];
  }
}

/* Sample `rank` of two sorted lists together, from 0: the least of the maxima
 * of a[i - 1] and b[rank - i]. */
template <int A, int B>
static __device__ __forceinline__ uint32_t
select (const uint32_t *a, const uint32_t *b, int rank)
{
  uint32_t result = 0xffffffff;

#pragma unroll
  for (int i = 0; i <= A; i++) {
    const int j = rank + 1 - i;

    if (j < 0 || j > B)
      continue;
    result = __vminu2 (result, i == 0   ? b[j - 1]
                               : j == 0 ? a[i - 1]
                                        : __vmaxu2 (a[i - 1], b[j - 1]));
  }
  return result;
}

template <int N>
static __device__ __forceinline__ uint32_t
median (uint32_t *v)
{
  if constexpr (N == 1) {
    return v[0];
  } else {
    constexpr int half = N / 2;

    sort<half> (v);
    sort<N - half> (v + half);
    return select<half, N - half> (v, v + half, N / 2);
  }
}
