/* What tests of cudainpaint's pad `mask` share: mattes, and who pushes them. */
#pragma once

#include <gst/check/gstcheck.h>
#include <gst/video/video.h>

G_BEGIN_DECLS

/* A pad that is linked to the element's, has sent a segment from 0 on and caps
 * for these mattes. */
GstPad *matte_test_link (GstElement *element, const GstVideoInfo *info);
void matte_test_set_caps (GstPad *src, const GstVideoInfo *info);
/* Gives both pads back. */
void matte_test_unlink (GstElement *element, GstPad *src);

/* The component that counts. */
guint matte_test_component (const GstVideoInfo *info);

G_END_DECLS
