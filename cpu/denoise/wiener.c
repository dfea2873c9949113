/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage: memory, and slices of rows. A pass makes pilots, another
 * the picture; planes of colour, which go by what others' windows say, have
 * both a second time. With a frame ahead pictures are made when that one has
 * its pilots, and kept. */
#include "cpu/denoise/wiener.h"

#include "cpu/denoise/wiener_kernel.h"

#include <string.h>

#define READ_AHEAD 256 /* bytes behind samples that vectors may read */
#define SLICE_ROWS 64  /* of which each repeats a row of windows */
#define N_PILOTS 3     /* the last one, the frame's, and the next one's */

/* What a frame's picture needs of it besides its samples. */
typedef struct {
  CfWienerTerms terms;
  gint32 light[4][CF_NOISE_LEVELS]; /* of channels */
  guint lighter_channels;           /* bit by bit, those that are */
  CfMotionVector *field; /* of a guide plane, where a frame is ahead */
  guint pilot;
  gboolean has_history, repeats;
} PlaneFrame;

typedef struct {
  guint8 *memory;
  guint16 *pilots[N_PILOTS];
  guint16 *merged[2]; /* states, in turns */
  guint8 *counts[2];
  guint16 *results;    /* of frames, one behind the other */
  guint16 *samples[2]; /* of frames, in turns, where one is ahead */
} Channel;

typedef struct {
  Channel channels[4];
  PlaneFrame frames[2]; /* in turns */
  CfCpuWienerMap map;
  gsize stride, area; /* samples */
  guint last, pilot;  /* of the states, and of the pilots */
  gboolean has_state; /* where the next frame comes */
} Plane;

struct _CfCpuWiener {
  CfCpuRecursive *filter;
  Plane planes[CF_MAX_PLANES];
  GArray *slices[2]; /* CfCpuRecursiveSlice, of passes */
  guint now;         /* of the planes' frames: the one that comes */
  gint change[2];    /* of frames: CF_SCENE_CHANGE, ... */
  gboolean waits;    /* the other has no picture yet */
  gboolean has_results;
  guint8 *scratch;
  gsize scratch_size; /* a thread's */
};

typedef enum { PILOT, PICTURE, WRITE } Kind;

/* What threads share of a pass. */
typedef struct {
  CfCpuWiener *self;
  Kind kind;
  const GArray *slices;
  const CfCpuRecursiveRun *run; /* of the frame that comes, or NULL */
  const CfPlane *dst;           /* or NULL */
  guint frame;                  /* of the planes' */
  gboolean looks_ahead;         /* the other one is the next */
  guint64 number;               /* of the frame, for its results */
} Pass;

static gint
future_of (const CfCpuWiener *self)
{
  return self->filter->filter.params.denoise.future;
}

/* --- memory --- */

static gpointer
take (guint8 *memory, gsize *offset, gsize size)
{
  gpointer at = memory ? memory + *offset : NULL;

  *offset += (size + 63) / 64 * 64;
  return at;
}

static gsize
place_channel (Channel *c, gsize n, gint future, guint8 *memory)
{
  gsize offset = 0;
  gint i;

  for (i = 0; i < (future > 0 ? N_PILOTS : 2); i++)
    c->pilots[i] = take (memory, &offset, n * sizeof (guint16));
  for (i = 0; i < 2; i++) {
    c->merged[i] = take (memory, &offset, n * sizeof (guint16));
    c->counts[i] = take (memory, &offset, n);
  }
  for (i = 0; i < 2 && future > 0; i++)
    c->samples[i] = take (memory, &offset, n * sizeof (guint16));
  c->results = take (memory, &offset, (future + 1) * n * sizeof (guint16));
  return offset;
}

static void
add_slices (CfCpuWiener *self, guint plane, gint channel)
{
  const CfPlane *p = &self->filter->filter.planes[plane];
  const guint pass = self->filter->planes[plane].luma >= 0;
  CfCpuRecursiveSlice s = { plane, channel };

  for (s.top = 0; s.top < p->height; s.top = s.bottom) {
    s.bottom = MIN (s.top + SLICE_ROWS, p->height);
    g_array_append_val (self->slices[pass], s);
  }
}

static gboolean
alloc_map (const CfCpuWiener *self, CfCpuWienerMap *map, const CfPlane *p,
    GError **error)
{
  const guint n_maps = future_of (self) > 0 ? 3 : 2;
  const gsize n = (gsize)cf_wiener_windows (p->width, CF_WIENER_STEP_BEST)
                  * cf_wiener_windows (p->height, CF_WIENER_STEP_BEST);

  map->levels = cf_cpu_alloc (n_maps * n, error);
  if (!map->levels)
    return FALSE;
  memset (map->levels, 0, n_maps * n);
  map->apart = map->levels + n;
  map->apart_ahead = n_maps > 2 ? map->levels + 2 * n : NULL;
  return TRUE;
}

/* Fields of guide planes, one for each frame. */
static gboolean
alloc_fields (CfCpuWiener *self, guint i, GError **error)
{
  const CfCpuRecursivePlane *from = &self->filter->planes[i];
  gint width, height, k;

  if (!from->motion || future_of (self) == 0)
    return TRUE;
  cf_cpu_motion_get_field (from->motion, &width, &height);
  for (k = 0; k < 2; k++) {
    CfMotionVector **field = &self->planes[i].frames[k].field;

    *field =
        (gpointer)cf_cpu_alloc ((gsize)width * height * sizeof **field, error);
    if (!*field)
      return FALSE;
  }
  return TRUE;
}

static gboolean
alloc_plane (CfCpuWiener *self, guint i, GError **error)
{
  const CfPlane *p = &self->filter->filter.planes[i];
  Plane *plane = &self->planes[i];
  gint c;

  plane->stride = ((gsize)p->width + 63) / 64 * 64;
  plane->area = plane->stride * p->height;
  if (!alloc_map (self, &plane->map, p, error)
      || !alloc_fields (self, i, error))
    return FALSE;
  for (c = 0; c < p->channels; c++) {
    Channel *channel = &plane->channels[c];

    channel->memory = cf_cpu_alloc (
        place_channel (channel, plane->area, future_of (self), NULL)
            + READ_AHEAD,
        error);
    if (!channel->memory)
      return FALSE;
    place_channel (channel, plane->area, future_of (self), channel->memory);
    add_slices (self, i, c);
  }
  return TRUE;
}

static gboolean
alloc (CfCpuWiener *self, GError **error)
{
  CfCpuDevice *device = cf_cpu_recursive_device (self->filter);
  gint width = 1;
  guint i;

  for (i = 0; i < self->filter->filter.n_planes; i++) {
    if (!cf_cpu_recursive_is_filtered (self->filter, i))
      continue;
    width = MAX (width, self->filter->filter.planes[i].width);
    if (!alloc_plane (self, i, error))
      return FALSE;
  }
  self->scratch_size =
      (device->kernels.wiener->scratch_size (width) + 4095) / 4096 * 4096;
  self->scratch = cf_cpu_alloc (
      self->scratch_size * cf_cpu_pool_get_n_threads (device->pool), error);
  return self->scratch != NULL;
}

CfCpuWiener *
cf_cpu_wiener_new (CfCpuRecursive *filter, GError **error)
{
  CfCpuWiener *self = g_new0 (CfCpuWiener, 1);
  guint i;

  self->filter = filter;
  for (i = 0; i < 2; i++)
    self->slices[i] = g_array_new (FALSE, FALSE, sizeof (CfCpuRecursiveSlice));
  if (alloc (self, error))
    return self;
  cf_cpu_wiener_free (self);
  return NULL;
}

void
cf_cpu_wiener_free (CfCpuWiener *self)
{
  guint i, c;

  if (!self)
    return;
  for (i = 0; i < CF_MAX_PLANES; i++) {
    cf_cpu_free (self->planes[i].map.levels);
    for (c = 0; c < 2; c++)
      cf_cpu_free ((gpointer)self->planes[i].frames[c].field);
    for (c = 0; c < G_N_ELEMENTS (self->planes[i].channels); c++)
      cf_cpu_free (self->planes[i].channels[c].memory);
  }
  for (i = 0; i < 2; i++)
    g_array_unref (self->slices[i]);
  cf_cpu_free (self->scratch);
  g_free (self);
}

/* --- what comes --- */

void
cf_cpu_wiener_reset (CfCpuWiener *self)
{
  guint i;

  for (i = 0; i < CF_MAX_PLANES; i++)
    self->planes[i].has_state = FALSE;
  self->has_results = FALSE;
  self->waits = FALSE;
}

gboolean
cf_cpu_wiener_needs_pilot (const CfCpuWiener *self, guint plane)
{
  const PlaneFrame *f = &self->planes[plane].frames[self->now];

  return !f->repeats && (f->has_history || !f->terms.is_on);
}

/* TRUE where there is no history, but noise enough. */
static gboolean
makes_pilot (const PlaneFrame *f)
{
  return !f->repeats && !f->has_history && f->terms.is_on;
}

/* A channel's samples of 16 bits as a plane. */
static CfPlane
plane_of (const CfCpuWiener *self, guint plane, guint16 *samples)
{
  const CfPlane *p = &self->filter->filter.planes[plane];

  return (CfPlane){
    .data = (guint8 *)samples,
    .stride = self->planes[plane].stride * sizeof (guint16),
    .width = p->width,
    .height = p->height,
    .step = 1,
    .channels = 1,
    .bits = 16,
    .bytes = 2,
  };
}

CfPlane
cf_cpu_wiener_pilot (const CfCpuWiener *self, guint plane, gint channel)
{
  const Plane *of = &self->planes[plane];
  const guint pilot = of->frames[self->now].pilot;

  return plane_of (self, plane, of->channels[channel].pilots[pilot]);
}

static void
find_light (const CfCpuRecursivePlane *from, gint channels, PlaneFrame *to)
{
  gint c, k;

  to->lighter_channels = from->lighter_channels;
  for (c = 0; c < channels; c++)
    for (k = 0; k < CF_NOISE_LEVELS && (from->lighter_channels >> c & 1); k++)
      to->light[c][k] =
          cf_wiener_light (from->lighter[c].more[k] - from->lighter[c].less[k]);
}

/* Not the last frame's, nor that of one that waits. */
static guint
free_pilot (const CfCpuWiener *self, const Plane *plane)
{
  const PlaneFrame *other = &plane->frames[1 - self->now];
  guint i = 0;

  while (i == plane->pilot
         || (self->waits && !other->repeats && i == other->pilot))
    i++;
  return i;
}

void
cf_cpu_wiener_begin (
    CfCpuWiener *self, const CfCpuRecursiveRun *run, guint plane)
{
  const CfFilter *filter = &self->filter->filter;
  const guint past = filter->params.denoise.past;
  Plane *of = &self->planes[plane];
  PlaneFrame *f = &of->frames[self->now];
  guint32 sigma[CF_NOISE_LEVELS];
  const guint coarse =
      cf_cpu_noise_itself_by_luma (&self->filter->noise, plane, sigma);

  cf_wiener_terms_init (
      &f->terms, sigma, coarse, past > 0 ? cf_denoise_count_most (past) : 0);
  find_light (&self->filter->planes[plane], filter->planes[plane].channels, f);
  f->has_history = of->has_state && run->change == CF_SCENE_GOES_ON && past > 0
                   && f->terms.is_on;
  f->pilot = free_pilot (self, of);
  f->repeats = self->has_results && (run->repeated >> plane & 1)
               && cf_cpu_noise_used (&self->filter->noise, plane) > 0;
  self->change[self->now] = run->change;
}

/* The next frame finds this one's state; after a flash that of the one before.
 */
static void
keep_state (CfCpuWiener *self)
{
  guint i;

  for (i = 0; i < self->filter->filter.n_planes; i++)
    if (self->change[self->now] != CF_SCENE_FLASH)
      self->planes[i].has_state = TRUE;
  self->has_results = TRUE;
}

/* --- jobs --- */

/* The samples are kept where a frame is ahead. */
static gboolean
is_of_kept (const Pass *pass)
{
  return pass->kind == PICTURE && future_of (pass->self) > 0;
}

/* Of a frame, to the one before. */
static const CfMotionVector *
field_of (const Pass *pass, guint guide, guint frame)
{
  const CfCpuWiener *self = pass->self;
  gint width, height;

  return is_of_kept (pass)
             ? self->planes[guide].frames[frame].field
             : cf_cpu_motion_get_field (
                 self->filter->planes[guide].motion, &width, &height);
}

static void
set_motion (CfCpuWienerJob *job, const Pass *pass, guint plane)
{
  const CfCpuRecursive *filter = pass->self->filter;
  const CfCpuRecursivePlane *p = &filter->planes[plane];

  if (p->guide < 0)
    return;
  cf_cpu_motion_get_field (
      filter->planes[p->guide].motion, &job->field_width, &job->field_height);
  job->field = field_of (pass, p->guide, pass->frame);
  job->halved_x = p->halved_x;
  job->halved_y = p->halved_y;
}

/* What the frame's pilot is made of; a flash has no results. */
static CfCpuResults
mean_of (const CfCpuRecursiveRun *run, const CfCpuRecursiveSlice *s)
{
  const CfCpuRecursive *filter = run->self;
  const CfCpuResults none = { NULL };

  return run->change == CF_SCENE_FLASH ? none
                                       : filter->planes[s->plane]
                                             .channels[s->channel]
                                             .frames[1 - filter->last];
}

static guint16 *
results_of (const Pass *pass, const CfCpuRecursiveSlice *s, guint64 number)
{
  const Plane *plane = &pass->self->planes[s->plane];

  return plane->channels[s->channel].results
         + number % (future_of (pass->self) + 1) * plane->area;
}

static CfPlane
source_of (const Pass *pass, const CfCpuRecursiveSlice *s)
{
  const CfCpuWiener *self = pass->self;

  if (is_of_kept (pass))
    return plane_of (self, s->plane,
        self->planes[s->plane].channels[s->channel].samples[pass->frame]);
  return pass->run ? pass->run->src[s->plane]
                   : self->filter->filter.planes[s->plane];
}

/* The other frame, where it goes on from this one and does not repeat it. */
static void
look_ahead (const Pass *pass, const CfCpuRecursiveSlice *s, CfCpuWienerJob *job)
{
  const CfCpuWiener *self = pass->self;
  const Plane *plane = &self->planes[s->plane];
  const Channel *c = &plane->channels[s->channel];
  const guint next = 1 - pass->frame;
  const PlaneFrame *f = &plane->frames[next];

  if (!pass->looks_ahead || self->change[next] != CF_SCENE_GOES_ON
      || self->change[pass->frame] == CF_SCENE_FLASH || f->repeats
      || !job->terms->is_on)
    return;
  job->ahead.samples = c->samples[next];
  job->ahead.pilot = c->pilots[f->pilot];
  if (job->field)
    job->ahead.field =
        field_of (pass, self->filter->planes[s->plane].guide, next);
  if (f->lighter_channels >> s->channel & 1)
    job->ahead.light = f->light[s->channel];
}

static CfCpuWienerJob
job_of (const Pass *pass, const CfCpuRecursiveSlice *s, const CfPlane *src,
    const CfPlane *luma_pilot)
{
  const CfCpuWiener *self = pass->self;
  const CfCpuRecursive *filter = self->filter;
  const CfCpuRecursivePlane *of = &filter->planes[s->plane];
  const Plane *plane = &self->planes[s->plane];
  const PlaneFrame *f = &plane->frames[pass->frame];
  const Channel *c = &plane->channels[s->channel];
  CfCpuWienerJob job = {
    .job = { .src = src,
        .dst = pass->dst ? &pass->dst[s->plane] : NULL,
        .channel = is_of_kept (pass) ? 0 : s->channel,
        .border = CF_BORDER_REPLICATE,
        .right = src->width,
        .top = s->top,
        .bottom = s->bottom },
    .step = cf_denoise_window_step (&filter->filter.params.denoise),
    .terms = &f->terms,
    .last = { c->pilots[plane->pilot], c->merged[plane->last],
        c->counts[plane->last] },
    .next = { c->pilots[f->pilot], c->merged[1 - plane->last],
        c->counts[1 - plane->last] },
    .edge = cf_wiener_edge (filter->filter.params.denoise.spatial),
    .results = results_of (pass, s, pass->number),
    .stride = plane->stride,
    .has_history = f->has_history,
    .light =
        f->lighter_channels >> s->channel & 1 ? f->light[s->channel] : NULL,
    .own = plane->map,
    .luma = of->luma >= 0 ? &self->planes[of->luma].map : NULL,
    .luma_pilot = luma_pilot,
    .luma_halved_x = of->luma_halved_x,
    .luma_halved_y = of->luma_halved_y,
    .tells = s->channel == 0,
  };

  set_motion (&job, pass, s->plane);
  return job;
}

/* --- passes --- */

/* The last frame's results again. */
static void
repeat_results (const Pass *pass, const CfCpuRecursiveSlice *s)
{
  const gsize stride = pass->self->planes[s->plane].stride;
  const gsize at = s->top * stride, n = (s->bottom - s->top) * stride;

  memcpy (results_of (pass, s, pass->number) + at,
      results_of (pass, s, pass->number - 1) + at, n * sizeof (guint16));
}

static void
make_picture (const Pass *pass, const CfCpuRecursiveSlice *s,
    const CfCpuWienerKernel *kernel, CfCpuWienerJob *job, guint8 *scratch)
{
  if (!pass->self->planes[s->plane].frames[pass->frame].repeats) {
    look_ahead (pass, s, job);
    kernel->run (job, scratch);
  } else if (is_of_kept (pass)) {
    repeat_results (pass, s);
  } else {
    kernel->write (job, scratch);
  }
}

static void
run_slice (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const CfCpuWiener *self = pass->self;
  const CfCpuRecursiveSlice *s =
      &g_array_index (pass->slices, CfCpuRecursiveSlice, slice);
  const CfCpuWienerKernel *kernel =
      cf_cpu_recursive_device (self->filter)->kernels.wiener;
  const CfPlane src = source_of (pass, s);
  const CfPlane luma_pilot = cf_cpu_wiener_pilot (
      self, MAX (self->filter->planes[s->plane].luma, 0), 0);
  CfCpuWienerJob job = job_of (pass, s, &src, &luma_pilot);
  guint8 *scratch = self->scratch + thread * self->scratch_size;

  switch (pass->kind) {
    case PILOT:
      job.mean = mean_of (pass->run, s);
      job.samples =
          self->planes[s->plane].channels[s->channel].samples[pass->frame];
      if (job.samples)
        kernel->keep (&job, scratch);
      if (makes_pilot (&self->planes[s->plane].frames[pass->frame]))
        kernel->make_pilot (&job, scratch);
      break;
    case PICTURE:
      make_picture (pass, s, kernel, &job, scratch);
      break;
    case WRITE:
      kernel->write (&job, scratch);
      break;
  }
}

/* Planes of colour, `by_luma`, or the others. */
static void
share (Pass *pass, Kind kind, gboolean by_luma)
{
  const CfCpuWiener *self = pass->self;

  pass->kind = kind;
  pass->slices = self->slices[by_luma];
  cf_cpu_pool_run (cf_cpu_recursive_device (self->filter)->pool, run_slice,
      pass, pass->slices->len);
}

static void
begin_maps (CfCpuWiener *self)
{
  const gint step =
      cf_denoise_window_step (&self->filter->filter.params.denoise);
  guint i;

  for (i = 0; i < self->filter->filter.n_planes; i++) {
    const CfPlane *p = &self->filter->filter.planes[i];

    self->planes[i].map.width = cf_wiener_windows (p->width, step);
    self->planes[i].map.height = cf_wiener_windows (p->height, step);
  }
}

/* The frame's picture is made: after a flash the last state is the one before
 * it. */
static void
keep_picture (CfCpuWiener *self, guint frame)
{
  guint i;

  for (i = 0; i < self->filter->filter.n_planes; i++) {
    Plane *plane = &self->planes[i];

    if (self->change[frame] == CF_SCENE_FLASH || plane->frames[frame].repeats)
      continue;
    plane->last = 1 - plane->last;
    plane->pilot = plane->frames[frame].pilot;
  }
}

void
cf_cpu_wiener_run (CfCpuWiener *self, const CfCpuRecursiveRun *run)
{
  Pass pass = { .self = self, .run = run, .dst = run->dst, .frame = self->now };
  gint by_luma;

  begin_maps (self);
  for (by_luma = 0; by_luma < 2; by_luma++) {
    share (&pass, PILOT, by_luma);
    share (&pass, PICTURE, by_luma);
  }
  keep_picture (self, self->now);
  keep_state (self);
}

/* --- with a frame ahead --- */

static void
keep_fields (CfCpuWiener *self)
{
  guint i;

  for (i = 0; i < self->filter->filter.n_planes; i++) {
    const CfCpuMotion *motion = self->filter->planes[i].motion;
    const CfMotionVector *field;
    gint width, height;

    if (!motion)
      continue;
    field = cf_cpu_motion_get_field (motion, &width, &height);
    memcpy (self->planes[i].frames[self->now].field, field,
        (gsize)width * height * sizeof *field);
  }
}

/* The picture of the frame that waits. */
static void
make_waiting (CfCpuWiener *self, guint64 number, gboolean looks_ahead)
{
  const guint frame = 1 - self->now;
  Pass pass = {
    .self = self, .frame = frame, .looks_ahead = looks_ahead, .number = number
  };

  begin_maps (self);
  share (&pass, PICTURE, FALSE);
  share (&pass, PICTURE, TRUE);
  keep_picture (self, frame);
  self->waits = FALSE;
}

void
cf_cpu_wiener_push (CfCpuWiener *self, const CfCpuRecursiveRun *run)
{
  Pass pass = { .self = self, .run = run, .frame = self->now };

  begin_maps (self);
  share (&pass, PILOT, FALSE);
  share (&pass, PILOT, TRUE);
  keep_fields (self);
  if (self->waits)
    make_waiting (self, self->filter->number - 1, TRUE);
  keep_state (self);
  self->waits = TRUE;
  self->now = 1 - self->now;
}

void
cf_cpu_wiener_finish (CfCpuWiener *self, const CfPlane *dst)
{
  const guint64 oldest = self->filter->oldest;
  Pass pass = { .self = self, .dst = dst, .number = oldest };

  if (oldest + 1 == self->filter->number && self->waits)
    make_waiting (self, oldest, FALSE);
  share (&pass, WRITE, FALSE);
  share (&pass, WRITE, TRUE);
}
