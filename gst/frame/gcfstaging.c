/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frame's way to a block of device memory and back: in one copy where frame
 * and block have the same layout, else plane by plane. */
#include "gst/frame/gcfstaging.h"

/* Room for frames with more padding than the format's own layout has. */
#define ROOM(size) ((size) + (size) / 8 + 4096)

gboolean
gcf_block_ensure (
    GcfBlock *self, CfDevice *device, const GstVideoInfo *info, GError **error)
{
  gsize size = ROOM (GST_VIDEO_INFO_SIZE (info));

  if (self->data && self->size == size)
    return TRUE;
  gcf_block_clear (self, device);
  self->data = cf_device_alloc (device, size, error);
  self->size = self->data ? size : 0;
  return self->data != NULL;
}

void
gcf_block_clear (GcfBlock *self, CfDevice *device)
{
  cf_device_free (device, self->data);
  memset (self, 0, sizeof (*self));
}

/* The bytes from the first to the last of all planes. */
static void
span (const GcfPicture *picture, const GcfPlacement *at, guint8 **begin,
    gsize *size)
{
  guint8 *end = NULL;
  guint p;

  *begin = at->data[0];
  for (p = 0; p < picture->n_frame_planes; p++) {
    guint8 *plane_end = at->data[p] + (picture->rows[p] - 1) * at->stride[p]
                        + picture->row_bytes[p];

    *begin = MIN (*begin, at->data[p]);
    end = MAX (end, plane_end);
  }
  *size = end - *begin;
}

void
gcf_block_lay_out (GcfBlock *self, const GcfPicture *picture,
    const GstVideoInfo *info, gboolean one_memory, const GcfPlacement *at)
{
  gboolean aligned = TRUE;
  guint8 *begin;
  gsize size;
  guint p;

  span (picture, at, &begin, &size);
  for (p = 0; p < picture->n_frame_planes; p++)
    aligned &=
        ((at->data[p] - begin) | at->stride[p]) % picture->sample_bytes == 0;

  /* Planes in memories of their own are never one copy, however they lie. */
  self->one_copy = aligned && size <= self->size && one_memory;
  if (self->one_copy) {
    for (p = 0; p < picture->n_frame_planes; p++) {
      self->placement.data[p] = self->data + (at->data[p] - begin);
      self->placement.stride[p] = at->stride[p];
    }
  } else {
    gcf_picture_place_by_info (picture, info, self->data, &self->placement);
  }
}

static gboolean
transfer (GcfBlock *self, gboolean upload, CfStream *stream,
    const GcfPicture *picture, const GcfPlacement *at, gsize *bytes,
    GError **error)
{
  guint p;

  if (self->one_copy) {
    guint8 *host, *device;
    gsize size;

    span (picture, at, &host, &size);
    span (picture, &self->placement, &device, &size);
    *bytes += size;
    return upload ? cf_stream_upload (
               stream, device, size, host, size, size, 1, error)
                  : cf_stream_download (
                      stream, host, size, device, size, size, 1, error);
  }

  for (p = 0; p < picture->n_frame_planes; p++) {
    guint8 *device = self->placement.data[p];
    gssize device_stride = self->placement.stride[p];
    gsize row_bytes = picture->row_bytes[p], rows = picture->rows[p];

    *bytes += row_bytes * rows;
    if (!(upload ? cf_stream_upload (stream, device, device_stride, at->data[p],
              at->stride[p], row_bytes, rows, error)
                 : cf_stream_download (stream, at->data[p], at->stride[p],
                     device, device_stride, row_bytes, rows, error)))
      return FALSE;
  }
  return TRUE;
}

gboolean
gcf_block_upload (GcfBlock *self, CfStream *stream, const GcfPicture *picture,
    const GcfPlacement *at, gsize *bytes, GError **error)
{
  return transfer (self, TRUE, stream, picture, at, bytes, error);
}

gboolean
gcf_block_download (GcfBlock *self, CfStream *stream, const GcfPicture *picture,
    const GcfPlacement *at, gsize *bytes, GError **error)
{
  return transfer (self, FALSE, stream, picture, at, bytes, error);
}
