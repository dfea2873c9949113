/* OpenCV's medianBlur as a module. */
#include "opencvpeer.h"

#include <opencv2/imgproc.hpp>

static int
median (const void *src, size_t src_stride, void *dst, size_t dst_stride,
    int width, int height, int channels, int bytes, int size)
{
  const int type = CV_MAKETYPE (bytes == 1 ? CV_8U : CV_16U, channels);
  const cv::Mat from (
      height, width, type, const_cast<void *> (src), src_stride);
  cv::Mat to (height, width, type, dst, dst_stride);

  try {
    cv::medianBlur (from, to, size);
  } catch (const cv::Exception &) {
    return 0;
  }
  /* OpenCV must not have put the result elsewhere */
  return to.data == dst;
}

extern "C" {
extern __attribute__ ((visibility ("default"))) const OpenCVPeer opencv_peer;
const OpenCVPeer opencv_peer = { CV_VERSION, median, cv::setNumThreads };
}
