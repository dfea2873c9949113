/* The CUDA backend's table. */
#include "cudabackend.h"

const CfBackend cf_backend_cuda = {
  .type = CF_BACKEND_CUDA,
  .name = "cuda",
  .unified = FALSE,
  .device_open = cf_cuda_device_open,
  .device_close = cf_cuda_device_close,
  .device_alloc = cf_cuda_device_alloc,
  .device_free = cf_cuda_device_free,
  .host_alloc = cf_cuda_host_alloc,
  .host_free = cf_cuda_host_free,
  .stream_new = cf_cuda_stream_new,
  .stream_free = cf_cuda_stream_free,
  .stream_synchronize = cf_cuda_stream_synchronize,
  .stream_transfer = cf_cuda_stream_transfer,
  .event_new = cf_cuda_event_new,
  .event_free = cf_cuda_event_free,
  .event_record = cf_cuda_event_record,
  .stream_wait_event = cf_cuda_stream_wait_event,
  .event_synchronize = cf_cuda_event_synchronize,
  .filter_new = cf_cuda_filter_new,
  .filter_free = cf_cuda_filter_free,
  .filter_run = cf_cuda_filter_run,
};
