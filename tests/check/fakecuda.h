/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A device of the CUDA type on any machine: the CPU's arithmetic, but memory of
 * its own, work that is done only when somebody waits for it, and faults at
 * will. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  /* Faults. A count n lets the n-th call from now lose the device, which then
   * fails in all it is asked until it is opened again; 0 is never. */
  guint lose_at_run;
  guint lose_at_push;
  guint lose_at_upload;
  guint lose_at_download;
  guint lose_at_synchronize;
  guint lose_at_event;
  gboolean no_device;
  gboolean no_device_memory;
  gboolean no_host_memory;
  gboolean no_filter; /* nor contours */
  gint max_filters;   /* that there is memory for; 0: any number */
  gboolean no_register;

  /* Who opens a device calls the first before it does, who waits for work the
   * second, and who page-locks memory the third; NULL: nothing. Others can go
   * on meanwhile. Set them atomically. */
  void (*before_open) (void);
  void (*before_wait) (void);
  void (*before_register) (void);

  /* What happened since install. */
  guint opened;
  guint runs;          /* of filters and contours */
  guint pushes, reset; /* of filters with a history */
  guint fills;         /* of planes */
  guint transfers;
  guint pageable_transfers; /* from or to memory that is not page-locked */
  guint registrations;
  guint host_allocations;
  guint prepared;   /* filters and contours */
  guint holes;      /* times that a filter was told of holes */
  guint violations; /* host memory where the device's must be, or
                     * the other way round; or something was freed
                     * that work was still to use */

  /* What exists. */
  gint devices, streams, events, filters, snakes, device_blocks, host_blocks,
      registered;
} FakeCuda;

extern FakeCuda fake_cuda;

/* From now on the engine opens this device for CF_BACKEND_CUDA. */
void fake_cuda_install (void);
/* Fails the test where something is left, or memory was mixed up. */
void fake_cuda_uninstall (void);

/* Runs of filters that are not done yet: all that nobody has waited for. */
guint fake_cuda_count_undone (void);

G_END_DECLS
