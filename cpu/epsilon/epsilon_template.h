/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* epsilon_kernel.c's code for one sample width. */

#define CF_NAME(what) G_PASTE (G_PASTE (what##_, CF_BITS), G_PASTE (_, CF_ISA))
#define CF_VECTOR(what) G_PASTE (cf_vector_##what##_, CF_BITS)
#define CF_LANES ((gint)(CF_VECTOR_BYTES / sizeof (CF_SAMPLE)))
#define CF_BLOCK (CF_VECTORS * CF_LANES) /* columns of a register block */
#define CF_PARTS (32 / CF_BITS)          /* samples of a 32-bit lane */

/* Lanes of two samples, a lower and an upper one. */
typedef CF_WIDE CF_NAME (Wide) __attribute__ ((vector_size (CF_VECTOR_BYTES)));

/* A vector of results in the making: `both` is the lower one's sum and
 * 2^CF_BITS times the upper one's, modulo the lane, `upper` the upper one's. */
typedef struct {
  CfVector low, reach, count;
  CF_NAME (Wide) both, upper;
  CfVector32 sums[CF_PARTS], counts[CF_PARTS];
} CF_NAME (Result);

/* The parts of a job's scratch. */
typedef struct {
  gsize length, out_length;
  CF_SAMPLE *lines; /* [size + CF_ROWS - 1], unshifted */
  CF_SAMPLE *out;   /* [CF_ROWS] */
} CF_NAME (Scratch);

static gsize
CF_NAME (scratch_layout) (
    CF_NAME (Scratch) * s, gint size, gsize width, guint8 *memory)
{
  s->out_length = (width + CF_BLOCK - 1) / CF_BLOCK * CF_BLOCK;
  s->length = (s->out_length + size + CF_LANES - 1) / CF_LANES * CF_LANES;
  s->lines = (CF_SAMPLE *)memory;
  s->out = s->lines + (size + CF_ROWS - 1) * s->length;
  return (guint8 *)(s->out + CF_ROWS * s->out_length) - memory;
}

static gsize
CF_NAME (scratch_size) (const CfCpuJob *job, gint width)
{
  CF_NAME (Scratch) s;

  return CF_NAME (scratch_layout) (&s, job->window_width, width, NULL);
}

/* Row y of the picture, whatever y, with its border, unshifted. Samples beyond
 * the reach of the job's windows do not matter, but are set. */
static void
CF_NAME (fetch) (const CfCpuJob *job, gint y, CF_SAMPLE *line, gsize length)
{
  const gssize first = (gssize)job->left - job->window_width / 2;
  const gssize last = (gssize)job->right + job->window_width / 2;
  const gint shift = job->src->shift;
  gsize i;

  CF_LINE (fetch) (job, y, first, last, line);
  memset (
      line + (last - first), 0, (length - (last - first)) * sizeof (CF_SAMPLE));
  for (i = 0; shift > 0 && i < length; i++)
    line[i] >>= shift;
}

/* Results around the samples of `centre`. */
CF_INLINE void
CF_NAME (start) (CF_NAME (Result) * r, const CF_SAMPLE *centre, CfVector reach)
{
  const CfVector v = cf_vector_load (centre);
  gint i;

  r->low = CF_VECTOR (subs) (v, reach);
  r->reach = CF_VECTOR (sub) (CF_VECTOR (adds) (v, reach), r->low);
  r->count = cf_vector_zero ();
  r->both = r->upper = (CF_NAME (Wide)){ 0 };
#pragma GCC unroll 4
  for (i = 0; i < CF_PARTS; i++)
    r->sums[i] = r->counts[i] = (CfVector32){ 0 };
}

/* Adds `size` samples of a line to those of rows first...last, `run` to a lane
 * of one sample. */
CF_INLINE void
CF_NAME (add_line) (CF_NAME (Result) (*results)[CF_VECTORS],
    const CF_SAMPLE *line, gint size, gint run, gboolean clamp, gint first,
    gint last)
{
  gint i, end, y, c;

  for (i = 0; i < size;) {
    CfVector parts[CF_ROWS][CF_VECTORS];

#pragma GCC unroll 4
    for (y = first; y <= last; y++)
#pragma GCC unroll 4
      for (c = 0; c < CF_VECTORS; c++)
        parts[y][c] = cf_vector_zero ();
    for (end = MIN (i + run, size); i < end; i++) {
#pragma GCC unroll 4
      for (c = 0; c < CF_VECTORS; c++) {
        const CfVector v = cf_vector_load (line + i + c * CF_LANES);

#pragma GCC unroll 4
        for (y = first; y <= last; y++) {
          CF_NAME (Result) *r = &results[y][c];

          if (clamp)
            parts[y][c] = CF_VECTOR (add) (parts[y][c],
                CF_VECTOR (min) (CF_VECTOR (subs) (v, r->low), r->reach));
          else
            CF_VECTOR (take)
          (CF_VECTOR (sub) (v, r->low), r->reach, &parts[y][c], &r->count);
        }
      }
    }
#pragma GCC unroll 4
    for (y = first; y <= last; y++) {
#pragma GCC unroll 4
      for (c = 0; c < CF_VECTORS; c++) {
        results[y][c].both += (CF_NAME (Wide))parts[y][c];
        results[y][c].upper += (CF_NAME (Wide))parts[y][c] >> CF_BITS;
      }
    }
  }
}

/* Moves sums and counts to 32 bits. */
CF_INLINE void
CF_NAME (widen) (CF_NAME (Result) * r)
{
  const CfVectorU32 mask = (CfVectorU32){ 0 } + (0xffffffffu >> (32 - CF_BITS));
  const CfVectorU32 lower = (CfVectorU32)(r->both - (r->upper << CF_BITS));
  const CfVectorU32 upper = (CfVectorU32)r->upper;
  const CfVectorU32 count = (CfVectorU32)r->count;
  gint i;

#if CF_BITS == 8
  r->sums[0] += (CfVector32)(lower & 0xffff);
  r->sums[1] += (CfVector32)(upper & 0xffff);
  r->sums[2] += (CfVector32)(lower >> 16);
  r->sums[3] += (CfVector32)(upper >> 16);
#else
  r->sums[0] += (CfVector32)lower;
  r->sums[1] += (CfVector32)upper;
#endif
#pragma GCC unroll 4
  for (i = 0; i < CF_PARTS; i++)
    r->counts[i] += (CfVector32)(count >> i * CF_BITS & mask);
  r->count = cf_vector_zero ();
  r->both = r->upper = (CF_NAME (Wide)){ 0 };
}

CF_INLINE CfVector
CF_NAME (finish) (
    const CF_NAME (Result) * r, gint size, gint shift, gboolean clamp)
{
  CfVector32 means = { 0 };
  CfVector v;
  gint i;

#pragma GCC unroll 4
  for (i = 0; i < CF_PARTS; i++) {
    const CfVector32 n =
        clamp ? cf_vector_splat_32 (size * size) : r->counts[i];

    means |= epsilon_mean (r->sums[i], n, CF_BITS > 8) << i * CF_BITS;
  }
  v = CF_VECTOR (add) (r->low, (CfVector)means);
  /* a shifted value fits its lane */
  return shift > 0 ? (CfVector)((CF_NAME (Wide))v << shift) : v;
}

/* `rows` rows of results; lines[0] is the first of the first one's window. */
CF_INLINE void
CF_NAME (run_rows) (const CfCpuJob *job, CF_SAMPLE *const *lines,
    const CfLineOut *out, gboolean clamp, gint rows)
{
  const gint size = job->window_width;
  const gsize n = job->right - job->left;
  const gint greatest =
      MAX (1, MIN (2 * job->reach, (1 << job->src->bits) - 1));
  const gint all = (1 << CF_BITS) - 1; /* of a lane */
  const gint run = MIN (all / greatest, size);
  const gint most = all / size; /* lines that a count has room for */
  const gint most_reach = MIN (job->reach, all);
  const CfVector reach = CF_VECTOR (splat) (most_reach);
  gsize x;
  gint j, y, c, n_lines;

  for (x = 0; x < n; x += CF_BLOCK) {
    CF_NAME (Result) results[CF_ROWS][CF_VECTORS];

#pragma GCC unroll 4
    for (y = 0; y < rows; y++)
#pragma GCC unroll 4
      for (c = 0; c < CF_VECTORS; c++)
        CF_NAME (start)
    (&results[y][c], lines[size / 2 + y] + size / 2 + x + c * CF_LANES, reach);
    for (j = 0, n_lines = 0; j < size + rows - 1; j++) {
      if (j < rows - 1)
        CF_NAME (add_line) (results, lines[j] + x, size, run, clamp, 0, 0);
      else if (j >= size)
        CF_NAME (add_line)
      (results, lines[j] + x, size, run, clamp, rows - 1, rows - 1);
      else CF_NAME (add_line) (
          results, lines[j] + x, size, run, clamp, 0, rows - 1);
      if (++n_lines < most && j < size + rows - 2)
        continue;
#pragma GCC unroll 4
      for (y = 0; y < rows; y++)
#pragma GCC unroll 4
        for (c = 0; c < CF_VECTORS; c++)
          CF_NAME (widen) (&results[y][c]);
      n_lines = 0;
    }
#pragma GCC unroll 4
    for (y = 0; y < rows; y++) {
      guint8 *place = cf_line_out_place (&out[y], x, sizeof (CF_SAMPLE));

#pragma GCC unroll 4
      for (c = 0; c < CF_VECTORS; c++)
        cf_vector_store (place + c * CF_VECTOR_BYTES,
            CF_NAME (finish) (&results[y][c], size, job->dst->shift, clamp));
    }
  }
}

CF_INLINE void
CF_NAME (run_job) (const CfCpuJob *job, guint8 *scratch, gboolean clamp)
{
  const gint size = job->window_width;
  CF_SAMPLE *lines[CF_EPSILON_SIZE_MAX + CF_ROWS - 1];
  CF_NAME (Scratch) s;
  gint y, i;

  CF_NAME (scratch_layout) (&s, size, job->right - job->left, scratch);
  for (i = 0; i < size + CF_ROWS - 1; i++)
    lines[i] = s.lines + i * s.length;
  for (i = 0; i < size - 1; i++)
    CF_NAME (fetch)
  (job, job->top - size / 2 + i, lines[CF_ROWS + i], s.length);

  for (y = job->top; y < job->bottom; y += CF_ROWS) {
    const gint n_rows = MIN (CF_ROWS, job->bottom - y);
    CF_SAMPLE *old[CF_ROWS];
    CfLineOut out[CF_ROWS];

    /* the oldest rows make room for the next ones */
    memcpy (old, lines, sizeof old);
    memmove (lines, lines + CF_ROWS, (size - 1) * sizeof *lines);
    memcpy (lines + size - 1, old, sizeof old);
    for (i = 0; i < n_rows; i++) {
      CF_NAME (fetch) (job, y + size / 2 + i, lines[size - 1 + i], s.length);
      out[i] = cf_line_out (
          job, y + i, (guint8 *)(s.out + i * s.out_length), CF_BLOCK);
    }
    if (n_rows == CF_ROWS)
      CF_NAME (run_rows) (job, lines, out, clamp, CF_ROWS);
    else
      CF_NAME (run_rows) (job, lines, out, clamp, 1);
    for (i = 0; i < n_rows; i++)
      cf_line_out_flush (job, &out[i]);
  }
}

static void
CF_NAME (run) (const CfCpuJob *job, guint8 *scratch)
{
  if (job->params->epsilon.mode == CF_EPSILON_CLAMP)
    CF_NAME (run_job) (job, scratch, TRUE);
  else
    CF_NAME (run_job) (job, scratch, FALSE);
}

const CfCpuKernel CF_NAME (
    cf_cpu_epsilon) = { CF_NAME (run), CF_NAME (scratch_size), 1024, 64 };

#undef CF_NAME
#undef CF_VECTOR
#undef CF_LANES
#undef CF_BLOCK
#undef CF_PARTS
#undef CF_BITS
#undef CF_SAMPLE
#undef CF_WIDE
