/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A libnvbufsurface over the fake driver's memory. */
#include "fakenvmm.h"

#include "fakedriver.h"

FakeNvmm fake_nvmm;

/* Longer than what is known of them, as NVIDIA's are. */
typedef struct {
  NvSurfaceFrame frame;
  gpointer reserved[8];
  FakeEglImage image;
} Frame;

typedef struct {
  NvSurface surface;
  gpointer reserved[8];
  CUdeviceptr memory;
  Frame frames[2];
} Surface;

/* Planes of a colour format: how many, and of each pixels a sample across and
 * down, and bytes of it. */
static const struct {
  NvSurfaceColour colour;
  guint n;
  struct {
    guint across, down, bytes;
  } planes[3];
} shapes[] = {
  { NV_SURFACE_GRAY8, 1, { { 1, 1, 1 } } },
  { NV_SURFACE_YUV420, 3, { { 1, 1, 1 }, { 2, 2, 1 }, { 2, 2, 1 } } },
  { NV_SURFACE_NV12_709, 2, { { 1, 1, 1 }, { 2, 2, 2 } } },
  { NV_SURFACE_NV12_10LE, 2, { { 1, 1, 2 }, { 2, 2, 4 } } },
  { NV_SURFACE_YUYV, 1, { { 1, 1, 2 } } },
  { NV_SURFACE_RGBA, 1, { { 1, 1, 4 } } },
};

static gboolean
lay_out (NvSurfaceFrame *frame)
{
  NvSurfacePlanes *p = &frame->planes;
  guint i, k;

  for (i = 0; (gint)shapes[i].colour != frame->colour; i++)
    if (i + 1 == G_N_ELEMENTS (shapes))
      return FALSE;
  p->n_planes = shapes[i].n;
  for (k = 0; k < p->n_planes; k++) {
    const guint across = shapes[i].planes[k].across;
    const guint down = shapes[i].planes[k].down;

    p->width[k] = (frame->width + across - 1) / across;
    p->height[k] = (frame->height + down - 1) / down;
    p->pixel_bytes[k] = shapes[i].planes[k].bytes;
    p->pitch[k] = (p->width[k] * p->pixel_bytes[k] + 255) / 256 * 256;
    p->offset[k] = frame->size;
    p->size[k] = p->pitch[k] * p->height[k];
    frame->size += p->size[k];
  }
  frame->pitch = p->pitch[0];
  return TRUE;
}

/* As CUDA's runtime does it, in the device's primary context. */
static gboolean
allocate (Surface *self, gsize size)
{
  CUcontext context;
  gboolean ok;

  if (cuDevicePrimaryCtxRetain (&context, self->surface.gpu) != CUDA_SUCCESS)
    return FALSE;
  cuCtxPushCurrent (context);
  ok = cuMemAlloc (&self->memory, size) == CUDA_SUCCESS;
  cuCtxPopCurrent (NULL);
  if (!ok)
    cuDevicePrimaryCtxRelease (self->surface.gpu);
  return ok;
}

int
NvBufSurfaceCreate (NvSurface **surface, guint32 n, NvSurfaceParams *params)
{
  Surface *self = g_new0 (Surface, 1);
  NvSurfaceFrame *frame = &self->frames[0].frame;

  self->surface = (NvSurface){ .gpu = params->gpu,
    .batch_size = n,
    .memory = params->memory,
    .frames = frame };
  *frame = (NvSurfaceFrame){ .width = params->width,
    .height = params->height,
    .colour = params->colour,
    .layout = params->layout };
  if (fake_nvmm.no_surfaces || n < 1 || n > 2 || !lay_out (frame)
      || !allocate (self, frame->size)) {
    g_free (self);
    return -1;
  }
  /* not valid of the others */
  frame->data = params->memory == NV_SURFACE_MEMORY_ARRAY
                    ? (gpointer)1
                    : (gpointer)self->memory;
  fake_nvmm.surfaces++;
  *surface = &self->surface;
  return 0;
}

int
NvBufSurfaceDestroy (NvSurface *surface)
{
  Surface *self = (Surface *)surface;
  CUcontext context;

  if (self->frames[0].frame.egl_image)
    return -1;
  cuDevicePrimaryCtxRetain (&context, surface->gpu);
  cuCtxPushCurrent (context);
  cuMemFree (self->memory);
  cuCtxPopCurrent (NULL);
  cuDevicePrimaryCtxRelease (surface->gpu);
  cuDevicePrimaryCtxRelease (surface->gpu);
  fake_nvmm.surfaces--;
  g_free (self);
  return 0;
}

guint8 *
fake_nvmm_plane (NvSurface *surface, guint plane)
{
  return (guint8 *)((Surface *)surface)->memory
         + surface->frames[0].planes.offset[plane];
}

int
NvBufSurfaceMapEglImage (NvSurface *surface, int index)
{
  Frame *frame = &((Surface *)surface)->frames[index];

  if (surface->memory != NV_SURFACE_MEMORY_ARRAY || fake_nvmm.no_images)
    return -1;
  frame->image = (FakeEglImage){ .n_planes = frame->frame.planes.n_planes,
    .pitch = frame->frame.pitch,
    .blocks = fake_nvmm.blocks };
  for (guint p = 0; p < frame->image.n_planes; p++)
    frame->image.planes[p] = fake_nvmm_plane (surface, p);
  frame->frame.egl_image = &frame->image;
  fake_nvmm.images++;
  fake_nvmm.created++;
  return 0;
}

int
NvBufSurfaceUnMapEglImage (NvSurface *surface, int index)
{
  Frame *frame = &((Surface *)surface)->frames[index];

  if (!frame->frame.egl_image || frame->image.registered)
    return -1;
  frame->frame.egl_image = NULL;
  fake_nvmm.images--;
  return 0;
}
