/* Tiles' sums for samples of CF_BITS bits; to be included twice. */

#define CF_JOIN_NAME(a, b) CF_JOIN (a, b)
#define CF_NAME(what) CF_JOIN_NAME (what, CF_BITS)
#define CF_LINE_OF(what) CF_LINE_NAME (what, CF_BITS)

/* n columns of a plane's row, as they are stored. */
static void
CF_NAME (fetch) (
    const CfCpuJob *job, const CfPlane *p, gint y, gint x, gint n, guint8 *to)
{
  const CF_SAMPLE *row = (const CF_SAMPLE *)(p->data + y * p->stride);

  CF_LINE_OF (gather)
  ((CF_SAMPLE *)to, row + (gsize)x * p->step + job->channel, n, p->step);
}

/* A line's vector as 12 bits. */
CF_INLINE V16
CF_NAME (value) (const guint8 *line, gint x, const CfPlane *p)
{
  const gint up = 16 - p->bits - p->shift;
#if CF_BITS == 8
  const V16 v = v16_widen (line + x);
#else
  const V16 v = v16_load ((const guint16 *)line + x);
#endif

  return (v << up & (guint16)(0xffff << (16 - p->bits))) >> 4;
}

/* n columns of a block's row from `left` on, and less what they are compared
 * with. */
static void
CF_NAME (fetch_row) (
    const CfCpuNoiseJob *j, gint row, gint left, gint n, Block *block)
{
  const CfPlane *p = j->job.src, *other = j->other;
  const gint y = j->tile_row * CF_DENOISE_TILE + row;
  const guint16 *results =
      j->last.results ? j->last.results + y * j->last.stride + left : NULL;
  const V16 most = v16_splat (CF_DENOISE_DIFFERENCE_MAX);
  gint x;

  CF_NAME (fetch) (&j->job, p, y, left, n, block->lines[0]);
  if (other)
    CF_NAME (fetch) (&j->job, other, y, left, n, block->lines[1]);
  for (x = 0; x < n; x += V16_LANES) {
    const V16 v = CF_NAME (value) (block->lines[0], x, p);
    const V16 r = results ? v16_load (results + x) >> 4
                  : other ? CF_NAME (value) (block->lines[1], x, other)
                          : v;

    v16_store (block->values[row] + x, v);
    v16_store (block->differences[row] + x,
        v16_min (v16_subs (v, r), most) - v16_min (v16_subs (r, v), most));
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
    count_tiles (block, n, counts ? counts + left : NULL,
        j->other ? CF_DENOISE_WHOLE : 0, bins);
  }
}

#undef CF_JOIN_NAME
#undef CF_NAME
#undef CF_LINE_OF
