/* Libraries that are loaded at run time. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gpointer pointer; /* to the pointer to the function */
  const gchar *name;
} CfSymbol;

/* Looks them all up; the name of the first that `library`, of dlopen(), does
 * not have, else NULL. */
const gchar *cf_library_find (
    gpointer library, const CfSymbol *symbols, guint n_symbols);

G_END_DECLS
