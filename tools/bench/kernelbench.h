/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters alone, on pictures in the device's memory: what the benchmarks of all
 * operations share. Pixels are samples where a picture has several channels.
 *
 * On a GPU a figure is the median of several measurements, each of many
 * launches between two events, replayed from a graph so that launching costs
 * nothing. "cached" runs on one pair of pictures, which stays in the L2 cache
 * where it fits; "streamed" goes round enough pictures to be far larger. On the
 * CPU it is the median of single runs, a rival's between ours. */
#pragma once

#include "engine/core/cffilter.h"
#include "opencvpeer.h"

G_BEGIN_DECLS

typedef struct {
  gint width, height;
} KernelSize;

typedef struct {
  CfBackendType type;
  guint device;  /* of CUDA */
  guint threads; /* of the CPU; 0: one a processor */
  gint repeats;  /* measurements of a figure */
  gchar **peers; /* files of modules with others' filters, or NULL */
  gchar **names; /* patterns of operations; NULL: all but those that are
                  * asked for by name */
  const KernelSize *sizes; /* in place of the operations' own */
  guint n_sizes;           /* 0: those */
  gboolean once;           /* measure nothing, run each kernel once */
  gboolean list;           /* name the operations, and end */
  const gchar *json, *command;
} KernelOptions;

typedef struct _KernelBench KernelBench;

/* Enqueues one filtering of pair i. */
typedef gboolean (*KernelRun) (KernelBench *b, guint i, gpointer data);

typedef struct {
  gdouble cached_us, streamed_us;
} KernelTime;

struct _KernelBench {
  const KernelOptions *options;
  CfDevice *device;
  CfStream *stream;
  CfEvent *begin, *end; /* of a measurement */
  gboolean is_gpu;
  const OpenCVPeer *opencv; /* or NULL */
  gpointer npp;             /* a module as npppeer.h says, or NULL */
  GString *json;            /* the records so far */
  gboolean failed;          /* results that must be the same are not */
  GError *error;            /* why a KernelRun returned FALSE, or NULL */

  gint width, height, channels, bits, bytes;
  gint margin; /* samples around a picture: NPP reads them */
  gsize stride, size;
  guint n;              /* pairs of pictures */
  guint8 *src, *dst;    /* n pictures one behind the other; NULL: none yet */
  const gchar *picture; /* what they show */

  /* of the figures that come */
  KernelTime peer; /* where not 0, they say how fast they are beside it */
  guint moved; /* where not 0, pictures that are read and written: they say how
                * many bytes that is */
  KernelRun rival; /* the CPU's, by OpenCV, or NULL */
  gpointer rival_data;
  const gchar *rival_name; /* for people, or NULL */
  const gchar *fields;     /* further ones of JSON, or NULL */

  KernelTime last; /* of kernel_bench() */
};

typedef struct {
  gint width, height, bits;
} KernelFormat;

typedef struct {
  const gchar *name;
  /* Of what is measured on a GPU. On the CPU, and once, the first size's. */
  const KernelFormat *formats;
  guint n_formats;
  void (*measure) (KernelBench *b);
  gboolean by_name; /* left out where nobody names it */
} KernelOperation;

/* Measures those that the options name, prints the figures, and writes them
 * where the options say. FALSE: says why. */
gboolean kernel_bench_run (const KernelOptions *options,
    const KernelOperation *operations, guint n_operations);

/* Prints what is wrong and ends the program. */
void kernel_die (const gchar *what, const GError *error) G_GNUC_NORETURN;

/* The first sample of a picture, of b->src or b->dst; others lie around. */
guint8 *kernel_picture_data (const KernelBench *b, guint8 *pictures, guint i);
CfPlane kernel_picture_plane (const KernelBench *b, guint8 *pictures, guint i);

CfFilter *kernel_filter_new (KernelBench *b, const CfFilterParams *params);
/* A KernelRun of a CfFilter. */
gboolean kernel_filter_run (KernelBench *b, guint i, gpointer filter);

/* Writes a figure. NPP's functions cannot be `captured` in a graph, nor can
 * filters with a history, which wait for their last run. */
void kernel_bench (KernelBench *b, const gchar *name, gint size, KernelRun run,
    gpointer data, gboolean captured);
/* The same of a filter with these parameters. */
void kernel_bench_filter (
    KernelBench *b, const gchar *name, gint size, const CfFilterParams *params);

/* What it is made of: microseconds of a run, the median of measurements of so
 * many launches over the first n pairs; with options->once it only runs, and
 * gives 0. */
gdouble kernel_bench_time (KernelBench *b, KernelRun run, gpointer data,
    gboolean captured, guint n_pairs, guint launches);
/* Begins a record in b->json, for json_add_named_number(); ends it, and says
 * for people what it holds. */
void kernel_bench_begin (KernelBench *b, const gchar *name, gint size);
void kernel_bench_end (KernelBench *b, const gchar *name, gint size,
    const gchar *format, ...) G_GNUC_PRINTF (4, 5);

/* Whether both give the same, less what the border reaches: else
 * kernel_bench_run() fails in the end. */
void kernel_bench_agree (KernelBench *b, gint size, const gchar *name,
    KernelRun ours, gpointer our_data, KernelRun theirs, gpointer their_data);

/* Of n values, the upper one of an even number; sorts them. */
gdouble kernel_median_of (gdouble *values, gsize n);

G_END_DECLS
