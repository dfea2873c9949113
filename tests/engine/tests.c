/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that register themselves. */
#include "tests.h"

static GPtrArray *all; /* in no order before it is asked for */

void
tests_add (const gchar *name, TestFunc run, gint size, TestCondition when)
{
  Test *test = g_new (Test, 1);

  *test = (Test){
    .name = g_strdelimit (g_strdup (name), "_", '-'),
    .run = run,
    .size = size,
    .when = when,
  };
  if (!all)
    all = g_ptr_array_new ();
  g_ptr_array_add (all, test);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const Test *one = *(const Test *const *)a, *other = *(const Test *const *)b;
  const gint by_name = g_strcmp0 (one->name, other->name);

  return by_name ? by_name : one->size - other->size;
}

const GPtrArray *
tests_all (void)
{
  g_ptr_array_sort (all, compare);
  return all;
}

const Test *
tests_find (const gchar *name, gint size)
{
  guint i;

  for (i = 0; i < all->len; i++) {
    const Test *test = g_ptr_array_index (all, i);

    if (g_str_equal (test->name, name) && test->size == size)
      return test;
  }
  g_error ("there is no test %s/%d", name, size);
}
