/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Begin and end of these programs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Takes the options, of which `--backend` is one more, and sets up GStreamer
 * and the device under test. Returns a folder for files. */
gchar *program_begin (const GOptionEntry *options, int *argc, char ***argv);
/* Checks that nothing is left, and takes the folder. */
void program_end (gchar *folder);

G_END_DECLS
