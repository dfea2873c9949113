/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of all of a plane's samples between a picture and dense lines. */
#include "cpu/denoise/denoise_line.h"

#include <string.h>

/* These serve one sample width. `step` and `channels` are constants where they
 * are inlined, so that vectors take the common ones apart. */
#define LINES(bits, Sample) \
  static inline void gather_##bits (const Sample *row, gsize width, gint step, \
      gint channels, gint shift, Sample *line) \
  { \
    gsize x; \
    gint c; \
\
    for (x = 0; x < width; x++) \
      for (c = 0; c < channels; c++) \
        line[x * channels + c] = row[x * step + c] >> shift; \
  } \
  static inline void scatter_##bits (Sample *row, gsize width, gint step, \
      gint channels, gint shift, const Sample *line) \
  { \
    gsize x; \
    gint c; \
\
    for (x = 0; x < width; x++) \
      for (c = 0; c < channels; c++) \
        row[x * step + c] = (Sample)(line[x * channels + c] << shift); \
  } \
  static void fetch_##bits ( \
      const Sample *row, const CfPlane *p, gint shift, Sample *line) \
  { \
    if (p->step == p->channels) \
      gather_##bits (row, (gsize)p->width * p->step, 1, 1, shift, line); \
    else if (p->step == 2) \
      gather_##bits (row, p->width, 2, 1, shift, line); \
    else if (p->step == 4 && p->channels == 1) \
      gather_##bits (row, p->width, 4, 1, shift, line); \
    else if (p->step == 4 && p->channels == 3) \
      gather_##bits (row, p->width, 4, 3, shift, line); \
    else \
      gather_##bits (row, p->width, p->step, p->channels, shift, line); \
  } \
  static void put_##bits ( \
      Sample *row, const CfPlane *p, gint shift, const Sample *line) \
  { \
    if (p->step == p->channels) \
      scatter_##bits (row, (gsize)p->width * p->step, 1, 1, shift, line); \
    else if (p->step == 4 && p->channels == 3) \
      scatter_##bits (row, p->width, 4, 3, shift, line); \
    else \
      scatter_##bits (row, p->width, p->step, p->channels, shift, line); \
  }

LINES (8, guint8)
LINES (16, guint16)

static guint8 *
row_of (const CfPlane *plane, gint y)
{
  return plane->data + (gssize)y * plane->stride;
}

void
cf_cpu_denoise_line_fetch (
    const CfPlane *plane, gint y, gint shift, guint8 *line)
{
  const guint8 *row = row_of (plane, y);

  if (cf_cpu_denoise_line_is_direct (plane, shift))
    memcpy (line, row, cf_cpu_denoise_line_samples (plane) * plane->bytes);
  else if (plane->bytes == 1)
    fetch_8 (row, plane, shift, line);
  else
    fetch_16 ((const guint16 *)row, plane, shift, (guint16 *)line);
}

void
cf_cpu_denoise_line_store (
    const CfPlane *plane, gint y, gint shift, const guint8 *line)
{
  guint8 *row = row_of (plane, y);

  if (cf_cpu_denoise_line_is_direct (plane, shift))
    memcpy (row, line, cf_cpu_denoise_line_samples (plane) * plane->bytes);
  else if (plane->bytes == 1)
    put_8 (row, plane, shift, line);
  else
    put_16 ((guint16 *)row, plane, shift, (const guint16 *)line);
}
