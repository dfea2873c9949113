/* NPP's median, to compare with: a module that tests/gpu/run compiles on the
 * GPU host, where NPP is. */
#pragma once

#include <cuda_runtime_api.h>

/* Bytes of work space, or -1 where NPP refuses. */
typedef int (*NppPeerSpace) (int width, int height, int size, int bytes);

/* Enqueues the median of a size x size window; reads size / 2 samples around
 * the picture. 0 is success. */
typedef int (*NppPeerMedian) (const void *src, int src_stride, void *dst,
    int dst_stride, int width, int height, int size, int bytes, void *space,
    cudaStream_t stream);

#define NPP_PEER_SPACE "npp_peer_space"
#define NPP_PEER_MEDIAN "npp_peer_median"
