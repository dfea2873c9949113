/* Frames without GStreamer: the limit that pipelines are compared with. */
#include "plainloop.h"

#include "window.h"

#ifdef HAVE_CUDA
#include "cudaloop.h"
#endif

#include <string.h>

/* As many frames as the pipelines' source has. */
#define RING 12

const gchar *
plain_loop_name (PlainLoopKind kind, Gpu *gpu)
{
  switch (kind) {
    case PLAIN_LOOP_HOST:
      return gpu ? "plain CUDA loop" : "plain memcpy loop";
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

#ifdef HAVE_CUDA

/* Each call for a frame returns when an older one is over, so the time between
 * two returns is that of as many frames. */
static gboolean
run_cuda (CudaLoopKind kind, gsize bytes, Window *window, GError **error)
{
  const gchar *failure = NULL;
  CudaLoop *loop = cuda_loop_new (kind, bytes, &failure);
  gboolean closed = FALSE;

  while (!failure && !closed) {
    failure = cuda_loop_frame (loop);
    closed = window_count (window) && window_mark (window);
  }
  if (loop)
    cuda_loop_free (loop);
  if (failure)
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
        "The plain CUDA loop failed: %s", failure);
  return !failure;
}

#endif

gboolean
plain_loop_run (PlainLoopKind kind, Gpu *gpu, gsize bytes, gdouble warm_up,
    gdouble seconds, Measurement *result, GError **error)
{
  Window window;
  gboolean ok = TRUE;

  window_init (&window, warm_up, seconds);
#ifdef HAVE_CUDA
  if (gpu) {
    static const CudaLoopKind kinds[] = {
      [PLAIN_LOOP_HOST] = CUDA_LOOP_TRANSFERS,
      [PLAIN_LOOP_DEVICE] = CUDA_LOOP_KERNEL,
      [PLAIN_LOOP_DEVICE_SYNCHRONISED] = CUDA_LOOP_KERNEL_SYNCHRONISED,
    };

    gpu_enter (gpu);
    ok = run_cuda (kinds[kind], bytes, &window, error);
    gpu_leave (gpu);
  } else
#endif
    run_memcpy (bytes, &window);
  if (ok)
    window_result (&window, result);
  return ok;
}
