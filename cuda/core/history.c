/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/core/history.h"

#include "cuda/core/filtermemory.h"

gboolean
cf_cuda_history_init (CfCudaHistory *self, GError **error)
{
  return cf_cuda_check (
      cf_cu.EventCreate (&self->done, CF_CU_EVENT_DISABLE_TIMING),
      "make an event", error);
}

void
cf_cuda_history_clear (CfCudaHistory *self, CfDevice *device)
{
  if (self->done && cf_cuda_enter (device, NULL)) {
    cf_cuda_check (cf_cu.EventDestroy (self->done), "free an event", NULL);
    cf_cuda_leave ();
  }
}

gboolean
cf_cuda_history_begin (
    const CfCudaHistory *self, CfStream *stream, GError **error)
{
  return cf_cuda_check (
      cf_cu.StreamWaitEvent (((CfCudaStream *)stream)->stream, self->done, 0),
      "wait for an event", error);
}

gboolean
cf_cuda_history_end (
    const CfCudaHistory *self, CfStream *stream, gboolean ok, GError **error)
{
  return cf_cuda_check (
             cf_cu.EventRecord (self->done, ((CfCudaStream *)stream)->stream),
             "record an event", ok ? error : NULL)
         && ok;
}

guint8 *
cf_cuda_history_take_memory (
    CfDevice *device, gsize size, gsize from, GError **error)
{
  guint8 *memory = cf_cuda_filter_memory_take (device, size, error);

  if (!memory || from == size
      || cf_cuda_clear (device, memory + from, size - from,
          "clear the memory of former frames", error))
    return memory;
  cf_cuda_filter_memory_give (device, memory, size);
  return NULL;
}
