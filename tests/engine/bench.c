/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Speed of the filters, and of OpenCV's beside them: the same
 * samples, the same number of threads, runs taken in turns. On CUDA several
 * runs are enqueued between two waits, so that the figure is the device's. */
#include "bench.h"
#include "engine/core/cffilter.h"
#include "damage.h"
#include "opencv.h"
#include "random.h"

#include <glib/gstdio.h>
#include <string.h>

#define MAX_REPEATS 1000
#define ENOUGH_SECONDS 5.0 /* a line; at least 3 repeats */
#define INPAINT_RADIUS 5.0 /* OpenCV's, pixels */

/* Of one side, sorted before they are read. */
typedef struct {
  gdouble seconds[MAX_REPEATS];
  gint n;
} Timings;

typedef struct {
  const BenchOptions *options;
  const OpenCVPeer *peer;
  guint threads;
  Target target;
  GString *json; /* the list of results so far */
} Bench;

/* What is convolved with: all values positive, their sum the divisor. Integers
 * fit 8 bits. */
typedef enum {
  MASK_NONE, /* no convolution */
  MASK_OF_INTEGERS,
  MASK_OF_REALS,
  PRODUCT_OF_INTEGERS,
  PRODUCT_OF_REALS
} Mask;

/* One picture for both. */
typedef struct {
  gint width, height, bytes; /* of the window; of a sample */
  Mask mask;
  CfEpsilonMode mode;
  DamageKind holes;
  gboolean navier_stokes; /* OpenCV's inpaint: else Telea's */
  CfFilterParams params;
  gsize stride, n_bytes;
  guint8 *src, *peer_dst;
  guint8 *marked; /* as damage_make() gives them, or NULL */
  CfPlane device_src, device_dst;
  CfFilter *filter;
  gint batch; /* runs between two waits */
} Line;

static gdouble
now (void)
{
  return g_get_monotonic_time () / 1e6;
}

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  gdouble d = *(const gdouble *)a - *(const gdouble *)b;

  return (d > 0) - (d < 0);
}

static gdouble
rate (const Bench *b, gdouble seconds)
{
  return 1e-6 * b->options->width * b->options->height / seconds;
}

static gboolean
run_ours (Bench *b, const Line *l, Timings *timings, GError **error)
{
  gdouble start = now ();
  gint i;

  for (i = 0; i < l->batch; i++)
    if (!cf_filter_run (
            l->filter, b->target.stream, &l->device_src, &l->device_dst, error))
      return FALSE;
  if (!cf_stream_synchronize (b->target.stream, error))
    return FALSE;
  timings->seconds[timings->n++] = (now () - start) / l->batch;
  return TRUE;
}

/* medianBlur, bilateralFilter, inpaint, filter2D, or of products sepFilter2D */
static gboolean
peer_filter (Bench *b, const Line *l)
{
  const CfConvolveParams *p = &l->params.convolve;
  const gint width = b->options->width, height = b->options->height;

  if (l->params.op == CF_OP_CONVOLVE)
    return b->peer->convolve (l->src, l->stride, l->peer_dst, l->stride, width,
        height, 1, l->bytes, p->width, p->height, p->is_product, p->value,
        p->divisor, p->bias);
  if (l->params.op == CF_OP_EPSILON)
    return b->peer->bilateral (l->src, l->stride, l->peer_dst, l->stride, width,
        height, l->bytes, l->width, MAX (b->options->threshold, 1));
  if (l->params.op == CF_OP_INPAINT)
    return b->peer->inpaint (l->src, l->stride, l->peer_dst, l->stride, width,
        height, l->bytes, l->marked, INPAINT_RADIUS, l->navier_stokes);
  return l->width == l->height && b->options->percentile == CF_PERCENTILE_MEDIAN
         && b->peer->median (l->src, l->stride, l->peer_dst, l->stride, width,
             height, 1, l->bytes, l->width);
}

static gboolean
run_peer (Bench *b, const Line *l, Timings *timings)
{
  gdouble start = now ();

  if (!b->peer || !peer_filter (b, l))
    return FALSE;
  timings->seconds[timings->n++] = now () - start;
  return TRUE;
}

static gdouble
best (const Timings *t)
{
  return t->seconds[0];
}

static gdouble
median (const Timings *t)
{
  return t->seconds[t->n / 2];
}

static void
report (Bench *b, const Line *l, Timings *ours, Timings *peer)
{
  static const gchar *masks[] = { "", "integers", "reals",
    "product of integers", "product of reals" };
  const gchar *name = cf_device_get_backend_name (b->target.device);
  static const gchar *modes[] = { "average", "clamp" };
  const gchar *kind = masks[l->mask];
  gchar *what;

  qsort (ours->seconds, ours->n, sizeof (gdouble), compare_doubles);
  qsort (peer->seconds, peer->n, sizeof (gdouble), compare_doubles);
  switch (l->params.op) {
    case CF_OP_CONVOLVE:
      what = g_strdup_printf ("\"mask\": \"%s\"", kind);
      break;
    case CF_OP_EPSILON:
      kind = modes[l->mode];
      what = g_strdup_printf (
          "\"mode\": \"%s\", \"threshold\": %d", kind, b->options->threshold);
      break;
    case CF_OP_INPAINT:
      kind = damage_name (l->holes);
      what = g_strdup_printf ("\"holes\": \"%s\", \"opencv_method\": \"%s\", "
                              "\"median_ms\": %.2f",
          kind,
          peer->n == 0       ? ""
          : l->navier_stokes ? "Navier-Stokes"
                             : "Telea",
          1e3 * median (ours));
      break;
    default:
      what = g_strdup_printf ("\"percentile\": %d", b->options->percentile);
      break;
  }
  g_print ("%-4s %2d-bit %3dx%-3d %-19s %9.1f Mpixel/s (best %11.1f)", name,
      8 * l->bytes, l->width, l->height, kind, rate (b, median (ours)),
      rate (b, best (ours)));
  if (peer->n > 0)
    g_print ("   OpenCV %8.1f (best %8.1f)   %7.2f times",
        rate (b, median (peer)), rate (b, best (peer)),
        median (peer) / median (ours));
  g_print ("\n");

  g_string_append_printf (b->json,
      "%s\n    {\"backend\": \"%s\", "
      "\"bits\": %d, \"size\": %d, \"size_y\": %d, %s, "
      "\"repeats\": %d, \"runs_a_repeat\": %d, "
      "\"median_mpixel_s\": %.1f, \"best_mpixel_s\": %.1f",
      b->json->len > 0 ? "," : "", name, 8 * l->bytes, l->width, l->height,
      what, ours->n, l->batch, rate (b, median (ours)), rate (b, best (ours)));
  if (peer->n > 0)
    g_string_append_printf (b->json,
        ", \"opencv_repeats\": %d, "
        "\"opencv_median_mpixel_s\": %.1f, \"opencv_best_mpixel_s\": %.1f, "
        "\"ratio_of_medians\": %.2f",
        peer->n, rate (b, median (peer)), rate (b, best (peer)),
        median (peer) / median (ours));
  g_string_append (b->json, "}");
  g_free (what);
}

static gboolean
measure (Bench *b, Line *l, GError **error)
{
  Timings *ours = g_new0 (Timings, 1), *peer = g_new0 (Timings, 1);
  gboolean with_peer, ok;
  gdouble start;
  gint i;

  l->batch = 1;
  ok = run_ours (b, l, ours, error); /* warm-up */
  if (ok && !cf_device_is_unified (b->target.device)) {
    for (i = 0; ok && i < 20; i++)
      ok = run_ours (b, l, ours, error);
    l->batch = CLAMP (0.02 / ours->seconds[ours->n - 1], 1, 2000);
  }
  with_peer = ok && run_peer (b, l, peer);
  ours->n = peer->n = 0;
  start = now ();
  for (i = 0; ok && i < b->options->repeats; i++) {
    if (i >= 3 && now () - start > ENOUGH_SECONDS)
      break;
    ok = run_ours (b, l, ours, error);
    if (with_peer)
      run_peer (b, l, peer);
  }
  if (ok)
    report (b, l, ours, peer);
  g_free (ours);
  g_free (peer);
  return ok;
}

/* All samples random, or a gradient through all values, diagonally, with noise
 * of a sixteenth of them. */
static void
fill (const Bench *b, const Line *l)
{
  const gint width = b->options->width, height = b->options->height;
  const guint maximum = (1u << 8 * l->bytes) - 1, noise = (maximum + 1) / 16;
  Random random;
  gint x, y;

  random_init (&random, 1, "bench");
  if (!b->options->smooth) {
    random_bytes (&random, l->src, l->n_bytes);
    return;
  }
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      gsize i = (gsize)y * width + x;
      guint value = (guint64)(maximum - noise) * (x + y) / (width + height)
                    + random_range (&random, 0, noise - 1);

      if (l->bytes == 1)
        l->src[i] = value;
      else
        ((guint16 *)l->src)[i] = value;
    }
  }
}

static void
prepare_mask (Line *l)
{
  CfConvolveParams *p = &l->params.convolve;
  const gboolean is_product = l->mask >= PRODUCT_OF_INTEGERS;
  const gboolean is_real =
      l->mask == MASK_OF_REALS || l->mask == PRODUCT_OF_REALS;
  const gint n = is_product ? l->width + l->height : l->width * l->height;
  gdouble sum[2] = { 0 }; /* a product's second is of its column */
  Random random;
  gint i;

  random_init (&random, 1, "mask");
  l->params.op = CF_OP_CONVOLVE;
  *p = (CfConvolveParams){ .width = l->width,
    .height = l->height,
    .is_product = is_product,
    .separable = is_product ? CF_SEPARABLE_AUTO : CF_SEPARABLE_NEVER,
    .normalize = CF_NORMALIZE_MANUAL,
    .border = CF_BORDER_REPLICATE };
  for (i = 0; i < n; i++) {
    p->value[i] = random_range (&random, 1, 127);
    if (is_real)
      p->value[i] /= G_PI;
    sum[is_product && i >= l->width] += p->value[i];
  }
  p->divisor = is_product ? sum[0] * sum[1] : sum[0];
}

static gboolean
set_holes (const Bench *b, Line *l, GError **error)
{
  CfInpaintHoles holes;
  guint32 *bits;
  gboolean ok;

  l->marked = damage_make (l->holes, b->options->width, b->options->height);
  holes =
      damage_holes (l->marked, b->options->width, b->options->height, &bits);
  ok = cf_filter_set_holes (l->filter, &holes, error);
  g_free (bits);
  return ok;
}

static gboolean
line_prepare (Bench *b, Line *l, GError **error)
{
  CfDevice *device = b->target.device;

  switch (b->options->op) {
    case CF_OP_CONVOLVE:
      prepare_mask (l);
      break;
    case CF_OP_EPSILON:
      l->params = (CfFilterParams){ .op = CF_OP_EPSILON,
        .epsilon = { .size = l->width,
            .threshold = b->options->threshold * CF_EPSILON_STEP,
            .mode = l->mode,
            .iterations = 1,
            .border = CF_BORDER_REPLICATE } };
      break;
    case CF_OP_INPAINT:
      l->params = (CfFilterParams){ .op = CF_OP_INPAINT,
        .inpaint = CF_INPAINT_PARAMS_DEFAULT };
      l->params.inpaint.block_size = l->width;
      l->params.inpaint.iterations = 20; /* whatever the holes */
      break;
    default:
      l->params = (CfFilterParams){ .op = CF_OP_MEDIAN,
        .median = { .width = l->width,
            .height = l->height,
            .percentile = b->options->percentile,
            .iterations = 1,
            .border = CF_BORDER_REPLICATE } };
      break;
  }
  l->stride = (gsize)b->options->width * l->bytes;
  l->n_bytes = l->stride * b->options->height;
  l->src = g_malloc (l->n_bytes);
  l->peer_dst = g_malloc (l->n_bytes);
  fill (b, l);
  l->device_src =
      (CfPlane){ .data = cf_device_alloc (device, l->n_bytes, error),
        .stride = l->stride,
        .width = b->options->width,
        .height = b->options->height,
        .step = 1,
        .channels = 1,
        .bits = 8 * l->bytes,
        .bytes = l->bytes };
  if (!l->device_src.data)
    return FALSE;
  l->device_dst = l->device_src;
  l->device_dst.data = cf_device_alloc (device, l->n_bytes, error);
  if (!l->device_dst.data)
    return FALSE;
  l->filter = cf_filter_new (device, &l->params, &l->device_src, 1, 1, error);
  return l->filter && (l->params.op != CF_OP_INPAINT || set_holes (b, l, error))
         && cf_stream_upload (b->target.stream, l->device_src.data, l->stride,
             l->src, l->stride, l->stride, b->options->height, error)
         && cf_stream_synchronize (b->target.stream, error);
}

static void
line_release (Bench *b, Line *l)
{
  cf_filter_free (l->filter);
  cf_device_free (b->target.device, l->device_dst.data);
  cf_device_free (b->target.device, l->device_src.data);
  g_free (l->marked);
  g_free (l->peer_dst);
  g_free (l->src);
}

static gboolean
bench_line (Bench *b, Line line)
{
  GError *error = NULL;
  gboolean ok = line_prepare (b, &line, &error) && measure (b, &line, &error);

  line_release (b, &line);
  if (!ok) {
    g_printerr ("%d-bit %dx%d: %s\n", 8 * line.bytes, line.width, line.height,
        error->message);
    g_error_free (error);
  }
  return ok;
}

/* Each damage beside both of OpenCV's ways; not with half of the samples, on
 * which OpenCV is for many minutes: its list of pixels in turn is searched from
 * its beginning. */
static gboolean
bench_damages (Bench *b, Line line)
{
  const OpenCVPeer *peer = b->peer;
  gboolean ok;

  for (line.holes = 0; line.holes < DAMAGE_HALF; line.holes++)
    for (line.navier_stokes = FALSE; line.navier_stokes <= TRUE;
         line.navier_stokes++)
      if (!bench_line (b, line))
        return FALSE;
  line.navier_stokes = FALSE;
  b->peer = NULL;
  ok = bench_line (b, line);
  b->peer = peer;
  return ok;
}

/* All that is measured of one size. */
static gboolean
bench_kinds (Bench *b, Line line)
{
  const CfOp op = b->options->op;
  const gint first = op == CF_OP_CONVOLVE ? MASK_OF_INTEGERS : 0;
  const gint last = op == CF_OP_CONVOLVE  ? PRODUCT_OF_REALS
                    : op == CF_OP_EPSILON ? CF_EPSILON_CLAMP
                                          : 0;
  gint kind;

  if (op == CF_OP_INPAINT)
    return bench_damages (b, line);
  for (kind = first; kind <= last; kind++) {
    if (op == CF_OP_CONVOLVE)
      line.mask = kind;
    else
      line.mode = kind;
    if (!bench_line (b, line))
      return FALSE;
  }
  return TRUE;
}

static gboolean
bench_backend (Bench *b)
{
  static const gint medians[] = { 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 25, 31,
    41, 51, 75, 101 };
  static const gint windows[] = { 3, 5, 7, 9, 11, 13, 15, 31 };
  static const gint blocks[] = { 32 };
  const BenchOptions *o = b->options;
  const gint *sizes = windows;
  guint n_sizes = G_N_ELEMENTS (windows);
  gint bytes;
  guint i;

  if (o->size > 0) {
    sizes = &o->size;
    n_sizes = 1;
  } else if (o->op == CF_OP_MEDIAN) {
    sizes = medians;
    n_sizes = G_N_ELEMENTS (medians);
  } else if (o->op == CF_OP_INPAINT) {
    sizes = blocks;
    n_sizes = G_N_ELEMENTS (blocks);
  }
  g_print ("%s\n", cf_device_get_description (b->target.device));
  for (bytes = 1; bytes <= 2; bytes++)
    for (i = 0; i < n_sizes; i++)
      if (!bench_kinds (b, (Line){ .width = sizes[i],
                               .height = o->size_y > 0 ? o->size_y : sizes[i],
                               .bytes = bytes }))
        return FALSE;
  return TRUE;
}

static gchar *
cpu_model (void)
{
  gchar *info = NULL, *model = NULL;
  gchar **lines;
  gint i;

  if (!g_file_get_contents ("/proc/cpuinfo", &info, NULL, NULL))
    return g_strdup ("unknown");
  lines = g_strsplit (info, "\n", -1);
  for (i = 0; lines[i] && !model; i++) {
    gchar *colon = strchr (lines[i], ':');

    if (colon && g_str_has_prefix (lines[i], "model name"))
      model = g_strstrip (g_strdup (colon + 1));
  }
  g_strfreev (lines);
  g_free (info);
  return model ? model : g_strdup ("unknown");
}

/* A JSON string. */
static gchar *
quoted (const gchar *text)
{
  GString *s = g_string_new ("\"");

  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      g_string_append_printf (s, "\\%c", *text);
    else if ((guchar)*text < ' ')
      g_string_append_printf (s, "\\u%04x", *text);
    else
      g_string_append_c (s, *text);
  }
  g_string_append_c (s, '"');
  return g_string_free (s, FALSE);
}

static gboolean
write_json (const Bench *b, const gchar *devices)
{
  GDateTime *date = g_date_time_new_now_utc ();
  gchar *when = g_date_time_format_iso8601 (date);
  gchar *model = cpu_model ();
  gchar *fields[] = { quoted (when), quoted (model),
    quoted (b->options->command), quoted (b->peer ? b->peer->version : "") };
  gchar *text = g_strdup_printf (
      "{\n  \"date\": %s,\n  \"cpu\": %s,\n"
      "  \"processors\": %u,\n  \"command\": %s,\n  \"devices\": [%s],\n"
      "  \"opencv\": %s,\n  \"threads\": %u,\n  \"width\": %d,\n"
      "  \"height\": %d,\n  \"picture\": \"%s\",\n  \"results\": [%s\n  ]\n}\n",
      fields[0], fields[1], g_get_num_processors (), fields[2], devices,
      fields[3], b->threads, b->options->width, b->options->height,
      b->options->smooth ? "smooth" : "random", b->json->str);
  GError *error = NULL;
  gboolean ok = g_file_set_contents (b->options->json, text, -1, &error);
  guint i;

  if (!ok) {
    g_printerr ("%s\n", error->message);
    g_error_free (error);
  }
  for (i = 0; i < G_N_ELEMENTS (fields); i++)
    g_free (fields[i]);
  g_free (text);
  g_free (model);
  g_free (when);
  g_date_time_unref (date);
  return ok;
}

gboolean
bench_run (const BenchOptions *options)
{
  const struct {
    gboolean wanted;
    CfBackendType type;
  } backends[] = { { options->cpu, CF_BACKEND_CPU },
    { options->cuda, CF_BACKEND_CUDA } };
  Bench b = { .options = options,
    .peer = opencv_get (),
    .threads =
        options->threads > 0 ? options->threads : g_get_num_processors (),
    .json = g_string_new (NULL) };
  GString *devices = g_string_new (NULL);
  gboolean ok = TRUE;
  guint i;

  g_print ("%dx%d, %u threads, %s%s\n", options->width, options->height,
      b.threads, b.peer ? "OpenCV " : "without OpenCV",
      b.peer ? b.peer->version : "");
  if (b.peer)
    b.peer->set_threads (b.threads);
  for (i = 0; i < G_N_ELEMENTS (backends); i++) {
    gchar *description;

    if (!backends[i].wanted
        || !target_open (&b.target, backends[i].type, b.threads, NULL))
      continue;
    description = quoted (cf_device_get_description (b.target.device));
    g_string_append_printf (
        devices, "%s%s", devices->len > 0 ? ", " : "", description);
    g_free (description);
    ok = bench_backend (&b) && ok;
    target_close (&b.target);
  }
  ok = ok && b.json->len > 0;
  if (ok && options->json)
    ok = write_json (&b, devices->str);
  g_string_free (devices, TRUE);
  g_string_free (b.json, TRUE);
  return ok;
}
