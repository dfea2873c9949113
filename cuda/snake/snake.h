/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours by clusters of a given size, for tests. */
#pragma once

#include "cuda/core/cudabackend.h"

G_BEGIN_DECLS

/* Makes what CfBackend says, by a cluster of at most so many blocks: 1, 2, 4, 8
 * or 16. */
CfSnake *cf_cuda_snake_new_of (
    const CfSnake *description, guint most_blocks, GError **error);

G_END_DECLS
