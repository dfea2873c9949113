/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What must be refused: with CF_ERROR_INVALID, and nothing written. */
#include "tests.h"
#include "engine/core/cferror.h"

#include <math.h>
#include <string.h>

static const CfFilterParams good_params = { .op = CF_OP_MEDIAN,
  .median = { .width = 5,
      .height = 3,
      .percentile = 25,
      .iterations = 2,
      .border = CF_BORDER_MIRROR,
      .border_value = 7 } };

static const CfPlane good_plane = { .width = 20,
  .height = 10,
  .step = 3,
  .channels = 2,
  .bits = 10,
  .bytes = 2,
  .shift = 6 };

static void
refuse_params (Tester *t, CfFilterParams params, const gchar *what)
{
  GError *error = NULL;
  gboolean ok = cf_filter_params_validate (&params, &error);
  CfFilter *filter;

  tester_error (t, ok, error, CF_ERROR_INVALID, what);
  error = NULL;
  filter = cf_filter_new (t->target.device, &params, &good_plane, 1, 1, &error);
  tester_error (t, filter != NULL, error, CF_ERROR_INVALID, what);
  cf_filter_free (filter);
}

/* `field` is one of params'. */
static void
check_value (Tester *t, CfFilterParams *params, gint *field, gint value,
    gboolean valid, const gchar *name)
{
  g_autofree gchar *what = g_strdup_printf ("%s %d", name, value);
  gint old = *field;

  *field = value;
  if (valid) {
    GError *error = NULL;
    gboolean ok = cf_filter_params_validate (params, &error);

    tester_no_error (t, ok, error, what);
  } else {
    refuse_params (t, *params, what);
  }
  *field = old;
}

static void
check_sizes (Tester *t)
{
  static const gint far_off[] = { G_MAXINT, G_MININT + 5, 103, 1001 };
  CfFilterParams params = good_params;
  gint *sides[] = { &params.median.width, &params.median.height };
  const gchar *names[] = { "width", "height" };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    for (gint size = -3; size <= 102; size++)
      check_value (
          t, &params, sides[i], size, size >= 3 && size % 2 == 1, names[i]);
    for (guint k = 0; k < G_N_ELEMENTS (far_off); k++)
      check_value (t, &params, sides[i], far_off[k], FALSE, names[i]);
  }
}

static void
check_epsilon (Tester *t)
{
  static const gint iterations[] = { 0, -1, 17, G_MAXINT, G_MININT };
  static const gint values[] = { -1, 256, CF_EPSILON_THRESHOLD_MAX, G_MAXINT,
    G_MININT };
  CfFilterParams params = { .op = CF_OP_EPSILON,
    .epsilon = { .size = 9, .threshold = 5120, .iterations = 1 } };
  CfEpsilonParams *p = &params.epsilon;
  gint mode = CF_EPSILON_CLAMP + 1, border = CF_BORDER_CONSTANT + 1, i;

  for (i = -3; i <= 35; i++)
    check_value (t, &params, &p->size, i, i >= 3 && i <= 31 && i % 2 == 1,
        "epsilon size");
  for (i = -2; i <= 258; i++) {
    check_value (t, &params, &p->threshold, i, i >= -1, "threshold");
    check_value (t, &params, &p->threshold, 65536 - i, i >= 0, "threshold");
  }
  for (guint k = 0; k < G_N_ELEMENTS (iterations); k++)
    check_value (
        t, &params, &p->iterations, iterations[k], FALSE, "epsilon iterations");
  for (guint k = 0; k < G_N_ELEMENTS (values); k++) {
    check_value (
        t, &params, &p->border_value, values[k], FALSE, "epsilon border-value");
    check_value (t, &params, &p->threshold, values[k],
        values[k] > 0 ? values[k] <= CF_EPSILON_THRESHOLD_MAX
                      : values[k] == CF_EPSILON_THRESHOLD_ESTIMATED,
        "threshold");
  }
  p->mode = mode;
  refuse_params (t, params, "mode 2");
  p->mode = CF_EPSILON_CLAMP;
  p->border = border;
  refuse_params (t, params, "epsilon border 3");
  p->border = CF_BORDER_MIRROR;

  tester_check (t, !cf_filter_params_is_identity (&params, 1),
      "an epsilon filter is not the identity");
  p->threshold = 0;
  tester_check (t, cf_filter_params_is_identity (&params, 1),
      "with a threshold of 0 it is");
}

/* Thresholds by depth: in the same places of a picture a neighbour counts. */
static void
check_epsilon_thresholds (Tester *t)
{
  CfEpsilonParams p = { .size = 3 };
  gint bits, difference;

  for (p.threshold = 0; p.threshold <= CF_EPSILON_THRESHOLD_MAX;
       p.threshold += p.threshold < 1024 ? 1 : 32) {
    for (bits = 1; bits <= 16; bits++) {
      gint threshold = cf_epsilon_threshold (&p, bits);

      for (difference = MAX (0, threshold - 2); difference <= threshold + 2;
           difference++)
        if ((difference < threshold)
            != (difference * 65536.0 / (1 << bits) < p.threshold))
          break;
      tester_check (t, difference > threshold + 2,
          "threshold %d at %d bits is %d", p.threshold, bits, threshold);
    }
  }
}

static void
check_denoise (Tester *t)
{
  static const gint far_off[] = { G_MAXINT, G_MININT, 1 << 20 };
  CfFilterParams params = { .op = CF_OP_DENOISE,
    .denoise = { .method = CF_DENOISE_MEDIAN, .window = 1 } };
  CfDenoiseParams *p = &params.denoise;
  const struct {
    gint *field, least, most;
    const gchar *name;
  } ranges[] = { { &p->past, 0, 8, "past" }, { &p->future, 0, 8, "future" },
    { &p->sigma, -1, 64 * 256, "sigma" }, { &p->strength, 0, 1024, "strength" },
    { &p->chroma_strength, 0, 1024, "chroma-strength" },
    { &p->spatial, 0, 1024, "spatial" },
    { (gint *)&p->profile[CF_NOISE_LUMA].luma[3], 0, 64 * 256, "sigma" },
    { (gint *)&p->profile[CF_NOISE_CHROMA].luma[7], 0, 64 * 256, "sigma" },
    { (gint *)&p->profile[CF_NOISE_CHROMA].coarse, 0, 384, "coarseness" } };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    for (gint n = -2; n <= 2; n++) {
      check_value (t, &params, ranges[i].field, ranges[i].least + n, n >= 0,
          ranges[i].name);
      check_value (t, &params, ranges[i].field, ranges[i].most + n, n <= 0,
          ranges[i].name);
    }
    for (guint k = 0; k < G_N_ELEMENTS (far_off); k++)
      check_value (
          t, &params, ranges[i].field, far_off[k], FALSE, ranges[i].name);
  }
  for (gint n = -1; n <= 5; n++)
    check_value (t, &params, &p->window, n, n == 1 || n == 3, "window");
  tester_check (t, cf_filter_params_is_identity (&params, 1),
      "a median of one sample is the identity");
  p->quality = CF_DENOISE_BEST + 1;
  refuse_params (t, params, "quality 3");
  p->quality = CF_DENOISE_FAST;
  p->window = 3;
  tester_check (t, !cf_filter_params_is_identity (&params, 1),
      "a median of 3x3 samples is not");
  p->method = CF_DENOISE_COMPENSATED + 1;
  refuse_params (t, params, "method 4");
}

/* Of methods that keep results, the Wiener stage alone looks ahead. */
static void
check_future (Tester *t)
{
  CfFilterParams params = { .op = CF_OP_DENOISE };
  CfDenoiseParams *p = &params.denoise;

  for (gint quality = CF_DENOISE_FAST; quality <= CF_DENOISE_BEST; quality++)
    for (gint future = 0; future <= CF_DENOISE_FRAMES_MAX + 1; future++) {
      const gboolean is_stage = quality != CF_DENOISE_FAST;
      const gboolean is_few = future <= CF_DENOISE_FRAMES_MAX;

      p->quality = quality;
      p->method = CF_DENOISE_RECURSIVE;
      check_value (t, &params, &p->future, future, future == 0, "future");
      p->method = CF_DENOISE_COMPENSATED;
      check_value (t, &params, &p->future, future,
          future == 0 || (is_stage && is_few), "future");
      p->method = CF_DENOISE_AVERAGE;
      check_value (t, &params, &p->future, future, is_few, "future");
    }
}

/* Noise that is told to be none, of both kinds, or of the one that has a
 * strength. */
static void
check_no_noise (Tester *t)
{
  CfFilterParams params = { .op = CF_OP_DENOISE,
    .denoise = { .method = CF_DENOISE_RECURSIVE,
        .past = 8,
        .sigma = -1,
        .strength = 256,
        .chroma_strength = 256,
        .profile = { { .is_given = TRUE }, { .is_given = TRUE } } } };
  CfDenoiseParams *p = &params.denoise;

#define CHECK(change, right) \
  change; \
  tester_check (t, cf_filter_params_is_identity (&params, 7) == right, \
      "%s: the identity: %s", #change, #right)
  CHECK (, TRUE);
  CHECK (p->profile[CF_NOISE_CHROMA].is_given = FALSE, FALSE);
  CHECK (p->chroma_strength = 0, TRUE);
  CHECK (p->profile[CF_NOISE_LUMA].luma[5] = 1, FALSE);
  CHECK (p->strength = 0, TRUE);
  p->profile[CF_NOISE_LUMA].luma[5] = 0;
  p->strength = 256;
  CHECK (p->sigma = 256, FALSE);
#undef CHECK
}

static void
check_percentiles (Tester *t)
{
  CfFilterParams params = good_params;
  gint *percentile = &params.median.percentile;

  for (gint i = -2; i <= 102; i++)
    check_value (t, &params, percentile, i, i >= 0 && i <= 100, "percentile");
  check_value (t, &params, percentile, G_MAXINT, FALSE, "percentile");
  check_value (t, &params, percentile, G_MININT, FALSE, "percentile");
}

TEST (parameters, TEST_ALWAYS)
{
  static const gint iterations[] = { 0, -1, 17, G_MAXINT, G_MININT };
  static const gint borders[] = { 3, -1, G_MAXINT };
  static const gint values[] = { -1, 256, G_MAXINT, G_MININT };
  CfFilterParams params;
  CfFilterParams copy = { .op = CF_OP_COPY };
  gchar *what;

#define REFUSE_EACH(list, field) \
  for (guint i = 0; i < G_N_ELEMENTS (list); i++) { \
    params = good_params; \
    params.median.field = list[i]; \
    what = g_strdup_printf (#field " %d", list[i]); \
    refuse_params (t, params, what); \
    g_free (what); \
  }

  check_sizes (t);
  check_percentiles (t);
  check_epsilon (t);
  check_epsilon_thresholds (t);
  check_denoise (t);
  check_future (t);
  check_no_noise (t);
  REFUSE_EACH (iterations, iterations);
  REFUSE_EACH (borders, border);
  REFUSE_EACH (values, border_value);
  params = good_params;
  params.op = 99;
  refuse_params (t, params, "operation 99");

  tester_check (
      t, cf_filter_params_is_identity (&copy, 1), "a copy is the identity");
  tester_check (t, cf_filter_params_is_identity (&good_params, 0),
      "a median of no plane is the identity");
  tester_check (t, !cf_filter_params_is_identity (&good_params, 1),
      "a median is not the identity");
}

static void
refuse_plane (Tester *t, CfPlane plane, const gchar *what)
{
  CfPlane two[2] = { good_plane, plane };
  GError *error = NULL;
  gboolean ok = cf_plane_validate (&plane, &error);
  CfFilter *filter;

  tester_error (t, ok, error, CF_ERROR_INVALID, what);
  error = NULL;
  filter = cf_filter_new (t->target.device, &good_params, two, 2, 3, &error);
  tester_error (t, filter != NULL, error, CF_ERROR_INVALID, what);
  cf_filter_free (filter);
}

static void
check_descriptions (Tester *t)
{
  const CfPlane one = {
    .width = 1, .height = 1, .step = 1, .channels = 1, .bits = 8, .bytes = 1
  };
  CfPlane p;
  CfPlane planes[CF_MAX_PLANES + 1];
  GError *error = NULL;
  CfFilter *filter;

#define REFUSE_PLANE(change) \
  p = one; \
  change; \
  refuse_plane (t, p, #change)

  REFUSE_PLANE (p.width = 0);
  REFUSE_PLANE (p.height = -1);
  REFUSE_PLANE (p.step = 0);
  REFUSE_PLANE (p.step = 5);
  REFUSE_PLANE (p.channels = 0);
  REFUSE_PLANE ((p.step = 2, p.channels = 3));
  REFUSE_PLANE (p.bytes = 0);
  REFUSE_PLANE (p.bytes = 4);
  REFUSE_PLANE (p.bits = 0);
  REFUSE_PLANE (p.bits = 9);
  REFUSE_PLANE ((p.bits = 10, p.bytes = 2, p.shift = 7));
  REFUSE_PLANE (p.shift = -1);

  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    planes[i] = good_plane;
  filter = cf_filter_new (t->target.device, &good_params, planes, 0, 0, &error);
  tester_error (t, filter != NULL, error, CF_ERROR_INVALID, "no planes");
  error = NULL;
  filter = cf_filter_new (
      t->target.device, &good_params, planes, CF_MAX_PLANES + 1, 1, &error);
  tester_error (t, filter != NULL, error, CF_ERROR_INVALID, "13 planes");
}

/* Two planes one behind the other in each picture. */
typedef struct {
  guint8 *memory; /* of the device */
  guint8 *copy;   /* what has to be in it */
  gsize size;
  CfPlane src[2], dst[2];
} Pictures;

static gboolean
is_untouched (Tester *t, const Pictures *p)
{
  guint8 *now = g_malloc (p->size);
  gboolean untouched;

  untouched = cf_stream_download (t->target.stream, now, p->size, p->memory,
                  p->size, p->size, 1, NULL)
              && cf_stream_synchronize (t->target.stream, NULL)
              && memcmp (now, p->copy, p->size) == 0;
  g_free (now);
  return untouched;
}

static void
refuse_run (Tester *t, CfFilter *filter, const Pictures *p, const CfPlane *src,
    const CfPlane *dst, const gchar *what)
{
  GError *error = NULL;
  gboolean ok = cf_filter_run (filter, t->target.stream, src, dst, &error);

  tester_error (t, ok, error, CF_ERROR_INVALID, what);
  tester_check (t, is_untouched (t, p), "nothing is written: %s", what);
}

static void
check_run (Tester *t, CfFilter *filter, const Pictures *p)
{
  for (gint side = 0; side < 2; side++) {
    for (gint plane = 0; plane < 2; plane++) {
      CfPlane both[2][2] = { { p->src[0], p->src[1] },
        { p->dst[0], p->dst[1] } };
      CfPlane *q = &both[side][plane];
      const CfPlane good = *q;

#define REFUSE(change) \
  change; \
  refuse_run (t, filter, p, both[0], both[1], #change); \
  *q = good

      REFUSE (q->data = NULL);
      REFUSE (q->data += 1);
      REFUSE (q->stride += 1);
      REFUSE (q->stride = (19 * 3 + 2) * 2 - 2);
      REFUSE (q->stride = 0);
      REFUSE (q->stride = -q->stride);
      REFUSE (q->width -= 1);
      REFUSE (q->width += 1);
      REFUSE (q->height -= 1);
      REFUSE (q->height += 1);
      REFUSE (q->step = 2);
      REFUSE (q->channels = 3);
      REFUSE (q->bits = 9);
      REFUSE ((q->bytes = 1, q->bits = 8, q->shift = 0));
      REFUSE (q->shift = 5);
    }
  }
}

TEST (geometry, TEST_ALWAYS)
{
  const gsize stride = 20 * 3 * 2, plane_size = stride * 10;
  CfPlane two[2] = { good_plane, good_plane };
  Pictures p = { .size = 4 * plane_size };
  GError *error = NULL;
  CfFilter *filter;
  gboolean ok;

  check_descriptions (t);

  filter = cf_filter_new (t->target.device, &good_params, two, 2, 3, &error);
  tester_no_error (t, filter != NULL, error, "preparing two good planes");
  error = NULL;
  p.memory = cf_device_alloc (t->target.device, p.size, &error);
  tester_no_error (t, p.memory != NULL, error, "memory for two pictures");
  if (filter && p.memory) {
    p.copy = g_malloc (p.size);
    random_bytes (&t->random, p.copy, p.size);
    ok = cf_stream_upload (
        t->target.stream, p.memory, p.size, p.copy, p.size, p.size, 1, &error);
    tester_no_error (t, ok, g_steal_pointer (&error), "uploading them");
    for (gint i = 0; i < 4; i++) {
      CfPlane *plane = i < 2 ? &p.src[i] : &p.dst[i - 2];

      *plane = good_plane;
      plane->data = p.memory + i * plane_size;
      plane->stride = stride;
    }
    check_run (t, filter, &p);
    error = NULL;
    ok = cf_filter_run (filter, t->target.stream, p.src, p.dst, &error)
         && cf_stream_synchronize (t->target.stream, &error);
    tester_no_error (t, ok, error, "the filter still runs");
    g_free (p.copy);
  }
  cf_filter_free (filter);
  cf_device_free (t->target.device, p.memory);
}

static const CfConvolveParams good_mask = { .width = 3,
  .height = 5,
  .value = { 1, 2, 1, 2, 4, 2, 3, 6, 3, 2, 4, 2, 1, 2, 1 },
  .normalize = CF_NORMALIZE_MANUAL,
  .divisor = 36,
  .bias = 1 };

/* The message has to contain this. */
static void
refuse_mask (Tester *t, const CfConvolveParams *mask, const gchar *part)
{
  const CfFilterParams params = { .op = CF_OP_CONVOLVE, .convolve = *mask };
  GError *error = NULL;

  refuse_params (t, params, part);
  cf_filter_params_validate (&params, &error);
  tester_check (t, error && strstr (error->message, part), "\"%s\" says \"%s\"",
      error ? error->message : "nothing", part);
  g_clear_error (&error);
}

static void
accept_mask (Tester *t, const CfConvolveParams *mask, const gchar *what)
{
  const CfFilterParams params = { .op = CF_OP_CONVOLVE, .convolve = *mask };
  GError *error = NULL;
  gboolean ok = cf_filter_params_validate (&params, &error);
  CfFilter *filter;

  tester_no_error (t, ok, error, what);
  error = NULL;
  filter = cf_filter_new (t->target.device, &params, &good_plane, 1, 1, &error);
  tester_no_error (t, filter != NULL, error, what);
  cf_filter_free (filter);
}

#define REFUSE_MASK(change, part) \
  m = good_mask; \
  change; \
  refuse_mask (t, &m, part)
#define ACCEPT_MASK(change) \
  m = good_mask; \
  change; \
  accept_mask (t, &m, #change)

static void
check_mask_sides (Tester *t)
{
  static const gint bad[] = { 0, -1, 2, 30, 33, G_MAXINT, G_MININT };
  CfConvolveParams m;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    REFUSE_MASK (m.width = bad[i], "width");
    REFUSE_MASK (m.height = bad[i], "height");
  }
  REFUSE_MASK ((m.is_product = TRUE, m.width = 257), "255");
  REFUSE_MASK ((m.is_product = TRUE, m.height = 254), "height");
  REFUSE_MASK (
      (m.is_product = TRUE, m.width = 33, m.separable = CF_SEPARABLE_NEVER),
      "33x5");
  ACCEPT_MASK (m.width = m.height = 31);
  ACCEPT_MASK (m.width = m.height = 1);
  ACCEPT_MASK ((m.is_product = TRUE, m.width = m.height = 255));
}

static void
check_mask_numbers (Tester *t)
{
  CfConvolveParams m;

  REFUSE_MASK (m.value[7] = NAN, "row 3, column 2");
  REFUSE_MASK (m.value[14] = INFINITY, "row 5, column 3");
  REFUSE_MASK (m.value[0] = -INFINITY, "row 1, column 1");
  REFUSE_MASK ((m.is_product = TRUE, m.value[2] = NAN), "Value 3 of the");
  REFUSE_MASK ((m.is_product = TRUE, m.value[2] = NAN), "row");
  REFUSE_MASK ((m.is_product = TRUE, m.value[7] = NAN), "Value 5 of the");
  REFUSE_MASK ((m.is_product = TRUE, m.value[7] = NAN), "column");
  ACCEPT_MASK ((m.is_product = TRUE, m.value[8] = NAN)); /* beyond */
  ACCEPT_MASK (m.value[15] = NAN);

  REFUSE_MASK (m.divisor = 0, "divisor");
  REFUSE_MASK (m.divisor = NAN, "divisor");
  REFUSE_MASK (m.divisor = INFINITY, "divisor");
  REFUSE_MASK (m.bias = NAN, "bias");
  REFUSE_MASK (m.bias = 65536.5, "bias");
  REFUSE_MASK (m.bias = -65537, "bias");
  ACCEPT_MASK (m.bias = -65536);
  ACCEPT_MASK ((m.normalize = CF_NORMALIZE_NONE, m.divisor = 0, m.bias = NAN));
  ACCEPT_MASK (m.divisor = 1e300);

  REFUSE_MASK (m.divisor = 1e-9, "amplifies");
  REFUSE_MASK (m.divisor = 1e-310, "amplifies");
  REFUSE_MASK ((m.is_product = TRUE, m.width = m.height = 1,
                   m.value[0] = 1e-300, m.value[1] = 1e-10),
      "too small");
  REFUSE_MASK ((m.is_product = TRUE, m.value[1] = 1e308), "row are too large");
  REFUSE_MASK (
      (m.is_product = TRUE, m.value[7] = -1e101), "column are too large");
  REFUSE_MASK ((m.value[1] = 1e308, m.value[4] = 1e308), "too large");
  REFUSE_MASK (m.value[4] = 9e99, "amplifies");
  REFUSE_MASK (
      (m.normalize = CF_NORMALIZE_AUTO, m.value[4] = -9e99), "amplifies");
  REFUSE_MASK (
      (m.is_product = TRUE, m.value[1] = m.value[4] = 9e99), "amplifies");
  /* an integer may amplify more than rounded taps */
  ACCEPT_MASK ((m.divisor = 1, m.value[4] = 1e7));
  REFUSE_MASK ((m.divisor = G_PI, m.value[4] = 1e7), "amplifies");
}

static void
check_mask_choices (Tester *t)
{
  CfConvolveParams m;

  REFUSE_MASK (m.separable = 3, "separable");
  REFUSE_MASK (m.separable = -1, "separable");
  REFUSE_MASK (m.normalize = 3, "normalization");
  REFUSE_MASK (m.normalize = -1, "normalization");
  REFUSE_MASK (m.border = 3, "border");
  REFUSE_MASK (m.border = -1, "border");
  REFUSE_MASK (m.border_value = -1, "border-value");
  REFUSE_MASK (m.border_value = 256, "border-value");
  REFUSE_MASK ((m.separable = CF_SEPARABLE_ALWAYS, m.value[4] = 5),
      "product of a row and a column");
  ACCEPT_MASK (m.separable = CF_SEPARABLE_ALWAYS);
}

static void
check_mask_identity (Tester *t)
{
  CfConvolveParams m = { .width = 3, .height = 3, .value = { [4] = 1 } };
  CfFilterParams params = { .op = CF_OP_CONVOLVE };

#define IDENTITY(change, is) \
  change; \
  params.convolve = m; \
  tester_check (t, cf_filter_params_is_identity (&params, 1) == is, \
      "%s: the identity: %d", #change, is)

  IDENTITY (m.flip = TRUE, TRUE);
  IDENTITY (m.value[4] = 0.3, TRUE);
  IDENTITY (m.normalize = CF_NORMALIZE_NONE, FALSE);
  IDENTITY (m.value[4] = 1, TRUE);
  IDENTITY ((m.normalize = CF_NORMALIZE_MANUAL, m.divisor = 2), FALSE);
  IDENTITY (m.value[4] = 2, TRUE);
  IDENTITY (m.divisor = -2, FALSE);
  IDENTITY (m.value[4] = -2, TRUE);
  IDENTITY (m.bias = 1, FALSE);
  IDENTITY ((m.bias = 0, m.value[3] = 1), FALSE);
  IDENTITY ((m.value[3] = 0, m.value[8] = 1e-3), FALSE);
  memset (&m, 0, sizeof (m));
  IDENTITY ((m.width = m.height = 1), FALSE); /* of zeros: grey */
  IDENTITY ((m.is_product = TRUE, m.value[0] = 0.1, m.value[1] = 0.1), TRUE);
  IDENTITY (
      (m.width = 3, m.value[0] = 0, m.value[1] = G_PI, m.value[3] = 3), TRUE);
  IDENTITY (m.value[0] = 1, FALSE);
}

/* Masks: what is refused, and what is no filter at all. */
TEST (masks, TEST_ALWAYS)
{
  check_mask_sides (t);
  check_mask_numbers (t);
  check_mask_choices (t);
  check_mask_identity (t);
}
