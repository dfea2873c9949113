/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Limits caps to frames that can be filtered: one picture a buffer, in system
 * memory and CUDAMemory, in any combination. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Templates have this: raw frames in a memory. Caps of sources need no more
 * than these fields: one more, and videoconvert would add it, and convert. The
 * next function says which pictures a frame may have. */
#define GCF_CAPS_MAKE(features, formats) \
  "video/x-raw" features ", format = (string) " formats \
  ", width = " GST_VIDEO_SIZE_RANGE ", height = " GST_VIDEO_SIZE_RANGE

/* Takes out what has no picture that can be filtered in each buffer. Pixels
 * side by side are of one view; of two views in alternate rows, columns or
 * pixels they are not, and other modes have several pictures a buffer. Single
 * fields need the feature of these. Caps may have what they leave out. Takes
 * the caps. */
GstCaps *gcf_caps_limit_pictures (GstCaps *caps);
/* Answers have the format before all other fields. videoconvert of 1.22 to 1.28
 * removes width and height from a structure whose formats it goes through, and
 * then takes the first one there is where others come first. Formats of 8 bits
 * come before deeper ones: a source that can make any takes the first, and
 * GStreamer's lists begin with 16 bits. Takes the caps. */
GstCaps *gcf_caps_put_format_first (GstCaps *caps);
/* TRUE where caps are of `known`, and their pictures can be filtered. */
gboolean gcf_caps_are_of (GstCaps *caps, GstCaps *known);

/* The caps that frames of `caps` can have on the other side: the same memory
 * first. `known` is the other pad's template; without `cuda_source` no
 * CUDAMemory can be made (`caps` are of the sink pad or, with `to_sink`, of the
 * source pad). */
GstCaps *gcf_other_caps (
    GstCaps *caps, GstCaps *known, gboolean to_sink, gboolean cuda_source);

G_END_DECLS
