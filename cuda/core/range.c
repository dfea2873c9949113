/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ranges for profilers: NVTX, where the toolkit that this was built with has
 * its headers. They need no library, and cost nothing where no profiler
 * listens. */
#include "cuda/core/cudabackend.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>

void
cf_cuda_range_push (const gchar *name, guint64 number)
{
  nvtxEventAttributes_t attributes = {
    .version = NVTX_VERSION,
    .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
    .messageType = NVTX_MESSAGE_TYPE_ASCII,
    .message.ascii = name,
    .payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
    .payload.ullValue = number,
  };

  nvtxRangePushEx (&attributes);
}

void
cf_cuda_range_pop (void)
{
  nvtxRangePop ();
}

#else

void
cf_cuda_range_push (const gchar *name, guint64 number)
{
}

void
cf_cuda_range_pop (void)
{
}

#endif
