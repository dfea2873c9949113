/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compares pictures for scene changes on one instruction set (-DCF_ISA=name):
 * rows of blocks side by side are halved twice in one pass, and counted by
 * vectors; then blocks are compared one by one. Bound: the way to memory; the
 * filter needs most of what is read next. */
#include "cpu/motion/scene_change_kernel.h"

#include "cpu/motion/motion_block.h"
#include "cpu/core/vector16.h"

#include <string.h>

#include "cpu/core/line.h"

#define SIDE CF_SCENE_CHANGE_SIDE
#define ROWS 4 /* of the picture, of one after two halvings */
#define COLUMNS (CF_CPU_SCENE_CHANGE_BLOCKS * CF_SCENE_CHANGE_BLOCK)
#define WIDTH (CF_CPU_SCENE_CHANGE_BLOCKS * SIDE) /* after two halvings */
#define PAD 64 /* what vectors reach beyond */

typedef gint8 S8 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef guint8 V8 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef guint32 V32 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef guint64 V64 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
/* as many lanes as V32 and V64 have */
typedef guint8 Fourth __attribute__ ((vector_size (CF_VECTOR_BYTES / 4)));
typedef guint8 Eighth __attribute__ ((vector_size (CF_VECTOR_BYTES / 8)));

/* Both pictures' blocks side by side. */
typedef struct {
  guint8 frame[SIDE][WIDTH + PAD], other[SIDE][WIDTH + PAD];
  guint16 lines[ROWS][COLUMNS + PAD]; /* that are not in place */
} Room;

G_STATIC_ASSERT (sizeof (Room) <= CF_CPU_SCENE_CHANGE_SCRATCH);

/* These bring 16 bits as stored to all 16, and those to 8. */
typedef struct {
  gint up;
  guint16 bits;
  guint16 base, most, half;
  gint shift;
} Scale;

/* Columns x...x + n - 1 of a picture, or of results. */
typedef struct {
  const CfCpuSceneChangeJob *job;
  const CfPlane *plane; /* NULL: results */
  gint x, n;
  Room *room;
} Part;

/* --- rows --- */

/* Returns the sample of a row of n that stands for sample x, one of the first
 * after it: as after each halving the last one is beyond it. */
CF_INLINE gint
beyond (gint x, gint n)
{
  return x - (x == n && n % 2 ? 1 : 2);
}

/* Returns the samples of row y that two halvings read, as stored: in place,
 * where whole vectors of it are there. */
static gconstpointer
row_of (const Part *part, gint y, gint i)
{
  const CfPlane *p = part->plane;
  const gint n = part->n;
  guint16 *line = part->room->lines[i];
  guint8 *bytes = (guint8 *)line;
  CfCpuJob job = part->job->job;

  if (!p) {
    const guint16 *results =
        part->job->last.results + y * part->job->last.stride + part->x;

    if (n % ROWS == 0)
      return results;
    memcpy (line, results, n * sizeof *line);
  } else if (p->step == 1 && n % CF_VECTOR_BYTES == 0
             && (p->bytes == 2 || p->bits == 8)) {
    return p->data + y * p->stride + part->x * p->bytes;
  }
  job.src = p;
  if (p && p->bytes == 1) {
    line_fetch_8 (&job, y, part->x, part->x + n, bytes);
    for (gint x = 0; x < n && p->bits < 8; x++)
      bytes[x] <<= 8 - p->bits - p->shift;
    for (gint x = n; x % ROWS != 0; x++)
      bytes[x] = bytes[beyond (x, n)];
    return bytes;
  }
  if (p)
    line_fetch_16 (&job, y, part->x, part->x + n, line);
  for (gint x = n; x % ROWS != 0; x++)
    line[x] = line[beyond (x, n)];
  return line;
}

/* --- halvings --- */

/* A quarter as many lanes, each sum rounded as it is halved. */
CF_INLINE Fourth
quarter_8 (const guint8 *const *rows, gint x)
{
  V16 sum[2];
  V32 both;

  for (gint i = 0; i < 2; i++) {
    const V16 a = v16_load ((gconstpointer)(rows[2 * i] + x));
    const V16 b = v16_load ((gconstpointer)(rows[2 * i + 1] + x));

    sum[i] = ((a & 0xff) + (a >> 8) + (b & 0xff) + (b >> 8) + 2) >> 2;
  }
  both = (V32)(sum[0] + sum[1]);
  return __builtin_convertvector(
      ((both & 0xffff) + (both >> 16) + 2) >> 2, Fourth);
}

CF_INLINE V16
value_16 (const guint16 *p, Scale scale)
{
  const V16 v = v16_load (p) << scale.up & scale.bits;
  const V16 above = v16_subs (v, v16_splat (scale.base));

  return (v16_min (above, v16_splat (scale.most)) + scale.half) >> scale.shift;
}

CF_INLINE Eighth
quarter_16 (const guint16 *const *rows, gint x, Scale scale)
{
  V32 sum[2];
  V64 both;

  for (gint i = 0; i < 2; i++) {
    const V32 v = (V32)(value_16 (rows[2 * i] + x, scale)
                        + value_16 (rows[2 * i + 1] + x, scale));

    sum[i] = ((v & 0xffff) + (v >> 16) + 2) >> 2;
  }
  both = (V64)(sum[0] + sum[1]);
  return __builtin_convertvector(
      ((both & 0xffffffff) + (both >> 32) + 2) >> 2, Eighth);
}

static Scale
scale_of (const Part *part)
{
  const CfPlane *p = part->plane;
  const CfDenoiseScale s = part->job->scale;
  Scale scale = { 0, 0xffff, s.base, 255 << s.shift, 1 << s.shift >> 1,
    s.shift };

  if (p) {
    scale.up = 16 - p->bits - p->shift;
    scale.bits = 0xffff << (16 - p->bits);
  }
  return scale;
}

/* Row i of the blocks, which is in the picture. */
static void
make_row (const Part *part, gint i, guint8 *to)
{
  const CfPlane *p = part->plane;
  const gint height = part->job->job.src->height;
  const gint y = part->job->row * CF_SCENE_CHANGE_BLOCK + ROWS * i;
  const Scale scale = scale_of (part);
  const guint8 *rows[ROWS];
  gint k, x;

  for (k = 0; k < ROWS; k++)
    rows[k] = k >= 2 && y + 2 >= height
                  ? rows[k - 2]
                  : row_of (part, MIN (y + k, height - 1), k);
  if (p && p->bytes == 1)
    for (x = 0; x < part->n; x += CF_VECTOR_BYTES) {
      const Fourth v = quarter_8 (rows, x);

      memcpy (to + x / ROWS, &v, sizeof v);
    }
  else
    for (x = 0; x < part->n; x += V16_LANES) {
      const Eighth v = quarter_16 ((const guint16 *const *)rows, x, scale);

      memcpy (to + x / ROWS, &v, sizeof v);
    }
}

/* --- samples --- */

/* Takes n rows, after which both have zeroes. */
static void
count_samples (
    const Room *room, gint width, gint n, CfCpuSceneChangeCounts *counts)
{
  for (gint bin = 0; bin < CF_SCENE_CHANGE_BINS; bin++) {
    const V8 is = (V8){ 0 } + (guint8)(bin << 4);
    S8 more = { 0 };

    /* fewer vectors than a lane can count; true lanes are -1 */
    for (gint y = 0; y < n; y++)
      for (gint x = 0; x < width; x += CF_VECTOR_BYTES) {
        const V8 a = (V8)cf_vector_load (room->frame[y] + x);
        const V8 b = (V8)cf_vector_load (room->other[y] + x);

        more += ((b & 0xf0) == is) - ((a & 0xf0) == is);
      }
    for (gint i = 0; i < CF_VECTOR_BYTES; i++)
      counts->changed[bin] += more[i];
  }
}

/* Extends rows by what blocks have beyond the picture. */
static void
extend (guint8 (*rows)[WIDTH + PAD], gint width, gint n)
{
  for (gint y = 0; y < SIDE; y++) {
    if (y >= n)
      memcpy (rows[y], rows[y - 1], sizeof rows[y]);
    memset (rows[y] + width, rows[y][width - 1], SIDE);
  }
}

/* --- blocks --- */

static gint
mean_of (Block b)
{
  return (block_sad (b, block_splat (0)) + 32) >> 6;
}

/* `shift`: by how much the means differ. */
static gint
difference (const guint8 *a, const guint8 *b, gint shift)
{
  gint sum = 0, x, y;

  for (y = 0; y < SIDE; y++)
    for (x = 0; x < SIDE; x++)
      sum += ABS (a[y * (WIDTH + PAD) + x] - b[y * (WIDTH + PAD) + x] - shift);
  return sum;
}

static void
look (const guint8 *frame, const guint8 *other, gint sigma,
    CfCpuSceneChangeCounts *counts)
{
  const Block a = block_load (frame, WIDTH + PAD);
  const Block b = block_load (other, WIDTH + PAD);
  const gint mean = mean_of (a), others = mean_of (b);
  const gint texture = MAX (
      block_sad (a, block_splat (mean)), block_sad (b, block_splat (others)));

  if (!cf_scene_change_tells (texture, sigma))
    return;
  counts->telling++;
  counts->unmatched += cf_scene_change_is_unmatched (
      difference (frame, other, mean - others), texture);
}

static void
run (const CfCpuSceneChangeJob *job, guint8 *scratch,
    CfCpuSceneChangeCounts *counts)
{
  const CfPlane *p = job->job.src;
  const gint behind = p->height - job->row * CF_SCENE_CHANGE_BLOCK;
  const gint n_rows = MIN (SIDE, cf_scene_change_halved (behind));
  Room *room = (Room *)scratch;
  Part frame = { .job = job, .plane = p, .room = room };
  Part other = { .job = job, .plane = job->other, .room = room };
  gint x, y;

  for (x = 0; x < p->width; x += COLUMNS) {
    const gint n = MIN (COLUMNS, p->width - x);
    const gint width = cf_scene_change_halved (n);

    frame.x = other.x = x;
    frame.n = other.n = n;
    for (y = 0; y < n_rows; y++) {
      make_row (&frame, y, room->frame[y]);
      make_row (&other, y, room->other[y]);
      memset (room->frame[y] + width, 0, PAD);
      memset (room->other[y] + width, 0, PAD);
    }
    count_samples (room, width, n_rows, counts);
    extend (room->frame, width, n_rows);
    extend (room->other, width, n_rows);
    for (gint i = 0; i < width; i += SIDE)
      look (room->frame[0] + i, room->other[0] + i, job->sigma, counts);
  }
}

const CfCpuSceneChangeKernel G_PASTE (cf_cpu_scene_change_, CF_ISA) = { run };
