/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* NPP's filters beside ours. Its medians' results are ours where the border
 * does not reach; its convolution rounds otherwise, and its bilateral filter is
 * another one for the same purpose. */
#include "kernelcuda.h"

#include "cuda/core/cudabackend.h"
#include "npppeer.h"

#include <gmodule.h>

#define LARGEST_MEDIAN 15 /* larger ones take seconds */
#define BILATERAL_RADIUS 4
#define BILATERAL_SIGMA 20

typedef struct {
  const CfFilterParams *params;
  NppPeerMedian median;
  NppPeerConvolve convolve;
  NppPeerBilateral bilateral;
  guint8 *space;   /* a median's, or the taps of a mask */
  guint8 *between; /* of a product, a picture */
  gint divisor;    /* of a mask of integers; 0: reals */
} Npp;

static gboolean
run (KernelBench *b, guint i, gpointer data)
{
  const Npp *n = data;
  const CfCuStream stream = ((CfCudaStream *)b->stream)->stream;
  const CfConvolveParams *c = &n->params->convolve;
  gconstpointer src = kernel_picture_data (b, b->src, i);
  gpointer dst = kernel_picture_data (b, b->dst, i);

  switch (n->params->op) {
    case CF_OP_MEDIAN:
      return n->median (src, b->stride, dst, b->stride, b->width, b->height,
                 n->params->median.width, b->bytes, n->space, stream)
             == 0;
    case CF_OP_CONVOLVE:
      return n->convolve (src, b->stride, dst, b->stride, b->width, b->height,
                 n->space, c->width, c->height, n->divisor,
                 n->between ? kernel_picture_data (b, n->between, 0) : NULL,
                 stream)
             == 0;
    default:
      return n->bilateral (src, b->stride, dst, b->stride, b->width, b->height,
                 BILATERAL_RADIUS, b->bytes, BILATERAL_SIGMA, BILATERAL_RADIUS,
                 stream)
             == 0;
  }
}

static gboolean
find (KernelBench *b, const gchar *name, gpointer function)
{
  *(gpointer *)function = NULL;
  return b->npp && g_module_symbol (b->npp, name, function);
}

static guint8 *
alloc (KernelBench *b, gsize size)
{
  GError *error = NULL;
  guint8 *memory = cf_device_alloc (b->device, size, &error);

  if (!memory)
    kernel_die ("no memory for NPP", error);
  return memory;
}

static void
prepare_median (KernelBench *b, Npp *n)
{
  NppPeerSpace space;
  gint bytes;

  if (!find (b, NPP_PEER_SPACE, &space))
    kernel_die ("not an NPP module", NULL);
  bytes = space (b->width, b->height, n->params->median.width, b->bytes);
  if (bytes < 0)
    kernel_die ("NPP refuses this size", NULL);
  n->space = alloc (b, bytes + 1);
}

static void
prepare_convolve (KernelBench *b, Npp *n)
{
  const CfConvolveParams *c = &n->params->convolve;
  const gint n_taps =
      c->is_product ? c->width + c->height : c->width * c->height;
  gfloat floats[CF_CONVOLVE_VALUES];
  gint32 integers[CF_CONVOLVE_VALUES];
  gboolean is_real = FALSE;
  GError *error = NULL;
  gint i;

  for (i = 0; i < n_taps; i++) {
    floats[i] = c->value[i];
    integers[i] = c->value[i];
    is_real |= integers[i] != c->value[i];
  }
  n->divisor = is_real ? 0 : n_taps;
  n->space = alloc (b, n_taps * 4);
  if (!cf_stream_upload (b->stream, n->space, n_taps * 4,
          is_real ? (guint8 *)floats : (guint8 *)integers, n_taps * 4,
          n_taps * 4, 1, &error)
      || !cf_stream_synchronize (b->stream, &error))
    kernel_die ("NPP's taps", error);
  if (c->is_product)
    n->between = alloc (b, b->size);
}

void
kernel_npp_bench (KernelBench *b, const gchar *name, gint size,
    const CfFilterParams *params, CfFilter *ours)
{
  Npp n = { .params = params };

  if (params->op == CF_OP_MEDIAN && size <= LARGEST_MEDIAN
      && find (b, NPP_PEER_MEDIAN, &n.median)) {
    prepare_median (b, &n);
    kernel_bench_agree (b, size, name, kernel_filter_run, ours, run, &n);
  } else if (params->op == CF_OP_CONVOLVE && b->bytes == 1
             && size <= CF_CONVOLVE_SIDE_MAX
             && find (b, NPP_PEER_CONVOLVE, &n.convolve)) {
    prepare_convolve (b, &n);
  } else if (params->op != CF_OP_EPSILON || size != 2 * BILATERAL_RADIUS + 1
             || (b->bits != 8 && b->bits != 16)
             || !find (b, NPP_PEER_BILATERAL, &n.bilateral)) {
    return;
  }
  kernel_bench (b, name, size, run, &n, FALSE);
  cf_device_free (b->device, n.space);
  cf_device_free (b->device, n.between);
}
