/* Which frames go in and out: one picture a buffer, in system memory and
 * CUDAMemory, in any combination. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* For templates: the pictures that can be filtered, each a buffer. Pixels side
 * by side are of one view; of two views in alternate rows, columns or pixels
 * they are not, and other modes have several pictures a buffer. The mode of
 * single fields, `alternate`, is for caps with the feature of these. Caps that
 * leave the fields out mean the first values. */
#define GST_CUDA_FILTER_VIEWS \
  "multiview-mode = { mono, left, right, side-by-side, " \
  "side-by-side-quincunx, top-bottom, frame-by-frame, " \
  "multiview-frame-by-frame }"
#define GST_CUDA_FILTER_PICTURES \
  "interlace-mode = { progressive, interleaved, mixed " \
  "}, " GST_CUDA_FILTER_VIEWS

/* TRUE where caps are of `known`, which has such fields. */
gboolean gst_cuda_filter_caps_are_of (GstCaps *caps, GstCaps *known);
/* Such fields that `from` leaves out `caps`, which it takes, leave out too. */
GstCaps *gst_cuda_filter_caps_leave_out (GstCaps *caps, GstCaps *from);

/* The caps that frames of `caps` can have on the other side: the same memory
 * first. `known` is the other pad's template; without `cuda_source` no
 * CUDAMemory can be made (`caps` are of the sink pad or, with `to_sink`, of the
 * source pad). */
GstCaps *gst_cuda_filter_other_caps (
    GstCaps *caps, GstCaps *known, gboolean to_sink, gboolean cuda_source);

G_END_DECLS
