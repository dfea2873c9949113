/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The GstCudaContext that an element shares with its pipeline. Two contexts on
 * one GPU cost several times the kernels' throughput, so every element that can
 * must work in the same one. */
#include "gst/cuda/gcfcontext.h"

#ifdef HAVE_GST_CUDA

#include "engine/core/cflibrary.h"
#include "gst/cuda/gstcudacompat.h"

/* gst_cuda_ensure_element_context() has a lock that all elements share, and
 * asks neighbours and the application while it holds it; these answer by way of
 * set() and query() of any element. So nothing is called with our lock held. */
struct _GcfContext {
  GMutex lock; /* of what follows */
  GstCudaContext *context;
  /* where a search that is going on puts what it finds, and what set() put
   * there, whose reference is `context`'s; else NULL */
  GstCudaContext **found, *told;
};

/* The lock is held. */
static GstCudaContext *
ref_context (GcfContext *self)
{
  return self->context ? gst_object_ref (self->context) : NULL;
}

/* gst_cuda_load_library() warns where there is no driver, which is no fault of
 * a machine without a GPU: look first. */
static gboolean
driver_is_there (void)
{
  static gsize answer;

  if (g_once_init_enter (&answer)) {
    gchar *missing;
    gpointer driver = cf_library_open_driver (&missing);
    gboolean found;

    if (driver)
      cf_library_close (driver);
    g_free (missing);
    found = driver && gst_cuda_load_library ();
    if (found)
      gst_cuda_memory_init_once ();
    g_once_init_leave (&answer, found ? 2 : 1);
  }
  return answer == 2;
}

GcfContext *
gcf_context_new (void)
{
  GcfContext *self = g_new0 (GcfContext, 1);

  g_mutex_init (&self->lock);
  return self;
}

void
gcf_context_free (GcfContext *self)
{
  gcf_context_clear (self);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* Takes the context, unless there is one. */
static void
take (GcfContext *self, GstCudaContext *context)
{
  g_mutex_lock (&self->lock);
  if (!self->context)
    self->context = g_steal_pointer (&context);
  if (self->found
      && g_atomic_pointer_compare_and_exchange (
          self->found, NULL, self->context))
    self->told = self->context;
  g_mutex_unlock (&self->lock);
  gst_clear_object (&context);
}

GstObject *
gcf_context_ensure (
    GcfContext *self, GstElement *element, gint device_id, gint *found_id)
{
  GstCudaContext *found, *made, *context;
  guint id = 0;

  if (!driver_is_there ())
    return NULL;

  g_mutex_lock (&self->lock);
  found = self->told = self->context;
  self->found = &found;
  g_mutex_unlock (&self->lock);

  gst_cuda_ensure_element_context (element, device_id, &found);

  g_mutex_lock (&self->lock);
  made = found != self->told ? found : NULL;
  self->found = NULL;
  self->told = NULL;
  if (!self->context)
    self->context = g_steal_pointer (&made);
  context = ref_context (self);
  g_mutex_unlock (&self->lock);
  gst_clear_object (&made);

  if (context) {
    g_object_get (context, "cuda-device-id", &id, NULL);
    *found_id = id;
  }
  return GST_OBJECT (context);
}

gpointer
gcf_context_get_handle (GstObject *context)
{
  return gst_cuda_context_get_handle (GST_CUDA_CONTEXT (context));
}

void
gcf_context_clear (GcfContext *self)
{
  GstCudaContext *context;

  g_mutex_lock (&self->lock);
  context = g_steal_pointer (&self->context);
  g_mutex_unlock (&self->lock);
  gst_clear_object (&context);
}

gboolean
gcf_context_replace (
    GcfContext *self, GstElement *element, GstObject *context, gint device_id)
{
  GstContext *c;
  GstCudaContext *old;
  guint id = 0;

  g_object_get (context, "cuda-device-id", &id, NULL);
  if (device_id >= 0 && (guint)device_id != id)
    return FALSE;
  g_mutex_lock (&self->lock);
  old = self->context;
  self->context = GST_CUDA_CONTEXT (gst_object_ref (context));
  g_mutex_unlock (&self->lock);
  gst_clear_object (&old);

  /* the element itself keeps what it was given last */
  c = gst_context_new_cuda_context (GST_CUDA_CONTEXT (context));
  gst_element_set_context (element, c);
  gst_context_unref (c);
  return TRUE;
}

void
gcf_context_set (
    GcfContext *self, GstElement *element, GstContext *context, gint device_id)
{
  GstCudaContext *given = NULL;

  gst_cuda_handle_set_context (element, context, device_id, &given);
  if (given)
    take (self, given);
}

gboolean
gcf_context_query (GcfContext *self, GstElement *element, GstQuery *query)
{
  GstCudaContext *context;
  gboolean answered;

  g_mutex_lock (&self->lock);
  context = ref_context (self);
  g_mutex_unlock (&self->lock);

  answered = gst_cuda_handle_context_query (element, query, context);
  gst_clear_object (&context);
  return answered;
}

#else

GcfContext *
gcf_context_new (void)
{
  return NULL;
}

void
gcf_context_free (GcfContext *self)
{
}

GstObject *
gcf_context_ensure (
    GcfContext *self, GstElement *element, gint device_id, gint *found_id)
{
  return NULL;
}

gpointer
gcf_context_get_handle (GstObject *context)
{
  return NULL;
}

void
gcf_context_clear (GcfContext *self)
{
}

gboolean
gcf_context_replace (
    GcfContext *self, GstElement *element, GstObject *context, gint device_id)
{
  return FALSE;
}

void
gcf_context_set (
    GcfContext *self, GstElement *element, GstContext *context, gint device_id)
{
}

gboolean
gcf_context_query (GcfContext *self, GstElement *element, GstQuery *query)
{
  return FALSE;
}

#endif
