/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The fake driver's streams and events: queues of work that is done when
 * somebody waits for it, by the thread that does.
 *
 * Whatever orders streams does so by points: a point is reached when all work
 * before it in its stream is done. A stream waits only for points that were
 * there earlier, so that no two streams ever wait for each other. */
#include "fakeprivate.h"

#include <stdlib.h>
#include <time.h>

struct FakePoint {
  unsigned refs;
  int reached;
  CUstream stream; /* until reached */
  double time;     /* in milliseconds, when reached */
};

/* a call, or a point that is reached here, or one that is waited for */
struct FakeWork {
  FakeWork *next;
  void (*call) (void *data);
  void *data;
  FakePoint *reaches, *waits;
};

struct CUevent_st {
  CUevent next; /* of the context's */
  CUcontext context;
  unsigned flags;
  FakePoint *point;  /* NULL: never recorded */
  unsigned launches; /* before it */
};

static pthread_cond_t progress = PTHREAD_COND_INITIALIZER;

static FakePoint *
ref_point (FakePoint *point)
{
  point->refs++;
  return point;
}

static void
unref_point (FakePoint *point)
{
  if (point && --point->refs == 0)
    free (point);
}

/* --- Queues --- */

static FakeWork *
append (CUstream stream)
{
  FakeWork *work = calloc (1, sizeof *work);

  if (stream->head)
    stream->tail->next = work;
  else
    stream->head = work;
  stream->tail = work;
  return work;
}

static FakePoint *
append_point (CUstream stream)
{
  FakePoint *point = calloc (1, sizeof *point);

  point->stream = stream;
  append (stream)->reaches = ref_point (point);
  return ref_point (point);
}

/* `stream` goes on when `before` has done what it has now. */
static void
append_wait (CUstream stream, CUstream before)
{
  if (before->head)
    append (stream)->waits = append_point (before);
}

/* The default stream waits for all streams that are not non-blocking, and they
 * for it. */
static void
append_default_waits (CUstream stream)
{
  CUstream default_stream = &stream->context->default_stream;
  CUstream s;

  if (stream->flags & CU_STREAM_NON_BLOCKING)
    return;
  if (stream != default_stream) {
    append_wait (stream, default_stream);
    return;
  }
  for (s = stream->context->streams; s; s = s->next)
    if (!(s->flags & CU_STREAM_NON_BLOCKING))
      append_wait (stream, s);
}

static FakePoint *
add_point (CUstream stream)
{
  append_default_waits (stream);
  return append_point (stream);
}

void
fake_stream_add (CUstream stream, void (*call) (void *data), void *data)
{
  FakeWork *work;

  append_default_waits (stream);
  work = append (stream);
  work->call = call;
  work->data = data;
  if (fake_gpu.idle)
    fake_stream_wait (stream);
}

static CUresult reach (FakePoint *point);

static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

/* Does the oldest work of a stream that no one is at. */
static CUresult
advance (CUstream stream)
{
  FakeWork *work = stream->head;
  CUresult result = CUDA_SUCCESS;

  stream->running = 1;
  stream->runner = pthread_self ();
  if (work->call) {
    pthread_mutex_unlock (&fake_lock);
    work->call (work->data);
    pthread_mutex_lock (&fake_lock);
  } else if (work->waits) {
    result = reach (work->waits);
  } else {
    work->reaches->time = now ();
    work->reaches->reached = 1;
  }
  stream->running = 0;
  pthread_cond_broadcast (&progress);
  if (result != CUDA_SUCCESS)
    return result;

  stream->head = work->next;
  unref_point (work->waits);
  unref_point (work->reaches);
  free (work);
  return CUDA_SUCCESS;
}

/* Waits until a point is reached. Work may not wait for its own stream. */
static CUresult
reach (FakePoint *point)
{
  CUresult result = CUDA_SUCCESS;

  while (!point->reached && result == CUDA_SUCCESS) {
    CUstream stream = point->stream;

    if (!stream->running)
      result = advance (stream);
    else if (pthread_equal (stream->runner, pthread_self ()))
      result = CUDA_ERROR_NOT_PERMITTED;
    else
      pthread_cond_wait (&progress, &fake_lock);
  }
  return result;
}

CUresult
fake_stream_wait (CUstream stream)
{
  FakePoint *point = add_point (stream);
  CUresult result = reach (point);

  unref_point (point);
  return result;
}

CUresult
fake_context_wait (CUcontext context)
{
  FakePoint **points = NULL;
  CUresult result = CUDA_SUCCESS;
  size_t i, n = 0;
  CUstream s;
  CUcontext c;

  for (c = fake_contexts; c; c = c->next) {
    if (context && c != context)
      continue;
    for (s = &c->default_stream; s;
         s = s == &c->default_stream ? c->streams : s->next)
      if (s->head) {
        points = realloc (points, (n + 1) * sizeof *points);
        points[n++] = append_point (s);
      }
  }
  for (i = 0; i < n; i++) {
    if (result == CUDA_SUCCESS)
      result = reach (points[i]);
    unref_point (points[i]);
  }
  free (points);
  return result;
}

/* --- Streams --- */

void
fake_stream_init (CUstream stream, CUcontext context, unsigned flags)
{
  stream->context = context;
  stream->flags = flags;
}

CUresult
fake_stream (CUstream handle, CUstream *stream)
{
  CUcontext context;
  CUresult result;
  CUstream s;

  if (handle == NULL || handle == CU_STREAM_LEGACY) {
    fake_gpu.legacy++;
    result = fake_current (&context);
    if (result == CUDA_SUCCESS)
      *stream = &context->default_stream;
    return result;
  }
  if (handle == CU_STREAM_PER_THREAD)
    return CUDA_ERROR_NOT_SUPPORTED;
  for (context = fake_contexts; context; context = context->next)
    for (s = context->streams; s; s = s->next)
      if (s == handle) {
        *stream = s;
        return CUDA_SUCCESS;
      }
  return CUDA_ERROR_INVALID_HANDLE;
}

CUresult
cuStreamCreate (CUstream *stream, unsigned flags)
{
  CUcontext context;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS) {
    *stream = calloc (1, sizeof **stream);
    fake_stream_init (*stream, context, flags);
    (*stream)->next = context->streams;
    context->streams = *stream;
    fake_blocks.streams++;
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuStreamCreateWithPriority (CUstream *stream, unsigned flags, int priority)
{
  return cuStreamCreate (stream, flags);
}

/* A GPU finishes what a destroyed stream has; here that is done at once, with
 * what others, the default stream for one, add in the meantime. */
CUresult
cuStreamDestroy_v2 (CUstream handle)
{
  CUresult result;
  CUstream stream, *s;

  pthread_mutex_lock (&fake_lock);
  result = handle ? fake_stream (handle, &stream) : CUDA_ERROR_INVALID_HANDLE;
  while (result == CUDA_SUCCESS && stream->head)
    result = fake_stream_wait (stream);
  if (result == CUDA_SUCCESS) {
    for (s = &stream->context->streams; *s != stream; s = &(*s)->next)
      ;
    *s = stream->next;
    free (stream);
    fake_blocks.streams--;
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuStreamDestroy (CUstream handle)
{
  return cuStreamDestroy_v2 (handle);
}

CUresult
cuStreamSynchronize (CUstream handle)
{
  CUresult result;
  CUstream stream;

  pthread_mutex_lock (&fake_lock);
  result = fake_stream (handle, &stream);
  if (result == CUDA_SUCCESS) {
    fake_counts.stream_syncs++;
    result = fake_stream_wait (stream);
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuStreamQuery (CUstream handle)
{
  CUresult result;
  CUstream stream;

  pthread_mutex_lock (&fake_lock);
  result = fake_stream (handle, &stream);
  if (result == CUDA_SUCCESS && stream->head)
    result = CUDA_ERROR_NOT_READY;
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuStreamGetCtx (CUstream handle, CUcontext *context)
{
  CUresult result;
  CUstream stream;

  pthread_mutex_lock (&fake_lock);
  result = fake_stream (handle, &stream);
  if (result == CUDA_SUCCESS)
    *context = stream->context;
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuStreamGetFlags (CUstream handle, unsigned *flags)
{
  CUresult result;
  CUstream stream;

  pthread_mutex_lock (&fake_lock);
  result = fake_stream (handle, &stream);
  if (result == CUDA_SUCCESS)
    *flags = stream->flags;
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
fake_driver_stream_add (CUstream handle, void (*work) (void *data), void *data)
{
  CUresult result;
  CUstream stream;

  pthread_mutex_lock (&fake_lock);
  result = fake_stream (handle, &stream);
  if (result == CUDA_SUCCESS)
    fake_stream_add (stream, work, data);
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuLaunchHostFunc (CUstream handle, CUhostFn function, void *data)
{
  return fake_driver_stream_add (handle, function, data);
}

void
fake_driver_finish (void)
{
  pthread_mutex_lock (&fake_lock);
  fake_context_wait (NULL);
  pthread_mutex_unlock (&fake_lock);
}

/* --- Events --- */

static CUresult
check_event (CUevent event)
{
  CUcontext c;
  CUevent e;

  for (c = fake_contexts; c; c = c->next)
    for (e = c->events; e; e = e->next)
      if (e == event)
        return CUDA_SUCCESS;
  return CUDA_ERROR_INVALID_HANDLE;
}

static int
is_reached (CUevent event)
{
  return !event->point || event->point->reached;
}

CUresult
cuEventCreate (CUevent *event, unsigned flags)
{
  CUcontext context;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS) {
    *event = calloc (1, sizeof **event);
    (*event)->context = context;
    (*event)->flags = flags;
    (*event)->next = context->events;
    context->events = *event;
    fake_blocks.events++;
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuEventDestroy_v2 (CUevent event)
{
  CUresult result;
  CUevent *e;

  pthread_mutex_lock (&fake_lock);
  result = check_event (event);
  if (result == CUDA_SUCCESS) {
    for (e = &event->context->events; *e != event; e = &(*e)->next)
      ;
    *e = event->next;
    unref_point (event->point);
    free (event);
    fake_blocks.events--;
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuEventDestroy (CUevent event)
{
  return cuEventDestroy_v2 (event);
}

CUresult
cuEventRecord (CUevent event, CUstream handle)
{
  CUresult result;
  CUstream stream;

  pthread_mutex_lock (&fake_lock);
  result = check_event (event);
  if (result == CUDA_SUCCESS)
    result = fake_stream (handle, &stream);
  if (result == CUDA_SUCCESS && stream->context != event->context)
    result = CUDA_ERROR_INVALID_HANDLE;
  if (result == CUDA_SUCCESS) {
    fake_counts.event_records++;
    unref_point (event->point);
    event->point = add_point (stream);
    event->launches = fake_gpu.launches;
    if (fake_gpu.idle)
      result = reach (event->point);
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

static void
fake_await (CUevent event)
{
  fake_counts.stream_waits++;
  fake_gpu.awaits++;
  fake_gpu.awaited = event->launches;
}

CUresult
cuStreamWaitEvent (CUstream handle, CUevent event, unsigned flags)
{
  CUresult result;
  CUstream stream;

  pthread_mutex_lock (&fake_lock);
  result = check_event (event);
  if (result == CUDA_SUCCESS)
    result = fake_stream (handle, &stream);
  if (result == CUDA_SUCCESS)
    fake_await (event);
  if (result == CUDA_SUCCESS && !is_reached (event)) {
    append_default_waits (stream);
    append (stream)->waits = ref_point (event->point);
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuEventSynchronize (CUevent event)
{
  FakePoint *point;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = check_event (event);
  if (result == CUDA_SUCCESS) {
    fake_counts.event_syncs++;
    if (!is_reached (event)) {
      point = ref_point (event->point);
      result = reach (point);
      unref_point (point);
    }
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuEventQuery (CUevent event)
{
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = check_event (event);
  if (result == CUDA_SUCCESS && !is_reached (event))
    result = CUDA_ERROR_NOT_READY;
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuEventElapsedTime_v2 (float *milliseconds, CUevent start, CUevent end)
{
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = check_event (start);
  if (result == CUDA_SUCCESS)
    result = check_event (end);
  if (result == CUDA_SUCCESS) {
    if (((start->flags | end->flags) & CU_EVENT_DISABLE_TIMING) || !start->point
        || !end->point)
      result = CUDA_ERROR_INVALID_HANDLE;
    else if (!is_reached (start) || !is_reached (end))
      result = CUDA_ERROR_NOT_READY;
    else
      *milliseconds = end->point->time - start->point->time;
  }
  pthread_mutex_unlock (&fake_lock);
  return result;
}

CUresult
cuEventElapsedTime (float *milliseconds, CUevent start, CUevent end)
{
  return cuEventElapsedTime_v2 (milliseconds, start, end);
}

/* --- A context's end --- */

void
fake_streams_lose (CUcontext context)
{
  CUstream stream;
  CUevent event;

  while ((stream = context->streams)) {
    context->streams = stream->next;
    free (stream);
    fake_blocks.streams--;
    fake_blocks.lost++;
  }
  while ((event = context->events)) {
    context->events = event->next;
    unref_point (event->point);
    free (event);
    fake_blocks.events--;
    fake_blocks.lost++;
  }
}
