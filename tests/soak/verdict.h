/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What was checked, and what came of it; from any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Counts a check. Where it does not hold, says what is wrong. Returns
 * `holds`. */
gboolean verdict_check (gboolean holds, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);
/* The same, but only failures count: for what is checked on every frame. */
gboolean verdict_expect (gboolean holds, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);
guint verdict_n_failed (void);

/* From now on a g_warning() or g_critical() is a failure. */
void verdict_watch_log (void);

/* Prints the line that tests/count sums up; the program's exit status. */
gint verdict_finish (void);

G_END_DECLS
