/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests need of the operating system. Each has a file of these functions,
 * which Meson chooses. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A page of memory, bytes: a power of two. */
gsize system_page_size (void);
/* Memory of whole pages between two that nobody may touch; NULL where there is
 * none. */
guint8 *system_fenced_new (gsize size);
void system_fenced_free (guint8 *memory, gsize size);
/* Addresses for memory of which little is used, else NULL. */
guint8 *system_sparse_new (gsize size);
void system_sparse_free (guint8 *memory, gsize size);

/* A crash writes this text, which may change until then, and goes on. */
void system_report_crashes (const gchar *running);

G_END_DECLS
