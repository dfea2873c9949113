/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A folder that is written as a whole or not at all: its files are first
 * written elsewhere on the same file system, and then renamed. */
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/cferror.h"
#include "kernelgen.h"

#define TEMPORARY ".cudafilters-kernelgen-XXXXXX"
#define OLD ".old" /* what a file that is being replaced is called there */

static const KgFile *
file_at (const GPtrArray *files, guint i)
{
  return g_ptr_array_index (files, i);
}

static gboolean
write_all (gint fd, const guint8 *data, gsize length)
{
  while (length > 0) {
    const gssize n = write (fd, data, length);

    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return FALSE;
    data += n;
    length -= n;
  }
  return TRUE;
}

/* errno says why not. */
static gboolean
write_file (const gchar *dir, const KgFile *file)
{
  gchar *path = g_build_filename (dir, file->name, NULL);
  const gint fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  gboolean ok = fd >= 0 && write_all (fd, file->data, file->length);
  const gint reason = errno;

  if (fd >= 0 && close (fd) != 0)
    ok = FALSE;
  else
    errno = reason;
  g_free (path);
  return ok;
}

/* Removes the folder with the files that we have put there, and no others. */
static void
remove_folder (const gchar *dir, const GPtrArray *files)
{
  guint i;

  for (i = 0; i < files->len; i++) {
    gchar *path = g_build_filename (dir, file_at (files, i)->name, NULL);
    gchar *old = g_strconcat (path, OLD, NULL);

    g_unlink (path);
    g_unlink (old);
    g_free (old);
    g_free (path);
  }
  g_rmdir (dir);
}

/* A new folder in `parent` that holds the files; to be freed. */
static gchar *
write_temporary (const gchar *parent, const gchar *dir, const GPtrArray *files,
    GError **error)
{
  gchar *made = g_build_filename (parent, TEMPORARY, NULL);
  guint i;

  if (!g_mkdtemp_full (made, 0777)) {
    cf_refuse (error, "%s cannot be written: in %s no folder can be made: %s",
        dir, parent, g_strerror (errno));
    g_free (made);
    return NULL;
  }
  for (i = 0; i < files->len; i++) {
    if (!write_file (made, file_at (files, i))) {
      cf_refuse (error, "%s cannot be written: %s: %s", dir,
          file_at (files, i)->name, g_strerror (errno));
      remove_folder (made, files);
      g_free (made);
      return NULL;
    }
  }
  return made;
}

static gboolean
write_new (const gchar *dir, const GPtrArray *files, GError **error)
{
  gchar *parent = g_path_get_dirname (dir), *made = NULL;
  gboolean ok = FALSE;

  if (!g_file_test (parent, G_FILE_TEST_IS_DIR)) {
    cf_refuse (error, "%s cannot be made: there is no folder %s: make it first",
        dir, parent);
  } else {
    made = write_temporary (parent, dir, files, error);
    ok = made != NULL && g_rename (made, dir) == 0;
    if (made && !ok) {
      cf_refuse (error, "%s cannot be made: %s", dir, g_strerror (errno));
      remove_folder (made, files);
    }
  }
  g_free (made);
  g_free (parent);
  return ok;
}

/* A file's name in the folder, in the temporary one, and there as the old one.
 */
typedef struct {
  gchar *there, *made, *old;
} Paths;

static Paths
paths_of (const gchar *dir, const gchar *made, const KgFile *file)
{
  Paths paths = { g_build_filename (dir, file->name, NULL),
    g_build_filename (made, file->name, NULL) };

  paths.old = g_strconcat (paths.made, OLD, NULL);
  return paths;
}

static void
paths_clear (Paths *paths)
{
  g_free (paths->there);
  g_free (paths->made);
  g_free (paths->old);
}

/* Takes back what was moved of the first n files, and of the next, of which
 * only the old one may have been. */
static void
move_back (const gchar *dir, const gchar *made, const GPtrArray *files, guint n)
{
  guint i;

  for (i = 0; i <= n && i < files->len; i++) {
    Paths paths = paths_of (dir, made, file_at (files, i));

    if (i < n)
      g_unlink (paths.there);
    g_rename (paths.old, paths.there); /* if there is one */
    paths_clear (&paths);
  }
}

/* All files take their places, or none does. */
static gboolean
move_in (
    const gchar *dir, const gchar *made, const GPtrArray *files, GError **error)
{
  gboolean ok = TRUE;
  guint i;

  for (i = 0; ok && i < files->len; i++) {
    Paths paths = paths_of (dir, made, file_at (files, i));

    if ((g_rename (paths.there, paths.old) != 0 && errno != ENOENT)
        || g_rename (paths.made, paths.there) != 0) {
      cf_refuse (
          error, "%s cannot be replaced: %s", paths.there, g_strerror (errno));
      ok = FALSE;
      move_back (dir, made, files, i);
    }
    paths_clear (&paths);
  }
  return ok;
}

/* Folders of our files' names are not ours. */
static gboolean
check_names (const gchar *dir, const GPtrArray *files, GError **error)
{
  gboolean ok = TRUE;
  guint i;

  for (i = 0; ok && i < files->len; i++) {
    gchar *path = g_build_filename (dir, file_at (files, i)->name, NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR))
      ok = cf_refuse (error,
          "%s is a folder, and the name of a file that is to be written: move "
          "it away",
          path);
    g_free (path);
  }
  return ok;
}

static gboolean
write_into (
    const gchar *dir, const GPtrArray *files, gboolean force, GError **error)
{
  GDir *listing = g_dir_open (dir, 0, NULL);
  gboolean empty, ok;
  gchar *made;

  if (!listing)
    return cf_refuse (error, "%s cannot be read: %s", dir, g_strerror (errno));
  empty = g_dir_read_name (listing) == NULL;
  g_dir_close (listing);
  if (!empty && !force)
    return cf_refuse (error,
        "%s is there and not empty: --force replaces the generator's files in "
        "it; or name another folder",
        dir);
  if (!check_names (dir, files, error))
    return FALSE;
  made = write_temporary (dir, dir, files, error);
  ok = made && move_in (dir, made, files, error);
  if (made)
    remove_folder (made, files);
  g_free (made);
  return ok;
}

gboolean
kg_folder_write (
    const gchar *dir, const GPtrArray *files, gboolean force, GError **error)
{
  gsize length = strlen (dir);
  sigset_t deadly, before;
  gchar *name;
  gboolean ok;

  if (length == 0)
    return cf_refuse (error, "The name of the folder is empty: give it one");
  while (length > 1 && dir[length - 1] == '/')
    length--;
  name = g_strndup (dir, length);

  sigemptyset (&deadly);
  sigaddset (&deadly, SIGHUP);
  sigaddset (&deadly, SIGINT);
  sigaddset (&deadly, SIGTERM);
  sigprocmask (SIG_BLOCK, &deadly, &before);
  signal (SIGXFSZ, SIG_IGN); /* writing says EFBIG instead */
  if (g_file_test (name, G_FILE_TEST_IS_DIR))
    ok = write_into (name, files, force, error);
  else if (g_file_test (name, G_FILE_TEST_EXISTS | G_FILE_TEST_IS_SYMLINK))
    ok = cf_refuse (
        error, "%s is there and is no folder: name another one", name);
  else
    ok = write_new (name, files, error);
  sigprocmask (SIG_SETMASK, &before, NULL);
  g_free (name);
  return ok;
}
