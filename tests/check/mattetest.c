/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests of cudamask share: mattes, and who pushes them. */
#include "mattetest.h"

#include "elements.h"

GstElement *
matte_test_element (void)
{
#ifdef TEST_STAGED
  elements_register ();
#endif
  return gst_check_setup_element ("cudamask");
}

void
matte_test_set_caps (GstPad *src, const GstVideoInfo *info)
{
  g_autoptr (GstCaps) caps = gst_video_info_to_caps (info);

  fail_unless (gst_pad_push_event (src, gst_event_new_caps (caps)));
}

/* None, as nothing is live. */
static gboolean
answer (GstPad *pad, GstObject *parent, GstQuery *query)
{
  return GST_QUERY_TYPE (query) == GST_QUERY_LATENCY
         || gst_pad_query_default (pad, parent, query);
}

GstPad *
matte_test_link (GstElement *mask, const GstVideoInfo *info)
{
  GstPad *src = gst_pad_new ("mattes", GST_PAD_SRC);
  GstPad *sink = gst_element_get_static_pad (mask, "mask");
  GstSegment segment;

  gst_pad_set_query_function (src, answer);
  fail_unless (sink != NULL);
  fail_unless_equals_int (gst_pad_link (src, sink), GST_PAD_LINK_OK);
  gst_object_unref (sink);
  gst_pad_set_active (src, TRUE);
  fail_unless (gst_pad_push_event (src, gst_event_new_stream_start ("mattes")));
  matte_test_set_caps (src, info);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  fail_unless (gst_pad_push_event (src, gst_event_new_segment (&segment)));
  return src;
}

void
matte_test_unlink (GstPad *src)
{
  GstPad *mask = gst_pad_get_peer (src);

  if (mask) {
    gst_pad_unlink (src, mask);
    gst_object_unref (mask);
  }
  gst_pad_set_active (src, FALSE);
  gst_object_unref (src);
}

GstBuffer *
matte_test_attach (GstHarness *m, GstBuffer *frame)
{
  GstBuffer *attached;

  fail_unless_equals_int (gst_harness_push (m, frame), GST_FLOW_OK);
  attached = gst_harness_pull (m);
  fail_unless (attached != NULL);
  return attached;
}

guint
matte_test_component (const GstVideoInfo *info)
{
  return GST_VIDEO_INFO_HAS_ALPHA (info) ? GST_VIDEO_COMP_A : 0;
}
