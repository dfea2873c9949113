/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Copies to shared memory that go on while their thread does: from sm_80 on. */
#pragma once

#include <stdint.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define CF_HAVE_ASYNC 1
#else
#define CF_HAVE_ASYNC 0
#endif

/* Copies 4, 8 or 16 bytes, aligned. The block's threads see them after
 * await_copies() and a barrier. */
template <typename Vector>
static __device__ __forceinline__ void
copy_async (uint8_t *to, const uint8_t *from)
{
#if !CF_HAVE_ASYNC || defined(CF_EMULATED)
  *(Vector *)to = *(const Vector *)from;
#else
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
               :
               : "r"((uint32_t)__cvta_generic_to_shared (to)), "l"(from),
               "n"(sizeof (Vector))
               : "memory");
#endif
}

/* Waits for those of this thread. */
static __device__ __forceinline__ void
await_copies ()
{
#if CF_HAVE_ASYNC && !defined(CF_EMULATED)
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}
