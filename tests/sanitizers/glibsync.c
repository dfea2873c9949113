/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tells the thread sanitizer what GLib and GStreamer synchronise. Their locks
 * are futexes and their counts atomic instructions of libraries that are not
 * instrumented, so without this every use of them looks like a race.
 *
 * To be preloaded. Each function here does what its namesake does, and says
 * which thread has seen what others did before (__tsan_acquire) and which lets
 * others see it (__tsan_release). Never more than is true, or real races would
 * hide behind it: a lock orders those who hold it, a queue those who push and
 * pop, a count those who change it. Calls inside of one library do not come
 * past here. */
#include <dlfcn.h>
#include <gst/gst.h>

#define PUBLIC __attribute__ ((visibility ("default")))

/* None in programs that are not instrumented. */
extern void __tsan_acquire (void *) __attribute__ ((weak));
extern void __tsan_release (void *) __attribute__ ((weak));

static inline void
acquire (gconstpointer what)
{
  if (__tsan_acquire)
    __tsan_acquire ((void *)what);
}

static inline void
release (gconstpointer what)
{
  if (__tsan_release)
    __tsan_release ((void *)what);
}

/* An atomic change: all who change it see what happened before. */
static inline void
synchronize (gconstpointer what)
{
  acquire (what);
  release (what);
}

/* The function that this one stands before */
#define REAL(name) \
  ({ \
    static __typeof__ (&name) real; \
    __typeof__ (&name) found = __atomic_load_n (&real, __ATOMIC_RELAXED); \
\
    if (!found) { \
      found = (__typeof__ (&name))dlsym (RTLD_NEXT, #name); \
      __atomic_store_n (&real, found, __ATOMIC_RELAXED); \
    } \
    found; \
  })

/* Locks */

#define LOCKS(Type, lock, try_lock, unlock) \
  PUBLIC void lock (Type *self) \
  { \
    REAL (lock) (self); \
    acquire (self); \
  } \
\
  PUBLIC gboolean try_lock (Type *self) \
  { \
    const gboolean locked = REAL (try_lock) (self); \
\
    if (locked) \
      acquire (self); \
    return locked; \
  } \
\
  PUBLIC void unlock (Type *self) \
  { \
    release (self); \
    REAL (unlock) (self); \
  }

LOCKS (GMutex, g_mutex_lock, g_mutex_trylock, g_mutex_unlock)
LOCKS (GRecMutex, g_rec_mutex_lock, g_rec_mutex_trylock, g_rec_mutex_unlock)
LOCKS (GRWLock, g_rw_lock_writer_lock, g_rw_lock_writer_trylock,
    g_rw_lock_writer_unlock)
LOCKS (GRWLock, g_rw_lock_reader_lock, g_rw_lock_reader_trylock,
    g_rw_lock_reader_unlock)

PUBLIC void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  release (mutex);
  REAL (g_cond_wait) (cond, mutex);
  acquire (mutex);
}

PUBLIC gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end)
{
  gboolean signalled;

  release (mutex);
  signalled = REAL (g_cond_wait_until) (cond, mutex, end);
  acquire (mutex);
  return signalled;
}

/* What is done once: the header's macros read the place themselves, with
 * instructions that the sanitizer sees. */

#undef g_once_init_enter
#undef g_once_init_leave

PUBLIC gboolean
g_once_init_enter (volatile void *location)
{
  const gboolean is_first = REAL (g_once_init_enter) (location);

  if (!is_first)
    acquire ((gconstpointer)location);
  return is_first;
}

PUBLIC void
g_once_init_leave (volatile void *location, gsize result)
{
  release ((gconstpointer)location);
  REAL (g_once_init_leave) (location, result);
}

/* Queues between threads */

PUBLIC void
g_async_queue_push (GAsyncQueue *queue, gpointer data)
{
  synchronize (queue);
  REAL (g_async_queue_push) (queue, data);
}

PUBLIC void
g_async_queue_push_front (GAsyncQueue *queue, gpointer data)
{
  synchronize (queue);
  REAL (g_async_queue_push_front) (queue, data);
}

PUBLIC gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_pop) (queue);

  synchronize (queue);
  return data;
}

PUBLIC gpointer
g_async_queue_try_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_try_pop) (queue);

  synchronize (queue);
  return data;
}

PUBLIC gpointer
g_async_queue_timeout_pop (GAsyncQueue *queue, guint64 timeout)
{
  gpointer data = REAL (g_async_queue_timeout_pop) (queue, timeout);

  synchronize (queue);
  return data;
}

/* Pools of threads, whose queues are inside */

typedef struct {
  GFunc func;
  gpointer user_data;
} Worker; /* never freed: nobody tells when the last has ended */

static void
work (gpointer data, gpointer user_data)
{
  Worker *worker = user_data;

  acquire (data);
  worker->func (data, worker->user_data);
  release (worker);
}

PUBLIC GThreadPool *
g_thread_pool_new (GFunc func, gpointer user_data, gint max_threads,
    gboolean exclusive, GError **error)
{
  Worker *worker = g_new (Worker, 1);

  *worker = (Worker){ func, user_data };
  return REAL (g_thread_pool_new) (work, worker, max_threads, exclusive, error);
}

PUBLIC gboolean
g_thread_pool_push (GThreadPool *pool, gpointer data, GError **error)
{
  release (data);
  return REAL (g_thread_pool_push) (pool, data, error);
}

PUBLIC void
g_thread_pool_free (GThreadPool *pool, gboolean immediate, gboolean wait)
{
  gpointer worker = pool->user_data;

  REAL (g_thread_pool_free) (pool, immediate, wait);
  if (wait)
    acquire (worker);
}

/* Counts of references: who drops the last has seen what all others did. */

#undef g_object_ref

PUBLIC gpointer
g_object_ref (gpointer object)
{
  synchronize (object);
  return REAL (g_object_ref) (object);
}

PUBLIC void
g_object_unref (gpointer object)
{
  synchronize (object);
  REAL (g_object_unref) (object);
}

PUBLIC void
g_atomic_rc_box_release_full (gpointer box, GDestroyNotify clear)
{
  synchronize (box);
  REAL (g_atomic_rc_box_release_full) (box, clear);
}

PUBLIC gpointer
g_weak_ref_get (GWeakRef *weak)
{
  gpointer object = REAL (g_weak_ref_get) (weak);

  synchronize (weak);
  return object;
}

PUBLIC void
g_weak_ref_set (GWeakRef *weak, gpointer object)
{
  synchronize (weak);
  REAL (g_weak_ref_set) (weak, object);
}

PUBLIC GstMiniObject *
gst_mini_object_ref (GstMiniObject *object)
{
  synchronize (object);
  return REAL (gst_mini_object_ref) (object);
}

/* A buffer's memory is let go inside, and a pool takes the buffer back there.
 */
static void
synchronize_parts (GstBuffer *buffer)
{
  guint i;

  for (i = 0; i < gst_buffer_n_memory (buffer); i++)
    synchronize (gst_buffer_peek_memory (buffer, i));
  if (buffer->pool)
    synchronize (buffer->pool);
}

PUBLIC void
gst_mini_object_unref (GstMiniObject *object)
{
  synchronize (object);
  if (GST_IS_BUFFER (object))
    synchronize_parts ((GstBuffer *)object);
  REAL (gst_mini_object_unref) (object);
}

PUBLIC GstFlowReturn
gst_buffer_pool_acquire_buffer (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *params)
{
  const GstFlowReturn result =
      REAL (gst_buffer_pool_acquire_buffer) (pool, buffer, params);

  acquire (pool);
  return result;
}
