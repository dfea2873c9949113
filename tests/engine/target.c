/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a test runs on: a device, a stream, and memory to work in. */
#include "target.h"
#include "system.h"
#include "engine/core/cferror.h"

gboolean
target_init (Target *target, CfDevice *device, GError **error)
{
  *target = (Target){ .stream = cf_stream_new (device, error) };
  if (!target->stream)
    return FALSE;
  target->device = cf_device_ref (device);
  return TRUE;
}

gboolean
target_open (Target *target, CfBackendType type, guint threads, GError **error)
{
  CfDeviceConfig config = { .type = type, .id = -1, .threads = threads };
  CfDevice *device = cf_device_open (&config, error);
  gboolean ok;

  if (!device)
    return FALSE;
  ok = target_init (target, device, error);
  cf_device_unref (device);
  return ok;
}

gboolean
target_open_isa (
    Target *target, const gchar *isa, guint threads, GError **error)
{
  gchar *before = g_strdup (g_getenv ("CUDAFILTERS_CPU_ISA"));
  gboolean ok;

  g_setenv ("CUDAFILTERS_CPU_ISA", isa, TRUE);
  ok = target_open (target, CF_BACKEND_CPU, threads, error);
  if (before)
    g_setenv ("CUDAFILTERS_CPU_ISA", before, TRUE);
  else
    g_unsetenv ("CUDAFILTERS_CPU_ISA");
  g_free (before);
  return ok;
}

static void
arena_release (Arena *arena, Target *target)
{
  if (arena->memory)
    system_fenced_free (arena->memory, arena->capacity);
  if (arena->locked)
    cf_host_free (target->device, arena->locked);
  else
    cf_device_free (target->device, arena->device);
  *arena = (Arena){ NULL };
}

void
target_close (Target *target)
{
  arena_release (&target->src, target);
  arena_release (&target->dst, target);
  cf_stream_free (target->stream);
  cf_device_unref (target->device);
}

gboolean
arena_reserve (Arena *arena, Target *target, gsize size, GError **error)
{
  gsize capacity = MAX (arena->capacity, 16 * system_page_size ());

  if (size <= arena->capacity)
    return TRUE;
  arena_release (arena, target);
  while (capacity < size)
    capacity *= 2;

  arena->memory = system_fenced_new (capacity);
  if (!arena->memory) {
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "The test got no %" G_GSIZE_FORMAT " bytes to work in", capacity);
    return FALSE;
  }
  arena->capacity = capacity;
  if (cf_device_maps_host (target->device)) {
    arena->locked = cf_host_alloc (target->device, capacity, error);
    if (!arena->locked)
      return FALSE;
    arena->device = cf_host_map (target->device, arena->locked);
    if (!arena->device) {
      g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
          "The device does not map page-locked memory");
      return FALSE;
    }
  } else if (!cf_device_is_unified (target->device)) {
    arena->device = cf_device_alloc (target->device, capacity, error);
    if (!arena->device)
      return FALSE;
  }
  return TRUE;
}
