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
  gint *levels, *apart; /* of windows */
  gboolean has_state;
} Plane;

struct _ReferenceWiener {
  CfPlane geometry[CF_MAX_PLANES];
  Plane planes[CF_MAX_PLANES];
  guint n_planes;
  gboolean has_results;
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
    plane->levels = g_new0 (gint, n_windows);
    plane->apart = g_new0 (gint, n_windows);
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
    g_free (self->planes[i].levels);
    g_free (self->planes[i].apart);
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
reference_wiener_reset (ReferenceWiener *self)
{
  guint i;

  for (i = 0; i < self->n_planes; i++)
    self->planes[i].has_state = FALSE;
  self->has_results = FALSE;
}

gboolean
reference_wiener_has_results (const ReferenceWiener *self)
{
  return self->has_results;
}

void
reference_wiener_done (ReferenceWiener *self)
{
  self->has_results = TRUE;
}

void
reference_wiener_keep (ReferenceWiener *self, guint plane)
{
  gint c;

  self->planes[plane].has_state = TRUE;
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
      gint64 sum = 255;

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

static void
vector_of (const ReferenceWienerJob *job, gint wx, gint wy, gint *x, gint *y)
{
  gint bx, by;

  *x = *y = 0;
  if (!job->field)
    return;
  bx = CLAMP (down ((first (wx, job->step) + 4) * (1 << job->halved_x), 3), 0,
      job->field_width - 1);
  by = CLAMP (down ((first (wy, job->step) + 4) * (1 << job->halved_y), 3), 0,
      job->field_height - 1);
  *x = reference_moved_component (
      job->field[by * job->field_width + bx].x, job->halved_x);
  *y = reference_moved_component (
      job->field[by * job->field_width + bx].y, job->halved_y);
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
  gboolean has_history;
  gint level, apart;
  gint64 worth; /* i */
  gint64 left, kept, mismatched;
} About;

typedef struct {
  gint z, p, s, q;
} Coefficient;

static void
weigh (const ReferenceWienerJob *job, const Coefficient *of, gint frequency,
    About *about, gint *c, gint *y)
{
  const Terms terms = terms_of (job, about->level, frequency);
  gint64 gain, left = 32767, e, loss = 0;

  *c = 0;
  if (about->has_history) {
    const gint64 size = MIN (ABS (clamp16 (of->p - of->q)), 8191);
    const gint64 d = MIN (down (size * 8 * terms.mismatch, 16), 1440);
    gint64 spread =
        down (about->worth + 64, 7) + MAX (0, d - 2) * MAX (0, d - 2);

    if (job->luma >= 0)
      spread =
          MIN (down (spread * (16 + down (about->apart * about->apart, 4)), 4),
              8388608 - 512);
    gain = 8388608 / (256 + spread);
    *c = mul (clamp16 (of->s - of->z), gain);
    left =
        mul (32768 - gain, 32768 - gain) + mul (mul (gain, gain), about->worth);
    about->mismatched += MIN (d, 255) * MIN (d, 255);
  }
  e = MIN (down (MIN (ABS (of->p), 8191) * 8 * terms.pilot, 16), 723);
  if (frequency > 0)
    loss = MIN (
        16 * (2048 * down (left, 3) / (16 * e * e + down (left, 3))), 32767);
  *y = clamp16 (*c - mul (clamp16 (of->z + *c), loss));
  about->left += left;
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

/* Of colour: the window of the plane with its brightness. */
static gsize
luma_window (const ReferenceWiener *self, const ReferenceWienerJob *job,
    gint wx, gint wy)
{
  const CfPlane *p = &self->geometry[job->luma];

  return (gsize)window_at (
             (first (wy, job->step) + 4) * (1 << job->luma_halved_y), p->height,
             job->step)
             * windows (p->width, job->step)
         + window_at ((first (wx, job->step) + 4) * (1 << job->luma_halved_x),
             p->width, job->step);
}

static void
find_level (const ReferenceWiener *self, const ReferenceWienerJob *job, gint wx,
    gint wy, gint mean, About *about)
{
  gsize at;

  about->level = level_of (mean);
  if (job->luma < 0)
    return;
  at = luma_window (self, job, wx, wy);
  about->level = self->planes[job->luma].levels[at];
  about->apart = self->planes[job->luma].apart[at];
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

static void
run_window (ReferenceWiener *self, const ReferenceWienerJob *job,
    gboolean has_history, gint wx, gint wy, Sums *to)
{
  const CfPlane *plane = &self->geometry[job->plane];
  const Channel *of = &self->planes[job->plane].channels[job->channel];
  const gsize at = (gsize)wy * windows (plane->width, job->step) + wx;
  const gint x0 = first (wx, job->step), y0 = first (wy, job->step);
  const gint most = MAX (MIN (32 * job->past, 255), 8);
  About about = { has_history };
  Window z, p, s, q, c, y;
  gint64 count = 8;
  gint i, j;

  look (plane, job->samples, x0, y0, 0, 0, z);
  look (plane, job->pilot, x0, y0, 0, 0, p);
  find_level (self, job, wx, wy, p[0][0], &about);
  if (about.has_history) {
    const gint light = floor (job->offsets[about.level] / 2.0);
    gint vx, vy;

    vector_of (job, wx, wy, &vx, &vy);
    look (plane, of->merged, x0, y0, vx, vy, s);
    look (plane, of->pilot, x0, y0, vx, vy, q);
    s[0][0] = clamp16 (s[0][0] + light);
    q[0][0] = clamp16 (q[0][0] + light);
    about.worth = worth_of (self, job, wx, wy, vx, vy);
  }
  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++) {
      const Coefficient coefficient = { z[i][j], p[i][j],
        about.has_history ? s[i][j] : 0, about.has_history ? q[i][j] : 0 };

      weigh (job, &coefficient, i + j, &about, &c[i][j], &y[i][j]);
    }
  if (about.has_history)
    count = MIN (MAX (16777216 / about.left, 8), most);
  add_window (self, job, wx, wy, c, y,
      CLAMP (536870912 / MAX (about.kept, 1), 16, 1023), count, to);
  if (job->channel > 0)
    return;
  self->planes[job->plane].levels[at] = about.level;
  self->planes[job->plane].apart[at] =
      about.has_history ? CLAMP (about.mismatched / 2458 - 16, 0, 79) : 0;
}

/* --- the pilot --- */

static gint
count_in (const ReferenceWiener *self, const ReferenceWienerJob *job, gint wx,
    gint wy)
{
  const CfPlane *p = &self->geometry[job->plane];
  const ReferenceChannel counts = { job->mean_count, p->width, p->height };
  gint sum = 0, i, j;

  if (!job->mean)
    return 8 * 64;
  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++)
      sum += reference_channel_get (
          &counts, first (wx, job->step) + j, first (wy, job->step) + i);
  return sum;
}

static void
make_pilot_window (ReferenceWiener *self, const ReferenceWienerJob *job,
    gint wx, gint wy, Sums *to)
{
  const CfPlane *plane = &self->geometry[job->plane];
  const gint64 left =
      MIN (17207401 / MAX (count_in (self, job, wx, wy), 512), 32767);
  const gint64 t = down (41 * job->spatial, 8);
  gint64 kept = 0;
  Window r, y, none = { { 0 } };
  About about = { FALSE };
  gint i, j;

  look (plane, job->mean ? job->mean : job->samples, first (wx, job->step),
      first (wy, job->step), 0, 0, r);
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
finish (ReferenceWiener *self, const ReferenceWienerJob *job, gboolean is_on,
    const Sums *sums)
{
  Channel *to = &self->planes[job->plane].channels[job->channel];
  const gsize n = area (&self->geometry[job->plane]);
  const gint covering = 64 / job->step / job->step; /* windows */
  const gint more = covering == 16 ? 2 : 0;
  gsize i;

  for (i = 0; i < n; i++) {
    const gint64 v = job->samples[i];

    to->result[i] = is_on ? changed (v, sums, i, job->step) : job->pilot[i];
    to->next_merged[i] =
        CLAMP (v + down (sums->merged[i] + 8 * covering, 6 + more), 0, 65535);
    to->next_count[i] = down (sums->counts[i] + 8 * covering, 6 + more);
    to->next_pilot[i] = job->pilot[i];
  }
}

static void
clear (Sums *sums, gsize n)
{
  memset (sums->merged, 0, n * sizeof *sums->merged);
  memset (sums->filtered, 0, n * sizeof *sums->filtered);
  memset (sums->weights, 0, n * sizeof *sums->weights);
  memset (sums->counts, 0, n * sizeof *sums->counts);
}

static gint *
make_pilot (ReferenceWiener *self, const ReferenceWienerJob *job, Sums *sums)
{
  const CfPlane *p = &self->geometry[job->plane];
  const gint *from = job->mean ? job->mean : job->samples;
  gint *pilot = g_new (gint, area (p));
  gint x, y;
  gsize i;

  clear (sums, area (p));
  for (y = 0; y < windows (p->height, job->step); y++)
    for (x = 0; x < windows (p->width, job->step); x++)
      make_pilot_window (self, job, x, y, sums);
  for (i = 0; i < area (p); i++)
    pilot[i] = changed (from[i], sums, i, job->step);
  return pilot;
}

void
reference_wiener_run (ReferenceWiener *self, const ReferenceWienerJob *of)
{
  const CfPlane *p = &self->geometry[of->plane];
  const gsize n = area (p);
  ReferenceWienerJob job = *of;
  Sums sums = { g_new (gint64, n), g_new (gint64, n), g_new (gint64, n),
    g_new (gint64, n) };
  gint *pilot = NULL;
  gboolean is_on = FALSE, has_history;
  gint x, y, i;

  for (i = 0; i < 32; i++)
    is_on |= 64 * job.sigma[i] >= 2317;
  has_history = job.has_last && self->planes[job.plane].has_state && is_on
                && job.past > 0;
  if (is_on && !has_history)
    job.pilot = pilot = make_pilot (self, &job, &sums);
  clear (&sums, n);
  for (y = 0; y < windows (p->height, job.step); y++)
    for (x = 0; x < windows (p->width, job.step); x++)
      run_window (self, &job, has_history, x, y, &sums);
  finish (self, &job, is_on, &sums);
  g_free (pilot);
  g_free (sums.merged);
  g_free (sums.filtered);
  g_free (sums.weights);
  g_free (sums.counts);
}
