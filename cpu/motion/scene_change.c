/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for scene changes: threads share the rows of blocks. */
#include "cpu/motion/scene_change.h"

#include "cpu/motion/scale.h"

#include <string.h>

typedef struct {
  guint plane;
  gint row;
} Row;

typedef struct {
  CfCpuSceneChange *self;
  const CfPlane *src;
  CfCpuSceneChangeFunc compare;
  gconstpointer owner;
  guint8 *scratch;
  gsize scratch_size;
  CfCpuSceneChangeJob
      jobs[CF_MAX_PLANES]; /* of those that lead, but for rows */
} Pass;

static CfCpuDevice *
device_of (const CfCpuSceneChange *self)
{
  return (CfCpuDevice *)self->filter->device;
}

static gboolean
is_guide (const CfFilter *filter, guint plane)
{
  return filter->filtered >> plane & 1
         && cf_denoise_guide_plane (
                &filter->params.denoise, filter->filtered, plane)
                == plane;
}

void
cf_cpu_scene_change_init (CfCpuSceneChange *self, const CfFilter *filter)
{
  guint i;

  *self = (CfCpuSceneChange){ .filter = filter };
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  for (i = 0; i < filter->n_planes; i++) {
    const gint rows = cf_scene_change_blocks (filter->planes[i].height);
    Row r = { i };

    if (!is_guide (filter, i))
      continue;
    for (; r.row < rows; r.row += cf_scene_change_step (rows))
      g_array_append_val (self->rows, r);
  }
  self->counts = g_new (CfCpuSceneChangeCounts, self->rows->len);
}

void
cf_cpu_scene_change_clear (CfCpuSceneChange *self)
{
  g_array_unref (self->rows);
  g_free (self->counts);
}

static void
prepare (Pass *pass, guint plane)
{
  const CfPlane *src = &pass->src[plane];
  CfCpuSceneChangeJob *job = &pass->jobs[plane];

  job->job.src = src;
  job->job.channel = cf_denoise_guide_channel (src->channels);
  job->job.border = CF_BORDER_REPLICATE;
  pass->compare (pass->owner, plane, job);
  job->scale = cf_cpu_denoise_scale (src, job->sigma);
  job->sigma = cf_denoise_scaled_sigma (job->sigma, job->scale);
}

static void
look_at_row (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const Row *r = &g_array_index (pass->self->rows, Row, slice);
  CfCpuSceneChangeJob job = pass->jobs[r->plane];

  job.row = r->row;
  device_of (pass->self)
      ->kernels.scene_change->run (&job,
          pass->scratch + thread * pass->scratch_size,
          &pass->self->counts[slice]);
}

gint
cf_cpu_scene_kind (const CfCpuSceneChangeCounts *counts, guint n_counts,
    gint n_blocks, gint n_samples)
{
  CfCpuSceneChangeCounts sum = { 0 };
  gint changed = 0, bin;
  guint i;

  for (i = 0; i < n_counts; i++) {
    sum.unmatched += counts[i].unmatched;
    sum.telling += counts[i].telling;
    for (bin = 0; bin < CF_SCENE_CHANGE_BINS; bin++)
      sum.changed[bin] += counts[i].changed[bin];
  }
  for (bin = 0; bin < CF_SCENE_CHANGE_BINS; bin++)
    changed += ABS (sum.changed[bin]);
  return cf_scene_kind (cf_is_scene_change (sum.unmatched, sum.telling,
                            n_blocks, changed, n_samples),
      cf_is_other_luma (sum.changed, n_samples), CF_SCENE_GOES_ON);
}

/* Judges by the rows of a plane, from `first` on. */
static gint
change_of (const CfCpuSceneChange *self, guint first, guint end)
{
  const CfPlane *p =
      &self->filter->planes[g_array_index (self->rows, Row, first).plane];

  return cf_cpu_scene_kind (self->counts + first, end - first,
      cf_scene_change_n_blocks (p->width, p->height),
      cf_scene_change_n_samples (p->width, p->height));
}

gint
cf_cpu_scene_change_look (CfCpuSceneChange *self, const CfPlane *src,
    CfCpuSceneChangeFunc compare, gconstpointer owner, guint8 *scratch,
    gsize scratch_size)
{
  Pass pass = { self, src, compare, owner, scratch, scratch_size };
  const guint n = self->rows->len;
  gint change = CF_SCENE_GOES_ON;
  guint first, end, i;

  if (n == 0)
    return change;
  for (i = 0; i < self->filter->n_planes; i++)
    if (is_guide (self->filter, i))
      prepare (&pass, i);
  memset (self->counts, 0, n * sizeof *self->counts);
  cf_cpu_pool_run (device_of (self)->pool, look_at_row, &pass, n);
  for (first = 0; first < n; first = end) {
    const guint plane = g_array_index (self->rows, Row, first).plane;

    for (end = first + 1;
         end < n && g_array_index (self->rows, Row, end).plane == plane; end++)
      ;
    change |= change_of (self, first, end);
  }
  return change & CF_SCENE_CHANGE ? CF_SCENE_CHANGE : change;
}
