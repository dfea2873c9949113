/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of CUDAMemory share: its frames, and the device they are on.
 *
 * Each test program is built twice: check_cuda_NAME takes the plugin that
 * GStreamer finds, and needs a GPU; check_cuda_NAME_fakedriver links the
 * elements and runs them, and gstreamer-cuda, on the fake driver. */
#pragma once

#include "videotest.h"

#include "gst/cuda/gstcudacompat.h"

#ifdef TEST_FAKEDRIVER
#include "driverbackend.h"
#include "fakedriver.h"
#endif

G_BEGIN_DECLS

/* What main() begins with, in place of gst_check_init(). Without a GPU it ends
 * the program: skipped. */
void cuda_test_init (int *argc, char ***argv);

/* Fixtures of every test case. Nothing of a test's is left after it, neither
 * on the fake driver nor of GStreamer's objects. */
void cuda_test_setup (void);
void cuda_test_teardown (void);
/* cudaupload, nvcodec's decoders and the like; call it first. FALSE where there
 * is no such element; then the test says so. */
gboolean cuda_test_has_element (const gchar *name);

/* On the first device, from setup to teardown. */
extern GstCudaContext *cuda_test_context;
/* Each test begins with the same numbers. */
/* Another one there. */
GstCudaContext *cuda_test_other_context (void);
void cuda_test_set_context (GstElement *element, GstCudaContext *context);

/* All formats that CUDAMemory carries in every release. */
extern const gchar *const cuda_test_formats[];
guint cuda_test_n_formats (void);

/* With or without the feature of CUDAMemory. */
GstCaps *cuda_test_caps (const GstVideoInfo *info, gboolean cuda);
/* An element in cuda_test_context with caps of both sides. */
GstHarness *cuda_test_harness (GstElement *element, const GstVideoInfo *info,
    gboolean cuda_in, gboolean cuda_out);
/* The same for another pair of caps. */
void cuda_test_set_caps (GstHarness *h, const GstVideoInfo *info,
    gboolean cuda_in, gboolean cuda_out);

/* A harness around a description, which shares the tests' context with all its
 * elements. */
GstHarness *cuda_test_parse (const gchar *description);

/* An active pool of CUDAMemory, which has a stream of its own in the releases
 * that know streams; max 0 is no limit. */
GstBufferPool *cuda_test_pool (
    GstCudaContext *context, const GstVideoInfo *info, guint max);
/* The same without a stream. */
GstBufferPool *cuda_test_plain_pool (
    GstCudaContext *context, const GstVideoInfo *info, guint max);
void cuda_test_pool_free (GstBufferPool *pool);
/* FALSE where this release makes the memory too small for such frames. */
gboolean cuda_test_holds (const GstVideoInfo *info);
/* A frame of the pool with this picture, which where memory has a stream is
 * written on that, late. */
GstBuffer *cuda_test_upload (
    GstBufferPool *pool, const GstVideoInfo *info, GstBuffer *picture);
/* The picture in system memory: of CUDAMemory, read as the release has it, on
 * the memory's stream or at once. CPU maps have no part in it: those of 1.22
 * move only half of the third plane of I420 where its height is odd. */
GstBuffer *cuda_test_download (const GstVideoInfo *info, GstBuffer *frame);
/* cuda_test_download() of a result, which is freed, compared. */
void cuda_test_compare (const GstVideoInfo *info, GstBuffer *result,
    GstBuffer *expected, const gchar *what);

/* The picture filtered as often as the description of a pipeline names
 * cudamedian, with its defaults. */
GstBuffer *cuda_test_expected (
    const gchar *description, const GstVideoInfo *info, GstBuffer *picture);

/* The memory's context, NULL where it is none of CUDAMemory. */
GstCudaContext *cuda_test_get_context (GstBuffer *buffer);

G_END_DECLS
