/* Code that both backends run. Headers that use this include no GLib. */
#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#define CF_SHARED static __host__ __device__ __forceinline__
#else
#define CF_SHARED static inline
#endif
