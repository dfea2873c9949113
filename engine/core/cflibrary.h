/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Libraries that are loaded at run time. */
#pragma once

#include "engine/core/os/cfos.h"

G_BEGIN_DECLS

typedef struct {
  gpointer pointer; /* to the pointer to the function */
  const gchar *name;
} CfSymbol;

/* Looks them all up; the name of the first that `library`, of
 * cf_library_open(), does not have, else NULL. */
const gchar *cf_library_find (
    gpointer library, const CfSymbol *symbols, guint n_symbols);

/* The NVIDIA driver's. Where there is none: NULL, and *missing
 * says so, to be freed. */
gpointer cf_library_open_driver (gchar **missing);

G_END_DECLS
