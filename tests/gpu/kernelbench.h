/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times CUDA kernels alone and prints the figures as JSON: what the benchmarks
 * of all operations share. Pixels are samples where a picture has several
 * channels.
 *
 * A figure is the median of several measurements, each of many launches
 * between two CUDA events, replayed from a graph so that launching costs
 * nothing (NPP refuses to be captured; its kernels take far longer than a
 * launch). "cached" runs on one pair of pictures, which stays in the L2 cache
 * where it fits; "streamed" goes round enough pictures to be far larger.
 * Pictures are random, or smooth: a ramp with some noise. */
#pragma once

/* the toolkit has another of this name */
#include "cuda/inpaint/cufft.h"
#include "engine/core/cffilter.h"
#include "cuda/core/method.h"

#include <cuda_runtime_api.h>

G_BEGIN_DECLS

typedef struct {
  gdouble cached_us, streamed_us;
} BenchFigure;

typedef struct {
  gint width, height, channels, bits, bytes;
  gsize stride, size;
  guint n;              /* pairs of pictures */
  guint8 *src, *dst;    /* n pictures one behind the other */
  const gchar *picture; /* "random" or "smooth" */
  CfStream *stream;
  CfDevice *device;
  BenchFigure last; /* of bench() */
  BenchFigure peer; /* where not 0, figures say how fast they are beside it */
  guint moved; /* where not 0, pictures that are read and written: figures say
                * how many bytes that is */
} Bench;

/* Enqueues one filtering of pair i. */
typedef gboolean (*Run) (Bench *b, guint i, gpointer data);

/* Prints what is wrong and ends the program. */
void die (const gchar *what, const GError *error) G_GNUC_NORETURN;
void check (cudaError_t result, const gchar *what);
void check_fft (int result);

/* Of n values, the upper one of an even number; sorts them. */
gdouble median_of (gdouble *values, gsize n);

cudaStream_t cuda_stream (const Bench *b);
/* The first sample of a picture, of b->src or b->dst; others lie around. */
guint8 *picture_data (const Bench *b, guint8 *pictures, guint i);
CfPlane picture_plane (const Bench *b, guint8 *pictures, guint i);

/* A Run of a CfFilter. */
gboolean run_filter (Bench *b, guint i, gpointer filter);
/* A filter for the pictures, by `make`, or by the backend's choice where that
 * is NULL. */
CfFilter *filter_new (
    Bench *b, const CfFilterParams *params, CfCudaFilterNew make);
/* The same without a filter behind it. */
CfFilter filter_describe (Bench *b, const CfFilterParams *params);

/* The median of a square window, once, with the replicate border. */
CfFilterParams median_params (gint size);

/* Prints a figure; NPP's functions cannot be `captured` in a graph. With
 * bench_once() it only runs. */
void bench (Bench *b, const gchar *name, gint size, Run run, gpointer data,
    gboolean captured);
/* Milliseconds of a Run, of pair 0 or of all in turn; and a record's begin, up
 * to the comma behind the picture's height: what bench() is made of. */
gdouble bench_time (
    Bench *b, Run run, gpointer data, gboolean captured, gboolean streamed);
void bench_begin_record (const Bench *b, const gchar *name, gint size);
/* bench() of a filter, which is freed. */
void bench_filter (
    Bench *b, const gchar *name, gint size, const CfFilterParams *params);
void bench_once (void);
/* Whether both give the same, less what the border reaches: else bench_main()
 * fails in the end. */
void agree (Bench *b, gint size, const gchar *name, Run ours, gpointer our_data,
    Run theirs, gpointer their_data);

void fill_pictures (Bench *b, gboolean smooth);

typedef struct {
  gint width, height, bits;
} BenchFormat;

/* 3840x2160 and 1920x1080, of 8 and 16 bits each, and 2048x2048 of 8 bits, the
 * thesis's. */
extern const BenchFormat bench_formats[5];

/* Calls `each` for pictures of the formats; the program's exit status. */
int bench_main (
    const BenchFormat *formats, guint n_formats, void (*each) (Bench *b));

G_END_DECLS
