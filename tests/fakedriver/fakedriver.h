/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests may ask of the fake NVIDIA driver, beside CUDA's driver
 * interface: it is a libcuda.so.1 without a GPU, over ordinary memory.
 *
 * Work on a stream stays undone until a call of CUDA's waits for it, or for
 * something that is ordered behind it. Where FAKE_CUDA_DEVICES is set, it is
 * the number of devices, else there is one. Kernels do nothing, unless
 * fake_gpu.run runs them; what a GPU would refuse to launch is refused. */
#pragma once

#include <cuda.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What there is at the moment. */
typedef struct {
  unsigned device_blocks;
  unsigned host_blocks; /* page-locked; registered ones too */
  unsigned contexts;
  unsigned pushed; /* contexts on the stacks of all threads */
  unsigned streams;
  unsigned events;
  unsigned lost; /* blocks, streams and events of destroyed contexts */
} FakeDriverBlocks;

/* What has been called since the start. */
typedef struct {
  unsigned stream_syncs;
  unsigned event_syncs;
  unsigned event_records;
  unsigned stream_waits; /* of a stream for an event */
  unsigned context_syncs;
  unsigned free_syncs;      /* memory freed: waits for its context's work */
  unsigned copy_syncs;      /* copies that returned when they were done */
  unsigned pageable_copies; /* copies with host memory that no one locked */
  unsigned host_to_device;  /* copies */
  unsigned device_to_host;
  unsigned device_to_device;
} FakeDriverCounts;

/* What cuGraphicsEGLRegisterImage() takes. */
typedef struct {
  void *planes[3]; /* device memory */
  unsigned n_planes, pitch;
  int blocks;          /* its samples are not in rows */
  unsigned registered; /* so often now */
} FakeEglImage;

/* Adds work to a stream, which may be the current context's default one. It is
 * done without the driver's lock held, by the thread that waits. */
CUresult fake_driver_stream_add (
    CUstream stream, void (*work) (void *data), void *data);

/* Does all the work there is, as a GPU does in time; it counts as no wait. */
void fake_driver_finish (void);

/* Is this range inside one block of device memory? */
int fake_driver_owns (const void *p, size_t size);
/* Of page-locked memory? */
int fake_driver_locked (const void *p, size_t size);

FakeDriverBlocks fake_driver_blocks (void);
FakeDriverCounts fake_driver_counts (void);

/* The devices, which are alike, and what launchers did with them. */
typedef struct {
  size_t shared_block;         /* shared memory of a block, at most */
  int version;                 /* CUDA's that the driver supports */
  int no_code;                 /* libraries hold none for it */
  int code;                    /* what kernels were compiled for: 75, 80… */
  unsigned largest_place;      /* blocks of a cluster that it has a place for */
  int idle;                    /* work is done when it is added */
  unsigned char rubbish;       /* what memory is full of */
  size_t memory;               /* that can be allocated */
  int integrated, host_tables; /* it has the host's memory */
  unsigned
      fails_in; /* 1: the next launch fails, 2: the one behind it; 0: none */
  /* Called once: what another thread does when somebody has just read a
   * kernel's attributes, or is about to set one. */
  void (*interrupt) (void);
  /* Runs a kernel, of this name; it is done at once then. */
  void (*run) (const char *kernel, unsigned n_blocks, unsigned n_threads,
      size_t shared, unsigned cluster, void **arguments);

  unsigned launches, refused;
  unsigned
      overlapping;  /* launches that may start before the one in front ends */
  unsigned cluster; /* blocks of the last launch's */
  unsigned graphs;  /* made */
  unsigned undone;  /* launches */
  unsigned awaits;  /* streams that were told to wait for an event */
  unsigned awaited; /* launches before the last of these events */
  unsigned
      legacy;     /* calls that others' streams wait for, or they for others' */
  unsigned waits; /* memory allocated or freed, which waits for the GPU */
  size_t allocated; /* device memory */
} FakeGpu;

extern FakeGpu fake_gpu;

/* Idle GPUs with room for everything, of compute capability 9.0, where nothing
 * has happened. What is known of kernels is forgotten. */
void fake_gpu_reset (void);
/* Shared memory that a kernel's variables take. */
void fake_gpu_set_variables (const char *kernel, size_t bytes);
unsigned fake_gpu_get_launches (const char *kernel);

#ifdef __cplusplus
}
#endif
