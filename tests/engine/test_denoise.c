/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams under noise reduction over time against the naive reference: every
 * byte of every result. */
#include "engine/core/cferror.h"
#include "engine/denoise/cfdenoiseaverage.h"
#include "engine/noise/cfnoisetext.h"
#include "operations.h"
#include "reference_denoise.h"
#include "reference_noise.h"
#include "reference_recursive.h"
#include "scene.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* What is seen: pictures with noise, scenes, or one that mostly stands still;
 * or scenes of which many frames in a row come too late. Nothing disturbs the
 * last two. */
enum { PICTURES, SCENES, FADES, EXTREMES, STILL, LATE };

/* Of all cases of a test. */
static CfDenoiseQuality quality;
static guint n_ahead; /* frames of the Wiener stage with a frame ahead */

/* A stream on its way. */
typedef struct {
  FilterCase fc;
  CfFilter *filter;
  ReferenceDenoise reference;
  ReferenceRecursive *recursive; /* of methods that keep results, or NULL */
  CfDenoiseParams came;          /* of the last frame that came */
  Target *target;
  Random random;
  Picture src;
  gint sees;
  Scene scene;
  gint fade;    /* of a frame's light */
  gint extreme; /* number of a frame */
  guint n_pending, n_estimates, n_by_luma, n_profiles, n_scene_changes;
  GString *why;
  GError *error;
} Stream;

/* Moves a picture by some samples; what is beyond it is replicated. */
static void
pan (Stream *s)
{
  const gint dx = random_range (&s->random, -9, 9);
  const gint dy = random_range (&s->random, -5, 5);

  for (guint i = 0; i < s->src.n_planes; i++) {
    const CfPlane *p = &s->src.planes[i];
    g_autofree guint *before = g_new (guint, (gsize)p->width * p->height);

    for (gint c = 0; c < p->channels; c++) {
      for (gint y = 0; y < p->height; y++)
        for (gint x = 0; x < p->width; x++)
          before[(gsize)y * p->width + x] = sample_load (p, x, y, c);
      for (gint y = 0; y < p->height; y++)
        for (gint x = 0; x < p->width; x++)
          sample_store (p, x, y, c,
              before[(gsize)CLAMP (y + dy, 0, p->height - 1) * p->width
                     + CLAMP (x + dx, 0, p->width - 1)]);
    }
  }
}

#define PATCH 16

/* Squares that differ in light and noise, each plane's from the others'. */
static void
fill_patches (Stream *s)
{
  for (guint i = 0; i < s->src.n_planes; i++) {
    const CfPlane *p = &s->src.planes[i];
    const gint most = (1 << p->bits) - 1;
    const gint across = (p->width + PATCH - 1) / PATCH;
    const gint n = across * ((p->height + PATCH - 1) / PATCH);
    gint *luma = g_new (gint, 2 * n), *noise = luma + n;

    for (gint x = 0; x < n; x++) {
      luma[x] = random_range (&s->random, 0, most);
      if (random_range (&s->random, 0, 5) == 0) /* clipped */
        luma[x] = random_range (&s->random, 0, 1) ? most : 0;
      noise[x] = random_range (&s->random, 0, most / 6 + 1);
      if (random_range (&s->random, 0, 3) == 0) /* flat */
        noise[x] = 0;
    }
    for (gint y = 0; y < p->height; y++)
      for (gint x = 0; x < p->width; x++)
        for (gint c = 0; c < p->channels; c++) {
          const gint k = y / PATCH * across + x / PATCH;
          const gint v =
              luma[k] + random_range (&s->random, -noise[k], noise[k]);

          sample_store (p, x, y, c, CLAMP (v, 0, most) << p->shift);
        }
    g_free (luma);
  }
}

/* Cuts, flashes, a camera that moves. */
static void
draw_scene (Stream *s)
{
  Scene *scene = &s->scene;

  if (random_range (&s->random, 0, s->sees == LATE ? 80 : 3) == 0) {
    scene->seed++;
    if (random_range (&s->random, 0, 2) == 0)
      scene_draw_range (scene, &s->random);
  }
  scene->x += random_range (&s->random, -3, 9);
  scene->y = 1000;
  scene->luma =
      random_range (&s->random, 0, 3) ? 0 : random_range (&s->random, 0, 60);
  scene->noise = random_range (&s->random, 0, 6);
  scene_fill (scene, &s->src, &s->random);
}

/* A scene that stands, in a fade, with a flash now and then. */
static void
draw_fade (Stream *s, gboolean is_first)
{
  Scene *scene = &s->scene;
  const gboolean is_flash = random_range (&s->random, 0, 9) == 0;

  if (is_first) {
    scene->y = 1000;
    scene->luma = 0;
    scene->noise = random_range (&s->random, 2, 6);
    s->fade = random_range (&s->random, 1, 3);
  }
  scene->luma += s->fade + 60 * is_flash;
  scene_fill (scene, &s->src, &s->random);
  scene->luma -= 60 * is_flash;
}

/* The signs of a cosine transform's pictures, in the least and the greatest
 * value, of blocks of which most stay as they were: no sum over a window is
 * larger. */
static void
draw_extremes (Stream *s, gboolean is_first)
{
  for (guint i = 0; i < s->src.n_planes; i++) {
    const CfPlane *p = &s->src.planes[i];
    const gint most = (1 << p->bits) - 1;

    for (gint y = 0; y < p->height; y++)
      for (gint x = 0; x < p->width; x++) {
        const gint block = y / 8 * 1000 + x / 8;
        const gint u = (block * 7 + s->extreme) % 8, k = block * 5 % 8;
        const gdouble sign = cos (G_PI * u * (2 * y + 1) / 16)
                             * cos (G_PI * k * (2 * x + 1) / 16)
                             * (block % 3 ? 1 : s->extreme % 2 - 0.5);

        for (gint c = 0; c < p->channels && (is_first || block % 4 == 0); c++)
          sample_store (p, x, y, c, (guint)(sign > 0 ? most : 0) << p->shift);
      }
  }
  s->extreme++;
}

/* A frame is the last one again, or one of its fields is, or its left. */
enum { ANEW, REPEATED, ONE_FIELD, ITS_LEFT };

static gint
draw_repeat (Random *random)
{
  const gint i = random_range (random, 0, 9);

  return i < 2 ? REPEATED : i == 2 ? ONE_FIELD : i == 3 ? ITS_LEFT : ANEW;
}

/* The next frame: the last one with some noise, rarely another picture, so that
 * some samples go on and others do not. */
static void
draw_frame (Stream *s, gboolean is_first)
{
  const gboolean stands =
      s->sees == STILL && random_range (&s->random, 0, 15) > 0;
  const gint repeat = is_first ? ANEW
                      : stands ? REPEATED
                               : draw_repeat (&s->random);
  gint change = random_range (&s->random, 0, 20);

  if (s->sees == EXTREMES) {
    draw_extremes (s, is_first);
    return;
  }
  if (s->sees == FADES) {
    draw_fade (s, is_first);
    return;
  }
  if (repeat == REPEATED)
    return;
  if (s->sees == SCENES || s->sees == LATE) {
    draw_scene (s);
    return;
  }
  if (is_first || random_range (&s->random, 0, 7) == 0) {
    if (random_range (&s->random, 0, 2) == 0) {
      fill_patches (s);
      return;
    }
    fill_picture (&s->src, random_range (&s->random, 0, N_FILLS - 1),
        s->fc.dirty, &s->random);
    return;
  }
  if (repeat == ANEW && random_range (&s->random, 0, 2) == 0)
    pan (s);
  for (guint i = 0; i < s->src.n_planes; i++) {
    const CfPlane *p = &s->src.planes[i];
    const gint most = (1 << p->bits) - 1, most_change = change * most / 255 + 1;

    if (repeat == ONE_FIELD && i % 2 == 0)
      continue;
    for (gint y = 0; y < p->height; y++)
      for (gint x = repeat == ITS_LEFT ? p->width / 2 : 0; x < p->width; x++)
        for (gint c = 0; c < p->channels; c++) {
          const guint stored = sample_load (p, x, y, c);
          const gint v = (gint)(stored >> p->shift)
                         + random_range (&s->random, -most_change, most_change);

          sample_store (p, x, y, c,
              CLAMP (v, 0, most) << p->shift
                  | (stored & ((1u << p->shift) - 1)));
        }
  }
}

static void
push_reference (Stream *s)
{
  const CfDenoiseParams *params = &s->fc.params.denoise;

  s->came = *params;
  if (s->recursive)
    reference_recursive_push (s->recursive, params, s->src.planes);
  else
    reference_denoise_push (&s->reference, params, s->src.planes);
}

static gboolean
push (Stream *s)
{
  CfPlane planes[CF_MAX_PLANES];

  picture_device_planes (&s->src, s->target, planes);
  push_reference (s);
  s->n_pending++;
  return picture_upload (&s->src, s->target, &s->error)
         && cf_filter_push (s->filter, s->target->stream, planes, &s->error)
         && cf_stream_synchronize (s->target->stream, &s->error);
}

/* What the result has to be, in the samples of planes. */
static void
expect (Stream *s, const CfPlane *planes)
{
  const CfDenoiseParams *params = &s->fc.params.denoise;

  if (s->recursive)
    reference_recursive_run (s->recursive, params, planes);
  else
    reference_denoise_run (&s->reference, params, planes);
}

/* The estimate of a plane of the last frame that came, or of AVERAGE of that
 * which has its result now. */
static gboolean
check_sigma_of (Stream *s, guint i)
{
  const guint right = s->recursive
                          ? reference_recursive_sigma (s->recursive, i)
                          : reference_noise_sigma (&s->reference.noise[i]);
  CfNoise noise = { 0 };
  const gboolean is_known = cf_filter_get_noise (s->filter, i, &noise);
  CfNoise expected = { right };

  if (is_known && s->recursive)
    expected = reference_recursive_noise (s->recursive, i);
  else if (is_known)
    expected.coarse = noise.coarse;
  s->n_estimates += noise.sigma > 0;
  s->n_by_luma += noise.luma[0] != noise.luma[CF_NOISE_LUMA_CLASSES - 1];
  if (!(s->fc.filtered >> i & 1)
      || memcmp (&noise, &expected, sizeof noise) == 0)
    return TRUE;
  g_string_append_printf (s->why,
      "an estimate of %u, not %u, of plane %u (coarse %u, %u; in the dark %u, "
      "%u)",
      noise.sigma, right, i, noise.coarse, expected.coarse, noise.luma[0],
      expected.luma[0]);
  return FALSE;
}

/* And that there is none of a plane whose noise is told. */
static gboolean
check_sigma (Stream *s)
{
  const CfDenoiseParams *params =
      s->recursive ? &s->came : &s->fc.params.denoise;

  if (params->sigma >= 0 || params->method == CF_DENOISE_MEDIAN)
    return TRUE;
  for (guint i = 0; i < s->src.n_planes; i++) {
    if (reference_noise_told (params, i) < 0) {
      if (!check_sigma_of (s, i))
        return FALSE;
      continue;
    }
    s->n_profiles++;
    if (cf_filter_get_noise (s->filter, i, &(CfNoise){ 0 })) {
      g_string_append_printf (s->why, "plane %u is told, and measured", i);
      return FALSE;
    }
  }
  return TRUE;
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
  if (has_source)
    push_reference (s);
  else
    s->n_pending--;
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
           &s->src, src_before, &dst, expected, expected_planes, s->why)
       && check_sigma (s);
  g_free (expected);
  g_free (src_before);
  return ok;
}

static gboolean
keeps_results (CfDenoiseMethod method)
{
  return method == CF_DENOISE_RECURSIVE || method == CF_DENOISE_COMPENSATED;
}

/* The most that cases of a method have. */
static gint
most_future (CfDenoiseMethod method)
{
  if (method == CF_DENOISE_COMPENSATED && quality != CF_DENOISE_FAST)
    return CF_DENOISE_FRAMES_MAX;
  return keeps_results (method) ? 0 : CF_DENOISE_FRAMES_MAX;
}

/* Of methods that keep results only the Wiener stage looks ahead. */
static void
take_future (CfDenoiseParams *p, gint future)
{
  p->future = future;
  if (future > 0 && keeps_results (p->method))
    p->quality = MAX (p->quality, CF_DENOISE_HIGH);
}

/* Of no kind, one, or both; of the strength of a picture's noise, or any. */
static void
draw_profile (CfDenoiseParams *p, Random *random)
{
  for (gint kind = 0; kind < CF_NOISE_KINDS; kind++) {
    CfNoiseProfile *to = &p->profile[kind];
    const gint most =
        1 << random_range (random, 4, 14) >> random_range (random, 0, 1);

    *to = (CfNoiseProfile){ 0 };
    to->is_given = random_range (random, 0, 2) == 0;
    for (gint i = 0; i < CF_NOISE_LUMA_CLASSES && to->is_given; i++)
      to->luma[i] = random_range (random, 0, 9)
                        ? random_range (random, most / 2, most)
                        : 0;
    if (to->is_given && random_range (random, 0, 2) > 0)
      to->coarse = random_range (random, 0, CF_NOISE_COARSE_MAX);
  }
}

static void
draw_strengths (CfDenoiseParams *p, Random *random)
{
  static const gint sigmas[] = { 0, 1, 256, 5 * 256, 20 * 256, 26 * 256,
    CF_DENOISE_SIGMA_MAX };
  const gint i = random_range (random, 0, 2 * G_N_ELEMENTS (sigmas) - 1);

  p->sigma = i < (gint)G_N_ELEMENTS (sigmas) ? sigmas[i]
                                             : random_range (random, 0, 6000);
  p->strength =
      random_range (random, 0, 3) ? 256 : random_range (random, 0, 1024);
  p->chroma_strength = random_range (random, 0, 512);
  p->window = random_range (random, 0, 1) ? 3 : 1;
  if (p->method != CF_DENOISE_MEDIAN && random_range (random, 0, 2) == 0)
    p->sigma = -1;
  draw_profile (p, random);
  if (quality != CF_DENOISE_FAST)
    p->quality = random_range (random, 0, 3)
                     ? quality
                     : (CfDenoiseQuality)random_range (random, 0, quality);
  take_future (p, p->future);
  if (keeps_results (p->method))
    p->spatial =
        random_range (random, 0, 2) ? random_range (random, 0, 1024) : 0;
}

static void
skip (Stream *s)
{
  const gboolean is_there = s->n_pending > 0;

  if (cf_filter_skip (s->filter) != is_there)
    g_string_append (s->why, "a frame cannot be skipped");
  if (!is_there)
    return;
  if (s->recursive)
    reference_recursive_skip (s->recursive);
  else
    reference_denoise_skip (&s->reference);
  s->n_pending--;
}

/* Now and then the stream is interrupted, a frame gets no result, or parameters
 * change. */
static void
disturb (Stream *s)
{
  if (s->sees >= STILL)
    return;
  if (random_range (&s->random, 0, 15) == 0) {
    cf_filter_reset (s->filter);
    reference_denoise_reset (&s->reference);
    if (s->recursive)
      reference_recursive_reset (s->recursive);
    s->n_pending = 0;
  }
  if (random_range (&s->random, 0, 5) == 0)
    skip (s);
  if (s->recursive && random_range (&s->random, 0, 4) == 0) {
    const gint elapsed = random_range (&s->random, 0, 12);

    cf_filter_set_elapsed (s->filter, elapsed);
    reference_recursive_set_elapsed (s->recursive, elapsed);
  }
  if (random_range (&s->random, 0, 4) == 0) {
    draw_strengths (&s->fc.params.denoise, &s->random);
    if (!cf_filter_update (s->filter, &s->fc.params))
      g_string_append (s->why, "other strengths are not taken over");
  }
}

/* More frames than there are bits in a word are late. */
#define LATE_PERIOD 60
#define LATE_FROM 5

/* Frames come and results are made in any order that is allowed. */
static gboolean
run_frames (Stream *s, gint n_frames)
{
  const guint future = s->fc.params.denoise.future;
  gint n = 0;

  while (n < n_frames || s->n_pending > 0) {
    disturb (s);
    if (s->why->len > 0)
      return FALSE;
    if (n < n_frames && future == 0) {
      draw_frame (s, n++ == 0);
      if (!run (s, TRUE))
        return FALSE;
    } else if (n < n_frames && s->n_pending <= future
               && random_range (&s->random, 0, 4) > 0) {
      draw_frame (s, n++ == 0);
      if (!push (s))
        return FALSE;
    } else if (s->sees == LATE && n % LATE_PERIOD >= LATE_FROM) {
      skip (s);
    } else if (s->n_pending > 0 && !run (s, FALSE)) {
      return FALSE;
    }
  }
  return TRUE;
}

/* What cases had, so that none is left out for good. */
typedef struct {
  guint estimates, by_luma, profiles;                   /* planes of frames */
  guint scene_changes, flashes, lighter, repeats, gaps; /* frames */
} Seen;

static gboolean
run_stream (const FilterCase *fc, Target *target, gint n_frames, gint sees,
    Seen *seen, GString *why)
{
  Stream s = { .fc = *fc, .target = target, .sees = sees, .why = why };
  CfPlane planes[CF_MAX_PLANES];
  gboolean ok;

  for (guint i = 0; i < fc->spec.n_planes; i++)
    planes[i] = fc->spec.planes[i].geometry;
  random_init (&s.random, fc->seed, "stream");
  reference_denoise_init (
      &s.reference, planes, fc->spec.n_planes, fc->filtered);
  if (keeps_results (fc->params.denoise.method))
    s.recursive =
        reference_recursive_new (planes, fc->spec.n_planes, fc->filtered);
  s.filter = filter_case_new_filter (fc, target->device, &s.error);
  ok = s.filter
       && picture_place (
           &s.src, target, &target->src, &fc->spec, &s.random, &s.error);
  if (ok) {
    random_bytes (&s.random, picture_bytes (&s.src), picture_size (&s.src));
    scene_draw_range (&s.scene, &s.random);
    ok = run_frames (&s, n_frames);
  }
  if (s.error) {
    g_string_append (why, s.error->message);
    g_error_free (s.error);
  }
  seen->estimates += s.n_estimates;
  seen->by_luma += s.n_by_luma;
  seen->profiles += s.n_profiles;
  seen->scene_changes += s.recursive
                             ? reference_recursive_scene_changes (s.recursive)
                             : s.reference.n_scene_changes;
  if (s.recursive) {
    seen->flashes += reference_recursive_flashes (s.recursive);
    seen->lighter += reference_recursive_lighter (s.recursive);
    seen->repeats += reference_recursive_repeats (s.recursive);
    seen->gaps += reference_recursive_gaps (s.recursive);
    n_ahead += reference_recursive_ahead (s.recursive);
  }
  cf_filter_free (s.filter);
  reference_denoise_clear (&s.reference);
  g_clear_pointer (&s.recursive, reference_recursive_free);
  return ok;
}

static Seen
check_frames_of (Tester *t, const FilterCase *fc, gint n_frames, gint sees)
{
  gchar *description = filter_case_describe (fc);
  Seen seen = { 0 };

  if (tester_begin (t, description)) {
    GString *why = g_string_new (NULL);
    gboolean ok = run_stream (fc, &t->target, n_frames, sees, &seen, why);

    tester_end (t, ok, why->str);
    g_string_free (why, TRUE);
  }
  g_free (description);
  return seen;
}

static Seen
check_stream (Tester *t, const FilterCase *fc, gint n_frames)
{
  return check_frames_of (t, fc, n_frames, PICTURES);
}

static FilterCase
draw_case (Tester *t, CfDenoiseMethod method, const Layout *layout,
    const Depth *depth, gint width, gint height)
{
  FilterCase fc = filter_case_draw (
      CF_OP_DENOISE, layout, depth, width, height, &t->random);
  CfDenoiseParams *p = &fc.params.denoise;

  p->method = method;
  p->past = random_range (&t->random, 0, CF_DENOISE_FRAMES_MAX);
  p->future = random_range (&t->random, 0, 1)
                  ? random_range (&t->random, 0, CF_DENOISE_FRAMES_MAX)
                  : 0;
  if (keeps_results (method) && p->future > 0)
    p->future = MIN (
        random_range (&t->random, 0, 3) ? 1 : p->future, most_future (method));
  p->chroma = random_range (&t->random, 0, 15);
  draw_strengths (p, &t->random);
  return fc;
}

static const Layout *
draw_layout (Tester *t)
{
  return &layouts[random_range (&t->random, 0, N_LAYOUTS - 1)];
}

/* All depths, shifted up or not, in one byte or two. */
static void
check_depths (Tester *t, CfDenoiseMethod method)
{
  for (gint bits = 1; bits <= 16; bits++)
    for (gint bytes = bits > 8 ? 2 : 1; bytes <= 2; bytes++)
      for (gint i = 0; i < 6; i++) {
        const Depth depth = { "depth", bits, bytes,
          i % 2 ? 8 * bytes - bits : 0 };
        const gint height = random_range (&t->random, 1, 9);
        const gint width = random_range (&t->random, 1, 140);
        const Layout *layout = draw_layout (t);
        FilterCase fc = draw_case (t, method, layout, &depth, width, height);

        check_stream (t, &fc, 22);
      }
}

/* All numbers of frames on either side; the Wiener stage looks at one ahead,
 * however many there are. */
static void
check_frames (Tester *t, CfDenoiseMethod method)
{
  const gint most = MIN (
      most_future (method), keeps_results (method) ? 2 : CF_DENOISE_FRAMES_MAX);

  for (gint past = 0; past <= CF_DENOISE_FRAMES_MAX; past++)
    for (gint future = 0; future <= most; future++) {
      const gint height = random_range (&t->random, 1, 12);
      const gint width = random_range (&t->random, 1, 100);
      const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
      const Layout *layout = draw_layout (t);
      FilterCase fc =
          draw_case (t, method, layout, &depths[nth_depth], width, height);

      fc.params.denoise.past = past;
      take_future (&fc.params.denoise, future);
      check_stream (t, &fc, 30);
    }
}

/* Pictures below a window and a vector, and of several slices. */
static void
check_sizes (Tester *t, CfDenoiseMethod method)
{
  static const gint sizes[][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 }, { 1, 70 },
    { 70, 1 }, { 3, 3 }, { 15, 4 }, { 16, 4 }, { 17, 4 }, { 31, 5 }, { 33, 5 },
    { 63, 3 }, { 64, 3 }, { 65, 3 }, { 127, 2 }, { 129, 2 }, { 1, 1500 },
    { 40001, 1 }, { 643, 90 } };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++) {
    const gint *size = sizes[i / 2];
    const gboolean is_large = size[0] * size[1] > 1000;
    FilterCase fc = draw_case (t, method,
        is_large ? &layouts[LAYOUT_GREY] : draw_layout (t),
        &depths[i % 2 ? DEPTH_16 : DEPTH_8], size[0], size[1]);

    check_stream (t, &fc, is_large ? 6 : 24);
  }
}

static void
check_layouts (Tester *t, CfDenoiseMethod method)
{
  for (gint layout = 0; layout < N_LAYOUTS; layout++)
    for (gint fields = 0; fields < 2; fields++) {
      const gint height = random_range (&t->random, 2, 20);
      const gint width = random_range (&t->random, 1, 90);
      const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
      FilterCase fc = draw_case (
          t, method, &layouts[layout], &depths[nth_depth], width, height);

      if (fields) {
        picture_spec_split_fields (&fc.spec);
        fc.params.denoise.by_field = TRUE;
      }
      if (random_range (&t->random, 0, 1))
        fc.filtered = random_next (&t->random);
      check_stream (t, &fc, 20);
    }
}

/* A picture with colour, which has tiles and light. */
static FilterCase
draw_colour (Tester *t, CfDenoiseMethod method)
{
  const gint layout = random_range (&t->random, LAYOUT_COLOUR, N_LAYOUTS - 1);
  const gint height = random_range (&t->random, 36, 100);
  const gint width = random_range (&t->random, 36, 200);
  const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
  FilterCase fc = draw_case (
      t, method, &layouts[layout], &depths[nth_depth], width, height);

  fc.params.denoise.chroma = 6;
  if (random_range (&t->random, 0, 2) == 0) {
    picture_spec_split_fields (&fc.spec);
    fc.params.denoise.by_field = TRUE;
    fc.params.denoise.chroma = 0x3c;
    fc.filtered = 0x3f;
  }
  if (random_range (&t->random, 0, 3) == 0)
    fc.filtered &= ~1u;
  return fc;
}

/* More tiles than a GPU's threads have at once. */
static void
check_many_tiles (Tester *t, CfDenoiseMethod method)
{
  for (gint i = 0;
       i < 2 && method != CF_DENOISE_COMPENSATED && method != CF_DENOISE_MEDIAN;
       i++) {
    FilterCase fc = draw_case (t, method, &layouts[LAYOUT_GREY],
        &depths[i ? DEPTH_16 : DEPTH_8], 300 * 16 + 4, 8 * 16 + 4);

    fc.params.denoise.sigma = -1;
    check_frames_of (t, &fc, 4, SCENES);
  }
}

/* Pictures with tiles; those of many rows leave some out. */
static void
check_estimates (Tester *t, CfDenoiseMethod method)
{
  guint n_estimates = 0, n_by_luma = 0, n_profiles = 0, n_repeats = 0;
  guint n_gaps = 0;
  Seen seen;

  if (method == CF_DENOISE_MEDIAN)
    return;
  check_many_tiles (t, method);
  for (gint i = 0; i < 30; i++) {
    const gboolean is_tall = i % 10 == 0;
    const gint tall = i % 20 ? 65 * 16 + 4 : 9 * 16 + 4;
    const gint height = is_tall ? tall : random_range (&t->random, 20, 60);
    const gint width = random_range (&t->random, 20, is_tall ? 60 : 300);
    const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
    const Layout *layout = draw_layout (t);
    FilterCase fc =
        draw_case (t, method, layout, &depths[nth_depth], width, height);

    fc.params.denoise.sigma = -1;
    seen = check_stream (t, &fc, is_tall || !keeps_results (method) ? 8 : 12);
    n_estimates += seen.estimates;
    n_by_luma += seen.by_luma;
    n_profiles += seen.profiles;
    n_repeats += seen.repeats;
    n_gaps += seen.gaps;
  }
  for (gint i = 0; i < 30; i++) {
    FilterCase fc = draw_colour (t, method);

    fc.params.denoise.sigma = -1;
    seen = check_stream (t, &fc, keeps_results (method) ? 8 : 6);
    n_estimates += seen.estimates;
    n_by_luma += seen.by_luma;
    n_profiles += seen.profiles;
    n_repeats += seen.repeats;
    n_gaps += seen.gaps;
  }
  for (gint i = 0; i < 8; i++) {
    FilterCase fc = draw_colour (t, method);

    fc.params.denoise.sigma = -1;
    check_frames_of (t, &fc, 16, STILL);
  }
  tester_check (t, n_estimates > 100 || tester_leaves_out (t),
      "%u estimates of noise are too few", n_estimates);
  tester_check (t,
      n_by_luma > 20 || !keeps_results (method) || tester_leaves_out (t),
      "%u estimates that differ with light are too few", n_by_luma);
  tester_check (t, n_profiles > 40 || tester_leaves_out (t),
      "%u planes whose profile is told are too few", n_profiles);
  tester_check (t,
      n_gaps > 30 || method != CF_DENOISE_COMPENSATED || tester_leaves_out (t),
      "%u gaps with motion are too few", n_gaps);
  tester_check (t,
      n_repeats > 40 || !keeps_results (method) || tester_leaves_out (t),
      "%u repeated frames are too few", n_repeats);
}

/* Scenes with enough texture to tell, of which some rows are left out, in
 * fields and not. */
static void
check_scene_changes (Tester *t, CfDenoiseMethod method)
{
  guint n_scene_changes = 0;

  for (gint i = 0; i < 20; i++) {
    const gboolean is_tall = i % 8 == 0;
    const gint height = is_tall ? random_range (&t->random, 257, 2400)
                                : random_range (&t->random, 30, 100);
    const gint width = random_range (&t->random, 1, is_tall ? 60 : 700);
    const Layout *layout = draw_layout (t);
    FilterCase fc =
        draw_case (t, method, layout, &depths[i % N_DEPTHS], width, height);

    if (i % 3 == 0) {
      picture_spec_split_fields (&fc.spec);
      fc.params.denoise.by_field = TRUE;
    }
    n_scene_changes += check_frames_of (t, &fc, 9, SCENES).scene_changes;
  }
  tester_check (t, n_scene_changes > 5 || tester_leaves_out (t),
      "%u cuts are too few", n_scene_changes);
}

/* Cuts among many frames that come too late. */
static void
check_late (Tester *t, CfDenoiseMethod method)
{
  for (gint i = 0; i < 24 && most_future (method) > 0; i++) {
    FilterCase fc = draw_case (t, method, &layouts[LAYOUT_GREY],
        &depths[i % N_DEPTHS], random_range (&t->random, 100, 200), 40);

    memset (fc.params.denoise.profile, 0, sizeof fc.params.denoise.profile);
    fc.params.denoise.sigma = -1;
    fc.params.denoise.strength = 256;
    fc.params.denoise.past = MAX (fc.params.denoise.past, 1);
    take_future (&fc.params.denoise, 1 + i % 3);
    check_frames_of (t, &fc, 2 * LATE_PERIOD + LATE_FROM, LATE);
  }
}

/* With the noise that scenes have, and a frame ahead. */
static void
take_scene (CfDenoiseParams *p, gint i)
{
  memset (p->profile, 0, sizeof p->profile);
  p->past = MAX (p->past, 1);
  p->sigma = i % 2 ? -1 : 3 * 256;
  p->strength = p->chroma_strength = 256;
  take_future (p, i % 4 == 0 ? 2 : 1);
}

/* Fades of one to three steps a frame, with tiles that tell of them, and
 * flashes. */
static void
check_fades (Tester *t, CfDenoiseMethod method)
{
  const gint n = most_future (method) > 0 ? 24 : 12;
  guint n_lighter = 0, n_flashes = 0;

  for (gint i = 0; i < n && keeps_results (method); i++) {
    const gint height = random_range (&t->random, 140, 220);
    const gint width = random_range (&t->random, 200, 400);
    FilterCase fc = draw_case (
        t, method, draw_layout (t), &depths[i % N_DEPTHS], width, height);
    Seen seen;

    fc.params.denoise.sigma = i % 3 ? -1 : 5 * 256;
    if (i >= 12)
      take_scene (&fc.params.denoise, i);
    seen = check_frames_of (t, &fc, 16, FADES);
    n_lighter += seen.lighter;
    n_flashes += seen.flashes;
  }
  tester_check (t,
      n_lighter > 5 || !keeps_results (method) || tester_leaves_out (t),
      "%u frames that are lighter are too few", n_lighter);
  tester_check (t,
      n_flashes > 5 || !keeps_results (method) || tester_leaves_out (t),
      "%u flashes are too few", n_flashes);
}

static void
check_method (Tester *t, CfDenoiseMethod method)
{
  check_depths (t, method);
  check_frames (t, method);
  check_sizes (t, method);
  check_layouts (t, method);
  check_estimates (t, method);
  check_scene_changes (t, method);
  check_late (t, method);
  check_fades (t, method);
}

TEST (denoise_average, TEST_ALWAYS) { check_method (t, CF_DENOISE_AVERAGE); }

TEST (denoise_median, TEST_ALWAYS) { check_method (t, CF_DENOISE_MEDIAN); }

TEST (denoise_recursive, TEST_ALWAYS)
{
  check_method (t, CF_DENOISE_RECURSIVE);
}

TEST (denoise_compensated, TEST_ALWAYS)
{
  check_method (t, CF_DENOISE_COMPENSATED);
}

/* Colour, which goes by how far luma's frame ahead matches. */
static void
check_colour_ahead (Tester *t)
{
  for (gint i = 0; i < 24; i++) {
    FilterCase fc = draw_colour (t, CF_DENOISE_COMPENSATED);

    take_scene (&fc.params.denoise, i);
    check_frames_of (t, &fc, 12, i % 3 ? SCENES : PICTURES);
  }
}

static void
check_quality (Tester *t, CfDenoiseQuality of)
{
  quality = of;
  n_ahead = 0;
  check_method (t, CF_DENOISE_COMPENSATED);
  for (gint i = 0; i < 12; i++) {
    FilterCase fc = draw_case (t, CF_DENOISE_COMPENSATED, draw_layout (t),
        &depths[i % N_DEPTHS], 64 + 13 * i, 50 + i);

    fc.params.denoise.sigma = i % 3 == 0 ? CF_DENOISE_SIGMA_MAX : 8 << i;
    check_frames_of (t, &fc, 8, EXTREMES);
  }
  check_colour_ahead (t);
  quality = CF_DENOISE_FAST;
  tester_check (t, n_ahead > 1000 || tester_leaves_out (t),
      "%u frames with a frame ahead are too few", n_ahead);
}

TEST (denoise_high, TEST_ALWAYS) { check_quality (t, CF_DENOISE_HIGH); }

TEST (denoise_best, TEST_ALWAYS) { check_quality (t, CF_DENOISE_BEST); }

/* The same bytes however many threads share the work. */
TEST (denoise_threads, TEST_CPU)
{
  static const guint counts[] = { 1, 2, 5, 64 };
  Target main_target = t->target;

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++) {
    GError *error = NULL;
    gboolean ok = target_open (&t->target, CF_BACKEND_CPU, counts[i], &error);

    tester_no_error (t, ok, error, "opening a device of 1, 2, 5 or 64 threads");
    if (!ok)
      continue;
    for (guint k = 0; k < 8; k++) {
      const gint height = random_range (&t->random, 100, 200);
      const gint width = random_range (&t->random, 1, 400);
      const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
      const Layout *layout = draw_layout (t);
      FilterCase fc =
          draw_case (t, k % 2 ? CF_DENOISE_MEDIAN : CF_DENOISE_AVERAGE, layout,
              &depths[nth_depth], width, height);

      check_stream (t, &fc, 5);
    }
    target_close (&t->target);
  }
  t->target = main_target;
}

/* Quotients: every sum of every number of equal and different samples. */
TEST (denoise_means, TEST_ALWAYS)
{
  FilterCase fc = draw_case (
      t, CF_DENOISE_AVERAGE, &layouts[LAYOUT_GREY], &depths[DEPTH_8], 1, 1);

  fc.params.denoise.sigma = 25 * 256; /* differences up to 112, sums to 250 */
  for (gint past = 0; past <= CF_DENOISE_FRAMES_MAX; past++)
    for (gint future = 0; future <= CF_DENOISE_FRAMES_MAX; future++) {
      FilterCase each = fc;

      picture_spec_init (&each.spec, &layouts[LAYOUT_GREY],
          &depths[past % 2 ? DEPTH_16 : DEPTH_8], 1999, 3);
      each.params.denoise.past = past;
      each.params.denoise.future = future;
      each.params.denoise.strength = 256;
      each.seed = random_next (&t->random);
      check_stream (t, &each, past + future + 4);
    }
}

static void
check_limits (Tester *t)
{
  for (gint sigma = 0; sigma <= CF_DENOISE_SIGMA_MAX; sigma += 37)
    for (gint bits = 1; bits <= 16; bits++) {
      const gint most = (1 << bits) - 1;
      const gdouble real = sigma / 256. * (most + 1) / 256;
      gint one, sum;

      cf_denoise_average_limits (sigma, bits, &one, &sum);
      tester_check (t,
          one == MIN ((gint)(4.5 * real), most)
              && sum == MIN ((gint)(10 * real), 8 * most),
          "limits %d and %d of sigma %d at %d bits", one, sum, sigma, bits);
    }
}

/* Frames that must not be pushed, and runs that lack one. */
static void
check_orders (Tester *t, CfDenoiseMethod method, gint future)
{
  FilterCase fc =
      draw_case (t, method, &layouts[LAYOUT_GREY], &depths[DEPTH_8], 9, 7);
  guint8 pixels[2][63] = { { 0 } };
  CfPlane src = fc.spec.planes[0].geometry, dst;
  CfStream *stream = t->target.stream;
  guint8 *memory = cf_device_alloc (t->target.device, sizeof (pixels), NULL);
  GError *error = NULL;
  CfFilter *filter;
  gboolean ok;

  take_future (&fc.params.denoise, future);
  filter = filter_case_new_filter (&fc, t->target.device, &error);
  tester_no_error (t, filter != NULL, error, "a filter that looks ahead");
  if (!filter || !memory)
    return;
  src.stride = src.width;
  src.data = memory;
  dst = src;
  dst.data += sizeof (pixels[0]);
  cf_stream_upload (stream, memory, sizeof (pixels), pixels[0], sizeof (pixels),
      sizeof (pixels), 1, NULL);
  for (gint i = 0; i < 2; i++) {
    error = NULL;
    ok = cf_filter_run (filter, stream, future > 0 ? NULL : &src, &dst, &error);
    if (future > 0)
      tester_error (t, ok, error, CF_ERROR_INVALID, "a run without a frame");
    else
      tester_no_error (t, ok, error, "a run with a frame");
    error = NULL;
    for (gint k = 0; future > 0 && k <= future; k++) {
      ok = cf_filter_push (filter, stream, &src, &error);
      tester_no_error (
          t, ok, g_steal_pointer (&error), "as many as are allowed");
    }
    ok = cf_filter_push (filter, stream, &src, &error);
    tester_error (
        t, ok, g_steal_pointer (&error), CF_ERROR_INVALID, "one too many");
    if (future > 0) {
      ok = cf_filter_run (filter, stream, &src, &dst, &error);
      tester_error (t, ok, g_steal_pointer (&error), CF_ERROR_INVALID,
          "a run with another source");
    }
    cf_filter_reset (filter);
    tester_check (t, !cf_filter_skip (filter), "none is there to be skipped");
  }
  cf_stream_synchronize (stream, NULL);
  cf_filter_free (filter);
  cf_device_free (t->target.device, memory);
}

/* What may be taken over, and what not. */
static void
check_adoption (Tester *t, CfDenoiseMethod method, gint future)
{
  FilterCase fc =
      draw_case (t, method, &layouts[LAYOUT_GREY], &depths[DEPTH_8], 9, 7);
  const gboolean needs_stage = future > 0 && keeps_results (method);
  GError *error = NULL;
  CfFilterParams other;
  CfFilter *filter;

  take_future (&fc.params.denoise, future);
  filter = filter_case_new_filter (&fc, t->target.device, &error);
  tester_no_error (t, filter != NULL, error, "a filter");
  if (!filter)
    return;
#define UPDATE(change, taken) \
  other = fc.params; \
  other.change; \
  tester_check (t, cf_filter_update (filter, &other) == taken, \
      "%s is taken over: %s", #change, #taken)
  UPDATE (denoise.sigma = 77, TRUE);
  UPDATE (denoise.strength = 3, TRUE);
  UPDATE (denoise.profile[CF_NOISE_LUMA].is_given = TRUE, TRUE);
  UPDATE (denoise.profile[CF_NOISE_CHROMA].coarse = 385, FALSE);
  UPDATE (denoise.sigma = -2, FALSE);
  UPDATE (denoise.past = (other.denoise.past + 1) % 9, FALSE);
  UPDATE (denoise.future = (other.denoise.future + 1) % 9, FALSE);
  UPDATE (denoise.method = CF_DENOISE_MEDIAN, FALSE);
  UPDATE (denoise.quality = CF_DENOISE_BEST, TRUE);
  UPDATE (denoise.quality = CF_DENOISE_HIGH, TRUE);
  UPDATE (denoise.quality = CF_DENOISE_FAST, !needs_stage);
  UPDATE (denoise.chroma ^= 1, FALSE);
  UPDATE (op = CF_OP_COPY, FALSE);
  cf_filter_free (filter);
}

TEST (denoise_limits, TEST_ALWAYS)
{
  check_limits (t);
  for (gint i = 0; i < 2; i++) {
    const CfDenoiseMethod method =
        i ? CF_DENOISE_COMPENSATED : CF_DENOISE_MEDIAN;

    check_orders (t, method, 0);
    check_orders (t, method, 1);
    check_orders (t, method, CF_DENOISE_FRAMES_MAX);
  }
  check_adoption (t, CF_DENOISE_AVERAGE, 1);
  check_adoption (t, CF_DENOISE_COMPENSATED, 0);
  check_adoption (t, CF_DENOISE_COMPENSATED, 1);
}

/* The operation */

static void
describe (const CfFilterParams *params, GString *s)
{
  const CfDenoiseParams *p = &params->denoise;
  static const gchar *methods[] = { "recursive", "average", "median",
    "compensated" };
  static const gchar *qualities[] = { "fast", "high", "best" };
  gchar *profile;

  g_string_append_printf (s,
      "denoise %s %s, past %d, future %d, window %d, sigma %d, strength %d and "
      "%d "
      "for 0x%x, spatial %d",
      methods[p->method], qualities[p->quality], p->past, p->future, p->window,
      p->sigma, p->strength, p->chroma_strength, p->chroma, p->spatial);
  profile = cf_noise_profile_to_text (p->profile);
  if (profile)
    g_string_append_printf (s, ", profile %s", profile);
  g_free (profile);
}

OPERATION (CF_OP_DENOISE, describe)
