/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Proves the generator's kernels, or times them: see cases.h and kernelbench.h.
 *
 *   bench_kernelgen [NAME...]             whether all are exact
 *   bench_kernelgen --json=FILE [NAME...] figures
 *
 * NAMEs are what a kernel's begins with, such as "median_5_8". In the figures
 * each is beside the plugin's own kernel for the same filter, which it must
 * agree with on those pictures too. */
#include "cuda/core/cudabackend.h"
#include "kernelbench.h"
#include "kernelpictures.h"
#include "prove.h"
#include "params.h"

#include <string.h>

#define JSON "--json="

static const KernelCase **cases;
static KernelLaunch **launches;
static guint n_cases;

static gboolean
run_kernel (KernelBench *b, guint i, gpointer launch)
{
  return (*(KernelLaunch *const *)launch) (kernel_picture_data (b, b->src, i),
             b->stride, kernel_picture_data (b, b->dst, i), b->stride, b->width,
             b->height, ((CfCudaStream *)b->stream)->stream)
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
bench_kernel (KernelBench *b, guint i, CfFilter *plugin)
{
  const KgOptions *o = &cases[i]->options;
  gchar *of = label (cases[i]), *name;
  gint width, height;

  kg_window (o, &width, &height);
  name = g_strdup_printf ("generated %s, %d pixel%s%s", of, o->pixels,
      o->pixels == 1 ? "" : "s",
      o->pixels == kg_pixels_default (o) ? ", default" : "");
  kernel_bench_agree (
      b, width, name, kernel_filter_run, plugin, run_kernel, &launches[i]);
  kernel_bench (b, name, width, run_kernel, &launches[i], TRUE);
  g_free (of);
  g_free (name);
}

static CfFilter *
bench_plugin (KernelBench *b, const KernelCase *c)
{
  const CfFilterParams params = kernel_params (&c->options);
  CfFilter *filter = kernel_filter_new (b, &params);
  gchar *of = label (c), *name = g_strdup_printf ("plugin %s", of);
  gint width, height;

  kg_window (&c->options, &width, &height);
  b->peer = (KernelTime){ 0 };
  kernel_bench (b, name, width, kernel_filter_run, filter, TRUE);
  b->peer = b->last;
  g_free (of);
  g_free (name);
  return filter;
}

static void
bench_format (KernelBench *b)
{
  const gchar *of = NULL;
  CfFilter *plugin = NULL;
  guint i;

  kernel_pictures_fill (b, KERNEL_RANDOM);
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
      kernel_die ("compiled from another list of kernels", NULL);
    if (!is_chosen (c->name, prefixes))
      continue;
    cases[n_cases] = c;
    launches[n_cases++] = kernel_table[i].launch;
  }
  if (n_cases == 0)
    kernel_die ("no kernel has such a name", NULL);
}

static gboolean
measure (const gchar *json, const gchar *command)
{
  static const KernelFormat formats[] = { { 3840, 2160, 8 },
    { 3840, 2160, 16 } };
  const KernelOperation operation = { "kernelgen", formats,
    G_N_ELEMENTS (formats), bench_format, FALSE };
  const KernelOptions options = {
    .type = CF_BACKEND_CUDA, .repeats = 7, .json = json, .command = command
  };

  return kernel_bench_run (&options, &operation, 1);
}

int
main (int argc, char **argv)
{
  const gboolean measured = argc > 1 && g_str_has_prefix (argv[1], JSON);
  gchar *command = g_strjoinv (" ", argv);
  GPtrArray *all = kernel_cases_new ();
  gboolean ok;

  choose (all, argv + (measured ? 2 : 1));
  ok = measured ? measure (argv[1] + strlen (JSON), command)
                : kernels_prove (cases, launches, n_cases);
  g_free (cases);
  g_free (launches);
  g_free (command);
  g_ptr_array_unref (all);
  return ok ? 0 : 1;
}
