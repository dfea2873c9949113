/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of one channel between a picture and dense lines, for one sample width:
 * CF_BITS and CF_SAMPLE are set by the file that includes this, and where lines
 * that are fetched are of another type, CF_VALUE. */

#ifndef CF_VALUE
#define CF_VALUE CF_SAMPLE
#endif

#define CF_LINE(what) G_PASTE (line_##what##_, CF_BITS)

static inline void
CF_LINE (gather) (CF_VALUE *line, const CF_SAMPLE *row, gsize n, gint step)
{
  gsize i;

  switch (step) {
    case 1:
      if (sizeof (CF_VALUE) == sizeof (CF_SAMPLE))
        memcpy (line, row, n * sizeof (CF_SAMPLE));
      else
        for (i = 0; i < n; i++)
          line[i] = row[i];
      break;
    case 2:
      for (i = 0; i < n; i++)
        line[i] = row[2 * i];
      break;
    case 3:
      for (i = 0; i < n; i++)
        line[i] = row[3 * i];
      break;
    default:
      for (i = 0; i < n; i++)
        line[i] = row[4 * i];
      break;
  }
}

static inline void
CF_LINE (scatter) (CF_SAMPLE *row, const CF_SAMPLE *line, gsize n, gint step)
{
  gsize i;

  if (step == 1) {
    memcpy (row, line, n * sizeof (CF_SAMPLE));
    return;
  }
  for (i = 0; i < n; i++)
    row[i * step] = line[i];
}

/* Columns first...last-1 of row y of the source, whatever their numbers, with
 * their border; bits below the shift are cleared. At least one column has to
 * be inside the picture. */
static inline void
CF_LINE (fetch) (
    const CfCpuJob *job, gssize y, gssize first, gssize last, CF_VALUE *line)
{
  const CfPlane *src = job->src;
  gssize row = cf_border_index (y, src->height, job->border);
  gssize in_first = MAX (first, 0), in_last = MIN (last, src->width);
  const gint step = src->step;
  const CF_SAMPLE *data;
  gssize i;

  if (row < 0) {
    for (i = 0; i < last - first; i++)
      line[i] = job->border_sample;
    return;
  }

  data = (const CF_SAMPLE *)(src->data + row * src->stride) + job->channel;
  CF_LINE (gather)
  (line + in_first - first, data + in_first * step, in_last - in_first, step);
  for (i = first; i < last; i++) {
    gssize column;

    if (i == in_first)
      i = in_last;
    if (i >= last)
      break;
    column = cf_border_index (i, src->width, job->border);
    line[i - first] = column < 0 ? job->border_sample : data[column * step];
  }

  if (src->shift > 0) {
    CF_SAMPLE mask = (CF_SAMPLE)(~0u << src->shift);

    for (i = 0; i < last - first; i++)
      line[i] &= mask;
  }
}
