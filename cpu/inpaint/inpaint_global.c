/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting by iterated thresholding of a whole plane's cosine transform.
 *
 * The transform is one of the rows and one of the columns. Two passes make an
 * iteration, so that each reads and writes the plane once: columns are
 * transformed, thresholded and transformed back while they are in the cache,
 * then rows are transformed back, known samples put in their places, and
 * transformed for the next iteration. Bound by FFTW. */
#include "cpu/inpaint/inpaint_global.h"
#include "engine/core/cferror.h"
#include "engine/inpaint/cfinpaintthreshold.h"
#include "cpu/core/cpubackend.h"
#include "cpu/inpaint/fftw.h"

#include <math.h>
#include <string.h>

#define LINE 16  /* samples of a cache line */
#define STRIP 16 /* columns that are taken out at once */
#define MIN_ROWS 4

struct _CfCpuInpaintGlobal {
  CfInpaintParams params;
  gint width, height;
  CfCpuPool *pool;
  CfFftwPlan row[2], column[2]; /* and back */
  gsize pitch, column_pitch;    /* samples */
  gfloat *plane;                /* rows of `pitch` */
  gfloat *strips;               /* of each thread */
  gfloat *maxima;               /* of each strip's coefficients */
  gfloat *thresholds;
  guint n;
  gint slice_rows;
};

typedef struct {
  CfCpuInpaintGlobal *self;
  gfloat *samples;
  const guint32 *holes;
  gfloat threshold;
  gboolean is_first, is_last;
} Pass;

static guint
n_strips (const CfCpuInpaintGlobal *self)
{
  return (self->width + STRIP - 1) / STRIP;
}

static gboolean
make_plans (CfCpuInpaintGlobal *self, GError **error)
{
  self->row[0] = cf_cpu_fftw_plan (self->width, CF_FFTW_DCT, self->plane);
  self->row[1] = cf_cpu_fftw_plan (self->width, CF_FFTW_INVERSE, self->plane);
  self->column[0] = cf_cpu_fftw_plan (self->height, CF_FFTW_DCT, self->strips);
  self->column[1] =
      cf_cpu_fftw_plan (self->height, CF_FFTW_INVERSE, self->strips);
  if (self->row[0] && self->row[1] && self->column[0] && self->column[1])
    return TRUE;
  g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
      "Out of memory: FFTW cannot plan %dx%d", self->width, self->height);
  return FALSE;
}

/* The pitch is an odd number of cache lines: a strip is read from row to row,
 * and a power of two would map it to few sets. */
static gsize
pitch_of (gint n)
{
  return (((gsize)n + LINE - 1) / LINE | 1) * LINE;
}

CfCpuInpaintGlobal *
cf_cpu_inpaint_global_new (const CfInpaintParams *params, gint width,
    gint height, CfCpuPool *pool, GError **error)
{
  const guint n_threads = cf_cpu_pool_get_n_threads (pool);
  CfCpuInpaintGlobal *self;
  gsize size;

  if (!cf_cpu_fftw_load (error))
    return NULL;
  self = g_new0 (CfCpuInpaintGlobal, 1);
  self->params = *params;
  self->width = width;
  self->height = height;
  self->pool = pool;
  self->n = cf_inpaint_global_iterations (params);
  self->pitch = pitch_of (width);
  self->column_pitch = pitch_of (height);
  self->slice_rows = MAX (height / (gint)(8 * n_threads), MIN_ROWS);
  self->thresholds = g_new (gfloat, self->n);
  self->maxima = g_new (gfloat, n_strips (self));
  size = self->pitch * height * sizeof (gfloat);
  self->plane = (gfloat *)cf_cpu_alloc (size, error);
  if (self->plane)
    self->strips = (gfloat *)cf_cpu_alloc (
        self->column_pitch * STRIP * n_threads * sizeof (gfloat), error);
  if (!self->strips || !make_plans (self, error)) {
    cf_cpu_inpaint_global_free (self);
    return NULL;
  }
  /* columns beyond the last are transformed with it */
  memset (self->plane, 0, size);
  return self;
}

void
cf_cpu_inpaint_global_free (CfCpuInpaintGlobal *self)
{
  gint i;

  for (i = 0; i < 2; i++) {
    cf_cpu_fftw_free (self->row[i]);
    cf_cpu_fftw_free (self->column[i]);
  }
  cf_cpu_free ((guint8 *)self->strips);
  cf_cpu_free ((guint8 *)self->plane);
  g_free (self->maxima);
  g_free (self->thresholds);
  g_free (self);
}

/* Up to 32 samples: those in holes are of `to`, times `scale`, the others
 * `known`. */
static inline void
merge_word (gfloat *restrict to, const gfloat *restrict known, guint32 word,
    gfloat scale, gint n)
{
  /* not all processors shift the lanes of a vector each on its own */
  static const guint32 bits[32] = { 1u << 0, 1u << 1, 1u << 2, 1u << 3, 1u << 4,
    1u << 5, 1u << 6, 1u << 7, 1u << 8, 1u << 9, 1u << 10, 1u << 11, 1u << 12,
    1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19,
    1u << 20, 1u << 21, 1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26,
    1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31 };
  gint i;

  if (word == 0) {
    memcpy (to, known, n * sizeof *to);
    return;
  }
  for (i = 0; i < n; i++) {
    const gfloat estimate = to[i] * scale, sample = known[i];

    to[i] = word & bits[i] ? estimate : sample;
  }
}

static void
merge_row (const CfCpuInpaintGlobal *self, gfloat *to, const gfloat *known,
    const guint32 *holes, gfloat scale)
{
  gint x;

  for (x = 0; x + 32 <= self->width; x += 32)
    merge_word (to + x, known + x, holes[x / 32], scale, 32);
  if (x < self->width)
    merge_word (to + x, known + x, holes[x / 32], scale, self->width - x);
}

/* Rows back, but of the first pass, merged, and transformed, but of the last,
 * which are results. */
static void
do_rows (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const CfCpuInpaintGlobal *self = pass->self;
  /* both transforms back, of all rows and columns */
  const gfloat scale = 0.25 / ((gdouble)self->width * self->height);
  const gint first = slice * self->slice_rows;
  gint y;

  for (y = first; y < MIN (first + self->slice_rows, self->height); y++) {
    gfloat *row = self->plane + y * self->pitch;
    gfloat *known = pass->samples + (gsize)y * self->width;
    const guint32 *holes =
        pass->holes + (gsize)y * CF_INPAINT_WORDS (self->width);

    if (pass->is_first)
      memset (row, 0, self->width * sizeof *row);
    else
      cf_cpu_fftw_run (self->row[1], row);
    merge_row (self, row, known, holes, scale);
    if (pass->is_last)
      memcpy (known, row, self->width * sizeof *row);
    else
      cf_cpu_fftw_run (self->row[0], row);
  }
}

/* Rows of the plane become columns, and back. */
static void
take_strip (const CfCpuInpaintGlobal *self, gfloat *strip, const gfloat *from)
{
  gint x, y;

  for (y = 0; y < self->height; y++)
    for (x = 0; x < STRIP; x++)
      strip[x * self->column_pitch + y] = from[y * self->pitch + x];
}

static void
give_strip (const CfCpuInpaintGlobal *self, const gfloat *strip, gfloat *to)
{
  gint x, y;

  for (y = 0; y < self->height; y++)
    for (x = 0; x < STRIP; x++)
      to[y * self->pitch + x] = strip[x * self->column_pitch + y];
}

/* FFTW's coefficient for an orthonormal one of 1 in column x, from the second
 * on; the first is sqrt (2) times that. */
static gfloat
gain (const CfCpuInpaintGlobal *self, gint x)
{
  return 2 * sqrt ((x == 0 ? 2.0 : 1.0) * self->width * self->height);
}

static void
threshold_column (
    const CfCpuInpaintGlobal *self, gfloat *column, gint x, gfloat threshold)
{
  const gfloat limit = threshold * gain (self, x);
  gint y;

  if (x > 0 && fabsf (column[0]) < limit * (gfloat)G_SQRT2)
    column[0] = 0;
  for (y = 1; y < self->height; y++)
    column[y] = fabsf (column[y]) < limit ? 0 : column[y];
}

static gfloat
column_maximum (const CfCpuInpaintGlobal *self, const gfloat *column, gint x)
{
  gfloat maximum = x > 0 ? fabsf (column[0]) / (gfloat)G_SQRT2 : 0;
  gint y;

  for (y = 1; y < self->height; y++)
    maximum = MAX (maximum, fabsf (column[y]));
  return maximum / gain (self, x);
}

static void
do_columns (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const CfCpuInpaintGlobal *self = pass->self;
  gfloat *strip = self->strips + thread * STRIP * self->column_pitch;
  gfloat *from = self->plane + slice * STRIP;
  gint i;

  take_strip (self, strip, from);
  for (i = 0; i < STRIP; i++) {
    gfloat *column = strip + i * self->column_pitch;

    cf_cpu_fftw_run (self->column[0], column);
    threshold_column (self, column, slice * STRIP + i, pass->threshold);
    cf_cpu_fftw_run (self->column[1], column);
  }
  give_strip (self, strip, from);
}

static void
find_maximum (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const CfCpuInpaintGlobal *self = pass->self;
  gfloat *strip = self->strips + thread * STRIP * self->column_pitch;
  gfloat maximum = 0;
  gint i;

  take_strip (self, strip, self->plane + slice * STRIP);
  for (i = 0; i < STRIP; i++) {
    gfloat *column = strip + i * self->column_pitch;

    cf_cpu_fftw_run (self->column[0], column);
    maximum = MAX (maximum, column_maximum (self, column, slice * STRIP + i));
  }
  self->maxima[slice] = maximum;
}

static void
make_thresholds (Pass *pass)
{
  CfCpuInpaintGlobal *self = pass->self;
  gdouble start = self->params.threshold_start;
  guint i;

  if (start < 0) {
    cf_cpu_pool_run (self->pool, find_maximum, pass, n_strips (self));
    for (start = 0, i = 0; i < n_strips (self); i++)
      start = MAX (start, self->maxima[i]);
    start = cf_inpaint_start (start);
  }
  cf_inpaint_schedule (&self->params, start,
      cf_inpaint_global_end (&self->params), self->n, self->thresholds);
}

void
cf_cpu_inpaint_global_run (
    CfCpuInpaintGlobal *self, gfloat *samples, const guint32 *holes)
{
  const guint n_slices =
      (self->height + self->slice_rows - 1) / self->slice_rows;
  Pass pass = { self, samples, holes, .is_first = TRUE };
  guint i;

  cf_cpu_pool_run (self->pool, do_rows, &pass, n_slices);
  pass.is_first = FALSE;
  make_thresholds (&pass);
  for (i = 0; i < self->n; i++) {
    pass.threshold = self->thresholds[i];
    pass.is_last = i == self->n - 1;
    cf_cpu_pool_run (self->pool, do_columns, &pass, n_strips (self));
    cf_cpu_pool_run (self->pool, do_rows, &pass, n_slices);
  }
}
