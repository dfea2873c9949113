/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the method. */
#include "cpu/denoise/denoise.h"

CfFilter *
cf_cpu_denoise_new (const CfFilter *description, GError **error)
{
  switch (description->params.denoise.method) {
    case CF_DENOISE_AVERAGE:
    case CF_DENOISE_MEDIAN:
      return cf_cpu_denoise_frames_new (description, error);
    default:
      return cf_cpu_denoise_recursive_new (description, error);
  }
}
