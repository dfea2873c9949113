/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels of noise reduction over time share this. */
#pragma once

#include "cuda/core/picturekernels.h"

#define CF_DENOISE_SIDE 8 /* frames before, and after */

/* Bytes of a row that a thread makes: of one sample each, and of windows. */
#define CF_DENOISE_VECTOR 16
#define CF_DENOISE_WORD 4
/* Windows: threads side by side in a block. */
#define CF_DENOISE_ACROSS 32

/* Kept frames have a plane's samples here: rows at multiples of 128 bytes. */
typedef struct {
  uint8_t *at;          /* in slot 0 */
  int64_t row, channel; /* bytes from one to the next */
  int32_t apart;        /* samples from a neighbour to the next */
  int32_t one, sum;     /* AVERAGE: limits of differences, << shift */
  /* AVERAGE by an estimate: its number, and what is used of it, 256ths */
  uint32_t estimate, strength;
  uint32_t is_given; /* AVERAGE: not by an estimate */
} CfKernelDenoisePlane;

typedef struct {
  CfKernelPicture picture; /* src: the frame's */
  CfKernelDenoisePlane plane[CF_KERNEL_PLANES];
  /* Kept frames, bytes from slot 0. AVERAGE: those before the frame, outward,
   * and from CF_DENOISE_SIDE on those after it. MEDIAN: the nearest first;
   * of windows, the frame itself is the first. */
  int64_t frame[2 * CF_DENOISE_SIDE];
  const uint32_t *estimates; /* sigma by number, where it is not given */
  int64_t store;             /* where the frame is to be kept, or -1 */
  int32_t n_past, n_future;  /* but for scene changes */
  const uint32_t
      *scene_changes; /* as of cf_scene_changes_around (), or NULL: none */
  uint32_t scene_changes_shift;
  /* MEDIAN: bytes of a slot, the frame's own, and how many there are */
  int64_t slot;
  int32_t own_slot, n_slots;
} CfKernelDenoise;

/* AVERAGE: by frames before and after, at most; there may be fewer. */
#define CF_DENOISE_AVERAGES(X) \
  X (2, 0) X (4, 0) X (8, 0) X (2, 2) X (4, 4) X (8, 8)
/* MEDIAN: by frames, the frame itself among them */
#define CF_DENOISE_MEDIANS(X) X (1) X (3) X (5) X (7)

#define CF_DECLARE(past, future) \
  CF_DECLARE_KERNEL (denoise_average_##past##_##future##_1, CfKernelDenoise) \
  CF_DECLARE_KERNEL (denoise_average_##past##_##future##_2, CfKernelDenoise)
CF_DENOISE_AVERAGES (CF_DECLARE)
#undef CF_DECLARE
#define CF_DECLARE(frames) \
  CF_DECLARE_KERNEL (denoise_median_##frames##_1, CfKernelDenoise) \
  CF_DECLARE_KERNEL (denoise_median_##frames##_2, CfKernelDenoise) \
  CF_DECLARE_KERNEL (denoise_window_##frames##_1, CfKernelDenoise) \
  CF_DECLARE_KERNEL (denoise_window_##frames##_2, CfKernelDenoise)
CF_DENOISE_MEDIANS (CF_DECLARE)
#undef CF_DECLARE
CF_DECLARE_KERNEL (denoise_near_scene_change_1, CfKernelDenoise)
CF_DECLARE_KERNEL (denoise_near_scene_change_2, CfKernelDenoise)
