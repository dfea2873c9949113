/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of elements share: the element under test, frames, messages.
 *
 * Each test program is built twice: check_NAME takes the plugin that GStreamer
 * finds, with the backend in CUDAFILTERS_TEST_BACKEND; check_NAME_staged links
 * the element and runs it on fakecuda.h's device, which has memory of its
 * own. */
#pragma once

#include "suite.h"

#include <gst/check/gstharness.h>
#include <gst/video/video.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstHarness, gst_harness_teardown)

G_BEGIN_DECLS

/* Fixtures of every test case, and main()'s init where cudacopy is wanted. */
void video_test_setup (void);
void video_test_teardown (void);
void video_test_init_private (int *argc, char ***argv);

/* The test's own, from its setup on. */
extern GRand *noise;

/* All formats that the elements take. */
extern const gchar *const video_test_formats[];
guint video_test_n_formats (void);

/* Elements find their GstCudaContext themselves. Not in staged programs. */
extern gboolean video_test_own_contexts;

/* One of our elements, with the backend under test set. */
GstElement *video_test_element (const gchar *name);
/* The same with properties: "cudamedian size=5". */
GstElement *video_test_element_described (const gchar *description);
/* A playing element with caps for these frames, and its bus if asked for. */
GstHarness *video_test_harness (GstElement *element, const GstVideoInfo *info);
/* Pushes the frame and pulls what comes of it; an error fails the test. */
GstBuffer *video_test_push_and_pull (GstHarness *h, GstBuffer *frame);
/* Pushes the frame, which it takes: TRUE where that very buffer comes out. */
gboolean video_test_passes (GstHarness *h, GstBuffer *frame);
/* Pushes the frame; an error fails the test. */
void video_test_push (GstHarness *h, GstBuffer *frame);
GstBus *video_test_bus (GstElement *element);
/* The next message of this type that the element has posted, or NULL; those
 * before it are dropped. */
GstMessage *video_test_message (GstBus *bus, GstMessageType type);

/* The next warning, of settings, says this; the next error is this one. */
void video_test_check_warning (GstBus *bus, const gchar *text);
/* On the way to PAUSED the element says this, in its only message, an error of
 * settings, and does not get there. It is in NULL afterwards. */
void video_test_check_refusal (
    GstElement *element, GstBus *bus, const gchar *text);
void video_test_check_error (GstBus *bus, GQuark domain, gint code);

/* The element takes the frame for none, and says so in one warning. */
void video_test_push_unusable (GstHarness *h, GstBus *bus, GstBuffer *frame);

/* A field of the element's `stats`. */
guint64 video_test_stat (GstElement *element, const gchar *field);

/* A folder for files of a test; it is removed with them. */
gchar *video_test_folder_new (void);
void video_test_folder_free (gchar *folder);

/* A GstController that drives the property on a ramp over a second. */
void video_test_control (
    GstElement *element, const gchar *name, gdouble from, gdouble to);

/* interlace_mode as in caps. */
void video_test_info (GstVideoInfo *info, const gchar *format, gint width,
    gint height, const gchar *interlace_mode);
GstVideoInfo video_test_progressive (
    const gchar *format, gint width, gint height);
/* A frame of random samples in the format's own layout; bytes that belong to
 * no sample are random too. */
GstBuffer *video_test_frame (GRand *rand, const GstVideoInfo *info);
/* Bytes in a row of a plane, whole pixel groups. */
gsize video_test_row_bytes (const GstVideoInfo *info, guint plane);
gsize video_test_rows (const GstVideoInfo *info, guint plane);
/* Copies the picture into a frame of any layout. */
void video_test_copy (const GstVideoInfo *info, GstBuffer *to, GstBuffer *from);
/* Fails the test where the frames differ in a byte of a pixel group. */
void video_test_compare (const GstVideoInfo *info, GstBuffer *actual,
    GstBuffer *expected, const gchar *what);
/* The same, and takes both frames. */
void video_test_expect (const GstVideoInfo *info, GstBuffer *actual,
    GstBuffer *expected, const gchar *what);
gboolean video_test_equal (
    const GstVideoInfo *info, GstBuffer *a, GstBuffer *b);

/* A flush of what goes through the source pad, and a segment from 0 on behind
 * it. */
void video_test_flush (GstPad *src);
/* At the element's pad of this name. */
void video_test_probe (GstElement *element, const gchar *name,
    GstPadProbeType type, GstPadProbeCallback callback, gpointer data);
/* The answer to an ALLOCATION query through the source pad. */
GstQuery *video_test_ask_allocation (GstPad *src, const GstVideoInfo *info);
/* A pool of a kind of its own, which an element has a reason to offer. */
GstBufferPool *video_test_special_pool_new (void);
/* From now on the ALLOCATION query at a source pad is answered with this pool,
 * for frames with a GstVideoMeta. Both live longer than the pad's element runs.
 */
void video_test_offer_pool (
    GstPad *src, GstBufferPool *pool, const GstVideoInfo *info);

G_END_DECLS
