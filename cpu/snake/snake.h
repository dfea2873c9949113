/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prepared contours of backend "cpu". */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

CfSnake *cf_cpu_snake_new (const CfSnake *description, GError **error);
void cf_cpu_snake_free (CfSnake *snake);
gboolean cf_cpu_snake_run (CfSnake *snake, CfStream *stream,
    const CfPlane *plane, const CfSnakeTask *tasks, guint n_tasks,
    CfSnakeOutcome *outcomes, GError **error);

G_END_DECLS
