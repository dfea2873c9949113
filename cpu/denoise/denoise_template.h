/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Averages and medians for one sample width: CF_BITS, CF_SAMPLE, and
 * vectors of lanes of twice its width, CF_WIDE, with their lanes and means. */

#define VECTOR(what) G_PASTE (cf_vector_##what##_, CF_BITS)
#define LANES(what) G_PASTE (lanes_##what##_, CF_BITS)
#define FN(what) G_PASTE (what##_, CF_BITS)
#define SAMPLES (CF_VECTOR_BYTES / sizeof (CF_SAMPLE))

/* --- AVERAGE --- */

/* A side of v: n grows by those that count, `up` and `down` become the sums by
 * which they are above v and below it. No sum is larger than a lane. */
CF_INLINE void
FN (average_side) (CfVector v, const guint8 *const *lines, gint n_lines,
    gsize at, CfVector one, CfVector left, CfVector *n, CfVector *up,
    CfVector *down)
{
  CfVector all_above = cf_vector_zero (), all_below = all_above, so_many = *n;
  CfLanes counts = lanes_all ();
  gint k;

  for (k = 0; k < n_lines; k++) {
    const CfVector w = cf_vector_load (lines[k] + at),
                   above = VECTOR (subs) (w, v), below = VECTOR (subs) (v, w),
                   difference = above | below;

    cf_soon_read (lines[k] + at, BYTES_AHEAD);
    counts = LANES (at_most) (counts, difference, VECTOR (min) (one, left));
    if (!lanes_any (counts))
      break;
    all_above = LANES (add) (counts, all_above, above);
    all_below = LANES (add) (counts, all_below, below);
    so_many = LANES (count) (counts, so_many);
    left = VECTOR (sub) (left, difference);
  }
  *up = all_above;
  *down = all_below;
  *n = so_many;
}

CF_INLINE void
FN (average_vector) (const CfCpuDenoiseLines *l, gsize at, const guint8 *now,
    guint8 *to, CfVector one, CfVector sum)
{
  const CfVector v = cf_vector_load (now);
  CfVector n = VECTOR (splat) (1), up[2], down[2];
  gint side;

#pragma GCC unroll 2
  for (side = 0; side < 2; side++)
    FN (average_side)
  (v, l->around[side], l->n_around[side], at, one, sum, &n, &up[side],
      &down[side]);
  if (l->keep)
    cf_vector_store (l->keep + at, v);
  cf_vector_store (to, FN (finish) (v, n, up, down));
}

CF_INLINE CF_WIDE
FN (far) (CF_WIDE v, CF_WIDE w)
{
  const CF_WIDE is_above = (CF_WIDE)(w > v);

  return ((w - v) & is_above) | ((v - w) & ~is_above);
}

/* Any limits, in lanes of twice the width, which hold any sum: first those of
 * every other sample, then the others. */
CF_INLINE void
FN (average_wide) (const CfCpuDenoiseLines *l, gsize at, const guint8 *now,
    guint8 *to, gint one, gint most)
{
#define WIDE(v) \
  ((CF_WIDE)(v) >> (half * CF_BITS) & (CF_WIDE_LANE)((1 << CF_BITS) - 1))
  const CfVector all = cf_vector_load (now);
  CF_WIDE result[2];
  gint half, side, k;

  for (half = 0; half < 2; half++) {
    const CF_WIDE v = WIDE (all), zero = { 0 };
    CF_WIDE sum = v, n = zero + (CF_WIDE_LANE)1;

    for (side = 0; side < 2; side++) {
      CF_WIDE left = zero + (CF_WIDE_LANE)most, counts = ~zero;

      for (k = 0; k < l->n_around[side]; k++) {
        const CF_WIDE w = WIDE (cf_vector_load (l->around[side][k] + at)),
                      d = FN (far) (v, w);

        counts &= (CF_WIDE)(d <= (CF_WIDE_LANE)one) & (CF_WIDE)(d <= left);
        left -= d;
        sum += counts & w;
        n -= counts; /* true lanes are -1 */
      }
    }
    result[half] = CF_WIDE_MEAN (sum, n);
  }
  if (l->keep)
    cf_vector_store (l->keep + at, all);
  cf_vector_store (to, (CfVector)(result[0] | result[1] << CF_BITS));
#undef WIDE
}

static void
FN (average) (const CfCpuDenoiseLines *l, gint one, gint sum)
{
  const gint lane = (1 << CF_BITS) - 1, in_lane = sum < lane ? sum : lane,
             most = MAX (l->n_around[0], l->n_around[1]) * one;
  const gboolean is_wide = MIN (sum, most) > lane;
  const CfVector one_of = VECTOR (splat) (one),
                 sum_of = VECTOR (splat) (in_lane);
  const gsize whole = l->n / SAMPLES * CF_VECTOR_BYTES,
              rest = l->n * sizeof (CF_SAMPLE) - whole;
  guint8 now[CF_VECTOR_BYTES] = { 0 }, to[CF_VECTOR_BYTES];
  gsize at;

  if (is_wide)
    for (at = 0; at < whole; at += CF_VECTOR_BYTES)
      FN (average_wide) (l, at, l->now + at, l->to + at, one, sum);
  else
    for (at = 0; at < whole; at += CF_VECTOR_BYTES)
      FN (average_vector) (l, at, l->now + at, l->to + at, one_of, sum_of);
  if (rest == 0)
    return;
  memcpy (now, l->now + whole, rest);
  if (is_wide)
    FN (average_wide) (l, whole, now, to, one, sum);
  else
    FN (average_vector)
  (l, whole, now, to, one_of, sum_of);
  memcpy (l->to + whole, to, rest);
}

/* --- MEDIAN --- */

/* Needs few exchanges; the compiler drops those that no result needs. */
CF_INLINE CfVector
FN (median_of) (CfVector *v, gint n)
{
  switch (n) {
    case 1:
      return v[0];
    case 3:
      EXCHANGE (0, 1);
      EXCHANGE (1, 2);
      EXCHANGE (0, 1);
      return v[1];
    case 5:
      EXCHANGE (0, 1);
      EXCHANGE (3, 4);
      EXCHANGE (0, 3);
      EXCHANGE (1, 4);
      EXCHANGE (1, 2);
      EXCHANGE (2, 3);
      EXCHANGE (1, 2);
      return v[2];
    default:
      EXCHANGE (0, 5);
      EXCHANGE (0, 3);
      EXCHANGE (1, 6);
      EXCHANGE (2, 4);
      EXCHANGE (0, 1);
      EXCHANGE (3, 5);
      EXCHANGE (2, 6);
      EXCHANGE (2, 3);
      EXCHANGE (3, 6);
      EXCHANGE (4, 5);
      EXCHANGE (1, 4);
      EXCHANGE (1, 3);
      EXCHANGE (3, 4);
      return v[3];
  }
}

CF_INLINE void
FN (median_vector) (const CfCpuDenoiseLines *l, const guint8 *const *others,
    gint n, gsize at, const guint8 *now, guint8 *to)
{
  CfVector v[7];
  gint i;

  v[0] = cf_vector_load (now);
  if (l->keep)
    cf_vector_store (l->keep + at, v[0]);
  for (i = 1; i < n; i++)
    v[i] = cf_vector_load (others[i - 1] + at);
  cf_vector_store (to, FN (median_of) (v, n));
}

/* Inlined with a constant n. */
CF_INLINE void
FN (median_line) (
    const CfCpuDenoiseLines *l, const guint8 *const *others, gint n)
{
  const gsize whole = l->n / SAMPLES * CF_VECTOR_BYTES,
              rest = l->n * sizeof (CF_SAMPLE) - whole;
  guint8 now[CF_VECTOR_BYTES] = { 0 }, to[CF_VECTOR_BYTES];
  gsize at;

  for (at = 0; at < whole; at += CF_VECTOR_BYTES)
    FN (median_vector) (l, others, n, at, l->now + at, l->to + at);
  if (rest == 0)
    return;
  memcpy (now, l->now + whole, rest);
  FN (median_vector) (l, others, n, whole, now, to);
  memcpy (l->to + whole, to, rest);
}

static void
FN (median) (const CfCpuDenoiseLines *l)
{
  const guint8 *others[CF_DENOISE_MEDIAN_FRAMES_MAX - 1];
  gint n = 0, side, k;

  for (side = 0; side < 2; side++)
    for (k = 0; k < l->n_around[side]; k++)
      others[n++] = l->around[side][k];
  switch (n + 1) {
    case 1:
      FN (median_line) (l, others, 1);
      break;
    case 3:
      FN (median_line) (l, others, 3);
      break;
    case 5:
      FN (median_line) (l, others, 5);
      break;
    default:
      FN (median_line) (l, others, 7);
      break;
  }
}

/* Bit by bit, the largest value that half of the samples reach. */
static void
FN (median_square) (const guint8 *const *lines, gint n_lines, gint distance,
    gsize n, gint bits, guint8 *to)
{
  typedef FN (CfVectorU) Vector;
  const gssize beside = distance * (gint)sizeof (CF_SAMPLE);
  const gsize bytes = n * sizeof (CF_SAMPLE);
  const CF_SAMPLE half = (3 * n_lines + 1) / 2;
  gsize at;

  for (at = 0; at < bytes; at += CF_VECTOR_BYTES) {
    Vector median = { 0 };
    gint bit, i;

    for (bit = bits - 1; bit >= 0; bit--) {
      const Vector candidate = median | (CF_SAMPLE)(1 << bit);
      Vector count = { 0 };

      for (i = 0; i < n_lines; i++) {
        const guint8 *line = lines[i] + at;

        count -= (Vector)((Vector)cf_vector_load (line - beside) >= candidate);
        count -= (Vector)((Vector)cf_vector_load (line) >= candidate);
        count -= (Vector)((Vector)cf_vector_load (line + beside) >= candidate);
      }
      median |= (Vector)(count >= half) & (CF_SAMPLE)(1 << bit);
    }
    if (bytes - at >= CF_VECTOR_BYTES)
      memcpy (to + at, &median, CF_VECTOR_BYTES);
    else
      memcpy (to + at, &median, bytes - at);
  }
}

#undef VECTOR
#undef LANES
#undef FN
#undef SAMPLES
#undef CF_BITS
#undef CF_SAMPLE
#undef CF_WIDE
#undef CF_WIDE_LANE
#undef CF_WIDE_MEAN
