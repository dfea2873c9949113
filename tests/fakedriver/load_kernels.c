/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Loads every kernel of the backend by its name, on the first device of
 * whichever driver there is. */
#include "cuda/core/launch.h"
#include "cuda/kernelnames.h"

#define DECLARE(name) CF_DECLARE_KERNEL (name, )
KERNELS (DECLARE)

#define ADDRESS(name) &cf_kernel_##name,
static CfCudaKernel *const kernels[] = { KERNELS (ADDRESS) };

int
main (void)
{
  const CfDeviceConfig config = { .type = CF_BACKEND_CUDA };
  guint i, failed = 0;
  GError *error = NULL;
  CfDevice *device = cf_device_open (&config, &error);

  if (!device) {
    g_print ("FAILED %s\n0 passed, 1 failed, 0 skipped\n", error->message);
    g_error_free (error);
    return 1;
  }
  for (i = 0; i < G_N_ELEMENTS (kernels); i++)
    if (!cf_cuda_load_kernel (device, kernels[i], &error)) {
      failed++;
      g_print ("FAILED %s: %s\n", kernels[i]->name, error->message);
      g_clear_error (&error);
    }
  g_print ("%s\n%u passed, %u failed, 0 skipped\n",
      cf_device_get_description (device), i - failed, failed);
  cf_device_unref (device);
  return failed > 0;
}
