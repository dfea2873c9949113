/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The samples of a part of a plane as floats, and which of them are holes. */
#include "cpu/inpaint/inpaint_rows.h"
#include "cpu/inpaint/inpaint_box.h"
#include "engine/inpaint/cfinpaintalpha.h"

#include <math.h>
#include <string.h>

#define MIN_SLICE 16384 /* samples: fewer are done before a thread wakes up */

typedef struct {
  const CfCpuInpaintRows *rows;
  const CfPlane *plane;
  gint channel;
  const guint32 *bits;
  gint slice_rows;
} Work;

static void
share (Work *work, CfCpuSliceFunc func)
{
  const CfInpaintBox *b = &work->rows->box;
  const gint height = b->bottom - b->top;

  work->slice_rows =
      (MIN_SLICE + cf_cpu_inpaint_width (b) - 1) / cf_cpu_inpaint_width (b);
  cf_cpu_pool_run (work->rows->pool, func, work,
      (height + work->slice_rows - 1) / work->slice_rows);
}

/* The first row of a slice, and the one after its last. */
static gint
first_row (const Work *work, guint slice)
{
  return work->rows->box.top + (gint)slice * work->slice_rows;
}

static gint
end_row (const Work *work, guint slice)
{
  return MIN (first_row (work, slice + 1), work->rows->box.bottom);
}

static gsize
offset_of (const Work *work, gint y)
{
  const CfInpaintBox *b = &work->rows->box;

  return (gsize)(y - b->top) * cf_cpu_inpaint_width (b);
}

static const guint8 *
sample_at (const CfPlane *p, gint channel, gint x, gint y)
{
  return p->data + (gssize)y * p->stride
         + ((gssize)x * p->step + channel) * p->bytes;
}

static guint
read_sample (const CfPlane *p, const guint8 *at)
{
  return (p->bytes == 1 ? *at : *(const guint16 *)at) >> p->shift;
}

/* Returns a step of the samples in steps of 8 bits. */
static gfloat
step_of (const CfPlane *p)
{
  return ldexpf (1, 8 - p->bits);
}

static void
load_row (const CfPlane *p, gint channel, const CfInpaintBox *b, gint y,
    const gint32 *mask, gfloat *to)
{
  const guint8 *from = sample_at (p, channel, b->left, y);
  const gfloat unit = step_of (p);
  const gint n = cf_cpu_inpaint_width (b), stride = p->step * p->bytes;
  gint x;

  for (x = 0; x < n; x++)
    to[x] = mask[x] ? 0 : read_sample (p, from + x * stride) * unit;
}

static void
store_row (const CfPlane *p, gint channel, const CfInpaintBox *b, gint y,
    const gint32 *mask, const gfloat *from)
{
  guint8 *to = (guint8 *)sample_at (p, channel, b->left, y);
  const gfloat scale = 1 / step_of (p);
  const gfloat most = (1 << p->bits) - 1;
  const gint n = cf_cpu_inpaint_width (b), stride = p->step * p->bytes;
  gint x;

  for (x = 0; x < n; x++) {
    guint v;

    if (!mask[x])
      continue;
    v = (guint)CLAMP (from[x] * scale + 0.5f, 0, most) << p->shift;
    if (p->bytes == 1)
      to[x * stride] = v;
    else
      *(guint16 *)(to + x * stride) = v;
  }
}

static void
count_row (const CfPlane *p, gint channel, const CfInpaintBox *b, gint y,
    const gint32 *mask, CfInpaintTexture *t)
{
  const guint8 *from = sample_at (p, channel, b->left, y);
  const gint n = cf_cpu_inpaint_width (b), stride = p->step * p->bytes;
  gint x;

  for (x = 1; x < n - 1; x++) {
    gint v, around;

    if (mask[x - 1] | mask[x] | mask[x + 1])
      continue;
    v = read_sample (p, from + x * stride) << (16 - p->bits);
    around = (read_sample (p, from + (x - 1) * stride)
                 + read_sample (p, from + (x + 1) * stride))
             << (16 - p->bits);
    t->bins[cf_inpaint_bin (2 * v - around)]++;
    t->n++;
    t->sum += v;
    t->squares += (guint64)v * v;
  }
}

static void
load_rows (gpointer data, guint slice, guint thread)
{
  const Work *w = data;
  const CfCpuInpaintRows *r = w->rows;
  gint y;

  for (y = first_row (w, slice); y < end_row (w, slice); y++)
    load_row (w->plane, w->channel, &r->box, y, r->mask + offset_of (w, y),
        r->samples + offset_of (w, y));
}

static void
store_rows (gpointer data, guint slice, guint thread)
{
  const Work *w = data;
  const CfCpuInpaintRows *r = w->rows;
  gint y;

  for (y = first_row (w, slice); y < end_row (w, slice); y++)
    store_row (w->plane, w->channel, &r->box, y, r->mask + offset_of (w, y),
        r->samples + offset_of (w, y));
}

static void
count_rows (gpointer data, guint slice, guint thread)
{
  const Work *w = data;
  const CfCpuInpaintRows *r = w->rows;
  gint y;

  for (y = first_row (w, slice); y < end_row (w, slice); y++)
    count_row (w->plane, w->channel, &r->box, y, r->mask + offset_of (w, y),
        &r->textures[thread]);
}

static void
add_texture (CfInpaintTexture *sum, const CfInpaintTexture *t)
{
  guint i;

  sum->n += t->n;
  sum->sum += t->sum;
  sum->squares += t->squares;
  for (i = 0; i < CF_INPAINT_BINS; i++)
    sum->bins[i] += t->bins[i];
}

static void
spread_rows (gpointer data, guint slice, guint thread)
{
  const Work *w = data;
  const CfInpaintBox *b = &w->rows->box;
  gint x, y;

  for (y = first_row (w, slice); y < end_row (w, slice); y++) {
    const guint32 *bits =
        w->bits + (gsize)y * CF_INPAINT_WORDS (w->plane->width);
    gint32 *mask = w->rows->mask + offset_of (w, y);

    for (x = b->left; x < b->right; x++)
      *mask++ = -(gint32)(bits[x / 32] >> (x % 32) & 1);
  }
}

void
cf_cpu_inpaint_rows_spread (
    const CfCpuInpaintRows *rows, const CfPlane *plane, const guint32 *bits)
{
  Work work = { .rows = rows, .plane = plane, .bits = bits };

  share (&work, spread_rows);
}

void
cf_cpu_inpaint_rows_load (
    const CfCpuInpaintRows *rows, const CfPlane *plane, gint channel)
{
  Work work = { .rows = rows, .plane = plane, .channel = channel };

  share (&work, load_rows);
}

void
cf_cpu_inpaint_rows_store (
    const CfCpuInpaintRows *rows, const CfPlane *plane, gint channel)
{
  Work work = { .rows = rows, .plane = plane, .channel = channel };

  share (&work, store_rows);
}

/* The first thread's counts become all. */
const CfInpaintTexture *
cf_cpu_inpaint_rows_count (
    const CfCpuInpaintRows *rows, const CfPlane *plane, gint channel)
{
  Work work = { .rows = rows, .plane = plane, .channel = channel };
  const guint n = cf_cpu_pool_get_n_threads (rows->pool);
  guint i;

  memset (rows->textures, 0, n * sizeof *rows->textures);
  share (&work, count_rows);
  for (i = 1; i < n; i++)
    add_texture (&rows->textures[0], &rows->textures[i]);
  return &rows->textures[0];
}

void
cf_cpu_inpaint_mark_zeros (
    const CfPlane *plane, const CfPlane *alpha, guint32 *bits)
{
  const gint across = cf_inpaint_alpha_halved (alpha->width, plane->width);
  const gint down = cf_inpaint_alpha_halved (alpha->height, plane->height);
  gint x, y;

  for (y = 0; y < alpha->height; y++) {
    guint32 *row = bits
                   + (gsize)MIN (y >> down, plane->height - 1)
                         * CF_INPAINT_WORDS (plane->width);

    for (x = 0; x < alpha->width; x++)
      if (read_sample (alpha, sample_at (alpha, 0, x, y)) == 0) {
        const gint at = MIN (x >> across, plane->width - 1);

        row[at / 32] |= 1u << at % 32;
      }
  }
}
