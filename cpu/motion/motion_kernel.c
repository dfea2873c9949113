/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for motion on one instruction set (-DCF_ISA=name).
 *
 * Bound: arithmetic, most of it what is between samples. So a vector that was
 * tried is not tried again, nor one that costs too much before its block is
 * looked at, and the SAD of a block's vector is kept from pass to pass. */
#include "cpu/motion/motion_kernel.h"
#include "cpu/motion/motion_block.h"

#define MARGIN CF_CPU_MOTION_MARGIN
#define PATCH_WIDTH 16
#define PATCH_HEIGHT (CF_MOTION_BLOCK + 3)
#define MOST_TRIED 24

typedef CfMotionVector Vector;
typedef CfCpuMotionPass Pass;

/* A block, and the cheapest of the vectors that were tried. */
typedef struct {
  const CfCpuMotionPicture *result;
  Block block;
  gint x, y; /* its first sample */
  Vector predicted, dominant;
  gint slack, lambda;
  Vector best;
  gint cost, sad; /* of the best */
  Vector tried[MOST_TRIED];
  gint n_tried;
} Search;

static const Vector zero = { 0, 0 };

CF_INLINE gboolean
is_same (Vector a, Vector b)
{
  return a.x == b.x && a.y == b.y;
}

/* TRUE if they differ by at most `reach` samples in each component. */
CF_INLINE gboolean
is_within (Vector a, Vector b, gint reach)
{
  return ABS (a.x - b.x) <= 4 * reach && ABS (a.y - b.y) <= 4 * reach;
}

/* --- samples of a picture --- */

static __attribute__ ((noinline)) void
fetch (const CfCpuMotionPicture *p, gint x, gint y, guint8 *patch)
{
  for (gint j = 0; j < PATCH_HEIGHT; j++) {
    const guint8 *row =
        p->samples
        + (gsize)cf_motion_clamp (y + j, 0, p->height - 1) * p->stride;

    for (gint i = 0; i < PATCH_WIDTH; i++)
      patch[j * PATCH_WIDTH + i] =
          row[cf_motion_clamp (x + i, 0, p->width - 1)];
  }
}

/* Returns samples x...x + 15 of rows y...y + 10: in place, or in `patch`. */
CF_INLINE const guint8 *
look_at (
    const CfCpuMotionPicture *p, gint x, gint y, guint8 *patch, gsize *stride)
{
  if (G_LIKELY (x >= -MARGIN && x + PATCH_WIDTH <= p->width + MARGIN
                && y >= -MARGIN && y + PATCH_HEIGHT <= p->height + MARGIN)) {
    *stride = p->stride;
    return p->samples + (gssize)y * (gssize)p->stride + x;
  }
  fetch (p, x, y, patch);
  *stride = PATCH_WIDTH;
  return patch;
}

/* x and y may lie up to 7 samples beyond the picture. */
CF_INLINE const guint8 *
sample_at (const CfCpuMotionPicture *p, gint x, gint y)
{
  return p->samples + (gsize)y * p->stride + x;
}

CF_INLINE gint
sad_at (const Search *s, Vector v, gboolean between)
{
  guint8 patch[PATCH_WIDTH * PATCH_HEIGHT];
  const gint x = s->x + (v.x >> 2), y = s->y + (v.y >> 2);
  gsize stride;
  const guint8 *p;

  if (!between) {
    p = look_at (s->result, x, y, patch, &stride);
    return block_sad (s->block, block_load (p, stride));
  }
  p = look_at (s->result, x - 1, y - 1, patch, &stride) + stride + 1;
  return block_sad (s->block, block_between (p, stride, v.x & 3, v.y & 3));
}

/* --- candidates --- */

CF_INLINE void
search_init (Search *s, const Pass *pass, gint x, gint y)
{
  s->result = pass->result;
  s->x = CF_MOTION_BLOCK * x;
  s->y = CF_MOTION_BLOCK * y;
  s->block =
      block_load (sample_at (pass->frame, s->x, s->y), pass->frame->stride);
  s->dominant = pass->dominant;
  s->lambda = pass->lambda;
  s->slack = 0;
  s->best = zero;
  s->cost = G_MAXINT;
  s->sad = 0;
  s->n_tried = 0;
}

CF_INLINE gint
penalty_of (const Search *s, Vector v)
{
  return cf_motion_penalty (v, s->predicted, s->dominant, s->slack, s->lambda);
}

CF_INLINE void
take (Search *s, Vector v, gint sad, gint penalty)
{
  if (sad + penalty < s->cost) {
    s->cost = sad + penalty;
    s->sad = sad;
    s->best = v;
  }
}

/* The first one, whose SAD is known. */
CF_INLINE void
start (Search *s, Vector v, gint sad)
{
  s->tried[s->n_tried++] = v;
  take (s, v, sad, penalty_of (s, v));
}

CF_INLINE void
try_new (Search *s, Vector v, gboolean between)
{
  const gint penalty = penalty_of (s, v);

  if (penalty < s->cost)
    take (s, v, sad_at (s, v, between), penalty);
}

CF_INLINE void
try (Search *s, Vector v, gboolean between)
{
  for (gint i = 0; i < s->n_tried; i++)
    if (is_same (v, s->tried[i]))
      return;
  s->tried[s->n_tried++] = v;
  try_new (s, v, between);
}

CF_INLINE void
try_beside (Search *s, Vector v, gint quarters)
{
  try (s, cf_motion_vector (v.x, v.y - quarters), TRUE);
  try (s, cf_motion_vector (v.x - quarters, v.y), TRUE);
  try (s, cf_motion_vector (v.x + quarters, v.y), TRUE);
  try (s, cf_motion_vector (v.x, v.y + quarters), TRUE);
}

/* --- vectors of a field --- */

/* Above, at and below row y. */
CF_INLINE void
rows_around (const CfCpuMotionField *f, gint y, const Vector *rows[3])
{
  for (gint i = 0; i < 3; i++)
    rows[i] =
        f->vectors + cf_motion_clamp (y + i - 1, 0, f->height - 1) * f->stride;
}

static Vector *
row_of (const CfCpuMotionField *f, gint y)
{
  return f->vectors + y * f->stride;
}

/* Both take 16 bits, so that a vector holds more numbers. */
CF_INLINE gint16
least (gint16 a, gint16 b)
{
  return a < b ? a : b;
}

CF_INLINE gint16
most (gint16 a, gint16 b)
{
  return a > b ? a : b;
}

CF_INLINE gint16
middle (gint16 a, gint16 b, gint16 c)
{
  return most (least (a, b), least (most (a, b), c));
}

/* Finds for n blocks the medians of the vectors in and around them: the middle
 * one of the largest first, the middle second and the least third of each row's
 * three by size. */
static void
find_medians (const Vector *const rows[3], Vector *medians, gint n)
{
  const gint16 *a = &rows[0][-1].x, *b = &rows[1][-1].x, *c = &rows[2][-1].x;
  gint16 *out = &medians[0].x;

  for (gint i = 0; i < 2 * n; i++)
    out[i] = middle (most (least (least (a[i], a[i + 2]), a[i + 4]),
                         most (least (least (b[i], b[i + 2]), b[i + 4]),
                             least (least (c[i], c[i + 2]), c[i + 4]))),
        middle (middle (a[i], a[i + 2], a[i + 4]),
            middle (b[i], b[i + 2], b[i + 4]),
            middle (c[i], c[i + 2], c[i + 4])),
        least (most (most (a[i], a[i + 2]), a[i + 4]),
            least (most (most (b[i], b[i + 2]), b[i + 4]),
                most (most (c[i], c[i + 2]), c[i + 4]))));
}

/* Replicas on either side of a row. */
static void
end_row (const CfCpuMotionField *f, gint y)
{
  Vector *row = row_of (f, y);

  row[-1] = row[0];
  row[f->width] = row[f->width - 1];
}

/* --- the scene change, on level 2 --- */

static gint
mean_of (Block b)
{
  return (block_sad (b, block_splat (0)) + 32) >> 6;
}

/* `shift`: by how much the means differ. */
static gint
difference (const guint8 *a, gsize a_stride, const guint8 *b, gsize b_stride,
    gint shift)
{
  gint sum = 0;

  for (gint y = 0; y < CF_MOTION_BLOCK; y++)
    for (gint x = 0; x < CF_MOTION_BLOCK; x++)
      sum += ABS (a[y * a_stride + x] - b[y * b_stride + x] - shift);
  return sum;
}

static gint
difference_at (const Search *s, const Pass *pass, gint mean, Vector v)
{
  guint8 patch[PATCH_WIDTH * PATCH_HEIGHT];
  gsize stride;
  const guint8 *b =
      look_at (s->result, s->x + (v.x >> 2), s->y + (v.y >> 2), patch, &stride);

  return difference (sample_at (pass->frame, s->x, s->y), pass->frame->stride,
      b, stride, mean - mean_of (block_load (b, stride)));
}

static void
look_for_scene_change (
    const Search *s, const Pass *pass, CfCpuSceneChangeCounts *counts)
{
  const Block last =
      block_load (sample_at (pass->result, s->x, s->y), pass->result->stride);
  const gint mean = mean_of (s->block);
  const gint texture = MAX (block_sad (s->block, block_splat (mean)),
      block_sad (last, block_splat (mean_of (last))));

  if (!cf_scene_change_tells (texture, pass->sigma))
    return;
  counts->telling++;
  counts->unmatched += cf_scene_change_is_unmatched (
                           difference_at (s, pass, mean, s->best), texture)
                       && cf_scene_change_is_unmatched (
                           difference_at (s, pass, mean, zero), texture)
                       && cf_scene_change_is_unmatched (
                           difference_at (s, pass, mean, s->dominant), texture);
}

static void
count_samples (const Pass *pass, gint row, gint *changed)
{
  const CfCpuMotionPicture *frame = pass->frame, *result = pass->result;
  const gint end = MIN (frame->height, CF_MOTION_BLOCK * (row + 1));

  for (gint y = CF_MOTION_BLOCK * row; y < end; y++)
    for (gint x = 0; x < frame->width; x++) {
      changed[cf_scene_change_bin (*sample_at (frame, x, y))]++;
      changed[cf_scene_change_bin (*sample_at (result, x, y))]--;
    }
}

/* --- passes --- */

/* A row of the previous field at the pass's level. */
CF_INLINE const Vector *
former_row (const Pass *pass, gint row)
{
  return pass->former
         + (gsize)cf_motion_middle (row, pass->level, pass->former_height)
               * pass->former_width;
}

CF_INLINE Vector
former_at (const Pass *pass, const Vector *row, gint x)
{
  return cf_motion_at_level (
      row[cf_motion_middle (x, pass->level, pass->former_width)], pass->level);
}

CF_INLINE void
try_reach (Search *s, const Pass *pass)
{
  const CfCpuMotionPicture *p = s->result;

  for (gint j = 0; j < CF_CPU_MOTION_SIDE; j++) {
    const gint y = j - CF_MOTION_REACH;

    if (pass->least_penalties[j] >= s->cost)
      continue;
    for (gint i = 0; i < CF_CPU_MOTION_SIDE; i++) {
      const gint x = i - CF_MOTION_REACH, penalty = pass->penalties[j][i];

      if (penalty < s->cost) {
        const guint8 *at =
            p->samples + (s->y + y) * (gssize)p->stride + s->x + x;

        take (s, cf_motion_vector (4 * x, 4 * y),
            block_sad (s->block, block_load (at, p->stride)), penalty);
      }
    }
  }
}

static void
coarsest (const Pass *pass, gint row)
{
  const Vector *formers = former_row (pass, row), d = pass->dominant;
  Vector *to = row_of (pass->to, row);
  CfCpuSceneChangeCounts *counts = &pass->counts[row];
  Search s;

  *counts = (CfCpuSceneChangeCounts){ 0 };
  count_samples (pass, row, counts->changed);
  for (gint x = 0; x < pass->to->width; x++) {
    const Vector f = former_at (pass, formers, x);

    search_init (&s, pass, x, row);
    s.predicted = d;
    try_new (&s, d, FALSE);
    try_reach (&s, pass);
    for (gint i = 0; i < 25; i++) {
      const Vector v =
          cf_motion_vector (d.x + 4 * (i % 5 - 2), d.y + 4 * (i / 5 - 2));

      if (!is_within (v, zero, CF_MOTION_REACH))
        try_new (&s, v, FALSE);
    }
    for (gint i = 0; i < 9; i++) {
      const Vector v =
          cf_motion_vector (f.x + 4 * (i % 3 - 1), f.y + 4 * (i / 3 - 1));

      if (!is_within (v, zero, CF_MOTION_REACH) && !is_within (v, d, 2))
        try_new (&s, v, FALSE);
    }
    look_for_scene_change (&s, pass, counts);
    to[x] = s.best;
  }
  end_row (pass->to, row);
}

/* Level 0. */
static void
judge (const Search *s, const Pass *pass, CfCpuMotionBlock *block)
{
  const gsize stride = s->result->stride;
  const guint8 *p = sample_at (s->result, s->x, s->y);

  block->is_textured = cf_motion_is_textured (
      block_sad (block_load (p - 1, stride), block_load (p + 1, stride))
          + block_sad (
              block_load (p - stride, stride), block_load (p + stride, stride)),
      pass->sigma);
  block->is_still =
      pass->keeps_still
      && cf_motion_is_still (
          block_sad (s->block, block_load (p, stride)), pass->sigma);
}

static void
finer (const Pass *pass, gint row)
{
  const Vector *formers = former_row (pass, row), *rows[3], *medians;
  Vector *to = row_of (pass->to, row);
  CfCpuMotionBlock *blocks =
      pass->level > 0 ? NULL : pass->blocks + (gsize)row * pass->to->width;
  Search s;

  rows_around (pass->from, row / 2, rows);
  medians = row_of (pass->medians, row);
  find_medians (rows, row_of (pass->medians, row), pass->from->width);
  for (gint x = 0; x < pass->to->width; x++) {
    const Vector m = medians[x / 2];
    Vector centre;

    search_init (&s, pass, x, row);
    if (blocks != NULL) {
      judge (&s, pass, &blocks[x]);
      if (blocks[x].is_still) {
        to[x] = zero;
        continue;
      }
    }
    s.predicted = cf_motion_vector (2 * m.x, 2 * m.y);
    try (&s, s.predicted, FALSE);
    try (&s, zero, FALSE);
    try (&s, s.dominant, FALSE);
    try (&s, former_at (pass, formers, x), FALSE);
    for (gint i = 0; i < 9; i++) {
      const Vector v = rows[i / 3][x / 2 + i % 3 - 1];

      try (&s, cf_motion_vector (2 * v.x, 2 * v.y), FALSE);
    }
    centre = s.best;
    for (gint i = 0; i < 9; i++)
      try (&s,
          cf_motion_vector (
              centre.x + 4 * (i % 3 - 1), centre.y + 4 * (i / 3 - 1)),
          FALSE);
    to[x] = s.best;
    if (blocks != NULL)
      blocks[x].sad = s.sad;
  }
  end_row (pass->to, row);
}

static void
quarters (const Pass *pass, gint row)
{
  const Vector *formers = former_row (pass, row), *rows[3];
  const Vector *from = row_of (pass->from, row);
  const Vector *medians = row_of (pass->medians, row);
  Vector *to = row_of (pass->to, row);
  CfCpuMotionBlock *blocks = pass->blocks + (gsize)row * pass->to->width;
  Search s;

  rows_around (pass->from, row, rows);
  find_medians (rows, row_of (pass->medians, row), pass->to->width);
  for (gint x = 0; x < pass->to->width; x++) {
    if (blocks[x].is_still) {
      to[x] = zero;
      continue;
    }
    search_init (&s, pass, x, row);
    s.predicted = medians[x];
    s.slack = 4;
    start (&s, from[x], blocks[x].sad);
    try (&s, s.dominant, TRUE);
    try (&s, formers[x], TRUE);
    try_beside (&s, s.best, 2);
    try_beside (&s, s.best, 1);
    to[x] = s.best;
    blocks[x].sad = s.sad;
  }
  end_row (pass->to, row);
}

static void
smooth (const Pass *pass, gint row)
{
  const Vector d = pass->dominant, *rows[3];
  const Vector *medians = row_of (pass->medians, row);
  Vector *to = row_of (pass->to, row);
  CfCpuMotionBlock *blocks = pass->blocks + (gsize)row * pass->to->width;
  Search s;

  rows_around (pass->from, row, rows);
  find_medians (rows, row_of (pass->medians, row), pass->to->width);
  for (gint x = 0; x < pass->to->width; x++) {
    const Vector own = rows[1][x];

    if (blocks[x].is_still
        || (is_same (own, d) && is_same (own, medians[x])
            && is_same (own, rows[0][x]) && is_same (own, rows[1][x - 1])
            && is_same (own, rows[1][x + 1]) && is_same (own, rows[2][x]))) {
      to[x] = own; /* which is 0 where it is still */
      continue;
    }
    search_init (&s, pass, x, row);
    s.predicted = medians[x];
    start (&s, own, blocks[x].sad);
    try (&s, s.predicted, TRUE);
    try (&s, d, TRUE);
    try (&s, rows[0][x], TRUE);
    try (&s, rows[1][x - 1], TRUE);
    try (&s, rows[1][x + 1], TRUE);
    try (&s, rows[2][x], TRUE);
    to[x] = s.best;
    blocks[x].sad = s.sad;
  }
  end_row (pass->to, row);
}

static void
trust (const Pass *pass, gint row)
{
  const gint n = pass->from->width;
  const Vector *medians = row_of (pass->medians, row), *rows[3];
  guint8 *trusted = pass->trusted + (gsize)row * n;

  rows_around (pass->from, row, rows);
  find_medians (rows, row_of (pass->medians, row), n);
  for (gint x = 0; x < n; x++)
    trusted[x] = cf_motion_is_trusted (rows[1][x], medians[x], pass->dominant);
}

static void
halve (const guint8 *upper, const guint8 *lower, guint8 *out, gint n)
{
  for (gint i = 0; i < n; i++)
    out[i] = cf_motion_mean (
        upper[2 * i], upper[2 * i + 1], lower[2 * i], lower[2 * i + 1]);
}

extern const CfCpuMotionKernel G_PASTE (cf_cpu_motion_, CF_ISA);
const CfCpuMotionKernel G_PASTE (cf_cpu_motion_, CF_ISA) = { halve, coarsest,
  finer, quarters, smooth, trust };
