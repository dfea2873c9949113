/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files that a property names, which may be anything. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The bytes of a regular file, at most `max` of them, and a 0 after them; to
 * be freed. Never waits, and opens nothing that is no regular file. NULL with
 * CF_ERROR_INVALID, which calls the file "it" and what it is `what`, as in "a
 * mask's file". */
gchar *cf_file_read (const gchar *path, gsize max, const gchar *what,
    gsize *length, GError **error);

/* CF_ERROR_INVALID: the file's name and the reason, which is freed; always
 * FALSE. */
gboolean cf_file_refuse (GError **error, const gchar *path, GError *reason);

G_END_DECLS
