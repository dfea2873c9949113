/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which allocations stay, for a heap that grows: malloc() and its kin of the
 * whole process are watched, those of libraries too. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Counts what is allocated from now on. It costs a walk of the stack an
 * allocation. */
void allocations_watch (void);
/* Prints the n places that hold most bytes of what was counted and is not
 * freed, each with the calls that led there, the innermost first. */
void allocations_print (guint n);

G_END_DECLS
