/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Choices of devices: picks, and the file that overrules them. */
#include "engine/core/cftuning.h"

#include <string.h>

#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"
#include "engine/core/cffile.h"

#define FILE_MAX (64 * 1024)
#define OF_WHAT "tuned" /* the group that says what the file is of */
#define OF_TUNABLES "choices"

const CfAutotune *
cf_device_get_autotune (CfDevice *device)
{
  return device->chosen ? device->backend->autotune : NULL;
}

guint
cf_device_get_tuned (CfDevice *device, guint tunable)
{
  return device->chosen[tunable];
}

void
cf_device_set_tuned (CfDevice *device, guint tunable, guint candidate)
{
  device->chosen[tunable] = candidate;
  if (device->backend->autotune->apply)
    device->backend->autotune->apply (device);
}

static gchar *
identify (CfDevice *device)
{
  return device->backend->autotune->identify (device);
}

gchar *
cf_tuning_path (CfDevice *device)
{
  gchar *identity = identify (device);
  gchar *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, identity, -1);
  gchar *name =
      g_strdup_printf ("tuning-%s-%.16s.ini", device->backend->name, sum);
  gchar *path = g_build_filename (
      g_get_user_cache_dir (), "gst-cuda-filters", name, NULL);

  g_free (name);
  g_free (sum);
  g_free (identity);
  return path;
}

gchar *
cf_tuning_write (CfDevice *device, const guint *chosen, gsize *length)
{
  const CfAutotune *all = device->backend->autotune;
  GKeyFile *file = g_key_file_new ();
  gchar *identity = identify (device), *text;
  guint i;

  g_key_file_set_comment (file, NULL, NULL,
      " By cudafilters-bench --tune. Delete it to go back to what is picked "
      "by\n"
      " the device's properties.",
      NULL);
  g_key_file_set_string (file, OF_WHAT, "plugin", CF_VERSION);
  g_key_file_set_string (file, OF_WHAT, "device", identity);
  for (i = 0; i < all->n; i++)
    g_key_file_set_string (file, OF_TUNABLES, all->tunables[i].name,
        all->tunables[i].candidates[chosen[i]]);
  text = g_key_file_to_data (file, length, NULL);
  g_key_file_unref (file);
  g_free (identity);
  return text;
}

static gboolean
check_origin (CfDevice *device, GKeyFile *file, GError **error)
{
  gchar *identity = identify (device);
  gchar *plugin = g_key_file_get_string (file, OF_WHAT, "plugin", NULL);
  gchar *of = g_key_file_get_string (file, OF_WHAT, "device", NULL);
  gboolean ok = FALSE;

  if (!plugin || !of)
    cf_refuse (error, "it does not say what it is of");
  else if (strcmp (plugin, CF_VERSION) != 0)
    cf_refuse (
        error, "it is of release %s, and this is %s", plugin, CF_VERSION);
  else if (strcmp (of, identity) != 0)
    cf_refuse (error, "it is of \"%s\", and this is \"%s\"", of, identity);
  else
    ok = TRUE;
  g_free (of);
  g_free (plugin);
  g_free (identity);
  return ok;
}

/* The choice of a name and the candidate of a text. */
static gboolean
find (CfDevice *device, const gchar *name, const gchar *text, guint8 *chosen,
    GError **error)
{
  const CfAutotune *all = device->backend->autotune;
  guint i, k;

  for (i = 0; i < all->n; i++)
    if (strcmp (all->tunables[i].name, name) == 0)
      break;
  if (i == all->n)
    return cf_refuse (error, "there is no choice \"%s\"", name);
  for (k = 0; all->tunables[i].candidates[k]; k++)
    if (strcmp (all->tunables[i].candidates[k], text) == 0) {
      chosen[i] = k;
      return TRUE;
    }
  return cf_refuse (error, "%s cannot be \"%s\"", name, text);
}

static gboolean
read_tunables (CfDevice *device, GKeyFile *file, guint8 *chosen, GError **error)
{
  gchar **names = g_key_file_get_keys (file, OF_TUNABLES, NULL, NULL);
  gboolean ok = names != NULL || cf_refuse (error, "it has no choices");
  guint i;

  for (i = 0; ok && names[i]; i++) {
    gchar *text = g_key_file_get_string (file, OF_TUNABLES, names[i], NULL);

    ok = text ? find (device, names[i], text, chosen, error)
              : cf_refuse (error, "%s is no text", names[i]);
    g_free (text);
  }
  g_strfreev (names);
  return ok;
}

static gboolean
parse (CfDevice *device, const gchar *bytes, gsize length, guint8 *chosen,
    GError **error)
{
  GKeyFile *file = g_key_file_new ();
  GError *reason = NULL;
  gboolean ok;

  ok = g_utf8_validate (bytes, length, NULL)
       || cf_refuse (error, "it is no text");
  if (ok && length == 0)
    ok = cf_refuse (error, "it is empty");
  if (ok && !g_key_file_load_from_data (file, bytes, length, 0, &reason)) {
    ok = cf_refuse (error, "%s", reason->message);
    g_error_free (reason);
  }
  ok = ok && check_origin (device, file, error)
       && read_tunables (device, file, chosen, error);
  g_key_file_unref (file);
  return ok;
}

gboolean
cf_tuning_read (CfDevice *device, const gchar *path, GError **error)
{
  const CfAutotune *all = device->backend->autotune;
  guint8 *chosen;
  GError *reason = NULL;
  gchar *bytes;
  gsize length;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;
  bytes = cf_file_read (path, FILE_MAX, "what was tuned", &length, &reason);
  chosen = g_memdup2 (device->chosen, all->n);
  if (bytes && parse (device, bytes, length, chosen, &reason)) {
    memcpy (device->chosen, chosen, all->n);
    if (all->apply)
      all->apply (device);
  }
  g_free (chosen);
  g_free (bytes);
  return !reason || cf_file_refuse (error, path, reason);
}

/* Devices are opened again and again. */
static gboolean
is_new (const gchar *path)
{
  static GMutex lock;
  static GHashTable *seen;
  gboolean added;

  g_mutex_lock (&lock);
  if (!seen)
    seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  added = g_hash_table_add (seen, g_strdup (path));
  g_mutex_unlock (&lock);
  return added;
}

void
cf_tuning_init (CfDevice *device)
{
  const CfAutotune *all = device->backend->autotune;
  GError *error = NULL;
  gchar *path;
  guint i;

  if (!all)
    return;
  device->chosen = g_new0 (guint8, all->n);
  for (i = 0; i < all->n; i++)
    device->chosen[i] = all->pick (device, i);
  if (all->apply)
    all->apply (device);
  if (g_strcmp0 (g_getenv ("CUDAFILTERS_TUNING"), "off") == 0)
    return;
  path = cf_tuning_path (device);
  if (!cf_tuning_read (device, path, &error) && error) {
    if (is_new (path))
      g_message ("What cudafilters-bench --tune measured is not used: %s. Run "
                 "it again, or delete the file",
          error->message);
    g_error_free (error);
  }
  g_free (path);
}
