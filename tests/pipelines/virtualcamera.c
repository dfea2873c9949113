/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Preloaded into a program, it makes of any path that ends in /video77 what
 * v4l2loopback makes: a V4L2 device that takes pictures, YUYV of any size, in
 * up to four buffers that are mapped. Each picture is appended to the file
 * that VIRTUAL_CAMERA names. Not a program. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define N_BUFFERS 4
#define NAME "/video77"
#define PAGE 4096

static int device = -1, out = -1;
static struct v4l2_format format;
static struct v4l2_streamparm parm;
static unsigned n_buffers, queue[N_BUFFERS], n_queued;

static unsigned
buffer_size (void)
{
  return (format.fmt.pix.sizeimage + PAGE - 1) / PAGE * PAGE;
}

static int
open_device (void)
{
  int fd = memfd_create ("video77", 0);

  if (out < 0)
    out = open (getenv ("VIRTUAL_CAMERA"), O_WRONLY | O_CREAT | O_APPEND, 0644);
  device = fd;
  return fd;
}

/* Or a duplicate of it */
static int
is_device (int fd)
{
  char link[32], name[64];
  ssize_t n;

  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  n = readlink (link, name, sizeof name - 1);
  if (n < 0)
    return 0;
  name[n] = 0;
  return strncmp (name, "/memfd:video77", 14) == 0;
}

static int
is_ours (const char *path)
{
  size_t n = strlen (path);

  return n >= strlen (NAME) && strcmp (path + n - strlen (NAME), NAME) == 0;
}

#define OPEN(name) \
  int name (const char *path, int flags, ...) \
  { \
    int (*real) (const char *, int, ...) = dlsym (RTLD_NEXT, #name); \
    mode_t mode; \
    va_list list; \
\
    if (is_ours (path)) \
      return open_device (); \
    va_start (list, flags); \
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg (list, mode_t) : 0; \
    va_end (list); \
    return real (path, flags, mode); \
  }

OPEN (open)
OPEN (open64)

static int
fail (int error)
{
  errno = error;
  return -1;
}

static void
choose (struct v4l2_format *f)
{
  struct v4l2_pix_format *p = &f->fmt.pix;

  p->pixelformat = V4L2_PIX_FMT_YUYV;
  p->field = V4L2_FIELD_NONE;
  p->bytesperline = 2 * p->width;
  p->sizeimage = p->bytesperline * p->height;
}

static int
show (struct v4l2_buffer *b)
{
  void *picture = mmap (NULL, buffer_size (), PROT_READ, MAP_SHARED, device,
      (off_t)b->index * buffer_size ());

  if (picture == MAP_FAILED
      || write (out, picture, format.fmt.pix.sizeimage)
             != (ssize_t)format.fmt.pix.sizeimage)
    return fail (EIO);
  munmap (picture, buffer_size ());
  b->flags = V4L2_BUF_FLAG_MAPPED | V4L2_BUF_FLAG_QUEUED;
  queue[n_queued++] = b->index;
  return 0;
}

static int
answer (unsigned long request, void *data)
{
  switch (request) {
    case VIDIOC_QUERYCAP: {
      struct v4l2_capability *c = data;

      memset (c, 0, sizeof *c);
      strcpy ((char *)c->driver, "v4l2 loopback");
      strcpy ((char *)c->card, "Dummy video device");
      c->device_caps = V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING;
      c->capabilities = c->device_caps | V4L2_CAP_DEVICE_CAPS;
      return 0;
    }
    case VIDIOC_ENUM_FMT: {
      struct v4l2_fmtdesc *d = data;

      if (d->type != V4L2_BUF_TYPE_VIDEO_OUTPUT || d->index > 0)
        return fail (EINVAL);
      d->pixelformat = V4L2_PIX_FMT_YUYV;
      return 0;
    }
    case VIDIOC_G_FMT:
      memcpy (data, &format, sizeof format);
      return 0;
    case VIDIOC_TRY_FMT:
      choose (data);
      return 0;
    case VIDIOC_S_FMT:
      choose (data);
      memcpy (&format, data, sizeof format);
      return 0;
    case VIDIOC_G_PARM:
      memcpy (data, &parm, sizeof parm);
      return 0;
    case VIDIOC_S_PARM:
      memcpy (&parm, data, sizeof parm);
      return 0;
    case VIDIOC_REQBUFS: {
      struct v4l2_requestbuffers *r = data;

      if (r->memory != V4L2_MEMORY_MMAP)
        return fail (EINVAL);
      if (r->count > N_BUFFERS)
        r->count = N_BUFFERS;
      n_buffers = r->count;
      r->capabilities = V4L2_BUF_CAP_SUPPORTS_MMAP;
      return n_buffers ? ftruncate (device, (off_t)n_buffers * buffer_size ())
                       : 0;
    }
    case VIDIOC_QUERYBUF: {
      struct v4l2_buffer *b = data;

      if (b->index >= n_buffers)
        return fail (EINVAL);
      b->memory = V4L2_MEMORY_MMAP;
      b->length = buffer_size ();
      b->m.offset = b->index * buffer_size ();
      b->flags = V4L2_BUF_FLAG_MAPPED;
      return 0;
    }
    case VIDIOC_QBUF:
      return show (data);
    case VIDIOC_DQBUF: {
      struct v4l2_buffer *b = data;

      if (n_queued == 0)
        return fail (EAGAIN);
      b->index = queue[0];
      b->memory = V4L2_MEMORY_MMAP;
      b->field = V4L2_FIELD_NONE;
      b->length = buffer_size ();
      b->bytesused = format.fmt.pix.sizeimage;
      b->flags = V4L2_BUF_FLAG_MAPPED;
      memmove (queue, queue + 1, --n_queued * sizeof *queue);
      return 0;
    }
    case VIDIOC_STREAMON:
      return 0;
    case VIDIOC_STREAMOFF:
      n_queued = 0;
      return 0;
    default:
      return fail (ENOTTY);
  }
}

int
ioctl (int fd, unsigned long request, ...)
{
  int (*real) (int, unsigned long, ...) = dlsym (RTLD_NEXT, "ioctl");
  void *data;
  va_list list;

  va_start (list, request);
  data = va_arg (list, void *);
  va_end (list);
  if (!is_device (fd))
    return real (fd, request, data);
  return answer (request & 0xffffffff, data);
}
