/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a rectangle to start a contour from. */
#pragma once

#include "engine/snake/cfsnakecriterion.h"
#include "cpu/snake/snake_rows.h"

G_BEGIN_DECLS

typedef struct _CfCpuSnakeSearch CfCpuSnakeSearch;

/* Scratch for planes of this geometry. */
CfCpuSnakeSearch *cf_cpu_snake_search_new (
    const CfPlane *plane, GError **error);
void cf_cpu_snake_search_free (CfCpuSnakeSearch *search);

/* FALSE where no rectangle is better than none. rows: of the whole plane. */
gboolean cf_cpu_snake_search_run (CfCpuSnakeSearch *search, CfCpuPool *pool,
    const CfSnakeRows *rows, CfSnakeModel model, CfSnakeTarget target,
    CfCpuBox *box);

G_END_DECLS
