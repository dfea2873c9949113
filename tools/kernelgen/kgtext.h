/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Text from templates: variables, conditions and other templates put in. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A template has these:
 *   @NAME@           is the value of a variable, which must have been set;
 *   @@if NAME        begins lines that are left out where NAME is 0,
 *   @@if NAME OP N   or where NAME OP N is not so, OP one of == != < > and N an
 *                    integer or a word;
 *   @@else, @@end    as usual, and conditions may be nested;
 *   @@include NAME   is a template, expanded with the same variables.
 * Directives are lines of their own. A template with a mistake is a defect of
 * the program, and aborts it. */
typedef struct KgText KgText;

KgText *kg_text_new (void);
void kg_text_free (KgText *text);
void kg_text_set (KgText *text, const gchar *name, const gchar *format, ...)
    G_GNUC_PRINTF (3, 4);
void kg_text_set_int (KgText *text, const gchar *name, gint value);
/* The template as of the build, with all that is in it; ends with a newline
 * where that does. To be freed. */
gchar *kg_text_expand (const KgText *text, const gchar *template_name);

/* Made by embed.py: the templates, up to one without a name. */
typedef struct {
  const gchar *name, *text;
} KgTemplate;

extern const KgTemplate kg_templates[];

G_END_DECLS
