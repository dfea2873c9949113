/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory of the host in which kernels report the noise (CfNoisePlan's
 * `told`). */
#pragma once

#include "cuda/core/launch.h"

G_BEGIN_DECLS

/* All zeros; in the device's context. */
guint32 *cf_cuda_noise_report_take (CfDevice *device, GError **error);
/* `report` may be NULL. */
void cf_cuda_noise_report_give (CfDevice *device, guint32 *report);

G_END_DECLS
