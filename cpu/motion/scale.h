/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scale of a frame's 8 bits (engine/motion/cfmotionscale.h). */
#pragma once

#include "engine/core/cfplane.h"
#include "engine/motion/cfmotionscale.h"

G_BEGIN_DECLS

/* Finds the scale by the channel of a frame's plane that is compared; sigma is
 * the noise's in 1/256 of a step of 8 bits, or 0. */
CfDenoiseScale cf_cpu_denoise_scale (const CfPlane *plane, guint sigma);

G_END_DECLS
