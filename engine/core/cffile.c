/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files that a property names, which may be anything. */
#include "engine/core/cffile.h"

#include <errno.h>
#include <unistd.h>

#include "engine/core/cferror.h"
#include "engine/core/os/cfos.h"

/* Reads ask for so many bytes more than the file says it has. */
#define GROWTH 4096

static gboolean
check_file (const CfOsFile *file, gsize max, const gchar *what, GError **error)
{
  if (!file->is_regular)
    return cf_refuse (error, "it is not a regular file");
  if (file->size > max)
    return cf_refuse (error,
        "it is %" G_GUINT64_FORMAT " bytes long, and %s is at most "
        "%" G_GSIZE_FORMAT,
        file->size, what, max);
  return TRUE;
}

/* The bytes of an open file, which may have grown since it was looked at. */
static gchar *
read_bytes (gint fd, gsize expected, gsize max, gsize *length, GError **error)
{
  gsize n = 0, size = 0;
  gchar *bytes = NULL;

  while (n <= max) {
    gssize got;

    if (n == size) {
      size = MIN (MAX (size, expected) + GROWTH, max + 1);
      bytes = g_realloc (bytes, size + 1);
    }
    got = read (fd, bytes + n, size - n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      cf_refuse (error, "it cannot be read: %s", g_strerror (errno));
      g_free (bytes);
      return NULL;
    }
    if (got == 0) {
      bytes[n] = '\0';
      *length = n;
      return bytes;
    }
    n += got;
  }
  cf_refuse (error, "it is more than %" G_GSIZE_FORMAT " bytes long", max);
  g_free (bytes);
  return NULL;
}

gchar *
cf_file_read (const gchar *path, gsize max, const gchar *what, gsize *length,
    GError **error)
{
  gchar *bytes = NULL;
  CfOsFile file;
  gint fd;

  /* Some devices do things when they are opened, and pipes wait. */
  if (!cf_os_file_look (path, &file)) {
    cf_refuse (error, "it cannot be opened: %s", g_strerror (errno));
    return NULL;
  }
  if (!check_file (&file, max, what, error))
    return NULL;
  fd = cf_os_file_open (path);
  if (fd < 0) {
    cf_refuse (error, "it cannot be opened: %s", g_strerror (errno));
    return NULL;
  }
  if (!cf_os_file_look_open (fd, &file))
    cf_refuse (error, "it cannot be read: %s", g_strerror (errno));
  else if (check_file (&file, max, what, error))
    bytes = read_bytes (fd, file.size, max, length, error);
  close (fd);
  return bytes;
}

gboolean
cf_file_refuse (GError **error, const gchar *path, GError *reason)
{
  gchar *name = g_filename_display_name (path);

  cf_refuse (error, "file \"%s\": %s", name, reason->message);
  g_free (name);
  g_error_free (reason);
  return FALSE;
}
