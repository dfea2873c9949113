/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times noise reduction over time: see kernelbench.h.
 *
 *   bench_denoise > figures.json
 *   bench_denoise --once           every kernel once, for a profiler
 *
 * Figures are of frames in the middle of a stream, and beside the copy kernel
 * ("of_peer") as if that moved as many bytes: what is bound by memory comes
 * close to 1. A picture of 3840x3240 has as many samples as one of 3840x2160 in
 * NV12. COMPENSATED has a still picture, and one that moves by quarters of a
 * sample from frame to frame, with other noise in each ("streamed" alone: that
 * goes from one to the next). */
#include "kernelbench.h"

#include <math.h>
#include <string.h>

typedef struct {
  CfFilter *filter;
  gint future;
} Stream;

typedef struct {
  const gchar *name;
  CfDenoiseMethod method; /* RECURSIVE and COMPENSATED are of one kind */
  gint past, future, window;
  gint sigma, spatial; /* of these */
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
};

/* Waves along rows and columns that move by 3 1/4 and 1 3/4 samples a picture,
 * and noise of about 10 steps. */
static void
fill_moving (Bench *b)
{
  enum { WAVE = 1 << 14, NOISE = 1 << 16 };
  guint16 *wave = g_new (guint16, WAVE);
  gint16 *noise = g_new (gint16, NOISE);
  guint8 *data = g_malloc (b->size);
  GRand *random = g_rand_new_with_seed (b->width);
  const gint down = 8 * b->bytes - b->bits, step = 1 << (b->bits - 8);
  guint i;
  gint k, x, y;

  for (k = 0; k < WAVE; k++)
    wave[k] = step
              * (60 + 30 * sin (k * 2 * G_PI * 97 / WAVE)
                  + 20 * sin (k * 2 * G_PI * 331 / WAVE));
  for (k = 0; k < NOISE; k++)
    noise[k] = step * g_rand_int_range (random, -17, 18);
  for (i = 0; i < b->n; i++) {
    CfPlane p = picture_plane (b, data, 0);
    const guint first = g_rand_int (random);

    memset (data, 0, b->size);
    for (y = 0; y < b->height; y++) {
      const gint of_row = wave[(4 * y + 7 * i) % WAVE];
      const guint at = first + y * 40503u;
      guint8 *row = p.data + y * p.stride;

      for (x = 0; x < b->width; x++) {
        const gint v =
            wave[(4 * x + 13 * i) % WAVE] + of_row + noise[(at + x) % NOISE];

        if (b->bytes == 1)
          row[x] = CLAMP (v, 0, 255);
        else
          ((guint16 *)row)[x] = CLAMP (v, 0, (1 << b->bits) - 1) << down;
      }
    }
    check (cudaMemcpy (
               b->src + i * b->size, data, b->size, cudaMemcpyHostToDevice),
        "upload");
  }
  b->picture = "moving";
  g_rand_free (random);
  g_free (data);
  g_free (noise);
  g_free (wave);
}

/* A frame comes, and one goes. */
static gboolean
run_frame (Bench *b, guint i, gpointer data)
{
  const Stream *s = data;
  CfPlane src = picture_plane (b, b->src, i),
          dst = picture_plane (b, b->dst, i);

  if (s->future == 0)
    return cf_filter_run (s->filter, b->stream, &src, &dst, NULL);
  return cf_filter_push (s->filter, b->stream, &src, NULL)
         && cf_filter_run (s->filter, b->stream, NULL, &dst, NULL);
}

/* The history is full, and frames are ahead. */
static void
begin_stream (Bench *b, const Stream *s)
{
  CfPlane src = picture_plane (b, b->src, 0);
  gint k;

  for (k = 0; k < s->future; k++)
    if (!cf_filter_push (s->filter, b->stream, &src, NULL))
      die ("a launch failed", NULL);
  for (k = 0; k <= CF_DENOISE_FRAMES_MAX; k++)
    if (!run_frame (b, k % b->n, (gpointer)s))
      die ("a launch failed", NULL);
}

static void
bench_figure (Bench *b, const Figure *f, const BenchFigure *copy)
{
  const gboolean is_recursive =
      f->method == CF_DENOISE_RECURSIVE || f->method == CF_DENOISE_COMPENSATED;
  const CfFilterParams params = { .op = CF_OP_DENOISE,
    .denoise = { .method = f->method,
        .past = f->past,
        .future = f->future,
        .window = f->window,
        .sigma = is_recursive ? f->sigma : 10 * 256,
        .strength = 256,
        .chroma_strength = 256,
        .spatial = f->spatial } };
  const gboolean kept_first = f->future > 0 || f->window > 1;
  const Stream s = { filter_new (b, &params, NULL), f->future };

  begin_stream (b, &s);
  /* all frames are read; the result is written, and what is kept */
  b->moved = f->past + f->future + 1 + 2 + kept_first;
  if (is_recursive) /* with results of 2 bytes, and counts of 1 */
    b->moved = b->bytes == 1 ? 8 : 5;
  b->peer = (BenchFigure){ copy->cached_us * b->moved / 2,
    copy->streamed_us * b->moved / 2 };
  bench (
      b, f->name, f->window > 1 ? f->window : 0, run_frame, (gpointer)&s, TRUE);
  b->moved = 0;
  b->peer = (BenchFigure){ 0 };
  cf_filter_free (s.filter);
}

static void
bench_format (Bench *b)
{
  const CfFilterParams params = { .op = CF_OP_COPY };
  BenchFigure copy;
  guint i;

  fill_pictures (b, TRUE);
  b->moved = 2;
  bench_filter (b, "copy", 0, &params);
  b->moved = 0;
  copy = b->last;
  for (i = 0; i < G_N_ELEMENTS (figures); i++)
    bench_figure (b, &figures[i], &copy);
  for (i = 0; i < G_N_ELEMENTS (compensated); i++)
    bench_figure (b, &compensated[i], &copy);
  fill_moving (b);
  for (i = 0; i < G_N_ELEMENTS (compensated); i++)
    bench_figure (b, &compensated[i], &copy);
}

int
main (int argc, char **argv)
{
  static const BenchFormat formats[] = { { 3840, 2160, 8 }, { 3840, 2160, 16 },
    { 1920, 1080, 8 }, { 1920, 1080, 16 }, { 3840, 3240, 8 },
    { 3840, 3240, 16 } };
  const gboolean only_once = argc > 1 && strcmp (argv[1], "--once") == 0;

  if (only_once)
    bench_once ();
  return bench_main (
      formats, only_once ? 2 : G_N_ELEMENTS (formats), bench_format);
}
