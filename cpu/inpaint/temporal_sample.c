/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fills holes from references, sample by sample. */
#include "cpu/inpaint/temporal_sample.h"

#include "engine/denoise/cfdenoise.h"

#define AROUND (CF_MOTION_TAPS / 2 - 1) /* taps before the sample */

/* One of the blocks around a sample. */
typedef struct {
  gint weight; /* of 4 W H, of blocks of W x H */
  gint index;
  guint uses; /* bit i: reference i */
  gint doubt; /* the least of these */
} Block;

static gint
load (const CfPlane *p, gint x, gint y, gint channel)
{
  const guint8 *row = p->data + y * p->stride;
  const gsize at = (gsize)x * p->step + channel;

  return (p->bytes == 1 ? row[at] : ((const guint16 *)row)[at]) >> p->shift;
}

static void
store (const CfPlane *p, gint x, gint y, gint channel, gint value)
{
  guint8 *row = p->data + y * p->stride;
  const gsize at = (gsize)x * p->step + channel;

  if (p->bytes == 1)
    row[at] = value << p->shift;
  else
    ((guint16 *)row)[at] = value << p->shift;
}

void
cf_cpu_temporal_bytes (const CfPlane *p, CfDenoiseScale scale, gint top,
    gint bottom, guint8 *bytes, gsize stride)
{
  const gint channel = cf_denoise_guide_channel (p->channels);
  gint x, y;

  for (y = top; y < MIN (bottom, p->height); y++)
    for (x = 0; x < p->width; x++)
      bytes[y * stride + x] =
          cf_denoise_scaled (load (p, x, y, channel) << (16 - p->bits), scale);
}

/* Blocks */

static CfMotionVector
vector_of (const CfCpuTemporalSamples *job, guint reference, gint block)
{
  const CfMotionVector v = job->references[reference].choices[block].v;

  return (CfMotionVector){ cf_denoise_subsampled (v.x, job->halved_x),
    cf_denoise_subsampled (v.y, job->halved_y) };
}

/* Finds the references whose predictions a block goes by at a sample. */
static void
find_uses (const CfCpuTemporalSamples *job, gint x, gint y, Block *block)
{
  const CfPlane *p = job->plane;
  gint best = CF_TEMPORAL_REFUSED;
  guint i;

  block->uses = 0;
  block->doubt = CF_TEMPORAL_KNOWN;
  for (i = 0; i < job->n_references; i++)
    best = MIN (best, job->references[i].choices[block->index].difference);
  for (i = 0; i < job->n_references; i++) {
    const CfTemporalChoice *choice = &job->references[i].choices[block->index];

    if (cf_temporal_uses (choice->difference, best)
        && cf_temporal_leads (job->references[i].states, p->width, p->height, x,
            y, vector_of (job, i, block->index))) {
      block->uses |= 1u << i;
      block->doubt = MIN (block->doubt, choice->doubt);
    }
  }
}

static void
find_blocks (const CfCpuTemporalSamples *job, gint x, gint y, Block blocks[4])
{
  const gint width = CF_MOTION_BLOCK >> job->halved_x;
  const gint height = CF_MOTION_BLOCK >> job->halved_y;
  gint to_x, to_y, i;
  const gint own_x = cf_temporal_weight (x, width, &to_x);
  const gint own_y = cf_temporal_weight (y, height, &to_y);

  for (i = 0; i < 4; i++) {
    const gint bx = x / width + (i % 2 ? to_x : 0);
    const gint by = y / height + (i / 2 ? to_y : 0);

    blocks[i].weight = (i % 2 ? 2 * width - own_x : own_x)
                       * (i / 2 ? 2 * height - own_y : own_y);
    blocks[i].index = CLAMP (by, 0, job->down - 1) * job->across
                      + CLAMP (bx, 0, job->across - 1);
    find_uses (job, x, y, &blocks[i]);
  }
}

/* Samples */

static gint
interpolate (const CfPlane *p, gint x, gint y, gint channel, CfMotionVector v)
{
  const gint most = (1 << p->bits) - 1;
  const gint8 *across = cf_motion_taps[v.x & 3],
              *down = cf_motion_taps[v.y & 3];
  gint sum = 0, i, j;

  x += (v.x >> 2) - AROUND;
  y += (v.y >> 2) - AROUND;
  for (j = 0; j < CF_MOTION_TAPS; j++) {
    const gint row = CLAMP (y + j, 0, p->height - 1);
    gint of_row = 0;

    if (down[j] == 0)
      continue;
    for (i = 0; i < CF_MOTION_TAPS; i++)
      if (across[i] != 0)
        of_row +=
            across[i] * load (p, CLAMP (x + i, 0, p->width - 1), row, channel);
    sum += down[j] * cf_motion_rounded (of_row, most);
  }
  return cf_motion_rounded (sum, most);
}

static gint
predict (const CfCpuTemporalSamples *job, const Block *block, gint x, gint y,
    gint channel)
{
  const gint own = load (job->plane, x, y, channel);
  gint sum = 0, n = 0;
  guint i;

  for (i = 0; i < job->n_references; i++)
    if (block->uses >> i & 1) {
      const gint share = job->references[i].choices[block->index].share;

      sum += share
                 * interpolate (job->references[i].plane, x, y, channel,
                     vector_of (job, i, block->index))
             + (CF_TEMPORAL_SHARES - share) * own;
      n += CF_TEMPORAL_SHARES;
    }
  return n > 0 ? (2 * sum + n) / (2 * n) : own;
}

static void
repair_sample (const CfCpuTemporalSamples *job, gint x, gint y)
{
  const gint all = 4 * (CF_MOTION_BLOCK >> job->halved_x)
                   * (CF_MOTION_BLOCK >> job->halved_y);
  Block blocks[4];
  gint of_time = 0, doubts = 0, c, i;

  find_blocks (job, x, y, blocks);
  for (i = 0; i < 4; i++)
    if (blocks[i].uses) {
      of_time += blocks[i].weight;
      doubts += blocks[i].weight * blocks[i].doubt;
    }
  if (of_time == 0)
    return;
  for (c = 0; c < job->plane->channels; c++) {
    gint sum = all / 2;

    for (i = 0; i < 4; i++)
      sum += blocks[i].weight * predict (job, &blocks[i], x, y, c);
    store (job->plane, x, y, c, sum / all);
  }
  if (2 * of_time >= all)
    job->states[(gsize)y * job->plane->width + x] =
        CF_TEMPORAL_KNOWN - doubts / of_time;
}

void
cf_cpu_temporal_repair (const CfCpuTemporalSamples *job)
{
  gint x, y;

  for (y = job->top; y < job->bottom; y++)
    for (x = 0; x < job->plane->width; x++)
      if (job->states[(gsize)y * job->plane->width + x] == CF_TEMPORAL_SPACE)
        repair_sample (job, x, y);
}
