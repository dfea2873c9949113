/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that start before the previous one has ended. */
#pragma once

/* Lets the next kernel start its blocks, where there is room for them, once all
 * blocks of this one have come so far: it waits for the end of this one
 * itself. */
static __device__ __forceinline__ void
allow_next ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && !defined(CF_EMULATED)
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/* All earlier work is done; every thread waits before it reads or writes what
 * that makes, or ends. Only code for sm_90 and above can be launched so. Read
 * nothing of that by __ldg(), which a compiler may move before this. */
static __device__ __forceinline__ void
await_previous ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && !defined(CF_EMULATED)
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Begins a kernel. One that is beside the previous one needs nothing of that,
 * and has a block more than it has work for: who waits for this kernel waits
 * for that block, which waits for the previous one. FALSE: this is the
 * block. */
static __device__ __forceinline__ bool
begin_beside (bool is_beside)
{
  allow_next ();
  if (is_beside && blockIdx.x + 1 < gridDim.x)
    return true;
  await_previous ();
  return !is_beside;
}
