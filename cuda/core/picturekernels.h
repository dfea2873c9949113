/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels that go over a picture's planes share this: a
 * kernel's argument, and the kernels. */
#pragma once

#include "cuda/core/kernel.h"

#include <stdint.h>

#define CF_KERNEL_PLANES 12   /* CF_MAX_PLANES */
#define CF_KERNEL_THREADS 128 /* a block's threads, if nothing else is said */
#define CF_KERNEL_WARPS (CF_KERNEL_THREADS / 32)

/* A copied plane is split into blocks of CF_KERNEL_THREADS units a row (a unit
 * is a vector of `unit` bytes, or a pixel) by this many rows. */
#define CF_COPY_ROWS 8

/* Rows straight from the picture, where they are aligned; see picture.c. */
enum {
  CF_NOT_DIRECT,
  CF_DIRECT,            /* neighbours side by side */
  CF_DIRECT_INTERLEAVED /* two channels, both made by the same block */
};

typedef struct {
  const uint8_t *src;
  uint8_t *dst;
  int64_t src_stride, dst_stride;   /* bytes, from a row to the next */
  int64_t src_channel, dst_channel; /* bytes, from a channel to the next */
  int32_t src_step, dst_step;       /* samples, from a pixel to the next */
  int32_t width, height, channels;
  int32_t bytes; /* of a sample */
  int32_t unit;  /* copied: 16, 4, 1 bytes; 0 = by the pixel */
  int32_t bits;  /* of a value */
  int32_t shift; /* zero bits below it */
  uint32_t first_block, blocks_across;
  uint32_t across_factor; /* n / blocks_across = n * factor >> shift */
  uint32_t across_shift;
  uint32_t mask;      /* of four or two samples: their value bits */
  uint32_t constant;  /* the constant border's sample, repeated */
  uint8_t filtered;   /* else copied */
  uint8_t src_vector; /* rows can be read by 16 or 4 bytes, or 0 */
  uint8_t dst_vector; /* rows can be written by 16-byte vectors */
  uint8_t direct;     /* CF_DIRECT…, for small windows */
} CfKernelPlane;

/* One launch does all planes of a picture: blocks find theirs by
 * first_block. */
typedef struct {
  CfKernelPlane plane[CF_KERNEL_PLANES];
  int32_t n_planes;
  int32_t border; /* CfBorder */
} CfKernelPicture;

CF_DECLARE_KERNEL (copy, CfKernelPicture)
