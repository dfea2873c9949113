/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times filters of interleaved channels, the chroma of NV12 and packed RGB,
 * beside the same filter of one plane with as many samples ("of_peer"): see
 * kernelbench.h.
 *
 *   bench_channels > figures.json
 *   bench_channels --once          every kernel once, for a profiler */
#include "kernelbench.h"

#include <string.h>

static const gint medians[] = { 3, 5, 7, 9 };
static const gint masks[] = { 3, 5, 7 };
static const gint epsilons[] = { 3, 5, 9 };

static CfFilterParams
epsilon_params (gint size)
{
  return (CfFilterParams){ .op = CF_OP_EPSILON,
    .epsilon = { .size = size,
        .threshold = 20,
        .mode = CF_EPSILON_CLAMP,
        .iterations = 1,
        .border = CF_BORDER_REPLICATE } };
}

/* No product of a row and a column. */
static CfFilterParams
convolve_params (gint size)
{
  CfFilterParams params = { .op = CF_OP_CONVOLVE,
    .convolve = { .width = size,
        .height = size,
        .normalize = CF_NORMALIZE_AUTO,
        .border = CF_BORDER_REPLICATE } };
  gint i;

  for (i = 0; i < size * size; i++)
    params.convolve.value[i] = 1 + i * 7 % 11;
  return params;
}

/* One plane, and the same samples as 2, 3 and 4 channels of narrower ones. */
static void
bench_filter_channels (
    Bench *b, const gchar *name, gint size, const CfFilterParams *params)
{
  const gint samples = b->width;
  BenchFigure plane;

  b->peer = (BenchFigure){ 0 };
  bench_filter (b, name, size, params);
  plane = b->last;
  for (b->channels = 2; b->channels <= 4; b->channels++) {
    b->width = samples / b->channels;
    b->peer = plane;
    bench_filter (b, name, size, params);
  }
  b->width = samples;
  b->channels = 1;
}

static void
each (Bench *b)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (medians); i++) {
    const CfFilterParams params = median_params (medians[i]);

    bench_filter_channels (b, "median of channels", medians[i], &params);
  }
  for (i = 0; i < G_N_ELEMENTS (masks); i++) {
    const CfFilterParams params = convolve_params (masks[i]);

    bench_filter_channels (b, "convolution of channels", masks[i], &params);
  }
  for (i = 0; i < G_N_ELEMENTS (epsilons); i++) {
    const CfFilterParams params = epsilon_params (epsilons[i]);

    bench_filter_channels (b, "epsilon of channels", epsilons[i], &params);
  }
}

int
main (int argc, char **argv)
{
  if (argc == 2 && strcmp (argv[1], "--once") == 0)
    bench_once ();
  return bench_main (bench_formats, 2, each);
}
