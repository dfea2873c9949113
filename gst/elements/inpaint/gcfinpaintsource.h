/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The mask from a file, and what the properties make of it, and of mattes. */
#pragma once

#include "gst/elements/inpaint/gcfinpaintmask.h"

G_BEGIN_DECLS

/* The policy where a mask and the frames are of other sizes. */
typedef enum {
  GST_CUDA_INPAINT_SIZE_ERROR,
  GST_CUDA_INPAINT_SIZE_SCALE,
  GST_CUDA_INPAINT_SIZE_PASS
} GstCudaInpaintSizePolicy;

typedef struct {
  gchar *location;
  GcfInpaintMask *file; /* what is in it; or NULL */
  gboolean invert;
  gint dilate;
  GstCudaInpaintSizePolicy policy;
} GcfInpaintSource;

void gcf_inpaint_source_clear (GcfInpaintSource *self);
/* A GcfTransaction calls this. */
void gcf_inpaint_source_copy (gpointer to, gconstpointer from);

/* Makes the mask for frames of this size of `marks`, the file's or a matte's,
 * inverted, scaled and dilated. Width and height may be 0, not known yet: the
 * marks' own. On return *mask is NULL where there are no marks, or, with
 * *passes, where frames are of another size and pass. FALSE with
 * CF_ERROR_INVALID where they are of another size and that is an error. */
gboolean gcf_inpaint_source_make_mask (const GcfInpaintSource *self,
    const GcfInpaintMask *marks, gint width, gint height, GcfInpaintMask **mask,
    gboolean *passes, GError **error);
/* FALSE with CF_ERROR_INVALID where such a mask has every pixel. */
gboolean gcf_inpaint_source_check_full (
    const GcfInpaintSource *self, const GcfInpaintMask *mask, GError **error);
/* Both sizes, in words. To be freed. */
gchar *gcf_inpaint_source_describe_sizes (const GcfInpaintSource *self,
    const GcfInpaintMask *marks, gint width, gint height);

G_END_DECLS
