/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* NPP's filters, to compare with: a module that tests/gpu/run compiles on the
 * GPU host, where NPP is. */
#pragma once

struct CUstream_st; /* a cudaStream_t points to it */

/* Bytes of work space, or -1 where NPP refuses. */
typedef int (*NppPeerSpace) (int width, int height, int size, int bytes);

/* Enqueues the median of a size x size window; reads size / 2 samples around
 * the picture. 0 is success. */
typedef int (*NppPeerMedian) (const void *src, int src_stride, void *dst,
    int dst_stride, int width, int height, int size, int bytes, void *space,
    struct CUstream_st *stream);

#define NPP_PEER_SPACE "npp_peer_space"
#define NPP_PEER_MEDIAN "npp_peer_median"

/* Enqueues NPP's convolution of a mask of width x height taps, which the GPU
 * can read: integers over `divisor`, or, where that is 0, floats. A row and
 * then a column of them where `between` is a picture of this stride for the
 * row's results (8 bits, as NPP has them). 8-bit samples; reads around the
 * picture. 0 is success. */
typedef int (*NppPeerConvolve) (const void *src, int src_stride, void *dst,
    int dst_stride, int picture_width, int picture_height, const void *taps,
    int width, int height, int divisor, void *between,
    struct CUstream_st *stream);

#define NPP_PEER_CONVOLVE "npp_peer_convolve"

/* Enqueues NPP's bilateral filter of a window of 2 radius + 1, with borders
 * replicated. 0 is success. */
typedef int (*NppPeerBilateral) (const void *src, int src_stride, void *dst,
    int dst_stride, int width, int height, int radius, int bytes,
    float value_sigma, float position_sigma, struct CUstream_st *stream);

#define NPP_PEER_BILATERAL "npp_peer_bilateral"
