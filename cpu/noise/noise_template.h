/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles' sums for samples of CF_BITS bits; to be included twice. */

#define CF_NAME(what) G_PASTE (what##_, CF_BITS)

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
  CF_LINE (gather) ((CF_SAMPLE *)line, row, n, p->step);
  return line;
}

/* Returns the scale that brings samples to 12 bits. */
static Scale
CF_NAME (scale) (const CfPlane *p)
{
  return (Scale){ 16 - p->bits - p->shift, 0xffff << (16 - p->bits) };
}

/* A line's vector as 16 bits. */
CF_INLINE V16
CF_NAME (whole) (const guint8 *line, gint x, Scale scale)
{
#if CF_BITS == 8
  const V16 v = v16_widen (line + x);
#else
  const V16 v = v16_load ((const guint16 *)line + x);
#endif

  return v << scale.up & scale.bits;
}

/* Returns 12 bits. */
CF_INLINE V16
CF_NAME (value) (const guint8 *line, gint x, Scale scale)
{
  return CF_NAME (whole) (line, x, scale) >> 4;
}

/* v - r, limited. */
CF_INLINE V16
CF_NAME (less) (V16 v, V16 r)
{
  const V16 most = v16_splat (CF_NOISE_DIFFERENCE_MAX);

  return v16_min (v16_subs (v, r), most) - v16_min (v16_subs (r, v), most);
}

CF_INLINE void
CF_NAME (put) (Block *block, gint row, gint x, V16 v, V16 r)
{
  v16_store (block->values[row] + x, v);
  v16_store (block->differences[row] + x, CF_NAME (less) (v, r));
}

/* Changes from the last frame, and samples that are as they were. */
CF_INLINE void
CF_NAME (add_changes) (const guint8 *samples, Scale scale, const guint8 *before,
    Scale scale_before, gint n, Block *block, gint16 *changes)
{
  gint x;

  for (x = 0; x < n; x += V16_LANES) {
    const V16 v = CF_NAME (whole) (samples, x, scale);
    const V16 w = CF_NAME (whole) (before, x, scale_before);

    v16_store (block->equal + x, v16_load (block->equal + x) - (V16)(v == w));
    v16_store (changes + x, CF_NAME (less) (v >> 4, w >> 4));
  }
}

/* n columns of a block's row from `left` on, and less what they are compared
 * with. */
static void
CF_NAME (fetch_row) (
    const CfCpuNoiseJob *j, gint row, gint left, gint n, Block *block)
{
  const CfPlane *p = j->job.src;
  const gint y = j->tile_row * CF_NOISE_TILE + row;
  const guint8 *samples =
      CF_NAME (fetch) (&j->job, p, y, left, n, block->lines[0]);
  const Scale scale = CF_NAME (scale) (p);
  const guint8 *before = NULL;
  Scale scale_before = scale;
  gint x;

  if (j->before) {
    before = CF_NAME (fetch) (&j->job, j->before, y, left, n, block->lines[1]);
    scale_before = CF_NAME (scale) (j->before);
    if (row >= RING && row < ROWS - RING)
      CF_NAME (add_changes)
    (samples, scale, before, scale_before, n, block,
        block->changes[row - RING]);
  }
  if (j->last.results) {
    const guint16 *results = j->last.results + y * j->last.stride + left;

    for (x = 0; x < n; x += V16_LANES) {
      CF_NAME (put)
      (block, row, x, CF_NAME (value) (samples, x, scale),
          v16_adds (v16_load (results + x), v16_splat (8)) >> 4);
      /* the next block's */
      cf_soon_read (samples + x * (CF_BITS / 8), COLUMNS * (CF_BITS / 8));
      cf_soon_read (results + x, COLUMNS * sizeof (guint16));
    }
  } else if (before) {
    for (x = 0; x < n; x += V16_LANES)
      CF_NAME (put)
    (block, row, x, CF_NAME (value) (samples, x, scale),
        CF_NAME (value) (before, x, scale_before));
  } else {
    for (x = 0; x < n; x += V16_LANES) {
      const V16 v = CF_NAME (value) (samples, x, scale);

      CF_NAME (put) (block, row, x, v, v);
    }
  }
}

static void
CF_NAME (noise) (const CfCpuNoiseJob *j, guint8 *scratch, CfNoiseSums *sums)
{
  const CfPlane *p = j->job.src;
  const gint n_tiles = cf_noise_tiles (p->width);
  const gint16 greatest = (((1 << p->bits) - 1) << (16 - p->bits)) >> 4;
  Block *block = (Block *)scratch;
  gint first, row;

  memset (sums, 0, n_tiles * sizeof *sums);
  for (first = 0; first < n_tiles; first += TILES) {
    const gint n = MIN (TILES, n_tiles - first);

    memset (block->equal, 0, sizeof block->equal);
    if (!j->before)
      memset (block->changes, 0, sizeof block->changes);
    for (row = 0; row < ROWS; row++)
      CF_NAME (fetch_row)
    (j, row, first * CF_NOISE_TILE, n * CF_NOISE_TILE + 2 * RING, block);
    add_block (block, n, greatest, sums + first);
    if (j->last.results)
      add_counts (j, first, n, sums + first);
  }
}

#undef CF_NAME
