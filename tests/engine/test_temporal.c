/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams under temporal repair against the naive reference, which begins with
 * what the CPU backend fills from space: every byte of every result. */
#include "engine/core/cferror.h"
#include "engine/inpaint/cfinpaintalpha.h"
#include "holes.h"
#include "reference_temporal.h"
#include "scene.h"
#include "tests.h"

#include <string.h>

/* A stream on its way. */
typedef struct {
  FilterCase fc;
  CfFilter *filter, *fill;
  Target *target, *cpu;
  ReferenceTemporal *reference;
  GQueue pushed; /* of ReferenceFrame, that have no result yet */
  ReferenceFrame *last;
  Random random;
  Picture src;
  Scene scene;
  gint alpha; /* a plane that marks holes, or -1 */
  guint n_of_time, n_scene_changes;
  GString *why;
  GError *error;
} Stream;

/* Frames */

static void
frame_free (gpointer data)
{
  ReferenceFrame *f = data;

  for (guint i = 0; f && i < f->n_planes; i++) {
    g_free (f->planes[i].data);
    g_free (f->states[i]);
  }
  g_free (f);
}

static ReferenceFrame *
frame_new (const Stream *s)
{
  ReferenceFrame *f = g_new0 (ReferenceFrame, 1);

  f->n_planes = s->src.n_planes;
  for (guint i = 0; i < f->n_planes; i++) {
    CfPlane *p = &f->planes[i];

    *p = s->src.planes[i];
    p->stride = (gssize)p->width * p->step * p->bytes;
    p->data = g_malloc (p->stride * p->height);
    f->states[i] = g_malloc ((gsize)p->width * p->height);
  }
  return f;
}

static void
mark (const Stream *s, ReferenceFrame *f, const Holes *holes)
{
  for (guint i = 0; i < f->n_planes; i++) {
    const CfInpaintHoles *h = &holes->planes[i];
    const CfPlane *p = &f->planes[i];

    f->is_marked |= reference_temporal_takes_part (s->reference, f->planes, i)
                    && (h->alpha >= 0 || (h->bits && h->left < h->right));
    for (gint y = 0; y < p->height; y++)
      for (gint x = 0; x < p->width; x++)
        f->states[i][y * p->width + x] =
            (s->fc.filtered >> i & 1)
                    && (holes_has (h, p->width, x, y)
                        || holes_are_marked (h, s->src.planes, i, x, y))
                ? REFERENCE_SPACE
                : REFERENCE_KNOWN;
  }
}

/* The next frame: mostly the same scene, a little further; its holes; and what
 * the CPU fills them with from space. */
static gboolean
next_frame (Stream *s)
{
  ReferenceFrame *f = frame_new (s);
  Scene *scene = &s->scene;
  Holes holes;
  gboolean ok;

  if (random_range (&s->random, 0, 6) == 0) {
    scene->seed++;
    if (random_range (&s->random, 0, 2) == 0)
      scene_draw_range (scene, &s->random);
  }
  scene->x += random_range (&s->random, -3, 9);
  scene->y = 1000 + random_range (&s->random, 0, 2);
  scene->luma =
      random_range (&s->random, 0, 5) ? 0 : random_range (&s->random, 0, 20);
  scene->noise = random_range (&s->random, 0, 6);
  scene_fill (scene, &s->src, &s->random);
  holes_init (&holes, &s->fc.spec,
      random_range (&s->random, 0, N_HOLE_KINDS - 1), &s->random);
  for (guint i = 0; i < f->n_planes && s->alpha >= 0; i++)
    if (cf_inpaint_alpha_halved (
            s->src.planes[s->alpha].width, s->src.planes[i].width)
            >= 0
        && cf_inpaint_alpha_halved (
               s->src.planes[s->alpha].height, s->src.planes[i].height)
               >= 0)
      holes.planes[i].alpha = s->alpha;
  mark (s, f, &holes);
  ok = cf_filter_set_holes (s->fill, holes.planes, &s->error)
       && cf_filter_run (
           s->fill, s->cpu->stream, s->src.planes, f->planes, &s->error)
       && cf_filter_set_holes (s->filter, holes.planes, &s->error);
  holes_clear (&holes);
  g_queue_push_tail (&s->pushed, f);
  return ok;
}

static gboolean
push (Stream *s)
{
  CfPlane planes[CF_MAX_PLANES];

  picture_device_planes (&s->src, s->target, planes);
  return picture_upload (&s->src, s->target, &s->error)
         && cf_filter_push (s->filter, s->target->stream, planes, &s->error)
         && cf_stream_synchronize (s->target->stream, &s->error);
}

/* What the oldest frame without a result becomes. */
static void
expect (Stream *s, const CfPlane *planes)
{
  ReferenceFrame *now = g_queue_pop_head (&s->pushed);
  ReferenceFrame *references[5] = { s->last };

  for (guint i = 0; i < 4; i++)
    references[i + 1] = g_queue_peek_nth (&s->pushed, i);
  if (s->fc.params.inpaint.temporal && now->is_marked)
    s->n_of_time += reference_temporal_run (
        s->reference, now, references, &s->n_scene_changes);
  for (guint i = 0; i < now->n_planes; i++)
    for (gint y = 0; y < planes[i].height; y++)
      for (gint x = 0; x < planes[i].width; x++)
        for (gint c = 0; c < planes[i].channels; c++)
          sample_store (
              &planes[i], x, y, c, sample_load (&now->planes[i], x, y, c));
  frame_free (s->last);
  s->last = now;
}

/* With a source where nothing is looked at ahead. */
static gboolean
run (Stream *s, gboolean has_source)
{
  CfPlane src_planes[CF_MAX_PLANES], dst_planes[CF_MAX_PLANES],
      expected_planes[CF_MAX_PLANES];
  guint8 *src_before, *expected;
  Picture dst;
  gboolean ok;

  if (!picture_place (
          &dst, s->target, &s->target->dst, &s->fc.spec, &s->random, &s->error))
    return FALSE;
  random_bytes (&s->random, picture_bytes (&dst), picture_size (&dst));
  expected = g_memdup2 (picture_bytes (&dst), picture_size (&dst));
  src_before = g_memdup2 (picture_bytes (&s->src), picture_size (&s->src));
  planes_in_copy (&dst, expected, expected_planes);
  expect (s, expected_planes);
  for (guint i = 0; i < dst.n_planes; i++)
    poison (&dst.planes[i], &expected_planes[i]);
  picture_device_planes (&s->src, s->target, src_planes);
  picture_device_planes (&dst, s->target, dst_planes);
  ok = picture_upload (&s->src, s->target, &s->error)
       && picture_upload (&dst, s->target, &s->error)
       && cf_filter_run (s->filter, s->target->stream,
           has_source ? src_planes : NULL, dst_planes, &s->error)
       && picture_download (&dst, s->target, &s->error)
       && picture_download (&s->src, s->target, &s->error)
       && cf_stream_synchronize (s->target->stream, &s->error)
       && compare_pictures (
           &s->src, src_before, &dst, expected, expected_planes, s->why);
  g_free (expected);
  g_free (src_before);
  return ok;
}

static void
interrupt (Stream *s)
{
  cf_filter_reset (s->filter);
  reference_temporal_reset (s->reference);
  g_queue_clear_full (&s->pushed, frame_free);
  g_clear_pointer (&s->last, frame_free);
}

/* A frame without a result stays as space filled it. */
static void
skip (Stream *s)
{
  const gboolean is_there = s->pushed.length > 0;

  if (cf_filter_skip (s->filter) != is_there)
    g_string_append (s->why, "a frame cannot be skipped");
  if (!is_there)
    return;
  frame_free (s->last);
  s->last = g_queue_pop_head (&s->pushed);
}

static CfFilter *
new_fill (Stream *s)
{
  FilterCase fc = s->fc;

  fc.params.inpaint.temporal = FALSE;
  fc.params.inpaint.future = 0;
  return filter_case_new_filter (&fc, s->cpu->device, &s->error);
}

/* Other thresholds, which a history does not hinder. */
static void
change (Stream *s)
{
  CfFilterParams params = s->fc.params;
  CfInpaintParams *p = &params.inpaint;

  p->method =
      random_range (&s->random, 0, 1) ? CF_INPAINT_LOCAL : CF_INPAINT_HARMONIC;
  p->iterations = random_range (&s->random, 1, 4);
  p->threshold_end = random_range (&s->random, 0, 40);
  if (!cf_filter_params_have_history (&params))
    return;
  if (!cf_filter_update (s->filter, &params))
    g_string_append (s->why, "other thresholds are not taken over");
  s->fc.params = params;
  cf_filter_free (s->fill);
  s->fill = new_fill (s);
}

/* Frames come and results are made in any order that is allowed. */
static gboolean
run_frames (Stream *s, gint n_frames)
{
  const guint future = s->fc.params.inpaint.future;
  gint n = 0;

  while (n < n_frames || s->pushed.length > 0) {
    if (random_range (&s->random, 0, 15) == 0)
      interrupt (s);
    if (random_range (&s->random, 0, 7) == 0)
      skip (s);
    if (random_range (&s->random, 0, 7) == 0)
      change (s);
    if (!s->fill || s->why->len > 0)
      return FALSE;
    if (n < n_frames && future == 0) {
      n++;
      if (!next_frame (s) || !run (s, TRUE))
        return FALSE;
    } else if (n < n_frames && s->pushed.length <= future
               && random_range (&s->random, 0, 4) > 0) {
      n++;
      if (!next_frame (s) || !push (s))
        return FALSE;
    } else if (s->pushed.length > 0 && !run (s, FALSE)) {
      return FALSE;
    }
  }
  return TRUE;
}

/* Streams */

static void
run_stream (Stream *s, gint n_frames)
{
  const FilterCase *fc = &s->fc;
  CfPlane planes[CF_MAX_PLANES];

  for (guint i = 0; i < fc->spec.n_planes; i++)
    planes[i] = fc->spec.planes[i].geometry;
  random_init (&s->random, fc->seed, "stream");
  s->reference = reference_temporal_new (
      planes, fc->spec.n_planes, fc->filtered, &fc->params.inpaint);
  s->filter = filter_case_new_filter (fc, s->target->device, &s->error);
  s->fill = s->filter ? new_fill (s) : NULL;
  if (s->fill
      && picture_place (&s->src, s->target, &s->target->src, &fc->spec,
          &s->random, &s->error)) {
    random_bytes (&s->random, picture_bytes (&s->src), picture_size (&s->src));
    run_frames (s, n_frames);
  }
  if (s->error) {
    g_string_append (s->why, s->error->message);
    g_clear_error (&s->error);
  }
  cf_filter_free (s->filter);
  cf_filter_free (s->fill);
  g_queue_clear_full (&s->pushed, frame_free);
  frame_free (s->last);
  reference_temporal_free (s->reference);
}

static gint
find_alpha (const FilterCase *fc)
{
  for (guint i = 1; i < fc->spec.n_planes; i++)
    if (!(fc->filtered >> i & 1)
        && fc->spec.planes[i].geometry.width
               == fc->spec.planes[0].geometry.width
        && fc->spec.planes[i].geometry.height
               == fc->spec.planes[0].geometry.height
        && fc->spec.planes[i].geometry.channels == 1)
      return i;
  return -1;
}

static FilterCase
draw_case (Tester *t, const Layout *layout, const Depth *depth)
{
  const gint height = random_range (&t->random, 10, 110);
  const gint width = random_range (&t->random, 1, 3) == 1
                         ? random_range (&t->random, 1, 30)
                         : random_range (&t->random, 40, 150);
  FilterCase fc = filter_case_draw (
      CF_OP_INPAINT, layout, depth, width, height, &t->random);
  CfInpaintParams *p = &fc.params.inpaint;

  *p = (CfInpaintParams){ .method = CF_INPAINT_HARMONIC,
    .threshold_start = -1,
    .threshold_end = -1,
    .temporal = random_range (&t->random, 0, 9) > 0,
    .future = random_range (&t->random, 0, 1)
                  ? random_range (&t->random, 0, CF_INPAINT_FUTURE_MAX)
                  : 0 };
  if (random_range (&t->random, 0, 4) == 0) {
    p->method = CF_INPAINT_LOCAL;
    p->iterations = 3;
  }
  /* a filter with a history keeps none of LOCAL's starts */
  p->track = FALSE;
  if (random_range (&t->random, 0, 3) == 0) {
    picture_spec_split_fields (&fc.spec);
    p->by_field = TRUE;
    fc.filtered = 0;
    for (guint i = 0; i < layout->n_planes; i++)
      if (layout->filtered >> i & 1)
        fc.filtered |= 3u << 2 * i;
  }
  return fc;
}

/* All layouts and depths, fields, frames behind, alpha that marks. */
TEST (inpaint_temporal, TEST_ALWAYS)
{
  guint n_of_time = 0, n_scene_changes = 0;
  GError *error = NULL;
  Target cpu;

  if (!target_open (&cpu, CF_BACKEND_CPU, 1, &error)) {
    tester_no_error (t, FALSE, error, "opening the CPU backend");
    return;
  }
  for (gint i = 0; i < 63; i++) {
    Stream s = { .target = &t->target, .cpu = &cpu };
    g_autofree gchar *description = NULL;

    s.fc = draw_case (t, &layouts[i < 57 ? i % N_LAYOUTS : N_LAYOUTS + i % 3],
        &depths[i % N_DEPTHS]);
    s.alpha = i % 2 ? find_alpha (&s.fc) : -1;
    description = filter_case_describe (&s.fc);
    if (tester_begin (t, description)) {
      s.why = g_string_new (NULL);
      run_stream (&s, 5);
      tester_end (t, s.why->len == 0, s.why->str);
      g_string_free (s.why, TRUE);
      n_of_time += s.n_of_time;
      n_scene_changes += s.n_scene_changes;
    }
  }
  target_close (&cpu);
  tester_check (t,
      (n_of_time > 20000 && n_scene_changes > 2) || tester_leaves_out (t),
      "%u samples of time and %u cuts: enough of both", n_of_time,
      n_scene_changes);
}
