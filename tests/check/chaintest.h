/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of chains share: elements one behind the other in a harness,
 * sinks that keep frames, and what `stats` says. */
#pragma once

#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/video/video.h>

G_BEGIN_DECLS

/* How long something may take before the test fails. */
#define CHAIN_TEST_TIMEOUT (30 * GST_SECOND)

/* TRUE where frames are filtered on a device with memory of its own. */
gboolean chain_test_on_device (GstElement *element);
/* TRUE where devices are made to work on host memory in place: then nothing is
 * uploaded or downloaded. */
gboolean chain_test_maps_host (void);
/* `uploads` and `downloads` are of devices that do not. */
void chain_test_check_stats (
    GstElement *element, guint frames, guint uploads, guint downloads);

/* An element for a chain, with a name of its own: ours, or GStreamer's. */
GstElement *chain_test_element (const gchar *name);
/* A bin with these elements linked in their order (up to a NULL), which it
 * takes. Its pads are those of the first and the last, as far as they have any
 * that are not linked. */
GstElement *chain_test_bin (GstElement *first, ...) G_GNUC_NULL_TERMINATED;
/* A harness around a bin, which it takes. */
GstHarness *chain_test_harness (GstElement *bin, const GstVideoInfo *info);
/* Sends the end of the stream and waits until n frames have come out. */
void chain_test_drain (GstHarness *h, guint n);

/* A pool that the element behind the harness proposes, active; or one of
 * ordinary memory, with `max` buffers that take turns. */
GstBufferPool *chain_test_proposed_pool (
    GstHarness *h, const GstVideoInfo *info, guint max);
GstBufferPool *chain_test_ordinary_pool (const GstVideoInfo *info, guint max);
/* A buffer of the pool with the frame's picture. */
GstBuffer *chain_test_from_pool (
    GstBufferPool *pool, const GstVideoInfo *info, GstBuffer *frame);

/* A sink that keeps all that comes, without a look at it. */
typedef struct _ChainTestSink ChainTestSink;
ChainTestSink *chain_test_sink_new (void);
/* Its element, for a bin, which owns it. */
GstElement *chain_test_sink_get_element (ChainTestSink *self);
/* Waits for so many frames. */
GstBuffer *chain_test_sink_get (ChainTestSink *self, guint index);
void chain_test_sink_free (ChainTestSink *self);

G_END_DECLS
