/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of a stream, as dense lines. */
#include "cpu/denoise/denoise_history.h"
#include "cpu/core/cpubackend.h"
#include "cpu/denoise/denoise_line.h"

#include <string.h>

static gsize
line_stride (const CfCpuDenoiseHistory *h, const CfPlane *p)
{
  const gsize pad = CF_CPU_DENOISE_LINE_PAD,
              bytes = cf_cpu_denoise_line_samples (p) * p->bytes;

  /* vectors begin in the line, and with a border a pixel after that */
  return (bytes + pad - 1) / pad * pad + (h->has_border ? 2 * pad : 0);
}

gboolean
cf_cpu_denoise_history_init (CfCpuDenoiseHistory *h, const CfFilter *filter,
    guint32 planes, GError **error)
{
  guint i;

  for (i = 0; i < filter->n_planes; i++) {
    if (!(planes >> i & 1))
      continue;
    h->planes[i].offset =
        h->frame_size + (h->has_border ? CF_CPU_DENOISE_LINE_PAD : 0);
    h->planes[i].stride = line_stride (h, &filter->planes[i]);
    h->frame_size += h->planes[i].stride * filter->planes[i].height;
  }
  if (h->n_slots == 0 || h->frame_size == 0)
    return TRUE;
  h->memory = cf_cpu_alloc (h->frame_size * h->n_slots, error);
  if (!h->memory)
    return FALSE;
  /* the bytes after lines are read, and their results are dropped */
  memset (h->memory, 0, h->frame_size * h->n_slots);
  return TRUE;
}

void
cf_cpu_denoise_history_clear (CfCpuDenoiseHistory *h)
{
  cf_cpu_free (h->memory);
  h->memory = NULL;
}

guint8 *
cf_cpu_denoise_history_line (
    const CfCpuDenoiseHistory *h, gint distance, guint plane, gint y)
{
  return h->memory + (h->next + distance) % h->n_slots * h->frame_size
         + h->planes[plane].offset + y * h->planes[plane].stride;
}

CfPlane
cf_cpu_denoise_history_plane (const CfCpuDenoiseHistory *h, gint distance,
    guint plane, const CfPlane *geometry)
{
  CfPlane p = *geometry;

  p.data = cf_cpu_denoise_history_line (h, distance, plane, 0);
  p.stride = h->planes[plane].stride;
  p.step = p.channels;
  p.shift = 0;
  return p;
}

void
cf_cpu_denoise_history_close_line (
    const CfCpuDenoiseHistory *h, const CfPlane *plane, guint8 *line)
{
  const gsize pixel = (gsize)plane->channels * plane->bytes;
  guint8 *end = line + plane->width * pixel;

  if (!h->has_border)
    return;
  memcpy (line - pixel, line, pixel);
  memcpy (end, end - pixel, pixel);
}

void
cf_cpu_denoise_history_advance (CfCpuDenoiseHistory *h)
{
  h->next++;
  h->n_past = MIN (h->n_past + 1, h->past);
  h->n_pushed = MAX (h->n_pushed, 1) - 1;
}

void
cf_cpu_denoise_history_reset (CfCpuDenoiseHistory *h)
{
  h->next += h->n_pushed;
  h->n_past = h->n_pushed = 0;
}
