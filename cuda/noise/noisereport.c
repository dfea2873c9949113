/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory in which kernels report the noise. */
#include "cuda/noise/noisereport.h"

#include "cuda/core/filtermemory.h"
#include "cuda/noise/noiseplan.h"

guint32 *
cf_cuda_noise_report_take (CfDevice *device, GError **error)
{
  guint8 *report =
      cf_cuda_filter_memory_take_host (device, CF_NOISE_READBACK_SIZE, error);

  if (report)
    memset (report, 0, CF_NOISE_READBACK_SIZE);
  return (guint32 *)report;
}

void
cf_cuda_noise_report_give (CfDevice *device, guint32 *report)
{
  cf_cuda_filter_memory_give_host (
      device, (guint8 *)report, CF_NOISE_READBACK_SIZE);
}
