/* Times noise reduction over time: see kernelbench.h.
 *
 *   bench_denoise > figures.json
 *   bench_denoise --once           every kernel once, for a profiler
 *
 * Figures are of frames in the middle of a stream, and beside the copy kernel
 * ("of_peer") as if that moved as many bytes: what is bound by memory comes
 * close to 1. A picture of 3840x3240 has as many samples as one of 3840x2160 in
 * NV12. */
#include "kernelbench.h"

#include <string.h>

typedef struct {
  CfFilter *filter;
  gint future;
} Stream;

typedef struct {
  const gchar *name;
  CfDenoiseMethod method;
  gint past, future, window;
  gint sigma, spatial; /* RECURSIVE */
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
  const gboolean is_recursive = f->method == CF_DENOISE_RECURSIVE;
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
