/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A camera's noise as text: what is read, what is refused, and that what is
 * written is read again. */
#include "engine/core/cferror.h"
#include "engine/noise/cfnoisetext.h"
#include "tests.h"

#include <string.h>

#define EIGHT "8,7,6.5,5,4,3,2,1"

/* And what is written of it. */
static void
check_texts (Tester *t)
{
  static const gchar *const texts[][2] = {
    { "luma=5.1", "luma=5.1" },
    { " chroma=2\tluma=" EIGHT "\n", "luma=" EIGHT " chroma=2" },
    { "luma=3,3,3,3,3,3,3,3", "luma=3" },
    { "luma=0 chroma=64", "luma=0 chroma=64" },
    { "coarseness-chroma=1.5 chroma=1e1", "chroma=10 coarseness-chroma=1.5" },
    { "luma=2 coarseness-luma=0", "luma=2" },
    { "luma=0.0039", "luma=0.004" },
    { "luma=2.001", "luma=2" },
    { CF_NOISE_TEXT_EXAMPLE, CF_NOISE_TEXT_EXAMPLE },
    { " ", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    CfNoiseProfile profile[CF_NOISE_KINDS];
    GError *error = NULL;
    gboolean ok = cf_noise_profile_parse (profile, texts[i][0], &error);
    g_autofree gchar *text = ok ? cf_noise_profile_to_text (profile) : NULL;

    tester_no_error (t, ok, error, texts[i][0]);
    tester_check (t, g_strcmp0 (text, texts[i][1]) == 0, "%s becomes %s",
        texts[i][0], text);
  }
}

static void
check_values (Tester *t)
{
  static const CfNoiseProfile right[CF_NOISE_KINDS] = {
    { TRUE, { 2048, 1792, 1664, 1280, 1024, 768, 512, 256 }, 79 },
    { TRUE, { 1, 1, 1, 1, 1, 1, 1, 1 }, 0 },
  };
  CfNoiseProfile profile[CF_NOISE_KINDS];

  memset (profile, 0xff, sizeof profile);
  tester_check (t,
      cf_noise_profile_parse (
          profile, "luma=" EIGHT " coarseness-luma=0.31 chroma=0.004", NULL)
          && memcmp (profile, right, sizeof right) == 0,
      "a text has other values");
}

static void
check_refusals (Tester *t)
{
  static const gchar *const texts[][2] = {
    { "lum=3", "does not begin with luma=" },
    { "5.1", "does not begin with luma=" },
    { "luma", "does not begin with luma=" },
    { "=3", "does not begin with luma=" },
    { "luma =3", "does not begin with luma=" },
    { "luma=", "luma: there is no value" },
    { "luma=3,", "luma: there are 2 values, not 1, nor 8" },
    { "luma=1,2,3", "luma: there are 3 values, not 1, nor 8" },
    { "luma=" EIGHT ",9", "luma: there are 9 values, not 1, nor 8" },
    { "luma=1,2,3,4,,6,7,8", "luma: \"\" is not a number from 0 to 64" },
    { "luma=1, 2,3,4,5,6,7,8", "luma: there are 2 values" },
    { "luma=64.1", "luma: \"64.1\" is not a number from 0 to 64" },
    { "luma=-1", "luma: \"-1\" is not a number from 0 to 64" },
    { "luma=nan", "luma: \"nan\" is not a number" },
    { "luma=inf", "luma: \"inf\" is not a number" },
    { "luma=1e999", "luma: \"1e999\" is not a number" },
    { "luma=3x", "luma: \"3x\" is not a number" },
    { "luma=3 chroma=2 luma=3", "luma is there twice" },
    { "luma=3 coarseness-luma=1.6", "is not a number from 0 to 1.5" },
    { "luma=3 coarseness-luma=1,1", "there are 2 values, not 1" },
    { "luma=3 coarseness-chroma=1", "coarseness-chroma is of no use without" },
    { "luma=3 \xff", "no text in UTF-8" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    CfNoiseProfile profile[CF_NOISE_KINDS], before[CF_NOISE_KINDS];
    GError *error = NULL;
    gboolean ok;

    memset (profile, 0x55, sizeof profile);
    memcpy (before, profile, sizeof profile);
    ok = cf_noise_profile_parse (profile, texts[i][0], &error);
    tester_check (t, !ok && strstr (error->message, texts[i][1]), "%s: %s",
        texts[i][0], error ? error->message : "taken");
    tester_check (t, memcmp (profile, before, sizeof profile) == 0,
        "%s has changed something", texts[i][0]);
    tester_error (t, ok, error, CF_ERROR_INVALID, texts[i][0]);
  }
}

/* Every value that there is. */
static void
check_all_values (Tester *t)
{
  guint32 v;

  for (v = 0; v <= CF_NOISE_SIGMA_MAX; v++) {
    CfNoiseProfile is[CF_NOISE_KINDS] = { { 0 } }, again[CF_NOISE_KINDS];
    g_autofree gchar *text = NULL;

    is[CF_NOISE_CHROMA].is_given = TRUE;
    for (guint i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
      is[CF_NOISE_CHROMA].luma[i] = i % 2 ? v : CF_NOISE_SIGMA_MAX - v;
    is[CF_NOISE_CHROMA].coarse = v % (CF_NOISE_COARSE_MAX + 1);
    text = cf_noise_profile_to_text (is);
    tester_check (t,
        cf_noise_profile_parse (again, text, NULL)
            && memcmp (is, again, sizeof is) == 0,
        "%s is read as something else", text);
  }
}

TEST (denoise_noise_text, TEST_CPU)
{
  check_texts (t);
  check_values (t);
  check_refusals (t);
  check_all_values (t);
}
