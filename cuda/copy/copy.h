/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Copies the planes of a picture that are not filtered, where there are any. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

gboolean cf_cuda_copy_planes (const CfFilter *filter, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error);

G_END_DECLS
