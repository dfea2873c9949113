/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* --tune: which candidate of each choice is the fastest on this machine. */
#pragma once

#include "options.h"

G_BEGIN_DECLS

/* Measures, prints, and writes what the elements read from now on. FALSE:
 * something failed, which was printed. */
gboolean tune (const Options *options);

G_END_DECLS
