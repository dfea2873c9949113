/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the parts of the fake driver know of each other. All of it is used with
 * the lock held. */
#pragma once

#include <pthread.h>
#include <stddef.h>

/* the prototypes of every version of a function */
#define __CUDA_API_VERSION_INTERNAL
#include "fakedriver.h"

typedef struct FakeWork FakeWork;
typedef struct FakePoint FakePoint;

struct CUstream_st {
  CUstream next; /* of the context's */
  CUcontext context;
  unsigned flags;
  FakeWork *head, *tail; /* undone; the head may be running */
  int running;
  pthread_t runner;
};

struct CUctx_st {
  CUcontext next;
  CUdevice device;
  struct CUstream_st default_stream;
  CUstream streams;
  CUevent events;
};

extern pthread_mutex_t fake_lock;
extern FakeDriverCounts fake_counts;
extern FakeDriverBlocks fake_blocks;

/* The calling thread's context, or why there is none. */
CUresult fake_current (CUcontext *context);

/* The stream behind a handle, for which the default one's may need a current
 * context. */
CUresult fake_stream (CUstream handle, CUstream *stream);

void fake_stream_init (CUstream stream, CUcontext context, unsigned flags);

/* Adds work, which frees its data. */
void fake_stream_add (CUstream stream, void (*work) (void *data), void *data);

/* These wait for what there is now, and let go of the lock meanwhile. */
CUresult fake_stream_wait (CUstream stream);
CUresult fake_context_wait (CUcontext context); /* NULL: all contexts */

extern CUcontext fake_contexts;

/* These count what they free as lost. */
void fake_streams_lose (CUcontext context);
void fake_memory_lose (CUcontext context);
