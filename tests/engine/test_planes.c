/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of several planes: video formats, interlaced ones, and mixtures
 * that no format has. */
#include "mask.h"
#include "operations.h"
#include "reference.h"
#include "tests.h"

static CfFilterParams
draw_params (Tester *t)
{
  CfFilterParams params = { .op = random_range (
                                &t->random, CF_OP_MEDIAN, CF_OP_EPSILON) };

  if (params.op == CF_OP_CONVOLVE) {
    mask_draw_any (&params.convolve, 11, &t->random);
    params.convolve.border = random_range (&t->random, 0, CF_BORDER_CONSTANT);
    params.convolve.border_value = random_range (&t->random, 0, 255);
    return params;
  }
  if (params.op == CF_OP_EPSILON) {
    epsilon_params_draw (&params.epsilon, 11, &t->random);
    params.epsilon.iterations = random_range (&t->random, 1, 3);
    params.epsilon.border = random_range (&t->random, 0, CF_BORDER_CONSTANT);
    params.epsilon.border_value = random_range (&t->random, 0, 255);
    return params;
  }
  median_params_set_size (
      &params.median, 3 + 2 * random_range (&t->random, 0, 6));
  if (random_range (&t->random, 0, 1))
    median_params_draw_window (&params.median, 31, &t->random);
  params.median.iterations = random_range (&t->random, 1, 3);
  params.median.border = random_range (&t->random, 0, CF_BORDER_CONSTANT);
  params.median.border_value = random_range (&t->random, 0, 255);
  return params;
}

static FilterCase
draw_case (Tester *t)
{
  return (FilterCase){ .params = draw_params (t),
    .fill = random_range (&t->random, 0, N_FILLS - 1),
    .dirty = random_range (&t->random, 0, 1),
    .seed = random_next (&t->random) };
}

/* Every mask of every layout, progressive and interlaced. Bits beyond the
 * planes mean nothing. */
static void
check_layouts (Tester *t)
{
  guint32 mask;

  for (gint layout = 0; layout < N_ALL_LAYOUTS; layout++) {
    for (gint fields = 0; fields < 2; fields++) {
      for (mask = 0; mask <= 1u << layouts[layout].n_planes; mask++) {
        FilterCase fc = draw_case (t);

        const gint height = random_range (&t->random, 1, 50);
        const gint width = random_range (&t->random, 1, 70);
        const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
        picture_spec_init (
            &fc.spec, &layouts[layout], &depths[nth_depth], width, height);
        fc.filtered = mask;
        if (fields) {
          picture_spec_split_fields (&fc.spec);
          fc.filtered |= random_next (&t->random) & 0xff;
        }
        if (mask == 1u << layouts[layout].n_planes)
          fc.filtered = G_MAXUINT32;
        tester_filter_case (t, &fc, oracle_naive, NULL);
      }
    }
  }
}

/* 1...12 planes, each of its own size, depth and layout. */
static void
check_mixtures (Tester *t)
{
  for (gint i = 0; i < 120; i++) {
    FilterCase fc = draw_case (t);

    fc.spec = (PictureSpec){ .n_planes = 1 + i % CF_MAX_PLANES };
    fc.spec.n_blocks = fc.spec.n_planes;
    g_strlcpy (fc.spec.name, "mixture", sizeof (fc.spec.name));
    fc.filtered = random_next (&t->random);
    for (guint k = 0; k < fc.spec.n_planes; k++) {
      const Depth *depth = &depths[random_range (&t->random, 0, N_DEPTHS - 1)];
      gint step = random_range (&t->random, 1, 4);

      fc.spec.planes[k] =
          (PlaneSpec){ .geometry = { .width = random_range (&t->random, 1, 60),
                           .height = random_range (&t->random, 1, 30),
                           .step = step,
                           .channels = random_range (&t->random, 1, step),
                           .bits = depth->bits,
                           .bytes = depth->bytes,
                           .shift = depth->shift },
            .block = k,
            .offset = random_range (&t->random, 0, 5),
            .row = random_range (&t->random, 0, 2),
            .row_step = random_range (&t->random, 1, 3) };
    }
    tester_filter_case (t, &fc, oracle_naive, NULL);
  }
}

/* A picture whose interleaved channels a GPU takes apart, in aligned rows. */
static void
make_large (FilterCase *fc, gint layout, Random *random)
{
  const guint last = layouts[layout].n_planes - 1;
  const gint times = fc->params.op == CF_OP_EPSILON ? 2 : 1;

  const gint height = random_range (random, 440, 480) * times
                      * layouts[layout].planes[last].divide_y;
  const gint width = random_range (random, 660, 700) * times
                     * layouts[layout].planes[last].divide_x;
  const gint nth_depth = random_range (random, 0, N_DEPTHS - 1);
  picture_spec_init (
      &fc->spec, &layouts[layout], &depths[nth_depth], width, height);
  fc->spec.is_aligned = TRUE;
}

TEST (planar, TEST_NOT_CPU)
{
  Target cpu;
  GError *error = NULL;

  if (!target_open (&cpu, CF_BACKEND_CPU, t->options->threads, &error)) {
    tester_no_error (t, FALSE, error, "opening the CPU backend");
    return;
  }
  for (gint i = 0; i < 16; i++)
    for (gint layout = 0; layout < N_ALL_LAYOUTS; layout++) {
      FilterCase fc = draw_case (t);

      if (i < 6 && fc.params.op == CF_OP_MEDIAN)
        median_params_set_size (&fc.params.median, 3 + 2 * i);
      make_large (&fc, layout, &t->random);
      fc.filtered = i % 4 == 3 ? random_next (&t->random) & 0xff
                               : (1u << layouts[layout].n_planes) - 1;
      if (i % 4 == 2)
        picture_spec_split_fields (&fc.spec);
      tester_filter_case (t, &fc, oracle_target, &cpu);
    }
  target_close (&cpu);
}

TEST (planes, TEST_ALWAYS)
{
  check_layouts (t);
  check_mixtures (t);
}

/* The operation */

static void
describe_copy (const CfFilterParams *params, GString *s)
{
  g_string_append (s, "copy");
}

static gboolean
copy (const CfFilterParams *params, const CfPlane *src, const CfPlane *dst,
    GString *why)
{
  reference_plane_copied (src, dst);
  return TRUE;
}

OPERATION (CF_OP_COPY, describe_copy, copy)
