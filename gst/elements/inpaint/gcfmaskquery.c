/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Queries of cudamask: its frames' pads answer as their peers do. */
#include "gst/elements/inpaint/gcfmaskquery.h"

gboolean
gcf_mask_query_is_seekable (GstPad *pad)
{
  GstQuery *query = gst_query_new_seeking (GST_FORMAT_TIME);
  gboolean seekable = TRUE;

  if (gst_pad_peer_query (pad, query))
    gst_query_parse_seeking (query, NULL, &seekable, NULL, NULL);
  gst_query_unref (query);
  return seekable;
}

/* Answers with what the other side takes or gives, of what a template has. */
static void
answer_caps (GstPad *pad, GstPad *other, GstQuery *query)
{
  GstCaps *known = gst_pad_get_pad_template_caps (pad), *filter, *caps;
  GstCaps *theirs;

  gst_query_parse_caps (query, &filter);
  theirs = gst_pad_peer_query_caps (other, filter);
  caps = gst_caps_intersect_full (theirs, known, GST_CAPS_INTERSECT_FIRST);
  gst_query_set_caps_result (query, caps);
  gst_caps_unref (caps);
  gst_caps_unref (theirs);
  gst_caps_unref (known);
}

gboolean
gcf_mask_query_proxy (GstPad *pad, GstPad *other, GstQuery *query)
{
  if (GST_QUERY_TYPE (query) == GST_QUERY_CAPS) {
    answer_caps (pad, other, query);
    return TRUE;
  }
  if (GST_QUERY_TYPE (query) == GST_QUERY_ACCEPT_CAPS
      && !gst_pad_is_linked (other))
    return gst_pad_query_default (pad, GST_OBJECT_PARENT (pad), query);
  return gst_pad_peer_query (other, query);
}

static gboolean
answers_latency (GstPad *pad)
{
  GstQuery *query = gst_query_new_latency ();
  const gboolean answers = gst_pad_peer_query (pad, query);

  gst_query_unref (query);
  return answers;
}

/* 0 but for that pad where its peer knows no latency. */
static gint
compare_link (gconstpointer link, gconstpointer but)
{
  GstPad *pad = g_value_get_object (link);

  return pad == g_value_get_object (but) && !answers_latency (pad);
}

GstIterator *
gcf_mask_query_iterate_links (GstPad *pad, GstObject *parent, GstPad *but)
{
  GValue value = G_VALUE_INIT;
  GstIterator *links;

  g_value_init (&value, GST_TYPE_PAD);
  g_value_set_object (&value, but);
  links =
      gst_iterator_filter (gst_pad_iterate_internal_links_default (pad, parent),
          compare_link, &value);
  g_value_unset (&value);
  return links;
}
