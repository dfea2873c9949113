/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times CUDA kernels alone: see kernelbench.h. */
#include "kernelbench.h"

#include "cuda/core/cudabackend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 32 /* NPP reads around the picture */
#define STREAMED_BYTES ((gsize)320 << 20)
#define MEASUREMENTS 7
#define MEASUREMENT_MS 3.0
#define SMOOTH_SIGMA (10 / 255.0) /* of full scale */

static gboolean first_record = TRUE, failed = FALSE, only_once = FALSE;

void
die (const gchar *what, const GError *error)
{
  fprintf (stderr, "benchmark: %s%s%s\n", what, error ? ": " : "",
      error ? error->message : "");
  exit (EXIT_FAILURE);
}

void
check (cudaError_t result, const gchar *what)
{
  if (result != cudaSuccess) {
    fprintf (stderr, "benchmark: %s: %s\n", what, cudaGetErrorString (result));
    exit (EXIT_FAILURE);
  }
}

void
check_fft (int result)
{
  GError *error = NULL;

  if (!cf_cuda_cufft_check (result, "transform", &error))
    die ("cuFFT", error);
}

cudaStream_t
cuda_stream (const Bench *b)
{
  return ((CfCudaStream *)b->stream)->stream;
}

guint8 *
picture_data (const Bench *b, guint8 *pictures, guint i)
{
  return pictures + i * b->size + MARGIN * b->stride + MARGIN * b->bytes;
}

CfPlane
picture_plane (const Bench *b, guint8 *pictures, guint i)
{
  CfPlane p = {
    .data = pictures ? picture_data (b, pictures, i) : NULL,
    .stride = b->stride,
    .width = b->width,
    .height = b->height,
    .step = b->channels,
    .channels = b->channels,
    .bits = b->bits,
    .bytes = b->bytes,
  };

  return p;
}

gboolean
run_filter (Bench *b, guint i, gpointer filter)
{
  CfPlane src = picture_plane (b, b->src, i),
          dst = picture_plane (b, b->dst, i);

  return cf_filter_run (filter, b->stream, &src, &dst, NULL);
}

static gint
compare_double (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *)a, y = *(const gdouble *)b;

  return (x > y) - (x < y);
}

gdouble
median_of (gdouble *values, gsize n)
{
  qsort (values, n, sizeof *values, compare_double);
  return values[n / 2];
}

static void
launch_all (Bench *b, Run run, gpointer data, guint n_pairs, guint launches)
{
  guint i;

  for (i = 0; i < launches; i++)
    if (!run (b, i % n_pairs, data))
      die ("a launch failed", NULL);
}

/* Milliseconds of `launches` launches over the first n_pairs pairs. */
static gdouble
measure (Bench *b, Run run, gpointer data, gboolean captured, guint n_pairs,
    guint launches, guint measurements)
{
  cudaStream_t stream = cuda_stream (b);
  cudaGraphExec_t exec = NULL;
  cudaEvent_t start, end;
  gdouble *ms = g_new (gdouble, measurements), median;
  guint i;

  if (captured) {
    cudaGraph_t graph;

    check (cudaStreamBeginCapture (stream, cudaStreamCaptureModeThreadLocal),
        "capture");
    launch_all (b, run, data, n_pairs, launches);
    check (cudaStreamEndCapture (stream, &graph), "end of capture");
    check (cudaGraphInstantiate (&exec, graph, 0), "graph");
    cudaGraphDestroy (graph);
  }
  check (cudaEventCreate (&start), "event");
  check (cudaEventCreate (&end), "event");
  for (i = 0; i < measurements + 1; i++) {
    gfloat elapsed;

    check (cudaEventRecord (start, stream), "event");
    if (exec)
      check (cudaGraphLaunch (exec, stream), "launch");
    else
      launch_all (b, run, data, n_pairs, launches);
    check (cudaEventRecord (end, stream), "event");
    check (cudaEventSynchronize (end), "run");
    check (cudaEventElapsedTime (&elapsed, start, end), "time");
    if (i > 0) /* the first one warms up */
      ms[i - 1] = elapsed;
  }
  median = median_of (ms, measurements);
  g_free (ms);
  cudaEventDestroy (start);
  cudaEventDestroy (end);
  if (exec)
    cudaGraphExecDestroy (exec);
  return median;
}

gdouble
bench_time (
    Bench *b, Run run, gpointer data, gboolean captured, gboolean streamed)
{
  const gdouble once = measure (b, run, data, captured, 1, 4, 3) / 4;
  const guint n = streamed ? b->n : 1;
  const guint launches = MAX (n, CLAMP (MEASUREMENT_MS / once, 2, 400));

  return measure (b, run, data, captured, n, launches, MEASUREMENTS) / launches;
}

void
bench_begin_record (const Bench *b, const gchar *name, gint size)
{
  printf ("%s\n  {\"name\": \"%s\", \"size\": %d, \"bits\": %d, "
          "\"width\": %d, \"height\": %d, ",
      first_record ? "" : ",", name, size, b->bits, b->width, b->height);
  first_record = FALSE;
}

void
bench (Bench *b, const gchar *name, gint size, Run run, gpointer data,
    gboolean captured)
{
  gdouble pixels = (gdouble)b->width * b->height * b->channels;
  gdouble cached, away;

  if (only_once) {
    if (!run (b, 0, data))
      die ("a launch failed", NULL);
    check (cudaStreamSynchronize (cuda_stream (b)), "run");
    return;
  }

  cached = bench_time (b, run, data, captured, FALSE);
  away = bench_time (b, run, data, captured, TRUE);
  bench_begin_record (b, name, size);
  if (b->channels > 1)
    printf ("\"channels\": %d, ", b->channels);
  printf ("\"picture\": \"%s\",\n"
          "   \"cached_us\": %.2f, "
          "\"cached_gpixel_s\": %.2f, \"streamed_us\": %.2f, "
          "\"streamed_gpixel_s\": %.2f",
      b->picture, cached * 1e3, pixels / cached / 1e6, away * 1e3,
      pixels / away / 1e6);
  b->last = (BenchFigure){ cached * 1e3, away * 1e3 };
  if (b->moved > 0)
    printf (", \"moved\": %u, \"cached_gbyte_s\": %.1f, "
            "\"streamed_gbyte_s\": %.1f",
        b->moved, b->moved * b->bytes * pixels / cached / 1e6,
        b->moved * b->bytes * pixels / away / 1e6);
  if (b->peer.cached_us > 0)
    printf (", \"cached_of_peer\": %.3f, \"streamed_of_peer\": %.3f",
        b->peer.cached_us / b->last.cached_us,
        b->peer.streamed_us / b->last.streamed_us);
  printf ("}");
  fflush (stdout);
}

/* The first result, without what the border reaches. */
static guint8 *
interior (Bench *b, gint size)
{
  gint edge = size / 2, y;
  gsize row = (gsize)(b->width - 2 * edge) * b->bytes;
  guint8 *all = g_malloc (b->size), *out = g_malloc (row * b->height);

  check (cudaStreamSynchronize (cuda_stream (b)), "run");
  check (cudaMemcpy (all, b->dst, b->size, cudaMemcpyDeviceToHost), "download");
  for (y = edge; y < b->height - edge; y++)
    memcpy (out + y * row,
        all + (MARGIN + y) * b->stride + (MARGIN + edge) * b->bytes, row);
  g_free (all);
  return out;
}

void
agree (Bench *b, gint size, const gchar *name, Run ours, gpointer our_data,
    Run theirs, gpointer their_data)
{
  gint edge = size / 2;
  gsize row = (gsize)(b->width - 2 * edge) * b->bytes;
  guint8 *x, *y;

  check (cudaMemset (b->dst, 0x55, b->size), "fill");
  if (!ours (b, 0, our_data))
    die ("a launch failed", NULL);
  x = interior (b, size);
  check (cudaMemset (b->dst, 0xaa, b->size), "fill");
  if (!theirs (b, 0, their_data))
    die ("a launch failed", NULL);
  y = interior (b, size);
  if (memcmp (x + edge * row, y + edge * row, (b->height - 2 * edge) * row)) {
    fprintf (stderr, "benchmark: %s %d, %d bytes: results differ\n", name, size,
        b->bytes);
    failed = TRUE;
  }
  g_free (x);
  g_free (y);
}

CfFilter
filter_describe (Bench *b, const CfFilterParams *params)
{
  CfFilter description = {
    .device = b->device, .params = *params, .n_planes = 1, .filtered = 1
  };

  description.planes[0] = picture_plane (b, NULL, 0);
  return description;
}

CfFilter *
filter_new (Bench *b, const CfFilterParams *params, CfCudaFilterNew make)
{
  CfFilter description = filter_describe (b, params), *filter;
  GError *error = NULL;

  filter = make ? make (&description, &error)
                : cf_filter_new (
                    b->device, params, description.planes, 1, 1, &error);
  if (!filter)
    die ("no filter", error);
  return filter;
}

CfFilterParams
median_params (gint size)
{
  return (CfFilterParams){ .op = CF_OP_MEDIAN,
    .median = { .width = size,
        .height = size,
        .percentile = CF_PERCENTILE_MEDIAN,
        .iterations = 1,
        .border = CF_BORDER_REPLICATE } };
}

void
bench_filter (
    Bench *b, const gchar *name, gint size, const CfFilterParams *params)
{
  CfFilter *filter = filter_new (b, params, NULL);

  bench (b, name, size, run_filter, filter, TRUE);
  cf_filter_free (filter);
}

void
bench_once (void)
{
  only_once = TRUE;
}

/* Samples of a picture with its margins, and of the word behind it. */
static void
fill (Bench *b, GRand *random, gboolean smooth, guint8 *data)
{
  const guint32 mask =
      ((1u << b->bits) - 1) * (b->bytes == 2 ? 0x10001 : 0x1010101);
  gdouble scale = (1 << b->bits) - 1;
  gsize row = b->stride / b->bytes, n = b->size / b->bytes, i;

  if (!smooth) {
    guint32 *noise = (guint32 *)data;

    for (i = 0; i <= b->size / 4; i++)
      noise[i] = g_rand_int (random) & mask;
    return;
  }
  for (i = 0; i < n; i++) {
    gdouble v = (gdouble)(i % row) / row;
    gint k;

    /* twelve uniform numbers make a normal one */
    for (k = 0; k < 12; k++)
      v += SMOOTH_SIGMA * (g_rand_double (random) - 0.5);
    v = CLAMP (v, 0, 1) * scale;
    if (b->bytes == 2)
      ((guint16 *)data)[i] = (guint16)v;
    else
      data[i] = (guint8)v;
  }
}

void
fill_pictures (Bench *b, gboolean smooth)
{
  GRand *random = g_rand_new_with_seed (b->width * b->bytes);
  guint8 *data = g_malloc (b->size + 4);
  guint i;

  b->picture = smooth ? "smooth" : "random";
  fill (b, random, smooth, data);
  for (i = 0; i < b->n; i++)
    check (cudaMemcpy (
               b->src + i * b->size, data, b->size, cudaMemcpyHostToDevice),
        "upload");
  g_free (data);
  g_rand_free (random);
}

const BenchFormat bench_formats[] = { { 3840, 2160, 8 }, { 3840, 2160, 16 },
  { 1920, 1080, 8 }, { 1920, 1080, 16 }, { 2048, 2048, 8 } };

int
bench_main (
    const BenchFormat *formats, guint n_formats, void (*each) (Bench *b))
{
  CfDeviceConfig config = { .type = CF_BACKEND_CUDA, .id = 0 };
  GError *error = NULL;
  Bench b = { 0 };
  guint i;

  b.device = cf_device_open (&config, &error);
  if (!b.device)
    die ("no device", error);
  b.stream = cf_stream_new (b.device, &error);
  if (!b.stream)
    die ("no stream", error);
  /* the primary context, the backend's own, for all that is done here */
  check (cudaSetDevice (0), "device 0");
  printf ("[");
  for (i = 0; i < n_formats; i++) {
    b.width = formats[i].width;
    b.height = formats[i].height;
    b.channels = 1;
    b.bits = formats[i].bits;
    b.bytes = (b.bits + 7) / 8;
    b.stride = (gsize)(b.width + 2 * MARGIN) * b.bytes;
    b.size = b.stride * (b.height + 2 * MARGIN);
    b.n = MAX (2, STREAMED_BYTES / (2 * b.size));
    check (cudaMalloc ((void **)&b.src, b.size * b.n), "pictures");
    check (cudaMalloc ((void **)&b.dst, b.size * b.n), "pictures");
    fill_pictures (&b, FALSE);
    each (&b);
    cudaFree (b.src);
    cudaFree (b.dst);
  }
  printf ("\n]\n");

  cf_stream_free (b.stream);
  cf_device_unref (b.device);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
