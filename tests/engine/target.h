/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a test runs on: a device, a stream, and memory to work in. */
#pragma once

#include "engine/core/cfdevice.h"

/* Host memory between two pages that can be neither read nor written, and its
 * counterpart on devices that do not use host memory (else NULL): in device
 * memory, or on devices that map it in page-locked memory. */
typedef struct {
  guint8 *memory, *device, *locked;
  gsize capacity;
} Arena;

typedef struct {
  CfDevice *device;
  CfStream *stream;
  Arena src, dst;
} Target;

gboolean target_open (
    Target *target, CfBackendType type, guint threads, GError **error);
/* The CPU backend with at most this set of instructions. */
gboolean target_open_isa (
    Target *target, const gchar *isa, guint threads, GError **error);
/* Another stream and other memory on an open device. */
gboolean target_init (Target *target, CfDevice *device, GError **error);
void target_close (Target *target);

/* Contents are lost where the arena has to grow. */
gboolean arena_reserve (
    Arena *arena, Target *target, gsize size, GError **error);
