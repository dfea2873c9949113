/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Declares what is used here of NVIDIA's library of frames, libnvbufsurface, of
 * JetPack 5 and later and DeepStream 6 and later: what its structures have
 * where, and the numbers that it knows. It allocates the structures, which may
 * be longer than these, and is found at run time. */
#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define NV_SURFACE_PLANES 4

typedef enum {
  NV_SURFACE_MEMORY_DEFAULT,
  NV_SURFACE_MEMORY_CUDA_PINNED,
  NV_SURFACE_MEMORY_CUDA_DEVICE,
  NV_SURFACE_MEMORY_CUDA_UNIFIED,
  NV_SURFACE_MEMORY_ARRAY, /* of a Jetson; reached by an EGLImage */
  NV_SURFACE_MEMORY_HANDLE,
  NV_SURFACE_MEMORY_SYSTEM
} NvSurfaceMemory;

/* Rows one after the other, or in blocks that only hardware knows. */
typedef enum {
  NV_SURFACE_LAYOUT_PITCH,
  NV_SURFACE_LAYOUT_BLOCKS
} NvSurfaceLayout;

/* ER: of the full range; without a number: BT.601. */
typedef enum {
  NV_SURFACE_GRAY8 = 1,
  NV_SURFACE_YUV420 = 2,
  NV_SURFACE_YVU420 = 3,
  NV_SURFACE_YUV420_ER = 4,
  NV_SURFACE_YVU420_ER = 5,
  NV_SURFACE_NV12 = 6,
  NV_SURFACE_NV12_ER = 7,
  NV_SURFACE_NV21 = 8,
  NV_SURFACE_NV21_ER = 9,
  NV_SURFACE_UYVY = 10,
  NV_SURFACE_UYVY_ER = 11,
  NV_SURFACE_YUYV = 14,
  NV_SURFACE_YUYV_ER = 15,
  NV_SURFACE_YUV444 = 18,
  NV_SURFACE_RGBA = 19,
  NV_SURFACE_BGRA = 20,
  NV_SURFACE_ARGB = 21,
  NV_SURFACE_ABGR = 22,
  NV_SURFACE_RGBX = 23,
  NV_SURFACE_BGRX = 24,
  NV_SURFACE_RGB = 27,
  NV_SURFACE_BGR = 28,
  NV_SURFACE_NV12_10LE = 29,
  NV_SURFACE_YUV420_709 = 31,
  NV_SURFACE_YUV420_709_ER = 32,
  NV_SURFACE_NV12_709 = 33,
  NV_SURFACE_NV12_709_ER = 34,
  NV_SURFACE_YUV420_2020 = 35,
  NV_SURFACE_NV12_2020 = 36,
  NV_SURFACE_NV12_10LE_ER = 37,
  NV_SURFACE_NV12_10LE_709 = 38,
  NV_SURFACE_NV12_10LE_709_ER = 39,
  NV_SURFACE_NV12_10LE_2020 = 40
} NvSurfaceColour;

/* Each plane's, in pixels and bytes. */
typedef struct {
  guint32 n_planes;
  guint32 width[NV_SURFACE_PLANES], height[NV_SURFACE_PLANES];
  guint32 pitch[NV_SURFACE_PLANES], offset[NV_SURFACE_PLANES];
  guint32 size[NV_SURFACE_PLANES], pixel_bytes[NV_SURFACE_PLANES];
  gpointer reserved[4 * NV_SURFACE_PLANES];
} NvSurfacePlanes;

/* One frame. */
typedef struct {
  guint32 width, height, pitch;
  gint colour, layout;
  guint64 descriptor;
  guint32 size;
  gpointer data; /* not of ARRAY and HANDLE */
  NvSurfacePlanes planes;
  gpointer host[NV_SURFACE_PLANES];
  gpointer egl_image; /* NULL until it is mapped */
} NvSurfaceFrame;

/* A batch of frames: what a buffer of memory:NVMM has as its data. */
typedef struct {
  guint32 gpu, batch_size, n_filled;
  bool is_contiguous;
  gint memory;
  NvSurfaceFrame *frames;
} NvSurface;

G_STATIC_ASSERT (sizeof (gpointer) != 8
                 || (G_STRUCT_OFFSET (NvSurface, frames) == 24
                     && G_STRUCT_OFFSET (NvSurfaceFrame, data) == 40
                     && G_STRUCT_OFFSET (NvSurfaceFrame, planes) == 48
                     && G_STRUCT_OFFSET (NvSurfaceFrame, egl_image) == 312));

/* Describes a new one. If `size` is 0 it follows from the rest. */
typedef struct {
  guint32 gpu, width, height, size;
  bool is_contiguous;
  gint colour, layout, memory;
} NvSurfaceParams;

/* Bytes of an NvBufSurface, which buffers have as their size: 64, and 72 of
 * later releases. Less than in any frame, and in what came before it. */
#define NV_SURFACE_SIZE_MIN 64
#define NV_SURFACE_SIZE_MAX 256

/* CUDA's driver tells this of an EGLImage: plane by plane an address, where
 * `type` is this one, else something else. */
#define NV_EGL_FRAME_PITCH 1

typedef struct {
  gpointer planes[3];
  guint width, height, depth, pitch, n_planes, n_channels;
  gint type, colour, sample;
} NvEglFrame;

G_END_DECLS
