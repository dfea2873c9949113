/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A GPU for the launchers of cuda/, on the fake runtime: its kernels run on the
 * CPU, as soon as they are launched. */
#include "block.h"
#include "fakeruntime.h"
#include "kernelheaders.h"
#include "kernelnames.h"

#include <cstdlib>
#include <map>

namespace
{

const void *argument;

template <auto kernel> struct Entry;

template <typename Argument, void (*kernel) (Argument)> struct Entry<kernel> {
  static void
  run ()
  {
    kernel (*(const Argument *)argument);
  }
};

#define ENTRY(name) \
  { (const void *)cf_kernel_##name, Entry<cf_kernel_##name>::run },
const std::map<const void *, void (*) ()> entries = { KERNELS (ENTRY) };

void
run (gconstpointer kernel, guint n_blocks, guint n_threads, gsize shared,
    guint cluster, gpointer *arguments)
{
  argument = arguments[0];
  emulated_run (n_blocks, n_threads, shared, entries.at (kernel), cluster);
}

/* Before main() opens the device. EMULATED_CLUSTER is how many blocks of a
 * cluster it has a place for. */
__attribute__ ((constructor)) void
make_device ()
{
  const gint code = __CUDA_ARCH__ / 10;
  const gchar *cluster = g_getenv ("EMULATED_CLUSTER");

  fake_runtime_reset ();
  fake_runtime.run = run;
  fake_runtime.code = code;
  if (cluster)
    fake_runtime.largest_place = atoi (cluster);
  fake_runtime.shared_block = (code >= 90 ? 227 : code >= 86 ? 99 : 64) << 10;
}

} // namespace
