/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A device of a backend, its memory, its streams and its events. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CfDevice CfDevice;
typedef struct _CfStream CfStream;
typedef struct _CfEvent CfEvent;

typedef enum { CF_BACKEND_CPU, CF_BACKEND_CUDA } CfBackendType;

typedef struct {
  CfBackendType type;
  gint id;          /* CUDA: device ordinal, -1 = the first */
  gpointer context; /* CUDA: a CUcontext to work in, which must
                     * outlive the device; NULL = the primary one */
  guint threads;    /* CPU: 0 = one a processor that may be used */
} CfDeviceConfig;

/* Opens a device. Devices are reference counted. They, their streams and their
 * events may be used by several threads at once; a filter by one at a time.
 * Errors: NO_DEVICE (also where the backend is not built), OUT_OF_MEMORY. */
CfDevice *cf_device_open (const CfDeviceConfig *config, GError **error);
CfDevice *cf_device_ref (CfDevice *device);
void cf_device_unref (CfDevice *device);

CfBackendType cf_device_get_backend_type (CfDevice *device);
/* "cpu" or "cuda" */
const gchar *cf_device_get_backend_name (CfDevice *device);
/* Tells people: "NVIDIA H200, compute capability 9.0", "2 threads, AVX-512" */
const gchar *cf_device_get_description (CfDevice *device);
/* TRUE where filters work on host memory, so that uploads are needless. */
gboolean cf_device_is_unified (CfDevice *device);
/* TRUE where filters work on page-locked host memory in place (cf_host_map())
 * and that is no slower than copies: a GPU that shares the host's memory. The
 * environment variable CUDAFILTERS_MAP_HOST has it so on any GPU (1) or on none
 * (0). */
gboolean cf_device_maps_host (CfDevice *device);
/* TRUE where memory, streams and events of one serve the other: two devices
 * opened in the same CUDA context. */
gboolean cf_device_shares (CfDevice *a, CfDevice *b);
/* CUDA: its CUcontext; else NULL. */
gpointer cf_device_get_context (CfDevice *device);

/* The calling thread's other calls for the device cost less between these. They
 * nest. Errors: DEVICE_LOST. */
gboolean cf_device_enter (CfDevice *device, GError **error);
void cf_device_leave (CfDevice *device);

/* Memory that filters of this device read and write, aligned to at least 256
 * bytes. Contents undefined. Its uses must be done before it is freed,
 * which may wait for all that is queued on the device. Errors: OUT_OF_MEMORY,
 * DEVICE_LOST. */
guint8 *cf_device_alloc (CfDevice *device, gsize size, GError **error);
void cf_device_free (CfDevice *device, guint8 *data);

/* Host memory that transfers fastest: page-locked on CUDA, ordinary memory on
 * the CPU, aligned to at least 64 bytes. Freed as the above. Errors:
 * OUT_OF_MEMORY, DEVICE_LOST. */
guint8 *cf_host_alloc (CfDevice *device, gsize size, GError **error);
void cf_host_free (CfDevice *device, guint8 *data);

/* Makes other host memory transfer as fast as cf_host_alloc()'s, where it lies
 * (page-locks it); to be undone before it is freed. Both may take milliseconds
 * and wait for all that is queued on the device. A no-op on the CPU.
 * Errors: UNSUPPORTED (memory of this kind cannot be locked, or is already),
 * OUT_OF_MEMORY, DEVICE_LOST. */
gboolean cf_host_register (
    CfDevice *device, guint8 *data, gsize size, GError **error);
void cf_host_unregister (CfDevice *device, guint8 *data);

/* Returns the address at which filters find host memory that begins at `data`,
 * of cf_host_alloc() or registered: they read there what the host wrote before
 * work was enqueued, and the host reads what they wrote once it has waited for
 * them. It is valid while the memory is locked; NULL where the device does not
 * map host memory, or not this. */
guint8 *cf_host_map (CfDevice *device, guint8 *data);

/* An in-order queue of work. On the CPU backend work is done when the call
 * that enqueues it returns. A stream holds a reference to its device; freeing
 * it waits for its work. */
CfStream *cf_stream_new (CfDevice *device, GError **error);
/* The same for somebody else's queue (CUDA: a CUstream of the device's
 * context), which must outlive the stream and is not freed with it. Errors:
 * UNSUPPORTED on the CPU. */
CfStream *cf_stream_new_wrapped (
    CfDevice *device, gpointer handle, GError **error);
void cf_stream_free (CfStream *stream);
CfDevice *cf_stream_get_device (CfStream *stream);
/* Waits for all that is enqueued. Reports its late errors: DEVICE_LOST. */
gboolean cf_stream_synchronize (CfStream *stream, GError **error);

/* Enqueues a copy of `rows` rows of `row_bytes` bytes between host and device
 * memory; one copy where both strides equal row_bytes. The host memory must
 * stay valid until the stream got there. Errors: INVALID, DEVICE_LOST. */
gboolean cf_stream_upload (CfStream *stream, guint8 *device_data,
    gssize device_stride, const guint8 *host_data, gssize host_stride,
    gsize row_bytes, gsize rows, GError **error);
gboolean cf_stream_download (CfStream *stream, guint8 *host_data,
    gssize host_stride, const guint8 *device_data, gssize device_stride,
    gsize row_bytes, gsize rows, GError **error);

typedef enum {
  CF_EVENT_NONE = 0,
  CF_EVENT_BLOCKING = 1 << 0, /* who waits sleeps: less CPU, later by some
                               * 10 us, where the default is to spin */
  CF_EVENT_TIMING = 1 << 1    /* for cf_event_elapsed() */
} CfEventFlags;

/* A point in a stream. Not recorded yet counts as reached. */
CfEvent *cf_event_new (CfDevice *device, CfEventFlags flags, GError **error);
void cf_event_free (CfEvent *event);
gboolean cf_event_record (CfEvent *event, CfStream *stream, GError **error);
/* The stream goes on only when the event is reached. */
gboolean cf_stream_wait_event (
    CfStream *stream, CfEvent *event, GError **error);
/* The caller waits. Errors: DEVICE_LOST. */
gboolean cf_event_synchronize (CfEvent *event, GError **error);
/* Nanoseconds between two points that are reached, of events with
 * CF_EVENT_TIMING. Errors: DEVICE_LOST. */
gboolean cf_event_elapsed (
    CfEvent *from, CfEvent *to, guint64 *nanoseconds, GError **error);

/* A named range on the calling thread, for profilers (NVTX); ranges nest. */
void cf_range_push (CfDevice *device, const gchar *name, guint64 number);
void cf_range_pop (CfDevice *device);

G_END_DECLS
