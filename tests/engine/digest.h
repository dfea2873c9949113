/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A number of all that the CPU backend computes, to compare processors by. */
#pragma once

#include <glib.h>

/* From now on devices of the CPU backend count what they compute. */
void digest_install (void);

/* Of what was computed since the last call: a sum of hashes, so that the order
 * of threads does not matter, and how many runs it is of. */
guint64 digest_take (guint *n_runs);
