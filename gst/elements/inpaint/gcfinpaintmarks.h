/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A matte marks its samples from half on. */
#pragma once

#include "gst/elements/inpaint/gcfinpaintmask.h"
#include "gst/frame/gcfformat.h"

G_BEGIN_DECLS

#define GCF_INPAINT_MATTE_FORMATS \
  "{ GRAY8, A420, AYUV, RGBA, BGRA, ARGB, ABGR }"

/* The pixels of a buffer of one of these formats whose grey, or whose alpha
 * where the format has one, is at least 128. NULL where the buffer has no such
 * picture. */
GcfInpaintMask *gcf_inpaint_marks_read (
    const GstVideoInfo *info, GstBuffer *buffer);

G_END_DECLS
