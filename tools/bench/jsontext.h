/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pieces of JSON text, one after the other. */
#pragma once

#include "machine.h"

G_BEGIN_DECLS

/* NULL becomes null; what is no UTF-8, as a file's name may be, is replaced. */
void json_add_string (GString *json, const gchar *text);
/* With a point in every locale; what is not finite becomes null. */
void json_add_number (GString *json, gdouble value);
/* `"name": `, after a comma where it is not the first. */
void json_add_name (GString *json, const gchar *name);
void json_add_named_string (
    GString *json, const gchar *name, const gchar *text);
void json_add_named_number (GString *json, const gchar *name, gdouble value);

/* What all files begin with. */
GString *json_begin (const gchar *command, const Machine *machine);

G_END_DECLS
