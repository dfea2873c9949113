/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A channel's results of 16 bits, and of each sample how many frames are in it.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Rows of results or counts have so many samples on either side, which vectors
 * read and write. The next sample on either side is a replica. */
#define CF_CPU_RESULTS_MARGIN 64

/* Results and counts of a channel; sample 0 of row 0. */
typedef struct {
  guint16 *results;
  guint8 *counts;
  gsize stride; /* samples from a row to the next */
} CfCpuResults;

G_END_DECLS
