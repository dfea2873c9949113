/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks that run at once, on neighbouring multiprocessors, and write to each
 * other's shared memory: a cluster, from sm_90 on. Before that each is alone.
 */
#pragma once

#include <stdint.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && !defined(CF_EMULATED)
#define CF_HAVE_CLUSTERS 1
#else
#define CF_HAVE_CLUSTERS 0
#endif

struct Cluster {
  int rank, blocks;

  __device__ __forceinline__
  Cluster ()
      : rank (0), blocks (1)
  {
#if CF_HAVE_CLUSTERS
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
#elif defined(CF_EMULATED)
    rank = emulated_cluster_rank ();
    blocks = emulated_cluster_blocks ();
#endif
  }

  /* All threads of all blocks call; after it they all see what each wrote
   * before. */
  __device__ __forceinline__ void
  barrier () const
  {
#if CF_HAVE_CLUSTERS
    asm volatile("barrier.cluster.arrive.release.aligned;\n\t"
                 "barrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
#elif defined(CF_EMULATED)
    emulated_cluster_barrier ();
#else
    __syncthreads ();
#endif
  }

  /* Writes to where another block has what is `own` in this one's shared
   * memory. */
  __device__ __forceinline__ void
  store (uint64_t *own, int to, uint64_t value) const
  {
#if CF_HAVE_CLUSTERS
    asm volatile(
        "st.shared::cluster.u64 [%0], %1;" ::"r"(address (own, to)), "l"(value)
        : "memory");
#else
    *at (own, to) = value;
#endif
  }

  __device__ __forceinline__ void
  store (uint4 *own, int to, const uint4 &v) const
  {
#if CF_HAVE_CLUSTERS
    asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(
                     address (own, to)),
                 "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                 : "memory");
#else
    *at (own, to) = v;
#endif
  }

private:
#if CF_HAVE_CLUSTERS
  static __device__ __forceinline__ uint32_t
  address (const void *own, int to)
  {
    uint32_t there;

    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(there)
        : "r"((uint32_t)__cvta_generic_to_shared (own)), "r"(to));
    return there;
  }
#else
  template <typename T>
  static __device__ __forceinline__ T *
  at (T *own, int to)
  {
#ifdef CF_EMULATED
    return (T *)emulated_shared_of (own, to);
#else
    return own;
#endif
  }
#endif
};

/* Words of memory that other blocks have written: not from this one's cache. */
template <typename T>
static __device__ __forceinline__ T
load_shared (const T *from)
{
#ifdef CF_EMULATED
  return *from;
#else
  union {
    uint32_t word[sizeof (T) / 4];
    T value;
  } v;

  static_assert (sizeof (T) % 4 == 0, "whole words");
#pragma unroll
  for (int i = 0; i < (int)sizeof (T) / 4; i++)
    v.word[i] = __ldcg ((const uint32_t *)from + i);
  return v.value;
#endif
}
