/* What was meant where a name was typed wrongly, in examples in C, in the words
 * of those in Python (explain.py). */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* The one of `names`, which end with a NULL, that is nearest; NULL where none
 * is near. `names` may be NULL. */
const gchar *nearest_name (const gchar *name, const gchar *const *names);

/* ": is NAME meant?", or, where none is near, ": there is ..." with all; to be
 * freed. */
gchar *nearest_hint (const gchar *name, const gchar *const *names);

/* The nicks of an enum's or of flags' values, which end with a NULL; NULL for
 * properties of other types. To be freed by g_free(). */
const gchar **nearest_nicks (GParamSpec *property);

/* Why gst_parse_launch() made nothing, with what to do; to be freed. */
gchar *nearest_explain (const GError *error);

G_END_DECLS
