/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CUDA backend's table. */
#include "cuda/core/cudabackend.h"
#include "cuda/core/tuning.h"

const CfBackend cf_backend_cuda = {
  .type = CF_BACKEND_CUDA,
  .name = "cuda",
  .unified = FALSE,
  .device_open = cf_cuda_device_open,
  .device_close = cf_cuda_device_close,
  .device_enter = cf_cuda_enter,
  .device_leave = cf_cuda_leave,
  .autotune = &cf_cuda_autotune,
  .device_alloc = cf_cuda_device_alloc,
  .device_free = cf_cuda_device_free,
  .host_alloc = cf_cuda_host_alloc,
  .host_free = cf_cuda_host_free,
  .host_register = cf_cuda_host_register,
  .host_unregister = cf_cuda_host_unregister,
  .host_map = cf_cuda_host_map,
  .stream_new = cf_cuda_stream_new,
  .stream_new_wrapped = cf_cuda_stream_new_wrapped,
  .stream_free = cf_cuda_stream_free,
  .stream_synchronize = cf_cuda_stream_synchronize,
  .stream_transfer = cf_cuda_stream_transfer,
  .event_new = cf_cuda_event_new,
  .event_free = cf_cuda_event_free,
  .event_record = cf_cuda_event_record,
  .stream_wait_event = cf_cuda_stream_wait_event,
  .event_synchronize = cf_cuda_event_synchronize,
  .event_elapsed = cf_cuda_event_elapsed,
  .range_push = cf_cuda_range_push,
  .range_pop = cf_cuda_range_pop,
  .filter_new = cf_cuda_filter_new,
  .snake_new = cf_cuda_snake_new,
  .snake_free = cf_cuda_snake_free,
  .snake_run = cf_cuda_snake_run,
  .fill_run = cf_cuda_fill_run,
};
