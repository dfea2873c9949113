/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A row of results on its way to the picture: whole blocks of columns go there
 * directly where samples are adjacent, the others by a line. To be included
 * after line.h. */
#pragma once

typedef struct {
  guint8 *picture, *line;
  gsize direct; /* columns */
} CfLineOut;

static inline CfLineOut
cf_line_out (const CfCpuJob *job, gint y, guint8 *line, gsize block)
{
  const CfPlane *dst = job->dst;
  const gsize n = job->right - job->left;

  return (CfLineOut){ dst->data + (gssize)y * dst->stride
                          + ((gssize)job->left * dst->step + job->channel)
                                * dst->bytes,
    line, dst->step == 1 ? n / block * block : 0 };
}

/* Returns where the block at column x goes. */
static inline guint8 *
cf_line_out_place (const CfLineOut *out, gsize x, gint bytes)
{
  return (x < out->direct ? out->picture : out->line) + x * bytes;
}

/* The row is complete. */
static inline void
cf_line_out_flush (const CfCpuJob *job, const CfLineOut *out)
{
  const gint step = job->dst->step;
  const gsize done = out->direct, n = job->right - job->left - done;

  if (job->dst->bytes == 1)
    line_scatter_8 (out->picture + done * step, out->line + done, n, step);
  else
    line_scatter_16 ((guint16 *)out->picture + done * step,
        (const guint16 *)out->line + done, n, step);
}
