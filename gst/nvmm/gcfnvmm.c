/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* memory:NVMM: its library, and its frames as memory that CUDA works on. */
#include "gst/nvmm/gcfnvmm.h"

#include "engine/core/cferror.h"
#include "engine/core/cflibrary.h"

/* Libraries */

#define LIBRARY "libnvbufsurface.so"

static GcfNvmmLibrary library;

/* The driver's, for EGLImages: these are of no use elsewhere than on a Jetson,
 * and other drivers may lack them. */
static struct {
  gint (*register_image) (gpointer *resource, gpointer image, guint flags);
  gint (*get_frame) (
      NvEglFrame *frame, gpointer resource, guint index, guint level);
  gint (*unregister) (gpointer resource);
} driver;

static gpointer
load_library (gpointer unused)
{
  const CfSymbol symbols[] = {
    { &library.create, "NvBufSurfaceCreate" },
    { &library.destroy, "NvBufSurfaceDestroy" },
    { &library.map_egl_image, "NvBufSurfaceMapEglImage" },
    { &library.unmap_egl_image, "NvBufSurfaceUnMapEglImage" },
  };
  gchar *reason;
  gpointer handle = cf_library_open (LIBRARY, &reason);

  g_free (reason);
  if (!handle)
    return NULL;
  if (!cf_library_find (handle, symbols, G_N_ELEMENTS (symbols)))
    return &library;
  cf_library_close (handle);
  return NULL;
}

const GcfNvmmLibrary *
gcf_nvmm_get_library (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, load_library, NULL);
}

/* dlopen() looks in the folders of ldconfig's cache that are not of the
 * environment. */
void
gcf_nvmm_watch_library (GstPlugin *plugin)
{
#ifdef HAVE_CUDA
  gst_plugin_add_dependency_simple (plugin, "LD_LIBRARY_PATH", NULL, LIBRARY,
      GST_PLUGIN_DEPENDENCY_FLAG_NONE);
  gst_plugin_add_dependency_simple (
      plugin, NULL, "/etc", "ld.so.cache", GST_PLUGIN_DEPENDENCY_FLAG_NONE);
#endif
}

static gpointer
load_driver (gpointer unused)
{
  const CfSymbol symbols[] = {
    { &driver.register_image, "cuGraphicsEGLRegisterImage" },
    { &driver.get_frame, "cuGraphicsResourceGetMappedEglFrame" },
    { &driver.unregister, "cuGraphicsUnregisterResource" },
  };
  gchar *missing;
  gpointer handle = cf_library_open_driver (&missing);

  g_free (missing);
  return handle && !cf_library_find (handle, symbols, G_N_ELEMENTS (symbols))
             ? &driver
             : NULL;
}

static gboolean
driver_knows_images (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, load_driver, NULL) != NULL;
}

/* Caps */

static gboolean
is_nvmm (const GstCapsFeatures *features)
{
  return !gst_caps_features_is_any (features)
         && gst_caps_features_contains (features, GCF_NVMM_FEATURE);
}

gboolean
gcf_caps_are_nvmm (GstCaps *caps)
{
  return !gst_caps_is_empty (caps) && !gst_caps_is_any (caps)
         && is_nvmm (gst_caps_get_features (caps, 0));
}

static gboolean
keep (GstCapsFeatures *features, GstStructure *s, gpointer unused)
{
  return !is_nvmm (features);
}

GstCaps *
gcf_caps_without_nvmm (GstCaps *caps)
{
  caps = gst_caps_make_writable (caps);
  gst_caps_filter_and_map_in_place (caps, keep, NULL);
  return caps;
}

/* Formats */

static const struct {
  NvSurfaceColour colour;
  GstVideoFormat format;
} formats[] = {
  { NV_SURFACE_GRAY8, GST_VIDEO_FORMAT_GRAY8 },
  { NV_SURFACE_YUV420, GST_VIDEO_FORMAT_I420 },
  { NV_SURFACE_YUV420_ER, GST_VIDEO_FORMAT_I420 },
  { NV_SURFACE_YUV420_709, GST_VIDEO_FORMAT_I420 },
  { NV_SURFACE_YUV420_709_ER, GST_VIDEO_FORMAT_I420 },
  { NV_SURFACE_YUV420_2020, GST_VIDEO_FORMAT_I420 },
  { NV_SURFACE_YVU420, GST_VIDEO_FORMAT_YV12 },
  { NV_SURFACE_YVU420_ER, GST_VIDEO_FORMAT_YV12 },
  { NV_SURFACE_NV12, GST_VIDEO_FORMAT_NV12 },
  { NV_SURFACE_NV12_ER, GST_VIDEO_FORMAT_NV12 },
  { NV_SURFACE_NV12_709, GST_VIDEO_FORMAT_NV12 },
  { NV_SURFACE_NV12_709_ER, GST_VIDEO_FORMAT_NV12 },
  { NV_SURFACE_NV12_2020, GST_VIDEO_FORMAT_NV12 },
  { NV_SURFACE_NV21, GST_VIDEO_FORMAT_NV21 },
  { NV_SURFACE_NV21_ER, GST_VIDEO_FORMAT_NV21 },
  { NV_SURFACE_NV12_10LE, GST_VIDEO_FORMAT_P010_10LE },
  { NV_SURFACE_NV12_10LE_ER, GST_VIDEO_FORMAT_P010_10LE },
  { NV_SURFACE_NV12_10LE_709, GST_VIDEO_FORMAT_P010_10LE },
  { NV_SURFACE_NV12_10LE_709_ER, GST_VIDEO_FORMAT_P010_10LE },
  { NV_SURFACE_NV12_10LE_2020, GST_VIDEO_FORMAT_P010_10LE },
  { NV_SURFACE_YUV444, GST_VIDEO_FORMAT_Y444 },
  { NV_SURFACE_YUYV, GST_VIDEO_FORMAT_YUY2 },
  { NV_SURFACE_YUYV_ER, GST_VIDEO_FORMAT_YUY2 },
  { NV_SURFACE_UYVY, GST_VIDEO_FORMAT_UYVY },
  { NV_SURFACE_UYVY_ER, GST_VIDEO_FORMAT_UYVY },
  { NV_SURFACE_RGB, GST_VIDEO_FORMAT_RGB },
  { NV_SURFACE_BGR, GST_VIDEO_FORMAT_BGR },
  { NV_SURFACE_RGBA, GST_VIDEO_FORMAT_RGBA },
  { NV_SURFACE_BGRA, GST_VIDEO_FORMAT_BGRA },
  { NV_SURFACE_ARGB, GST_VIDEO_FORMAT_ARGB },
  { NV_SURFACE_ABGR, GST_VIDEO_FORMAT_ABGR },
  { NV_SURFACE_RGBX, GST_VIDEO_FORMAT_RGBx },
  { NV_SURFACE_BGRX, GST_VIDEO_FORMAT_BGRx },
};

static gboolean
is_of_format (const NvSurfaceFrame *frame, GstVideoFormat format)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (formats); i++)
    if ((gint)formats[i].colour == frame->colour)
      return formats[i].format == format;
  return FALSE;
}

/* Frames of a Jetson */

/* A frame that CUDA knows by its EGLImage. The memory has it until it is freed:
 * to make one for each frame takes longer than small filters. */
typedef struct {
  GcfDevice *device;
  NvSurface *surface;
  gpointer image;
  gboolean is_ours; /* the image */
  gpointer resource;
  NvEglFrame frame;
} Import;

static GMutex mutex; /* of imports */

static void
import_free (gpointer data)
{
  Import *self = data;

  if (self->resource && cf_device_enter (self->device->device, NULL)) {
    driver.unregister (self->resource);
    cf_device_leave (self->device->device);
  }
  if (self->is_ours && self->surface->frames[0].egl_image == self->image)
    library.unmap_egl_image (self->surface, 0);
  gcf_device_unref (self->device);
  g_free (self);
}

static gboolean
refuse (GError **error, const gchar *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (
      error, g_error_new_valist (CF_ERROR, CF_ERROR_INVALID, format, args));
  va_end (args);
  return FALSE;
}

static Import *
import_new (NvSurface *surface, GcfDevice *device, GError **error)
{
  Import *self = g_new0 (Import, 1);
  gint result;

  self->device = gcf_device_ref (device);
  self->surface = surface;
  if (!surface->frames[0].egl_image) {
    if (library.map_egl_image (surface, 0) != 0
        || !surface->frames[0].egl_image) {
      refuse (error, "NvBufSurfaceMapEglImage() failed for a frame in NVMM "
                     "memory: without a display, unset DISPLAY");
      import_free (self);
      return NULL;
    }
    self->is_ours = TRUE;
  }
  self->image = surface->frames[0].egl_image;
  result = driver.register_image (&self->resource, self->image, 0);
  if (result == 0)
    result = driver.get_frame (&self->frame, self->resource, 0, 0);
  if (result != 0) {
    refuse (error,
        "CUDA does not take the EGLImage of a frame in NVMM memory (error %d)",
        result);
    import_free (self);
    return NULL;
  }
  return self;
}

/* Finds the memory's; the lock is held. */
static const Import *
find_import (
    GstMemory *memory, NvSurface *surface, GcfDevice *device, GError **error)
{
  GQuark quark = g_quark_from_static_string ("cudafilters-nvmm");
  Import *import = gst_mini_object_get_qdata (GST_MINI_OBJECT (memory), quark);

  if (import && import->surface == surface
      && import->image == surface->frames[0].egl_image
      && cf_device_shares (import->device->device, device->device))
    return import;
  /* the previous one's image goes first */
  gst_mini_object_set_qdata (GST_MINI_OBJECT (memory), quark, NULL, NULL);
  import = import_new (surface, device, error);
  if (import)
    gst_mini_object_set_qdata (
        GST_MINI_OBJECT (memory), quark, import, import_free);
  return import;
}

static gboolean
refuse_blocks (GError **error)
{
  return refuse (error, "A frame in NVMM memory is of blocks, not rows: put "
                        "\"nvvidconv bl-output=false\" in front of this "
                        "element");
}

/* It tells itself whether CUDA sees rows, whatever the surface is of. */
static gboolean
find_planes_by_image (GstMemory *memory, NvSurface *surface, GcfDevice *device,
    GcfNvmmFrame *frame, GError **error)
{
  const Import *import;
  gboolean ok = FALSE;
  guint p;

  if (!driver_knows_images ())
    return refuse (error, "This driver does not take EGLImages, as a Jetson's "
                          "does: use NVMM memory of the type CUDA device");
  g_mutex_lock (&mutex);
  import = find_import (memory, surface, device, error);
  if (import && import->frame.type != NV_EGL_FRAME_PITCH)
    refuse_blocks (error);
  else if (import && import->frame.n_planes < frame->n_planes)
    refuse (error, "CUDA sees %u planes of a frame in NVMM memory that has %u",
        import->frame.n_planes, frame->n_planes);
  else
    ok = import != NULL;
  for (p = 0; ok && p < frame->n_planes; p++)
    frame->data[p] = import->frame.planes[p];
  if (ok)
    frame->pitch[0] = import->frame.pitch;
  g_mutex_unlock (&mutex);
  return ok;
}

/* Frames */

static gboolean
check_surface (const GstMapInfo *map, GError **error)
{
  const NvSurface *surface = (const NvSurface *)map->data;

  if (map->size < NV_SURFACE_SIZE_MIN || map->size > NV_SURFACE_SIZE_MAX
      || !surface->frames || surface->batch_size < 1)
    return refuse (error,
        "A buffer of memory:NVMM holds no NvBufSurface (%" G_GSIZE_FORMAT
        " bytes)",
        map->size);
  if (surface->batch_size > 1)
    return refuse (error,
        "A buffer of memory:NVMM holds a batch of %u frames, and one is "
        "filtered: set batch-size=1 (nvstreammux), or put nvstreamdemux in "
        "front of this element",
        surface->batch_size);
  return TRUE;
}

/* Fails with WRITE where others have the memory too. */
static gboolean
map_surface (
    GstBuffer *buffer, GstMapFlags flags, GstMapInfo *map, GError **error)
{
  if (gst_buffer_n_memory (buffer) != 1
      || !gst_memory_map (gst_buffer_peek_memory (buffer, 0), map, flags)) {
    map->memory = NULL;
    return refuse (error, "A frame in NVMM memory cannot be %s",
        flags & GST_MAP_WRITE ? "written: others have it too. Put nvvidconv "
                                "(nvvideoconvert) in front of this element"
                              : "read");
  }
  if (check_surface (map, error))
    return TRUE;
  gst_memory_unmap (map->memory, map);
  map->memory = NULL;
  return FALSE;
}

static gboolean
check_frame (const NvSurface *surface, const GstVideoInfo *info,
    const GcfDevice *device, GError **error)
{
  const NvSurfaceFrame *frame = &surface->frames[0];

  if ((gint)surface->gpu != device->id)
    return refuse (error,
        "A frame in NVMM memory is of GPU %u, and this element's is %d: set "
        "cuda-device-id=%u",
        surface->gpu, device->id, surface->gpu);
  if (!is_of_format (frame, GST_VIDEO_INFO_FORMAT (info))
      || frame->planes.n_planes != GST_VIDEO_INFO_N_PLANES (info))
    return refuse (error,
        "A frame in NVMM memory has NvBufSurface's colour format %d and %u "
        "planes, and its caps say %s: put nvvidconv (nvvideoconvert) in front "
        "of this element",
        frame->colour, frame->planes.n_planes, GST_VIDEO_INFO_NAME (info));
  return TRUE;
}

static gboolean
find_planes (GstMemory *memory, NvSurface *surface, GcfDevice *device,
    GcfNvmmFrame *frame, GError **error)
{
  const NvSurfaceFrame *from = &surface->frames[0];
  guint p;

  frame->n_planes = from->planes.n_planes;
  for (p = 0; p < frame->n_planes; p++) {
    frame->data[p] = (guint8 *)from->data + from->planes.offset[p];
    frame->pitch[p] = from->planes.pitch[p];
    frame->height[p] = from->planes.height[p];
  }
  switch (surface->memory) {
    case NV_SURFACE_MEMORY_CUDA_DEVICE:
    case NV_SURFACE_MEMORY_CUDA_UNIFIED:
      if (from->layout != NV_SURFACE_LAYOUT_PITCH)
        return refuse_blocks (error);
      return from->data != NULL
             || refuse (error, "A frame in NVMM memory has no address");
    case NV_SURFACE_MEMORY_ARRAY:
      return find_planes_by_image (memory, surface, device, frame, error);
    default:
      return refuse (error,
          "A frame in NVMM memory is of type %d, which CUDA does not reach: "
          "let the element in front allocate surface arrays on a Jetson, CUDA "
          "device or unified memory elsewhere (nvbuf-memory-type)",
          surface->memory);
  }
}

gboolean
gcf_nvmm_map (GstBuffer *buffer, const GstVideoInfo *info, GstMapFlags flags,
    GcfDevice *device, GstMapInfo *map, GcfNvmmFrame *frame, GError **error)
{
  NvSurface *surface;

  if (!map_surface (buffer, flags, map, error))
    return FALSE;
  surface = (NvSurface *)map->data;
  if (check_frame (surface, info, device, error)
      && find_planes (map->memory, surface, device, frame, error))
    return TRUE;
  gst_memory_unmap (map->memory, map);
  map->memory = NULL;
  return FALSE;
}

gboolean
gcf_nvmm_get_params (GstBuffer *buffer, NvSurfaceParams *params, GError **error)
{
  const NvSurface *surface;
  GstMapInfo map;

  if (!map_surface (buffer, GST_MAP_READ, &map, error))
    return FALSE;
  surface = (const NvSurface *)map.data;
  *params = (NvSurfaceParams){ .gpu = surface->gpu,
    .width = surface->frames[0].width,
    .height = surface->frames[0].height,
    .colour = surface->frames[0].colour,
    .layout = NV_SURFACE_LAYOUT_PITCH,
    .memory = surface->memory };
  gst_memory_unmap (map.memory, &map);
  return TRUE;
}
