/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The fake driver's EGLImages, a Jetson's. */
#include "fakeprivate.h"

/* CUeglFrame of cudaEGL.h, which needs EGL's own headers */
typedef struct {
  void *planes[3];
  unsigned width, height, depth, pitch, n_planes, n_channels;
  int type, colour, sample;
} EglFrame;

CUresult cuGraphicsEGLRegisterImage (
    CUgraphicsResource *resource, void *image, unsigned flags);
CUresult cuGraphicsResourceGetMappedEglFrame (EglFrame *frame,
    CUgraphicsResource resource, unsigned index, unsigned level);

CUresult
cuGraphicsEGLRegisterImage (
    CUgraphicsResource *resource, void *image, unsigned flags)
{
  FakeEglImage *self = image;
  CUcontext context;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS)
    self->registered++;
  pthread_mutex_unlock (&fake_lock);
  *resource = image;
  return result;
}

CUresult
cuGraphicsResourceGetMappedEglFrame (EglFrame *frame,
    CUgraphicsResource resource, unsigned index, unsigned level)
{
  const FakeEglImage *self = (const FakeEglImage *)resource;

  *frame = (EglFrame){
    .pitch = self->pitch, .n_planes = self->n_planes, .type = !self->blocks
  };
  for (unsigned p = 0; p < self->n_planes; p++)
    frame->planes[p] = self->planes[p];
  return CUDA_SUCCESS;
}

CUresult
cuGraphicsUnregisterResource (CUgraphicsResource resource)
{
  FakeEglImage *self = (FakeEglImage *)resource;
  CUcontext context;
  CUresult result;

  pthread_mutex_lock (&fake_lock);
  result = fake_current (&context);
  if (result == CUDA_SUCCESS)
    self->registered--;
  pthread_mutex_unlock (&fake_lock);
  return result;
}
