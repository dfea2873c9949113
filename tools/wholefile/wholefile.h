/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A file appears under its name when it is whole, or not at all: the old one
 * stays until then. It is written beside its place, to NAME.HOST.PROCESS.part,
 * and renamed. No part is made of what is no file (a device, a pipe,
 * /dev/stdout).
 *
 * wholefile.py does the same. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _WholeFile WholeFile;

/* A device, a pipe, a socket; or a file that is open already, under a name such
 * as /dev/stdout. */
gboolean whole_file_is_stream (const gchar *path);

/* Says before anything is done for it whether PATH can be written to. */
gboolean whole_file_check (const gchar *path, GError **error);

/* Begins one; NULL and an error where PATH cannot be written to. If the program
 * ends, by exit() or by one of the signals HUP, INT and TERM that it does not
 * handle, before the file is kept, nothing is left. */
WholeFile *whole_file_new (const gchar *path, GError **error);

/* Returns the path to write to. */
const gchar *whole_file_get_path (const WholeFile *file);

/* It is whole, and closed: it takes the name, and the owner and permissions of
 * what was there. Where it cannot, it stays, and the error says as what. */
gboolean whole_file_keep (WholeFile *file, GError **error);

/* Nothing is left of it, unless it was kept. Frees it. */
void whole_file_free (WholeFile *file);

/* All at once. */
gboolean whole_file_write (
    const gchar *path, gconstpointer data, gsize length, GError **error);

G_END_DECLS
