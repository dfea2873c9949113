/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting with a history: frames that are kept, filled from space, and what
 * holes take from those around. */
#include "cpu/inpaint/temporal.h"

#include "cpu/core/cpubackend.h"
#include "engine/motion/cfscenechange.h"
#include "cpu/inpaint/inpaint_rows.h"
#include "cpu/inpaint/temporal_block.h"
#include "cpu/inpaint/temporal_sample.h"
#include "cpu/motion/motion.h"
#include "cpu/motion/scale.h"

#include <string.h>

#define SLICE_ROWS 32 /* a whole number of blocks' */

/* A frame: its planes in memory of their own, and their samples' states. */
typedef struct {
  CfPlane planes[CF_MAX_PLANES];
  guint8 *states[CF_MAX_PLANES]; /* of planes that take part */
  gboolean has_holes;
} Slot;

typedef struct {
  gint guide; /* whose motion the plane has, or -1: it takes no part */
  gint halved_x, halved_y;
  CfInpaintHoles holes; /* the next frame's */
  guint32 *bits;        /* memory for them, where the plane is filtered */
  gboolean is_empty;    /* none of these, or the plane takes no part */
  /* of a guide plane, by reference */
  CfCpuMotion *motion[CF_TEMPORAL_REFERENCES];
  CfTemporalChoice *choices[CF_TEMPORAL_REFERENCES];
} Plane;

typedef struct {
  CfFilter filter;
  CfFilter *fill, *copy; /* from space; to the result */
  Plane planes[CF_MAX_PLANES];
  Slot slots[CF_INPAINT_FUTURE_MAX + 2];
  guint n_slots;
  guint64 next; /* the number of the frame that is next to get its result */
  guint n_pushed;
  gboolean has_last;
  guint32 *marked; /* as large as the largest plane's bits */
} Temporal;

/* A frame's references, the last one first. */
typedef struct {
  Temporal *self;
  const Slot *now;
  struct {
    guint number; /* of its searches */
    const Slot *slot;
  } references[CF_TEMPORAL_REFERENCES];
  guint n_references;
} Run;

typedef struct {
  const Run *run;
  guint plane, reference;
  CfDenoiseScale scale; /* of the search */
} Part;

static CfCpuPool *
pool_of (const Temporal *self)
{
  return ((CfCpuDevice *)self->filter.device)->pool;
}

static Slot *
slot_of (Temporal *self, guint distance)
{
  return &self->slots[(self->next + distance) % self->n_slots];
}

static gsize
words_of (const CfPlane *p)
{
  return (gsize)CF_INPAINT_WORDS (p->width) * p->height;
}

static guint
slices_of (gint rows)
{
  return (rows + SLICE_ROWS - 1) / SLICE_ROWS;
}

/* Construction */

static gboolean
alloc_slot (Temporal *self, Slot *slot, GError **error)
{
  guint i;

  for (i = 0; i < self->filter.n_planes; i++) {
    CfPlane *p = &slot->planes[i];

    *p = self->filter.planes[i];
    p->stride = (gssize)p->width * p->step * p->bytes;
    p->data = cf_cpu_alloc (p->stride * p->height, error);
    if (!p->data)
      return FALSE;
    if (self->planes[i].guide < 0)
      continue;
    slot->states[i] = cf_cpu_alloc ((gsize)p->width * p->height, error);
    if (!slot->states[i])
      return FALSE;
  }
  return TRUE;
}

static gboolean
alloc_guide (Temporal *self, Plane *plane, const CfPlane *p, GError **error)
{
  const gsize n =
      (gsize)cf_motion_blocks (p->width) * cf_motion_blocks (p->height);
  gint i;

  for (i = 0; i <= self->filter.params.inpaint.future; i++) {
    plane->motion[i] = cf_cpu_motion_new (
        (CfCpuDevice *)self->filter.device, p->width, p->height, error);
    if (!plane->motion[i])
      return FALSE;
    plane->choices[i] = g_new (CfTemporalChoice, n);
  }
  return TRUE;
}

static gboolean
init_planes (Temporal *self, GError **error)
{
  const CfFilter *f = &self->filter;
  gsize most = 1;
  guint i;

  for (i = 0; i < f->n_planes; i++) {
    Plane *plane = &self->planes[i];
    const CfPlane *p = &f->planes[i];

    plane->is_empty = TRUE;
    plane->holes.alpha = -1;
    plane->guide =
        cf_inpaint_guide_plane (&f->params.inpaint, f->planes, f->filtered, i);
    if (f->filtered >> i & 1)
      plane->bits = g_new0 (guint32, words_of (p));
    if (plane->guide < 0)
      continue;
    plane->halved_x =
        cf_denoise_subsampling (f->planes[plane->guide].width, p->width);
    plane->halved_y =
        cf_denoise_subsampling (f->planes[plane->guide].height, p->height);
    most = MAX (most, words_of (p));
    if (plane->guide == (gint)i && !alloc_guide (self, plane, p, error))
      return FALSE;
  }
  self->marked = g_new (guint32, most);
  return TRUE;
}

static CfFilterParams
fill_params (const Temporal *self)
{
  CfFilterParams params = self->filter.params;

  params.inpaint.temporal = FALSE;
  params.inpaint.future = 0;
  params.inpaint.track = FALSE;
  return params;
}

static CfFilter *
make_fill (const Temporal *self, GError **error)
{
  CfFilter description = self->filter;

  description.params = fill_params (self);
  return cf_cpu_filter_new (&description, error);
}

/* Makes the filters that fill from space and copy the result. */
static gboolean
make_filters (Temporal *self, GError **error)
{
  CfFilter description = self->filter;

  description.params = (CfFilterParams){ .op = CF_OP_COPY };
  description.filtered = 0;
  self->fill = make_fill (self, error);
  self->copy = self->fill ? cf_cpu_filter_new (&description, error) : NULL;
  return self->copy != NULL;
}

static void
free_inner (CfFilter *filter)
{
  filter->klass->free (filter);
}

static void
temporal_free (CfFilter *filter)
{
  Temporal *self = (Temporal *)filter;
  guint i, k;

  for (i = 0; i < CF_MAX_PLANES; i++) {
    g_free (self->planes[i].bits);
    for (k = 0; k < CF_TEMPORAL_REFERENCES; k++) {
      cf_cpu_motion_free (self->planes[i].motion[k]);
      g_free (self->planes[i].choices[k]);
    }
    for (k = 0; k < self->n_slots; k++) {
      cf_cpu_free (self->slots[k].planes[i].data);
      cf_cpu_free (self->slots[k].states[i]);
    }
  }
  g_clear_pointer (&self->fill, free_inner);
  g_clear_pointer (&self->copy, free_inner);
  g_free (self->marked);
  g_free (self);
}

static gboolean
temporal_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  Temporal *self = (Temporal *)filter;
  guint i;

  for (i = 0; i < filter->n_planes; i++) {
    Plane *plane = &self->planes[i];
    const CfPlane *p = &filter->planes[i];
    CfInpaintBox box;

    if (!(filter->filtered >> i & 1))
      continue;
    plane->is_empty =
        plane->guide < 0 || !cf_inpaint_holes_box (&holes[i], p, &box);
    plane->holes = holes[i];
    if (!holes[i].bits)
      continue;
    memcpy (plane->bits, holes[i].bits, words_of (p) * sizeof (guint32));
    plane->holes.bits = plane->bits;
  }
  return self->fill->klass->set_holes (self->fill, holes, error);
}

/* Other parameters, from this frame on: the holes are as they were. */
static gboolean
follow_params (Temporal *self, GError **error)
{
  const CfFilterParams params = fill_params (self);
  CfInpaintHoles holes[CF_MAX_PLANES];
  CfFilter *fill;
  guint i;

  if (cf_filter_params_equal (&self->fill->params, &params))
    return TRUE;
  fill = make_fill (self, error);
  for (i = 0; i < self->filter.n_planes; i++)
    holes[i] = self->planes[i].holes;
  if (!fill || !fill->klass->set_holes (fill, holes, error)) {
    g_clear_pointer (&fill, free_inner);
    return FALSE;
  }
  free_inner (self->fill);
  self->fill = fill;
  return TRUE;
}

/* Frames that come */

static void
mark_states (Temporal *self, Slot *slot, guint i)
{
  const Plane *plane = &self->planes[i];
  const CfPlane *p = &slot->planes[i];
  const gint words = CF_INPAINT_WORDS (p->width);
  const guint32 *bits = plane->bits;
  const gsize size = words_of (p) * sizeof *bits;
  gint x, y;

  memset (slot->states[i], CF_TEMPORAL_KNOWN, (gsize)p->width * p->height);
  if (plane->is_empty)
    return;
  slot->has_holes = TRUE;
  if (plane->holes.alpha >= 0) {
    if (plane->holes.bits)
      memcpy (self->marked, bits, size);
    else
      memset (self->marked, 0, size);
    cf_cpu_inpaint_mark_zeros (
        p, &slot->planes[plane->holes.alpha], self->marked);
    bits = self->marked;
  }
  for (y = 0; y < p->height; y++) {
    guint8 *row = slot->states[i] + (gsize)y * p->width;

    for (x = 0; x < p->width; x++)
      if (bits[(gsize)y * words + x / 32] >> x % 32 & 1)
        row[x] = CF_TEMPORAL_SPACE;
  }
}

static gboolean
temporal_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  Temporal *self = (Temporal *)filter;
  Slot *slot = slot_of (self, self->n_pushed);
  guint i;

  if (!follow_params (self, error)
      || !self->fill->klass->run (self->fill, NULL, src, slot->planes, error))
    return FALSE;
  slot->has_holes = FALSE;
  for (i = 0; i < filter->n_planes; i++)
    if (self->planes[i].guide >= 0)
      mark_states (self, slot, i);
  self->n_pushed++;
  return TRUE;
}

/* References */

static void
make_bytes (gpointer data, guint slice, guint thread)
{
  const Part *part = data;
  const Run *run = part->run;
  CfCpuMotion *motion = run->self->planes[part->plane]
                            .motion[run->references[part->reference].number];
  gsize stride;
  guint8 *frame = cf_cpu_motion_get_frame (motion, &stride);
  guint8 *result = cf_cpu_motion_get_result (motion, &stride);
  const gint top = slice * SLICE_ROWS;

  cf_cpu_temporal_bytes (&run->now->planes[part->plane], part->scale, top,
      top + SLICE_ROWS, frame, stride);
  cf_cpu_temporal_bytes (
      &run->references[part->reference].slot->planes[part->plane], part->scale,
      top, top + SLICE_ROWS, result, stride);
}

/* FALSE where a scene change lies between. */
static gboolean
search (const Run *run, guint reference)
{
  Temporal *self = run->self;
  const guint number = run->references[reference].number;
  gboolean is_scene_change = FALSE;
  guint i;

  for (i = 0; i < self->filter.n_planes; i++) {
    Part part = { run, i, reference };

    if (self->planes[i].guide != (gint)i)
      continue;
    part.scale = cf_cpu_denoise_scale (&run->now->planes[i], 0);
    cf_cpu_pool_run (pool_of (self), make_bytes, &part,
        slices_of (self->filter.planes[i].height));
    is_scene_change |= CF_SCENE_CHANGE
                       == cf_cpu_motion_search (
                           self->planes[i].motion[number], CF_TEMPORAL_SIGMA);
  }
  for (i = 0; i < self->filter.n_planes && is_scene_change; i++)
    if (self->planes[i].guide == (gint)i)
      cf_cpu_motion_reset (self->planes[i].motion[number]);
  return !is_scene_change;
}

static void
find_references (Run *run)
{
  Temporal *self = run->self;
  guint i;

  for (i = 0; i < MIN (self->n_pushed, self->n_slots - 1); i++) {
    /* the last result, then the next frames */
    if (i == 0 && !self->has_last)
      continue;
    run->references[run->n_references].number = i;
    run->references[run->n_references].slot =
        slot_of (self, i == 0 ? self->n_slots - 1 : i);
    if (search (run, run->n_references))
      run->n_references++;
  }
}

/* Repair */

static void
choose (gpointer data, guint row, guint thread)
{
  const Part *part = data;
  const Run *run = part->run;
  const Plane *plane = &run->self->planes[part->plane];
  const guint number = run->references[part->reference].number;
  CfCpuMotion *motion = plane->motion[number];
  const CfPlane *p = &run->self->filter.planes[part->plane];
  CfCpuTemporalBlocks job = {
    .pictures = { .states = run->now->states[part->plane],
        .reference_states =
            run->references[part->reference].slot->states[part->plane],
        .width = p->width,
        .height = p->height },
    .choices = plane->choices[number],
    .dominant = cf_cpu_motion_get_dominant (motion),
  };
  gsize stride;

  job.pictures.frame = cf_cpu_motion_get_frame (motion, &stride);
  job.pictures.result = cf_cpu_motion_get_result (motion, &stride);
  job.pictures.stride = stride;
  job.field = cf_cpu_motion_get_field (motion, &job.across, &job.down);
  cf_cpu_temporal_choose (&job, row);
}

static void
repair (gpointer data, guint slice, guint thread)
{
  const Part *part = data;
  const Run *run = part->run;
  const Temporal *self = run->self;
  const Plane *plane = &self->planes[part->plane];
  const Plane *guide = &self->planes[plane->guide];
  const CfPlane *led = &self->filter.planes[plane->guide];
  CfCpuTemporalSamples job = {
    .plane = &run->now->planes[part->plane],
    .states = run->now->states[part->plane],
    .n_references = run->n_references,
    .across = cf_motion_blocks (led->width),
    .down = cf_motion_blocks (led->height),
    .halved_x = plane->halved_x,
    .halved_y = plane->halved_y,
    .top = slice * SLICE_ROWS,
  };
  guint i;

  for (i = 0; i < run->n_references; i++) {
    job.references[i].plane = &run->references[i].slot->planes[part->plane];
    job.references[i].states = run->references[i].slot->states[part->plane];
    job.references[i].choices = guide->choices[run->references[i].number];
  }
  job.bottom = MIN (job.top + SLICE_ROWS, job.plane->height);
  cf_cpu_temporal_repair (&job);
}

static void
repair_frame (Temporal *self)
{
  Run run = { self, slot_of (self, 0) };
  guint i, k;

  find_references (&run);
  if (run.n_references == 0)
    return;
  for (i = 0; i < self->filter.n_planes; i++)
    for (k = 0; k < run.n_references && self->planes[i].guide == (gint)i; k++)
      cf_cpu_pool_run (pool_of (self), choose, &(Part){ &run, i, k },
          cf_motion_blocks (self->filter.planes[i].height));
  for (i = 0; i < self->filter.n_planes; i++)
    if (self->planes[i].guide >= 0)
      cf_cpu_pool_run (pool_of (self), repair, &(Part){ &run, i, 0 },
          slices_of (self->filter.planes[i].height));
}

/* It stays filled from space. */
static void
temporal_skip (CfFilter *filter)
{
  Temporal *self = (Temporal *)filter;

  self->has_last = TRUE;
  self->n_pushed--;
  self->next++;
}

/* `src` NULL: of the oldest frame that was pushed */
static gboolean
temporal_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  Temporal *self = (Temporal *)filter;

  if (src && !temporal_push (filter, stream, src, error))
    return FALSE;
  if (filter->params.inpaint.temporal && slot_of (self, 0)->has_holes)
    repair_frame (self);
  temporal_skip (filter);
  return self->copy->klass->run (
      self->copy, NULL, slot_of (self, self->n_slots - 1)->planes, dst, error);
}

static void
temporal_reset (CfFilter *filter)
{
  Temporal *self = (Temporal *)filter;
  guint i, k;

  self->has_last = FALSE;
  self->next += self->n_pushed;
  self->n_pushed = 0;
  for (i = 0; i < filter->n_planes; i++)
    for (k = 0; k < CF_TEMPORAL_REFERENCES; k++)
      if (self->planes[i].motion[k])
        cf_cpu_motion_reset (self->planes[i].motion[k]);
}

static const CfFilterClass temporal_class = { .free = temporal_free,
  .run = temporal_run,
  .push = temporal_push,
  .reset = temporal_reset,
  .skip = temporal_skip,
  .set_holes = temporal_set_holes };

CfFilter *
cf_cpu_temporal_new (const CfFilter *description, GError **error)
{
  Temporal *self = g_new0 (Temporal, 1);
  gboolean ok;
  guint i;

  self->filter = *description;
  self->filter.klass = &temporal_class;
  self->n_slots = description->params.inpaint.future + 2;
  ok = init_planes (self, error) && make_filters (self, error);
  for (i = 0; ok && i < self->n_slots; i++)
    ok = alloc_slot (self, &self->slots[i], error);
  if (ok)
    return &self->filter;
  temporal_free (&self->filter);
  return NULL;
}
