/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Page-locks other elements' memory where it lies. Locking takes about a
 * millisecond, once; a copy by the driver costs that much in a few frames. */
#include "gst/memory/gcfpin.h"

GST_DEBUG_CATEGORY_EXTERN (gcf_debug);
#define GST_CAT_DEFAULT gcf_debug

/* All elements together pin so much. */
#define MAX_BYTES ((gsize)2 << 30)

/* Smaller memory is not worth it. */
#define MIN_BYTES ((gsize)64 << 10)

typedef struct {
  gboolean tried;
  GcfDevice *device; /* NULL: not locked */
  guint8 *data;
  guint8 *mapped; /* for the device, or NULL */
  gsize size;
} Pin;

static GMutex mutex; /* of all pins and of the sum; not while one is locked */
static gsize pinned_bytes;

/* FALSE where that would be too much. */
static gboolean
reserve (gsize size)
{
  gboolean reserved;

  g_mutex_lock (&mutex);
  reserved = pinned_bytes + size <= MAX_BYTES;
  if (reserved)
    pinned_bytes += size;
  g_mutex_unlock (&mutex);
  return reserved;
}

static void
give_back (gsize size)
{
  g_mutex_lock (&mutex);
  pinned_bytes -= size;
  g_mutex_unlock (&mutex);
}

/* Called when the memory is freed, before its data is. */
static void
unpin (gpointer data)
{
  Pin *pin = data;

  if (pin->device) {
    cf_host_unregister (pin->device->device, pin->data);
    gcf_device_unref (pin->device);
    give_back (pin->size);
  }
  g_free (pin);
}

static gboolean
lock_data (GstMemory *memory, guint8 *data, gsize size, GcfDevice *device)
{
  GError *error = NULL;

  if (!reserve (size)) {
    GST_INFO ("%" G_GSIZE_FORMAT " bytes are page-locked, no more will be",
        MAX_BYTES);
    return FALSE;
  }
  if (cf_host_register (device->device, data, size, &error)) {
    GST_DEBUG ("page-locked %" GST_PTR_FORMAT, memory);
    return TRUE;
  }
  GST_INFO ("%" GST_PTR_FORMAT ": %s", memory, error->message);
  g_error_free (error);
  give_back (size);
  return FALSE;
}

/* All of the memory: the next frame in it may be larger. To others it is
 * ordinary memory meanwhile. */
static gboolean
lock (Pin *pin, GstMemory *memory, GstMapFlags flags, GcfDevice *device)
{
  gsize size = memory->maxsize;
  gboolean locked;
  GstMapInfo map;
  guint8 *data;

  if (!gst_memory_map (memory, &map, flags))
    return FALSE;
  data = map.data - memory->offset;
  locked = lock_data (memory, data, size, device);
  if (locked) {
    g_mutex_lock (&mutex);
    pin->device = gcf_device_ref (device);
    pin->data = data;
    pin->mapped = cf_host_map (device->device, data);
    pin->size = size;
    g_mutex_unlock (&mutex);
  }
  gst_memory_unmap (memory, &map);
  return locked;
}

static GQuark
pin_quark (void)
{
  static GQuark quark;

  if (!quark)
    quark = g_quark_from_static_string ("cudafilters-pin");
  return quark;
}

/* The memory's, which it has from its first frame on. *again is set once: at
 * the second. */
static Pin *
find_pin (GstMemory *memory, gboolean *again)
{
  const GQuark quark = pin_quark ();
  Pin *pin = gst_mini_object_get_qdata (GST_MINI_OBJECT (memory), quark);

  *again = pin && !pin->tried;
  if (!pin) {
    pin = g_new0 (Pin, 1);
    gst_mini_object_set_qdata (GST_MINI_OBJECT (memory), quark, pin, unpin);
  } else {
    pin->tried = TRUE;
  }
  return pin;
}

gboolean
gcf_pin (GstMemory *memory, GstMapFlags flags, GcfDevice *device)
{
  gboolean pinned, again;
  Pin *pin;

  /* Other allocators may map elsewhere the next time. */
  if (memory->parent || memory->size < MIN_BYTES
      || !gst_memory_is_type (memory, GST_ALLOCATOR_SYSMEM))
    return FALSE;

  g_mutex_lock (&mutex);
  pin = find_pin (memory, &again);
  pinned =
      pin->device && cf_device_shares (pin->device->device, device->device);
  g_mutex_unlock (&mutex);
  return again ? lock (pin, memory, flags, device) : pinned;
}

guint8 *
gcf_pin_map (GstMemory *memory, const guint8 *data, GcfDevice *device)
{
  guint8 *mapped = NULL;
  const Pin *pin;

  g_mutex_lock (&mutex);
  pin = gst_mini_object_get_qdata (GST_MINI_OBJECT (memory), pin_quark ());
  if (pin && pin->mapped && data >= pin->data && data < pin->data + pin->size
      && cf_device_shares (pin->device->device, device->device))
    mapped = pin->mapped + (data - pin->data);
  g_mutex_unlock (&mutex);
  return mapped;
}
