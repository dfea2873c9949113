/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* AVERAGE and MEDIAN look at frames as they came.
 *
 * Without later frames a run takes the picture, filters it and
 * keeps it, all in one pass: no sample is read twice. AVERAGE then puts it in
 * the place of the oldest frame, which is read there for the last time. */
#include "cpu/core/cpubackend.h"
#include "cpu/core/method.h"
#include "cpu/motion/scene_change.h"
#include "cpu/denoise/denoise.h"
#include "cpu/denoise/denoise_history.h"
#include "cpu/denoise/denoise_kernel.h"
#include "cpu/denoise/denoise_line.h"
#include "cpu/noise/noise.h"
#include "engine/denoise/cfdenoiseaverage.h"

#include <string.h>

#define SLICE_BYTES \
  32768 /* at least: fewer are done before a thread wakes up */

/* Rows of a plane. */
typedef struct {
  guint plane;
  gint top, bottom;
} Slice;

typedef struct {
  CfFilter filter;
  CfCpuPool *pool;
  const CfCpuDenoiseKernel *kernel;
  CfCpuDenoiseHistory history;
  CfCpuNoise noise; /* AVERAGE */
  CfCpuSceneChange scene_change;
  guint32 scene_changes; /* as of cf_scene_changes_around () */
  guint64 first;         /* frame of this history */
  GArray *slices;
  guint8 *scratch; /* two lines a thread */
  gsize line_size;
} Frames;

/* A thread does this with each slice. */
typedef struct {
  Frames *frames;
  const CfPlane *src, *dst;
  gint distance;    /* of the frame that comes, from the next one */
  guint32 planes;   /* others are left alone */
  gint n_around[2]; /* frames that there are and that count */
  CfPlane beside[CF_MAX_PLANES];               /* what noise is estimated by */
  gint one[CF_MAX_PLANES], sum[CF_MAX_PLANES]; /* AVERAGE */
} Pass;

static gboolean
is_filtered (const Frames *f, guint plane)
{
  return f->filter.filtered >> plane & 1;
}

/* Copies have all bits. */
static gint
shift_of (const Frames *f, guint plane)
{
  return is_filtered (f, plane) ? f->filter.planes[plane].shift : 0;
}

static gboolean
looks_ahead (const Frames *f)
{
  return f->filter.params.denoise.future > 0;
}

static gboolean
is_square (const Frames *f)
{
  const CfDenoiseParams *p = &f->filter.params.denoise;

  return p->method == CF_DENOISE_MEDIAN && p->window == 3;
}

static void
add_slices (Frames *f, guint plane)
{
  const CfPlane *p = &f->filter.planes[plane];
  const guint n_threads = cf_cpu_pool_get_n_threads (f->pool);
  const gsize row = cf_cpu_denoise_line_samples (p) * p->bytes;
  const gint least = (SLICE_BYTES + row - 1) / row,
             rows = MAX (least, p->height / (4 * (gint)n_threads));
  Slice s = { plane };

  for (s.top = 0; s.top < p->height; s.top = s.bottom) {
    s.bottom = MIN (s.top + rows, p->height);
    g_array_append_val (f->slices, s);
  }
  f->line_size = MAX (f->line_size, (row + 4095) / 4096 * 4096 + 256);
}

/* Keeps what the method needs: AVERAGE reads the oldest frame and takes its
 * place, MEDIAN's windows read rows that others have written. */
static gboolean
keep_history (Frames *f, GError **error)
{
  const CfDenoiseParams *p = &f->filter.params.denoise;
  CfCpuDenoiseHistory *h = &f->history;
  const gboolean is_median = p->method == CF_DENOISE_MEDIAN;

  h->past =
      is_median ? MIN (p->past, CF_DENOISE_MEDIAN_FRAMES_MAX - 1) : p->past;
  h->n_slots = h->past + p->future + (is_median || looks_ahead (f));
  h->has_border = is_median;
  return cf_cpu_denoise_history_init (
      h, &f->filter, looks_ahead (f) ? G_MAXUINT32 : f->filter.filtered, error);
}

static void
frames_free (CfFilter *filter)
{
  Frames *f = (Frames *)filter;

  cf_cpu_denoise_history_clear (&f->history);
  cf_cpu_noise_clear (&f->noise);
  cf_cpu_scene_change_clear (&f->scene_change);
  cf_cpu_free (f->scratch);
  g_array_unref (f->slices);
  g_free (f);
}

/* --- passes --- */

/* Shares the slices among the threads. */
static void
share (Pass *pass, CfCpuSliceFunc func)
{
  cf_cpu_pool_run (pass->frames->pool, func, pass, pass->frames->slices->len);
}

/* The slice, or NULL where its plane is left alone. */
static const Slice *
slice_of (const Pass *pass, guint i)
{
  const Slice *s = &g_array_index (pass->frames->slices, Slice, i);

  return pass->planes >> s->plane & 1 ? s : NULL;
}

static guint8 *
scratch_line (const Frames *f, guint thread, guint i)
{
  return f->scratch + (2 * thread + i) * f->line_size;
}

/* The picture becomes a frame of the history. */
static void
keep_slice (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const Frames *f = pass->frames;
  const Slice *s = slice_of (pass, slice);
  gint y;

  if (!s)
    return;
  for (y = s->top; y < s->bottom; y++) {
    guint8 *line =
        cf_cpu_denoise_history_line (&f->history, pass->distance, s->plane, y);

    cf_cpu_denoise_line_fetch (
        &pass->src[s->plane], y, shift_of (f, s->plane), line);
    cf_cpu_denoise_history_close_line (
        &f->history, &f->filter.planes[s->plane], line);
  }
}

static void
copy_line (const Pass *pass, guint plane, gint y, guint8 *scratch)
{
  const Frames *f = pass->frames;
  const CfPlane *dst = &pass->dst[plane];
  const guint8 *line = scratch;

  if (!pass->src)
    line = cf_cpu_denoise_history_line (&f->history, 0, plane, y);
  else if (cf_cpu_denoise_line_is_direct (dst, 0))
    line = pass->src[plane].data + (gssize)y * pass->src[plane].stride;
  else
    cf_cpu_denoise_line_fetch (&pass->src[plane], y, 0, scratch);
  cf_cpu_denoise_line_store (dst, y, 0, line);
}

/* The frame's lines and those around them; `now` where it has to be fetched. */
static void
gather_lines (
    const Pass *pass, guint plane, gint y, guint8 *now, CfCpuDenoiseLines *l)
{
  const Frames *f = pass->frames;
  const gint shift = shift_of (f, plane);
  gint side, k;

  for (side = 0; side < 2; side++) {
    l->n_around[side] = pass->n_around[side];
    for (k = 0; k < pass->n_around[side]; k++)
      l->around[side][k] = cf_cpu_denoise_history_line (
          &f->history, side == 0 ? -1 - k : 1 + k, plane, y);
  }
  if (!pass->src) {
    l->now = cf_cpu_denoise_history_line (&f->history, 0, plane, y);
    return;
  }
  if (f->history.n_slots > 0)
    l->keep = cf_cpu_denoise_history_line (&f->history, 0, plane, y);
  if (cf_cpu_denoise_line_is_direct (&pass->src[plane], shift)) {
    l->now = pass->src[plane].data + (gssize)y * pass->src[plane].stride;
    return;
  }
  cf_cpu_denoise_line_fetch (&pass->src[plane], y, shift, now);
  l->now = now;
}

/* The median of 3x3 windows, all frames being in the history. */
static void
filter_square (const Pass *pass, guint plane, gint y, guint8 *to)
{
  const Frames *f = pass->frames;
  const CfPlane *p = &f->filter.planes[plane];
  const guint8 *lines[3 * CF_DENOISE_MEDIAN_FRAMES_MAX];
  gint distance, n = 0, row;

  for (distance = -pass->n_around[0]; distance <= pass->n_around[1]; distance++)
    for (row = y - 1; row <= y + 1; row++)
      lines[n++] = cf_cpu_denoise_history_line (
          &f->history, distance, plane, CLAMP (row, 0, p->height - 1));
  f->kernel->median_square[p->bytes - 1](
      lines, n, p->channels, cf_cpu_denoise_line_samples (p), p->bits, to);
}

static void
filter_line (const Pass *pass, guint plane, gint y, guint8 *now, guint8 *to)
{
  const Frames *f = pass->frames;
  const CfPlane *p = &f->filter.planes[plane];
  CfCpuDenoiseLines l = { .n = cf_cpu_denoise_line_samples (p), .to = to };

  if (is_square (f)) {
    filter_square (pass, plane, y, to);
    return;
  }
  gather_lines (pass, plane, y, now, &l);
  if (f->filter.params.denoise.method == CF_DENOISE_MEDIAN) {
    f->kernel->median[p->bytes - 1](&l);
  } else {
    if (pass->one[plane] == 0) /* what is equal does not change a mean */
      l.n_around[0] = l.n_around[1] = 0;
    f->kernel->average[p->bytes - 1](&l, pass->one[plane], pass->sum[plane]);
  }
  if (l.keep)
    cf_cpu_denoise_history_close_line (&f->history, p, l.keep);
}

static void
run_slice (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const Frames *f = pass->frames;
  const Slice *s = slice_of (pass, slice);
  const CfPlane *dst = &pass->dst[s->plane];
  const gint shift = shift_of (f, s->plane);
  guint8 *now = scratch_line (f, thread, 0), *to = scratch_line (f, thread, 1);
  gint y;

  for (y = s->top; y < s->bottom; y++) {
    if (!is_filtered (f, s->plane)) {
      copy_line (pass, s->plane, y, now);
    } else if (cf_cpu_denoise_line_is_direct (dst, shift)) {
      filter_line (pass, s->plane, y, now, dst->data + (gssize)y * dst->stride);
    } else {
      filter_line (pass, s->plane, y, now, to);
      cf_cpu_denoise_line_store (dst, y, shift, to);
    }
  }
}

/* --- scene changes --- */

/* A frame that comes, and the one before it. */
typedef struct {
  const Frames *frames;
  CfPlane before[CF_MAX_PLANES];
} Pair;

static void
compare_pair (gconstpointer owner, guint plane, CfCpuSceneChangeJob *job)
{
  const Pair *pair = owner;

  job->other = &pair->before[plane];
  job->sigma = MAX (
      cf_denoise_given_sigma (&pair->frames->filter.params.denoise, plane), 0);
}

/* Looks before the frame at this distance from the next one, which is about to
 * come. */
static void
look_for_scene_change (Frames *f, const CfPlane *src, gint distance)
{
  const CfCpuDenoiseHistory *h = &f->history;
  const guint64 frame = h->next + distance;
  Pair pair = { .frames = f };
  gboolean is_scene_change;
  guint i;

  f->scene_changes &= ~(1u << frame % 32);
  if (frame == f->first || h->past + f->filter.params.denoise.future == 0)
    return;
  for (i = 0; i < f->filter.n_planes; i++)
    if (is_filtered (f, i))
      pair.before[i] = cf_cpu_denoise_history_plane (
          h, distance - 1, i, &f->filter.planes[i]);
  is_scene_change = cf_cpu_scene_change_look (&f->scene_change, src,
                        compare_pair, &pair, f->scratch, 2 * f->line_size)
                    == CF_SCENE_CHANGE;
  f->scene_changes |= (guint32)is_scene_change << frame % 32;
}

/* --- runs --- */

/* MEDIAN's frames: the nearest ones, and an odd number with the frame. */
static void
choose_nearest (Pass *pass)
{
  const gint there[2] = { pass->n_around[0], pass->n_around[1] };
  gint n = 0, last = 0, k, side;

  pass->n_around[0] = pass->n_around[1] = 0;
  for (k = 1; k < CF_DENOISE_MEDIAN_FRAMES_MAX; k++)
    for (side = 0; side < 2; side++)
      if (k <= there[side] && n < CF_DENOISE_MEDIAN_FRAMES_MAX - 1) {
        pass->n_around[side]++;
        last = side;
        n++;
      }
  pass->n_around[last] -= n % 2;
}

/* Compares with the frame beside: the previous one, or the next if one is
 * used. */
static void
compare (gconstpointer owner, guint plane, gint channel, CfCpuNoiseOther *other)
{
  const Pass *pass = owner;

  other->before = &pass->beside[plane];
}

static void
estimate (Pass *pass, gint beside)
{
  Frames *f = pass->frames;
  const CfCpuDenoiseHistory *h = &f->history;
  CfPlane next[CF_MAX_PLANES];
  guint i;

  for (i = 0; i < f->filter.n_planes; i++) {
    const CfPlane *p = &f->filter.planes[i];

    if (!is_filtered (f, i))
      continue;
    if (!pass->src)
      next[i] = cf_cpu_denoise_history_plane (h, 0, i, p);
    if (beside != 0)
      pass->beside[i] = cf_cpu_denoise_history_plane (h, beside, i, p);
  }
  cf_cpu_noise_look (&f->noise, pass->src ? pass->src : next,
      cf_denoise_given_planes (&f->filter.params.denoise),
      beside != 0 ? compare : NULL, pass, f->scratch, 2 * f->line_size);
  cf_cpu_noise_hold (
      &f->noise, 0, beside != 0 ? CF_NOISE_COMPARED : CF_NOISE_FIRST);
}

static void
choose_frames (Pass *pass)
{
  Frames *f = pass->frames;
  const CfDenoiseParams *p = &f->filter.params.denoise;
  const guint32 around = cf_scene_changes_around (
      f->scene_changes, cf_scene_changes_shift (f->history.next));
  const gint n_past = f->history.n_past;
  const gint n_future = MIN (MAX (f->history.n_pushed, 1) - 1, p->future);
  guint i;

  pass->n_around[0] = cf_scene_change_past (around, n_past);
  pass->n_around[1] = cf_scene_change_future (around, n_future);
  if (p->method == CF_DENOISE_MEDIAN) {
    choose_nearest (pass);
    return;
  }
  if (cf_scene_change_past (around, 1) == 0)
    cf_cpu_noise_reset (&f->noise);
  estimate (pass, pass->n_around[0] > 0 ? -1 : n_future > 0 ? 1 : 0);
  for (i = 0; i < f->filter.n_planes; i++)
    cf_denoise_average_limits (cf_cpu_noise_used (&f->noise, i),
        f->filter.planes[i].bits, &pass->one[i], &pass->sum[i]);
}

static gboolean
frames_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  Frames *f = (Frames *)filter;
  Pass pass = { .frames = f,
    .src = src,
    .distance = f->history.n_pushed,
    .planes = G_MAXUINT32 };

  look_for_scene_change (f, src, f->history.n_pushed);
  share (&pass, keep_slice);
  f->history.n_pushed++;
  return TRUE;
}

static gboolean
frames_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  Frames *f = (Frames *)filter;
  Pass pass = { .frames = f, .src = src, .dst = dst };

  if (src)
    look_for_scene_change (f, src, 0);
  choose_frames (&pass);
  if (src && is_square (f)) {
    pass.planes = filter->filtered;
    share (&pass, keep_slice);
  }
  pass.planes = G_MAXUINT32;
  share (&pass, run_slice);
  cf_cpu_denoise_history_advance (&f->history);
  return TRUE;
}

static void
frames_reset (CfFilter *filter)
{
  Frames *f = (Frames *)filter;

  cf_cpu_denoise_history_reset (&f->history);
  f->first = f->history.next;
  cf_cpu_noise_reset (&f->noise);
}

/* A scene change begins another noise, even if its first frame is skipped. */
static void
frames_skip (CfFilter *filter)
{
  Frames *f = (Frames *)filter;
  const guint32 around = cf_scene_changes_around (
      f->scene_changes, cf_scene_changes_shift (f->history.next));

  if (cf_scene_change_past (around, 1) == 0)
    cf_cpu_noise_reset (&f->noise);
  cf_cpu_denoise_history_advance (&f->history);
}

static gboolean
frames_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  return cf_cpu_noise_get (&((Frames *)filter)->noise, plane, noise);
}

static const CfFilterClass frames_class = { .free = frames_free,
  .run = frames_run,
  .push = frames_push,
  .reset = frames_reset,
  .skip = frames_skip,
  .get_noise = frames_get_noise };

CfFilter *
cf_cpu_denoise_frames_new (const CfFilter *description, GError **error)
{
  CfCpuDevice *device = (CfCpuDevice *)description->device;
  Frames *f = g_new0 (Frames, 1);
  guint i;

  f->filter = *description;
  f->filter.klass = &frames_class;
  f->pool = device->pool;
  f->kernel = device->kernels.denoise;
  cf_cpu_noise_init (&f->noise, &f->filter,
      cf_denoise_plane_kinds (&f->filter.params.denoise));
  cf_cpu_scene_change_init (&f->scene_change, &f->filter);
  f->line_size = MAX (CF_CPU_NOISE_SCRATCH, CF_CPU_SCENE_CHANGE_SCRATCH) / 2;
  f->slices = g_array_new (FALSE, FALSE, sizeof (Slice));
  for (i = 0; i < description->n_planes; i++)
    add_slices (f, i);
  f->scratch = cf_cpu_alloc (
      2 * f->line_size * cf_cpu_pool_get_n_threads (f->pool), error);
  if (f->scratch && keep_history (f, error))
    return &f->filter;
  frames_free (&f->filter);
  return NULL;
}
