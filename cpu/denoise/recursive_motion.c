/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The last result, moved as the picture did since: whose motion a plane has,
 * and rows of blocks, shared by threads. */
#include "cpu/denoise/recursive_motion.h"

#include "cpu/motion/move_kernel.h"
#include "cpu/motion/scale.h"

#include <string.h>

#define SLICE_BLOCKS 4 /* rows of blocks of a slice */
#define SLICE_ROWS 64

/* A guide plane's pictures, for its search. */
typedef struct {
  const CfCpuRecursiveRun *run;
  guint plane;
  CfDenoiseScale scale;
} Bytes;

static void
add_blocks (CfCpuRecursive *self, guint plane)
{
  const CfPlane *p = &self->filter.planes[plane];
  const gint height = CF_MOTION_BLOCK >> self->planes[plane].halved_y;
  const gint rows = (p->height + height - 1) / height;
  CfCpuRecursiveSlice s = { plane };

  for (s.channel = 0; s.channel < p->channels; s.channel++)
    for (s.top = 0; s.top < rows; s.top = s.bottom) {
      s.bottom = MIN (s.top + SLICE_BLOCKS, rows);
      g_array_append_val (self->blocks, s);
    }
}

gboolean
cf_cpu_recursive_motion_init (CfCpuRecursive *self, GError **error)
{
  guint i;

  self->blocks = g_array_new (FALSE, FALSE, sizeof (CfCpuRecursiveSlice));
  for (i = 0; i < self->filter.n_planes; i++) {
    const CfPlane *p = &self->filter.planes[i];
    CfCpuRecursivePlane *plane = &self->planes[i];
    const CfPlane *guide;

    if (!cf_cpu_recursive_is_filtered (self, i))
      continue;
    plane->guide = cf_denoise_guide_plane (
        &self->filter.params.denoise, self->filter.filtered, i);
    guide = &self->filter.planes[plane->guide];
    plane->halved_x = cf_denoise_subsampling (guide->width, p->width);
    plane->halved_y = cf_denoise_subsampling (guide->height, p->height);
    if (plane->halved_x < 0 || plane->halved_y < 0) {
      plane->guide = -1;
      continue;
    }
    if (plane->guide == (gint)i) {
      plane->motion = cf_cpu_motion_new (
          cf_cpu_recursive_device (self), p->width, p->height, error);
      if (!plane->motion)
        return FALSE;
    }
    add_blocks (self, i);
  }
  return TRUE;
}

void
cf_cpu_recursive_motion_clear (CfCpuRecursive *self)
{
  guint i;

  for (i = 0; i < CF_MAX_PLANES; i++)
    if (self->planes[i].motion)
      cf_cpu_motion_free (self->planes[i].motion);
  if (self->blocks)
    g_array_unref (self->blocks);
}

void
cf_cpu_recursive_motion_reset (CfCpuRecursive *self)
{
  guint i;

  for (i = 0; i < self->filter.n_planes; i++)
    if (self->planes[i].motion)
      cf_cpu_motion_reset (self->planes[i].motion);
}

void
cf_cpu_recursive_motion_begin (CfCpuRecursive *self)
{
  const gint now = cf_motion_intervals (self->filter.elapsed);
  guint i;

  for (i = 0; i < self->filter.n_planes && now != self->elapsed; i++)
    if (self->planes[i].motion)
      cf_cpu_motion_scale (self->planes[i].motion, now, self->elapsed);
  self->elapsed = now;
}

static void
make_bytes (gpointer data, guint slice, guint thread)
{
  const Bytes *bytes = data;
  const CfCpuRecursiveRun *run = bytes->run;
  const CfCpuRecursive *self = run->self;
  const CfCpuRecursivePlane *plane = &self->planes[bytes->plane];
  const CfPlane *src = &run->src[bytes->plane];
  const gint channel = cf_denoise_guide_channel (src->channels);
  CfCpuBytesJob job = {
    .job = { .src = src,
        .channel = channel,
        .border = CF_BORDER_REPLICATE,
        .right = src->width,
        .top = slice * SLICE_ROWS,
        .bottom = MIN (((gint)slice + 1) * SLICE_ROWS, src->height) },
    .scale = bytes->scale,
    .last = plane->channels[channel].frames[self->last],
  };

  job.frame = cf_cpu_motion_get_frame (plane->motion, &job.frame_stride);
  job.result = cf_cpu_motion_get_result (plane->motion, &job.result_stride);
  cf_cpu_recursive_device (self)->kernels.move->bytes[src->bytes - 1](
      &job, self->scratch + thread * self->scratch_size);
}

static void
move_slice (gpointer data, guint slice, guint thread)
{
  const CfCpuRecursiveRun *run = data;
  const CfCpuRecursive *self = run->self;
  const CfCpuRecursiveSlice *s =
      &g_array_index (self->blocks, CfCpuRecursiveSlice, slice);
  const CfCpuRecursivePlane *plane = &self->planes[s->plane];
  const CfCpuRecursiveChannel *channel = &plane->channels[s->channel];
  const CfPlane *p = &self->filter.planes[s->plane];
  CfCpuMoveJob job = {
    .last = channel->frames[self->last],
    .moved = channel->frames[CF_CPU_RECURSIVE_MOVED],
    .width = p->width,
    .height = p->height,
    .halved_x = plane->halved_x,
    .halved_y = plane->halved_y,
    .top = s->top,
    .bottom = s->bottom,
  };
  const CfCpuMotion *motion = self->planes[plane->guide].motion;
  gint height;

  if (run->repeated >> s->plane & 1)
    return;
  job.field = cf_cpu_motion_get_field (motion, &job.field_width, &height);
  job.trusted = cf_cpu_motion_get_trusted (motion);
  cf_cpu_recursive_device (self)->kernels.move->run (
      &job, self->scratch + thread * self->scratch_size);
}

gint
cf_cpu_recursive_motion_run (CfCpuRecursiveRun *run)
{
  CfCpuRecursive *self = run->self;
  CfCpuPool *pool = cf_cpu_recursive_device (self)->pool;
  gint change = CF_SCENE_GOES_ON;
  guint i;

  for (i = 0; i < self->filter.n_planes; i++) {
    const guint sigma = cf_cpu_recursive_noise (self, i);
    Bytes bytes = { run, i };

    if (!self->planes[i].motion || (run->repeated >> i & 1))
      continue;
    bytes.scale = cf_cpu_denoise_scale (&run->src[i], sigma);
    cf_cpu_pool_run (pool, make_bytes, &bytes,
        (self->filter.planes[i].height + SLICE_ROWS - 1) / SLICE_ROWS);
    change |= cf_cpu_motion_search (
        self->planes[i].motion, cf_denoise_scaled_sigma (sigma, bytes.scale));
  }
  if (!(change & CF_SCENE_CHANGE)) {
    cf_cpu_pool_run (pool, move_slice, run, self->blocks->len);
    run->is_moved = TRUE;
  }
  return change;
}
