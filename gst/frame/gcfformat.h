/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Maps a video format to the planes of samples that the engine filters. */
#pragma once

#include <gst/video/video.h>

#include "engine/core/cffilter.h"

G_BEGIN_DECLS

/* GcfFilter takes these: samples of up to 16 bits at a regular spacing, as
 * GstVideoFormatInfo says in every release that has the format. 16-bit formats
 * are little-endian, as hosts of NVIDIA GPUs are.
 * tests/check/check_negotiation.c has what videoconvert makes of others. */
#define GCF_FORMATS \
  "{ NV12, NV21, NV16, NV24, I420, YV12, Y42B, Y444, GRAY8, GRAY16_LE, " \
  "I420_10LE, I420_12LE, I422_10LE, Y444_10LE, P010_10LE, P012_LE, P016_LE, " \
  "YUY2, UYVY, RGB, BGR, RGBA, BGRA, ARGB, ABGR, RGBx, BGRx, xRGB, xBGR, " \
  "GBR, I422_12LE, Y444_12LE, Y444_16LE, GBR_10LE, GBR_12LE, A420, AYUV, " \
  "VUYA, AV12, A420_10LE, A422_10LE, A444_10LE, AYUV64, GBRA, GBRA_10LE, " \
  "GBRA_12LE, ARGB64, ARGB64_LE, RGBA64_LE, BGRA64_LE, ABGR64_LE, Y41B, " \
  "NV61, YVYU, VYUY, v216, v308, IYU2" GCF_FORMATS_1_24 GCF_FORMATS_1_26 " }"

#if GST_CHECK_VERSION(1, 24, 0)
#define GCF_FORMATS_1_24 \
  ", A422, A444, A420_12LE, A422_12LE, A444_12LE, A420_16LE, A422_16LE, " \
  "A444_16LE, GBR_16LE, RBGA"
#else
#define GCF_FORMATS_1_24 ""
#endif

#if GST_CHECK_VERSION(1, 26, 0)
#define GCF_FORMATS_1_26 ", GRAY10_LE16"
#else
#define GCF_FORMATS_1_26 ""
#endif

/* GStreamer's flag is not set for AV12. */
#define GCF_HAS_ALPHA(info) \
  (GST_VIDEO_INFO_N_COMPONENTS (info) > GST_VIDEO_COMP_A)

/* Kinds of samples. RGB's three count as luma. */
typedef enum {
  GCF_PLANES_LUMA = 1 << 0,
  GCF_PLANES_CHROMA = 1 << 1,
  GCF_PLANES_ALPHA = 1 << 2
} GstCudaFilterPlanes;

/* One plane of the engine's, in one plane of a video frame. */
typedef struct {
  CfPlane geometry;         /* without data and stride */
  GstCudaFilterPlanes kind; /* 0 for padding, which is only copied */
  guint frame_plane;
  gsize offset;   /* bytes, from the frame plane's first row */
  gint first_row; /* 1 for the second field, else 0 */
  gint row_step;  /* 2 for fields, else 1 */
  guint8 components[GST_VIDEO_MAX_COMPONENTS]; /* of its channels */
} GcfPlane;

/* All samples of a picture, fields apart where it is made of two. Every byte
 * of every pixel group of the frame is in exactly one plane. */
typedef struct {
  GcfPlane planes[CF_MAX_PLANES];
  guint n_planes;

  guint n_frame_planes;
  gsize row_bytes[GST_VIDEO_MAX_PLANES];
  gsize rows[GST_VIDEO_MAX_PLANES];
  gint sample_bytes; /* 1 or 2 */
} GcfPicture;

/* The planes of a frame lie here in memory. */
typedef struct {
  guint8 *data[GST_VIDEO_MAX_PLANES];
  gssize stride[GST_VIDEO_MAX_PLANES];
} GcfPlacement;

/* by_field: the two fields are interleaved line by line and stay apart. */
void gcf_picture_init (
    GcfPicture *picture, const GstVideoInfo *info, gboolean by_field);

/* The luma alone, whole frames of it; of RGB green, which is the most of it. It
 * is plane 0 of one, in frame plane 0; nothing is known of other frame planes,
 * so that they are neither copied nor looked for. */
void gcf_picture_init_luma (GcfPicture *picture, const GstVideoInfo *info);

/* Bit i is set where plane i is of one of these kinds. */
guint32 gcf_picture_filtered (
    const GcfPicture *picture, GstCudaFilterPlanes kinds);

/* The planes with data and stride, for the engine. */
void gcf_picture_place (
    const GcfPicture *picture, const GcfPlacement *placement, CfPlane *planes);

/* A buffer's GstVideoMeta, if any, is of frames that have such a picture. */
gboolean gcf_picture_is_described (const GstVideoInfo *info, GstBuffer *buffer);

/* Finds a mapped frame's planes; FALSE where its memory ends before its last
 * row. */
gboolean gcf_picture_locate (
    const GcfPicture *picture, GstVideoFrame *frame, GcfPlacement *placement);

/* The same for a buffer that is not mapped, whose only memory begins at `data`
 * (of the host or of the device). */
gboolean gcf_picture_locate_at (const GcfPicture *picture,
    const GstVideoInfo *info, GstBuffer *buffer, guint8 *data,
    GcfPlacement *placement);

/* Places planes in memory that begins at `data`, in the format's own layout. */
void gcf_picture_place_by_info (const GcfPicture *picture,
    const GstVideoInfo *info, guint8 *data, GcfPlacement *placement);

/* FALSE where samples of two bytes lie at odd addresses, which the engine does
 * not take. */
gboolean gcf_picture_is_aligned (
    const GcfPicture *picture, const GcfPlacement *at);

/* TRUE if frames of both are the same samples at the same places: all but what
 * they mean (rate, colorimetry, pixel aspect ratio and so on). FALSE where one
 * is of no format. */
gboolean gcf_picture_is_same (const GstVideoInfo *a, const GstVideoInfo *b);

G_END_DECLS
