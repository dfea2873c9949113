/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Programs whose tests register themselves. */
#include "suite.h"

static SuiteTest *first, **end = &first;

void
suite_add (SuiteTest *test)
{
  *end = test;
  end = &test->next;
}

gint
suite_run (const gchar *file, void (*setup) (void), void (*teardown) (void))
{
  g_autofree gchar *base = g_path_get_basename (file);
  g_autofree gchar *name = g_strndup (base, strcspn (base, "."));
  Suite *suite = suite_create (name);
  TCase *tcase = tcase_create (name);
  const SuiteTest *test;

  suite_add_tcase (suite, tcase);
  tcase_add_checked_fixture (tcase, setup, teardown);
  for (test = first; test; test = test->next)
    _tcase_add_test (tcase, test->run, test->name, 0, 0, 0, test->count ());
  return gst_check_run_suite (suite, name, file);
}
