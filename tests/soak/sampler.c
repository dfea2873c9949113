/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Takes some frames of a stream, and compares what becomes of them. */
#include "sampler.h"

#include "cudaframes.h"
#include "verdict.h"

#define LENGTH_MAX 3
#define ONE_IN 24 /* frames begins a sample */

typedef struct {
  GstVideoInfo info;
  guint64 first; /* its number; 0 where there is no sample */
  guint length;
  GstBuffer *frames[LENGTH_MAX];  /* copies of what went in */
  GstBuffer *results[LENGTH_MAX]; /* what came out */
  GstBuffer *expected[LENGTH_MAX];
  guint n_sent, n_arrived;
} Sample;

struct _Sampler {
  GstElement *element;
  Twin *twin;
  GRand *rand;
  Sample now;
  Sample kept; /* complete, to be compared */
  guint n_disturbances;
  guint64 n_compared;
};

Sampler *
sampler_new (GstElement *element, Twin *twin, GRand *rand)
{
  Sampler *self = g_new0 (Sampler, 1);

  self->element = element;
  self->twin = twin;
  self->rand = rand;
  return self;
}

static void
clear (Sample *sample)
{
  guint i;

  for (i = 0; i < LENGTH_MAX; i++) {
    gst_clear_buffer (&sample->frames[i]);
    gst_clear_buffer (&sample->results[i]);
    gst_clear_buffer (&sample->expected[i]);
  }
  *sample = (Sample){ 0 };
}

static gchar *
compare_one (const Sample *s, guint i)
{
  GstBuffer *result;
  gchar *found;

  if (!s->expected[i])
    return g_strdup ("the CPU gives no result");
  result = cuda_frames_to_host (&s->info, s->results[i]);
  found = twin_compare (&s->info, result, s->expected[i]);
  gst_buffer_unref (result);
  return found;
}

static void
compare_kept (Sampler *self)
{
  Sample *s = &self->kept;
  guint i;

  for (i = 0; i < s->length; i++) {
    gchar *found = compare_one (s, i);

    verdict_check (found == NULL,
        "%s: frame %" G_GUINT64_FORMAT " (%u of %u, %s %dx%d) is not what the "
        "CPU makes of it: %s",
        GST_OBJECT_NAME (self->element), s->first + i, i + 1, s->length,
        GST_VIDEO_INFO_NAME (&s->info), GST_VIDEO_INFO_WIDTH (&s->info),
        GST_VIDEO_INFO_HEIGHT (&s->info), found);
    g_free (found);
    self->n_compared++;
  }
  clear (s);
}

guint64
sampler_free (Sampler *self)
{
  guint64 n_compared;

  compare_kept (self);
  clear (&self->now);
  n_compared = self->n_compared;
  g_free (self);
  return n_compared;
}

void
sampler_disturb (Sampler *self)
{
  clear (&self->now);
}

void
sampler_disturb_from_now (Sampler *self)
{
  clear (&self->now);
  self->n_disturbances++;
}

void
sampler_disturb_no_more (Sampler *self)
{
  self->n_disturbances--;
}

static gboolean
begins (Sampler *self)
{
  return self->now.first == 0 && self->n_disturbances == 0
         && g_rand_int_range (self->rand, 0, ONE_IN) == 0
         && twin_is_alike (self->twin, self->element);
}

void
sampler_sent (
    Sampler *self, guint64 number, GstBuffer *frame, const GstVideoInfo *info)
{
  Sample *s = &self->now;

  if (begins (self)) {
    s->info = *info;
    s->first = number;
    s->length = g_rand_int_range (self->rand, 1, LENGTH_MAX + 1);
    GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_RESYNC);
    twin_restart (self->twin, self->element);
  }
  if (s->first && s->n_sent < s->length)
    s->frames[s->n_sent++] = cuda_frames_to_host (&s->info, frame);
}

static void
finish (Sampler *self)
{
  Sample *s = &self->now;
  guint i;

  for (i = 0; i < s->length; i++)
    s->expected[i] = twin_filter (self->twin, g_steal_pointer (&s->frames[i]));
  compare_kept (self);
  self->kept = *s;
  *s = (Sample){ 0 };
}

void
sampler_arrived (Sampler *self, guint64 number, GstBuffer *result)
{
  Sample *s = &self->now;

  if (!s->first || number < s->first || number >= s->first + s->length)
    return;
  s->results[s->n_arrived++] = gst_buffer_ref (result);
  if (s->n_arrived == s->length)
    finish (self);
}
