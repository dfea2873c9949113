/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the first picture of a size costs with method=global: cuFFT has its
 * transforms as PTX, which the driver compiles when a size first comes, and a
 * filter records its iterations as a graph. One plane; and what a change of a
 * threshold costs an element, which has filters on several streams, with frames
 * of I420. Prints one JSON object.
 *
 *   first_inpaint WIDTH HEIGHT ITERATIONS CACHE
 *
 * CACHE says in the figures what the driver's cache of compiled kernels was:
 * CUDA_CACHE_DISABLE and CUDA_CACHE_PATH make it so. Everything is done REPEATS
 * times in one process: the first time, and the median of the others. */
#include "kernelbench.h"

#include "cuda/inpaint/inpaint_global.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_SKIPPED 77
#define REPEATS 6
/* of an element */
#define STREAMS 4
#define FRAMES 8
#define PLANES 3

typedef struct {
  gint width, height;
  guint iterations;
  gsize n;
  CfDevice *device;
  CfStream *stream;
  gfloat *samples;
  guint32 *holes;
  guint8 *spectrum;
} Picture;

typedef struct {
  gdouble ms[REPEATS];
  gdouble heap_mb[REPEATS]; /* more than at the begin, after each */
} Cost;

static gdouble
heap_mb (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return (info.uordblks + info.hblkhd) / 1e6;
}

static void
synchronize (const Picture *p)
{
  GError *error = NULL;

  if (!cf_stream_synchronize (p->stream, &error))
    die ("a run failed", error);
}

/* cuFFT alone. */
static void
transform (const Picture *p)
{
  const CfCufft *cufft = cf_cuda_cufft_get (NULL);
  const cudaStream_t on = ((CfCudaStream *)p->stream)->stream;
  CfCufftPlan forward, inverse;
  gsize work;

  check_fft (cufft->Create (&forward));
  check_fft (cufft->Create (&inverse));
  check_fft (
      cufft->MakePlan2d (forward, p->height, p->width, CF_CUFFT_R2C, &work));
  check_fft (
      cufft->MakePlan2d (inverse, p->height, p->width, CF_CUFFT_C2R, &work));
  check_fft (cufft->SetStream (forward, on));
  check_fft (cufft->SetStream (inverse, on));
  check_fft (cufft->ExecR2C (forward, p->samples, p->spectrum));
  check_fft (cufft->ExecC2R (inverse, p->spectrum, (gfloat *)p->spectrum));
  synchronize (p);
  check_fft (cufft->Destroy (forward));
  check_fft (cufft->Destroy (inverse));
}

/* A filter, from its making to its end. */
static void
inpaint_with (const Picture *p, guint iterations, gdouble start)
{
  CfInpaintParams params = CF_INPAINT_PARAMS_DEFAULT;
  CfCudaInpaintGlobal *global;
  GError *error = NULL;

  params.method = CF_INPAINT_GLOBAL;
  params.iterations = iterations;
  params.threshold_start = start;
  global = cf_cuda_inpaint_global_new (
      p->device, &params, p->width, p->height, &error);
  if (!global
      || !cf_cuda_inpaint_global_run (
          global, p->stream, p->samples, p->holes, &error))
    die ("no inpainting", error);
  synchronize (p);
  cf_cuda_inpaint_global_free (global);
}

static void
inpaint (const Picture *p)
{
  inpaint_with (p, p->iterations, -1);
}

/* Another threshold each time, as a GstController sets it. */
static void
inpaint_threshold (const Picture *p)
{
  static gdouble start = 100;

  inpaint_with (p, p->iterations, start++);
}

/* Another number of iterations each time. */
static void
inpaint_iterations (const Picture *p)
{
  static guint more;

  inpaint_with (p, p->iterations - 1 + more++ % 2, -1);
}

/* What an element has. */
typedef struct {
  CfDevice *device;
  CfStream *streams[STREAMS];
  CfFilter *filters[STREAMS]; /* NULL until a frame needs it */
  CfFilterParams params;
  CfPlane src[PLANES], dst[PLANES];
  CfInpaintHoles holes[PLANES];
} Element;

static void
element_open (Element *e, const Picture *p)
{
  gint i;

  *e = (Element){ .device = p->device,
    .params = { .op = CF_OP_INPAINT, .inpaint = CF_INPAINT_PARAMS_DEFAULT } };
  e->params.inpaint.method = CF_INPAINT_GLOBAL;
  e->params.inpaint.iterations = p->iterations;
  for (i = 0; i < STREAMS; i++) {
    e->streams[i] = cf_stream_new (p->device, NULL);
    if (!e->streams[i])
      die ("no stream", NULL);
  }
  for (i = 0; i < PLANES; i++) {
    const gint width = i == 0 ? p->width : (p->width + 1) / 2;
    const gint height = i == 0 ? p->height : (p->height + 1) / 2;
    const gsize words = CF_INPAINT_WORDS (width) * (gsize)height;
    guint32 *bits = g_new (guint32, words);

    memset (bits, 0x55, words * sizeof *bits);
    e->holes[i] = (CfInpaintHoles){ bits, 0, 0, width, height, -1 };
    e->src[i] = (CfPlane){ .stride = width,
      .width = width,
      .height = height,
      .step = 1,
      .channels = 1,
      .bytes = 1,
      .bits = 8 };
    e->dst[i] = e->src[i];
    e->src[i].data = cf_device_alloc (p->device, (gsize)width * height, NULL);
    e->dst[i].data = cf_device_alloc (p->device, (gsize)width * height, NULL);
    if (!e->src[i].data || !e->dst[i].data)
      die ("no memory", NULL);
    check (cudaMemset (e->src[i].data, 99, (gsize)width * height), "a picture");
  }
  check (cudaDeviceSynchronize (), "pictures");
}

static void
element_drop_filters (Element *e)
{
  gint i;

  for (i = 0; i < STREAMS; i++)
    g_clear_pointer (&e->filters[i], cf_filter_free);
}

static void
element_close (Element *e)
{
  gint i;

  element_drop_filters (e);
  for (i = 0; i < STREAMS; i++)
    cf_stream_free (e->streams[i]);
  for (i = 0; i < PLANES; i++) {
    cf_device_free (e->device, e->src[i].data);
    cf_device_free (e->device, e->dst[i].data);
    g_free ((gpointer)e->holes[i].bits);
  }
}

/* Some frames, and their end. */
static void
element_run (Element *e)
{
  GError *error = NULL;
  gint i;

  for (i = 0; i < FRAMES; i++) {
    CfFilter **filter = &e->filters[i % STREAMS];

    if (!*filter) {
      *filter =
          cf_filter_new (e->device, &e->params, e->src, PLANES, 7, &error);
      if (!*filter || !cf_filter_set_holes (*filter, e->holes, &error))
        die ("no filter", error);
    }
    if (!cf_filter_run (
            *filter, e->streams[i % STREAMS], e->src, e->dst, &error))
      die ("no inpainting", error);
  }
  for (i = 0; i < STREAMS; i++)
    if (!cf_stream_synchronize (e->streams[i], &error))
      die ("a run failed", error);
}

/* Frames with what was prepared for the ones before, and behind a change of the
 * threshold; the first ones before all. */
static void
print_change (const Picture *p)
{
  gdouble frames[REPEATS], changed[REPEATS], first;
  gint64 begin = g_get_monotonic_time ();
  Element e;
  gint i;

  element_open (&e, p);
  element_run (&e);
  first = (g_get_monotonic_time () - begin) / 1e3;
  for (i = 0; i < REPEATS; i++) {
    begin = g_get_monotonic_time ();
    element_run (&e);
    frames[i] = (g_get_monotonic_time () - begin) / 1e3;
    begin = g_get_monotonic_time ();
    e.params.inpaint.threshold_start = 100 + i;
    element_drop_filters (&e);
    element_run (&e);
    changed[i] = (g_get_monotonic_time () - begin) / 1e3;
  }
  element_close (&e);
  printf (",\n   \"element_first_ms\": %.1f, \"element_frames_ms\": %.2f, "
          "\"element_changed_ms\": %.2f",
      first, median_of (frames, REPEATS), median_of (changed, REPEATS));
}

static Cost
cost (const Picture *p, void (*work) (const Picture *p))
{
  const gdouble heap = heap_mb ();
  Cost c;
  gint i;

  for (i = 0; i < REPEATS; i++) {
    const gint64 begin = g_get_monotonic_time ();

    work (p);
    c.ms[i] = (g_get_monotonic_time () - begin) / 1e3;
    c.heap_mb[i] = heap_mb () - heap;
  }
  return c;
}

static void
print_cost (const gchar *what, Cost *c)
{
  printf (",\n   \"%s_first_ms\": %.1f, \"%s_again_ms\": %.2f, "
          "\"%s_first_heap_mb\": %.2f, \"%s_heap_mb\": %.2f",
      what, c->ms[0], what, median_of (c->ms + 1, REPEATS - 1), what,
      c->heap_mb[0], what, c->heap_mb[REPEATS - 1]);
}

static void
picture_open (Picture *p)
{
  const gsize words = CF_INPAINT_WORDS (p->width) * (gsize)p->height;

  p->n = (gsize)p->width * p->height;
  check (
      cudaMalloc ((void **)&p->samples, p->n * sizeof *p->samples), "picture");
  check (cudaMalloc ((void **)&p->holes, words * sizeof *p->holes), "holes");
  check (cudaMalloc ((void **)&p->spectrum,
             (gsize)(p->width / 2 + 1) * p->height * 2 * sizeof (gfloat)),
      "spectrum");
  check (cudaMemset (p->samples, 0, p->n * sizeof *p->samples), "picture");
  check (cudaMemset (p->holes, 0x55, words * sizeof *p->holes), "holes");
  check (cudaDeviceSynchronize (), "clear");
}

int
main (int argc, char **argv)
{
  const CfDeviceConfig config = { .type = CF_BACKEND_CUDA, .id = 0 };
  GError *error = NULL;
  Cost alone, filter, threshold, iterations;
  Picture p = { 0 };
  gint64 begin;

  if (argc != 5) {
    fprintf (stderr, "Usage: first_inpaint WIDTH HEIGHT ITERATIONS CACHE\n");
    return EXIT_FAILURE;
  }
  p.width = MAX (atoi (argv[1]), 2);
  p.height = MAX (atoi (argv[2]), 2);
  p.iterations = CLAMP (atoi (argv[3]), 2, 1000);
  p.device = cf_device_open (&config, &error);
  if (p.device)
    p.stream = cf_stream_new (p.device, &error);
  if (!p.stream)
    die ("no device", error);
  /* the primary context, the backend's own, for all that is done here */
  check (cudaSetDevice (0), "device 0");
  picture_open (&p);
  begin = g_get_monotonic_time ();
  if (!cf_cuda_cufft_get (&error)) {
    fprintf (stderr, "first_inpaint: %s\n", error->message);
    return EXIT_SKIPPED;
  }
  printf ("  {\"name\": \"inpaint global first\", \"width\": %d, "
          "\"height\": %d, \"iterations\": %u, \"cache\": \"%s\",\n"
          "   \"cufft_load_ms\": %.1f",
      p.width, p.height, p.iterations, argv[4],
      (g_get_monotonic_time () - begin) / 1e3);
  alone = cost (&p, transform);
  filter = cost (&p, inpaint);
  threshold = cost (&p, inpaint_threshold);
  iterations = cost (&p, inpaint_iterations);
  print_cost ("cufft", &alone);
  print_cost ("filter", &filter);
  print_cost ("threshold", &threshold);
  print_cost ("iterations", &iterations);
  print_change (&p);
  printf ("}");
  cudaFree (p.samples);
  cudaFree (p.holes);
  cudaFree (p.spectrum);
  cf_stream_free (p.stream);
  cf_device_unref (p.device);
  return EXIT_SUCCESS;
}
