/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudacopy: moves frames and nothing else. It is what the filters' speed is
 * compared with, and what keeping frames is tested with; it is registered only
 * where CUDAFILTERS_PRIVATE=1 is set. */
#include "gst/filter/gcffilter.h"

#define GST_TYPE_CUDA_COPY (gst_cuda_copy_get_type ())
G_DECLARE_FINAL_TYPE (GstCudaCopy, gst_cuda_copy, GST, CUDA_COPY, GcfFilter)
GST_ELEMENT_REGISTER_DECLARE (cudacopy)

#define MAX_LOOKAHEAD 8

struct _GstCudaCopy {
  GcfFilter parent;

  guint lookahead;
};

G_DEFINE_TYPE (GstCudaCopy, gst_cuda_copy, GCF_TYPE_FILTER)
GST_ELEMENT_REGISTER_DEFINE (
    cudacopy, "cudacopy", GST_RANK_NONE, GST_TYPE_CUDA_COPY)

static void
gst_cuda_copy_get_params (
    GcfFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  params->op = CF_OP_COPY;
  *planes = 0;
}

static void
lookahead_changed (GObject *object, GParamSpec *spec)
{
  gcf_filter_set_lookahead (
      GCF_FILTER (object), GST_CUDA_COPY (object)->lookahead);
}

#define GCF_PARAM_OBJECT GstCudaCopy

static const GcfParam properties[] = {
  GCF_PARAM_UINT ("lookahead", "Look-ahead", "Frames that results lag behind",
      0, MAX_LOOKAHEAD, 0, GCF_PARAM_AT_START, lookahead,
      .changed = lookahead_changed),
  GCF_PARAM_STATS (""),
};

static void
gst_cuda_copy_class_init (GstCudaCopyClass *klass)
{
  gcf_element_class_install (
      GCF_ELEMENT_CLASS (klass), properties, G_N_ELEMENTS (properties));
  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "CUDA frame copy", "Filter/Effect/Video/Hardware",
      "Copies frames by way of the backend, as the reference for its speed",
      "The gst-cuda-filters authors");

  GCF_FILTER_CLASS (klass)->get_params = gst_cuda_copy_get_params;
  GCF_FILTER_CLASS (klass)->never_passthrough = TRUE;
}

static void
gst_cuda_copy_init (GstCudaCopy *self)
{
}
