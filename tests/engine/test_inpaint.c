/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting of whole pictures: every byte, beside the CPU backend's plainest
 * code. */
#include "engine/core/cferror.h"
#include "inpaintcase.h"
#include "operations.h"
#include "tests.h"

static void
run_case (Tester *t, Target *peer, const FilterCase *fc, HoleKind kind)
{
  Holes holes;

  holes_init (&holes, &fc->spec, kind, &t->random);
  tester_inpaint_case (t, peer, fc, &holes, hole_kind_name (kind));
  holes_clear (&holes);
}

static FilterCase
draw_case (Tester *t, const Layout *layout, const Depth *depth, gint width,
    gint height)
{
  FilterCase fc = filter_case_draw (
      CF_OP_INPAINT, layout, depth, width, height, &t->random);

  fc.params.inpaint = inpaint_params_draw (&t->random);
  return fc;
}

/* All layouts, and what is filtered of them drawn. */
TEST (inpaint_layouts, TEST_ALWAYS)
{
  Target peer;

  if (!inpaint_peer_open (t, &peer))
    return;
  for (gint i = 0; i < 4 * N_LAYOUTS; i++) {
    const gint height = random_range (&t->random, 1, 50);
    const gint width = random_range (&t->random, 1, 70);
    const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
    FilterCase fc = draw_case (
        t, &layouts[i % N_LAYOUTS], &depths[nth_depth], width, height);

    if (i % 2)
      picture_spec_split_fields (&fc.spec);
    if (i >= N_LAYOUTS)
      fc.filtered = random_next (&t->random) & ((1u << fc.spec.n_planes) - 1);
    run_case (t, &peer, &fc, random_range (&t->random, 0, N_HOLE_KINDS - 1));
  }
  target_close (&peer);
}

/* All depths, shifted up or not, in one byte or two. */
TEST (inpaint_depths, TEST_ALWAYS)
{
  Target peer;

  if (!inpaint_peer_open (t, &peer))
    return;
  for (gint bits = 1; bits <= 16; bits++)
    for (gint bytes = bits > 8 ? 2 : 1; bytes <= 2; bytes++)
      for (gint i = 0; i < 4; i++) {
        const Depth depth = { "depth", bits, bytes,
          i % 2 ? 8 * bytes - bits : 0 };
        const gint height = random_range (&t->random, 1, 40);
        const gint width = random_range (&t->random, 1, 60);
        const gint nth_layout = random_range (&t->random, 0, N_INTERLEAVED - 1);
        FilterCase fc =
            draw_case (t, &layouts[nth_layout], &depth, width, height);

        run_case (t, &peer, &fc,
            random_range (&t->random, HOLES_FEW, N_HOLE_KINDS - 1));
      }
  target_close (&peer);
}

/* Sides around and below a block's and a mask word's, all kinds of holes. */
TEST (inpaint_sizes, TEST_ALWAYS)
{
  static const gint sides[][2] = { { 1, 1 }, { 1, 2 }, { 2, 1 }, { 2, 2 },
    { 3, 3 }, { 1, 100 }, { 100, 1 }, { 3, 90 }, { 90, 2 }, { 7, 9 },
    { 15, 16 }, { 17, 15 }, { 31, 8 }, { 32, 32 }, { 33, 31 }, { 63, 65 },
    { 64, 64 }, { 65, 5 }, { 37, 53 } };
  Target peer;

  if (!inpaint_peer_open (t, &peer))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (gint kind = 0; kind < N_HOLE_KINDS; kind++) {
      const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
      const gint nth_layout = random_range (&t->random, 0, N_INTERLEAVED - 1);
      FilterCase fc = draw_case (t, &layouts[nth_layout], &depths[nth_depth],
          sides[i][0], sides[i][1]);

      run_case (t, &peer, &fc, kind);
    }
  target_close (&peer);
}

/* Pictures of many blocks, slices and levels, with what the element sets. */
TEST (inpaint_large, TEST_ALWAYS)
{
  static const gint sides[][2] = { { 300, 200 }, { 301, 199 }, { 1921, 67 },
    { 67, 1083 }, { 3001, 1 }, { 1, 3001 } };
  Target peer;

  if (!inpaint_peer_open (t, &peer))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (gint kind = HOLES_FEW; kind < HOLES_ALL; kind++) {
      FilterCase fc = draw_case (t, &layouts[i == 0 ? LAYOUT_RGB : LAYOUT_GREY],
          &depths[kind % 2 ? DEPTH_8 : DEPTH_16], sides[i][0], sides[i][1]);

      fc.fill = kind % 3 ? FILL_SALT_PEPPER : FILL_RANDOM;
      if (kind % 2)
        fc.params.inpaint = (CfInpaintParams)CF_INPAINT_PARAMS_DEFAULT;
      if (kind % 4 == 1)
        fc.params.inpaint.method = CF_INPAINT_HARMONIC;
      run_case (t, &peer, &fc, kind);
    }
  target_close (&peer);
}

/* rgba, argb, a422, ayuv, a420 */
static const gint alpha_layouts[] = { 7, 8, 14, 16, 17 };

/* --- holes that change --- */

/* A picture of many: its holes, what fills it, and the plane that marks more
 * (-1: none). */
typedef struct {
  HoleKind kind;
  Fill fill;
  gint alpha;
} Turn;

/* Pictures in turn through one filter. */
static void
check_turns (Tester *t, Target *peer, const FilterCase *fc, const Turn *turns,
    guint n, gboolean is_still)
{
  g_autofree gchar *filter = filter_case_describe (fc);
  g_autofree gchar *description = g_strdup_printf ("%u turns of %s", n, filter);
  guint64 seed = fc->seed;

  if (tester_begin (t, description)) {
    GString *why = g_string_new (NULL);
    InpaintCase ic;
    gboolean ok = inpaint_case_init (&ic, fc, &t->target, peer, why);
    guint i;

    for (i = 0; ok && i < n; i++) {
      Holes holes;

      holes_init (&holes, &fc->spec, turns[i].kind, &t->random);
      holes.planes[0].alpha = turns[i].alpha;
      ic.fc.fill = turns[i].fill;
      ok = inpaint_case_run (&ic, &holes, seed + (is_still ? 0 : i), why);
      holes_clear (&holes);
    }
    if (!ok)
      g_string_append_printf (why, " (turn %u)", i - 1);
    inpaint_case_clear (&ic);
    tester_end (t, ok, why->str);
    g_string_free (why, TRUE);
  }
}

/* Grown, shrunk, moved, taken away, as far as chance has them. */
TEST (inpaint_changes, TEST_ALWAYS)
{
  Turn turns[6];
  Target peer;

  if (!inpaint_peer_open (t, &peer))
    return;
  for (gint i = 0; i < 24; i++) {
    const gint height = random_range (&t->random, 1, 60);
    const gint width = random_range (&t->random, 1, 90);
    const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
    const gint nth_layout = random_range (&t->random, 0, N_LAYOUTS - 1);
    FilterCase fc =
        draw_case (t, &layouts[nth_layout], &depths[nth_depth], width, height);

    fc.params.inpaint.track = i % 2;
    if (i % 4 == 1)
      fc.params.inpaint.method = CF_INPAINT_LOCAL;
    for (guint k = 0; k < G_N_ELEMENTS (turns); k++)
      turns[k] =
          (Turn){ random_range (&t->random, 0, N_HOLE_KINDS - 1), fc.fill, -1 };
    check_turns (t, &peer, &fc, turns, G_N_ELEMENTS (turns), i % 3 == 0);
  }
  target_close (&peer);
}

static FilterCase
tracked_case (
    Tester *t, const Layout *layout, gint width, gint height, gint block)
{
  FilterCase fc = draw_case (t, layout, &depths[DEPTH_8], width, height);

  fc.params.inpaint = (CfInpaintParams)CF_INPAINT_PARAMS_DEFAULT;
  fc.params.inpaint.track = TRUE;
  fc.params.inpaint.block_size = block;
  fc.filtered = 1;
  return fc;
}

/* Of a picture of holes alone nothing is kept, whoever marks them. */
static void
check_nothing_known (Tester *t, Target *peer, gint width, gint height)
{
  static const Turn marked[] = { { HOLES_ALL, FILL_RANDOM, -1 },
    { HOLES_HALF, FILL_RANDOM, -1 }, { HOLES_ALL, FILL_RANDOM, -1 },
    { HOLES_MOST, FILL_RANDOM, -1 } };
  static const Turn alpha[] = { { HOLES_FEW, FILL_ZERO, 1 },
    { HOLES_HALF, FILL_EXTREMES, 1 }, { HOLES_FEW, FILL_ZERO, 1 },
    { HOLES_HALF, FILL_EXTREMES, 1 } };

  for (gint block = 16; block <= 64; block *= 2) {
    FilterCase fc =
        tracked_case (t, &layouts[LAYOUT_GREY], width, height, block);

    check_turns (t, peer, &fc, marked, G_N_ELEMENTS (marked), FALSE);
    fc = tracked_case (t, &layouts[alpha_layouts[0]], width, height, block);
    check_turns (t, peer, &fc, alpha, G_N_ELEMENTS (alpha), FALSE);
  }
}

/* What a picture leaves to the next. On a GPU the last ones have too many
 * channels to be done together. */
TEST (inpaint_turns, TEST_ALWAYS)
{
  static const Turn turns[] = { { HOLES_FEW, FILL_RANDOM, -1 },
    { HOLES_HALF, FILL_RANDOM, -1 }, { HOLES_FEW, FILL_RANDOM, -1 } };
  Target peer;
  FilterCase fc;

  if (!inpaint_peer_open (t, &peer))
    return;
  check_nothing_known (t, &peer, 3, 7);
  check_nothing_known (t, &peer, 1, 28);
  check_nothing_known (t, &peer, 70, 40);
  fc = tracked_case (t, &layouts[LAYOUT_RGB], 800, 790, 16);
  fc.params.inpaint.iterations = 1;
  check_turns (t, &peer, &fc, turns, G_N_ELEMENTS (turns), FALSE);
  target_close (&peer);
}

/* --- alpha --- */

TEST (inpaint_alpha, TEST_ALWAYS)
{
  static const Fill fills[] = { FILL_EXTREMES, FILL_FEW, FILL_ZERO,
    FILL_MAXIMUM, FILL_CHECKERBOARD, FILL_RAMP_X, FILL_FLOAT };
  Target peer;

  if (!inpaint_peer_open (t, &peer))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (alpha_layouts); i++)
    for (guint k = 0; k < 3 * G_N_ELEMENTS (fills); k++) {
      const Layout *layout = &layouts[alpha_layouts[i]];
      const guint alpha = layout->n_planes - 1;
      const gint height = random_range (&t->random, 1, 40);
      const gint width = random_range (&t->random, 1, 70);
      const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
      FilterCase fc = draw_case (t, layout, &depths[nth_depth], width, height);
      const HoleKind kind = random_range (&t->random, 0, N_HOLE_KINDS - 2);
      Holes holes;

      fc.fill = fills[k % G_N_ELEMENTS (fills)];
      holes_init (&holes, &fc.spec, kind, &t->random);
      for (guint plane = 0; plane < alpha; plane++) {
        holes.planes[plane].alpha = alpha;
        if (k % 3 == 0) { /* alpha alone */
          g_free ((guint32 *)holes.planes[plane].bits);
          holes.planes[plane].bits = NULL;
        }
      }
      tester_inpaint_case (t, &peer, &fc, &holes, "of alpha");
      holes_clear (&holes);
    }
  target_close (&peer);
}

/* --- by a whole plane's transform --- */

/* The backends' transforms round differently, so each is its own peer. */
TEST (inpaint_global_layouts, TEST_ALWAYS)
{
  GError *error = NULL;
  Target peer;

  if (!target_init (&peer, t->target.device, &error)) {
    tester_no_error (t, FALSE, error, "another stream");
    return;
  }
  for (gint i = 0; i < 2 * N_LAYOUTS && !t->was_skipped; i++) {
    const gint height = random_range (&t->random, 1, 50);
    const gint width = random_range (&t->random, 1, 70);
    const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
    FilterCase fc = draw_case (
        t, &layouts[i % N_LAYOUTS], &depths[nth_depth], width, height);

    fc.params.inpaint.method = CF_INPAINT_GLOBAL;
    fc.params.inpaint.iterations = 1 + i % 5;
    if (i % 2)
      picture_spec_split_fields (&fc.spec);
    run_case (t, &peer, &fc, random_range (&t->random, 0, N_HOLE_KINDS - 1));
  }
  target_close (&peer);
}

/* The operation */

static void
describe (const CfFilterParams *params, GString *s)
{
  const CfInpaintParams *p = &params->inpaint;
  static const gchar *methods[] = { "local", "global", "harmonic" };

  g_string_append_printf (s,
      "%s inpainting, iterations %d, schedule %d, thresholds %g to %g, blocks "
      "of %d%s%s, future %d",
      methods[p->method], p->iterations, p->schedule, p->threshold_start,
      p->threshold_end, p->block_size, p->track ? ", track" : "",
      p->temporal ? ", temporal" : "", p->future);
}

OPERATION (CF_OP_INPAINT, describe)
