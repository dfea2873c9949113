/* Filters frames on a device. The runner of an element is what has the work on
 * each frame run there: it opens both buffers, whatever their memory
 * (gstcudafilteraccess.h), chooses a stream, has a prepared filter run on it
 * (gstcudafilterprepared.h), and leaves a fence behind that, without waiting
 * where the memory does not need it. It runs nothing by itself: it has no
 * thread and no queue. */
#pragma once

#include "gst/memory/gstcudafilterdevice.h"
#include "gst/frame/gstcudafilterformat.h"
#include "gst/frame/gstcudafilterink.h"
#include "gst/frame/gstcudafilterholes.h"
#include "gst/memory/gstcudafilterstats.h"

G_BEGIN_DECLS

/* For one thread at a time. */
typedef struct _GstCudaFilterRunner GstCudaFilterRunner;

/* `allocator` is a GstCudaFilterAllocator, `name` what profilers show. Errors:
 * OUT_OF_MEMORY, DEVICE_LOST. */
GstCudaFilterRunner *gst_cuda_filter_runner_new (GstCudaFilterDevice *device,
    GstAllocator *allocator, GstCudaFilterStats *stats, const gchar *name,
    GError **error);
/* Waits for all that is in work. */
void gst_cuda_filter_runner_free (GstCudaFilterRunner *self);

/* The frames' format, and whether they are in memory:NVMM; waits for all that
 * is in work. Where the picture is the same, filters go on with what they have.
 * Errors: as above. */
gboolean gst_cuda_filter_runner_set_info (GstCudaFilterRunner *self,
    const GstVideoInfo *info, gboolean nvmm, GError **error);
/* The operation, and the kinds of samples that it is for, from the next frame
 * on. TRUE where that leaves every frame as it is. */
gboolean gst_cuda_filter_runner_set_params (GstCudaFilterRunner *self,
    const CfFilterParams *params, GstCudaFilterPlanes planes);

/* FALSE where set_params() of these would give up frames that were pushed, or
 * frames would be pushed from then on that were not before: those that wait are
 * to be run on before. */
gboolean gst_cuda_filter_runner_goes_on (GstCudaFilterRunner *self,
    const CfFilterParams *params, GstCudaFilterPlanes planes);
/* Takes over of these, from the next run on, what can be while frames that were
 * pushed wait: the strength of noise reduction, and not its method. */
void gst_cuda_filter_runner_adopt (
    GstCudaFilterRunner *self, const CfFilterParams *params);

/* What is to be repaired from the next frame on, until something else is said:
 * a mask of frames of set_info()'s size, as gst_cuda_filter_prepared_set_mask()
 * has it. Where the operation is not inpainting it is kept and without effect.
 */
void gst_cuda_filter_runner_set_mask (
    GstCudaFilterRunner *self, gpointer mask, GstCudaFilterHolesInit init);
/* What of the next frame is filtered, of set_info()'s size: an array of
 * GstVideoRectangle, within it, of which a reference is kept; what is outside
 * is copied. NULL for the whole, as it is at first. */
void gst_cuda_filter_runner_set_regions (
    GstCudaFilterRunner *self, GArray *rectangles);
/* The next frame is not the one after the last: what filters have kept of that
 * is forgotten, and frames that were pushed. */
void gst_cuda_filter_runner_forget (GstCudaFilterRunner *self);

/* TRUE where what is taken from former frames is judged, sample by sample or
 * block by block: FALSE of medians over time and of tracking. */
gboolean gst_cuda_filter_runner_judges (GstCudaFilterRunner *self);

typedef struct {
  gboolean by_field;     /* the two fields are interleaved, and stay apart */
  gboolean second_field; /* the buffer is a field, that without the top row, and
                          * has filters of its own */
  gboolean on_device;    /* the result may stay on the device */
  guint n_missing;       /* buffers before this one */
} GstCudaFilterRunFlags;

/* TRUE where a frame is pushed when it comes, and run() is for the oldest that
 * was pushed, of the shape that the flags say. */
gboolean gst_cuda_filter_runner_looks_ahead (GstCudaFilterRunner *self);
/* TRUE where set_params() counts from the next push on, not the next run. */
gboolean gst_cuda_filter_runner_is_told_at_push (GstCudaFilterRunner *self);
/* Brings a frame to the device, and has the filter copy it. The buffer can be
 * let go of at once. Errors: those of run(). After one, of either, no frame may
 * be pushed and none run on until forget(). */
gboolean gst_cuda_filter_runner_push (GstCudaFilterRunner *self,
    GstBuffer *inbuf, const GstCudaFilterRunFlags *flags, GError **error);

/* The oldest frame that was pushed, of the shape that the flags say, gets no
 * result. FALSE where there is none. */
gboolean gst_cuda_filter_runner_skip (
    GstCudaFilterRunner *self, const GstCudaFilterRunFlags *flags);

/* Enqueues the filter's work on a frame; `inbuf` is not looked at where it was
 * pushed, unless regions alone are filtered. The result can be pushed on, and
 * both buffers can be let go of at once: memory that needs it is held until the
 * device is through, and CUDAMemory without a stream is waited for. Errors:
 * those of cf_filter_new(); DEVICE_LOST, which may be for an earlier frame;
 * INVALID where a buffer cannot be mapped or is smaller than the format says.
 */
gboolean gst_cuda_filter_runner_run (GstCudaFilterRunner *self,
    GstBuffer *inbuf, GstBuffer *outbuf, const GstCudaFilterRunFlags *flags,
    GError **error);

/* Gets a frame's luma, on the device. Work that it enqueues is waited for. */
typedef gboolean (*GstCudaFilterLook) (
    CfStream *stream, const CfPlane *luma, gpointer data, GError **error);

/* The plane that `look` gets, less data and stride: whole frames' luma, of RGB
 * green. From set_info() on. */
const CfPlane *gst_cuda_filter_runner_get_luma (GstCudaFilterRunner *self);

/* Brings a frame's luma, and nothing else, to the device, and has it looked at.
 * All is done when it returns, and the buffer is not kept. Errors: those of
 * run(), and of `look`. */
gboolean gst_cuda_filter_runner_look (GstCudaFilterRunner *self,
    GstBuffer *buffer, GstCudaFilterLook look, gpointer data, GError **error);

/* Draws on a frame where it lies: spans of pixels in a colour, 0xAARRGGBB. The
 * buffer must be writable, and memory of it that is not is replaced by a copy.
 * Errors: those of run(). */
gboolean gst_cuda_filter_runner_draw (GstCudaFilterRunner *self,
    GstBuffer *buffer, const CfSpan *spans, guint n_spans, guint32 argb,
    GError **error);

/* Waits for all frames, and for all that holds other elements' memory. */
gboolean gst_cuda_filter_runner_drain (
    GstCudaFilterRunner *self, GError **error);

G_END_DECLS
