/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A generated kernel, compiled for the CPU, against the naive filter.
 * Usage: test FILTER [OPTION]..., as the kernel was made by. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernelgen.h"
#include "picture.h"
#include "random.h"
#include "reference.h"

/* What the kernel's file defines: see kernel.h.in. */
int filter_launch (const void *src, size_t src_pitch, void *dst,
    size_t dst_pitch, int width, int height, void *stream);

#define UNWRITTEN 0xa5

static void
params_of (const KgOptions *o, CfFilterParams *p)
{
  memset (p, 0, sizeof (*p));
  switch (o->filter) {
    case KG_MEDIAN:
      p->op = CF_OP_MEDIAN;
      p->median = (CfMedianParams){ o->size, o->size, CF_PERCENTILE_MEDIAN, 1,
        o->border, o->border_value };
      break;
    case KG_CONVOLVE:
      p->op = CF_OP_CONVOLVE;
      p->convolve = o->convolve;
      p->convolve.border = o->border;
      p->convolve.border_value = o->border_value;
      break;
    case KG_EPSILON:
      p->op = CF_OP_EPSILON;
      p->epsilon = o->epsilon;
      p->epsilon.border = o->border;
      p->epsilon.border_value = o->border_value;
      break;
  }
}

/* A plane of rows that are up to `gap` vectors of 16 bytes longer than need be,
 * without a byte behind the last one. */
static CfPlane
plane_new (const KgOptions *o, gint width, gint height, gint gap)
{
  const gint bytes = o->bits > 8 ? 2 : 1;
  CfPlane p = { NULL, 0, width, height, 1, 1, o->bits, bytes, 0 };

  p.stride = (width * bytes + 15) / 16 * 16 + 16 * gap;
  if (posix_memalign ((void **)&p.data, 16, p.stride * height) != 0)
    abort ();
  return p;
}

/* Random samples, or (`extreme`) 0 and the maximum; and random bytes behind
 * each row. */
static void
fill (const CfPlane *p, gboolean extreme, Random *random)
{
  const gint maximum = (1 << p->bits) - 1;
  gint x, y;

  random_bytes (random, p->data, p->stride * p->height);
  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      sample_store (p, x, y, 0,
          extreme ? random_range (random, 0, 1) * maximum
                  : random_range (random, 0, maximum));
}

/* Whether all samples are right, and nothing else was written. */
static gboolean
is_right (const CfPlane *result, const CfPlane *expected)
{
  const gint row_bytes = result->width * result->bytes;
  gint x, y;

  for (y = 0; y < result->height; y++) {
    for (x = 0; x < result->width; x++)
      if (sample_load (result, x, y, 0) != sample_load (expected, x, y, 0)) {
        printf ("%dx%d: sample (%d, %d) is %u, not %u\n", result->width,
            result->height, x, y, sample_load (result, x, y, 0),
            sample_load (expected, x, y, 0));
        return FALSE;
      }
    for (x = row_bytes; x < result->stride; x++)
      if (result->data[y * result->stride + x] != UNWRITTEN) {
        printf ("%dx%d: row %d is written beyond its end\n", result->width,
            result->height, y);
        return FALSE;
      }
  }
  return TRUE;
}

static gboolean
check (const KgOptions *o, gint width, gint height, gboolean extreme,
    Random *random)
{
  CfPlane src = plane_new (o, width, height, random_range (random, 0, 2));
  CfPlane dst = plane_new (o, width, height, random_range (random, 0, 2));
  CfPlane expected = plane_new (o, width, height, 0);
  CfFilterParams params;
  gboolean ok;

  params_of (o, &params);
  fill (&src, extreme, random);
  memset (dst.data, UNWRITTEN, dst.stride * dst.height);
  reference_plane (&params, reference_method (&params), &src, &expected);
  ok = filter_launch (
           src.data, src.stride, dst.data, dst.stride, width, height, NULL)
       == 0;
  if (!ok)
    printf ("%dx%d: filter_launch() refuses\n", width, height);
  ok = ok && is_right (&dst, &expected);
  free (src.data);
  free (dst.data);
  free (expected.data);
  return ok;
}

int
main (int argc, char **argv)
{
  /* smaller than windows, odd, narrow; the last with blocks that need no border
   */
  static const gint sizes[][2] = { { 1, 1 }, { 2, 5 }, { 3, 70 }, { 70, 3 },
    { 128, 8 }, { 301, 45 }, { 700, 90 } };
  gint n[2] = { 0 }; /* wrong, right */
  KgOptions options;
  GError *error = NULL;
  Random random;
  guint i, k;

  if (!kg_options_parse (
          &options, (const gchar *const *)argv + 1, argc - 1, &error)) {
    fprintf (stderr, "%s\n", error->message);
    return 1;
  }
  random_init (&random, 1, options.command);
  for (i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (k = 0; k < 2; k++)
      n[check (&options, sizes[i][0], sizes[i][1], k, &random)]++;
  kg_options_clear (&options);
  printf ("%d passed, %d failed, 0 skipped\n", n[1], n[0]);
  return n[0] > 0;
}
