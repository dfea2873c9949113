/* Base class of the elements: negotiation, memory and backends, once for all.
 */
#pragma once

#include <gst/base/gstbasetransform.h>

#include "gstcudafilterformat.h"
#include "gstcudafilterparam.h"
#include "gstcudafilterrunner.h"
#include "gstcudafiltersettings.h"
#include "gstcudafiltertransaction.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_FILTER (gst_cuda_filter_get_type ())
#define GST_CUDA_FILTER(obj) \
  (G_TYPE_CHECK_INSTANCE_CAST ((obj), GST_TYPE_CUDA_FILTER, GstCudaFilter))
#define GST_CUDA_FILTER_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ((klass), GST_TYPE_CUDA_FILTER, GstCudaFilterClass))
#define GST_CUDA_FILTER_GET_CLASS(obj) \
  (G_TYPE_INSTANCE_GET_CLASS ((obj), GST_TYPE_CUDA_FILTER, GstCudaFilterClass))
#define GST_IS_CUDA_FILTER(obj) \
  (G_TYPE_CHECK_INSTANCE_TYPE ((obj), GST_TYPE_CUDA_FILTER))

typedef struct _GstCudaFilter GstCudaFilter;
typedef struct _GstCudaFilterClass GstCudaFilterClass;
typedef struct _GstCudaFilterPrivate GstCudaFilterPrivate;

struct _GstCudaFilter {
  GstBaseTransform parent;

  GstCudaFilterPrivate *priv;
};

/* A sub-class has properties, and where it takes less than
 * GST_CUDA_FILTER_FORMATS, pad templates of its own. It either filters: then it
 * has get_params(); or it looks at frames and hands them on as they came: then
 * it has analyse(), set by gst_cuda_filter_class_set_analyse(). */
struct _GstCudaFilterClass {
  GstBaseTransformClass parent_class;

  /* Set by gst_cuda_filter_class_set_set_property(). */
  void (*set_property) (
      GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec);

  /* Reads the properties: the operation, and the kinds of samples that it is
   * for. Called with the object lock held. */
  void (*get_params) (
      GstCudaFilter *self, CfFilterParams *params, GstCudaFilterPlanes *planes);

  /* Of inpainting: which pixels of a frame are to be repaired, of the size in
   * the caps; NULL for none. The same mask for two frames costs nothing; to be
   * unreferenced. In the streaming thread; may be NULL. */
  GstCudaFilterMask *(*get_mask) (GstCudaFilter *self, GstBuffer *buffer);

  /* TRUE where frames are copied even if that changes nothing. */
  gboolean never_passthrough;

  /* Looks at a frame, which is writable, though its memory may be shared, and
   * goes on when it returns. In the streaming thread. */
  gboolean (*analyse) (GstCudaFilter *self, GstBuffer *buffer, GError **error);
  /* What analyse() has prepared was for a device and a format that are no more:
   * frees it. May be NULL. */
  void (*unprepare) (GstCudaFilter *self);

  /* Adds fields to `stats`. Called with the object lock held; may be NULL. */
  void (*add_stats) (GstCudaFilter *self, GstStructure *stats);
};

GType gst_cuda_filter_get_type (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstCudaFilter, gst_object_unref)

/* For class_init(), before properties are installed, in place of
 * GObjectClass.set_property: the class's own, which is called with values that
 * are within the property's range. */
void gst_cuda_filter_class_set_set_property (GstCudaFilterClass *klass,
    void (*set_property) (GObject *object, guint prop_id, const GValue *value,
        GParamSpec *pspec));

/* For set_property(): what get_params() will read has changed, from the next
 * frame on. Called with the object lock held. */
void gst_cuda_filter_params_changed (GstCudaFilter *self);

/* For a filter that looks ahead: results lag so many frames behind, from the
 * next start on. That is told as latency, and where caps have no rate it grows
 * with the longest time that a frame took; serialised events keep their place;
 * at the end, and at any break in the stream, results are made of what is
 * there. Frames do not pass through, and parameters are those of a frame's
 * turn. Called with the object lock held, or before anyone knows the element.
 */
void gst_cuda_filter_set_lookahead (GstCudaFilter *self, guint n_frames);
/* While a frame is filtered, in get_mask(): the n-th one after it, from 0, as
 * it came; NULL where there is none before the end or a break. Not a reference.
 */
GstBuffer *gst_cuda_filter_get_ahead (GstCudaFilter *self, guint n);

/* For set_property(): posts a GST_ELEMENT_WARNING that a value was refused, at
 * once or, while the element is in NULL, on the way to READY: before that
 * nobody may hear it. */
void gst_cuda_filter_refuse (GstCudaFilter *self, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);
/* For init(): the element has properties that are judged together. While it is
 * in NULL, what is of no use may become so yet; on the way to READY and from
 * there on it is put back and refused. `transaction` is the element's. */
void gst_cuda_filter_set_transaction (
    GstCudaFilter *self, GstCudaFilterTransaction *transaction);

/* For class_init(): the class looks at frames. They go on with the memory they
 * came in, and pools of downstream's go through to upstream. */
void gst_cuda_filter_class_set_analyse (
    GstCudaFilterClass *klass, gboolean (*analyse) (GstCudaFilter *self,
                                   GstBuffer *buffer, GError **error));

/* For analyse(): what gstcudafilterrunner.h says of look() and draw(). */
CfDevice *gst_cuda_filter_get_device (GstCudaFilter *self);
const CfPlane *gst_cuda_filter_get_luma (GstCudaFilter *self);
gboolean gst_cuda_filter_look (GstCudaFilter *self, GstBuffer *buffer,
    GstCudaFilterLook look, gpointer data, GError **error);
gboolean gst_cuda_filter_draw (GstCudaFilter *self, GstBuffer *buffer,
    const CfSpan *spans, guint n_spans, guint32 argb, GError **error);

G_END_DECLS
