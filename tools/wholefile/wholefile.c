/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files that are written beside their places. */
#include "wholefile.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINKS_MAX 40 /* as the kernel follows */

struct _WholeFile {
  gchar *name; /* what it will be called; links are followed */
  gchar *part; /* NULL: written to directly */
};

/* The program removes these when it ends, in a signal's handler too: a place's
 * name changes by one store, and places stay. */
typedef struct _Place {
  const gchar *volatile part;
  struct _Place *next;
} Place;

static Place *volatile places;

static void
remove_parts (void)
{
  const Place *place;

  for (place = places; place; place = place->next)
    if (place->part)
      unlink (place->part);
}

static void
end_by_signal (int number)
{
  remove_parts ();
  signal (number, SIG_DFL);
  raise (number);
}

static void
watch_the_end (void)
{
  static const int deadly[] = { SIGHUP, SIGINT, SIGTERM };
  struct sigaction action;
  guint i;

  atexit (remove_parts);
  for (i = 0; i < G_N_ELEMENTS (deadly); i++)
    if (sigaction (deadly[i], NULL, &action) == 0
        && action.sa_handler == SIG_DFL)
      signal (deadly[i], end_by_signal);
}

static void
remember (const gchar *part)
{
  Place *place;

  if (!places)
    watch_the_end ();
  for (place = places; place && place->part; place = place->next)
    ;
  if (!place) {
    place = g_new0 (Place, 1);
    place->next = places;
    places = place;
  }
  place->part = part;
}

static void
forget (const gchar *part)
{
  Place *place;

  for (place = places; place; place = place->next)
    if (place->part == part)
      place->part = NULL;
}

static gboolean
refuse (GError **error, const gchar *path, const gchar *why)
{
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
      "%s cannot be written: %s", path, why);
  return FALSE;
}

gboolean
whole_file_is_stream (const gchar *path)
{
  gchar *folder = g_path_get_dirname (path), *real = realpath (folder, NULL);
  GStatBuf status;
  gboolean yes = g_stat (path, &status) == 0 && !S_ISREG (status.st_mode)
                 && !S_ISDIR (status.st_mode);

  if (real)
    yes |= g_str_equal (real, "/dev") || g_str_has_prefix (real, "/proc/");
  free (real);
  g_free (folder);
  return yes;
}

/* Returns where a link leads to, which may not be there. */
static gchar *
follow (const gchar *path)
{
  gchar *at = g_strdup (path), *to;
  guint i;

  for (i = 0; i < LINKS_MAX && (to = g_file_read_link (at, NULL)); i++) {
    if (!g_path_is_absolute (to)) {
      gchar *folder = g_path_get_dirname (at);
      gchar *beside = g_build_filename (folder, to, NULL);

      g_free (folder);
      g_free (to);
      to = beside;
    }
    g_free (at);
    at = to;
  }
  return at;
}

static gboolean
check (const gchar *path, const gchar *name, GError **error)
{
  gchar *folder = g_path_get_dirname (name), *why = NULL;
  gboolean ok = TRUE;

  if (*name == '\0' || g_str_has_suffix (name, "/"))
    why = g_strdup ("it is no file's name");
  else if (g_file_test (name, G_FILE_TEST_IS_DIR))
    why = g_strdup ("it is a folder");
  else if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    why = g_strdup_printf ("there is no folder %s", folder);
  else if (g_access (name, F_OK) == 0 && g_access (name, W_OK) != 0)
    why = g_strdup (g_strerror (errno));
  if (why)
    ok = refuse (error, path, why);
  g_free (folder);
  g_free (why);
  return ok;
}

WholeFile *
whole_file_new (const gchar *path, GError **error)
{
  WholeFile *file = g_new0 (WholeFile, 1);
  int fd;

  if (whole_file_is_stream (path)) {
    file->name = g_strdup (path);
    return file;
  }
  file->name = follow (path);
  if (!check (path, file->name, error)) {
    whole_file_free (file);
    return NULL;
  }
  file->part = g_strdup_printf (
      "%s.%s.%d.part", file->name, g_get_host_name (), (int)getpid ());
  g_unlink (file->part); /* of a process that was killed */
  fd = g_open (file->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) {
    refuse (error, path, g_strerror (errno));
    g_clear_pointer (&file->part, g_free);
    whole_file_free (file);
    return NULL;
  }
  close (fd);
  remember (file->part);
  return file;
}

const gchar *
whole_file_get_path (const WholeFile *file)
{
  return file->part ? file->part : file->name;
}

gboolean
whole_file_check (const gchar *path, GError **error)
{
  WholeFile *file = whole_file_new (path, error);

  if (file)
    whole_file_free (file);
  return file != NULL;
}

static gboolean
sync_file (const gchar *path)
{
  const int fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  const gboolean ok = fd >= 0 && fsync (fd) == 0;
  const int reason = errno;

  if (fd >= 0)
    close (fd);
  errno = reason;
  return ok;
}

/* Takes over what we may; the owner first, since that drops permissions. */
static void
take_over (const gchar *part, const gchar *name)
{
  GStatBuf status;

  if (g_stat (name, &status) == 0
      && (chown (part, status.st_uid, status.st_gid) == 0 || errno == EPERM))
    g_chmod (part, status.st_mode & 07777);
}

gboolean
whole_file_keep (WholeFile *file, GError **error)
{
  if (!file->part)
    return TRUE;
  if (!sync_file (file->part))
    return refuse (error, file->name, g_strerror (errno));
  take_over (file->part, file->name);
  forget (file->part);
  if (g_rename (file->part, file->name) != 0) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
        "%s cannot be written: %s. What was to be in it is in %s", file->name,
        g_strerror (errno), file->part);
    g_clear_pointer (&file->part, g_free);
    return FALSE;
  }
  g_clear_pointer (&file->part, g_free);
  return TRUE;
}

void
whole_file_free (WholeFile *file)
{
  if (file->part) {
    forget (file->part);
    g_unlink (file->part);
  }
  g_free (file->part);
  g_free (file->name);
  g_free (file);
}

gboolean
whole_file_write (
    const gchar *path, gconstpointer data, gsize length, GError **error)
{
  WholeFile *whole = whole_file_new (path, error);
  gboolean ok;
  FILE *file;

  if (!whole)
    return FALSE;
  file = g_fopen (whole_file_get_path (whole), "wb");
  ok = file && fwrite (data, 1, length, file) == length;
  if (file)
    ok = fclose (file) == 0 && ok;
  if (!ok)
    refuse (error, path, g_strerror (errno));
  ok = ok && whole_file_keep (whole, error);
  whole_file_free (whole);
  return ok;
}
