/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Offsets beyond 32 bits: rows 1.5 GiB apart, and 100-megapixel pictures. */
#include "tests.h"
#include "mask.h"
#include "reference.h"
#include "system.h"

#include <string.h>

#define FAR_STRIDE ((gssize)3 << 29)
#define FAR_HEIGHT 4
#define FAR_SIZE ((gsize)FAR_STRIDE * (FAR_HEIGHT - 1) + (1 << 16))
#define FAR_MARGIN 256 /* watched bytes before and behind a row */

/* The row's bytes with its margins, where only `p`'s own samples may change. */
static gboolean
far_row_equals (const CfPlane *p, gint y, const guint8 *expected)
{
  return memcmp (p->data + y * p->stride - FAR_MARGIN, expected,
             (gsize)p->width * p->step * p->bytes + 2 * FAR_MARGIN)
         == 0;
}

static void
far_case (
    Tester *t, guint8 *src_memory, guint8 *dst_memory, const FilterCase *fc)
{
  CfPlane src = fc->spec.planes[0].geometry, dst, near_src, near_dst;
  Random random;
  const gsize row = (gsize)src.width * src.step * src.bytes + 2 * FAR_MARGIN;
  g_autofree guint8 *near_memory = g_malloc (2 * FAR_HEIGHT * row);
  GString *why = g_string_new (NULL);
  GError *error = NULL;
  CfFilter *filter = filter_case_new_filter (fc, t->target.device, &error);
  gboolean ok = filter != NULL;

  src.stride = FAR_STRIDE;
  dst = near_src = near_dst = src;
  src.data = src_memory + FAR_MARGIN;
  dst.data = dst_memory + FAR_MARGIN;
  near_src.stride = near_dst.stride = row;
  near_src.data = near_memory + FAR_MARGIN;
  near_dst.data = near_src.data + FAR_HEIGHT * row;
  random_init (&random, fc->seed, "far");
  random_bytes (&random, near_memory, 2 * FAR_HEIGHT * row);
  for (gint y = 0; y < FAR_HEIGHT; y++) {
    guint8 *near_row = near_memory + y * row;

    memcpy (src.data + y * FAR_STRIDE - FAR_MARGIN, near_row, row);
    memcpy (dst.data + y * FAR_STRIDE - FAR_MARGIN, near_row + FAR_HEIGHT * row,
        row);
  }
  oracle_naive (fc, &near_src, &near_dst, NULL, why);

  ok = ok && cf_filter_run (filter, t->target.stream, &src, &dst, &error)
       && cf_stream_synchronize (t->target.stream, &error);
  if (error)
    g_string_append (why, error->message);
  for (gint y = 0; ok && y < FAR_HEIGHT; y++) {
    if (far_row_equals (&dst, y, near_memory + (FAR_HEIGHT + y) * row)
        && far_row_equals (&src, y, near_memory + y * row))
      continue;
    g_string_append_printf (why, "row %d or the bytes around it are wrong", y);
    ok = FALSE;
  }
  tester_end (t, ok, why->str);
  g_clear_error (&error);
  g_string_free (why, TRUE);
  cf_filter_free (filter);
}

static void
draw_far_mask (CfFilterParams *params, CfBorder border, Random *random)
{
  params->op = CF_OP_CONVOLVE;
  mask_draw_any (&params->convolve, CF_CONVOLVE_SIDE_MAX, random);
  params->convolve.border = border;
}

static void
draw_far_epsilon (CfFilterParams *params, CfBorder border, Random *random)
{
  params->op = CF_OP_EPSILON;
  epsilon_params_draw (&params->epsilon, CF_EPSILON_SIZE_MAX, random);
  params->epsilon.border = border;
}

TEST (far_rows, TEST_CPU)
{
  static const gint depth_of[] = { DEPTH_8, DEPTH_16 };
  static const gint layout_of[] = { LAYOUT_GREY, LAYOUT_RGB };
  /* width, height, percentile; size 1 stands for a copy, 0 for a mask, 2 for
   * the epsilon filter */
  static const gint windows[][3] = { { 1, 1, 50 }, { 3, 3, 50 }, { 5, 5, 50 },
    { 7, 7, 50 }, { 9, 9, 50 }, { 11, 11, 50 }, { 13, 13, 50 }, { 15, 15, 50 },
    { 5, 3, 25 }, { 31, 31, 50 }, { 101, 101, 75 }, { 0 }, { 0 }, { 2 },
    { 2 } };
  guint8 *src, *dst;

  src = system_sparse_new (FAR_SIZE);
  dst = system_sparse_new (FAR_SIZE);
  if (!src || !dst) {
    tester_skip (t, "this system reserves no 10 GiB of addresses");
    goto done;
  }
  for (guint w = 0; w < G_N_ELEMENTS (windows); w++) {
    for (guint i = 0; i < G_N_ELEMENTS (depth_of); i++) {
      for (guint k = 0; k < G_N_ELEMENTS (layout_of); k++) {
        FilterCase fc = {
          .params = { .op = windows[w][0] == 1 ? CF_OP_COPY : CF_OP_MEDIAN,
              .median = { .width = windows[w][0],
                  .height = windows[w][1],
                  .percentile = windows[w][2],
                  .iterations = 1 + k,
                  .border = i == 0 ? CF_BORDER_MIRROR : CF_BORDER_REPLICATE } },
          .filtered = 1,
          .seed = random_next (&t->random)
        };
        g_autofree gchar *description = NULL;

        if (windows[w][0] == 0)
          draw_far_mask (&fc.params, fc.params.median.border, &t->random);
        if (windows[w][0] == 2)
          draw_far_epsilon (&fc.params, fc.params.median.border, &t->random);
        picture_spec_init (&fc.spec, &layouts[layout_of[k]],
            &depths[depth_of[i]], 333, FAR_HEIGHT);
        description = filter_case_describe (&fc);
        if (tester_begin (t, description))
          far_case (t, src, dst, &fc);
      }
    }
  }

done:
  if (src)
    system_sparse_free (src, FAR_SIZE);
  if (dst)
    system_sparse_free (dst, FAR_SIZE);
}

static gboolean
check_points (Random *random, const FilterCase *fc, const CfPlane *src,
    const CfPlane *dst, GString *why)
{
  for (gint i = 0; i < 20000; i++) {
    gint x = random_range (random, 0, src->width - 1);
    gint y = random_range (random, 0, src->height - 1);
    guint expected, got;

    switch (i % 8) { /* edges and corners more often */
      case 0:
        x = x < src->width / 2 ? x % 20 : src->width - 1 - x % 20;
        break;
      case 1:
        y = y < src->height / 2 ? y % 20 : src->height - 1 - y % 20;
        break;
      case 2:
        x = src->width - 1 - x % 20;
        y = src->height - 1 - y % 20;
        break;
    }
    expected = reference_sample (&fc->params, src, x, y, 0);
    got = sample_load (dst, x, y, 0);
    if (got != expected) {
      g_string_append_printf (
          why, "x %d, y %d: expected %u, got %u", x, y, expected, got);
      return FALSE;
    }
  }
  return TRUE;
}

static void
huge_case (Tester *t, const FilterCase *fc)
{
  GString *why = g_string_new (NULL);
  GError *error = NULL;
  CfFilter *filter = filter_case_new_filter (fc, t->target.device, &error);
  CfPlane src_planes[CF_MAX_PLANES], dst_planes[CF_MAX_PLANES];
  Picture src, dst;
  Random random;
  gboolean ok;

  random_init (&random, fc->seed, "huge");
  ok = filter
       && picture_place (
           &src, &t->target, &t->target.src, &fc->spec, &random, &error)
       && picture_place (
           &dst, &t->target, &t->target.dst, &fc->spec, &random, &error);
  if (ok) {
    random_bytes (&random, picture_bytes (&src), picture_size (&src));
    memset (picture_bytes (&dst), 0, picture_size (&dst));
    picture_device_planes (&src, &t->target, src_planes);
    picture_device_planes (&dst, &t->target, dst_planes);
    ok = picture_upload (&src, &t->target, &error)
         && cf_filter_run (
             filter, t->target.stream, src_planes, dst_planes, &error)
         && picture_download (&dst, &t->target, &error)
         && cf_stream_synchronize (t->target.stream, &error)
         && check_points (&random, fc, &src.planes[0], &dst.planes[0], why);
  }
  if (error)
    g_string_append (why, error->message);
  tester_end (t, ok, why->str);
  g_clear_error (&error);
  g_string_free (why, TRUE);
  cf_filter_free (filter);
}

/* 108 megapixels, compared at random points. */
static void
huge (Tester *t, const CfFilterParams *params, gint depth)
{
  FilterCase fc = {
    .params = *params, .filtered = 1, .seed = random_next (&t->random)
  };
  g_autofree gchar *description = NULL;

  picture_spec_init (
      &fc.spec, &layouts[LAYOUT_GREY], &depths[depth], 12000, 9000);
  description = filter_case_describe (&fc);
  if (tester_begin (t, description))
    huge_case (t, &fc);
}

static const gint huge_depths[] = { DEPTH_8, DEPTH_16 };
static const CfBorder huge_borders[] = { CF_BORDER_REPLICATE,
  CF_BORDER_MIRROR };

TEST_SIZES (huge, TEST_LARGE, 3, 7, 15, 31, 101)
{
  for (guint i = 0; i < G_N_ELEMENTS (huge_depths); i++) {
    CfFilterParams params = { .op = CF_OP_MEDIAN };

    median_params_set_size (&params.median, size);
    params.median.iterations = 1;
    params.median.border = huge_borders[i];
    huge (t, &params, huge_depths[i]);
  }
}

TEST (huge_convolve, TEST_LARGE)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (huge_depths); i++) {
    CfFilterParams params = { 0 };

    draw_far_mask (&params, huge_borders[i], &t->random);
    huge (t, &params, huge_depths[i]);
  }
}

TEST (huge_epsilon, TEST_LARGE)
{
  for (guint i = 0; i < G_N_ELEMENTS (huge_depths); i++) {
    CfFilterParams params;

    draw_far_epsilon (&params, huge_borders[i], &t->random);
    huge (t, &params, huge_depths[i]);
  }
}
