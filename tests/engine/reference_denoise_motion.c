/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for motion, a sample at a time. */
#include "reference_denoise_motion.h"

#include "engine/motion/cfscenechange.h"
#include "reference_scene_change.h"

#include <math.h>
#include <string.h>

typedef struct {
  gint width, height;
  guint8 *samples;
} Picture;

typedef struct {
  gint width, height; /* in blocks */
  CfMotionVector *v;
} Field;

/* A block, and the cheapest of the vectors that were tried. */
typedef struct {
  const Picture *frame, *result;
  gint x, y; /* its first sample */
  CfMotionVector predicted, dominant;
  gint slack, lambda;
  CfMotionVector best;
  gint cost;
} Search;

static gint
at (const Picture *p, gint x, gint y)
{
  return p->samples[(gsize)cf_motion_clamp (y, 0, p->height - 1) * p->width
                    + cf_motion_clamp (x, 0, p->width - 1)];
}

static CfMotionVector
vector_at (const Field *f, gint x, gint y)
{
  return f->v[(gsize)cf_motion_clamp (y, 0, f->height - 1) * f->width
              + cf_motion_clamp (x, 0, f->width - 1)];
}

static Picture
halved (const Picture *p)
{
  Picture h = { cf_motion_half (p->width), cf_motion_half (p->height) };

  h.samples = g_malloc ((gsize)h.width * h.height);
  for (gint y = 0; y < h.height; y++)
    for (gint x = 0; x < h.width; x++)
      h.samples[(gsize)y * h.width + x] =
          cf_motion_mean (at (p, 2 * x, 2 * y), at (p, 2 * x + 1, 2 * y),
              at (p, 2 * x, 2 * y + 1), at (p, 2 * x + 1, 2 * y + 1));
  return h;
}

static Field
field_new (const Picture *p)
{
  Field f = { cf_motion_blocks (p->width), cf_motion_blocks (p->height) };

  f.v = g_new0 (CfMotionVector, (gsize)f.width * f.height);
  return f;
}

/* Between the samples of a row. */
static gint
between (const Picture *p, gint x, gint y, gint quarter)
{
  gint sum = 0;

  if (quarter == 0)
    return at (p, x, y);
  for (gint i = 0; i < CF_MOTION_SEARCH_TAPS; i++)
    sum += cf_motion_search_taps[quarter][i] * at (p, x + i - 1, y);
  return cf_motion_rounded (sum, 255);
}

/* At quarters of a sample. */
static gint
sample (const Picture *p, gint x, gint y)
{
  gint sum = 0;

  if ((y & 3) == 0)
    return between (p, x >> 2, y >> 2, x & 3);
  for (gint i = 0; i < CF_MOTION_SEARCH_TAPS; i++)
    sum += cf_motion_search_taps[y & 3][i]
           * between (p, x >> 2, (y >> 2) + i - 1, x & 3);
  return cf_motion_rounded (sum, 255);
}

static gint
sad (const Search *s, CfMotionVector v)
{
  gint sum = 0;

  for (gint y = s->y; y < s->y + CF_MOTION_BLOCK; y++)
    for (gint x = s->x; x < s->x + CF_MOTION_BLOCK; x++)
      sum += ABS (
          at (s->frame, x, y) - sample (s->result, 4 * x + v.x, 4 * y + v.y));
  return sum;
}

static void
try (Search *s, gint x, gint y)
{
  const CfMotionVector v = cf_motion_vector (x, y);
  const gint cost =
      sad (s, v)
      + cf_motion_penalty (v, s->predicted, s->dominant, s->slack, s->lambda);

  if (cost < s->cost) {
    s->cost = cost;
    s->best = v;
  }
}

static void
try_vector (Search *s, CfMotionVector v)
{
  try (s, v.x, v.y);
}

/* All within `reach` samples of v, row by row. */
static void
try_within (Search *s, CfMotionVector v, gint reach)
{
  for (gint y = -reach; y <= reach; y++)
    for (gint x = -reach; x <= reach; x++)
      try (s, v.x + 4 * x, v.y + 4 * y);
}

static void
try_beside (Search *s, CfMotionVector v, gint quarters)
{
  try (s, v.x, v.y - quarters);
  try (s, v.x - quarters, v.y);
  try (s, v.x + quarters, v.y);
  try (s, v.x, v.y + quarters);
}

/* The vectors in and around a block, times `factor`, and their median. */
static CfMotionVector
around (const Field *f, gint x, gint y, gint factor, CfMotionVector n[9])
{
  gint16 xs[9], ys[9];

  for (gint i = 0; i < 9; i++) {
    const CfMotionVector v = vector_at (f, x + i % 3 - 1, y + i / 3 - 1);

    n[i] = cf_motion_vector (v.x * factor, v.y * factor);
    xs[i] = n[i].x;
    ys[i] = n[i].y;
  }
  return cf_motion_vector (cf_motion_median (xs), cf_motion_median (ys));
}

/* --- passes: what is tried for a block --- */

static void
search_coarsest (Search *s, CfMotionVector former)
{
  const CfMotionVector zero = { 0, 0 };

  s->predicted = s->dominant;
  try_vector (s, s->dominant);
  try_within (s, zero, CF_MOTION_REACH);
  try_within (s, s->dominant, 2);
  try_within (s, former, 1);
}

static void
search_finer (
    Search *s, const Field *coarser, gint x, gint y, CfMotionVector former)
{
  CfMotionVector n[9];

  s->predicted = around (coarser, x / 2, y / 2, 2, n);
  try_vector (s, s->predicted);
  try (s, 0, 0);
  try_vector (s, s->dominant);
  try_vector (s, former);
  for (gint i = 0; i < 9; i++)
    try_vector (s, n[i]);
  try_within (s, s->best, 1);
}

static void
search_quarters (
    Search *s, const Field *whole, gint x, gint y, CfMotionVector former)
{
  CfMotionVector n[9];

  s->predicted = around (whole, x, y, 1, n);
  s->slack = 4;
  try_vector (s, n[4]);
  try_vector (s, s->dominant);
  try_vector (s, former);
  try_beside (s, s->best, 2);
  try_beside (s, s->best, 1);
}

static void
smooth (Search *s, const Field *field, gint x, gint y)
{
  CfMotionVector n[9];

  s->predicted = around (field, x, y, 1, n);
  try_vector (s, n[4]);
  try_vector (s, s->predicted);
  try_vector (s, s->dominant);
  for (gint i = 1; i < 9; i += 2)
    try_vector (s, n[i]);
}

/* --- the dominant vector, and the cut --- */

/* A bin twice and its neighbours once. */
static gint
sum_of (const gint *bins, gint i)
{
  return (i > 0 ? bins[i - 1] : 0) + 2 * bins[i]
         + (i + 1 < CF_MOTION_BINS ? bins[i + 1] : 0);
}

static gint
peak (const gint *bins, gint n_blocks)
{
  const gint middle = CF_MOTION_BINS / 2;
  gint most = 0, at_most = 0;

  for (gint distance = 0; distance < middle; distance++)
    for (gint sign = -1; sign <= 1; sign += 2)
      if (sum_of (bins, middle + sign * distance) > most) {
        most = sum_of (bins, middle + sign * distance);
        at_most = sign * distance;
      }
  return most >= n_blocks / 64.0 ? at_most : 0;
}

static CfMotionVector
dominant_vector (const Field *f, const Picture *result, gint sigma)
{
  gint columns[CF_MOTION_BINS] = { 0 }, rows[CF_MOTION_BINS] = { 0 };

  for (gint by = 0; by < f->height; by++)
    for (gint bx = 0; bx < f->width; bx++) {
      gint gradient = 0;

      for (gint y = 8 * by; y < 8 * by + 8; y++)
        for (gint x = 8 * bx; x < 8 * bx + 8; x++)
          gradient += ABS (at (result, x + 1, y) - at (result, x - 1, y))
                      + ABS (at (result, x, y + 1) - at (result, x, y - 1));
      if (cf_motion_is_textured (gradient, sigma)) {
        const CfMotionVector v = vector_at (f, bx, by);

        columns[cf_motion_bin (v.x)]++;
        rows[cf_motion_bin (v.y)]++;
      }
    }
  return cf_motion_vector (
      peak (columns, f->width * f->height), peak (rows, f->width * f->height));
}

static gint
mean_of (const Picture *p, gint x0, gint y0)
{
  gint sum = 0;

  for (gint y = 0; y < CF_MOTION_BLOCK; y++)
    for (gint x = 0; x < CF_MOTION_BLOCK; x++)
      sum += at (p, x0 + x, y0 + y);
  return (sum + 32) >> 6;
}

static gint
texture (const Picture *p, gint x0, gint y0)
{
  const gint mean = mean_of (p, x0, y0);
  gint sum = 0;

  for (gint y = 0; y < CF_MOTION_BLOCK; y++)
    for (gint x = 0; x < CF_MOTION_BLOCK; x++)
      sum += ABS (at (p, x0 + x, y0 + y) - mean);
  return sum;
}

/* Less the means; v is in whole samples. */
static gint
difference (const Search *s, CfMotionVector v)
{
  const gint dx = v.x >> 2, dy = v.y >> 2;
  const gint shift = mean_of (s->frame, s->x, s->y)
                     - mean_of (s->result, s->x + dx, s->y + dy);
  gint sum = 0;

  for (gint y = s->y; y < s->y + CF_MOTION_BLOCK; y++)
    for (gint x = s->x; x < s->x + CF_MOTION_BLOCK; x++)
      sum += ABS (at (s->frame, x, y) - at (s->result, x + dx, y + dy) - shift);
  return sum;
}

static void
look_for_scene_change (
    const Search *s, gint sigma, ReferenceMotionSceneChange *scene_change)
{
  const CfMotionVector zero = { 0, 0 };
  const gint most =
      MAX (texture (s->frame, s->x, s->y), texture (s->result, s->x, s->y));
  const gint least = MIN (difference (s, s->best),
      MIN (difference (s, zero), difference (s, s->dominant)));

  scene_change->blocks++;
  if (!cf_scene_change_tells (most, sigma))
    return;
  scene_change->telling++;
  scene_change->unmatched += cf_scene_change_is_unmatched (least, most);
}

static void
change_counts (const Picture *frame, const Picture *result,
    ReferenceMotionSceneChange *scene_change)
{
  gint bins[CF_SCENE_CHANGE_BINS] = { 0 };

  for (gsize i = 0; i < (gsize)frame->width * frame->height; i++) {
    bins[cf_scene_change_bin (frame->samples[i])]++;
    bins[cf_scene_change_bin (result->samples[i])]--;
  }
  for (gint i = 0; i < CF_SCENE_CHANGE_BINS; i++)
    scene_change->changed += ABS (bins[i]);
  scene_change->samples = frame->width * frame->height;
  scene_change->is_other_luma =
      reference_scene_change_is_other_luma (bins, scene_change->samples);
}

/* --- all --- */

typedef struct {
  Picture frame[CF_MOTION_LEVELS], result[CF_MOTION_LEVELS];
  Field former;
  CfMotionVector dominant;
  gint sigma;
} Scene;

static Search
search_begin (const Scene *scene, gint level, gint x, gint y)
{
  Search s = { &scene->frame[level], &scene->result[level], CF_MOTION_BLOCK * x,
    CF_MOTION_BLOCK * y };

  s.dominant =
      level ? cf_motion_at_level (scene->dominant, level) : scene->dominant;
  s.lambda = cf_motion_lambda (scene->sigma);
  s.cost = G_MAXINT;
  return s;
}

static gboolean
is_still (const Scene *scene, const Search *s)
{
  const CfMotionVector zero = { 0, 0 };

  return scene->dominant.x == 0 && scene->dominant.y == 0
         && cf_motion_is_still (sad (s, zero), scene->sigma);
}

/* Whole samples. */
static void
search_level (const Scene *scene, gint level, const Field *coarser,
    Field *field, ReferenceMotionSceneChange *scene_change)
{
  for (gint y = 0; y < field->height; y++)
    for (gint x = 0; x < field->width; x++) {
      Search s = search_begin (scene, level, x, y);
      const CfMotionVector former = cf_motion_at_level (
          vector_at (&scene->former,
              cf_motion_middle (x, level, scene->former.width),
              cf_motion_middle (y, level, scene->former.height)),
          level);

      s.dominant = cf_motion_at_level (scene->dominant, level);
      if (coarser == NULL) {
        search_coarsest (&s, former);
        look_for_scene_change (&s, scene->sigma, scene_change);
      } else if (level > 0 || !is_still (scene, &s)) {
        search_finer (&s, coarser, x, y, former);
      }
      field->v[(gsize)y * field->width + x] = s.best;
    }
}

/* Level 0 from one field to another: quarters, or smoothing. */
static void
refine (const Scene *scene, const Field *from, Field *to, gboolean quarters)
{
  for (gint y = 0; y < to->height; y++)
    for (gint x = 0; x < to->width; x++) {
      Search s = search_begin (scene, 0, x, y);

      if (!is_still (scene, &s)) {
        if (quarters)
          search_quarters (&s, from, x, y, vector_at (&scene->former, x, y));
        else
          smooth (&s, from, x, y);
      }
      to->v[(gsize)y * to->width + x] = s.best;
    }
}

static gint
scaled (gint component, gint now, gint before)
{
  return round (component * (gdouble)now / before);
}

static gboolean
scale (CfMotionVector *v, gint now, gint before)
{
  const CfMotionVector old = *v;

  *v =
      cf_motion_vector (scaled (v->x, now, before), scaled (v->y, now, before));
  return v->x != old.x || v->y != old.y;
}

gboolean
reference_denoise_motion_scale (
    ReferenceMotion *motion, gint width, gint height, gint now, gint before)
{
  const gint n_blocks = cf_motion_blocks (width) * cf_motion_blocks (height);
  gboolean changes = scale (&motion->dominant, now, before);

  for (gint i = 0; i < n_blocks; i++)
    changes |= scale (&motion->field[i], now, before);
  return changes;
}

ReferenceMotionSceneChange
reference_denoise_motion (const guint8 *frame, const guint8 *result, gint width,
    gint height, gint sigma, ReferenceMotion *motion)
{
  ReferenceMotionSceneChange scene_change = { 0 };
  Scene scene = { { { width, height, (guint8 *)frame } },
    { { width, height, (guint8 *)result } } };
  Field fields[CF_MOTION_LEVELS], other, swap;
  gint level;

  scene.dominant = motion->dominant;
  scene.sigma = sigma;
  for (level = 1; level < CF_MOTION_LEVELS; level++) {
    scene.frame[level] = halved (&scene.frame[level - 1]);
    scene.result[level] = halved (&scene.result[level - 1]);
  }
  for (level = 0; level < CF_MOTION_LEVELS; level++)
    fields[level] = field_new (&scene.frame[level]);
  other = field_new (&scene.frame[0]);
  scene.former = fields[0];
  scene.former.v = motion->field;

  for (level = CF_MOTION_LEVELS - 1; level >= 0; level--)
    search_level (&scene, level,
        level + 1 < CF_MOTION_LEVELS ? &fields[level + 1] : NULL,
        &fields[level], &scene_change);
  for (gint i = 0; i <= CF_MOTION_SMOOTHINGS; i++) {
    refine (&scene, &fields[0], &other, i == 0);
    swap = fields[0];
    fields[0] = other;
    other = swap;
  }

  memcpy (motion->field, fields[0].v,
      sizeof *motion->field * fields[0].width * fields[0].height);
  motion->dominant = dominant_vector (&fields[0], &scene.result[0], sigma);
  level = CF_MOTION_LEVELS - 1;
  change_counts (&scene.frame[level], &scene.result[level], &scene_change);
  scene_change.is_scene_change =
      cf_is_scene_change (scene_change.unmatched, scene_change.telling,
          scene_change.blocks, scene_change.changed, scene_change.samples);

  for (level = 0; level < CF_MOTION_LEVELS; level++) {
    if (level > 0) {
      g_free (scene.frame[level].samples);
      g_free (scene.result[level].samples);
    }
    g_free (fields[level].v);
  }
  g_free (other.v);
  return scene_change;
}

gboolean
reference_denoise_motion_is_trusted (
    const ReferenceMotion *motion, gint width, gint height, gint x, gint y)
{
  const Field field = { cf_motion_blocks (width), cf_motion_blocks (height),
    motion->field };
  CfMotionVector n[9];
  const CfMotionVector median = around (&field, x, y, 1, n);

  return cf_motion_is_trusted (n[4], median, motion->dominant);
}
