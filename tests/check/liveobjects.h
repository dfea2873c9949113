/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* GStreamer's objects that are alive, as its leaks tracer counts them. Needs
 * GST_TRACERS=leaks before gst_init(). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many there are, and where wanted their names. */
guint live_objects_count (gchar **names);

void live_objects_start (void);
/* Fails the test where there are more than at the start, and names them. */
void live_objects_check (void);

G_END_DECLS
