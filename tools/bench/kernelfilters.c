/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of operations; medians, convolutions and epsilon filters, OpenCV's
 * and NPP's beside them, and those of interleaved channels. */
#include "kernels.h"

#include "kernelcuda.h"
#include "kernelpictures.h"

#include <math.h>

#define LARGEST_NETWORK 15 /* of medians */
#define THRESHOLD 20       /* of epsilon filters, beside others */

/* Windows of video in words of 16 bits */
static const gint video_medians[] = { 17, 31, 51, 101 };
static const gint medians[] = { 3, 5, 7, 9, 11, 13, LARGEST_NETWORK, 17, 19, 21,
  25, 31, 41, 51, 75, 101 };
static const gint masks[] = { 3, 5, 7, 9, 11, 13, 15, 17, 23, 31 };
static const gint products[] = { 3, 5, 7, 9, 11, 13, 15, 17, 31, 63, 127, 255 };
static const gint thresholds[] = { THRESHOLD, 64, 256 };

/* Of masks and epsilon filters, others on the CPU tell no more. */
static gboolean
is_left_out (const KernelBench *b, gint size)
{
  return !b->is_gpu && size > 15 && size != 31;
}

static gboolean
run_opencv (KernelBench *b, guint i, gpointer data)
{
  const CfFilterParams *params = data;
  const CfConvolveParams *c = &params->convolve;
  gconstpointer src = kernel_picture_data (b, b->src, i);
  gpointer dst = kernel_picture_data (b, b->dst, i);

  switch (params->op) {
    case CF_OP_MEDIAN:
      return b->opencv->median (src, b->stride, dst, b->stride, b->width,
          b->height, 1, b->bytes, params->median.width);
    case CF_OP_CONVOLVE:
      return b->opencv->convolve (src, b->stride, dst, b->stride, b->width,
          b->height, 1, b->bytes, c->width, c->height, c->is_product, c->value,
          c->divisor, c->bias);
    default:
      return b->opencv->bilateral (src, b->stride, dst, b->stride, b->width,
          b->height, b->bytes, params->epsilon.size, THRESHOLD);
  }
}

/* A figure, and others' beside it: OpenCV's in the same, NPP's after it. */
static void
bench_beside (KernelBench *b, const gchar *name, gint size,
    const CfFilterParams *params, const gchar *opencv, const gchar *npp)
{
  CfFilter *filter = kernel_filter_new (b, params);

  if (!b->is_gpu && b->opencv && opencv) {
    b->rival = run_opencv;
    b->rival_data = (gpointer)params;
    b->rival_name = opencv;
  }
  kernel_bench (b, name, size, kernel_filter_run, filter, TRUE);
  if (b->is_gpu && npp)
    kernel_npp_bench (b, npp, size, params, filter);
  cf_filter_free (filter);
}

void
kernel_bench_copy (KernelBench *b)
{
  const CfFilterParams params = { .op = CF_OP_COPY };

  if (b->is_gpu)
    kernel_bench_filter (b, "copy", 0, &params);
}

/* --- medians --- */

static CfFilterParams
median_params (gint size)
{
  return (CfFilterParams){ .op = CF_OP_MEDIAN,
    .median = { .width = size,
        .height = size,
        .percentile = CF_PERCENTILE_MEDIAN,
        .iterations = 1,
        .border = CF_BORDER_REPLICATE } };
}

/* Of smooth pictures those whose time depends on them. */
static void
kernels_median (KernelBench *b)
{
  const gboolean is_video = b->bits > 8 && b->bits < 16;
  const gint *sizes = is_video ? video_medians : medians;
  const guint n =
      is_video ? G_N_ELEMENTS (video_medians) : G_N_ELEMENTS (medians);
  gboolean smooth;
  guint i;

  for (smooth = FALSE; smooth <= TRUE; smooth++) {
    kernel_pictures_fill (b, smooth ? KERNEL_SMOOTH : KERNEL_RANDOM);
    if (!smooth && !is_video)
      kernel_bench_copy (b);
    b->fields = "\"percentile\": 50";
    for (i = 0; i < n; i++) {
      const CfFilterParams params = median_params (sizes[i]);

      if (!smooth || !b->is_gpu || sizes[i] > LARGEST_NETWORK)
        bench_beside (b, "median", sizes[i], &params, "medianBlur",
            smooth || is_video ? NULL : "NPP median");
    }
    b->fields = NULL;
  }
}

/* --- convolutions --- */

/* Of integers random taps, else a Gaussian, of a product each factor. On the
 * CPU integers are positive, and have their sum as the divisor. */
static CfFilterParams
mask_params (
    const KernelBench *b, gint size, gboolean is_product, gboolean real)
{
  CfFilterParams params = { .op = CF_OP_CONVOLVE };
  CfConvolveParams *c = &params.convolve;
  GRand *random = g_rand_new_with_seed (size);
  /* OpenCV's for a size */
  const gdouble sigma = 0.3 * ((size - 1) * 0.5 - 1) + 0.8;
  gdouble sum[2] = { 0 }; /* a product's second is of its column */
  gint i;

  c->width = c->height = size;
  c->is_product = is_product;
  for (i = 0; i < (is_product ? 2 * size : size * size); i++) {
    gdouble x = i % size - size / 2, y = i / size - size / 2;

    if (real)
      c->value[i] =
          exp (-(is_product ? x * x : x * x + y * y) / (2 * sigma * sigma));
    else
      c->value[i] = g_rand_int_range (random, b->is_gpu ? -128 : 1, 128);
    sum[is_product && i >= size] += c->value[i];
  }
  if (!b->is_gpu) {
    c->normalize = CF_NORMALIZE_MANUAL;
    c->divisor = is_product ? sum[0] * sum[1] : sum[0];
  }
  /* sums away from 0 */
  c->value[0] = ABS (c->value[0]);
  g_rand_free (random);
  return params;
}

static void
bench_mask (KernelBench *b, gint size, gboolean is_product, gboolean real,
    CfSeparable how)
{
  static const gchar *const passes[] = { "auto", "one pass", "two passes" };
  const gchar *kind = real ? "real" : "integer";
  CfFilterParams params = mask_params (b, size, is_product, real);
  gchar *name = g_strdup_printf (
      "%s%s, %s", kind, is_product ? " product" : "", passes[how]);
  gchar *npp = g_strdup_printf ("NPP %s, %s", kind, passes[how]);
  gchar *mask = g_strdup_printf (
      "\"mask\": \"%s%ss\"", is_product ? "product of " : "", kind);

  params.convolve.separable = how;
  b->fields = mask;
  bench_beside (b, name, size, &params, is_product ? "sepFilter2D" : "filter2D",
      is_product == (how == CF_SEPARABLE_ALWAYS) ? npp : NULL);
  b->fields = NULL;
  g_free (name);
  g_free (npp);
  g_free (mask);
}

/* Integers are exact in one pass and in two. */
static void
check_product (KernelBench *b, gint size)
{
  CfFilterParams params = mask_params (b, size, TRUE, FALSE);
  CfFilter *one, *two;

  params.convolve.separable = CF_SEPARABLE_NEVER;
  one = kernel_filter_new (b, &params);
  params.convolve.separable = CF_SEPARABLE_ALWAYS;
  two = kernel_filter_new (b, &params);
  kernel_bench_agree (b, size, "one pass and two", kernel_filter_run, one,
      kernel_filter_run, two);
  cf_filter_free (one);
  cf_filter_free (two);
}

static void
bench_product (KernelBench *b, gint size, gboolean real)
{
  if (!b->is_gpu) {
    bench_mask (b, size, TRUE, real, CF_SEPARABLE_AUTO);
    return;
  }
  bench_mask (b, size, TRUE, real, CF_SEPARABLE_ALWAYS);
  if (size <= CF_CONVOLVE_SIDE_MAX) {
    bench_mask (b, size, TRUE, real, CF_SEPARABLE_NEVER);
    if (!real)
      check_product (b, size);
  }
}

static void
kernels_convolve (KernelBench *b)
{
  gboolean real;
  guint i;

  kernel_pictures_fill (b, KERNEL_RANDOM);
  kernel_bench_copy (b);
  for (real = FALSE; real <= TRUE; real++) {
    for (i = 0; i < G_N_ELEMENTS (masks); i++)
      if (!is_left_out (b, masks[i]))
        bench_mask (b, masks[i], FALSE, real, CF_SEPARABLE_NEVER);
    for (i = 0; i < G_N_ELEMENTS (products); i++)
      if (!is_left_out (b, products[i]))
        bench_product (b, products[i], real);
  }
}

/* --- epsilon filters --- */

static CfFilterParams
epsilon_params (gint size, gint threshold, CfEpsilonMode mode)
{
  return (CfFilterParams){ .op = CF_OP_EPSILON,
    .epsilon = { .size = size,
        .threshold = threshold,
        .mode = mode,
        .iterations = 1,
        .border = CF_BORDER_REPLICATE } };
}

static void
bench_epsilon (KernelBench *b, gint size, gint threshold, CfEpsilonMode mode)
{
  const gchar *kind = mode == CF_EPSILON_CLAMP ? "clamp" : "average";
  const CfFilterParams params =
      epsilon_params (size, threshold * CF_EPSILON_STEP, mode);
  gchar *name = g_strdup_printf ("%s, threshold %d", kind, threshold);
  gchar *fields =
      g_strdup_printf ("\"mode\": \"%s\", \"threshold\": %d", kind, threshold);

  b->fields = fields;
  bench_beside (b, name, size, &params, "bilateralFilter", NULL);
  b->fields = NULL;
  g_free (name);
  g_free (fields);
}

static void
kernels_epsilon (KernelBench *b)
{
  const CfFilterParams npp = { .op = CF_OP_EPSILON };
  const guint n =
      b->is_gpu && !b->options->once ? G_N_ELEMENTS (thresholds) : 1;
  CfEpsilonMode mode;
  gint size;
  guint i;

  kernel_pictures_fill (b, KERNEL_RANDOM);
  kernel_bench_copy (b);
  for (mode = CF_EPSILON_AVERAGE; mode <= CF_EPSILON_CLAMP; mode++)
    for (size = CF_EPSILON_SIZE_MIN; size <= CF_EPSILON_SIZE_MAX; size += 2)
      for (i = 0; i < n && !is_left_out (b, size); i++)
        bench_epsilon (b, size, thresholds[i], mode);
  if (b->is_gpu)
    kernel_npp_bench (b, "NPP bilateral", 9, &npp, NULL);
}

/* --- channels --- */

/* One plane, and the same samples as 2, 3 and 4 channels of narrower ones. */
static void
bench_channels (
    KernelBench *b, const gchar *name, gint size, const CfFilterParams *params)
{
  const gint samples = b->width;
  KernelTime plane;

  b->peer = (KernelTime){ 0 };
  kernel_bench_filter (b, name, size, params);
  plane = b->last;
  for (b->channels = 2; b->channels <= 4; b->channels++) {
    b->width = MAX (samples / b->channels, 1);
    b->peer = plane;
    kernel_bench_filter (b, name, size, params);
  }
  b->width = samples;
  b->channels = 1;
}

/* No product of a row and a column. */
static CfFilterParams
channels_mask (gint size)
{
  CfFilterParams params = { .op = CF_OP_CONVOLVE,
    .convolve = { .width = size, .height = size } };
  gint i;

  for (i = 0; i < size * size; i++)
    params.convolve.value[i] = 1 + i * 7 % 11;
  return params;
}

static void
kernels_channels (KernelBench *b)
{
  gint size;

  kernel_pictures_fill (b, KERNEL_RANDOM);
  for (size = 3; size <= 9; size += 2) {
    const CfFilterParams median = median_params (size);
    const CfFilterParams mask = channels_mask (size);
    const CfFilterParams epsilon = epsilon_params (size, 20, CF_EPSILON_CLAMP);

    bench_channels (b, "median of channels", size, &median);
    if (size <= 7)
      bench_channels (b, "convolution of channels", size, &mask);
    if (size != 7)
      bench_channels (b, "epsilon of channels", size, &epsilon);
  }
}

/* --- all operations --- */

/* Words of 16 bits are video's, too. 2048x2048 was the thesis's. */
static const KernelFormat formats[] = { { 3840, 2160, 8 }, { 3840, 2160, 16 },
  { 1920, 1080, 8 }, { 1920, 1080, 16 }, { 2048, 2048, 8 } };
static const KernelFormat of_medians[] = { { 3840, 2160, 8 },
  { 3840, 2160, 16 }, { 1920, 1080, 8 }, { 1920, 1080, 16 }, { 3840, 2160, 10 },
  { 3840, 2160, 12 } };
static const KernelFormat of_epsilon[] = { { 3840, 2160, 8 },
  { 3840, 2160, 16 }, { 3840, 2160, 10 }, { 3264, 2448, 8 }, { 3264, 2448, 16 },
  { 3264, 2448, 10 } };
/* 3840x3240 has as many samples as 3840x2160 in NV12. */
static const KernelFormat of_denoise[] = { { 3840, 2160, 8 },
  { 3840, 2160, 16 }, { 1920, 1080, 8 }, { 1920, 1080, 16 }, { 3840, 3240, 8 },
  { 3840, 3240, 16 } };
static const KernelFormat of_inpaint[] = { { 1920, 1080, 8 },
  { 1920, 1080, 16 } };
static const KernelFormat of_global[] = { { 512, 512, 8 }, { 1920, 1080, 8 },
  { 2048, 2048, 8 }, { 4096, 4096, 8 } };
/* Large primes are the worst for a transform. */
static const KernelFormat of_first[] = { { 1920, 1080, 8 }, { 1280, 720, 8 },
  { 3840, 2160, 8 }, { 720, 576, 8 }, { 1021, 1021, 8 }, { 47, 43, 8 } };
static const KernelFormat of_snake[] = { { 512, 512, 8 }, { 1920, 1080, 8 },
  { 1920, 1080, 16 }, { 5000, 3000, 8 }, { 10000, 10000, 8 },
  { 12500, 12000, 8 } };

#define OPERATION(name, formats, measure) \
  { \
    name, formats, G_N_ELEMENTS (formats), measure, FALSE \
  }

static const KernelOperation operations[] = {
  OPERATION ("median", of_medians, kernels_median),
  OPERATION ("convolve", formats, kernels_convolve),
  OPERATION ("epsilon", of_epsilon, kernels_epsilon),
  { "channels", formats, 2, kernels_channels, FALSE },
  OPERATION ("denoise", of_denoise, kernels_denoise),
  OPERATION ("inpaint", of_inpaint, kernels_inpaint),
  OPERATION ("inpaint-global", of_global, kernels_inpaint_global),
  { "inpaint-first", of_first, G_N_ELEMENTS (of_first), kernels_inpaint_first,
      TRUE },
  OPERATION ("snake", of_snake, kernels_snake),
};

gboolean
kernels_run (const KernelOptions *options)
{
  return kernel_bench_run (options, operations, G_N_ELEMENTS (operations));
}
