/* What tests of cudainpaint's pad `mask` share: mattes, and who pushes them. */
#include "mattetest.h"

void
matte_test_set_caps (GstPad *src, const GstVideoInfo *info)
{
  g_autoptr (GstCaps) caps = gst_video_info_to_caps (info);

  fail_unless (gst_pad_push_event (src, gst_event_new_caps (caps)));
}

GstPad *
matte_test_link (GstElement *element, const GstVideoInfo *info)
{
  GstPad *src = gst_pad_new ("mattes", GST_PAD_SRC);
  GstPad *mask = gst_element_request_pad_simple (element, "mask");
  GstSegment segment;

  fail_unless (mask != NULL);
  fail_unless_equals_int (gst_pad_link (src, mask), GST_PAD_LINK_OK);
  gst_object_unref (mask);
  gst_pad_set_active (src, TRUE);
  fail_unless (gst_pad_push_event (src, gst_event_new_stream_start ("mattes")));
  matte_test_set_caps (src, info);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  fail_unless (gst_pad_push_event (src, gst_event_new_segment (&segment)));
  return src;
}

void
matte_test_unlink (GstElement *element, GstPad *src)
{
  GstPad *mask = gst_pad_get_peer (src);

  if (mask) {
    gst_pad_unlink (src, mask);
    gst_element_release_request_pad (element, mask);
    gst_object_unref (mask);
  }
  gst_pad_set_active (src, FALSE);
  gst_object_unref (src);
}

guint
matte_test_component (const GstVideoInfo *info)
{
  return GST_VIDEO_INFO_HAS_ALPHA (info) ? GST_VIDEO_COMP_A : 0;
}
