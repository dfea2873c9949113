/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Maps a video format to the planes of samples that the engine filters. All of
 * it is read from GstVideoFormatInfo: there is no list of formats here. */
#include "gst/frame/gcfformat.h"

static gint
component_width (const GstVideoInfo *info, guint c)
{
  return GST_VIDEO_INFO_COMP_WIDTH (info, c);
}

static GstCudaFilterPlanes
component_kind (const GstVideoFormatInfo *finfo, guint c)
{
  if (c == GST_VIDEO_COMP_A)
    return GCF_PLANES_ALPHA;
  if (c == GST_VIDEO_COMP_Y || GST_VIDEO_FORMAT_INFO_IS_RGB (finfo))
    return GCF_PLANES_LUMA;
  return GCF_PLANES_CHROMA;
}

static gint
component_bytes (const GstVideoFormatInfo *finfo, guint c)
{
  return (GST_VIDEO_FORMAT_INFO_DEPTH (finfo, c)
             + GST_VIDEO_FORMAT_INFO_SHIFT (finfo, c) + 7)
         / 8;
}

/* Counts from the start of the pixel group. The V of P010, P012 and P016 has a
 * poffset of 1 in GStreamer, which counts samples and not bytes. */
static gint
component_offset (const GstVideoFormatInfo *finfo, guint c)
{
  gint offset = GST_VIDEO_FORMAT_INFO_POFFSET (finfo, c);
  gint bytes = component_bytes (finfo, c);

  return offset % bytes == 0 ? offset : offset * bytes;
}

/* The components of a frame plane in the order of their samples. */
static guint
components_of_plane (
    const GstVideoFormatInfo *finfo, guint plane, guint *components)
{
  guint c, n = 0;

  for (c = 0; c < GST_VIDEO_FORMAT_INFO_N_COMPONENTS (finfo); c++) {
    guint i;

    if (GST_VIDEO_FORMAT_INFO_PLANE (finfo, c) != plane)
      continue;
    for (i = n++; i > 0; i--) {
      if (component_offset (finfo, components[i - 1])
          < component_offset (finfo, c))
        break;
      components[i] = components[i - 1];
    }
    components[i] = c;
  }
  return n;
}

/* Adds a plane, or one for each field that has a row of it. */
static void
add_plane (GcfPicture *picture, const GcfPlane *plane, gboolean by_field)
{
  gint field;

  for (field = 0; field < (by_field ? 2 : 1); field++) {
    GcfPlane *p = &picture->planes[picture->n_planes];

    *p = *plane;
    p->first_row = field;
    p->row_step = by_field ? 2 : 1;
    p->geometry.height =
        (plane->geometry.height - field + p->row_step - 1) / p->row_step;
    if (p->geometry.height > 0)
      picture->n_planes++;
  }
}

/* Adjacent samples of one kind and spacing are filtered alike. */
static gboolean
joins (const GstVideoFormatInfo *finfo, guint c, guint next)
{
  return component_kind (finfo, c) == component_kind (finfo, next)
         && GST_VIDEO_FORMAT_INFO_PSTRIDE (finfo, c)
                == GST_VIDEO_FORMAT_INFO_PSTRIDE (finfo, next)
         && GST_VIDEO_FORMAT_INFO_W_SUB (finfo, c)
                == GST_VIDEO_FORMAT_INFO_W_SUB (finfo, next)
         && component_offset (finfo, c) + component_bytes (finfo, c)
                == component_offset (finfo, next);
}

static void
add_components (GcfPicture *picture, const GstVideoInfo *info,
    guint frame_plane, const guint *components, guint n, gboolean by_field)
{
  const GstVideoFormatInfo *finfo = info->finfo;
  guint i, joined;

  for (i = 0; i < n; i += joined) {
    const guint *c = components + i;
    gint bytes = component_bytes (finfo, c[0]);
    GcfPlane plane = {
      .kind = component_kind (finfo, c[0]),
      .frame_plane = frame_plane,
      .offset = component_offset (finfo, c[0]),
      .components = { c[0] },
    };

    for (joined = 1; joined < G_N_ELEMENTS (plane.components) && joined < n - i
                     && joins (finfo, c[joined - 1], c[joined]);
         joined++)
      plane.components[joined] = c[joined];
    plane.geometry = (CfPlane){
      .width = component_width (info, c[0]),
      .height = picture->rows[frame_plane],
      .step = GST_VIDEO_FORMAT_INFO_PSTRIDE (finfo, c[0]) / bytes,
      .channels = joined,
      .bits = GST_VIDEO_FORMAT_INFO_DEPTH (finfo, c[0]),
      .bytes = bytes,
      .shift = GST_VIDEO_FORMAT_INFO_SHIFT (finfo, c[0]),
    };
    add_plane (picture, &plane, by_field);
  }
}

/* Samples of the pixel group that belong to no component: the x of RGBx, and
 * the second luma of YUY2's last group where the width is odd. */
static void
add_padding (GcfPicture *picture, const GstVideoInfo *info, guint frame_plane,
    const guint *components, guint n, gint group, gint n_groups,
    gboolean by_field)
{
  const GstVideoFormatInfo *finfo = info->finfo;
  gint bytes = component_bytes (finfo, components[0]);
  gint at;

  for (at = 0; at < group; at += bytes) {
    gint covered = 0; /* groups in which a component has `at` */
    guint i;

    for (i = 0; i < n; i++) {
      guint c = components[i];
      gint pstride = GST_VIDEO_FORMAT_INFO_PSTRIDE (finfo, c);
      gint rest = at - component_offset (finfo, c);
      gint a_group = group / pstride;

      if (rest >= 0 && rest % pstride == 0)
        covered = (component_width (info, c) - rest / pstride + a_group - 1)
                  / a_group;
    }
    if (covered < n_groups) {
      GcfPlane plane = {
        .frame_plane = frame_plane,
        .offset = (gsize) covered * group + at,
        .geometry = {
          .width = n_groups - covered,
          .height = picture->rows[frame_plane],
          .step = group / bytes,
          .channels = 1,
          .bits = 8 * bytes,
          .bytes = bytes,
        },
      };

      add_plane (picture, &plane, by_field);
    }
  }
}

void
gcf_picture_init (
    GcfPicture *picture, const GstVideoInfo *info, gboolean by_field)
{
  const GstVideoFormatInfo *finfo = info->finfo;
  guint p;

  memset (picture, 0, sizeof (*picture));
  picture->n_frame_planes = GST_VIDEO_FORMAT_INFO_N_PLANES (finfo);
  picture->sample_bytes = component_bytes (finfo, 0);

  for (p = 0; p < picture->n_frame_planes; p++) {
    guint components[GST_VIDEO_MAX_COMPONENTS];
    guint i, n = components_of_plane (finfo, p, components);
    gint group = 0, n_groups = 0;

    for (i = 0; i < n; i++)
      group = MAX (group, GST_VIDEO_FORMAT_INFO_PSTRIDE (finfo, components[i]));
    for (i = 0; i < n; i++) {
      gint64 bytes = (gint64)component_width (info, components[i])
                     * GST_VIDEO_FORMAT_INFO_PSTRIDE (finfo, components[i]);

      n_groups = MAX (n_groups, (bytes + group - 1) / group);
    }
    picture->row_bytes[p] = (gsize)n_groups * group;
    picture->rows[p] = GST_VIDEO_INFO_COMP_HEIGHT (info, components[0]);

    add_components (picture, info, p, components, n, by_field);
    add_padding (picture, info, p, components, n, group, n_groups, by_field);
  }
}

void
gcf_picture_init_luma (GcfPicture *picture, const GstVideoInfo *info)
{
  const guint component = GST_VIDEO_FORMAT_INFO_IS_RGB (info->finfo)
                              ? GST_VIDEO_COMP_G
                              : GST_VIDEO_COMP_Y;
  GcfPlane luma = { 0 };
  guint i;
  gint c;

  gcf_picture_init (picture, info, FALSE);
  for (i = 0; i < picture->n_planes; i++)
    for (c = 0; c < picture->planes[i].geometry.channels; c++)
      if (picture->planes[i].kind == GCF_PLANES_LUMA
          && picture->planes[i].components[c] == component) {
        luma = picture->planes[i];
        luma.offset += (gsize)c * luma.geometry.bytes;
      }
  luma.geometry.channels = 1;
  picture->planes[0] = luma;
  picture->n_planes = picture->n_frame_planes = 1;
}

guint32
gcf_picture_filtered (const GcfPicture *picture, GstCudaFilterPlanes kinds)
{
  guint32 filtered = 0;
  guint i;

  for (i = 0; i < picture->n_planes; i++) {
    if (picture->planes[i].kind & kinds)
      filtered |= 1u << i;
  }
  return filtered;
}

void
gcf_picture_place (
    const GcfPicture *picture, const GcfPlacement *placement, CfPlane *planes)
{
  guint i;

  for (i = 0; i < picture->n_planes; i++) {
    const GcfPlane *p = &picture->planes[i];
    gssize stride = placement->stride[p->frame_plane];

    planes[i] = p->geometry;
    planes[i].data =
        placement->data[p->frame_plane] + p->first_row * stride + p->offset;
    planes[i].stride = stride * p->row_step;
  }
}

/* FALSE where a row's samples are in the next one too. */
static gboolean
has_rows_apart (const GcfPicture *picture, guint p, gssize stride)
{
  guint i;

  for (i = 0; i < picture->n_planes; i++) {
    const GcfPlane *plane = &picture->planes[i];
    const CfPlane *g = &plane->geometry;
    const gssize row =
        ((gssize)(g->width - 1) * g->step + g->channels) * g->bytes;

    if (plane->frame_plane == p && g->height > 1
        && stride < (row + plane->row_step - 1) / plane->row_step)
      return FALSE;
  }
  return TRUE;
}

/* Places a plane in memory of `size` bytes; FALSE where it does not fit. */
static gboolean
place_plane (const GcfPicture *picture, guint p, guint8 *memory, gsize size,
    gsize offset, gssize stride, GcfPlacement *placement)
{
  gsize needed;

  if (stride <= 0 || offset > size || !has_rows_apart (picture, p, stride)
      || !g_size_checked_mul (&needed, picture->rows[p] - 1, stride)
      || !g_size_checked_add (&needed, needed, picture->row_bytes[p])
      || needed > size - offset)
    return FALSE;
  placement->data[p] = memory + offset;
  placement->stride[p] = stride;
  return TRUE;
}

gboolean
gcf_picture_is_described (const GstVideoInfo *info, GstBuffer *buffer)
{
  const GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);

  return !meta
         || (meta->format == GST_VIDEO_INFO_FORMAT (info)
             && meta->n_planes == GST_VIDEO_INFO_N_PLANES (info)
             && (gint)meta->width >= GST_VIDEO_INFO_WIDTH (info)
             && (gint)meta->height >= GST_VIDEO_INFO_HEIGHT (info));
}

gboolean
gcf_picture_locate (
    const GcfPicture *picture, GstVideoFrame *frame, GcfPlacement *placement)
{
  guint p;

  for (p = 0; p < picture->n_frame_planes; p++) {
    /* Each plane of a GstVideoMeta has a map of its own. */
    const GstMapInfo *map = &frame->map[frame->meta ? p : 0];
    guint8 *data = GST_VIDEO_FRAME_PLANE_DATA (frame, p);

    if (data < map->data
        || !place_plane (picture, p, map->data, map->size, data - map->data,
            GST_VIDEO_FRAME_PLANE_STRIDE (frame, p), placement))
      return FALSE;
  }
  return TRUE;
}

gboolean
gcf_picture_locate_at (const GcfPicture *picture, const GstVideoInfo *info,
    GstBuffer *buffer, guint8 *data, GcfPlacement *placement)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  gsize size = gst_buffer_get_size (buffer);
  guint p;

  if (!gcf_picture_is_described (info, buffer))
    return FALSE;

  for (p = 0; p < picture->n_frame_planes; p++) {
    if (!place_plane (picture, p, data, size,
            meta ? meta->offset[p] : GST_VIDEO_INFO_PLANE_OFFSET (info, p),
            meta ? meta->stride[p] : GST_VIDEO_INFO_PLANE_STRIDE (info, p),
            placement))
      return FALSE;
  }
  return TRUE;
}

void
gcf_picture_place_by_info (const GcfPicture *picture, const GstVideoInfo *info,
    guint8 *data, GcfPlacement *placement)
{
  guint p;

  for (p = 0; p < picture->n_frame_planes; p++) {
    placement->data[p] = data + GST_VIDEO_INFO_PLANE_OFFSET (info, p);
    placement->stride[p] = GST_VIDEO_INFO_PLANE_STRIDE (info, p);
  }
}

gboolean
gcf_picture_is_aligned (const GcfPicture *picture, const GcfPlacement *at)
{
  gsize bits = 0;
  guint p;

  for (p = 0; p < picture->n_frame_planes; p++)
    bits |= (gsize)at->data[p] | at->stride[p];
  return bits % picture->sample_bytes == 0;
}

static gboolean
alternates (const GstVideoInfo *info)
{
  return GST_VIDEO_INFO_INTERLACE_MODE (info)
         == GST_VIDEO_INTERLACE_MODE_ALTERNATE;
}

gboolean
gcf_picture_is_same (const GstVideoInfo *a, const GstVideoInfo *b)
{
  guint p;

  if (!a->finfo || !b->finfo
      || GST_VIDEO_INFO_FORMAT (a) == GST_VIDEO_FORMAT_UNKNOWN
      || GST_VIDEO_INFO_FORMAT (a) != GST_VIDEO_INFO_FORMAT (b)
      || GST_VIDEO_INFO_WIDTH (a) != GST_VIDEO_INFO_WIDTH (b)
      || GST_VIDEO_INFO_HEIGHT (a) != GST_VIDEO_INFO_HEIGHT (b)
      || alternates (a) != alternates (b)
      || GST_VIDEO_INFO_SIZE (a) != GST_VIDEO_INFO_SIZE (b))
    return FALSE;
  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (a); p++)
    if (GST_VIDEO_INFO_PLANE_OFFSET (a, p) != GST_VIDEO_INFO_PLANE_OFFSET (b, p)
        || GST_VIDEO_INFO_PLANE_STRIDE (a, p)
               != GST_VIDEO_INFO_PLANE_STRIDE (b, p))
      return FALSE;
  return TRUE;
}
