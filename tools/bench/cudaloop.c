/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What CUDA does without GStreamer: the limit that pipelines are compared with.
 * With transfers it is bound by the bus, without them by memory. */
#include "cudaloop.h"

#include "engine/core/cffilter.h"

#include <string.h>

#define STREAMS 3
#define IN_FLIGHT 6
#define RING 12
/* A frame as a plane: rows of so many bytes, the last one padded */
#define WIDTH 4096

struct _CudaLoop {
  CfDevice *device;
  CudaLoopKind kind;
  gsize bytes, size; /* of a frame, and in the GPU's memory */
  gsize n;           /* frames started */

  guint8 *host_in[RING], *host_out[RING];
  guint8 *device_in[RING], *device_out[IN_FLIGHT];
  CfFilter *copy;
  CfStream *stream[STREAMS];
  CfEvent *done[IN_FLIGHT];
};

static CfPlane
plane_of (const CudaLoop *self, guint8 *data)
{
  return (CfPlane){ data, WIDTH, WIDTH, self->size / WIDTH, 1, 1, 8, 1 };
}

static gboolean
alloc_host (CudaLoop *self, guint8 **data, gint value, GError **error)
{
  *data = cf_host_alloc (self->device, self->bytes, error);
  if (*data)
    memset (*data, value, self->bytes);
  return *data != NULL;
}

static gboolean
alloc_device (CudaLoop *self, guint8 **data, GError **error)
{
  *data = cf_device_alloc (self->device, self->size, error);
  return *data != NULL;
}

static gboolean
make_streams (CudaLoop *self, GError **error)
{
  const CfFilterParams params = { .op = CF_OP_COPY };
  const CfPlane plane = plane_of (self, NULL);
  guint i;

  self->copy = cf_filter_new (self->device, &params, &plane, 1, 0, error);
  if (!self->copy)
    return FALSE;
  for (i = 0; i < STREAMS; i++) {
    self->stream[i] = cf_stream_new (self->device, error);
    if (!self->stream[i])
      return FALSE;
  }
  for (i = 0; i < IN_FLIGHT; i++) {
    self->done[i] = cf_event_new (self->device, 0, error);
    if (!self->done[i] || !alloc_device (self, &self->device_out[i], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
make_frames (CudaLoop *self, GError **error)
{
  const gboolean transfers = self->kind == CUDA_LOOP_TRANSFERS;
  guint i;

  for (i = 0; i < RING; i++) {
    if ((!transfers || i < IN_FLIGHT)
        && !alloc_device (self, &self->device_in[i], error))
      return FALSE;
    if (transfers
        && (!alloc_host (self, &self->host_in[i], i, error)
            || !alloc_host (self, &self->host_out[i], 0, error)))
      return FALSE;
  }
  return TRUE;
}

CudaLoop *
cuda_loop_new (CfDevice *device, CudaLoopKind kind, gsize bytes, GError **error)
{
  CudaLoop *self = g_new0 (CudaLoop, 1);

  self->device = cf_device_ref (device);
  self->kind = kind;
  self->bytes = bytes;
  self->size = (bytes + WIDTH - 1) / WIDTH * WIDTH;
  if (make_streams (self, error) && make_frames (self, error))
    return self;
  cuda_loop_free (self);
  return NULL;
}

static gboolean
start_frame (CudaLoop *self, CfStream *stream, guint slot, GError **error)
{
  const gboolean transfers = self->kind == CUDA_LOOP_TRANSFERS;
  const guint ring = self->n % RING;
  const CfPlane in = plane_of (self, self->device_in[transfers ? slot : ring]);
  const CfPlane out = plane_of (self, self->device_out[slot]);
  const gsize bytes = self->bytes;

  return (!transfers
             || cf_stream_upload (stream, in.data, bytes, self->host_in[ring],
                 bytes, bytes, 1, error))
         && cf_filter_run (self->copy, stream, &in, &out, error)
         && (!transfers
             || cf_stream_download (stream, self->host_out[ring], bytes,
                 out.data, bytes, bytes, 1, error));
}

gboolean
cuda_loop_frame (CudaLoop *self, GError **error)
{
  CfStream *stream = self->stream[self->n % STREAMS];
  const guint slot = self->n % IN_FLIGHT;
  const gboolean waits = self->kind == CUDA_LOOP_KERNEL_SYNCHRONISED;

  if (self->n >= IN_FLIGHT && !waits
      && !cf_event_synchronize (self->done[slot], error))
    return FALSE;
  if (!start_frame (self, stream, slot, error))
    return FALSE;
  self->n++;
  return waits ? cf_stream_synchronize (stream, error)
               : cf_event_record (self->done[slot], stream, error);
}

void
cuda_loop_free (CudaLoop *self)
{
  guint i;

  /* streams first: that waits for them */
  for (i = 0; i < STREAMS; i++)
    g_clear_pointer (&self->stream[i], cf_stream_free);
  for (i = 0; i < RING; i++) {
    if (self->host_in[i])
      cf_host_free (self->device, self->host_in[i]);
    if (self->host_out[i])
      cf_host_free (self->device, self->host_out[i]);
    if (self->device_in[i])
      cf_device_free (self->device, self->device_in[i]);
  }
  for (i = 0; i < IN_FLIGHT; i++) {
    if (self->device_out[i])
      cf_device_free (self->device, self->device_out[i]);
    g_clear_pointer (&self->done[i], cf_event_free);
  }
  g_clear_pointer (&self->copy, cf_filter_free);
  cf_device_unref (self->device);
  g_free (self);
}
