/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive mean over time, with the last result where it was or moved: how
 * a picture is split into slices. */
#include "cpu/denoise/denoise.h"
#include "cpu/denoise/denoise_line.h"
#include "cpu/denoise/recursive_motion.h"
#include "cpu/denoise/recursive_repeat.h"
#include "cpu/denoise/wiener.h"
#include "cpu/motion/move_kernel.h"

#include <string.h>

/* The results of so many rows are in the fast caches when they are smoothed. */
#define SLICE_ROWS 64

#define ALL_CHANNELS (-1) /* of a plane that is copied */

static gboolean
is_compensated (const CfCpuRecursive *self)
{
  return self->filter.params.denoise.method == CF_DENOISE_COMPENSATED;
}

/* With a Wiener stage behind it. */
static gboolean
is_high (const CfCpuRecursive *self)
{
  return cf_denoise_window_step (&self->filter.params.denoise) > 0;
}

static guint
n_threads (const CfCpuRecursive *self)
{
  return cf_cpu_pool_get_n_threads (cf_cpu_recursive_device (self)->pool);
}

/* Construction */

static gsize
stride_of (const CfPlane *p)
{
  return ((gsize)p->width + 2 * CF_CPU_RESULTS_MARGIN + 63) / 64 * 64;
}

static gboolean
alloc_channel (CfCpuRecursiveChannel *channel, const CfPlane *p, guint n_frames,
    GError **error)
{
  const gsize stride = stride_of (p), n = stride * p->height;
  guint i;

  for (i = 0; i < n_frames; i++) {
    guint8 *memory = cf_cpu_alloc (n * (sizeof (guint16) + 1), error);

    if (!memory)
      return FALSE;
    memset (memory, 0, n * (sizeof (guint16) + 1));
    channel->memory[i] = memory;
    channel->frames[i].results = (guint16 *)memory + CF_CPU_RESULTS_MARGIN;
    channel->frames[i].counts =
        memory + n * sizeof (guint16) + CF_CPU_RESULTS_MARGIN;
    channel->frames[i].stride = stride;
  }
  return TRUE;
}

static gsize
row_bytes (const CfPlane *p)
{
  return ((gsize)(p->width - 1) * p->step + p->channels) * p->bytes;
}

/* So many frames of a plane. */
static gboolean
alloc_frames (CfPlane *frames, const CfPlane *p, gint n, GError **error)
{
  *frames = *p;
  frames->stride = (row_bytes (p) + 63) / 64 * 64;
  frames->data = cf_cpu_alloc (n * frames->stride * p->height, error);
  return frames->data != NULL;
}

/* Adds a channel's, or those of a whole plane that is copied. */
static void
add_slices (CfCpuRecursive *self, guint plane, gint channel)
{
  const CfPlane *p = &self->filter.planes[plane];
  const gint share = p->height / (4 * n_threads (self));
  const gint rows = CLAMP (share, 16, SLICE_ROWS);
  CfCpuRecursiveSlice s = { plane, channel };

  for (s.top = 0; s.top < p->height; s.top = s.bottom) {
    s.bottom = MIN (s.top + rows, p->height);
    g_array_append_val (self->slices, s);
  }
}

static void
find_luma (CfCpuRecursive *self, guint i)
{
  const CfFilter *f = &self->filter;
  const CfPlaneKinds kinds = cf_denoise_plane_kinds (&f->params.denoise);
  CfCpuRecursivePlane *plane = &self->planes[i];

  plane->luma = -1;
  if (!(kinds.chroma >> i & 1))
    return;
  plane->luma = cf_denoise_luma_plane (&kinds, f->planes, f->filtered, i);
  if (plane->luma < 0)
    return;
  plane->luma_halved_x =
      cf_denoise_subsampling (f->planes[plane->luma].width, f->planes[i].width);
  plane->luma_halved_y = cf_denoise_subsampling (
      f->planes[plane->luma].height, f->planes[i].height);
}

static gboolean
alloc_planes (CfCpuRecursive *self, gint *width, GError **error)
{
  const guint n_frames = is_compensated (self) ? CF_CPU_RECURSIVE_N_FRAMES
                                               : CF_CPU_RECURSIVE_MOVED;
  const gint future = self->filter.params.denoise.future;
  guint i;
  gint c;

  for (i = 0; i < self->filter.n_planes; i++) {
    const CfPlane *p = &self->filter.planes[i];

    if (!cf_cpu_recursive_is_filtered (self, i)) {
      if (future > 0
          && !alloc_frames (&self->planes[i].copies, p, future + 1, error))
        return FALSE;
      add_slices (self, i, ALL_CHANNELS);
      *width = MAX (*width, (gint)cf_cpu_denoise_line_samples (p));
      continue;
    }
    *width = MAX (*width, p->width);
    find_luma (self, i);
    if (!alloc_frames (&self->planes[i].before, p, 1, error))
      return FALSE;
    for (c = 0; c < p->channels; c++) {
      if (!alloc_channel (&self->planes[i].channels[c], p, n_frames, error))
        return FALSE;
      add_slices (self, i, c);
    }
  }
  return TRUE;
}

static gboolean
alloc_scratch (CfCpuRecursive *self, gint width, GError **error)
{
  const gsize recursive = CF_CPU_RECURSIVE_SCRATCH (width);
  const gsize move = CF_CPU_MOVE_SCRATCH (width);

  self->scratch_size =
      (MAX (recursive,
           MAX (CF_CPU_NOISE_SCRATCH, MAX (CF_CPU_SCENE_CHANGE_SCRATCH, move)))
          + 4095)
      / 4096 * 4096;
  self->scratch = cf_cpu_alloc (self->scratch_size * n_threads (self), error);
  return self->scratch != NULL;
}

static void
recursive_free (CfFilter *filter)
{
  CfCpuRecursive *self = (CfCpuRecursive *)filter;
  guint i, c, k;

  cf_cpu_wiener_free (self->wiener);
  cf_cpu_recursive_motion_clear (self);
  for (i = 0; i < CF_MAX_PLANES; i++) {
    cf_cpu_free (self->planes[i].before.data);
    cf_cpu_free (self->planes[i].copies.data);
    for (c = 0; c < G_N_ELEMENTS (self->planes[i].channels); c++)
      for (k = 0; k < CF_CPU_RECURSIVE_N_FRAMES; k++)
        cf_cpu_free (self->planes[i].channels[c].memory[k]);
  }
  cf_cpu_free (self->scratch);
  g_array_unref (self->slices);
  cf_cpu_noise_clear (&self->noise);
  cf_cpu_scene_change_clear (&self->scene_change);
  g_free (self);
}

/* History */

static void
reset_results (CfCpuRecursive *self)
{
  guint i;
  gint c;

  for (i = 0; i < self->filter.n_planes; i++) {
    const CfPlane *p = &self->filter.planes[i];

    if (!cf_cpu_recursive_is_filtered (self, i))
      continue;
    for (c = 0; c < p->channels; c++) {
      const CfCpuResults *f = &self->planes[i].channels[c].frames[self->last];

      memset (f->counts - CF_CPU_RESULTS_MARGIN, 0, f->stride * p->height);
    }
  }
  self->has_last = FALSE;
  self->change = CF_SCENE_GOES_ON;
  cf_cpu_recursive_motion_reset (self);
}

static void
recursive_reset (CfFilter *filter)
{
  CfCpuRecursive *self = (CfCpuRecursive *)filter;

  reset_results (self);
  if (self->wiener)
    cf_cpu_wiener_reset (self->wiener);
  cf_cpu_noise_reset (&self->noise);
  self->oldest = self->number;
}

static gboolean
recursive_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  return cf_cpu_noise_get (&((CfCpuRecursive *)filter)->noise, plane, noise);
}

/* Frames */

static gboolean
is_repeated (const CfCpuRecursiveRun *run, guint plane)
{
  return run->repeated >> plane & 1;
}

static CfCpuRecursiveJob
job_of (const CfCpuRecursiveRun *run, const CfCpuRecursiveSlice *s)
{
  const CfCpuRecursive *self = run->self;
  const CfCpuRecursivePlane *plane = &self->planes[s->plane];
  const CfCpuRecursiveChannel *channel = &plane->channels[s->channel];
  const CfPlane *src = &run->src[s->plane];
  const gboolean is_moved =
      run->is_moved && plane->guide >= 0 && !is_repeated (run, s->plane);

  return (CfCpuRecursiveJob){
    .job = { .src = src,
        .dst = &run->dst[s->plane],
        .channel = s->channel,
        .border = CF_BORDER_REPLICATE,
        .right = src->width,
        .top = s->top,
        .bottom = s->bottom },
    .terms = &plane->terms,
    .last =
        channel->frames[is_moved ? (guint)CF_CPU_RECURSIVE_MOVED : self->last],
    .next = channel->frames[1 - self->last],
    .writes = !is_high (self) && self->filter.params.denoise.spatial == 0
              && !is_repeated (run, s->plane),
    .luma = plane->luma >= 0 ? &run->src[plane->luma] : NULL,
    .halved_x = plane->luma_halved_x,
    .halved_y = plane->luma_halved_y,
    .lighter = plane->lighter_channels >> s->channel & 1
                   ? &plane->lighter[s->channel]
                   : NULL,
  };
}

/* Rows of a job are smoothed, if there are any, into the picture or a pilot. */
static void
smooth (const CfCpuRecursiveRun *run, const CfCpuRecursiveSlice *s,
    CfCpuRecursiveJob job, gint top, gint bottom, guint8 *scratch)
{
  const CfCpuRecursive *self = run->self;
  CfPlane pilot;

  job.job.top = top;
  job.job.bottom = bottom;
  if (top >= bottom
      || (is_high (self)
          && !cf_cpu_wiener_needs_pilot (self->wiener, s->plane)))
    return;
  if (is_high (self)) {
    pilot = cf_cpu_wiener_pilot (self->wiener, s->plane, s->channel);
    job.job.src = job.job.dst = &pilot;
    job.job.channel = 0;
  }
  cf_cpu_recursive_device (self)
      ->kernels.recursive->space[job.job.src->bytes - 1](&job, scratch);
}

static void
copy_slice (
    const CfCpuRecursiveRun *run, const CfCpuRecursiveSlice *s, guint8 *scratch)
{
  const CfPlane *src = &run->src[s->plane], *dst = &run->dst[s->plane];
  gint y;

  for (y = s->top; y < s->bottom; y++) {
    if (cf_cpu_denoise_line_is_direct (dst, 0)
        && cf_cpu_denoise_line_is_direct (src, 0)) {
      cf_cpu_denoise_line_store (
          dst, y, 0, src->data + (gssize)y * src->stride);
    } else {
      cf_cpu_denoise_line_fetch (src, y, 0, scratch);
      cf_cpu_denoise_line_store (dst, y, 0, scratch);
    }
  }
}

/* The next frame is to be compared with this one. */
static void
keep_rows (const CfPlane *src, const CfPlane *to, gint top, gint bottom)
{
  gint y;

  for (y = top; y < bottom; y++)
    memcpy (to->data + (gssize)y * to->stride,
        src->data + (gssize)y * src->stride, row_bytes (src));
}

/* Results stay as they were. */
static void
repeat_rows (const CfCpuRecursiveJob *j, gint top, gint bottom)
{
  const gsize at = top * j->last.stride - CF_CPU_RESULTS_MARGIN;
  const gsize n = (bottom - top) * j->last.stride;

  memcpy (j->next.results + at, j->last.results + at, n * sizeof (guint16));
  memcpy (j->next.counts + at, j->last.counts + at, n);
}

/* Means, and what can be smoothed without the slices above and below. */
static void
filter_slice (
    const CfCpuRecursiveRun *run, const CfCpuRecursiveSlice *s, guint8 *scratch)
{
  const CfCpuRecursive *self = run->self;
  const CfCpuRecursiveJob job = job_of (run, s);
  const gint height = job.job.src->height;

  if (is_repeated (run, s->plane))
    repeat_rows (&job, s->top, s->bottom);
  else
    cf_cpu_recursive_device (self)
        ->kernels.recursive->mean[job.job.src->bytes - 1](&job, scratch);
  if (s->channel == 0)
    keep_rows (job.job.src, &self->planes[s->plane].before, s->top, s->bottom);
  if (!job.writes)
    smooth (run, s, job, s->top + (s->top > 0),
        s->bottom - (s->bottom < height), scratch);
}

static void
run_slice (gpointer data, guint slice, guint thread)
{
  const CfCpuRecursiveRun *run = data;
  const CfCpuRecursive *self = run->self;
  const CfCpuRecursiveSlice *s =
      &g_array_index (self->slices, CfCpuRecursiveSlice, slice);
  guint8 *scratch = self->scratch + thread * self->scratch_size;

  if (s->channel == ALL_CHANNELS)
    copy_slice (run, s, scratch);
  else
    filter_slice (run, s, scratch);
}

static void
finish_slice (gpointer data, guint slice, guint thread)
{
  const CfCpuRecursiveRun *run = data;
  const CfCpuRecursive *self = run->self;
  const CfCpuRecursiveSlice *s =
      &g_array_index (self->slices, CfCpuRecursiveSlice, slice);
  guint8 *scratch = self->scratch + thread * self->scratch_size;
  CfCpuRecursiveJob job;
  gint height;

  if (s->channel == ALL_CHANNELS)
    return;
  job = job_of (run, s);
  if (job.writes)
    return;
  height = job.job.src->height;
  if (s->top > 0)
    smooth (run, s, job, s->top, s->top + 1, scratch);
  if (s->bottom < height && (s->bottom - 1 > s->top || s->top == 0))
    smooth (run, s, job, s->bottom - 1, s->bottom, scratch);
}

static void
compare (gconstpointer owner, guint plane, gint channel, CfCpuNoiseOther *other)
{
  const CfCpuRecursiveRun *run = owner;
  const CfCpuRecursive *self = run->self;
  const CfCpuRecursivePlane *p = &self->planes[plane];
  const gboolean is_moved = run->is_moved && p->guide >= 0;

  other->before = &p->before;
  other->last =
      p->channels[channel]
          .frames[is_moved ? (guint)CF_CPU_RECURSIVE_MOVED : self->last];
  if (!is_moved)
    return;
  other->field = cf_cpu_motion_get_field (
      self->planes[p->guide].motion, &other->field_width, &other->field_height);
  other->halved_x = p->halved_x;
  other->halved_y = p->halved_y;
}

/* Tiles tell how much brighter the frame is, even where sigma is given. */
static void
look_at_noise (CfCpuRecursiveRun *run)
{
  CfCpuRecursive *self = run->self;

  if (run->change == CF_SCENE_FLASH)
    return;
  cf_cpu_noise_look (&self->noise, run->src, run->repeated,
      self->has_last ? compare : NULL, run, self->scratch, self->scratch_size);
}

static void
hold_noise (CfCpuRecursiveRun *run)
{
  CfCpuRecursive *self = run->self;

  if (run->change == CF_SCENE_CHANGE)
    cf_cpu_noise_scene_change (&self->noise);
  if (run->change != CF_SCENE_FLASH)
    cf_cpu_noise_hold (&self->noise, run->repeated,
        self->has_last ? CF_NOISE_COMPARED : CF_NOISE_FIRST);
}

static void
compare_for_scene_change (
    gconstpointer owner, guint plane, CfCpuSceneChangeJob *job)
{
  const CfCpuRecursive *self = owner;

  job->last = self->planes[plane].channels[job->job.channel].frames[self->last];
  job->sigma = cf_cpu_recursive_noise (self, plane);
}

static gint
find_change (CfCpuRecursiveRun *run)
{
  CfCpuRecursive *self = run->self;
  gint change = CF_SCENE_GOES_ON;

  if (!is_compensated (self))
    change = cf_cpu_scene_change_look (&self->scene_change, run->src,
        compare_for_scene_change, self, self->scratch, self->scratch_size);
  else if (run->repeated != self->filter.filtered)
    change = cf_cpu_recursive_motion_run (run);
  return cf_scene_kind ((change & CF_SCENE_CHANGE) != 0,
      (change & CF_SCENE_FLASH) != 0, self->change);
}

/* The search for motion goes by the noise of the frames before, and finds scene
 * changes; noise is what it leaves. */
static void
look_back (CfCpuRecursiveRun *run)
{
  CfCpuRecursive *self = run->self;

  if (self->has_last) {
    if (self->change != CF_SCENE_FLASH)
      run->repeated = cf_cpu_recursive_find_repeats (self, run->src);
    run->change = find_change (run);
  }
  if (run->change == CF_SCENE_CHANGE)
    reset_results (self);
  if (run->change != CF_SCENE_GOES_ON) {
    run->repeated = 0;
    run->is_moved = FALSE;
  }
  look_at_noise (run);
}

static void
find_lighter (CfCpuRecursive *self, guint i)
{
  CfCpuRecursivePlane *plane = &self->planes[i];
  gint32 offsets[CF_NOISE_LEVELS];
  gint c, k;

  plane->lighter_channels = 0;
  for (c = 0; c < self->filter.planes[i].channels; c++) {
    if (!cf_cpu_noise_get_offsets (&self->noise, i, c, offsets))
      continue;
    plane->lighter_channels |= 1u << c;
    for (k = 0; k < CF_NOISE_LEVELS; k++) {
      plane->lighter[c].more[k] = MAX (offsets[k], 0);
      plane->lighter[c].less[k] = MAX (-offsets[k], 0);
    }
  }
}

static void
find_plane_terms (CfCpuRecursiveRun *run, guint i)
{
  CfCpuRecursive *self = run->self;
  const CfDenoiseParams *params = &self->filter.params.denoise;
  CfCpuRecursivePlane *plane = &self->planes[i];
  guint32 sigma[CF_NOISE_LEVELS];

  cf_cpu_noise_used_by_luma (&self->noise, i, sigma);
  cf_denoise_terms_init (&plane->terms, sigma, params->spatial, params->past,
      cf_cpu_noise_part_of_sums (&self->noise, i));
  plane->lighter_channels = 0;
  if (self->has_last && run->change == CF_SCENE_GOES_ON)
    find_lighter (self, i);
}

/* Uses the noise of the frames before; at first, the frame's too. */
static void
find_terms (CfCpuRecursiveRun *run)
{
  CfCpuRecursive *self = run->self;
  const gboolean is_early = cf_cpu_noise_is_early (&self->noise);
  guint32 used = 0;
  guint i;

  if (is_early)
    hold_noise (run);
  for (i = 0; i < self->filter.n_planes; i++)
    if (cf_cpu_recursive_is_filtered (self, i)) {
      find_plane_terms (run, i);
      if (is_high (self))
        cf_cpu_wiener_begin (self->wiener, run, i);
      used |= (guint32)(cf_cpu_noise_used (&self->noise, i) > 0) << i;
    }
  if (!is_early)
    hold_noise (run);
  /* where nothing is taken away, samples are the frame's */
  run->repeated &= used;
}

/* After a flash the last result is the one before it. */
static void
keep_results (CfCpuRecursiveRun *run)
{
  CfCpuRecursive *self = run->self;

  if (run->change != CF_SCENE_FLASH)
    self->last = 1 - self->last;
  self->change = run->change;
  self->has_last = TRUE;
}

/* The stage is made when it is first asked for. */
static gboolean
prepare_stage (CfCpuRecursive *self, GError **error)
{
  if (is_high (self) && !self->wiener)
    self->wiener = cf_cpu_wiener_new (self, error);
  return !is_high (self) || self->wiener;
}

/* Makes means, and pilots of them, or else the picture. */
static void
make_means (CfCpuRecursiveRun *run)
{
  CfCpuRecursive *self = run->self;
  CfCpuPool *pool = cf_cpu_recursive_device (self)->pool;

  cf_cpu_noise_begin (&self->noise);
  if (is_compensated (self))
    cf_cpu_recursive_motion_begin (self);
  look_back (run);
  find_terms (run);
  cf_cpu_pool_run (pool, run_slice, run, self->slices->len);
  if (is_high (self) || self->filter.params.denoise.spatial > 0
      || run->repeated != 0)
    cf_cpu_pool_run (pool, finish_slice, run, self->slices->len);
}

/* Where planes that are copied lie of a frame that was pushed. */
static void
find_copies (const CfCpuRecursive *self, guint64 number, CfPlane *planes)
{
  const gint n = self->filter.params.denoise.future + 1;
  guint i;

  for (i = 0; i < self->filter.n_planes; i++) {
    planes[i] = self->planes[i].copies;
    if (planes[i].data)
      planes[i].data += number % n * planes[i].stride * planes[i].height;
  }
}

static void
copy_pushed_slice (gpointer data, guint slice, guint thread)
{
  const CfCpuRecursiveRun *run = data;
  const CfCpuRecursive *self = run->self;
  const CfCpuRecursiveSlice *s =
      &g_array_index (self->slices, CfCpuRecursiveSlice, slice);

  if (s->channel == ALL_CHANNELS)
    copy_slice (run, s, self->scratch + thread * self->scratch_size);
}

/* The oldest frame that was pushed gets its result. */
static void
finish_pushed (CfCpuRecursive *self, const CfPlane *dst)
{
  CfPlane copies[CF_MAX_PLANES];
  CfCpuRecursiveRun run = { self, copies, dst };

  find_copies (self, self->oldest, copies);
  cf_cpu_pool_run (cf_cpu_recursive_device (self)->pool, copy_pushed_slice,
      &run, self->slices->len);
  cf_cpu_wiener_finish (self->wiener, dst);
  self->oldest++;
}

static gboolean
recursive_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  CfCpuRecursive *self = (CfCpuRecursive *)filter;
  CfCpuRecursiveRun run = { self, src, dst };

  if (!src) {
    finish_pushed (self, dst);
    return TRUE;
  }
  if (!prepare_stage (self, error))
    return FALSE;
  make_means (&run);
  if (is_high (self))
    cf_cpu_wiener_run (self->wiener, &run);
  else if (self->wiener)
    cf_cpu_wiener_reset (self->wiener);
  keep_results (&run);
  return TRUE;
}

static gboolean
recursive_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  CfCpuRecursive *self = (CfCpuRecursive *)filter;
  CfPlane copies[CF_MAX_PLANES];
  CfCpuRecursiveRun run = { self, src, copies };

  find_copies (self, self->number, copies);
  make_means (&run);
  cf_cpu_wiener_push (self->wiener, &run);
  keep_results (&run);
  self->number++;
  return TRUE;
}

/* Its picture is made all the same, as the next one's needs what it leaves. */
static void
recursive_skip (CfFilter *filter)
{
  ((CfCpuRecursive *)filter)->oldest++;
}

static const CfFilterClass recursive_class = { .free = recursive_free,
  .run = recursive_run,
  .push = recursive_push,
  .reset = recursive_reset,
  .skip = recursive_skip,
  .get_noise = recursive_get_noise };

CfFilter *
cf_cpu_denoise_recursive_new (const CfFilter *description, GError **error)
{
  CfCpuRecursive *self = g_new0 (CfCpuRecursive, 1);
  gint width = 1;

  self->filter = *description;
  self->filter.klass = &recursive_class;
  self->elapsed = 1;
  self->slices = g_array_new (FALSE, FALSE, sizeof (CfCpuRecursiveSlice));
  cf_cpu_noise_init (&self->noise, &self->filter,
      cf_denoise_plane_kinds (&self->filter.params.denoise));
  cf_cpu_scene_change_init (&self->scene_change, &self->filter);
  if (alloc_planes (self, &width, error) && alloc_scratch (self, width, error)
      && (!is_compensated (self) || cf_cpu_recursive_motion_init (self, error))
      && prepare_stage (self, error))
    return &self->filter;
  recursive_free (&self->filter);
  return NULL;
}
