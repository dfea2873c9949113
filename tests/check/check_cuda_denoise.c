/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudadenoise's frames in CUDAMemory, on either side, while each is written on
 * its stream as late as can be, and again as soon as its pool has it back. */
#include "cudatest.h"
#include "denoisetest.h"

#ifdef TEST_FAKEDRIVER
#include "gst/cuda/gcfcontext.h"
#endif

static const DenoiseSettings various[] = {
  { "recursive", 4, 0, 1, 5, 1, 1, 1, "luma+chroma" },
  { "average", 3, 2, 1, 5, 1, 1, 1, "luma+chroma" },
  { "median", 1, 1, 3, 5, 1, 1, 1, "luma+chroma" },
  { "average", 8, 8, 1, 5, 1, 1, 1, "luma+chroma" },
  { "recursive", 4, 3, 1, 5, 1, 1, 1, "luma+chroma" },
  { "compensated", 8, 0, 1, 5, 1, 1, 1, "luma+chroma" },
};

typedef GstBufferPool *(*MakePool) (
    GstCudaContext *context, const GstVideoInfo *info, guint max);

#define N_FRAMES 21

/* All are pushed before any result is looked at. */
static void
check_frames (const DenoiseSettings *settings, gboolean cuda_in,
    gboolean cuda_out, MakePool make_pool)
{
  g_autoptr (GstElement) element = video_test_element ("cudadenoise");
  GstBufferPool *pool;
  GstBuffer *still, *right[N_FRAMES];
  DenoiseReference *reference;
  g_autoptr (GstHarness) h = NULL;
  guint i, n = 0;
  g_autofree gchar *what = g_strdup_printf ("%s of %d and %d, %s to %s",
      settings->method, settings->past, settings->future,
      cuda_in ? "CUDA" : "system", cuda_out ? "CUDA" : "system");
  GstVideoInfo info = video_test_progressive ("I420", 34, 18);

  still = video_test_frame (noise, &info);
  reference = denoise_reference_new (&info, FALSE);
  denoise_reference_set (reference, settings);
  denoise_settings_apply (settings, G_OBJECT (element));
  pool = make_pool (cuda_test_context, &info,
      cuda_in && !denoise_settings_look_ahead (settings) ? 0 : 2);
  h = cuda_test_harness (element, &info, cuda_in, cuda_out);
  for (i = 0; i < N_FRAMES; i++) {
    GstBuffer *picture = denoise_test_frame (noise, &info, still);

    denoise_reference_push (reference, picture);
    video_test_push (h, cuda_in ? cuda_test_upload (pool, &info, picture)
                                : gst_buffer_ref (picture));
    gst_buffer_unref (picture);
    if (i >= (guint)settings->future)
      right[n++] = denoise_reference_pull (reference);
  }
  gst_harness_push_event (h, gst_event_new_eos ());
  while (denoise_reference_n_waiting (reference) > 0)
    right[n++] = denoise_reference_pull (reference);
  for (i = 0; i < N_FRAMES; i++) {
    GstBuffer *result = gst_harness_try_pull (h);

    fail_unless (result != NULL);
    fail_unless ((cuda_test_get_context (result) != NULL) == cuda_out, what);
    cuda_test_compare (&info, result, right[i], what);
    gst_buffer_unref (right[i]);
  }
  if (!cuda_in)
    assert_equals_int (video_test_stat (element, "uploads"), N_FRAMES);
  denoise_reference_free (reference);
  gst_buffer_unref (still);
  cuda_test_pool_free (pool);
}

TEST_LOOP (test_frames, G_N_ELEMENTS (various))
{
#ifdef TEST_FAKEDRIVER
  denoise_test_context =
      gcf_context_get_handle (GST_OBJECT (cuda_test_context));
#endif
  for (guint i = 0; i < 4; i++) {
    check_frames (&various[__i__], i % 2, i / 2, cuda_test_pool);
    check_frames (&various[__i__], i % 2, i / 2, cuda_test_plain_pool);
  }
}

TEST_MAIN (cuda_test_init, cuda_test_setup, cuda_test_teardown)
