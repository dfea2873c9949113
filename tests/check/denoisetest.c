/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What cudadenoise should make of frames. */
#include "denoisetest.h"

#include <gst/check/gstcheck.h>
#include <math.h>
#include <string.h>

#include "engine/core/cfbackend.h"
#include "engine/noise/cfnoisetext.h"
#include "naivesamples.h"

/* Of the device that the engine's filter runs on. */
#if defined(TEST_STAGED) || defined(TEST_FAKEDRIVER)
#define BACKEND CF_BACKEND_CUDA
#else
#define BACKEND CF_BACKEND_CPU
#endif

gpointer denoise_test_context;

struct _DenoiseReference {
  GstVideoInfo info;
  gboolean by_field;
  DenoiseSettings settings;

  CfDevice *device;
  CfStream *stream;
  CfFilter *filter;
  CfPlane planes[CF_MAX_PLANES];                   /* those that are filtered */
  guint8 *src[CF_MAX_PLANES], *dst[CF_MAX_PLANES]; /* of the device */
  guint n_planes;
  guint32 chroma;

  GQueue waiting; /* of GstBuffer */
};

void
denoise_settings_apply (const DenoiseSettings *self, GObject *element)
{
  g_object_set (element, "past", self->past, "future", self->future, "window",
      self->window, "sigma", self->sigma, "strength", self->strength,
      "chroma-strength", self->chroma_strength, "spatial", self->spatial,
      "noise-profile", self->noise_profile, NULL);
  gst_util_set_object_arg (element, "method", self->method);
  gst_util_set_object_arg (
      element, "quality", self->quality ? self->quality : "fast");
  gst_util_set_object_arg (element, "planes", self->planes);
}

static CfDenoiseQuality
quality_of (const DenoiseSettings *self)
{
  return !self->quality                        ? CF_DENOISE_FAST
         : g_str_equal (self->quality, "high") ? CF_DENOISE_HIGH
                                               : CF_DENOISE_BEST;
}

gboolean
denoise_settings_are_at_push (const DenoiseSettings *self)
{
  return self->future > 0 && g_str_equal (self->method, "compensated")
         && quality_of (self) != CF_DENOISE_FAST;
}

gboolean
denoise_settings_look_ahead (const DenoiseSettings *self)
{
  return denoise_settings_are_at_push (self)
         || (self->future > 0
             && (g_str_equal (self->method, "average")
                 || g_str_equal (self->method, "median")));
}

/* Frames */

static void
add_noise (const NaiveSamples *s, gconstpointer rand)
{
  const gint step = 1 << (s->depth - 8), most = (1 << s->depth) - 1;

  for (gint y = 0; y < s->height; y++)
    for (gint x = 0; x < s->width; x++) {
      gint value = naive_samples_get (s, x, y, "replicate", 0)
                   + g_rand_int_range ((GRand *)rand, -6 * step, 6 * step + 1);

      naive_samples_set (s, x, y, CLAMP (value, 0, most));
    }
}

GstBuffer *
denoise_test_frame (GRand *rand, const GstVideoInfo *info, GstBuffer *still)
{
  return naive_samples_filter (
      info, still, FALSE, "luma+chroma+alpha", add_noise, rand);
}

/* Samples of one component of one field, to and from planes in host memory */

typedef struct {
  CfPlane planes[CF_MAX_PLANES]; /* with data */
  guint n;                       /* that were visited */
  gboolean to_frame;
} Walk;

static void
visit (const NaiveSamples *s, gconstpointer data)
{
  Walk *walk = (Walk *)data;
  CfPlane *p = &walk->planes[walk->n++];

  if (s->height == 0)
    return;
  if (!walk->to_frame) {
    *p = (CfPlane){
      .width = s->width,
      .height = s->height,
      .step = 1,
      .channels = 1,
      .bits = s->depth,
      .bytes = s->depth > 8 ? 2 : 1,
    };
    p->stride = p->width * p->bytes;
    p->data = g_malloc (p->stride * p->height);
  }
  for (gint y = 0; y < s->height; y++)
    for (gint x = 0; x < s->width; x++) {
      guint8 *at = p->data + y * p->stride + x * p->bytes;

      if (walk->to_frame)
        naive_samples_set (s, x, y, p->bytes == 2 ? *(guint16 *)at : *at);
      else if (p->bytes == 2)
        *(guint16 *)at = naive_samples_get (s, x, y, "replicate", 0);
      else
        *at = naive_samples_get (s, x, y, "replicate", 0);
    }
}

/* Kind by kind; *chroma: bit i where the i-th plane is colour. Returns a copy
 * of the frame. */
static GstBuffer *
walk_frame (DenoiseReference *self, GstBuffer *frame, Walk *walk)
{
  static const gchar *const kinds[] = { "luma", "chroma", "alpha" };
  GstBuffer *result = gst_buffer_ref (frame);

  self->chroma = 0;
  walk->n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    const guint before = walk->n;
    GstBuffer *last = result;

    if (!strstr (self->settings.planes, kinds[i]))
      continue;
    result = naive_samples_filter (
        &self->info, last, self->by_field, kinds[i], visit, walk);
    gst_buffer_unref (last);
    for (guint k = before; k < walk->n && i == 1; k++)
      self->chroma |= 1u << k;
  }
  return result;
}

static void
walk_clear (Walk *walk)
{
  for (guint i = 0; i < walk->n; i++)
    g_free (walk->planes[i].data);
}

/* The filter */

static void
check (gboolean ok, GError *error)
{
  if (!ok)
    g_error ("the reference failed: %s", error->message);
}

static CfFilterParams
get_params (DenoiseReference *self)
{
  const DenoiseSettings *s = &self->settings;
  CfFilterParams params = { .op = CF_OP_DENOISE,
    .denoise = {
        .method = g_str_equal (s->method, "recursive") ? CF_DENOISE_RECURSIVE
                  : g_str_equal (s->method, "average") ? CF_DENOISE_AVERAGE
                  : g_str_equal (s->method, "median")  ? CF_DENOISE_MEDIAN
                                                       : CF_DENOISE_COMPENSATED,
        .quality = quality_of (s),
        .past = s->past,
        .future = denoise_settings_look_ahead (s) ? s->future : 0,
        .window = s->window,
        .sigma = s->sigma < 0 ? -1 : rint (256 * s->sigma),
        .strength = rint (256 * s->strength),
        .chroma_strength = rint (256 * s->chroma_strength),
        .spatial = rint (256 * s->spatial),
        .chroma = self->chroma,
    } };

  if (s->noise_profile
      && !cf_noise_profile_parse (
          params.denoise.profile, s->noise_profile, NULL))
    g_error ("%s is no profile", s->noise_profile);
  return params;
}

static void
make_filter (DenoiseReference *self, const Walk *walk)
{
  const CfFilterParams params = get_params (self);
  GError *error = NULL;

  self->n_planes = walk->n;
  for (guint i = 0; i < walk->n; i++) {
    const gsize size = walk->planes[i].stride * walk->planes[i].height;

    self->planes[i] = walk->planes[i];
    self->src[i] = cf_device_alloc (self->device, size, &error);
    self->dst[i] = cf_device_alloc (self->device, size, &error);
  }
  self->filter = cf_filter_new (
      self->device, &params, walk->planes, walk->n, G_MAXUINT32, &error);
  check (self->filter != NULL, error);
}

static void
end_filter (DenoiseReference *self)
{
  GError *error = NULL;

  check (cf_stream_synchronize (self->stream, &error), error);
  g_clear_pointer (&self->filter, cf_filter_free);
  for (guint i = 0; i < self->n_planes; i++) {
    cf_device_free (self->device, self->src[i]);
    cf_device_free (self->device, self->dst[i]);
  }
  self->n_planes = 0;
}

DenoiseReference *
denoise_reference_new (const GstVideoInfo *info, gboolean by_field)
{
  const CfDeviceConfig config = {
    .type = BACKEND, .context = denoise_test_context, .threads = 1
  };
  DenoiseReference *self = g_new0 (DenoiseReference, 1);
  GError *error = NULL;

  self->info = *info;
  self->by_field = by_field;
  self->device = cf_device_open (&config, &error);
  check (self->device != NULL, error);
  self->stream = cf_stream_new (self->device, &error);
  g_queue_init (&self->waiting);
  return self;
}

void
denoise_reference_free (DenoiseReference *self)
{
  g_queue_clear_full (&self->waiting, (GDestroyNotify)gst_buffer_unref);
  end_filter (self);
  cf_stream_free (self->stream);
  cf_device_unref (self->device);
  g_free (self);
}

void
denoise_reference_set (DenoiseReference *self, const DenoiseSettings *settings)
{
  const DenoiseSettings old = self->settings;
  CfFilterParams params;

  self->settings = *settings;
  if (!self->filter)
    return;
  params = get_params (self);
  if (g_str_equal (old.planes, settings->planes)
      && cf_filter_update (self->filter, &params))
    return;
  g_assert (!denoise_settings_look_ahead (&old) || self->waiting.length == 0);
  end_filter (self);
}

void
denoise_reference_reset (DenoiseReference *self)
{
  if (denoise_settings_look_ahead (&self->settings))
    g_queue_clear_full (&self->waiting, (GDestroyNotify)gst_buffer_unref);
  if (self->filter)
    cf_filter_reset (self->filter);
}

void
denoise_reference_flush (DenoiseReference *self)
{
  denoise_reference_reset (self);
  g_queue_clear_full (&self->waiting, (GDestroyNotify)gst_buffer_unref);
}

static void
transfer (DenoiseReference *self, const Walk *walk, gboolean up, CfPlane *there)
{
  GError *error = NULL;
  gboolean ok = TRUE;

  for (guint i = 0; i < walk->n && ok; i++) {
    const CfPlane *p = &walk->planes[i];

    there[i] = *p;
    there[i].data = up ? self->src[i] : self->dst[i];
    ok = up ? cf_stream_upload (self->stream, there[i].data, p->stride, p->data,
             p->stride, p->stride, p->height, &error)
            : cf_stream_download (self->stream, p->data, p->stride,
                there[i].data, p->stride, p->stride, p->height, &error);
  }
  check (ok && cf_stream_synchronize (self->stream, &error), error);
}

static void
put_to_device (DenoiseReference *self, GstBuffer *frame, CfPlane *there)
{
  Walk walk = { 0 };

  gst_buffer_unref (walk_frame (self, frame, &walk));
  if (!self->filter)
    make_filter (self, &walk);
  transfer (self, &walk, TRUE, there);
  walk_clear (&walk);
}

void
denoise_reference_push (DenoiseReference *self, GstBuffer *frame)
{
  CfPlane src[CF_MAX_PLANES];
  GError *error = NULL;

  if (denoise_settings_look_ahead (&self->settings)) {
    put_to_device (self, frame, src);
    check (cf_filter_push (self->filter, self->stream, src, &error), error);
    check (cf_stream_synchronize (self->stream, &error), error);
  }
  g_queue_push_tail (&self->waiting, gst_buffer_ref (frame));
}

guint
denoise_reference_n_waiting (DenoiseReference *self)
{
  return self->waiting.length;
}

void
denoise_reference_skip (DenoiseReference *self)
{
  fail_unless (!denoise_settings_look_ahead (&self->settings)
                   || cf_filter_skip (self->filter),
      "a frame cannot be skipped");
  gst_buffer_unref (g_queue_pop_head (&self->waiting));
}

GstBuffer *
denoise_reference_pull (DenoiseReference *self)
{
  GstBuffer *frame = g_queue_pop_head (&self->waiting), *result;
  const gboolean was_pushed = denoise_settings_look_ahead (&self->settings);
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];
  Walk walk = { 0 };
  GError *error = NULL;

  if (!was_pushed)
    put_to_device (self, frame, src);
  gst_buffer_unref (walk_frame (self, frame, &walk));
  for (guint i = 0; i < walk.n; i++) {
    dst[i] = walk.planes[i];
    dst[i].data = self->dst[i];
  }
  check (cf_filter_run (
             self->filter, self->stream, was_pushed ? NULL : src, dst, &error),
      error);
  check (cf_stream_synchronize (self->stream, &error), error);
  transfer (self, &walk, FALSE, dst);
  walk.to_frame = TRUE;
  result = walk_frame (self, frame, &walk);
  walk_clear (&walk);
  gst_buffer_unref (frame);
  return result;
}
