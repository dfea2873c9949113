/* The recursive mean for samples of CF_BITS bits; to be included twice. */

#define CF_JOIN_NAME(a, b) CF_JOIN (a, b)
#define CF_NAME(what) CF_JOIN_NAME (what, CF_BITS)
#define CF_LINE_OF(what) CF_LINE_NAME (what, CF_BITS)

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
CF_NAME (put) (const CfLineOut *out, gint x, V16 r, const Shape *shape)
{
  guint8 *place = cf_line_out_place (out, x, CF_BITS / 8);
  const V16 v = v16_adds (r, v16_splat (shape->half)) >> shape->down
                                                             << shape->shift;

#if CF_BITS == 8
  v16_narrow (place, v);
#else
  v16_store (place, v);
#endif
}

/* The deviations of row y, and two replicas of the first and the last on
 * either side; `line` gets the row's samples. */
static void
CF_NAME (deviate) (const CfCpuRecursiveJob *j, const Shape *shape, gint y,
    guint8 *line, guint16 *deviations)
{
  const guint16 *r = j->last.results + y * j->last.stride;
  const V16 k = v16_splat (j->terms->inverse);
  const V16 most = v16_splat (CF_DENOISE_DEVIATION_MAX);
  const gint n = j->job.right;
  gint x;

  CF_LINE_OF (fetch) (&j->job, y, 0, n, (CF_SAMPLE *)line);
  for (x = 0; x < n; x += V16_LANES) {
    const V16 v = CF_NAME (sample) (line, x, shape->up);
    const V16 last = v16_load (r + x);
    const V16 d = v16_subs (v, last) | v16_subs (last, v);
    const V16 e = v16_min (v16_high (d, k), most);

    v16_store (deviations + x, e * e);
  }
  deviations[-1] = deviations[-2] = deviations[0];
  deviations[n] = deviations[n + 1] = deviations[n - 1];
}

static void
CF_NAME (mean_row) (const CfCpuRecursiveJob *j, const Shape *shape, gint y,
    const guint8 *line, const guint16 *sums)
{
  const gsize at = y * j->last.stride;
  const guint16 *r = j->last.results + at;
  const guint8 *counts = j->last.counts + at;
  guint16 *next = j->next.results + at;
  guint8 *next_counts = j->next.counts + at;
  const V16Table certainty = v16_table (j->terms->certainty);
  const V16 most = v16_splat (j->terms->most);
  const gint n = j->job.right;
  const CfLineOut out =
      cf_line_out (&j->job, y, (guint8 *)shape->out, V16_LANES);
  gint x;

  for (x = 0; x < n; x += V16_LANES) {
    const V16 v = CF_NAME (sample) (line, x, shape->up);
    const V16 last = v16_load (r + x);
    const V16 count = v16_widen (counts + x);
    const V16 difference = v16_load (sums + x - 2) + v16_load (sums + x - 1)
                           + v16_load (sums + x) + v16_load (sums + x + 1)
                           + v16_load (sums + x + 2);
    const V16 noise = v16_high (difference, v16_lookup (certainty, count >> 3));
    const V16 f = v16_min (v16_subs (v16_splat (j->terms->edge), noise),
                      v16_splat (CF_DENOISE_SLOPE))
                  >> 3;
    const V16 worth = v16_round (f * f, count);
    const V16 n_new = worth + CF_DENOISE_WHOLE;
    const V16 quotient = v16_quotient (n_new);
    const V16 above = v16_subs (v, last), below = v16_subs (last, v);
    const V16 moved =
        last + v16_high (above, quotient) - v16_high (below, quotient);
    const V16 result = v16_select (moved, v, worth);

    v16_store (next + x, result);
    v16_narrow (next_counts + x, v16_min (n_new, most));
    if (j->writes)
      CF_NAME (put) (&out, x, result, shape);
  }
  next[-1] = next[0];
  next[n] = next[n - 1];
  if (j->writes)
    cf_line_out_flush (&j->job, &out);
}

static void
CF_NAME (mean) (const CfCpuRecursiveJob *j, guint8 *scratch)
{
  const gint n = j->job.right, height = j->job.src->height;
  Scratch s;
  Shape shape;
  gint y, i, x;

  scratch_init (&s, n, scratch);
  shape_init (&shape, j, &s);
  for (y = j->job.top - 2; y < j->job.bottom + 2; y++) {
    const gint in = CLAMP (y, 0, height - 1);
    const guint16 *rows[CF_DENOISE_WINDOW];
    const gint middle = y - 2;

    if (y == in)
      CF_NAME (deviate) (j, &shape, y, s.lines[y % 5], s.deviations[y % 5]);
    if (middle < j->job.top)
      continue;
    for (i = 0; i < 5; i++)
      rows[i] = s.deviations[CLAMP (y - i, 0, height - 1) % 5];
    for (x = -V16_LANES; x < n + V16_LANES; x += V16_LANES)
      v16_store (s.sums + x, v16_load (rows[0] + x) + v16_load (rows[1] + x)
                                 + v16_load (rows[2] + x)
                                 + v16_load (rows[3] + x)
                                 + v16_load (rows[4] + x));
    CF_NAME (mean_row) (j, &shape, middle, s.lines[middle % 5], s.sums);
  }
}

/* Nine results, limited to what is within the threshold of the middle one. */
static void
CF_NAME (space_row) (const CfCpuRecursiveJob *j, const Shape *shape, gint y)
{
  const gint height = j->job.src->height, n = j->job.right;
  const gsize stride = j->next.stride;
  const guint16 *rows[3] = { j->next.results + MAX (y - 1, 0) * stride,
    j->next.results + y * stride,
    j->next.results + MIN (y + 1, height - 1) * stride };
  const guint8 *counts = j->next.counts + y * stride;
  const V16Table thresholds = v16_table (j->terms->threshold);
  const CfLineOut out =
      cf_line_out (&j->job, y, (guint8 *)shape->out, V16_LANES);
  gint x, i, k;

  for (x = 0; x < n; x += V16_LANES) {
    const V16 r = v16_load (rows[1] + x);
    const V16 p = r >> 4;
    const V16 t = v16_lookup (thresholds, v16_widen (counts + x) >> 3);
    const V16 low = v16_subs (p, t), high = p + t;
    V16 sum = p, mean;

#pragma GCC unroll 3
    for (i = 0; i < 3; i++)
#pragma GCC unroll 3
      for (k = -1; k <= 1; k++)
        if (i != 1 || k != 0)
          sum += v16_min (v16_max (v16_load (rows[i] + x + k) >> 4, low), high);
    /* floor ((S + 4) / 9): 58255 / 2^19 is 1/9 to 2^-20, and S below 2^16 */
    mean = v16_high (sum + 4, v16_splat (58255)) >> 3;
    CF_NAME (put) (&out, x, mean << 4 | (r & 15), shape);
  }
  cf_line_out_flush (&j->job, &out);
}

static void
CF_NAME (space) (const CfCpuRecursiveJob *j, guint8 *scratch)
{
  Scratch s;
  Shape shape;
  gint y;

  scratch_init (&s, j->job.right, scratch);
  shape_init (&shape, j, &s);
  for (y = j->job.top; y < j->job.bottom; y++)
    CF_NAME (space_row) (j, &shape, y);
}

#undef CF_JOIN_NAME
#undef CF_NAME
#undef CF_LINE_OF
