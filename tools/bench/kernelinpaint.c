/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting: whole frames of one plane, launched as in a pipeline, OpenCV's
 * beside those of the CPU; iterations of the whole plane's transform, beside
 * cuFFT's transforms alone; what the first picture costs. */
#include "kernels.h"

#include "cpu/inpaint/fftw.h"
#include "damage.h"
#include "jsontext.h"
#include "kernelcuda.h"
#include "kernelpictures.h"

#define ITERATIONS 20 /* of local and harmonic ones, whatever the holes */
#define GLOBAL_ITERATIONS 100
#define ONCE_ITERATIONS 2 /* as a profiler sees each kernel */
#define FRAMES 20         /* one after the other, on a GPU */
#define BLOCK 32
#define RADIUS 5.0 /* OpenCV's, pixels */
#define FIRSTS 5

/* What is repaired. */
typedef struct {
  guint8 *marked; /* as damage_make() gives them */
  guint32 *bits;
  CfInpaintHoles holes;
  const gchar *name;
} Damage;

/* FALSE: in such a small picture nothing is damaged. */
static gboolean
damage_init (Damage *self, const KernelBench *b, DamageKind kind)
{
  self->marked = damage_make (kind, b->width, b->height);
  self->holes = damage_holes (self->marked, b->width, b->height, &self->bits);
  self->name = damage_name (kind);
  if (b->is_gpu)
    self->name = kind == DAMAGE_LOGO ? "box" : "half";
  return self->holes.right > self->holes.left;
}

static void
damage_clear (Damage *self)
{
  g_free (self->marked);
  g_free (self->bits);
}

static CfFilterParams
inpaint_params (CfInpaintMethod method, gint iterations)
{
  CfFilterParams params = { .op = CF_OP_INPAINT,
    .inpaint = CF_INPAINT_PARAMS_DEFAULT };

  params.inpaint.method = method;
  params.inpaint.iterations = iterations;
  return params;
}

static CfFilter *
filter_new (KernelBench *b, const CfFilterParams *params, const Damage *damage)
{
  CfFilter *filter = kernel_filter_new (b, params);
  GError *error = NULL;

  if (!cf_filter_set_holes (filter, &damage->holes, &error))
    kernel_die ("no holes", error);
  return filter;
}

/* --- frames --- */

typedef struct {
  const Damage *damage;
  gboolean navier_stokes; /* else Telea's way */
} OpenCVRun;

static gboolean
run_opencv (KernelBench *b, guint i, gpointer data)
{
  const OpenCVRun *r = data;

  return b->opencv->inpaint (kernel_picture_data (b, b->src, i), b->stride,
      kernel_picture_data (b, b->dst, i), b->stride, b->width, b->height,
      b->bytes, r->damage->marked, RADIUS, r->navier_stokes);
}

/* A filter that is freed. */
static void
bench_frames (KernelBench *b, const gchar *name, gint block, CfFilter *filter,
    const gchar *fields)
{
  b->fields = fields;
  if (b->is_gpu) {
    const gdouble us =
        kernel_bench_time (b, kernel_filter_run, filter, FALSE, 1, FRAMES);

    if (!b->options->once) {
      kernel_bench_begin (b, name, block);
      json_add_named_number (b->json, "us", us);
      kernel_bench_end (b, name, block, "%8.1f us", us);
    }
  } else {
    kernel_bench (b, name, block, kernel_filter_run, filter, FALSE);
  }
  b->fields = NULL;
  cf_filter_free (filter);
}

static void
bench_method (KernelBench *b, const gchar *name, const Damage *damage,
    const CfFilterParams *params, OpenCVRun *opencv)
{
  static const gchar *const ways[] = { "Telea", "Navier-Stokes" };
  const gint block = params->inpaint.block_size;
  gchar *fields = g_strdup_printf ("\"holes\": \"%s\", \"block_size\": %d, "
                                   "\"opencv_method\": \"%s\"",
      damage->name, block, opencv ? ways[opencv->navier_stokes] : "");

  if (opencv) {
    b->rival = run_opencv;
    b->rival_data = opencv;
    b->rival_name = ways[opencv->navier_stokes];
  }
  bench_frames (b, name, block, filter_new (b, params, damage), fields);
  g_free (fields);
}

/* OpenCV is for many minutes on half of the samples: its list of pixels in turn
 * is searched from its beginning. */
static void
bench_damage (KernelBench *b, const Damage *damage, gboolean with_opencv)
{
  const gint iterations = b->options->once ? ONCE_ITERATIONS : ITERATIONS;
  CfFilterParams params = inpaint_params (CF_INPAINT_HARMONIC, iterations);
  OpenCVRun opencv = { .damage = damage };

  params.inpaint.block_size = BLOCK;
  bench_method (b, "inpaint harmonic", damage, &params, NULL);
  params.inpaint.method = CF_INPAINT_LOCAL;
  for (params.inpaint.block_size = 16; params.inpaint.block_size <= 64;
       params.inpaint.block_size *= 2) {
    if (!with_opencv || params.inpaint.block_size != BLOCK) {
      bench_method (b, "inpaint local", damage, &params, NULL);
      continue;
    }
    for (opencv.navier_stokes = FALSE; opencv.navier_stokes <= TRUE;
         opencv.navier_stokes++)
      bench_method (b, "inpaint local", damage, &params, &opencv);
  }
  params.inpaint.block_size = BLOCK;
  params.inpaint.iterations = b->options->once ? ONCE_ITERATIONS : 0;
  params.inpaint.track = TRUE;
  bench_method (b, "inpaint local tracked", damage, &params, NULL);
}

void
kernels_inpaint (KernelBench *b)
{
  const CfFilterParams copy = { .op = CF_OP_COPY };
  DamageKind kind;

  kernel_pictures_fill (b, KERNEL_GRADIENT);
  /* without the copy of what is not repaired it would be less by that */
  bench_frames (
      b, "copy", 0, kernel_filter_new (b, &copy), "\"holes\": \"none\"");
  for (kind = 0; kind < N_DAMAGE_KINDS; kind++) {
    Damage damage;

    if (b->is_gpu && kind != DAMAGE_LOGO && kind != DAMAGE_HALF)
      continue;
    if (damage_init (&damage, b, kind))
      bench_damage (b, &damage, b->opencv && !b->is_gpu && kind != DAMAGE_HALF);
    damage_clear (&damage);
  }
}

/* --- global --- */

/* FALSE, and says why, where the library with the transform is not here. */
static gboolean
has_transform (const KernelBench *b)
{
  GError *error = NULL;

  if (b->is_gpu)
    return kernel_pair_load ();
  if (cf_cpu_fftw_load (&error))
    return TRUE;
  g_print ("FFTW is not here: %s\n", error->message);
  g_error_free (error);
  return FALSE;
}

/* Microseconds of a pair of cuFFT's transforms, from a graph too. */
static gdouble
time_pair (KernelBench *b, gboolean in_place)
{
  KernelPair *pair = kernel_pair_new (b, in_place);
  gdouble us;

  /* the first run loads what a capture could not */
  if (!kernel_pair_run (b, 0, pair) || !cf_stream_synchronize (b->stream, NULL))
    kernel_die ("cuFFT", NULL);
  us = kernel_bench_time (b, kernel_pair_run, pair, TRUE, 1, GLOBAL_ITERATIONS);
  kernel_pair_free (pair);
  return us;
}

static void
bench_global (KernelBench *b, const Damage *damage, const gdouble *pairs)
{
  const gint iterations = b->options->once ? ONCE_ITERATIONS
                          : b->is_gpu      ? GLOBAL_ITERATIONS
                                           : ITERATIONS;
  const CfFilterParams params = inpaint_params (CF_INPAINT_GLOBAL, iterations);
  CfFilter *filter = filter_new (b, &params, damage);
  const gdouble us =
      kernel_bench_time (b, kernel_filter_run, filter, FALSE, 1, 1)
      / iterations;

  if (!b->options->once) {
    kernel_bench_begin (b, "inpaint global", 0);
    json_add_named_string (b->json, "holes", damage->name);
    json_add_named_number (b->json, "iteration_us", us);
    if (b->is_gpu) {
      json_add_named_number (b->json, "cufft_pair_us", pairs[0]);
      json_add_named_number (b->json, "cufft_pair_in_place_us", pairs[1]);
      json_add_named_number (
          b->json, "times_cufft_pair", us / MIN (pairs[0], pairs[1]));
    }
    kernel_bench_end (
        b, "inpaint global", 0, "%8.1f us an iteration, %s", us, damage->name);
  }
  cf_filter_free (filter);
}

void
kernels_inpaint_global (KernelBench *b)
{
  static const DamageKind kinds[] = { DAMAGE_LOGO, DAMAGE_HALF };
  gdouble pairs[2] = { 0 };
  guint i;

  if (!has_transform (b))
    return;
  kernel_pictures_fill (b, KERNEL_RANDOM);
  for (i = 0; i < 2 && b->is_gpu && !b->options->once; i++)
    pairs[i] = time_pair (b, i);
  for (i = 0; i < G_N_ELEMENTS (kinds); i++) {
    Damage damage;

    if (damage_init (&damage, b, kinds[i]))
      bench_global (b, &damage, pairs);
    damage_clear (&damage);
  }
}

/* --- what comes first --- */

static gdouble
milliseconds_since (gint64 begin)
{
  return (g_get_monotonic_time () - begin) / 1e3;
}

/* A filter, from its making to its end. */
static gdouble
time_filter (
    KernelBench *b, const Damage *damage, gint iterations, gdouble start)
{
  const gint64 begin = g_get_monotonic_time ();
  CfFilterParams params = inpaint_params (CF_INPAINT_GLOBAL, iterations);
  GError *error = NULL;
  CfFilter *filter;

  params.inpaint.threshold_start = start;
  filter = filter_new (b, &params, damage);
  if (!kernel_filter_run (b, 0, filter)
      || !cf_stream_synchronize (b->stream, &error))
    kernel_die ("no inpainting", error);
  cf_filter_free (filter);
  return milliseconds_since (begin);
}

/* Plans, which the driver compiles when a size first comes, and transforms. */
static gdouble
time_cufft (KernelBench *b)
{
  const gint64 begin = g_get_monotonic_time ();
  KernelPair *pair = kernel_pair_new (b, TRUE);
  GError *error = NULL;

  if (!kernel_pair_run (b, 0, pair)
      || !cf_stream_synchronize (b->stream, &error))
    kernel_die ("cuFFT", error);
  kernel_pair_free (pair);
  return milliseconds_since (begin);
}

/* What the first picture of a process costs, and the median of the next ones,
 * each by a filter of its own; with another threshold each time, as a
 * GstController sets it; and with another number of iterations. */
void
kernels_inpaint_first (KernelBench *b)
{
  gdouble cufft[1 + FIRSTS] = { 0 }, filter[1 + FIRSTS], threshold[FIRSTS],
                    more[FIRSTS], load;
  const gint64 begin = g_get_monotonic_time ();
  Damage damage;
  gint i;

  if (!has_transform (b))
    return;
  load = milliseconds_since (begin);
  kernel_pictures_fill (b, KERNEL_RANDOM);
  damage_init (&damage, b, DAMAGE_HALF);
  for (i = 0; i <= FIRSTS && b->is_gpu; i++)
    cufft[i] = time_cufft (b);
  for (i = 0; i <= FIRSTS; i++)
    filter[i] = time_filter (b, &damage, GLOBAL_ITERATIONS, -1);
  for (i = 0; i < FIRSTS; i++)
    threshold[i] = time_filter (b, &damage, GLOBAL_ITERATIONS, 100 + i);
  for (i = 0; i < FIRSTS; i++)
    more[i] = time_filter (b, &damage, GLOBAL_ITERATIONS - 1 + i % 2, -1);
  kernel_bench_begin (b, "inpaint global first", 0);
  json_add_named_number (b->json, "iterations", GLOBAL_ITERATIONS);
  if (b->is_gpu) {
    json_add_named_number (b->json, "cufft_load_ms", load);
    json_add_named_number (b->json, "cufft_first_ms", cufft[0]);
    json_add_named_number (
        b->json, "cufft_again_ms", kernel_median_of (cufft + 1, FIRSTS));
  }
  json_add_named_number (b->json, "filter_first_ms", filter[0]);
  json_add_named_number (
      b->json, "filter_again_ms", kernel_median_of (filter + 1, FIRSTS));
  json_add_named_number (
      b->json, "threshold_again_ms", kernel_median_of (threshold, FIRSTS));
  json_add_named_number (
      b->json, "iterations_again_ms", kernel_median_of (more, FIRSTS));
  kernel_bench_end (b, "inpaint global first", 0, "%8.1f ms, then %.2f ms",
      filter[0], filter[3]);
  damage_clear (&damage);
}
