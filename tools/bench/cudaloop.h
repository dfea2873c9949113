/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What CUDA does without GStreamer, frame after frame. All calls need the same
 * CUDA context to be current. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  /* Up, a copy kernel, down: three streams, six frames in flight, page-locked
   * host memory. */
  CUDA_LOOP_TRANSFERS,
  /* The copy kernel alone, on frames that are and stay on the device. */
  CUDA_LOOP_KERNEL,
  /* Likewise, and each frame waited for. */
  CUDA_LOOP_KERNEL_SYNCHRONISED,
} CudaLoopKind;

typedef struct CudaLoop CudaLoop;

/* The name of the current context's device; `error` where this build cannot
 * run on it. NULL: *error says why, and is static, here and below. */
const char *cuda_loop_device_name (const char **error);

/* For frames of so many bytes. */
CudaLoop *cuda_loop_new (CudaLoopKind kind, size_t bytes, const char **error);

/* Starts a frame, and returns when the one six before it is over. NULL, or what
 * went wrong. */
const char *cuda_loop_frame (CudaLoop *self);

/* Waits for all frames first. */
void cuda_loop_free (CudaLoop *self);

#ifdef __cplusplus
}
#endif
