/* What the host code and the kernels share: a kernel's argument, and the
 * kernels themselves (their host stubs, for cudaLaunchKernel). */
#pragma once

#include <stdint.h>

#include "medians.h" /* generated: CF_MEDIAN_TILES */

#define CF_KERNEL_PLANES 12   /* CF_MAX_PLANES */
#define CF_KERNEL_THREADS 128 /* a block's threads, in every kernel */

/* A copied plane is cut into blocks of CF_KERNEL_THREADS units a row (a unit
 * is a vector of `unit` bytes, or a pixel) by this many rows. */
#define CF_COPY_ROWS 8

/* The 3x3 median's tile: every thread makes 8 pixels in each of 8 rows. */
#define CF_MEDIAN_3_WIDTH 256
#define CF_MEDIAN_3_HEIGHT 32

enum {
  CF_KERNEL_REPLICATE, /* the values of CfBorder */
  CF_KERNEL_MIRROR,
  CF_KERNEL_CONSTANT
};

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
  uint32_t first_block, blocks_across;
  uint32_t mask;      /* of four or two samples: their value bits */
  uint32_t constant;  /* the constant border's sample, repeated */
  uint8_t filtered;   /* else copied */
  uint8_t src_vector; /* rows can be read by 16 or 4 bytes, or 0 */
  uint8_t dst_vector; /* rows can be written by 16-byte vectors */
  uint8_t direct;     /* CF_DIRECT…, for 3x3 */
} CfKernelPlane;

/* One launch does all planes of a picture: blocks find theirs by
 * first_block. */
typedef struct {
  CfKernelPlane plane[CF_KERNEL_PLANES];
  int32_t n_planes;
  int32_t border;
} CfKernelPicture;

#ifndef __CUDACC__
#ifdef __cplusplus
extern "C" {
#endif
void cf_kernel_copy (const CfKernelPicture picture);
void cf_kernel_median_3_1 (const CfKernelPicture picture);
void cf_kernel_median_3_2 (const CfKernelPicture picture);
#define CF_DECLARE(size, tile_w, tile_h, across) \
  void cf_kernel_median_##size##_1 (const CfKernelPicture picture); \
  void cf_kernel_median_##size##_2 (const CfKernelPicture picture);
CF_MEDIAN_TILES (CF_DECLARE)
#undef CF_DECLARE
#ifdef __cplusplus
}
#endif
#endif
