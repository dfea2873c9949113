/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests of cudamask share: mattes, and who pushes them. */
#pragma once

#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/video/video.h>

G_BEGIN_DECLS

/* cudamask, and a source pad that is linked to its pad `mask` and has sent a
 * segment from 0 on and caps for these mattes. */
GstElement *matte_test_element (void);
GstPad *matte_test_link (GstElement *mask, const GstVideoInfo *info);
void matte_test_set_caps (GstPad *src, const GstVideoInfo *info);
/* Gives the pad back. */
void matte_test_unlink (GstPad *src);

/* The frame with its matte, which is waited for. */
GstBuffer *matte_test_attach (GstHarness *m, GstBuffer *frame);

/* The component that counts. */
guint matte_test_component (const GstVideoInfo *info);

G_END_DECLS
