/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A backend of the CUDA type over the fake driver: the memory, streams and
 * events are the driver's, as gstreamer-cuda's are, and the arithmetic is the
 * CPU's, done when the driver does a stream's work. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From now on the engine opens this device for CF_BACKEND_CUDA. */
void driver_backend_install (void);
/* Fails the test where something is left, or memory was mixed up. */
void driver_backend_uninstall (void);

/* A device that is opened without a context works in its primary one; else
 * there is none. */
extern gboolean driver_backend_has_primary;
/* Who opens a device calls this before it does; NULL: nothing. */
extern void (*driver_backend_before_open) (void);

G_END_DECLS
