/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "reference_wiener.h"

#include "reference_moved.h"

#include <math.h>
#include <string.h>

typedef struct {
  gint *pilot, *merged, *count; /* of the last frame */
  gint *next_pilot, *next_merged, *next_count;
  gint *result;
} Channel;

typedef struct {
  Channel channels[4];
  gint *apart, *apart_ahead; /* x, of windows */
} Plane;

struct _ReferenceWiener {
  CfPlane geometry[CF_MAX_PLANES];
  Plane planes[CF_MAX_PLANES];
  guint n_planes;
};

/* Of the window that is looked at, by row and column. */
typedef gint Window[8][8];

static gint matrix[8][8];

/* T[u][i] is a cosine of u (2 i + 1) 16ths of half a turn. */
static void
make_matrix (void)
{
  static const gint quarter[] = { 0, 89, 83, 75, 64, 50, 36, 18, 0 };
  gint u, i;

  for (u = 0; u < 8; u++)
    for (i = 0; i < 8; i++) {
      gint angle = u * (2 * i + 1) % 32;

      if (angle > 16)
        angle = 32 - angle;
      if (u == 0)
        matrix[u][i] = 64;
      else
        matrix[u][i] = angle <= 8 ? quarter[angle] : -quarter[16 - angle];
    }
}

static gsize
area (const CfPlane *p)
{
  return (gsize)p->width * p->height;
}

/* The first sample of a window. */
static gint
first (gint i, gint step)
{
  return step - 8 + step * i;
}

static gint
windows (gint side, gint step)
{
  gint n = 1;

  /* the last one that is needed begins at the last sample, or before it */
  while (first (n, step) <= side - 1)
    n++;
  return n;
}

ReferenceWiener *
reference_wiener_new (const CfPlane *planes, guint n_planes, guint32 filtered)
{
  ReferenceWiener *self = g_new0 (ReferenceWiener, 1);
  guint i;
  gint c;

  make_matrix ();
  self->n_planes = n_planes;
  for (i = 0; i < n_planes; i++) {
    const gsize n = area (&planes[i]);
    const gsize n_windows =
        (gsize)windows (planes[i].width, 2) * windows (planes[i].height, 2);
    Plane *plane = &self->planes[i];

    self->geometry[i] = planes[i];
    if (!(filtered >> i & 1))
      continue;
    plane->apart = g_new0 (gint, n_windows);
    plane->apart_ahead = g_new0 (gint, n_windows);
    for (c = 0; c < planes[i].channels; c++) {
      gint **const all[] = { &plane->channels[c].pilot,
        &plane->channels[c].merged, &plane->channels[c].count,
        &plane->channels[c].next_pilot, &plane->channels[c].next_merged,
        &plane->channels[c].next_count, &plane->channels[c].result };
      guint k;

      for (k = 0; k < G_N_ELEMENTS (all); k++)
        *all[k] = g_new0 (gint, n);
    }
  }
  return self;
}

void
reference_wiener_free (ReferenceWiener *self)
{
  guint i, c;

  for (i = 0; i < self->n_planes; i++) {
    g_free (self->planes[i].apart);
    g_free (self->planes[i].apart_ahead);
    for (c = 0; c < 4; c++) {
      Channel *of = &self->planes[i].channels[c];

      g_free (of->pilot);
      g_free (of->merged);
      g_free (of->count);
      g_free (of->next_pilot);
      g_free (of->next_merged);
      g_free (of->next_count);
      g_free (of->result);
    }
  }
  g_free (self);
}

const gint *
reference_wiener_results (
    const ReferenceWiener *self, guint plane, gint channel)
{
  return self->planes[plane].channels[channel].result;
}

static void
swap (gint **a, gint **b)
{
  gint *of_a = *a;

  *a = *b;
  *b = of_a;
}

void
reference_wiener_keep (ReferenceWiener *self, guint plane)
{
  gint c;

  for (c = 0; c < self->geometry[plane].channels; c++) {
    Channel *of = &self->planes[plane].channels[c];

    swap (&of->pilot, &of->next_pilot);
    swap (&of->merged, &of->next_merged);
    swap (&of->count, &of->next_count);
  }
}

/* --- arithmetic --- */

static gint64
down (gint64 a, gint bits)
{
  const gint64 one = (gint64)1 << bits;

  return a >= 0 ? a / one : -((one - 1 - a) / one);
}

static gint
clamp16 (gint64 a)
{
  return CLAMP (a, -32768, 32767);
}

static gint
mul (gint64 a, gint64 b)
{
  return down (a * b + 16384, 15);
}

static void
transform (Window x, Window c)
{
  Window t;
  gint u, k, i;

  for (u = 0; u < 8; u++)
    for (k = 0; k < 8; k++) {
      gint64 sum = 511;

      for (i = 0; i < 8; i++)
        sum += matrix[u][i] * (x[i][k] - 32768);
      t[u][k] = down (sum, 10);
    }
  for (u = 0; u < 8; u++)
    for (k = 0; k < 8; k++) {
      gint64 sum = 256;

      for (i = 0; i < 8; i++)
        sum += matrix[k][i] * t[u][i];
      c[u][k] = down (sum, 9);
      g_assert (ABS (c[u][k]) <= 16384);
    }
}

static void
invert (Window c, Window x)
{
  Window t;
  gint u, k, i;

  for (u = 0; u < 8; u++)
    for (i = 0; i < 8; i++) {
      gint64 sum = 32;

      for (k = 0; k < 8; k++)
        sum += matrix[k][i] * c[u][k];
      t[u][i] = clamp16 (down (sum, 6));
    }
  for (i = 0; i < 8; i++)
    for (k = 0; k < 8; k++) {
      gint64 sum = 16;

      for (u = 0; u < 8; u++)
        sum += matrix[u][i] * t[u][k];
      x[i][k] = clamp16 (down (sum, 5));
    }
}

/* --- fetched --- */

/* The transform of a window moved by quarters of samples. */
static void
look (const CfPlane *p, const gint *samples, gint x0, gint y0, gint vx, gint vy,
    Window c)
{
  const ReferenceChannel r = { samples, p->width, p->height };
  Window x;
  gint i, j;

  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++)
      x[i][j] =
          reference_moved_sample (&r, 4 * (x0 + j) + vx, 4 * (y0 + i) + vy);
  transform (x, c);
}

/* The field's vector of the block with a sample of the guide plane. */
static CfMotionVector
vector_at (const ReferenceWienerJob *job, gint x, gint y)
{
  return job
      ->field[CLAMP (down (y, 3), 0, job->field_height - 1) * job->field_width
              + CLAMP (down (x, 3), 0, job->field_width - 1)];
}

/* A window's middle in the guide plane. */
static void
middle_of (const ReferenceWienerJob *job, gint wx, gint wy, gint *x, gint *y)
{
  *x = (first (wx, job->step) + 4) * (1 << job->halved_x);
  *y = (first (wy, job->step) + 4) * (1 << job->halved_y);
}

static void
vector_of (const ReferenceWienerJob *job, gint wx, gint wy, gint *x, gint *y)
{
  CfMotionVector v;

  *x = *y = 0;
  if (!job->field)
    return;
  middle_of (job, wx, wy, x, y);
  v = vector_at (job, *x, *y);
  *x = reference_moved_component (v.x, job->halved_x);
  *y = reference_moved_component (v.y, job->halved_y);
}

/* To the frame ahead. */
static void
vector_ahead (const ReferenceWienerJob *job, const ReferenceWienerJob *ahead,
    gint wx, gint wy, gint *x, gint *y)
{
  CfMotionVector u, v;

  *x = *y = 0;
  if (!ahead->field)
    return;
  middle_of (job, wx, wy, x, y);
  u = vector_at (ahead, *x, *y);
  v = vector_at (ahead, *x - down (u.x + 2, 2), *y - down (u.y + 2, 2));
  *x = reference_moved_component (-v.x, job->halved_x);
  *y = reference_moved_component (-v.y, job->halved_y);
}

/* --- a window --- */

typedef struct {
  gint64 variance, mismatch, pilot; /* V, D, W */
} Terms;

static Terms
terms_of (const ReferenceWienerJob *job, gint level, gint frequency)
{
  static const gint coarse[] = { 232, 172, 147, 121, 97, 76, 58, 47, 40, 34, 29,
    26, 23, 21, 20 };
  const gint more = (coarse[frequency] - 64) * job->coarse / 256;
  const gint64 variance = MAX (64 + more, 8);
  const gint64 s = MAX (
      job->sigma[level] * (gint64)floor (8 * sqrt ((gdouble)variance)), 2317);

  return (Terms){ variance, 147030016 / s, 127975424 / s };
}

/* What is known of a window, and its sums. */
typedef struct {
  gboolean has_history, has_ahead;
  gint level, apart, apart_ahead;
  gint64 worth; /* i */
  gint64 left, kept, mismatched, mismatched_ahead;
} About;

typedef struct {
  gint z, p, s, q, f, a;
} Coefficient;

#define SPREAD_MOST (8388608 - 512)

/* d */
static gint64
mismatch (gint64 difference, const Terms *terms)
{
  const gint64 size = MIN (ABS (clamp16 (difference)), 8191);

  return MIN (down (size * 8 * terms->mismatch, 16), 1440);
}

/* y */
static gint64
spread_of (const ReferenceWienerJob *job, gint64 worth, gint64 d, gint apart)
{
  const gint64 y = down (worth + 64, 7) + MAX (0, d - 2) * MAX (0, d - 2);

  if (!job->luma)
    return y;
  return MIN (down (y * (16 + down (apart * apart, 4)), 4), SPREAD_MOST);
}

static gint64
gain_of (gint64 spread)
{
  return 8388608 / (256 + spread);
}

/* What the frame ahead changes: C, q and the pilot; spread: y */
static void
look_ahead (const ReferenceWienerJob *job, const Coefficient *of,
    const Terms *terms, gint64 spread, About *about, gint *c, gint64 *left,
    gint *pilot)
{
  const gint64 d = mismatch (of->p - of->a, terms);
  const gint64 y = spread_of (job, 32768, d, about->apart_ahead);
  const gint64 w = about->apart_ahead == 79 ? 0 : 65536 / y;
  const gint64 h = 32768 * w / (256 + w);
  const gint b = mul (clamp16 (of->f - of->z), h);
  gint64 gain = 0;

  g_assert (w <= 256 && spread * w < G_MAXINT32 && 2 * h <= 32768);
  if (about->has_history)
    gain = gain_of (MIN (spread + down (spread * w, 8), SPREAD_MOST));
  *c = clamp16 (b + mul (clamp16 (of->s - of->z - b), gain));
  *left = mul (mul (32768 - gain, 32768 - gain),
              mul (32768 - h, 32768 - h) + mul (h, h))
          + mul (mul (gain, gain), about->worth);
  g_assert (*left >= 8 && *left <= 32768);
  *pilot = clamp16 (of->p + mul (clamp16 (of->a - of->p), 2 * h));
  about->mismatched_ahead += MIN (d, 255) * MIN (d, 255);
}

static void
weigh (const ReferenceWienerJob *job, const Coefficient *of, gint frequency,
    About *about, gint *c, gint *y)
{
  const Terms terms = terms_of (job, about->level, frequency);
  gint64 spread = 0, left = 32767, e, loss = 0;
  gint merged, pilot = of->p;

  *c = 0;
  if (about->has_history) {
    const gint64 d = mismatch (of->p - of->q, &terms);
    gint64 gain;

    spread = spread_of (job, about->worth, d, about->apart);
    gain = gain_of (spread);
    *c = mul (clamp16 (of->s - of->z), gain);
    left =
        mul (32768 - gain, 32768 - gain) + mul (mul (gain, gain), about->worth);
    about->mismatched += MIN (d, 255) * MIN (d, 255);
  }
  about->left += left;
  merged = *c;
  if (about->has_ahead)
    look_ahead (job, of, &terms, spread, about, &merged, &left, &pilot);
  e = MIN (down (MIN (ABS (pilot), 8191) * 8 * terms.pilot, 16), 723);
  if (frequency > 0)
    loss = MIN (
        16 * (2048 * down (left, 3) / (16 * e * e + down (left, 3))), 32767);
  *y = clamp16 (merged - mul (clamp16 (of->z + merged), loss));
  about->kept += terms.variance * mul (mul (32767 - loss, 32767 - loss), left);
}

/* N to i */
static gint64
worth_of (const ReferenceWiener *self, const ReferenceWienerJob *job, gint wx,
    gint wy, gint vx, gint vy)
{
  const CfPlane *p = &self->geometry[job->plane];
  const Channel *of = &self->planes[job->plane].channels[job->channel];
  const ReferenceChannel counts = { of->count, p->width, p->height };
  gint64 sum = 0;
  gint i, j;

  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++)
      sum += reference_channel_get (&counts,
          first (wx, job->step) + j + (gint)floor ((vx + 2) / 4.0),
          first (wy, job->step) + i + (gint)floor ((vy + 2) / 4.0));
  return MIN (17207401 / MAX (sum, 512), 32767);
}

/* The window along a side of n samples whose middle is nearest that sample. */
static gint
window_at (gint middle, gint n, gint step)
{
  gint i = 0;

  while (i < windows (n, step) - 1 && first (i, step) + 4 < middle)
    i++;
  return i;
}

static gint
level_of (gint mean)
{
  return MIN (down (mean + 16384, 10), 31);
}

/* Of colour: that of the window of the plane with its brightness. */
static void
find_level (const ReferenceWiener *self, const ReferenceWienerJob *job, gint wx,
    gint wy, gint mean, About *about)
{
  const ReferenceWienerJob *luma = job->luma;
  const CfPlane *p;
  gint x, y;
  gsize at;
  Window c;

  about->level = level_of (mean);
  if (!luma)
    return;
  p = &self->geometry[luma->plane];
  x = window_at ((first (wx, job->step) + 4) * (1 << job->luma_halved_x),
      p->width, job->step);
  y = window_at ((first (wy, job->step) + 4) * (1 << job->luma_halved_y),
      p->height, job->step);
  look (p, luma->pilot, first (x, job->step), first (y, job->step), 0, 0, c);
  about->level = level_of (c[0][0]);
  at = (gsize)y * windows (p->width, job->step) + x;
  about->apart = self->planes[luma->plane].apart[at];
  about->apart_ahead = self->planes[luma->plane].apart_ahead[at];
  if (about->apart == 79)
    about->has_history = FALSE;
}

/* Sums of a plane's samples. */
typedef struct {
  gint64 *merged, *filtered, *weights, *counts;
} Sums;

static void
add_window (const ReferenceWiener *self, const ReferenceWienerJob *job, gint wx,
    gint wy, Window c, Window y, gint64 weight, gint64 count, Sums *to)
{
  static const gint kaiser[] = { 20, 28, 36, 44, 44, 36, 28, 20 };
  const CfPlane *p = &self->geometry[job->plane];
  Window merged, filtered;
  gint i, j;

  invert (c, merged);
  invert (y, filtered);
  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++) {
      const gint x = first (wx, job->step) + j;
      const gint row = first (wy, job->step) + i;
      const gint64 share = down (kaiser[i] * kaiser[j] + 32, 6);
      const gint64 b = down (weight * share + 8, 4);
      gsize at;

      if (x < 0 || row < 0 || x >= p->width || row >= p->height)
        continue;
      at = (gsize)row * p->width + x;
      to->merged[at] += share * merged[i][j];
      to->filtered[at] += b * filtered[i][j];
      to->weights[at] += b;
      to->counts[at] += share * count;
    }
}

/* x, where there was something to compare with. */
static gint
apart_of (gboolean is_there, gint64 mismatched)
{
  return is_there ? CLAMP (mismatched / 2458 - 16, 0, 79) : 0;
}

static void
run_window (ReferenceWiener *self, const ReferenceWienerJob *job,
    const ReferenceWienerJob *ahead, gint wx, gint wy, Sums *to)
{
  const CfPlane *plane = &self->geometry[job->plane];
  const Channel *of = &self->planes[job->plane].channels[job->channel];
  const gsize at = (gsize)wy * windows (plane->width, job->step) + wx;
  const gint x0 = first (wx, job->step), y0 = first (wy, job->step);
  const gint most = MAX (MIN (32 * job->past, 255), 8);
  About about = { .has_history = job->has_history, .has_ahead = ahead != NULL };
  Window z, p, c, y;
  Window s = { { 0 } }, q = { { 0 } }, f = { { 0 } }, a = { { 0 } };
  gint64 count = 8;
  gint vx, vy, i, j;

  look (plane, job->samples, x0, y0, 0, 0, z);
  look (plane, job->pilot, x0, y0, 0, 0, p);
  find_level (self, job, wx, wy, p[0][0], &about);
  if (about.has_history) {
    const gint light = floor (job->offsets[about.level] / 2.0);

    vector_of (job, wx, wy, &vx, &vy);
    look (plane, of->merged, x0, y0, vx, vy, s);
    look (plane, of->pilot, x0, y0, vx, vy, q);
    s[0][0] = clamp16 (s[0][0] + light);
    q[0][0] = clamp16 (q[0][0] + light);
    about.worth = worth_of (self, job, wx, wy, vx, vy);
  }
  if (ahead) {
    const gint light = floor (ahead->offsets[about.level] / 2.0);

    vector_ahead (job, ahead, wx, wy, &vx, &vy);
    look (plane, ahead->samples, x0, y0, vx, vy, f);
    look (plane, ahead->pilot, x0, y0, vx, vy, a);
    f[0][0] = clamp16 (f[0][0] - light);
    a[0][0] = clamp16 (a[0][0] - light);
  }
  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++) {
      const Coefficient coefficient = { z[i][j], p[i][j], s[i][j], q[i][j],
        f[i][j], a[i][j] };

      weigh (job, &coefficient, i + j, &about, &c[i][j], &y[i][j]);
    }
  if (about.has_history)
    count = MIN (MAX (16777216 / about.left, 8), most);
  add_window (self, job, wx, wy, c, y,
      CLAMP (536870912 / MAX (about.kept, 1), 16, 1023), count, to);
  if (job->channel > 0)
    return;
  self->planes[job->plane].apart[at] =
      apart_of (about.has_history, about.mismatched);
  self->planes[job->plane].apart_ahead[at] =
      apart_of (about.has_ahead, about.mismatched_ahead);
}

/* --- the pilot --- */

static gint
count_in (const ReferenceWiener *self, const ReferenceWienerJob *job,
    const ReferenceWienerMean *mean, gint wx, gint wy)
{
  const CfPlane *p = &self->geometry[job->plane];
  const ReferenceChannel counts = { mean->count, p->width, p->height };
  gint sum = 0, i, j;

  if (!mean->count)
    return 8 * 64;
  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++)
      sum += reference_channel_get (
          &counts, first (wx, job->step) + j, first (wy, job->step) + i);
  return sum;
}

static void
make_pilot_window (ReferenceWiener *self, const ReferenceWienerJob *job,
    const ReferenceWienerMean *mean, gint wx, gint wy, Sums *to)
{
  const CfPlane *plane = &self->geometry[job->plane];
  const gint64 left =
      MIN (17207401 / MAX (count_in (self, job, mean, wx, wy), 512), 32767);
  const gint64 t = down (41 * mean->spatial, 8);
  gint64 kept = 0;
  Window r, y, none = { { 0 } };
  About about = { 0 };
  gint i, j;

  look (plane, mean->result, first (wx, job->step), first (wy, job->step), 0, 0,
      r);
  find_level (self, job, wx, wy, r[0][0], &about);
  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++) {
      const Terms terms = terms_of (job, about.level, i + j);
      const gint64 e =
          MIN (down (MIN (ABS (r[i][j]), 8191) * 8 * terms.pilot, 16), 723);
      const gboolean stays = i + j == 0 || e * e >= down (t * t * left, 15);

      y[i][j] = stays ? 0 : -mul (r[i][j], 32767);
      kept += stays ? terms.variance * mul (mul (32767, 32767), left) : 0;
    }
  add_window (self, job, wx, wy, none, y,
      CLAMP (536870912 / MAX (kept, 1), 16, 1023), 0, to);
}

/* --- a channel --- */

/* A sample of 16 bits, changed by what windows say. */
static gint
changed (gint v, const Sums *sums, gsize i, gint step)
{
  const gint covering = 64 / step / step; /* windows */
  const gint more = covering == 16 ? 2 : 0;
  const gint64 change = down (down (sums->filtered[i], 4 + more)
                                      * ((1048576 << more) / sums->weights[i])
                                  + 32768,
      16);

  g_assert (ABS (sums->filtered[i]) < 1 << (27 + more));
  g_assert (
      sums->weights[i] >= 16 * covering && sums->weights[i] <= 4094 << more);
  return CLAMP (v + change, 0, 65535);
}

static void
finish (ReferenceWiener *self, const ReferenceWienerJob *job, const Sums *sums)
{
  Channel *to = &self->planes[job->plane].channels[job->channel];
  const gsize n = area (&self->geometry[job->plane]);
  const gint covering = 64 / job->step / job->step; /* windows */
  const gint more = covering == 16 ? 2 : 0;
  gsize i;

  for (i = 0; i < n; i++) {
    const gint64 v = job->samples[i];

    to->result[i] =
        job->is_on ? changed (v, sums, i, job->step) : job->pilot[i];
    to->next_merged[i] =
        CLAMP (v + down (sums->merged[i] + 8 * covering, 6 + more), 0, 65535);
    to->next_count[i] = down (sums->counts[i] + 8 * covering, 6 + more);
    to->next_pilot[i] = job->pilot[i];
  }
}

static void
sums_init (Sums *sums, gsize n)
{
  *sums = (Sums){ g_new0 (gint64, n), g_new0 (gint64, n), g_new0 (gint64, n),
    g_new0 (gint64, n) };
}

static void
sums_clear (Sums *sums)
{
  g_free (sums->merged);
  g_free (sums->filtered);
  g_free (sums->weights);
  g_free (sums->counts);
}

void
reference_wiener_begin (ReferenceWiener *self, ReferenceWienerJob *job,
    const ReferenceWienerMean *mean)
{
  const CfPlane *p = &self->geometry[job->plane];
  Sums sums;
  gint x, y;
  gsize i;

  job->is_on = FALSE;
  for (i = 0; i < 32; i++)
    job->is_on |= 64 * job->sigma[i] >= 2317;
  job->has_history &= job->is_on;
  if (!job->is_on || job->has_history)
    return;
  sums_init (&sums, area (p));
  for (y = 0; y < windows (p->height, job->step); y++)
    for (x = 0; x < windows (p->width, job->step); x++)
      make_pilot_window (self, job, mean, x, y, &sums);
  for (i = 0; i < area (p); i++)
    job->pilot[i] = changed (mean->result[i], &sums, i, job->step);
  sums_clear (&sums);
}

void
reference_wiener_run (ReferenceWiener *self, const ReferenceWienerJob *job,
    const ReferenceWienerJob *ahead)
{
  const CfPlane *p = &self->geometry[job->plane];
  Sums sums;
  gint x, y;

  sums_init (&sums, area (p));
  for (y = 0; y < windows (p->height, job->step); y++)
    for (x = 0; x < windows (p->width, job->step); x++)
      run_window (self, job, job->is_on ? ahead : NULL, x, y, &sums);
  finish (self, job, &sums);
  sums_clear (&sums);
}
