/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters frames on a device. The processor of an element is what has the work
 * on each frame run there: it opens both buffers, whatever their memory
 * (gcfbuffermapping.h), chooses a stream, has a cached filter run on it
 * (gcffiltercache.h), and leaves a fence after that, without waiting
 * where the memory does not need it. It runs nothing by itself: it has no
 * thread and no queue. */
#pragma once

#include "gst/memory/gcfdevice.h"
#include "gst/frame/gcfformat.h"
#include "gst/frame/gcfdrawcolor.h"
#include "gst/frame/gcffiltercache.h"
#include "gst/memory/gcfstats.h"

G_BEGIN_DECLS

/* One thread at a time may use it. */
typedef struct _GcfProcessor GcfProcessor;

/* `allocator` is a GcfAllocator, `name` what profilers show. Errors:
 * OUT_OF_MEMORY, DEVICE_LOST. */
GcfProcessor *gcf_processor_new (GcfDevice *device, GstAllocator *allocator,
    GcfStats *stats, const gchar *name, GError **error);
/* Waits for all that is in work. */
void gcf_processor_free (GcfProcessor *self);

/* The frames' format, and whether they are in memory:NVMM; waits for all that
 * is in work. Where the picture is the same, filters go on with what they have.
 * Errors: as above. */
gboolean gcf_processor_set_info (GcfProcessor *self, const GstVideoInfo *info,
    gboolean nvmm, GError **error);
/* Returns what runs on the frames; the caller sets it up. */
GcfFilterCache *gcf_processor_get_cache (GcfProcessor *self);
/* Sets what of the next frame is filtered, of set_info()'s size: an array of
 * GstVideoRectangle, within it, of which a reference is kept; what is outside
 * is copied. NULL for the whole, as it is at first. */
void gcf_processor_set_regions (GcfProcessor *self, GArray *rectangles);

typedef struct {
  GcfFieldMode field_mode;
  gboolean on_device; /* the result may stay on the device */
  guint n_missing;    /* buffers before this one */
} GcfRunFlags;

/* Brings a frame to the device, and has the filter copy it. The buffer can be
 * let go of at once. Errors: those of run(). After one, of either, no frame may
 * be pushed and none run on until gcf_filter_cache_reset(). */
gboolean gcf_processor_push (GcfProcessor *self, GstBuffer *inbuf,
    const GcfRunFlags *flags, GError **error);

/* Enqueues the filter's work on a frame; `inbuf` is not looked at where it was
 * pushed, unless regions alone are filtered. The result can be pushed on, and
 * both buffers can be let go of at once: memory that needs it is held until the
 * device is through, and CUDAMemory without a stream is waited for. Errors:
 * those of cf_filter_new(); DEVICE_LOST, which may be for an earlier frame;
 * INVALID where a buffer cannot be mapped or is smaller than the format says.
 */
gboolean gcf_processor_run (GcfProcessor *self, GstBuffer *inbuf,
    GstBuffer *outbuf, const GcfRunFlags *flags, GError **error);

/* Gets a frame's luma, on the device. Work that it enqueues is waited for. */
typedef gboolean (*GcfLook) (
    CfStream *stream, const CfPlane *luma, gpointer data, GError **error);

/* The plane that `look` gets, less data and stride: whole frames' luma, of RGB
 * green. From set_info() on. */
const CfPlane *gcf_processor_get_luma (GcfProcessor *self);

/* Brings a frame's luma, and nothing else, to the device, and has it looked at.
 * All is done when it returns, and the buffer is not kept. Errors: those of
 * run(), and of `look`. */
gboolean gcf_processor_look (GcfProcessor *self, GstBuffer *buffer,
    GcfLook look, gpointer data, GError **error);

/* Draws on a frame where it lies: spans of pixels in a colour, 0xAARRGGBB. The
 * buffer must be writable, and memory of it that is not is replaced by a copy.
 * Errors: those of run(). */
gboolean gcf_processor_draw (GcfProcessor *self, GstBuffer *buffer,
    const CfSpan *spans, guint n_spans, guint32 argb, GError **error);

/* Waits for all frames, and for all that holds other elements' memory. */
gboolean gcf_processor_drain (GcfProcessor *self, GError **error);

G_END_DECLS
