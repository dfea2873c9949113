/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A matte marks its samples from half on. */
#include "gst/elements/inpaint/gcfinpaintmarks.h"

#include <string.h>

/* The bit of a byte that says that it is half of white, or more */
#define HALF 0x80
#define HALVES G_GUINT64_CONSTANT (0x8080808080808080)

/* The alpha; of GRAY8 the grey. */
static const GcfPlane *
find_plane (const GcfPicture *picture, gboolean alpha)
{
  guint i = 0;

  while (alpha && picture->planes[i].kind != GCF_PLANES_ALPHA)
    i++;
  return &picture->planes[i];
}

/* Bit i is the highest one of byte i: each is moved to a place of its own in
 * the product's last byte. */
static guint32
gather_eight (const guint8 *bytes, guint64 *faint)
{
  guint64 eight, halves;

  memcpy (&eight, bytes, sizeof (eight));
  halves = eight & HALVES;
  *faint |= eight & ~(halves | (halves - (halves >> 7)));
  return (guint32)((GUINT64_FROM_LE (halves)
                       * G_GUINT64_CONSTANT (0x0002040810204081))
                   >> 56);
}

/* Returns other than 0 where a sample is above 0, and below half. */
static guint64
read_row (guint32 *bits, const guint8 *row, gint width, gint step)
{
  guint64 faint = 0;
  gint x = 0;

  if (step == 1)
    for (; x + 8 <= width; x += 8)
      bits[x / 32] |= gather_eight (row + x, &faint) << x % 32;
  for (; x < width; x++) {
    const guint8 sample = row[(gsize)x * step];

    bits[x / 32] |= (guint32)(sample >= HALF) << x % 32;
    faint |= sample < HALF ? sample : 0;
  }
  return faint;
}

static GcfInpaintMask *
read_placed (const GcfPlane *plane, const GcfPlacement *at)
{
  GcfInpaintMask *marks =
      gcf_inpaint_mask_new (plane->geometry.width, plane->geometry.height);
  guint64 faint = 0;
  gint y;

  for (y = 0; y < marks->height; y++)
    faint |= read_row (marks->bits + (gsize)y * marks->words,
        at->data[plane->frame_plane] + plane->offset
            + (gssize)y * at->stride[plane->frame_plane],
        marks->width, plane->geometry.step);
  marks->is_faint = faint != 0;
  gcf_inpaint_mask_shrink_box (marks);
  return marks;
}

GcfInpaintMask *
gcf_inpaint_marks_read (const GstVideoInfo *info, GstBuffer *buffer)
{
  GcfInpaintMask *marks = NULL;
  GcfPicture picture;
  GcfPlacement at;
  GstMapInfo map;

  gcf_picture_init (&picture, info, FALSE);
  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return NULL;
  if (gcf_picture_locate_at (&picture, info, buffer, map.data, &at))
    marks = read_placed (find_plane (&picture, GCF_HAS_ALPHA (info)), &at);
  gst_buffer_unmap (buffer, &map);
  return marks;
}
