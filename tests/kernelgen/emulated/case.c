/* What a kernel is asked for by words like a command line's. */
#include "case.h"

#include <stdlib.h>
#include <string.h>

static void
refuse (const gchar *what)
{
  g_printerr ("Not understood: %s\n", what);
  exit (2);
}

/* The index of a word among n, or an end. */
static gint
index_of (const gchar *word, const gchar *const *words, gint n)
{
  gint i;

  for (i = 0; i < n; i++)
    if (strcmp (word, words[i]) == 0)
      return i;
  refuse (word);
  return -1;
}

static void
parse_mask (CfConvolveParams *p, const gchar *text)
{
  gchar **rows = g_strsplit (text, ";", 0);
  gint n = 0, i;

  p->height = g_strv_length (rows);
  for (i = 0; i < p->height; i++) {
    const gchar *at = rows[i];

    for (at += strspn (at, " "); *at; at += strspn (at, " "))
      p->value[n++] = g_ascii_strtod (at, (gchar **)&at);
  }
  p->width = n / p->height;
  g_strfreev (rows);
}

static void
parse_option (KgOptions *o, const gchar *name, const gchar *value)
{
  static const gchar *const borders[] = { "replicate", "mirror", "constant" };
  static const gchar *const modes[] = { "average", "clamp" };
  static const gchar *const normalize[] = { "auto", "none", "manual" };

  if (strcmp (name, "--size") == 0)
    o->size = o->epsilon.size = atoi (value);
  else if (strcmp (name, "--depth") == 0)
    o->bits = atoi (value);
  else if (strcmp (name, "--pixels-per-thread") == 0)
    o->pixels = atoi (value);
  else if (strcmp (name, "--arch") == 0)
    o->arch = atoi (value + strlen ("sm_"));
  else if (strcmp (name, "--border") == 0)
    o->border = index_of (value, borders, 3);
  else if (strcmp (name, "--border-value") == 0)
    o->border_value = atoi (value);
  else if (strcmp (name, "--threshold") == 0)
    o->epsilon.threshold = atoi (value);
  else if (strcmp (name, "--mode") == 0)
    o->epsilon.mode = index_of (value, modes, 2);
  else if (strcmp (name, "--kernel") == 0)
    parse_mask (&o->convolve, value);
  else if (strcmp (name, "--normalize") == 0)
    o->convolve.normalize = index_of (value, normalize, 3);
  else if (strcmp (name, "--divisor") == 0)
    o->convolve.divisor = g_ascii_strtod (value, NULL);
  else if (strcmp (name, "--bias") == 0)
    o->convolve.bias = g_ascii_strtod (value, NULL);
  else
    refuse (name);
}

void
case_parse (KgOptions *o, gchar **words, gint n_words)
{
  static const gchar *const filters[] = { "median", "convolve", "epsilon" };
  gint i;

  if (n_words < 1 || n_words % 2 != 1)
    refuse ("no FILTER, or an option without a value");
  kg_options_init (o, index_of (words[0], filters, 3));
  o->epsilon = (CfEpsilonParams){ 9, 20, CF_EPSILON_AVERAGE, 1 };
  o->convolve.separable = CF_SEPARABLE_NEVER;
  o->convolve.divisor = 1;
  for (i = 1; i < n_words; i += 2)
    parse_option (o, words[i], words[i + 1]);
  g_free (o->command);
  o->command = g_strjoinv (" ", words);
}
