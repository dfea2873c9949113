/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters, streams and threads beside each other. */
#include "tests.h"
#include "mask.h"

static void
draw_median (CfMedianParams *p, Random *random)
{
  median_params_set_size (p, 3 + 2 * random_range (random, 0, 6));
  if (random_range (random, 0, 1))
    median_params_draw_window (p, 31, random);
  p->iterations = random_range (random, 1, 3);
  p->border = random_range (random, 0, CF_BORDER_CONSTANT);
  p->border_value = random_range (random, 0, 255);
}

static FilterCase
draw_case (Tester *t, gint max_width, gint max_height)
{
  FilterCase fc = { .params = { .op = random_range (
                                    &t->random, CF_OP_MEDIAN, CF_OP_EPSILON) },
    .fill = random_range (&t->random, 0, N_FILLS - 1),
    .seed = random_next (&t->random) };
  const Layout *layout = &layouts[random_range (&t->random, 0, N_LAYOUTS - 1)];

  if (fc.params.op == CF_OP_CONVOLVE) {
    mask_draw_any (&fc.params.convolve, 11, &t->random);
    fc.params.convolve.border =
        random_range (&t->random, 0, CF_BORDER_CONSTANT);
    fc.params.convolve.border_value = random_range (&t->random, 0, 255);
  } else if (fc.params.op == CF_OP_EPSILON) {
    epsilon_params_draw (&fc.params.epsilon, 15, &t->random);
    fc.params.epsilon.iterations = random_range (&t->random, 1, 3);
    fc.params.epsilon.border = random_range (&t->random, 0, CF_BORDER_CONSTANT);
    fc.params.epsilon.border_value = random_range (&t->random, 0, 255);
  } else {
    draw_median (&fc.params.median, &t->random);
  }
  fc.filtered = layout->filtered;
  const gint height = random_range (&t->random, 1, max_height);
  const gint width = random_range (&t->random, 1, max_width);
  const gint nth_depth = random_range (&t->random, 0, N_DEPTHS - 1);
  picture_spec_init (&fc.spec, layout, &depths[nth_depth], width, height);
  return fc;
}

/* Several filters on one stream, each run many times by turns, every time on
 * other memory with other strides. */
TEST (reuse, TEST_ALWAYS)
{
  enum { FILTERS = 6, ROUNDS = 8 };
  FilterCase cases[FILTERS];
  CfFilter *filters[FILTERS];

  for (gint i = 0; i < FILTERS; i++) {
    GError *error = NULL;

    cases[i] = draw_case (t, 200, 90);
    filters[i] = filter_case_new_filter (&cases[i], t->target.device, &error);
    tester_no_error (t, filters[i] != NULL, error, "preparing a filter");
  }
  for (gint round = 0; round < ROUNDS; round++) {
    for (gint i = 0; i < FILTERS; i++) {
      g_autofree gchar *description = NULL;

      cases[i].seed = random_next (&t->random);
      cases[i].fill = random_range (&t->random, 0, N_FILLS - 1);
      description = filter_case_describe (&cases[i]);
      if (filters[i] && tester_begin (t, description)) {
        GString *why = g_string_new (NULL);
        gboolean ok = filter_case_run (
            &cases[i], filters[i], &t->target, oracle_naive, NULL, why);

        tester_end (t, ok, why->str);
        g_string_free (why, TRUE);
      }
    }
  }
  for (gint i = 0; i < FILTERS; i++)
    cf_filter_free (filters[i]);
}

typedef struct {
  CfDevice *device;
  FilterCase cases[12];
  GString *why;
} Work;

static gpointer
work (gpointer data)
{
  Work *w = data;
  Target target;
  GError *error = NULL;

  if (!target_init (&target, w->device, &error)) {
    g_string_append (w->why, error->message);
    g_error_free (error);
    return NULL;
  }
  for (guint i = 0; i < G_N_ELEMENTS (w->cases); i++) {
    if (!filter_case_check (
            &w->cases[i], &target, oracle_naive, NULL, w->why)) {
      gchar *description = filter_case_describe (&w->cases[i]);

      g_string_append_printf (w->why, " in %s", description);
      g_free (description);
      break;
    }
  }
  target_close (&target);
  return NULL;
}

/* One device, used by several threads at once. */
TEST (concurrent, TEST_ALWAYS)
{
  enum { THREADS = 4 };
  GThread *threads[THREADS];
  Work works[THREADS];

  for (guint i = 0; i < THREADS; i++) {
    works[i].device = t->target.device;
    works[i].why = g_string_new (NULL);
    for (guint k = 0; k < G_N_ELEMENTS (works[i].cases); k++)
      works[i].cases[k] = draw_case (t, 300, 200);
  }
  if (tester_begin (t, "four threads on one device")) {
    GString *why = g_string_new (NULL);

    for (guint i = 0; i < THREADS; i++)
      threads[i] = g_thread_new ("engine-test", work, &works[i]);
    for (guint i = 0; i < THREADS; i++) {
      g_thread_join (threads[i]);
      g_string_append (why, works[i].why->str);
    }
    tester_end (t, why->len == 0, why->str);
    g_string_free (why, TRUE);
  }
  for (guint i = 0; i < THREADS; i++)
    g_string_free (works[i].why, TRUE);
}

/* The same result however many threads share the work. */
TEST (threads, TEST_CPU)
{
  static const guint counts[] = { 1, 2, 5, 64 };
  FilterCase cases[10];

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    cases[k] = draw_case (t, k < 5 ? 20 : 640, k < 5 ? 20 : 300);

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++) {
    Target other, main_target = t->target;
    GError *error = NULL;
    gboolean ok = target_open (&other,
        cf_device_get_backend_type (t->target.device), counts[i], &error);

    tester_no_error (t, ok, error, "opening a device of 1, 2, 5 or 64 threads");
    if (!ok)
      continue;
    t->target = other;
    for (guint k = 0; k < G_N_ELEMENTS (cases); k++) {
      tester_filter_case (t, &cases[k], oracle_naive, NULL);
      tester_filter_case (t, &cases[k], oracle_target, &main_target);
    }
    other = t->target;
    t->target = main_target;
    target_close (&other);
  }
}
