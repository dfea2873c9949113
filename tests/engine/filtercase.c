/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One case: a filter, a picture, and the check of every byte afterwards. */
#include "filtercase.h"
#include "fault.h"
#include "operations.h"
#include "reference.h"

#include <string.h>

FilterCase
filter_case_draw (CfOp op, const Layout *layout, const Depth *depth, gint width,
    gint height, Random *random)
{
  FilterCase fc = { .params = { .op = op },
    .filtered = layout->filtered,
    .fill = random_range (random, 0, N_FILLS - 1),
    .dirty = random_range (random, 0, 1),
    .seed = random_next (random) };

  picture_spec_init (&fc.spec, layout, depth, width, height);
  return fc;
}

gint
border_value_draw (Random *random)
{
  static const gint values[] = { 0, 1, 100, 127, 128, 254, 255 };

  return values[random_range (random, 0, G_N_ELEMENTS (values) - 1)];
}

void
median_params_set_size (CfMedianParams *params, gint size)
{
  params->width = params->height = size;
  params->percentile = CF_PERCENTILE_MEDIAN;
}

void
median_params_draw_window (CfMedianParams *params, gint largest, Random *random)
{
  static const gint percentiles[] = { 0, CF_PERCENTILE_MEDIAN, 100 };
  gint i = random_range (random, 0, 2 * G_N_ELEMENTS (percentiles) - 1);

  params->width = 3 + 2 * random_range (random, 0, (largest - 3) / 2);
  params->height = 3 + 2 * random_range (random, 0, (largest - 3) / 2);
  params->percentile = i < (gint)G_N_ELEMENTS (percentiles)
                           ? percentiles[i]
                           : random_range (random, 0, 100);
}

void
epsilon_params_draw (CfEpsilonParams *params, gint largest, Random *random)
{
  static const gint thresholds[] = { 0, 1, 256, 512, 5120, 65280, 65536 };
  gint i = random_range (random, 0, 2 * G_N_ELEMENTS (thresholds) - 1);

  *params = (CfEpsilonParams){
    .size = 3 + 2 * random_range (random, 0, (largest - 3) / 2),
    .threshold = i < (gint)G_N_ELEMENTS (thresholds)
                     ? thresholds[i]
                     : random_range (random, 0, CF_EPSILON_THRESHOLD_MAX),
    .mode = random_range (random, 0, CF_EPSILON_CLAMP),
    .iterations = 1,
  };
}

gboolean
oracle_naive (const FilterCase *fc, const CfPlane *src, const CfPlane *dst,
    gpointer data, GString *why)
{
  const Operation *operation = operation_of (fc->params.op);
  guint i;

  for (i = 0; i < fc->spec.n_planes; i++) {
    if (!(fc->filtered >> i & 1))
      reference_plane_copied (&src[i], &dst[i]);
    else if (!operation->reference (&fc->params, &src[i], &dst[i], why))
      return FALSE;
  }
  return TRUE;
}

gboolean
oracle_target (const FilterCase *fc, const CfPlane *src, const CfPlane *dst,
    gpointer data, GString *why)
{
  Target *peer = data;
  GError *error = NULL;
  CfFilter *filter = filter_case_new_filter (fc, peer->device, &error);
  gboolean ok = filter && cf_filter_run (filter, peer->stream, src, dst, &error)
                && cf_stream_synchronize (peer->stream, &error);

  if (!ok) {
    g_string_append_printf (
        why, "the device to compare with failed: %s", error->message);
    g_error_free (error);
  }
  cf_filter_free (filter);
  return ok;
}

gchar *
filter_case_describe (const FilterCase *fc)
{
  GString *s = g_string_new (NULL);
  guint i;

  operation_of (fc->params.op)->describe (&fc->params, s);
  g_string_append_printf (s,
      ", %s, filtered 0x%x, fill %s%s, seed %" G_GUINT64_FORMAT ", planes",
      fc->spec.name, fc->filtered, fill_name (fc->fill),
      fc->dirty ? " dirty" : "", fc->seed);
  for (i = 0; i < fc->spec.n_planes; i++) {
    const CfPlane *p = &fc->spec.planes[i].geometry;
    guint k;

    for (k = 0; k < fc->n_regions; k++) {
      const CfRectangle *r = &fc->regions[k].planes[i];

      g_string_append_printf (
          s, " (%d,%d to %d,%d)", r->left, r->top, r->right, r->bottom);
    }
    g_string_append_printf (s, " [%dx%d step %d channels %d %d bits<<%d in %d]",
        p->width, p->height, p->step, p->channels, p->bits, p->shift, p->bytes);
  }
  return g_string_free (s, FALSE);
}

CfFilter *
filter_case_new_filter (const FilterCase *fc, CfDevice *device, GError **error)
{
  CfPlane planes[CF_MAX_PLANES];
  guint i;

  for (i = 0; i < fc->spec.n_planes; i++)
    planes[i] = fc->spec.planes[i].geometry;
  return cf_filter_new (
      device, &fc->params, planes, fc->spec.n_planes, fc->filtered, error);
}

void
planes_in_copy (const Picture *picture, guint8 *copy, CfPlane *planes)
{
  guint i;

  for (i = 0; i < picture->n_planes; i++) {
    planes[i] = picture->planes[i];
    planes[i].data = copy + (planes[i].data - picture_bytes (picture));
  }
}

void
poison (const CfPlane *dst, const CfPlane *expected)
{
  gint x, y, c;

  for (y = 0; y < dst->height; y++)
    for (x = 0; x < dst->width; x++)
      for (c = 0; c < dst->channels; c++)
        sample_store (dst, x, y, c, ~sample_load (expected, x, y, c));
}

static gboolean
describe_wrong_sample (
    guint plane, const CfPlane *dst, const CfPlane *expected, GString *why)
{
  gboolean found = FALSE;
  guint n = 0;
  gint x, y, c;

  for (y = 0; y < dst->height; y++) {
    for (x = 0; x < dst->width; x++) {
      for (c = 0; c < dst->channels; c++) {
        guint want = sample_load (expected, x, y, c);
        guint got = sample_load (dst, x, y, c);
        guint mask = dst->bytes == 1 ? 0xff : 0xffff;

        if (want == got)
          continue;
        n++;
        if (found)
          continue;
        found = TRUE;
        g_string_append_printf (why,
            "plane %u, x %d, y %d, channel %d: "
            "expected %u, got %u%s (as stored)",
            plane, x, y, c, want, got,
            got == (~want & mask) ? ", never written" : "");
      }
    }
  }
  if (n > 1)
    g_string_append_printf (why, "; %u samples of this plane are wrong", n);
  return found;
}

static void
describe_wrong_byte (const Picture *picture, const guint8 *expected,
    const gchar *whose, GString *why)
{
  const guint8 *got = picture_bytes (picture);
  const CfPlane *p = &picture->planes[0];
  gsize i = 0;
  gssize from_first;

  while (got[i] == expected[i])
    i++;
  from_first = got + i - p->data;
  g_string_append_printf (why,
      "%s byte %" G_GSSIZE_FORMAT " from plane 0's "
      "first sample (its stride is %" G_GSSIZE_FORMAT ") was 0x%02x, is 0x%02x",
      whose, from_first, p->stride, expected[i], got[i]);
}

gboolean
compare_pictures (const Picture *src, const guint8 *src_before,
    const Picture *dst, const guint8 *expected, const CfPlane *expected_planes,
    GString *why)
{
  guint i;

  if (memcmp (picture_bytes (dst), expected, picture_size (dst)) != 0) {
    for (i = 0; i < dst->n_planes; i++)
      if (describe_wrong_sample (i, &dst->planes[i], &expected_planes[i], why))
        return FALSE;
    describe_wrong_byte (dst, expected, "destination: foreign", why);
    return FALSE;
  }
  if (memcmp (picture_bytes (src), src_before, picture_size (src)) != 0) {
    describe_wrong_byte (src, src_before, "source:", why);
    return FALSE;
  }
  return TRUE;
}

static gboolean
enqueue_run (const FilterCase *fc, CfFilter *filter, CfRegions *regions,
    CfStream *stream, const CfPlane *src, const CfPlane *dst, GError **error)
{
  return regions ? cf_regions_run (regions, filter, stream, src, dst,
             fc->regions, fc->n_regions, error)
                 : cf_filter_run (filter, stream, src, dst, error);
}

static gboolean
enqueue (const FilterCase *fc, CfFilter *filter, CfRegions *regions,
    Target *target, const Picture *src, const Picture *dst, GError **error)
{
  CfPlane src_planes[CF_MAX_PLANES], dst_planes[CF_MAX_PLANES];

  picture_device_planes (src, target, src_planes);
  picture_device_planes (dst, target, dst_planes);
  fault_set_picture (picture_bytes (dst), picture_size (dst));
  return picture_upload (src, target, error)
         && picture_upload (dst, target, error)
         && enqueue_run (
             fc, filter, regions, target->stream, src_planes, dst_planes, error)
         && picture_download (dst, target, error)
         && picture_download (src, target, error)
         && cf_stream_synchronize (target->stream, error);
}

static CfRegions *
new_regions (const FilterCase *fc, CfDevice *device, GError **error)
{
  CfPlane planes[CF_MAX_PLANES];
  guint i;

  for (i = 0; i < fc->spec.n_planes; i++)
    planes[i] = fc->spec.planes[i].geometry;
  return cf_regions_new (device, planes, fc->spec.n_planes, error);
}

gboolean
filter_case_run (const FilterCase *fc, CfFilter *filter, Target *target,
    Oracle oracle, gpointer data, GString *why)
{
  Random random;
  Picture src, dst;
  CfPlane expected_planes[CF_MAX_PLANES];
  guint8 *src_before, *expected;
  CfRegions *regions = NULL;
  GError *error = NULL;
  gboolean ok;
  guint i;

  random_init (&random, fc->seed, "case");
  if (fc->by_regions && !(regions = new_regions (fc, target->device, &error))) {
    ok = FALSE;
    goto failed;
  }
  ok =
      picture_place (&src, target, &target->src, &fc->spec, &random, &error)
      && picture_place (&dst, target, &target->dst, &fc->spec, &random, &error);
  if (!ok)
    goto failed;

  random_bytes (&random, picture_bytes (&src), picture_size (&src));
  random_bytes (&random, picture_bytes (&dst), picture_size (&dst));
  fill_picture (&src, fc->fill, fc->dirty, &random);
  src_before = g_memdup2 (picture_bytes (&src), picture_size (&src));
  expected = g_memdup2 (picture_bytes (&dst), picture_size (&dst));
  planes_in_copy (&dst, expected, expected_planes);
  ok = oracle (fc, src.planes, expected_planes, data, why);
  if (ok && regions)
    regions_restore (fc->regions, fc->n_regions, fc->filtered, src.planes,
        expected_planes, dst.n_planes);
  if (ok) {
    for (i = 0; i < dst.n_planes; i++)
      poison (&dst.planes[i], &expected_planes[i]);
    ok = enqueue (fc, filter, regions, target, &src, &dst, &error)
         && compare_pictures (
             &src, src_before, &dst, expected, expected_planes, why);
  }
  g_free (src_before);
  g_free (expected);

failed:
  cf_regions_free (regions);
  if (error) {
    g_string_append (why, error->message);
    g_error_free (error);
  }
  return ok;
}

gboolean
filter_case_check (const FilterCase *fc, Target *target, Oracle oracle,
    gpointer data, GString *why)
{
  GError *error = NULL;
  CfFilter *filter = filter_case_new_filter (fc, target->device, &error);
  gboolean ok;

  if (!filter) {
    g_string_append (why, error->message);
    g_error_free (error);
    return FALSE;
  }
  ok = filter_case_run (fc, filter, target, oracle, data, why);
  cf_filter_free (filter);
  return ok;
}
