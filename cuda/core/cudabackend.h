/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The files of the CUDA backend share this. */
#pragma once

#include "cuda/core/autotune.h"
#include "cuda/core/driver.h"
#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* Keeps something on a device, from the first use to the device's end. */
typedef struct {
  gpointer (*make) (void);
  void (*end) (gpointer kept, CfDevice *device);
  /* Gives up what can be spared, where memory runs out. TRUE where there was
   * any. */
  gboolean (*shrink) (gpointer kept, CfDevice *device);
} CfCudaPoolClass;

typedef struct {
  CfDevice parent; /* whose context is a CfCudaContext */
  gint primary;    /* the device whose primary context it is, else -1 */
  CfCudaModel model;
  CfCuStream stream; /* for what filters are made with */
  GMutex lock;       /* of what follows */
  GArray *kept;
} CfCudaDevice;

typedef struct {
  CfStream parent;
  CfCuStream stream;
  gboolean wrapped; /* somebody else's */
} CfCudaStream;

/* Makes the device's context the thread's current one, until leave. They
 * nest. */
gboolean cf_cuda_enter (CfDevice *device, GError **error);
void cf_cuda_leave (void);

CfDevice *cf_cuda_device_open (const CfDeviceConfig *config, GError **error);
void cf_cuda_device_close (CfDevice *device);
/* Returns what this keeper keeps on the device. */
gpointer cf_cuda_device_get_pool (
    CfDevice *device, const CfCudaPoolClass *keeper);
guint8 *cf_cuda_device_alloc (CfDevice *device, gsize size, GError **error);
/* The same, but what is kept of other things stays. */
guint8 *cf_cuda_device_try_alloc (CfDevice *device, gsize size, GError **error);
/* Returns when the copy is done, so that any stream can use it; CUDA's own may
 * not be done, and make others' streams wait. `what` is for the error. */
gboolean cf_cuda_upload (CfDevice *device, guint8 *to, gconstpointer from,
    gsize size, const gchar *what, GError **error);
gboolean cf_cuda_clear (CfDevice *device, guint8 *memory, gsize size,
    const gchar *what, GError **error);
void cf_cuda_device_free (CfDevice *device, guint8 *data);
guint8 *cf_cuda_host_alloc (CfDevice *device, gsize size, GError **error);
void cf_cuda_host_free (CfDevice *device, guint8 *data);

gboolean cf_cuda_host_register (
    CfDevice *device, guint8 *data, gsize size, GError **error);
void cf_cuda_host_unregister (CfDevice *device, guint8 *data);
guint8 *cf_cuda_host_map (CfDevice *device, guint8 *data);

CfStream *cf_cuda_stream_new (CfDevice *device, GError **error);
CfStream *cf_cuda_stream_new_wrapped (
    CfDevice *device, gpointer handle, GError **error);
void cf_cuda_stream_free (CfStream *stream);
gboolean cf_cuda_stream_synchronize (CfStream *stream, GError **error);
gboolean cf_cuda_stream_transfer (CfStream *stream, gboolean to_device,
    guint8 *dst, gssize dst_stride, const guint8 *src, gssize src_stride,
    gsize row_bytes, gsize rows, GError **error);
CfEvent *cf_cuda_event_new (
    CfDevice *device, CfEventFlags flags, GError **error);
void cf_cuda_event_free (CfEvent *event);
gboolean cf_cuda_event_record (
    CfEvent *event, CfStream *stream, GError **error);
gboolean cf_cuda_stream_wait_event (
    CfStream *stream, CfEvent *event, GError **error);
gboolean cf_cuda_event_synchronize (CfEvent *event, GError **error);
gboolean cf_cuda_event_elapsed (
    CfEvent *from, CfEvent *to, guint64 *nanoseconds, GError **error);
void cf_cuda_range_push (const gchar *name, guint64 number);
void cf_cuda_range_pop (void);

CfFilter *cf_cuda_filter_new (const CfFilter *description, GError **error);

CfSnake *cf_cuda_snake_new (const CfSnake *description, GError **error);
void cf_cuda_snake_free (CfSnake *snake);
gboolean cf_cuda_snake_run (CfSnake *snake, CfStream *stream,
    const CfPlane *plane, const CfSnakeTask *tasks, guint n_tasks,
    CfSnakeOutcome *outcomes, GError **error);

gboolean cf_cuda_fill_run (CfStream *stream, const CfPlane *plane,
    const CfSpan *spans, guint n_spans, const guint16 *values, GError **error);

G_END_DECLS
