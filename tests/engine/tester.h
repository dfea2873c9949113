/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counting and reporting of cases, and what all tests share. */
#pragma once

#include "filtercase.h"

typedef struct {
  gchar **filters, **exceptions; /* names must contain one of them */
  guint64 seed;
  gint only_case; /* -1 = all */
  gint every;     /* 1 = all */
  guint threads;
  gboolean exhaustive, large, verbose, digest;
} Options;

typedef struct {
  const Options *options;
  Target target;
  const gchar *backend_name;
  gboolean quiet;
  guint passed, failed, skipped;

  /* of the test that runs */
  gchar *name; /* "cpu/median-small/3" */
  Random random;
  gint n_cases;
  guint n_failed;
  gboolean was_skipped;
} Tester;

typedef void (*TestFunc) (Tester *t, gint size);
typedef enum {
  TEST_ALWAYS,
  TEST_CPU,
  TEST_NOT_CPU,
  TEST_LARGE /* with --large */
} TestCondition;

typedef struct {
  const gchar *name;
  TestFunc run;
  gint size; /* of the median, 0 = none */
  TestCondition when;
} Test;

void tester_install_crash_report (void);

/* Runs a test unless the options leave it out. */
void tester_run (Tester *t, const Test *test);
/* FALSE where the options or the nature of the backend leave it out. */
gboolean test_applies (
    const Test *test, const gchar *backend, const Options *options);
gchar *test_full_name (const gchar *backend, const Test *test);

/* Whether the options leave cases out, so that there may be too few to count.
 */
gboolean tester_leaves_out (const Tester *t);

/* Cases: FALSE where the options leave this one out. */
gboolean tester_begin (Tester *t, const gchar *description);
void tester_end (Tester *t, gboolean ok, const gchar *why);

/* A case of one condition. */
void tester_check (Tester *t, gboolean ok, const gchar *format, ...)
    G_GNUC_PRINTF (3, 4);
/* A case that wants `ok` with no error set, and takes the error. */
void tester_no_error (Tester *t, gboolean ok, GError *error, const gchar *what);
/* A case that wants failure with this code of CF_ERROR, and takes the error. */
void tester_error (
    Tester *t, gboolean ok, GError *error, gint code, const gchar *what);
/* A case of a filter on a fresh picture. */
void tester_filter_case (
    Tester *t, const FilterCase *fc, Oracle oracle, gpointer data);

void tester_skip (Tester *t, const gchar *reason);
