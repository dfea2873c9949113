/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* An element on the CPU with the same properties. */
#include "twin.h"

#include <gst/check/gstharness.h>

#include "backend.h"
#include "gstcudasnakemeta.h"
#include "values.h"
#include "videotest.h"

struct _Twin {
  GstElement *element;
  GstBus *bus;
  GstHarness *harness;
};

Twin *
twin_new (const gchar *element)
{
  Twin *self = g_new0 (Twin, 1);

  self->element = backend_element_on_cpu (element);
  gst_object_ref_sink (self->element);
  /* what it says is not listened to */
  self->bus = gst_bus_new ();
  gst_bus_set_flushing (self->bus, TRUE);
  gst_element_set_bus (self->element, self->bus);
  self->harness = gst_harness_new_with_element (self->element, "sink", "src");
  return self;
}

void
twin_free (Twin *self)
{
  gst_harness_teardown (self->harness);
  gst_object_unref (self->element);
  gst_object_unref (self->bus);
  g_free (self);
}

void
twin_set_format (Twin *self, const GstVideoInfo *info)
{
  gst_harness_set_src_caps (self->harness, gst_video_info_to_caps (info));
}

void
twin_set_property (Twin *self, GParamSpec *spec, const GValue *value)
{
  g_object_set_property (G_OBJECT (self->element), spec->name, value);
}

void
twin_restart (Twin *self, GstElement *element)
{
  if (!g_signal_lookup ("restart", G_OBJECT_TYPE (element)))
    return;
  g_signal_emit_by_name (element, "restart");
  g_signal_emit_by_name (self->element, "restart");
}

/* Those that only tell are compared too: the mask in force is one of them. */
static gboolean
is_of_the_filter (const GParamSpec *spec)
{
  static const gchar *const others[] = { "name", "parent", "backend",
    "active-backend", "cuda-device-id", "stats", "qos", NULL };

  return spec->flags & G_PARAM_READABLE
         && !g_strv_contains (others, spec->name);
}

static gboolean
is_alike (GstElement *a, GstElement *b, GParamSpec *spec)
{
  GValue x = G_VALUE_INIT, y = G_VALUE_INIT;
  gboolean alike;

  g_value_init (&x, spec->value_type);
  g_value_init (&y, spec->value_type);
  g_object_get_property (G_OBJECT (a), spec->name, &x);
  g_object_get_property (G_OBJECT (b), spec->name, &y);
  alike = g_param_values_cmp (spec, &x, &y) == 0;
  g_value_unset (&x);
  g_value_unset (&y);
  return alike;
}

/* cuFFT does not round as FFTW does, which is allowed: the engine's tests say
 * how far apart they may be. */
static gboolean
rounds_differently (GstElement *element)
{
  GValue method = G_VALUE_INIT;
  gchar *name;
  gboolean differs;

  if (!backend_is_gpu ()
      || !g_object_class_find_property (G_OBJECT_GET_CLASS (element), "method"))
    return FALSE;
  g_object_get_property (G_OBJECT (element), "method", &method);
  name = gst_value_serialize (&method);
  differs = g_str_equal (name, "global");
  g_free (name);
  g_value_unset (&method);
  return differs;
}

gboolean
twin_is_alike (Twin *self, GstElement *element)
{
  gboolean alike = !rounds_differently (element);
  GParamSpec **specs;
  guint n, i;

  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);
  for (i = 0; i < n && alike; i++)
    alike = !is_of_the_filter (specs[i])
            || is_alike (self->element, element, specs[i]);
  g_free (specs);
  return alike;
}

GstBuffer *
twin_filter (Twin *self, GstBuffer *frame)
{
  return gst_harness_push (self->harness, frame) == GST_FLOW_OK
             ? gst_harness_try_pull (self->harness)
             : NULL;
}

/* Contours as text, less what counts the targets of a whole stream. */
static gchar *
describe_contours (GstBuffer *buffer)
{
  GstCudaSnakeContours *contours = NULL;
  GString *text = g_string_new (NULL);
  guint i, k;

  if (!gst_buffer_get_cuda_snake_contours (buffer, &contours, NULL))
    g_string_append (text, "not readable");
  for (i = 0; contours && i < contours->n_contours; i++) {
    const GstCudaSnakeContour *c = &contours->contours[i];

    g_string_append_printf (text, "%g %u %.17g %.17g:", (gdouble)c->area,
        c->iterations, c->mean_in, c->criterion);
    for (k = 0; k < 2 * c->n_points; k++)
      g_string_append_printf (text, " %d", c->points[k]);
    g_string_append_c (text, '\n');
  }
  g_clear_pointer (&contours, gst_cuda_snake_contours_free);
  return g_string_free (text, FALSE);
}

gchar *
twin_compare (const GstVideoInfo *info, GstBuffer *result, GstBuffer *expected)
{
  gchar *a, *b, *found = NULL;

  if (!video_test_equal (info, result, expected))
    return g_strdup ("pixels");
  a = describe_contours (result);
  b = describe_contours (expected);
  if (!g_str_equal (a, b))
    found = g_strdup_printf ("contours: %s, expected %s", a, b);
  g_free (a);
  g_free (b);
  if (!found
      && gst_buffer_get_n_meta (
             result, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)
             != gst_buffer_get_n_meta (
                 expected, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE))
    found = g_strdup ("regions of interest");
  return found;
}
