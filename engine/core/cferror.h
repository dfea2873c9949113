/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine's one error domain. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* CF_ERROR_INVALID:       a parameter or a plane that no backend takes
 * CF_ERROR_UNSUPPORTED:   valid, but not in this backend or build
 * CF_ERROR_NO_DEVICE:     no driver, no such device, or the backend is not
 * built CF_ERROR_OUT_OF_MEMORY: device, page-locked or ordinary memory ran out
 * CF_ERROR_DEVICE_LOST:   the device failed; nothing on it can be trusted */
typedef enum {
  CF_ERROR_INVALID,
  CF_ERROR_UNSUPPORTED,
  CF_ERROR_NO_DEVICE,
  CF_ERROR_OUT_OF_MEMORY,
  CF_ERROR_DEVICE_LOST
} CfError;

#define CF_ERROR (cf_error_quark ())
GQuark cf_error_quark (void);

/* Sets CF_ERROR_INVALID and a message, by cf_format(); always FALSE. */
gboolean cf_refuse (GError **error, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);

/* Returns the beginning of a text in quotes for messages, at most `max`
 * characters and only those that show. `text` is valid UTF-8. To be freed. */
gchar *cf_quote (const gchar *text, gsize length, guint max);

G_END_DECLS
