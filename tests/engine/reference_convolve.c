/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolutions as naively as possible. A product is summed row by row and then
 * column by column, which is the same sum. */
#include "reference_convolve.h"

#include <math.h>

typedef __int128 Wide;

/* The windows, and where results go. */
typedef struct {
  const CfConvolveParams *params;
  gint bits;
  const guint16 *wide;
  gsize stride;
  gint width, height; /* of the results */
  guint16 *results;
} Job;

static gint
n_values (const CfConvolveParams *p)
{
  return p->is_product ? p->width + p->height : p->width * p->height;
}

/* Indices as the mask lies on the picture. */
static gint
flipped (const CfConvolveParams *p, gint i, gint n)
{
  return p->flip ? n - 1 - i : i;
}

static void
store (const Job *job, gint x, gint y, Wide result)
{
  Wide highest = (1 << job->bits) - 1;

  job->results[(gsize)y * job->width + x] = CLAMP (result, 0, highest);
}

/* Floor of a quotient, the divisor positive. */
static Wide
floor_divide (Wide n, Wide d)
{
  return n / d - (n % d < 0);
}

/* The values as integers over what is returned, or 0. */
static gint
to_integers (const gdouble *value, gint n, gint64 *integer)
{
  static const gint scales[] = { 1, 1024, 10000 };
  guint k;
  gint i;

  for (k = 0; k < G_N_ELEMENTS (scales); k++) {
    for (i = 0; i < n; i++) {
      integer[i] = llrint (value[i] * scales[k]);
      if (integer[i] / (gdouble)scales[k] != value[i])
        break;
    }
    if (i == n)
      return scales[k];
  }
  return 0;
}

typedef struct {
  gint64 integer[CF_CONVOLVE_VALUES];
  Wide denominator, sum; /* the sum is of the integers */
} Integers;

static void
integers_init (Integers *m, const CfConvolveParams *p)
{
  Wide columns = 0;
  gint i;

  m->sum = 0;
  if (!p->is_product) {
    m->denominator = to_integers (p->value, n_values (p), m->integer);
    for (i = 0; i < n_values (p); i++)
      m->sum += m->integer[i];
    return;
  }
  m->denominator = to_integers (p->value, p->width, m->integer);
  m->denominator *=
      to_integers (p->value + p->width, p->height, m->integer + p->width);
  for (i = 0; i < p->width; i++)
    m->sum += m->integer[i];
  for (i = 0; i < p->height; i++)
    columns += m->integer[p->width + i];
  m->sum *= columns;
}

/* floor (S / (denominator d) + b + 1/2) of an integer sum S, where d is
 * divisor / scale, and b is bias / 2^18 (multiples of 2^-10 times 2^bits). */
typedef struct {
  Wide scale, divisor, bias;
} Division;

static void
division_init (
    Division *d, const CfConvolveParams *p, const Integers *m, gint bits)
{
  gint64 integer;

  *d = (Division){ .scale = 1, .divisor = m->denominator };
  if (p->normalize == CF_NORMALIZE_MANUAL) {
    d->scale = to_integers (&p->divisor, 1, &integer);
    d->divisor *= integer;
    d->bias = (Wide)llrint (p->bias * 1024) * (1 << bits);
  } else if (p->normalize == CF_NORMALIZE_AUTO) {
    if (m->sum > 0)
      d->divisor = m->sum;
    else
      d->bias = (Wide)(m->sum < 0 ? (1 << bits) - 1 : 1 << (bits - 1)) << 18;
  }
  if (d->divisor < 0) {
    d->divisor = -d->divisor;
    d->scale = -d->scale;
  }
}

static Wide
divide (const Division *d, Wide sum)
{
  Wide halves = d->bias + (1 << 17);
  Wide whole = floor_divide (sum * d->scale, d->divisor);
  Wide rest = sum * d->scale - whole * d->divisor;

  /* whole + rest / divisor + halves / 2^18 */
  return whole
         + floor_divide ((rest << 18) + halves * d->divisor, d->divisor << 18);
}

static void
convolve_exactly (const Job *job)
{
  const CfConvolveParams *p = job->params;
  gint rows = job->height + p->height - 1, x, y, i, j;
  Wide *between = g_new (Wide, (gsize)rows * job->width);
  Integers m;
  Division d;

  integers_init (&m, p);
  division_init (&d, p, &m, job->bits);
  for (y = 0; p->is_product && y < rows; y++) {
    for (x = 0; x < job->width; x++) {
      Wide sum = 0;

      for (i = 0; i < p->width; i++)
        sum += (Wide)m.integer[flipped (p, i, p->width)]
               * job->wide[y * job->stride + x + i];
      between[(gsize)y * job->width + x] = sum;
    }
  }
  for (y = 0; y < job->height; y++) {
    for (x = 0; x < job->width; x++) {
      Wide sum = 0;

      for (j = 0; j < p->height; j++) {
        const gint row = flipped (p, j, p->height);

        if (p->is_product)
          sum += m.integer[p->width + row]
                 * between[(gsize)(y + j) * job->width + x];
        for (i = 0; !p->is_product && i < p->width; i++)
          sum += (Wide)m.integer[row * p->width + flipped (p, i, p->width)]
                 * job->wide[(y + j) * job->stride + x + i];
      }
      store (job, x, y, divide (&d, sum));
    }
  }
  g_free (between);
}

static void
convolve_by_plan (const Job *job)
{
  gint rows = job->height + job->params->height - 1, x, y, i, j;
  gint64 *between = g_new (gint64, (gsize)rows * job->width);
  CfConvolvePlan plan;

  cf_convolve_plan_init (&plan, job->params, job->bits);
  for (y = 0; plan.two_passes && y < rows; y++) {
    for (x = 0; x < job->width; x++) {
      gint64 sum = G_GINT64_CONSTANT (1) << plan.shift >> 1;

      for (i = 0; i < plan.width; i++)
        sum += plan.taps[i] * job->wide[y * job->stride + x + i];
      between[(gsize)y * job->width + x] = sum >> plan.shift;
    }
  }
  for (y = 0; y < job->height; y++) {
    for (x = 0; x < job->width; x++) {
      gint64 n = 0;

      for (j = 0; j < plan.height; j++) {
        if (plan.two_passes)
          n += plan.taps[plan.width + j]
               * between[(gsize)(y + j) * job->width + x];
        for (i = 0; !plan.two_passes && i < plan.width; i++)
          n += plan.taps[j * plan.width + i]
               * job->wide[(y + j) * job->stride + x + i];
      }
      store (job, x, y, floor_divide ((Wide)n + plan.offset, plan.divisor));
    }
  }
  g_free (between);
}

/* d and b in steps of the depth */
static void
real_normalization (const CfConvolveParams *p, gint bits, long double *divisor,
    long double *bias)
{
  long double sum = 0, magnitude = 0;
  gint i, j;

  *divisor = 1;
  *bias = 0;
  if (p->normalize == CF_NORMALIZE_MANUAL) {
    *divisor = p->divisor;
    *bias = ldexpl (p->bias, bits - 8);
  }
  if (p->normalize != CF_NORMALIZE_AUTO)
    return;
  for (j = 0; j < p->height; j++) {
    for (i = 0; i < p->width; i++) {
      long double value =
          p->is_product ? (long double)p->value[i] * p->value[p->width + j]
                        : p->value[j * p->width + i];

      sum += value;
      magnitude += fabsl (value);
    }
  }
  if (fabsl (sum) <= 1e-9L * magnitude)
    *bias = 1 << (bits - 1);
  else if (sum < 0)
    *bias = (1 << bits) - 1;
  else
    *divisor = sum;
}

static void
convolve_reals (const Job *job)
{
  const CfConvolveParams *p = job->params;
  gint rows = job->height + p->height - 1, x, y, i, j;
  long double *between = g_new (long double, (gsize)rows * job->width);
  long double divisor, bias;

  real_normalization (p, job->bits, &divisor, &bias);
  for (y = 0; p->is_product && y < rows; y++) {
    for (x = 0; x < job->width; x++) {
      long double sum = 0;

      for (i = 0; i < p->width; i++)
        sum += (long double)p->value[flipped (p, i, p->width)]
               * job->wide[y * job->stride + x + i];
      between[(gsize)y * job->width + x] = sum;
    }
  }
  for (y = 0; y < job->height; y++) {
    for (x = 0; x < job->width; x++) {
      long double sum = 0;

      for (j = 0; j < p->height; j++) {
        const gint row = flipped (p, j, p->height);

        if (p->is_product)
          sum += p->value[p->width + row]
                 * between[(gsize)(y + j) * job->width + x];
        for (i = 0; !p->is_product && i < p->width; i++)
          sum +=
              (long double)p->value[row * p->width + flipped (p, i, p->width)]
              * job->wide[(y + j) * job->stride + x + i];
      }
      sum = floorl (sum / divisor + bias + 0.5L);
      store (job, x, y, CLAMP (sum, -1, 1 << 20));
    }
  }
  g_free (between);
}

ReferenceArithmetic
reference_arithmetic (const CfConvolveParams *params, gint bits)
{
  CfConvolvePlan plan;
  Integers m;
  gint64 divisor;

  cf_convolve_plan_init (&plan, params, bits);
  if (!plan.exact)
    return REFERENCE_PLAN;
  /* 0 where these are other fractions, which the test "plan-integers" has */
  integers_init (&m, params);
  return m.denominator > 0
                 && (params->normalize != CF_NORMALIZE_MANUAL
                     || to_integers (&params->divisor, 1, &divisor) > 0)
             ? REFERENCE_EXACT
             : REFERENCE_PLAN;
}

void
reference_convolve (const CfConvolveParams *params,
    ReferenceArithmetic arithmetic, gint bits, const guint16 *wide,
    gsize stride, gint width, gint height, guint16 *results)
{
  const Job job = { params, bits, wide, stride, width, height, results };

  switch (arithmetic) {
    case REFERENCE_EXACT:
      convolve_exactly (&job);
      break;
    case REFERENCE_PLAN:
      convolve_by_plan (&job);
      break;
    case REFERENCE_REAL:
      convolve_reals (&job);
      break;
  }
}
