/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What operating systems differ in. Each has a file of these functions, which
 * Meson chooses; no other code of the plugin asks for the system. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Libraries */

/* What this system calls them, and what a message tells to do without them. */
typedef struct {
  const gchar *driver;       /* NVIDIA's */
  const gchar *fftw;         /* for single precision */
  const gchar *fftw_threads; /* its own for threads */
  const gchar *without_fftw;
  const gchar *const *cufft; /* in the order to try; NULL after the last */
  const gchar *without_cufft;
} CfOsLibraries;

extern const CfOsLibraries cf_os_libraries;

/* Returns NULL where it cannot be loaded, and *reason says why, to be freed. */
gpointer cf_library_open (const gchar *name, gchar **reason);
void cf_library_close (gpointer library);
/* Returns NULL where the library has no such function. */
gpointer cf_library_symbol (gpointer library, const gchar *name);

/* Files, of names as GLib has them. Errors are in errno. */

typedef struct {
  gboolean is_regular;
  guint64 size; /* bytes */
} CfOsFile;

gboolean cf_os_file_look (const gchar *path, CfOsFile *file);
/* Opens it for reading bytes, and never waits: for read() and close(), or -1.
 * The descriptor is of this C library, which may not be GLib's. */
gint cf_os_file_open (const gchar *path);
gboolean cf_os_file_look_open (gint fd, CfOsFile *file);

/* Text */

/* Does as g_strdup_vprintf(), with points in numbers whatever the locale, as
 * command lines have them. To be freed. */
gchar *cf_format (const gchar *format, va_list args) G_GNUC_PRINTF (1, 0);

/* Memory; `alignment` is a power of two. NULL where there is none. */
gpointer cf_os_aligned_alloc (gsize alignment, gsize size);
void cf_os_aligned_free (gpointer data);

/* Processors */

/* Counts those that this process may use; GLib may count the machine's. */
guint cf_os_count_processors (void);
/* The first one's name, "unknown" where the system has none; to be freed. */
gchar *cf_os_processor_name (void);

G_END_DECLS
