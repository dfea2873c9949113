/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A contour on its way from a start to where it stays. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cpu/snake/snake_rows.h"

G_BEGIN_DECLS

typedef struct _CfCpuContour CfCpuContour;

/* Scratch for contours of at most max_nodes. */
CfCpuContour *cf_cpu_contour_new (gint max_nodes);
void cf_cpu_contour_free (CfCpuContour *contour);

/* Runs a task that has points and a step, number `start` of `snake`. Puts what
 * came of it in `outcome`, its nodes in `points` (room for max_nodes). */
void cf_cpu_contour_run (CfCpuContour *contour, const CfSnake *snake,
    const CfSnakeRows *rows, const CfSnakeTask *task, guint start,
    CfSnakePoint *points, CfSnakeOutcome *outcome);

G_END_DECLS
