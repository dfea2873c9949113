/* The GstCudaContext that an element shares with its pipeline. Two contexts on
 * one GPU cost several times the kernels' throughput, so every element that can
 * must work in the same one. */
#include "gstcudafiltercontext.h"

#ifdef HAVE_CUDA

#include <gmodule.h>

#include "gstcudacompat.h"

struct _GstCudaFilterContext {
  /* gst_cuda_ensure_element_context() calls back into set_context() */
  GRecMutex lock;
  GstCudaContext *context;

  /* What neighbours are told, who may ask while
   * gst_cuda_ensure_element_context() holds them up, and it asks them. Nothing
   * is called with this lock held. */
  GMutex answer_lock;
  GstCudaContext *answer;
};

/* With the lock held, where the context may be another one. */
static void
update_answer (GstCudaFilterContext *self)
{
  GstCudaContext *old;

  g_mutex_lock (&self->answer_lock);
  old = self->answer;
  self->answer = self->context ? gst_object_ref (self->context) : NULL;
  g_mutex_unlock (&self->answer_lock);
  gst_clear_object (&old);
}

/* gst_cuda_load_library() warns where there is no driver, which is no fault of
 * a machine without a GPU: look first. */
static gboolean
driver_is_there (void)
{
  static gsize answer;

  if (g_once_init_enter (&answer)) {
    GModule *driver = g_module_open ("libcuda.so.1", G_MODULE_BIND_LAZY);
    gboolean found;

    if (driver)
      g_module_close (driver);
    found = driver && gst_cuda_load_library ();
    if (found)
      gst_cuda_memory_init_once ();
    g_once_init_leave (&answer, found ? 2 : 1);
  }
  return answer == 2;
}

GstCudaFilterContext *
gst_cuda_filter_context_new (void)
{
  GstCudaFilterContext *self = g_new0 (GstCudaFilterContext, 1);

  g_rec_mutex_init (&self->lock);
  g_mutex_init (&self->answer_lock);
  return self;
}

void
gst_cuda_filter_context_free (GstCudaFilterContext *self)
{
  gst_cuda_filter_context_clear (self);
  g_mutex_clear (&self->answer_lock);
  g_rec_mutex_clear (&self->lock);
  g_free (self);
}

GstObject *
gst_cuda_filter_context_ensure (GstCudaFilterContext *self, GstElement *element,
    gint device_id, gint *found_id)
{
  GstObject *context = NULL;
  guint id = 0;

  if (!driver_is_there ())
    return NULL;

  g_rec_mutex_lock (&self->lock);
  if (gst_cuda_ensure_element_context (element, device_id, &self->context)
      && self->context)
    context = gst_object_ref (GST_OBJECT (self->context));
  update_answer (self);
  g_rec_mutex_unlock (&self->lock);

  if (context) {
    g_object_get (context, "cuda-device-id", &id, NULL);
    *found_id = id;
  }
  return context;
}

gpointer
gst_cuda_filter_context_get_handle (GstObject *context)
{
  return gst_cuda_context_get_handle (GST_CUDA_CONTEXT (context));
}

void
gst_cuda_filter_context_clear (GstCudaFilterContext *self)
{
  GstCudaContext *context;

  g_rec_mutex_lock (&self->lock);
  context = self->context;
  self->context = NULL;
  update_answer (self);
  g_rec_mutex_unlock (&self->lock);
  gst_clear_object (&context);
}

gboolean
gst_cuda_filter_context_replace (GstCudaFilterContext *self,
    GstElement *element, GstObject *context, gint device_id)
{
  GstContext *c;
  GstObject *old;
  guint id = 0;

  g_object_get (context, "cuda-device-id", &id, NULL);
  if (device_id >= 0 && (guint)device_id != id)
    return FALSE;
  g_rec_mutex_lock (&self->lock);
  old = GST_OBJECT (self->context);
  self->context = GST_CUDA_CONTEXT (gst_object_ref (context));
  update_answer (self);
  g_rec_mutex_unlock (&self->lock);
  gst_clear_object (&old);

  /* the element itself keeps what it was told last */
  c = gst_context_new_cuda_context (GST_CUDA_CONTEXT (context));
  gst_element_set_context (element, c);
  gst_context_unref (c);
  return TRUE;
}

void
gst_cuda_filter_context_set (GstCudaFilterContext *self, GstElement *element,
    GstContext *context, gint device_id)
{
  g_rec_mutex_lock (&self->lock);
  gst_cuda_handle_set_context (element, context, device_id, &self->context);
  update_answer (self);
  g_rec_mutex_unlock (&self->lock);
}

gboolean
gst_cuda_filter_context_query (
    GstCudaFilterContext *self, GstElement *element, GstQuery *query)
{
  GstCudaContext *context = NULL;
  gboolean answered;

  g_mutex_lock (&self->answer_lock);
  if (self->answer)
    context = gst_object_ref (self->answer);
  g_mutex_unlock (&self->answer_lock);

  answered = gst_cuda_handle_context_query (element, query, context);
  gst_clear_object (&context);
  return answered;
}

#else

GstCudaFilterContext *
gst_cuda_filter_context_new (void)
{
  return NULL;
}

void
gst_cuda_filter_context_free (GstCudaFilterContext *self)
{
}

GstObject *
gst_cuda_filter_context_ensure (GstCudaFilterContext *self, GstElement *element,
    gint device_id, gint *found_id)
{
  return NULL;
}

gpointer
gst_cuda_filter_context_get_handle (GstObject *context)
{
  return NULL;
}

void
gst_cuda_filter_context_clear (GstCudaFilterContext *self)
{
}

gboolean
gst_cuda_filter_context_replace (GstCudaFilterContext *self,
    GstElement *element, GstObject *context, gint device_id)
{
  return FALSE;
}

void
gst_cuda_filter_context_set (GstCudaFilterContext *self, GstElement *element,
    GstContext *context, gint device_id)
{
}

gboolean
gst_cuda_filter_context_query (
    GstCudaFilterContext *self, GstElement *element, GstQuery *query)
{
  return FALSE;
}

#endif
