/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels that find repeats, and keep frames for that,
 * share this. */
#pragma once

#include "cuda/core/picturekernels.h"

/* Rows of picture.plane are bytes, the frame's. */
typedef struct {
  CfKernelPicture picture;
  const uint8_t *last[CF_KERNEL_PLANES]; /* where the last frame's are, as there
                                          */
  uint8_t field[CF_KERNEL_PLANES];
  uint32_t *differs; /* by field: becomes 1 where a byte is another one */
  uint32_t *next;    /* the next frame's, becomes 0 */
  uint32_t *offsets; /* likewise, so many words */
  uint32_t n_offsets;
  uint32_t *scene_change; /* of a first frame, becomes CF_SCENE_GOES_ON */
  const uint32_t *last_scene_change; /* of CF_SCENE_FLASH nothing is a repeat */
  uint8_t is_first;                  /* there is no last frame */
} CfKernelRepeat;

CF_DECLARE_KERNEL (repeat, CfKernelRepeat)
CF_DECLARE_KERNEL (keep, CfKernelPicture)
