/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The reference's method for large windows against the naive one. */
#include "tests.h"
#include "reference.h"

#include <string.h>

static void
compare (Tester *t, const FilterCase *fc)
{
  CfPlane planes[3]; /* source, naive, by histogram */
  Picture picture = { .n_planes = 1 };
  gsize row, n_bytes;
  guint8 *memory;
  Random random;
  gchar *description = filter_case_describe (fc);
  gint i;

  planes[0] = fc->spec.planes[0].geometry;
  row = (gsize)planes[0].width * planes[0].step * planes[0].bytes;
  n_bytes = row * planes[0].height;
  memory = g_malloc0 (3 * n_bytes);
  for (i = 0; i < 3; i++) {
    planes[i] = planes[0];
    planes[i].stride = row;
    planes[i].data = memory + i * n_bytes;
  }
  picture.planes[0] = planes[0];
  random_init (&random, fc->seed, "reference");
  fill_picture (&picture, fc->fill, fc->dirty, &random);
  reference_plane (&fc->params, REFERENCE_NAIVE, &planes[0], &planes[1]);
  reference_plane (&fc->params, REFERENCE_HISTOGRAM, &planes[0], &planes[2]);
  tester_check (t, memcmp (planes[1].data, planes[2].data, n_bytes) == 0, "%s",
      description);
  g_free (memory);
  g_free (description);
}

TEST (reference, TEST_CPU)
{
  gint i;

  for (i = 0; i < 200; i++) {
    const Layout *layout =
        &layouts[random_range (&t->random, 0, N_INTERLEAVED - 1)];
    FilterCase fc = { .params = { .op = CF_OP_MEDIAN },
      .filtered = 1,
      .fill = random_range (&t->random, 0, N_FILLS - 1),
      .dirty = TRUE,
      .seed = random_next (&t->random) };
    CfMedianParams *m = &fc.params.median;

    median_params_draw_window (
        m, i % 10 == 0 ? CF_MEDIAN_SIZE_MAX : 31, &t->random);
    m->iterations = 1 + i % 2;
    m->border = i % (CF_BORDER_CONSTANT + 1);
    m->border_value = random_range (&t->random, 0, 255);
    const gint height = random_range (&t->random, 1, 40);
    const gint width = random_range (&t->random, 1, 40);
    picture_spec_init (&fc.spec, layout, &depths[i % N_DEPTHS], width, height);
    compare (t, &fc);
  }
}
