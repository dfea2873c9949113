/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages of the noise that an element estimates. */
#include "gst/filter/gcfnoise.h"

#include "gst/filter/gcfmessage.h"

#include <math.h>
#include <string.h>

#define LEAST_TIME G_USEC_PER_SEC
#define LEAST_CHANGE 0.1 /* of what was posted, or steps of 8 bits */

static gboolean
has_changed (const GcfNoise *a, const GcfNoise *b)
{
  return a->is_known != b->is_known
         || fabs (a->sigma - b->sigma) > LEAST_CHANGE * MAX (a->sigma, 1);
}

void
gcf_noise_teller_post (GcfNoiseTeller *self, GstBaseTransform *element,
    const gchar *message, GcfStats *stats, GstBuffer *frame)
{
  const gint64 now = g_get_monotonic_time ();
  GcfNoise noise[2];
  GstStructure *s;

  gcf_stats_get_noise (stats, noise);
  if ((self->at != 0 && now - self->at < LEAST_TIME)
      || (!has_changed (&self->noise[0], &noise[0])
          && !has_changed (&self->noise[1], &noise[1])))
    return;
  memcpy (self->noise, noise, sizeof noise);
  self->at = now;
  s = gst_structure_new_empty (message);
  gcf_noise_add_fields (noise, s);
  gcf_message_post (element, frame, s);
}
