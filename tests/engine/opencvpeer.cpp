/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* OpenCV's filters as a module. */
#include "opencvpeer.h"

#include <opencv2/imgproc.hpp>
#include <opencv2/photo.hpp>

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

static int
convolve (const void *src, size_t src_stride, void *dst, size_t dst_stride,
    int width, int height, int channels, int bytes, int mask_width,
    int mask_height, int is_product, const double *values, double divisor,
    double bias)
{
  const int type = CV_MAKETYPE (bytes == 1 ? CV_8U : CV_16U, channels);
  const cv::Mat from (
      height, width, type, const_cast<void *> (src), src_stride);
  cv::Mat to (height, width, type, dst, dst_stride);
  double *all = const_cast<double *> (values);
  const cv::Point middle (-1, -1);

  try {
    if (is_product) {
      const cv::Mat row = cv::Mat (1, mask_width, CV_64F, all) / divisor;
      const cv::Mat column (1, mask_height, CV_64F, all + mask_width);

      cv::sepFilter2D (
          from, to, -1, row, column, middle, bias, cv::BORDER_REPLICATE);
    } else {
      const cv::Mat mask =
          cv::Mat (mask_height, mask_width, CV_64F, all) / divisor;

      cv::filter2D (from, to, -1, mask, middle, bias, cv::BORDER_REPLICATE);
    }
  } catch (const cv::Exception &) {
    return 0;
  }
  return to.data == dst;
}

static int
bilateral (const void *src, size_t src_stride, void *dst, size_t dst_stride,
    int width, int height, int bytes, int size, double range)
{
  const int type = bytes == 1 ? CV_8U : CV_16U;
  const cv::Mat from (
      height, width, type, const_cast<void *> (src), src_stride);
  cv::Mat to (height, width, type, dst, dst_stride);

  try {
    cv::bilateralFilter (
        from, to, size, range, size / 2.0, cv::BORDER_REPLICATE);
  } catch (const cv::Exception &) {
    return 0;
  }
  return to.data == dst;
}

static int
inpaint (const void *src, size_t src_stride, void *dst, size_t dst_stride,
    int width, int height, int bytes, const void *mask, double radius,
    int is_navier_stokes)
{
  const int type = bytes == 1 ? CV_8U : CV_16U;
  const cv::Mat from (
      height, width, type, const_cast<void *> (src), src_stride);
  const cv::Mat holes (height, width, CV_8U, const_cast<void *> (mask));
  cv::Mat to (height, width, type, dst, dst_stride);

  try {
    cv::inpaint (from, holes, to, radius,
        is_navier_stokes ? cv::INPAINT_NS : cv::INPAINT_TELEA);
  } catch (const cv::Exception &) {
    return 0;
  }
  return to.data == dst;
}

extern "C" {
extern __attribute__ ((visibility ("default"))) const OpenCVPeer opencv_peer;
const OpenCVPeer opencv_peer = { CV_VERSION, median, convolve, bilateral,
  inpaint, cv::setNumThreads };
}
