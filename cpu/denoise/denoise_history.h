/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of a stream, as dense lines: the one that is next to get its result,
 * those before it and those that were pushed after it. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* So many bytes after a line may be read; its start is aligned to that. */
#define CF_CPU_DENOISE_LINE_PAD 64

typedef struct {
  gint past;             /* frames before the next one that are kept */
  gint n_past, n_pushed; /* that are there */
  guint64 next;          /* the number of the next one */
  gint n_slots;          /* frame i is in slot i % n_slots; may be 0 */
  gboolean has_border;   /* lines go on to both sides, with their last pixels */
  guint8 *memory;
  gsize frame_size;
  struct {
    gsize offset, stride;
  } planes[CF_MAX_PLANES];
} CfCpuDenoiseHistory;

/* Keeps the planes whose bits are set. Errors: OUT_OF_MEMORY. */
gboolean cf_cpu_denoise_history_init (CfCpuDenoiseHistory *history,
    const CfFilter *filter, guint32 planes, GError **error);
void cf_cpu_denoise_history_clear (CfCpuDenoiseHistory *history);

/* Returns a line of frame next + `distance`. */
guint8 *cf_cpu_denoise_history_line (
    const CfCpuDenoiseHistory *history, gint distance, guint plane, gint y);
/* Returns that frame as a plane of this geometry, not shifted. */
CfPlane cf_cpu_denoise_history_plane (const CfCpuDenoiseHistory *history,
    gint distance, guint plane, const CfPlane *geometry);
/* Ends a line that was written. */
void cf_cpu_denoise_history_close_line (
    const CfCpuDenoiseHistory *history, const CfPlane *plane, guint8 *line);

/* The next frame has its result. */
void cf_cpu_denoise_history_advance (CfCpuDenoiseHistory *history);
void cf_cpu_denoise_history_reset (CfCpuDenoiseHistory *history);

G_END_DECLS
