/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Puts what a matte marks on the frame that it is of. */
#include "gst/elements/inpaint/gstcudamaskmeta.h"

GType
gst_cuda_mask_meta_api_get_type (void)
{
  static const gchar *no_tags[] = { NULL };
  static gsize type;

  if (g_once_init_enter (&type))
    g_once_init_leave (
        &type, gst_meta_api_type_register ("GstCudaMaskMetaAPI", no_tags));
  return type;
}

static gboolean
init (GstMeta *meta, gpointer params, GstBuffer *buffer)
{
  ((GstCudaMaskMeta *)meta)->marks = NULL;
  return TRUE;
}

static void
finish (GstMeta *meta, GstBuffer *buffer)
{
  g_clear_pointer (&((GstCudaMaskMeta *)meta)->marks, gcf_inpaint_mask_unref);
}

/* Marks are of the whole frame, so they are copied with any part of it. */
static gboolean
transform (
    GstBuffer *to, GstMeta *meta, GstBuffer *buffer, GQuark type, gpointer data)
{
  if (!GST_META_TRANSFORM_IS_COPY (type))
    return FALSE;
  gst_cuda_mask_meta_add (to, ((GstCudaMaskMeta *)meta)->marks);
  return TRUE;
}

static const GstMetaInfo *
get_info (void)
{
  static const GstMetaInfo *info;

  if (g_once_init_enter ((GstMetaInfo **)&info))
    g_once_init_leave ((GstMetaInfo **)&info,
        (GstMetaInfo *)gst_meta_register (GST_CUDA_MASK_META_API_TYPE,
            "GstCudaMaskMeta", sizeof (GstCudaMaskMeta), init, finish,
            transform));
  return info;
}

void
gst_cuda_mask_meta_add (GstBuffer *buffer, GcfInpaintMask *marks)
{
  GstCudaMaskMeta *meta =
      (GstCudaMaskMeta *)gst_buffer_add_meta (buffer, get_info (), NULL);

  meta->marks = gcf_inpaint_mask_ref (marks);
}

GstCudaMaskMeta *
gst_cuda_mask_meta_iterate (GstBuffer *buffer, gpointer *state)
{
  return (GstCudaMaskMeta *)gst_buffer_iterate_meta_filtered (
      buffer, state, GST_CUDA_MASK_META_API_TYPE);
}
