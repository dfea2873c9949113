/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Programs whose tests register themselves, in the order of the file:
 *
 *   TEST (test_once) { ... }
 *   TEST_LOOP (test_cases, 4) { ... }  for each __i__ from 0 to 3
 *
 *   TEST_MAIN (gst_check_init, setup, teardown)
 */
#pragma once

#include <gst/check/gstcheck.h>

G_BEGIN_DECLS

typedef struct _SuiteTest SuiteTest;

struct _SuiteTest {
  const gchar *name;
  void (*run) (gint i);
  guint (*count) (void); /* how often, asked for after init */
  SuiteTest *next;
};

void suite_add (SuiteTest *test);
/* Around each test, in its process; returns main()'s status. */
gint suite_run (
    const gchar *file, void (*setup) (void), void (*teardown) (void));

#define TEST(name_) TEST_LOOP (name_, 1)

#define TEST_LOOP(name_, n) \
  static void name_ (gint __i__); \
  static void name_##_run (gint i) \
  { \
    tcase_fn_start (#name_, __FILE__, __LINE__); \
    name_ (i); \
    gst_task_cleanup_all (); \
  } \
  static guint name_##_count (void) { return n; } \
  __attribute__ ((constructor)) static void name_##_add (void) \
  { \
    static SuiteTest test = { #name_, name_##_run, name_##_count }; \
\
    suite_add (&test); \
  } \
  static void name_ (G_GNUC_UNUSED gint __i__)

#define TEST_MAIN(init, setup, teardown) \
  int main (int argc, char **argv) \
  { \
    init (&argc, &argv); \
    return suite_run (__FILE__, setup, teardown); \
  }

G_END_DECLS
