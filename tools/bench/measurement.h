/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What one run yields. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gdouble frames_per_s; /* of all GPUs together */
  gdouble cpu;          /* CPU seconds of the whole program a second */

  /* Of one frame, summed over the elements that have a `stats` property; NAN
   * where none has it. */
  gdouble uploads;
  gdouble downloads;
  gdouble kernel_ns;
} Measurement;

G_END_DECLS
