/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether generated kernels give what the engine gives on the CPU. */
#include "prove.h"

#include "kernelbench.h"
#include "params.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUARD 4096 /* bytes before and behind a result */
#define POISON 0xeb
#define ROUND_UP(n, to) (((n) + (to)-1) / (to) * (to))

typedef enum {
  FILL_RANDOM,
  FILL_EXTREMES, /* random ones of 0 and the largest */
  FILL_CHECKERBOARD,
  FILL_NOISY_RAMP, /* neighbours differ by about a usual threshold */
  FILL_RAMP,
  FILL_LARGEST,
  N_FILLS
} Fill;

static const char *const fill_names[N_FILLS] = { "random", "extremes",
  "checkerboard", "noisy ramp", "ramp", "largest" };

/* The last one is large enough for blocks that need no border, of all. */
static const struct {
  gint width, height;
} sizes[] = { { 1, 1 }, { 5, 3 }, { 301, 45 }, { 1061, 517 } };

typedef struct {
  const KernelCase *of;
  Fill fill;
  gint width, height, bytes;
  gsize row, pitch, size; /* size: all rows; row: bytes of samples */
  guint8 *src;
  /* results with the guards, as they should be, and with all samples wrong */
  guint8 *expected, *wrong;
} Scene;

typedef struct {
  guint8 *src, *dst; /* of the device */
  gsize capacity;
  guint8 *got;
  CfDevice *cpu;
  CfStream *stream;
  GRand *random;
} Prover;

static void
check (cudaError_t result, const gchar *what)
{
  if (result != cudaSuccess) {
    fprintf (stderr, "%s: %s\n", what, cudaGetErrorString (result));
    exit (EXIT_FAILURE);
  }
}

static guint
sample (Prover *p, const Scene *s, gint x, gint y)
{
  const gint bits = s->of->options.bits, max = (1 << bits) - 1;
  const gint reach = 24 << (bits - 8);
  gint64 value;

  switch (s->fill) {
    case FILL_RANDOM:
      return g_rand_int (p->random) & max;
    case FILL_EXTREMES:
      return g_rand_boolean (p->random) ? max : 0;
    case FILL_CHECKERBOARD:
      return (x + y) % 2 ? max : 0;
    case FILL_NOISY_RAMP:
      value = (gint64)x * max / s->width
              + g_rand_int_range (p->random, -reach, reach + 1);
      return CLAMP (value, 0, max);
    case FILL_RAMP:
      return (x + y) & max;
    default:
      return max;
  }
}

static void
scene_draw (Scene *s, Prover *p)
{
  memset (s->src, POISON, s->size);
  for (gint y = 0; y < s->height; y++)
    for (gint x = 0; x < s->width; x++) {
      guint8 *at = s->src + y * s->pitch + x * s->bytes;

      if (s->bytes == 2)
        *(guint16 *)at = sample (p, s, x, y);
      else
        *at = sample (p, s, x, y);
    }
}

static void
scene_filter (Scene *s, Prover *p)
{
  const CfFilterParams params = kernel_params (&s->of->options);
  CfPlane src = { .data = s->src,
    .stride = s->pitch,
    .width = s->width,
    .height = s->height,
    .step = 1,
    .channels = 1,
    .bits = s->of->options.bits,
    .bytes = s->bytes };
  CfPlane dst = src;
  GError *error = NULL;
  CfFilter *filter = cf_filter_new (p->cpu, &params, &src, 1, 1, &error);

  dst.data = s->expected + GUARD;
  if (!filter || !cf_filter_run (filter, p->stream, &src, &dst, &error)
      || !cf_stream_synchronize (p->stream, &error))
    kernel_die (s->of->filter, error);
  cf_filter_free (filter);

  memcpy (s->wrong, s->expected, s->size + 2 * GUARD);
  for (gint y = 0; y < s->height; y++)
    for (gsize x = 0; x < s->row; x++)
      s->wrong[GUARD + y * s->pitch + x] ^= 0xff;
}

static void
scene_init (Scene *s, Prover *p, const KernelCase *of, guint size, Fill fill)
{
  *s = (Scene){ of, fill, sizes[size].width, sizes[size].height,
    of->options.bits > 8 ? 2 : 1 };
  s->row = (gsize)s->width * s->bytes;
  s->pitch = ROUND_UP (s->row, 16) + 48;
  s->size = s->pitch * s->height;
  s->src = g_malloc (s->size);
  s->expected = g_malloc (s->size + 2 * GUARD);
  s->wrong = g_malloc (s->size + 2 * GUARD);
  memset (s->expected, POISON, s->size + 2 * GUARD);
  scene_draw (s, p);
  scene_filter (s, p);
}

static void
scene_clear (Scene *s)
{
  g_free (s->src);
  g_free (s->expected);
  g_free (s->wrong);
}

static void
expect (cudaError_t result, const gchar *name)
{
  if (result != cudaSuccess)
    fprintf (stderr, "%s:\n", name);
  check (result, "a kernel");
}

/* Whether the kernel gives what is expected, and nothing else. */
static gboolean
scene_run (const Scene *s, Prover *p, const gchar *name, KernelLaunch *launch)
{
  const gsize all = s->size + 2 * GUARD;
  /* the last byte is the last of the memory: reading beyond is an error that
   * compute-sanitizer sees */
  guint8 *src = p->src + p->capacity - s->size;

  check (cudaMemcpy (src, s->src, s->size, cudaMemcpyHostToDevice), "upload");
  check (cudaMemcpy (p->dst, s->wrong, all, cudaMemcpyHostToDevice), "upload");
  expect (launch (src, s->pitch, p->dst + GUARD, s->pitch, s->width, s->height,
              cudaStreamPerThread),
      name);
  expect (cudaStreamSynchronize (cudaStreamPerThread), name);
  check (cudaMemcpy (p->got, p->dst, all, cudaMemcpyDeviceToHost), "download");
  return memcmp (p->got, s->expected, all) == 0;
}

/* Says where the first difference is. */
static void
scene_blame (const Scene *s, const Prover *p, const gchar *name)
{
  gsize i = 0, at, row;

  while (p->got[i] == s->expected[i])
    i++;
  printf (
      "FAILED %s, %dx%d, %s: ", name, s->width, s->height, fill_names[s->fill]);
  if (i < GUARD || i >= GUARD + s->size || (i - GUARD) % s->pitch >= s->row) {
    printf ("wrote outside the picture, at byte %" G_GSSIZE_FORMAT "\n",
        (gssize)i - GUARD);
    return;
  }
  row = (i - GUARD) / s->pitch;
  at = (i - GUARD) % s->pitch / s->bytes;
  i = GUARD + row * s->pitch + at * s->bytes;
  printf ("sample %" G_GSIZE_FORMAT " of row %" G_GSIZE_FORMAT
          " is %u, not %u%s\n",
      at, row, s->bytes == 2 ? *(guint16 *)(p->got + i) : p->got[i],
      s->bytes == 2 ? *(guint16 *)(s->expected + i) : s->expected[i],
      p->got[i] == s->wrong[i] ? ": not written" : "");
}

/* The cases of one filter; how many failed. */
static guint
prove_filter (Prover *p, const KernelCase *const *cases,
    KernelLaunch *const *launches, guint n)
{
  gboolean *failed = g_new0 (gboolean, n);
  guint n_failed = 0, size, i;
  Fill fill;

  for (size = 0; size < G_N_ELEMENTS (sizes); size++)
    for (fill = 0; fill < N_FILLS; fill++) {
      Scene s;

      scene_init (&s, p, cases[0], size, fill);
      for (i = 0; i < n; i++)
        if (!failed[i] && !scene_run (&s, p, cases[i]->name, launches[i])) {
          scene_blame (&s, p, cases[i]->name);
          failed[i] = TRUE;
          n_failed++;
        }
      scene_clear (&s);
    }
  printf ("%s %s: %u of %u kernels\n", n_failed ? "FAILED" : "ok",
      cases[0]->filter, n - n_failed, n);
  fflush (stdout);
  g_free (failed);
  return n_failed;
}

/* Whether a kernel of another filter is found out. */
static gboolean
sees_differences (Prover *p, const KernelCase *const *cases,
    KernelLaunch *const *launches, guint n)
{
  guint other = 0;
  gboolean same;
  Scene s;

  while (other < n
         && (cases[other]->options.size == cases[0]->options.size
             || cases[other]->options.filter != KG_MEDIAN
             || cases[other]->options.bits != cases[0]->options.bits))
    other++;
  if (other == n)
    return TRUE; /* of some kernels alone */
  scene_init (&s, p, cases[0], G_N_ELEMENTS (sizes) - 1, FILL_RANDOM);
  same = scene_run (&s, p, cases[other]->name, launches[other]);
  scene_clear (&s);
  if (same)
    printf ("FAILED: %s passes for %s\n", cases[other]->name, cases[0]->name);
  return !same;
}

static void
prover_open (Prover *p)
{
  const CfDeviceConfig config = { .type = CF_BACKEND_CPU };
  const guint last = G_N_ELEMENTS (sizes) - 1;
  GError *error = NULL;

  p->capacity = (gsize)(2 * sizes[last].width + 64) * sizes[last].height;
  p->capacity = ROUND_UP (p->capacity, 512);
  check (cudaMalloc ((void **)&p->src, p->capacity), "a picture");
  check (cudaMalloc ((void **)&p->dst, p->capacity + 2 * GUARD), "a picture");
  check (cudaMemset (p->src, POISON, p->capacity), "a picture");
  p->got = g_malloc (p->capacity + 2 * GUARD);
  p->random = g_rand_new_with_seed (9);
  p->cpu = cf_device_open (&config, &error);
  p->stream = p->cpu ? cf_stream_new (p->cpu, &error) : NULL;
  if (!p->stream)
    kernel_die ("no CPU backend", error);
}

static void
prover_close (Prover *p)
{
  cudaFree (p->src);
  cudaFree (p->dst);
  g_free (p->got);
  g_rand_free (p->random);
  cf_stream_free (p->stream);
  cf_device_unref (p->cpu);
}

gboolean
kernels_prove (
    const KernelCase *const *cases, KernelLaunch *const *launches, guint n)
{
  guint failed = 0, begin, end;
  gboolean sees;
  Prover p;

  prover_open (&p);
  sees = sees_differences (&p, cases, launches, n);
  for (begin = 0; begin < n; begin = end) {
    end = begin + 1;
    while (end < n && strcmp (cases[end]->filter, cases[begin]->filter) == 0)
      end++;
    failed += prove_filter (&p, cases + begin, launches + begin, end - begin);
  }
  printf ("%u kernels on %u pictures each: %u passed, %u failed\n", n,
      (guint)(G_N_ELEMENTS (sizes) * N_FILLS), n - failed, failed);
  prover_close (&p);
  return sees && failed == 0;
}
