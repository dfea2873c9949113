/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the method. */
#include "cpu/denoise/denoise.h"
#include "cpu/core/method.h"
#include "cpu/core/tuning.h"
#include "engine/core/cftrial.h"

static CfFilter *
history_new (const CfFilter *description, GError **error)
{
  switch (description->params.denoise.method) {
    case CF_DENOISE_AVERAGE:
    case CF_DENOISE_MEDIAN:
      return cf_cpu_denoise_frames_new (description, error);
    default:
      return cf_cpu_denoise_recursive_new (description, error);
  }
}

const CfCpuMethod cf_cpu_denoise = { .history_new = history_new };

gboolean
cf_cpu_trial_denoise (guint i, CfTrial *trial)
{
  *trial = cf_trial_denoise (
      i < 2 ? CF_DENOISE_COMPENSATED : CF_DENOISE_AVERAGE, i % 2 ? 16 : 8);
  return i < 4;
}
