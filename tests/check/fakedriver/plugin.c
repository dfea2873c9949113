/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plugin on the fake driver, whose arithmetic is the CPU's: any program
 * that loads it finds as many GPUs as FAKE_CUDA_DEVICES says. */
#include "../../../gst/gstcudafilters.c"

#include "driverbackend.h"

static void __attribute__ ((constructor)) install (void)
{
  driver_backend_install ();
}
