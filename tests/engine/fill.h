/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hostile contents for pictures. */
#pragma once

#include "picture.h"

typedef enum {
  FILL_RANDOM,
  FILL_CONSTANT,
  FILL_ZERO,
  FILL_MAXIMUM,
  FILL_RAMP_X,
  FILL_RAMP_Y,
  FILL_CHECKERBOARD,
  FILL_EXTREMES,    /* 0 or the maximum, at random */
  FILL_FEW,         /* three values */
  FILL_SALT_PEPPER, /* a soft picture with extreme samples */
  FILL_FLOAT,       /* half-precision infinities, NaN, signs */
  N_FILLS
} Fill;

const gchar *fill_name (Fill fill);

/* All samples of the planes; where they have a shift, random bits below the
 * values if `dirty`. */
void fill_picture (
    const Picture *picture, Fill fill, gboolean dirty, Random *random);
