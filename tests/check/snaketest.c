/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of cudasnake share. */
#include "snaketest.h"

Scene
snake_test_disc (const GstVideoInfo *info, gdouble x, gdouble y)
{
  return (Scene){ .width = GST_VIDEO_INFO_WIDTH (info),
    .height = GST_VIDEO_INFO_HEIGHT (info),
    .shape = SHAPE_DISC,
    .noise = NOISE_2,
    .scale = 0.5 * GST_VIDEO_INFO_HEIGHT (info)
             / MIN (GST_VIDEO_INFO_WIDTH (info), GST_VIDEO_INFO_HEIGHT (info)),
    .x = x,
    .y = y };
}

GstBuffer *
snake_test_frame (const GstVideoInfo *info, const guint8 *samples, GRand *rand)
{
  GstBuffer *buffer = video_test_frame (rand, info);
  const guint n = GST_VIDEO_INFO_IS_RGB (info) ? 3 : 1;
  GstVideoFrame frame;

  fail_unless (gst_video_frame_map (&frame, info, buffer, GST_MAP_WRITE));
  for (guint c = 0; c < n; c++) {
    const gint shift = GST_VIDEO_FRAME_COMP_DEPTH (&frame, c) - 8
                       + GST_VIDEO_FORMAT_INFO_SHIFT (info->finfo, c);

    for (gint y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT (&frame, c); y++) {
      guint8 *at = GST_VIDEO_FRAME_COMP_DATA (&frame, c);

      at += (gsize)y * GST_VIDEO_FRAME_COMP_STRIDE (&frame, c);
      for (gint x = 0; x < GST_VIDEO_FRAME_WIDTH (&frame); x++) {
        const guint16 value = *samples++ << shift;

        if (GST_VIDEO_FRAME_COMP_DEPTH (&frame, c) == 8)
          *at = value;
        else
          GST_WRITE_UINT16_LE (at, value);
        at += GST_VIDEO_FRAME_COMP_PSTRIDE (&frame, c);
      }
    }
    samples -= (gsize)GST_VIDEO_FRAME_WIDTH (&frame)
               * GST_VIDEO_FRAME_COMP_HEIGHT (&frame, c);
  }
  gst_video_frame_unmap (&frame);
  return buffer;
}

static gsize
pixels (const GstVideoInfo *info)
{
  return (gsize)GST_VIDEO_INFO_WIDTH (info) * GST_VIDEO_INFO_HEIGHT (info);
}

GstBuffer *
snake_test_scene_frame (const GstVideoInfo *info, const Scene *scene,
    guint8 *truth, Random *random, GRand *rand)
{
  guint8 *samples = g_malloc (pixels (info));
  guint8 *inside = truth ? truth : g_malloc (pixels (info));
  GstBuffer *frame;

  scene_render (scene, random, samples, inside);
  frame = snake_test_frame (info, samples, rand);
  if (!truth)
    g_free (inside);
  g_free (samples);
  return frame;
}

GstBuffer *
snake_test_empty_frame (const GstVideoInfo *info, Random *random, GRand *rand)
{
  const Scene scene = snake_test_disc (info, 0, 0);
  guint8 *samples = g_malloc (pixels (info));
  GstBuffer *frame;

  scene_render_empty (&scene, random, samples);
  frame = snake_test_frame (info, samples, rand);
  g_free (samples);
  return frame;
}

static void
fill (const GstCudaSnakeContours *contours, guint index, guint8 *inside)
{
  const GstCudaSnakeContour *c = &contours->contours[index];

  polygon_fill ((const CfSnakePoint *)c->points, c->n_points, contours->width,
      contours->height, inside);
}

GstCudaSnakeContours *
snake_test_take (GstBuffer *buffer)
{
  GstCudaSnakeContours *contours = contours_test_get (buffer, "cudasnake");
  const gsize n = (gsize)contours->width * contours->height;
  guint8 *inside = g_malloc (n);
  gsize area, k;

  for (guint i = 0; i < contours->n_contours; i++) {
    const GstCudaSnakeContour *c = &contours->contours[i];

    fail_unless (
        polygon_is_simple ((const CfSnakePoint *)c->points, c->n_points));
    fill (contours, i, inside);
    for (area = 0, k = 0; k < n; k++)
      area += inside[k] != 0;
    assert_equals_uint64 (c->area, area);
  }
  g_free (inside);
  gst_buffer_unref (buffer);
  return contours;
}

GstCudaSnakeContours *
snake_test_push (GstHarness *h, GstBuffer *frame)
{
  return snake_test_take (video_test_push_and_pull (h, frame));
}

gdouble
snake_test_overlap (
    const GstCudaSnakeContours *contours, guint index, const guint8 *truth)
{
  const gsize n = (gsize)contours->width * contours->height;
  guint8 *inside = g_malloc (n);
  gdouble result;

  fill (contours, index, inside);
  result = overlap (inside, truth, n);
  g_free (inside);
  return result;
}
