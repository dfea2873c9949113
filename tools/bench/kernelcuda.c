/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Graphs, and cuFFT's transforms. */
#include "kernelcuda.h"

#include "cuda/core/cudabackend.h"
#include "cuda/inpaint/cufft.h"

struct _KernelGraph {
  CfCuGraphExec exec;
};

struct _KernelPair {
  CfDevice *device;
  const CfCufft *cufft;
  CfCufftPlan forward, inverse;
  gfloat *from, *spectrum, *back;
};

static CfCuStream
stream_of (const KernelBench *b)
{
  return ((CfCudaStream *)b->stream)->stream;
}

static void
check (CfCuResult result, const gchar *what)
{
  GError *error = NULL;

  if (!cf_cuda_check (result, what, &error))
    kernel_die ("CUDA", error);
}

static void
check_fft (int result)
{
  GError *error = NULL;

  if (!cf_cuda_cufft_check (result, "transform", &error))
    kernel_die ("cuFFT", error);
}

void
kernel_graph_begin (KernelBench *b)
{
  check (cf_cu.StreamBeginCapture (
             stream_of (b), CF_CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
      "begin a graph");
}

KernelGraph *
kernel_graph_end (KernelBench *b)
{
  KernelGraph *self = g_new0 (KernelGraph, 1);
  CfCuGraph graph;

  check (cf_cu.StreamEndCapture (stream_of (b), &graph), "end a graph");
  check (cf_cu.GraphInstantiate (&self->exec, graph, 0), "make a graph");
  cf_cu.GraphDestroy (graph);
  return self;
}

void
kernel_graph_launch (KernelBench *b, KernelGraph *graph)
{
  check (cf_cu.GraphLaunch (graph->exec, stream_of (b)), "launch a graph");
}

void
kernel_graph_free (KernelGraph *graph)
{
  cf_cu.GraphExecDestroy (graph->exec);
  g_free (graph);
}

static gfloat *
alloc (KernelBench *b, gsize size)
{
  GError *error = NULL;
  guint8 *memory = cf_device_alloc (b->device, size, &error);

  if (!memory || !cf_cuda_clear (b->device, memory, size, "memory", &error))
    kernel_die ("no memory", error);
  return (gfloat *)memory;
}

gboolean
kernel_pair_load (void)
{
  GError *error = NULL;

  if (cf_cuda_cufft_get (&error))
    return TRUE;
  g_print ("cuFFT is not here: %s\n", error->message);
  g_error_free (error);
  return FALSE;
}

KernelPair *
kernel_pair_new (KernelBench *b, gboolean in_place)
{
  const gsize n = (gsize)b->width * b->height;
  const gsize n_spectrum = (gsize)(b->width / 2 + 1) * b->height * 2;
  const CfCufft *cufft = cf_cuda_cufft_get (NULL);
  KernelPair *self = g_new0 (KernelPair, 1);
  gsize work;

  self->device = b->device;
  self->cufft = cufft;
  self->from = alloc (b, n * sizeof (gfloat));
  self->spectrum = alloc (b, n_spectrum * sizeof (gfloat));
  self->back = in_place ? self->spectrum : alloc (b, n * sizeof (gfloat));
  check_fft (cufft->Create (&self->forward));
  check_fft (cufft->Create (&self->inverse));
  check_fft (cufft->MakePlan2d (
      self->forward, b->height, b->width, CF_CUFFT_R2C, &work));
  check_fft (cufft->MakePlan2d (
      self->inverse, b->height, b->width, CF_CUFFT_C2R, &work));
  check_fft (cufft->SetStream (self->forward, stream_of (b)));
  check_fft (cufft->SetStream (self->inverse, stream_of (b)));
  return self;
}

void
kernel_pair_free (KernelPair *self)
{
  check_fft (self->cufft->Destroy (self->forward));
  check_fft (self->cufft->Destroy (self->inverse));
  if (self->back != self->spectrum)
    cf_device_free (self->device, (guint8 *)self->back);
  cf_device_free (self->device, (guint8 *)self->spectrum);
  cf_device_free (self->device, (guint8 *)self->from);
  g_free (self);
}

gboolean
kernel_pair_run (KernelBench *b, guint i, gpointer pair)
{
  const KernelPair *self = pair;

  check_fft (self->cufft->ExecR2C (self->forward, self->from, self->spectrum));
  check_fft (self->cufft->ExecC2R (self->inverse, self->spectrum, self->back));
  return TRUE;
}
