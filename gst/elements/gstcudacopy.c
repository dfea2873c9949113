/* cudacopy: moves frames and nothing else. It is what the filters' speed is
 * compared with, and what looking ahead is tested with; it is registered only
 * where CUDAFILTERS_PRIVATE=1 is set. */
#include "gst/elements/gstcudacopy.h"

#define MAX_LOOKAHEAD 8

enum { PROP_0, PROP_LOOKAHEAD };

struct _GstCudaCopy {
  GstCudaFilter parent;

  guint lookahead;
};

G_DEFINE_TYPE (GstCudaCopy, gst_cuda_copy, GST_TYPE_CUDA_FILTER)
GST_ELEMENT_REGISTER_DEFINE (
    cudacopy, "cudacopy", GST_RANK_NONE, GST_TYPE_CUDA_COPY)

static void
gst_cuda_copy_get_params (
    GstCudaFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  params->op = CF_OP_COPY;
  *planes = 0;
}

static void
gst_cuda_copy_set_property (
    GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  GstCudaCopy *self = GST_CUDA_COPY (object);

  if (prop_id != PROP_LOOKAHEAD) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    return;
  }
  GST_OBJECT_LOCK (self);
  self->lookahead = g_value_get_uint (value);
  gst_cuda_filter_set_lookahead (GST_CUDA_FILTER (self), self->lookahead);
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cuda_copy_get_property (
    GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GstCudaCopy *self = GST_CUDA_COPY (object);

  if (prop_id != PROP_LOOKAHEAD) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    return;
  }
  GST_OBJECT_LOCK (self);
  g_value_set_uint (value, self->lookahead);
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cuda_copy_class_init (GstCudaCopyClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = gst_cuda_copy_set_property;
  object_class->get_property = gst_cuda_copy_get_property;
  g_object_class_install_property (object_class, PROP_LOOKAHEAD,
      g_param_spec_uint ("lookahead", "Look-ahead",
          "Frames that results lag behind", 0, MAX_LOOKAHEAD, 0,
          G_PARAM_READWRITE | GST_PARAM_MUTABLE_READY
              | G_PARAM_STATIC_STRINGS));
  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "CUDA frame copy", "Filter/Effect/Video/Hardware",
      "Copies frames by way of the backend, as the reference for its speed",
      "The gst-cuda-filters authors");

  GST_CUDA_FILTER_CLASS (klass)->get_params = gst_cuda_copy_get_params;
  GST_CUDA_FILTER_CLASS (klass)->never_passthrough = TRUE;
}

static void
gst_cuda_copy_init (GstCudaCopy *self)
{
}
