/* Libraries that are loaded at run time. */
#include "cflibrary.h"

#include <dlfcn.h>

const gchar *
cf_library_find (gpointer library, const CfSymbol *symbols, guint n_symbols)
{
  guint i;

  for (i = 0; i < n_symbols; i++) {
    gpointer symbol = dlsym (library, symbols[i].name);

    if (!symbol)
      return symbols[i].name;
    *(gpointer *)symbols[i].pointer = symbol;
  }
  return NULL;
}
