/* Tiles' sums for samples of CF_BITS bits; to be included twice. */

#define CF_JOIN_NAME(a, b) CF_JOIN (a, b)
#define CF_NAME(what) CF_JOIN_NAME (what, CF_BITS)
#define CF_LINE_OF(what) CF_LINE_NAME (what, CF_BITS)

/* A row as 12 bits, and less the last result's. */
static void
CF_NAME (fetch_row) (const CfCpuNoiseJob *j, gint y, guint8 *line,
    gint16 *values, gint16 *differences)
{
  const CfPlane *p = j->job.src;
  const guint16 *last = j->last.results + y * j->last.stride;
  const gint up = 16 - p->bits - p->shift, n = p->width;
  const CF_SAMPLE *samples = (const CF_SAMPLE *)line;
  gint x;

  CF_LINE_OF (fetch) (&j->job, y, 0, n, (CF_SAMPLE *)line);
  for (x = 0; x < n; x++) {
    const gint16 v = (guint16)(samples[x] << up) >> 4;
    const gint16 d = v - (last[x] >> 4);

    values[x] = v;
    differences[x] =
        CLAMP (d, -CF_DENOISE_DIFFERENCE_MAX, CF_DENOISE_DIFFERENCE_MAX);
  }
}

static void
CF_NAME (noise) (const CfCpuNoiseJob *j, guint8 *scratch, guint32 *bins)
{
  const CfPlane *p = j->job.src;
  const gint n_tiles = cf_denoise_tiles (p->width);
  const gint n = n_tiles * CF_DENOISE_TILE;
  const gint top = j->tile_row * CF_DENOISE_TILE;
  const guint8 *counts = j->last.counts + (top + 1) * j->last.stride + 1;
  const gint greatest = (((1 << p->bits) - 1) << (16 - p->bits)) >> 4;
  Rows r;
  gint y, i;

  rows_init (&r, p->width, scratch);
  for (y = 0; y < CF_DENOISE_TILE + 2; y++) {
    CF_NAME (fetch_row)
    (j, top + y, r.line, r.values[y % 3], r.differences[y % 3]);
    if (y >= 1 && y <= CF_DENOISE_TILE)
      count_clipped (r.values[y % 3] + 1, greatest, r.clipped, n);
    if (y >= 2) {
      add_row (r.values, y, n, r.second, r.a);
      add_row (r.differences, y, n, r.second, r.b);
    }
  }
  for (i = 0; i < n_tiles; i++) {
    const guint count = counts[i * CF_DENOISE_TILE];

    if (tile_clipped (&r, i) <= CF_DENOISE_TILE_CLIPPED)
      bins[cf_denoise_bin (
          cf_denoise_tile_sum (tile_sum (r.a, i), tile_sum (r.b, i),
              cf_denoise_noise_share (count / CF_DENOISE_WHOLE), count))]++;
  }
}

#undef CF_JOIN_NAME
#undef CF_NAME
#undef CF_LINE_OF
