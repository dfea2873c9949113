/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fetches memory by hand, where there are more streams than the processor
 * foresees: the bytes so far after p, which may be past the end. */
#pragma once

#include <glib.h>

#define cf_soon_read(p, bytes) \
  __builtin_prefetch ((gconstpointer)((guintptr)(p) + (bytes)), 0)
#define cf_soon_written(p, bytes) \
  __builtin_prefetch ((gconstpointer)((guintptr)(p) + (bytes)), 1)
