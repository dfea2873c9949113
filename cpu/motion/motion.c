/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for motion, pass by pass. */
#include "cpu/motion/motion.h"

#include "cpu/motion/scene_change.h"
#include "cpu/motion/motion_kernel.h"

#include <string.h>

#define MARGIN CF_CPU_MOTION_MARGIN
#define LEVELS CF_MOTION_LEVELS
#define FIELDS (LEVELS + 1)

struct _CfCpuMotion {
  CfCpuPool *pool;
  const CfCpuMotionKernel *kernel;
  guint8 *memory; /* of all that follows */
  CfCpuMotionPicture frame[LEVELS], result[LEVELS];
  CfCpuMotionField fields[FIELDS]; /* of levels, and another of level 0 */
  CfCpuMotionField medians;
  CfMotionVector *field; /* of the last search, without replicas */
  CfCpuMotionBlock *blocks;
  guint8 *trusted; /* blocks of the last field */
  CfCpuSceneChangeCounts *counts;
  CfMotionVector dominant;
};

/* --- memory --- */

/* Takes so many bytes from *offset on, of memory that may not be there yet. */
static gpointer
take (guint8 *memory, gsize *offset, gsize size)
{
  gpointer at = memory ? memory + *offset : NULL;

  *offset += (size + 63) / 64 * 64;
  return at;
}

static void
place_picture (CfCpuMotionPicture *p, gint width, gint height, guint8 *memory,
    gsize *offset)
{
  guint8 *at;

  p->width = width;
  p->height = height;
  p->stride = ((gsize)width + 2 * MARGIN + 63) / 64 * 64;
  at = take (memory, offset, p->stride * ((gsize)height + 2 * MARGIN));
  p->samples = at ? at + MARGIN * p->stride + MARGIN : NULL;
}

static void
place_field (
    CfCpuMotionField *f, gint width, gint height, guint8 *memory, gsize *offset)
{
  CfMotionVector *at;

  f->width = width;
  f->height = height;
  f->stride = (gsize)width + 2;
  at = take (memory, offset, f->stride * height * sizeof *at);
  f->vectors = at ? at + 1 : NULL;
}

/* Returns how many bytes there are. */
static gsize
place (CfCpuMotion *self, gint width, gint height, guint8 *memory)
{
  const gint across = cf_motion_blocks (width),
             down = cf_motion_blocks (height);
  const gsize n_blocks = (gsize)across * down;
  gsize offset = 0;

  for (gint level = 0; level < LEVELS; level++) {
    place_picture (&self->frame[level], width, height, memory, &offset);
    place_picture (&self->result[level], width, height, memory, &offset);
    place_field (&self->fields[level], cf_motion_blocks (width),
        cf_motion_blocks (height), memory, &offset);
    width = cf_motion_half (width);
    height = cf_motion_half (height);
  }
  place_field (&self->fields[LEVELS], across, down, memory, &offset);
  place_field (&self->medians, across, down, memory, &offset);
  self->field = take (memory, &offset, n_blocks * sizeof *self->field);
  self->blocks = take (memory, &offset, n_blocks * sizeof *self->blocks);
  self->trusted = take (memory, &offset, n_blocks);
  self->counts = take (
      memory, &offset, self->fields[LEVELS - 1].height * sizeof *self->counts);
  return offset;
}

CfCpuMotion *
cf_cpu_motion_new (CfCpuDevice *device, gint width, gint height, GError **error)
{
  CfCpuMotion *self = g_new0 (CfCpuMotion, 1);

  self->pool = device->pool;
  self->kernel = device->kernels.motion;
  self->memory = cf_cpu_alloc (place (self, width, height, NULL), error);
  if (!self->memory) {
    g_free (self);
    return NULL;
  }
  place (self, width, height, self->memory);
  cf_cpu_motion_reset (self);
  return self;
}

void
cf_cpu_motion_free (CfCpuMotion *self)
{
  if (!self)
    return;
  cf_cpu_free (self->memory);
  g_free (self);
}

guint8 *
cf_cpu_motion_get_frame (CfCpuMotion *self, gsize *stride)
{
  *stride = self->frame[0].stride;
  return self->frame[0].samples;
}

guint8 *
cf_cpu_motion_get_result (CfCpuMotion *self, gsize *stride)
{
  *stride = self->result[0].stride;
  return self->result[0].samples;
}

const CfMotionVector *
cf_cpu_motion_get_field (const CfCpuMotion *self, gint *width, gint *height)
{
  *width = self->fields[0].width;
  *height = self->fields[0].height;
  return self->field;
}

CfMotionVector
cf_cpu_motion_get_dominant (const CfCpuMotion *self)
{
  return self->dominant;
}

const guint8 *
cf_cpu_motion_get_trusted (const CfCpuMotion *self)
{
  return self->trusted;
}

void
cf_cpu_motion_reset (CfCpuMotion *self)
{
  const CfCpuMotionField *f = &self->fields[0];

  memset (self->field, 0, (gsize)f->width * f->height * sizeof *self->field);
  self->dominant = (CfMotionVector){ 0, 0 };
}

void
cf_cpu_motion_scale (CfCpuMotion *self, gint now, gint before)
{
  const CfCpuMotionField *f = &self->fields[0];
  const gsize n_blocks = (gsize)f->width * f->height;

  for (gsize i = 0; i < n_blocks; i++)
    self->field[i] = cf_motion_scaled (self->field[i], now, before);
  self->dominant = cf_motion_scaled (self->dominant, now, before);
}

/* --- levels --- */

/* Rows of level 0 of a slice: 8 of the coarsest level. */
#define SLICE (CF_MOTION_BLOCK << (LEVELS - 1))

/* Replicas on either side of rows top...bottom-1, and above and below those at
 * the picture's ends. */
static void
extend (const CfCpuMotionPicture *p, gint top, gint bottom)
{
  const gsize row_size = (gsize)p->width + 2 * MARGIN;

  for (gint y = top; y < bottom; y++) {
    guint8 *row = p->samples + y * p->stride;

    memset (row - MARGIN, row[0], MARGIN);
    memset (row + p->width, row[p->width - 1], MARGIN);
  }
  for (gint i = 1; i <= MARGIN && top == 0; i++)
    memcpy (p->samples - MARGIN - i * p->stride, p->samples - MARGIN, row_size);
  if (bottom == p->height) {
    guint8 *last = p->samples + (bottom - 1) * p->stride - MARGIN;

    for (gint i = 1; i <= MARGIN; i++)
      memcpy (last + i * p->stride, last, row_size);
  }
}

/* The finer level has its replicas: below its last row too. */
static void
halve (const CfCpuMotionKernel *kernel, const CfCpuMotionPicture *from,
    const CfCpuMotionPicture *to, gint top, gint bottom)
{
  for (gint y = top; y < bottom; y++) {
    const guint8 *upper = from->samples + 2 * y * from->stride;

    kernel->halve (
        upper, upper + from->stride, to->samples + y * to->stride, to->width);
  }
}

static void
prepare_slice (gpointer data, guint slice, guint thread)
{
  const CfCpuMotion *self = data;
  const guint half = slice / 2;
  const CfCpuMotionPicture *levels = slice % 2 ? self->result : self->frame;

  for (gint level = 0; level < LEVELS; level++) {
    const CfCpuMotionPicture *p = &levels[level];
    const gint rows = SLICE >> level, top = half * rows;
    const gint bottom = MIN (top + rows, p->height);

    if (level > 0)
      halve (self->kernel, p - 1, p, top, bottom);
    extend (p, top, bottom);
  }
}

/* --- passes --- */

typedef struct {
  CfCpuMotionPass pass;
  void (*run) (const CfCpuMotionPass *pass, gint row);
} Work;

static void
run_slice (gpointer data, guint slice, guint thread)
{
  const Work *work = data;

  work->run (&work->pass, slice);
}

/* Finds what vectors around 0 cost where the dominant one is predicted. */
static void
find_penalties (CfCpuMotionPass *pass)
{
  const CfMotionVector d = pass->dominant;

  for (gint j = 0; j < CF_CPU_MOTION_SIDE; j++) {
    pass->least_penalties[j] = G_MAXINT;
    for (gint i = 0; i < CF_CPU_MOTION_SIDE; i++) {
      const CfMotionVector v = cf_motion_vector (
          4 * (i - CF_MOTION_REACH), 4 * (j - CF_MOTION_REACH));

      pass->penalties[j][i] = cf_motion_penalty (v, d, d, 0, pass->lambda);
      pass->least_penalties[j] =
          MIN (pass->least_penalties[j], pass->penalties[j][i]);
    }
  }
}

static void
run (CfCpuMotion *self, Work *work, const CfCpuMotionField *from,
    const CfCpuMotionField *to,
    void (*row) (const CfCpuMotionPass *pass, gint row))
{
  work->pass.from = from;
  work->pass.to = to;
  work->run = row;
  cf_cpu_pool_run (self->pool, run_slice, work, to->height);
}

/* Whole samples. */
static void
search_level (CfCpuMotion *self, Work *work, gint level)
{
  CfCpuMotionPass *pass = &work->pass;
  const gboolean is_coarsest = level == LEVELS - 1;

  pass->level = level;
  pass->frame = &self->frame[level];
  pass->result = &self->result[level];
  pass->dominant = cf_motion_at_level (self->dominant, level);
  if (is_coarsest)
    find_penalties (pass);
  run (self, work, is_coarsest ? NULL : &self->fields[level + 1],
      &self->fields[level],
      is_coarsest ? self->kernel->coarsest : self->kernel->finer);
}

/* --- what the passes have found --- */

static gint
sum_at (const gint *bins, gint component)
{
  const gint i = component + CF_MOTION_BINS / 2;

  return bins[i - 1] + 2 * bins[i] + bins[i + 1];
}

static gint
peak (const gint *bins, gint n_blocks)
{
  gint most = 0, at = 0;

  for (gint distance = 0; distance < CF_MOTION_BINS / 2; distance++)
    for (gint sign = -1; sign <= 1; sign += 2) {
      const gint sum = sum_at (bins, sign * distance);

      if (sum > most) {
        most = sum;
        at = sign * distance;
      }
    }
  return cf_motion_is_dominant (most, n_blocks) ? at : 0;
}

/* The field without replicas, and its dominant vector. */
static void
keep_field (CfCpuMotion *self, const CfCpuMotionField *f)
{
  gint columns[CF_MOTION_BINS + 1] = { 0 }, rows[CF_MOTION_BINS + 1] = { 0 };
  const gint n_blocks = f->width * f->height;

  for (gint y = 0; y < f->height; y++) {
    const gsize first = (gsize)y * f->width;
    const CfMotionVector *row = f->vectors + y * f->stride;

    memcpy (self->field + first, row, f->width * sizeof *row);
    for (gint x = 0; x < f->width; x++)
      if (self->blocks[first + x].is_textured) {
        columns[cf_motion_bin (row[x].x)]++;
        rows[cf_motion_bin (row[x].y)]++;
      }
  }
  self->dominant =
      cf_motion_vector (peak (columns, n_blocks), peak (rows, n_blocks));
}

static gint
change (const CfCpuMotion *self)
{
  const CfCpuMotionField *f = &self->fields[LEVELS - 1];
  const CfCpuMotionPicture *p = &self->frame[LEVELS - 1];

  return cf_cpu_scene_kind (
      self->counts, f->height, f->width * f->height, p->width * p->height);
}

gint
cf_cpu_motion_search (CfCpuMotion *self, guint sigma)
{
  const CfCpuMotionField *whole = &self->fields[0];
  const CfCpuMotionField *other = &self->fields[LEVELS];
  const CfMotionVector d = self->dominant;
  Work work = { .pass = { .sigma = sigma,
                    .lambda = cf_motion_lambda (sigma),
                    .keeps_still = d.x == 0 && d.y == 0,
                    .former = self->field,
                    .former_width = whole->width,
                    .former_height = whole->height,
                    .medians = &self->medians,
                    .blocks = self->blocks,
                    .trusted = self->trusted,
                    .counts = self->counts } };

  cf_cpu_pool_run (self->pool, prepare_slice, self,
      2 * ((self->frame[0].height + SLICE - 1) / SLICE));
  for (gint level = LEVELS - 1; level >= 0; level--)
    search_level (self, &work, level);
  work.pass.dominant = d;
  run (self, &work, whole, other, self->kernel->quarters);
  for (gint i = 0; i < CF_MOTION_SMOOTHINGS; i++) {
    const CfCpuMotionField *from = other;

    other = whole;
    whole = from;
    run (self, &work, whole, other, self->kernel->smooth);
  }
  keep_field (self, other);
  work.pass.dominant = self->dominant;
  run (self, &work, other, other, self->kernel->trust);
  return change (self);
}
