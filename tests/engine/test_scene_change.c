/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cuts under noise reduction over time: what is before one leaves no trace in
 * what is behind it, and the other way round, bit for bit. */
#include "scene.h"
#include "tests.h"

#include <string.h>

#define SHOTS 3
#define FRAMES_MAX 8 /* of a shot */

/* A filter's pictures. */
typedef struct {
  FilterCase fc;
  Target *target;
  Random random; /* of memory's layouts */
  GPtrArray *results;
  GError *error;
  gboolean is_narrow; /* of deep samples a small part of all values is used */
} Strip;

/* Frame i of a shot, the same whenever it is asked for. The camera moves a bit,
 * light flashes, and other noise is on each. */
static void
fill_frame (const Strip *s, guint shot, guint i, const Picture *picture)
{
  Scene scene = { .seed = s->fc.seed / SHOTS * SHOTS + shot,
    .x = 1000 + (gint)i % 3,
    .y = 1000,
    .luma = i == 2 ? 40 : 0,
    .noise = 3 };
  Random random;

  if (s->is_narrow) { /* of shots and noise of much the same light, or not */
    scene.span = 65536 >> (3 + s->fc.seed % 6);
    scene.base = 9000 + (s->fc.seed / 8 % 2 ? 0 : 15000 * shot);
  }
  random_init (&random, s->fc.seed + 100 * shot + i, "frame");
  scene_fill (&scene, picture, &random);
}

/* Values of all samples of a picture. */
static guint16 *
values_of (const Picture *picture, gsize *n)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (guint16));

  for (guint i = 0; i < picture->n_planes; i++) {
    const CfPlane *p = &picture->planes[i];

    for (gint y = 0; y < p->height; y++)
      for (gint x = 0; x < p->width; x++)
        for (gint c = 0; c < p->channels; c++) {
          const guint16 v = sample_load (p, x, y, c) >> p->shift;

          g_array_append_val (values, v);
        }
  }
  *n = values->len;
  return (guint16 *)g_array_free (values, FALSE);
}

static gboolean
place (Strip *s, Picture *picture, Arena *arena)
{
  return picture_place (
      picture, s->target, arena, &s->fc.spec, &s->random, &s->error);
}

/* The next result; `src` where nothing is looked at ahead. */
static gboolean
run (Strip *s, CfFilter *filter, const CfPlane *src)
{
  CfPlane planes[CF_MAX_PLANES];
  Picture dst;
  gsize n;

  if (!place (s, &dst, &s->target->dst))
    return FALSE;
  picture_device_planes (&dst, s->target, planes);
  if (!picture_upload (&dst, s->target, &s->error)
      || !cf_filter_run (filter, s->target->stream, src, planes, &s->error)
      || !picture_download (&dst, s->target, &s->error)
      || !cf_stream_synchronize (s->target->stream, &s->error))
    return FALSE;
  g_ptr_array_add (s->results, values_of (&dst, &n));
  return TRUE;
}

static gboolean
take_frame (Strip *s, CfFilter *filter, guint shot, guint i)
{
  CfPlane planes[CF_MAX_PLANES];
  Picture src;

  if (!place (s, &src, &s->target->src))
    return FALSE;
  fill_frame (s, shot, i, &src);
  picture_device_planes (&src, s->target, planes);
  if (!picture_upload (&src, s->target, &s->error))
    return FALSE;
  if (s->fc.params.denoise.future == 0)
    return run (s, filter, planes);
  return cf_filter_push (filter, s->target->stream, planes, &s->error)
         && cf_stream_synchronize (s->target->stream, &s->error);
}

/* Shots first...last of so many frames each, to the last result. */
static gboolean
run_shots (Strip *s, guint first, guint last, const guint *n_frames)
{
  const guint future = s->fc.params.denoise.future;
  CfFilter *filter =
      filter_case_new_filter (&s->fc, s->target->device, &s->error);
  gboolean ok = filter != NULL;
  guint shot, i, pending = 0;

  for (shot = first; ok && shot <= last; shot++)
    for (i = 0; ok && i < n_frames[shot]; i++) {
      ok = take_frame (s, filter, shot, i);
      if (future > 0 && pending++ == future) {
        ok = ok && run (s, filter, NULL);
        pending--;
      }
    }
  for (; ok && future > 0 && pending > 0; pending--)
    ok = run (s, filter, NULL);
  cf_filter_free (filter);
  return ok;
}

static Strip
strip_new (const FilterCase *fc, gboolean is_narrow, Target *target)
{
  Strip s = { .fc = *fc, .target = target, .is_narrow = is_narrow };

  random_init (&s.random, fc->seed, "strip");
  s.results = g_ptr_array_new_with_free_func (g_free);
  return s;
}

/* All shots in one stream, and each by itself. */
static gboolean
compare (const FilterCase *fc, gboolean is_narrow, Target *target, GString *why)
{
  const guint n_frames[SHOTS] = { 5, FRAMES_MAX, 4 };
  Strip all = strip_new (fc, is_narrow, target);
  Strip alone = strip_new (fc, is_narrow, target);
  gboolean ok = run_shots (&all, 0, SHOTS - 1, n_frames);
  Picture picture;
  gsize n = 0;

  for (guint shot = 0; ok && shot < SHOTS; shot++)
    ok = run_shots (&alone, shot, shot, n_frames);
  if (ok && place (&all, &picture, &target->src))
    g_free (values_of (&picture, &n));
  if (all.error)
    g_string_append (why, all.error->message);
  if (alone.error)
    g_string_append (why, alone.error->message);
  for (guint i = 0; ok && i < all.results->len; i++)
    if (i >= alone.results->len
        || memcmp (g_ptr_array_index (all.results, i),
               g_ptr_array_index (alone.results, i), n * sizeof (guint16))
               != 0) {
      g_string_append_printf (why, "frame %u is another one alone", i);
      ok = FALSE;
    }
  g_clear_error (&all.error);
  g_clear_error (&alone.error);
  g_ptr_array_unref (all.results);
  g_ptr_array_unref (alone.results);
  return ok;
}

static void
check (Tester *t, FilterCase fc, gboolean fields, gboolean is_narrow)
{
  g_autofree gchar *description = NULL;

  if (fields) {
    picture_spec_split_fields (&fc.spec);
    fc.params.denoise.by_field = TRUE;
  }
  description = filter_case_describe (&fc);
  if (tester_begin (t, description)) {
    GString *why = g_string_new (NULL);
    const gboolean ok = compare (&fc, is_narrow, &t->target, why);

    tester_end (t, ok, why->str);
    g_string_free (why, TRUE);
  }
}

static void
draw_params (CfDenoiseParams *p, CfDenoiseMethod method, Random *random)
{
  const gboolean keeps_results =
      method == CF_DENOISE_RECURSIVE || method == CF_DENOISE_COMPENSATED;

  p->method = method;
  p->past = random_range (random, 1, CF_DENOISE_FRAMES_MAX);
  p->future = keeps_results || random_range (random, 0, 1)
                  ? 0
                  : random_range (random, 1, CF_DENOISE_FRAMES_MAX);
  if (p->future > 0 && random_range (random, 0, 3) == 0)
    p->past = 0;
  p->window = random_range (random, 0, 1) ? 3 : 1;
  /* what is estimated for a frame behind a cut is that of those before it */
  p->sigma = !keeps_results && random_range (random, 0, 1)
                 ? -1
                 : random_range (random, 0, 2000);
  p->strength = p->chroma_strength = 256;
  p->spatial = random_range (random, 0, 1) ? 256 : 0;
  p->chroma = 6;
}

/* The leaders' planes are filtered, so that there is something to compare. */
static void
check_method (Tester *t, CfDenoiseMethod method)
{
  for (guint i = 0; i < N_DEPTHS; i++)
    for (guint k = 0; k < (depths[i].bits > 8 ? 4 : 2); k++) {
      const gint height = random_range (&t->random, 160, 300);
      const gint width = random_range (&t->random, 140, 260);
      const gint nth_layout = random_range (&t->random, 0, N_LAYOUTS - 1);
      FilterCase fc = filter_case_draw (CF_OP_DENOISE, &layouts[nth_layout],
          &depths[i], width, height, &t->random);

      if (depths[i].bits < 4) /* 16 bins, and noise, need some */
        continue;
      draw_params (&fc.params.denoise, method, &t->random);
      if (k >= 2 && fc.params.denoise.sigma > 0) /* as the scene's noise */
        fc.params.denoise.sigma >>= 3 + fc.seed % 6;
      check (t, fc, k % 2, k >= 2);
    }
}

TEST (denoise_cut_recursive, TEST_ALWAYS)
{
  check_method (t, CF_DENOISE_RECURSIVE);
}

TEST (denoise_cut_compensated, TEST_ALWAYS)
{
  check_method (t, CF_DENOISE_COMPENSATED);
}

TEST (denoise_cut_average, TEST_ALWAYS)
{
  check_method (t, CF_DENOISE_AVERAGE);
}

TEST (denoise_cut_median, TEST_ALWAYS) { check_method (t, CF_DENOISE_MEDIAN); }
