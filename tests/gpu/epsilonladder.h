/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The steps by which the OpenCL guide of the seeds makes its epsilon filter
 * faster, as CUDA kernels: 9x9, 8 bits. */
#pragma once

#include <cuda_runtime_api.h>
#include <stdint.h>

typedef enum {
  EPSILON_SCALAR,    /* an output a thread, 81 loads of a sample */
  EPSILON_PACKED,    /* the same, 3 loads of 4 samples a row */
  EPSILON_OUTPUTS_4, /* 4 outputs of them */
  EPSILON_OUTPUTS_8, /* 8 outputs of 4 loads a row */
  EPSILON_OUTPUTS_16,
  EPSILON_SHARED_16, /* 4 outputs, from shared memory, 8x16 threads */
  EPSILON_SHARED_24, /* 8x24 threads */
  N_EPSILON_STEPS
} EpsilonStep;

typedef struct {
  const uint8_t *src; /* first sample of a picture; 16 samples around it can be
                         read, and rows are at multiples of 4 bytes */
  uint8_t *dst;
  int stride, width, height; /* width: a multiple of 32 */
  int threshold;
} EpsilonPicture;

#ifdef __cplusplus
extern "C"
#endif
    cudaError_t
    epsilon_ladder_launch (
        EpsilonStep step, const EpsilonPicture *picture, cudaStream_t stream);
