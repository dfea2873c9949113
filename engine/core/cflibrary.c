/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Libraries that are loaded at run time. */
#include "engine/core/cflibrary.h"

const gchar *
cf_library_find (gpointer library, const CfSymbol *symbols, guint n_symbols)
{
  guint i;

  for (i = 0; i < n_symbols; i++) {
    gpointer symbol = cf_library_symbol (library, symbols[i].name);

    if (!symbol)
      return symbols[i].name;
    *(gpointer *)symbols[i].pointer = symbol;
  }
  return NULL;
}

gpointer
cf_library_open_driver (gchar **missing)
{
  gchar *reason;
  gpointer library = cf_library_open (cf_os_libraries.driver, &reason);

  *missing = library ? NULL
                     : g_strdup_printf (
                         "No NVIDIA driver on this machine (%s)", reason);
  g_free (reason);
  return library;
}
