/* Blocks that run at once, on neighbouring multiprocessors: a cluster, from
 * sm_90 on. Before that each is alone. */
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

  /* All threads of all blocks; what they wrote before, to memory too, is seen
   * by all of them behind it (load_shared()). */
  __device__ __forceinline__ void
  barrier () const
  {
#if CF_HAVE_CLUSTERS
    if (blocks > 1) {
      asm volatile("barrier.cluster.arrive.release.aligned;\n\t"
                   "barrier.cluster.wait.acquire.aligned;" ::
                       : "memory");
      return;
    }
#elif defined(CF_EMULATED)
    emulated_cluster_barrier ();
    return;
#endif
    __syncthreads ();
  }
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
