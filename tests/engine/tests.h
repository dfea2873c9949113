/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests register themselves:
 *
 *   TEST (epsilon_sizes, TEST_ALWAYS) { ... }        "epsilon-sizes"
 *   TEST_SIZES (borders, TEST_ALWAYS, 3, 5) { ... }  "borders/3", "borders/5"
 *
 * defines test_NAME (Tester *t, gint size): `size` is the median's, 0 where a
 * test has none. */
#pragma once

#include "tester.h"

#define TEST(name, when) TEST_SIZES (name, when, 0)

#define TEST_SIZES(name, when, ...) \
  static void test_##name (Tester *t, gint size); \
  __attribute__ ((constructor)) static void add_test_##name (void) \
  { \
    static const gint sizes[] = { __VA_ARGS__ }; \
    guint i; \
\
    for (i = 0; i < G_N_ELEMENTS (sizes); i++) \
      tests_add (#name, test_##name, sizes[i], when); \
  } \
  static void test_##name (Tester *t, gint size)

/* Of medians, those that have networks, and others. */
#define TEST_NETWORK_SIZES 3, 5, 7, 9, 11, 13, 15
#define TEST_LARGE_SIZES 17, 19, 21, 31, 51, 75, 101

/* `name` with '_' for '-'. */
void tests_add (const gchar *name, TestFunc run, gint size, TestCondition when);
/* All, of type Test, by name and size: in the same order wherever they are
 * linked. */
const GPtrArray *tests_all (void);
/* One that is there. */
const Test *tests_find (const gchar *name, gint size);
