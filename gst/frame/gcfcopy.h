/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Copies frames between two layouts, by several threads. */
#pragma once

#include "gst/frame/gcfformat.h"

G_BEGIN_DECLS

/* Copies all rows of the picture's frame planes; returns when it is done. */
void gcf_copy (const GcfPicture *picture, const GcfPlacement *to,
    const GcfPlacement *from);

G_END_DECLS
