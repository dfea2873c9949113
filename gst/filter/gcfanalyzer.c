/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Elements that look at frames and hand them on. */
#include "gst/filter/gcfanalyzer.h"

#include "gst/filter/gcfallocation.h"

GST_DEBUG_CATEGORY_EXTERN (gcf_debug);
#define GST_CAT_DEFAULT gcf_debug

G_DEFINE_ABSTRACT_TYPE (GcfAnalyzer, gcf_analyzer, GCF_TYPE_ELEMENT)

const CfPlane *
gcf_analyzer_get_luma (GcfAnalyzer *self)
{
  return gcf_processor_get_luma (GCF_ELEMENT (self)->processor);
}

gboolean
gcf_analyzer_look (GcfAnalyzer *self, GstBuffer *buffer, GcfLook look,
    gpointer data, GError **error)
{
  return gcf_processor_look (
      GCF_ELEMENT (self)->processor, buffer, look, data, error);
}

gboolean
gcf_analyzer_draw (GcfAnalyzer *self, GstBuffer *buffer, const CfSpan *spans,
    guint n_spans, guint32 argb, GError **error)
{
  return gcf_processor_draw (
      GCF_ELEMENT (self)->processor, buffer, spans, n_spans, argb, error);
}

/* Downstream's answer, with our pool where that is no worse. */
static gboolean
gcf_analyzer_propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  GcfMemories memories;
  gboolean proposed;

  if (!gst_pad_peer_query (trans->srcpad, query))
    GST_DEBUG_OBJECT (trans, "downstream says nothing of its memory");
  gcf_limit_metas (query);
  if (!gcf_element_ref_memories (GCF_ELEMENT (trans), &memories))
    return FALSE;
  proposed = gcf_pass_memory (&memories, query);
  gcf_element_unref_memories (&memories);
  return proposed;
}

/* Buffers are upstream's. */
static gboolean
gcf_analyzer_decide_allocation (GstBaseTransform *trans, GstQuery *query)
{
  while (gst_query_get_n_allocation_pools (query) > 0)
    gst_query_remove_nth_allocation_pool (query, 0);
  return TRUE;
}

/* Metas are to be added: a buffer that others have too is copied, but not its
 * memory. */
static GstFlowReturn
gcf_analyzer_prepare_output_buffer (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer **outbuf)
{
  *outbuf = gst_buffer_is_writable (inbuf) ? inbuf : gst_buffer_copy (inbuf);
  return *outbuf ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static GstFlowReturn
gcf_analyzer_transform_ip (GstBaseTransform *trans, GstBuffer *buffer)
{
  GcfElement *element = GCF_ELEMENT (trans);
  GError *error = NULL;

  /* adopting upstream's context may have failed, and said so */
  if (!element->negotiated)
    return GST_FLOW_ERROR;
  if (!GCF_ANALYZER_GET_CLASS (trans)->analyse (
          GCF_ANALYZER (trans), buffer, &error))
    return gcf_element_fail_frame (element, error);
  gcf_stats_add_frame (element->stats);
  return GST_FLOW_OK;
}

static void
gcf_analyzer_class_init (GcfAnalyzerClass *klass)
{
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);

  gst_type_mark_as_plugin_api (GCF_TYPE_ANALYZER, 0);
  trans_class->propose_allocation =
      GST_DEBUG_FUNCPTR (gcf_analyzer_propose_allocation);
  trans_class->decide_allocation =
      GST_DEBUG_FUNCPTR (gcf_analyzer_decide_allocation);
  trans_class->prepare_output_buffer =
      GST_DEBUG_FUNCPTR (gcf_analyzer_prepare_output_buffer);
  trans_class->transform_ip = GST_DEBUG_FUNCPTR (gcf_analyzer_transform_ip);
}

static void
gcf_analyzer_init (GcfAnalyzer *self)
{
}
