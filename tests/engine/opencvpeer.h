/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* OpenCV's filters, in a module of its own that is loaded where it and
 * OpenCV are there: the program runs without both. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The module's one symbol, "opencv_peer". */
typedef struct {
  const char *version;
  /* Rows of `channels` adjacent samples a pixel; 0 where OpenCV refused. */
  int (*median) (const void *src, size_t src_stride, void *dst,
      size_t dst_stride, int width, int height, int channels, int bytes,
      int size);
  /* Correlation with a mask of width x height values over a divisor, plus a
   * bias: filter2D, or where the values are a row and a column sepFilter2D.
   * The replicate border; 0 where OpenCV refused. */
  int (*convolve) (const void *src, size_t src_stride, void *dst,
      size_t dst_stride, int width, int height, int channels, int bytes,
      int mask_width, int mask_height, int is_product, const double *values,
      double divisor, double bias);
  /* bilateralFilter of one channel: the samples of a disc of diameter `size`,
   * weighted by Gaussians of their distance and of their difference, `range`
   * its standard deviation. The replicate border; 8 bits, else 0. */
  int (*bilateral) (const void *src, size_t src_stride, void *dst,
      size_t dst_stride, int width, int height, int bytes, int size,
      double range);
  /* inpaint of one channel: where the mask is not 0, from samples up to
   * `radius` away, Telea's way or Navier-Stokes'. The mask has a byte a pixel
   * and no bytes between rows. */
  int (*inpaint) (const void *src, size_t src_stride, void *dst,
      size_t dst_stride, int width, int height, int bytes, const void *mask,
      double radius, int is_navier_stokes);
  void (*set_threads) (int threads);
} OpenCVPeer;

#ifdef __cplusplus
}
#endif
