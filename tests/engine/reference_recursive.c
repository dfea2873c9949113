#include "reference_recursive.h"

#include "engine/denoise/cfdenoisemoved.h"
#include "picture.h"
#include "reference_cut.h"
#include "reference_denoise_motion.h"
#include "reference_noise.h"
#include "reference_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  gint *result, *count; /* of all channels, one after the other */
  gint *next, *next_count;
  gint *moved, *moved_count;
  guint sigma;
  ReferenceMotion motion; /* of a plane that others follow */
} Plane;

struct _ReferenceRecursive {
  CfPlane geometry[CF_MAX_PLANES];
  Plane planes[CF_MAX_PLANES];
  guint n_planes;
  guint32 filtered;
  gboolean has_last;
  guint frame; /* of the history of estimates */
  guint n_cuts;
};

static gsize
area (const CfPlane *p)
{
  return (gsize)p->width * p->height;
}

static gsize
n_blocks (const CfPlane *p)
{
  return (gsize)((p->width + 7) / 8) * ((p->height + 7) / 8);
}

ReferenceRecursive *
reference_recursive_new (
    const CfPlane *planes, guint n_planes, guint32 filtered)
{
  ReferenceRecursive *self = g_new0 (ReferenceRecursive, 1);
  guint i;

  self->n_planes = n_planes;
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
    self->planes[i].motion.field =
        g_new0 (CfMotionVector, n_blocks (&planes[i]));
  }
  return self;
}

void
reference_recursive_free (ReferenceRecursive *self)
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
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

void
reference_recursive_forget (ReferenceRecursive *self)
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    Plane *plane = &self->planes[i];
    const gsize n =
        area (&self->geometry[i]) * self->geometry[i].channels * sizeof (gint);

    memset (plane->result, 0, n);
    memset (plane->count, 0, n);
    plane->sigma = 0;
    plane->motion.dominant = (CfMotionVector){ 0, 0 };
    memset (plane->motion.field, 0,
        n_blocks (&self->geometry[i]) * sizeof *plane->motion.field);
  }
  self->has_last = FALSE;
  self->frame = 0;
}

guint
reference_recursive_sigma (const ReferenceRecursive *self, guint plane)
{
  return self->planes[plane].sigma;
}

guint
reference_recursive_cuts (const ReferenceRecursive *self)
{
  return self->n_cuts;
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

/* Noise */

static void
estimate (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gint *(*samples)[4])
{
  const CfPlane *p = &self->geometry[i];
  Plane *plane = &self->planes[i];
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (ReferenceTile));
  const gboolean is_colour = params->chroma >> i & 1;
  ReferenceLight light;
  const gint from = reference_noise_find_light (
      params, self->geometry, self->filtered, i, &light);
  gint c;

  if (from >= 0)
    light.channel.at = samples[from][0];
  for (c = 0; c < p->channels; c++) {
    const ReferenceChannel v = { samples[i][c], p->width, p->height };
    const ReferenceChannel r = { plane->result + c * area (p), p->width,
      p->height };

    reference_noise_add (tiles, &v, &r, plane->count + c * area (p), 0, p->bits,
        is_colour ? &light : NULL);
  }
  plane->sigma = reference_noise_next (tiles, plane->sigma);
  g_array_unref (tiles);
}

/* Motion */

static guint
noise_of (
    const ReferenceRecursive *self, const CfDenoiseParams *params, guint plane)
{
  return params->sigma < 0 ? self->planes[plane].sigma : (guint)params->sigma;
}

static guint
effective_sigma (
    const ReferenceRecursive *self, const CfDenoiseParams *params, guint plane)
{
  const gint strength =
      params->chroma >> plane & 1 ? params->chroma_strength : params->strength;

  return MIN ((noise_of (self, params, plane) * strength + 128) / 256, 16384);
}

/* The plane whose motion this one has. */
static guint
leader_of (
    const ReferenceRecursive *self, const CfDenoiseParams *params, guint plane)
{
  guint i = 0;

  while (!(self->filtered >> i & 1) || (params->by_field && i % 2 != plane % 2))
    i++;
  return i;
}

/* TRUE where there was a cut. */
static gboolean
search (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gint *const *samples)
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
  gboolean is_cut;

  if (params->method == CF_DENOISE_COMPENSATED)
    is_cut = reference_denoise_motion (
        frame, result, p->width, p->height, sigma, &plane->motion)
                 .is_cut;
  else
    is_cut = reference_cut (frame, result, p->width, p->height, sigma).is_cut;
  g_free (frame);
  g_free (result);
  return is_cut;
}

static gint
floor_half (gint v, gint times)
{
  return floor ((v + (1 << times >> 1)) / (gdouble)(1 << times));
}

/* A row's sample at a quarter behind x. */
static gint
across (const ReferenceChannel *r, gint x, gint y, gint quarter)
{
  gint sum = 0, i;

  if (quarter == 0)
    return reference_channel_get (r, x, y);
  for (i = 0; i < 8; i++)
    sum += cf_motion_taps[quarter][i] * reference_channel_get (r, x + i - 3, y);
  return CLAMP ((gint)floor ((sum + 32) / 64.0), 0, 65535);
}

static gint
at_quarters (const ReferenceChannel *r, gint x, gint y)
{
  const gint whole_x = floor (x / 4.0), whole_y = floor (y / 4.0);
  gint sum = 0, i;

  if (y - 4 * whole_y == 0)
    return across (r, whole_x, whole_y, x - 4 * whole_x);
  for (i = 0; i < 8; i++)
    sum += cf_motion_taps[y - 4 * whole_y][i]
           * across (r, whole_x, whole_y + i - 3, x - 4 * whole_x);
  return CLAMP ((gint)floor ((sum + 32) / 64.0), 0, 65535);
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
  const guint of = leader_of (self, params, i);
  const CfPlane *leader = &self->geometry[of];
  const ReferenceMotion *m = &self->planes[of].motion;
  const gint halved_x = cf_denoise_subsampling (leader->width, p->width);
  const gint halved_y = cf_denoise_subsampling (leader->height, p->height);
  const gint width = (leader->width + 7) / 8, height = (leader->height + 7) / 8;
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
        vx = floor_half (m->field[by * width + bx].x, halved_x);
        vy = floor_half (m->field[by * width + bx].y, halved_y);
        from_x = x + (gint)floor ((vx + 2) / 4.0);
        from_y = y + (gint)floor ((vy + 2) / 4.0);
        plane->moved[at] = at_quarters (&r, 4 * x + vx, 4 * y + vy);
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
  gboolean is_cut = FALSE;
  guint i;

  for (i = 0; i < self->n_planes; i++)
    if ((self->filtered >> i & 1) && leader_of (self, params, i) == i)
      is_cut |= search (self, params, i, samples[i]);
  for (i = 0; i < self->n_planes && !is_cut; i++)
    if ((self->filtered >> i & 1) && params->method == CF_DENOISE_COMPENSATED)
      move_plane (self, params, i);
  return !is_cut;
}

/* Mean */

static gint
deviation (const ReferenceChannel *v, const ReferenceChannel *r, gint x, gint y,
    guint sigma)
{
  const gint64 k = sigma > 0 ? MIN ((524288 + sigma / 2) / sigma, 65535) : 0;
  const gint e =
      abs (reference_channel_get (v, x, y) - reference_channel_get (r, x, y))
      * k / 65536;

  return MIN (e, 51) * MIN (e, 51);
}

static void
average (const ReferenceChannel *v, const ReferenceChannel *r,
    const gint *counts, gint x, gint y, guint sigma, gint most, gint *result,
    gint *count)
{
  const gsize at = (gsize)y * v->width + x;
  const gint whole = counts[at] / 8;
  const gint sample = v->at[at], last = r->at[at];
  gint difference = 0, noise, f, worth, i, k;
  gint64 share;

  for (i = -2; i <= 2; i++)
    for (k = -2; k <= 2; k++)
      difference += deviation (v, r, CLAMP (x + k, 0, v->width - 1),
          CLAMP (y + i, 0, v->height - 1), sigma);
  noise = (gint64)difference * (65536 * whole / (whole + 1)) / 65536;
  f = CLAMP (3700 - noise, 0, 1448) / 8;
  worth = floor (counts[at] * (gdouble)(f * f) / 32768 + 0.5);
  if (sigma == 0 || most == 0)
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
spatial_threshold (guint sigma, gint spatial, gint count)
{
  const gint n = count / 8;
  const guint64 root = floor (sqrt (floor (16777216.0 / n)));
  const guint64 t = (guint64)sigma * spatial * 384 * root >> 32;

  return MIN (t, 4095);
}

static void
store (const CfPlane *p, gint channel, gint x, gint y, gint v)
{
  const gint down = 16 - p->bits;
  const gint value = (v + (down > 0 ? 1 << (down - 1) : 0)) >> down;

  sample_store (p, x, y, channel, MIN (value, (1 << p->bits) - 1) << p->shift);
}

static void
run_channel (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gint c, gboolean is_moved, const gint *samples, const CfPlane *dst)
{
  const CfPlane *p = &self->geometry[i];
  Plane *plane = &self->planes[i];
  const gsize at = c * area (p);
  const gint *counts = (is_moved ? plane->moved_count : plane->count) + at;
  const ReferenceChannel v = { samples, p->width, p->height };
  const ReferenceChannel r = { (is_moved ? plane->moved : plane->result) + at,
    p->width, p->height };
  const ReferenceChannel next = { plane->next + at, p->width, p->height };
  const guint sigma = effective_sigma (self, params, i);
  const gint most = MIN (32 * params->past, 255);
  gint x, y;

  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      average (&v, &r, counts, x, y, sigma, most, plane->next + at,
          plane->next_count + at);
  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      store (dst, c, x, y,
          smooth (&next, x, y,
              params->spatial == 0
                  ? 0
                  : spatial_threshold (sigma, params->spatial,
                      plane->next_count[at + (gsize)y * p->width + x])));
}

static void
estimate_planes (ReferenceRecursive *self, const CfDenoiseParams *params,
    gint *(*samples)[4])
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    if (params->sigma >= 0)
      self->planes[i].sigma = 0;
    else if ((self->filtered >> i & 1)
             && (self->frame <= 8 || self->frame % 4 == 0))
      estimate (self, params, i, samples);
  }
}

static void
swap (gint **a, gint **b)
{
  gint *of_a = *a;

  *a = *b;
  *b = of_a;
}

void
reference_recursive_run (ReferenceRecursive *self,
    const CfDenoiseParams *params, const CfPlane *src, const CfPlane *dst)
{
  gint *samples[CF_MAX_PLANES][4];
  const gboolean moves = params->method == CF_DENOISE_COMPENSATED;
  gboolean is_moved;
  guint i;
  gint c;

  for (i = 0; i < self->n_planes; i++)
    for (c = 0; (self->filtered >> i & 1) && c < src[i].channels; c++)
      samples[i][c] = load (&src[i], c);
  if (moves)
    estimate_planes (self, params, samples);
  if (self->has_last && !look_back (self, params, samples)) {
    self->n_cuts++;
    reference_recursive_forget (self);
    if (moves)
      estimate_planes (self, params, samples);
  }
  if (!moves)
    estimate_planes (self, params, samples);
  is_moved = moves && self->has_last;
  for (i = 0; i < self->n_planes; i++) {
    if (!(self->filtered >> i & 1))
      continue;
    for (c = 0; c < src[i].channels; c++) {
      run_channel (self, params, i, c, is_moved, samples[i][c], &dst[i]);
      g_free (samples[i][c]);
    }
    swap (&self->planes[i].result, &self->planes[i].next);
    swap (&self->planes[i].count, &self->planes[i].next_count);
  }
  self->has_last = TRUE;
  self->frame = params->sigma < 0 ? self->frame + 1 : 0;
}
