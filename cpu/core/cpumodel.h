/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The processor's name. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns what /proc/cpuinfo has, "unknown" where it has none; to be freed. */
gchar *cf_cpu_model (void);

G_END_DECLS
