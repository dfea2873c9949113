/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Temporal repair, a sample at a time. */
#include "reference_temporal.h"

#include "picture.h"
#include "reference_denoise_motion.h"
#include "reference_scale.h"

#include <math.h>
#include <string.h>

#define SIGMA 512
#define REFERENCES 5

#define SPACE REFERENCE_SPACE
#define KNOWN REFERENCE_KNOWN

typedef struct {
  gint x, y, difference; /* -1: refused */
  gint share, doubt;
} Choice;

struct _ReferenceTemporal {
  guint n_planes;
  guint32 filtered;
  gint fields;
  gint across[CF_MAX_PLANES], down[CF_MAX_PLANES]; /* of leaders */
  ReferenceMotion motion[CF_MAX_PLANES][REFERENCES];
  Choice *choices[CF_MAX_PLANES][REFERENCES];
};

static gint
guide_of (const ReferenceTemporal *self, gint plane)
{
  gint i;

  for (i = plane % self->fields; !(self->filtered >> i & 1); i += self->fields)
    ;
  return i;
}

/* How often `from` is halved, or -1. */
static gint
halvings (gint from, gint to)
{
  gint s;

  for (s = 0; s < 3; s++)
    if ((gint)ceil (from / (gdouble)(1 << s)) == to)
      return s;
  return -1;
}

gboolean
reference_temporal_takes_part (
    const ReferenceTemporal *self, const CfPlane *planes, guint plane)
{
  const CfPlane *p = &planes[plane], *led;

  if (!(self->filtered >> plane & 1))
    return FALSE;
  led = &planes[guide_of (self, plane)];
  return halvings (led->width, p->width) >= 0
         && halvings (led->height, p->height) >= 0;
}

ReferenceTemporal *
reference_temporal_new (const CfPlane *planes, guint n_planes, guint32 filtered,
    const CfInpaintParams *params)
{
  ReferenceTemporal *self = g_new0 (ReferenceTemporal, 1);
  guint i;
  gint k;

  self->n_planes = n_planes;
  self->filtered = filtered;
  self->fields = params->by_field ? 2 : 1;
  for (i = 0; i < n_planes; i++) {
    self->across[i] = (planes[i].width + 7) / 8;
    self->down[i] = (planes[i].height + 7) / 8;
    for (k = 0; k < REFERENCES; k++) {
      const gint n = self->across[i] * self->down[i];

      self->motion[i][k].field = g_new0 (CfMotionVector, n);
      self->choices[i][k] = g_new0 (Choice, n);
    }
  }
  return self;
}

void
reference_temporal_free (ReferenceTemporal *self)
{
  guint i, k;

  for (i = 0; i < self->n_planes; i++)
    for (k = 0; k < REFERENCES; k++) {
      g_free (self->motion[i][k].field);
      g_free (self->choices[i][k]);
    }
  g_free (self);
}

static void
reset (ReferenceTemporal *self, guint reference)
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    ReferenceMotion *m = &self->motion[i][reference];

    memset (m->field, 0, self->across[i] * self->down[i] * sizeof *m->field);
    m->dominant = (CfMotionVector){ 0, 0 };
  }
}

void
reference_temporal_reset (ReferenceTemporal *self)
{
  guint k;

  for (k = 0; k < REFERENCES; k++)
    reset (self, k);
}

/* Samples */

static gint
value (const CfPlane *p, gint x, gint y, gint c)
{
  return sample_load (p, x, y, c) >> p->shift;
}

static gboolean
is_trusted (const ReferenceFrame *f, gint plane, gint x, gint y)
{
  const CfPlane *p = &f->planes[plane];

  return x >= 0 && x < p->width && y >= 0 && y < p->height
         && f->states[plane][y * p->width + x] != SPACE;
}

static gint
floor_4 (gint v)
{
  return floor (v / 4.0);
}

static gint
quarters (gint v)
{
  return v - 4 * floor_4 (v);
}

/* Whether all of the 2x2 samples with a weight are trusted. */
static gboolean
leads (const ReferenceFrame *f, gint plane, gint x, gint y, gint vx, gint vy)
{
  gint i, j;

  for (j = 0; j <= (quarters (vy) > 0); j++)
    for (i = 0; i <= (quarters (vx) > 0); i++)
      if (!is_trusted (f, plane, x + floor_4 (vx) + i, y + floor_4 (vy) + j))
        return FALSE;
  return TRUE;
}

/* Blocks */

typedef struct {
  const ReferenceFrame *now, *reference;
  const guint8 *frame, *result;
  gint plane, width, height;
} Pictures;

static gint
difference_of (const Pictures *p, gint x, gint y, gint vx, gint vy)
{
  const gint left = x + floor_4 (vx), top = y + floor_4 (vy);
  gint sum = 8, i, j;

  for (j = 0; j < 2; j++)
    for (i = 0; i < 2; i++) {
      const gint wx = i ? quarters (vx) : 4 - quarters (vx);
      const gint wy = j ? quarters (vy) : 4 - quarters (vy);

      if (wx * wy > 0)
        sum += wx * wy * p->result[(top + j) * p->width + left + i];
    }
  return abs (sum / 16 - p->frame[y * p->width + x]);
}

static gboolean
is_known (const Pictures *p, gint x, gint y)
{
  return x >= 0 && x < p->width && y >= 0 && y < p->height
         && p->now->states[p->plane][y * p->width + x] == KNOWN;
}

/* Known samples of a window as places; returns how many. */
static gint
window (const Pictures *p, gint bx, gint by, gint level, gint (*at)[2])
{
  const gint apart = 1 << level;
  gint n = 0, i, j;

  for (j = 0; j < 24; j++)
    for (i = 0; i < 24; i++) {
      const gint x = 8 * bx + 4 - 12 * apart + apart / 2 + i * apart;
      const gint y = 8 * by + 4 - 12 * apart + apart / 2 + j * apart;

      if (is_known (p, x, y)) {
        at[n][0] = x;
        at[n++][1] = y;
      }
    }
  return n;
}

static gboolean
has_hole_around (const Pictures *p, gint bx, gint by)
{
  gint x, y;

  for (y = 8 * by - 8; y < 8 * by + 16; y++)
    for (x = 8 * bx - 8; x < 8 * bx + 16; x++)
      if (x >= 0 && x < p->width && y >= 0 && y < p->height
          && !is_known (p, x, y))
        return TRUE;
  return FALSE;
}

/* The place of a sample of a window, and whether it is in the picture. */
static gboolean
place (const Pictures *p, gint from_x, gint from_y, gint apart, gint i, gint *x,
    gint *y)
{
  *x = from_x + i % 24 * apart;
  *y = from_y + i / 24 * apart;
  return *x >= 0 && *x < p->width && *y >= 0 && *y < p->height;
}

static gint interpolated (
    const CfPlane *p, gint x, gint y, gint c, gint vx, gint vy);

/* The mean square of how much known samples differ from those around; -1 where
 * there are none. */
static gdouble
guess_error (const Pictures *p, gint (*at)[2], gint n, gint reach)
{
  gdouble squares = 0;
  gint guesses = 0, i, k;

  for (i = 0; i < n; i++) {
    const gint x[4] = { at[i][0] - reach, at[i][0] + reach, at[i][0],
      at[i][0] };
    const gint y[4] = { at[i][1], at[i][1], at[i][1] - reach,
      at[i][1] + reach };
    gdouble sum = 0;
    gint around = 0;

    for (k = 0; k < 4; k++)
      if (is_known (p, x[k], y[k])) {
        sum += p->frame[y[k] * p->width + x[k]];
        around++;
      }
    if (around > 0) {
      const gdouble off =
          p->frame[at[i][1] * p->width + at[i][0]] - floor (sum / around + 0.5);

      squares += off * off;
      guesses++;
    }
  }
  return guesses > 0 ? floor (256 * squares / guesses) : -1;
}

/* How much of the reference is taken, and its doubt; or refuses. */
static void
weigh (const Pictures *p, gint (*at)[2], gint n, gint from_x, gint from_y,
    gint apart, Choice *c)
{
  const CfPlane result = { .data = (guint8 *)p->result,
    .stride = p->width,
    .width = p->width,
    .height = p->height,
    .channels = 1,
    .step = 1,
    .bytes = 1,
    .bits = 8 };
  gdouble own = 0, gap = 0, doubts = 0, error, guess;
  gint pairs = 0, gaps = 0, right = 0, below = 0, edges, x, y, i;

  for (i = 0; i < 24 * 24; i++) {
    gdouble square, doubt;

    if (!place (p, from_x, from_y, apart, i, &x, &y)
        || !leads (p->reference, p->plane, x, y, c->x, c->y))
      continue;
    square = pow (interpolated (&result, x, y, 0, c->x, c->y)
                      - p->frame[y * p->width + x],
        2);
    if (is_known (p, x, y)) {
      own += square;
      pairs++;
      continue;
    }
    doubt = KNOWN
            - p->reference->states[p->plane][(y + floor_4 (c->y)) * p->width + x
                                             + floor_4 (c->x)];
    gap += square;
    doubts += doubt * doubt;
    gaps++;
    right += is_known (p, x + 1, y);
    below += is_known (p, x, y + 1);
  }
  c->share = 0;
  if (gaps > 0) {
    gint reach;

    own = floor (256 * own / pairs);
    gap = floor (256 * gap / gaps);
    doubts = floor (16 * doubts / gaps);
    error = floor (own / 2) + doubts;
    edges = MAX (MAX (right, below), 1);
    reach = CLAMP ((gaps + edges) / (2 * edges), 1, 8);
    guess = guess_error (p, at, n, reach);
    if (guess >= 0)
      gap = MIN (gap, error + floor (reach * guess / 12));
    if (gap > error)
      c->share = floor (64 * (gap - error) / gap + 0.5);
  }
  if (c->share < 8)
    c->difference = -1;
  c->doubt = CLAMP (
      floor (sqrt (floor ((floor (own / 32) + doubts) * c->share / 1024))), 1,
      254);
}

static Choice
choose (const ReferenceTemporal *self, const Pictures *p, guint reference,
    gint bx, gint by)
{
  const ReferenceMotion *m = &self->motion[p->plane][reference];
  const gint across = self->across[p->plane], down = self->down[p->plane];
  CfMotionVector candidates[11] = { m->field[by * across + bx], m->dominant };
  Choice best = { 0, 0, -1, 0, 0 };
  gdouble least = G_MAXDOUBLE, texture = 0, mean = 0;
  gint at[24 * 24][2], level = 0, n, apart, i, k = 3;

  if (!has_hole_around (p, bx, by))
    return best;
  while ((n = window (p, bx, by, level, at)) < 96 && level < 3)
    level++;
  for (i = 0; i < 9; i++)
    if (i != 4)
      candidates[k++] =
          m->field[CLAMP (by + (i / 3 - 1) * (1 << level), 0, down - 1) * across
                   + CLAMP (bx + (i % 3 - 1) * (1 << level), 0, across - 1)];
  for (k = 0; k < 11; k++) {
    gint pairs = 0, sum = 0;

    for (i = 0; i < n; i++)
      if (leads (p->reference, p->plane, at[i][0], at[i][1], candidates[k].x,
              candidates[k].y)) {
        pairs++;
        sum += difference_of (
            p, at[i][0], at[i][1], candidates[k].x, candidates[k].y);
      }
    if (pairs >= 32 && pairs >= n - pairs && sum / (gdouble)pairs < least) {
      least = sum / (gdouble)pairs;
      best =
          (Choice){ candidates[k].x, candidates[k].y, 16 * sum / pairs, 0, 0 };
    }
  }
  if (best.difference < 0)
    return best;
  for (i = 0; i < n; i++)
    mean += p->frame[at[i][1] * p->width + at[i][0]];
  mean = floor (mean / n + 0.5);
  for (i = 0; i < n; i++)
    texture += fabs (p->frame[at[i][1] * p->width + at[i][0]] - mean);
  if (least > 4 + MIN (texture / n, 32) / 2 + 1e-9) {
    best.difference = -1;
    return best;
  }
  apart = 1 << level;
  weigh (p, at, n, 8 * bx + 4 - 12 * apart + apart / 2,
      8 * by + 4 - 12 * apart + apart / 2, apart, &best);
  return best;
}

/* TRUE where the reference is behind a cut. */
static gboolean
search (ReferenceTemporal *self, const ReferenceFrame *now,
    const ReferenceFrame *reference, guint number)
{
  gboolean is_scene_change = FALSE;
  guint i;
  gint x, y;

  for (i = 0; i < self->n_planes; i++) {
    const CfPlane *p = &now->planes[i];
    Pictures pictures = { now, reference, NULL, NULL, i, p->width, p->height };
    gint *of_frame, *of_result;
    guint8 *frame, *result;
    ReferenceScale scale;

    if (!(self->filtered >> i & 1) || guide_of (self, i) != (gint)i)
      continue;
    of_frame = channel_samples (p, p->channels > 2 ? 1 : 0);
    of_result =
        channel_samples (&reference->planes[i], p->channels > 2 ? 1 : 0);
    scale = reference_scale_of (of_frame, p->width, p->height, p->bits, 0);
    pictures.frame = frame =
        reference_scale_bytes (scale, of_frame, (gsize)p->width * p->height);
    pictures.result = result =
        reference_scale_bytes (scale, of_result, (gsize)p->width * p->height);
    is_scene_change |= reference_denoise_motion (
        frame, result, p->width, p->height, SIGMA, &self->motion[i][number])
                           .is_scene_change;
    for (y = 0; y < self->down[i]; y++)
      for (x = 0; x < self->across[i]; x++)
        self->choices[i][number][y * self->across[i] + x] =
            choose (self, &pictures, number, x, y);
    g_free (of_frame);
    g_free (of_result);
    g_free (frame);
    g_free (result);
  }
  if (is_scene_change)
    reset (self, number);
  return is_scene_change;
}

/* Samples of holes */

static gint
rounded (gint sum, gint most)
{
  return CLAMP (floor ((sum + 32) / 64.0), 0, most);
}

static gint
interpolated (const CfPlane *p, gint x, gint y, gint c, gint vx, gint vy)
{
  static const gint taps[4][8] = { { 0, 0, 0, 64, 0, 0, 0, 0 },
    { -1, 4, -10, 58, 17, -5, 1, 0 }, { -1, 4, -11, 40, 40, -11, 4, -1 },
    { 0, 1, -5, 17, 58, -10, 4, -1 } };
  const gint most = (1 << p->bits) - 1;
  gint sum = 0, i, j;

  for (j = 0; j < 8; j++) {
    gint row = 0;

    for (i = 0; i < 8; i++)
      row += taps[quarters (vx)][i]
             * value (p, CLAMP (x + floor_4 (vx) + i - 3, 0, p->width - 1),
                 CLAMP (y + floor_4 (vy) + j - 3, 0, p->height - 1), c);
    sum += taps[quarters (vy)][j] * rounded (row, most);
  }
  return rounded (sum, most);
}

/* A block's prediction at a sample that is `own` from space, or -1. */
static gint
predicted (const ReferenceTemporal *self, ReferenceFrame *const references[5],
    gint plane, gint x, gint y, gint c, gint bx, gint by, gint sx, gint sy,
    gint own, gint *doubt)
{
  const gint guide = guide_of (self, plane);
  const gint at = CLAMP (by, 0, self->down[guide] - 1) * self->across[guide]
                  + CLAMP (bx, 0, self->across[guide] - 1);
  gint best = G_MAXINT, n = 0, k;
  gdouble sum = 0;

  *doubt = KNOWN;
  for (k = 0; k < REFERENCES; k++)
    if (references[k] && self->choices[guide][k][at].difference >= 0)
      best = MIN (best, self->choices[guide][k][at].difference);
  for (k = 0; k < REFERENCES; k++) {
    const Choice *choice = &self->choices[guide][k][at];
    const gint vx = floor (choice->x / (gdouble)(1 << sx) + 0.5);
    const gint vy = floor (choice->y / (gdouble)(1 << sy) + 0.5);

    if (references[k] && choice->difference >= 0
        && choice->difference <= 2 * best + 16
        && leads (references[k], plane, x, y, vx, vy)) {
      sum += choice->share / 64.0
                 * interpolated (&references[k]->planes[plane], x, y, c, vx, vy)
             + (64 - choice->share) / 64.0 * own;
      *doubt = MIN (*doubt, choice->doubt);
      n++;
    }
  }
  return n > 0 ? (gint)floor (sum / n + 0.5) : -1;
}

/* A neighbour's weight: how far a sample is from its own block's middle.
 * Returns the state. */
static gint
repair (const ReferenceTemporal *self, ReferenceFrame *now,
    ReferenceFrame *const references[5], gint plane, gint x, gint y)
{
  const CfPlane *p = &now->planes[plane];
  const CfPlane *led = &now->planes[guide_of (self, plane)];
  const gint sx = halvings (led->width, p->width);
  const gint sy = halvings (led->height, p->height);
  const gint width = 8 >> sx, height = 8 >> sy;
  const gdouble from_x = (x % width + 0.5) / width - 0.5; /* -0.5...0.5 */
  const gdouble from_y = (y % height + 0.5) / height - 0.5;
  gdouble of_time = 0, doubts = 0;
  gint c, i, j;

  for (c = 0; c < p->channels; c++) {
    gdouble sum = 0;

    of_time = doubts = 0;
    for (j = 0; j < 2; j++)
      for (i = 0; i < 2; i++) {
        const gdouble w = (i ? fabs (from_x) : 1 - fabs (from_x))
                          * (j ? fabs (from_y) : 1 - fabs (from_y));
        gint doubt;
        const gint v = predicted (self, references, plane, x, y, c,
            x / width + (i ? (from_x < 0 ? -1 : 1) : 0),
            y / height + (j ? (from_y < 0 ? -1 : 1) : 0), sx, sy,
            value (p, x, y, c), &doubt);

        of_time += v >= 0 ? w : 0;
        doubts += v >= 0 ? w * doubt : 0;
        sum += w * (v >= 0 ? v : value (p, x, y, c));
      }
    if (of_time > 0)
      sample_store (p, x, y, c, (guint)floor (sum + 0.5) << p->shift);
  }
  return of_time >= 0.5 ? KNOWN - (gint)floor (doubts / of_time) : SPACE;
}

guint
reference_temporal_run (ReferenceTemporal *self, ReferenceFrame *now,
    ReferenceFrame *const given[5], guint *n_scene_changes)
{
  ReferenceFrame *references[REFERENCES];
  guint n = 0, i, k;
  gint x, y;

  for (k = 0; k < REFERENCES; k++) {
    references[k] = given[k];
    if (given[k] && search (self, now, given[k], k)) {
      references[k] = NULL;
      (*n_scene_changes)++;
    }
  }
  for (i = 0; i < self->n_planes; i++) {
    const CfPlane *p = &now->planes[i];

    if (!reference_temporal_takes_part (self, now->planes, i))
      continue;
    for (y = 0; y < p->height; y++)
      for (x = 0; x < p->width; x++)
        if (now->states[i][y * p->width + x] == SPACE) {
          now->states[i][y * p->width + x] =
              repair (self, now, references, i, x, y);
          n += now->states[i][y * p->width + x] != SPACE;
        }
  }
  return n;
}
