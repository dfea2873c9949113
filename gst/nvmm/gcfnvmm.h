/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* memory:NVMM, NVIDIA's frames (NvBufSurface) on Jetsons and in DeepStream, as
 * memory that CUDA works on. */
#pragma once

#include <gst/video/video.h>

#include "gst/memory/gcfdevice.h"
#include "gst/nvmm/gcfnvbufsurface.h"

G_BEGIN_DECLS

#define GCF_NVMM_FEATURE "memory:NVMM"

/* An NvBufSurface has these of GCF_FORMATS. */
#define GCF_NVMM_FORMATS \
  "{ NV12, NV21, I420, YV12, Y444, P010_10LE, YUY2, UYVY, RGB, BGR, RGBA, " \
  "BGRA, ARGB, ABGR, RGBx, BGRx, GRAY8 }"

/* The library's functions; 0 is success. */
typedef struct {
  gint (*create) (NvSurface **surface, guint32 n, NvSurfaceParams *params);
  gint (*destroy) (NvSurface *surface);
  gint (*map_egl_image) (NvSurface *surface, gint index);
  gint (*unmap_egl_image) (NvSurface *surface, gint index);
} GcfNvmmLibrary;

/* NULL where libnvbufsurface.so is not on this machine, or lacks one. Loads it
 * the first time. */
const GcfNvmmLibrary *gcf_nvmm_get_library (void);
/* The plugin is looked at again where the library comes or goes; without the
 * CUDA backend no element asks for it. */
void gcf_nvmm_watch_library (GstPlugin *plugin);

/* TRUE where these caps ask for memory:NVMM. */
gboolean gcf_caps_are_nvmm (GstCaps *caps);
/* Takes it out of them; takes and returns a reference. */
GstCaps *gcf_caps_without_nvmm (GstCaps *caps);

/* The planes of a frame, for CUDA. */
typedef struct {
  guint n_planes;
  guint8 *data[NV_SURFACE_PLANES];
  gsize pitch[NV_SURFACE_PLANES];  /* bytes from a row to the next */
  gsize height[NV_SURFACE_PLANES]; /* rows */
} GcfNvmmFrame;

/* Maps the buffer's only memory, and finds the planes of the frame in it. They
 * are complete, and can be worked on until it is unmapped, in the device's
 * primary context, which is entered. Errors: INVALID, where it is no frame of
 * this format that CUDA reaches on this device, and says what to do; then it is
 * not mapped. */
gboolean gcf_nvmm_map (GstBuffer *buffer, const GstVideoInfo *info,
    GstMapFlags flags, GcfDevice *device, GstMapInfo *map, GcfNvmmFrame *frame,
    GError **error);

/* Returns what makes a frame like this one. Errors: INVALID. */
gboolean gcf_nvmm_get_params (
    GstBuffer *buffer, NvSurfaceParams *params, GError **error);

G_END_DECLS
