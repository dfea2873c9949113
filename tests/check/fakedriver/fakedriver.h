/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests may ask of the fake NVIDIA driver, beside CUDA's driver
 * interface: it is a libcuda.so.1 without a GPU, over ordinary memory.
 *
 * Work on a stream stays undone until a call of CUDA's waits for it, or for
 * something that is ordered behind it. Where FAKE_CUDA_DEVICES is set, it is
 * the number of devices, else there is one. */
#pragma once

#include <cuda.h>

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
