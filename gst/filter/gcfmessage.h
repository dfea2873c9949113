/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Element messages that are of a frame. */
#pragma once

#include <gst/base/gstbasetransform.h>

G_BEGIN_DECLS

/* Posts a message of this structure, which is taken, with the times of `frame`
 * as GStreamer's own analysers tell them: timestamp, stream-time, running-time
 * and duration, guint64 in ns, GST_CLOCK_TIME_NONE where the stream does not
 * say. On the streaming thread. */
void gcf_message_post (
    GstBaseTransform *element, GstBuffer *frame, GstStructure *structure);

G_END_DECLS
