/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting by iterated thresholding of a whole plane's cosine transform: who
 * uses which loop. Transforms and graphs take long to make, as the driver may
 * compile the transforms, and take memory: a filter has none of its own, but
 * borrows a loop of its size for each run. Loops outlive the filters, so that a
 * change of thresholds costs nothing. */
#include "cuda/inpaint/inpaint_global.h"
#include "cuda/inpaint/inpaint_globalloop.h"

/* The loops of a device, and who uses them. */
typedef struct _Pool Pool;

struct _CfCudaInpaintGlobal {
  CfDevice *device; /* a reference */
  Pool *pool;
  CfInpaintParams params;
  gint width, height;
  gint n; /* iterations */
};

struct _Pool {
  GMutex lock;  /* of what follows */
  GQueue users; /* CfCudaInpaintGlobal */
  GQueue loops; /* CfCudaInpaintLoop that nobody has; the last used first */
  gsize size;   /* bytes of all loops */
  gsize most;   /* of them before one is made beside another that would do */
};

/* Loops that a run can have, the best first. */
typedef enum {
  ON_STREAM, /* whose last run was on its stream */
  DONE,      /* through with all runs */
  SPARE,     /* with graphs that nobody wants */
  ANY        /* whose last run it has to wait for */
} Kind;

static gpointer
pool_new (void)
{
  Pool *self = g_new0 (Pool, 1);

  g_mutex_init (&self->lock);
  g_queue_init (&self->users);
  g_queue_init (&self->loops);
  self->most = CF_CUDA_INPAINT_LOOPS_SIZE;
  return self;
}

/* The following functions are called with the lock held. */

static gboolean
is_wanted (const Pool *self, const CfCudaInpaintLoop *loop)
{
  const GList *link;

  for (link = self->users.head; link; link = link->next) {
    const CfCudaInpaintGlobal *user = link->data;

    if (user->width == loop->width && user->height == loop->height
        && user->n == loop->n)
      return TRUE;
  }
  return FALSE;
}

/* Is it one of several of its kind, or of none that anybody wants? */
static gboolean
is_surplus (const Pool *self, const CfCudaInpaintLoop *loop)
{
  const GList *link;

  if (!is_wanted (self, loop))
    return TRUE;
  for (link = self->loops.head; link; link = link->next) {
    const CfCudaInpaintLoop *other = link->data;

    if (other != loop && other->width == loop->width
        && other->height == loop->height && other->n == loop->n)
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_of_kind (const Pool *self, const CfCudaInpaintLoop *loop,
    const CfCudaInpaintGlobal *user, const CfStream *stream, Kind kind)
{
  if (loop->width != user->width || loop->height != user->height)
    return FALSE;
  if (kind == SPARE)
    return !is_wanted (self, loop);
  return loop->n == user->n && (kind != ON_STREAM || loop->stream == stream)
         && (kind != DONE || cf_cuda_inpaint_loop_is_done (loop));
}

/* The one that has waited longest. */
static CfCudaInpaintLoop *
take (Pool *self, const CfCudaInpaintGlobal *user, const CfStream *stream,
    Kind kind)
{
  GList *link;

  for (link = self->loops.tail; link; link = link->prev) {
    CfCudaInpaintLoop *loop = link->data;

    if (is_of_kind (self, loop, user, stream, kind)) {
      g_queue_delete_link (&self->loops, link);
      return loop;
    }
  }
  return NULL;
}

/* Takes those that nobody wants, but for so many, and so many bytes in all. */
static void
take_unwanted (Pool *self, guint kept, gsize most, GQueue *ended)
{
  GList *link, *before;
  guint n = 0;

  for (link = self->loops.head; link; link = link->next)
    n += !is_wanted (self, link->data);
  for (link = self->loops.tail; link && (n > kept || self->size > most);
       link = before) {
    CfCudaInpaintLoop *loop = link->data;

    before = link->prev;
    if (is_wanted (self, loop))
      continue;
    g_queue_unlink (&self->loops, link);
    g_queue_push_tail_link (ended, link);
    self->size -= loop->size;
    n--;
  }
}

static void
take_surplus (Pool *self, GQueue *ended)
{
  GList *link, *before;

  for (link = self->loops.tail; link; link = before) {
    CfCudaInpaintLoop *loop = link->data;

    before = link->prev;
    if (!is_surplus (self, loop))
      continue;
    g_queue_unlink (&self->loops, link);
    g_queue_push_tail_link (ended, link);
    self->size -= loop->size;
  }
}

/* The following functions are called without it. */

/* TRUE where there were any. */
static gboolean
end_all (CfDevice *device, GQueue *ended)
{
  CfCudaInpaintLoop *loop;

  if (ended->length == 0 || !cf_cuda_enter (device, NULL))
    return FALSE;
  while ((loop = g_queue_pop_head (ended)))
    cf_cuda_inpaint_loop_free (loop);
  cf_cuda_leave ();
  return TRUE;
}

/* Nobody uses it any more. */
static void
pool_end (gpointer pool, CfDevice *device)
{
  Pool *self = pool;

  end_all (device, &self->loops);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static gboolean
pool_shrink (gpointer pool, CfDevice *device)
{
  GQueue ended = G_QUEUE_INIT;
  Pool *self = pool;

  g_mutex_lock (&self->lock);
  take_surplus (self, &ended);
  g_mutex_unlock (&self->lock);
  return end_all (device, &ended);
}

static Pool *
pool_of (CfDevice *device)
{
  static const CfCudaPoolClass keeper = { pool_new, pool_end, pool_shrink };

  return cf_cuda_device_get_pool (device, &keeper);
}

guint
cf_cuda_inpaint_global_count_kept (CfDevice *device, gsize *size)
{
  Pool *self = pool_of (device);
  guint n;

  g_mutex_lock (&self->lock);
  n = self->loops.length;
  *size = self->size;
  g_mutex_unlock (&self->lock);
  return n;
}

static void
give_back (Pool *self, CfCudaInpaintLoop *loop)
{
  g_mutex_lock (&self->lock);
  g_queue_push_head (&self->loops, loop);
  g_mutex_unlock (&self->lock);
}

/* The first of its size takes the place of those that nobody wants. */
static CfCudaInpaintLoop *
make (CfCudaInpaintGlobal *user, gboolean is_first, GError **error)
{
  Pool *self = user->pool;
  CfCudaInpaintLoop *loop;
  GQueue ended = G_QUEUE_INIT;

  if (is_first) {
    g_mutex_lock (&self->lock);
    take_unwanted (self, 0, 0, &ended);
    g_mutex_unlock (&self->lock);
    end_all (user->device, &ended);
  }
  loop = cf_cuda_inpaint_loop_new (
      user->device, user->width, user->height, is_first, error);
  g_mutex_lock (&self->lock);
  if (loop)
    self->size += loop->size;
  else if (!is_first) /* so it would be again */
    self->most = self->size;
  g_mutex_unlock (&self->lock);
  return loop;
}

/* Takes a loop for a run on this stream, which does not wait for others' as
 * long as there is memory; without a stream any will do. */
static CfCudaInpaintLoop *
take_or_make (CfCudaInpaintGlobal *user, const CfStream *stream, GError **error)
{
  Pool *self = user->pool;
  CfCudaInpaintLoop *loop = NULL, *busy = NULL;
  gboolean is_full;
  Kind kind;

  g_mutex_lock (&self->lock);
  for (kind = ON_STREAM; kind < ANY && !loop; kind++)
    loop = take (self, user, stream, kind);
  if (!loop)
    busy = take (self, user, stream, ANY);
  is_full = self->size >= self->most;
  g_mutex_unlock (&self->lock);
  if (loop || (busy && (is_full || !stream)))
    return loop ? loop : busy;
  loop = make (user, !busy, busy ? NULL : error);
  if (!loop)
    return busy;
  if (busy)
    give_back (self, busy);
  return loop;
}

static CfCudaInpaintLoop *
borrow (CfCudaInpaintGlobal *user, const CfStream *stream, GError **error)
{
  Pool *self = user->pool;
  CfCudaInpaintLoop *loop = take_or_make (user, stream, error);

  if (!loop || cf_cuda_inpaint_loop_set_params (loop, &user->params, error))
    return loop;
  g_mutex_lock (&self->lock);
  self->size -= loop->size;
  g_mutex_unlock (&self->lock);
  cf_cuda_inpaint_loop_free (loop);
  return NULL;
}

/* Makes one early, so that failures need not wait for the first run. */
static gboolean
has_one (CfCudaInpaintGlobal *self, GError **error)
{
  CfCudaInpaintLoop *loop;

  if (!cf_cuda_enter (self->device, error))
    return FALSE;
  loop = borrow (self, NULL, error);
  if (loop)
    give_back (self->pool, loop);
  cf_cuda_leave ();
  return loop != NULL;
}

CfCudaInpaintGlobal *
cf_cuda_inpaint_global_new (CfDevice *device, const CfInpaintParams *params,
    gint width, gint height, GError **error)
{
  CfCudaInpaintGlobal *self = g_new0 (CfCudaInpaintGlobal, 1);

  self->device = cf_device_ref (device);
  self->pool = pool_of (device);
  self->params = *params;
  self->width = width;
  self->height = height;
  self->n = cf_inpaint_global_iterations (params);
  g_mutex_lock (&self->pool->lock);
  g_queue_push_head (&self->pool->users, self);
  g_mutex_unlock (&self->pool->lock);
  if (has_one (self, error))
    return self;
  cf_cuda_inpaint_global_free (self);
  return NULL;
}

void
cf_cuda_inpaint_global_free (CfCudaInpaintGlobal *self)
{
  Pool *pool = self->pool;
  GQueue ended = G_QUEUE_INIT;

  g_mutex_lock (&pool->lock);
  g_queue_remove (&pool->users, self);
  if (pool->users.length == 0)
    pool->most = CF_CUDA_INPAINT_LOOPS_SIZE;
  take_unwanted (
      pool, CF_CUDA_INPAINT_LOOPS_KEPT, CF_CUDA_INPAINT_LOOPS_SIZE, &ended);
  g_mutex_unlock (&pool->lock);
  end_all (self->device, &ended);
  cf_device_unref (self->device);
  g_free (self);
}

gboolean
cf_cuda_inpaint_global_run (CfCudaInpaintGlobal *self, CfStream *stream,
    gfloat *samples, const uint32_t *holes, GError **error)
{
  CfCudaInpaintLoop *loop;
  gboolean ok;

  if (!cf_cuda_enter (self->device, error))
    return FALSE;
  loop = borrow (self, stream, error);
  ok = loop && cf_cuda_inpaint_loop_run (loop, stream, samples, holes, error);
  if (loop)
    give_back (self->pool, loop);
  cf_cuda_leave ();
  return ok;
}
