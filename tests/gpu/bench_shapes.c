/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times the median by counting with each tile that --tune tries, one picture
 * after another and on four streams at once, as elements have it: see
 * kernelbench.h.
 *
 *   bench_shapes [BITS [SIZE,... [PICTURE...]]]
 *
 * BITS are 8 to 16, default 8; SIZEs, of windows, odd, default 21,37,61,101.
 *
 * Prints JSON, in microseconds a picture. Pictures are PNG or PGM files,
 * mirrored until they fill the frame, and random ones, smooth ones too where no
 * file is named. All tiles must give what the one that is chosen gives. */
#include "kernelbench.h"
#include "cuda/core/choices.h"
#include "cuda/core/cudabackend.h"
#include "cuda/rank/rank.h"

#include <grey.h>
#include <stdio.h>
#include <stdlib.h>

#define N_STREAMS 4
#define PICTURES 8 /* of a measurement; the streams meet before and after */

/* A filter for each stream. */
typedef struct {
  CfFilter *filters[N_STREAMS];
  CfStream *streams[N_STREAMS];
  cudaEvent_t begin, ends[N_STREAMS];
} Together;

static gchar **sizes; /* odd numbers */
static const BenchFormat frames[] = { { 640, 480 }, { 1920, 1080 },
  { 3840, 2160 } };

static GreyPicture *pictures;
static gchar **names;
static guint n_pictures;

static cudaStream_t
stream_of (const Together *t, guint k)
{
  return ((CfCudaStream *)t->streams[k])->stream;
}

/* All pictures, dealt out to the first streams. */
static gboolean
run_on (Bench *b, Together *t, guint n_streams)
{
  guint k;

  for (k = 0; k < PICTURES; k++) {
    CfPlane src = picture_plane (b, b->src, k % b->n),
            dst = picture_plane (b, b->dst, k % b->n);

    if (!cf_filter_run (t->filters[k % n_streams], t->streams[k % n_streams],
            &src, &dst, NULL))
      return FALSE;
  }
  return TRUE;
}

static gboolean
run_alone (Bench *b, guint i G_GNUC_UNUSED, gpointer data)
{
  return run_on (b, data, 1);
}

/* The streams' work lies between two points of the first, whose graph captures
 * it. */
static gboolean
run_together (Bench *b, guint i G_GNUC_UNUSED, gpointer data)
{
  Together *t = data;
  guint k;

  check (cudaEventRecord (t->begin, cuda_stream (b)), "event");
  for (k = 1; k < N_STREAMS; k++)
    check (cudaStreamWaitEvent (stream_of (t, k), t->begin, 0), "wait");
  if (!run_on (b, t, N_STREAMS))
    return FALSE;
  for (k = 1; k < N_STREAMS; k++) {
    check (cudaEventRecord (t->ends[k], stream_of (t, k)), "event");
    check (cudaStreamWaitEvent (cuda_stream (b), t->ends[k], 0), "wait");
  }
  return TRUE;
}

/* Mirrored until it fills the frame; below its own bits are random ones. */
static guint
sample_of (const GreyPicture *p, const Bench *b, gint x, gint y, guint noise)
{
  gint column = x % (2 * p->width), row = y % (2 * p->height);
  guint value;

  column = column < p->width ? column : 2 * p->width - 1 - column;
  row = row < p->height ? row : 2 * p->height - 1 - row;
  value = grey_picture_at (p, column, row) << (16 - p->bits);
  value |= noise & ((1 << (16 - p->bits)) - 1);
  return value >> (16 - b->bits);
}

/* Each pair's picture begins at another row. */
static void
fill_frame (Bench *b, const GreyPicture *picture, GRand *random)
{
  guint8 *data = g_malloc0 (b->size);
  guint i;
  gint x, y;

  for (i = 0; i < MIN (b->n, PICTURES); i++) {
    for (y = 0; y < b->height; y++)
      for (x = 0; x < b->width; x++) {
        guint8 *at = picture_data (b, data, 0) + y * b->stride + x * b->bytes;
        const guint v =
            sample_of (picture, b, x, y + 8 * i, g_rand_int (random));

        if (b->bytes == 1)
          *at = v;
        else
          *(guint16 *)at = v;
      }
    check (cudaMemcpy (
               b->src + i * b->size, data, b->size, cudaMemcpyHostToDevice),
        "upload");
  }
  g_free (data);
}

/* By a shape, or by the one that is chosen where that is NULL. */
static CfFilter *
make_filter (Bench *b, gint size, const CfRankShape *shape)
{
  const CfFilterParams params = median_params (size);
  CfRankShape shapes[2] = { 0 };
  CfFilter description, *filter;
  GError *error = NULL;

  if (!shape)
    return filter_new (b, &params, cf_cuda_rank_new);
  description = filter_describe (b, &params);
  shapes[b->bytes - 1] = *shape;
  filter = cf_cuda_rank_new_shaped (&description, shapes, &error);
  if (!filter)
    die ("no filter", error);
  return filter;
}

static void
bench_shape (Bench *b, gint size, const CfRankShape *shape, CfFilter *chosen,
    Together *t)
{
  gchar *name = shape ? g_strdup_printf ("%dx%d, %u warps", shape->tile_width,
                    shape->chunk_rows, shape->warps)
                      : g_strdup ("chosen");
  gdouble alone, together;
  guint k;

  for (k = 0; k < N_STREAMS; k++)
    t->filters[k] = make_filter (b, size, shape);
  agree (b, size, name, run_filter, chosen, run_filter, t->filters[0]);
  alone = bench_time (b, run_alone, t, TRUE, FALSE) / PICTURES;
  together = bench_time (b, run_together, t, TRUE, FALSE) / PICTURES;
  bench_begin_record (b, name, size);
  printf ("\"picture\": \"%s\", \"alone_us\": %.2f, \"together_us\": %.2f}",
      b->picture, alone * 1e3, together * 1e3);
  fflush (stdout);
  for (k = 0; k < N_STREAMS; k++)
    t->filters[k]->klass->free (t->filters[k]);
  g_free (name);
}

static void
bench_size (Bench *b, gint size, const CfCudaLimits *device, Together *t)
{
  const CfFilterParams params = median_params (size);
  const CfFilter description = filter_describe (b, &params);
  const CfCudaRankTile *tiles =
      cf_cuda_rank_tiles[cf_cuda_rank_depth (b->bytes, b->bits)];
  CfFilter *chosen = make_filter (b, size, NULL);
  guint i;

  bench_shape (b, size, NULL, chosen, t);
  for (i = 0; i < CF_CUDA_RANK_TILES; i++) {
    CfRankShape shape = { .tile_width = tiles[i].tile_width,
      .chunk_rows = tiles[i].chunk_rows,
      .warps = tiles[i].warps };

    if (cf_rank_shape_complete (&shape, &description, b->bytes, device))
      bench_shape (b, size, &shape, chosen, t);
  }
  chosen->klass->free (chosen);
}

static void
bench_format (Bench *b)
{
  GRand *random = g_rand_new_with_seed (1);
  GError *error = NULL;
  CfCudaLimits device;
  Together t;
  guint i, k;

  if (!cf_cuda_get_limits (&device, &error))
    die ("no device", error);
  check (cudaEventCreateWithFlags (&t.begin, cudaEventDisableTiming), "event");
  for (k = 0; k < N_STREAMS; k++) {
    t.streams[k] = k > 0 ? cf_stream_new (b->device, &error) : b->stream;
    if (!t.streams[k])
      die ("no stream", error);
    check (
        cudaEventCreateWithFlags (&t.ends[k], cudaEventDisableTiming), "event");
  }
  for (i = 0; i < MAX (1 + n_pictures, 2); i++) {
    if (i == 0 || n_pictures == 0) {
      fill_pictures (b, i);
    } else {
      fill_frame (b, &pictures[i - 1], random);
      b->picture = names[i - 1];
    }
    for (k = 0; sizes[k]; k++)
      bench_size (b, atoi (sizes[k]), &device, &t);
  }
  for (k = 0; k < N_STREAMS; k++) {
    if (k > 0)
      cf_stream_free (t.streams[k]);
    cudaEventDestroy (t.ends[k]);
  }
  cudaEventDestroy (t.begin);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  BenchFormat formats[G_N_ELEMENTS (frames)];
  const gint bits = argc > 1 ? atoi (argv[1]) : 8;
  GError *error = NULL;
  int result;
  guint i;

  if (bits < 8 || bits > 16)
    die ("BITS is 8 to 16", NULL);
  sizes = g_strsplit (argc > 2 ? argv[2] : "21,37,61,101", ",", 0);
  for (i = 0; sizes[i]; i++)
    if (atoi (sizes[i]) < 3 || atoi (sizes[i]) > CF_MEDIAN_SIZE_MAX
        || atoi (sizes[i]) % 2 == 0)
      die ("each SIZE is odd, 3 to 101", NULL);
  n_pictures = MAX (argc - 3, 0);
  pictures = g_new0 (GreyPicture, n_pictures);
  names = g_new0 (gchar *, n_pictures);
  for (i = 0; i < n_pictures; i++) {
    if (!grey_picture_load (&pictures[i], argv[3 + i], &error))
      die ("no picture", error);
    names[i] = g_path_get_basename (argv[3 + i]);
  }
  for (i = 0; i < G_N_ELEMENTS (frames); i++) {
    formats[i] = frames[i];
    formats[i].bits = bits;
  }
  result = bench_main (formats, G_N_ELEMENTS (frames), bench_format);
  for (i = 0; i < n_pictures; i++) {
    grey_picture_clear (&pictures[i]);
    g_free (names[i]);
  }
  g_free (pictures);
  g_free (names);
  g_strfreev (sizes);
  return result;
}
