/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The results as a JSON file: docs/BENCHMARK.md says what its fields mean. */
#pragma once

#include "group.h"
#include "machine.h"

G_BEGIN_DECLS

/* `groups` are those measured so far. */
gboolean json_write (const Options *options, const Machine *machine,
    const GPtrArray *groups, GError **error);

G_END_DECLS
