/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory that is fetched by hand, where there are more streams than the
 * processor foresees: what is so many bytes behind p, which may lie beyond what
 * there is. */
#pragma once

#include <glib.h>

#define cf_soon_read(p, bytes) \
  __builtin_prefetch ((gconstpointer)((guintptr)(p) + (bytes)), 0)
#define cf_soon_written(p, bytes) \
  __builtin_prefetch ((gconstpointer)((guintptr)(p) + (bytes)), 1)
