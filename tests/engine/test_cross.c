/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The same samples as others give: the CPU backend, and OpenCV. */
#include "opencv.h"
#include "mask.h"
#include "tests.h"

/* Medium and large pictures, which the naive reference is too slow for. Size 0
 * stands for windows of any sides and percentile. */
static void
cross (Tester *t, gint size)
{
  static const gint large[][2] = { { 1921, 1083 }, { 3840, 2160 },
    { 4099, 257 } };
  Target cpu;
  GError *error = NULL;
  gint depth, border, i = 0;

  if (!target_open (&cpu, CF_BACKEND_CPU, t->options->threads, &error)) {
    tester_no_error (t, FALSE, error, "opening the CPU backend");
    return;
  }
  for (depth = 0; depth < N_DEPTHS; depth++) {
    for (border = 0; border <= CF_BORDER_CONSTANT; border++, i++) {
      gboolean is_large = i % 8 == 0;
      const Layout *layout =
          is_large ? &layouts[LAYOUT_GREY]
                   : &layouts[random_range (&t->random, 0, N_LAYOUTS - 1)];
      FilterCase fc = { .params = { .op = CF_OP_MEDIAN },
        .filtered = layout->filtered,
        .fill = border == 0 ? FILL_RANDOM
                            : random_range (&t->random, 0, N_FILLS - 1),
        .dirty = TRUE,
        .seed = random_next (&t->random) };

      if (size > 0)
        median_params_set_size (&fc.params.median, size);
      else
        median_params_draw_window (
            &fc.params.median, CF_MEDIAN_SIZE_MAX, &t->random);
      fc.params.median.iterations = is_large ? 1 : 1 + i % 3;
      fc.params.median.border = border;
      fc.params.median.border_value = random_range (&t->random, 0, 255);
      const gint height =
          is_large ? large[i / 8][1] : random_range (&t->random, 41, 600);
      const gint width =
          is_large ? large[i / 8][0] : random_range (&t->random, 41, 900);
      picture_spec_init (&fc.spec, layout, &depths[depth], width, height);
      tester_filter_case (t, &fc, oracle_target, &cpu);
    }
  }
  target_close (&cpu);
}

TEST_SIZES (cross, TEST_NOT_CPU, TEST_NETWORK_SIZES, TEST_LARGE_SIZES)
{
  cross (t, size);
}

TEST (cross_rank, TEST_NOT_CPU) { cross (t, 0); }

typedef void (*DrawFunc) (CfFilterParams *params, gint i, Random *random);

/* The same of other filters: all depths and borders, `n` parameters each. */
static void
cross_drawn (Tester *t, DrawFunc draw, gint n)
{
  Target cpu;
  GError *error = NULL;

  if (!target_open (&cpu, CF_BACKEND_CPU, t->options->threads, &error)) {
    tester_no_error (t, FALSE, error, "opening the CPU backend");
    return;
  }
  for (gint depth = 0; depth < N_DEPTHS; depth++) {
    for (gint border = 0; border <= CF_BORDER_CONSTANT; border++) {
      for (gint i = 0; i < n; i++) {
        const Layout *layout =
            &layouts[random_range (&t->random, 0, N_LAYOUTS - 1)];
        FilterCase fc = { .filtered = layout->filtered,
          .fill = border == 0 ? FILL_RANDOM
                              : random_range (&t->random, 0, N_FILLS - 1),
          .dirty = TRUE,
          .seed = random_next (&t->random) };
        gint border_value = random_range (&t->random, 0, 255);

        draw (&fc.params, i, &t->random);
        if (fc.params.op == CF_OP_CONVOLVE) {
          fc.params.convolve.border = border;
          fc.params.convolve.border_value = border_value;
        } else {
          fc.params.epsilon.border = border;
          fc.params.epsilon.border_value = border_value;
        }
        const gint height = random_range (&t->random, 41, 600);
        const gint width = random_range (&t->random, 41, 900);
        picture_spec_init (&fc.spec, layout, &depths[depth], width, height);
        tester_filter_case (t, &fc, oracle_target, &cpu);
      }
    }
  }
  target_close (&cpu);
}

static void
draw_mask (CfFilterParams *params, gint i, Random *random)
{
  static const gint largest[] = { 3, 5, 9, 15, CF_CONVOLVE_SIDE_MAX,
    CF_CONVOLVE_TAPS_MAX };

  params->op = CF_OP_CONVOLVE;
  mask_draw_any (
      &params->convolve, largest[i % G_N_ELEMENTS (largest)], random);
}

TEST (cross_convolve, TEST_NOT_CPU) { cross_drawn (t, draw_mask, 12); }

static void
draw_epsilon (CfFilterParams *params, gint i, Random *random)
{
  params->op = CF_OP_EPSILON;
  epsilon_params_draw (&params->epsilon, CF_EPSILON_SIZE_MAX, random);
  params->epsilon.mode = i % 2;
  params->epsilon.iterations = 1 + i / 2 % 3;
}

TEST (cross_epsilon, TEST_NOT_CPU) { cross_drawn (t, draw_epsilon, 18); }

static gboolean
oracle_opencv (const FilterCase *fc, const CfPlane *src, const CfPlane *dst,
    gpointer data, GString *why)
{
  const OpenCVPeer *peer = data;

  if (peer->median (src->data, src->stride, dst->data, dst->stride, src->width,
          src->height, src->channels, src->bytes, fc->params.median.width))
    return TRUE;
  g_string_append (why, "OpenCV refused");
  return FALSE;
}

/* What medianBlur takes: 8 bits in every size, 16 bits up to 5; 1, 3 or 4
 * channels; the replicate border. */
TEST_SIZES (opencv, TEST_ALWAYS, TEST_NETWORK_SIZES, TEST_LARGE_SIZES)
{
  static const gint layout_of[] = { LAYOUT_GREY, LAYOUT_RGB, LAYOUT_FOUR };
  const OpenCVPeer *peer = opencv_get ();

  if (!peer) {
    tester_skip (t, "OpenCV or its module opencvpeer.so is not there");
    return;
  }
  for (gint bytes = 1; bytes <= (size <= 5 ? 2 : 1); bytes++) {
    for (gint i = 0; i < 60; i++) {
      gboolean is_large = i < 3;
      FilterCase fc = { .params = { .op = CF_OP_MEDIAN },
        .filtered = 1,
        .fill =
            i < 20 ? FILL_RANDOM : random_range (&t->random, 0, N_FILLS - 1),
        .seed = random_next (&t->random) };

      median_params_set_size (&fc.params.median, size);
      fc.params.median.iterations = 1;
      fc.params.median.border = CF_BORDER_REPLICATE;
      const gint height =
          is_large ? 721 + i : random_range (&t->random, 1, 200);
      const gint width =
          is_large ? 1283 - i : random_range (&t->random, 1, 300);
      picture_spec_init (&fc.spec, &layouts[layout_of[i % 3]],
          &depths[bytes == 1 ? DEPTH_8 : DEPTH_16], width, height);
      tester_filter_case (t, &fc, oracle_opencv, (gpointer)peer);
    }
  }
}

/* What OpenCV gives, within a step; it computes with floats. */
static void
compare_opencv (Tester *t, const CfConvolveParams *p, const Layout *layout,
    gint width, gint height)
{
  enum { SRC, OURS, THEIRS, N };
  const OpenCVPeer *peer = opencv_get ();
  const CfFilterParams params = { .op = CF_OP_CONVOLVE, .convolve = *p };
  gsize stride = (gsize)width * layout->planes[0].channels;
  guint8 *bytes[N], *device[N - 1];
  CfPlane planes[N - 1];
  PictureSpec spec;
  GError *error = NULL;
  CfFilter *filter = NULL;
  gboolean ok = TRUE;
  gsize wrong = 0, k;

  picture_spec_init (&spec, layout, &depths[DEPTH_8], width, height);
  for (gint i = 0; i < N; i++)
    bytes[i] = g_malloc0 (stride * height);
  random_bytes (&t->random, bytes[SRC], stride * height);
  for (gint i = 0; i < N - 1; i++) {
    device[i] = cf_device_alloc (t->target.device, stride * height, &error);
    ok = ok && device[i];
    planes[i] = spec.planes[0].geometry;
    planes[i].stride = stride;
    planes[i].data = device[i];
  }
  if (ok)
    filter = cf_filter_new (t->target.device, &params, planes, 1, 1, &error);
  ok = filter
       && cf_stream_upload (t->target.stream, device[SRC], stride, bytes[SRC],
           stride, stride, height, &error)
       && cf_filter_run (
           filter, t->target.stream, &planes[SRC], &planes[OURS], &error)
       && cf_stream_download (t->target.stream, bytes[OURS], stride,
           device[OURS], stride, stride, height, &error)
       && cf_stream_synchronize (t->target.stream, &error);
  tester_no_error (t, ok, error, "convolving for OpenCV");
  ok = ok
       && peer->convolve (bytes[SRC], stride, bytes[THEIRS], stride, width,
           height, layout->planes[0].channels, 1, p->width, p->height,
           p->is_product, p->value, p->divisor, p->bias);
  for (k = 0; k < stride * height; k++)
    wrong += ABS (bytes[OURS][k] - bytes[THEIRS][k]) > 1;
  tester_check (t, ok && wrong == 0,
      "at most a step from OpenCV, but %" G_GSIZE_FORMAT
      " samples of %dx%d: %dx%d, product %d",
      wrong, width, height, p->width, p->height, p->is_product);
  cf_filter_free (filter);
  for (gint i = 0; i < N - 1; i++)
    cf_device_free (t->target.device, device[i]);
  for (gint i = 0; i < N; i++)
    g_free (bytes[i]);
}

/* filter2D and, for products, sepFilter2D: 8 bits, the replicate border. Masks
 * that are sums of many large terms are left out, which floats round away. */
TEST (opencv_convolve, TEST_ALWAYS)
{
  static const gint layout_of[] = { LAYOUT_GREY, LAYOUT_RGB, LAYOUT_FOUR };
  gint i, k, sum;

  if (!opencv_get ()) {
    tester_skip (t, "OpenCV or its module opencvpeer.so is not there");
    return;
  }
  for (i = 0; i < 240; i++) {
    CfConvolveParams p = { .width = 1 + 2 * random_range (&t->random, 0, 7),
      .height = 1 + 2 * random_range (&t->random, 0, 7),
      .is_product = i % 2,
      .normalize = CF_NORMALIZE_MANUAL };
    gint n = p.is_product ? p.width + p.height : p.width * p.height;

    for (k = 0, sum = 1; k < n; k++) {
      p.value[k] = i % 4 < 2 ? random_range (&t->random, -20, 60)
                             : random_fraction (&t->random) * 40 - 10;
      sum += ABS (p.value[k]);
    }
    p.divisor = i % 8 < 4 ? sum : sum / 3.0;
    if (p.is_product)
      p.divisor *= sum / 4.0;
    p.bias = random_range (&t->random, -20, 100);
    const gint height = i < 4 ? 721 + i : random_range (&t->random, 1, 200);
    const gint width = i < 4 ? 1283 - i : random_range (&t->random, 1, 300);
    compare_opencv (t, &p, &layouts[layout_of[i % 3]], width, height);
  }
}
