/* Which memory goes in and out: system memory and CUDAMemory, in any
 * combination. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* The caps that frames of `caps` can have on the other side: the same memory
 * first. `known` is the other pad's template; without `cuda_source` no
 * CUDAMemory can be made (`caps` are of the sink pad or, with `to_sink`, of the
 * source pad). */
GstCaps *gst_cuda_filter_other_caps (
    GstCaps *caps, GstCaps *known, gboolean to_sink, gboolean cuda_source);

G_END_DECLS
