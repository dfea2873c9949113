/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The percentile of any window with tiles of a given shape, for measurements.
 */
#pragma once

#include "cuda/core/method.h"
#include "cuda/rank/rankplan.h"

G_BEGIN_DECLS

/* Makes what cf_cuda_rank_new() does, with these shapes, of samples of one and
 * of two bytes; NULL for those that should be the fastest. */
CfFilter *cf_cuda_rank_new_shaped (
    const CfFilter *description, const CfRankShape *shapes, GError **error);

G_END_DECLS
