/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times inpainting in the GPU's memory.
 *
 *   bench_inpaint > figures.json
 *   bench_inpaint --once           each once, for a profiler
 *
 * Global: an iteration is a hundredth of a whole run of 100, beside a pair of
 * cuFFT's transforms of the same size, R2C and C2R, which is replayed from a
 * graph too: the inverse in its own place or in another, whichever is faster.
 * They take turns; a figure is the median. Holes are half the samples, or a box
 * of 200x100.
 *
 * Local and harmonic: a frame of 1920x1080, 8 bits, launched as in a pipeline,
 * several behind each other; without the copy of what is not repaired the time
 * would be less by what is printed as "copy". */
#include "kernelbench.h"

#include "cuda/inpaint/inpaint_global.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_SKIPPED 77
#define ITERATIONS 100
#define ONCE_ITERATIONS 2 /* as a profiler sees each kernel */
#define REPEATS 15
#define BOX_WIDTH 200
#define BOX_HEIGHT 100

typedef struct {
  gint width, height;
  gsize n;
  CfDevice *device;
  CfStream *stream;
  gfloat *samples;
  guint32 *holes;
  CfCudaInpaintGlobal *global;
} Global;

/* cuFFT alone: its input, output, and the picture that comes back. */
typedef struct {
  const CfCufft *cufft;
  CfCufftPlan forward, inverse;
  gfloat *from, *back;
  guint8 *spectrum;
  cudaGraphExec_t pairs; /* ITERATIONS */
} Pair;

static cudaStream_t
on_stream (const Global *g)
{
  return ((CfCudaStream *)g->stream)->stream;
}

static void
fill (Global *g, gboolean half)
{
  const gint words = CF_INPAINT_WORDS (g->width);
  GRand *random = g_rand_new_with_seed (1);
  gfloat *samples = g_new (gfloat, g->n);
  guint32 *holes = g_new0 (guint32, (gsize)words * g->height);
  gsize i;

  for (i = 0; i < g->n; i++) {
    const gint x = i % g->width, y = i / g->width;

    samples[i] = g_rand_int_range (random, 0, 256);
    if (half ? g_rand_boolean (random) : x < BOX_WIDTH && y < BOX_HEIGHT)
      holes[(gsize)y * words + x / 32] |= 1u << x % 32;
  }
  check (cudaMemcpy (g->samples, samples, g->n * sizeof *samples,
             cudaMemcpyHostToDevice),
      "upload");
  check (cudaMemcpy (g->holes, holes, (gsize)words * g->height * sizeof *holes,
             cudaMemcpyHostToDevice),
      "upload");
  g_free (samples);
  g_free (holes);
  g_rand_free (random);
}

static void
global_open (Global *g, guint iterations)
{
  CfInpaintParams params = CF_INPAINT_PARAMS_DEFAULT;
  GError *error = NULL;

  g->n = (gsize)g->width * g->height;
  check (cudaMalloc ((void **)&g->samples, g->n * sizeof (gfloat)), "picture");
  check (cudaMalloc ((void **)&g->holes,
             (gsize)CF_INPAINT_WORDS (g->width) * g->height * sizeof (guint32)),
      "holes");
  params.method = CF_INPAINT_GLOBAL;
  params.iterations = iterations;
  g->global = cf_cuda_inpaint_global_new (
      g->device, &params, g->width, g->height, &error);
  if (!g->global)
    die ("no inpainting", error);
}

static void
global_close (Global *g)
{
  cf_cuda_inpaint_global_free (g->global);
  cudaFree (g->samples);
  cudaFree (g->holes);
}

static void
enqueue_pairs (const Pair *p, guint n)
{
  guint i;

  for (i = 0; i < n; i++) {
    check_fft (p->cufft->ExecR2C (p->forward, p->from, p->spectrum));
    check_fft (p->cufft->ExecC2R (p->inverse, p->spectrum, p->back));
  }
}

static void
pair_open (Pair *p, const Global *g, gboolean in_place)
{
  const gsize spectrum_size =
      (gsize)(g->width / 2 + 1) * g->height * 2 * sizeof (gfloat);
  cudaGraph_t graph;
  gsize work;

  p->cufft = cf_cuda_cufft_get (NULL);
  check (cudaMalloc ((void **)&p->from, g->n * sizeof (gfloat)), "picture");
  check (cudaMemset (p->from, 0, g->n * sizeof (gfloat)), "picture");
  check (cudaMalloc ((void **)&p->spectrum, spectrum_size), "spectrum");
  p->back = (gfloat *)p->spectrum;
  if (!in_place)
    check (cudaMalloc ((void **)&p->back, g->n * sizeof (gfloat)), "picture");
  check_fft (p->cufft->Create (&p->forward));
  check_fft (p->cufft->Create (&p->inverse));
  check_fft (p->cufft->MakePlan2d (
      p->forward, g->height, g->width, CF_CUFFT_R2C, &work));
  check_fft (p->cufft->MakePlan2d (
      p->inverse, g->height, g->width, CF_CUFFT_C2R, &work));
  check_fft (p->cufft->SetStream (p->forward, on_stream (g)));
  check_fft (p->cufft->SetStream (p->inverse, on_stream (g)));
  enqueue_pairs (p, 1);
  check (cudaStreamSynchronize (on_stream (g)), "run");
  check (
      cudaStreamBeginCapture (on_stream (g), cudaStreamCaptureModeThreadLocal),
      "capture");
  enqueue_pairs (p, ITERATIONS);
  check (cudaStreamEndCapture (on_stream (g), &graph), "end of capture");
  check (cudaGraphInstantiate (&p->pairs, graph, 0), "graph");
  cudaGraphDestroy (graph);
}

static void
pair_close (Pair *p)
{
  cudaGraphExecDestroy (p->pairs);
  check_fft (p->cufft->Destroy (p->forward));
  check_fft (p->cufft->Destroy (p->inverse));
  if (p->back != (gfloat *)p->spectrum)
    cudaFree (p->back);
  cudaFree (p->spectrum);
  cudaFree (p->from);
}

static void
run_global (const Global *g)
{
  GError *error = NULL;

  if (!cf_cuda_inpaint_global_run (
          g->global, g->stream, g->samples, g->holes, &error))
    die ("a run failed", error);
}

/* Microseconds of an iteration, or of a pair where it is not NULL. */
static gdouble
time_one (const Global *g, const Pair *p)
{
  cudaEvent_t start, end;
  gfloat ms;

  check (cudaEventCreate (&start), "event");
  check (cudaEventCreate (&end), "event");
  check (cudaEventRecord (start, on_stream (g)), "event");
  if (p)
    check (cudaGraphLaunch (p->pairs, on_stream (g)), "launch");
  else
    run_global (g);
  check (cudaEventRecord (end, on_stream (g)), "event");
  check (cudaEventSynchronize (end), "run");
  check (cudaEventElapsedTime (&ms, start, end), "time");
  cudaEventDestroy (start);
  cudaEventDestroy (end);
  return ms * 1e3 / ITERATIONS;
}

static void
measure (const Global *g, const Pair *pairs, const gchar *holes, gboolean first)
{
  gdouble ours[REPEATS], apart[REPEATS], in_place[REPEATS], pair;
  gint i;

  for (i = -1; i < REPEATS; i++) { /* the first warms up */
    ours[MAX (i, 0)] = time_one (g, NULL);
    apart[MAX (i, 0)] = time_one (g, &pairs[0]);
    in_place[MAX (i, 0)] = time_one (g, &pairs[1]);
  }
  pair = MIN (median_of (apart, REPEATS), median_of (in_place, REPEATS));
  printf ("%s\n  {\"name\": \"inpaint global\", \"width\": %d, "
          "\"height\": %d, \"holes\": \"%s\",\n   \"iteration_us\": %.2f, "
          "\"cufft_pair_us\": %.2f, \"cufft_pair_in_place_us\": %.2f, "
          "\"times_cufft_pair\": %.3f}",
      first ? "" : ",", g->width, g->height, holes, median_of (ours, REPEATS),
      median_of (apart, REPEATS), median_of (in_place, REPEATS),
      median_of (ours, REPEATS) / pair);
  fflush (stdout);
}

static void
bench_global (Global *g, gboolean once, gboolean first)
{
  static const gchar *names[] = { "box", "half" };
  Pair pairs[2] = { 0 };
  gint i;

  global_open (g, once ? ONCE_ITERATIONS : ITERATIONS);
  for (i = 0; i < 2 && !once; i++)
    pair_open (&pairs[i], g, i);
  for (i = 0; i < 2; i++) {
    fill (g, i);
    if (once)
      run_global (g);
    else
      measure (g, pairs, names[i], first && i == 0);
  }
  check (cudaStreamSynchronize (on_stream (g)), "run");
  for (i = 0; i < 2 && !once; i++)
    pair_close (&pairs[i]);
  global_close (g);
}

/* Frames, launched as in a pipeline. */
typedef struct {
  CfDevice *device;
  CfStream *stream;
  CfPlane src, dst;
  guint32 *bits;
  CfInpaintHoles holes[2]; /* a box, half the samples */
} Frames;

#define FRAME_WIDTH 1920
#define FRAME_HEIGHT 1080
#define FRAMES 20

static void
frames_open (Frames *f, CfDevice *device, CfStream *stream)
{
  const gint words = CF_INPAINT_WORDS (FRAME_WIDTH);
  const gsize size = FRAME_WIDTH * FRAME_HEIGHT;
  guint8 *samples = g_malloc (size);
  GRand *random = g_rand_new_with_seed (1);
  gsize i;

  f->device = device;
  f->stream = stream;
  f->bits = g_new0 (guint32, 2 * words * FRAME_HEIGHT);
  f->src = (CfPlane){ .stride = FRAME_WIDTH,
    .width = FRAME_WIDTH,
    .height = FRAME_HEIGHT,
    .step = 1,
    .channels = 1,
    .bits = 8,
    .bytes = 1 };
  for (i = 0; i < size; i++) {
    const gint x = i % FRAME_WIDTH, y = i / FRAME_WIDTH;
    const gint is_box =
        x >= 1680 && x < 1680 + BOX_WIDTH && y >= 40 && y < 40 + BOX_HEIGHT;

    samples[i] =
        CLAMP (x / 10 + y / 20 + g_rand_int_range (random, 0, 9), 0, 255);
    f->bits[y * words + x / 32] |= (guint32)is_box << x % 32;
    f->bits[(FRAME_HEIGHT + y) * words + x / 32] |=
        (guint32)g_rand_boolean (random) << x % 32;
  }
  f->holes[0] = (CfInpaintHoles){ f->bits, 1680, 40, 1680 + BOX_WIDTH,
    40 + BOX_HEIGHT, -1 };
  f->holes[1] = (CfInpaintHoles){ f->bits + words * FRAME_HEIGHT, 0, 0,
    FRAME_WIDTH, FRAME_HEIGHT, -1 };
  f->dst = f->src;
  check (cudaMalloc ((void **)&f->src.data, size), "picture");
  check (cudaMalloc ((void **)&f->dst.data, size), "picture");
  check (cudaMemcpy (f->src.data, samples, size, cudaMemcpyHostToDevice),
      "upload");
  g_free (samples);
  g_rand_free (random);
}

static void
run_frames (const Frames *f, CfFilter *filter, guint n)
{
  GError *error = NULL;
  guint i;

  for (i = 0; i < n; i++)
    if (!cf_filter_run (filter, f->stream, &f->src, &f->dst, &error))
      die ("a run failed", error);
}

/* Microseconds of a frame. */
static gdouble
time_frames (const Frames *f, CfFilter *filter)
{
  const cudaStream_t on = ((CfCudaStream *)f->stream)->stream;
  gdouble us[REPEATS];
  cudaEvent_t start, end;
  gfloat ms;
  gint i;

  check (cudaEventCreate (&start), "event");
  check (cudaEventCreate (&end), "event");
  run_frames (f, filter, 3);
  for (i = 0; i < REPEATS; i++) {
    check (cudaStreamSynchronize (on), "run");
    check (cudaEventRecord (start, on), "event");
    run_frames (f, filter, FRAMES);
    check (cudaEventRecord (end, on), "event");
    check (cudaEventSynchronize (end), "run");
    check (cudaEventElapsedTime (&ms, start, end), "time");
    us[i] = ms * 1e3 / FRAMES;
  }
  cudaEventDestroy (start);
  cudaEventDestroy (end);
  return median_of (us, REPEATS);
}

static void
bench_filter_of (const Frames *f, const CfFilterParams *params,
    const CfInpaintHoles *holes, const gchar *name, const gchar *what,
    gboolean once)
{
  GError *error = NULL;
  CfFilter *filter = cf_filter_new (f->device, params, &f->src, 1, 1, &error);

  if (!filter || (holes && !cf_filter_set_holes (filter, holes, &error)))
    die ("no filter", error);
  if (once)
    run_frames (f, filter, 1);
  else
    printf ("\n  {\"name\": \"%s\", \"width\": %d, \"height\": %d, "
            "\"holes\": \"%s\", \"block_size\": %d, \"us\": %.1f},",
        name, FRAME_WIDTH, FRAME_HEIGHT, what, params->inpaint.block_size,
        time_frames (f, filter));
  fflush (stdout);
  cf_filter_free (filter);
}

static void
bench_frames (CfDevice *device, CfStream *stream, gboolean once)
{
  static const gchar *names[] = { "box", "half" };
  CfFilterParams params = { .op = CF_OP_COPY };
  Frames f;
  gint i, size;

  frames_open (&f, device, stream);
  bench_filter_of (&f, &params, NULL, "copy", "none", once);
  params = (CfFilterParams){ .op = CF_OP_INPAINT,
    .inpaint = CF_INPAINT_PARAMS_DEFAULT };
  for (i = 0; i < 2; i++) {
    params.inpaint.iterations = once ? ONCE_ITERATIONS : 20;
    params.inpaint.block_size = 32;
    params.inpaint.track = FALSE;
    params.inpaint.method = CF_INPAINT_HARMONIC;
    bench_filter_of (
        &f, &params, &f.holes[i], "inpaint harmonic", names[i], once);
    params.inpaint.method = CF_INPAINT_LOCAL;
    for (size = 16; size <= 64; size *= 2) {
      params.inpaint.block_size = size;
      bench_filter_of (
          &f, &params, &f.holes[i], "inpaint local", names[i], once);
    }
    params.inpaint.iterations = once ? ONCE_ITERATIONS : 0;
    params.inpaint.block_size = 32;
    params.inpaint.track = TRUE;
    bench_filter_of (
        &f, &params, &f.holes[i], "inpaint local tracked", names[i], once);
  }
  check (cudaStreamSynchronize (((CfCudaStream *)stream)->stream), "run");
  cudaFree (f.src.data);
  cudaFree (f.dst.data);
  g_free (f.bits);
}

int
main (int argc, char **argv)
{
  static const gint sides[][2] = { { 512, 512 }, { 1920, 1080 }, { 2048, 2048 },
    { 4096, 4096 } };
  const CfDeviceConfig config = { .type = CF_BACKEND_CUDA, .id = 0 };
  const gboolean once = argc > 1 && strcmp (argv[1], "--once") == 0;
  GError *error = NULL;
  Global g = { 0 };
  guint i;

  g.device = cf_device_open (&config, &error);
  if (g.device)
    g.stream = cf_stream_new (g.device, &error);
  if (!g.stream)
    die ("no device", error);
  /* the primary context, the backend's own, for all that is done here */
  check (cudaSetDevice (0), "device 0");
  printf ("[");
  bench_frames (g.device, g.stream, once);
  if (!cf_cuda_cufft_get (&error)) {
    fprintf (stderr, "bench_inpaint: %s\n", error->message);
    return EXIT_SKIPPED;
  }
  for (i = 0; i < G_N_ELEMENTS (sides); i++) {
    g.width = sides[i][0];
    g.height = sides[i][1];
    bench_global (&g, once, i == 0);
  }
  printf ("\n]\n");
  cf_stream_free (g.stream);
  cf_device_unref (g.device);
  return EXIT_SUCCESS;
}
