/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A GPU for the launchers of cuda/, of the fake driver: its kernels run on the
 * CPU, as soon as they are launched. */
#include "block.h"
#include "emulatedkernels.h"
#include "fakedriver.h"
#include "kernelheaders.h"
#include "cuda/kernelnames.h"

#include <cstdlib>
#include <map>
#include <string>

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

#define ENTRY(name) { "cf_kernel_" #name, Entry<emulated_##name>::run },
const std::map<std::string, void (*) ()> entries = { KERNELS (ENTRY) };

void
run (const char *kernel, unsigned n_blocks, unsigned n_threads, size_t shared,
    unsigned cluster, void **arguments)
{
  argument = arguments[0];
  emulated_run (n_blocks, n_threads, shared, entries.at (kernel), cluster);
}

/* Before main() opens the device. EMULATED_CLUSTER is how many blocks of a
 * cluster it has a place for. */
__attribute__ ((constructor)) void
make_device ()
{
  const int code = __CUDA_ARCH__ / 10;
  const char *cluster = getenv ("EMULATED_CLUSTER");

  fake_gpu_reset ();
  fake_gpu.run = run;
  fake_gpu.code = code;
  if (cluster)
    fake_gpu.largest_place = atoi (cluster);
  fake_gpu.shared_block = (code >= 90 ? 227 : code >= 86 ? 99 : 64) << 10;
}

} // namespace
