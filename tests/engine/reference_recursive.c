/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "reference_recursive.h"

#include "engine/motion/cfmoved.h"
#include "engine/denoise/cfdenoiserecursive.h"
#include "picture.h"
#include "reference_scene_change.h"
#include "reference_denoise_motion.h"
#include "reference_noise.h"
#include "reference_scale.h"
#include "reference_moved.h"
#include "reference_wiener.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  gint *result, *count; /* of all channels, one after the other */
  gint *next, *next_count;
  gint *moved, *moved_count;
  gint *before[4]; /* the last frame's samples, by channel, or NULL */
  guint8 *rows;    /* and its rows' bytes */
  CfNoiseHeld noise;
  ReferenceOffsets offsets[4]; /* of channels */
  ReferenceMotion motion;      /* of a plane that others follow */
} Plane;

/* One that was pushed, until it has results and is asked for them. */
typedef struct {
  ReferenceWienerJob jobs[CF_MAX_PLANES][4];
  CfMotionVector *fields[CF_MAX_PLANES];
  gint *results[CF_MAX_PLANES][4]; /* or all samples as they are stored */
  guint32 repeated;                /* planes that have the last results again */
  gboolean goes_on, is_flash;
  gboolean is_staged, is_wanted; /* has results; is to be asked for them */
} Frame;

struct _ReferenceRecursive {
  CfPlane geometry[CF_MAX_PLANES];
  Plane planes[CF_MAX_PLANES];
  ReferenceWiener *wiener;
  gboolean has_stage_results, has_stage_history; /* of the stage */
  GQueue frames;
  guint n_planes;
  guint32 filtered;
  gboolean has_last;
  guint32 repeated; /* planes whose frame is the last one's */
  gboolean is_flash, was_flash;
  gboolean is_lighter;         /* or darker, anywhere */
  guint32 told;                /* planes whose noise was in the last frame */
  guint n_measured;            /* frames since these were others */
  guint elapsed, last_elapsed; /* intervals that count */
  guint n_scene_changes, n_flashes, n_lighter, n_repeats, n_gaps, n_ahead;
};

static gsize
area (const CfPlane *p)
{
  return (gsize)p->width * p->height;
}

static gsize
row_bytes (const CfPlane *p)
{
  return (gsize)((p->width - 1) * p->step + p->channels) * p->bytes;
}

static gsize
n_blocks (const CfPlane *p)
{
  return (gsize)((p->width + 7) / 8) * ((p->height + 7) / 8);
}

static void
frame_free (gpointer data)
{
  Frame *frame = data;
  guint i, c;

  for (i = 0; i < CF_MAX_PLANES; i++) {
    for (c = 0; c < 4; c++) {
      g_free (frame->jobs[i][c].samples);
      g_free (frame->jobs[i][c].pilot);
      g_free (frame->results[i][c]);
    }
    g_free (frame->fields[i]);
  }
  g_free (frame);
}

ReferenceRecursive *
reference_recursive_new (
    const CfPlane *planes, guint n_planes, guint32 filtered)
{
  ReferenceRecursive *self = g_new0 (ReferenceRecursive, 1);
  guint i;

  self->n_planes = n_planes;
  g_queue_init (&self->frames);
  self->wiener = reference_wiener_new (planes, n_planes, filtered);
  self->elapsed = self->last_elapsed = 1;
  self->filtered = filtered;
  for (i = 0; i < n_planes; i++) {
    const gsize n = area (&planes[i]) * planes[i].channels;

    self->geometry[i] = planes[i];
    self->planes[i].result = g_new0 (gint, n);
    self->planes[i].count = g_new0 (gint, n);
    self->planes[i].next = g_new0 (gint, n);
    self->planes[i].next_count = g_new0 (gint, n);
    self->planes[i].moved = g_new0 (gint, n);
    self->planes[i].moved_count = g_new0 (gint, n);
    self->planes[i].rows =
        g_malloc0 (row_bytes (&planes[i]) * planes[i].height);
    self->planes[i].motion.field =
        g_new0 (CfMotionVector, n_blocks (&planes[i]));
  }
  return self;
}

void
reference_recursive_free (ReferenceRecursive *self)
{
  guint i, c;

  g_queue_clear_full (&self->frames, frame_free);
  reference_wiener_free (self->wiener);
  for (i = 0; i < self->n_planes; i++) {
    for (c = 0; c < 4; c++)
      g_free (self->planes[i].before[c]);
    g_free (self->planes[i].rows);
    g_free (self->planes[i].result);
    g_free (self->planes[i].count);
    g_free (self->planes[i].next);
    g_free (self->planes[i].next_count);
    g_free (self->planes[i].moved);
    g_free (self->planes[i].moved_count);
    g_free (self->planes[i].motion.field);
  }
  g_free (self);
}

/* But noise. */
static void
reset (ReferenceRecursive *self)
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    Plane *plane = &self->planes[i];
    const gsize n =
        area (&self->geometry[i]) * self->geometry[i].channels * sizeof (gint);

    memset (plane->result, 0, n);
    memset (plane->count, 0, n);
    plane->motion.dominant = (CfMotionVector){ 0, 0 };
    memset (plane->motion.field, 0,
        n_blocks (&self->geometry[i]) * sizeof *plane->motion.field);
  }
  self->has_last = FALSE;
  self->was_flash = FALSE;
}

static void
reset_noise (ReferenceRecursive *self)
{
  guint i;

  for (i = 0; i < self->n_planes; i++)
    memset (&self->planes[i].noise, 0, sizeof self->planes[i].noise);
}

void
reference_recursive_reset (ReferenceRecursive *self)
{
  g_queue_clear_full (&self->frames, frame_free);
  reset (self);
  reset_noise (self);
  self->n_measured = 0;
}

CfNoise
reference_recursive_noise (const ReferenceRecursive *self, guint plane)
{
  const CfNoiseHeld *h = &self->planes[plane].noise;
  CfNoise noise = { .sigma = reference_noise_sigma (h),
    .coarse = h->coarse / 256,
    .is_by_luma = TRUE };

  reference_noise_luma_classes (h, noise.sigma, noise.luma);
  return noise;
}

guint
reference_recursive_sigma (const ReferenceRecursive *self, guint plane)
{
  return reference_noise_sigma (&self->planes[plane].noise);
}

guint
reference_recursive_scene_changes (const ReferenceRecursive *self)
{
  return self->n_scene_changes;
}

guint
reference_recursive_flashes (const ReferenceRecursive *self)
{
  return self->n_flashes;
}

guint
reference_recursive_lighter (const ReferenceRecursive *self)
{
  return self->n_lighter;
}

guint
reference_recursive_gaps (const ReferenceRecursive *self)
{
  return self->n_gaps;
}

guint
reference_recursive_ahead (const ReferenceRecursive *self)
{
  return self->n_ahead;
}

void
reference_recursive_set_elapsed (ReferenceRecursive *self, guint n)
{
  self->elapsed = CLAMP (n, 1, CF_MOTION_INTERVALS);
}

guint
reference_recursive_repeats (const ReferenceRecursive *self)
{
  return self->n_repeats;
}

/* A channel's samples as 16 bits. */
static gint *
load (const CfPlane *p, gint channel)
{
  gint *samples = g_new (gint, area (p));
  gint x, y;

  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      samples[(gsize)y * p->width + x] =
          (sample_load (p, x, y, channel) >> p->shift) << (16 - p->bits);
  return samples;
}

/* Repeats */

static gboolean
is_repeated (const ReferenceRecursive *self, guint plane)
{
  return self->repeated >> plane & 1;
}

/* Bit by bit, what lies between the plane's samples too. */
static gboolean
is_last_frame (const ReferenceRecursive *self, guint i, const CfPlane *src)
{
  const gsize n = row_bytes (src);
  gint y;

  for (y = 0; y < src->height; y++)
    if (memcmp (self->planes[i].rows + y * n, src->data + y * src->stride, n)
        != 0)
      return FALSE;
  return TRUE;
}

/* All planes of a field are, or none. */
static guint32
find_repeats (const ReferenceRecursive *self, const CfDenoiseParams *params,
    const CfPlane *src)
{
  gboolean differs[2] = { FALSE, FALSE };
  guint32 repeated = 0;
  guint i;

  for (i = 0; i < self->n_planes; i++)
    if ((self->filtered >> i & 1) && !is_last_frame (self, i, &src[i]))
      differs[params->by_field ? i % 2 : 0] = TRUE;
  for (i = 0; i < self->n_planes; i++)
    if ((self->filtered >> i & 1) && !differs[params->by_field ? i % 2 : 0])
      repeated |= 1u << i;
  return repeated;
}

static void
keep (ReferenceRecursive *self, guint i, const CfPlane *src, gint **samples)
{
  const gsize n = row_bytes (src);
  gint y, c;

  for (y = 0; y < src->height; y++)
    memcpy (self->planes[i].rows + y * n, src->data + y * src->stride, n);
  for (c = 0; c < src->channels; c++) {
    g_free (self->planes[i].before[c]);
    self->planes[i].before[c] = samples[c];
  }
}

/* Motion */

static guint
noise_of (
    const ReferenceRecursive *self, const CfDenoiseParams *params, guint plane)
{
  const gint told = reference_noise_told (params, plane);

  return told < 0 ? reference_noise_search (&self->planes[plane].noise)
                  : (guint)told;
}

static guint
strengthened (const CfDenoiseParams *params, guint plane, guint sigma)
{
  const gint strength =
      params->chroma >> plane & 1 ? params->chroma_strength : params->strength;

  return MIN ((sigma * strength + 128) / 256, 16384);
}

static guint
effective_sigma (
    const ReferenceRecursive *self, const CfDenoiseParams *params, guint plane)
{
  const gint told = reference_noise_told (params, plane);

  return strengthened (params, plane,
      told < 0 ? reference_noise_white (&self->planes[plane].noise)
               : (guint)told);
}

/* By level of light. */
static void
effective_curve (const ReferenceRecursive *self, const CfDenoiseParams *params,
    guint plane, guint32 *curve)
{
  gint i;

  if (reference_noise_told (params, plane) >= 0)
    reference_noise_told_curve (params, plane, curve);
  else
    reference_noise_curve (&self->planes[plane].noise,
        reference_noise_white (&self->planes[plane].noise), curve);
  for (i = 0; i < 32; i++)
    curve[i] = strengthened (params, plane, curve[i]);
}

/* The plane whose motion this one has. */
static guint
guide_of (
    const ReferenceRecursive *self, const CfDenoiseParams *params, guint plane)
{
  guint i = 0;

  while (!(self->filtered >> i & 1) || (params->by_field && i % 2 != plane % 2))
    i++;
  return i;
}

static void
search (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gint *const *samples, ReferenceSceneChange *scene_change)
{
  const CfPlane *p = &self->geometry[i];
  Plane *plane = &self->planes[i];
  const gint c = p->channels >= 3 ? 1 : 0;
  const ReferenceScale scale = reference_scale_of (
      samples[c], p->width, p->height, p->bits, noise_of (self, params, i));
  const gint sigma = reference_scale_sigma (scale, noise_of (self, params, i));
  guint8 *frame = reference_scale_bytes (scale, samples[c], area (p));
  guint8 *result =
      reference_scale_bytes (scale, plane->result + c * area (p), area (p));

  if (params->method == CF_DENOISE_COMPENSATED) {
    const ReferenceMotionSceneChange found = reference_denoise_motion (
        frame, result, p->width, p->height, sigma, &plane->motion);

    scene_change->is_scene_change |= found.is_scene_change;
    scene_change->is_other_luma |= found.is_other_luma;
  } else {
    const ReferenceSceneChange found =
        reference_scene_change (frame, result, p->width, p->height, sigma);

    scene_change->is_scene_change |= found.is_scene_change;
    scene_change->is_other_luma |= found.is_other_luma;
  }
  g_free (frame);
  g_free (result);
}

static gboolean
is_trusted (const ReferenceMotion *m, gint bx, gint by, gint width, gint height)
{
  gint16 x[9], y[9];
  gint i;

  for (i = 0; i < 9; i++) {
    const CfMotionVector v =
        m->field[CLAMP (by + i / 3 - 1, 0, height - 1) * width
                 + CLAMP (bx + i % 3 - 1, 0, width - 1)];

    x[i] = v.x;
    y[i] = v.y;
  }
  return cf_motion_is_trusted (m->field[by * width + bx],
      cf_motion_vector (cf_motion_median (x), cf_motion_median (y)),
      m->dominant);
}

static void
move_plane (ReferenceRecursive *self, const CfDenoiseParams *params, guint i)
{
  const CfPlane *p = &self->geometry[i];
  const guint of = guide_of (self, params, i);
  const CfPlane *guide = &self->geometry[of];
  const ReferenceMotion *m = &self->planes[of].motion;
  const gint halved_x = cf_denoise_subsampling (guide->width, p->width);
  const gint halved_y = cf_denoise_subsampling (guide->height, p->height);
  const gint width = (guide->width + 7) / 8, height = (guide->height + 7) / 8;
  Plane *plane = &self->planes[i];
  gint x, y, c;

  for (c = 0; c < p->channels; c++) {
    const ReferenceChannel r = { plane->result + c * area (p), p->width,
      p->height };
    const gint *counts = plane->count + c * area (p);

    for (y = 0; y < p->height; y++)
      for (x = 0; x < p->width; x++) {
        const gsize at = c * area (p) + (gsize)y * p->width + x;
        gint bx, by, vx, vy, from_x, from_y;

        if (halved_x < 0 || halved_y < 0) {
          plane->moved[at] = plane->result[at];
          plane->moved_count[at] = plane->count[at];
          continue;
        }
        bx = (x << halved_x) / 8;
        by = (y << halved_y) / 8;
        vx = reference_moved_component (m->field[by * width + bx].x, halved_x);
        vy = reference_moved_component (m->field[by * width + bx].y, halved_y);
        from_x = x + (gint)floor ((vx + 2) / 4.0);
        from_y = y + (gint)floor ((vy + 2) / 4.0);
        plane->moved[at] = reference_moved_sample (&r, 4 * x + vx, 4 * y + vy);
        plane->moved_count[at] = 0;
        if (from_x >= 0 && from_x < p->width && from_y >= 0
            && from_y < p->height && is_trusted (m, bx, by, width, height))
          plane->moved_count[at] = counts[(gsize)from_y * p->width + from_x];
      }
  }
}

/* FALSE after a cut; else the last result is moved, where it is to be. */
static gboolean
look_back (ReferenceRecursive *self, const CfDenoiseParams *params,
    gint *(*samples)[4])
{
  ReferenceSceneChange scene_change = { 0 };
  guint i;

  for (i = 0; i < self->n_planes; i++)
    if ((self->filtered >> i & 1) && guide_of (self, params, i) == i
        && (params->method == CF_DENOISE_RECURSIVE || !is_repeated (self, i)))
      search (self, params, i, samples[i], &scene_change);
  self->is_flash = !scene_change.is_scene_change && scene_change.is_other_luma
                   && !self->was_flash;
  for (i = 0; i < self->n_planes && !scene_change.is_scene_change; i++)
    if ((self->filtered >> i & 1) && params->method == CF_DENOISE_COMPENSATED)
      move_plane (self, params, i);
  return !scene_change.is_scene_change;
}

/* Noise */

/* What is known of motion is for the time that passed to the last frame. */
static void
scale_motion (ReferenceRecursive *self)
{
  gboolean changes = FALSE;
  guint i;

  for (i = 0; i < self->n_planes; i++)
    changes |= reference_denoise_motion_scale (&self->planes[i].motion,
        self->geometry[i].width, self->geometry[i].height, self->elapsed,
        self->last_elapsed);
  self->n_gaps += changes;
}

/* What a channel is compared with. */
static ReferenceNoiseOther
other_of (const ReferenceRecursive *self, const CfDenoiseParams *params,
    guint i, gint c, gboolean is_moved)
{
  const CfPlane *p = &self->geometry[i];
  const Plane *plane = &self->planes[i];
  const gsize at = c * area (p);
  const guint of = guide_of (self, params, i);
  const CfPlane *guide = &self->geometry[of];
  ReferenceNoiseOther o = {
    .with = { (is_moved ? plane->moved : plane->result) + at, p->width,
        p->height },
    .counts = (is_moved ? plane->moved_count : plane->count) + at,
    .before = plane->before[c],
    .halved_x = cf_denoise_subsampling (guide->width, p->width),
    .halved_y = cf_denoise_subsampling (guide->height, p->height),
    .field_width = (guide->width + 7) / 8,
    .field_height = (guide->height + 7) / 8,
  };

  if (is_moved && o.halved_x >= 0 && o.halved_y >= 0)
    o.field = self->planes[of].motion.field;
  return o;
}

/* Results to the nearest of 12 bits. */
static gint *
rounded (const gint *results, gsize n)
{
  gint *to = g_new (gint, n);
  gsize i;

  for (i = 0; i < n; i++)
    to[i] = MIN (results[i] + 8, 65535);
  return to;
}

static void
estimate (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gboolean is_moved, gint *(*samples)[4])
{
  const CfPlane *p = &self->geometry[i];
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (CfNoiseTile));
  const gboolean is_colour = params->chroma >> i & 1;
  ReferenceLuma luma;
  const gint from = reference_noise_find_luma (
      params, self->geometry, self->filtered, i, &luma);
  CfNoiseStatistics told;
  gint c;

  if (from >= 0)
    luma.channel.at = samples[from][0];
  for (c = 0; c < p->channels; c++) {
    const ReferenceChannel v = { samples[i][c], p->width, p->height };
    ReferenceNoiseOther other = { { NULL } };
    gint *with = NULL;

    if (self->has_last) {
      other = other_of (self, params, i, c, is_moved);
      other.with.at = with = rounded (other.with.at, area (p));
    }
    reference_noise_add (tiles, &v, &other, p->bits, is_colour ? &luma : NULL);
    g_free (with);
  }
  told = reference_noise_tell (tiles);
  reference_noise_hold (&self->planes[i].noise, &told,
      self->has_last ? CF_NOISE_COMPARED : CF_NOISE_FIRST);
  g_array_unref (tiles);
}

static void
estimate_planes (ReferenceRecursive *self, const CfDenoiseParams *params,
    gboolean is_moved, gint *(*samples)[4])
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    if (reference_noise_told (params, i) >= 0)
      memset (&self->planes[i].noise, 0, sizeof self->planes[i].noise);
    else if (self->is_flash)
      continue;
    else if (is_repeated (self, i))
      reference_noise_repeat (&self->planes[i].noise);
    else if (self->filtered >> i & 1)
      estimate (self, params, i, is_moved, samples);
  }
}

static void
measure (ReferenceRecursive *self, const CfDenoiseParams *params,
    gboolean is_scene_change, gboolean is_moved, gint *(*samples)[4])
{
  if (is_scene_change)
    reset_noise (self);
  estimate_planes (self, params, is_moved, samples);
}

/* Bit by bit. */
static guint32
find_told (const ReferenceRecursive *self, const CfDenoiseParams *params)
{
  guint32 told = 0;
  guint i;

  for (i = 0; i < self->n_planes; i++)
    told |= (guint32)(reference_noise_told (params, i) >= 0) << i;
  return told & self->filtered;
}

/* Of planes that are told nothing is known; of the first two frames in which
 * these are told the mean knows the noise. */
static gboolean
begin_noise (ReferenceRecursive *self, const CfDenoiseParams *params)
{
  const guint32 told = find_told (self, params);
  guint i;

  for (i = 0; i < self->n_planes; i++)
    if (told >> i & 1)
      memset (&self->planes[i].noise, 0, sizeof self->planes[i].noise);
  if (told != self->told)
    self->n_measured = 0;
  self->told = told;
  return ++self->n_measured <= 2;
}

/* Mean */

/* What is used of a channel, by the light of a place. */
typedef struct {
  guint32 curve[32];  /* sigma */
  gint32 offsets[32]; /* that results are made lighter by */
  CfNoiseHeld noise;
  guint sum_scale;     /* of squares of sums */
  ReferenceLuma other; /* of colour, or whose channel has no samples */
} Luma;

static gint
level_of (const Luma *luma, gint x, gint y, gint own)
{
  if (luma->other.channel.at)
    own = reference_channel_get (&luma->other.channel,
        x * (1 << luma->other.halved_x), y * (1 << luma->other.halved_y));
  return own / 2048;
}

static guint
most_of (const Luma *luma)
{
  guint most = 0, i;

  for (i = 0; i < 32; i++)
    most = MAX (most, luma->curve[i]);
  return most;
}

/* A last result, as light as the frame. */
static gint
lighter (const ReferenceChannel *r, gint x, gint y, const Luma *luma)
{
  const gint here = reference_channel_get (r, x, y);

  return CLAMP (here + luma->offsets[level_of (luma, x, y, here)], 0, 65535);
}

/* Below 0 where the sample is below the last result. */
static gint
deviation (const ReferenceChannel *v, const ReferenceChannel *r, gint x, gint y,
    const Luma *luma)
{
  const guint sigma =
      luma->curve[level_of (luma, x, y, reference_channel_get (r, x, y))];
  const gint64 k =
      sigma > 0 ? MIN ((524288 + sigma / 2) / sigma, 65535) : 65535;
  const gint d = reference_channel_get (v, x, y) - lighter (r, x, y, luma);
  const gint e = MIN (ABS (d) * k / 65536, 51);

  return d < 0 ? -e : e;
}

/* Of which noise makes about 1600. */
static gint
difference_of (const ReferenceChannel *v, const ReferenceChannel *r, gint x,
    gint y, const Luma *luma)
{
  gint squares = 0, sum = 0, i, k;

  for (i = -2; i <= 2; i++) {
    const gint row = CLAMP (y + i, 0, v->height - 1);

    for (k = -2; k <= 2; k++) {
      const gint e =
          deviation (v, r, CLAMP (x + k, 0, v->width - 1), row, luma);

      squares += e * e;
    }
    for (k = x / 8 * 8; k < MIN (x / 8 * 8 + 8, v->width); k++)
      sum += deviation (v, r, k, row, luma);
  }
  sum = MIN (ABS (sum) / 2, 255);
  return MAX (squares, (gint64)sum * sum * luma->sum_scale / 65536);
}

static void
average (const ReferenceChannel *v, const ReferenceChannel *r,
    const gint *counts, gint x, gint y, const Luma *luma, gint most,
    gint *result, gint *count)
{
  const gsize at = (gsize)y * v->width + x;
  const gint whole = counts[at] / 8;
  const gint sample = v->at[at], last = lighter (r, x, y, luma);
  const gint64 difference = difference_of (v, r, x, y, luma);
  const gint noise = difference * (65536 * whole / (whole + 1)) / 65536;
  const gint f = CLAMP (3700 - noise, 0, 1448) / 8;
  gint worth = floor (counts[at] * (gdouble)(f * f) / 32768 + 0.5);
  gint64 share;

  if (most_of (luma) == 0 || most == 0)
    worth = 0;
  count[at] = CLAMP (8 + worth, 8, MAX (most, 8));
  if (worth == 0) {
    result[at] = sample;
    return;
  }
  share = floor (524288.0 / (8 + worth) + 0.5);
  if (sample > last)
    result[at] = last + (sample - last) * share / 65536;
  else
    result[at] = last - (last - sample) * share / 65536;
}

static gint
smooth (const ReferenceChannel *r, gint x, gint y, gint threshold)
{
  const gint here = reference_channel_get (r, x, y), p = here / 16;
  gint sum = 0, i, k;

  for (i = -1; i <= 1; i++)
    for (k = -1; k <= 1; k++) {
      const gint q = reference_channel_get (r, x + k, y + i) / 16;

      sum += CLAMP (q, p - threshold, p + threshold);
    }
  return (2 * sum + 9) / 18 * 16 + here % 16;
}

static gint
spatial_threshold (const Luma *luma, gint level, gint spatial, gint count)
{
  const guint sigma = most_of (luma);
  const gint n = count / 8;
  const guint64 root = floor (sqrt (floor (16777216.0 / n)));
  const guint64 t = MIN ((guint64)sigma * spatial * 384 * root >> 32, 4095);
  const guint64 part =
      sigma > 0 ? MIN ((guint64)luma->curve[level] * 65536 / sigma, 65535) : 0;

  return (8 * t + 7) * part / 65536 / 8;
}

static void
store (const CfPlane *p, gint channel, gint x, gint y, gint v)
{
  static const guint8 bayer[8][8] = { { 0, 32, 8, 40, 2, 34, 10, 42 },
    { 48, 16, 56, 24, 50, 18, 58, 26 }, { 12, 44, 4, 36, 14, 46, 6, 38 },
    { 60, 28, 52, 20, 62, 30, 54, 22 }, { 3, 35, 11, 43, 1, 33, 9, 41 },
    { 51, 19, 59, 27, 49, 17, 57, 25 }, { 15, 47, 7, 39, 13, 45, 5, 37 },
    { 63, 31, 55, 23, 61, 29, 53, 21 } };
  const gint dither = 26 + bayer[y % 8][x % 8] * 13 / 4; /* of 256 */
  const gint step = 1 << (16 - p->bits);
  const gint value = (v + dither * step / 256) / step;

  sample_store (p, x, y, channel, MIN (value, (1 << p->bits) - 1) << p->shift);
}

/* Where a plane of colour has its light from. */
static ReferenceLuma
other_luma (const ReferenceRecursive *self, const CfDenoiseParams *params,
    guint i, gint *(*all)[4])
{
  ReferenceLuma luma = { { NULL } };
  gint from;

  if (!(params->chroma >> i & 1))
    return luma;
  from = reference_noise_find_luma (
      params, self->geometry, self->filtered, i, &luma);
  luma.channel.at = from >= 0 ? all[from][0] : NULL;
  return luma;
}

/* What a channel's tiles tell of how much lighter it is. */
static void
find_offsets (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gint c, gboolean is_moved, gint *(*all)[4])
{
  const CfPlane *p = &self->geometry[i];
  const gboolean is_colour = params->chroma >> i & 1;
  const ReferenceLuma luma = other_luma (self, params, i, all);
  const CfNoiseHeld *noise = &self->planes[i].noise;
  const ReferenceChannel v = { all[i][c], p->width, p->height };
  ReferenceNoiseOther other = other_of (self, params, i, c, is_moved);
  gint *with = rounded (other.with.at, area (p));
  guint32 sigma[8];
  gint k;

  other.with.at = with;
  if (reference_noise_told (params, i) >= 0)
    reference_noise_told_luma_classes (params, i, sigma);
  else
    reference_noise_luma_classes (noise, reference_noise_white (noise), sigma);
  for (k = 0; k < 8; k++)
    sigma[k] = strengthened (params, i, sigma[k]);
  reference_noise_add_offsets (&v, &other, p->bits, is_colour ? &luma : NULL,
      sigma, &self->planes[i].offsets[c]);
  g_free (with);
}

/* By the noise of the frames before. */
static void
look_at_luma (ReferenceRecursive *self, const CfDenoiseParams *params,
    gboolean is_moved, gint *(*samples)[4])
{
  guint i;
  gint c;

  for (i = 0; i < self->n_planes; i++)
    for (c = 0; (self->filtered >> i & 1) && c < self->geometry[i].channels;
         c++) {
      reference_noise_shift_offsets (&self->planes[i].offsets[c]);
      if (self->has_last && !self->is_flash && !(self->repeated >> i & 1))
        find_offsets (self, params, i, c, is_moved, samples);
    }
}

static Luma
luma_of (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gint c, gint *(*all)[4])
{
  Luma luma = { { 0 } };

  effective_curve (self, params, i, luma.curve);
  luma.noise = self->planes[i].noise;
  luma.sum_scale = CF_DENOISE_SUM_SCALE;
  if (reference_noise_told (params, i) < 0)
    luma.sum_scale = (guint64)CF_DENOISE_SUM_SCALE
                     * reference_noise_part_of_sums (&self->planes[i].noise)
                     / 65536;
  luma.other = other_luma (self, params, i, all);
  self->is_lighter |=
      reference_noise_offsets (&self->planes[i].offsets[c], luma.offsets);
  return luma;
}

/* With a Wiener stage behind it. */
static gboolean
is_high (const CfDenoiseParams *params)
{
  return params->method == CF_DENOISE_COMPENSATED
         && params->quality != CF_DENOISE_FAST;
}

static gboolean
repeats_stage (const ReferenceRecursive *self, guint i)
{
  return is_repeated (self, i) && self->has_stage_results;
}

/* How far windows are apart. */
static gint
step_of (const CfDenoiseParams *params)
{
  return params->quality == CF_DENOISE_BEST ? 2 : 4;
}

/* What the stage needs of a channel with a pilot. */
static void
begin_stage (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gint c, const Luma *luma, Frame *frame)
{
  const CfPlane *p = &self->geometry[i];
  const Plane *plane = &self->planes[i];
  const guint of = guide_of (self, params, i);
  const CfPlane *guide = &self->geometry[of];
  ReferenceWienerJob *job = &frame->jobs[i][c];
  const ReferenceWienerMean mean = {
    .result = frame->is_flash ? job->samples : plane->next + c * area (p),
    .count = frame->is_flash ? NULL : plane->next_count + c * area (p),
    .spatial = params->spatial,
  };
  ReferenceLuma other;
  gint from, k;

  job->plane = i;
  job->channel = c;
  job->has_history =
      frame->goes_on && self->has_stage_history && params->past > 0;
  job->step = step_of (params);
  job->field_width = (guide->width + 7) / 8;
  job->field_height = (guide->height + 7) / 8;
  job->halved_x = cf_denoise_subsampling (guide->width, p->width);
  job->halved_y = cf_denoise_subsampling (guide->height, p->height);
  if (job->halved_x >= 0 && job->halved_y >= 0)
    job->field = frame->fields[of];
  from = params->chroma >> i & 1 ? reference_noise_find_luma (
             params, self->geometry, self->filtered, i, &other)
                                 : -1;
  if (from >= 0) {
    job->luma = &frame->jobs[from][0];
    job->luma_halved_x = other.halved_x;
    job->luma_halved_y = other.halved_y;
  }
  job->coarse = reference_noise_itself (params, &luma->noise, i, job->sigma);
  for (k = 0; k < 32; k++)
    job->sigma[k] = strengthened (params, i, job->sigma[k]);
  memcpy (job->offsets, luma->offsets, sizeof job->offsets);
  reference_wiener_begin (self->wiener, job, &mean);
}

/* Whether a plane has a frame ahead. */
static gboolean
looks_ahead (const Frame *frame, const Frame *ahead, guint i)
{
  return ahead && ahead->goes_on && !frame->is_flash
         && !(ahead->repeated >> i & 1);
}

/* A frame's results, with the next frame or NULL. What repeats has the last
 * ones again. */
static void
run_stage (ReferenceRecursive *self, const CfDenoiseParams *params,
    Frame *frame, const Frame *ahead)
{
  gboolean has_ahead = FALSE;
  guint i;
  gint c;

  for (i = 0; i < self->n_planes; i++) {
    const gboolean repeats = frame->repeated >> i & 1;

    if (!(self->filtered >> i & 1))
      continue;
    for (c = 0; c < self->geometry[i].channels; c++) {
      ReferenceWienerJob *job = &frame->jobs[i][c];

      job->step = step_of (params);
      job->past = params->past;
      if (!repeats)
        reference_wiener_run (self->wiener, job,
            looks_ahead (frame, ahead, i) ? &ahead->jobs[i][c] : NULL);
      has_ahead |= !repeats && job->is_on && looks_ahead (frame, ahead, i);
      frame->results[i][c] =
          g_memdup2 (reference_wiener_results (self->wiener, i, c),
              area (&self->geometry[i]) * sizeof (gint));
    }
    if (!frame->is_flash && !repeats)
      reference_wiener_keep (self->wiener, i);
  }
  frame->is_staged = TRUE;
  self->n_ahead += has_ahead;
}

static void
run_channel (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gint c, gboolean is_moved, gint *(*all)[4], const Luma *luma, Frame *frame)
{
  const CfPlane *p = &self->geometry[i];
  Plane *plane = &self->planes[i];
  const gsize at = c * area (p);
  const gint *counts = (is_moved ? plane->moved_count : plane->count) + at;
  const ReferenceChannel v = { all[i][c], p->width, p->height };
  const ReferenceChannel r = { (is_moved ? plane->moved : plane->result) + at,
    p->width, p->height };
  const ReferenceChannel next = { plane->next + at, p->width, p->height };
  const gint most = MIN (32 * params->past, 255);
  gint *result = g_new (gint, area (p));
  gint x, y;

  if (is_repeated (self, i)) {
    memcpy (plane->next + at, plane->result + at, area (p) * sizeof (gint));
    memcpy (
        plane->next_count + at, plane->count + at, area (p) * sizeof (gint));
  }
  for (y = 0; y < p->height && !is_repeated (self, i); y++)
    for (x = 0; x < p->width; x++)
      average (&v, &r, counts, x, y, luma, most, plane->next + at,
          plane->next_count + at);
  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      result[(gsize)y * p->width + x] = smooth (&next, x, y,
          params->spatial == 0
              ? 0
              : spatial_threshold (luma,
                  level_of (luma, x, y, reference_channel_get (&next, x, y)),
                  params->spatial,
                  plane->next_count[at + (gsize)y * p->width + x]));
  if (!is_high (params)) {
    frame->results[i][c] = result;
    return;
  }
  frame->jobs[i][c].samples = g_memdup2 (v.at, area (p) * sizeof (gint));
  frame->jobs[i][c].pilot = result;
  begin_stage (self, params, i, c, luma, frame);
}

static void
swap (gint **a, gint **b)
{
  gint *of_a = *a;

  *a = *b;
  *b = of_a;
}

static void
find_luma_classes (ReferenceRecursive *self, const CfDenoiseParams *params,
    gint *(*samples)[4], Luma (*luma_classes)[4])
{
  guint i;
  gint c;

  for (i = 0; i < self->n_planes; i++)
    for (c = 0; (self->filtered >> i & 1) && c < self->geometry[i].channels;
         c++)
      luma_classes[i][c] = luma_of (self, params, i, c, samples);
}

/* What a frame is, and what is forgotten of those before. TRUE behind a cut. */
static gboolean
find_change (ReferenceRecursive *self, const CfDenoiseParams *params,
    const CfPlane *src, gint *(*samples)[4])
{
  gboolean is_scene_change;

  self->repeated = 0;
  self->is_flash = FALSE;
  if (!self->has_last)
    return FALSE;
  if (!self->was_flash)
    self->repeated = find_repeats (self, params, src);
  is_scene_change = !look_back (self, params, samples);
  if (is_scene_change)
    reset (self);
  if (is_scene_change || self->is_flash)
    self->repeated = 0;
  self->n_scene_changes += is_scene_change;
  self->n_flashes += self->is_flash;
  return is_scene_change;
}

static guint32
find_used (const ReferenceRecursive *self, const CfDenoiseParams *params)
{
  guint32 used = 0;
  guint i;

  for (i = 0; i < self->n_planes; i++)
    used |= (guint32)(effective_sigma (self, params, i) > 0) << i;
  return used;
}

static void
keep_frame (ReferenceRecursive *self, const CfPlane *src, gint *(*samples)[4])
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    if (!(self->filtered >> i & 1))
      continue;
    keep (self, i, &src[i], samples[i]);
    if (self->is_flash)
      continue;
    swap (&self->planes[i].result, &self->planes[i].next);
    swap (&self->planes[i].count, &self->planes[i].next_count);
  }
  self->has_last = TRUE;
  self->was_flash = self->is_flash;
  self->n_repeats += self->repeated != 0;
  self->n_lighter += self->is_lighter;
}

/* What is known of a frame before its planes are filtered. */
static Frame *
begin_frame (const ReferenceRecursive *self)
{
  Frame *frame = g_new0 (Frame, 1);
  guint i;

  frame->is_wanted = TRUE;
  frame->is_flash = self->is_flash;
  frame->goes_on = self->has_last && !self->is_flash;
  for (i = 0; i < self->n_planes; i++) {
    frame->repeated |= (guint32)repeats_stage (self, i) << i;
    frame->fields[i] = g_memdup2 (self->planes[i].motion.field,
        n_blocks (&self->geometry[i]) * sizeof (CfMotionVector));
  }
  return frame;
}

static void
load_stored (const CfPlane *p, gint **to)
{
  gint x, y, c;

  for (c = 0; c < p->channels; c++) {
    to[c] = g_new (gint, area (p));
    for (y = 0; y < p->height; y++)
      for (x = 0; x < p->width; x++)
        to[c][(gsize)y * p->width + x] = sample_load (p, x, y, c);
  }
}

/* The frame before has this one ahead. */
static void
push_frame (
    ReferenceRecursive *self, const CfDenoiseParams *params, Frame *frame)
{
  Frame *before = g_queue_peek_tail (&self->frames);

  if (before && !before->is_staged)
    run_stage (self, params, before, frame);
  frame->is_staged = !is_high (params);
  self->has_stage_results = is_high (params);
  self->has_stage_history =
      is_high (params) && (self->has_stage_history || !frame->is_flash);
  g_queue_push_tail (&self->frames, frame);
}

void
reference_recursive_push (
    ReferenceRecursive *self, const CfDenoiseParams *params, const CfPlane *src)
{
  gint *samples[CF_MAX_PLANES][4];
  Luma luma_classes[CF_MAX_PLANES][4];
  gboolean is_moved, is_scene_change, is_early;
  guint32 used;
  Frame *frame;
  guint i;
  gint c;

  for (i = 0; i < self->n_planes; i++)
    for (c = 0; (self->filtered >> i & 1) && c < src[i].channels; c++)
      samples[i][c] = load (&src[i], c);
  scale_motion (self);
  is_scene_change = find_change (self, params, src, samples);
  is_moved = params->method == CF_DENOISE_COMPENSATED && self->has_last
             && !self->is_flash;
  self->is_lighter = FALSE;
  /* by the noise of the frames before, but of the first two by their own */
  is_early = begin_noise (self, params);
  look_at_luma (self, params, is_moved, samples);
  if (is_early)
    measure (self, params, is_scene_change, is_moved, samples);
  find_luma_classes (self, params, samples, luma_classes);
  used = find_used (self, params);
  if (!is_early)
    measure (self, params, is_scene_change, is_moved, samples);
  self->repeated &= used;
  frame = begin_frame (self);
  for (i = 0; i < self->n_planes; i++) {
    for (c = 0; (self->filtered >> i & 1) && c < src[i].channels; c++)
      run_channel (
          self, params, i, c, is_moved, samples, &luma_classes[i][c], frame);
    if (!(self->filtered >> i & 1))
      load_stored (&src[i], frame->results[i]);
  }
  push_frame (self, params, frame);
  keep_frame (self, src, samples);
  self->last_elapsed = self->elapsed;
  self->elapsed = 1;
}

/* What nobody will ask for or look at is forgotten. */
static void
forget (ReferenceRecursive *self)
{
  Frame *frame;

  while ((frame = g_queue_peek_head (&self->frames)) && frame->is_staged
         && !frame->is_wanted)
    frame_free (g_queue_pop_head (&self->frames));
}

static Frame *
oldest_wanted (const ReferenceRecursive *self)
{
  const GList *i = self->frames.head;

  while (!((const Frame *)i->data)->is_wanted)
    i = i->next;
  return i->data;
}

void
reference_recursive_run (
    ReferenceRecursive *self, const CfDenoiseParams *params, const CfPlane *dst)
{
  Frame *frame = oldest_wanted (self);
  guint i;
  gint c, x, y;

  if (!frame->is_staged)
    run_stage (self, params, frame, NULL);
  for (i = 0; i < self->n_planes; i++)
    for (c = 0; c < dst[i].channels; c++)
      for (y = 0; y < dst[i].height; y++)
        for (x = 0; x < dst[i].width; x++) {
          const gint v = frame->results[i][c][(gsize)y * dst[i].width + x];

          if (self->filtered >> i & 1)
            store (&dst[i], c, x, y, v);
          else
            sample_store (&dst[i], x, y, c, v);
        }
  frame->is_wanted = FALSE;
  forget (self);
}

void
reference_recursive_skip (ReferenceRecursive *self)
{
  oldest_wanted (self)->is_wanted = FALSE;
  forget (self);
}
