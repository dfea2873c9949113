/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages of the noise that an element estimates. */
#pragma once

#include "gst/memory/gcfstats.h"

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

/* The last message, and its time (monotonic, µs); all 0 at first. */
typedef struct {
  GcfNoise noise[2];
  gint64 at;
} GcfNoiseTeller;

/* Posts an element message of this name after a frame, where what is known has
 * changed by a tenth and no message came for a second. Its fields are those of
 * gcf_noise_add_fields (), and the frame's times. */
void gcf_noise_teller_post (GcfNoiseTeller *self, GstBaseTransform *element,
    const gchar *message, GcfStats *stats, GstBuffer *frame);

G_END_DECLS
