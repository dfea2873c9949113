/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* engine_test: every operation of every backend against a naive reference,
 * after dav1d's checkasm. */
#include "cpu/core/processor.h"
#include "digest.h"
#include "fault.h"
#include "isas.h"
#include "selftest.h"
#include "tests.h"

#include <string.h>

#define EXIT_SKIPPED 77 /* Meson's */
#define DEFAULT_SEED 1

static gchar *backend_option, *seed_option, *fault_option, *isa_option;
static gboolean list_option, self_test_option, skip_option;
static gboolean separate_option;
static gint threads_option;
static Options options = { .only_case = -1, .every = 1 };

/* clang-format off */
static const GOptionEntry entries[] = {
  {"backend", 0, 0, G_OPTION_ARG_STRING, &backend_option,
    "Test this one, and fail where it does not open (default: all that open)",
    "cpu|cuda"},
  {"skip-without-device", 0, 0, G_OPTION_ARG_NONE, &skip_option,
    "Exit with 77 where --backend does not open", NULL},
  {"isa", 0, 0, G_OPTION_ARG_STRING, &isa_option,
    "Test the CPU backend with this instruction set, and exit with 77 where the"
    " processor lacks it; all = the widest, whose results the others must make"
    " too (--fault: these)", "baseline|avx2|avxvnni|avx512|avx512vnni|dotprod|all"},
  {"list", 0, 0, G_OPTION_ARG_NONE, &list_option, "List the tests", NULL},
  {"filter", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.filters,
    "Run the tests whose names contain this; may be repeated", "TEXT"},
  {"except", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.exceptions,
    "Not those whose names contain this; may be repeated", "TEXT"},
  {"case", 0, 0, G_OPTION_ARG_INT, &options.only_case,
    "Run this case of each test alone", "N"},
  {"every", 0, 0, G_OPTION_ARG_INT, &options.every,
    "Run one of N cases of each test", "N"},
  {"seed", 0, 0, G_OPTION_ARG_STRING, &seed_option,
    "Seed of all that is drawn (default: 1); time = a new one", "N|time"},
  {"exhaustive", 0, 0, G_OPTION_ARG_NONE, &options.exhaustive,
    "Small pictures: all widths, heights and fills (takes hours)", NULL},
  {"large", 0, 0, G_OPTION_ARG_NONE, &options.large,
    "Also 108-megapixel pictures", NULL},
  {"threads", 0, 0, G_OPTION_ARG_INT, &threads_option,
    "Threads of the CPU backend (default: one a processor)", "N"},
  {"verbose", 0, 0, G_OPTION_ARG_NONE, &options.verbose,
    "Print every case", NULL},
  {"self-test", 0, 0, G_OPTION_ARG_NONE, &self_test_option,
    "Plant faults and check that the tests see them", NULL},
  {"fault", 0, 0, G_OPTION_ARG_STRING, &fault_option,
    "Test a CPU backend with this fault (see fault.h)", "NAME"},
  {"separate-memory", 0, 0, G_OPTION_ARG_NONE, &separate_option,
    "Test the CPU backend as if its memory were a device's", NULL},
  {"digest", 0, 0, G_OPTION_ARG_NONE, &options.digest,
    "Also print a hash of what the CPU backend computes in each test: the same"
    " on all processors", NULL},
  {NULL}
};
/* clang-format on */

#ifdef __SANITIZE_ADDRESS__
/* test_memory asks for more than there is. */
const char *__asan_default_options (void);

__attribute__ ((visibility ("default"))) const char *
__asan_default_options (void)
{
  return "allocator_may_return_null=1";
}
#endif

static gboolean
wants (const gchar *backend)
{
  return !backend_option || g_str_equal (backend_option, backend);
}

static void
list_tests (const gchar *backend)
{
  const GPtrArray *tests = tests_all ();
  guint i;

  for (i = 0; i < tests->len; i++) {
    const Test *test = g_ptr_array_index (tests, i);
    gchar *name = test_full_name (backend, test);

    if (test_applies (test, backend, &options))
      g_print ("%s\n", name);
    g_free (name);
  }
}

static void
run_tests (Tester *t)
{
  const GPtrArray *tests = tests_all ();
  guint i, n = 0;

  g_print ("%s: %s\n", t->backend_name,
      cf_device_get_description (t->target.device));
  for (i = 0; i < tests->len; i++) {
    const Test *test = g_ptr_array_index (tests, i);

    n += test_applies (test, t->backend_name, t->options);
    tester_run (t, test);
  }
  if (n == 0) {
    g_print (
        "FAILED --filter leaves no test of %s; see --list\n", t->backend_name);
    t->failed++;
  }
}

/* TRUE where the CPU backend runs with what --isa asks for. */
static gboolean
has_isa (const Tester *t)
{
  const gchar *has = cf_device_get_description (t->target.device);
  guint i;

  /* faults need a narrower one */
  if (g_str_equal (isa_option, "all"))
    return !fault_option
           || !g_str_has_suffix (has, cf_cpu_isa_text (CF_CPU_BASELINE));
  for (i = 0; cf_cpu_isas[i]; i++)
    if (g_str_equal (isa_option, cf_cpu_isas[i]))
      return g_str_has_suffix (has, cf_cpu_isa_text (i));
  return FALSE;
}

/* Asked for by name a backend must open. */
static void
run_backend (Tester *t, CfBackendType type, const gchar *name)
{
  GError *error = NULL;

  if (!wants (name))
    return;
  t->backend_name = name;
  if (target_open (&t->target, type, options.threads, &error)) {
    if (type == CF_BACKEND_CPU && isa_option && !has_isa (t)) {
      g_print ("SKIP   the processor has no %s\n", isa_option);
      t->skipped++;
    } else {
      run_tests (t);
    }
    target_close (&t->target);
    return;
  }
  if (backend_option && !skip_option) {
    g_print ("FAILED %s does not open: %s\n", name, error->message);
    t->failed++;
  } else {
    g_print ("SKIP   %s: %s\n", name, error->message);
    t->skipped++;
  }
  g_error_free (error);
}

/* Error message, or NULL. */
static const gchar *
check_options (void)
{
  gchar *end = NULL;

  if (backend_option && !g_str_equal (backend_option, "cpu")
      && !g_str_equal (backend_option, "cuda"))
    return "--backend must be cpu or cuda";
  options.seed = DEFAULT_SEED;
  if (seed_option && g_str_equal (seed_option, "time")) {
    options.seed = g_get_real_time ();
  } else if (seed_option) {
    options.seed = g_ascii_strtoull (seed_option, &end, 10);
    if (end == seed_option || *end != '\0')
      return "--seed must be a number or time";
  }
  if (isa_option && (!backend_option || !g_str_equal (backend_option, "cpu")))
    return "--isa needs --backend=cpu";
  if (g_strcmp0 (isa_option, "all") == 0 && (separate_option || options.digest))
    return "--isa=all excludes --separate-memory and --digest";
  if (threads_option < 0)
    return "--threads must not be negative";
  if (options.every < 1)
    return "--every must be at least 1";
  if (fault_option && fault_from_name (fault_option) < 0)
    return "--fault: there is no such fault";
  if (fault_option && (!backend_option || !g_str_equal (backend_option, "cpu")))
    return "--fault needs --backend=cpu";
  if (!!fault_option + separate_option + options.digest > 1)
    return "--fault, --separate-memory and --digest exclude each other";
  return NULL;
}

static gint
test (void)
{
  Tester t = { .options = &options };

  tester_install_crash_report ();
  if (g_strcmp0 (seed_option, "time") == 0 && g_getenv ("CI")) {
    g_print ("SKIP   a new seed: continuous integration repeats its runs\n"
             "0 passed, 0 failed, 1 skipped\n");
    return EXIT_SKIPPED;
  }
  g_print ("seed %" G_GUINT64_FORMAT "\n", options.seed);
  if (self_test_option) {
    selftest_run (&t);
  } else {
    if (fault_option)
      fault_install (fault_from_name (fault_option));
    if (separate_option)
      fault_separate_memory ();
    if (options.digest)
      digest_install ();
    if (g_strcmp0 (isa_option, "all") == 0)
      isas_install ();
    run_backend (&t, CF_BACKEND_CPU, "cpu");
    run_backend (&t, CF_BACKEND_CUDA, "cuda");
  }
  g_print ("%u passed, %u failed, %u skipped\n", t.passed, t.failed, t.skipped);
  if (t.failed > 0)
    return 1;
  return t.passed > 0 ? 0 : EXIT_SKIPPED;
}

int
main (int argc, char **argv)
{
  GOptionContext *context = g_option_context_new (NULL);
  GError *error = NULL;
  const gchar *problem;
  gint status;

  g_option_context_set_summary (
      context, "Tests every backend of the engine against a naive reference.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error)) {
    g_printerr ("%s\n", error->message);
    return 2;
  }
  problem = argc > 1 ? "There are no arguments but options" : check_options ();
  if (problem) {
    g_printerr ("%s\n", problem);
    return 2;
  }
  if (isa_option && !g_str_equal (isa_option, "all"))
    g_setenv ("CUDAFILTERS_CPU_ISA", isa_option, TRUE);
  options.threads = threads_option;

  if (list_option) {
    if (wants ("cpu"))
      list_tests ("cpu");
    if (wants ("cuda"))
      list_tests ("cuda");
    status = 0;
  } else {
    status = test ();
  }
  g_option_context_free (context);
  return status;
}
