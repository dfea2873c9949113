/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tries what a fuzzer tests on mutations of what it accepts, for a bounded
 * time: fuzz_NAME [SECONDS [SEED]] The seed of a run is the first that it
 * prints, and inputs are the same for the same seed. Linked with clang's
 * libFuzzer (coverage_NAME) it leaves the inputs to that. */
#define _GNU_SOURCE /* memfd_create() */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where an input is as long as a file may be, most of the time is in copying.
 */
#define LENGTH_MAX 4096
#define MUTATIONS_MAX 8
#define MESSAGE_MAX 300

#define PUBLIC __attribute__ ((visibility ("default")))

/* The leak sanitizer's: GLib drops the block of quarks that it has from its
 * constructor when there are too many for it. Where a block is from can be told
 * by whole stacks alone. */
PUBLIC const char *__asan_default_options (void);
PUBLIC const char *__lsan_default_suppressions (void);
PUBLIC int LLVMFuzzerTestOneInput (const guint8 *bytes, size_t n);

const char *
__asan_default_options (void)
{
  return "fast_unwind_on_malloc=0";
}

const char *
__lsan_default_suppressions (void)
{
  return "leak:ld-linux";
}

static const guint8 *current;
static gsize current_length;

void
fuzz_check (gboolean condition, const gchar *why)
{
  if (condition)
    return;
  g_log_set_default_handler (g_log_default_handler, NULL);
  g_print ("%s\ninput of %" G_GSIZE_FORMAT " bytes: \"", why, current_length);
  for (gsize i = 0; i < current_length; i++) {
    const guchar c = current[i];

    g_print (c < 32 || c > 126 || c == '"' || c == '\\' ? "\\%03o" : "%c", c);
  }
  g_print ("\"\n");
  abort ();
}

void
fuzz_check_message (const gchar *message)
{
  fuzz_check (g_utf8_validate (message, -1, NULL)
                  && strlen (message) < MESSAGE_MAX
                  && strpbrk (message, "\n\r\t\x1b") == NULL,
      "the message cannot be shown");
}

void
fuzz_check_refusal (GError *error, GQuark domain, gint code)
{
  fuzz_check (error != NULL, "refused without an error");
  fuzz_check (g_error_matches (error, domain, code),
      "refused with an error of another kind");
  fuzz_check_message (error->message);
  g_error_free (error);
}

const gchar *
fuzz_file (const guint8 *bytes, gsize n)
{
  static gchar path[32];
  static gint fd = -1;

  if (fd < 0) {
    fd = memfd_create ("input", MFD_CLOEXEC);
    g_snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  }
  fuzz_check (ftruncate (fd, 0) == 0 && pwrite (fd, bytes, n, 0) == (gssize)n,
      "there is no file to try");
  return path;
}

static void
append (GByteArray *array, gconstpointer bytes, gsize n)
{
  /* NULL is the empty block that g_memdup2() makes */
  if (n > 0)
    g_byte_array_append (array, bytes, n);
}

void
fuzz_make_text (GRand *rand, GByteArray *input, const gchar *const *texts)
{
  const gchar *text =
      texts[g_rand_int_range (rand, 0, g_strv_length ((gchar **)texts))];

  append (input, text, strlen (text));
}

/* GLib has nothing to say of any input. */
static void
complain (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer data)
{
  fuzz_check (
      !(level
          & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_LEVEL_ERROR)),
      message);
}

static void
prepare (void)
{
  if (fuzzer.prepare)
    fuzzer.prepare ();
  g_log_set_default_handler (complain, NULL);
}

static gboolean
try_input (const guint8 *bytes, gsize n)
{
  guint8 *copy = g_malloc (MAX (n, 1));
  gboolean accepted;

  if (n > 0)
    memcpy (copy, bytes, n);
  /* an empty one's only byte is beyond its end as well */
  current = copy;
  current_length = n;
  accepted = fuzzer.try (copy, n);
  g_free (copy);
  return accepted;
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, size_t n)
{
  static gboolean prepared;
  GByteArray *input = g_byte_array_new ();

  if (!prepared)
    prepare ();
  prepared = TRUE;
  append (input, bytes, n);
  if (fuzzer.repair)
    fuzzer.repair (input);
  try_input (input->data, input->len);
  g_byte_array_unref (input);
  return 0;
}

#ifndef FUZZ_COVERAGE
/* Mutations */

static void
replace (
    GByteArray *input, gsize at, gsize n_removed, gconstpointer with, gsize n)
{
  const gsize rest = input->len - at - n_removed;

  if (n_removed == 0 && n == 0)
    return;
  if (n > n_removed && input->len - n_removed + n > LENGTH_MAX)
    return;
  if (n > n_removed)
    g_byte_array_set_size (input, input->len - n_removed + n);
  memmove (input->data + at + n, input->data + at + n_removed, rest);
  if (n > 0)
    memcpy (input->data + at, with, n);
  g_byte_array_set_size (input, at + n + rest);
}

static void
repeat_word (GByteArray *input, gsize at, gsize n, GRand *rand)
{
  const gchar *const *words = fuzzer.words;
  const gchar *word;
  gint times;

  if (!words)
    return;
  word = words[g_rand_int_range (rand, 0, g_strv_length ((gchar **)words))];
  times = g_rand_boolean (rand) ? 1 : g_rand_int_range (rand, 1, 300);
  if (g_rand_int_range (rand, 0, 4) > 0)
    n = 0; /* else it stands in another's place */
  replace (input, at, n, word, strlen (word));
  while (--times > 0 && at <= input->len)
    replace (input, at, 0, word, strlen (word));
}

/* A part of the input, or of another */
static void
splice (GByteArray *input, gsize at, gsize n, GRand *rand)
{
  GByteArray *other = g_byte_array_new ();

  fuzzer.make (rand, other);
  g_byte_array_remove_range (
      other, 0, g_rand_int_range (rand, 0, other->len + 1));
  replace (input, at, n, other->data, other->len);
  g_byte_array_unref (other);
}

static void
mutate (GByteArray *input, GRand *rand)
{
  const gsize at = g_rand_int_range (rand, 0, input->len + 1);
  const gsize rest = input->len - at;
  const gsize n = g_rand_int_range (rand, 0, MIN (rest, 64) + 1);
  guint8 byte = g_rand_int (rand), copy[64];
  gint times;

  switch (g_rand_int_range (rand, 0, 11)) {
    case 0: /* any byte, a 0 too */
      replace (input, at, MIN (rest, 1), &byte, 1);
      break;
    case 1:
      replace (input, at, n, NULL, 0);
      break;
    case 2: /* the end is missing */
      g_byte_array_set_size (input, at);
      break;
    case 3: /* a part again and again */
      if (n > 0)
        memcpy (copy, input->data + at, n);
      for (times = g_rand_int_range (rand, 1, 40); times > 0; times--)
        replace (input, at, 0, copy, n);
      break;
    case 4:
      splice (input, at, n, rand);
      break;
    case 5: /* a bit */
      if (rest > 0)
        input->data[at] ^= 1 << byte % 8;
      break;
    case 6: /* a small number */
      if (rest > 0)
        input->data[at] = byte % 20;
      break;
    case 7: /* a digit, for another value */
      byte = '0' + byte % 10;
      replace (input, at, MIN (rest, 1), &byte, 1);
      break;
    default:
      repeat_word (input, at, n, rand);
      break;
  }
}

static void
make_input (GByteArray *input, GRand *rand)
{
  gint n = g_rand_int_range (rand, 0, MUTATIONS_MAX);

  fuzzer.make (rand, input);
  while (n-- > 0)
    mutate (input, rand);
  if (fuzzer.repair && g_rand_boolean (rand))
    fuzzer.repair (input);
}

int
main (int argc, char **argv)
{
  gint64 end = g_get_monotonic_time ()
               + G_USEC_PER_SEC * (argc > 1 ? atoi (argv[1]) : 10);
  guint32 seed =
      argc > 2 ? g_ascii_strtoull (argv[2], NULL, 10) : g_random_int ();
  GRand *rand = g_rand_new_with_seed (seed);
  guint64 n = 0, n_accepted = 0;

  prepare ();
  g_print ("seed %u\n", seed);
  while (n % 64 || g_get_monotonic_time () < end) {
    GByteArray *input = g_byte_array_new ();

    make_input (input, rand);
    n_accepted += try_input (input->data, input->len);
    g_byte_array_unref (input);
    n++;
  }
  g_rand_free (rand);
  g_print ("%" G_GUINT64_FORMAT " inputs, %" G_GUINT64_FORMAT " accepted\n", n,
      n_accepted);
  /* else it tries nothing but refusals, or nothing */
  return n_accepted == 0 || (n_accepted == n && !fuzzer.accepts_all);
}
#endif
