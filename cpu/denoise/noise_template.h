/* Tiles' sums for samples of CF_BITS bits; to be included twice. */

#define CF_JOIN_NAME(a, b) CF_JOIN (a, b)
#define CF_NAME(what) CF_JOIN_NAME (what, CF_BITS)
#define CF_LINE_OF(what) CF_LINE_NAME (what, CF_BITS)

/* n columns of a plane's row, as they are stored, for whole vectors: in the
 * plane itself where it has room for those, else in `line`. */
static const guint8 *
CF_NAME (fetch) (
    const CfCpuJob *job, const CfPlane *p, gint y, gint x, gint n, guint8 *line)
{
  const CF_SAMPLE *row = (const CF_SAMPLE *)(p->data + y * p->stride)
                         + (gsize)x * p->step + job->channel;

  if (p->step == 1
      && x + (n + V16_LANES - 1) / V16_LANES * V16_LANES <= p->width)
    return (const guint8 *)row;
  CF_LINE_OF (gather) ((CF_SAMPLE *)line, row, n, p->step);
  return line;
}

/* What brings samples to 12 bits. */
static Scale
CF_NAME (scale) (const CfPlane *p)
{
  return (Scale){ 16 - p->bits - p->shift, 0xffff << (16 - p->bits) };
}

/* A line's vector as 12 bits. */
CF_INLINE V16
CF_NAME (value) (const guint8 *line, gint x, Scale scale)
{
#if CF_BITS == 8
  const V16 v = v16_widen (line + x);
#else
  const V16 v = v16_load ((const guint16 *)line + x);
#endif

  return (v << scale.up & scale.bits) >> 4;
}

CF_INLINE void
CF_NAME (put) (Block *block, gint row, gint x, V16 v, V16 r)
{
  const V16 most = v16_splat (CF_DENOISE_DIFFERENCE_MAX);

  v16_store (block->values[row] + x, v);
  v16_store (block->differences[row] + x,
      v16_min (v16_subs (v, r), most) - v16_min (v16_subs (r, v), most));
}

/* n columns of a block's row from `left` on, and less what they are compared
 * with. */
static void
CF_NAME (fetch_row) (
    const CfCpuNoiseJob *j, gint row, gint left, gint n, Block *block)
{
  const CfPlane *p = j->job.src, *other = j->other;
  const gint y = j->tile_row * CF_DENOISE_TILE + row;
  const guint8 *samples =
      CF_NAME (fetch) (&j->job, p, y, left, n, block->lines[0]);
  const Scale scale = CF_NAME (scale) (p);
  gint x;

  if (other) {
    const guint8 *others =
        CF_NAME (fetch) (&j->job, other, y, left, n, block->lines[1]);
    const Scale others_scale = CF_NAME (scale) (other);

    for (x = 0; x < n; x += V16_LANES)
      CF_NAME (put)
    (block, row, x, CF_NAME (value) (samples, x, scale),
        CF_NAME (value) (others, x, others_scale));
  } else if (j->last.results) {
    const guint16 *results = j->last.results + y * j->last.stride + left;

    for (x = 0; x < n; x += V16_LANES) {
      CF_NAME (put)
      (block, row, x, CF_NAME (value) (samples, x, scale),
          v16_load (results + x) >> 4);
      /* the next block's */
      cf_soon_read (samples + x * (CF_BITS / 8), COLUMNS * (CF_BITS / 8));
      cf_soon_read (results + x, COLUMNS * sizeof (guint16));
    }
  } else {
    for (x = 0; x < n; x += V16_LANES) {
      const V16 v = CF_NAME (value) (samples, x, scale);

      CF_NAME (put) (block, row, x, v, v);
    }
  }
}

static void
CF_NAME (noise) (const CfCpuNoiseJob *j, guint8 *scratch, guint32 *bins)
{
  const CfPlane *p = j->job.src;
  const gint n_tiles = cf_denoise_tiles (p->width);
  const gint16 greatest = (((1 << p->bits) - 1) << (16 - p->bits)) >> 4;
  const guint8 *counts =
      j->last.results
          ? j->last.counts
                + (j->tile_row * CF_DENOISE_TILE + 1) * j->last.stride + 1
          : NULL;
  Block *block = (Block *)scratch;
  gint first, row;

  for (first = 0; first < n_tiles; first += TILES) {
    const gint n = MIN (TILES, n_tiles - first);
    const gint left = first * CF_DENOISE_TILE;

    for (row = 0; row < ROWS; row++)
      CF_NAME (fetch_row) (j, row, left, n * CF_DENOISE_TILE + 2, block);
    add_block (block, n, greatest);
    count_tiles (j, block, first, n, counts ? counts + left : NULL,
        j->other ? CF_DENOISE_WHOLE : 0, bins);
  }
}

#undef CF_JOIN_NAME
#undef CF_NAME
#undef CF_LINE_OF
