/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times the medians' kernels alone, NPP's median beside them where its module
 * is given: see kernelbench.h.
 *
 *   bench_median [NPP MODULE] > figures.json
 *   bench_median --once            every kernel once, for a profiler
 *   bench_median --ranks [BITS]    windows beyond the networks, 9 to 12 bits
 *
 * Smooth pictures are for the method whose time depends on them. Ours and NPP's
 * must agree where the border does not reach, and so must our methods. */
#include "kernelbench.h"
#include "cuda/median/mediankernels.h"
#include "npppeer.h"
#include "cuda/core/picture.h"
#include "cuda/rank/rank.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_NETWORK 15

typedef struct {
  NppPeerSpace space;
  NppPeerMedian median;
} Npp;

typedef struct {
  gint size;
  guint8 *space;
} NppRun;

typedef struct {
  gboolean direct;
  gconstpointer kernel;
} Variant;

static const gint sizes[] = { 3, 5, 7, 9, 11, 13, LARGEST_NETWORK, 17, 21, 25,
  31, 41, 51, 75, 101 };

/* Of video in words of 16 bits: ranks alone know these depths. */
static const BenchFormat video_formats[] = { { 3840, 2160, 10 },
  { 3840, 2160, 12 } };
static const gint video_sizes[] = { 17, 31, 51, 101 };

static gboolean only_once = FALSE, only_ranks = FALSE;
static gint only_bits = 0; /* or 0: all */
static Npp npp;

static gboolean
run_npp (Bench *b, guint i, gpointer data)
{
  const NppRun *r = data;

  return npp.median (picture_data (b, b->src, i), b->stride,
             picture_data (b, b->dst, i), b->stride, b->width, b->height,
             r->size, b->bytes, r->space, cuda_stream (b))
         == 0;
}

/* 3x3 with and without shared memory, whatever the backend chooses. */
static gboolean
run_variant (Bench *b, guint i, gpointer data)
{
  const Variant *v = data;
  CfPlane src = picture_plane (b, b->src, i),
          dst = picture_plane (b, b->dst, i);
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

/* The method for any window, where the backend may prefer another. */
static void
bench_ranks (Bench *b, gint size, CfFilter *chosen)
{
  const CfFilterParams params = median_params (size);
  CfFilter *filter = filter_new (b, &params, cf_cuda_rank_new);

  if (!only_once)
    agree (b, size, "ranks", run_filter, chosen, run_filter, filter);
  bench (b, "ranks", size, run_filter, filter, TRUE);
  filter->klass->free (filter);
}

static void
bench_median (Bench *b, gint size)
{
  const CfFilterParams params = median_params (size);
  CfFilter *filter = filter_new (b, &params, NULL);

  bench (b, "median", size, run_filter, filter, TRUE);
  if (size == 3) {
    Variant v = { .kernel = b->bytes == 1
                                ? (gconstpointer)cf_kernel_median_3_1
                                : (gconstpointer)cf_kernel_median_3_2 };

    for (v.direct = 0; v.direct < 2; v.direct++) {
      const gchar *name = v.direct ? "median, direct" : "median, tiles";

      if (!only_once)
        agree (b, size, name, run_variant, &v, run_filter, filter);
      bench (b, name, size, run_variant, &v, TRUE);
    }
  }
  if (size <= LARGEST_NETWORK)
    bench_ranks (b, size, filter);
  if (npp.median && size <= LARGEST_NETWORK) {
    gint bytes = npp.space (b->width, b->height, size, b->bytes);
    NppRun r = { size, NULL };

    if (bytes < 0)
      die ("NPP refuses this size", NULL);
    check (cudaMalloc ((void **)&r.space, bytes + 1), "NPP's space");
    agree (b, size, "NPP", run_filter, filter, run_npp, &r);
    bench (b, "NPP median", size, run_npp, &r, FALSE);
    cudaFree (r.space);
  }
  cf_filter_free (filter);
}

static gboolean
is_video (const Bench *b)
{
  return b->bits > 8 && b->bits < 16;
}

static void
bench_format (Bench *b)
{
  const CfFilterParams copy = { .op = CF_OP_COPY };
  gboolean smooth;
  guint i;

  if (only_bits && b->bits != only_bits)
    return;
  for (smooth = FALSE; smooth <= TRUE; smooth++) {
    fill_pictures (b, smooth);
    if (is_video (b)) {
      for (i = 0; i < G_N_ELEMENTS (video_sizes); i++)
        bench_median (b, video_sizes[i]);
      continue;
    }
    if (!smooth)
      bench_filter (b, "copy", 0, &copy);
    for (i = 0; i < G_N_ELEMENTS (sizes); i++)
      if (!smooth || sizes[i] > LARGEST_NETWORK)
        bench_median (b, sizes[i]);
  }
}

int
main (int argc, char **argv)
{
  const gchar *mode = argc > 1 ? argv[1] : "";
  BenchFormat
      formats[G_N_ELEMENTS (bench_formats) + G_N_ELEMENTS (video_formats)];
  guint n = 0, i;

  only_once = strcmp (mode, "--once") == 0;
  only_ranks = strcmp (mode, "--ranks") == 0;
  if (only_ranks && argc > 2)
    only_bits = atoi (argv[2]);
  if (only_once)
    bench_once ();
  else if (argc > 1 && !only_ranks) {
    void *module = dlopen (mode, RTLD_NOW);

    if (!module)
      die (dlerror (), NULL);
    npp.space = (NppPeerSpace)dlsym (module, NPP_PEER_SPACE);
    npp.median = (NppPeerMedian)dlsym (module, NPP_PEER_MEDIAN);
    if (!npp.space || !npp.median)
      die ("not an NPP module", NULL);
  }
  for (i = 0; !only_ranks && i < (only_once ? 2 : 4); i++)
    formats[n++] = bench_formats[i];
  for (i = 0; !only_once && i < G_N_ELEMENTS (video_formats); i++)
    formats[n++] = video_formats[i];
  return bench_main (formats, n, bench_format);
}
