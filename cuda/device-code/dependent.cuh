/* Kernels that start before the one in front of them has ended. */
#pragma once

/* All work in front is done; every thread waits before it reads or writes what
 * that makes, or ends. Only code for sm_90 and above can be launched so. */
static __device__ __forceinline__ void
await_previous ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && !defined(CF_EMULATED)
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
