/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times the convolutions' kernels alone, NPP's beside them where its module is
 * given: see kernelbench.h.
 *
 *   bench_convolve [NPP MODULE] > figures.json
 *   bench_convolve --once          every kernel once, for a profiler
 *   bench_convolve --short         8 bits at 3840x2160 alone
 *
 * "integer" masks have random taps from -128 to 127, "real" ones are Gaussians;
 * a product's factors are made alike. NPP's results are not compared: it rounds
 * otherwise. */
#include "kernelbench.h"
#include "npppeer.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static NppPeerConvolve npp_convolve;

typedef struct {
  const CfConvolveParams *params;
  void *taps, *between;
  gint divisor;
} NppRun;

static gboolean
run_npp (Bench *b, guint i, gpointer data)
{
  const NppRun *r = data;
  guint8 *between = r->between ? picture_data (b, r->between, 0) : NULL;

  return npp_convolve (picture_data (b, b->src, i), b->stride,
             picture_data (b, b->dst, i), b->stride, b->width, b->height,
             r->taps, r->params->width, r->params->height, r->divisor, between,
             cuda_stream (b))
         == 0;
}

static gint
n_taps (const CfConvolveParams *c)
{
  return c->is_product ? c->width + c->height : c->width * c->height;
}

static void
bench_npp (
    Bench *b, const gchar *name, const CfConvolveParams *c, gboolean real)
{
  gint n = n_taps (c), i;
  NppRun r = { c, NULL, NULL, real ? 0 : n };
  gfloat *floats = g_new (gfloat, n);
  gint32 *integers = g_new (gint32, n);

  for (i = 0; i < n; i++) {
    floats[i] = c->value[i];
    integers[i] = c->value[i];
  }
  check (cudaMalloc (&r.taps, n * 4), "NPP's taps");
  check (cudaMemcpy (r.taps, real ? (gpointer)floats : (gpointer)integers,
             n * 4, cudaMemcpyHostToDevice),
      "NPP's taps");
  if (c->is_product)
    check (cudaMalloc (&r.between, b->size), "NPP's picture");
  bench (b, name, c->width, run_npp, &r, FALSE);
  cudaFree (r.taps);
  cudaFree (r.between);
  g_free (floats);
  g_free (integers);
}

static CfFilterParams
mask_params (gint size, gboolean is_product, gboolean real, CfSeparable how)
{
  CfFilterParams params = { .op = CF_OP_CONVOLVE };
  CfConvolveParams *c = &params.convolve;
  GRand *random = g_rand_new_with_seed (size);
  /* OpenCV's for a size */
  const gdouble sigma = 0.3 * ((size - 1) * 0.5 - 1) + 0.8;
  gint i;

  c->width = c->height = size;
  c->is_product = is_product;
  c->separable = how;
  for (i = 0; i < n_taps (c); i++) {
    gdouble x = i % size - size / 2, y = i / size - size / 2;

    if (real)
      c->value[i] =
          exp (-(is_product ? x * x : x * x + y * y) / (2 * sigma * sigma));
    else
      c->value[i] = g_rand_int_range (random, -128, 128);
  }
  /* sums away from 0 */
  c->value[0] = ABS (c->value[0]);
  g_rand_free (random);
  return params;
}

static void
bench_mask (
    Bench *b, gint size, gboolean is_product, gboolean real, CfSeparable how)
{
  CfFilterParams params = mask_params (size, is_product, real, how);
  const gchar *kind = real ? "real" : "integer";
  gchar *name = g_strdup_printf ("%s%s, %s", kind, is_product ? " product" : "",
      how == CF_SEPARABLE_NEVER ? "one pass" : "two passes");

  bench_filter (b, name, size, &params);
  g_free (name);
  if (npp_convolve && b->bytes == 1 && size <= 31
      && is_product == (how == CF_SEPARABLE_ALWAYS)) {
    name = g_strdup_printf (
        "NPP %s, %s", kind, is_product ? "two passes" : "one pass");
    bench_npp (b, name, &params.convolve, real);
    g_free (name);
  }
}

/* Integers are exact in one pass and in two. */
static void
check_product (Bench *b, gint size)
{
  CfFilterParams one = mask_params (size, TRUE, FALSE, CF_SEPARABLE_NEVER);
  CfFilterParams two = mask_params (size, TRUE, FALSE, CF_SEPARABLE_ALWAYS);
  CfFilter *filters[2] = { filter_new (b, &one, NULL),
    filter_new (b, &two, NULL) };

  agree (b, size, "passes", run_filter, filters[0], run_filter, filters[1]);
  cf_filter_free (filters[0]);
  cf_filter_free (filters[1]);
}

static void
bench_format (Bench *b)
{
  static const gint masks[] = { 3, 5, 7, 9, 11, 13, 15, 17, 23, 31 };
  static const gint products[] = { 3, 5, 7, 9, 13, 15, 17, 31, 63, 127, 255 };
  const CfFilterParams copy = { .op = CF_OP_COPY };
  gboolean real;
  guint i;

  bench_filter (b, "copy", 0, &copy);
  for (real = FALSE; real <= TRUE; real++) {
    for (i = 0; i < G_N_ELEMENTS (masks); i++)
      bench_mask (b, masks[i], FALSE, real, CF_SEPARABLE_NEVER);
    for (i = 0; i < G_N_ELEMENTS (products); i++) {
      bench_mask (b, products[i], TRUE, real, CF_SEPARABLE_ALWAYS);
      if (products[i] > CF_CONVOLVE_SIDE_MAX)
        continue;
      bench_mask (b, products[i], TRUE, real, CF_SEPARABLE_NEVER);
      if (!real)
        check_product (b, products[i]);
    }
  }
}

int
main (int argc, char **argv)
{
  gboolean only_once = argc > 1 && strcmp (argv[1], "--once") == 0;
  gboolean only_short = argc > 1 && strcmp (argv[1], "--short") == 0;

  if (only_once)
    bench_once ();
  else if (argc > 1 && !only_short) {
    void *module = dlopen (argv[1], RTLD_NOW);

    if (!module)
      die (dlerror (), NULL);
    npp_convolve = (NppPeerConvolve)dlsym (module, NPP_PEER_CONVOLVE);
    if (!npp_convolve)
      die ("not an NPP module", NULL);
  }
  return bench_main (bench_formats,
      only_short  ? 1
      : only_once ? 2
                  : G_N_ELEMENTS (bench_formats),
      bench_format);
}
