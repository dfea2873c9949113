/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which frames were sent, and whether they arrive: all of them, each once, in
 * order, with their timestamps. A flush may take frames that are on their way,
 * and nothing else may. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct _Ledger Ledger;

Ledger *ledger_new (const gchar *name);
void ledger_free (Ledger *self);

/* The number of the next frame, which begins with 1. */
guint64 ledger_next (Ledger *self);
/* Before it is sent. */
void ledger_sent (Ledger *self, GstClockTime pts);
/* What was sent before may be lost, now or later, and nothing behind it. */
void ledger_flushed (Ledger *self);
/* Somebody flushes who does not stop the source: frames that are sent from now
 * on may be lost too, until ledger_flushed(). */
void ledger_flush_begins (Ledger *self);

/* A frame that arrives; failures go to the verdict. */
void ledger_arrived (Ledger *self, guint64 number, GstClockTime pts);
/* The end of the stream arrives, behind the frame of this number. */
void ledger_ended (Ledger *self, guint64 last);

guint64 ledger_n_arrived (Ledger *self);

G_END_DECLS
