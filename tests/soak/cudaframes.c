/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames in CUDAMemory. */
#include "cudaframes.h"

#include "backend.h"

#ifdef SOAK_CUDA

#include "cudatest.h"

gboolean
cuda_frames_available (void)
{
  return g_str_equal (backend_name (), "cuda");
}

static GstCudaContext *
find_context (void)
{
  GstContext *shared = backend_context ();
  GstCudaContext *context = NULL;

  gst_structure_get (gst_context_get_structure (shared), "gst.cuda.context",
      GST_TYPE_CUDA_CONTEXT, &context, NULL);
  gst_context_unref (shared);
  return context;
}

/* The largest alignment of 1.22 leaves less room than odd heights need. */
gboolean
cuda_frames_hold (const GstVideoInfo *info)
{
  const GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (info);
  guint i;

  for (i = 0; i < cuda_test_n_formats (); i++)
    if (g_str_equal (cuda_test_formats[i], GST_VIDEO_INFO_NAME (info)))
      return mode != GST_VIDEO_INTERLACE_MODE_ALTERNATE
             && GST_VIDEO_INFO_HEIGHT (info) % 2 == 0;
  return FALSE;
}

GstCaps *
cuda_frames_caps (const GstVideoInfo *info)
{
  return cuda_test_caps (info, TRUE);
}

GstBufferPool *
cuda_frames_pool (const GstVideoInfo *info)
{
  GstCudaContext *context = find_context ();
  GstBufferPool *pool = cuda_test_pool (context, info, 0);

  gst_object_unref (context);
  return pool;
}

GstBuffer *
cuda_frames_upload (
    GstBufferPool *pool, const GstVideoInfo *info, GstBuffer *picture)
{
  GstBuffer *frame = cuda_test_upload (pool, info, picture);

  gst_buffer_unref (picture);
  return frame;
}

GstBuffer *
cuda_frames_to_host (const GstVideoInfo *info, GstBuffer *frame)
{
  GstBuffer *copy;

  if (!cuda_test_get_context (frame))
    return gst_buffer_copy_deep (frame);
  copy = cuda_test_download (info, frame);
  gst_buffer_copy_into (copy, frame,
      GST_BUFFER_COPY_FLAGS | GST_BUFFER_COPY_TIMESTAMPS | GST_BUFFER_COPY_META,
      0, -1);
  return copy;
}

#else

gboolean
cuda_frames_available (void)
{
  return FALSE;
}

gboolean
cuda_frames_hold (const GstVideoInfo *info)
{
  return FALSE;
}

GstCaps *
cuda_frames_caps (const GstVideoInfo *info)
{
  return NULL;
}

GstBufferPool *
cuda_frames_pool (const GstVideoInfo *info)
{
  return NULL;
}

GstBuffer *
cuda_frames_upload (
    GstBufferPool *pool, const GstVideoInfo *info, GstBuffer *picture)
{
  return picture;
}

GstBuffer *
cuda_frames_to_host (const GstVideoInfo *info, GstBuffer *frame)
{
  return gst_buffer_copy_deep (frame);
}

#endif
