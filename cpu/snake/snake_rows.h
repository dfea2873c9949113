/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prefix sums of a picture's rows, for contours. */
#pragma once

#include "engine/core/cfplane.h"
#include "engine/snake/cfsnakesums.h"
#include "cpu/core/pool.h"

G_BEGIN_DECLS

typedef struct {
  gint left, top, right, bottom;
} CfCpuBox;

typedef struct {
  guint8 *memory;
  gboolean narrow;
  CfSnakeRows rows; /* of the last box */
} CfCpuSnakeRows;

/* Memory for all of a plane of this geometry. */
gboolean cf_cpu_snake_rows_init (
    CfCpuSnakeRows *r, const CfPlane *plane, GError **error);
void cf_cpu_snake_rows_clear (CfCpuSnakeRows *r);

/* Sums within the box, left...right inclusive. */
void cf_cpu_snake_rows_fill (CfCpuSnakeRows *r, CfCpuPool *pool,
    const CfPlane *plane, const CfCpuBox *box);

/* Sums the region of a box within that one. */
CfSnakeSums cf_cpu_snake_rows_box (
    const CfSnakeRows *rows, const CfCpuBox *box);

G_END_DECLS
