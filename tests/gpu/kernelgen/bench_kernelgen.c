/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Proves the generator's kernels, or times them: see cases.h and kernelbench.h.
 *
 *   bench_kernelgen [NAME...]             whether all are exact
 *   bench_kernelgen --bench [NAME...] > figures.json
 *
 * NAMEs are what a kernel's begins with, such as "median_5_8". In the figures
 * each is beside the plugin's own kernel for the same filter, which it must
 * agree with on those pictures too. */
#include "kernelbench.h"
#include "prove.h"
#include "params.h"

#include <string.h>

static const KernelCase **cases;
static KernelLaunch **launches;
static guint n_cases;

static gboolean
run_kernel (Bench *b, guint i, gpointer launch)
{
  return (*(KernelLaunch *const *)launch) (picture_data (b, b->src, i),
             b->stride, picture_data (b, b->dst, i), b->stride, b->width,
             b->height, cuda_stream (b))
         == cudaSuccess;
}

/* "median" of "median_5_8". */
static gchar *
label (const KernelCase *c)
{
  return g_strdelimit (
      g_strndup (c->filter, strcspn (c->filter, "0123456789") - 1), "_", ' ');
}

static void
bench_kernel (Bench *b, guint i, CfFilter *plugin)
{
  const KgOptions *o = &cases[i]->options;
  gchar *of = label (cases[i]), *name;
  gint width, height;

  kg_window (o, &width, &height);
  name = g_strdup_printf ("generated %s, %d pixel%s%s", of, o->pixels,
      o->pixels == 1 ? "" : "s",
      o->pixels == kg_pixels_default (o) ? ", default" : "");
  agree (b, width, name, run_filter, plugin, run_kernel, &launches[i]);
  bench (b, name, width, run_kernel, &launches[i], TRUE);
  g_free (of);
  g_free (name);
}

static CfFilter *
bench_plugin (Bench *b, const KernelCase *c)
{
  const CfFilterParams params = kernel_params (&c->options);
  CfFilter *filter = filter_new (b, &params, NULL);
  gchar *of = label (c), *name = g_strdup_printf ("plugin %s", of);
  gint width, height;

  kg_window (&c->options, &width, &height);
  b->peer = (BenchFigure){ 0 };
  bench (b, name, width, run_filter, filter, TRUE);
  b->peer = b->last;
  g_free (of);
  g_free (name);
  return filter;
}

static void
bench_format (Bench *b)
{
  const gchar *of = NULL;
  CfFilter *plugin = NULL;
  guint i;

  for (i = 0; i < n_cases; i++) {
    const KernelCase *c = cases[i];

    if (!c->measured || c->options.bits != b->bits)
      continue;
    if (!of || strcmp (of, c->filter) != 0) {
      if (plugin)
        cf_filter_free (plugin);
      plugin = bench_plugin (b, c);
      of = c->filter;
    }
    bench_kernel (b, i, plugin);
  }
  if (plugin)
    cf_filter_free (plugin);
}

static gboolean
is_chosen (const gchar *name, gchar **prefixes)
{
  gsize i;

  for (i = 0; prefixes[i]; i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return i == 0;
}

static void
choose (GPtrArray *all, gchar **prefixes)
{
  guint i;

  cases = g_new (const KernelCase *, all->len);
  launches = g_new (KernelLaunch *, all->len);
  for (i = 0; i < all->len; i++) {
    const KernelCase *c = g_ptr_array_index (all, i);

    if (!kernel_table[i].name || strcmp (kernel_table[i].name, c->name) != 0)
      die ("compiled from another list of kernels", NULL);
    if (!is_chosen (c->name, prefixes))
      continue;
    cases[n_cases] = c;
    launches[n_cases++] = kernel_table[i].launch;
  }
  if (n_cases == 0)
    die ("no kernel has such a name", NULL);
}

int
main (int argc, char **argv)
{
  const gboolean measure = argc > 1 && strcmp (argv[1], "--bench") == 0;
  GPtrArray *all = kernel_cases_new ();
  int status;

  choose (all, argv + (measure ? 2 : 1));
  if (measure)
    status = bench_main (bench_formats, 2, bench_format);
  else
    status = kernels_prove (cases, launches, n_cases) ? 0 : 1;
  g_free (cases);
  g_free (launches);
  g_ptr_array_unref (all);
  return status;
}
