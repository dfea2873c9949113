/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Holds a generated kernel in plain C, compiled to a shared object, against the
 * engine's CPU backend.
 *
 *   cpu_kernel KERNEL.so FILTER [OPTION...]   as cudafilters-kernelgen has them
 *
 * Pictures of many sizes, some smaller than the window, some of several blocks.
 * Prints the first difference and fails. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "params.h"
#include "random.h"

/* As kernel.h declares it, whatever type a sample is. */
typedef void (*FilterRun) (const void *src, gsize src_pitch, void *dst,
    gsize dst_pitch, int width, int height);

typedef enum { RANDOM, EXTREMES, FEW, SOFT, N_CONTENTS } Content;

typedef struct {
  FilterRun filter_run;
  CfFilterParams params;
  gint bits, bytes;
  CfDevice *device;
  CfStream *stream;
} Test;

static void
put (guint8 *row, gint x, gint bytes, guint value)
{
  if (bytes == 1)
    row[x] = value;
  else
    ((guint16 *)row)[x] = value;
}

static guint
get (const guint8 *row, gint x, gint bytes)
{
  return bytes == 1 ? row[x] : ((const guint16 *)row)[x];
}

/* A picture; what is between its rows is random too. */
static void
fill (const CfPlane *plane, Content content, Random *random)
{
  const gint maximum = (1 << plane->bits) - 1;

  random_bytes (random, plane->data, plane->stride * plane->height);
  for (gint y = 0; y < plane->height; y++) {
    for (gint x = 0; x < plane->width; x++) {
      guint v = random_range (random, 0, maximum);

      if (content == EXTREMES)
        v = v % 2 ? maximum : 0;
      else if (content == FEW)
        v = maximum / 2 + v % 3 * maximum / 16;
      else if (content == SOFT)
        v = (x + 2 * y) * maximum / 512 % maximum * 7 / 8 + v / 8;
      put (plane->data + y * plane->stride, x, plane->bytes, v);
    }
  }
}

/* A picture of this size, its rows some samples longer. */
static CfPlane
plane_new (const Test *t, gint width, gint height, gint more)
{
  CfPlane plane = { NULL, (width + more) * t->bytes, width, height, 1, 1,
    t->bits, t->bytes, 0 };

  plane.data = g_malloc (plane.stride * height);
  return plane;
}

static gboolean
run_engine (
    const Test *t, const CfPlane *src, const CfPlane *dst, GError **error)
{
  CfFilter *filter = cf_filter_new (t->device, &t->params, src, 1, 1, error);
  gboolean ok = filter && cf_filter_run (filter, t->stream, src, dst, error)
                && cf_stream_synchronize (t->stream, error);

  if (filter)
    cf_filter_free (filter);
  return ok;
}

/* The first difference, in the samples or in what is between the rows, which
 * must be as `before`. */
static gboolean
compare (const CfPlane *got, const CfPlane *expected, const guint8 *before)
{
  const gsize row_bytes = (gsize)got->width * got->bytes;

  for (gint y = 0; y < got->height; y++) {
    const guint8 *a = got->data + y * got->stride;
    const guint8 *b = expected->data + y * expected->stride;

    for (gint x = 0; x < got->width; x++) {
      if (get (a, x, got->bytes) == get (b, x, got->bytes))
        continue;
      printf ("%dx%d: (%d, %d) is %u, but in the engine %u\n", got->width,
          got->height, x, y, get (a, x, got->bytes), get (b, x, got->bytes));
      return FALSE;
    }
    if (memcmp (a + row_bytes, before + y * got->stride + row_bytes,
            got->stride - row_bytes)
        != 0) {
      printf ("%dx%d: written behind row %d\n", got->width, got->height, y);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
check (const Test *t, gint width, gint height, Content content, Random *random)
{
  CfPlane src = plane_new (t, width, height, random_range (random, 0, 9));
  CfPlane got = plane_new (t, width, height, random_range (random, 0, 9));
  CfPlane expected = plane_new (t, width, height, 0);
  guint8 *before;
  GError *error = NULL;
  gboolean ok;

  fill (&src, content, random);
  fill (&got, RANDOM, random);
  before = g_memdup2 (got.data, got.stride * height);
  t->filter_run (src.data, src.stride, got.data, got.stride, width, height);
  ok = run_engine (t, &src, &expected, &error);
  if (!ok)
    printf ("%dx%d: %s\n", width, height, error->message);
  ok = ok && compare (&got, &expected, before);
  g_clear_error (&error);
  g_free (src.data);
  g_free (got.data);
  g_free (expected.data);
  g_free (before);
  return ok;
}

/* Sizes around those of windows, passes, vectors and blocks. */
static gboolean
check_all (const Test *t)
{
  static const gint sides[][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 }, { 1, 40 },
    { 40, 1 }, { 3, 5 }, { 7, 4 }, { 16, 31 }, { 31, 33 }, { 64, 9 },
    { 255, 3 }, { 256, 32 }, { 257, 34 }, { 263, 65 }, { 519, 41 } };
  Random random;

  random_init (&random, 1, "cpu_kernel");
  for (guint i = 0; i < G_N_ELEMENTS (sides) * N_CONTENTS; i++)
    if (!check (t, sides[i / N_CONTENTS][0], sides[i / N_CONTENTS][1],
            i % N_CONTENTS, &random))
      return FALSE;
  for (guint i = 0; i < 20; i++)
    if (!check (t, random_range (&random, 1, 300),
            random_range (&random, 1, 70), i % N_CONTENTS, &random))
      return FALSE;
  return TRUE;
}

static int
fail (GError *error)
{
  printf ("%s\n", error->message);
  g_error_free (error);
  return EXIT_FAILURE;
}

int
main (int argc, char **argv)
{
  const CfDeviceConfig config = { CF_BACKEND_CPU, -1, NULL, 1 };
  GError *error = NULL;
  KgOptions options;
  Test t;
  void *library;
  gboolean ok;

  if (argc < 3) {
    printf ("usage: %s KERNEL.so FILTER [OPTION...]\n", argv[0]);
    return EXIT_FAILURE;
  }
  library = dlopen (argv[1], RTLD_NOW);
  t.filter_run = library ? (FilterRun)dlsym (library, "filter_run") : NULL;
  if (!t.filter_run) {
    printf ("%s\n", dlerror ());
    return EXIT_FAILURE;
  }
  if (!kg_options_parse (
          &options, (const gchar *const *)argv + 2, argc - 2, &error))
    return fail (error);
  t.params = kernel_params (&options);
  t.bits = options.bits;
  t.bytes = options.bits > 8 ? 2 : 1;
  t.device = cf_device_open (&config, &error);
  t.stream = t.device ? cf_stream_new (t.device, &error) : NULL;
  if (!t.stream)
    return fail (error);
  ok = check_all (&t);
  cf_stream_free (t.stream);
  cf_device_unref (t.device);
  kg_options_clear (&options);
  dlclose (library);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
