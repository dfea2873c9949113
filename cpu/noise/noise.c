/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures the noise of a filter's planes: threads share the rows of tiles; one
 * counts what they tell. */
#include "cpu/noise/noise.h"

#include "engine/denoise/cfwienerterms.h"
#include "engine/motion/cfmoved.h"

#include <string.h>

#define N_CHANNELS (4 * CF_MAX_PLANES)

typedef struct {
  guint plane;
  gint channel, row;
  guint first; /* of the plane's tiles */
} Row;

typedef struct {
  CfCpuNoise *self;
  const CfPlane *src;
  guint32 skipped; /* planes */
  CfCpuNoiseFunc compare;
  gconstpointer owner;
  guint8 *scratch;
  gsize scratch_size;
} Pass;

/* A tile of colour has its brightness from here. */
typedef struct {
  const CfPlane *plane; /* or NULL */
  gint halved_x, halved_y;
} Luma;

static CfCpuDevice *
device_of (const CfCpuNoise *self)
{
  return (CfCpuDevice *)self->filter->device;
}

static gboolean
is_colour (const CfCpuNoise *self, guint plane)
{
  return self->kinds.chroma >> plane & 1;
}

static void
add_plane (CfCpuNoise *self, guint i)
{
  const CfPlane *p = &self->filter->planes[i];
  const gint across = cf_noise_tiles (p->width);
  const gint down = cf_noise_tiles (p->height);
  Row row = { i };

  if (!(self->filter->filtered >> i & 1) || across == 0 || down == 0)
    return;
  for (row.channel = 0; row.channel < p->channels; row.channel++)
    for (row.row = 0; row.row < down; row.row += cf_noise_tile_step (down)) {
      row.first = self->n_tiles[i];
      self->n_tiles[i] += across;
      g_array_append_val (self->rows, row);
    }
  self->tiles[i] = g_new0 (CfNoiseTile, self->n_tiles[i]);
  self->sums_stride = MAX (self->sums_stride, (gsize)across);
}

void
cf_cpu_noise_init (CfCpuNoise *self, const CfFilter *filter, CfPlaneKinds kinds)
{
  guint i;

  *self = (CfCpuNoise){ .filter = filter, .kinds = kinds };
  for (i = 0; i < G_N_ELEMENTS (self->shares); i++)
    self->shares[i] = cf_noise_share (i);
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  for (i = 0; i < filter->n_planes; i++)
    add_plane (self, i);
  self->offsets =
      g_new0 (CfNoiseOffset, self->rows->len * CF_NOISE_LUMA_CLASSES);
  self->of_channels = g_malloc0_n (
      CF_NOISE_OFFSET_FRAMES * N_CHANNELS, sizeof *self->of_channels);
  self->sums = g_new (CfNoiseSums,
      self->sums_stride * cf_cpu_pool_get_n_threads (device_of (self)->pool));
}

void
cf_cpu_noise_clear (CfCpuNoise *self)
{
  guint i;

  for (i = 0; i < CF_MAX_PLANES; i++)
    g_free (self->tiles[i]);
  g_array_unref (self->rows);
  g_free (self->offsets);
  g_free (self->of_channels);
  g_free (self->sums);
}

static Luma
luma_of (const Pass *pass, guint plane)
{
  const CfFilter *f = pass->self->filter;
  const gint from =
      cf_denoise_luma_plane (&pass->self->kinds, f->planes, f->filtered, plane);

  if (from < 0)
    return (Luma){ NULL };
  return (Luma){ &pass->src[from],
    cf_denoise_subsampling (f->planes[from].width, f->planes[plane].width),
    cf_denoise_subsampling (f->planes[from].height, f->planes[plane].height) };
}

/* Adds the samples, of 12 bits, that tell the class of a colour's tile. */
static guint32
add_luma (const Luma *luma, gint left, gint top)
{
  const gint apart = CF_NOISE_TILE / CF_NOISE_LUMA_SAMPLES;
  const CfPlane *p = luma->plane;
  const gint up = 16 - p->bits - p->shift;
  guint32 sum = 0;
  gint i, k;

  for (i = 0; i < CF_NOISE_LUMA_SAMPLES; i++) {
    const guint8 *row =
        p->data + (gssize)((top + i * apart) << luma->halved_y) * p->stride;

    for (k = 0; k < CF_NOISE_LUMA_SAMPLES; k++) {
      const gsize x = (gsize)(left + k * apart) << luma->halved_x;
      const guint v = p->bytes == 1 ? row[x * p->step]
                                    : ((const guint16 *)row)[x * p->step];

      sum += (v << up & 0xffff << (16 - p->bits) & 0xffff) >> 4;
    }
  }
  return sum;
}

static guint
motion_of (const CfCpuNoiseOther *o, gint left, gint top)
{
  const gint last = CF_NOISE_TILE - 1;
  const gint right =
      MIN ((left + last) << o->halved_x >> 3, o->field_width - 1);
  const gint bottom =
      MIN ((top + last) << o->halved_y >> 3, o->field_height - 1);
  gint x, y;

  if (!o->field)
    return 0;
  for (y = top << o->halved_y >> 3; y <= bottom; y++)
    for (x = left << o->halved_x >> 3; x <= right; x++)
      if (o->field[y * o->field_width + x].x != 0
          || o->field[y * o->field_width + x].y != 0)
        return CF_NOISE_MOVING;
  return CF_NOISE_STILL;
}

static void
add_offset (const CfCpuNoise *self, guint plane, gint bits, guint class,
    const CfNoiseSums *s, CfNoiseOffset *offsets)
{
  const gint64 mean = cf_noise_offset_mean (s, bits);

  if (!cf_noise_offset_counts (s, mean, self->luma_classes[plane][class]))
    return;
  offsets[class].sum += mean;
  offsets[class].squares += mean * mean;
  offsets[class].n++;
}

/* Tiles of a row by their sums. */
static void
tell (const Pass *pass, const Row *row, const CfCpuNoiseOther *other,
    const CfNoiseSums *sums, gint n, CfNoiseOffset *offsets)
{
  const CfCpuNoise *self = pass->self;
  const gboolean of_colour = is_colour (self, row->plane);
  const Luma luma = luma_of (pass, row->plane);
  const gboolean has_last = other->last.results || other->before;
  const gint top = row->row * CF_NOISE_TILE + CF_NOISE_RING;
  gint i;

  for (i = 0; i < n; i++) {
    const gint left = i * CF_NOISE_TILE + CF_NOISE_RING;
    CfNoiseSums s = sums[i];
    guint32 class = 0;

    if (!other->last.results && has_last)
      s.counts = 8 * CF_NOISE_SAMPLES;
    if (!of_colour)
      class = cf_noise_luma (s.v, FALSE);
    else if (luma.plane)
      class = cf_noise_luma (add_luma (&luma, left, top), TRUE);
    self->tiles[row->plane][row->first + i] = cf_noise_tile (&s, has_last,
        self->shares[s.counts / (8 * CF_NOISE_SAMPLES)],
        motion_of (other, left, top), class);
    if (other->last.results)
      add_offset (
          self, row->plane, pass->src[row->plane].bits, class, &s, offsets);
  }
}

static void
add_tiles (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const CfCpuNoise *self = pass->self;
  const Row *row = &g_array_index (self->rows, Row, slice);
  const CfPlane *src = &pass->src[row->plane];
  CfNoiseSums *sums = self->sums + thread * self->sums_stride;
  CfNoiseOffset *offsets = self->offsets + slice * CF_NOISE_LUMA_CLASSES;
  CfCpuNoiseOther other = { { NULL } };
  CfCpuNoiseJob job = {
    .job = { .src = src, .channel = row->channel },
    .tile_row = row->row,
  };

  memset (offsets, 0, CF_NOISE_LUMA_CLASSES * sizeof *offsets);
  if (pass->skipped >> row->plane & 1)
    return;
  if (pass->compare)
    pass->compare (pass->owner, row->plane, row->channel, &other);
  job.last = other.last;
  job.before = other.before;
  device_of (self)->kernels.noise->run[src->bytes - 1](
      &job, pass->scratch + thread * pass->scratch_size, sums);
  tell (pass, row, &other, sums, cf_noise_tiles (src->width), offsets);
}

/* --- what a plane's tiles tell --- */

/* Numbers of a plane's tiles, by bins. */
typedef guint32 Bins[CF_NOISE_BINS];

typedef struct {
  Bins left, low, texture, left_of_third[2];
  Bins near[CF_NOISE_LUMA_CLASSES + 1],
      apart[CF_NOISE_LUMA_CLASSES + 1]; /* the last: all */
  Bins left_of[CF_NOISE_LUMA_CLASSES][2];
} AllBins;

static void
count (const CfNoiseTile *t, AllBins *b, CfNoiseStatistics *told)
{
  guint i;

  if (!(t->kind & CF_NOISE_COUNTS))
    return;
  told->n++;
  told->luma[t->luma].n++;
  for (i = 0; i < 2; i++) {
    const guint k = i == 0 ? t->luma : CF_NOISE_LUMA_CLASSES;

    b->near[k][cf_noise_bin (t->near)]++;
    b->apart[k][cf_noise_bin (t->apart)]++;
  }
  if (t->kind == CF_NOISE_COUNTS)
    return;
  b->left[cf_noise_bin (t->left)]++;
  b->low[cf_noise_bin (t->low)]++;
  told->n_still += (t->kind & CF_NOISE_STILL) != 0;
  told->n_moving += (t->kind & CF_NOISE_MOVING) != 0;
  told->n_flowing += (t->kind & CF_NOISE_FLOWS) != 0;
  if (t->kind & CF_NOISE_MOVING)
    b->texture[cf_noise_bin (t->texture)]++;
}

/* The thirds of tiles that move, with least and with most texture. */
static void
find_thirds (
    const CfNoiseTile *tiles, guint n, AllBins *b, CfNoiseStatistics *told)
{
  const guint32 ends[] = { cf_noise_at (b->texture, told->n_moving / 3),
    cf_noise_at (b->texture, told->n_moving * 2 / 3) };
  guint32 numbers[2] = { 0, 0 };
  guint i, k;

  for (i = 0; i < n; i++) {
    const CfNoiseTile *t = &tiles[i];
    const gboolean is_in[] = { t->texture <= ends[0], t->texture >= ends[1] };

    for (k = 0; k < 2 && (t->kind & CF_NOISE_MOVING); k++)
      if (is_in[k]) {
        b->left_of_third[k][cf_noise_bin (t->left)]++;
        numbers[k]++;
      }
  }
  for (k = 0; k < 2; k++) {
    told->texture_of_third[k] =
        cf_noise_at (b->texture, told->n_moving * (k ? 5 : 1) / 6);
    if (numbers[k] > 0)
      told->left_of_third[k] =
          cf_noise_at (b->left_of_third[k], numbers[k] / 2);
  }
}

static void
find_classes (
    const CfNoiseTile *tiles, guint n, AllBins *b, CfNoiseStatistics *told)
{
  const guint32 slope = cf_noise_slope (told);
  guint i, k;

  for (i = 0; i < n; i++) {
    const CfNoiseTile *t = &tiles[i];
    const gboolean moves = (t->kind & CF_NOISE_MOVING) != 0;

    if (!(t->kind & (CF_NOISE_STILL | CF_NOISE_MOVING)))
      continue;
    b->left_of[t->luma][moves][cf_noise_bin (
        moves ? cf_noise_without_texture (t->left, t->texture, slope)
              : t->left)]++;
    told->luma[t->luma].n_of[moves]++;
  }
  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    CfNoiseClass *c = &told->luma[i];

    if (c->n > 0) {
      c->near = cf_noise_at (b->near[i], c->n / 4);
      c->apart = cf_noise_at (b->apart[i], c->n / 4);
    }
    for (k = 0; k < 2; k++)
      if (c->n_of[k] > 0)
        c->left[k] = cf_noise_at (b->left_of[i][k], c->n_of[k] / 2);
  }
}

static CfNoiseStatistics
find (const CfNoiseTile *tiles, guint n)
{
  CfNoiseStatistics told = { .n_all = n };
  AllBins b;
  guint32 n_compared;
  guint i;

  memset (&b, 0, sizeof b);
  for (i = 0; i < n; i++)
    count (&tiles[i], &b, &told);
  if (told.n == 0)
    return told;
  told.near = cf_noise_at (b.near[CF_NOISE_LUMA_CLASSES], told.n / 4);
  told.apart = cf_noise_at (b.apart[CF_NOISE_LUMA_CLASSES], told.n / 4);
  n_compared = told.n_still + told.n_moving;
  if (n_compared > 0) {
    told.left = cf_noise_at (b.left, n_compared / 2);
    told.low = cf_noise_at (b.low, n_compared / 2);
  }
  if (told.n_moving > 0)
    find_thirds (tiles, n, &b, &told);
  find_classes (tiles, n, &b, &told);
  return told;
}

/* Returns the planes whose noise is given. */
static guint32
given_planes (const CfCpuNoise *self)
{
  const CfFilterParams *params = &self->filter->params;

  return params->op == CF_OP_DENOISE
             ? cf_denoise_given_planes (&params->denoise)
                   & self->filter->filtered
             : 0;
}

static void
reset_plane (CfCpuNoise *self, guint i)
{
  self->held[i] = (CfNoiseHeld){ 0 };
  self->measured &= ~(1u << i);
}

/* --- what is used --- */

/* Returns what was given, or white noise that makes as large differences. */
static guint
white_of (const CfCpuNoise *self, guint plane)
{
  const CfDenoiseParams *params = &self->filter->params.denoise;
  const CfNoiseHeld *h = &self->held[plane];
  const gint told = cf_denoise_given_sigma (params, plane);

  if (told >= 0)
    return told;
  return params->method == CF_DENOISE_AVERAGE
             ? cf_noise_sigma (h)
             : cf_noise_as_white (cf_noise_sigma (h), h->coarse >> 8);
}

guint
cf_cpu_noise_used (const CfCpuNoise *self, guint plane)
{
  return cf_denoise_effective_sigma (
      &self->filter->params.denoise, white_of (self, plane), plane);
}

/* Returns the classes' white noise that makes as large differences. */
static void
luma_classes_of (const CfCpuNoise *self, guint plane,
    guint32 luma_classes[CF_NOISE_LUMA_CLASSES])
{
  const CfNoiseProfile *told =
      cf_denoise_given_profile (&self->filter->params.denoise, plane);

  if (told)
    cf_noise_profile_luma_classes (told, luma_classes);
  else
    cf_noise_luma_classes (
        &self->held[plane], white_of (self, plane), luma_classes);
}

void
cf_cpu_noise_used_by_luma (
    const CfCpuNoise *self, guint plane, guint32 sigma[CF_NOISE_LEVELS])
{
  guint32 luma_classes[CF_NOISE_LUMA_CLASSES];
  guint i;

  luma_classes_of (self, plane, luma_classes);
  cf_noise_levels (luma_classes, sigma);
  for (i = 0; i < CF_NOISE_LEVELS; i++)
    sigma[i] = cf_denoise_effective_sigma (
        &self->filter->params.denoise, sigma[i], plane);
}

guint
cf_cpu_noise_itself_by_luma (
    const CfCpuNoise *self, guint plane, guint32 sigma[CF_NOISE_LEVELS])
{
  const CfDenoiseParams *params = &self->filter->params.denoise;
  const CfNoiseProfile *told = cf_denoise_given_profile (params, plane);
  const gint given = cf_denoise_given_sigma (params, plane);
  const CfNoiseHeld *h = &self->held[plane];
  guint32 luma_classes[CF_NOISE_LUMA_CLASSES];
  guint i;

  cf_noise_luma_classes (
      h, given >= 0 ? (guint)given : cf_noise_sigma (h), luma_classes);
  cf_noise_levels (told ? told->luma : luma_classes, sigma);
  for (i = 0; i < CF_NOISE_LEVELS; i++)
    sigma[i] = cf_denoise_effective_sigma (
        params, given >= 0 ? sigma[i] : cf_wiener_measured (sigma[i]), plane);
  return told ? told->coarse : given >= 0 ? 0 : h->coarse >> 8;
}

/* Finds the sigmas by which tiles are judged. */
static void
find_luma_classes (CfCpuNoise *self, guint plane)
{
  guint32 *luma_classes = self->luma_classes[plane];
  guint i;

  luma_classes_of (self, plane, luma_classes);
  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    luma_classes[i] = cf_denoise_effective_sigma (
        &self->filter->params.denoise, luma_classes[i], plane);
}

guint
cf_cpu_noise_part_of_sums (const CfCpuNoise *self, guint plane)
{
  return cf_noise_part_of_sums (&self->held[plane]);
}

/* Returns the offsets of a frame so many ago. */
static CfNoiseOffset *
offsets_of (const CfCpuNoise *self, guint ago, guint plane, gint channel)
{
  const guint slot =
      (self->frame + CF_NOISE_OFFSET_FRAMES - ago) % CF_NOISE_OFFSET_FRAMES;

  return self->of_channels[slot * N_CHANNELS + 4 * plane + channel];
}

/* Adds up the offsets of all rows. */
static void
keep_offsets (CfCpuNoise *self)
{
  guint i, k;

  for (i = 0; i < self->rows->len; i++) {
    const Row *row = &g_array_index (self->rows, Row, i);
    CfNoiseOffset *to = offsets_of (self, 0, row->plane, row->channel);

    for (k = 0; k < CF_NOISE_LUMA_CLASSES; k++) {
      to[k].sum += self->offsets[i * CF_NOISE_LUMA_CLASSES + k].sum;
      to[k].squares += self->offsets[i * CF_NOISE_LUMA_CLASSES + k].squares;
      to[k].n += self->offsets[i * CF_NOISE_LUMA_CLASSES + k].n;
    }
  }
}

static guint32
offset_of (const CfCpuNoise *self, guint plane, gint channel, guint class)
{
  CfNoiseOffset frames[CF_NOISE_OFFSET_FRAMES];
  guint i;

  for (i = 0; i < CF_NOISE_OFFSET_FRAMES; i++)
    frames[i] = offsets_of (self, i, plane, channel)[class];
  return cf_noise_offset_of (frames);
}

gboolean
cf_cpu_noise_get_offsets (const CfCpuNoise *self, guint plane, gint channel,
    gint32 levels[CF_NOISE_LEVELS])
{
  guint32 offsets[CF_NOISE_LUMA_CLASSES];
  gboolean is_lighter = FALSE;
  guint i;

  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    offsets[i] = offset_of (self, plane, channel, i);
    is_lighter |= offsets[i] != 0 && offsets[i] != CF_NOISE_OFFSET_ZERO;
  }
  for (i = 0; i < CF_NOISE_LEVELS && is_lighter; i++)
    levels[i] = cf_noise_offset_level (offsets, i);
  return is_lighter;
}

/* --- frames --- */

void
cf_cpu_noise_look (CfCpuNoise *self, const CfPlane *src, guint32 skipped,
    CfCpuNoiseFunc compare, gconstpointer owner, guint8 *scratch,
    gsize scratch_size)
{
  Pass pass = { self, src, skipped, compare, owner, scratch, scratch_size };

  cf_cpu_pool_run (device_of (self)->pool, add_tiles, &pass, self->rows->len);
  keep_offsets (self);
}

void
cf_cpu_noise_hold (CfCpuNoise *self, guint32 repeated, gint how)
{
  const guint32 told = given_planes (self);
  guint i;

  for (i = 0; i < self->filter->n_planes; i++) {
    CfNoiseStatistics tiles;

    if (told >> i & 1) {
      reset_plane (self, i);
      continue;
    }
    if (repeated >> i & 1) {
      cf_noise_repeat (&self->held[i]);
      continue;
    }
    if (self->n_tiles[i] == 0)
      continue;
    self->measured |= 1u << i;
    tiles = find (self->tiles[i], self->n_tiles[i]);
    cf_noise_hold (&self->held[i], &tiles, how);
  }
}

void
cf_cpu_noise_begin (CfCpuNoise *self)
{
  const guint32 told = given_planes (self);
  guint i;

  self->frame = (self->frame + 1) % CF_NOISE_OFFSET_FRAMES;
  memset (
      offsets_of (self, 0, 0, 0), 0, N_CHANNELS * sizeof *self->of_channels);
  for (i = 0; i < self->filter->n_planes; i++) {
    if (told >> i & 1)
      reset_plane (self, i);
    find_luma_classes (self, i);
  }
  if (told != self->told)
    self->n_measured = 0;
  self->told = told;
  if (self->filter->filtered & ~told)
    self->n_measured = MIN (self->n_measured + 1, CF_NOISE_EARLY + 1);
}

gboolean
cf_cpu_noise_is_early (const CfCpuNoise *self)
{
  return self->n_measured <= CF_NOISE_EARLY;
}

void
cf_cpu_noise_reset (CfCpuNoise *self)
{
  cf_cpu_noise_scene_change (self);
  self->n_measured = 0;
}

void
cf_cpu_noise_scene_change (CfCpuNoise *self)
{
  memset (self->held, 0, sizeof (self->held));
  self->measured = 0;
}

gboolean
cf_cpu_noise_get (const CfCpuNoise *self, guint plane, CfNoise *noise)
{
  const gboolean is_recursive =
      self->filter->params.op == CF_OP_DENOISE
      && self->filter->params.denoise.method != CF_DENOISE_AVERAGE;

  if (!(self->measured >> plane & 1))
    return FALSE;
  *noise = cf_noise_report (&self->held[plane], is_recursive);
  return TRUE;
}

guint
cf_cpu_noise_sigma (const CfCpuNoise *self, guint plane)
{
  return cf_noise_sigma (&self->held[plane]);
}

guint
cf_cpu_noise_for_search (const CfCpuNoise *self, guint plane)
{
  return cf_noise_search (&self->held[plane]);
}
