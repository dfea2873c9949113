/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage: memory, and slices of rows. A pass makes pilots, another
 * the picture; planes of colour, which go by what others' windows say, have
 * both a second time. */
#include "cpu/denoise/wiener.h"

#include "cpu/denoise/wiener_kernel.h"

#include <string.h>

#define READ_AHEAD 256 /* bytes behind samples that vectors may read */
#define SLICE_ROWS 64  /* of which each repeats a row of windows */

typedef struct {
  guint8 *memory;
  CfCpuWienerState states[2]; /* in turns */
  guint16 *results;
  gint32 light[CF_NOISE_LEVELS];
  gboolean is_lighter;
} Channel;

typedef struct {
  Channel channels[4];
  CfWienerTerms terms;
  CfCpuWienerMap map;
  gsize stride;
  guint last; /* of the states */
  gboolean has_state;
} Plane;

struct _CfCpuWiener {
  CfCpuRecursive *filter;
  Plane planes[CF_MAX_PLANES];
  GArray *slices[2]; /* CfCpuRecursiveSlice, of passes */
  gboolean has_results;
  guint8 *scratch;
  gsize scratch_size; /* a thread's */
};

/* What threads share of a pass. */
typedef struct {
  CfCpuWiener *self;
  const CfCpuRecursiveRun *run;
  const GArray *slices;
  gboolean is_pilot;
} Pass;

/* --- memory --- */

static gpointer
take (guint8 *memory, gsize *offset, gsize size)
{
  gpointer at = memory ? memory + *offset : NULL;

  *offset += (size + 63) / 64 * 64;
  return at;
}

static gsize
place_channel (Channel *c, gsize n, guint8 *memory)
{
  gsize offset = 0;
  guint i;

  for (i = 0; i < 2; i++) {
    c->states[i].pilot = take (memory, &offset, n * sizeof (guint16));
    c->states[i].merged = take (memory, &offset, n * sizeof (guint16));
    c->states[i].counts = take (memory, &offset, n);
  }
  c->results = take (memory, &offset, n * sizeof (guint16));
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
alloc_plane (CfCpuWiener *self, guint i, GError **error)
{
  const CfPlane *p = &self->filter->filter.planes[i];
  Plane *plane = &self->planes[i];
  const gsize stride = ((gsize)p->width + 63) / 64 * 64;
  gsize n;
  gint c;

  plane->stride = stride;
  n = (gsize)cf_wiener_windows (p->width, CF_WIENER_STEP_BEST)
      * cf_wiener_windows (p->height, CF_WIENER_STEP_BEST);
  plane->map.levels = cf_cpu_alloc (2 * n, error);
  if (!plane->map.levels)
    return FALSE;
  memset (plane->map.levels, 0, 2 * n);
  plane->map.apart = plane->map.levels + n;
  for (c = 0; c < p->channels; c++) {
    Channel *channel = &plane->channels[c];

    channel->memory = cf_cpu_alloc (
        place_channel (channel, stride * p->height, NULL) + READ_AHEAD, error);
    if (!channel->memory)
      return FALSE;
    place_channel (channel, stride * p->height, channel->memory);
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
    for (c = 0; c < G_N_ELEMENTS (self->planes[i].channels); c++)
      cf_cpu_free (self->planes[i].channels[c].memory);
  }
  for (i = 0; i < 2; i++)
    g_array_unref (self->slices[i]);
  cf_cpu_free (self->scratch);
  g_free (self);
}

/* --- a frame --- */

void
cf_cpu_wiener_reset (CfCpuWiener *self)
{
  guint i;

  for (i = 0; i < CF_MAX_PLANES; i++)
    self->planes[i].has_state = FALSE;
  self->has_results = FALSE;
}

gboolean
cf_cpu_wiener_has_results (const CfCpuWiener *self)
{
  return self->has_results;
}

/* Of a plane whose noise is enough for the stage. */
static gboolean
has_history (const Plane *plane, const CfCpuRecursiveRun *run)
{
  return plane->has_state && run->change == CF_SCENE_GOES_ON
         && plane->terms.most > 0;
}

gboolean
cf_cpu_wiener_makes_pilot (
    const CfCpuWiener *self, const CfCpuRecursiveRun *run, guint plane)
{
  const Plane *of = &self->planes[plane];

  return of->terms.is_on && !has_history (of, run);
}

CfPlane
cf_cpu_wiener_pilot (const CfCpuWiener *self, guint plane, gint channel)
{
  const CfPlane *p = &self->filter->filter.planes[plane];
  const Plane *of = &self->planes[plane];

  return (CfPlane){
    .data = (guint8 *)of->channels[channel].states[1 - of->last].pilot,
    .stride = of->stride * sizeof (guint16),
    .width = p->width,
    .height = p->height,
    .step = 1,
    .channels = 1,
    .bits = 16,
    .bytes = 2,
  };
}

static void
find_light (CfCpuWiener *self, guint i)
{
  const CfCpuRecursivePlane *from = &self->filter->planes[i];
  gint c, k;

  for (c = 0; c < self->filter->filter.planes[i].channels; c++) {
    Channel *to = &self->planes[i].channels[c];

    to->is_lighter = from->lighter_channels >> c & 1;
    for (k = 0; k < CF_NOISE_LEVELS && to->is_lighter; k++)
      to->light[k] =
          cf_wiener_light (from->lighter[c].more[k] - from->lighter[c].less[k]);
  }
}

void
cf_cpu_wiener_find_terms (
    CfCpuWiener *self, const CfCpuRecursiveRun *run, guint plane)
{
  const guint past = self->filter->filter.params.denoise.past;
  guint32 sigma[CF_NOISE_LEVELS];
  const guint coarse =
      cf_cpu_noise_itself_by_luma (&self->filter->noise, plane, sigma);

  cf_wiener_terms_init (&self->planes[plane].terms, sigma, coarse,
      past > 0 ? cf_denoise_count_most (past) : 0);
  find_light (self, plane);
}

static void
set_motion (CfCpuWienerJob *job, const CfCpuRecursive *filter, guint plane)
{
  const CfCpuRecursivePlane *p = &filter->planes[plane];

  if (p->guide < 0)
    return;
  job->field = cf_cpu_motion_get_field (
      filter->planes[p->guide].motion, &job->field_width, &job->field_height);
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

static CfCpuWienerJob
job_of (const Pass *pass, const CfCpuRecursiveSlice *s)
{
  const CfCpuWiener *self = pass->self;
  const CfCpuRecursive *filter = self->filter;
  const CfCpuRecursivePlane *of = &filter->planes[s->plane];
  const Plane *plane = &self->planes[s->plane];
  const Channel *c = &plane->channels[s->channel];
  const CfPlane *src = &pass->run->src[s->plane];
  CfCpuWienerJob job = {
    .job = { .src = src,
        .dst = &pass->run->dst[s->plane],
        .channel = s->channel,
        .border = CF_BORDER_REPLICATE,
        .right = src->width,
        .top = s->top,
        .bottom = s->bottom },
    .step = cf_denoise_window_step (&filter->filter.params.denoise),
    .terms = &plane->terms,
    .last = c->states[plane->last],
    .next = c->states[1 - plane->last],
    .mean = mean_of (pass->run, s),
    .edge = cf_wiener_edge (filter->filter.params.denoise.spatial),
    .results = c->results,
    .stride = plane->stride,
    .has_history = plane->terms.is_on && has_history (plane, pass->run),
    .light = c->is_lighter ? c->light : NULL,
    .own = plane->map,
    .luma = of->luma >= 0 ? &self->planes[of->luma].map : NULL,
    .luma_halved_x = of->luma_halved_x,
    .luma_halved_y = of->luma_halved_y,
  };

  set_motion (&job, filter, s->plane);
  return job;
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
  const CfCpuWienerJob job = job_of (pass, s);
  const gboolean repeats =
      self->has_results && (pass->run->repeated >> s->plane & 1);
  guint8 *scratch = self->scratch + thread * self->scratch_size;

  if (!pass->is_pilot)
    (repeats ? kernel->write : kernel->run) (&job, scratch);
  else if (!repeats && cf_cpu_wiener_makes_pilot (self, pass->run, s->plane))
    kernel->make_pilot (&job, scratch);
}

/* After a flash the last state is the one before it. */
static void
keep (CfCpuWiener *self, const CfCpuRecursiveRun *run)
{
  guint i;

  for (i = 0; i < self->filter->filter.n_planes; i++)
    if (run->change != CF_SCENE_FLASH
        && !(self->has_results && (run->repeated >> i & 1))) {
      self->planes[i].last = 1 - self->planes[i].last;
      self->planes[i].has_state = TRUE;
    }
  self->has_results = TRUE;
}

void
cf_cpu_wiener_run (CfCpuWiener *self, const CfCpuRecursiveRun *run)
{
  const gint step =
      cf_denoise_window_step (&self->filter->filter.params.denoise);
  guint i;

  for (i = 0; i < self->filter->filter.n_planes; i++) {
    const CfPlane *p = &self->filter->filter.planes[i];

    self->planes[i].map.width = cf_wiener_windows (p->width, step);
    self->planes[i].map.height = cf_wiener_windows (p->height, step);
  }
  for (i = 0; i < 4; i++) {
    Pass pass = { self, run, self->slices[i / 2], i % 2 == 0 };

    cf_cpu_pool_run (cf_cpu_recursive_device (self->filter)->pool, run_slice,
        &pass, pass.slices->len);
  }
  keep (self, run);
}
