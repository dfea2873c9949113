/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests may ask of the fake libnvbufsurface, beside NVIDIA's interface:
 * its memory is the fake driver's, in the primary context of a GPU. */
#pragma once

#include <glib.h>

#include "gst/nvmm/gcfnvbufsurface.h"

#pragma GCC visibility push(default)

typedef struct {
  gboolean no_surfaces, no_images; /* creation fails */
  gboolean blocks;                 /* images are of blocks, not rows */
  guint surfaces, images;          /* that exist */
  guint created;                   /* images, so far */
} FakeNvmm;

extern FakeNvmm fake_nvmm;

/* NVIDIA's, which the plugin looks up. */
int NvBufSurfaceCreate (
    NvSurface **surface, guint32 n, NvSurfaceParams *params);
int NvBufSurfaceDestroy (NvSurface *surface);
int NvBufSurfaceMapEglImage (NvSurface *surface, int index);
int NvBufSurfaceUnMapEglImage (NvSurface *surface, int index);

/* Where a plane begins, whatever the kind of memory. */
guint8 *fake_nvmm_plane (NvSurface *surface, guint plane);

#pragma GCC visibility pop
