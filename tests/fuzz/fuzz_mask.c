/* The parser of masks, on mutations of texts that are masks or nearly so.
 * Usage: fuzz_mask [SECONDS [SEED]]; the seed of a run is the first that it
 * prints, and inputs are the same for the same seed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cferror.h"
#include "cfmask.h"

/* Where a text is as long as a file may be, most of the time is in copying. */
#define LENGTH_MAX 4096
#define MUTATIONS_MAX 8
#define MESSAGE_MAX 300

static const gchar *const corpus[] = {
  "1",
  "1 2 1; 2 4 2; 1 2 1",
  "-1,0,1;-2,0,2;-1,0,1",
  "1 4 6 4 1 * 1;4;6;4;1",
  "# Gaussian\n1 2 1\n2 4 2 # the middle\n\n1 2 1\n",
  "0.0625 -.125 1.e-3 +7E+2 0x1.8p-4",
  "1e308 -1e308 1e-308",
  "\xef\xbb\xbf"
  "1\r\n2\r\n3\r\n",
  "1 nan 1; inf 0 -infinity; 1 1e999 1",
  "1 2; 3",
  ";;; ,,, * #",
  "1e-320 * 1e-3",
  "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
  "1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n"
  "8\n9\n1\n2\n3\n4",
  "",
};

static const gchar *const words[] = { " ", ";", "\n", ",", "*", "#", "\t", "\r",
  " 1", " -0", " 0.1", " 1e308", " 1e-320", " 1e999", " nan", " inf", "0x",
  " 9007199254740993", " 1 2 3", ";1 2 3", "\xc2\xa0", "\xe2\x88\x92", "\xff",
  "\xf0\x9f\x98\x80", "\x1b[31m", " * 1 1 1" };

typedef struct {
  gchar bytes[LENGTH_MAX + 1];
  gsize length;
} Input;

static const Input *current;
static const gchar *current_check;

static void
fail (const gchar *why)
{
  gsize i;

  g_print ("%s: %s\ninput of %" G_GSIZE_FORMAT " bytes: \"", current_check, why,
      current->length);
  for (i = 0; i < current->length; i++) {
    guchar c = current->bytes[i];

    g_print (c < 32 || c > 126 || c == '"' || c == '\\' ? "\\%03o" : "%c", c);
  }
  g_print ("\"\n");
  exit (1);
}

static void
check (gboolean condition, const gchar *why)
{
  if (!condition)
    fail (why);
}

/* Mutations */

static void
replace (Input *input, gsize at, gsize n_removed, const gchar *with, gsize n)
{
  if (input->length - n_removed + n > LENGTH_MAX)
    return;
  memmove (input->bytes + at + n, input->bytes + at + n_removed,
      input->length - at - n_removed);
  memcpy (input->bytes + at, with, n);
  input->length += n - n_removed;
}

static void
mutate (Input *input, GRand *rand)
{
  gsize at = g_rand_int_range (rand, 0, input->length + 1);
  gsize rest = input->length - at;
  gsize n = g_rand_int_range (rand, 0, MIN (rest, 64) + 1);
  gchar copy[LENGTH_MAX];
  gchar byte = g_rand_int (rand);
  gint times;

  switch (g_rand_int_range (rand, 0, 8)) {
    case 0: /* any byte, a 0 too */
      replace (input, at, MIN (rest, 1), &byte, 1);
      break;
    case 1:
      replace (input, at, n, "", 0);
      break;
    case 2:
      memcpy (copy, input->bytes + at, n);
      for (times = g_rand_int_range (rand, 1, 40); times > 0; times--)
        replace (input, at, 0, copy, n);
      break;
    case 3: { /* another text, or its end */
      const gchar *other =
          corpus[g_rand_int_range (rand, 0, G_N_ELEMENTS (corpus))];
      gsize length = strlen (other);
      gsize from = g_rand_int_range (rand, 0, length + 1);

      replace (input, at, n, other + from, length - from);
      break;
    }
    case 4: /* a digit, for another value */
      byte = '0' + (guchar)byte % 10;
      replace (input, at, MIN (rest, 1), &byte, 1);
      break;
    default: {
      const gchar *word =
          words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))];

      for (times = g_rand_boolean (rand) ? 1 : g_rand_int_range (rand, 1, 300);
           times > 0; times--)
        replace (input, at, 0, word, strlen (word));
      break;
    }
  }
}

static void
make_input (Input *input, GRand *rand)
{
  const gchar *text = corpus[g_rand_int_range (rand, 0, G_N_ELEMENTS (corpus))];
  gint n = g_rand_int_range (rand, 0, MUTATIONS_MAX);

  input->length = strlen (text);
  memcpy (input->bytes, text, input->length);
  while (n-- > 0)
    mutate (input, rand);
  input->bytes[input->length] = '\0';
}

/* Checks */

/* A refusal says why in a short line, and changes nothing. */
static void
check_refusal (const CfConvolveParams *mask, GError *error)
{
  static const CfConvolveParams untouched = { .width = -1 };

  check (error != NULL, "refused without an error");
  check (g_error_matches (error, CF_ERROR, CF_ERROR_INVALID),
      "refused with an error of another kind");
  check (g_utf8_validate (error->message, -1, NULL)
             && strlen (error->message) < MESSAGE_MAX
             && strpbrk (error->message, "\n\r\t\x1b") == NULL,
      "the message cannot be shown");
  check (memcmp (mask, &untouched, sizeof (untouched)) == 0,
      "refused, but the mask has changed");
  g_error_free (error);
}

static void
check_same (const CfConvolveParams *a, const CfConvolveParams *b)
{
  gint n = a->is_product ? a->width + a->height : a->width * a->height, i;

  check (a->width == b->width && a->height == b->height
             && a->is_product == b->is_product,
      "its own text is a mask of other sides");
  for (i = 0; i < n; i++)
    check (a->value[i] == b->value[i], "its own text is another mask");
}

/* What is accepted is a mask of valid sides and values, which the engine can
 * plan for, and is the same as its own text. */
static void
check_mask (CfConvolveParams *mask)
{
  gint limit = mask->is_product ? CF_CONVOLVE_TAPS_MAX : CF_CONVOLVE_SIDE_MAX;
  gint n = mask->is_product ? mask->width + mask->height
                            : mask->width * mask->height;
  gchar *text = cf_mask_to_text (mask);
  CfConvolveParams again = { 0 };
  CfConvolvePlan plan;
  gint i, bits;

  check (mask->width % 2 == 1 && mask->width >= 1 && mask->width <= limit
             && mask->height % 2 == 1 && mask->height >= 1
             && mask->height <= limit,
      "accepted with bad sides");
  for (i = 0; i < n; i++)
    check (isfinite (mask->value[i]), "accepted with a value that is none");
  check (cf_mask_parse (&again, text, -1, NULL), "its own text is refused");
  check_same (mask, &again);
  g_free (text);

  if (!cf_convolve_params_validate (mask, NULL)) {
    GError *error = NULL;

    /* only for values that are too large, or all too small: 255 x 255 of those
     * below do not amplify */
    for (i = 0; i < n; i++) {
      mask->value[i] = CLAMP (mask->value[i], -1, 1);
      if (fabs (mask->value[i]) < 1e-90)
        mask->value[i] = 0;
    }
    mask->normalize = CF_NORMALIZE_MANUAL;
    mask->divisor = 65536;
    if (!cf_convolve_params_validate (mask, &error))
      fail (error->message);
  }
  for (bits = 8; bits <= 16; bits += 8) {
    cf_convolve_plan_init (&plan, mask, bits);
    check (plan.divisor > 0 && plan.n_min <= plan.n_max
               && plan.t_min <= plan.t_max,
        "the plan for it has no range");
  }
}

/* TRUE where the text was a mask. */
static gboolean
try_text (const Input *input)
{
  CfConvolveParams mask = { .width = -1 };
  GError *error = NULL;
  /* so that the sanitizer sees what is read beyond */
  gchar *bytes = g_memdup2 (input->bytes, input->length);
  gboolean ok;

  current = input;
  current_check = "cf_mask_parse";
  ok = cf_mask_parse (&mask, bytes ? bytes : "", input->length, &error);
  g_free (bytes);
  if (ok)
    check_mask (&mask);
  else
    check_refusal (&mask, error);
  return ok;
}

static gboolean
try_lists (const Input *horizontal, const Input *vertical)
{
  CfConvolveParams mask = { .width = -1 };
  GError *error = NULL;
  gboolean ok =
      cf_mask_parse_factors (&mask, horizontal->bytes, vertical->bytes, &error);

  current = horizontal;
  current_check = "cf_mask_parse_factors";
  if (ok)
    check_mask (&mask);
  else
    check_refusal (&mask, error);
  return ok;
}

int
main (int argc, char **argv)
{
  gint64 end = g_get_monotonic_time ()
               + G_USEC_PER_SEC * (argc > 1 ? atoi (argv[1]) : 10);
  guint32 seed =
      argc > 2 ? g_ascii_strtoull (argv[2], NULL, 10) : g_random_int ();
  GRand *rand = g_rand_new_with_seed (seed);
  guint64 n = 0, n_masks = 0, n_lists = 0;
  Input inputs[2];

  g_print ("seed %u\n", seed);
  make_input (&inputs[1], rand);
  while (n % 64 || g_get_monotonic_time () < end) {
    make_input (&inputs[n % 2], rand);
    n_masks += try_text (&inputs[n % 2]);
    n_lists += try_lists (&inputs[n % 2], &inputs[1 - n % 2]);
    n++;
  }
  g_rand_free (rand);
  g_print ("%" G_GUINT64_FORMAT " texts, %" G_GUINT64_FORMAT
           " of them masks; %" G_GUINT64_FORMAT " pairs of lists\n",
      n, n_masks, n_lists);
  /* else it tries nothing but refusals, or nothing */
  return n_masks == 0 || n_lists == 0 || n_masks == n;
}
