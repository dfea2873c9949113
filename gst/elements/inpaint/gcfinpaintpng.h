/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Masks from PNG files. */
#pragma once

#include "gst/elements/inpaint/gcfinpaintmask.h"

G_BEGIN_DECLS

#define GCF_INPAINT_PNG_BYTES_MAX (256 << 20)
#define GCF_INPAINT_PNG_PIXELS_MAX (1 << 28)

/* Reads what a PNG marks, of any colour type, depth and interlacing: if a pixel
 * is more transparent than not, those that are not; else those that are at
 * least half as bright as white. Half is 128, once they are of 8 bits. NULL
 * with CF_ERROR_INVALID, which calls the file "it". */
GcfInpaintMask *gcf_inpaint_png_decode (
    const guint8 *bytes, gsize length, GError **error);

/* The same of a regular file of at most so many bytes; the error names it. */
GcfInpaintMask *gcf_inpaint_png_load (const gchar *path, GError **error);

G_END_DECLS
