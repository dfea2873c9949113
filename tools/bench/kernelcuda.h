/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What benchmarks of filters need of CUDA itself, beside the engine: graphs,
 * and cuFFT's and NPP's work on the engine's streams. */
#pragma once

#include "kernelbench.h"

G_BEGIN_DECLS

typedef struct _KernelGraph KernelGraph;
typedef struct _KernelPair KernelPair;

#ifdef HAVE_CUDA

/* What is enqueued in between becomes a graph. */
void kernel_graph_begin (KernelBench *b);
KernelGraph *kernel_graph_end (KernelBench *b);
void kernel_graph_launch (KernelBench *b, KernelGraph *graph);
void kernel_graph_free (KernelGraph *graph);

/* Loads cuFFT once a process. FALSE, and says why: it is not here. */
gboolean kernel_pair_load (void);
/* A pair of cuFFT's transforms of as many samples as a picture has, R2C and
 * C2R, the inverse in its own place or in another. */
KernelPair *kernel_pair_new (KernelBench *b, gboolean in_place);
void kernel_pair_free (KernelPair *pair);
/* A KernelRun */
gboolean kernel_pair_run (KernelBench *b, guint i, gpointer pair);

/* Figures of NPP's filter for the same parameters, where it has one and b->npp
 * is there; medians must agree with `ours`. */
void kernel_npp_bench (KernelBench *b, const gchar *name, gint size,
    const CfFilterParams *params, CfFilter *ours);

#else /* then there is no GPU, and nobody calls them */

#define kernel_graph_begin(b) ((void)0)
#define kernel_graph_end(b) NULL
#define kernel_graph_launch(b, graph) ((void)0)
#define kernel_graph_free(graph) ((void)0)
#define kernel_pair_load() FALSE
#define kernel_pair_new(b, in_place) NULL
#define kernel_pair_free(pair) ((void)0)
#define kernel_pair_run ((KernelRun)NULL)
#define kernel_npp_bench(b, name, size, params, ours) ((void)(params))

#endif

G_END_DECLS
