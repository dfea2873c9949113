/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prefix sums of a picture's rows, for contours. */
#include "cpu/snake/snake_rows.h"
#include "cpu/core/cpubackend.h"

#define LINE 64      /* bytes of a cache line */
#define MIN_SLICE 16 /* rows */

typedef struct {
  CfCpuSnakeRows *r;
  const CfPlane *plane;
  CfCpuBox box;
  gint slice_rows;
} Fill;

/* Rows an odd number of cache lines apart: a contour runs from row to row in
 * about one column, and a power of two would map them all to one set. */
static gsize
pitch_of (gboolean narrow, gint width)
{
  const gsize per_line =
      LINE / (narrow ? sizeof (guint64) : sizeof (CfSnakeWideEntry));
  const gsize lines = ((gsize)width + 1 + per_line - 1) / per_line;

  return (lines | 1) * per_line;
}

gboolean
cf_cpu_snake_rows_init (CfCpuSnakeRows *r, const CfPlane *p, GError **error)
{
  r->narrow = cf_snake_rows_are_narrow (p->width, p->bits);
  r->memory = cf_cpu_alloc (
      pitch_of (r->narrow, p->width) * p->height
          * (r->narrow ? sizeof (guint64) : sizeof (CfSnakeWideEntry)),
      error);
  return r->memory != NULL;
}

void
cf_cpu_snake_rows_clear (CfCpuSnakeRows *r)
{
  cf_cpu_free (r->memory);
}

#define CF_INLINE static inline __attribute__ ((always_inline))

CF_INLINE guint
value (const guint8 *row, gsize i, gint bytes, gint shift)
{
  return (bytes == 1 ? row[i] : ((const guint16 *)row)[i]) >> shift;
}

/* Bytes: what each adds to both sums is looked up. */
CF_INLINE void
byte_row (const guint8 *row, gsize width, gsize step, const guint64 *adds,
    guint64 *to)
{
  guint64 sum = 0;
  gsize x;

  for (x = 0; x < width; x++) {
    to[x] = sum;
    sum += adds[row[x * step]];
  }
  to[width] = sum;
}

CF_INLINE void
narrow_row (
    const guint16 *row, gsize width, gsize step, gint shift, guint64 *to)
{
  guint64 sum = 0;
  gsize x;

  for (x = 0; x < width; x++) {
    to[x] = sum;
    sum = cf_snake_narrow_add (sum, row[x * step] >> shift);
  }
  to[width] = sum;
}

CF_INLINE void
wide_row (const guint8 *row, gsize width, gsize step, gint bytes, gint shift,
    CfSnakeWideEntry *to)
{
  CfSnakeWideEntry sum = { 0, 0 };
  gsize x;

  for (x = 0; x < width; x++) {
    const guint64 v = value (row, x * step, bytes, shift);

    to[x] = sum;
    sum.s += v;
    sum.q += v * v;
  }
  to[width] = sum;
}

static void
fill_slice (gpointer data, guint slice, guint thread)
{
  const Fill *f = data;
  const CfPlane *p = f->plane;
  const gsize width = f->box.right - f->box.left;
  const gsize pitch = f->r->rows.pitch;
  const gint first = slice * f->slice_rows;
  const gint height = f->box.bottom - f->box.top;
  guint64 adds[256];
  gint y, i;

  for (i = 0; i < 256; i++)
    adds[i] = cf_snake_narrow_add (0, i >> p->shift);
  for (y = first; y < MIN (first + f->slice_rows, height); y++) {
    const guint8 *row = p->data + (gssize)(f->box.top + y) * p->stride
                        + (gssize)f->box.left * p->step * p->bytes;

    if (f->r->narrow) {
      guint64 *to = (guint64 *)f->r->memory + y * pitch;

      if (p->bytes == 2)
        narrow_row ((const guint16 *)row, width, p->step, p->shift, to);
      else if (p->step == 1)
        byte_row (row, width, 1, adds, to);
      else
        byte_row (row, width, p->step, adds, to);
    } else {
      CfSnakeWideEntry *to = (CfSnakeWideEntry *)f->r->memory + y * pitch;

      wide_row (row, width, p->step, p->bytes, p->shift, to);
    }
  }
}

void
cf_cpu_snake_rows_fill (CfCpuSnakeRows *r, CfCpuPool *pool,
    const CfPlane *plane, const CfCpuBox *box)
{
  const guint n_threads = cf_cpu_pool_get_n_threads (pool);
  const gint height = box->bottom - box->top;
  Fill fill = { r, plane, *box };

  r->rows.pitch = pitch_of (r->narrow, box->right - box->left);
  r->rows.origin = -box->top * r->rows.pitch - box->left;
  r->rows.narrow = r->narrow ? (const guint64 *)r->memory : NULL;
  r->rows.wide = (const CfSnakeWideEntry *)r->memory;
  fill.slice_rows = MAX (height / (gint)(4 * n_threads), MIN_SLICE);
  cf_cpu_pool_run (pool, fill_slice, &fill,
      (height + fill.slice_rows - 1) / fill.slice_rows);
}

CfSnakeSums
cf_cpu_snake_rows_box (const CfSnakeRows *rows, const CfCpuBox *box)
{
  CfSnakeSums sums = { 0, 0, 0 };
  gint y;

  for (y = box->top; y < box->bottom; y++)
    sums = cf_snake_sums_add (
        sums, cf_snake_sums_subtract (cf_snake_rows_at (rows, box->right, y),
                  cf_snake_rows_at (rows, box->left, y)));
  return sums;
}
