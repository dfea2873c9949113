/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A place in a thread's way where a test holds it up, to see that it holds up
 * nobody else. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs `func` in a thread of its own, which stops when it comes to gate_pass(),
 * and returns when it has. */
void gate_start (GThreadFunc func, gpointer data);
/* What leads there calls this, which is nothing to other threads. */
void gate_pass (void);
/* Lets the thread go on, and returns when it has ended. */
void gate_finish (void);

G_END_DECLS
