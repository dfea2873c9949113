/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* median_kernel.c's code for one sample width.
 *
 * A tile is CF_TILE_WIDTH x CF_TILE_HEIGHT outputs, and the lanes of a vector
 * are neighbouring tiles. So a row of samples is split into CF_TILE_WIDTH
 * phases, phase p holding columns p, p + CF_TILE_WIDTH, ...: column c of all
 * lanes' tiles is then one load, from phase c mod CF_TILE_WIDTH at
 * c / CF_TILE_WIDTH lanes on. Sorted core columns are made once for each
 * column and shared by all tiles that hold it. */

#define CF_NAME(what) CF_JOIN (what, CF_BITS, CF_SIZE, CF_ISA)
#define CF_LANES ((gsize)(CF_VECTOR_BYTES / sizeof (CF_SAMPLE)))

#include "cpu/core/line_template.h"

/* Vectors of tiles across, and samples of a phase of a row: one vector more,
 * for the footprint's reach to the right. */
static inline gsize
CF_NAME (vectors) (gsize width)
{
  gsize tiles = (width + CF_TILE_WIDTH - 1) / CF_TILE_WIDTH;

  return (tiles + CF_LANES - 1) / CF_LANES;
}

static inline gsize
CF_NAME (phase_length) (gsize width)
{
  return (CF_NAME (vectors) (width) + 1) * CF_LANES;
}

/* The parts of a job's scratch, with `length` samples a phase. */
typedef struct {
  gsize length;
  CF_SAMPLE *line;   /* a row before it is split or after joining */
  CF_SAMPLE *rows;   /* [footprint row][phase] */
  CF_SAMPLE *sorted; /* [phase][rank] */
  CF_SAMPLE *out;    /* [tile row][phase] */
} CF_NAME (Scratch);

static gsize
CF_NAME (scratch_layout) (CF_NAME (Scratch) * s, gint width, guint8 *memory)
{
  gsize length = CF_NAME (phase_length) (width);
  gsize row = length * CF_TILE_WIDTH;
  CF_SAMPLE *p = (CF_SAMPLE *)memory;

  s->length = length;
  s->line = p;
  s->rows = s->line + row;
  s->sorted = s->rows + CF_FOOTPRINT_HEIGHT * row;
  s->out = s->sorted + CF_CORE_ROWS * row;
  return (guint8 *)(s->out + CF_TILE_HEIGHT * row) - memory;
}

static gsize
CF_NAME (scratch_size) (const CfCpuJob *job, gint width)
{
  CF_NAME (Scratch) s;

  return CF_NAME (scratch_layout) (&s, width, NULL);
}

static void
CF_NAME (split) (CF_SAMPLE *phases, gsize length, const CF_SAMPLE *line)
{
#if CF_TILE_WIDTH == 4
  CF_SAMPLE *p0 = phases, *p1 = p0 + length, *p2 = p1 + length;
  CF_SAMPLE *p3 = p2 + length;
  gsize i;

  for (i = 0; i < length; i++) {
    p0[i] = line[4 * i];
    p1[i] = line[4 * i + 1];
    p2[i] = line[4 * i + 2];
    p3[i] = line[4 * i + 3];
  }
#elif CF_TILE_WIDTH != 1
#error "a row is split into 1 or 4 phases"
#endif
}

/* Row y of the picture, whatever y, with its border, into `phases`. Samples
 * beyond the reach of the job's windows are of no consequence, but set. */
static void
CF_NAME (fetch) (
    const CfCpuJob *job, const CF_NAME (Scratch) * s, gint y, CF_SAMPLE *phases)
{
  gssize length = s->length * CF_TILE_WIDTH;
  gssize first = (gssize)job->left - CF_RADIUS;
  gssize last = MIN ((gssize)job->right + CF_RADIUS, first + length);
  CF_SAMPLE *line = CF_TILE_WIDTH == 1 ? phases : s->line;

  CF_LINE (fetch) (job, y, first, last, line);
  memset (
      line + (last - first), 0, (length - (last - first)) * sizeof (CF_SAMPLE));
  CF_NAME (split) (phases, s->length, line);
}

/* Sorts the core rows of each column, for all phases. */
static void
CF_NAME (sort_columns) (const CF_NAME (Scratch) * s, CF_SAMPLE *const *rows)
{
  gsize p, i;

  for (p = 0; p < CF_TILE_WIDTH; p++) {
    const gsize phase = p * s->length;
    CF_SAMPLE *sorted = s->sorted + phase * CF_CORE_ROWS;

    for (i = 0; i < s->length; i += CF_LANES) {
#define CF_NET_LOAD(v, y, x) \
  const CfVector v = cf_vector_load (rows[y] + phase + i);
#define CF_NET_OUT(y, x, v) cf_vector_store (sorted + (y)*s->length + i, v);
#include CF_COLUMNS
#undef CF_NET_LOAD
#undef CF_NET_OUT
    }
  }
}

/* Vectors first...last-1 of tiles; output row y, phase x goes to
 * out[y] + x * length. */
static void
CF_NAME (select) (const CF_NAME (Scratch) * s, CF_SAMPLE *const *rows,
    gsize first, gsize last, CF_SAMPLE *const *out)
{
  const gsize length = s->length;
  gsize i;

  for (i = first * CF_LANES; i < last * CF_LANES; i += CF_LANES) {
#define CF_NET_LOAD(v, y, x) \
  const CfVector v = cf_vector_load ( \
      rows[y] + (x) % CF_TILE_WIDTH * length + i + (x) / CF_TILE_WIDTH);
#define CF_NET_SORTED(v, x, rank) \
  const CfVector v = cf_vector_load ( \
      s->sorted + ((x) % CF_TILE_WIDTH * CF_CORE_ROWS + (rank)) * length + i \
      + (x) / CF_TILE_WIDTH);
#define CF_NET_OUT(y, x, v) cf_vector_store (out[y] + (x)*length + i, v);
#include CF_TILE
#undef CF_NET_LOAD
#undef CF_NET_SORTED
#undef CF_NET_OUT
  }
}

/* One row of results from its phases to the picture. */
static void
CF_NAME (put) (const CfCpuJob *job, const CF_NAME (Scratch) * s, gint y,
    const CF_SAMPLE *phases)
{
  const CfPlane *dst = job->dst;
  CF_SAMPLE *data = (CF_SAMPLE *)(dst->data + (gssize)y * dst->stride)
                    + (gssize)job->left * dst->step + job->channel;
  gsize n = job->right - job->left;

#if CF_TILE_WIDTH == 4
  const CF_SAMPLE *p0 = phases, *p1 = p0 + s->length, *p2 = p1 + s->length;
  const CF_SAMPLE *p3 = p2 + s->length;
  CF_SAMPLE *line = dst->step == 1 ? data : s->line;
  gsize whole = dst->step == 1 ? n / 4 : (n + 3) / 4, i;

  for (i = 0; i < whole; i++) {
    line[4 * i] = p0[i];
    line[4 * i + 1] = p1[i];
    line[4 * i + 2] = p2[i];
    line[4 * i + 3] = p3[i];
  }
  if (dst->step != 1)
    CF_LINE (scatter) (data, line, n, dst->step);
  else
    for (i = 4 * whole; i < n; i++)
      line[i] = phases[i % 4 * s->length + i / 4];
#else
  CF_LINE (scatter) (data, phases, n, dst->step);
#endif
}

static void
CF_NAME (run) (const CfCpuJob *job, guint8 *scratch)
{
  CF_NAME (Scratch) s;
  CF_SAMPLE *rows[CF_FOOTPRINT_HEIGHT], *out[CF_TILE_HEIGHT];
  const gsize n = job->right - job->left;
  const gsize vectors = CF_NAME (vectors) (n);
  gint y, i;

  CF_NAME (scratch_layout) (&s, n, scratch);
  for (i = 0; i < CF_FOOTPRINT_HEIGHT; i++) {
    rows[i] = s.rows + i * s.length * CF_TILE_WIDTH;
    if (i >= CF_TILE_HEIGHT)
      CF_NAME (fetch)
    (job, &s, job->top - CF_RADIUS + i - CF_TILE_HEIGHT, rows[i]);
  }

  for (y = job->top; y < job->bottom; y += CF_TILE_HEIGHT) {
    CF_SAMPLE *old[CF_TILE_HEIGHT];
    gint n_rows = MIN (CF_TILE_HEIGHT, job->bottom - y);
    gsize direct = 0;

    /* the oldest rows make room for the next ones */
    memcpy (old, rows, sizeof old);
    memmove (rows, rows + CF_TILE_HEIGHT, sizeof rows - sizeof old);
    memcpy (rows + CF_FOOTPRINT_HEIGHT - CF_TILE_HEIGHT, old, sizeof old);
    for (i = 0; i < CF_TILE_HEIGHT; i++)
      CF_NAME (fetch)
    (job, &s, y + CF_SIZE - CF_RADIUS - 1 + i,
        rows[CF_FOOTPRINT_HEIGHT - CF_TILE_HEIGHT + i]);

    CF_NAME (sort_columns) (&s, rows);

    for (i = 0; i < CF_TILE_HEIGHT; i++)
      out[i] = s.out + i * s.length * CF_TILE_WIDTH;
    /* whole vectors of single columns go straight to the picture */
    if (CF_TILE_WIDTH == 1 && job->dst->step == 1 && n_rows == CF_TILE_HEIGHT) {
      CF_SAMPLE *picture[CF_TILE_HEIGHT];

      for (i = 0; i < CF_TILE_HEIGHT; i++)
        picture[i] =
            (CF_SAMPLE *)(job->dst->data + (gssize)(y + i) * job->dst->stride)
            + job->left;
      direct = n / CF_LANES;
      CF_NAME (select) (&s, rows, 0, direct, picture);
      CF_NAME (select) (&s, rows, direct, vectors, out);
      for (i = 0; i < n_rows; i++)
        memcpy (picture[i] + direct * CF_LANES, out[i] + direct * CF_LANES,
            (n - direct * CF_LANES) * sizeof (CF_SAMPLE));
      continue;
    }
    CF_NAME (select) (&s, rows, 0, vectors, out);
    for (i = 0; i < n_rows; i++)
      CF_NAME (put) (job, &s, y + i, out[i]);
  }
}

/* what a column costs in scratch, against 64 KB */
const CfCpuKernel CF_NAME (cf_cpu_median) = { CF_NAME (run),
  CF_NAME (scratch_size),
  65536
      / ((CF_FOOTPRINT_HEIGHT + CF_CORE_ROWS + CF_TILE_HEIGHT + 1)
          * sizeof (CF_SAMPLE))
      / (CF_TILE_WIDTH * CF_LANES) * CF_TILE_WIDTH *CF_LANES,
  8 * CF_SIZE };

#undef CF_NAME
#undef CF_LANES
#undef CF_BITS
#undef CF_SAMPLE
#undef CF_MIN
#undef CF_MAX
