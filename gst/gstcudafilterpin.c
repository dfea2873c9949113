/* Page-locks other elements' memory where it lies. Locking takes about a
 * millisecond, once; a copy by the driver costs that much in a few frames. */
#include "gstcudafilterpin.h"

GST_DEBUG_CATEGORY_EXTERN (gst_cuda_filter_debug);
#define GST_CAT_DEFAULT gst_cuda_filter_debug

/* Of all elements together. */
#define MAX_BYTES ((gsize)2 << 30)

/* What is less is not worth it. */
#define MIN_BYTES ((gsize)64 << 10)

typedef struct {
  gboolean tried;
  GstCudaFilterDevice *device; /* NULL: not locked */
  guint8 *data;
  gsize size;
} Pin;

static GMutex mutex; /* of all pins and of the sum */
static gsize pinned_bytes;

/* Called when the memory is freed, before its data is. */
static void
unpin (gpointer data)
{
  Pin *pin = data;

  if (pin->device) {
    cf_host_unregister (pin->device->device, pin->data);
    gst_cuda_filter_device_unref (pin->device);
    g_mutex_lock (&mutex);
    pinned_bytes -= pin->size;
    g_mutex_unlock (&mutex);
  }
  g_free (pin);
}

/* All of the memory: the next frame in it may be larger. */
static void
lock (
    Pin *pin, GstMemory *memory, GstMapFlags flags, GstCudaFilterDevice *device)
{
  gsize size = memory->maxsize;
  GError *error = NULL;
  GstMapInfo map;
  guint8 *data;

  if (!gst_memory_map (memory, &map, flags))
    return;
  data = map.data - memory->offset;
  if (pinned_bytes + size > MAX_BYTES) {
    GST_INFO ("%" G_GSIZE_FORMAT " bytes are page-locked, no more will be",
        pinned_bytes);
  } else if (cf_host_register (device->device, data, size, &error)) {
    GST_DEBUG ("page-locked %" GST_PTR_FORMAT, memory);
    pin->device = gst_cuda_filter_device_ref (device);
    pin->data = data;
    pin->size = size;
    pinned_bytes += size;
  } else {
    GST_INFO ("%" GST_PTR_FORMAT ": %s", memory, error->message);
    g_error_free (error);
  }
  gst_memory_unmap (memory, &map);
}

gboolean
gst_cuda_filter_pin (
    GstMemory *memory, GstMapFlags flags, GstCudaFilterDevice *device)
{
  static GQuark quark;
  gboolean pinned;
  Pin *pin;

  /* Other allocators may map elsewhere the next time. */
  if (memory->parent || memory->size < MIN_BYTES
      || !gst_memory_is_type (memory, GST_ALLOCATOR_SYSMEM))
    return FALSE;

  g_mutex_lock (&mutex);
  if (!quark)
    quark = g_quark_from_static_string ("cudafilters-pin");
  pin = gst_mini_object_get_qdata (GST_MINI_OBJECT (memory), quark);
  if (!pin) {
    pin = g_new0 (Pin, 1);
    gst_mini_object_set_qdata (GST_MINI_OBJECT (memory), quark, pin, unpin);
  } else if (!pin->tried) {
    pin->tried = TRUE;
    lock (pin, memory, flags, device);
  }
  pinned =
      pin->device && cf_device_shares (pin->device->device, device->device);
  g_mutex_unlock (&mutex);
  return pinned;
}
