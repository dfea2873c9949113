/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Drops frames that would be late, which are judged when their turn comes:
 * GstBaseTransform judges them as they come. */
#pragma once

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

/* Under the element's object lock. */
typedef struct {
  GstClockTime earliest; /* running time that is not late, or NONE */
  gdouble proportion;
  guint64 processed, dropped;
} GcfQos;

/* Nothing is late. */
void gcf_qos_reset (GcfQos *self);
/* A QOS event from downstream. */
void gcf_qos_take_event (GcfQos *self, GstEvent *event);
/* TRUE if the frame would be late: then it is counted, and a QOS message
 * posted. Takes the object lock. */
gboolean gcf_qos_drops (
    GcfQos *self, GstBaseTransform *element, GstBuffer *frame);

G_END_DECLS
