/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What CUDA does without GStreamer, frame after frame. */
#pragma once

#include "engine/core/cfdevice.h"

typedef enum {
  /* Up, a copy kernel, down: three streams, six frames in flight, page-locked
   * host memory. */
  CUDA_LOOP_TRANSFERS,
  /* The copy kernel alone, on frames that are and stay on the device. */
  CUDA_LOOP_KERNEL,
  /* Likewise, and each frame waited for. */
  CUDA_LOOP_KERNEL_SYNCHRONISED,
} CudaLoopKind;

typedef struct _CudaLoop CudaLoop;

/* For frames of so many bytes. */
CudaLoop *cuda_loop_new (
    CfDevice *device, CudaLoopKind kind, gsize bytes, GError **error);

/* Starts a frame, and returns when the one six before it is over. */
gboolean cuda_loop_frame (CudaLoop *self, GError **error);

/* Waits for all frames first. */
void cuda_loop_free (CudaLoop *self);
