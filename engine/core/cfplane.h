/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A filter sees a picture as planes: samples at a regular spacing in memory. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sides of a picture, in pixels: what a kernel can count in 32 bits. */
#define CF_PLANE_SIDE_MAX (1 << 24)

/* One set of samples that are filtered alike (or copied). A picture is a list
 * of planes that do not overlap, though their samples may be interleaved:
 *   grey                  step 1, channels 1
 *   NV12 chroma           step 2, channels 2
 *   RGBA, alpha apart     step 4, channels 3, and step 4, channels 1
 *   YUY2                  luma step 2; U and V step 4 each
 * Sample c (0 <= c < channels) of pixel (x, y) lies at
 *   data + y * stride + (x * step + c) * bytes
 * and its right neighbour `step` samples further. Bytes between the samples
 * belong to other planes, are not read as neighbours, and keep what they hold.
 * Samples of two bytes are in native byte order and at even addresses. */
typedef struct {
  guint8 *data;       /* first sample */
  gssize stride;      /* bytes from a row to the next */
  gint width, height; /* pixels, 1...CF_PLANE_SIDE_MAX */
  gint step;          /* samples from a pixel to the next, 1...4 */
  gint channels;      /* adjacent samples of a pixel, 1...step */
  gint bits;          /* significant bits of a sample, 1...16 */
  gint bytes;         /* bytes of a sample, 1 or 2 */
  gint shift;         /* zero bits below the value (P010: 6) */
} CfPlane;

/* Describes the planes of a picture. */
typedef struct {
  guint32 chroma;    /* bit i: plane i is colour */
  gboolean by_field; /* planes 2 i and 2 i + 1 are of two fields */
} CfPlaneKinds;

/* Checks the description (not the memory): CF_ERROR_INVALID. */
gboolean cf_plane_validate (const CfPlane *plane, GError **error);

/* TRUE where a and b differ at most in data and stride. */
gboolean cf_plane_same_geometry (const CfPlane *a, const CfPlane *b);

G_END_DECLS
