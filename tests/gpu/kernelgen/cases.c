/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which kernels of the generator are compiled, proved and measured: all that it
 * is to make, and some of each other option. */
#include "cases.h"

#include "engine/convolve/cfmask.h"

static void
case_free (gpointer data)
{
  KernelCase *self = data;

  kg_options_clear (&self->options);
  g_free (self->filter);
  g_free (self->name);
  g_free (self);
}

static void
add (GPtrArray *cases, const KgOptions *options, gint pixels,
    const gchar *filter, gboolean measured)
{
  static const gchar *const borders[] = { "", "_mirror", "_constant" };
  KernelCase *self = g_new0 (KernelCase, 1);
  KgOptions *o = &self->options;

  *o = *options;
  o->pixels = pixels;
  self->filter =
      g_strdup_printf ("%s_%d%s", filter, o->bits, borders[o->border]);
  self->name = o->arch == 90 ? g_strdup_printf ("%s_p%d", self->filter, pixels)
                             : g_strdup_printf (
                                 "%s_p%d_sm%d", self->filter, pixels, o->arch);
  o->command = g_strdup (self->name);
  self->measured = measured;
  g_ptr_array_add (cases, self);
}

/* With all numbers of pixels a thread. */
static void
add_all (GPtrArray *cases, const KgOptions *options, const gchar *filter)
{
  for (gint pixels = 1; pixels <= kg_pixels_max (options); pixels *= 2)
    add (cases, options, pixels, filter, TRUE);
}

/* As it is by default. */
static void
add_one (GPtrArray *cases, const KgOptions *options, const gchar *filter)
{
  add (cases, options, kg_pixels_default (options), filter, FALSE);
}

/* Other borders, depths and architectures. */
static void
add_others (GPtrArray *cases, const KgOptions *options, const gchar *filter)
{
  static const gint archs[] = { 80, 75 }, depths[] = { 10, 12 };
  KgOptions o = *options;

  for (gsize i = 0; i < G_N_ELEMENTS (archs); i++) {
    o.arch = archs[i];
    add_one (cases, &o, filter);
    add (cases, &o, 2, filter, FALSE);
  }
  o = *options;
  o.border_value = 77;
  for (o.border = CF_BORDER_MIRROR; o.border <= CF_BORDER_CONSTANT;
       o.border++) {
    add_one (cases, &o, filter);
    add (cases, &o, 2, filter, FALSE);
  }
  if (options->bits > 8)
    return;
  o = *options;
  for (gsize i = 0; i < G_N_ELEMENTS (depths); i++) {
    o.bits = depths[i];
    add_one (cases, &o, filter);
    o.arch = 80;
    add_one (cases, &o, filter);
    o.arch = 90;
  }
}

static void
add_medians (GPtrArray *cases, gint bits)
{
  KgOptions o;

  kg_options_init (&o, KG_MEDIAN);
  o.bits = bits;
  for (o.size = 3; o.size <= KG_SIZE_MAX; o.size += 2) {
    g_autofree gchar *filter = g_strdup_printf ("median_%d", o.size);

    if (o.size <= 11)
      add_all (cases, &o, filter);
    else
      add_one (cases, &o, filter);
    if (o.size == 3 || o.size == 7)
      add_others (cases, &o, filter);
  }
  kg_options_clear (&o);
}

/* Positive taps prevail, so that few results are out of range. */
static void
set_integers (CfConvolveParams *mask, gint width, gint height)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (width);

  mask->width = width;
  mask->height = height;
  mask->is_product = FALSE;
  for (gint i = 0; i < width * height; i++)
    mask->value[i] = g_rand_int_range (random, -64, 128);
  mask->value[0] = ABS (mask->value[0]);
}

static void
set_gaussian (CfConvolveParams *mask, gint size)
{
  if (!cf_mask_preset (mask, CF_MASK_GAUSSIAN, size, 0, NULL))
    g_error ("No Gaussian of %d", size);
}

/* What else is in the parameters, with a mask of 5x3. */
static void
add_masks (GPtrArray *cases, const KgOptions *options)
{
  static const gint sides[][2] = { { 1, 1 }, { 7, 3 }, { 3, 9 }, { 1, 15 },
    { 15, 1 } };
  KgOptions o = *options;
  CfConvolveParams *mask = &o.convolve;

  for (gsize i = 0; i < G_N_ELEMENTS (sides); i++) {
    gchar *filter =
        g_strdup_printf ("convolve_%dx%d", sides[i][0], sides[i][1]);

    set_integers (mask, sides[i][0], sides[i][1]);
    add_one (cases, &o, filter);
    g_free (filter);
  }
  set_integers (mask, 5, 3);
  mask->flip = TRUE;
  add_one (cases, &o, "convolve_flip");
  mask->flip = FALSE;
  mask->value[7] += 100000;
  add_one (cases, &o, "convolve_large");
  mask->value[7] -= 100000;
  mask->normalize = CF_NORMALIZE_MANUAL;
  mask->divisor = -337.5;
  mask->bias = 100.25;
  add_one (cases, &o, "convolve_manual");
  mask->normalize = CF_NORMALIZE_AUTO;
  if (!cf_mask_preset (mask, CF_MASK_SOBEL_X, 5, 0, NULL))
    g_error ("No Sobel mask");
  add_one (cases, &o, "convolve_sobel");
}

static void
add_convolutions (GPtrArray *cases, gint bits)
{
  KgOptions o;

  kg_options_init (&o, KG_CONVOLVE);
  o.bits = bits;
  for (gint size = 3; size <= KG_SIZE_MAX; size += 2) {
    void (*const add_these) (GPtrArray *, const KgOptions *, const gchar *) =
        size <= 13 ? add_all : add_one;
    g_autofree gchar *integer = g_strdup_printf ("convolve_integer_%d", size);
    g_autofree gchar *real = g_strdup_printf ("convolve_real_%d", size);

    set_integers (&o.convolve, size, size);
    add_these (cases, &o, integer);
    if (size == 5)
      add_others (cases, &o, integer);
    set_gaussian (&o.convolve, size);
    add_these (cases, &o, real);
    if (size == 9)
      add_others (cases, &o, real);
  }
  add_masks (cases, &o);
  kg_options_clear (&o);
}

static void
add_epsilons (GPtrArray *cases, gint bits)
{
  static const gint thresholds[] = { 0, 1, 128, 200, 256 };
  KgOptions o;
  gchar *filter;

  kg_options_init (&o, KG_EPSILON);
  o.bits = bits;
  o.epsilon.threshold = 20 * CF_EPSILON_STEP;
  for (o.epsilon.size = 3; o.epsilon.size <= KG_SIZE_MAX; o.epsilon.size += 2) {
    o.epsilon.mode = CF_EPSILON_AVERAGE;
    filter = g_strdup_printf ("epsilon_%d", o.epsilon.size);
    if (o.epsilon.size >= 5)
      add_all (cases, &o, filter);
    else
      add_one (cases, &o, filter);
    if (o.epsilon.size == 9)
      add_others (cases, &o, filter);
    g_free (filter);

    o.epsilon.mode = CF_EPSILON_CLAMP;
    filter = g_strdup_printf ("epsilon_clamp_%d", o.epsilon.size);
    add_one (cases, &o, filter);
    if (o.epsilon.size == 7)
      add_others (cases, &o, filter);
    g_free (filter);
  }

  o.epsilon.size = 9;
  for (gsize i = 0; i < G_N_ELEMENTS (thresholds); i++)
    for (o.epsilon.mode = CF_EPSILON_AVERAGE;
         o.epsilon.mode <= CF_EPSILON_CLAMP; o.epsilon.mode++) {
      o.epsilon.threshold = thresholds[i] * CF_EPSILON_STEP;
      filter = g_strdup_printf ("epsilon%s_9_threshold_%d",
          o.epsilon.mode == CF_EPSILON_CLAMP ? "_clamp" : "", thresholds[i]);
      add_one (cases, &o, filter);
      g_free (filter);
    }
  kg_options_clear (&o);
}

GPtrArray *
kernel_cases_new (void)
{
  GPtrArray *cases = g_ptr_array_new_with_free_func (case_free);

  for (gint bits = 8; bits <= 16; bits += 8) {
    add_medians (cases, bits);
    add_convolutions (cases, bits);
    add_epsilons (cases, bits);
  }
  return cases;
}
