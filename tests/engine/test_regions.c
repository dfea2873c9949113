/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Regions: within them the whole picture's result, elsewhere the picture. */
#include "tests.h"
#include "mask.h"
#include "regions.h"

#include "engine/core/cferror.h"

static void
draw_border (CfBorder *border, gint *value, Random *random)
{
  *border = random_range (random, 0, CF_BORDER_CONSTANT);
  *value = border_value_draw (random);
}

/* Small windows, which leave most regions apart, and large ones. */
static CfFilterParams
draw_params (Tester *t, CfOp op)
{
  CfFilterParams params = { .op = op };
  Random *random = &t->random;
  const gboolean large = random_range (random, 0, 3) == 0;

  if (op == CF_OP_CONVOLVE) {
    mask_draw_any (&params.convolve, large ? 31 : 7, random);
    draw_border (
        &params.convolve.border, &params.convolve.border_value, random);
  } else if (op == CF_OP_EPSILON) {
    epsilon_params_draw (&params.epsilon, large ? 31 : 7, random);
    params.epsilon.iterations = random_range (random, 1, 4);
    draw_border (&params.epsilon.border, &params.epsilon.border_value, random);
  } else if (op == CF_OP_MEDIAN) {
    median_params_set_size (
        &params.median, 3 + 2 * random_range (random, 0, large ? 6 : 2));
    if (random_range (random, 0, 1))
      median_params_draw_window (&params.median, large ? 41 : 9, random);
    params.median.iterations = random_range (random, 1, 4);
    draw_border (&params.median.border, &params.median.border_value, random);
  }
  return params;
}

static void
check (Tester *t, const Layout *layout, const Depth *depth, CfOp op)
{
  const gint height = random_range (&t->random, 1, 120);
  const gint width = random_range (&t->random, 1, 300);
  FilterCase fc =
      filter_case_draw (op, layout, depth, width, height, &t->random);
  CfRegion regions[REGIONS_MAX];

  fc.params = draw_params (t, op);
  if (random_range (&t->random, 0, 2) == 0)
    picture_spec_split_fields (&fc.spec);
  fc.filtered = random_next (&t->random);
  if (random_range (&t->random, 0, 1))
    fc.filtered = G_MAXUINT32;
  fc.by_regions = TRUE;
  fc.n_regions = regions_draw (&fc.spec, regions, &t->random);
  fc.regions = regions;
  tester_filter_case (t, &fc, oracle_naive, NULL);
}

/* Regions in a picture so large that most are views of it, beside the whole
 * picture's result on the CPU. */
static void
check_views (Tester *t, CfOp op, Target *cpu)
{
  const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
  const gint nth_layout = random_range (&t->random, 0, N_LAYOUTS - 1);
  FilterCase fc = filter_case_draw (
      op, &layouts[nth_layout], &depths[nth_depth], 640, 480, &t->random);
  CfRegion regions[REGIONS_MAX];

  fc.params = draw_params (t, op);
  fc.filtered = G_MAXUINT32;
  fc.by_regions = TRUE;
  fc.n_regions = regions_draw (&fc.spec, regions, &t->random);
  fc.regions = regions;
  tester_filter_case (t, &fc, oracle_target, cpu);
}

static void
refuses_regions (Tester *t, CfRegions *regions, CfFilter *filter,
    const CfPlane *plane, const CfRegion *region, const gchar *what)
{
  GError *error = NULL;
  const gboolean ok = cf_regions_run (
      regions, filter, t->target.stream, plane, plane, region, 1, &error);

  tester_error (t, ok, error, CF_ERROR_INVALID, what);
}

static void
refuses_part (
    Tester *t, CfFilter *filter, const CfPlane *part, const gchar *what)
{
  GError *error = NULL;
  const gboolean ok =
      cf_filter_run_part (filter, t->target.stream, part, part, &error);

  tester_error (t, ok, error, CF_ERROR_INVALID, what);
}

static void
check_refusals (Tester *t)
{
  const CfFilterParams copy = { .op = CF_OP_COPY };
  const CfFilterParams inpaint = { .op = CF_OP_INPAINT,
    .inpaint = { .method = CF_INPAINT_HARMONIC,
        .threshold_start = -1,
        .threshold_end = -1 } };
  const CfRegion within = { .planes = { { 0, 0, 40, 30 } } };
  const CfRegion beyond = { .planes = { { 0, 0, 41, 30 } } };
  CfDevice *device = t->target.device;
  CfPlane plane = { .width = 40,
    .height = 30,
    .stride = 40,
    .step = 1,
    .channels = 1,
    .bits = 8,
    .bytes = 1 };
  CfPlane narrower = plane, wider = plane;
  CfRegions *regions = cf_regions_new (device, &plane, 1, NULL);
  CfFilter *filter;

  tester_check (t, regions != NULL, "no regions of a grey picture");
  if (!regions)
    return;
  plane.data = cf_device_alloc (device, 1200, NULL);
  narrower.width--;
  wider.width++;
  filter = cf_filter_new (device, &copy, &plane, 1, 0, NULL);
  refuses_regions (t, regions, filter, &plane, &beyond, "beyond the picture");
  refuses_part (t, filter, &wider, "more than the picture");
  cf_filter_free (filter);

  filter = cf_filter_new (device, &copy, &narrower, 1, 0, NULL);
  refuses_regions (t, regions, filter, &plane, &within, "another geometry");
  cf_filter_free (filter);

  filter = cf_filter_new (device, &inpaint, &plane, 1, 1, NULL);
  tester_check (t, filter != NULL, "no inpainting of a grey picture");
  if (filter) {
    refuses_regions (t, regions, filter, &plane, &within, "inpainted regions");
    refuses_part (t, filter, &plane, "a part of inpainting");
  }
  cf_filter_free (filter);
  cf_regions_free (regions);
  cf_device_free (device, plane.data);
}

TEST (regions, TEST_ALWAYS)
{
  GError *error = NULL;
  Target cpu;

  if (!target_open (&cpu, CF_BACKEND_CPU, t->options->threads, &error)) {
    tester_no_error (t, FALSE, error, "opening the CPU backend");
    return;
  }
  for (gint layout = 0; layout < N_LAYOUTS; layout++)
    for (gint depth = 0; depth < N_DEPTHS; depth++)
      for (gint op = CF_OP_COPY; op <= CF_OP_EPSILON; op++)
        check (t, &layouts[layout], &depths[depth], op);
  for (gint i = 0; i < 10; i++)
    for (gint op = CF_OP_MEDIAN; op <= CF_OP_EPSILON; op++)
      check_views (t, op, &cpu);
  target_close (&cpu);
  check_refusals (t);
}
