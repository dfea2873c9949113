/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worker threads that share the slices of one operation. */
#include "cpu/core/pool.h"

struct _CfCpuPool {
  GThreadPool *workers; /* NULL with one thread */
  guint n_threads;
};

/* One operation. Workers that come late find no slice left; the caller does
 * not wait for them, so the last reference frees it. */
typedef struct {
  CfCpuSliceFunc func;
  gpointer data;
  guint n_slices;
  gint next_slice, next_thread; /* atomic */
  gint refs;                    /* atomic */
  GMutex lock;
  GCond done;
  guint n_done;
} Batch;

static void
batch_unref (Batch *b)
{
  if (!g_atomic_int_dec_and_test (&b->refs))
    return;
  g_mutex_clear (&b->lock);
  g_cond_clear (&b->done);
  g_free (b);
}

static void
batch_work (Batch *b)
{
  guint thread = g_atomic_int_add (&b->next_thread, 1);
  guint n_done = 0, slice;

  while ((slice = g_atomic_int_add (&b->next_slice, 1)) < b->n_slices) {
    b->func (b->data, slice, thread);
    n_done++;
  }
  if (n_done > 0) {
    g_mutex_lock (&b->lock);
    b->n_done += n_done;
    if (b->n_done == b->n_slices)
      g_cond_signal (&b->done);
    g_mutex_unlock (&b->lock);
  }
}

static void
worker (gpointer data, gpointer user_data)
{
  batch_work (data);
  batch_unref (data);
}

CfCpuPool *
cf_cpu_pool_new (guint n_threads, GError **error)
{
  CfCpuPool *pool = g_new0 (CfCpuPool, 1);

  pool->n_threads = n_threads;
  if (n_threads > 1) {
    pool->workers =
        g_thread_pool_new (worker, NULL, n_threads - 1, TRUE, error);
    if (!pool->workers) {
      g_free (pool);
      return NULL;
    }
  }
  return pool;
}

void
cf_cpu_pool_free (CfCpuPool *pool)
{
  if (pool->workers)
    g_thread_pool_free (pool->workers, FALSE, TRUE);
  g_free (pool);
}

guint
cf_cpu_pool_get_n_threads (CfCpuPool *pool)
{
  return pool->n_threads;
}

void
cf_cpu_pool_run (
    CfCpuPool *pool, CfCpuSliceFunc func, gpointer data, guint n_slices)
{
  guint n_workers = MIN (pool->n_threads, n_slices), i;
  Batch *b;

  if (n_workers <= 1) {
    for (i = 0; i < n_slices; i++)
      func (data, i, 0);
    return;
  }

  b = g_new0 (Batch, 1);
  b->func = func;
  b->data = data;
  b->n_slices = n_slices;
  b->refs = n_workers;
  g_mutex_init (&b->lock);
  g_cond_init (&b->done);
  for (i = 1; i < n_workers; i++)
    g_thread_pool_push (pool->workers, b, NULL);
  batch_work (b);
  g_mutex_lock (&b->lock);
  while (b->n_done < n_slices)
    g_cond_wait (&b->done, &b->lock);
  g_mutex_unlock (&b->lock);
  batch_unref (b);
}
