/* Temporal repair, a sample at a time. */
#include "reference_temporal.h"

#include "picture.h"
#include "reference_denoise_motion.h"
#include "reference_scale.h"

#include <math.h>
#include <string.h>

#define SIGMA 512
#define REFERENCES 5

enum { SPACE, TIME, KNOWN };

typedef struct {
  gint x, y, difference; /* -1: refused */
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
leader_of (const ReferenceTemporal *self, gint plane)
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
  led = &planes[leader_of (self, plane)];
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
forget (ReferenceTemporal *self, guint reference)
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    ReferenceMotion *m = &self->motion[i][reference];

    memset (m->field, 0, self->across[i] * self->down[i] * sizeof *m->field);
    m->dominant = (CfMotionVector){ 0, 0 };
  }
}

void
reference_temporal_forget (ReferenceTemporal *self)
{
  guint k;

  for (k = 0; k < REFERENCES; k++)
    forget (self, k);
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

static Choice
choose (const ReferenceTemporal *self, const Pictures *p, guint reference,
    gint bx, gint by)
{
  const ReferenceMotion *m = &self->motion[p->plane][reference];
  const gint across = self->across[p->plane], down = self->down[p->plane];
  CfMotionVector candidates[11] = { m->field[by * across + bx], m->dominant };
  Choice best = { 0, 0, -1 };
  gdouble least = G_MAXDOUBLE, texture = 0, mean = 0;
  gint at[24 * 24][2], level = 0, n, i, k = 3;

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
      best = (Choice){ candidates[k].x, candidates[k].y, 16 * sum / pairs };
    }
  }
  if (best.difference < 0)
    return best;
  for (i = 0; i < n; i++)
    mean += p->frame[at[i][1] * p->width + at[i][0]];
  mean = floor (mean / n + 0.5);
  for (i = 0; i < n; i++)
    texture += fabs (p->frame[at[i][1] * p->width + at[i][0]] - mean);
  if (least > 4 + MIN (texture / n, 32) / 2 + 1e-9)
    best.difference = -1;
  return best;
}

/* TRUE where the reference is behind a cut. */
static gboolean
search (ReferenceTemporal *self, const ReferenceFrame *now,
    const ReferenceFrame *reference, guint number)
{
  gboolean is_cut = FALSE;
  guint i;
  gint x, y;

  for (i = 0; i < self->n_planes; i++) {
    const CfPlane *p = &now->planes[i];
    Pictures pictures = { now, reference, NULL, NULL, i, p->width, p->height };
    gint *of_frame, *of_result;
    guint8 *frame, *result;
    ReferenceScale scale;

    if (!(self->filtered >> i & 1) || leader_of (self, i) != (gint)i)
      continue;
    of_frame = channel_samples (p, p->channels > 2 ? 1 : 0);
    of_result =
        channel_samples (&reference->planes[i], p->channels > 2 ? 1 : 0);
    scale = reference_scale_of (of_frame, p->width, p->height, p->bits, 0);
    pictures.frame = frame =
        reference_scale_bytes (scale, of_frame, (gsize)p->width * p->height);
    pictures.result = result =
        reference_scale_bytes (scale, of_result, (gsize)p->width * p->height);
    is_cut |= reference_denoise_motion (
        frame, result, p->width, p->height, SIGMA, &self->motion[i][number])
                  .is_cut;
    for (y = 0; y < self->down[i]; y++)
      for (x = 0; x < self->across[i]; x++)
        self->choices[i][number][y * self->across[i] + x] =
            choose (self, &pictures, number, x, y);
    g_free (of_frame);
    g_free (of_result);
    g_free (frame);
    g_free (result);
  }
  if (is_cut)
    forget (self, number);
  return is_cut;
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

/* A block's prediction at a sample, or -1. */
static gint
predicted (const ReferenceTemporal *self, ReferenceFrame *const references[5],
    gint plane, gint x, gint y, gint c, gint bx, gint by, gint sx, gint sy)
{
  const gint leader = leader_of (self, plane);
  const gint at = CLAMP (by, 0, self->down[leader] - 1) * self->across[leader]
                  + CLAMP (bx, 0, self->across[leader] - 1);
  gint best = G_MAXINT, sum = 0, n = 0, k;

  for (k = 0; k < REFERENCES; k++)
    if (references[k] && self->choices[leader][k][at].difference >= 0)
      best = MIN (best, self->choices[leader][k][at].difference);
  for (k = 0; k < REFERENCES; k++) {
    const Choice *choice = &self->choices[leader][k][at];
    const gint vx = floor (choice->x / (gdouble)(1 << sx) + 0.5);
    const gint vy = floor (choice->y / (gdouble)(1 << sy) + 0.5);

    if (references[k] && choice->difference >= 0
        && choice->difference <= 2 * best + 16
        && leads (references[k], plane, x, y, vx, vy)) {
      sum += interpolated (&references[k]->planes[plane], x, y, c, vx, vy);
      n++;
    }
  }
  return n > 0 ? (gint)floor (sum / (gdouble)n + 0.5) : -1;
}

/* A neighbour's weight: how far a sample is from its own block's middle. */
static gboolean
repair (const ReferenceTemporal *self, ReferenceFrame *now,
    ReferenceFrame *const references[5], gint plane, gint x, gint y)
{
  const CfPlane *p = &now->planes[plane];
  const CfPlane *led = &now->planes[leader_of (self, plane)];
  const gint sx = halvings (led->width, p->width);
  const gint sy = halvings (led->height, p->height);
  const gint width = 8 >> sx, height = 8 >> sy;
  const gdouble from_x = (x % width + 0.5) / width - 0.5; /* -0.5...0.5 */
  const gdouble from_y = (y % height + 0.5) / height - 0.5;
  gdouble of_time = 0;
  gint c, i, j;

  for (c = 0; c < p->channels; c++) {
    gdouble sum = 0;

    of_time = 0;
    for (j = 0; j < 2; j++)
      for (i = 0; i < 2; i++) {
        const gdouble w = (i ? fabs (from_x) : 1 - fabs (from_x))
                          * (j ? fabs (from_y) : 1 - fabs (from_y));
        const gint v = predicted (self, references, plane, x, y, c,
            x / width + (i ? (from_x < 0 ? -1 : 1) : 0),
            y / height + (j ? (from_y < 0 ? -1 : 1) : 0), sx, sy);

        of_time += v >= 0 ? w : 0;
        sum += w * (v >= 0 ? v : value (p, x, y, c));
      }
    if (of_time > 0)
      sample_store (p, x, y, c, (guint)floor (sum + 0.5) << p->shift);
  }
  return of_time >= 0.5;
}

guint
reference_temporal_run (ReferenceTemporal *self, ReferenceFrame *now,
    ReferenceFrame *const given[5], guint *n_cuts)
{
  ReferenceFrame *references[REFERENCES];
  guint n = 0, i, k;
  gint x, y;

  for (k = 0; k < REFERENCES; k++) {
    references[k] = given[k];
    if (given[k] && search (self, now, given[k], k)) {
      references[k] = NULL;
      (*n_cuts)++;
    }
  }
  for (i = 0; i < self->n_planes; i++) {
    const CfPlane *p = &now->planes[i];

    if (!reference_temporal_takes_part (self, now->planes, i))
      continue;
    for (y = 0; y < p->height; y++)
      for (x = 0; x < p->width; x++)
        if (now->states[i][y * p->width + x] == SPACE
            && repair (self, now, references, i, x, y)) {
          now->states[i][y * p->width + x] = TIME;
          n++;
        }
  }
  return n;
}
