/* Results that are held back for some frames, so that the device finishes them
 * meanwhile, and the events that came between them. */
#pragma once

#include <gst/base/gstqueuearray.h>

G_BEGIN_DECLS

typedef struct {
  GstQueueArray *items; /* of GstCudaFilterItem */
  guint n_buffers;      /* of these */
} GstCudaFilterDeferred;

typedef struct {
  GstMiniObject *object; /* a GstBuffer or a GstEvent */
  gboolean filtered;     /* FALSE: a frame that passed through, or an event */
  guint64 frame;         /* its number, where it was filtered */
} GstCudaFilterItem;

void gst_cuda_filter_deferred_init (GstCudaFilterDeferred *self);
/* Frees what it holds, which was dropped before. */
void gst_cuda_filter_deferred_finish (GstCudaFilterDeferred *self);
/* Drops everything. */
void gst_cuda_filter_deferred_clear (GstCudaFilterDeferred *self);
/* Takes the item's object. */
void gst_cuda_filter_deferred_push (
    GstCudaFilterDeferred *self, GstCudaFilterItem item);
/* The first item, if there is one, goes to the caller. */
gboolean gst_cuda_filter_deferred_pop (
    GstCudaFilterDeferred *self, GstCudaFilterItem *item);
/* TRUE where the first item is an event. */
gboolean gst_cuda_filter_deferred_begins_with_event (
    GstCudaFilterDeferred *self);

G_END_DECLS
