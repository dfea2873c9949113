/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive mean for samples of CF_BITS bits; to be included twice. */

#define CF_NAME(what) G_PASTE (what##_, CF_BITS)

/* A source line's vector as 16 bits. */
CF_INLINE V16
CF_NAME (sample) (const guint8 *line, gint x, gint up)
{
#if CF_BITS == 8
  return v16_widen (line + x) << up;
#else
  return v16_load ((const guint16 *)line + x) << up;
#endif
}

/* Results that become a row of the picture. */
CF_INLINE void
CF_NAME (put) (const CfLineOut *out, gint x, V16 r, V16 dither, Shape shape)
{
  guint8 *place = cf_line_out_place (out, x, CF_BITS / 8);
  const V16 v = v16_adds (r, dither) >> shape.down << shape.shift;

#if CF_BITS == 8
  v16_narrow (place, v);
#else
  v16_store (place, v);
#endif
}

/* A row's samples, for whole vectors: where they are, or in `line`. */
static const guint8 *
CF_NAME (fetch) (const CfCpuRecursiveJob *j, gint y, guint8 *line)
{
  const CfPlane *p = j->job.src;

  if (p->step == 1 && p->shift == 0 && p->width % V16_LANES == 0)
    return p->data + (gssize)y * p->stride;
  CF_LINE (fetch) (&j->job, y, 0, p->width, (CF_SAMPLE *)line);
  return line;
}

/* The last result, as bright as the frame is. */
CF_INLINE V16
CF_NAME (last) (const CfCpuRecursiveJob *j, gint x, gint y, LumaOf luma,
    Lighter lighter, const guint8 *levels)
{
  const V16 r = v16_load (j->last.results + y * j->last.stride + x);
  const V16 level =
      luma == OTHER_LUMA ? v16_widen (levels + x) : r >> LEVEL_SHIFT;

  if (!lighter.is_there)
    return r;
  return v16_subs (v16_adds (r, v16_lookup (lighter.more, level)),
      v16_lookup (lighter.less, level));
}

/* The deviations of row y take a row's place, in the sums too. */
CF_INLINE void
CF_NAME (deviate) (const CfCpuRecursiveJob *j, Shape shape, LumaOf luma,
    Lighter lighter, gint y, const guint8 *samples, const Scratch *s,
    gint16 *deviations)
{
  const guint16 *r = j->last.results + y * j->last.stride;
  const guint8 *levels = s->levels;
  const V16Table inverse = v16_table (j->terms->inverse);
  const V16 first = v16_splat (j->terms->inverse[0]);
  const V16 most = v16_splat (CF_DENOISE_DEVIATION_MAX);
  const gssize sample_rows = ROWS_AHEAD * j->job.src->stride,
               result_rows = ROWS_AHEAD * j->last.stride * sizeof (guint16);
  const gint n = j->job.right;
  guint16 *squares = s->squares;
  gint16 *sums = s->sums;
  gint x;

  for (x = 0; x < n; x += V16_LANES) {
    const V16 v = CF_NAME (sample) (samples, x, shape.up);
    const V16 last = CF_NAME (last) (j, x, y, luma, lighter, levels);
    const V16 below = v16_subs (last, v);
    const V16 k = by_luma (inverse, first, luma, v16_load (r + x), levels + x);
    const V16 e = v16_min (v16_high (v16_subs (v, last) | below, k), most);
    const V16 is_below = (V16)(below != 0); /* true lanes are -1 */
    const V16 signed_e = (e ^ is_below) - is_below;
    const V16 former = v16_load (deviations + x);

    v16_store (squares + x, v16_load (squares + x) - former * former + e * e);
    v16_store (sums + x, v16_load (sums + x) - former + signed_e);
    v16_store (deviations + x, signed_e);
    cf_soon_read (samples + x * (CF_BITS / 8), sample_rows);
    cf_soon_read (r + x, result_rows);
  }
  /* two replicas on either side; a group has no more columns */
  squares[-1] = squares[-2] = squares[0];
  squares[n] = squares[n + 1] = squares[n - 1];
  for (x = n; x % CF_DENOISE_GROUP != 0; x++)
    sums[x] = 0;
}

CF_INLINE void
CF_NAME (mean_row) (const CfCpuRecursiveJob *j, Shape shape, LumaOf luma,
    Lighter lighter, gint y, const guint8 *samples, const Scratch *s)
{
  const gsize at = y * j->last.stride;
  const guint8 *counts = j->last.counts + at;
  guint16 *next = j->next.results + at;
  guint8 *next_counts = j->next.counts + at;
  const guint16 *squares = s->squares;
  const V16 dither = v16_load (s->dither[y % CF_DENOISE_DITHER]);
  const V16 scale = v16_splat (j->terms->sum_scale);
  const V16Table certainty = v16_table (j->terms->certainty);
  const V16 most = v16_splat (j->terms->most);
  const V16 edge = v16_splat (j->terms->edge);
  const gboolean writes = j->writes;
  const gsize rows = ROWS_AHEAD * j->last.stride;
  const gint n = j->job.right;
  const CfLineOut out = cf_line_out (&j->job, y, (guint8 *)s->out, V16_LANES);
  gint x;

  for (x = 0; x < n; x += V16_LANES) {
    const V16 v = CF_NAME (sample) (samples, x, shape.up);
    const V16 last = CF_NAME (last) (j, x, y, luma, lighter, s->levels);
    const V16 count = v16_widen (counts + x);
    const V16 difference = v16_load (squares + x - 2)
                           + v16_load (squares + x - 1) + v16_load (squares + x)
                           + v16_load (squares + x + 1)
                           + v16_load (squares + x + 2);
    const V16 sum = v16_high (square_of_group (s->sums + x), scale);
    const V16 noise = v16_high (
        v16_max (difference, sum), v16_lookup (certainty, count >> 3));
    const V16 f =
        v16_min (v16_subs (edge, noise), v16_splat (CF_DENOISE_SLOPE)) >> 3;
    const V16 worth = v16_round (f * f, count);
    const V16 n_new = worth + CF_DENOISE_WHOLE;
    const V16 quotient = v16_quotient (n_new);
    const V16 above = v16_subs (v, last), below = v16_subs (last, v);
    const V16 moved =
        last + v16_high (above, quotient) - v16_high (below, quotient);
    const V16 result = v16_select (moved, v, worth);

    v16_store (next + x, result);
    v16_narrow (next_counts + x, v16_min (n_new, most));
    cf_soon_read (counts + x, rows);
    cf_soon_written (next + x, rows * sizeof (guint16));
    cf_soon_written (next_counts + x, rows);
    if (writes)
      CF_NAME (put) (&out, x, result, dither, shape);
  }
  next[-1] = next[0];
  next[n] = next[n - 1];
  if (writes)
    cf_line_out_flush (&j->job, &out);
}

CF_INLINE void
CF_NAME (mean_rows) (const CfCpuRecursiveJob *j, Scratch *s, Shape shape,
    LumaOf luma, Lighter lighter)
{
  const gint n = j->job.right, height = j->job.src->height;
  gint y, i;

  for (i = 0; i < 5; i++)
    memset (s->deviations[i], 0, (n + V16_LANES) * sizeof (gint16));
  memset (s->squares, 0, (n + V16_LANES) * sizeof (guint16));
  memset (s->sums, 0, (n + V16_LANES) * sizeof (gint16));
  for (y = j->job.top - 2; y < j->job.bottom + 2; y++) {
    const gint in = CLAMP (y, 0, height - 1), slot = (y + 5) % 5;
    const gint middle = y - 2;

    s->samples[slot] = CF_NAME (fetch) (j, in, s->lines[slot]);
    if (luma == OTHER_LUMA)
      find_levels (j, in, n, s->levels);
    CF_NAME (deviate)
    (j, shape, luma, lighter, in, s->samples[slot], s, s->deviations[slot]);
    if (middle < j->job.top)
      continue;
    if (luma == OTHER_LUMA && lighter.is_there)
      find_levels (j, middle, n, s->levels);
    CF_NAME (mean_row)
    (j, shape, luma, lighter, middle, s->samples[middle % 5], s);
  }
}

static void
CF_NAME (mean) (const CfCpuRecursiveJob *j, guint8 *scratch)
{
  const LumaOf luma = luma_of (j);
  Scratch s;

  scratch_init (&s, j, scratch);
  if (!is_plain_8 (j->job.src) || j->lighter)
    CF_NAME (mean_rows)
  (j, &s, shape_of (j->job.src), luma, lighter_of (j));
  else if (luma == NO_LUMA)
      CF_NAME (mean_rows) (j, &s, SHAPE_8, NO_LUMA, NOT_LIGHTER);
  else if (luma == OWN_LUMA)
      CF_NAME (mean_rows) (j, &s, SHAPE_8, OWN_LUMA, NOT_LIGHTER);
  else CF_NAME (mean_rows) (j, &s, SHAPE_8, OTHER_LUMA, NOT_LIGHTER);
}

/* A row of results as 12 bits, with a replica on either side. */
static void
CF_NAME (reduce) (const CfCpuRecursiveJob *j, gint y, guint16 *to)
{
  const guint16 *results =
      j->next.results + CLAMP (y, 0, j->job.src->height - 1) * j->next.stride;
  const gint n = j->job.right;
  gint x;

  for (x = 0; x < n; x += V16_LANES)
    v16_store (to + x, v16_load (results + x) >> 4);
  to[-1] = to[0];
  to[n] = to[n - 1];
}

/* Nine results, limited to what is within the threshold of the middle one. */
CF_INLINE void
CF_NAME (space_row) (const CfCpuRecursiveJob *j, Shape shape, LumaOf luma,
    gint y, guint16 *const *rows, const Scratch *s)
{
  const gsize at = y * j->next.stride;
  const guint16 *results = j->next.results + at;
  const guint8 *counts = j->next.counts + at;
  const gint n = j->job.right;
  const V16Table thresholds = v16_table (j->terms->threshold);
  const V16Table parts = v16_table (j->terms->part);
  const V16 first = v16_splat (j->terms->part[0]);
  const gssize rows_ahead = ROWS_AHEAD * j->job.dst->stride;
  const CfLineOut out = cf_line_out (&j->job, y, (guint8 *)s->out, V16_LANES);
  const V16 dither = v16_load (s->dither[y % CF_DENOISE_DITHER]);
  gint x, i, k;

  for (x = 0; x < n; x += V16_LANES) {
    const V16 p = v16_load (rows[1] + x);
    const V16 part = by_luma (parts, first, luma, p << 4, s->levels + x);
    const V16 t =
        v16_high (v16_lookup (thresholds, v16_widen (counts + x) >> 3), part)
        >> 3;
    const V16 low = v16_subs (p, t), high = p + t;
    V16 sum = p, mean;

#pragma GCC unroll 3
    for (i = 0; i < 3; i++)
#pragma GCC unroll 3
      for (k = -1; k <= 1; k++)
        if (i != 1 || k != 0)
          sum += v16_min (v16_max (v16_load (rows[i] + x + k), low), high);
    /* floor ((S + 4) / 9): 58255 / 2^19 is 1/9 to 2^-20, and S below 2^16 */
    mean = v16_high (sum + 4, v16_splat (58255)) >> 3;
    CF_NAME (put)
    (&out, x, mean << 4 | (v16_load (results + x) & 15), dither, shape);
    cf_soon_written (out.picture + x * (CF_BITS / 8), rows_ahead);
  }
  cf_line_out_flush (&j->job, &out);
}

CF_INLINE void
CF_NAME (space_rows) (
    const CfCpuRecursiveJob *j, const Scratch *s, Shape shape, LumaOf luma)
{
  guint16 *const *slots = (guint16 *const *)s->deviations;
  gint y;

  for (y = j->job.top - 1; y <= j->job.bottom; y++) {
    guint16 *const rows[] = { slots[(y + 1) % 3], slots[(y + 2) % 3],
      slots[(y + 3) % 3] };

    CF_NAME (reduce) (j, y, rows[2]);
    if (y > j->job.top) {
      if (luma == OTHER_LUMA)
        find_levels (j, y - 1, j->job.right, s->levels);
      CF_NAME (space_row) (j, shape, luma, y - 1, rows, s);
    }
  }
}

static void
CF_NAME (space) (const CfCpuRecursiveJob *j, guint8 *scratch)
{
  const LumaOf luma = luma_of (j);
  Scratch s;

  scratch_init (&s, j, scratch);
  if (!is_plain_8 (j->job.src))
    CF_NAME (space_rows) (j, &s, shape_of (j->job.src), luma);
  else if (luma == NO_LUMA)
    CF_NAME (space_rows) (j, &s, SHAPE_8, NO_LUMA);
  else if (luma == OWN_LUMA)
    CF_NAME (space_rows) (j, &s, SHAPE_8, OWN_LUMA);
  else
    CF_NAME (space_rows) (j, &s, SHAPE_8, OTHER_LUMA);
}

#undef CF_NAME
