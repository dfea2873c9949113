/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the fuzzers have in common: fuzzmain.c makes inputs and tries them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a fuzzer brings. */
typedef struct {
  /* NULL, or what comes before all else */
  void (*prepare) (void);
  /* Makes an input that is accepted, or nearly. */
  void (*make) (GRand *rand, GByteArray *input);
  /* NULL, or repairs what every mutation breaks, as checksums */
  void (*repair) (GByteArray *input);
  /* TRUE where the input was accepted. Its bytes are the caller's own block, so
   * that the sanitizer sees what is read beyond. */
  gboolean (*try) (const guint8 *bytes, gsize n);
  /* NULL, or what mutations put in, up to a NULL */
  const gchar *const *words;
  /* What was accepted may be everything, where nothing can be wrong. */
  gboolean accepts_all;
} Fuzzer;

extern const Fuzzer fuzzer;

/* Ends the program with the input and the reason. */
void fuzz_check (gboolean condition, const gchar *why);
/* A refusal is this error, says why in a short line, and is freed. */
void fuzz_check_refusal (GError *error, GQuark domain, gint code);
/* That a message is one short line. */
void fuzz_check_message (const gchar *message);
/* The name of a file that holds it, until the next call */
const gchar *fuzz_file (const guint8 *bytes, gsize n);
/* One of the texts, up to a NULL */
void fuzz_make_text (GRand *rand, GByteArray *input, const gchar *const *texts);

G_END_DECLS
