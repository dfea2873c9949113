/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A folder that is written as a whole or not at all. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes `files`, KgFile's, into the folder `dir`, which is made where it is
 * not there; its parent must be. A folder that holds anything is refused, but
 * where `force` is set: files of these names are then replaced, and all others
 * left alone. CF_ERROR_INVALID: why not, in one line; all is then as it was
 * before. Signals that end a program wait meanwhile. */
gboolean kg_folder_write (
    const gchar *dir, const GPtrArray *files, gboolean force, GError **error);

G_END_DECLS
