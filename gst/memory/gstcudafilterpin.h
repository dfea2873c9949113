/* Page-locks other elements' memory where it lies, if it returns frame after
 * frame: then it transfers as fast as our own. */
#pragma once

#include "gst/memory/gstcudafilterdevice.h"

G_BEGIN_DECLS

/* To be called for each frame's memory, which is mapped with these flags. TRUE
 * where it is page-locked: it is from its second frame on, until it is freed,
 * where it is system memory that can be. Thread-safe. */
gboolean gst_cuda_filter_pin (
    GstMemory *memory, GstMapFlags flags, GstCudaFilterDevice *device);

G_END_DECLS
