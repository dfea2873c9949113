/* Tiles' sums for samples of CF_BITS bits; to be included twice. */

#define CF_JOIN_NAME(a, b) CF_JOIN (a, b)
#define CF_NAME(what) CF_JOIN_NAME (what, CF_BITS)
#define CF_LINE_OF(what) CF_LINE_NAME (what, CF_BITS)

/* A row as 12 bits, less the last result's, and which samples are clipped (1).
 */
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
    const gint v = (samples[x] << up & 0xffff) >> 4;
    const gint d = v - (last[x] >> 4);

    values[x] = v;
    differences[x] =
        CLAMP (d, -CF_DENOISE_DIFFERENCE_MAX, CF_DENOISE_DIFFERENCE_MAX);
  }
}

static guint
CF_NAME (count_clipped) (const CfPlane *p, const guint8 *line, gint x)
{
  const CF_SAMPLE *samples = (const CF_SAMPLE *)line + x;
  const CF_SAMPLE greatest = ((1u << p->bits) - 1) << p->shift;
  guint n = 0;
  gint i;

  for (i = 0; i < CF_DENOISE_TILE; i++)
    n += samples[i] == 0 || samples[i] == greatest;
  return n;
}

static void
CF_NAME (noise) (const CfCpuNoiseJob *j, guint8 *scratch, guint32 *bins)
{
  const CfPlane *p = j->job.src;
  const gint n_tiles = cf_denoise_tiles (p->width);
  const gint top = j->tile_row * CF_DENOISE_TILE;
  const guint8 *counts = j->last.counts + (top + 1) * j->last.stride + 1;
  Rows r;
  gint y, i;

  rows_init (&r, p->width, scratch);
  memset (r.sums, 0, n_tiles * sizeof *r.sums);
  for (y = 0; y < CF_DENOISE_TILE + 2; y++) {
    CF_NAME (fetch_row)
    (j, top + y, r.line, r.values[y % 3], r.differences[y % 3]);
    if (y >= 1 && y <= CF_DENOISE_TILE)
      for (i = 0; i < n_tiles; i++)
        r.sums[i].clipped +=
            CF_NAME (count_clipped) (p, r.line, i * CF_DENOISE_TILE + 1);
    if (y >= 2)
      add_row (&r, y, n_tiles);
  }
  for (i = 0; i < n_tiles; i++) {
    const Sums *s = &r.sums[i];
    const guint count = counts[i * CF_DENOISE_TILE];

    if (s->clipped <= CF_DENOISE_TILE_CLIPPED)
      bins[cf_denoise_bin (cf_denoise_tile_sum (s->a, s->b,
          cf_denoise_noise_share (count / CF_DENOISE_WHOLE), count))]++;
  }
}

#undef CF_JOIN_NAME
#undef CF_NAME
#undef CF_LINE_OF
