/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads what a command line asks for. */
#include "kernelgen.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/core/cferror.h"
#include "engine/convolve/cfmask.h"

#define SIZE_MIN 3 /* of a window, and of a preset's mask */
#define ARCH_MIN 75
#define ARCH_MAX 999
#define NAME_MAX_SHOWN 40 /* of what is no option: characters */

static const gchar *const filter_names[] = { "median", "convolve", "epsilon" };
static const gchar *const border_names[] = { "replicate", "mirror",
  "constant" };
static const gchar *const normalize_names[] = { "auto", "none", "manual" };
static const gchar *const mode_names[] = { "average", "clamp" };
static const gchar *const preset_names[] = { "none", "box", "gaussian",
  "sharpen", "unsharp", "laplacian", "sobel-x", "sobel-y", "scharr-x",
  "scharr-y", "emboss" };

typedef enum {
  SIZE,
  KERNEL,
  KERNEL_FILE,
  PRESET,
  SIGMA,
  NORMALIZE,
  DIVISOR,
  BIAS,
  FLIP,
  THRESHOLD,
  MODE,
  DEPTH,
  BORDER,
  BORDER_VALUE,
  PIXELS,
  ARCH,
  CPU,
  N_NAMES
} Name;

#define OF_ALL -1 /* filters */

static const struct {
  const gchar *name;
  gint filter;
  gboolean has_value;
} names[N_NAMES] = {
  [SIZE] = { "--size", OF_ALL, TRUE },
  [KERNEL] = { "--kernel", KG_CONVOLVE, TRUE },
  [KERNEL_FILE] = { "--kernel-file", KG_CONVOLVE, TRUE },
  [PRESET] = { "--preset", KG_CONVOLVE, TRUE },
  [SIGMA] = { "--sigma", KG_CONVOLVE, TRUE },
  [NORMALIZE] = { "--normalize", KG_CONVOLVE, TRUE },
  [DIVISOR] = { "--divisor", KG_CONVOLVE, TRUE },
  [BIAS] = { "--bias", KG_CONVOLVE, TRUE },
  [FLIP] = { "--flip", KG_CONVOLVE, FALSE },
  [THRESHOLD] = { "--threshold", KG_EPSILON, TRUE },
  [MODE] = { "--mode", KG_EPSILON, TRUE },
  [DEPTH] = { "--depth", OF_ALL, TRUE },
  [BORDER] = { "--border", OF_ALL, TRUE },
  [BORDER_VALUE] = { "--border-value", OF_ALL, TRUE },
  [PIXELS] = { "--pixels-per-thread", OF_ALL, TRUE },
  [ARCH] = { "--arch", OF_ALL, TRUE },
  [CPU] = { "--cpu", OF_ALL, FALSE },
};

/* Each option's value, NULL where it is not given. */
typedef struct {
  const gchar *at[N_NAMES];
} Values;

/* Words */

/* The first `length` characters of an argument that begin a known option. */
static gint
find_name (const gchar *arg, gsize length)
{
  gint i;

  for (i = 0; i < N_NAMES; i++)
    if (strlen (names[i].name) == length
        && memcmp (names[i].name, arg, length) == 0)
      return i;
  return -1;
}

static gboolean
refuse_unknown (const gchar *arg, gsize length, GError **error)
{
  const gint shown = MIN (length, NAME_MAX_SHOWN);

  if (arg[0] == '-')
    return cf_refuse (error,
        "%.*s%s is no option: cudafilters-kernelgen --help lists them", shown,
        arg, (gsize)shown < length ? "..." : "");
  return cf_refuse (error,
      "\"%.*s%s\" is no option: a value with blanks has to be in quotes", shown,
      arg, (gsize)shown < length ? "..." : "");
}

/* Puts args[i], and maybe the next, where it belongs. */
static gboolean
sort_option (Values *values, KgFilter filter, const gchar *const *args,
    gint n_args, gint *i, GError **error)
{
  const gchar *arg = args[*i], *equals = strchr (arg, '=');
  const gsize length = equals ? (gsize)(equals - arg) : strlen (arg);
  const gint name = find_name (arg, length);

  if (name < 0)
    return refuse_unknown (arg, length, error);
  if (names[name].filter != OF_ALL && names[name].filter != (gint)filter)
    return cf_refuse (error, "%s is of %s, not of %s: leave it out",
        names[name].name, filter_names[names[name].filter],
        filter_names[filter]);
  if (values->at[name])
    return cf_refuse (
        error, "%s is given twice: leave one out", names[name].name);
  if (!names[name].has_value) {
    if (equals)
      return cf_refuse (error, "%s takes no value: leave %.*s%s out",
          names[name].name, NAME_MAX_SHOWN, equals,
          strlen (equals) > NAME_MAX_SHOWN ? "..." : "");
    values->at[name] = "";
  } else if (equals) {
    values->at[name] = equals + 1;
  } else {
    /* a number may begin with "-", and no value with "--" */
    if (*i + 1 >= n_args || strncmp (args[*i + 1], "--", 2) == 0)
      return cf_refuse (error, "%s needs a value behind it", names[name].name);
    values->at[name] = args[++*i];
  }
  return TRUE;
}

static gboolean
find_filter (KgFilter *filter, const gchar *word, GError **error)
{
  guint i;

  for (i = 0; word && i < G_N_ELEMENTS (filter_names); i++) {
    if (strcmp (word, filter_names[i]) == 0) {
      *filter = i;
      return TRUE;
    }
  }
  if (!word || word[0] == '-')
    return cf_refuse (error,
        "The first argument must be a filter: median, convolve or epsilon "
        "(--help says more)");
  return cf_refuse (error,
      "There is no filter \"%.*s%s\": it must be median, convolve or epsilon",
      NAME_MAX_SHOWN, word, strlen (word) > NAME_MAX_SHOWN ? "..." : "");
}

/* Values */

static gboolean
refuse_value (
    GError **error, Name name, const gchar *value, const gchar *expected)
{
  const gchar *quote =
      value[0] != '\0' && strspn (value, "+-.0123456789") == strlen (value)
          ? ""
          : "\"";

  return cf_refuse (error, "%s must be %s, but is %s%.*s%s%s", names[name].name,
      expected, quote, NAME_MAX_SHOWN, value,
      strlen (value) > NAME_MAX_SHOWN ? "..." : "", quote);
}

/* An integer and nothing else. */
static gboolean
read_integer (const gchar *text, glong *number)
{
  gchar *end;

  if (*text == '\0' || strchr (" \t\n\v\f\r", *text))
    return FALSE;
  errno = 0;
  *number = strtol (text, &end, 10);
  return *end == '\0' && errno == 0;
}

/* `step` is 2 for odd ones. */
static gboolean
read_range (const Values *values, Name name, gint min, gint max, gint step,
    gint *result, GError **error)
{
  const gchar *text = values->at[name];
  glong number;

  if (!text)
    return TRUE;
  if (!read_integer (text, &number) || number < min || number > max
      || (number - min) % step != 0) {
    gchar *expected =
        g_strdup_printf ("%sfrom %d to %d", step == 2 ? "odd, " : "", min, max);

    refuse_value (error, name, text, expected);
    g_free (expected);
    return FALSE;
  }
  *result = number;
  return TRUE;
}

/* A number from -limit to limit, finite. */
static gboolean
read_number (const gchar *text, gdouble *number)
{
  gchar *end;

  if (*text == '\0' || strspn (text, "+-.0123456789eE") != strlen (text))
    return FALSE;
  *number = g_ascii_strtod (text, &end);
  return *end == '\0' && isfinite (*number);
}

static gboolean
read_word (const Values *values, Name name, const gchar *const *words,
    guint n_words, gint *result, GError **error)
{
  const gchar *text = values->at[name];
  GString *expected;
  guint i;

  for (i = 0; text && i < n_words; i++) {
    if (strcmp (text, words[i]) == 0) {
      *result = i;
      return TRUE;
    }
  }
  if (!text)
    return TRUE;
  expected = g_string_new (words[0]);
  for (i = 1; i < n_words; i++)
    g_string_append_printf (
        expected, "%s%s", i + 1 < n_words ? ", " : " or ", words[i]);
  refuse_value (error, name, text, expected->str);
  g_string_free (expected, TRUE);
  return FALSE;
}

/* "sm_90", or "90" */
static gboolean
read_arch (const Values *values, gint *arch, GError **error)
{
  const gchar *text = values->at[ARCH], *digits = text;
  glong number;

  if (!text)
    return TRUE;
  if (values->at[CPU])
    return cf_refuse (
        error, "--arch is of CUDA, not of --cpu: leave one of them out");
  if (strncmp (text, "sm_", 3) == 0)
    digits += 3;
  if (!read_integer (digits, &number) || digits[0] == '+' || number < ARCH_MIN
      || number > ARCH_MAX)
    return refuse_value (error, ARCH, text, "sm_75 or later, as sm_90");
  *arch = number;
  return TRUE;
}

static gboolean
read_border (const Values *values, KgOptions *o, GError **error)
{
  gint border = o->border;

  if (!read_word (values, BORDER, border_names, G_N_ELEMENTS (border_names),
          &border, error)
      || !read_range (values, BORDER_VALUE, 0, 255, 1, &o->border_value, error))
    return FALSE;
  o->border = border;
  if (values->at[BORDER_VALUE] && o->border != CF_BORDER_CONSTANT)
    return cf_refuse (error, "--border-value is of --border constant: add that,"
                             " or leave --border-value out");
  return TRUE;
}

static gboolean
read_pixels (const Values *values, KgOptions *o, GError **error)
{
  const gchar *text = values->at[PIXELS];
  gchar *expected;
  glong n;

  if (!text)
    return TRUE;
  if (read_integer (text, &n) && n >= 1 && n <= kg_pixels_max (o)
      && (n & (n - 1)) == 0) {
    o->pixels = n;
    return TRUE;
  }
  expected =
      g_strdup_printf ("a power of two, from 1 to %d here", kg_pixels_max (o));
  refuse_value (error, PIXELS, text, expected);
  g_free (expected);
  return FALSE;
}

/* Masks */

/* Allows one at most of --kernel, --kernel-file and --preset. */
static gboolean
check_one_mask (const Values *values, GError **error)
{
  static const Name masks[] = { KERNEL, KERNEL_FILE, PRESET };
  gint first = -1;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (masks); i++) {
    if (!values->at[masks[i]])
      continue;
    if (first >= 0)
      return cf_refuse (error, "%s and %s are two masks: leave one of them out",
          names[first].name, names[masks[i]].name);
    first = masks[i];
  }
  if (first == KERNEL || first == KERNEL_FILE) {
    const Name given = values->at[SIZE] ? SIZE : SIGMA;

    if (values->at[given])
      return cf_refuse (error, "%s is of presets, not of %s: leave it out",
          names[given].name, names[first].name);
  }
  return TRUE;
}

static gboolean
read_preset (const Values *values, CfConvolveParams *mask, GError **error)
{
  gint preset = CF_MASK_GAUSSIAN, size = mask->width;
  gdouble sigma = 0;

  if (!read_word (values, PRESET, preset_names, G_N_ELEMENTS (preset_names),
          &preset, error)
      || !read_range (values, SIZE, SIZE_MIN, KG_SIZE_MAX, 2, &size, error))
    return FALSE;
  if (preset == CF_MASK_NONE && values->at[SIZE])
    return cf_refuse (error, "--preset none is a single 1: leave --size out");
  if (values->at[SIGMA]) {
    if (preset != CF_MASK_GAUSSIAN && preset != CF_MASK_UNSHARP)
      return cf_refuse (error,
          "--sigma is of the presets gaussian and unsharp, not of %s: leave it "
          "out",
          preset_names[preset]);
    if (!read_number (values->at[SIGMA], &sigma) || sigma < 0
        || sigma > CF_MASK_SIGMA_MAX)
      return refuse_value (
          error, SIGMA, values->at[SIGMA], "from 0 to 100 (0: by the size)");
  }
  return cf_mask_preset (mask, preset, size, sigma, error);
}

/* Text, on the command line or in a file. */
static gboolean
read_mask (const Values *values, CfConvolveParams *mask, GError **error)
{
  const Name name = values->at[KERNEL] ? KERNEL : KERNEL_FILE;
  GError *reason = NULL;

  if (name == KERNEL ? cf_mask_parse (mask, values->at[name], -1, &reason)
                     : cf_mask_load (mask, values->at[name], &reason)) {
    if (mask->width <= KG_SIZE_MAX && mask->height <= KG_SIZE_MAX)
      return TRUE;
    return cf_refuse (error, "%s: the mask is %dx%d, but its sides may be %d",
        names[name].name, mask->width, mask->height, KG_SIZE_MAX);
  }
  cf_refuse (error, "%s: %s", names[name].name, reason->message);
  g_error_free (reason);
  return FALSE;
}

static gboolean
read_normalization (
    const Values *values, CfConvolveParams *params, GError **error)
{
  gint normalize = params->normalize;
  Name given = values->at[DIVISOR] ? DIVISOR : BIAS;

  if (!read_word (values, NORMALIZE, normalize_names,
          G_N_ELEMENTS (normalize_names), &normalize, error))
    return FALSE;
  params->normalize = normalize;
  if (values->at[given] && params->normalize != CF_NORMALIZE_MANUAL)
    return cf_refuse (error,
        "%s is of --normalize manual: add that, or leave %s out",
        names[given].name, names[given].name);
  if (values->at[DIVISOR]
      && (!read_number (values->at[DIVISOR], &params->divisor)
          || params->divisor == 0))
    return refuse_value (
        error, DIVISOR, values->at[DIVISOR], "a number other than 0");
  if (values->at[BIAS]
      && (!read_number (values->at[BIAS], &params->bias)
          || fabs (params->bias) > CF_CONVOLVE_BIAS_MAX))
    return refuse_value (
        error, BIAS, values->at[BIAS], "a number from -65536 to 65536");
  params->flip = values->at[FLIP] != NULL;
  return TRUE;
}

static gboolean
read_convolve (const Values *values, KgOptions *o, GError **error)
{
  CfConvolveParams *params = &o->convolve;
  const gboolean is_text = values->at[KERNEL] || values->at[KERNEL_FILE];
  CfConvolveParams whole;

  if (!check_one_mask (values, error)
      || !(is_text ? read_mask : read_preset) (values, params, error)
      || !read_normalization (values, params, error))
    return FALSE;
  whole = *params;
  whole.border = o->border;
  whole.border_value = o->border_value;
  return cf_convolve_params_validate (&whole, error);
}

static gboolean
read_filter (const Values *values, KgOptions *o, GError **error)
{
  gint mode = o->epsilon.mode,
       threshold = o->epsilon.threshold / CF_EPSILON_STEP;

  switch (o->filter) {
    case KG_MEDIAN:
      return read_range (
          values, SIZE, SIZE_MIN, KG_SIZE_MAX, 2, &o->size, error);
    case KG_CONVOLVE:
      return read_convolve (values, o, error);
    case KG_EPSILON:
      if (!read_range (
              values, SIZE, SIZE_MIN, KG_SIZE_MAX, 2, &o->epsilon.size, error)
          || !read_range (values, THRESHOLD, 0,
              CF_EPSILON_THRESHOLD_MAX / CF_EPSILON_STEP, 1, &threshold, error)
          || !read_word (values, MODE, mode_names, G_N_ELEMENTS (mode_names),
              &mode, error))
        return FALSE;
      o->epsilon.threshold = threshold * CF_EPSILON_STEP;
      o->epsilon.mode = mode;
      return cf_epsilon_params_validate (&o->epsilon, error);
  }
  return FALSE;
}

/* The command line, for comments */

/* TRUE without what would end a comment, or what a shell takes for something
 * else between double quotes. */
static gboolean
is_plain (const gchar *text)
{
  return strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                       "0123456789._/+,;= -")
         == strlen (text);
}

static void
append_option (GString *line, Name name, const gchar *value)
{
  const gboolean blank = strpbrk (value, " ;") != NULL;

  g_string_append_printf (line, " %s", names[name].name);
  if (names[name].has_value)
    g_string_append_printf (
        line, " %s%s%s", blank ? "\"" : "", value, blank ? "\"" : "");
}

/* The mask stands for a file of a strange name, and for its text, which may
 * have comments. */
static gchar *
command_line (const KgOptions *o, const Values *values)
{
  GString *line = g_string_new ("cudafilters-kernelgen ");
  gint i;

  g_string_append (line, filter_names[o->filter]);
  for (i = 0; i < N_NAMES; i++) {
    if (!values->at[i])
      continue;
    if (i == KERNEL || (i == KERNEL_FILE && !is_plain (values->at[i]))) {
      gchar *mask = cf_mask_to_text (&o->convolve);

      append_option (line, KERNEL, mask);
      g_free (mask);
    } else {
      append_option (line, i, values->at[i]);
    }
  }
  return g_string_free (line, FALSE);
}

void
kg_options_init (KgOptions *o, KgFilter filter)
{
  *o = (KgOptions){
    .filter = filter,
    .bits = 8,
    .arch = 90,
    .size = 3,
    .border = CF_BORDER_REPLICATE,
    .convolve = { .separable = CF_SEPARABLE_NEVER,
        .normalize = CF_NORMALIZE_AUTO,
        .divisor = 1 },
    .epsilon = { 9, 20 * CF_EPSILON_STEP, CF_EPSILON_AVERAGE, 1 },
  };
  cf_mask_preset (&o->convolve, CF_MASK_GAUSSIAN, 5, 0, NULL);
  o->command =
      g_strdup_printf ("cudafilters-kernelgen %s", filter_names[filter]);
}

void
kg_options_clear (KgOptions *o)
{
  g_free (o->command);
}

gboolean
kg_options_parse (
    KgOptions *options, const gchar *const *args, gint n_args, GError **error)
{
  Values values = { { NULL } };
  KgOptions o;
  KgFilter filter = KG_MEDIAN;
  gint i;

  if (!find_filter (&filter, n_args > 0 ? args[0] : NULL, error))
    return FALSE;
  for (i = 1; i < n_args; i++)
    if (!sort_option (&values, filter, args, n_args, &i, error))
      return FALSE;

  kg_options_init (&o, filter);
  g_free (o.command);
  o.cpu = values.at[CPU] != NULL;
  if (!read_range (&values, DEPTH, 8, 16, 1, &o.bits, error)
      || !read_arch (&values, &o.arch, error)
      || !read_border (&values, &o, error) || !read_filter (&values, &o, error)
      || !read_pixels (&values, &o, error))
    return FALSE;
  o.command = command_line (&o, &values);
  *options = o;
  return TRUE;
}

/* Pixels of a thread */

gboolean
kg_has_pairs (const KgOptions *o)
{
  return o->arch >= 90 || (o->arch >= 80 && o->bits <= 14);
}

gint
kg_pixels_max (const KgOptions *o)
{
  if (o->cpu)
    return 8;
  switch (o->filter) {
    case KG_MEDIAN:
      return o->size == 3 ? 64 : kg_has_pairs (o) ? 32 : 16;
    case KG_CONVOLVE:
      return 64;
    case KG_EPSILON:
      return 32;
  }
  return 1;
}

gint
kg_pixels_default (const KgOptions *o)
{
  if (o->cpu)
    return 8;
  switch (o->filter) {
    case KG_MEDIAN:
      return (o->size == 3      ? 64
                 : o->size == 5 ? 32
                                : 16)
             / (kg_has_pairs (o) ? 1 : 2);
    case KG_CONVOLVE:
      return o->bits > 8 ? 16 : 32;
    case KG_EPSILON:
      return 16;
  }
  return 1;
}
