/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any rank of any window on one instruction set (-DCF_ISA=name), for 16-bit
 * samples. A tile's samples are sorted; a sample's code is the upper part of
 * its place in that order, all places being different. Selection among the
 * codes gives the code of each result and how many samples of the window are
 * below it. Samples of one code are neighbours in the order, and the one that
 * is looked for among them is found by counting those inside the window.
 * So the time hardly depends on how the samples are distributed. */
#include "cpu/core/kernel.h"

#define CF_CODE guint16
#include "cpu/rank/rank_select.h"

#define CF_BITS 16
#define CF_SAMPLE guint16
#include "cpu/core/line_template.h"

/* A tile with the columns and rows around it has at most so many of each, so
 * that a coordinate is a byte and a place is 16 bits. */
#define TILE_SIDE 256
#define TILE_SAMPLES (TILE_SIDE * TILE_SIDE)
/* Columns (rows) of results in a tile: this and the window's, where so many
 * fit. In small tiles results differ less, in large ones those around them cost
 * less. */
#define TILE_RESULTS 64

#define JOB_WIDTH 512
#define JOB_HEIGHT 128

/* So many samples are looked at at once: the bits of a word. A code has no
 * fewer, and more where results are so different that it takes more passes than
 * this to tell them. */
#define WORD_SAMPLES 64
#define WORD_BITS 6
#define MANY_PASSES 4

/* Up to this many values one counting pass sorts, else two by bytes. */
#define ONE_PASS_VALUES 4096

typedef struct {
  CfRankTile tile;
  guint16 *samples;       /* [y * TILE_SIDE + x], without their shift */
  guint32 *pairs;         /* sample << 16 | y << 8 | x, half sorted */
  guint32 *starts;        /* [ONE_PASS_VALUES] */
  guint8 *columns, *rows; /* [place]: where the samples are, in order */
  guint16 *line;          /* [TILE_SIDE] */
  gint code_bits;         /* a code is 1 << code_bits places */
} Scratch;

static gsize
scratch_layout (Scratch *s, guint8 *memory)
{
  CfRankTile *t = &s->tile;

  t->stride = TILE_SIDE;
  s->columns = cf_rank_scratch (t, TILE_SIDE, memory);
  s->rows = s->columns + TILE_SAMPLES;
  s->starts = (guint32 *)(s->rows + TILE_SAMPLES);
  s->pairs = s->starts + ONE_PASS_VALUES;
  s->samples = (guint16 *)(s->pairs + TILE_SAMPLES);
  s->line = s->samples + TILE_SAMPLES;
  t->codes = s->line + TILE_SIDE;
  /* these come after sorting */
  t->results = (guint16 *)s->pairs;
  t->below = t->results + TILE_SAMPLES;
  return (guint8 *)(t->codes + TILE_SAMPLES) - memory;
}

static gsize
scratch_size (const CfCpuJob *job, gint width)
{
  Scratch s;

  return scratch_layout (&s, NULL);
}

/* Makes counts of `n` values the places where they start. */
static void
sum_up (guint32 *counts, gint n)
{
  guint32 sum = 0;
  gint i;

  for (i = 0; i < n; i++) {
    guint32 count = counts[i];

    counts[i] = sum;
    sum += count;
  }
}

static inline void
put_place (const Scratch *s, guint32 place, gint x, gint y)
{
  s->columns[place] = x;
  s->rows[place] = y;
  s->tile.codes[y * TILE_SIDE + x] = place >> s->code_bits;
}

static void
sort_one_pass (Scratch *s, gint width, gint height, gint n_values)
{
  gint x, y;

  memset (s->starts, 0, n_values * sizeof (guint32));
  for (y = 0; y < height; y++)
    for (x = 0; x < width; x++)
      s->starts[s->samples[y * TILE_SIDE + x]]++;
  sum_up (s->starts, n_values);
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++)
      put_place (s, s->starts[s->samples[y * TILE_SIDE + x]]++, x, y);
  }
}

/* Sorts by the lower byte, then by the upper one. */
static void
sort_two_passes (Scratch *s, gint width, gint height)
{
  guint32 *lower = s->starts, *upper = s->starts + 256;
  gint n = width * height, x, y, i;

  memset (s->starts, 0, 512 * sizeof (guint32));
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      guint16 sample = s->samples[y * TILE_SIDE + x];

      lower[sample & 0xff]++;
      upper[sample >> 8]++;
    }
  }
  sum_up (lower, 256);
  sum_up (upper, 256);
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      guint16 sample = s->samples[y * TILE_SIDE + x];

      s->pairs[lower[sample & 0xff]++] = (guint32)sample << 16 | y << 8 | x;
    }
  }
  for (i = 0; i < n; i++) {
    guint32 pair = s->pairs[i];

    put_place (s, upper[pair >> 24]++, pair & 0xff, pair >> 8 & 0xff);
  }
}

/* find() reads whole words of places; those after the n samples do not matter,
 * as it looks for one before them. */
static void
end_places (const Scratch *s, gint n)
{
  const gint rest = -n & (WORD_SAMPLES - 1);

  memset (s->columns + n, 0, rest);
  memset (s->rows + n, 0, rest);
}

/* The index of the set bit that has n set bits below it. */
static inline gint
nth_bit (guint64 bits, gint n)
{
#ifdef __BMI2__
  return __builtin_ctzll (__builtin_ia32_pdep_di ((guint64)1 << n, bits));
#else
  for (; n > 0; n--)
    bits &= bits - 1;
  return __builtin_ctzll (bits);
#endif
}

/* The sample of the window at result (x, y) that has `nth` samples of the
 * window before it from `place` on. */
static inline guint16
find (const Scratch *s, guint32 place, gint nth, gint x, gint y)
{
  const CfVector left = cf_vector_splat_8 (x), top = cf_vector_splat_8 (y);
  const CfVector width = cf_vector_splat_8 (s->tile.width);
  const CfVector height = cf_vector_splat_8 (s->tile.height);

  for (;; place += WORD_SAMPLES) {
    const guint8 *columns = s->columns + place, *rows = s->rows + place;
    guint64 inside = 0;
    gint i, n;

    for (i = 0; i < WORD_SAMPLES; i += CF_VECTOR_BYTES) {
      CfVector right = cf_vector_sub_8 (cf_vector_load (columns + i), left);
      CfVector down = cf_vector_sub_8 (cf_vector_load (rows + i), top);

      inside |=
          (cf_vector_mask_8 (right, width) & cf_vector_mask_8 (down, height))
          << i;
    }
    n = __builtin_popcountll (inside);
    if (nth < n) {
      i = nth_bit (inside, nth);
      return s->samples[rows[i] * TILE_SIDE + columns[i]];
    }
    nth -= n;
  }
}

/* Codes for the next tile, if its results are as different as this one's. */
static void
choose_code_bits (Scratch *s, gint least, gint greatest)
{
  gint places = (greatest - least + 1) << s->code_bits;

  s->code_bits = WORD_BITS;
  while (places >> s->code_bits > MANY_PASSES * (CF_RANK_LANES - 1))
    s->code_bits++;
}

static void
run_tile (const CfCpuJob *job, Scratch *s, gint left, gint top)
{
  const CfPlane *dst = job->dst;
  CfRankTile *t = &s->tile;
  const gint width = t->columns + t->width - 1;
  const gint height = t->rows + t->height - 1;
  const gssize first_row = (gssize)top - t->height / 2;
  const gssize first_column = (gssize)left - t->width / 2;
  gint least = G_MAXINT, greatest = 0, x, y;
  guint all = 0;

  for (y = 0; y < height; y++) {
    guint16 *samples = s->samples + y * TILE_SIDE;
    guint16 bits = 0;

    line_fetch_16 (
        job, first_row + y, first_column, first_column + width, samples);
    for (x = 0; x < width; x++) {
      samples[x] >>= job->src->shift;
      bits |= samples[x];
    }
    all |= bits;
  }

  t->n_codes = MAX ((width * height >> s->code_bits) + 1, CF_RANK_LANES);
  if (all < ONE_PASS_VALUES)
    sort_one_pass (s, width, height, all + 1);
  else
    sort_two_passes (s, width, height);
  end_places (s, width * height);

  cf_rank_select (t,
      ((gint64)width * height * t->rank / (t->width * t->height))
          >> s->code_bits,
      TRUE);
  for (y = 0; y < t->rows; y++) {
    const guint16 *codes = t->results + y * t->stride;
    const guint16 *below = t->below + y * t->stride;

    for (x = 0; x < t->columns; x++) {
      guint32 place = (guint32)codes[x] << s->code_bits;

      s->line[x] = find (s, place, t->rank - below[x], x, y) << job->src->shift;
      least = MIN (least, codes[x]);
      greatest = MAX (greatest, codes[x]);
    }
    line_scatter_16 ((guint16 *)(dst->data + (gssize)(top + y) * dst->stride)
                         + (gssize)left * dst->step + job->channel,
        s->line, t->columns, dst->step);
  }
  choose_code_bits (s, least, greatest);
}

/* `n` results, with so many window samples, in equal parts of a tile's size. */
static gint
part (gint n, gint window)
{
  return cf_rank_part (n, MIN (TILE_RESULTS + window, TILE_SIDE + 1 - window));
}

static void
run (const CfCpuJob *job, guint8 *scratch)
{
  Scratch s = { .tile = { .width = job->window_width,
                    .height = job->window_height,
                    .rank = job->rank },
    .code_bits = WORD_BITS };
  const gint columns = part (job->right - job->left, job->window_width);
  const gint rows = part (job->bottom - job->top, job->window_height);
  gint left, top;

  scratch_layout (&s, scratch);
  cf_rank_table_init (&s.tile);
  for (left = job->left; left < job->right; left += columns) {
    for (top = job->top; top < job->bottom; top += rows) {
      s.tile.columns = MIN (columns, job->right - left);
      s.tile.rows = MIN (rows, job->bottom - top);
      run_tile (job, &s, left, top);
    }
  }
}

const CfCpuKernel G_PASTE (
    cf_cpu_rank_16_, CF_ISA) = { run, scratch_size, JOB_WIDTH, JOB_HEIGHT };
