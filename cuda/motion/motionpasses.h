/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of a search for motion. */
#pragma once

#include "cuda/core/launch.h"

G_BEGIN_DECLS

gboolean cf_cuda_motion_load (CfDevice *device, GError **error);
/* Returns one of CF_MOTION_PASSES, for samples of so many bytes. */
CfCudaKernel *cf_cuda_motion_kernel (gint pass, gint bytes);

G_END_DECLS
