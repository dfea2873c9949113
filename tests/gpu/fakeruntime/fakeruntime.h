/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* CUDA's runtime without a GPU, over ordinary memory, for the launchers of
 * cuda/: what a GPU would refuse to launch is refused. Work on streams is done
 * at once. Kernels do nothing here, and run on the CPU in ../emulated. */
#pragma once

#include <cuda_runtime_api.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  /* The GPU. */
  gsize shared_block;  /* shared memory of a block, at most */
  gint code;           /* what kernels were compiled for: 75, 80… */
  guint largest_place; /* blocks of a cluster that it has a place for */
  gboolean busy;       /* nothing on a stream is done until somebody waits */
  gsize memory;        /* that can be allocated */
  gboolean integrated, host_tables; /* it has the host's memory */
  guint fails_in; /* 1: the next launch fails, 2: the one behind it; 0: none */
  /* Called once: what another thread does when somebody has just read a
   * kernel's attributes, or is about to set one. */
  void (*interrupt) (void);
  /* Runs a kernel, or NULL. Memory is full of rubbish then. */
  void (*run) (gconstpointer kernel, guint n_blocks, guint n_threads,
      gsize shared, guint cluster, gpointer *arguments);

  /* What happened. */
  guint launches, refused;
  guint overlapping; /* launches that may start before the one in front ends */
  guint cluster;     /* blocks of the last launch's */
  guint graphs;      /* made */
  guint undone;      /* launches behind the last event that somebody waited for,
                      * where it is busy */
  guint awaits;      /* streams that were told to wait for an event */
  guint awaited;     /* launches before the last of these events */
  guint legacy; /* calls that others' streams wait for, or they for others' */
  guint waits;  /* memory allocated or freed, which waits for the GPU */
  gsize allocated;
} FakeRuntime;

extern FakeRuntime fake_runtime;

/* A GPU with room for everything, where nothing has happened. What is known of
 * kernels is forgotten. */
void fake_runtime_reset (void);
/* Shared memory that a kernel's variables take. */
void fake_runtime_set_variables (gconstpointer kernel, gsize bytes);
guint fake_runtime_get_launches (gconstpointer kernel);

G_END_DECLS
