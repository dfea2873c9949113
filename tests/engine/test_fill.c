/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans set to a value: every byte of planes of any layout, and what is
 * refused.
 */
#include "engine/fill/cffill.h"
#include "engine/core/cferror.h"
#include "tests.h"

#include <string.h>

static CfPlane
draw_plane (Random *random)
{
  const Depth *depth = &depths[random_range (random, 0, N_DEPTHS - 1)];
  CfPlane p = { .width = random_range (random, 1, 200),
    .height = random_range (random, 1, 60),
    .step = random_range (random, 1, 4),
    .bits = depth->bits,
    .bytes = depth->bytes,
    .shift = depth->shift };

  p.channels = random_range (random, 1, p.step);
  p.stride =
      (gssize)p.width * p.step * p.bytes + 2 * random_range (random, 0, 20);
  return p;
}

static CfSpan
draw_span (const CfPlane *p, Random *random)
{
  CfSpan s = { .x = random_range (random, 0, p->width - 1),
    .y = random_range (random, 0, p->height - 1) };

  s.length = random_range (random, 1, p->width - s.x);
  return s;
}

/* A sample at a time. */
static void
fill_naively (
    const CfPlane *p, const CfSpan *spans, guint n, const guint16 *values)
{
  for (guint i = 0; i < n; i++)
    for (gint x = spans[i].x; x < spans[i].x + spans[i].length; x++)
      for (gint c = 0; c < p->channels; c++) {
        const guint value = (guint)values[c] << p->shift;
        guint8 *at = p->data + spans[i].y * p->stride
                     + (gssize)(x * p->step + c) * p->bytes;

        at[0] = value;
        if (p->bytes == 2)
          at[1] = value >> 8;
      }
}

/* On the device, and in host memory at odd addresses too. */
static void
check_case (Tester *t, guint n)
{
  Random *random = &t->random;
  CfPlane p = draw_plane (random), expected, host;
  const gsize size = p.stride * p.height;
  const gint odd = random_range (random, 0, 1);
  guint8 *before = g_malloc (size), *after = g_malloc (size);
  g_autofree guint8 *elsewhere = g_malloc (size + 1);
  CfSpan *spans = g_new (CfSpan, n);
  guint16 values[4];
  GError *error = NULL;
  gboolean ok;

  random_bytes (random, before, size);
  for (guint i = 0; i < 4; i++)
    values[i] = random_range (random, 0, (1 << p.bits) - 1);
  for (guint i = 0; i < n; i++)
    spans[i] = draw_span (&p, random);
  p.data = cf_device_alloc (t->target.device, size, &error);
  ok = p.data
       && cf_stream_upload (
           t->target.stream, p.data, size, before, size, size, 1, &error)
       && cf_fill_run (t->target.stream, &p, spans, n, values, &error)
       && cf_stream_download (
           t->target.stream, after, size, p.data, size, size, 1, &error)
       && cf_stream_synchronize (t->target.stream, &error);
  tester_no_error (t, ok, error, "filling");
  memcpy (elsewhere + odd, before, size);
  host = expected = p;
  host.data = elsewhere + odd;
  expected.data = before;
  ok = cf_fill_host (&host, spans, n, values, NULL);
  fill_naively (&expected, spans, n, values);
  tester_check (t, memcmp (before, after, size) == 0,
      "%u spans of %dx%d, step %d, %d channels, %d bytes", n, p.width, p.height,
      p.step, p.channels, p.bytes);
  tester_check (t, ok && memcmp (before, elsewhere + odd, size) == 0,
      "the same in host memory");
  cf_device_free (t->target.device, p.data);
  g_free (before);
  g_free (after);
  g_free (spans);
}

TEST (fill, TEST_ALWAYS)
{
  for (gint i = 0; i < 60; i++)
    check_case (t, random_range (&t->random, 1, i % 10 ? 50 : 2000));
  check_case (t, 0);
}

static void
check_refused (Tester *t, const CfPlane *p, const CfSpan *span,
    const guint16 *values, const gchar *what)
{
  GError *error = NULL;
  gboolean ok = cf_fill_run (t->target.stream, p, span, 1, values, &error);

  tester_error (t, ok, error, CF_ERROR_INVALID, what);
}

TEST (fill_invalid, TEST_ALWAYS)
{
  static const CfSpan outside[] = { { -1, 0, 1 }, { 0, -1, 1 }, { 0, 0, 0 },
    { 0, 0, -1 }, { 0, 0, 11 }, { 9, 0, 2 }, { 10, 0, 1 }, { 0, 5, 1 },
    { 1, 0, G_MAXINT } };
  const CfSpan all[] = { { 0, 0, 10 }, { 0, 1, 10 }, { 0, 2, 10 }, { 0, 3, 10 },
    { 0, 4, 10 } };
  const CfSpan inside = { 9, 4, 1 };
  const guint16 values[4] = { 255, 0, 0, 0 }, large[4] = { 256, 0, 0, 0 };
  CfPlane p = { .width = 10,
    .height = 5,
    .step = 1,
    .channels = 1,
    .bits = 8,
    .bytes = 1,
    .stride = 10 };
  GError *error = NULL;
  gboolean ok;
  CfPlane bad;

  p.data = cf_device_alloc (t->target.device, 128, &error);
  tester_no_error (t, p.data != NULL, error, "allocating");
  for (guint i = 0; i < G_N_ELEMENTS (outside); i++)
    check_refused (t, &p, &outside[i], values, "a span outside");
  check_refused (t, &p, &inside, large, "a value of nine bits");
  bad = p;
  bad.data = NULL;
  check_refused (t, &bad, &inside, values, "no memory");
  bad = p;
  bad.stride = 9;
  check_refused (t, &bad, &inside, values, "a stride that is too small");
  bad = p;
  bad.bytes = 2;
  bad.bits = 16;
  bad.stride = 20;
  bad.data++;
  check_refused (t, &bad, &inside, values, "an odd address");
  error = NULL;
  /* digests are of the whole plane */
  ok = cf_fill_run (
           t->target.stream, &p, all, G_N_ELEMENTS (all), values, &error)
       && cf_fill_run (t->target.stream, &p, &inside, 1, values, &error)
       && cf_stream_synchronize (t->target.stream, &error);
  tester_no_error (t, ok, error, "the last pixel");
  cf_device_free (t->target.device, p.data);
}
