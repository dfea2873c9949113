#include "reference_recursive.h"

#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  gint *result, *count; /* of all channels, one after the other */
  gint *next, *next_count;
  guint sigma;
} Plane;

struct _ReferenceRecursive {
  CfPlane geometry[CF_MAX_PLANES];
  Plane planes[CF_MAX_PLANES];
  guint n_planes;
  guint32 filtered;
};

/* Sample x, y of a channel, those outside replicated. */
typedef struct {
  const gint *at;
  gint width, height;
} Channel;

static gint
get (const Channel *c, gint x, gint y)
{
  return c->at[(gsize)CLAMP (y, 0, c->height - 1) * c->width
               + CLAMP (x, 0, c->width - 1)];
}

static gsize
area (const CfPlane *p)
{
  return (gsize)p->width * p->height;
}

ReferenceRecursive *
reference_recursive_new (
    const CfPlane *planes, guint n_planes, guint32 filtered)
{
  ReferenceRecursive *self = g_new0 (ReferenceRecursive, 1);
  guint i;

  self->n_planes = n_planes;
  self->filtered = filtered;
  for (i = 0; i < n_planes; i++) {
    const gsize n = area (&planes[i]) * planes[i].channels;

    self->geometry[i] = planes[i];
    self->planes[i].result = g_new0 (gint, n);
    self->planes[i].count = g_new0 (gint, n);
    self->planes[i].next = g_new0 (gint, n);
    self->planes[i].next_count = g_new0 (gint, n);
  }
  return self;
}

void
reference_recursive_free (ReferenceRecursive *self)
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    g_free (self->planes[i].result);
    g_free (self->planes[i].count);
    g_free (self->planes[i].next);
    g_free (self->planes[i].next_count);
  }
  g_free (self);
}

void
reference_recursive_forget (ReferenceRecursive *self)
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    Plane *plane = &self->planes[i];
    const gsize n =
        area (&self->geometry[i]) * self->geometry[i].channels * sizeof (gint);

    memset (plane->result, 0, n);
    memset (plane->count, 0, n);
    plane->sigma = 0;
  }
}

guint
reference_recursive_sigma (const ReferenceRecursive *self, guint plane)
{
  return self->planes[plane].sigma;
}

/* A channel's samples as 16 bits. */
static gint *
load (const CfPlane *p, gint channel)
{
  gint *samples = g_new (gint, area (p));
  gint x, y;

  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      samples[(gsize)y * p->width + x] =
          (sample_load (p, x, y, channel) >> p->shift) << (16 - p->bits);
  return samples;
}

/* Noise */

static gint
second_difference (const Channel *c, gint x, gint y, const Channel *less)
{
  static const gint weights[] = { 1, -2, 1 };
  gint sum = 0, i, k;

  for (i = -1; i <= 1; i++)
    for (k = -1; k <= 1; k++) {
      gint v = get (c, x + k, y + i) / 16;

      if (less)
        v = CLAMP (v - get (less, x + k, y + i) / 16, -2047, 2047);
      sum += weights[i + 1] * weights[k + 1] * v;
    }
  return abs (sum);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return *(const gint *)a - *(const gint *)b;
}

/* A sum's bin begins at `*start` and is `*width` wide. */
static void
find_bin (gint sum, gint *start, gint *width)
{
  for (*width = 1; sum / *width >= 64; *width *= 2)
    ;
  *start = sum / *width * *width;
}

/* Adds a channel's tiles. */
static void
add_tiles (GArray *sums, const Channel *v, const Channel *r, const gint *counts,
    gint bits)
{
  const gint across = (v->width - 2) / 16, down = (v->height - 2) / 16;
  const gint every = down > 8 ? 4 : 1;
  const gint greatest = ((1 << bits) - 1) << (16 - bits);
  gint i, k, x, y;

  for (i = 0; i < down; i += every)
    for (k = 0; k < across; k++) {
      gint64 a = 0, b = 0;
      gint clipped = 0, sum;
      const gint count = counts[(gsize)(i * 16 + 1) * v->width + k * 16 + 1];
      const gint n = count / 8;

      for (y = i * 16 + 1; y <= i * 16 + 16; y++)
        for (x = k * 16 + 1; x <= k * 16 + 16; x++) {
          a += second_difference (v, x, y, NULL);
          b += second_difference (v, x, y, r);
          clipped +=
              get (v, x, y) / 16 == 0 || get (v, x, y) / 16 == greatest / 16;
        }
      if (clipped > 16)
        continue;
      sum = a;
      if (count > 0)
        sum = MIN (
            a, b * (gint64)floor (65536 * sqrt ((gdouble)n / (n + 1))) / 65536);
      g_array_append_val (sums, sum);
    }
}

static guint
find_sigma (GArray *sums)
{
  const gint *s = (const gint *)sums->data;
  gint rank, start, width, first, n = 0, sum;

  if (sums->len == 0)
    return 0;
  g_array_sort (sums, compare);
  rank = sums->len / 20;
  find_bin (s[rank], &start, &width);
  for (first = 0; s[first] < start; first++)
    ;
  while (first + n < (gint)sums->len && s[first + n] < start + width)
    n++;
  sum = start + (gint64)width * (2 * (rank - first) + 1) / (2 * n);
  return MIN ((gint64)sum * 1000 / 65536, 16384);
}

static void
estimate (ReferenceRecursive *self, guint i, gint *const *samples)
{
  const CfPlane *p = &self->geometry[i];
  Plane *plane = &self->planes[i];
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (gint));
  guint now;
  gint c;

  for (c = 0; c < p->channels; c++) {
    const Channel v = { samples[c], p->width, p->height };
    const Channel r = { plane->result + c * area (p), p->width, p->height };

    if (p->width >= 18 && p->height >= 18)
      add_tiles (sums, &v, &r, plane->count + c * area (p), p->bits);
  }
  now = find_sigma (sums);
  g_array_unref (sums);
  if (plane->sigma == 0 || now == 0)
    plane->sigma = MAX (plane->sigma, now);
  else
    plane->sigma = floor (plane->sigma + ((gdouble)now - plane->sigma + 4) / 8);
}

/* Mean */

static gint
deviation (const Channel *v, const Channel *r, gint x, gint y, guint sigma)
{
  const gint64 k = sigma > 0 ? MIN ((524288 + sigma / 2) / sigma, 65535) : 0;
  const gint e = abs (get (v, x, y) - get (r, x, y)) * k / 65536;

  return MIN (e, 51) * MIN (e, 51);
}

static void
average (const Channel *v, const Channel *r, const gint *counts, gint x, gint y,
    guint sigma, gint most, gint *result, gint *count)
{
  const gsize at = (gsize)y * v->width + x;
  const gint whole = counts[at] / 8;
  const gint sample = v->at[at], last = r->at[at];
  gint difference = 0, noise, f, worth, i, k;
  gint64 share;

  for (i = -2; i <= 2; i++)
    for (k = -2; k <= 2; k++)
      difference += deviation (v, r, CLAMP (x + k, 0, v->width - 1),
          CLAMP (y + i, 0, v->height - 1), sigma);
  noise = (gint64)difference * (65536 * whole / (whole + 1)) / 65536;
  f = CLAMP (3700 - noise, 0, 1448) / 8;
  worth = floor (counts[at] * (gdouble)(f * f) / 32768 + 0.5);
  if (sigma == 0 || most == 0)
    worth = 0;
  count[at] = CLAMP (8 + worth, 8, MAX (most, 8));
  if (worth == 0) {
    result[at] = sample;
    return;
  }
  share = floor (524288.0 / (8 + worth) + 0.5);
  if (sample > last)
    result[at] = last + (sample - last) * share / 65536;
  else
    result[at] = last - (last - sample) * share / 65536;
}

static gint
smooth (const Channel *r, gint x, gint y, gint threshold)
{
  const gint here = get (r, x, y), p = here / 16;
  gint sum = 0, i, k;

  for (i = -1; i <= 1; i++)
    for (k = -1; k <= 1; k++) {
      const gint q = get (r, x + k, y + i) / 16;

      sum += CLAMP (q, p - threshold, p + threshold);
    }
  return (2 * sum + 9) / 18 * 16 + here % 16;
}

static gint
spatial_threshold (guint sigma, gint spatial, gint count)
{
  const gint n = count / 8;
  const guint64 root = floor (sqrt (floor (16777216.0 / n)));
  const guint64 t = (guint64)sigma * spatial * 384 * root >> 32;

  return MIN (t, 4095);
}

static void
store (const CfPlane *p, gint channel, gint x, gint y, gint v)
{
  const gint down = 16 - p->bits;
  const gint value = (v + (down > 0 ? 1 << (down - 1) : 0)) >> down;

  sample_store (p, x, y, channel, MIN (value, (1 << p->bits) - 1) << p->shift);
}

static void
run_channel (ReferenceRecursive *self, const CfDenoiseParams *params, guint i,
    gint c, const gint *samples, const CfPlane *dst)
{
  const CfPlane *p = &self->geometry[i];
  Plane *plane = &self->planes[i];
  const gsize at = c * area (p);
  const Channel v = { samples, p->width, p->height };
  const Channel r = { plane->result + at, p->width, p->height };
  const Channel next = { plane->next + at, p->width, p->height };
  const gint strength =
      params->chroma >> i & 1 ? params->chroma_strength : params->strength;
  const guint noise = params->sigma < 0 ? plane->sigma : (guint)params->sigma;
  const guint sigma = MIN ((noise * strength + 128) / 256, 16384);
  const gint most = MIN (32 * params->past, 255);
  gint x, y;

  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      average (&v, &r, plane->count + at, x, y, sigma, most, plane->next + at,
          plane->next_count + at);
  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++)
      store (dst, c, x, y,
          smooth (&next, x, y,
              params->spatial == 0
                  ? 0
                  : spatial_threshold (sigma, params->spatial,
                      plane->next_count[at + (gsize)y * p->width + x])));
}

void
reference_recursive_run (ReferenceRecursive *self,
    const CfDenoiseParams *params, const CfPlane *src, const CfPlane *dst)
{
  guint i;
  gint c;

  for (i = 0; i < self->n_planes; i++) {
    Plane *plane = &self->planes[i];
    gint *samples[4], *swap;

    if (!(self->filtered >> i & 1))
      continue;
    for (c = 0; c < src[i].channels; c++)
      samples[c] = load (&src[i], c);
    if (params->sigma < 0)
      estimate (self, i, samples);
    for (c = 0; c < src[i].channels; c++) {
      run_channel (self, params, i, c, samples[c], &dst[i]);
      g_free (samples[c]);
    }
    swap = plane->result;
    plane->result = plane->next;
    plane->next = swap;
    swap = plane->count;
    plane->count = plane->next_count;
    plane->next_count = swap;
  }
}
