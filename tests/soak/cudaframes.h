/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames in CUDAMemory, where the program is built with gstreamer-cuda and
 * elements work on a GPU, or on a fake driver. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

gboolean cuda_frames_available (void);
/* FALSE where CUDAMemory, as this release makes it, does not hold such
 * frames. */
gboolean cuda_frames_hold (const GstVideoInfo *info);
GstCaps *cuda_frames_caps (const GstVideoInfo *info);
/* An active pool of them, in the context that all share. */
GstBufferPool *cuda_frames_pool (const GstVideoInfo *info);
/* The picture, which is taken, in a frame of the pool. */
GstBuffer *cuda_frames_upload (
    GstBufferPool *pool, const GstVideoInfo *info, GstBuffer *picture);

/* A copy in ordinary memory, with all that describes the frame; of any frame,
 * and in every build. */
GstBuffer *cuda_frames_to_host (const GstVideoInfo *info, GstBuffer *frame);

G_END_DECLS
