/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The mask from a file, and what the properties make of it, and of mattes. */
#include "gst/elements/inpaint/gcfinpaintsource.h"

#include "engine/core/cferror.h"

void
gcf_inpaint_source_clear (GcfInpaintSource *self)
{
  g_clear_pointer (&self->location, g_free);
  g_clear_pointer (&self->file, gcf_inpaint_mask_unref);
}

void
gcf_inpaint_source_copy (gpointer to, gconstpointer from)
{
  const GcfInpaintSource *source = from;
  GcfInpaintSource *self = to;

  gcf_inpaint_source_clear (self);
  *self = *source;
  self->location = g_strdup (source->location);
  if (source->file)
    gcf_inpaint_mask_ref (self->file);
}

gchar *
gcf_inpaint_source_describe_sizes (const GcfInpaintSource *self,
    const GcfInpaintMask *marks, gint width, gint height)
{
  gchar *name =
      marks == self->file ? g_filename_display_name (self->location) : NULL;
  gchar *sizes =
      g_strdup_printf ("%s%s%s has %dx%d pixels, and frames have %dx%d",
          name ? "\"" : "", name ? name : "a mask", name ? "\"" : "",
          marks->width, marks->height, width, height);

  g_free (name);
  return sizes;
}

static void
refuse_size (const GcfInpaintSource *self, const GcfInpaintMask *marks,
    gint width, gint height, GError **error)
{
  gchar *sizes = gcf_inpaint_source_describe_sizes (self, marks, width, height);

  cf_refuse (error, "%s: a mask must be of the frame's size", sizes);
  g_free (sizes);
}

gboolean
gcf_inpaint_source_make_mask (const GcfInpaintSource *self,
    const GcfInpaintMask *marks, gint width, gint height, GcfInpaintMask **mask,
    gboolean *passes, GError **error)
{
  gboolean fits;

  *mask = NULL;
  *passes = FALSE;
  if (!marks)
    return TRUE;
  fits = width == 0 || (marks->width == width && marks->height == height);
  if (!fits && self->policy == GST_CUDA_INPAINT_SIZE_ERROR) {
    refuse_size (self, marks, width, height, error);
    return FALSE;
  }
  *passes = !fits && self->policy == GST_CUDA_INPAINT_SIZE_PASS;
  if (*passes)
    return TRUE;

  /* inverted first, as scaling keeps what is to be repaired */
  *mask = gcf_inpaint_mask_copy (marks);
  if (self->invert)
    gcf_inpaint_mask_invert (*mask);
  if (!fits) {
    GcfInpaintMask *own = *mask;

    *mask = gcf_inpaint_mask_scaled (own, width, height);
    gcf_inpaint_mask_unref (own);
  }
  gcf_inpaint_mask_dilate (*mask, self->dilate);
  return TRUE;
}

gboolean
gcf_inpaint_source_check_full (
    const GcfInpaintSource *self, const GcfInpaintMask *mask, GError **error)
{
  gchar *name;

  if (!gcf_inpaint_mask_is_full (mask))
    return TRUE;
  name = g_filename_display_name (self->location);
  cf_refuse (error,
      "with mask-invert=%s and mask-dilate=%d \"%s\" marks every pixel, and "
      "nothing is left to repair them from: white is repaired, black is kept",
      self->invert ? "true" : "false", self->dilate, name);
  g_free (name);
  return FALSE;
}
