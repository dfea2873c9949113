/* What the first picture of a size costs with method=global: cuFFT has its
 * transforms as PTX, which the driver compiles when a size first comes, and a
 * filter records its iterations as a graph. One plane; prints one JSON object.
 *
 *   first_inpaint WIDTH HEIGHT ITERATIONS CACHE
 *
 * CACHE says in the figures what the driver's cache of compiled kernels was:
 * CUDA_CACHE_DISABLE and CUDA_CACHE_PATH make it so. Everything is done REPEATS
 * times in one process: the first time, and the median of the others. */
#include "kernelbench.h"

#include "inpaint_global.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#define EXIT_SKIPPED 77
#define REPEATS 6

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
  printf ("}");
  cudaFree (p.samples);
  cudaFree (p.holes);
  cudaFree (p.spectrum);
  cf_stream_free (p.stream);
  cf_device_unref (p.device);
  return EXIT_SUCCESS;
}
