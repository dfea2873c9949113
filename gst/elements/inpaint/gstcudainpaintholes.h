/* From a mask of a frame's pixels to the samples of the engine's planes. */
#pragma once

#include "gst/frame/gstcudafilterformat.h"
#include "gst/elements/inpaint/gstcudainpaintmask.h"

G_BEGIN_DECLS

typedef struct {
  CfInpaintHoles planes[CF_MAX_PLANES];
  guint32 *bits[CF_MAX_PLANES]; /* which they point to */
} GstCudaInpaintHoles;

/* A sample is to be repaired where any pixel that it is for is. `mask` is of
 * the frame's size, NULL where nothing is to be repaired. `picture` is of the
 * format `info`; where buffers are single fields (alternate), `field` is which,
 * 0 for that with the top row, 1 for the other. */
void gst_cuda_inpaint_holes_init (GstCudaInpaintHoles *holes,
    const GstCudaFilterPicture *picture, const GstVideoInfo *info, gint field,
    const GstCudaInpaintMask *mask);
void gst_cuda_inpaint_holes_clear (GstCudaInpaintHoles *holes);

G_END_DECLS
