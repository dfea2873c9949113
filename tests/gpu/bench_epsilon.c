/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times the epsilon filter's kernels alone, NPP's bilateral filter beside them
 * where its module is given: see kernelbench.h.
 *
 *   bench_epsilon [NPP MODULE] > figures.json
 *   bench_epsilon --once           every kernel once, for a profiler
 *   bench_epsilon --short          9x9 and 5x5 alone, 3840x2160
 *
 * "step ..." are those of the OpenCL guide, see epsilonladder.h; their results
 * must be ours where the border does not reach. NPP's are another filter's. */
#include "epsilonladder.h"
#include "kernelbench.h"
#include "npppeer.h"

#include <dlfcn.h>
#include <string.h>

#define LADDER_SIZE 9
#define LADDER_THRESHOLD 20
#define LADDER_UNIT 32 /* the steps' pictures are whole blocks wide */

static const gchar *const step_names[N_EPSILON_STEPS] = { "step scalar",
  "step packed loads", "step 4 outputs", "step 8 outputs", "step 16 outputs",
  "step shared, 8x16 threads", "step shared, 8x24 threads" };

static gboolean only_once = FALSE, only_short = FALSE;
static NppPeerBilateral npp_bilateral;

static gboolean
run_step (Bench *b, guint i, gpointer data)
{
  const EpsilonStep *step = data;
  EpsilonPicture picture = {
    .src = picture_data (b, b->src, i),
    .dst = picture_data (b, b->dst, i),
    .stride = b->stride,
    .width = b->width,
    .height = b->height,
    .threshold = LADDER_THRESHOLD,
  };

  return epsilon_ladder_launch (*step, &picture, cuda_stream (b))
         == cudaSuccess;
}

static gboolean
run_npp (Bench *b, guint i, gpointer radius)
{
  return npp_bilateral (picture_data (b, b->src, i), b->stride,
             picture_data (b, b->dst, i), b->stride, b->width, b->height,
             *(gint *)radius, b->bytes, 20, 4, cuda_stream (b))
         == 0;
}

static CfFilterParams
epsilon_params (gint size, gint threshold, CfEpsilonMode mode)
{
  return (CfFilterParams){ .op = CF_OP_EPSILON,
    .epsilon = { .size = size,
        .threshold = threshold * CF_EPSILON_STEP,
        .mode = mode,
        .iterations = 1,
        .border = CF_BORDER_REPLICATE } };
}

static void
bench_epsilon (Bench *b, gint size, gint threshold, CfEpsilonMode mode)
{
  const CfFilterParams params = epsilon_params (size, threshold, mode);
  gchar *name = g_strdup_printf ("%s, threshold %d",
      mode == CF_EPSILON_CLAMP ? "clamp" : "average", threshold);

  bench_filter (b, name, size, &params);
  g_free (name);
}

static void
bench_steps (Bench *b)
{
  const CfFilterParams params =
      epsilon_params (LADDER_SIZE, LADDER_THRESHOLD, CF_EPSILON_AVERAGE);
  CfFilter *filter = filter_new (b, &params, NULL);
  EpsilonStep step;

  for (step = 0; step < N_EPSILON_STEPS; step++) {
    if (!only_once)
      agree (b, LADDER_SIZE, step_names[step], run_filter, filter, run_step,
          &step);
    bench (b, step_names[step], LADDER_SIZE, run_step, &step, TRUE);
  }
  cf_filter_free (filter);
}

static void
bench_format (Bench *b)
{
  static const gint thresholds[] = { 20, 64, 256 };
  const CfFilterParams copy = { .op = CF_OP_COPY };
  gint size, radius = 4;
  CfEpsilonMode mode;
  guint i;

  bench_filter (b, "copy", 0, &copy);
  for (mode = CF_EPSILON_AVERAGE; mode <= CF_EPSILON_CLAMP; mode++)
    for (size = CF_EPSILON_SIZE_MIN; size <= CF_EPSILON_SIZE_MAX; size += 2)
      for (i = 0; i < (only_once ? 1 : G_N_ELEMENTS (thresholds)); i++)
        if (!only_short || size == 5 || size == 9)
          bench_epsilon (b, size, thresholds[i], mode);
  if (b->bits == 8 && b->width % LADDER_UNIT == 0 && !only_short)
    bench_steps (b);
  if (npp_bilateral && (b->bits == 8 || b->bits == 16))
    bench (b, "NPP bilateral", 2 * radius + 1, run_npp, &radius, FALSE);
}

int
main (int argc, char **argv)
{
  static const BenchFormat formats[] = { { 3840, 2160, 8 }, { 3840, 2160, 16 },
    { 3840, 2160, 10 }, { 3264, 2448, 8 }, { 3264, 2448, 16 },
    { 3264, 2448, 10 } };

  only_once = argc > 1 && strcmp (argv[1], "--once") == 0;
  only_short = argc > 1 && strcmp (argv[1], "--short") == 0;
  if (only_once)
    bench_once ();
  if (argc > 1 && !only_once && !only_short) {
    void *module = dlopen (argv[1], RTLD_NOW);

    if (!module)
      die (dlerror (), NULL);
    npp_bilateral = (NppPeerBilateral)dlsym (module, NPP_PEER_BILATERAL);
    if (!npp_bilateral)
      die ("not an NPP module", NULL);
  }
  return bench_main (formats,
      only_once    ? 2
      : only_short ? 3
                   : G_N_ELEMENTS (formats),
      bench_format);
}
