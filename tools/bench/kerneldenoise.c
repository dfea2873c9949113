/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noise reduction over time, in the middle of a stream. On a GPU beside the
 * copy kernel ("of_peer") as if that moved as many bytes: what is bound by
 * memory comes close to 1. COMPENSATED has a still picture, and one that moves
 * ("streamed" alone: that goes from one to the next). */
#include "kernels.h"

#include "kernelpictures.h"

typedef struct {
  CfFilter *filter;
  gint future;
} Stream;

typedef struct {
  const gchar *name;
  CfDenoiseMethod method; /* RECURSIVE and COMPENSATED are of one kind */
  gint past, future, window;
  gint sigma, spatial; /* of these */
  CfDenoiseQuality quality;
} Figure;

static const Figure figures[] = {
  { "average of 3 frames", CF_DENOISE_AVERAGE, 2, 0, 1 },
  { "average of 5 frames", CF_DENOISE_AVERAGE, 4, 0, 1 },
  { "average of 9 frames", CF_DENOISE_AVERAGE, 8, 0, 1 },
  { "average of 5 frames, 2 ahead", CF_DENOISE_AVERAGE, 2, 2, 1 },
  { "average of 9 frames, 4 ahead", CF_DENOISE_AVERAGE, 4, 4, 1 },
  { "median of 3 frames", CF_DENOISE_MEDIAN, 2, 0, 1 },
  { "median of 5 frames", CF_DENOISE_MEDIAN, 4, 0, 1 },
  { "median of 7 frames", CF_DENOISE_MEDIAN, 6, 0, 1 },
  { "median of 5 frames, 2 ahead", CF_DENOISE_MEDIAN, 2, 2, 1 },
  { "median of 3 frames", CF_DENOISE_MEDIAN, 2, 0, 3 },
  { "median of 5 frames", CF_DENOISE_MEDIAN, 4, 0, 3 },
  { "median of 7 frames", CF_DENOISE_MEDIAN, 6, 0, 3 },
  { "recursive", CF_DENOISE_RECURSIVE, 8, 0, 1, 10 * 256, 0 },
  { "recursive, and in space", CF_DENOISE_RECURSIVE, 8, 0, 1, 10 * 256, 256 },
  { "recursive, and in space, sigma estimated", CF_DENOISE_RECURSIVE, 8, 0, 1,
      -1, 256 },
};

static const Figure compensated[] = {
  { "compensated, 2 past frames", CF_DENOISE_COMPENSATED, 2, 0, 1, 10 * 256,
      256 },
  { "compensated, sigma estimated", CF_DENOISE_COMPENSATED, 8, 0, 1, -1, 256 },
  { "compensated, sigma estimated, quality high", CF_DENOISE_COMPENSATED, 8, 0,
      1, -1, 256, CF_DENOISE_HIGH },
  { "compensated, sigma estimated, quality best", CF_DENOISE_COMPENSATED, 8, 0,
      1, -1, 256, CF_DENOISE_BEST },
  { "compensated, sigma estimated, quality high, 1 ahead",
      CF_DENOISE_COMPENSATED, 8, 1, 1, -1, 256, CF_DENOISE_HIGH },
};

/* A frame comes, and one goes. */
static gboolean
run_frame (KernelBench *b, guint i, gpointer data)
{
  const Stream *s = data;
  const CfPlane src = kernel_picture_plane (b, b->src, i),
                dst = kernel_picture_plane (b, b->dst, i);

  if (s->future == 0)
    return cf_filter_run (s->filter, b->stream, &src, &dst, &b->error);
  return cf_filter_push (s->filter, b->stream, &src, &b->error)
         && cf_filter_run (s->filter, b->stream, NULL, &dst, &b->error);
}

/* The history is full, and frames are ahead. */
static void
begin_stream (KernelBench *b, Stream *s)
{
  const CfPlane src = kernel_picture_plane (b, b->src, 0);
  gint k;

  for (k = 0; k < s->future; k++)
    if (!cf_filter_push (s->filter, b->stream, &src, &b->error))
      kernel_die ("a frame cannot be pushed", b->error);
  for (k = 0; k <= CF_DENOISE_FRAMES_MAX; k++)
    if (!run_frame (b, k % b->n, s))
      kernel_die ("a filter cannot be run", b->error);
}

static void
bench_figure (KernelBench *b, const Figure *f, const KernelTime *copy)
{
  const gboolean is_recursive =
      f->method == CF_DENOISE_RECURSIVE || f->method == CF_DENOISE_COMPENSATED;
  const CfFilterParams params = { .op = CF_OP_DENOISE,
    .denoise = { .method = f->method,
        .quality = f->quality,
        .past = f->past,
        .future = f->future,
        .window = f->window,
        .sigma = is_recursive ? f->sigma : 10 * 256,
        .strength = 256,
        .chroma_strength = 256,
        .spatial = f->spatial } };
  const gboolean kept_first = f->future > 0 || f->window > 1;
  Stream s = { kernel_filter_new (b, &params), f->future };

  begin_stream (b, &s);
  /* all frames are read; the result is written, and what is kept */
  b->moved = f->past + f->future + 1 + 2 + kept_first;
  if (is_recursive) /* with results of 2 bytes, and counts of 1 */
    b->moved = b->bytes == 1 ? 8 : 5;
  b->peer = (KernelTime){ copy->cached_us * b->moved / 2,
    copy->streamed_us * b->moved / 2 };
  kernel_bench (
      b, f->name, f->window > 1 ? f->window : 0, run_frame, &s, FALSE);
  b->moved = 0;
  b->peer = (KernelTime){ 0 };
  cf_filter_free (s.filter);
}

void
kernels_denoise (KernelBench *b)
{
  KernelTime copy;
  guint i;

  kernel_pictures_fill (b, KERNEL_SMOOTH);
  b->moved = 2;
  b->last = (KernelTime){ 0 };
  kernel_bench_copy (b);
  b->moved = 0;
  copy = b->last;
  for (i = 0; i < G_N_ELEMENTS (figures); i++)
    bench_figure (b, &figures[i], &copy);
  for (i = 0; i < G_N_ELEMENTS (compensated); i++)
    bench_figure (b, &compensated[i], &copy);
  if (b->is_gpu) {
    kernel_pictures_fill (b, KERNEL_MOVING);
    for (i = 0; i < G_N_ELEMENTS (compensated); i++)
      bench_figure (b, &compensated[i], &copy);
  }
}
