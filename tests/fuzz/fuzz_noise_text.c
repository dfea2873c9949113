/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The parser of cudadenoise's `noise-profile`, on mutations of texts that are
 * some. */
#include <string.h>

#include "engine/core/cferror.h"
#include "engine/noise/cfnoisetext.h"
#include "fuzz.h"

static const gchar *const texts[] = {
  "luma=5",
  CF_NOISE_TEXT_EXAMPLE,
  "chroma=64,0,1e1,.5,0x1,3.,4,5 coarseness-chroma=1.5",
  " luma=1\tchroma=2\n",
  "",
  NULL,
};

static const gchar *const words[] = { ",", "=", " ", "-", "+", "0",
  "luma=", "chroma=", "coarseness-luma=", "1,1,1,1,1,1,1,1", "1e999", "nan",
  "inf", "0x", "64", "64.01", "\t", "\n", "\xff", "\xe2\x88\x92", "\x1b[31m",
  NULL };

static void
check_range (const CfNoiseProfile *p)
{
  for (guint i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    fuzz_check (p->luma[i] <= CF_NOISE_SIGMA_MAX, "sigma is out of range");
  fuzz_check (p->coarse <= CF_NOISE_COARSE_MAX, "coarseness is out of range");
}

/* What is accepted is in range, and the same as its own text. */
static gboolean
try (const guint8 *bytes, gsize n)
{
  CfNoiseProfile profile[CF_NOISE_KINDS], again[CF_NOISE_KINDS];
  GError *error = NULL;
  gchar *text = g_strndup ((const gchar *)bytes, n);
  const gboolean ok = cf_noise_profile_parse (profile, text, &error);

  g_free (text);
  if (!ok) {
    fuzz_check_refusal (error, CF_ERROR, CF_ERROR_INVALID);
    return FALSE;
  }
  check_range (&profile[CF_NOISE_LUMA]);
  check_range (&profile[CF_NOISE_CHROMA]);
  text = cf_noise_profile_to_text (profile);
  fuzz_check (cf_noise_profile_parse (again, text ? text : "", NULL)
                  && memcmp (profile, again, sizeof again) == 0,
      "its own text is another profile");
  g_free (text);
  return TRUE;
}

static void
make (GRand *rand, GByteArray *input)
{
  fuzz_make_text (rand, input, texts);
}

const Fuzzer fuzzer = { .make = make, .try = try, .words = words };
