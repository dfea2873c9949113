/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Page-locks other elements' memory where it lies, if it returns frame after
 * frame: then it transfers as fast as our own. */
#pragma once

#include "gst/memory/gcfdevice.h"

G_BEGIN_DECLS

/* Call it for each frame's memory, which is mapped with these flags. TRUE where
 * it is page-locked: it is from its second frame on, until it is freed, where
 * it is system memory that can be. Thread-safe. */
gboolean gcf_pin (GstMemory *memory, GstMapFlags flags, GcfDevice *device);

/* Returns the device's address of `data`, in memory that is page-locked so, or
 * NULL where it is not, or the device does not map host memory. */
guint8 *gcf_pin_map (GstMemory *memory, const guint8 *data, GcfDevice *device);

G_END_DECLS
