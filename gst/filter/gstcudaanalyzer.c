/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Elements that look at frames and hand them on. */
#include "gst/filter/gstcudaanalyzer.h"

#include "gst/filter/gstcudafilterallocation.h"

GST_DEBUG_CATEGORY_EXTERN (gst_cuda_filter_debug);
#define GST_CAT_DEFAULT gst_cuda_filter_debug

G_DEFINE_ABSTRACT_TYPE (
    GstCudaAnalyzer, gst_cuda_analyzer, GST_TYPE_CUDA_ELEMENT)

const CfPlane *
gst_cuda_analyzer_get_luma (GstCudaAnalyzer *self)
{
  return gst_cuda_filter_runner_get_luma (GST_CUDA_ELEMENT (self)->runner);
}

gboolean
gst_cuda_analyzer_look (GstCudaAnalyzer *self, GstBuffer *buffer,
    GstCudaFilterLook look, gpointer data, GError **error)
{
  return gst_cuda_filter_runner_look (
      GST_CUDA_ELEMENT (self)->runner, buffer, look, data, error);
}

gboolean
gst_cuda_analyzer_draw (GstCudaAnalyzer *self, GstBuffer *buffer,
    const CfSpan *spans, guint n_spans, guint32 argb, GError **error)
{
  return gst_cuda_filter_runner_draw (
      GST_CUDA_ELEMENT (self)->runner, buffer, spans, n_spans, argb, error);
}

/* Downstream's answer, with our pool where that is no worse. */
static gboolean
gst_cuda_analyzer_propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  GstCudaFilterMemories memories;
  gboolean proposed;

  if (!gst_pad_peer_query (trans->srcpad, query))
    GST_DEBUG_OBJECT (trans, "downstream says nothing of its memory");
  gst_cuda_filter_limit_metas (query);
  if (!gst_cuda_element_ref_memories (GST_CUDA_ELEMENT (trans), &memories))
    return FALSE;
  proposed = gst_cuda_filter_pass_memory (&memories, query);
  gst_cuda_element_unref_memories (&memories);
  return proposed;
}

/* Buffers are upstream's. */
static gboolean
gst_cuda_analyzer_decide_allocation (GstBaseTransform *trans, GstQuery *query)
{
  while (gst_query_get_n_allocation_pools (query) > 0)
    gst_query_remove_nth_allocation_pool (query, 0);
  return TRUE;
}

/* Metas are to be added: a buffer that others have too is copied, but not its
 * memory. */
static GstFlowReturn
gst_cuda_analyzer_prepare_output_buffer (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer **outbuf)
{
  *outbuf = gst_buffer_is_writable (inbuf) ? inbuf : gst_buffer_copy (inbuf);
  return *outbuf ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static GstFlowReturn
gst_cuda_analyzer_transform_ip (GstBaseTransform *trans, GstBuffer *buffer)
{
  GstCudaElement *element = GST_CUDA_ELEMENT (trans);
  GError *error = NULL;

  /* adopting upstream's context may have failed, and said so */
  if (!element->negotiated)
    return GST_FLOW_ERROR;
  if (!GST_CUDA_ANALYZER_GET_CLASS (trans)->analyse (
          GST_CUDA_ANALYZER (trans), buffer, &error))
    return gst_cuda_element_fail_frame (element, error);
  gst_cuda_filter_stats_add_frame (element->stats);
  return GST_FLOW_OK;
}

static void
gst_cuda_analyzer_class_init (GstCudaAnalyzerClass *klass)
{
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);

  gst_type_mark_as_plugin_api (GST_TYPE_CUDA_ANALYZER, 0);
  trans_class->propose_allocation =
      GST_DEBUG_FUNCPTR (gst_cuda_analyzer_propose_allocation);
  trans_class->decide_allocation =
      GST_DEBUG_FUNCPTR (gst_cuda_analyzer_decide_allocation);
  trans_class->prepare_output_buffer =
      GST_DEBUG_FUNCPTR (gst_cuda_analyzer_prepare_output_buffer);
  trans_class->transform_ip =
      GST_DEBUG_FUNCPTR (gst_cuda_analyzer_transform_ip);
}

static void
gst_cuda_analyzer_init (GstCudaAnalyzer *self)
{
}
