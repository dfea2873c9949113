/* Times the CUDA kernels alone, NPP's median beside them where its module is
 * given, and prints the figures as JSON.
 *
 *   bench_median [NPP MODULE] > figures.json
 *   bench_median --once            every kernel once, for a profiler
 *   bench_median --shapes          tiles of all shapes for windows of any size
 *
 * A figure is the median of several measurements, each of many launches
 * between two CUDA events, replayed from a graph so that launching costs
 * nothing (NPP refuses to be captured; its kernels take far longer than a
 * launch). "cached" runs on one pair of pictures, which stays in the L2 cache
 * where it fits; "streamed" goes round enough pictures to be far larger.
 * Pictures are random; for the method whose time depends on them also smooth,
 * a ramp with some noise. Ours and NPP's must agree where the border does not
 * reach, and so must our methods, or the program fails. */
#include "npppeer.h"
#include "picture.h"
#include "rank.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 32 /* NPP reads around the picture */
#define STREAMED_BYTES ((gsize)320 << 20)
#define MEASUREMENTS 7
#define MEASUREMENT_MS 3.0
#define LARGEST_NETWORK 15
#define SMOOTH_SIGMA (10 / 255.0) /* of full scale */

typedef struct {
  gint width, height, bytes;
  gsize stride, size;
  guint n;              /* pairs of pictures */
  guint8 *src, *dst;    /* n pictures one behind the other */
  const gchar *picture; /* "random" or "smooth" */
  CfStream *stream;
  CfDevice *device;
} Bench;

/* Enqueues one filtering of pair i. */
typedef gboolean (*Run) (Bench *b, guint i, gpointer data);

typedef struct {
  NppPeerSpace space;
  NppPeerMedian median;
} Npp;

typedef struct {
  const Npp *npp;
  gint size;
  guint8 *space;
} NppRun;

typedef struct {
  gboolean direct;
  gconstpointer kernel;
} Variant;

static const gint sizes[] = { 3, 5, 7, 9, 11, 13, LARGEST_NETWORK, 17, 21, 25,
  31, 41, 51, 75, 101 };

static gboolean first_record = TRUE, failed = FALSE, only_once = FALSE,
                only_shapes = FALSE;

static void
die (const gchar *what, const GError *error)
{
  fprintf (stderr, "bench_median: %s%s%s\n", what, error ? ": " : "",
      error ? error->message : "");
  exit (EXIT_FAILURE);
}

static void
check (cudaError_t result, const gchar *what)
{
  if (result != cudaSuccess) {
    fprintf (
        stderr, "bench_median: %s: %s\n", what, cudaGetErrorString (result));
    exit (EXIT_FAILURE);
  }
}

static cudaStream_t
cuda_stream (const Bench *b)
{
  return ((CfCudaStream *)b->stream)->stream;
}

static guint8 *
picture_data (const Bench *b, guint8 *pictures, guint i)
{
  return pictures + i * b->size + MARGIN * b->stride + MARGIN * b->bytes;
}

static CfPlane
plane (const Bench *b, guint8 *pictures, guint i)
{
  CfPlane p = {
    .data = pictures ? picture_data (b, pictures, i) : NULL,
    .stride = b->stride,
    .width = b->width,
    .height = b->height,
    .step = 1,
    .channels = 1,
    .bits = 8 * b->bytes,
    .bytes = b->bytes,
  };

  return p;
}

static gboolean
run_filter (Bench *b, guint i, gpointer filter)
{
  CfPlane src = plane (b, b->src, i), dst = plane (b, b->dst, i);

  return cf_filter_run (filter, b->stream, &src, &dst, NULL);
}

static gboolean
run_npp (Bench *b, guint i, gpointer data)
{
  const NppRun *r = data;

  return r->npp->median (picture_data (b, b->src, i), b->stride,
             picture_data (b, b->dst, i), b->stride, b->width, b->height,
             r->size, b->bytes, r->space, cuda_stream (b))
         == 0;
}

/* 3x3 with and without shared memory, whatever the backend chooses. */
static gboolean
run_variant (Bench *b, guint i, gpointer data)
{
  const Variant *v = data;
  CfPlane src = plane (b, b->src, i), dst = plane (b, b->dst, i);
  dim3 block = { CF_KERNEL_THREADS, 1, 1 };
  CfCudaLaunch l;
  gpointer args[] = { &l.picture };

  cf_cuda_launch_init (&l, CF_BORDER_REPLICATE);
  cf_cuda_launch_add_filtered (&l, &src, cf_cuda_surface (&src),
      cf_cuda_surface (&dst), 0, CF_MEDIAN_3_WIDTH, CF_MEDIAN_3_HEIGHT, FALSE);
  l.picture.plane[0].direct = v->direct;
  return cudaLaunchKernel (v->kernel, (dim3){ l.n_blocks, 1, 1 }, block, args,
             0, cuda_stream (b))
         == cudaSuccess;
}

static gint
compare_double (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *)a, y = *(const gdouble *)b;

  return (x > y) - (x < y);
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
measure (Bench *b, Run run, gpointer data, guint n_pairs, guint launches,
    guint measurements)
{
  cudaStream_t stream = cuda_stream (b);
  cudaGraphExec_t exec = NULL;
  cudaEvent_t start, end;
  gdouble *ms = g_new (gdouble, measurements), median;
  guint i;

  if (run != run_npp) {
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
  qsort (ms, measurements, sizeof *ms, compare_double);
  median = ms[measurements / 2];
  g_free (ms);
  cudaEventDestroy (start);
  cudaEventDestroy (end);
  if (exec)
    cudaGraphExecDestroy (exec);
  return median;
}

static void
bench (Bench *b, const gchar *name, gint size, Run run, gpointer data)
{
  gdouble pixels = (gdouble)b->width * b->height;
  gdouble once, cached, away;
  guint launches, streamed;

  if (only_once) {
    if (!run (b, 0, data))
      die ("a launch failed", NULL);
    check (cudaStreamSynchronize (cuda_stream (b)), "run");
    return;
  }

  once = measure (b, run, data, 1, 4, 3) / 4;
  launches = CLAMP (MEASUREMENT_MS / once, 2, 400);
  streamed = MAX (launches, b->n);
  cached = measure (b, run, data, 1, launches, MEASUREMENTS) / launches;
  away = measure (b, run, data, b->n, streamed, MEASUREMENTS) / streamed;
  printf ("%s\n  {\"name\": \"%s\", \"size\": %d, \"bits\": %d, "
          "\"width\": %d, \"height\": %d, \"picture\": \"%s\",\n"
          "   \"cached_us\": %.2f, "
          "\"cached_gpixel_s\": %.2f, \"streamed_us\": %.2f, "
          "\"streamed_gpixel_s\": %.2f}",
      first_record ? "" : ",", name, size, 8 * b->bytes, b->width, b->height,
      b->picture, cached * 1e3, pixels / cached / 1e6, away * 1e3,
      pixels / away / 1e6);
  fflush (stdout);
  first_record = FALSE;
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

static void
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
    fprintf (stderr, "bench_median: %s %d, %d bytes: results differ\n", name,
        size, b->bytes);
    failed = TRUE;
  }
  g_free (x);
  g_free (y);
}

static CfFilter
describe_filter (Bench *b, CfOp op, gint size)
{
  CfFilterParams params = { .op = op,
    .median = { .width = size,
        .height = size,
        .percentile = CF_PERCENTILE_MEDIAN,
        .iterations = 1,
        .border = CF_BORDER_REPLICATE } };
  CfFilter description = {
    .device = b->device, .params = params, .n_planes = 1, .filtered = 1
  };

  description.planes[0] = plane (b, NULL, 0);
  return description;
}

/* Made by `method`, or by the backend's choice where it is NULL. */
static CfFilter *
filter_new (Bench *b, CfOp op, gint size, const CfCudaMethod *method)
{
  CfFilter description = describe_filter (b, op, size), *filter;
  GError *error = NULL;

  filter = method ? cf_cuda_filter_new_by (method, &description, &error)
                  : cf_filter_new (b->device, &description.params,
                      description.planes, 1, 1, &error);
  if (!filter)
    die ("no filter", error);
  return filter;
}

/* All shapes of a tile that there is room for, "chosen" first. */
static void
bench_shapes (Bench *b, gint size)
{
  static const gint widths[] = { 32, 64, 96, 128 };
  static const gint rows[] = { 2, 4, 6, 8, 12, 16, 24 };
  CfFilter description = describe_filter (b, CF_OP_MEDIAN, size);
  CfFilter *chosen = filter_new (b, CF_OP_MEDIAN, size, &cf_cuda_rank);
  GError *error = NULL;
  CfRankDevice device;
  guint i, k, warps;

  if (!cf_cuda_rank_device (&device, &error))
    die ("no device", error);
  bench (b, "chosen", size, run_filter, chosen);
  for (warps = b->bytes == 1 ? 1 : 4; warps <= (b->bytes == 1 ? 1 : 8);
       warps *= 2)
    for (i = 0; i < G_N_ELEMENTS (widths); i++)
      for (k = 0; k < G_N_ELEMENTS (rows); k++) {
        CfRankShape shapes[2] = { 0 }, *shape = &shapes[b->bytes - 1];
        CfFilter *filter;
        gchar *name;

        shape->tile_width = widths[i];
        shape->chunk_rows = rows[k];
        shape->warps = warps;
        if (!cf_rank_shape_complete (shape, &description, b->bytes, &device))
          continue;
        filter = cf_cuda_rank_new (&description, shapes, &error);
        if (!filter)
          die ("no filter", error);
        name = g_strdup_printf ("%dx%d, %u warps", widths[i], rows[k], warps);
        agree (b, size, name, run_filter, chosen, run_filter, filter);
        bench (b, name, size, run_filter, filter);
        g_free (name);
        cf_cuda_filter_free (filter);
      }
  cf_cuda_filter_free (chosen);
}

/* The method for any window, where the backend may prefer another. */
static void
bench_ranks (Bench *b, gint size, CfFilter *chosen)
{
  CfFilter *filter = filter_new (b, CF_OP_MEDIAN, size, &cf_cuda_rank);

  if (!only_once)
    agree (b, size, "ranks", run_filter, chosen, run_filter, filter);
  bench (b, "ranks", size, run_filter, filter);
  cf_cuda_filter_free (filter);
}

static void
bench_median (Bench *b, gint size, const Npp *npp)
{
  CfFilter *filter = filter_new (b, CF_OP_MEDIAN, size, NULL);

  bench (b, "median", size, run_filter, filter);
  if (size == 3) {
    Variant v = { .kernel = b->bytes == 1
                                ? (gconstpointer)cf_kernel_median_3_1
                                : (gconstpointer)cf_kernel_median_3_2 };

    for (v.direct = 0; v.direct < 2; v.direct++) {
      const gchar *name = v.direct ? "median, direct" : "median, tiles";

      if (!only_once)
        agree (b, size, name, run_variant, &v, run_filter, filter);
      bench (b, name, size, run_variant, &v);
    }
  }
  if (size <= LARGEST_NETWORK)
    bench_ranks (b, size, filter);
  if (npp && size <= LARGEST_NETWORK) {
    gint bytes = npp->space (b->width, b->height, size, b->bytes);
    NppRun r = { npp, size, NULL };

    if (bytes < 0)
      die ("NPP refuses this size", NULL);
    check (cudaMalloc ((void **)&r.space, bytes + 1), "NPP's space");
    agree (b, size, "NPP", run_filter, filter, run_npp, &r);
    bench (b, "NPP median", size, run_npp, &r);
    cudaFree (r.space);
  }
  cf_filter_free (filter);
}

/* Samples of a picture with its margins, and of the word behind it. */
static void
fill (Bench *b, GRand *random, gboolean smooth, guint8 *data)
{
  gdouble scale = b->bytes == 2 ? 65535 : 255;
  gsize row = b->stride / b->bytes, n = b->size / b->bytes, i;

  if (!smooth) {
    guint32 *noise = (guint32 *)data;

    for (i = 0; i <= b->size / 4; i++)
      noise[i] = g_rand_int (random);
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

static void
upload (Bench *b, gboolean smooth)
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

static void
bench_format (Bench *b, const Npp *npp)
{
  CfFilter *copy;
  gboolean smooth;
  guint i;

  b->stride = (gsize)(b->width + 2 * MARGIN) * b->bytes;
  b->size = b->stride * (b->height + 2 * MARGIN);
  b->n = MAX (2, STREAMED_BYTES / (2 * b->size));
  check (cudaMalloc ((void **)&b->src, b->size * b->n), "pictures");
  check (cudaMalloc ((void **)&b->dst, b->size * b->n), "pictures");

  for (smooth = FALSE; smooth <= TRUE; smooth++) {
    upload (b, smooth);
    if (only_shapes) {
      bench_shapes (b, 9);
      bench_shapes (b, 31);
      bench_shapes (b, 101);
      continue;
    }
    if (!smooth) {
      copy = filter_new (b, CF_OP_COPY, 0, NULL);
      bench (b, "copy", 0, run_filter, copy);
      cf_filter_free (copy);
    }
    for (i = 0; i < G_N_ELEMENTS (sizes); i++)
      if (!smooth || sizes[i] > LARGEST_NETWORK)
        bench_median (b, sizes[i], npp);
  }

  cudaFree (b->src);
  cudaFree (b->dst);
}

int
main (int argc, char **argv)
{
  static const gint formats[][3] = { { 3840, 2160, 1 }, { 3840, 2160, 2 },
    { 1920, 1080, 1 }, { 1920, 1080, 2 } };
  CfDeviceConfig config = { .type = CF_BACKEND_CUDA, .id = 0 };
  GError *error = NULL;
  Npp npp = { NULL, NULL };
  Bench b = { 0 };
  guint i;

  b.device = cf_device_open (&config, &error);
  if (!b.device)
    die ("no device", error);
  b.stream = cf_stream_new (b.device, &error);
  if (!b.stream)
    die ("no stream", error);
  only_once = argc > 1 && strcmp (argv[1], "--once") == 0;
  only_shapes = argc > 1 && strcmp (argv[1], "--shapes") == 0;
  if (argc > 1 && !only_once && !only_shapes) {
    void *module = dlopen (argv[1], RTLD_NOW);

    if (!module)
      die (dlerror (), NULL);
    npp.space = (NppPeerSpace)dlsym (module, NPP_PEER_SPACE);
    npp.median = (NppPeerMedian)dlsym (module, NPP_PEER_MEDIAN);
    if (!npp.space || !npp.median)
      die ("not an NPP module", NULL);
  }

  /* the primary context, the backend's own, for all that is done here */
  check (cudaSetDevice (0), "device 0");
  printf ("[");
  for (i = 0; i < (only_once ? 2 : G_N_ELEMENTS (formats)); i++) {
    b.width = formats[i][0];
    b.height = formats[i][1];
    b.bytes = formats[i][2];
    bench_format (&b, npp.median ? &npp : NULL);
  }
  printf ("\n]\n");

  cf_stream_free (b.stream);
  cf_device_unref (b.device);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
