/* A thread that waits for the device, so that no streaming thread has to. */
#pragma once

#include "gstcudafilterdevice.h"

G_BEGIN_DECLS

typedef struct _GstCudaFilterWatcher GstCudaFilterWatcher;

/* Called from the watcher's thread; `reached` is FALSE where the device failed.
 */
typedef void (*GstCudaFilterWatcherFunc) (gboolean reached, gpointer data);

GstCudaFilterWatcher *gst_cuda_filter_watcher_new (GstCudaFilterDevice *device);
/* Returns when all calls have been made. */
void gst_cuda_filter_watcher_free (GstCudaFilterWatcher *self);
/* The same, and goes on. */
void gst_cuda_filter_watcher_drain (GstCudaFilterWatcher *self);

/* Calls `func` once the stream has done all that it was told until now.
 * Errors: those of cf_event_record(); then `func` is not called. */
gboolean gst_cuda_filter_watcher_add (GstCudaFilterWatcher *self,
    CfStream *stream, GstCudaFilterWatcherFunc func, gpointer data,
    GError **error);

G_END_DECLS
