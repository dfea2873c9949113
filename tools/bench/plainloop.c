/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames without GStreamer: the limit that pipelines are compared with. */
#include "plainloop.h"

#include "window.h"

#ifdef HAVE_GST_CUDA
#include "cudaloop.h"
#endif

#include <string.h>

/* As many frames as the pipelines' source has. */
#define RING 12

const gchar *
plain_loop_name (PlainLoopKind kind, gboolean on_gpu)
{
  switch (kind) {
    case PLAIN_LOOP_HOST:
      return on_gpu ? "plain CUDA loop" : "plain memcpy loop";
    case PLAIN_LOOP_DEVICE:
      return "plain CUDA loop";
    case PLAIN_LOOP_DEVICE_SYNCHRONISED:
      return "plain CUDA loop, synchronised";
  }
  g_return_val_if_reached (NULL);
}

static void
run_memcpy (gsize bytes, Window *window)
{
  guint8 *in[RING], *out[RING];
  gboolean closed = FALSE;
  guint i;

  for (i = 0; i < RING; i++) {
    in[i] = g_malloc (bytes);
    out[i] = g_malloc (bytes);
    memset (in[i], i, bytes);
    memset (out[i], 0, bytes);
  }
  for (i = 0; !closed; i = (i + 1) % RING) {
    memcpy (out[i], in[i], bytes);
    closed = window_count (window) && window_mark (window);
  }
  for (i = 0; i < RING; i++) {
    g_free (in[i]);
    g_free (out[i]);
  }
}

#ifdef HAVE_GST_CUDA

/* A GPU's loop, in a thread of its own. */
typedef struct {
  Gpu *gpu;
  CudaLoopKind kind;
  gsize bytes;
  Window window;
  gint *unfinished; /* atomic: loops that have neither measured nor failed */
  GError *failure;  /* or NULL */
} LoopTask;

/* Each call for a frame returns when an older one is over, so the time between
 * two returns is that of as many frames. Goes on until all have measured. */
static gpointer
run_cuda (gpointer data)
{
  LoopTask *self = data;
  gboolean closed = FALSE;
  CudaLoop *loop;

  loop = cuda_loop_new (
      gpu_get_device (self->gpu), self->kind, self->bytes, &self->failure);
  while (loop && cuda_loop_frame (loop, &self->failure)
         && g_atomic_int_get (self->unfinished) > 0) {
    if (!closed && window_count (&self->window)
        && window_mark (&self->window)) {
      closed = TRUE;
      g_atomic_int_add (self->unfinished, -1);
    }
  }
  if (self->failure) /* the others need not wait for it */
    g_atomic_int_set (self->unfinished, 0);
  if (loop)
    cuda_loop_free (loop);
  return NULL;
}

static gboolean
run_on_gpus (CudaLoopKind kind, Gpu *const *gpus, guint n, gsize bytes,
    gdouble warm_up, gdouble seconds, Measurement *result, GError **error)
{
  LoopTask *tasks = g_new0 (LoopTask, n);
  GThread **threads = g_new (GThread *, n);
  gint missing = n, unfinished = n;
  gdouble frames_per_s = 0, cpu = 0;
  GError *failure = NULL;
  gboolean ok;
  guint i;

  for (i = 0; i < n; i++) {
    tasks[i] = (LoopTask){
      .gpu = gpus[i],
      .kind = kind,
      .bytes = bytes,
      .unfinished = &unfinished,
    };
    window_init (&tasks[i].window, warm_up, seconds, &missing);
    threads[i] = g_thread_new ("plain-loop", run_cuda, &tasks[i]);
  }
  for (i = 0; i < n; i++) {
    g_thread_join (threads[i]);
    if (failure)
      g_clear_error (&tasks[i].failure);
    else
      failure = tasks[i].failure;
  }
  for (i = 0; !failure && i < n; i++) {
    window_result (&tasks[i].window, result);
    frames_per_s += result->frames_per_s;
    cpu += result->cpu;
  }
  result->frames_per_s = frames_per_s;
  result->cpu = cpu / n;
  g_free (threads);
  g_free (tasks);
  if (failure)
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
        "The plain CUDA loop failed: %s", failure->message);
  ok = !failure;
  g_clear_error (&failure);
  return ok;
}

#endif

gboolean
plain_loop_run (PlainLoopKind kind, Gpu *const *gpus, guint n_gpus, gsize bytes,
    gdouble warm_up, gdouble seconds, Measurement *result, GError **error)
{
  Window window;
  gint missing = 1;

#ifdef HAVE_GST_CUDA
  static const CudaLoopKind kinds[] = {
    [PLAIN_LOOP_HOST] = CUDA_LOOP_TRANSFERS,
    [PLAIN_LOOP_DEVICE] = CUDA_LOOP_KERNEL,
    [PLAIN_LOOP_DEVICE_SYNCHRONISED] = CUDA_LOOP_KERNEL_SYNCHRONISED,
  };

  if (n_gpus > 0)
    return run_on_gpus (
        kinds[kind], gpus, n_gpus, bytes, warm_up, seconds, result, error);
#endif
  window_init (&window, warm_up, seconds, &missing);
  run_memcpy (bytes, &window);
  window_result (&window, result);
  return TRUE;
}
