/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noise reduction over time: filters that remember. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* AVERAGE and MEDIAN */
CfFilter *cf_cpu_denoise_frames_new (
    const CfFilter *description, GError **error);
/* RECURSIVE and COMPENSATED */
CfFilter *cf_cpu_denoise_recursive_new (
    const CfFilter *description, GError **error);

G_END_DECLS
