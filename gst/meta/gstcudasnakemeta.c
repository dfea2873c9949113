/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours on buffers: the custom meta, and regions of interest.
 *
 * The meta has no tags and no function of its own for transforms, so that
 * elements which know nothing of it copy it: those that drop metas look at
 * tags, and GStreamer's default is a copy of the whole structure. */
#include "gstcudasnakecontours.h"
#include "gstcudasnakestructure.h"

static gboolean
refuse_foreign (GError **error)
{
  g_set_error (error, GST_CUDA_SNAKE_META_ERROR,
      GST_CUDA_SNAKE_META_ERROR_FOREIGN,
      "the name " GST_CUDA_SNAKE_META_NAME
      " belongs to a type that is no custom meta");
  return FALSE;
}

static gboolean
check_writable (GstBuffer *buffer, GError **error)
{
  if (gst_buffer_is_writable (buffer))
    return TRUE;
  g_set_error (error, GST_CUDA_SNAKE_META_ERROR,
      GST_CUDA_SNAKE_META_ERROR_READ_ONLY, "the buffer is not writable");
  return FALSE;
}

gboolean
gst_cuda_snake_meta_register (GError **error)
{
  static GMutex mutex;
  static const gchar *tags[] = { NULL };
  const GstMetaInfo *info;

  g_mutex_lock (&mutex);
  info = gst_meta_get_info (GST_CUDA_SNAKE_META_NAME);
  /* GObject complains where there is a type of either name. */
  if (!info && !g_type_from_name (GST_CUDA_SNAKE_META_NAME)
      && !g_type_from_name (GST_CUDA_SNAKE_META_NAME "-api"))
    info = gst_meta_register_custom (
        GST_CUDA_SNAKE_META_NAME, tags, NULL, NULL, NULL);
  g_mutex_unlock (&mutex);
  return (info && gst_meta_info_is_custom (info)) || refuse_foreign (error);
}

/* The first meta of that name, or NULL. Not by its API alone, which another
 * implementation may share. */
static GstMeta *
find_meta (GstBuffer *buffer)
{
  const GstMetaInfo *info = gst_meta_get_info (GST_CUDA_SNAKE_META_NAME);
  gpointer state = NULL;
  GstMeta *meta;

  while ((meta = gst_buffer_iterate_meta (buffer, &state))) {
    if (meta->info == info)
      return meta;
  }
  return NULL;
}

gboolean
gst_buffer_set_cuda_snake_contours (
    GstBuffer *buffer, const GstCudaSnakeContours *contours, GError **error)
{
  GstStructure *structure;
  GstMeta *meta;

  g_return_val_if_fail (GST_IS_BUFFER (buffer), FALSE);
  g_return_val_if_fail (contours != NULL, FALSE);

  if (!check_writable (buffer, error)
      || !gst_cuda_snake_contours_check (contours, error)
      || !gst_cuda_snake_meta_register (error))
    return FALSE;
  meta = find_meta (buffer);
  if (!meta)
    meta = (GstMeta *)gst_buffer_add_custom_meta (
        buffer, GST_CUDA_SNAKE_META_NAME);
  structure = gst_custom_meta_get_structure ((GstCustomMeta *)meta);
  gst_structure_set_name (structure, GST_CUDA_SNAKE_META_NAME);
  gst_structure_remove_all_fields (structure);
  gst_cuda_snake_structure_fill (structure, contours);
  return TRUE;
}

gboolean
gst_buffer_get_cuda_snake_contours (
    GstBuffer *buffer, GstCudaSnakeContours **contours, GError **error)
{
  GstMeta *meta;

  g_return_val_if_fail (GST_IS_BUFFER (buffer), FALSE);
  g_return_val_if_fail (contours != NULL, FALSE);

  *contours = NULL;
  meta = find_meta (buffer);
  if (!meta)
    return TRUE;
  if (!gst_meta_info_is_custom (meta->info))
    return refuse_foreign (error);
  *contours = gst_cuda_snake_contours_from_structure (
      gst_custom_meta_get_structure ((GstCustomMeta *)meta), error);
  return *contours != NULL;
}

gboolean
gst_buffer_add_cuda_snake_regions (
    GstBuffer *buffer, const GstCudaSnakeContours *contours, GError **error)
{
  guint i;

  g_return_val_if_fail (GST_IS_BUFFER (buffer), FALSE);
  g_return_val_if_fail (contours != NULL, FALSE);

  if (!check_writable (buffer, error)
      || !gst_cuda_snake_contours_check (contours, error))
    return FALSE;
  for (i = 0; i < contours->n_contours; i++) {
    const GstCudaSnakeContour *contour = &contours->contours[i];
    GstVideoRegionOfInterestMeta *region;
    GstVideoRectangle bounds;

    gst_cuda_snake_contour_get_bounds (contour, &bounds);
    region = gst_buffer_add_video_region_of_interest_meta (buffer,
        GST_CUDA_SNAKE_META_ROI_TYPE, bounds.x, bounds.y, bounds.w, bounds.h);
    region->id = contour->id;
  }
  return TRUE;
}
