/* OpenCV's medianBlur, in a module of its own that is loaded where it and
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
  void (*set_threads) (int threads);
} OpenCVPeer;

#ifdef __cplusplus
}
#endif
