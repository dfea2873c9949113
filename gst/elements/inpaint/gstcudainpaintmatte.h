/* Mattes: masks that another element makes, on a pad of their own. */
#pragma once

#include <gst/video/video.h>

#include "gst/elements/inpaint/gstcudainpaintmask.h"
#include "gst/frame/gstcudafilterformat.h"

G_BEGIN_DECLS

#define GST_CUDA_INPAINT_MATTE_FORMATS \
  "{ GRAY8, A420, AYUV, RGBA, BGRA, ARGB, ABGR }"

typedef struct {
  GstElement *element; /* whose pad it is; not a reference */
  GMutex lock;         /* taken before the object lock, never within it */
  GCond cond;          /* something below has changed */

  /* under the lock */
  GstPad *pad;               /* or NULL; not a reference */
  GQueue queue;              /* mattes that frames have not reached */
  GstCudaInpaintMask *marks; /* of the last that one has, or NULL, */
  GstClockTime time;         /* and its running time, or NONE */
  GstClockTime reached;      /* mattes up to here have come */
  gboolean eos, flushing;    /* mattes' */
  gboolean stopped;          /* no frame waits any more */
  gboolean frames_flushing;  /* nor here, */
  gboolean frames_eos;       /* or here comes no other */
  gboolean seeking;          /* frames are to be flushed too */
  gboolean learned;          /* whether the pipeline is */
  gboolean live;             /* where frames wait until they are late, */
  GstClockTime latency;      /* by this */

  /* the mattes' streaming thread's */
  GstSegment segment;
  GstVideoInfo info; /* without a format while there is none */
  GstCudaFilterPicture picture;
} GstCudaInpaintMatte;

void gst_cuda_inpaint_matte_init (
    GstCudaInpaintMatte *self, GstElement *element);
void gst_cuda_inpaint_matte_finish (GstCudaInpaintMatte *self);

/* The pad, or NULL where there is one already. */
GstPad *gst_cuda_inpaint_matte_request_pad (
    GstCudaInpaintMatte *self, GstPadTemplate *templ);
void gst_cuda_inpaint_matte_release_pad (
    GstCudaInpaintMatte *self, GstPad *pad);

/* What a frame's matte marks: that of the newest one whose running time is not
 * later than the frame's, by its own size; NULL where there is none. Waits
 * until it is known that no other comes: until a matte ends, or a gap, behind
 * the frame's time, or begins there, or they are at their end or flushed; in a
 * live pipeline until the frame is late. A frame or a matte without a time: the
 * next one in order. To be unreferenced. GST_FLOW_FLUSHING where the element
 * stops or frames are flushed. */
GstFlowReturn gst_cuda_inpaint_matte_take (GstCudaInpaintMatte *self,
    const GstSegment *segment, GstBuffer *frame, GstCudaInpaintMask **marks);

/* From PAUSED to READY and back: lets go of all that wait. */
void gst_cuda_inpaint_matte_set_stopped (
    GstCudaInpaintMatte *self, gboolean stopped);
/* Of the frames. */
void gst_cuda_inpaint_matte_set_frames_flushing (
    GstCudaInpaintMatte *self, gboolean flushing);
void gst_cuda_inpaint_matte_set_frames_eos (
    GstCudaInpaintMatte *self, gboolean eos);
/* Sends a seek to the mattes' side. Where it flushes, frames wait from here to
 * _end_seek(), or until they are flushed too. */
void gst_cuda_inpaint_matte_begin_seek (
    GstCudaInpaintMatte *self, GstEvent *event);
void gst_cuda_inpaint_matte_end_seek (GstCudaInpaintMatte *self);

/* Adds the mattes' latency to the answer to such a query. */
void gst_cuda_inpaint_matte_add_latency (
    GstCudaInpaintMatte *self, GstQuery *query);
/* The pipeline's. */
void gst_cuda_inpaint_matte_set_latency (
    GstCudaInpaintMatte *self, GstClockTime latency);

G_END_DECLS
