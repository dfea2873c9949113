/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudacopy: moves frames and nothing else. It is what the filters' speed is
 * compared with, and what keeping frames is tested with; it is registered only
 * where CUDAFILTERS_PRIVATE=1 is set. */
#include "gst/filter/gstcudafilter.h"

#define GST_TYPE_CUDA_COPY (gst_cuda_copy_get_type ())
G_DECLARE_FINAL_TYPE (GstCudaCopy, gst_cuda_copy, GST, CUDA_COPY, GstCudaFilter)
GST_ELEMENT_REGISTER_DECLARE (cudacopy)

#define MAX_LOOKAHEAD 8

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
lookahead_changed (GObject *object, GParamSpec *spec)
{
  gst_cuda_filter_set_lookahead (
      GST_CUDA_FILTER (object), GST_CUDA_COPY (object)->lookahead);
}

#define GST_CUDA_FILTER_PARAM_OBJECT GstCudaCopy

static const GstCudaFilterParam properties[] = {
  GST_CUDA_FILTER_PARAM_UINT ("lookahead", "Look-ahead",
      "Frames that results lag behind", 0, MAX_LOOKAHEAD, 0,
      GST_CUDA_FILTER_PARAM_AT_START, lookahead, .changed = lookahead_changed),
};

static void
gst_cuda_copy_class_init (GstCudaCopyClass *klass)
{
  gst_cuda_element_class_install (
      GST_CUDA_ELEMENT_CLASS (klass), properties, G_N_ELEMENTS (properties));
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
