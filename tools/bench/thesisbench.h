/* The thesis's measurements with our engine: transfers and kernels of one
 * picture, between events of the device. */
#pragma once

#include "engine/core/cfdevice.h"
#include "options.h"
#include "thesistables.h"

G_BEGIN_DECLS

typedef struct {
  gint side, bits;   /* a square picture of grey samples, 8 or 16 bits */
  GArray *repeats;   /* ThesisTimes */
  ThesisTimes times; /* each one's median of the repeats */
} ThesisPicture;

/* Measures all times of a picture of random samples, `options->repeats` times
 * by turns. Each is the mean of as many runs in a row as `options->seconds`
 * hold, but of 3 to 1000. NULL: the device failed or its memory is too small.
 */
ThesisPicture *thesis_picture_new (CfDevice *device, const Options *options,
    gint side, gint bits, GError **error);

void thesis_picture_free (ThesisPicture *self);

gint64 thesis_picture_get_pixels (const ThesisPicture *self);

G_END_DECLS
